"""`Store`: the rooms in the database. Each method is one transaction, committed when it returns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from plyground.position import Outcome
from plyground.web.errors import ConflictError, NotFoundError
from plyground.web.store.database import Kept, written
from plyground.web.store.models import MOVES, ROOMS, SEATS
from plyground.web.store.records import (
    ClockRecord,
    MoveRecord,
    OfferRecord,
    RoomRecord,
    SeatRecord,
)

T = TypeVar("T")

_NO_ROOM = "there is no such room: it may have been closed after a long time without moves"

_STANDING = (
    select(
        ROOMS.c.start,
        ROOMS.c.status,
        select(func.max(MOVES.c.ply)).where(MOVES.c.room == ROOMS.c.id).scalar_subquery(),
        select(func.count()).where(SEATS.c.room == ROOMS.c.id).scalar_subquery(),
        select(func.min(SEATS.c.number)).where(SEATS.c.room == ROOMS.c.id).scalar_subquery(),
    )
    .where(ROOMS.c.id == bindparam("room_id"))
    .with_for_update()
)
"""The state of a room before a move is added: its start and status, the last ply, how many
seats there are, and the lowest number of one."""

_TOUCHED = (
    update(ROOMS)
    .where(ROOMS.c.id == bindparam("room_id"))
    .values(
        touched=case((ROOMS.c.touched < bindparam("at"), bindparam("at")), else_=ROOMS.c.touched)
    )
)
"""A change of a room; what else changes comes with its values."""


class Store(Kept):
    """Keeps rooms. Any thread may use it; other processes may use the same database.

    Every method raises StoreError if the database cannot be used, and all that change a room raise
    NotFoundError if it, or its seat, does not exist.
    """

    @written
    def create(self, connection: Connection, room: RoomRecord) -> None:
        """Keep a new room with everything in it. Raises ConflictError if its id is taken."""
        if connection.scalar(select(ROOMS.c.id).where(ROOMS.c.id == room.id)) is not None:
            raise ConflictError(f"room {room.id} exists already")
        connection.execute(insert(ROOMS), _row(room))
        for table, parts in ((SEATS, room.seats), (MOVES, room.moves)):
            if parts:
                connection.execute(insert(table), [{"room": room.id, **vars(p)} for p in parts])

    def room(self, room_id: str) -> RoomRecord | None:
        """The room with this id as it is now; None if there is none."""
        found = self._found(select(ROOMS).where(ROOMS.c.id == room_id))
        return found[0] if found else None

    def rooms_of(self, holder: str, limit: int = 20) -> list[RoomRecord]:
        """The newest rooms that this visitor made or has a seat in, the newest first."""
        newest = (ROOMS.c.created.desc(), ROOMS.c.id)
        return self._found(select(ROOMS).where(_of(holder)).order_by(*newest).limit(limit))

    def count_of(self, holder: str) -> tuple[int, int]:
        """How many rooms of this visitor `forget` forgets, and how many stay with others."""
        counted = select(func.count()).select_from(ROOMS)
        with self._database.reading() as connection:
            every, alone = (
                connection.scalar(counted.where(which)) or 0
                for which in (_of(holder), _alone(holder))
            )
        return alone, every - alone

    def _found(self, chosen: Select[Any]) -> list[RoomRecord]:
        with self._database.reading() as connection:
            rooms = [dict(row) for row in connection.execute(chosen).mappings()]
            ids = [row["id"] for row in rooms]
            seats = _parts(connection, SEATS, SeatRecord, ids)
            moves = _parts(connection, MOVES, MoveRecord, ids)
        return [
            RoomRecord(
                **row
                | {
                    "start": tuple(row["start"]),
                    "ending": _ending(row["ending"]),
                    "offer": _offer(row["offer"]),
                    "clock": _clock(row["clock"]),
                    "seats": tuple(seats[row["id"]]),
                    "moves": tuple(moves[row["id"]]),
                }
            )
            for row in rooms
        ]

    @written
    def put(self, connection: Connection, room: RoomRecord) -> None:
        """Keep a room as it is now, with its seats and moves. `touched` never goes back."""
        row = _row(room)
        names = ("status", "ending", "successor", "offer", "clock", "owner")
        changed = {name: row[name] for name in names}
        _change(connection, room.id, room.touched, changed)
        for seat in room.seats:
            same = (SEATS.c.room == room.id, SEATS.c.number == seat.number)
            connection.execute(update(SEATS).where(*same), vars(seat))
        before = _parts(connection, MOVES, MoveRecord, [room.id])[room.id]
        kept = [move.ply for move in before if move in room.moves]
        gone = MOVES.c.room == room.id, MOVES.c.ply.not_in(kept)
        if len(kept) < len(before):
            connection.execute(delete(MOVES).where(*gone))
        new = [{"room": room.id, **vars(move)} for move in room.moves if move.ply not in kept]
        if new:
            connection.execute(insert(MOVES), new)

    @written
    def add_move(
        self,
        connection: Connection,
        room_id: str,
        ply: int,
        move: str,
        seat: int,
        details: dict[str, Any] | None,
        at: float,
        by_page: bool = False,
        ending: Outcome | None = None,
        clock: ClockRecord | None = None,
    ) -> None:
        """Keep a move, which touches the room too; `ending` says how it ends the game, if it does,
        and `clock` is the time that people have then. What people have offered is forgotten.

        The caller has to check that it is legal. Raises ConflictError if there is a move at
        this ply already, if the ply is not the next one, or if the game is not running.
        """
        found = connection.execute(_STANDING, {"room_id": room_id}).first()
        if found is None:
            raise NotFoundError(_NO_ROOM)
        start, status, last, seats, lowest = found
        if not 0 <= seat - lowest < seats:
            raise NotFoundError(f"this room has no such seat: it has {seats}")
        _check_ply(ply, len(start), last)
        if status != "running":
            raise ConflictError(
                "the game has not begun: wait for all players"
                if status == "waiting"
                else "the game is over: no more moves can be made"
            )
        made = MoveRecord(ply, move, seat, at, details, by_page)
        connection.execute(insert(MOVES), {"room": room_id, **vars(made)})
        over = {} if ending is None else {"status": "ended", "ending": _ending_data(ending)}
        times = {} if clock is None else {"clock": vars(clock)}
        _change(connection, room_id, at, {**over, **times, "offer": None})

    @written
    def touch(self, connection: Connection, room_id: str, at: float) -> None:
        """Note that something happened in the room."""
        _change(connection, room_id, at, {})

    @written
    def expire(self, connection: Connection, before: float) -> list[str]:
        """Forget the rooms that have not been touched since. Returns their ids."""
        idle = ROOMS.c.touched < before
        expired = list(connection.scalars(select(ROOMS.c.id).where(idle).with_for_update()))
        if expired:
            connection.execute(delete(ROOMS).where(idle))  # the foreign keys remove the rest
        return expired

    @written
    def forget(
        self,
        connection: Connection,
        holder: str,
        nobody: str,
        ids: Collection[str] | None = None,
    ) -> list[str]:
        """Forget the rooms of this visitor in which nobody else plays, and return their ids. In the
        others `nobody` takes their place, without a name. With `ids` only these rooms.
        """
        own, seats = ROOMS.c.owner == holder, SEATS.c.holder == holder
        if ids is not None:
            own, seats = own & ROOMS.c.id.in_(ids), seats & SEATS.c.room.in_(ids)
        alone = select(ROOMS.c.id).where(own, _alone(holder))
        found = list(connection.scalars(alone.with_for_update()))
        connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(found)))
        connection.execute(update(ROOMS).where(own).values(owner=nobody))
        connection.execute(update(SEATS).where(seats).values(holder=nobody, name=""))
        return found


def _of(holder: str) -> ColumnElement[bool]:
    seated = select(SEATS.c.room).where(SEATS.c.holder == holder)
    return or_(ROOMS.c.owner == holder, ROOMS.c.id.in_(seated))


def _alone(holder: str) -> ColumnElement[bool]:
    """The rooms that this visitor made, in which nobody else has a seat."""
    others = select(SEATS.c.room).where(SEATS.c.holder != holder)
    return (ROOMS.c.owner == holder) & ROOMS.c.id.not_in(others)


def _change(connection: Connection, room_id: str, at: float, changed: dict[str, Any]) -> None:
    """Change a room, which also touches it. Raises NotFoundError."""
    if not connection.execute(_TOUCHED, {"room_id": room_id, "at": at, **changed}).rowcount:
        raise NotFoundError(_NO_ROOM)


def _check_ply(ply: int, first: int, last: int | None) -> None:
    """Raises ConflictError unless this ply follows the last one. People count moves from 1."""
    following = first if last is None else last + 1
    if first <= ply < following:
        raise ConflictError(f"another move came first: move {ply + 1} has been made already")
    if ply != following:
        raise ConflictError(f"move {ply + 1} cannot be made now: move {following + 1} is next")


def _parts(
    connection: Connection, table: Table, kind: type[T], ids: list[str]
) -> dict[str, list[T]]:
    """The seats, or the moves, of rooms by their ids, in their order."""
    chosen = select(table).where(table.c.room.in_(ids)).order_by(*table.primary_key.columns)
    found = defaultdict(list)
    for room, *values in connection.execute(chosen):
        found[room].append(kind(*values))
    return found


def _row(room: RoomRecord) -> dict[str, Any]:
    """The part of a room in its own table; seats and moves are in other tables."""
    data = {
        "ending": room.ending and _ending_data(room.ending),
        "offer": room.offer and vars(room.offer),
        "clock": room.clock and vars(room.clock),
    }
    row = {**vars(room), **data}
    return {column.name: row[column.name] for column in ROOMS.c}


def _ending_data(ending: Outcome) -> dict[str, Any]:
    return {name: value for name, value in vars(ending).items() if name != "sites"}


def _ending(data: dict[str, Any] | None) -> Outcome | None:
    return None if data is None else Outcome(**{**data, "losers": tuple(data["losers"])})


def _offer(data: dict[str, Any] | None) -> OfferRecord | None:
    return None if data is None else OfferRecord(**{**data, "agreed": tuple(data["agreed"])})


def _clock(data: dict[str, Any] | None) -> ClockRecord | None:
    return None if data is None else ClockRecord(**{**data, "left": tuple(data["left"])})
