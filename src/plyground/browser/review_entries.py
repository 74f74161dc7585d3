"""The entries of the engine that judge a game's moves and draw its course, for two players.

A value is given by three words: its verdict (a place in VERDICTS), its plies and its score, NONE
for what is missing. The argument after the last whole one is `typical`, a number with a fraction:
the median difference that the choice of a move makes to an estimate, see `analysis.grades`.
"""

from __future__ import annotations

import numpy as np

from plyground.analysis.course import height_of
from plyground.analysis.grades import graded
from plyground.kernel import Rules, array_at, borrowed, compiled
from plyground.position import Ints
from plyground.position.desk import ANSWER, ARGUMENT
from plyground.search.answers import LOSS, NONE, UNKNOWN


@compiled
def _known(word: int) -> int:
    return 0 if word == NONE else word


@compiled
def _level(verdict: int) -> int:
    """A place in VERDICTS as a level of `graded`, where an unknown result counts as a draw."""
    return 1 if verdict == UNKNOWN else verdict - LOSS


@compiled
def _number(desk: Ints, argument: int) -> float:
    """An argument with a fraction."""
    number: float = array_at(borrowed(desk), np.float64)[ARGUMENT + argument]
    return number


@compiled
def grade(_rules: Rules, desk: Ints) -> int:
    """Arguments: the value of the best move, that of the move made. Answer: a place in GRADES."""
    best, made = ARGUMENT, ARGUMENT + 3
    desk[ANSWER] = graded(
        _level(desk[best]), _known(desk[best + 1]), _known(desk[best + 2]),
        _level(desk[made]), _known(desk[made + 1]), _known(desk[made + 2]),
        _number(desk, 6),
    )  # fmt: skip
    return 0


@compiled
def height(rules: Rules, desk: Ints) -> int:
    """Arguments: a position's value, its ply. Answer, with a fraction: how good it is for the
    player to move, from -1 to 1.
    """
    verdict, plies, score, ply = ARGUMENT, ARGUMENT + 1, ARGUMENT + 2, ARGUMENT + 3
    unknown = desk[verdict] == UNKNOWN
    known = 0 if unknown else desk[verdict] - LOSS - 1
    array_at(borrowed(desk), np.float64)[ANSWER] = height_of(
        known, _known(desk[plies]), unknown, _known(desk[score]),
        rules.max_plies - desk[ply], _number(desk, 4),
    )  # fmt: skip
    return 0
