"""`Later`: pages that are read when someone first asks for one, so that a start need not wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from plyground.web import pages
from plyground.web.below import path_in_app

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import ASGIApp, Receive, Scope, Send

BY_PART = {
    "arena": ("before",),
    "atlas": ("atlas",),
    "experiments": ("before",),
    "learn": ("learn",),
    "learned": ("learned",),
    "learning": ("learning",),
    "perfect": ("perfect",),
    "play-style": ("play_style",),
    "puzzles": ("puzzles",),
    "runs": ("run_games", "runs"),
    "simulate": ("before",),
    "teach": ("teaching",),
    "watch": ("watch",),
}
"""The files of the pages by the first part of their addresses."""


def _page(name: str) -> Any:
    return import_module(f"{pages.__name__}.{name}")


def events_of(name: str) -> Callable[..., Iterator[Any]]:
    """The events that a page makes for its tabs; the page is read at the first of them."""
    return lambda *what: _page(name).events(*what)


class Later:
    """Middleware that gives an app the pages of an address before it is looked up."""

    def __init__(self, app: ASGIApp, of: FastAPI) -> None:
        self._app = app
        self._of = of
        self._waiting = dict(BY_PART)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Nothing waits before the pages are there, so no second request finds them missing."""
        if scope["type"] == "http":
            part = path_in_app(scope).removeprefix("/").partition("/")[0]
            for name in self._waiting.get(part, ()):
                self._of.include_router(_page(name).router)
            self._waiting.pop(part, None)
        await self._app(scope, receive, send)
