"""`Database`: a database, opened by its URL, with its errors in words.

`Kept` is the base of all parts of the store: such a database, and methods that write to it.

SQLite is set up so that commits survive a crash, and writers wait for one another. Other databases
are used as they are; there the lock on a room's row keeps its writers apart.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.pool import NullPool, QueuePool

from plyground.web.errors import ConflictError, RefusedError, StoreError
from plyground.web.store.migrations import MIGRATIONS
from plyground.web.store.models import METADATA
from plyground.web.store.sealing import faults
from plyground.web.store.writer import Apart, Writer

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="Kept")

_log = logging.getLogger(__name__)

_CALLED = "the database"  # in front of visitors, who need not know its place

BUSY_SECONDS = 5.0
"""How long to wait for another program that writes."""

_WRITES = "plyground_writes"  # the option of connections that write
_THREADS = 64  # that may be connected at the same time


class Database:
    """A database whose tables are of the newest version. Any thread may use it."""

    def __init__(self, url: str) -> None:
        """Open it, and make what is missing. Raises StoreError if it cannot be used."""
        parsed, self.place = _parsed(url)
        sqlite = parsed.get_backend_name() == "sqlite"
        if sqlite:
            _make_folder(parsed)
        with _in_words(f"the database {self.place}"):
            _prepare(parsed, self.place)
            self._engine = _engine(
                parsed, poolclass=QueuePool, pool_size=8, max_overflow=_THREADS - 8
            )
        engine = self._engine.execution_options(**{_WRITES: True})
        # SQLite has one writer at a time; the others try again, after longer and longer pauses.
        self._writer = Writer(engine) if sqlite else Apart(engine)
        self._waiting: ThreadPoolExecutor | None = None

    @property
    def file(self) -> str | None:
        """The file of SQLite; None for other databases."""
        with self.reading() as connection:
            if connection.dialect.name != "sqlite":
                return None
            return str(connection.exec_driver_sql("PRAGMA database_list").one()[2])

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads."""
        with _in_words(_CALLED), self._engine.begin() as connection:
            yield connection

    def write(self, work: Callable[[Connection], T]) -> T:
        """What `work` returns, in a transaction that is then committed. An exception undoes it."""
        with _in_words(_CALLED):
            return self._writer.run(work)

    async def soon(self, writes: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function that writes returns. It runs in a thread that only such functions use, so
        reading never waits for writing, however long another program locks the database.
        """
        if self._waiting is None:
            self._waiting = ThreadPoolExecutor(_THREADS // 2, "waits for the disk")
        run = partial(writes, *args, **kwargs)
        return await asyncio.get_running_loop().run_in_executor(self._waiting, run)

    def close(self) -> None:
        """Finish the writing, and give back the connections that nobody uses."""
        if self._waiting is not None:
            self._waiting.shutdown(wait=False)
            self._waiting = None
        self._writer.close()
        self._engine.dispose()


class Kept:
    """A part of the store in a database. Any thread may use it.

    Every method raises StoreError if the database cannot be used.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def soon(self, method: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a method that writes returns. It runs in a thread that only does writing."""
        return await self._database.soon(method, *args, **kwargs)


def written(
    method: Callable[Concatenate[S, Connection, P], T],
) -> Callable[Concatenate[S, P], T]:
    """A method whose writes are committed before it returns."""

    @wraps(method)
    def run(kept: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return kept._database.write(lambda connection: method(kept, connection, *args, **kwargs))

    return run


def _parsed(url: str) -> tuple[URL, str]:
    """The URL, and the database's name in messages, without a password."""
    try:
        parsed = make_url(url)
        place = parsed.render_as_string(hide_password=True)
        create_engine(parsed)  # better than a regular expression; does not connect
    except ModuleNotFoundError as error:
        raise StoreError(
            f"the database {place} needs a library: install the one that provides {error.name}"
        ) from None
    except (ArgumentError, ValueError, TypeError) as error:
        raise StoreError(
            f"{url!r} is not the URL of a database ({_first_line(error)}): "
            "give one such as sqlite:////home/me/plyground.db"
        ) from None
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        place = parsed.database
    return parsed, place


def _make_folder(url: URL) -> None:
    if not url.database or url.database.startswith("file:"):
        return
    folder = Path(url.database).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"the folder {folder} for the database cannot be made "
            f"({error.strerror or error}): choose one that you may write to"
        ) from None


def _prepare(url: URL, place: str) -> None:
    """Make the tables or bring them up to date, and find now the faults that would otherwise show
    in mid-game. New tables are made as the models say, which takes a tenth of the time.

    Foreign keys are off meanwhile: a migration that replaces a table drops the old one, and must
    not drop the rows that refer to it.
    """
    engine = _engine(url, foreign_keys=False, poolclass=NullPool)
    with engine.execution_options(**{_WRITES: True}).begin() as connection:
        if engine.dialect.name == "sqlite":
            _check(connection, place)
        if not inspect(connection).get_table_names():
            METADATA.create_all(connection)
            _stamp(connection)
        elif not _is_current(connection):
            from plyground.web.store.migrating import migrate  # slow to load, and seldom needed

            migrate(connection, place)
        _try_writing(connection)
        for each in faults(connection):
            _log.warning("the database %s: damaged, and left out: %s", place, each)


def _check(connection: Connection, place: str) -> None:
    """Raise StoreError if the file is damaged. Indexes are made again where only they are."""
    if connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar() == "ok":
        return
    try:
        whole = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() == "ok"
        if whole:
            connection.exec_driver_sql("REINDEX")
    except DBAPIError:  # such as two rows that an index cannot tell apart
        whole = False
    if not whole:
        raise StoreError(_damaged(f"the database {place}"))


def _is_current(connection: Connection) -> bool:
    """Whether its tables are of the newest version, which the names of the migrations say."""
    if not inspect(connection).has_table("alembic_version"):
        return False
    found = connection.scalars(text("SELECT version_num FROM alembic_version")).all()
    return found == [_newest()]


def _newest() -> str:
    newest = max(path.name for path in (MIGRATIONS / "versions").glob("v*.py"))
    return newest[1:].partition("_")[0]


def _stamp(connection: Connection) -> None:
    """Write down the version of new tables where Alembic looks for it."""
    key = PrimaryKeyConstraint("version_num", name="alembic_version_pkc")
    column = Column("version_num", String(32), nullable=False)
    version = Table("alembic_version", MetaData(), column, key)
    version.create(connection)
    connection.execute(version.insert(), {"version_num": _newest()})


def _try_writing(connection: Connection) -> None:
    """Only a write finds a full disk: change a row, and change it back."""
    version = connection.scalar(text("SELECT version_num FROM alembic_version"))
    for value in ("", version):
        connection.execute(text("UPDATE alembic_version SET version_num = :it"), {"it": value})


def _engine(url: URL, foreign_keys: bool = True, **options: Any) -> Engine:
    engine = create_engine(url, **options)
    if engine.dialect.name == "sqlite":
        _set_up_sqlite(engine, foreign_keys)
    return engine


def _set_up_sqlite(engine: Engine, foreign_keys: bool) -> None:
    """Take over the transactions from the driver, as SQLAlchemy's documentation recommends."""

    @event.listens_for(engine, "connect")
    def connect(connection: sqlite3.Connection, _record: object) -> None:
        try:
            _set_up_connection(connection, foreign_keys)
        except BaseException:  # otherwise nothing would release the file
            connection.close()
            raise

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A writer announces itself at once: if a transaction reads before it writes, the database
        # can refuse it without waiting.
        writes = connection.get_execution_options().get(_WRITES, False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _set_up_connection(connection: sqlite3.Connection, foreign_keys: bool) -> None:
    connection.isolation_level = None  # the driver itself begins no transactions
    connection.text_factory = lambda text: text.decode("utf-8", "replace")  # see `sealing`
    connection.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")
    connection.execute(f"PRAGMA foreign_keys = {int(foreign_keys)}")
    connection.execute("PRAGMA synchronous = FULL")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise StoreError(
            "the database has to be a file on a disk of this machine: "
            "choose a URL such as sqlite:////home/me/plyground.db"
        )


@contextmanager
def _in_words(called: str) -> Iterator[None]:
    """Turn errors of the database, which people know as `called`, into errors for people."""
    try:
        yield
    except IntegrityError:
        raise ConflictError("another change came first: reload to see it") from None
    except PoolTimeoutError:
        raise StoreError(f"{called} is too busy: try again later") from None
    except (DataError, UnicodeError, OverflowError):
        raise RefusedError("a text or a number is none that can be kept: give another") from None
    except DBAPIError as error:
        raise StoreError(_words(error.orig, called)) from error


def _words(error: BaseException | None, called: str) -> str:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:  # the other bits say more
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return f"{called} is locked by another program: close that one and try again"
        case sqlite3.SQLITE_FULL:
            return f"the disk of {called} is full: free some space and try again"
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_PERM:
            return f"{called} cannot be written: choose a file and a folder that you may write to"
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return _damaged(called)
        case sqlite3.SQLITE_IOERR:
            return f"{called} cannot be read or written ({error}): its disk may be full or faulty"
        case _:
            return f"{called} cannot be used: {_first_line(error)}"


def _damaged(called: str) -> str:
    return (
        f"{called} is damaged or not a database: "
        "restore a copy, or move it away and Plyground makes a new one"
    )


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0]
