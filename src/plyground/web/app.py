"""`create_app`: puts the app together from its settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from plyground import __version__
from plyground.position import PlygroundError, UnknownGameError
from plyground.search import Cancelled
from plyground.web.below import Below, path_in_app
from plyground.web.engine.clock import Clock
from plyground.web.errors import EndedError, disk_text, status_of, trouble_text
from plyground.web.games import missing_game
from plyground.web.head import Head
from plyground.web.later import Later, events_of
from plyground.web.pages import (
    alone,
    api,
    compiling,
    device,
    glassbox,
    handshake,
    help_page,
    home,
    library,
    look,
    own,
    owned,
    review,
    room,
    wants_html,
)
from plyground.web.parts import Parts
from plyground.web.security import Guard
from plyground.web.settings import Settings
from plyground.web.templating import HERE, template
from plyground.web.texts import REFUSED, Texts

_COMPRESSED_FROM = 1000  # bytes


_HEADINGS = {
    404: "This page does not exist.",
    405: "This page cannot be opened by its address.",
}
"""What people read instead of the usual name of a status."""


_DAMAGED = "The server cannot read what this page has sent: reload the page."
"""What people read of data that a script has sent for them; programs read what is wrong with it."""


_WAYS = {
    "room": ("Your games", "/library"),
    "library": ("Your games", "/library"),
    "puzzles": ("All puzzles", "/puzzles"),
    "perfect": ("All perfect games", "/perfect"),
    "atlas": ("The atlas", "/atlas"),
    "learn": ("All chapters", "/learn"),
    "watch": ("Watch", "/watch"),
    "runs": ("All runs", "/watch"),
    "learning": ("All learners", "/learning"),
    "teach": ("All learners", "/learning"),
    "learned": ("Let it learn", "/learning"),
}
"""Where else people can go from an address that does not exist, by its first part."""


def create_app(settings: Settings | None = None, clock: Clock | None = None) -> FastAPI:
    """The app, timed by a clock. Raises StoreError if its database cannot be used."""
    settings = settings or Settings()
    parts = Parts(settings, clock or Clock(), events_of("runs"))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        parts.start()
        yield
        await parts.close()

    # FastAPI's own pages about the API would load scripts from other sites.
    app = FastAPI(
        title="Plyground",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.parts = parts
    app.add_middleware(Texts, refused=_refused)
    app.add_middleware(Later, of=app)
    app.add_middleware(Head)
    app.add_middleware(Below, path=settings.path)
    app.add_middleware(GZipMiddleware, minimum_size=_COMPRESSED_FROM)
    app.add_middleware(Guard, hosts=settings.hosts)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    if settings.site is not None:
        pages_of_site = help_page.Documentation(directory=settings.site, html=True)
        app.mount(help_page.DOCUMENTATION, pages_of_site, name="documentation")
    pages = (
        home,
        look,
        device,
        alone,
        own,
        owned,
        library,
        review,
        glassbox,
        help_page,
    )
    for page in (owned, room, api, handshake, compiling, *pages):  # what is asked most, first
        app.include_router(page.router)
    app.add_exception_handler(PlygroundError, _refused)
    app.add_exception_handler(OSError, _refused)
    app.add_exception_handler(Cancelled, _refused)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _refused)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    """An error for a person or a program: what is wrong, and what is accepted."""
    if isinstance(error, Cancelled):
        error = EndedError("this was ended: Plyground is closing, or you have asked again")
    status, message = _status_and_message(error)
    if wants_html(request):
        sent = request.headers.get("content-type", "")
        unread = isinstance(error, RequestValidationError) or status == 400 or message == REFUSED
        if unread and sent.startswith("application/json"):
            message = _DAMAGED
        heading = _HEADINGS.get(status) if message == HTTPStatus(status).phrase else None
        if isinstance(error, UnknownGameError):
            message = missing_game(error)
        way = _WAYS.get(path_in_app(request.scope).removeprefix("/").partition("/")[0])
        values = {"heading": heading, "message": message, "status": status, "way": way}
        page = template("error.html").render(**values)
        response: Response = HTMLResponse(page, status)
    else:
        response = JSONResponse({"error": message}, status)
    response.headers.update(getattr(error, "headers", None) or {})
    return response


def _status_and_message(error: Exception) -> tuple[int, str]:
    if isinstance(error, HTTPException):
        return error.status_code, str(error.detail)
    if isinstance(error, RequestValidationError):
        return 422, "; ".join(map(_fault_text, error.errors()))
    if isinstance(error, OSError):
        return 507, disk_text(error)
    return status_of(error), trouble_text(error)


def _fault_text(fault: dict[str, Any]) -> str:
    """What is wrong with a part of a request, and which part it is."""
    _, *where = fault["loc"]
    if fault["type"] == "json_invalid":
        return f"the body is not JSON from character {where[0] + 1} on"
    return f"{'.'.join(map(str, where)) or 'the body'}: {fault['msg']}"
