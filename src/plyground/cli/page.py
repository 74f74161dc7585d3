"""`plyground page`: games as HTML files, to be opened from a file or passed on."""

from __future__ import annotations

from pathlib import Path

from plyground.cli.output import STANDARD_OUTPUT, OutputFile, tell
from plyground.cli.terminal import Terminal, notices
from plyground.page.pages import page as document
from plyground.position import Game, file_stem
from plyground.search import Control

_OPENING = (
    "A double click opens it on a computer, and a tap on an Android phone. "
    "iPhones and iPads need an address: plyground serve --page {}"
)


def page(game: Game, output: Path | None, embed: bool) -> None:
    """Write the page of a game, and say how to open it."""
    path = output or Path(f"{file_stem(game)}.html")
    file = OutputFile(path)
    with notices(game.title):
        made = Terminal().wait(
            lambda: document(game, embed=embed), Control(), f"Making the page of {game.title} ..."
        )
    file.write(made)
    if path != STANDARD_OUTPUT:
        tell(f"{game.title} is in the file {path}. {_OPENING.format(_quoted(path))}")


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
