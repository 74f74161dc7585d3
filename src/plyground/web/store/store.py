"""`Store`: the rooms in the database. Each method is one transaction, committed when it returns."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.orm import Session, selectinload

from plyground.position import Outcome
from plyground.web.store.database import Database
from plyground.web.store.errors import ConflictError, UnknownRoomError
from plyground.web.store.kept import Kept, written
from plyground.web.store.models import Move, Room, Seat
from plyground.web.store.records import MoveRecord, RoomRecord, SeatRecord

_NO_ROOM = "there is no such room: it may have expired"

_STANDING = (
    select(
        Room.start,
        Room.status,
        Room.touched,
        select(func.max(Move.ply)).where(Move.room == Room.id).scalar_subquery().label("last"),
        select(func.count()).where(Seat.room == Room.id).scalar_subquery().label("seats"),
        select(func.min(Seat.number)).where(Seat.room == Room.id).scalar_subquery().label("lowest"),
    )
    .where(Room.id == bindparam("id"))
    .with_for_update()
)
"""How a room stands for who is going to add a move."""


class Store(Kept):
    """Keeps rooms. Any thread may use it; other processes may use the same database.

    Every method raises StoreError if the database cannot be used, and all that change a room raise
    UnknownRoomError if it, or its seat, does not exist.
    """

    @classmethod
    def open(cls, url: str) -> Store:
        """The store in the database of this URL; its tables are made, or made new, if need be.

        Raises StoreError if the database cannot be used or is of a newer version.
        """
        return cls(Database(url))

    @written
    def create(self, session: Session, room: RoomRecord) -> None:
        """Keep a new room with all that is in it. Raises ConflictError if its id is taken."""
        if session.get(Room, room.id) is not None:
            raise ConflictError(f"there is a room {room.id} already")
        session.add(_row(room))

    def room(self, room_id: str) -> RoomRecord | None:
        """The room as it stands, None if there is none of this id."""
        with self._database.reading() as session:
            room = session.get(Room, room_id)
            return None if room is None else _record(room)

    def rooms_of(self, holder: str, limit: int = 20) -> list[RoomRecord]:
        """The newest rooms that this visitor made or has a seat in, the newest first."""
        seated = select(Seat.room).where(Seat.holder == holder)
        rooms = (
            select(Room)
            .where(or_(Room.owner == holder, Room.id.in_(seated)))
            .order_by(Room.created.desc(), Room.id)
            .limit(limit)
            .options(selectinload(Room.seats), selectinload(Room.moves))
        )
        with self._database.reading() as session:
            return [_record(room) for room in session.scalars(rooms)]

    @written
    def put(self, session: Session, room: RoomRecord) -> None:
        """Keep a room as it is now, with its seats; moves that it has no more are forgotten.

        New moves are kept by `add_move`, and `touched` never goes back.
        """
        row = _room(session, room.id)
        row.touched = max(row.touched, room.touched)
        row.status = room.status
        row.ending = _ending_data(room.ending)
        row.successor = room.successor
        for seat, now in zip(row.seats, room.seats, strict=True):
            seat.kind, seat.player, seat.name = now.kind, now.player, now.name
            seat.holder, seat.left = now.holder, now.left
        plies = {move.ply for move in room.moves}
        if len(row.moves) > len(plies):
            row.moves = [move for move in row.moves if move.ply in plies]

    def add_move(
        self,
        room_id: str,
        ply: int,
        move: str,
        seat: int,
        details: dict[str, Any] | None,
        at: float,
        ending: Outcome | None = None,
    ) -> None:
        """Keep a move, which touches the room too; `ending` says how it ends the game, if it does.

        Whether it is legal is the caller's business. Raises ConflictError if there is a move at
        this ply already, if the ply is not the next one, or if the game is not running.
        """
        row = {"room": room_id, "ply": ply, "move": move, "seat": seat, "at": at}

        # The one write that people wait for: plain statements take a third of an object's time.
        def add(connection: Connection) -> None:
            found = connection.execute(_STANDING, {"id": room_id}).first()
            if found is None:
                raise UnknownRoomError(_NO_ROOM)
            if not 0 <= seat - found.lowest < found.seats:
                raise UnknownRoomError(_no_seat(found.seats))
            _check_ply(ply, len(found.start), found.last)
            if found.status != "running":
                raise ConflictError(
                    "the game has not begun: wait for all players"
                    if found.status == "waiting"
                    else "the game is over: no more moves can be made"
                )
            connection.execute(insert(Move), {**row, "details": details})
            changed: dict[str, Any] = {"touched": max(found.touched, at)}
            if ending is not None:
                changed |= {"status": "ended", "ending": _ending_data(ending)}
            connection.execute(update(Room).where(Room.id == room_id), changed)

        self._database.change(add)

    @written
    def touch(self, session: Session, room_id: str, at: float) -> None:
        """Note that something happened in the room."""
        room = _room(session, room_id)
        room.touched = max(room.touched, at)

    @written
    def expire(self, session: Session, before: float) -> list[str]:
        """Forget the rooms that were not touched since; their ids are returned."""
        idle = Room.touched < before
        expired = list(session.scalars(select(Room.id).where(idle).with_for_update()))
        if expired:
            session.execute(delete(Room).where(idle))  # seats and moves go by their foreign key
        return expired


def _room(session: Session, room_id: str) -> Room:
    """The room, for who is going to change it: other databases than SQLite lock its row."""
    room = session.get(Room, room_id, with_for_update=True)
    if room is None:
        raise UnknownRoomError(_NO_ROOM)
    return room


def _no_seat(seats: int) -> str:
    return f"this room has no such seat: it has {seats}"


def _check_ply(ply: int, first: int, last: int | None) -> None:
    """Raises ConflictError unless this ply follows the last one. People count moves from 1."""
    following = first if last is None else last + 1
    if first <= ply < following:
        raise ConflictError(f"somebody else was quicker: move {ply + 1} has been made already")
    if ply != following:
        raise ConflictError(f"move {ply + 1} cannot be made now: move {following + 1} is next")


def _row(room: RoomRecord) -> Room:
    return Room(
        id=room.id,
        game=room.game,
        parameters=room.parameters,
        start=list(room.start),
        created=room.created,
        touched=room.touched,
        status=room.status,
        ending=_ending_data(room.ending),
        seconds_per_move=room.seconds_per_move,
        successor=room.successor,
        owner=room.owner,
        shows_values=room.shows_values,
        seats=[Seat(**vars(seat)) for seat in room.seats],
        moves=[Move(**vars(move)) for move in room.moves],
    )


def _ending_data(ending: Outcome | None) -> dict[str, Any] | None:
    if ending is None:
        return None
    return {
        "how": ending.how,
        "winner": ending.winner,
        "losers": list(ending.losers),
        "by": ending.by,
        "by_loss": ending.by_loss,
        "reason": ending.reason,
    }


def _ending(data: dict[str, Any] | None) -> Outcome | None:
    return None if data is None else Outcome(**{**data, "losers": tuple(data["losers"])})


def _record(room: Room) -> RoomRecord:
    return RoomRecord(
        id=room.id,
        game=room.game,
        parameters=room.parameters,
        start=tuple(room.start),
        created=room.created,
        touched=room.touched,
        status=room.status,
        ending=_ending(room.ending),
        seconds_per_move=room.seconds_per_move,
        successor=room.successor,
        owner=room.owner,
        shows_values=room.shows_values,
        seats=tuple(
            SeatRecord(
                number=seat.number,
                kind=seat.kind,
                player=seat.player,
                name=seat.name,
                colour=seat.colour,
                holder=seat.holder,
                left=seat.left,
            )
            for seat in room.seats
        ),
        moves=tuple(
            MoveRecord(
                ply=move.ply, move=move.move, seat=move.seat, at=move.at, details=move.details
            )
            for move in room.moves
        ),
    )
