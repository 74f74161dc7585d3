"""`create_app`: the app put together, from its settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from plyground import __version__
from plyground.position import PlygroundError
from plyground.web.engine.clock import Clock
from plyground.web.errors import status_of, trouble_text
from plyground.web.pages import (
    api,
    compiling,
    glassbox,
    handshake,
    home,
    library,
    puzzles,
    review,
    room,
    simulate,
    wants_html,
)
from plyground.web.parts import Parts
from plyground.web.security import Guard
from plyground.web.settings import Settings
from plyground.web.templating import HERE, template

_COMPRESSED_FROM = 1000  # bytes


def create_app(settings: Settings | None = None, clock: Clock | None = None) -> FastAPI:
    """The app, which goes by a clock. Raises StoreError if its database cannot be used."""
    settings = settings or Settings()
    parts = Parts(settings, clock or Clock(), simulate.events)

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


async def _told(request: Request, error: Exception) -> Response:
    """An error as a person, or a program, reads it: what is wrong, and what is accepted."""
    status, message = _status_and_message(error)
    if wants_html(request):
        page = template("error.html").render(message=message)
        response: Response = HTMLResponse(page, status)
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
    return status_of(error), trouble_text(error)
