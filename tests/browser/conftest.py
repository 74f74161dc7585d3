"""A server for all tests of a process, and Chromium to visit it with."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

_PATIENCE = 120_000  # milliseconds for what comes late only on a computer that does other work
expect.set_options(timeout=_PATIENCE / 4)

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_OPTIONS = ["--no-sandbox", "--host-resolver-rules=MAP games.test 127.0.0.1"]
_PROGRAM = """
import sys, uvicorn
from pathlib import Path
from plyground.web.app import create_app
from plyground.web.settings import Settings
app = create_app(
    Settings(data=Path(sys.argv[1]), warms=False, plays_in_pages=sys.argv[3] == "True",
             hosts=("127.0.0.1", "localhost", "games.test")))
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="warning",
            timeout_graceful_shutdown=1)
"""


@dataclass
class Server:
    """A running server, which can be killed and started again on the same data."""

    data: Path
    port: int
    plays_in_pages: bool = False
    before: str = ""
    """Statements that its process begins with."""
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = self.before + _PROGRAM
        command = [sys.executable, "-c", program, str(self.data), str(self.port)]
        command.append(str(self.plays_in_pages))
        self.process = subprocess.Popen(command)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/api/games", timeout=1).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not start")

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        self.process.wait()


@contextmanager
def running_server(data: Path, plays_in_pages: bool = False, before: str = "") -> Iterator[Server]:
    """A server on a free port, for as long as it is needed."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = Server(data, port, plays_in_pages, before)
    running.start()
    try:
        yield running
    finally:
        running.kill()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for visitors who know nothing of each other. A test that kills it restarts it."""
    with running_server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        pytest.fail("browser tests need Chromium: install it, or leave the tests out")
    started = playwright.chromium.launch(executable_path=path, args=_OPTIONS)
    yield started
    started.close()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., Page]]:
    """Pages of people, each with a browser context of their own.

    An error on a page, or a request to another host, fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def make(**options: object) -> Page:
        context = browser.new_context(base_url=server.url, **options)  # type: ignore[arg-type]
        context.set_default_timeout(_PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: _local(request.url, server, complaints))
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


def _local(url: str, server: Server, complaints: list[str]) -> None:
    if not url.startswith((server.url, "data:", "blob:")):
        complaints.append(f"asks for {url}")
