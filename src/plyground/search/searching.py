"""What the entries that search for a player's move have in common."""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.kernel.chance import below
from plyground.position import Ints
from plyground.position.desk import (
    ANSWER,
    CHANCE,
    MOVES,
    RESULTS,
)
from plyground.search import results as found
from plyground.search.alphabeta import think
from plyground.search.answers import NONE, VALUE_WORDS, put_choice, put_score


@compiled
def given_or(given: int, usual: int) -> int:
    """An option, or what is usual where it is left open."""
    return usual if given == NONE else given


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
def answer_and_think(rules: Rules, desk: Ints) -> int:
    """The same as `answer_one_of_the_best`, with thoughts if they are asked for."""
    status: int = answer_one_of_the_best(desk)
    think(rules, desk)
    return status


@compiled
def answer_one_of_the_best(desk: Ints) -> int:
    """Answer with one of the best moves of the results, all equally likely."""
    results = array_at(desk[RESULTS], np.int64)
    chosen = below(array_at(desk[CHANCE], np.uint64), results[found.EQUAL_BEST])
    return answer_with(desk, results[found.CODES + chosen], results[found.COMPLETE])
