"""`Store`: the rooms in the database. Each method is one transaction, committed when it returns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    RowMapping,
    Select,
    Table,
    bindparam,
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
from plyground.web.store.models import MOVES, ROOMS, SEATS, SPOILT
from plyground.web.store.records import (
    ClockRecord,
    MoveRecord,
    OfferRecord,
    RoomRecord,
    SeatRecord,
)
from plyground.web.store.sealing import changed, damaged, rows, sum_of, sum_of_parts, sum_of_room

Row = dict[str, Any]

_NO_ROOM = "there is no such room: it may have been closed after a long time without moves"

_STANDING = (
    select(
        ROOMS,
        select(func.max(MOVES.c.ply))
        .where(MOVES.c.room == ROOMS.c.id)
        .scalar_subquery()
        .label("last"),
        select(func.count()).where(SEATS.c.room == ROOMS.c.id).scalar_subquery().label("seats"),
        select(func.min(SEATS.c.number))
        .where(SEATS.c.room == ROOMS.c.id)
        .scalar_subquery()
        .label("lowest"),
    )
    .where(ROOMS.c.id == bindparam("room_id"))
    .with_for_update()
)
"""A room before it changes, and its last ply, how many seats there are, and the lowest number of
one."""


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
        row, seats, moves = _row(room), _part_rows(room, room.seats), _part_rows(room, room.moves)
        connection.execute(insert(ROOMS), row | {"sum": sum_of_room(row, seats, moves)})
        for table, parts in ((SEATS, seats), (MOVES, moves)):
            if parts:
                connection.execute(insert(table), parts)

    def room(self, room_id: str) -> RoomRecord | None:
        """The room with this id as it is now; None if there is none. Raises DamagedError."""
        for found in self._found(select(ROOMS).where(ROOMS.c.id == room_id)):
            if found is None:
                raise damaged(ROOMS)
            return found
        return None

    def rooms_of(self, holder: str, limit: int = 20) -> list[RoomRecord]:
        """The newest rooms that this visitor made or has a seat in, the newest first."""
        newest = (ROOMS.c.created.desc(), ROOMS.c.id)
        found = self._found(select(ROOMS).where(_of(holder)).order_by(*newest).limit(limit))
        return [each for each in found if each is not None]

    def count_of(self, holder: str) -> tuple[int, int]:
        """How many rooms of this visitor `forget` forgets, and how many stay with others."""
        counted = select(func.count()).select_from(ROOMS)
        with self._database.reading() as connection:
            every, alone = (
                connection.scalar(counted.where(which)) or 0
                for which in (_of(holder), _alone(holder))
            )
        return alone, every - alone

    def _found(self, chosen: Select[Any]) -> list[RoomRecord | None]:
        with self._database.reading() as connection:
            return _rooms(connection, chosen)

    @written
    def put(self, connection: Connection, room: RoomRecord) -> None:
        """Keep a room as it is now, with its seats and moves. `touched` never goes back."""
        before, row = _standing(connection, room.id), _row(room)
        names = ("status", "ending", "successor", "offer", "clock", "owner")
        was = _sum_of_parts(connection, room.id)
        for seat in room.seats:
            same = (SEATS.c.room == room.id, SEATS.c.number == seat.number)
            connection.execute(update(SEATS).where(*same), vars(seat))
        there = _parts(connection, MOVES, [room.id])[room.id]
        moves = _part_rows(room, room.moves)
        kept = [move["ply"] for move in there if move in moves]
        gone = MOVES.c.room == room.id, MOVES.c.ply.not_in(kept)
        if len(kept) < len(there):
            connection.execute(delete(MOVES).where(*gone))
        new = [move for move in moves if move["ply"] not in kept]
        if new:
            connection.execute(insert(MOVES), new)
        is_ = _sum_of_parts(connection, room.id)
        _change(connection, before, room.touched, {name: row[name] for name in names}, was, is_)

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
        room = _standing(connection, room_id)
        if not 0 <= seat - room["lowest"] < room["seats"]:
            raise NotFoundError(f"this room has no such seat: it has {room['seats']}")
        if room["start"] == SPOILT:
            raise damaged(ROOMS)
        _check_ply(ply, len(room["start"]), room["last"])
        if room["status"] != "running":
            raise ConflictError(
                "the game has not begun: wait for all players"
                if room["status"] == "waiting"
                else "the game is over: no more moves can be made"
            )
        made = {"room": room_id, **vars(MoveRecord(ply, move, seat, at, details, by_page))}
        connection.execute(insert(MOVES), made)
        over = {} if ending is None else {"status": "ended", "ending": _ending_data(ending)}
        times = {} if clock is None else {"clock": vars(clock)}
        _change(connection, room, at, {**over, **times, "offer": None}, sum_of(MOVES, made))

    @written
    def touch(self, connection: Connection, room_id: str, at: float) -> None:
        """Note that something happened in the room."""
        _change(connection, _standing(connection, room_id), at, {})

    @written
    def expire(self, connection: Connection, before: float) -> list[str]:
        """Forget the rooms that have not been touched since. Returns their ids.

        Damaged ones stay: that may be why they seem old.
        """
        idle = select(ROOMS).where(ROOMS.c.touched < before).with_for_update()
        expired = [each.id for each in _rooms(connection, idle) if each is not None]
        if expired:  # the foreign keys remove the rest
            connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(expired)))
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
        these = select(ROOMS.c.id) if ids is None else select(ROOMS.c.id).where(ROOMS.c.id.in_(ids))
        alone = these.where(_alone(holder))
        found = list(connection.scalars(alone.with_for_update()))
        connection.execute(delete(ROOMS).where(ROOMS.c.id.in_(found)))
        for room_id in connection.scalars(these.where(_of(holder))).all():
            room, was = _standing(connection, room_id), _sum_of_parts(connection, room_id)
            mine = (SEATS.c.room == room_id, SEATS.c.holder == holder)
            connection.execute(update(SEATS).where(*mine).values(holder=nobody, name=""))
            owner = {"owner": nobody} if room["owner"] == holder else {}
            is_ = _sum_of_parts(connection, room_id)
            _change(connection, room, room["touched"], owner, was, is_)
        return found


def _of(holder: str) -> ColumnElement[bool]:
    seated = select(SEATS.c.room).where(SEATS.c.holder == holder)
    return or_(ROOMS.c.owner == holder, ROOMS.c.id.in_(seated))


def _alone(holder: str) -> ColumnElement[bool]:
    """The rooms that this visitor made, in which nobody else has a seat."""
    others = select(SEATS.c.room).where(SEATS.c.holder != holder)
    return (ROOMS.c.owner == holder) & ROOMS.c.id.not_in(others)


def _standing(connection: Connection, room_id: str) -> RowMapping:
    """A room before it changes, see _STANDING. Raises NotFoundError."""
    found = connection.execute(_STANDING, {"room_id": room_id}).mappings().first()
    if found is None:
        raise NotFoundError(_NO_ROOM)
    return found


def _change(
    connection: Connection, room: RowMapping, at: float, values: dict[str, Any], *sums: int
) -> None:
    """Change a room, which also touches it. `sums` are those of its parts that change too, as they
    were and as they are.
    """
    values = {**values, "touched": max(room["touched"], at)}
    both = sum_of(ROOMS, room), sum_of(ROOMS, {**room, **values})
    values["sum"] = changed(room["sum"], *both, *sums)
    connection.execute(update(ROOMS).where(ROOMS.c.id == room["id"]).values(values))


def _check_ply(ply: int, first: int, last: int | None) -> None:
    """Raises ConflictError unless this ply follows the last one. People count moves from 1."""
    following = first if last is None else last + 1
    if first <= ply < following:
        raise ConflictError(f"another move came first: move {ply + 1} has been made already")
    if ply != following:
        raise ConflictError(f"move {ply + 1} cannot be made now: move {following + 1} is next")


def _rooms(connection: Connection, chosen: Select[Any]) -> list[RoomRecord | None]:
    """Rooms, and None for those that are damaged."""
    found = list(rows(connection, ROOMS, chosen))
    ids = [row["id"] for row in found]
    seats, moves = (_parts(connection, table, ids) for table in (SEATS, MOVES))
    return [_room(row, seats[row["id"]], moves[row["id"]]) for row in found]


def _room(row: dict[str, Any], seats: list[Row], moves: list[Row]) -> RoomRecord | None:
    if row.pop("sum") != sum_of_room(row, seats, moves):
        return None
    return RoomRecord(
        **row
        | {
            "start": tuple(row["start"]),
            "ending": _ending(row["ending"]),
            "offer": _offer(row["offer"]),
            "clock": _clock(row["clock"]),
            "seats": tuple(SeatRecord(**_without_room(each)) for each in seats),
            "moves": tuple(MoveRecord(**_without_room(each)) for each in moves),
        }
    )


def _parts(connection: Connection, table: Table, ids: list[str]) -> dict[str, list[Row]]:
    """The seats, or the moves, of rooms by their ids, in their order."""
    chosen = select(table).where(table.c.room.in_(ids)).order_by(*table.primary_key.columns)
    found = defaultdict(list)
    for row in rows(connection, table, chosen):
        found[row["room"]].append(row)
    return found


def _sum_of_parts(connection: Connection, room_id: str) -> int:
    """What the seats and moves of a room add to its sum."""
    return sum_of_parts(*(_parts(connection, each, [room_id])[room_id] for each in (SEATS, MOVES)))


def _part_rows(room: RoomRecord, parts: Iterable[SeatRecord | MoveRecord]) -> list[Row]:
    """The rows of seats, or of moves."""
    return [{"room": room.id, **vars(each)} for each in parts]


def _without_room(row: Row) -> Row:
    return {name: value for name, value in row.items() if name != "room"}


def _row(room: RoomRecord) -> dict[str, Any]:
    """The part of a room in its own table; seats and moves are in other tables."""
    data = {
        "ending": room.ending and _ending_data(room.ending),
        "offer": room.offer and vars(room.offer),
        "clock": room.clock and vars(room.clock),
    }
    row = {**vars(room), **data}
    return {column.name: row[column.name] for column in ROOMS.c if column.name != "sum"}


def _ending_data(ending: Outcome) -> dict[str, Any]:
    return {name: value for name, value in vars(ending).items() if name != "sites"}


def _ending(data: dict[str, Any] | None) -> Outcome | None:
    return None if data is None else Outcome(**{**data, "losers": tuple(data["losers"])})


def _offer(data: dict[str, Any] | None) -> OfferRecord | None:
    return None if data is None else OfferRecord(**{**data, "agreed": tuple(data["agreed"])})


def _clock(data: dict[str, Any] | None) -> ClockRecord | None:
    return None if data is None else ClockRecord(**{**data, "left": tuple(data["left"])})
