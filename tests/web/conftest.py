"""The app in a test: a client for each person, on a database of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plyground.search.learning import learner
from plyground.search.learning.patterns import design
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
def plain_patterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Learners look at patterns that are found in a moment, and are no good ones."""
    monkeypatch.setattr(learner, "design", partial(design, walks=1))


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> FastAPI:
    return create_app(Settings(data=tmp_path, warms=False), clock)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """The only visitor of a server: a program, which follows redirects."""
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def people(first: TestClient) -> Person:
    """What makes clients that share the server of a first one; each has cookies of its own."""

    def make() -> TestClient:
        client = TestClient(first.app, base_url="http://localhost", follow_redirects=False)
        client.portal = first.portal  # the same loop, which the server lives in
        client.headers.update(HTML)
        return client

    return make


@pytest.fixture
def person(app: FastAPI) -> Iterator[Person]:
    """Make clients of a server that is this test's alone."""
    with TestClient(app, base_url="http://localhost") as first:
        yield people(first)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of the server that all tests of this process share."""
    with served(tmp_path_factory.mktemp("shared")) as client:
        yield client


@pytest.fixture
def anyone(shared: TestClient) -> Person:
    """Make clients of the shared server, for tests that leave alone what is not their own."""
    return people(shared)


@pytest.fixture(scope="session")
def reader(shared: TestClient) -> TestClient:
    """Someone at the shared server, who looks and leaves nothing."""
    return people(shared)()
