"""What a person can see on a board of numerical tic-tac-toe: pairs, and the numbers that are left.

A pair is a line with two numbers and one empty cell; it needs the number that makes 15. The state
is one word, see `numerical`.
"""

from __future__ import annotations

import numpy as np

from plyground.games.tictactoe_reasons import LINES
from plyground.kernel import as_int, compiled, popcount
from plyground.position import Ints, State
from plyground.position.reasons import DRAWN, FACT, NOWHERE, Reasons, put_reason

WORDS = {
    "no sum": "No line can make 15 any more with the numbers that are left.",
    "no pair": "No pair on the board needs a number that {they} can write now.",
    "own pair": "Only {I} can make 15 in {site}: it needs {n}.",
}
_NO_SUM, _NO_PAIR, _OWN_PAIR = range(len(WORDS))

_SUM = 15
_NUMBERS = 9
_ONE = np.uint64(1)
_CELL = np.uint64(15)
_USED = np.uint64(36)
_LINE_CELLS = np.array(LINES, np.int64)


@compiled
def _number(word: np.uint64, s: int) -> int:
    return as_int(word >> np.uint64(4 * s) & _CELL)


@compiled
def _is_left(word: np.uint64, number: int) -> bool:
    if number < 1 or number > _NUMBERS:
        return False
    return bool(word >> _USED + np.uint64(number - 1) & _ONE == np.uint64(0))


@compiled
def _can_make(word: np.uint64, total: int, empty: int) -> bool:
    """Whether so many different numbers that are left bring a sum to 15."""
    if empty == 0:
        return False
    if empty == 1:
        return _is_left(word, _SUM - total)
    for a in range(1, _NUMBERS + 1):
        if not _is_left(word, a):
            continue
        if empty == 2:
            b = _SUM - total - a
            if b != a and _is_left(word, b):
                return True
            continue
        for b in range(a + 1, _NUMBERS + 1):
            c = _SUM - total - a - b
            if c > b and _is_left(word, b) and _is_left(word, c):
                return True
    return False


@compiled
def _kernel(state: State, move: int, out: Ints) -> int:
    s, number = np.uint64(move // 9), np.uint64(move % 9)
    me = popcount(state[0] >> _USED) & 1
    word = state[0] | number + _ONE << np.uint64(4) * s | _ONE << _USED + number
    pairs, theirs, possible = 0, 0, False
    own_site, own_number = NOWHERE, NOWHERE
    for i in range(len(_LINE_CELLS)):
        total, empty, place = 0, 0, NOWHERE
        for j in range(3):
            cell = _LINE_CELLS[i, j]
            written = _number(word, cell)
            total += written
            if written == 0:
                empty += 1
                place = cell
        possible |= _can_make(word, total, empty)
        if empty != 1:
            continue
        pairs += 1
        needed = _SUM - total
        if _is_left(word, needed):
            if needed % 2 == me:  # player 1, with me == 0, has the odd numbers
                theirs += 1
            elif own_site == NOWHERE:
                own_site, own_number = place, needed
    if not possible:
        return put_reason(out, 0, _NO_SUM, me, DRAWN, 1, NOWHERE, NOWHERE)
    if own_site != NOWHERE:
        return put_reason(out, 0, _OWN_PAIR, me, FACT, 1, own_site, own_number)
    if pairs and theirs == 0:
        return put_reason(out, 0, _NO_PAIR, me, FACT, 1, NOWHERE, NOWHERE)
    return 0


REASONS = Reasons(_kernel, WORDS)
