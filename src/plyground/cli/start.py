"""`plyground` and `plyground serve`: starting the app, if its libraries are installed."""

from __future__ import annotations

import importlib.util
import os
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import exits, output
from plyground.cli.exits import UserError
from plyground.cli.output import say, tell
from plyground.installing import install_command

if TYPE_CHECKING:
    from plyground.web.launch.serving import Ending
    from plyground.web.settings import Settings

_LIBRARIES = (
    "alembic",
    "fastapi",
    "itsdangerous",
    "jinja2",
    "python_multipart",
    "segno",
    "sqlalchemy",
    "uvicorn",
)

_FILE = "sqlite:///"  # how the URL of a database in a file begins
_LIGHT_ON_DARK = "\x1b[97;40m{}\x1b[0m"  # whatever the terminal's own colours are

DataFolder = Annotated[
    Path | None,
    typer.Option("--data", metavar="FOLDER", help="Folder in which the app keeps its games."),
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Keep the games in this database instead."),
]
OwnHeuristics = Annotated[
    list[Path] | None,
    typer.Option(
        "--heuristic",
        metavar="FILE",
        help="A heuristic of your own, which players of the app may use; may be repeated.",
    ),
]
OwnGames = Annotated[
    list[Path] | None,
    typer.Option(
        "--game",
        metavar="FILE",
        help="A game of your own, which the app offers and watches for changes; may be repeated.",
    ),
]


def is_installed() -> bool:
    """Whether the libraries of the app are there. Imports none of them."""
    return all(importlib.util.find_spec(name) is not None for name in _LIBRARIES)


def open_app(
    window: bool,
    data: Path | None,
    database: str | None,
    heuristics: list[Path] | None,
    games: list[Path] | None,
) -> int:
    """Open the app; the exit code, once it has ended."""
    _require()
    from plyground.web.launch import start

    settings = _settings(data, database, games or [])
    if heuristics:
        _offer(heuristics)
    return _ended(start.open_app(settings, window, tell))


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address to listen at; 0.0.0.0 is every network.")
    ] = "0.0.0.0",
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            metavar="N",
            help="Port to listen at (default: 8000, or the next free one).",
        ),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="A name by which browsers reach the app, as behind a proxy; may be repeated.",
        ),
    ] = None,
    path: Annotated[
        str,
        typer.Option(
            metavar="PATH",
            help="Path of a web site below which the app is, such as /games, as behind a proxy.",
        ),
    ] = "",
    data: DataFolder = None,
    database: Database = None,
    heuristic: OwnHeuristics = None,
    game: OwnGames = None,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Show a page that `plyground page` wrote, or a folder of pages, instead of the "
            "app.",
        ),
    ] = None,
) -> int:
    """Run the app for others on your network, who play in browsers.

    With --page, they play on a page of a game instead, which keeps nothing here.
    """
    _require()
    show_code = _show_code if sys.stdout.isatty() else None
    if page is not None:
        if any((path, data, database, heuristic, game)):
            raise UserError(
                "--path, --data, --database, --heuristic and --game are for the app, not for --page"
            )
        from plyground.web.launch.show import show

        return _ended(show(page, host, port, name or (), tell, show_code))
    from plyground.web.launch import addresses, start

    settings = replace(_settings(data, database, game or []), path=addresses.path_given(path))
    _offer(heuristic or [])
    return _ended(start.serve(settings, host, port, name or (), tell, show_code))


def _require() -> None:
    if not is_installed():
        raise UserError(f"the app needs its libraries: {install_command('app')}", exits.FAILURE)


def _settings(data: Path | None, database: str | None, games: list[Path]) -> Settings:
    from plyground.folders import data_folder, site_folder
    from plyground.web.settings import Settings

    warnings.showwarning = _note  # type: ignore[assignment]
    place = (database or "").partition("?")[0].removeprefix(_FILE)
    if database and database.startswith(_FILE) and not place.startswith("file:"):
        folder = Path(place).parent
        if not folder.is_dir():  # it is mistyped more often than meant
            raise UserError(f"there is no folder {folder}: give a database in one that is there")
    folder = (data or data_folder()).expanduser().absolute()
    if data is not None and not folder.parent.is_dir():
        raise UserError(f"there is no folder {folder.parent}: give --data in one that is there")
    for path in games:
        if not path.is_file() or path.suffix != ".py":
            raise UserError(
                f"{path} is not a Python file: give --game one with a game, as in examples"
            )
    return Settings(
        data=folder,
        database=database or "",
        warms=True,
        plays_in_pages=True,
        site=site_folder(),
        games=tuple(path.absolute() for path in games),
    )


def _offer(heuristics: list[Path]) -> None:
    """Offer heuristics in the app, each in the game that its file names.

    Raises UserError for one that cannot be offered, and as `rated_by` does.
    """
    # A window need not wait for these.
    from plyground.games.registry import game, game_names
    from plyground.position import own_heuristic, rated_by

    for path in heuristics:
        own = own_heuristic.load(path)
        if own.game not in game_names():
            raise UserError(
                f"{path}: the file has to say for which game it is, by a line such as "
                f'game = "connect4": give {" or ".join(game_names())}'
            )
        found = game(own.game)
        if own.name in found.heuristic_names:
            raise UserError(f"{found.title} has a heuristic {own.name}: rename the one in {path}")
        own_heuristic.offer(path)
        rated_by(found, own.name)
        tell(f"{found.title}: players may use the heuristic {own.name}")


def _note(message: Warning | str, *_rest: object) -> None:
    print(f"plyground: note: {message}", file=sys.stderr, flush=True)  # noqa: T201


def _ended(ending: Ending) -> int:
    code = exits.INTERRUPTED if ending.interrupted else exits.SUCCESS
    if not ending.clean:  # Python would wait for threads that cannot be stopped
        output.finish()
        os._exit(code)
    return code


def _show_code(lines: list[str]) -> None:
    try:
        "".join(lines).encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return
    for line in lines:
        say(_LIGHT_ON_DARK.format(line))
