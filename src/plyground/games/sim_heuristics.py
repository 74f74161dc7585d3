"""The heuristics of Sim: those of the old Sim programs, and a new one.

Vocabulary: a triple is three dots with their three edges; a player's triangle is a triple all in
that player's colour; a mixed triple has two edges of different colours and a free one.

    mixed-triangles    for each free edge, as if the player took it, no matter whose turn it is,
                       over all triples of the board: -2 for a triangle of the player, +1 for one
                       of another, +10 for a mixed triple with an edge of the player, -1 for any
                       other mixed triple
    own-triangles      the same as the old program computed it: its mixed triples never counted
    safe-edges         for each free edge, -10 if it completes a triangle of the player to move,
                       else +1; the other players get the negative of the sum
    unsafe-for-others  the same, but +10 for an edge that completes another's triangle only
    margin             for each other player, how many more free edges are safe for this player
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from plyground.kernel import compiled, popcount
from plyground.position import Kernels, State, Uints

LOOKED_UP = 15
"""The most edges of a board whose triangles are looked up: a bit for each of 2^15 colourings."""

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)


def heuristics(edges: int, players: int, triangles: tuple[tuple[int, int, int], ...]) -> Kernels:
    """The kernels for a board with `edges` edges and these triples of edge numbers."""
    board = np.uint64((1 << edges) - 1)
    masks = np.array([sum(1 << e for e in triangle) for triangle in triangles], np.uint64)
    ends = np.array(triangles, np.uint64).T.copy()  # [3, triangles]

    @compiled
    def free_edges(state: State) -> np.uint64:
        taken = _ZERO
        for word in state:
            taken |= word
        return taken ^ board

    @compiled
    def seat(state: State, player: int) -> int:
        """Which word of the state is that player's."""
        mover = (edges - popcount(free_edges(state))) % players
        return (player - mover + players) % players

    completing = _completing_kernel(edges, masks)

    @compiled
    def taken_of(word: np.uint64, triple: int) -> np.uint64:
        """How many edges of a triple are in a word."""
        count = word >> ends[0, triple] & _ONE
        count += word >> ends[1, triple] & _ONE
        count += word >> ends[2, triple] & _ONE
        return count  # type: ignore[no-any-return]

    @compiled
    def rated(state: State, player: int, mixed_count: bool) -> int:
        """The two heuristics of triples, summed over the triples instead of the free edges.

        With f free edges on the board, a triangle of the player or of another counts f times; a
        mixed triple counts each time that another edge is taken, f - 1 times. Two edges of the
        player with the third free become a triangle once. One edge of another with two free edges
        becomes a mixed triple twice.
        """
        free = popcount(free_edges(state))
        who = seat(state, player)
        own = state[0]
        for p in range(players):
            if p == who:
                own = state[p]
        taken = free_edges(state) ^ board
        threats, triangles_own, triangles_other, mixed_own, mixed_other, opened = 0, 0, 0, 0, 0, 0
        for triple in range(len(masks)):
            mine = taken_of(own, triple)
            all_taken = taken_of(taken, triple)
            same, full = False, False
            for p in range(players):
                count = taken_of(state[p], triple)
                same |= count == _TWO
                full |= count == _TWO + _ONE
            mono_other = full and mine == _ZERO
            threats += all_taken == _TWO and mine == _TWO
            triangles_own += mine == _TWO + _ONE
            triangles_other += mono_other
            mixed_own += all_taken == _TWO and mine == _ONE
            mixed_other += all_taken == _TWO and mine == _ZERO and not same
            opened += all_taken == _ONE and mine == _ZERO
        score = -2 * threats + free * (triangles_other - 2 * triangles_own)
        if mixed_count:
            score += (free - 1) * (10 * mixed_own - mixed_other) + 20 * opened
        return score

    @compiled
    def mixed_triangles(state: State, player: int) -> int:
        return rated(state, player, True)

    @compiled
    def own_triangles(state: State, player: int) -> int:
        return rated(state, player, False)

    @compiled
    def safe_edges(state: State, player: int) -> int:
        free = free_edges(state)
        score = popcount(free) - 11 * popcount(completing(state[0]) & free)
        return score if (edges - popcount(free)) % players == player else -score

    @compiled
    def unsafe_for_others(state: State, player: int) -> int:
        free = free_edges(state)
        own = completing(state[0]) & free
        theirs = _ZERO
        for word in state[1:]:
            theirs |= completing(word)
        theirs &= free & ~own
        score = popcount(free) - 11 * popcount(own) + 9 * popcount(theirs)
        return score if (edges - popcount(free)) % players == player else -score

    @compiled
    def margin(state: State, player: int) -> int:
        free = free_edges(state)
        who = seat(state, player)
        unsafe_all, unsafe_own = 0, 0
        for p in range(players):
            unsafe = popcount(completing(state[p]) & free)
            unsafe_all += unsafe
            unsafe_own += unsafe if p == who else 0
        return unsafe_all - players * unsafe_own

    return {
        "mixed-triangles": mixed_triangles,
        "own-triangles": own_triangles,
        "safe-edges": safe_edges,
        "unsafe-for-others": unsafe_for_others,
        "margin": margin,
    }


def _completing_kernel(edges: int, masks: Uints) -> Callable[[np.uint64], np.uint64]:
    """The third edge of every triple that has two edges of a colour and not three."""
    if edges <= LOOKED_UP:
        colours = np.arange(1 << edges, dtype=np.uint64)
        thirds = np.zeros(1 << edges, np.uint64)
        for triple in masks:
            missing = triple & ~colours
            thirds |= np.where(missing & missing - _ONE == _ZERO, missing, _ZERO)
        table = thirds.astype(np.uint16)

        @compiled
        def looked_up(colour: np.uint64) -> np.uint64:
            return np.uint64(table[colour])

        return looked_up

    @compiled
    def tried(colour: np.uint64) -> np.uint64:
        third = _ZERO
        for triple in masks:
            missing = triple & ~colour
            third |= missing if missing & missing - _ONE == _ZERO else _ZERO
        return third

    return tried
