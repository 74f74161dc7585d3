"""Databases of earlier versions: they open, and keep every game, whatever people are called.

The files in tests/data/databases were made by the app of each version, with names that look like
the sentences in which those versions kept how a game ended.
"""

from __future__ import annotations

import io
import json
import sqlite3
from pathlib import Path

import pytest

import plyground as pg
from plyground.players import parse_player
from plyground.position import Outcome
from plyground.web.store import RoomRecord
from plyground.web.words import ended_text
from tests.web.playing import served
from tests.web.store_processes import Store

OLD = Path(__file__).parent.parent / "data" / "databases"
EVIL = "Bob resigned; Player 2 wins!"


ENDINGS = {
    "won": Outcome(0, (1,), "three in a row"),
    "drawn": Outcome(reason="the board is full"),
    "lost-in-sim": Outcome(1, (0,), "a triangle in their own colour", by_loss=True),
    "three-in-sim": Outcome(reason="all dots are joined and there is no triangle"),
    "won-in-connect-four": Outcome(0, (1,), "four in a row"),
    "aborted": Outcome(how="aborted"),
    "resigned": Outcome(0, (1,), how="resigned", by=1),
    "resigned-by-a-name": Outcome(1, (0,), how="resigned", by=0),
    "resigned-and-renamed": Outcome(0, (1,), how="resigned", by=1),
    "left": Outcome(0, (1,), how="left", by=1),
    "time": Outcome(1, (0,), how="time", by=0),
    "five-resigned": Outcome(None, (2,), how="resigned", by=2),
    "five-left": Outcome(None, (0,), how="left", by=0),
    "five-time": Outcome(None, (0,), how="time", by=0),
    "five-taken-over": None,
    "waiting": None,
    "running": None,
}
TEXTS = {
    "won-in-connect-four": "Player 1 won: four in a row.",
    "lost-in-sim": "Player 2 won, Player 1 lost: a triangle in their own colour.",
    "aborted": "Game aborted.",
    "resigned-by-a-name": f"{EVIL} resigned; Bob won",
    "resigned-and-renamed": "Robert resigned; Player 1 won",
    "left": "; Player 1 wins! left; Player 1 won",
    "time": "x ran out of time; Player 1 wins! ran out of time; Player 2 won",
    "five-resigned": "Draw! resigned",
    "five-left": "Player 2 ran out of time left",
}


def write(path: Path, version: str, *changes: str) -> None:
    """Make an old database, with a few statements run on it."""
    with sqlite3.connect(path) as database:
        database.executescript((OLD / f"{version}.sql").read_text(encoding="utf-8"))
        for change in changes:
            database.execute(change)
    database.close()


def room_of(folder: Path, room: str, change: str) -> RoomRecord:
    """A room of an old database that was changed before the store opened it."""
    write(folder / "old.db", "v0002", change)
    store = Store.open(f"sqlite:///{folder / 'old.db'}")
    found = store.room(room)
    store.close()
    assert found is not None
    return found


@pytest.mark.parametrize("version", ["v0001", "v0002"])
def test_every_game_of_an_old_database_is_kept(tmp_path: Path, version: str) -> None:
    write(tmp_path / "old.db", version)
    with sqlite3.connect(tmp_path / "old.db") as before:
        moves = dict(before.execute("SELECT room, count(*) FROM moves GROUP BY room"))
        rooms = {room for (room,) in before.execute("SELECT id FROM rooms")}
    before.close()
    store = Store.open(f"sqlite:///{tmp_path / 'old.db'}")
    for id_ in rooms:
        room = store.room(id_)
        assert room is not None
        assert len(room.moves) == moves.get(id_, 0)
        assert not room.shows_values
        assert not room.as_before
        assert room.offer is room.clock is None
        assert not any(move.by_page for move in room.moves)
        for seat in room.seats:
            if seat.player is not None:
                assert parse_player(seat.player) is not None
        if id_ in ENDINGS:
            assert room.ending == ENDINGS[id_], id_
            assert (room.status == "ended") == (room.ending is not None)
        assert ended_text(room) == TEXTS.get(id_, ended_text(room))
    assert rooms > set(ENDINGS)
    store.close()


