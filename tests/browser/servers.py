"""Servers to visit with a browser: processes that can be killed, and started on the same data.

They are forked from one process that has imported the app, so that a start takes a moment.
"""

from __future__ import annotations

import multiprocessing
import os
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import uvicorn

from plyground.web.app import create_app
from plyground.web.settings import Settings
from tests.until import until


def _host() -> str:
    """The address at which servers are. Browsers trust this computer's own as they trust https;
    with PLYGROUND_TESTS_AT=network it is that in its network, as pages have it in a school.
    """
    if os.environ.get("PLYGROUND_TESTS_AT") != "network":
        return "127.0.0.1"
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        way.connect(("192.0.2.1", 9))  # sends nothing
        found: str = way.getsockname()[0]
    return found


HOST = _host()
_HOSTS = (HOST, "localhost", "games.test")
_PROCESSES: Any = multiprocessing.get_context("forkserver" if os.name == "posix" else "spawn")
if os.name == "posix":
    _PROCESSES.set_forkserver_preload([__name__])


def _serve(data: Path, port: int, plays_in_pages: bool, before: str, path: str) -> None:
    exec(before, {})
    settings = Settings(
        data=data, warms=False, plays_in_pages=plays_in_pages, hosts=_HOSTS, path=path
    )
    uvicorn.run(
        create_app(settings),
        host=HOST,
        port=port,
        log_level="warning",
        timeout_keep_alive=600,  # Playwright asks on a connection again, however late it is
        timeout_graceful_shutdown=1,
    )


@dataclass
class Server:
    """A running server, which can be killed and started again on the same data."""

    data: Path
    port: int
    plays_in_pages: bool = False
    before: str = ""
    """Statements that its process begins with."""
    path: str = ""
    process: BaseProcess | None = None

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}{self.path}"

    def start(self) -> None:
        given = (self.data, self.port, self.plays_in_pages, self.before, self.path)
        self.process = _PROCESSES.Process(target=_serve, args=given)
        self.process.start()
        until(self._answers)

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.join()

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.is_alive(), "the server does not start"
        try:
            urllib.request.urlopen(f"{self.url}/api/games").close()
        except OSError:
            return False
        return True


@contextmanager
def running_server(
    data: Path, plays_in_pages: bool = False, before: str = "", path: str = ""
) -> Iterator[Server]:
    """A server on a free port, for as long as it is needed."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        port = free.getsockname()[1]
    running = Server(data, port, plays_in_pages, before, path=path)
    running.start()
    try:
        yield running
    finally:
        running.kill()
