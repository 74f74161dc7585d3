"""`hold`: one server at a time for each database.

Games in progress live in the memory of their server, so a second one on the same database would
keep moves that the first does not know. Several data folders may name one database; therefore the
database itself is held.

A file of SQLite is held by a lock on a file beside it, which the system releases however its server
ends. In any other database a server counts in a row. A server that finds the row watches it: if
nobody counts for a while, the one before was killed, and the row is taken over. Only seconds that
pass in one process are measured, so no clock has to be right.
"""

from __future__ import annotations

import os
import secrets
import threading
import time
from contextlib import suppress
from typing import Protocol

from sqlalchemy import ColumnElement, delete, insert, select, update

from plyground.folders import lock_file
from plyground.web.errors import ConflictError, StoreError
from plyground.web.store.database import Database
from plyground.web.store.models import HOLDER

BEAT = 2.0
"""Seconds between two counts of a server."""

SILENCE = 10.0
"""Seconds without a count after which a server is taken for dead."""

_GLANCE = 0.2  # seconds between two looks at the count of another server


class Hold(Protocol):
    """The right to serve from a database, until it is closed."""

    lost: bool
    """Whether another server has taken it over: this one was still for too long."""

    def close(self) -> None:
        """Give the right back."""


def hold(database: Database) -> Hold:
    """The right to serve from a database. Raises StoreError if another server has it."""
    file = database.file
    return _ByRow(database) if file is None else _ByFile(database, file)


class _ByFile:
    lost = False

    def __init__(self, database: Database, file: str) -> None:
        try:
            self._lock = open(f"{os.path.realpath(file)}.lock", "ab")  # noqa: SIM115 - held
        except OSError as error:
            raise StoreError(
                f"the database {database.place} cannot be locked ({error.strerror or error}): "
                "choose a folder that you may write to"
            ) from None
        if not lock_file(self._lock):
            self._lock.close()
            raise _in_use(database)

    def close(self) -> None:
        self._lock.close()


class _ByRow:
    def __init__(self, database: Database) -> None:
        self.lost = False
        self._database = database
        self._name = secrets.token_urlsafe(12)
        self._take()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._go_on, name="holds the database", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join(BEAT)  # the database may not answer
        with suppress(StoreError):  # then it is taken for killed
            self._database.write(lambda db: db.execute(delete(HOLDER).where(self._mine)))
        self._database.close()  # once more: this has connected again

    @property
    def _mine(self) -> ColumnElement[bool]:
        return HOLDER.c.name == self._name

    def _take(self) -> None:
        until = time.monotonic() + SILENCE
        first = self._count()
        while first is not None and (now := self._count()) is not None:
            if now != first:
                raise _in_use(self._database)
            if time.monotonic() >= until:
                break
            time.sleep(_GLANCE)
        mine = {"number": 0, "name": self._name, "beats": 0}
        silent = None if first is None else (HOLDER.c.name == first[0], HOLDER.c.beats == first[1])
        try:
            if silent is not None:
                self._database.write(lambda db: db.execute(delete(HOLDER).where(*silent)))
            self._database.write(lambda db: db.execute(insert(HOLDER), mine))
        except ConflictError:  # several begin at the same time, and one is the first
            raise _in_use(self._database) from None

    def _count(self) -> tuple[str, int] | None:
        with self._database.reading() as connection:
            row = connection.execute(select(HOLDER.c.name, HOLDER.c.beats)).first()
        return None if row is None else (row[0], row[1])

    def _go_on(self) -> None:
        beat = update(HOLDER).where(self._mine).values(beats=HOLDER.c.beats + 1)
        while not self._ended.wait(BEAT):
            with suppress(StoreError):  # it may be back in time
                if not self._database.write(lambda db: db.execute(beat).rowcount):
                    self.lost = True
                    return


def _in_use(database: Database) -> StoreError:
    return StoreError(
        f"another Plyground is using the database {database.place}: end that one first, or choose "
        "another database with --database"
    )