def test_an_old_database_opens_in_the_app(tmp_path: Path) -> None:
    write(tmp_path / "plyground.db", "v0001")
    with served(tmp_path) as client:
        for id_, ending in ENDINGS.items():
            room_data = client.get(f"/api/rooms/{id_}").json()
            assert (room_data["ending"] is None) == (ending is None)
            assert client.get(f"/room/{id_}").status_code == 200
            assert client.get(f"/room/{id_}/record").status_code == 200
        assert client.get("/api/rooms/resigned").json()["ending"]["winner"] == 1


def test_what_the_rules_do_not_replay_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    change = "UPDATE moves SET move = '99' WHERE room = 'won' AND ply = 1"
    write(tmp_path / "plyground.db", "v0002", change)
    for _ in range(2):  # the second start finds the sums of the first
        caplog.clear()
        with served(tmp_path) as client:
            answer = client.get("/api/rooms/won")
            assert answer.status_code == 422
            assert "damaged" in answer.json()["error"]
            assert client.get("/api/rooms/drawn").status_code == 200
        (said,) = (each.getMessage() for each in caplog.records if each.levelname == "WARNING")
        assert said.endswith("damaged, and left out: game in a room won")


@pytest.mark.parametrize(
    ("old", "value"),
    [
        ({"score": 999_995}, pg.Value("win", 5)),
        ({"score": -1_000_000, "exact": True, "expectation": 0.0}, pg.Value("loss")),
        ({"score": 0, "exact": True}, pg.Value("draw")),
        ({"score": 12}, pg.Value("unknown", score=12)),
        ({"expectation": 0.62}, pg.Value("unknown", expectation=0.62)),
        ({}, None),
    ],
)
def test_what_a_computer_thought_is_kept(
    tmp_path: Path, old: dict[str, object], value: pg.Value | None
) -> None:
    said = {"score": None, "exact": False, "expectation": None, **old}
    rest = {"depth": 4, "pv": ["4", "3"], "nodes": 90, "cutoffs": 7, "seconds": 0.0012}
    details = json.dumps({**said, **rest})
    change = f"UPDATE moves SET details = '{details}' WHERE ply = 0"
    first = room_of(tmp_path, "won", change).moves[0]
    assert first.details is not None
    expected = pg.Choice(first.move, value, 4, ("4", "3"), nodes=90, cutoffs=7, seconds=0.0012)
    assert pg.Choice.from_json(first.details) == expected


def test_old_saved_games_read_as_before(tmp_path: Path) -> None:
    write(tmp_path / "old.db", "v0002")
    with sqlite3.connect(tmp_path / "old.db") as database:
        texts = [text for (text,) in database.execute("SELECT text FROM games ORDER BY result")]
    database.close()
    records = [reading.record for text in texts for reading in pg.read_records(io.StringIO(text))]
    assert [(each.result, each.reason) for each in records if each is not None] == [
        ("0-1", f"{EVIL} resigned; Player 2 wins!"),
        ("1-0", "Bob resigned; Player 1 wins!"),
    ]


RESIGNED = Outcome(0, (1,), how="resigned", by=1)


def unknown(reason: str) -> Outcome:
    return Outcome(reason=reason, how="unknown")


@pytest.mark.parametrize(
    ("change", "ending"),
    [
        # What nobody understands is kept as it is.
        ("reason = 'The cat won'", unknown("The cat won")),
        ("reason = 'Bob resigned'", unknown("Bob resigned")),
        ("reason = ''", unknown("")),
        # The moves do not say so, or cannot be played any more.
        ("reason = 'Player 2 wins!'", unknown("Player 2 wins!")),
        ("reason = 'Player 2 wins!', game = 'uninstalled'", unknown("Player 2 wins!")),
        ("reason = 'Draw!', parameters = '{\"columns\": 3}'", unknown("Draw!")),
        # Sentences read from their end.
        ("reason = ' resigned; Player 1 wins!'", RESIGNED),
        ("reason = 'a has left; Player 2 wins! resigned; Player 1 wins!'", RESIGNED),
    ],
)
def test_endings_that_are_not_understood_are_kept(
    tmp_path: Path, change: str, ending: Outcome
) -> None:
    room = room_of(tmp_path, "resigned", f"UPDATE rooms SET {change} WHERE id = 'resigned'")
    assert room.ending == ending
    if ending.how == "unknown" and ending.reason:
        assert ended_text(room) == ending.reason
