"""Texts in requests that nobody types: control characters, and bytes that are no text.

Databases differ in what they do with them. So `Texts` lets them in nowhere.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
_LINES = re.compile("[\t\n\r\ufffd]")  # U+FFFD is what was no text
_BOUNDARY = re.compile(r'boundary="?([^";,]+)')

REFUSED = "a text has a character that nobody can type, such as NUL: leave it out"
"""What people read of such a text."""


class Texts:
    """Middleware that refuses a request with such a text, wherever it is."""

    def __init__(
        self, app: ASGIApp, refused: Callable[[Request, Exception], Awaitable[Response]]
    ) -> None:
        """`refused` makes the answer from what is wrong."""
        self._app, self._refused = app, refused

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        fault = _fault(scope)
        if fault is not None:
            answer = await self._refused(Request(scope), fault)
            await answer(scope, receive, send)
            return
        read = False

        async def receive_checked() -> Message:
            nonlocal read
            if read or scope["method"] in ("GET", "HEAD"):
                return await receive()
            read = True
            return await _body(receive, Headers(scope=scope).get("content-type", ""))

        await self._app(scope, receive_checked, send)


def _fault(scope: Scope) -> HTTPException | None:
    path: str = scope["path"]
    if _ODD.search(path) or _LINES.search(path):
        return HTTPException(404)
    heads = (value.decode("latin-1") for _, value in scope["headers"])
    if _odd(unquote_to_bytes(scope["query_string"])) or any(map(_ODD.search, heads)):
        return HTTPException(422, REFUSED)
    return None


async def _body(receive: Receive, kind: str) -> Message:
    """The whole body of a request. Raises HTTPException."""
    body, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return message
        body += message.get("body", b"")
        more = message.get("more_body", False)
    if any(map(_odd, _texts(kind, bytes(body)))):
        raise HTTPException(422, REFUSED)
    return {"type": "http.request", "body": bytes(body), "more_body": False}


def _texts(kind: str, body: bytes) -> Iterator[str | bytes]:
    """The texts of a body, by its content type. A file may have any."""
    if kind.startswith("multipart/"):
        yield from _fields(kind, body)
    elif kind.startswith("application/x-www-form-urlencoded"):
        yield unquote_to_bytes(body)
    else:
        yield body
        try:
            yield from _strings(json.loads(body))
        except (ValueError, RecursionError):  # who reads it says what is wrong
            return


def _odd(content: str | bytes) -> bool:
    try:
        text = content if isinstance(content, str) else content.decode()
        return _ODD.search(text) is not None
    except UnicodeDecodeError:
        return True


def _fields(kind: str, body: bytes) -> Iterator[bytes]:
    """The parts of a form that are no files, with their headers."""
    found = _BOUNDARY.search(kind)
    for part in body.split(b"--" + found[1].encode("latin-1")) if found else ():
        head, _, text = part.partition(b"\r\n\r\n")
        yield head
        if b"filename=" not in head:
            yield text


def _strings(data: Any) -> Iterator[str]:
    """The texts in data."""
    left = [data]
    while left:
        match left.pop():
            case str() as text:
                yield text
            case list() as parts:
                left += parts
            case dict() as named:
                left += [*named, *named.values()]
