"""The place of the app on its site: the root, or a path such as /games that other pages are beside.

All of the app writes its addresses as if it were at the root, such as /learn. Here the path comes
before them, on their way out, and nowhere else. Scripts write addresses of their own after
`data-root` of the page's root element. What is in JSON is for scripts, and without a slash.
"""

from __future__ import annotations

import re

from starlette.datastructures import URL
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_PAGES = (b"text/html", b"text/event-stream")
LINKS = re.compile(
    rb"(\b(?:href|src|action|formaction|hx-(?:get|post)"
    rb'|data-(?:address|boards|later|play|root|showing|watched))=")(?=/(?!/))'
)
"""What comes before an address of the app in a page."""
_IN_HEADERS = {
    b"location": re.compile(rb"^()(?=/(?!/))"),
    b"hx-redirect": re.compile(rb"^()(?=/(?!/))"),
    b"x-address": re.compile(rb"^()(?=/(?!/))"),
    b"set-cookie": re.compile(rb"(; Path=)(?=/)"),
}
"""The same in a header, by its name."""


def path_in_app(scope: Scope) -> str:
    """The path that a request asks for, as the app writes it."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


class Below:
    """Middleware by which an app is below a path, or else below the `root_path` of its requests.

    A request may have this path, or be without it where a proxy took it away.
    """

    def __init__(self, app: ASGIApp, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        root = self._path or scope.get("root_path", "").rstrip("/")
        if scope["type"] != "http" or not root:
            await self._app(scope, receive, send)
            return
        if scope["path"] == root:
            await RedirectResponse(URL(scope=scope).replace(path=f"{root}/"))(scope, receive, send)
            return
        inside = scope["path"].startswith(f"{root}/")
        path = scope["path"] if inside else root + scope["path"]
        before = rb"\g<1>" + root.encode()
        pages = False

        async def send_below(message: Message) -> None:
            nonlocal pages
            if message["type"] == "http.response.start":
                headers = [
                    (name, _IN_HEADERS[name].sub(before, value) if name in _IN_HEADERS else value)
                    for name, value in message["headers"]
                ]
                kind = dict(headers).get(b"content-type", b"")
                pages = kind.startswith(_PAGES)
                if pages:  # which become longer
                    headers = [each for each in headers if each[0] != b"content-length"]
                message = {**message, "headers": headers}
            elif pages and message.get("body"):
                message = {**message, "body": LINKS.sub(before, message["body"])}
            await send(message)

        scope = {**scope, "root_path": root, "path": path}
        await self._app(scope, receive, send_below)
