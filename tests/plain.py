"""Plain search over the rules alone: no table, no bounds, no candidates, no order of moves."""

from typing import Any

import numpy as np

import plyground as pg
from plyground.kernel import Rules, compiled, local_array
from plyground.position import ONGOING, standing
from plyground.position.calls import as_words


@compiled
def _plain(rules: Rules, state: Any, alpha: int, beta: int) -> int:
    """The value to the player to move if it is between alpha and beta, else a limit of it."""
    me = rules.player(state)
    ended = rules.result(state)
    if ended != ONGOING:
        known: int = standing(ended, me) * (rules.max_plies + 1)
        return known
    moves = local_array(rules.max_moves, np.int64)
    best: Any = np.int64(-rules.max_plies - 1)
    for m in range(rules.moves(state, moves)):
        child = rules.play(state, moves[m])
        low: Any = np.int64(max(alpha, best) - 1)  # a ply on, values are further from 0
        high: Any = np.int64(beta + 1)
        if rules.player(child) == me:
            value = _plain(rules, child, low, high)
        else:
            value = -_plain(rules, child, -high, -low)
        value += -1 if value > 0 else 1 if value < 0 else 0
        if value > best:
            best = value
        if best >= beta:
            break
    found: int = best
    return found


def plain_value(position: pg.Position) -> int:
    """W - n for a win in n plies, n - W for a loss, 0 for a draw, with W = max_plies + 1."""
    most: Any = np.int64(position.game.max_plies + 1)
    return int(_plain(position.game.rules, as_words(position.state), -most, most))
