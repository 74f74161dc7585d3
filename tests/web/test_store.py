"""The store: every method, races, crashes, and databases that cannot be used."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import URL, Engine, Pool, create_engine, event, inspect

from plyground.position import How, Outcome
from plyground.web.app import create_app
from plyground.web.errors import ConflictError, NotFoundError, StoreError
from plyground.web.settings import Settings
from plyground.web.store import MoveRecord, OfferRecord, RoomRecord, SeatRecord, database
from plyground.web.store.migrating import migrate
from plyground.web.store.models import METADATA
from plyground.web.store.records import OfferKind
from tests.web.store_processes import (
    Store,
    a_move,
    a_room,
    play_until_killed,
    say_what_cannot_be_written,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "folder%20?" / "rooms #1.db"


@pytest.fixture
def url(path: Path) -> str:
    return url_of(path)


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = Store.open(url)
    yield store
    store.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)


def standing(store: Store, room: str = "r1") -> RoomRecord:
    record = store.room(room)
    assert record is not None
    return record


def url_of(path: Path) -> str:
    return URL.create("sqlite", database=str(path)).render_as_string()


def refusal(url: str) -> str:
    """The one line that tells why this database cannot be used."""
    with pytest.raises(StoreError) as caught:
        Store.open(url)
    message = str(caught.value)
    assert message
    assert "\n" not in message
    assert "sqlalche.me" not in message
    return message


# Rooms


def test_seats_and_moves_come_in_their_order(store: Store) -> None:
    seats = tuple(SeatRecord(n, "link", None, "", None, None, False) for n in (3, 1, 2))
    store.create(a_room(seats=seats, moves=(a_move(1), a_move(0))))
    assert [seat.number for seat in standing(store).seats] == [1, 2, 3]
    assert [move.ply for move in standing(store).moves] == [0, 1]


class Rooms:
    """A store, what chance does with it, and a dict of the records that it should have."""

    def __init__(self, url: str, seed: int) -> None:
        self.url, self.store = url, Store.open(url)
        self.chance = random.Random(seed)
        self.model: dict[str, RoomRecord] = {}
        self.made = 0

    def some(self, *values: Any) -> Any:
        return self.chance.choice(values)

    def text(self) -> str:
        return str(self.some("", "d4", "Ann's \"%\\", "\0🙂<script>", "x" * 500))

    def time(self) -> float:
        return float(self.some(0.5, 1.7e9 + 0.654321, self.chance.uniform(0, 1e10)))

    def ending(self) -> Outcome:
        losers = self.some((), (1,), (0, 2))
        by_loss, how, by = self.some(True, False), self.some(*get_args(How)), self.some(None, 0, 2)
        return Outcome(self.some(None, 0, 1), losers, self.text(), by_loss=by_loss, how=how, by=by)

    def offer(self) -> OfferRecord | None:
        kind, declined = self.some(*get_args(OfferKind)), self.some(None, 0, 2)
        return self.some(None, OfferRecord(kind, 1, self.some((), (1, 2)), declined))

    def step(self) -> None:
        """Do something to a room; there are some from the first steps on."""
        if len(self.model) < 3 or self.chance.random() < 0.1:
            self.create()
        actions = [self.add_move, self.put, self.take_back, self.rematch, self.expire, self.close]
        (action,) = self.chance.choices(actions, [6, 3, 2, 1, 1, 1])
        action(self.some(*self.model))

    def create(self) -> None:
        self.made += 1
        room = a_room(
            f"Żółw {self.made}",
            owner=self.some("ann", "bob", "eve"),
            game=self.text(),
            parameters=self.some({}, {"columns": 7, "rows": 6}),
            start=self.some((), ("a1",), ("a1", self.text())),
            created=self.made + 1.7e9 + 0.123456,
            touched=self.time(),
            seconds_per_move=self.some(None, 0.5),
            shows_values=self.some(True, False),
            as_before=self.some(True, False),
            offer=self.offer(),
        )
        self.store.create(room)
        with pytest.raises(ConflictError, match=f"room {room.id} exists already"):
            self.store.create(a_room(room.id))
        self.model[room.id] = room

    def change(self, room: str, **changes: Any) -> None:
        """Put a room with other values; the time of the last change never goes back."""
        now, touched = self.model[room], self.time()
        after = replace(now, **changes)
        self.store.put(replace(after, touched=touched))
        self.model[room] = replace(after, touched=max(now.touched, touched))

    def put(self, room: str) -> None:
        seats = [*self.model[room].seats]
        at = self.some(0, 1, 2)
        seats[at] = replace(
            seats[at],
            kind=self.some("here", "link", "computer"),
            player=self.some(None, self.text()),
            name=self.text(),
            colour=self.some(None, "#fff"),
            holder=self.some(None, "ann", "bob", "eve"),
            left=self.some(True, False),
        )
        status = self.some("running", "running", "waiting", "ended")
        ending = self.some(None, self.ending())
        self.change(room, seats=tuple(seats), status=status, ending=ending, offer=self.offer())

    def add_move(self, room: str) -> None:
        now = self.model[room]
        if self.refuses_moves(room):
            return
        ply, seat = len(now.start) + len(now.moves), self.some(1, 2, 3)
        move, at, by_page = self.text(), self.time(), self.some(True, False)
        details = self.some(None, {"depth": 3, "line": ["a1", self.text()], "x": None})
        ending = self.some(None, None, None, self.ending())
        for nobody in (0, 4, -1, 10**30):
            with pytest.raises(NotFoundError, match="no such seat: it has 3"):
                self.store.add_move(room, ply, move, nobody, details, at)
        self.store.add_move(room, ply, move, seat, details, at, by_page, ending)
        made = MoveRecord(ply, move, seat, at, details, by_page)
        after = replace(now, moves=(*now.moves, made), touched=max(now.touched, at), offer=None)
        if ending is not None:
            after = replace(after, status="ended", ending=ending)
        self.model[room] = after

    def refuses_moves(self, room: str) -> bool:
        """Whether a room takes no move now; at other plies than the next it never does."""
        now = self.model[room]
        first = len(now.start)
        following = first + len(now.moves)
        other = {"waiting": "has not begun", "ended": "is over", "running": ""}[now.status]
        for ply in {-(10**30), first - 1, first, following - 1, following, following + 1, 10**30}:
            said = f"move {ply + 1} cannot be made now: move {following + 1} is next"
            if first <= ply < following:
                said = f"another move came first: move {ply + 1} has been made already"
            elif ply == following:
                said = other
            if said:
                with pytest.raises(ConflictError, match=said):
                    self.store.add_move(room, ply, "x", 1, None, 1e11)
        return bool(other)

    def take_back(self, room: str) -> None:
        moves = self.model[room].moves
        self.change(room, moves=moves[: len(moves) - self.some(0, 1, 2)])

    def rematch(self, room: str) -> None:
        self.change(room, successor=self.some(None, "r2"))
        touched = self.time()
        self.store.touch(room, touched)
        now = self.model[room]
        self.model[room] = replace(now, touched=max(now.touched, touched))

    def expire(self, gone: str) -> None:
        """All other rooms are touched first."""
        before = self.model.pop(gone).touched + 1
        for id_, room in self.model.items():
            self.store.touch(id_, before)
            self.model[id_] = replace(room, touched=max(room.touched, before))
        assert self.store.expire(before) == [gone]
        assert self.store.room(gone) is None
        with self.store._database.reading() as connection:
            for table, parts in ("seats", SeatRecord), ("moves", MoveRecord):
                kept = connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar()
                have = [it for room in self.model.values() for it in (*room.seats, *room.moves)]
                assert kept == sum(isinstance(it, parts) for it in have)
        for change in (
            lambda: self.store.put(a_room(gone)),
            lambda: self.store.add_move(gone, 0, "d4", 1, None, 1.0),
            lambda: self.store.touch(gone, 1.0),
        ):
            with pytest.raises(NotFoundError, match="no such room"):
                change()

    def close(self, _room: str) -> None:
        """A store may be used after it was closed: a thread that is slow to end must not fail."""
        self.store.close()
        if self.some(True, False):
            self.store = Store.open(self.url)

    def check(self) -> None:
        for id_, room in self.model.items():
            assert self.store.room(id_) == room
        newest_first = sorted(self.model.values(), key=lambda room: -room.created)
        assert (
            self.store.rooms_of("ann", limit=3)
            == [
                room
                for room in newest_first
                if "ann" in {room.owner, *(seat.holder for seat in room.seats)}
            ][:3]
        )


@pytest.mark.parametrize("seed", range(2))
def test_a_store_keeps_what_a_dict_of_records_does(url: str, seed: int) -> None:
    rooms = Rooms(url, seed)
    for _ in range(60):
        rooms.step()
        rooms.check()
    rooms.store.close()


# At the same time


def test_of_those_at_a_ply_one_wins(url: str) -> None:
    """Whether they share a store or not, as two servers on one database do not."""
    plies, stores = 20, [Store.open(url) for _ in range(2)]
    stores[0].create(a_room())
    together = threading.Barrier(4)

    def run(name: str) -> list[str]:
        said = []
        for ply in range(plies):
            together.wait()
            try:
                stores["abcd".index(name) % 2].add_move("r1", ply, name, 1, None, 1.0)
            except ConflictError as error:
                said.append(str(error))
        return said

    with ThreadPoolExecutor(4) as pool:
        refusals = dict(zip("abcd", pool.map(run, "abcd"), strict=True))
    made = [move.move for move in standing(stores[0]).moves]
    for store in stores:
        store.close()
    assert len(made) == plies
    for name, said in refusals.items():
        assert len(said) == plies - made.count(name)
        assert all("came first" in each for each in said)


def test_more_threads_than_connections_all_get_their_turn(store: Store) -> None:
    store.create(a_room())
    with ThreadPoolExecutor(100) as pool:
        list(pool.map(lambda n: (store.touch("r1", 200.0 + n), store.room("r1")), range(100)))
    assert standing(store).touched == 299.0


def test_several_may_make_the_same_database_at_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 600)  # on a slow disk each waits for all others
    together = threading.Barrier(4)

    def make(_: int) -> None:
        together.wait()
        Store.open(url).close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(make, range(4))) == [None] * 4


@contextmanager
def told(processes: Any, work: Callable[..., None], *given: Any) -> Iterator[tuple[Any, Any]]:
    """A process that does some work, and the end of a pipe that hears of it."""
    here, there = processes.Pipe(duplex=False)
    process = processes.Process(target=work, args=(*given, there), daemon=True)
    process.start()
    there.close()
    with here:
        yield process, here
    process.join()


@pytest.mark.slow
def test_a_kill_loses_nothing_that_was_stored(url: str, processes: Any) -> None:
    store = Store.open(url)
    store.create(a_room())
    store.close()
    acknowledged: list[int] = []
    for turn in range(8):
        with told(processes, play_until_killed, url, "r1") as (process, here):
            acknowledged += [here.recv() for _ in range(1 + turn % 4)]
            process.kill()
            process.join()
            with suppress(EOFError):
                while True:  # what else it wrote before it was killed
                    acknowledged += [here.recv()]
        store = Store.open(url)
        moves = standing(store).moves
        store.close()
        assert [move.ply for move in moves] == list(range(len(moves)))
        assert all(move.move == f"m{move.ply}" for move in moves)
        assert set(acknowledged) <= {move.ply for move in moves}
        assert len(moves) - len(acknowledged) <= turn + 1, "a kill leaves at most one move untold"


# The database itself


def test_models_and_migrations_agree(store: Store, url: str, tmp_path: Path) -> None:
    """New tables are as those that went through all versions."""
    migrated = create_engine(f"sqlite:///{tmp_path / 'migrated.db'}")
    with migrated.begin() as connection:
        migrate(connection, "migrated.db")
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    made = create_engine(url)
    assert drawn(made) == drawn(migrated)
    for engine in (made, migrated):
        engine.dispose()


def drawn(engine: Engine) -> dict[str, Any]:
    """What a database says of its tables; the order of columns is of no matter."""
    found, names = inspect(engine), inspect(engine).get_table_names()
    with engine.connect() as connection:
        version = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()
        tables: dict[str, Any] = {"version": version.all()}
    for name in names:
        columns = {each["name"]: repr(each) for each in found.get_columns(name)}
        keys = [found.get_pk_constraint(name), found.get_foreign_keys(name)]
        apart = [found.get_unique_constraints(name), found.get_check_constraints(name)]
        indexes = sorted(map(repr, found.get_indexes(name)))
        tables[name] = columns, repr(keys), repr(apart), indexes
    return tables


def test_what_a_session_is_set_to(store: Store) -> None:
    with store._database.reading() as connection:
        answers = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        }
    assert answers == {
        "journal_mode": "wal",
        "synchronous": 2,  # FULL
        "busy_timeout": 5000,
        "foreign_keys": 1,
    }


def test_an_empty_file_becomes_a_database(path: Path, url: str) -> None:
    path.parent.mkdir()
    path.touch()
    store = Store.open(url)
    store.create(a_room())
    assert standing(store) == a_room()
    store.close()


def run_on(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as raw:
        raw.execute(statement)
    raw.close()


def of_a_newer_version(path: Path) -> None:
    run_on(path, "UPDATE alembic_version SET version_num = '9999'")


def of_two_versions(path: Path) -> None:
    run_on(path, "INSERT INTO alembic_version VALUES ('0001')")


def of_another_program(path: Path) -> None:
    path.unlink()
    run_on(path, "CREATE TABLE notes (text)")


def damaged_at_its_head(path: Path) -> None:
    path.write_bytes(b"not a database at all" + path.read_bytes()[21:])


def damaged_after_its_head(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def damaged_in_its_last_page(path: Path) -> None:
    """Nobody reads these at start, except a check for damage."""
    path.write_bytes(path.read_bytes()[:-4096] + b"\xff" * 4096)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


IS_DAMAGED = (
    "is damaged or not a database: restore a copy, or move it away and Plyground makes a new one"
)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            of_a_newer_version,
            "was made by a newer version of Plyground: "
            "install that version, or choose another database",
        ),
        (of_two_versions, "claims to have several versions: restore an earlier copy of it"),
        (
            of_another_program,
            "belongs to another program: choose a separate one for Plyground",
        ),
        (damaged_at_its_head, IS_DAMAGED),
        (damaged_after_its_head, IS_DAMAGED),
        (damaged_in_its_last_page, IS_DAMAGED),
        (cut_off, IS_DAMAGED),
    ],
)
def test_what_cannot_be_used_is_refused_and_left_alone(
    path: Path, url: str, changed: Callable[[Path], None], said: str
) -> None:
    store = Store.open(url)
    store.create(a_room())
    store.close()
    changed(path)
    before = dump(path)
    assert refusal(url) == f"the database {path} {said}"
    assert dump(path) == before


def dump(path: Path) -> list[str] | bytes:
    """What a file says as a database, or its bytes if it is none."""
    try:
        with sqlite3.connect(path) as raw:
            found = list(raw.iterdump())
    except sqlite3.DatabaseError:
        return path.read_bytes()
    raw.close()
    return found


@contextmanager
def locked(path: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Another program writes meanwhile."""
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute(f"BEGIN {how}")
    yield
    raw.execute("ROLLBACK")
    raw.close()


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
@pytest.mark.parametrize("there", [True, False])
def test_a_locked_database_is_refused(
    path: Path, url: str, impatient: None, there: bool, lock: str
) -> None:
    path.parent.mkdir()
    if there:
        Store.open(url).close()
    with locked(path, lock):
        assert refusal(url) == (
            f"the database {path} is locked by another program: close that one and try again"
        )
    Store.open(url).close()


