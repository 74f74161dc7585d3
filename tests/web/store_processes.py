"""What the tests of the store do in processes of their own, and the rooms they do it with."""

from __future__ import annotations

import ctypes
import os
import resource
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from plyground.web.errors import StoreError
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


def say_what_cannot_be_written(how: str, paths: list[Path], parent: Connection) -> None:
    """Give up what root may, or all space for files; tell what the database says of each path."""
    if os.geteuid() == 0:  # root may write everywhere, unless it gives that up
        head = (ctypes.c_uint32 * 2)(0x20080522, 0)
        assert ctypes.CDLL(None).capset(head, (ctypes.c_uint32 * 6)()) == 0
    if how == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    for path in paths:
        with pytest.raises(StoreError) as caught:
            Database(f"sqlite:///{path}")
        parent.send(str(caught.value))
