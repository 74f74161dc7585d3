"""`Writer`: commits together what several threads write.

A disk takes some milliseconds to keep something for good, however much it is. One thread does the
writing, in the order of the requests, and collects the next transaction while the disk is busy with
this one. Each caller goes on when its own part is committed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

T = TypeVar("T")

_TOGETHER_MOST = 100  # parts of one transaction


class _Part:
    """Something to write, and the caller that waits for it."""

    def __init__(self, work: Callable[[Connection], Any]) -> None:
        self.work = work
        self.done: Future[Any] = Future()


class Writer:
    """Writes to a database that takes one writer at a time. Any thread may use it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._parts: SimpleQueue[_Part | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()

    def run(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once what it wrote is committed. Its exceptions undo its part.

        Raises the database's error if it refuses this part, or one that is committed with it.
        """
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._write, name="writer", daemon=True)
                self._thread.start()
        part = _Part(work)
        self._parts.put(part)
        written: T = part.done.result()
        return written

    def close(self) -> None:
        """Write what is waiting, and end the thread; a further part would start another."""
        with self._starting:
            if self._thread is not None:
                self._parts.put(None)
                self._thread.join()
                self._thread = None

    def _write(self) -> None:
        while (part := self._parts.get()) is not None:
            parts: list[_Part | None] = [part]
            with suppress(Empty):
                while len(parts) < _TOGETHER_MOST:
                    parts.append(self._parts.get_nowait())
            self._commit([each for each in parts if each is not None])
            if None in parts:
                return

    def _commit(self, parts: list[_Part]) -> None:
        results: list[tuple[_Part, Any, BaseException | None]]
        try:
            with self._engine.begin() as connection:
                if len(parts) == 1:  # the transaction is its own
                    results = [(parts[0], parts[0].work(connection), None)]
                else:
                    results = [(part, *_written(connection, part.work)) for part in parts]
        except Exception as error:  # none of it is kept
            results = [(part, None, error) for part in parts]
        for part, result, fault in results:
            if fault is None:
                part.done.set_result(result)
            else:
                part.done.set_exception(fault)


class Apart:
    """The same for a database that takes many writers: each part is a transaction of its own."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def run(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, once what it wrote is committed. Its exceptions undo it."""
        with self._engine.begin() as connection:
            return work(connection)

    def close(self) -> None:
        """There is nothing to end."""


def _written(
    connection: Connection, work: Callable[[Connection], Any]
) -> tuple[Any, BaseException | None]:
    """What one part of several returns or raises.

    Raises errors of the database that concern more than this part: if the disk is full, for
    example, SQLite may have undone the others too.
    """
    savepoint = connection.begin_nested()
    try:
        result = work(connection)
        savepoint.commit()
    except Exception as error:
        if isinstance(error, DBAPIError) and not isinstance(error, IntegrityError):
            raise
        savepoint.rollback()
        return None, error
    return result, None
