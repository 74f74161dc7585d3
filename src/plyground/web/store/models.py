"""The tables. A change here needs a migration: a test compares the two."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, Double, ForeignKey, Integer, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from plyground.web.store.records import SeatKind, Status

_KEY = String(64)  # what is looked up by: an id, or a digest of 64 hexadecimal digits
_WORD = String(16)


class Base(DeclarativeBase):
    """What all tables share: constraints have names, so that a migration can speak of them."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "ix": "ix_%(table_name)s_%(column_0_name)s",
        }
    )
    type_annotation_map: ClassVar[dict[Any, Any]] = {str: Text(), float: Double()}


class Room(Base):
    """See RoomRecord."""

    __tablename__ = "rooms"

    id: Mapped[str] = mapped_column(_KEY, primary_key=True)
    game: Mapped[str]
    parameters: Mapped[dict[str, int]] = mapped_column(JSON)
    start: Mapped[list[str]] = mapped_column(JSON)
    created: Mapped[float]
    touched: Mapped[float] = mapped_column(index=True)
    status: Mapped[Status] = mapped_column(_WORD)
    ending: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    seconds_per_move: Mapped[float | None]
    successor: Mapped[str | None] = mapped_column(_KEY)  # may expire before this room does
    owner: Mapped[str] = mapped_column(_KEY, index=True)
    shows_values: Mapped[bool]
    seats: Mapped[list[Seat]] = relationship(cascade="all, delete-orphan", order_by="Seat.number")
    moves: Mapped[list[Move]] = relationship(cascade="all, delete-orphan", order_by="Move.ply")


class Seat(Base):
    """See SeatRecord."""

    __tablename__ = "seats"

    room: Mapped[str] = mapped_column(
        _KEY, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[SeatKind] = mapped_column(_WORD)
    player: Mapped[str | None]
    name: Mapped[str]
    colour: Mapped[str | None]
    holder: Mapped[str | None] = mapped_column(_KEY, index=True)
    left: Mapped[bool] = mapped_column("has_left")  # LEFT is a word of SQL


class Move(Base):
    """See MoveRecord. The primary key lets one move win where two are made at once."""

    __tablename__ = "moves"

    room: Mapped[str] = mapped_column(
        _KEY, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True
    )
    ply: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    move: Mapped[str]
    seat: Mapped[int]
    at: Mapped[float]
    details: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))


class SavedGame(Base):
    """See SavedGameRecord. `about` is what is searched: small letters."""

    __tablename__ = "games"

    id: Mapped[str] = mapped_column(_KEY, primary_key=True)
    owner: Mapped[str] = mapped_column(_KEY, index=True)
    saved: Mapped[float]
    game: Mapped[str] = mapped_column(_KEY)
    players: Mapped[str]
    result: Mapped[str]
    plies: Mapped[int]
    date: Mapped[str]
    about: Mapped[str]
    text: Mapped[str]


class PuzzleTry(Base):
    """A visitor's try of a puzzle, in the order of the tries."""

    __tablename__ = "puzzle_tries"

    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    holder: Mapped[str] = mapped_column(_KEY, index=True)
    puzzle: Mapped[str] = mapped_column(_KEY)
    result: Mapped[str] = mapped_column(_WORD)
    day: Mapped[str] = mapped_column(_WORD)
