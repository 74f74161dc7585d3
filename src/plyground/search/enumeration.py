"""Enumeration: every reachable position, layer by layer, and the number of games.

A layer holds the positions first reached after the same number of plies. Positions are the rows of
one growing array; each row has the words of a state and then the number of ways to reach it. A hash
table of row numbers finds known positions. States are compared whole: a hash says where to look and
never decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, as_int, compiled, local_array, mix64
from plyground.position import ONGOING, Game, Ints, State, Uints, as_words, require_game
from plyground.position.calls import start

EMPTY = -1
"""A slot without a row."""

_FIRST_ROWS = 1 << 10


@dataclass(frozen=True)
class Layer:
    """The positions first reached after `ply` plies, and how many games end in them.

    `ongoing` and `ended` count distinct positions, `moves` the legal moves in the ongoing ones.
    `games` counts the move sequences that end there. It is None from the first layer with a
    position that can also be reached after another number of plies; that cannot happen in games
    that only add to the board.
    """

    ply: int
    ongoing: int
    ended: int
    moves: int
    games: int | None


@compiled
def digest(state: State) -> np.uint64:
    """A hash of some words; a single word has a hash that no other word has."""
    mixed = np.uint64(0)
    for word in state:
        mixed = mix64(mixed ^ word)
    return mixed


@compiled
def slot_of(state: State, rows: Uints, table: npt.NDArray[np.int32]) -> int:
    """The slot of `table` that holds the row of `state`, or the empty slot for it.

    A row begins with the words of its state; the rest is the caller's.
    """
    slot = as_int(digest(state) & np.uint64(len(table) - 1))
    while table[slot] != EMPTY:
        row = rows[table[slot]]
        same = True
        for i in range(len(state)):
            same = same and row[i] == state[i]
        if same:
            break
        slot = (slot + 1) % len(table)
    return slot


@compiled
def _put(
    state: State,
    count: int,
    ways: np.uint64,
    rows: Uints,
    table: npt.NDArray[np.int32],
) -> np.int32:
    """Add a state, reached in `ways` more ways, to the `count` rows; return its row."""
    slot = slot_of(state, rows, table)
    if table[slot] == EMPTY:
        table[slot] = count
        for i in range(len(state)):
            rows[count, i] = state[i]
        rows[count, len(state)] = 0
    rows[table[slot], len(state)] += ways
    row: np.int32 = table[slot]
    return row


@compiled
def rehash(state: State, count: int, rows: Uints, table: npt.NDArray[np.int32]) -> None:
    """Fill an empty table with the first `count` rows; `state` gives the number of words."""
    for number in range(count):
        row = rows[number]
        for i in range(len(state)):
            state = state[1:] + (row[i],)
        table[slot_of(state, rows, table)] = number


@compiled
def _expand(
    rules: Rules,
    state: State,
    first: int,
    last: int,
    count: int,
    canonical: bool,
    rows: Uints,
    table: npt.NDArray[np.int32],
    totals: Ints,
) -> tuple[int, int]:
    """Add the successors of rows `first` to `last`; stop early when the room runs out.

    `totals` [5] gathers ongoing and ended positions, legal moves, finished games, and moves that
    lead to this layer or an earlier one. Returns the first row not expanded and the new number of
    rows.
    """
    out = local_array(rules.max_moves, np.int64)
    for number in range(first, last):
        if count + rules.max_moves > len(rows):
            return number, count
        for i in range(len(state)):
            state = state[1:] + (rows[number, i],)
        if rules.result(state) != ONGOING:
            totals[1] += 1
            totals[3] += as_int(rows[number, len(state)])
            continue
        totals[0] += 1
        moves = rules.moves(state, out)
        totals[2] += moves
        for i in range(moves):
            child = rules.play(state, out[i])
            if canonical:
                child = rules.canonical(child)
            row = _put(child, count, rows[number, len(state)], rows, table)
            totals[4] += row < last
            count += row == count
    return last, count


def _grown(
    game: Game, state: State, count: int, rows: Uints
) -> tuple[Uints, npt.NDArray[np.int32]]:
    """The rows with at least twice the room, and a new table for them."""
    room = 2 * len(rows)
    while count + game.max_moves > room:
        room *= 2
    if room > np.iinfo(np.int32).max:
        raise MemoryError(f"{game.title} has too many positions to enumerate")
    grown = np.empty((room, rows.shape[1]), np.uint64)
    grown[:count] = rows[:count]
    table = np.full(2 * room, EMPTY, np.int32)
    rehash(state, count, grown, table)
    return grown, table


def layers(game: Game, *, canonical: bool = False) -> Iterator[Layer]:
    """Enumerate the reachable positions of `game`, a layer at a time.

    With `canonical`, positions that are equal up to the game's symmetries count as one. Memory
    grows with the positions found: each takes its words and 16 to 32 bytes more.
    """
    require_game(game)
    rules = game.rules
    state = as_words(start(rules))
    rows = np.empty((_FIRST_ROWS, len(state) + 1), np.uint64)
    table = np.full(2 * _FIRST_ROWS, EMPTY, np.int32)
    _put(state, 0, np.uint64(1), rows, table)
    count = 1
    first, ply, layered = 0, 0, True
    while first < count:
        last, totals = count, np.zeros(5, np.int64)
        while first < last:
            first, count = _expand(rules, state, first, last, count, canonical, rows, table, totals)
            if count + game.max_moves > len(rows):
                rows, table = _grown(game, state, count, rows)
        ongoing, ended, moves, games, repeats = totals.tolist()
        layered = layered and repeats == 0
        yield Layer(ply, ongoing, ended, moves, games if layered else None)
        ply += 1
