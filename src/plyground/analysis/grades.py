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

from plyground.search import Value, Verdict

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")

_LEVELS: dict[Verdict, int] = {"loss": 0, "draw": 1, "unknown": 1, "win": 2}
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
    if merit(played) >= merit(best):
        return "best"
    down = _LEVELS[best.verdict] - _LEVELS[played.verdict]
    if down:
        return "blunder" if down > 1 else "mistake"
    if best.standings is not None and played.standings is not None:
        return "inaccuracy" if played.standings[0] < best.standings[0] else "good"
    if best.plies is not None and played.plies is not None:
        slow, quick = sorted((best.plies, played.plies), reverse=True)
        return "inaccuracy" if slow > _MUCH_SLOWER * quick else "good"
    lost = (best.score or 0) - (played.score or 0)
    return "inaccuracy" if lost > _TRIFLE * typical else "good"


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
