"""`Parts`: the services of the running app, as one typed object for every page.

`parts_of(request)` gives it; `app.create_app` makes it.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from fastapi import FastAPI, Request

from plyground.analysis.puzzles import PROGRESS, ProgressFile
from plyground.position import Game
from plyground.web.engine.clock import Clock
from plyground.web.engine.compiling import Compiling, default_games
from plyground.web.engine.events import Hub
from plyground.web.engine.modules import Modules
from plyground.web.engine.work import Allowance, Workers
from plyground.web.services.courses import Courses
from plyground.web.services.game_files import GameFiles
from plyground.web.services.learning import Learning
from plyground.web.services.reviews import Reviews
from plyground.web.services.rooms import Rooms
from plyground.web.services.runs import NewsOf, Runs
from plyground.web.services.saved import SavedGames
from plyground.web.services.styles import Styles
from plyground.web.services.teaching import Teaching
from plyground.web.settings import Settings
from plyground.web.store import (
    Database,
    Forgotten,
    KeepsTries,
    Library,
    OwnTries,
    RunRecords,
    Store,
    Studies,
    Tries,
)
from plyground.web.visitors import Visitors

_ROOMS_AT_ONCE, _SECONDS_FOR_A_ROOM = 300, 10.0  # that a visitor may make


class Parts:
    """All services of one app, from the database up."""

    def __init__(self, settings: Settings, clock: Clock, of_run: NewsOf) -> None:
        """`of_run` makes the events of a run. Raises StoreError."""
        self.settings = settings
        self.database = Database(settings.database_url)
        self.store = Store(self.database)
        self.library = Library(self.database)
        self.tries: KeepsTries = Tries(self.database)
        if settings.own:
            self.tries = OwnTries(ProgressFile(settings.data / PROGRESS), Tries(self.database))
        self.visitors = Visitors(settings.data, Forgotten(self.database))
        self.hub = Hub()
        self.workers = Workers(clock=clock)
        self.compiling = Compiling(self.hub, self.workers, apart=settings.warms)
        self.modules = Modules() if settings.plays_in_pages else None
        self.rooms = Rooms(self.store, self.hub, self.workers, self.compiling, clock, self.modules)
        records = RunRecords(self.database)
        self.runs = Runs(records, settings.data / "runs", self.hub, self.workers, of_run, clock)
        self.courses = Courses(self.workers)
        self.learning = Learning(settings.data / "learned")
        self.teaching = Teaching(settings.data / "learned")
        self.reviews = Reviews(self.hub, self.workers, self.compiling)
        self.saved_games = SavedGames(self.library, self.workers, self.compiling)
        self.styles = Styles(
            Studies(self.database), self.rooms, self.library, self.saved_games, self.reviews, clock
        )
        self.game_files = GameFiles(settings.games, settings.data, self._offered)
        self.token = secrets.token_urlsafe(24)
        """It lets another start of Plyground recognise this one; see `pages.handshake`."""
        self.show_window: Callable[[], None] | None = None
        """Opens a window, if this process has that task."""
        self.new_rooms = Allowance(_ROOMS_AT_ONCE, _SECONDS_FOR_A_ROOM, clock)

    def start(self) -> None:
        """Begin the work in the background."""
        self.hub.start()
        self.rooms.start()
        self.runs.start()
        self.learning.start()
        self.game_files.start()
        if self.modules is not None:
            self.modules.read(list(default_games()))

    def _offered(self, game: Game) -> None:
        """Get a game ready whose rules are new, as the other games are."""
        if self.modules is not None:
            self.modules.read([game])

    async def close(self) -> None:
        """End everything. The database has all that counts."""
        await self.game_files.close()
        await self.runs.close()
        await asyncio.to_thread(self.learning.close)
        await self.styles.close()
        await self.rooms.close()
        self.hub.close()
        self.compiling.close()
        if self.modules is not None:
            self.modules.close()
        self.workers.close()
        self.database.close()


def parts_of(asked: Request | FastAPI) -> Parts:
    """The parts of an app, or of the app that a request came to."""
    app = asked.app if isinstance(asked, Request) else asked
    parts: Parts = app.state.parts
    return parts
