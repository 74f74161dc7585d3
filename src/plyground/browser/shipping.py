"""Make what comes with the package for pages of the standard games, two at a time:

python -m plyground.browser.shipping FOLDER
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from plyground.browser.data import page_game
from plyground.browser.modules import engine_module, standard_games
from plyground.browser.shipped import write_shipped
from plyground.position import Game


def write_all(folder: Path) -> None:
    """Write the modules and the data of the standard games to a folder."""

    def write(game: Game) -> None:
        write_shipped(folder, game, engine_module(game), page_game(game))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, standard_games()))


if __name__ == "__main__":
    write_all(Path(sys.argv[1]))
