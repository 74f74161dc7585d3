"""What makes exact solving of Sim for two players quick: moves that lose at once, spare moves.

Vocabulary: an edge is safe for a player if it is free and completes no triangle of that player. An
edge that is not safe for a player never becomes safe again. A player's spare moves are edges that
are safe for that player but not for the opponent, and that the player can all take, in any order,
without completing a triangle. States are encoded as `sim` says.

candidates   The safe edges, if there are any: every other move loses at once.

bounds       A full board is a draw. A player without a safe edge loses with the next move. A player
             with as many spare moves as the opponent has safe edges, plus one if it is the player's
             own turn, wins by answering each move of the opponent with a spare move until the
             opponent has no safe edge left. Boards of fewer than 6 dots can be full by then, which
             is a draw.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plyground.kernel import compiled, lowest_bit, popcount, trailing_zeros
from plyground.position import Ints, Kernels, State, Uints, kernels

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_CHUNK = 12  # edges that are looked up at once
_NO_DRAWS = 6  # from this many dots on, every full board has a triangle


def solving_kernels(vertices: int, edges: Sequence[tuple[int, int]]) -> Kernels:
    """The kernels for a board with this many dots; `edges` are in the order of their numbers."""
    board = np.uint64((1 << len(edges)) - 1)
    most = len(edges) + 1  # a win that takes n plies has the value of this minus n
    chunk = np.uint64((1 << _CHUNK) - 1)
    chunks = -(-len(edges) // _CHUNK)
    halves = _neighbour_table(vertices, edges, chunks)
    among = _among_table(vertices, edges)
    width = np.uint64(vertices)
    row = np.uint64((1 << vertices) - 1)
    in_first = (vertices + 1) // 2  # dots of the first half

    @compiled
    def unsafe(colour: np.uint64) -> np.uint64:
        """The edges that make a triangle with two of `colour`, and perhaps others of it: those
        between two neighbours of a dot.
        """
        first, second = _ZERO, _ZERO
        for i in range(chunks):
            at = colour >> np.uint64(_CHUNK * i) & chunk
            first |= halves[i, at, 0]
            second |= halves[i, at, 1]
        found = _ZERO
        for _ in range(in_first):
            found |= among[first & row] | among[second & row]
            first >>= width
            second >>= width
        return found

    @compiled
    def spare(colour: np.uint64, free: np.uint64) -> int:
        """How many of the edges `free`, all safe for the player of `colour`, they can surely take
        without a triangle: a lower bound, found by taking one after the other in order."""
        count = 0
        while free:
            edge = lowest_bit(free)
            colour |= edge
            count += 1
            free &= ~(unsafe(colour) | edge)
        return count

    @compiled
    def candidates(state: State, out: Ints) -> int:
        free = board ^ (state[0] | state[1])
        safe = free & ~unsafe(state[0])
        left = safe if safe else free
        count = 0
        while left:
            out[count] = trailing_zeros(left)
            left ^= lowest_bit(left)
            count += 1
        return count

    @compiled
    def bounds(state: State) -> tuple[int, int, int]:
        free = board ^ (state[0] | state[1])
        if not free:
            return 0, 0, 0
        safe = free & ~unsafe(state[0])
        if not safe:
            return 1 - most, 1 - most, 0
        others = free & ~unsafe(state[1])
        mine, theirs = popcount(safe), popcount(others)
        rank = theirs - mine
        if popcount(others & ~safe) >= mine and spare(state[1], others & ~safe) >= mine:
            return -most, -1, rank
        if popcount(safe & ~others) > theirs and spare(state[0], safe & ~others) > theirs:
            return 1, most, rank
        return -most, most, rank

    @compiled
    def bounds_with_draws(state: State) -> tuple[int, int, int]:
        low, high, rank = bounds(state)
        return (low, high, rank) if low == high else (min(low, 0), max(high, 0), rank)

    return {
        **kernels(candidates),
        "bounds": bounds if vertices >= _NO_DRAWS else bounds_with_draws,
    }


def _neighbour_table(vertices: int, edges: Sequence[tuple[int, int]], chunks: int) -> Uints:
    """For each chunk of edges and each set of its edges, the neighbours of every dot.

    [chunks, sets, 2]: a row of bits for each dot; the first word has the rows of the first half of
    the dots, the second word the others.
    """
    table = np.zeros((chunks, 1 << _CHUNK, 2), np.uint64)
    sets = np.arange(1 << _CHUNK)
    in_first = (vertices + 1) // 2
    for number, ends in enumerate(edges):
        has = (sets >> number % _CHUNK & 1).astype(bool)
        for a, b in (ends, ends[::-1]):
            bit = np.uint64(1 << a % in_first * vertices + b)
            table[number // _CHUNK, has, a // in_first] |= bit
    return table


def _among_table(vertices: int, edges: Sequence[tuple[int, int]]) -> Uints:
    """For each set of dots, the edges between two of them. [sets]"""
    sets = np.arange(1 << vertices)
    table = np.zeros(1 << vertices, np.uint64)
    for number, (a, b) in enumerate(edges):
        table[(sets >> a & sets >> b & 1).astype(bool)] |= np.uint64(1 << number)
    return table
