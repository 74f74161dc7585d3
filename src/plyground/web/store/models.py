"""The tables. A change here needs a migration: a test compares the two.

What people made has a sum, see `sealing`: a migration that changes such rows in another way than
by a new column that may be empty has to write their sums too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
)

SPOILT = "\x00spoilt"
"""What is read of a value that an accident has changed so that it is none of its column."""

_KEY = String(64)  # a key for looking up: an id, or a digest of 64 hexadecimal digits
_WORD = String(16)


class _Lenient(TypeDecorator[Any]):
    """A type whose values are read even where they are damaged."""

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any] | None:
        process = super().result_processor(dialect, coltype)
        if process is None:
            return None

        def read(value: Any) -> Any:
            try:
                return process(value)
            except (ValueError, TypeError, RecursionError):
                return SPOILT

        return read


class _Data(_Lenient):
    """Data as JSON."""

    impl, cache_ok = JSON(none_as_null=True), True


class _Flag(_Lenient):
    """Yes or no."""

    impl, cache_ok = Boolean, True


METADATA = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)
"""All tables. Their constraints have names, so that a migration can refer to them."""

ROOMS = Table(
    "rooms",
    METADATA,
    Column("id", _KEY, primary_key=True),
    Column("game", Text, nullable=False),
    Column("parameters", _Data, nullable=False),
    Column("start", _Data, nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False, index=True),
    Column("status", _WORD, nullable=False),
    Column("ending", _Data),
    Column("seconds_per_move", Double),
    Column("successor", _KEY),  # may expire before this room does
    Column("owner", _KEY, nullable=False, index=True),
    Column("shows_values", _Flag, nullable=False),
    Column("as_before", _Flag, nullable=False),
    Column("offer", _Data),
    Column("clock", _Data),
    Column("sum", BigInteger),
)
"""See RoomRecord. The sum is of its seats and moves too."""

SEATS = Table(
    "seats",
    METADATA,
    Column("room", _KEY, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", _WORD, nullable=False),
    Column("player", Text),
    Column("name", Text, nullable=False),
    Column("colour", Text),
    Column("holder", _KEY, index=True),
    Column("has_left", _Flag, key="left", nullable=False),  # LEFT is a word of SQL
)
"""See SeatRecord."""

MOVES = Table(
    "moves",
    METADATA,
    Column("room", _KEY, ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("move", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("details", _Data),
    Column("by_page", _Flag, nullable=False),
)
"""See MoveRecord. If two moves are made at once, the primary key lets only one in."""

GAMES = Table(
    "games",
    METADATA,
    Column("id", _KEY, primary_key=True),
    Column("owner", _KEY, nullable=False, index=True),
    Column("saved", Double, nullable=False),
    Column("game", _KEY, nullable=False),
    Column("players", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("date", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("sum", BigInteger),
)
"""See SavedGameRecord. `about` is the text to search, in small letters."""

PUZZLE_TRIES = Table(
    "puzzle_tries",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("holder", _KEY, nullable=False, index=True),
    Column("puzzle", _KEY, nullable=False),
    Column("result", _WORD, nullable=False),
    Column("day", _WORD, nullable=False),
    Column("sum", BigInteger),
)
"""A visitor's try at a puzzle. The ids give the order of the tries."""

STUDIES = Table(
    "studies",
    METADATA,
    Column("holder", _KEY, primary_key=True),
    Column("source", _KEY, primary_key=True),
    Column("data", _Data, nullable=False),
    Column("sum", BigInteger),
)
"""What a visitor missed in a game: `source` is the end of the game's address, `data` that of a
PlayedGame."""

RUNS = Table(
    "tournaments",
    METADATA,
    Column("id", _KEY, primary_key=True),
    Column("owner", _KEY, nullable=False, index=True),
    Column("created", Double, nullable=False),
    Column("title", Text, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("boards", Integer, nullable=False),
    Column("is_over", _Flag, nullable=False),
    Column("pause", Double),
    Column("as_before", _Flag, nullable=False),
    Column("said", Text, nullable=False),
    Column("faces", Text, nullable=False),
    Column("fields", Text, nullable=False),
    Column("kept", _Flag, nullable=False),
    Column("sum", BigInteger),
)
"""See RunRecord. It had tournaments only at first."""

FORGOTTEN = Table(
    "forgotten",
    METADATA,
    Column("mark", _KEY, primary_key=True),
    Column("at", Double, nullable=False),
    Column("sum", BigInteger),
)
"""The cookies that are accepted no more, because their visitors had all of theirs deleted: a mark
that is found in no other table, and the time in seconds."""

HOLDER = Table(
    "holder",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", _KEY, nullable=False),
    Column("beats", Integer, nullable=False),
)
"""The server that uses this database, in one row of number 0; see `holding`."""
