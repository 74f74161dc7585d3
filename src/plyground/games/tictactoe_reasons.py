"""What a person can see on a board of tic-tac-toe: lines that are open, and lines that are closed.

A line is open to a player if the other one has no mark on it. Cells are bits, see `tictactoe`.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import compiled, popcount
from plyground.position import Ints, State
from plyground.position.reasons import DRAWN, FACT, NOWHERE, Reasons, put_reason

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

WORDS = {
    "no line": "No line is open any more: nobody can get three in a row.",
    "closes": "This closes {n} lines on which {they} could still get three in a row.",
    "open lines": "From {site}, {n} lines are still open to {me}.",
}
_NO_LINE, _CLOSES, _OPEN = range(len(WORDS))

_LINE_MASKS = np.array([sum(1 << s for s in line) for line in LINES], np.uint64)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@compiled
def _kernel(state: State, move: int, out: Ints) -> int:
    me, cell = popcount(state[1]) & 1, _ONE << np.uint64(move)
    mine, theirs = state[0] | cell, state[0] ^ state[1]
    open_, closed, through = 0, 0, 0
    for line in _LINE_MASKS:
        if line & theirs == _ZERO or line & mine == _ZERO:
            open_ += 1
        if line & cell == _ZERO:
            continue
        if line & theirs == _ZERO:
            through += 1
        elif line & state[0] == _ZERO:
            closed += 1
    if open_ == 0:
        return put_reason(out, 0, _NO_LINE, me, DRAWN, 1, NOWHERE, NOWHERE)
    if closed > 1:
        return put_reason(out, 0, _CLOSES, me, FACT, 1, move, closed)
    if through > 1:
        return put_reason(out, 0, _OPEN, me, FACT, 1, move, through)
    return 0


REASONS = Reasons(_kernel, WORDS, ("closes", "open lines"))
