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
from plyground.web.engine.allowance import Allowance
from plyground.web.engine.clock import Clock
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.events import Hub
from plyground.web.engine.work import TooBusyError, Workers
from plyground.web.handshake import Calling
from plyground.web.pages import (
    api,
    compiling,
    glassbox,
    handshake,
    home,
    library,
    puzzles,
    rendered,
    review,
    room,
    simulate,
    wants_html,
)
from plyground.web.parts import Parts
from plyground.web.security import Guard
from plyground.web.services.courses import Courses
from plyground.web.services.recordings import Recordings
from plyground.web.services.reviews import Reviews
from plyground.web.services.rooms import Rooms
from plyground.web.services.saved import SavedGames
from plyground.web.services.simulations import Simulations
from plyground.web.settings import Settings
from plyground.web.store import Database, Library, Store, Tries
from plyground.web.templating import HERE
from plyground.web.trouble import trouble_text
from plyground.web.visitors import Visitors

_COMPRESSED_FROM = 1000  # bytes
_ROOMS_AT_ONCE, _SECONDS_FOR_A_ROOM = 300, 10.0  # that a visitor may make


def create_app(settings: Settings | None = None, clock: Clock | None = None) -> FastAPI:
    """The app, which goes by a clock. Raises StoreError if its database cannot be used."""
    settings = settings or Settings()
    parts = _parts(settings, clock or Clock())

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        parts.start()
        yield
        await parts.close()

    # FastAPI's own pages about the API load scripts from elsewhere: they are left out.
    app = FastAPI(
        title="Plyground",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.parts = parts
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


def _parts(settings: Settings, clock: Clock) -> Parts:
    database = Database(settings.database_url)
    store, library = Store(database), Library(database)
    hub, workers = Hub(), Workers(clock=clock)
    compiled = Compiling(hub, workers)
    return Parts(
        settings=settings,
        database=database,
        store=store,
        library=library,
        tries=Tries(database),
        visitors=Visitors(settings.data),
        hub=hub,
        workers=workers,
        compiling=compiled,
        rooms=Rooms(store, hub, workers, compiled, clock),
        simulations=Simulations(hub, workers, simulate.events, clock),
        courses=Courses(workers),
        recordings=Recordings(),
        reviews=Reviews(hub, workers, compiled),
        saved_games=SavedGames(library, workers, compiled),
        calling=Calling(),
        new_rooms=Allowance(_ROOMS_AT_ONCE, _SECONDS_FOR_A_ROOM, clock),
    )


async def _told(request: Request, error: Exception) -> Response:
    """An error as a person, or a program, reads it: what is wrong, and what is accepted."""
    status, message = _status_and_message(error)
    if wants_html(request):
        response: Response = rendered("error.html", None, status, message=message)
    else:
        response = JSONResponse({"error": message}, status)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


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
    return getattr(error, "status", 422), trouble_text(error)