def test_a_lock_in_mid_game_is_reported_and_nothing_is_lost(
    path: Path, url: str, impatient: None
) -> None:
    store = Store.open(url)
    store.create(a_room())

    def refused(n: int) -> StoreError:
        with pytest.raises(StoreError, match="is locked by another program") as caught:
            store.add_move("r1", 0, "d4", 1, None, 1.0)
        return caught.value

    with locked(path), ThreadPoolExecutor(8) as pool:
        for error in pool.map(refused, range(8)):
            assert error.status == 503
            assert str(path.parent) not in str(error), "visitors need not know where it is"
        assert standing(store) == a_room(), "who only reads need not wait"
    store.add_move("r1", 0, "d4", 1, None, 1.0)
    store.close()


@pytest.fixture
def full_at() -> Iterator[Callable[[int], None]]:
    """Makes connections from now on believe that the disk has so many pages."""
    listeners = []

    def fill(pages: int) -> None:
        def limit(connection: sqlite3.Connection, _record: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages}")

        event.listen(Pool, "connect", limit)
        listeners.append(limit)

    yield fill
    for listener in listeners:
        event.remove(Pool, "connect", listener)


def test_a_full_disk_is_reported_at_start(
    path: Path, url: str, full_at: Callable[[int], None]
) -> None:
    full_at(3)
    assert refusal(url) == (
        f"the disk of the database {path} is full: free some space and try again"
    )


