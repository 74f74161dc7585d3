"""The store: every method, races, crashes, and databases that cannot be used."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, rule
from sqlalchemy import URL, Engine, Pool, create_engine, event, inspect

from plyground.position import How, Outcome
from plyground.web.app import create_app
from plyground.web.errors import ConflictError, NotFoundError, StoreError
from plyground.web.settings import Settings
from plyground.web.store import MoveRecord, RoomRecord, SeatRecord, database
from plyground.web.store.migrating import migrate
from plyground.web.store.models import METADATA
from tests.web.store_processes import Store, a_move, a_room, play_until_killed, race


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


def test_a_room_comes_back_as_it_was_given(store: Store, url: str) -> None:
    room = a_room(
        id="Żółw",
        parameters={},
        start=("d4", "e5"),
        created=1.7e9 + 0.123456,
        status="ended",
        ending=Outcome(1, (0, 2), "Ann's line of 4", how="left", by=2, by_loss=True),
        shows_values=True,
        as_before=True,
        seconds_per_move=0.5,
        successor="r2",
        seats=(
            SeatRecord(2, "computer", "mcts", "x" * 500, None, None, True),
            SeatRecord(9, "link", None, "🙂\x00<script>", "#fff", "f" * 64, False),
        ),
        moves=(
            MoveRecord(2, "a1", 2, 1.7e9 + 0.654321, {"depth": 3, "line": ["a1", "b2"], "x": None}),
            MoveRecord(3, "b2", 9, 1.7e9 + 0.7, None),
        ),
    )
    store.create(room)
    assert store.room(room.id) == room
    store.close()
    again = Store.open(url)
    assert again.room(room.id) == room
    again.close()


def test_seats_and_moves_come_in_their_order(store: Store) -> None:
    seats = tuple(SeatRecord(n, "link", None, "", None, None, False) for n in (3, 1, 2))
    store.create(a_room(seats=seats, moves=(a_move(1), a_move(0))))
    assert [seat.number for seat in standing(store).seats] == [1, 2, 3]
    assert [move.ply for move in standing(store).moves] == [0, 1]


def test_no_room(store: Store) -> None:
    assert store.room("nowhere") is None


def test_an_id_is_taken_once(store: Store) -> None:
    store.create(a_room(game="sim"))
    with pytest.raises(ConflictError, match="room r1 exists already"):
        store.create(a_room())
    assert standing(store).game == "sim"


def put(store: Store, room: str = "r1", **changes: Any) -> RoomRecord:
    """Change a room; it as it is now."""
    record = replace(standing(store, room), **changes)
    store.put(record)
    return record


CHANGES: dict[str, Callable[[Store, str], object]] = {
    "put": lambda store, room: store.put(a_room(room)),
    "add_move": lambda store, room: store.add_move(room, 0, "d4", 1, None, 1.0),
    "touch": lambda store, room: store.touch(room, 1.0),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_not_there_cannot_be_changed(store: Store, change: str) -> None:
    store.create(a_room())
    with pytest.raises(NotFoundError, match="no such room"):
        CHANGES[change](store, "nowhere")
    assert standing(store) == a_room()


def test_nobody_moves_at_a_seat_that_is_not_there(store: Store) -> None:
    store.create(a_room())
    for seat in (0, 4, -1, 10**30):
        with pytest.raises(NotFoundError, match="no such seat"):
            store.add_move("r1", 0, "d4", seat, None, 1.0)
    assert standing(store) == a_room()


def test_a_room_is_kept_as_it_is_now(store: Store) -> None:
    store.create(a_room())
    store.create(a_room("r2"))
    ann, bob, computer = a_room().seats
    seats = (
        replace(ann, kind="computer", player="random"),
        replace(bob, holder="bob", name="Bob", left=True),
        replace(computer, player="minimax:depth=5"),
    )
    now = put(store, seats=seats, successor="r3", touched=200.0)
    assert standing(store) == now
    assert standing(store, "r2") == a_room("r2")
    put(store, touched=150.0)
    assert standing(store).touched == 200.0, "the clock went backwards, the room did not"
    put(store, seats=a_room().seats, successor=None)
    assert standing(store) == a_room(touched=200.0)


def test_moves_follow_one_another(store: Store) -> None:
    store.create(a_room(start=("a1", "b1")))
    with pytest.raises(ConflictError, match="move 2 cannot be made now: move 3 is next"):
        store.add_move("r1", 1, "x", 1, None, 1.0)
    with pytest.raises(ConflictError, match="move 4 cannot be made now: move 3 is next"):
        store.add_move("r1", 3, "x", 1, None, 1.0)
    store.add_move("r1", 2, "c1", 1, {"score": 5}, 150.0)
    with pytest.raises(ConflictError, match="another move came first: move 3"):
        store.add_move("r1", 2, "c2", 2, None, 1.0)
    store.add_move("r1", 3, "d1", 2, None, 120.0)
    for ply in (-1, 10**30, -(10**30)):
        with pytest.raises(ConflictError, match="move 5 is next"):
            store.add_move("r1", ply, "x", 1, None, 1.0)
    room = standing(store)
    assert room.moves == (
        MoveRecord(2, "c1", 1, 150.0, {"score": 5}),
        MoveRecord(3, "d1", 2, 120.0, None),
    )
    assert room.touched == 150.0, "the clock went backwards, the room did not"


@pytest.mark.parametrize(("status", "words"), [("waiting", "not begun"), ("ended", "over")])
def test_only_a_running_game_takes_moves(store: Store, status: Any, words: str) -> None:
    store.create(a_room(moves=(a_move(0),)))
    ending = Outcome.given_up(1, 2, "resigned") if status == "ended" else None
    put(store, status=status, ending=ending)
    with pytest.raises(ConflictError, match=words):
        store.add_move("r1", 1, "x", 1, None, 1.0)
    with pytest.raises(ConflictError, match="came first"):
        store.add_move("r1", 0, "x", 1, None, 1.0)
    room = standing(store)
    assert (room.status, room.ending) == (status, ending)
    assert room.moves == (a_move(0),)
    put(store, status="running", ending=None)
    store.add_move("r1", 1, "x", 1, None, 1.0)


def test_moves_that_a_room_has_no_more_are_forgotten(store: Store) -> None:
    store.create(a_room(start=("a1",), moves=tuple(a_move(ply) for ply in (1, 2, 3))))
    store.create(a_room("r2", moves=(a_move(0), a_move(1))))
    put(store)
    assert len(standing(store).moves) == 3
    put(store, moves=(a_move(1),))
    assert standing(store).moves == (a_move(1),)
    store.add_move("r1", 2, "e5", 2, None, 1.0)
    put(store, moves=())
    assert standing(store).moves == ()
    store.add_move("r1", 1, "e5", 2, None, 1.0)
    assert len(standing(store, "r2").moves) == 2


def test_rooms_of_a_visitor(store: Store) -> None:
    for n in range(5):
        store.create(a_room(f"r{n}", created=float(n), owner="ann" if n % 2 else "zoe"))
    for room in ("r2", "r3"):
        one, two, three = standing(store, room).seats
        put(store, room, seats=(one, replace(two, holder="ann", name="Ann"), three))
    store.add_move("r2", 0, "d4", 2, None, 1.0)
    assert [room.id for room in store.rooms_of("ann")] == ["r3", "r2", "r1"]
    assert [room.id for room in store.rooms_of("ann", limit=2)] == ["r3", "r2"]
    assert store.rooms_of("ann")[1] == standing(store, "r2")
    assert store.rooms_of("nobody") == []


def test_idle_rooms_expire_with_all_that_is_in_them(store: Store, path: Path) -> None:
    for n in range(4):
        store.create(a_room(f"r{n}", touched=float(n), moves=(a_move(0),)))
    store.touch("r0", 9.0)
    store.touch("r3", 1.5)
    assert sorted(store.expire(2.0)) == ["r1"]
    assert sorted(store.expire(3.5)) == ["r2", "r3"]
    assert store.expire(3.5) == []
    assert store.room("r1") is None
    assert standing(store, "r0") == a_room("r0", touched=9.0, moves=(a_move(0),))
    store.close()
    with sqlite3.connect(path) as raw:
        for table, rows in ("rooms", 1), ("seats", 3), ("moves", 1):
            assert raw.execute(f"SELECT count(*) FROM {table}").fetchone() == (rows,)
    raw.close()


def test_a_store_may_be_used_after_it_was_closed(store: Store) -> None:
    """A thread that is slow to end must not fail."""
    store.create(a_room())
    store.close()
    store.touch("r1", 101.0)
    assert standing(store).touched == 101.0


endings = st.builds(
    Outcome,
    winner=st.none() | st.integers(0, 4),
    losers=st.lists(st.integers(0, 4), max_size=4).map(tuple),
    reason=st.text(),
    by_loss=st.booleans(),
    how=st.sampled_from(get_args(How)),
    by=st.none() | st.integers(0, 4),
)


class Rooms(RuleBasedStateMachine):
    """The store against a dict of records."""

    rooms: Any = Bundle("rooms")
    seats: Any = st.integers(1, 3)
    holders: Any = st.sampled_from(["ann", "bob", "eve"])
    times: Any = st.floats(0, 1e10)

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.store = Store.open(f"sqlite:///{self.folder.name}/rooms.db")
        self.model: dict[str, RoomRecord] = {}
        self.made = 0

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @rule(
        target=rooms,
        owner=holders,
        time=times,
        start=st.lists(st.text(), max_size=2),
        limit=st.none() | times,
    )
    def create(self, owner: str, time: float, start: list[str], limit: float | None) -> str:
        self.made += 1
        room = a_room(
            f"r{self.made}",
            owner=owner,
            created=float(self.made),
            touched=time,
            start=tuple(start),
            seconds_per_move=limit,
        )
        self.store.create(room)
        self.model[room.id] = room
        return room.id

    @rule(
        room=rooms,
        seat=seats,
        holder=st.none() | holders,
        name=st.text(),
        player=st.none() | st.text(),
        kind=st.sampled_from(["here", "link", "computer"]),
        left=st.booleans(),
    )
    def put_seat(self, room: str, seat: int, **changes: Any) -> None:
        now = self.model[room]
        seats = [*now.seats]
        seats[seat - 1] = replace(seats[seat - 1], **changes)
        self.model[room] = replace(now, seats=tuple(seats))
        self.store.put(self.model[room])

    @rule(
        room=rooms,
        off=st.sampled_from([0, 0, 0, 0, -1, 1]),
        move=st.text(),
        seat=seats,
        details=st.none() | st.dictionaries(st.text(), st.integers() | st.lists(st.text())),
        at=times,
        by_page=st.booleans(),
        ending=st.none() | st.none() | endings,
    )
    def add_move(
        self,
        room: str,
        off: int,
        move: str,
        seat: int,
        details: dict[str, Any] | None,
        at: float,
        by_page: bool,
        ending: Outcome | None,
    ) -> None:
        now = self.model[room]
        ply = len(now.start) + len(now.moves) + off
        if off != 0 or now.status != "running":
            with pytest.raises(ConflictError):
                self.store.add_move(room, ply, move, seat, details, at, by_page, ending)
            return
        self.store.add_move(room, ply, move, seat, details, at, by_page, ending)
        moves = (*now.moves, MoveRecord(ply, move, seat, at, details, by_page))
        after = replace(now, moves=moves, touched=max(now.touched, at))
        if ending is not None:
            after = replace(after, status="ended", ending=ending)
        self.model[room] = after

    @rule(room=rooms, ply=st.integers(0, 5))
    def take_back(self, room: str, ply: int) -> None:
        now = self.model[room]
        self.model[room] = replace(now, moves=tuple(it for it in now.moves if it.ply < ply))
        self.store.put(self.model[room])

    @rule(
        room=rooms,
        status=st.sampled_from(["waiting", "running", "running", "ended"]),
        ending=st.none() | endings,
    )
    def put_status(self, room: str, status: Any, ending: Outcome | None) -> None:
        self.model[room] = replace(self.model[room], status=status, ending=ending)
        self.store.put(self.model[room])

    @rule(room=rooms, successor=rooms, at=times)
    def rematch(self, room: str, successor: str, at: float) -> None:
        now = self.model[room]
        self.store.put(replace(now, successor=successor))
        self.store.touch(room, at)
        self.model[room] = replace(now, successor=successor, touched=max(now.touched, at))

    @rule(gone=consumes(rooms))
    def expire(self, gone: str) -> None:
        """All rooms but this one are touched first, so that no rule meets a room that is gone."""
        before = self.model.pop(gone).touched + 1
        for id_, room in self.model.items():
            self.store.touch(id_, before)
            self.model[id_] = replace(room, touched=max(room.touched, before))
        assert self.store.expire(before) == [gone]
        assert self.store.room(gone) is None

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = Store.open(f"sqlite:///{self.folder.name}/rooms.db")

    @invariant()
    def the_same(self) -> None:
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


TestRooms = Rooms.TestCase
TestRooms.settings = settings(max_examples=10, stateful_step_count=20)


# At the same time


def check_race(store: Store, plies: int, results: dict[str, tuple[list[int], list[str]]]) -> None:
    """`results` are for each contestant the plies it was told to have won, and its refusals."""
    winners = {ply: name for name, (won, _) in results.items() for ply in won}
    assert [winners[move.ply] for move in standing(store).moves] == [
        move.move for move in standing(store).moves
    ]
    assert sorted(winners) == list(range(plies))
    for won, lost in results.values():
        assert len(won) + len(lost) == plies
        assert all("came first" in words for words in lost)


def test_of_two_threads_at_a_ply_one_wins(store: Store) -> None:
    store.create(a_room())
    plies, threads = 20, 4
    together = threading.Barrier(threads, timeout=60)

    def run(name: str) -> tuple[list[int], list[str]]:
        won, lost = [], []
        for ply in range(plies):
            together.wait()
            try:
                store.add_move("r1", ply, name, 1, None, 1.0)
                won.append(ply)
            except ConflictError as error:
                lost.append(str(error))
        return won, lost

    with ThreadPoolExecutor(threads) as pool:
        results = dict(zip("abcd", pool.map(run, "abcd"), strict=True))
    check_race(store, plies, results)


def test_more_threads_than_connections_all_get_their_turn(store: Store) -> None:
    store.create(a_room())
    with ThreadPoolExecutor(100) as pool:
        list(pool.map(lambda n: (store.touch("r1", 200.0 + n), store.room("r1")), range(300)))
    assert standing(store).touched == 499.0


@pytest.fixture(scope="module")
def processes() -> Any:
    """Starts processes in little time, from one that has imported everything."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([play_until_killed.__module__])
    return context


