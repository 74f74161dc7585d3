"""What the tests of the store do in processes of their own, and the rooms they do it with."""

from __future__ import annotations

from itertools import count
from multiprocessing.connection import Connection
from typing import Any

from plyground.web.errors import ConflictError
from plyground.web.store import Database, MoveRecord, RoomRecord, SeatRecord
from plyground.web.store import Store as AnyStore


class Store(AnyStore):
    """A store with a database of its own."""

    @classmethod
    def open(cls, url: str) -> Store:
        return cls(Database(url))

    def close(self) -> None:
        self._database.close()


def a_room(id: str = "r1", **changes: Any) -> RoomRecord:  # noqa: A002
    """A running room with two free seats for people and one for a computer."""
    values: dict[str, Any] = {
        "id": id,
        "game": "connect4",
        "parameters": {"columns": 7, "rows": 6},
        "start": (),
        "created": 100.0,
        "touched": 100.0,
        "status": "running",
        "ending": None,
        "seconds_per_move": None,
        "successor": None,
        "owner": "owner",
        "shows_values": False,
        "as_before": False,
        "seats": (
            SeatRecord(1, "here", None, "Ann", "#c00", None, False),
            SeatRecord(2, "link", None, "", None, None, False),
            SeatRecord(3, "computer", "minimax:depth=3", "Minimax", None, None, False),
        ),
        "moves": (),
    }
    return RoomRecord(**(values | changes))


def a_move(ply: int, move: str = "d4", seat: int = 1, at: float = 0.0) -> MoveRecord:
    return MoveRecord(ply, move, seat, at, None)


def play_until_killed(url: str, room: str, parent: Connection) -> None:
    """Add moves for ever, and tell each ply as soon as it is stored."""
    store = Store.open(url)
    record = store.room(room)
    assert record is not None
    for ply in count(len(record.moves)):
        store.add_move(room, ply, f"m{ply}", 1, {"nodes": ply}, 200.0)
        parent.send(ply)


def race(url: str, room: str, name: str, plies: int, parent: Connection) -> None:
    """Try to be the first at each ply; tell those won, and what was said of the others."""
    store = Store.open(url)
    parent.send("ready")
    parent.recv()
    won, lost = [], []
    for ply in range(plies):
        try:
            store.add_move(room, ply, name, 1, None, 200.0)
            won.append(ply)
        except ConflictError as error:
            lost.append(str(error))
    store.close()
    parent.send((won, lost))
