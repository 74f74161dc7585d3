"""What the old programs decide besides their searches, as compiled code.

Each function writes codes of moves to an array of np.int64 that the caller lends, of `max_moves`
numbers or more, and returns how many there are; the player takes one of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, compiled, local_array
from plyground.position import ONGOING, State
from plyground.search import WIN


@compiled
def lone_pairs(rules: Rules, state: State, lent_out: Any) -> int:
    """The moves of Sim that join two dots without an edge, in the order of the game.

    Moves are edges, numbered 0-1, 0-2, ..., 1-2, ...: see `games.sim`.
    """
    out = array_at(lent_out, np.int64)
    edges = local_array(rules.max_moves, np.int64)
    joined = local_array(rules.max_moves, np.int64)  # for each dot: there are no more than edges
    rules.cells(state, edges)
    dots = 3
    while dots * (dots - 1) // 2 < rules.max_moves:
        dots += 1
    for a in range(dots):
        joined[a] = 0
    e = 0
    for a in range(dots):
        for b in range(a + 1, dots):
            joined[a] |= edges[e]
            joined[b] |= edges[e]
            e += 1
    e, count = 0, 0
    for a in range(dots):
        for b in range(a + 1, dots):
            if joined[a] == 0 and joined[b] == 0:
                out[count] = e
                count += 1
            e += 1
    return count


@compiled
def first_that_lasts(rules: Rules, state: State, score: int, best: int, lent_out: Any) -> int:
    """The `best` moves at out[0:] of a search with this score; if all moves lose, only one.

    It is the first one that does not end the game, else the first one. `score` is one without
    distance.
    """
    if score != -WIN:
        return best
    out = array_at(lent_out, np.int64)
    moves = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, moves)
    out[0] = moves[0]
    for i in range(count):
        if rules.result(rules.play(state, moves[i])) == ONGOING:
            out[0] = moves[i]
            break
    return 1


@compiled
def any_that_loses(rules: Rules, state: State, score: int, best: int, lent_out: Any) -> int:
    """The `best` moves at out[0:] of a search with this score; if all moves lose, every move.

    `score` is one without distance.
    """
    if score != -WIN:
        return best
    moves = local_array(rules.max_moves, np.int64)
    count: int = rules.moves(state, moves)
    out = array_at(lent_out, np.int64)
    for i in range(count):
        out[i] = moves[i]
    return count