@pytest.mark.slow
def test_of_two_processes_at_a_ply_one_wins(url: str, store: Store, processes: Any) -> None:
    store.create(a_room())
    plies = 50
    contestants = []
    for name in ("a", "b"):
        here, there = processes.Pipe()
        process = processes.Process(target=race, args=(url, "r1", name, plies, there), daemon=True)
        process.start()
        there.close()
        contestants.append((process, here))
    for _, here in contestants:
        assert here.recv() == "ready"
    for _, here in contestants:
        here.send("go")
    results = dict(zip("ab", [here.recv() for _, here in contestants], strict=True))
    for process, here in contestants:
        process.join()
        here.close()
    check_race(store, plies, results)


@pytest.mark.slow
def test_two_processes_may_make_the_same_database(url: str, processes: Any) -> None:
    starters = [
        processes.Process(target=open_and_close, args=(url,), daemon=True) for _ in range(4)
    ]
    for process in starters:
        process.start()
    for process in starters:
        process.join()
    assert [process.exitcode for process in starters] == [0, 0, 0, 0]


def open_and_close(url: str) -> None:
    Store.open(url).close()


@pytest.mark.slow
def test_a_kill_loses_nothing_that_was_stored(url: str, processes: Any) -> None:
    store = Store.open(url)
    store.create(a_room())
    store.close()
    acknowledged: list[int] = []
    for turn in range(20):
        here, there = processes.Pipe(duplex=False)
        process = processes.Process(target=play_until_killed, args=(url, "r1", there), daemon=True)
        process.start()
        there.close()
        acknowledged += [here.recv() for _ in range(1 + turn % 4)]
        process.kill()
        process.join()
        with here, suppress(EOFError):
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


