"""The app in a test: a client for each person, on a database of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plyground.web.app import create_app
from plyground.web.engine.clock import Clock
from plyground.web.settings import Settings
from tests.web.playing import HTML, served

Person = Callable[[], TestClient]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """What runs the tests marked `anyio`, which are coroutines."""
    return "asyncio"


@pytest.fixture
def clock() -> Clock:
    """The app's; a module with a fixture of this name goes by another."""
    return Clock()


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> FastAPI:
    return create_app(Settings(data=tmp_path, warms=False), clock)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """The only visitor of a server: a program, which follows redirects."""
    with TestClient(app, base_url="http://localhost") as client:
        yield client


@pytest.fixture
def person(app: FastAPI) -> Iterator[Person]:
    """Make clients that share a server; each has cookies of its own."""
    clients: list[TestClient] = []
    first = TestClient(app, base_url="http://localhost", follow_redirects=False)
    with first:

        def make() -> TestClient:
            client = TestClient(app, base_url="http://localhost", follow_redirects=False)
            client.portal = first.portal  # the same loop, which the server lives in
            client.headers.update(HTML)
            clients.append(client)
            return client

        yield make


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """Someone who looks and leaves nothing: all tests of a process share them and their server."""
    with served(tmp_path_factory.mktemp("reader")) as client:
        client.headers.update(HTML)
        client.follow_redirects = False
        yield client
