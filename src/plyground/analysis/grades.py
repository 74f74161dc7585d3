"""Grades of moves, and their shares of the best; docs/review.md gives the reasons.

A grade depends on two values, both for the player who made the move: that of the best move, and
that of the move itself.

    best         the same value as the best move
    good         the same result, by a slower win or a quicker loss
    inaccuracy   the same result, but a win in more than twice the plies necessary, or a loss in
                 less than half the plies possible
    mistake      one step down: a win is a draw now, or a draw a loss
    blunder      two steps down: a win is a loss now

With more than two players the result is what the player can force against all others; how long that
takes is unknown. In place of the plies comes the player's outcome by max^n, where every player
maximises their own outcome: a worse outcome by the worse of the two tie-breaks is an inaccuracy, by
the better one alone still good.

A search's estimate proves no result. If both values are estimates, the loss of a move is measured
by `typical`, the median difference that the choice of a move makes in this game: up to half of it
is good, more an inaccuracy. If only one value is proven, because the move gave away a win or led to
a loss, the move is a mistake.
"""

from __future__ import annotations

from typing import Literal

from plyground.kernel import compiled
from plyground.search import Value, Verdict

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")

_BEST, _GOOD, _INACCURACY, _MISTAKE, _BLUNDER = range(len(GRADES))

_LOST, _UNDECIDED, _WON = range(3)
_LEVELS: dict[Verdict, int] = {
    "loss": _LOST,
    "draw": _UNDECIDED,
    "unknown": _UNDECIDED,
    "win": _WON,
}
_MUCH_SLOWER = 2  # times as many plies
_TRIFLE = 0.5  # of the typical difference
_HALF = 0.5  # of a share is for the result, the other half for speed
_OTHER_TIES = 0.75  # the rest of the second half if only one tie-break ends worse


def merit(value: Value) -> tuple[int, int, int]:
    """A key: the greater, the better for the player. The length of a draw does not count."""
    level, plies = _LEVELS[value.verdict], value.plies or 0
    if value.standings is not None:
        return level, *value.standings
    if value.verdict == "win":
        return level, -plies, 0
    return level, plies if value.verdict == "loss" else (value.score or 0), 0


def grade(best: Value, played: Value, typical: float = 0.0) -> Grade:
    """The grade of a move, by the value of the best move and its own."""
    if best.standings is not None and played.standings is not None:
        return _grade_of_many(best, played)
    number = graded(
        _LEVELS[best.verdict], best.plies or 0, best.score or 0,
        _LEVELS[played.verdict], played.plies or 0, played.score or 0, typical,
    )  # fmt: skip
    return GRADES[number]


@compiled
def graded(
    best_level: int,
    best_plies: int,
    best_score: int,
    level: int,
    plies: int,
    score: int,
    typical: float,
) -> int:
    """`grade` for two players, as a place in GRADES.

    A level is 0 for a loss, 1 for a draw or an unknown result, 2 for a win; 0 stands for unknown
    plies and scores.
    """
    down = best_level - level
    if down > 0:
        return _BLUNDER if down > 1 else _MISTAKE
    if down < 0:
        return _BEST
    if level == _WON:
        better, slower = plies <= best_plies, plies > _MUCH_SLOWER * best_plies
    elif level == _LOST:
        better, slower = plies >= best_plies, best_plies > _MUCH_SLOWER * plies
    else:
        better, slower = score >= best_score, best_score - score > _TRIFLE * typical
    if better:
        return _BEST
    if level != _UNDECIDED and (best_plies == 0 or plies == 0):
        slower = False  # nobody knows how much
    return _INACCURACY if slower else _GOOD


def _grade_of_many(best: Value, played: Value) -> Grade:
    """The grade of a move with more than two players, by what max^n says."""
    if merit(played) >= merit(best):
        return "best"
    down = _LEVELS[best.verdict] - _LEVELS[played.verdict]
    if down:
        return "blunder" if down > 1 else "mistake"
    assert best.standings is not None
    assert played.standings is not None
    return "inaccuracy" if played.standings[0] < best.standings[0] else "good"


def share(best: Value, played: Value) -> float | None:
    """A move's share of the best, 0 to 1; None if that is not known exactly.

    One half is for the result: all of it for the same result, half of it for one step down, else
    nothing. The other half is for speed, and only for the same result: a win in n plies where b
    were enough gets b / n of it, a loss in n plies where b were possible gets n / b. With more than
    two players that half goes by max^n.
    """
    if not (best.exact and played.exact):
        return None
    down = max(0, _LEVELS[best.verdict] - _LEVELS[played.verdict])
    if down:
        return _HALF * (1 - down / 2)
    return _HALF + (1 - _HALF) * _speed(best, played)


def _speed(best: Value, played: Value) -> float:
    """The part of the second half that a move with the same result gets."""
    if merit(played) >= merit(best):
        return 1.0
    if best.standings is not None and played.standings is not None:
        down = best.standings[0] - played.standings[0]
        return 1 - down / 2 if down else _OTHER_TIES
    if best.plies is None or played.plies is None:
        return 1.0
    return min(best.plies, played.plies) / max(best.plies, played.plies)