def test_a_newer_version_is_refused(path: Path, url: str) -> None:
    Store.open(url).close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9999'")
    raw.close()
    before = path.read_bytes()
    assert refusal(url) == (
        f"the database {path} was made by a newer version of Plyground: "
        "install that version, or choose another database"
    )
    assert path.read_bytes() == before


def test_another_programs_database_is_left_alone(path: Path, url: str) -> None:
    path.parent.mkdir()
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE notes (text)")
    raw.close()
    assert refusal(url) == (
        f"the database {path} belongs to another program: choose a separate one for Plyground"
    )
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("notes",)]
    raw.close()


def test_a_database_of_two_versions_is_refused(path: Path, url: str) -> None:
    Store.open(url).close()
    with sqlite3.connect(path) as raw:
        raw.execute("INSERT INTO alembic_version VALUES ('0001')")
    raw.close()
    assert refusal(url) == (
        f"the database {path} claims to have several versions: restore an earlier copy of it"
    )


def damage_nothing_but_the_head(path: Path) -> None:
    path.write_bytes(b"not a database at all" + path.read_bytes()[21:])


def damage_all_after_the_head(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))


def damage_the_last_page(path: Path) -> None:
    """Nobody reads these at start, except a check for damage."""
    path.write_bytes(path.read_bytes()[:-4096] + b"\xff" * 4096)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    "damage",
    [damage_nothing_but_the_head, damage_all_after_the_head, damage_the_last_page, cut_off],
)
def test_a_damaged_file_is_refused(path: Path, url: str, damage: Callable[[Path], None]) -> None:
    store = Store.open(url)
    store.create(a_room())
    store.close()
    damage(path)
    before = path.read_bytes()
    assert refusal(url) == (
        f"the database {path} is damaged or not a database: "
        "restore a copy, or move it away and Plyground makes a new one"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
@pytest.mark.parametrize("there", [True, False])
def test_a_locked_database_is_refused(
    path: Path, url: str, impatient: None, there: bool, lock: str
) -> None:
    path.parent.mkdir()
    if there:
        Store.open(url).close()
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute(f"BEGIN {lock}")
    assert refusal(url) == (
        f"the database {path} is locked by another program: close that one and try again"
    )
    raw.close()
    Store.open(url).close()


def test_a_lock_in_mid_game_is_reported_and_nothing_is_lost(
    path: Path, url: str, impatient: None
) -> None:
    store = Store.open(url)
    store.create(a_room())
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked") as caught:
        store.add_move("r1", 0, "d4", 1, None, 1.0)
    assert caught.value.status == 503
    assert str(path.parent) not in str(caught.value), "visitors need not know where it is"
    assert standing(store) == a_room(), "who only reads need not wait"
    raw.execute("ROLLBACK")
    raw.close()
    store.add_move("r1", 0, "d4", 1, None, 1.0)
    store.close()


def test_threads_that_wait_for_a_lock_give_up_together(
    path: Path, url: str, impatient: None
) -> None:
    store = Store.open(url)
    store.create(a_room())
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")

    def message(n: int) -> str:
        with pytest.raises(StoreError) as caught:
            store.touch("r1", 200.0 + n)
        return str(caught.value)

    with ThreadPoolExecutor(8) as pool:
        assert all("is locked by another program" in words for words in pool.map(message, range(8)))
    raw.close()
    store.touch("r1", 300.0)
    assert standing(store).touched == 300.0
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
    put(store, moves=standing(store).moves[:-1])
    store.add_move("r1", stored - 1, "e5", 1, None, 1.0)
    assert standing(store).moves[-1].move == "e5"
    store.close()


BEREFT = """
import ctypes, os, resource, sys
from plyground.web.errors import StoreError
from plyground.web.store import Database
if os.geteuid() == 0:  # root may write everywhere, unless it gives that up
    head = (ctypes.c_uint32 * 2)(0x20080522, 0)
    assert ctypes.CDLL(None).capset(head, (ctypes.c_uint32 * 6)()) == 0
if sys.argv[1] == "full":
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
for path in sys.argv[2:]:
    try:
        Database(f"sqlite:///{path}")
        print("opened")
    except StoreError as error:
        print(error)
sys.stdout.flush()
os._exit(0)  # who measures this process, as coverage does, could not write at its end either
"""


def bereft(how: str, *paths: Path) -> list[str]:
    """What `Database` says of these files to a process that may not write there."""
    run = subprocess.run(
        [sys.executable, "-c", BEREFT, how, *map(str, paths)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stderr == ""
    return run.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="root gives up its powers as Linux has it")
def test_files_and_folders_without_rights(tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    Store.open(url_of(kept)).close()
    before = kept.read_bytes()
    os.chmod(kept, 0o444)
    os.chmod(tmp_path, 0o555)
    deeper = tmp_path / "deeper"
    lines = bereft("no rights", kept, tmp_path / "new.db", deeper / "new.db")
    os.chmod(kept, 0o644)
    lines += bereft("no rights", kept)  # a file may be written, but none made beside it
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
def test_a_disk_that_takes_nothing_is_noticed_at_start(tmp_path: Path) -> None:
    used, new = tmp_path / "used.db", tmp_path / "new.db"
    store = Store.open(url_of(used))
    store.create(a_room())  # all the files are there from now on, and need not be made
    lines = bereft("full", used, new)
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
    app = create_app(Settings(data=folder, warms=False))
    app.state.parts.store.create(a_room())
    assert standing(app.state.parts.store) == a_room()
    app.state.parts.database.close()
    assert (folder / "plyground.db").exists()


def test_the_app_tells_what_is_wrong_with_its_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not the URL of a database"):
        create_app(Settings(data=tmp_path, database="nonsense", warms=False))
