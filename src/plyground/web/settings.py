"""`Settings`: what the app is started with, and the folder that keeps what it must not lose."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from plyground.folders import data_folder


@dataclass(frozen=True)
class Settings:
    """What the app is started with.

    `data` is its folder, `database` a URL for SQLAlchemy, by default a file in that folder. `hosts`
    are the names and addresses by which browsers may call it. With `warms` a process of its own
    compiles the default games at start.
    """

    data: Path = field(default_factory=data_folder)
    database: str = ""
    hosts: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
    warms: bool = False

    @property
    def database_url(self) -> str:
        """The URL of the database."""
        from sqlalchemy import URL

        file = URL.create("sqlite", database=str(self.data / "plyground.db"))
        return self.database or file.render_as_string()
