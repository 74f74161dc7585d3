"""Writes of several threads, committed together."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from plyground.web.store.writer import Writer

INSERT = text("INSERT INTO things VALUES (:it)")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(f"sqlite:///{tmp_path / 'things.db'}")

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE things (it PRIMARY KEY)"))
    yield engine
    engine.dispose()


@pytest.fixture
def writer(engine: Engine) -> Iterator[Writer]:
    writer = Writer(engine)
    yield writer
    writer.close()


def things(engine: Engine) -> set[int]:
    """What anybody else finds there."""
    with closing(sqlite3.connect(str(engine.url.database))) as connection:
        return {it for (it,) in connection.execute("SELECT it FROM things")}


def slow_commits(engine: Engine) -> list[Connection]:
    """The commits that follow, each made slow, as on a slow disk."""
    commits = []

    @event.listens_for(engine, "commit")
    def commit(connection: Connection) -> None:
        commits.append(connection)
        time.sleep(0.02)

    return commits


def insert(connection: Connection, number: int) -> int:
    connection.execute(INSERT, {"it": number})
    return number


def test_threads_share_commits_and_nothing_is_lost(engine: Engine, writer: Writer) -> None:
    commits = slow_commits(engine)

    def write(number: int) -> bool:
        assert writer.run(lambda connection: insert(connection, number)) == number
        return number in things(engine)

    with ThreadPoolExecutor(8) as threads:
        seen = list(threads.map(write, range(80)))
    assert all(seen), "who goes on has been committed"
    assert things(engine) == set(range(80))
    assert len(commits) < 60


def test_an_exception_undoes_its_own_part_only(engine: Engine, writer: Writer) -> None:
    slow_commits(engine)

    def work(connection: Connection, number: int) -> None:
        insert(connection, number)
        if number % 4 == 1:
            raise ValueError(number)
        if number % 4 == 2:
            insert(connection, number)

    def write(number: int) -> bool:
        try:
            writer.run(lambda connection: work(connection, number))
        except (ValueError, IntegrityError):
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        kept = list(threads.map(write, range(40)))
    assert kept == [number % 4 not in {1, 2} for number in range(40)]
    assert things(engine) == {number for number in range(40) if kept[number]}


@pytest.mark.parametrize(
    "fault",
    [
        "INSERT INTO nowhere VALUES (1)",
        "ROLLBACK",  # as a full disk has it: the transaction is gone, what follows is an error
    ],
)
def test_what_the_database_refuses_is_told_to_all_whom_it_undoes(
    engine: Engine, writer: Writer, fault: str
) -> None:
    slow_commits(engine)

    def work(connection: Connection, number: int) -> None:
        if number % 5 == 4:
            connection.execute(text(fault))
        else:
            insert(connection, number)

    def write(number: int) -> bool:
        try:
            writer.run(lambda connection: work(connection, number))
        except OperationalError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        kept = list(threads.map(write, range(40)))
    assert things(engine) == {number for number in range(40) if kept[number]}
    assert not any(kept[4::5])
    assert write(100)
    assert 100 in things(engine)


def test_a_commit_that_fails_is_told_to_all(engine: Engine, writer: Writer) -> None:
    fails = True

    @event.listens_for(engine, "commit")
    def commit(connection: Connection) -> None:
        time.sleep(0.02)
        if fails:
            connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    def write(number: int) -> bool:
        try:
            writer.run(lambda connection: insert(connection, number))
        except OperationalError:
            return False
        return True

    with ThreadPoolExecutor(4) as threads:
        assert not any(threads.map(write, range(8)))
    assert things(engine) == set()
    fails = False
    assert write(1)


def test_closing_writes_what_was_asked_for_first(engine: Engine, writer: Writer) -> None:
    slow_commits(engine)
    inside, done = threading.Event(), []

    def work(connection: Connection, number: int) -> None:
        inside.set()
        insert(connection, number)

    def write(number: int) -> None:
        writer.run(lambda connection: work(connection, number))
        done.append(number)

    with ThreadPoolExecutor(8) as threads:
        asked: list[Any] = [threads.submit(write, number) for number in range(8)]
        inside.wait()
        writer.close()
    assert sorted(done) == list(range(8)) == sorted(things(engine))
    assert all(one.done() for one in asked)
    write(8)  # and it opens again
    assert 8 in things(engine)
