"""Layers: all positions up to symmetry, each at the least number of plies that leads there.

Each layer is made from the one before. Threads share its positions by their digests, and each
thread has its own sets. The parts of all threads follow one another in the order of digests, so the
layer is the same for any number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, as_int, as_tuple, compiled, local_array
from plyground.position import ONGOING, Game, Ints, Key, State, Uints, as_words
from plyground.position.calls import canonical, key, look, start
from plyground.search.control import RUNNING, STOP
from plyground.search.enumeration import EMPTY, digest, rehash, slot_of
from plyground.search.tables.sorted_keys import digests, mark_known

Rows = Uints

_FIRST_ROWS = 1 << 8
_BUFFER = 1 << 17  # successors that a thread writes before it puts them into sets
_MOST_ROWS = int(np.iinfo(np.int32).max)
_HALF = np.uint64(32)
_RESULTS = 256  # more than any result code

Together = Callable[[Sequence[Callable[[], Any]]], list[Any]]
"""Calls some functions, in threads, and returns their results."""


def shares(total: int, block: int, threads: int) -> Iterator[list[tuple[int, int]]]:
    """The bounds of blocks of `total` things, in groups of one block for each thread."""
    blocks = [(first, min(first + block, total)) for first in range(0, total, block)]
    for at in range(0, len(blocks), threads):
        yield blocks[at : at + threads]


@dataclass(frozen=True)
class LayerRows:
    """One layer. Rows are sorted by the digests of their keys."""

    keys: Rows  # [ongoing, words of a key]
    states: Rows  # [ongoing, words of a state]
    ended: Rows  # [ended, words of a key]


class RowSet:
    """Distinct rows; the first `width` words of a row tell it from the others."""

    def __init__(self, key: Key, more: int) -> None:
        """For keys with the number of words of `key`, each with `more` words of data."""
        self.key, self.count = key, 0
        self.rows = np.empty((_FIRST_ROWS, len(key) + more), np.uint64)
        self.slots = np.full(2 * _FIRST_ROWS, EMPTY, np.int32)

    def add(self, rows: Rows, count: int, part: int, parts: int) -> None:
        """Add those of the first `count` rows that belong to this part of all digests."""
        at = 0
        while at < count:
            at, self.count = _add(
                rows, at, count, part, parts, self.key, self.rows, self.count, self.slots
            )
            if at < count:
                self._grow()

    def sorted(self) -> Rows:
        """All rows in the order of their digests."""
        order = np.empty(self.count, np.uint64)
        digests(self.rows, self.count, self.key, order)
        return self.rows[np.argsort(order)]

    def _grow(self) -> None:
        room = 2 * len(self.rows)
        if room > _MOST_ROWS:
            raise MemoryError
        grown = np.empty((room, self.rows.shape[1]), np.uint64)
        grown[: self.count] = self.rows[: self.count]
        self.rows = grown
        self.slots = np.empty(0, np.int32)  # released before the next is made
        self.slots = np.full(2 * room, EMPTY, np.int32)
        rehash(self.key, self.count, self.rows, self.slots)


@compiled
def _add(
    source: Rows,
    first: int,
    last: int,
    part: int,
    parts: int,
    key: Key,
    rows: Rows,
    count: int,
    slots: npt.NDArray[np.int32],
) -> tuple[int, int]:
    """Add rows to a set of `count` rows while there is room.

    Returns the first row of `source` that is left and the new count.
    """
    for number in range(first, last):
        for i in range(len(key)):
            key = key[1:] + (source[number, i],)
        if as_int((digest(key) >> _HALF) * np.uint64(parts) >> _HALF) != part:
            continue
        slot = slot_of(key, rows, slots)
        if slots[slot] == EMPTY:
            if count == len(rows):
                return number, count
            slots[slot] = count
            for i in range(source.shape[1]):
                rows[count, i] = source[number, i]
            count += 1
    return last, count


@compiled
def _expand(
    rules: Rules,
    state: State,
    states: Rows,
    first: int,
    last: int,
    ongoing: Rows,
    ended: Rows,
    results: npt.NDArray[np.bool_],
    counters: Ints,
    halt: Ints,
) -> tuple[int, int, int]:
    """Write the successors of the ongoing rows `first` to `last`, up to symmetry and unsorted.

    `ongoing` gets the keys and states of ongoing successors, `ended` the keys of the others; both
    have room for rules.max_moves successors of each row. `results` [result code] notes how games
    end. Returns the number written to each and the number of legal moves. When told to stop, by
    `counters` of a Control or by `halt`, it returns at once.
    """
    out = local_array(rules.max_moves, np.int64)
    going_on, over, total = 0, 0, 0
    for number in range(first, last):
        if counters[STOP] != RUNNING or halt[0] != 0:
            break
        for i in range(len(state)):
            state = state[1:] + (states[number, i],)
        moves = rules.moves(state, out)
        total += moves
        for i in range(moves):
            child = rules.play(state, out[i])
            result = rules.result(child)
            child = rules.canonical(child)
            key = as_tuple(rules.key(child))
            if result == ONGOING:
                for n in range(len(key)):
                    ongoing[going_on, n] = key[n]
                for n in range(len(child)):
                    ongoing[going_on, len(key) + n] = child[n]
                going_on += 1
            else:
                results[result] = True
                for n in range(len(key)):
                    ended[over, n] = key[n]
                over += 1
    return going_on, over, total


class Expander:
    """Makes one layer after another."""

    def __init__(
        self,
        game: Game,
        counters: Ints,
        halt: Ints,
        threads: int,
        together: Together,
    ) -> None:
        self.rules = game.rules
        self.state = as_words(start(game.rules))
        self.key = as_words(key(game.rules, start(game.rules)))
        self.results = np.zeros(_RESULTS, np.bool_)
        self._halts = counters, halt
        self._threads, self._together = threads, together
        self._block = max(1, _BUFFER // game.max_moves)
        widths = len(self.key) + len(self.state), len(self.key)
        self._buffers = [
            tuple(np.empty((self._block * game.max_moves, width), np.uint64) for width in widths)
            for _ in range(threads)
        ]
        self._compile()

    def first(self) -> LayerRows:
        """The layer of the start."""
        state = canonical(self.rules, start(self.rules))
        states = np.array([state], np.uint64)
        keys = np.array([key(self.rules, state)], np.uint64)
        _, result, _ = look(self.rules, state)
        if result == ONGOING:
            return LayerRows(keys, states, keys[:0])
        return LayerRows(keys[:0], states[:0], keys)

    def after(
        self,
        states: Rows,
        earlier: Iterable[tuple[Rows, Rows]],
        step: Callable[[int, int, int, int], None],
    ) -> tuple[LayerRows, int]:
        """The layer after the one with these `states`, and the number of legal moves in them.

        `earlier` are the keys of all earlier layers, ongoing and ended. `step` gets the counts so
        far: states done, moves, and positions found of each kind. An error that it raises ends the
        work.
        """
        parts = [
            (RowSet(self.key, len(self.state)), RowSet(self.key, 0)) for _ in range(self._threads)
        ]
        moves = 0
        for bounds in shares(len(states), self._block, self._threads):
            written = self._together(
                [
                    partial(self._write_down, states, first, last, thread)
                    for thread, (first, last) in enumerate(bounds)
                ]
            )
            moves += sum(each[2] for each in written)
            self._together(
                [partial(self._gather, written, part, parts) for part in range(len(parts))]
            )
            counts = np.sum([[going_on.count, ended.count] for going_on, ended in parts], axis=0)
            step(bounds[-1][1], moves, *counts.tolist())
        old = list(earlier)
        found = self._together([partial(self._finished, *part, old) for part in parts])
        rows = np.concatenate([each[0] for each in found])
        ended = np.concatenate([each[1] for each in found])
        width = len(self.key)
        return LayerRows(rows[:, :width], rows[:, width:], ended), moves

    def _write_down(self, states: Rows, first: int, last: int, thread: int) -> tuple[int, int, int]:
        ongoing, ended = self._buffers[thread]
        return _expand(
            self.rules, self.state, states, first, last, ongoing, ended, self.results, *self._halts
        )

    def _gather(
        self,
        written: Sequence[tuple[int, int, int]],
        part: int,
        parts: Sequence[tuple[RowSet, RowSet]],
    ) -> None:
        for buffers, counts in zip(self._buffers, written, strict=False):
            for rows, count, into in zip(buffers, counts, parts[part], strict=False):
                into.add(rows, count, part, len(parts))

    def _finished(
        self, ongoing: RowSet, ended: RowSet, earlier: Sequence[tuple[Rows, Rows]]
    ) -> tuple[Rows, Rows]:
        """The rows of one part that no earlier layer has."""
        fresh = []
        for which, rows in enumerate((ongoing.sorted(), ended.sorted())):
            known = np.zeros(len(rows), np.bool_)
            for layer in earlier:
                mark_known(rows, layer[which], self.key, known)
            fresh.append(rows[~known] if known.any() else rows)
        return fresh[0], fresh[1]

    @property
    def nothing(self) -> tuple[Rows, Rows]:
        """Empty keys and states, as if mapped from a file."""
        keys = np.empty((0, len(self.key)), np.uint64)
        states = np.empty((0, len(self.state)), np.uint64)
        keys.flags.writeable = states.flags.writeable = False
        return keys, states

    def _compile(self) -> None:
        """Compile everything before threads call it."""
        keys, states = self.nothing
        written = [self._write_down(states, 0, 0, thread=0)]
        part = RowSet(self.key, len(self.state)), RowSet(self.key, 0)
        self._gather(written, 0, [part])
        self._finished(*part, [(keys, keys)])