def test_a_disk_that_fills_up_in_mid_game(url: str, full_at: Callable[[int], None]) -> None:
    Store.open(url).close()
    full_at(30)
    store = Store.open(url)
    store.create(a_room())

    def play() -> None:
        for ply in range(100):
            store.add_move("r1", ply, "d4", 1, {"words": "x" * 3000}, 1.0)

    with pytest.raises(StoreError, match="is full"):
        play()
    stored = len(standing(store).moves)
    assert 0 < stored < 30
    store.put(replace(standing(store), moves=standing(store).moves[:-1]))
    store.add_move("r1", stored - 1, "e5", 1, None, 1.0)
    assert standing(store).moves[-1].move == "e5"
    store.close()


def bereft(processes: Any, how: str, *paths: Path) -> list[str]:
    """What is said of these files to a process that may not write there."""
    with told(processes, say_what_cannot_be_written, how, paths) as (_, here):
        return [here.recv() for _ in paths]


@pytest.mark.skipif(sys.platform != "linux", reason="root gives up its powers as Linux has it")
def test_files_and_folders_without_rights(tmp_path: Path, processes: Any) -> None:
    kept = tmp_path / "kept.db"
    Store.open(url_of(kept)).close()
    before = kept.read_bytes()
    os.chmod(kept, 0o444)
    os.chmod(tmp_path, 0o555)
    deeper = tmp_path / "deeper"
    lines = bereft(processes, "no rights", kept, tmp_path / "new.db", deeper / "new.db")
    os.chmod(kept, 0o644)
    lines += bereft(processes, "no rights", kept)  # a file may be written, but none made beside it
    os.chmod(tmp_path, 0o755)
    hint = "cannot be written: choose a file and a folder that you may write to"
    assert lines == [
        f"the database {kept} {hint}",
        f"the database {tmp_path / 'new.db'} {hint}",
        f"the folder {deeper} for the database cannot be made "
        "(Permission denied): choose one that you may write to",
        f"the database {kept} {hint}",
    ]
    assert kept.read_bytes() == before


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files")
def test_a_disk_that_takes_nothing_is_noticed_at_start(tmp_path: Path, processes: Any) -> None:
    used, new = tmp_path / "used.db", tmp_path / "new.db"
    store = Store.open(url_of(used))
    store.create(a_room())  # all the files are there from now on, and need not be made
    lines = bereft(processes, "full", used, new)
    store.close()
    assert lines == [
        f"the database {path} cannot be read or written (disk I/O error): "
        "its disk may be full or faulty"
        for path in (used, new)
    ]


