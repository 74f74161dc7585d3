"""What a person can see on a board of Sim for two: the safe edges that are left for each.

An edge is safe for a player if it closes no triangle of theirs. Edges are bits, see `sim`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plyground.kernel import compiled, popcount
from plyground.position import Ints, State
from plyground.position.reasons import FACT, NOWHERE, WINS, Reasons, put_reason

WORDS = {
    "runs out": "If nothing else happens, {they} must run out of safe edges first: {they} can draw "
    "{n} more, {I} {other}.",
    "runs out in turn": "If nothing else happens, {they} must run out of safe edges first: {they} "
    "and {I} can draw {n} more each, and it is {their} turn.",
    "safe edges": "Now {n} edges are safe for {them}, {other} for {me}.",
}
_RUNS_OUT, _RUNS_OUT_IN_TURN, _SAFE_EDGES = range(len(WORDS))

_FEW, _SOME = 6, 9  # safe edges: with more than a few, much else happens
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


def reasons_of(edges: int, triangles: Sequence[Sequence[int]]) -> Reasons:
    """The reasons on a board with so many edges and these triangles."""
    masks = np.array([sum(1 << e for e in triangle) for triangle in triangles], np.uint64)
    board = np.uint64((1 << edges) - 1)

    @compiled
    def safe_edges(own: np.uint64, free: np.uint64) -> np.uint64:
        """The free edges that close no triangle of a player."""
        closing = _ZERO
        for triangle in masks:
            missing = triangle & ~own
            if popcount(missing) == 1:
                closing |= missing
        return free & ~closing

    @compiled
    def kernel(state: State, move: int, out: Ints) -> int:
        edge = _ONE << np.uint64(move)
        mine, theirs = state[0] | edge, state[1]
        me = popcount(state[0] | state[1]) & 1
        free = board & ~(mine | theirs)
        my_safe, their_safe = safe_edges(mine, free), safe_edges(theirs, free)
        shared = popcount(my_safe & their_safe)
        for_me, for_them = popcount(my_safe), popcount(their_safe)
        # They are to move, and both take the shared edges first.
        mine_left, theirs_left = for_me - (shared + 1) // 2, for_them - shared // 2
        if min(for_me, for_them) <= _FEW:
            if theirs_left == mine_left:
                return put_reason(out, 0, _RUNS_OUT_IN_TURN, me, WINS, 0, NOWHERE, mine_left)
            if theirs_left < mine_left:
                return put_reason(out, 0, _RUNS_OUT, me, WINS, 0, NOWHERE, theirs_left, mine_left)
            return put_reason(out, 0, _RUNS_OUT, 1 - me, WINS, 0, NOWHERE, mine_left, theirs_left)
        if min(for_me, for_them) <= _SOME:
            return put_reason(out, 0, _SAFE_EDGES, me, FACT, 1, NOWHERE, for_them, for_me)
        return 0

    return Reasons(kernel, WORDS, ("safe edges",))
