"""What the entries that search for a player's move have in common."""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.kernel.chance import below
from plyground.position import Ints
from plyground.position.desk import (
    ANSWER,
    CHANCE,
    COUNTERS,
    HURRY,
    MEASURE,
    MOVES,
    PLY,
    RESULTS,
    ROOM,
    SEARCH_DEEPENS,
    SEARCH_DEPTH,
    SEARCH_DRAW,
    SEARCH_HEURISTIC,
    SEARCH_MISSES,
    SEARCH_ORDER,
    SEARCH_SCOPE,
    SEARCH_SWITCHES,
    STATE,
    TABLE,
    measured,
    state_at,
)
from plyground.search import results as found
from plyground.search.alphabeta import (
    HISTORY,
    OVERLOOK,
    PRUNE,
    REMEMBER,
    SHUFFLED,
    deepen,
    dim_room,
    fill_room,
    shuffle_room,
    sizes,
)
from plyground.search.answers import NONE, VALUE_WORDS, put_choice, put_score
from plyground.search.sight import DRAWS


@compiled
def given_or(given: int, usual: int) -> int:
    """An option, or what is usual where it is left open."""
    return usual if given == NONE else given


@compiled
def search_for(
    desk: Ints, depth: int, heuristic: int, order: int, switches: int, scope: int, deepens: int
) -> None:
    """Write how to search: `search` takes it from the desk, so that it is compiled only once."""
    desk[SEARCH_DEPTH] = depth
    desk[SEARCH_HEURISTIC] = heuristic
    desk[SEARCH_ORDER] = order
    desk[SEARCH_SWITCHES] = switches
    desk[SEARCH_SCOPE] = scope
    desk[SEARCH_DEEPENS] = deepens
    desk[SEARCH_DRAW] = NONE


@compiled
def search(rules: Rules, desk: Ints) -> int:
    """Search the state, or say how much room that takes; whether it was searched."""
    left = rules.max_plies - desk[PLY]
    depth = min(desk[SEARCH_DEPTH], left)
    switches, order, deepens = desk[SEARCH_SWITCHES], desk[SEARCH_ORDER], desk[SEARCH_DEEPENS]
    if desk[HURRY]:
        switches, order, deepens = switches | PRUNE, HISTORY, 1
        if switches & OVERLOOK:  # see `switches_of`
            switches &= ~REMEMBER
    if desk[MEASURE]:
        of_room, of_table, of_results = sizes(rules, depth, switches)
        measured(desk, of_room, of_table, of_results)
        return 0
    state = state_at(rules, desk[STATE])
    fill_room(rules, state, depth, desk[SEARCH_HEURISTIC], order, switches, desk[ROOM])
    if order == SHUFFLED:
        shuffle_room(rules.max_moves, desk[ROOM])
    if switches & OVERLOOK:
        draw = desk[SEARCH_DRAW]
        if draw == NONE:
            draw = below(array_at(desk[CHANCE], np.uint64), DRAWS)
        dim_room(desk[SEARCH_MISSES], draw, desk[ROOM])
    deepen(
        rules, state, left, depth, desk[SEARCH_SCOPE], deepens,
        desk[COUNTERS], desk[ROOM], desk[TABLE], desk[RESULTS],
    )  # fmt: skip
    return 1


@compiled
def answer_with(desk: Ints, code: int, complete: int) -> int:
    """Answer with a move of the results, and the line that it begins. The status of the search."""
    results, line = array_at(desk[RESULTS], np.int64), array_at(desk[MOVES], np.int64)
    put_choice(desk, code, results[found.REACHED])
    if results[found.REACHED]:
        put_score(desk, ANSWER + 1, results[found.BEST], complete != 0)
    line[0] = code
    length, place = 1, results[found.MOVES]
    for _ in range(results[found.SEARCHED]):
        if results[place + found.CODE] == code and results[place + found.EXACT]:
            count = 0
            while results[place + found.LINE + count] != found.NO_MOVE:
                line[count] = results[place + found.LINE + count]
                count += 1
            length = max(count, 1)
        place += results[found.WIDTH]
    desk[ANSWER + 2 + VALUE_WORDS] = length
    status: int = results[found.STATUS]
    return status


@compiled
def answer_one_of_the_best(desk: Ints) -> int:
    """Answer with one of the best moves of the results, all equally likely."""
    results = array_at(desk[RESULTS], np.int64)
    chosen = below(array_at(desk[CHANCE], np.uint64), results[found.EQUAL_BEST])
    return answer_with(desk, results[found.CODES + chosen], results[found.COMPLETE])
