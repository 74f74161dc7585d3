"""`create_app`: the app put together, from its settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from plyground import __version__
from plyground.position import PlygroundError
from plyground.web import handshake
from plyground.web.engine import compiling
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.events import Hub
from plyground.web.engine.work import TooBusyError, Workers
from plyground.web.handshake import Calling
from plyground.web.pages import (
    HERE,
    api,
    glassbox,
    home,
    library,
    puzzles,
    rendered,
    review,
    room,
    simulate,
    wants_html,
)
from plyground.web.security import Guard
from plyground.web.services.courses import Courses
from plyground.web.services.recordings import Recordings
from plyground.web.services.reviews import Reviews
from plyground.web.services.rooms import Rooms
from plyground.web.services.saved import SavedGames
from plyground.web.services.simulations import Simulations
from plyground.web.settings import Settings
from plyground.web.store import Database, Library, Store, Tries
from plyground.web.visitors import Visitors

_COMPRESSED_FROM = 1000  # bytes


def create_app(settings: Settings | None = None) -> FastAPI:
    """The app. Raises StoreError if its database cannot be used."""
    settings = settings or Settings()
    database = Database(settings.database_url)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.hub.start()
        app.state.rooms = Rooms(app.state.store, app.state.hub, app.state.workers)
        app.state.rooms.start()
        app.state.simulations.start()
        if settings.warms:
            app.state.compiling.start()
        yield
        await app.state.simulations.close()
        await app.state.rooms.close()
        app.state.hub.close()
        app.state.compiling.close()
        app.state.workers.close()
        database.close()

    # FastAPI's own pages about the API load scripts from elsewhere: they are left out.
    app = FastAPI(
        title="Plyground",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.store = Store(database)
    app.state.library = Library(database)
    app.state.tries = Tries(database)
    app.state.visitors = Visitors(settings.data)
    app.state.hub = Hub()
    app.state.workers = Workers()
    app.state.courses = Courses(app.state.workers)
    app.state.recordings = Recordings()
    app.state.compiling = Compiling(app.state.hub, app.state.workers)
    app.state.saved_games = SavedGames(app.state.library, app.state.workers, app.state.compiling)
    app.state.reviews = Reviews(app.state.hub, app.state.workers, app.state.compiling)
    app.state.calling = Calling()
    app.state.simulations = Simulations(app.state.hub, app.state.workers, simulate.events)
    app.add_middleware(GZipMiddleware, minimum_size=_COMPRESSED_FROM)
    app.add_middleware(Guard, hosts=settings.hosts)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    pages = (home, room, library, review, puzzles, simulate, glassbox)
    for page in (api, handshake, compiling, *pages):
        app.include_router(page.router)
    app.add_exception_handler(PlygroundError, _told)
    app.add_exception_handler(HTTPException, _told)
    app.add_exception_handler(RequestValidationError, _told)
    return app


async def _told(request: Request, error: Exception) -> Response:
    """An error as a person, or a program, reads it: what is wrong, and what is accepted."""
    status, message = _status_and_message(error)
    if wants_html(request):
        return rendered("error.html", None, status, message=message)
    return JSONResponse({"error": message}, status)


def _status_and_message(error: Exception) -> tuple[int, str]:
    if isinstance(error, HTTPException):
        return error.status_code, str(error.detail)
    if isinstance(error, RequestValidationError):
        faults = (
            f"{'.'.join(str(part) for part in fault['loc'][1:])}: {fault['msg']}"
            for fault in error.errors()
        )
        return 422, "; ".join(faults)
    if isinstance(error, TooBusyError):
        return 429, str(error)
    return getattr(error, "status", 422), str(error)
