"""`Head`: requests for the head of an answer alone."""

from __future__ import annotations

from contextlib import suppress

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEAD_ALONE = "plyground.head"
"""In the scope of such a request."""


class _AnsweredError(Exception):
    """The head of a stream is sent, and nobody reads on."""


class Head:
    """Middleware that answers HEAD like GET; the server leaves the body out.

    A stream has no length. Of it nothing is made: it may never end, and the app takes people for
    present as long as they read one. What else a page or an answer of the API changes by being read
    asks for `HEAD_ALONE`.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return

        async def send_head(message: Message) -> None:
            await send(message)
            begins = message["type"] == "http.response.start"
            if begins and b"content-length" not in dict(message["headers"]):
                await send({"type": "http.response.body"})
                raise _AnsweredError

        with suppress(_AnsweredError):
            await self._app({**scope, "method": "GET", HEAD_ALONE: True}, receive, send_head)
