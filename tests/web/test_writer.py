"""Writes of several threads, committed together."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError, OperationalError

from plyground.web.store.writer import Writer
from tests.until import until

INSERT = text("INSERT INTO things VALUES (:it)")
Work = Callable[[Connection, int], object]


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


def insert(connection: Connection, number: int) -> int:
    connection.execute(INSERT, {"it": number})
    return number


def meanwhile(writer: Writer, work: Work, count: int, closes: bool = False) -> list[Future[Any]]:
    """What became of work by its number: each is asked for by a thread while another one writes,
    and waits until all of them do. `closes` says that the writer is closed meanwhile.
    """
    begun = threading.Event()

    def hold(_connection: Connection) -> None:
        begun.set()
        until(lambda: writer._parts.qsize() == count + closes)

    def ask(number: int) -> object:
        return writer.run(lambda connection: work(connection, number))

    with ThreadPoolExecutor(count + 1) as threads:
        threads.submit(writer.run, hold)
        begun.wait()
        asked = [threads.submit(ask, number) for number in range(count)]
        if closes:
            writer.close()
    return asked


def test_threads_share_a_commit_and_nothing_is_lost(engine: Engine, writer: Writer) -> None:
    commits: list[set[int]] = []

    @event.listens_for(engine, "commit")
    def commit(_connection: Connection) -> None:
        commits.append(things(engine))

    asked = meanwhile(writer, insert, 80)
    assert [each.result() for each in asked] == list(range(80))
    assert things(engine) == set(range(80))
    assert commits == [set(), set()], "that of the one before, and one of all others"


def test_who_goes_on_has_been_committed(engine: Engine, writer: Writer) -> None:
    def write(number: int) -> bool:
        assert writer.run(lambda connection: insert(connection, number)) == number
        return number in things(engine)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(write, range(80)))


def test_an_exception_undoes_its_own_part_only(engine: Engine, writer: Writer) -> None:
    def work(connection: Connection, number: int) -> None:
        insert(connection, number)
        if number % 4 == 1:
            raise ValueError(number)
        if number % 4 == 2:
            insert(connection, number)

    asked = meanwhile(writer, work, 12)
    assert [type(each.exception()) for each in asked] == [
        type(None), ValueError, IntegrityError, type(None)
    ] * 3  # fmt: skip
    assert things(engine) == {number for number in range(12) if number % 4 in {0, 3}}


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
    def work(connection: Connection, number: int) -> None:
        if number == 4:
            connection.execute(text(fault))
        else:
            insert(connection, number)

    for each in meanwhile(writer, work, 10):
        assert isinstance(each.exception(), OperationalError)
    assert things(engine) == set()
    writer.run(lambda connection: insert(connection, 100))
    assert things(engine) == {100}


def test_a_commit_that_fails_is_told_to_all(engine: Engine, writer: Writer) -> None:
    fails = True

    @event.listens_for(engine, "commit")
    def commit(connection: Connection) -> None:
        if fails:
            connection.exec_driver_sql("INSERT INTO nowhere VALUES (1)")

    for each in meanwhile(writer, insert, 8):
        assert isinstance(each.exception(), OperationalError)
    assert things(engine) == set()
    fails = False
    writer.run(lambda connection: insert(connection, 1))
    assert things(engine) == {1}


def test_closing_writes_what_was_asked_for_first(engine: Engine, writer: Writer) -> None:
    asked = meanwhile(writer, insert, 8, closes=True)
    assert {each.result() for each in asked} == set(range(8)) == things(engine)
    writer.run(lambda connection: insert(connection, 8))  # and it opens again
    assert 8 in things(engine)
