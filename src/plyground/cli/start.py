"""`plyground` and `plyground serve`: starting the app, if its libraries are installed."""

from __future__ import annotations

import importlib.util
import os
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import exits, output
from plyground.cli.exits import UserError
from plyground.cli.output import say
from plyground.installing import install_command

if TYPE_CHECKING:
    from plyground.web.launch.start import Ending
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
    typer.Option("--data", metavar="FOLDER", help="Where the app keeps games and seats."),
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A database of the app instead of a file in that folder."),
]


def is_installed() -> bool:
    """Whether the libraries of the app are there. Imports none of them."""
    return all(importlib.util.find_spec(name) is not None for name in _LIBRARIES)


def open_app(window: bool, data: Path | None, database: str | None) -> int:
    """Open the app; the exit code, once it has ended."""
    _require()
    from plyground.web.launch import start

    return _ended(start.open_app(_settings(data, database), window, say))


def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
    ] = "0.0.0.0",
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, metavar="N", help="Without it 8000, or the next free one."),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="HOST",
            help="A name under which browsers reach it, as behind a proxy; may be repeated.",
        ),
    ] = None,
    data: DataFolder = None,
    database: Database = None,
) -> int:
    """Run the app for a network: others play in their browsers, by a link."""
    _require()
    from plyground.web.launch import start

    show_code = _show_code if sys.stdout.isatty() else None
    settings = _settings(data, database)
    return _ended(start.serve(settings, host, port, name or (), say, show_code))


def _require() -> None:
    if not is_installed():
        raise UserError(f"the app needs its libraries: {install_command('app')}", exits.FAILURE)


def _settings(data: Path | None, database: str | None) -> Settings:
    from plyground.folders import data_folder
    from plyground.web.settings import Settings

    warnings.showwarning = _note  # type: ignore[assignment]
    place = (database or "").partition("?")[0].removeprefix(_FILE)
    if database and database.startswith(_FILE) and not place.startswith("file:"):
        folder = Path(place).parent
        if not folder.is_dir():  # it is mistyped more often than meant
            raise UserError(f"there is no folder {folder}: give a database in one that is there")
    folder = (data or data_folder()).expanduser().absolute()
    return Settings(data=folder, database=database or "", warms=True)


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
