"""Shows pages of games on a network: files, and nothing else. The app does not run."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from plyground.browser.arcade import ICONS, INDEX, MANIFEST, OFFLINE, icon_name
from plyground.browser.pages import is_page
from plyground.web.launch import addresses
from plyground.web.launch.connections import ACCEPTED_AT_ONCE, Connections, raise_file_limit
from plyground.web.launch.serving import (
    SERVED_PORT,
    Ending,
    Say,
    ShowCode,
    StartError,
    say_where,
    signals,
)
from plyground.web.security import Guard

_KINDS = {
    ".html": b"text/html; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".png": b"image/png",
    ".webmanifest": b"application/manifest+json",
}
_MISSING = b"text/plain; charset=utf-8"
_GLANCE = 0.1  # seconds between two checks of signals
_ENDING = 2.5  # seconds that requests have to end
_ADVICE = "give a page that `plyground page` wrote, or a folder that `plyground pages` wrote"
_HEADERS = (
    (b"cross-origin-resource-policy", b"same-origin"),
    # A page has a policy of its own, which is stricter than that of the app.
    (b"content-security-policy", b"frame-ancestors 'self'"),
)


def show(
    path: Path,
    host: str,
    port: int | None,
    names: Iterable[str],
    say: Say,
    show_code: ShowCode | None = None,
) -> Ending:
    """Show a page, or the pages of a folder, at `host` and `port`, until a signal comes.

    The files are read once. Raises StartError for what is no page, AddressError as `listen` does.
    """
    files = read_pages(path)
    hosts = addresses.accepted_hosts(host, names)
    with addresses.listen(host, port, SERVED_PORT) as listener, signals() as signalled:
        config = uvicorn.Config(
            Guard(_answering(files), hosts),
            http=Connections(raise_file_limit()).protocol,
            backlog=ACCEPTED_AT_ONCE,
            log_level="warning",
            access_log=False,
            server_header=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(_GLANCE / 10)
        say_where(path.name or str(path), listener, say, show_code)
        while thread.is_alive() and not signalled.wait(_GLANCE):
            pass
        server.should_exit = True
        thread.join(_ENDING)
    return Ending(signalled.is_set(), not thread.is_alive())


def read_pages(path: Path) -> dict[str, bytes]:
    """What is shown at each path of the address: a page, or the pages of a folder.

    Raises StartError for what is no page, and for a folder without pages.
    """
    try:
        if not path.is_dir():
            content = path.read_bytes()
            if not is_page(content):
                raise StartError(f"{path} is not a page of a game: {_ADVICE}")
            return {"/": content}
        names = [OFFLINE, MANIFEST, *map(icon_name, ICONS)]
        beside = [file for name in names if (file := path / name).is_file()]
        files = [*sorted(path.glob("*.html")), *beside]
        found = {file.name: file.read_bytes() for file in files}
    except OSError as error:
        reason = error.strerror or error
        raise StartError(f"{path} cannot be read ({reason}): {_ADVICE}") from None
    pages = {
        f"/{name}": content
        for name, content in found.items()
        if not name.endswith(".html") or is_page(content)
    }
    if f"/{INDEX}" not in pages:
        raise StartError(f"{path} is not a folder of pages: {_ADVICE}")
    return {"/": pages[f"/{INDEX}"], **pages}


def _answering(files: dict[str, bytes]) -> ASGIApp:
    """An application that answers with these files and nothing else."""

    async def answer(scope: Scope, _receive: Receive, send: Send) -> None:
        content = files.get(scope["path"])
        status = 404 if content is None else 200
        kind = _MISSING if content is None else _KINDS[Path(scope["path"]).suffix or ".html"]
        if scope["method"] not in ("GET", "HEAD"):
            status, kind, content = 405, _MISSING, b"Only GET is answered."
        body = b"There is no such page." if content is None else content
        headers = [
            (b"content-type", kind),
            (b"content-length", str(len(body)).encode()),
            *_HEADERS,
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if _is_head(scope) else body})

    return answer


def _is_head(scope: Scope) -> bool:
    return bool(scope["method"] == "HEAD")
