"""`migrate`: brings a database of an earlier version to the newest, with Alembic.

Rows from before there were sums get theirs, once the rules have replayed them. What they do not
replay was damaged, and gets none. Where the game is not here, nobody can say.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Mapping, Sequence
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import ColumnElement, Connection, Table, and_, inspect, select, update

from plyground.games.registry import game as game_called
from plyground.position import Game, PlygroundError
from plyground.records import read_records
from plyground.web.errors import StoreError
from plyground.web.store.migrations import MIGRATIONS
from plyground.web.store.models import (
    FORGOTTEN,
    GAMES,
    MOVES,
    PUZZLE_TRIES,
    ROOMS,
    RUNS,
    SEATS,
    SPOILT,
    STUDIES,
)
from plyground.web.store.sealing import rows, sum_of, sum_of_room

_migrating = threading.Lock()  # Alembic keeps its state in a module


def migrate(connection: Connection, place: str) -> None:
    """Bring the tables to the newest version, within the connection's transaction."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    found = set(MigrationContext.configure(connection).get_current_heads())
    if len(found) > 1:
        raise StoreError(
            f"the database {place} claims to have several versions: restore an earlier copy of it"
        )
    if not found and inspect(connection).get_table_names():
        raise StoreError(
            f"the database {place} belongs to another program: choose a separate one for Plyground"
        )
    if found - {script.revision for script in scripts.walk_revisions()}:
        raise StoreError(
            f"the database {place} was made by a newer version of Plyground: "
            "install that version, or choose another database"
        )
    if found != set(scripts.get_heads()):
        with _migrating:
            command.upgrade(config, "head")
        _seal(connection)


def _seal(connection: Connection) -> None:
    for id_ in connection.scalars(select(ROOMS.c.id).where(ROOMS.c.sum.is_(None))).all():
        room = connection.execute(select(ROOMS).where(ROOMS.c.id == id_)).mappings().one()
        seats, moves = (
            list(rows(connection, table, select(table).where(table.c.room == id_)))
            for table in (SEATS, MOVES)
        )
        if _replays(room, sorted(moves, key=lambda move: move["ply"])):
            _give(connection, ROOMS, room, sum_of_room(room, seats, moves))
    for table in (GAMES, PUZZLE_TRIES, STUDIES, RUNS, FORGOTTEN):
        keys = select(*table.primary_key).where(table.c.sum.is_(None))
        for key in connection.execute(keys).all():
            same = _same(table, key)
            row = connection.execute(select(table).where(same)).mappings().one()
            if SPOILT not in row.values() and (table is not GAMES or _reads(row["text"])):
                _give(connection, table, row, sum_of(table, row))


def _give(connection: Connection, table: Table, row: Mapping[Any, Any], found: int) -> None:
    same = _same(table, [row[each.key] for each in table.primary_key])
    connection.execute(update(table).where(same).values(sum=found))


def _same(table: Table, key: Sequence[Any]) -> ColumnElement[bool]:
    return and_(*(column == each for column, each in zip(table.primary_key, key, strict=True)))


def _replays(room: Mapping[Any, Any], moves: Sequence[Mapping[Any, Any]]) -> bool:
    if SPOILT in room.values():
        return False
    try:
        game = game_called(room["game"], **room["parameters"])
    except PlygroundError:
        return True
    first = len(room["start"])
    if [each["ply"] for each in moves] != list(range(first, first + len(moves))):
        return False
    try:
        game.position([*room["start"], *(each["move"] for each in moves)])
    except PlygroundError:
        return False
    return True


def _reads(text: str) -> bool:
    """Whether a text is a game, as far as its rules are here."""
    missing = False

    def note(name: str, values: Mapping[str, int]) -> Game:
        nonlocal missing
        try:
            return game_called(name, **values)
        except PlygroundError:
            missing = True
            raise

    readings = list(read_records(io.StringIO(text), note))
    return missing or (
        len(readings) == 1 and readings[0].record is not None and not readings[0].faults
    )
