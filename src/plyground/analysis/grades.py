"""Grades of moves, and what share of the best a move got; docs/review.md gives the reasons.

A move is graded by two things: what the best move of its position was worth, and what it is worth
itself, both to the player who made it.

    best         worth as much as the best move
    good         the same result, by a slower win or a quicker loss
    inaccuracy   the same result, much slower: a win that takes more than twice as many plies as
                 it has to, a loss in less than half as many as it could have been put off for
    mistake      one step down: a win is a draw now, or a draw a loss
    blunder      two steps down: a win is a loss now

With more than two players the result is what the player can force against all others, and nobody
can say how long that takes. In its place comes how the game ends for them by max^n, where all look
after themselves: for the worse of the two tie-breaks a lower end is an inaccuracy, for the better
of them alone it is still good.

An estimate of a search proves no result. Where both values are estimates, what a move gives away
is measured by what the choice of a move decides in this game, in the middle (`typical`): up to half
of it is good, more an inaccuracy. What is proven on one side only, a win given away or a loss taken
where the search saw neither, is a mistake.
"""

from __future__ import annotations

from typing import Literal

from plyground.search import Value, Verdict

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")

_LEVELS: dict[Verdict, int] = {"loss": 0, "draw": 1, "unknown": 1, "win": 2}
_MUCH_SLOWER = 2  # times as many plies
_TRIFLE = 0.5  # of what a choice decides
_HALF = 0.5  # of a share is for the result, the other for how soon it comes
_OTHER_TIES = 0.75  # what is left of the second half if one tie-break alone ends worse


def merit(value: Value) -> tuple[int, int, int]:
    """The greater, the better for the player. How long a draw takes does not count."""
    level, plies = _LEVELS[value.verdict], value.plies or 0
    if value.standings is not None:
        return level, *value.standings
    if value.verdict == "win":
        return level, -plies, 0
    return level, plies if value.verdict == "loss" else (value.score or 0), 0


def grade(best: Value, played: Value, typical: float = 0.0) -> Grade:
    """The grade of a move, by the value of the best one and its own."""
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
    """What share of the best a move got, 0 to 1; None if that is not known exactly.

    One half is for the result: all of it if that was kept, half of it one step down, else nothing.
    The other half is for how soon, and there is none of it if the result was not kept: a win in n
    plies where b were enough gets b / n of it, a loss in n plies that could have been put off for b
    gets n / b. With more than two players that half goes by max^n.
    """
    if not (best.exact and played.exact):
        return None
    down = max(0, _LEVELS[best.verdict] - _LEVELS[played.verdict])
    if down:
        return _HALF * (1 - down / 2)
    return _HALF + (1 - _HALF) * _speed(best, played)


def _speed(best: Value, played: Value) -> float:
    """How much of the second half a move gets that keeps the result."""
    if merit(played) >= merit(best):
        return 1.0
    if best.standings is not None and played.standings is not None:
        down = best.standings[0] - played.standings[0]
        return 1 - down / 2 if down else _OTHER_TIES
    if best.plies is None or played.plies is None:
        return 1.0
    return min(best.plies, played.plies) / max(best.plies, played.plies)