def test_a_folder_or_a_file_in_the_way(tmp_path: Path) -> None:
    assert "cannot be written" in refusal(f"sqlite:///{tmp_path}")
    (tmp_path / "file").touch()
    assert f"the folder {tmp_path}/file for the database cannot be made" in refusal(
        f"sqlite:///{tmp_path}/file/x.db"
    )


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///:memory:", "sqlite:///file::memory:?uri=true"]
)
def test_memory_is_no_place_for_rooms(url: str) -> None:
    assert "has to be a file" in refusal(url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "rooms.db",
        "nosuch://host/rooms",
        "postgresql://host:port/rooms",
        "sqlite://rooms.db",
        "sqlite:///rooms.db?timeout=soon",
    ],
)
def test_what_is_no_url(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert refusal(url).startswith(f"{url!r} is not the URL of a database (")


def test_a_missing_driver_is_named_and_no_password() -> None:
    pytest.importorskip("sqlalchemy.dialects.mssql")
    words = refusal("mssql+pymssql://me:secret@localhost/rooms")
    assert words == (
        "the database mssql+pymssql://me:***@localhost/rooms needs a library: "
        "install the one that provides pymssql"
    )


# The app


def test_the_app_opens_its_store(tmp_path: Path) -> None:
    folder = tmp_path / "100% data?"
    app = create_app(Settings(data=folder))
    app.state.parts.store.create(a_room())
    assert standing(app.state.parts.store) == a_room()
    app.state.parts.database.close()
    assert (folder / "plyground.db").exists()


def test_the_app_tells_what_is_wrong_with_its_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not the URL of a database"):
        create_app(Settings(data=tmp_path, database="nonsense"))
