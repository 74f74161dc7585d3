"""What makes exact solving of Sim for two players quick: moves that lose at once, who lasts longer.

Vocabulary: an edge is safe for a player if it is free and completes no triangle of that player. An
edge that is not safe for a player never becomes safe again. Two edges that are safe for a player
are in conflict if they make a triangle with an edge of that player: the player can take one of
them. A store of a player is a set of safe edges that the player can all take, in any order, without
completing a triangle; shared are those of its edges that are safe for the opponent too.

candidates   The safe edges, if there are any: every other move loses at once.

bounds       A full board is a draw. A player without a safe edge loses with the next move.

             A player with a store answers each move of the opponent from it, first with its shared
             edges. Each of these that the player takes is one less for the opponent. So the player
             takes at least half of the shared edges, rounded up if it is the player's own turn, and
             all others of the store. The player wins if the opponent must run out first: a small
             search shows that edges in conflict, and triangles of safe edges, keep the opponent
             from taking enough of what is left. Boards of fewer than 6 dots can be full by then,
             which is a draw.

             The rank is the number of safe edges of the player who moved there, minus those of the
             opponent, where each edge counts less the more conflicts it has.

class_key    Relabelled dots change nothing. In the later plies it costs more to find the labels
             than to search the few positions twice: there the key is that of the state itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from plyground.kernel import compiled, local_array, lowest_bit, popcount, trailing_zeros
from plyground.position import Ints, Kernels, Key, State, Uints, kernels

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_CHUNK = 12  # edges that are looked up at once
_NO_DRAWS = 6  # from this many dots on, every full board has a triangle
# The rank, tried on positions of 8, 9 and 10 dots: a safe edge counts as about nine conflicts.
_SAFE_EDGE = 1024
_CONFLICT = 112
_HOPELESS = 1  # edges too many that are left after the first look: a search will not do it
_MOST_STEPS = 30  # of that search
_STACK = 32  # what it keeps for later: one more with each step
_RELABELLED = 2.5  # in the first plies, this many for each dot, labels do not count


def solving_kernels(
    vertices: int, edges: Sequence[tuple[int, int]], key: Any, canonical: Any
) -> Kernels:
    """The kernels for a board with this many dots; `edges` are in the order of their numbers.

    `key` and `canonical` are kernels of the same board.
    """
    board = np.uint64((1 << len(edges)) - 1)
    most = len(edges) + 1  # a win that takes n plies has the value of this minus n
    chunk = np.uint64((1 << _CHUNK) - 1)
    chunks = -(-len(edges) // _CHUNK)
    halves = _neighbour_table(vertices, edges, chunks)
    among = _among_table(vertices, edges)
    ends = np.array(edges, np.uint64)
    added = _added_table(vertices, edges)
    width = np.uint64(vertices)
    row = np.uint64((1 << vertices) - 1)
    relabelled = int(_RELABELLED * vertices)
    in_first = (vertices + 1) // 2  # dots of the first half
    half = np.uint64(in_first)

    @compiled
    def neighbours(colour: np.uint64) -> tuple[np.uint64, np.uint64]:
        """The rows of the dots' neighbours, see `_neighbour_table`."""
        first, second = _ZERO, _ZERO
        for i in range(chunks):
            at = colour >> np.uint64(_CHUNK * i) & chunk
            first |= halves[i, at, 0]
            second |= halves[i, at, 1]
        return first, second

    @compiled
    def unsafe(first: np.uint64, second: np.uint64) -> np.uint64:
        """The edges that make a triangle with two of a colour, and perhaps others of it: those
        between two neighbours of a dot. The colour is given by its `neighbours`.
        """
        found = _ZERO
        for _ in range(in_first):
            found |= among[first & row] | among[second & row]
            first >>= width
            second >>= width
        return found

    @compiled
    def fan(dot: np.uint64, first: np.uint64, second: np.uint64, other: np.uint64) -> np.uint64:
        """The edges from `dot` to the neighbours of `other`."""
        word = second if other >= half else first
        others = word >> width * (other - half if other >= half else other) & row
        return among[others | _ONE << dot] ^ among[others]  # type: ignore[no-any-return]

    @compiled
    def against(edge: int, first: np.uint64, second: np.uint64) -> np.uint64:
        """The edges that make a triangle with `edge` and one of a colour."""
        a, b = ends[edge, 0], ends[edge, 1]
        return fan(a, first, second, b) | fan(b, first, second, a)

    @compiled
    def mildest(edges_left: np.uint64, first: np.uint64, second: np.uint64) -> int:
        """The edge with the fewest conflicts among some that are safe for a colour."""
        best, least = 0, len(added)
        left = edges_left
        while left and least > 0:
            edge = trailing_zeros(left)
            left ^= lowest_bit(left)
            conflicts = popcount(against(edge, first, second) & edges_left)
            if conflicts < least:
                best, least = edge, conflicts
        return best

    @compiled
    def store(
        own: np.uint64, shared: np.uint64, first: np.uint64, second: np.uint64
    ) -> tuple[int, np.uint64]:
        """A store of a colour, among edges that are safe for it alone and others that are safe for
        both: how many of its own it has, and which are shared.
        """
        count, taken = 0, _ZERO
        while own | shared:
            edge = mildest(own if own else shared, first, second)
            if own:
                count += 1
            else:
                taken |= _ONE << np.uint64(edge)
            keep = ~(against(edge, first, second) | _ONE << np.uint64(edge))
            first |= added[edge, 0]
            second |= added[edge, 1]
            own &= keep
            shared &= keep
        return count, taken

    @compiled
    def pairs_in_conflict(left: np.uint64, first: np.uint64, second: np.uint64, enough: int) -> int:
        """How many pairs in conflict, with no edge in common, were found among safe edges; not
        more than `enough`.
        """
        count = 0
        while left and count < enough:
            edge = trailing_zeros(left)
            left ^= lowest_bit(left)
            rivals = against(edge, first, second) & left
            if rivals:
                left ^= lowest_bit(rivals)
                count += 1
        return count

    @compiled
    def can_take(
        left: np.uint64,
        shared: np.uint64,
        first: np.uint64,
        second: np.uint64,
        spare: int,
        due: int,
    ) -> bool:
        """Whether a colour can perhaps take the safe edges `left`, except for at most `spare` of
        them, if the opponent takes at least `due` of those that are `shared`.

        No is proven: an edge is taken, which costs those in conflict with it, or left.
        """
        lefts = local_array(_STACK, np.uint64)
        firsts = local_array(_STACK, np.uint64)
        seconds = local_array(_STACK, np.uint64)
        spares = local_array(_STACK, np.int64)
        dues = local_array(_STACK, np.int64)
        lefts[0], firsts[0], seconds[0], spares[0], dues[0] = left, first, second, spare, due
        count, steps = 1, 0
        while count > 0:
            count -= 1
            left, first, second = lefts[count], firsts[count], seconds[count]
            spare, due = spares[count], dues[count]

            # Step 1. Pairs in conflict, with no edge in common, cost one edge each.
            if popcount(left & shared) < due:
                continue
            pairs = pairs_in_conflict(left & ~shared, first, second, spare - due + 1)
            if pairs + due > spare:
                continue
            steps += 1
            if spare - pairs - due >= _HOPELESS or steps == _MOST_STEPS:
                return True

            # Step 2. The edge with the most conflicts. If there are none, three safe edges may
            # still make a triangle.
            edge, most_rivals, rivals = 0, 0, _ZERO
            todo = left
            while todo:
                each = trailing_zeros(todo)
                todo ^= lowest_bit(todo)
                found = against(each, first, second) & left
                number = popcount(found)
                if number > most_rivals:
                    edge, most_rivals, rivals = each, number, found
            if most_rivals == 0:
                among_left, among_left_too = neighbours(left)
                closing = unsafe(among_left, among_left_too) & left
                if not closing:
                    return True
                edge = trailing_zeros(closing)

            # Step 3. Leave the edge, or take it.
            bit = _ONE << np.uint64(edge)
            lefts[count], firsts[count], seconds[count] = left ^ bit, first, second
            spares[count], dues[count] = spare - 1, max(due - popcount(bit & shared), 0)
            count += 1
            lefts[count] = left & ~(bit | rivals)
            firsts[count] = first | added[edge, 0]
            seconds[count] = second | added[edge, 1]
            spares[count] = spare - most_rivals
            dues[count] = max(due - popcount(rivals & shared), 0)
            count += 1
        return False

    @compiled
    def conflicts(safe: np.uint64, first: np.uint64, second: np.uint64) -> int:
        """How many conflicts safe edges have, each pair counted for both of its edges."""
        count, left = 0, safe
        while left:
            count += popcount(against(trailing_zeros(left), first, second) & safe)
            left ^= lowest_bit(left)
        return count

    @compiled
    def outlasts(
        safe: np.uint64,
        first: np.uint64,
        second: np.uint64,
        others: np.uint64,
        others_first: np.uint64,
        others_second: np.uint64,
        to_move: int,
    ) -> bool:
        """Whether a store of the player for whom the edges `safe` are safe is seen to last longer
        than the opponent's edges, `others`. `to_move` is 1 if it is the player's turn, else 0.
        """
        needed = popcount(others) + to_move
        if 2 * popcount(safe) < needed:
            return False
        own, shared = store(safe & ~others, safe & others, first, second)
        due = (popcount(shared) + to_move) // 2
        spare = needed - (own + due) - 1
        if spare < due:
            return True
        if 2 * (own + 2 * due) < needed:
            return False
        return not can_take(others, shared, others_first, others_second, spare, due)

    @compiled
    def candidates(state: State, out: Ints) -> int:
        free = board ^ (state[0] | state[1])
        first, second = neighbours(state[0])
        safe = free & ~unsafe(first, second)
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
        first, second = neighbours(state[0])
        safe = free & ~unsafe(first, second)
        if not safe:
            return 1 - most, 1 - most, 0
        others_first, others_second = neighbours(state[1])
        others = free & ~unsafe(others_first, others_second)
        if outlasts(others, others_first, others_second, safe, first, second, 0):
            return -most, -1, 0
        if outlasts(safe, first, second, others, others_first, others_second, 1):
            return 1, most, 0
        ahead = popcount(others) - popcount(safe)
        held_up = conflicts(safe, first, second) - conflicts(others, others_first, others_second)
        return -most, most, _SAFE_EDGE * ahead + _CONFLICT * held_up

    @compiled
    def bounds_with_draws(state: State) -> tuple[int, int, int]:
        low, high, rank = bounds(state)
        return (low, high, rank) if low == high else (min(low, 0), max(high, 0), rank)

    @compiled
    def class_key(state: State) -> Key:
        early = popcount(state[0] | state[1]) <= relabelled
        return key(canonical(state) if early else state)  # type: ignore[no-any-return]

    return {
        **kernels(candidates, class_key),
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


def _added_table(vertices: int, edges: Sequence[tuple[int, int]]) -> Uints:
    """For each edge, what it adds to the rows of its colour's neighbours. [edges, 2]"""
    in_first = (vertices + 1) // 2
    table = np.zeros((len(edges), 2), np.uint64)
    for number, ends in enumerate(edges):
        for a, b in (ends, ends[::-1]):
            table[number, a // in_first] |= np.uint64(1 << a % in_first * vertices + b)
    return table
