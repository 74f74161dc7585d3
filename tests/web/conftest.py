"""The app in a test: a client for each person, on a database of their own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Connection, inspect

from plyground.web.app import create_app
from plyground.web.engine.clock import Clock
from plyground.web.settings import Settings
from plyground.web.store import Database, migrating

Person = Callable[[], TestClient]


@pytest.fixture(scope="session", autouse=True)
def migrated_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All migrations make one new database. Those after it get its tables as they then are, which
    takes a hundredth of the time. Databases that have tables are migrated as ever.
    """
    first = tmp_path_factory.mktemp("migrated") / "new.db"
    Database(f"sqlite:///{first}").close()
    with sqlite3.connect(first) as database:
        statements = list(database.iterdump())[1:-1]  # without the transaction around them
    database.close()
    migrate = migrating.migrate

    def make(connection: Connection, place: str) -> None:
        if connection.dialect.name == "sqlite" and not inspect(connection).get_table_names():
            for statement in statements:
                connection.exec_driver_sql(statement)
        else:
            migrate(connection, place)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrating, "migrate", make)
        yield


@pytest.fixture
def clock() -> Clock:
    """The app's; a module with a fixture of this name goes by another."""
    return Clock()


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> FastAPI:
    return create_app(Settings(data=tmp_path, warms=False), clock)


@pytest.fixture
def person(app: FastAPI) -> Iterator[Person]:
    """Make clients that share a server; each has cookies of its own."""
    clients: list[TestClient] = []
    first = TestClient(app, base_url="http://localhost", follow_redirects=False)
    with first:

        def make() -> TestClient:
            client = TestClient(app, base_url="http://localhost", follow_redirects=False)
            client.portal = first.portal  # the same loop, which the server lives in
            client.headers["accept"] = "text/html"
            clients.append(client)
            return client

        yield make
