"""The entries of the engine for the players of the old programs.

The arguments are those of `player_entries`; after a player's options come the numbers of its
heuristics, in the order that its class names them.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, borrowed, compiled, local_array
from plyground.kernel.chance import below
from plyground.players.old_choices import any_that_loses, first_that_lasts, lone_pairs
from plyground.position import Ints
from plyground.position.desk import (
    CHANCE,
    DEFAULT_DEPTH,
    MEASURE,
    OPTION,
    RESULTS,
    STATE,
    state_at,
)
from plyground.search import results as found
from plyground.search.alphabeta import GENERATED, PRUNE, QUICK_WINS, SLOW_LOSSES, STOP_AT_WIN
from plyground.search.answers import NONE, put_choice
from plyground.search.searching import answer_one_of_the_best, given_or, search, search_for

_BEST_AT = 8 * found.CODES  # bytes from the results to the codes of the best moves


@compiled
def old_sim(rules: Rules, desk: Ints) -> int:
    """Options: depth, version; heuristics: as described, as coded."""
    described = desk[OPTION + 1] == 0
    heuristic = desk[OPTION + 2] if described else desk[OPTION + 3]
    depth = given_or(desk[OPTION], desk[DEFAULT_DEPTH])
    scope = found.EQUAL if described else found.FIRST
    if not desk[MEASURE]:
        state = state_at(rules, desk[STATE])
        moves = local_array(rules.max_moves, np.int64)
        count = lone_pairs(rules, state, borrowed(moves))
        if count > 0:
            put_choice(desk, moves[below(array_at(desk[CHANCE], np.uint64), count)], NONE)
            return 0
        if rules.moves(state, moves) == 1:
            put_choice(desk, moves[0], NONE)
            return 0
    search_for(desk, depth, heuristic, GENERATED, 0, scope, 0)
    if not search(rules, desk):
        return 0
    results = array_at(desk[RESULTS], np.int64)
    results[found.EQUAL_BEST] = first_that_lasts(
        rules, state_at(rules, desk[STATE]), results[found.BEST], results[found.EQUAL_BEST],
        desk[RESULTS] + _BEST_AT,
    )  # fmt: skip
    return answer_one_of_the_best(desk)


@compiled
def old_sim_red(rules: Rules, desk: Ints) -> int:
    """Options: depth, pruning, variant; heuristics: usual, variant."""
    switches = SLOW_LOSSES | STOP_AT_WIN
    if desk[OPTION + 1]:
        switches |= PRUNE
    heuristic = desk[OPTION + 4] if desk[OPTION + 2] else desk[OPTION + 3]
    search_for(desk, desk[OPTION], heuristic, GENERATED, switches, found.FIRST, 0)
    if not search(rules, desk):
        return 0
    return answer_one_of_the_best(desk)


@compiled
def old_connect4(rules: Rules, desk: Ints) -> int:
    """Option: depth; its heuristic."""
    depth, heuristic = desk[OPTION], desk[OPTION + 1]
    search_for(desk, depth, heuristic, GENERATED, PRUNE, found.FIRST, 0)
    if not search(rules, desk):
        return 0
    results = array_at(desk[RESULTS], np.int64)
    results[found.EQUAL_BEST] = any_that_loses(
        rules, state_at(rules, desk[STATE]), results[found.BEST], results[found.EQUAL_BEST],
        desk[RESULTS] + _BEST_AT,
    )  # fmt: skip
    return answer_one_of_the_best(desk)


@compiled
def old_tictactoe(rules: Rules, desk: Ints) -> int:
    """No options."""
    switches = PRUNE | QUICK_WINS | SLOW_LOSSES | STOP_AT_WIN
    depth = rules.max_plies
    search_for(desk, depth, 0, GENERATED, switches, found.FIRST, 0)
    if not search(rules, desk):
        return 0
    return answer_one_of_the_best(desk)
