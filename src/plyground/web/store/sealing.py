"""Check sums of what people made: rows that an accident has changed are found and left out.

A row has the sum of its values in its column `sum`. That of a room is of its seats and moves too:
the sums of all their rows, added without carry, so that a change of one row changes the whole by
what it was and what it is, and a room that is damaged stays so whatever is written to it. A column
that is empty does not count. A row without a sum is from before there were any, and was damaged
then: all others got theirs when they did, see `migrating`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import Boolean, Connection, Double, Select, Table, select

from plyground.sums import check_sum
from plyground.web.errors import DamagedError
from plyground.web.store.models import (
    FORGOTTEN,
    GAMES,
    MOVES,
    PUZZLE_TRIES,
    ROOMS,
    RUNS,
    SEATS,
    STUDIES,
)

Row = Mapping[Any, Any]  # by keys of columns

_CALLED = {
    ROOMS: "game in a room",
    GAMES: "saved game",
    PUZZLE_TRIES: "try at a puzzle",
    STUDIES: "study of a game",
    RUNS: "run",
    FORGOTTEN: "mark of a cookie",
}
_NAMED_MOST = 10  # of one kind
_AT_ONCE = 1000  # rows in memory


def sum_of(table: Table, row: Row) -> int:
    """The sum of a row, from its values by the keys of their columns."""
    said = {
        column.key: _plain(column.type, value)
        for column in table.c
        if column.key != "sum"
        and not (table is PUZZLE_TRIES and column.primary_key)  # the database numbers them
        and (value := row.get(column.key)) is not None
    }
    return check_sum(json.dumps([table.name, said], sort_keys=True, default=repr))


def _plain(kind: object, value: Any) -> Any:
    """A value as it is read again: databases keep 5 as 5.0 where a column is of such numbers."""
    if isinstance(value, int | float):
        if isinstance(kind, Double):
            return float(value)
        if isinstance(getattr(kind, "impl", None), Boolean):
            return bool(value)
    return value


def sealed(table: Table, row: Row) -> dict[str, Any]:
    """A row with its sum."""
    return {**row, "sum": sum_of(table, row)}


def sum_of_room(room: Row, seats: Iterable[Row], moves: Iterable[Row]) -> int:
    """The sum of a room, from all its rows."""
    return sum_of(ROOMS, room) ^ sum_of_parts(seats, moves)


def sum_of_parts(seats: Iterable[Row], moves: Iterable[Row]) -> int:
    """What a room's seats and moves add to its sum."""
    found = 0
    for table, rows in ((SEATS, seats), (MOVES, moves)):
        for row in rows:
            found ^= sum_of(table, row)
    return found


def changed(before: object, *sums: int) -> int | None:
    """A room's sum after changes: sums of rows as they were, and as they are."""
    if not isinstance(before, int):
        return None
    for each in sums:
        before ^= each
    return before


def is_whole(table: Table, row: Row) -> bool:
    """Whether a row is as it was written; not for rooms."""
    return bool(row["sum"] == sum_of(table, row))


def whole(table: Table, rows: Iterable[Row]) -> Iterator[dict[str, Any]]:
    """The rows that are as they were written, without their sums."""
    for row in rows:
        if is_whole(table, row):
            yield {name: value for name, value in row.items() if name != "sum"}


def require_whole(table: Table, row: Row) -> dict[str, Any]:
    """A row without its sum. Raises DamagedError unless it is as it was written."""
    for each in whole(table, [row]):
        return each
    raise damaged(table)


def damaged(table: Table) -> DamagedError:
    """What people read instead of what is damaged."""
    return DamagedError(
        f"this {_CALLED[table]} was damaged where it is kept, and nothing of it can be trusted: "
        "it is left out, and all else is there"
    )


def faults(connection: Connection) -> list[str]:
    """All that is damaged, in words, a kind each."""
    found: dict[Table, list[str]] = defaultdict(list)
    parts: dict[str, int] = defaultdict(int)
    for table in (SEATS, MOVES):
        for row in _all(connection, table):
            parts[row["room"]] ^= sum_of(table, row)
    for table in _CALLED:
        for row in _all(connection, table):
            if row["sum"] != sum_of(table, row) ^ (parts[row["id"]] if table is ROOMS else 0):
                found[table].append(" ".join(str(row[each.key]) for each in table.primary_key))
    return [
        f"{_CALLED[table]} {', '.join(names[:_NAMED_MOST])}"
        + (f" and {len(names) - _NAMED_MOST} more" if len(names) > _NAMED_MOST else "")
        for table, names in found.items()
    ]


def _all(connection: Connection, table: Table) -> Iterator[Row]:
    return rows(connection, table, select(table).execution_options(yield_per=_AT_ONCE))


def rows(connection: Connection, table: Table, chosen: Select[Any]) -> Iterator[dict[str, Any]]:
    """Rows of a table, by the keys of its columns."""
    keys = table.c.keys()
    for row in connection.execute(chosen):
        yield dict(zip(keys, row, strict=True))
