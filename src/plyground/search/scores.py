"""Scores: what a search says of a position, for the player who asked.

WIN - n       a win that takes n plies
-(WIN - n)    a loss that is put off for n plies
+-WIN         a win or a loss, whose distance was not asked for
otherwise     what a heuristic says, within +-HEURISTIC_MOST, or 0 for a draw

The exact solver's numbers have no room for estimates, and are small, so that two of them fit into
a table entry: `max_plies` + 1 - n for a win that takes n plies, the opposite for a loss, 0 for a
draw.
"""

from __future__ import annotations

from plyground.position import Position
from plyground.search.value import Value

WIN = 1_000_000
"""The score of a win at once; a win n plies later scores n less, a loss the opposite."""

PROVEN = WIN // 2
"""Scores further from 0 are proven wins and losses."""

INFINITY = 2 * WIN
"""No score is further from 0."""


def proven(score: int) -> bool:
    """Whether a score is a win or a loss for certain."""
    return abs(score) > PROVEN


def plies_to_end(score: int) -> int:
    """How many plies a proven win or loss takes. Scores that leave distance aside give 0."""
    return WIN - abs(score)


def value_of_score(score: int, complete: bool = False) -> Value:
    """The value that a score stands for; one that is not proven is an estimate.

    If the search was `complete`, so that it saw the end of every line, that is a draw.
    """
    if proven(score):
        return Value("win" if score > 0 else "loss", plies_to_end(score) or None)
    return Value("draw") if complete else Value("unknown", score=score)


def value_of_bounds(position: Position, low: int, high: int) -> Value:
    """The value that proven limits stand for, numbers of the exact solver for a position.

    The game goes on in it. Limits that say nothing, such as a win in no plies at all, are left out.
    """
    most = position.game.max_plies + 1
    if low == high:
        return _exact(position, low)
    return Value(
        "win" if low > 0 else "loss" if high < 0 else "unknown",
        at_least=_exact(position, low) if low > 1 - most else None,
        at_most=_exact(position, high) if high < most - 1 else None,
    )


def _exact(position: Position, number: int) -> Value:
    game = position.game
    if number:
        return Value("win" if number > 0 else "loss", game.max_plies + 1 - abs(number))
    return Value("draw", game.max_plies - position.ply if game.draws_are_longest else None)
