"""The guard of every request: which hosts are answered, and which sites may send forms."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.web.engine.work import Client, client

BODY_MOST = 1_000_000
"""Bytes of a request."""

_SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
_POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; "
    "img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)
_HEADERS = {"X-Content-Type-Options": "nosniff"}
_OF_DOCUMENTS = {
    "Content-Security-Policy": _POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
}
_PARTS = ("text/css", "text/javascript", "font/", "application/wasm")
"""What is never a document of its own: a page has twenty of them, and these headers take 7 kB."""


class Guard:
    """Refuses foreign hosts, because an attacker can point a name at this address. Refuses requests
    from other sites that change something. Adds headers, so that a page loads nothing from other
    sites and no other site frames it.

    Besides `hosts` it answers to the numeric address at which a request arrives: machines have
    several, and change them. A request that names no host comes from no browser.

    Pages compile WebAssembly and start a worker from a text of their own: see browser/engine.js.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client.set(Client(scope["client"][0] if scope.get("client") else ""))
        refusal = self._refusal(scope, Headers(scope=scope))
        if refusal is not None:
            await refusal(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                part = headers.get("content-type", "").startswith(_PARTS)
                for name, value in (_HEADERS if part else _HEADERS | _OF_DOCUMENTS).items():
                    headers.setdefault(name, value)
            await send(message)

        received = 0

        async def receive_at_most() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > BODY_MOST:
                raise HTTPException(413, f"a request has at most {BODY_MOST:,} bytes")
            return message

        await self._app(scope, receive_at_most, send_with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        host = headers.get("host", "").lower()
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        name = name.removesuffix(".")  # that of the root of all names
        if host and name not in self._hosts and not _is_own_address(name, scope):
            return PlainTextResponse("Plyground does not answer to this host name.", 400)
        if scope["method"] in _SAFE_METHODS:
            return None
        origin = headers.get("origin")
        foreign = origin is not None and urlsplit(origin).netloc.lower() != host
        if foreign or headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return PlainTextResponse("Requests from other sites are not accepted.", 403)
        return None


def _is_own_address(name: str, scope: Scope) -> bool:
    """Whether a host is the numeric address at which its request arrived."""
    try:
        asked = ip_address(name.removeprefix("[").removesuffix("]"))
        own = ip_address((scope.get("server") or ("",))[0])
    except ValueError:
        return False
    return asked in (own, getattr(own, "ipv4_mapped", None))
