"""`plyground page` and `pages`: games as HTML files, to be opened as they are or passed on."""

from __future__ import annotations

from pathlib import Path

from plyground.browser.arcade import arcade
from plyground.browser.modules import standard_games
from plyground.browser.pages import page as document
from plyground.cli.batch import interruptible, progress
from plyground.cli.exits import FAILURE, UserError
from plyground.cli.games import usual_game
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, tell, unwritable
from plyground.cli.terminal import Terminal, notices
from plyground.position import Game, file_stem
from plyground.search import Control

_INDEX = "index.html"

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


def pages(folder: Path, names: list[str]) -> None:
    """Write the pages of the standard games and of others, and one that leads to them."""
    own = [usual_game(name) for name in names]
    games = {f"{file_stem(game)}.html": game for game in (*standard_games(), *own)}
    try:
        folder.mkdir(exist_ok=True)
    except FileExistsError:
        raise UserError(f"{folder} is a file: give a folder for the pages", FAILURE) from None
    except OSError as error:
        raise unwritable(folder, error) from None
    index = OutputFile(folder / _INDEX)

    def work() -> tuple[dict[str, str], str]:
        made = {}
        with progress(len(games), "pages") as step:
            for name, game in sorted(games.items(), key=lambda each: each[1] not in own):
                made[name] = document(game)  # a user's own first, which may be refused
                step(game.title)
        return made, arcade(games)

    with notices("the games"):
        result, _ = interruptible(work, Control(), 0)
    assert result is not None
    made, leading = result
    for name, text in made.items():
        OutputFile(folder / name).write(text)
    index.write(leading)
    tell(f"{folder / _INDEX} leads to {len(games)} games. {_OPENING.format(_quoted(folder))}")


def _quoted(path: Path) -> str:
    return f'"{path}"' if " " in str(path) else str(path)
