"""`read_results`: who played whom and how it ended, of games in any form or of a table of results.

A row of a table names the players by seat, then the result: Ada,Ben,1-0. With a heading, the
columns white and black, or name1, name2, ..., or player1, player2, ... name them, and result says
how it ended; other columns do not count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO

from plyground.position import Outcome
from plyground.records.foreign import SEATS, plain_result
from plyground.records.forms import form_of, rows
from plyground.records.lines import Lines
from plyground.records.notation import GameFor
from plyground.records.reader import read_lines
from plyground.records.record import Record, outcome_of_result, points
from plyground.records.text import Fault

_SEAT = re.compile(r"(?:name|player)([1-9])")
_RESULT_HEADS = ("result", "score")


@dataclass(frozen=True)
class Finished:
    """A finished game: its players by seat, how it ended, and the game, if it is named."""

    players: tuple[str, ...]
    outcome: Outcome
    game: str = ""


def read_results(
    file: IO[bytes] | IO[str], game_for: GameFor, game: str = ""
) -> Iterator[Finished | Fault]:
    """The finished games of a file, one after the other, and what is wrong with others.

    Games that nobody has finished are left out. `game_for` and `game` are those of `read_records`.
    """
    lines = Lines(file)
    if form_of(lines.head, game) is None and not lines.head.lstrip("\ufeff \t\n").startswith("["):
        yield from _table(lines)
        return
    for reading in read_lines(lines, game_for, game):
        yield from reading.faults
        record = reading.record
        if record is not None and (outcome := record.outcome()) is not None:
            yield Finished(_named(record), outcome, str(record.game))


def _named(record: Record) -> tuple[str, ...]:
    both = zip(record.names, record.players, strict=True)
    return tuple(name or player or f"player {seat}" for seat, (name, player) in enumerate(both, 1))


def _table(lines: Lines) -> Iterator[Finished | Fault]:
    seats: list[int] | None = None  # the columns of the players, and of the result
    first = True
    for row in rows(lines):
        if isinstance(row, Fault):
            yield row
            continue
        line, cells = row[0], [each.strip() for each in row[1]]
        if first:
            first, seats = False, _columns(cells)
            if seats is not None:
                continue
        yield _finished(cells, seats, line)


def _columns(cells: Sequence[str]) -> list[int] | None:
    """The columns that a heading names, that of the result last; None if it is no heading."""
    heads = [each.lower() for each in cells]
    result = next((n for n, each in enumerate(heads) if each in _RESULT_HEADS), None)
    if result is None:
        return None
    places = {
        int(found[1]) - 1 if (found := _SEAT.fullmatch(each)) else SEATS[each]: n
        for n, each in enumerate(heads)
        if each in SEATS or _SEAT.fullmatch(each)
    }
    named = [places[seat] for seat in sorted(places)] or list(range(result))
    return [*named, result]


def _finished(cells: Sequence[str], columns: Sequence[int] | None, line: int) -> Finished | Fault:
    if columns is None:
        at = next((n for n, each in enumerate(cells) if points(plain_result(each))), len(cells))
        columns = range(at + 1)
    try:
        *players, result = (cells[each] for each in columns)
    except IndexError:
        return Fault(line, 1, "this row names no result: write, for example, Ada,Ben,1-0")
    found = points(plain_result(result))
    if found is None or len(found) != len(players) or len(players) == 1 or not all(players):
        words = f"{len(players)} players do not go with the result {result!r}"
        return Fault(line, 1, f"{words}: write, for example, Ada,Ben,1-0")
    return Finished(tuple(players), outcome_of_result(plain_result(result)))
