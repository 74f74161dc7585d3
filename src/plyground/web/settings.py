"""`Settings`: the options of the app, and the folder with its data."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from plyground.folders import data_folder


@dataclass(frozen=True)
class Settings:
    """The options with which the app starts.

    `data` is its folder, `database` a URL for SQLAlchemy, by default a file in that folder. `hosts`
    are the names and addresses by which browsers may call it, and `path` is where it is on its
    site, such as "/games"; empty for the root. With `warms`, a separate process
    compiles what has no module and is waited for. With `plays_in_pages`, games at one screen use
    the engine in the page. `site` is the folder with the documentation, if it is here. `games` are
    Python files with games that it offers. `own` says that it is for the person at this machine
    alone, who shares the progress at puzzles with the terminal.
    """

    data: Path = field(default_factory=data_folder)
    database: str = ""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    path: str = ""
    warms: bool = False
    plays_in_pages: bool = False
    site: Path | None = None
    games: tuple[Path, ...] = ()
    own: bool = False

    @property
    def database_url(self) -> str:
        """The URL of the database."""
        from sqlalchemy import URL

        file = URL.create("sqlite", database=str(self.data / "plyground.db"))
        return self.database or file.render_as_string()
