"""A book on flat arrays: listing the positions of a game's first plies, and looking one up.

Positions that are equal up to symmetry count as one. A row of a list is a position: the words of
its key, then those of its canonical state. The rows of a ply are in the order of their keys.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, as_tuple, compiled, local_array
from plyground.position import ONGOING, Game, Ints, Key, State, Uints, as_words, calls

UNKNOWN = -128  # of a position that is not solved yet, or that ends the game


class BookArrays(NamedTuple):
    """The positions of the first plies, ply by ply, and their values."""

    plies: int  # -1: there is no book
    firsts: Ints  # [plies + 2], the number of each ply's first position
    keys: Uints  # [positions * words of a key], in order within each ply
    values: npt.NDArray[np.int8]  # [positions], in the scale of the exact solver, or UNKNOWN


NO_BOOK = BookArrays(-1, np.zeros(1, np.int64), np.zeros(1, np.uint64), np.zeros(1, np.int8))
"""Knows no position."""


@compiled
def place_of(rules: Rules, state: State, ply: int, book: BookArrays) -> int:
    """The number of a position, whose ply is at most the book's; -1 if it is not there."""
    key = as_tuple(rules.key(rules.canonical(state)))
    words = len(key)
    low, high = book.firsts[ply], book.firsts[ply + 1]
    end = high
    while low < high:
        middle = (low + high) >> 1
        if _order(book.keys, middle * words, key) < 0:
            low = middle + 1
        else:
            high = middle
    return low if low < end and _order(book.keys, low * words, key) == 0 else -1


@compiled
def known(rules: Rules, state: State, ply: int, book: BookArrays) -> int:
    """The value of a position, or UNKNOWN."""
    if ply > book.plies:
        return UNKNOWN
    place = place_of(rules, state, ply, book)
    value: int = UNKNOWN
    if place >= 0:
        value = np.int64(book.values[place])  # type: ignore[assignment]
    return value


@compiled
def write_book(rules: Rules, book: BookArrays, rows: Uints, next_rows: Uints) -> None:
    """Fill in the keys of a book whose other arrays are there.

    The caller lends room for two plies: the words of a row for each legal move in each position.
    """
    state = rules.start()
    words = len(as_tuple(rules.key(state)))
    width = words + len(state)
    count = 1
    first = rules.canonical(state)
    _write(rows, 0, as_tuple(rules.key(first)), first)
    for ply in range(book.plies + 1):
        if ply > 0:
            count = write_next(rules, state, rows, count, next_rows)
            rows, next_rows = next_rows, rows
        for number in range(count):
            for i in range(words):
                book.keys[(book.firsts[ply] + number) * words + i] = rows[number * width + i]


@compiled
def write_next(rules: Rules, like: State, rows: Uints, count: int, next_rows: Uints) -> int:
    """Write the rows of the next ply, after `count` of one ply; return how many they are.

    `like`, any state, gives the number of words. There must be room for each legal move.
    """
    moves = local_array(rules.max_moves, np.int64)
    words = len(as_tuple(rules.key(like)))
    width = words + len(like)
    made = 0
    for number in range(count):
        state = _state_at(like, rows, number * width + words)
        if rules.result(state) != ONGOING:
            continue
        for i in range(rules.moves(state, moves)):
            child = rules.canonical(rules.play(state, moves[i]))
            _write(next_rows, made * width, as_tuple(rules.key(child)), child)
            made += 1
    _sort(next_rows, made, width, words)
    kept = 0
    for number in range(made):
        if kept > 0 and _compare(next_rows, (kept - 1) * width, number * width, words) == 0:
            continue
        for i in range(width):
            next_rows[kept * width + i] = next_rows[number * width + i]
        kept += 1
    return kept


@compiled
def _state_at(like: State, rows: Uints, place: int) -> State:
    for i in range(len(like)):
        like = like[1:] + (rows[place + i],)
    return like


@compiled
def _write(rows: Uints, place: int, key: Key, state: State) -> None:
    for i in range(len(key)):
        rows[place + i] = key[i]
    for i in range(len(state)):
        rows[place + len(key) + i] = state[i]


@compiled
def _order(keys: Uints, place: int, key: Key) -> int:
    """-1, 0 or 1 for a key in a list that comes before, is, or comes after another key."""
    for i in range(len(key)):
        if keys[place + i] != key[i]:
            return -1 if keys[place + i] < key[i] else 1
    return 0


@compiled
def _compare(rows: Uints, one: int, other: int, words: int) -> int:
    """-1, 0 or 1 for `words` words in a list that come before, are, or come after others."""
    for i in range(words):
        if rows[one + i] != rows[other + i]:
            return -1 if rows[one + i] < rows[other + i] else 1
    return 0


@compiled
def _sort(rows: Uints, count: int, width: int, words: int) -> None:
    """Sort rows of `width` words by their first `words`: heapsort, which needs no more room."""
    for root in range(count // 2 - 1, -1, -1):
        _sift_down(rows, root, count, width, words)
    for end in range(count - 1, 0, -1):
        _swap(rows, 0, end * width, width)
        _sift_down(rows, 0, end, width, words)


@compiled
def _sift_down(rows: Uints, root: int, end: int, width: int, words: int) -> None:
    """Move a row down the heap of the rows before `end` until no row below it is greater."""
    while 2 * root + 1 < end:
        child = 2 * root + 1
        if child + 1 < end and _compare(rows, child * width, (child + 1) * width, words) < 0:
            child += 1
        if _compare(rows, root * width, child * width, words) >= 0:
            return
        _swap(rows, root * width, child * width, width)
        root = child


@compiled
def _swap(rows: Uints, one: int, other: int, width: int) -> None:
    for i in range(width):
        rows[one + i], rows[other + i] = rows[other + i], rows[one + i]


def listed(game: Game, plies: int) -> tuple[BookArrays, Uints]:
    """A book without values of a game's first plies, and the states [positions, words] in it.

    Plies that no game reaches are left out.
    """
    rules = game.rules
    first = calls.canonical(rules, calls.start(rules))
    key = calls.key(rules, first)
    width = len(key) + len(first)
    found = [np.array([*key, *first], np.uint64)]
    counts = [1]
    while len(counts) <= plies:
        room = np.empty(counts[-1] * game.max_moves * width, np.uint64)
        count = write_next(rules, as_words(first), found[-1], counts[-1], room)
        if not count:
            break
        counts.append(count)
        found.append(room[: count * width].copy())
    rows = np.concatenate(found).reshape(-1, width)
    keys = rows[:, : len(key)].reshape(-1)
    values = np.full(len(rows), UNKNOWN, np.int8)
    firsts = np.cumsum([0, *counts], dtype=np.int64)
    return BookArrays(len(counts) - 1, firsts, keys, values), rows[:, len(key) :]
