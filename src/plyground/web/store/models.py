"""The tables. A change here needs a migration: a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

_KEY = String(64)  # a key for looking up: an id, or a digest of 64 hexadecimal digits
_WORD = String(16)

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
    Column("parameters", JSON, nullable=False),
    Column("start", JSON, nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False, index=True),
    Column("status", _WORD, nullable=False),
    Column("ending", JSON(none_as_null=True)),
    Column("seconds_per_move", Double),
    Column("successor", _KEY),  # may expire before this room does
    Column("owner", _KEY, nullable=False, index=True),
    Column("shows_values", Boolean, nullable=False),
    Column("as_before", Boolean, nullable=False),
    Column("offer", JSON(none_as_null=True)),
    Column("clock", JSON(none_as_null=True)),
)
"""See RoomRecord."""

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
    Column("has_left", Boolean, key="left", nullable=False),  # LEFT is a word of SQL
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
    Column("details", JSON(none_as_null=True)),
    Column("by_page", Boolean, nullable=False),
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
)
"""A visitor's try at a puzzle. The ids give the order of the tries."""

STUDIES = Table(
    "studies",
    METADATA,
    Column("holder", _KEY, primary_key=True),
    Column("source", _KEY, primary_key=True),
    Column("data", JSON, nullable=False),
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
    Column("is_over", Boolean, nullable=False),
    Column("pause", Double),
    Column("as_before", Boolean, nullable=False),
    Column("said", Text, nullable=False),
    Column("faces", Text, nullable=False),
    Column("fields", Text, nullable=False),
    Column("kept", Boolean, nullable=False),
)
"""See RunRecord. It had tournaments only at first."""

FORGOTTEN = Table(
    "forgotten",
    METADATA,
    Column("mark", _KEY, primary_key=True),
    Column("at", Double, nullable=False),
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
