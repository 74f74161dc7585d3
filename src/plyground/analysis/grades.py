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

from dataclasses import dataclass
from typing import Any, Literal

from plyground.search import PROVEN, WIN, SolvedValue, Value

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")

Verdict = Literal["win", "draw", "loss", "unknown"]

_LEVELS: dict[Verdict, int] = {"loss": 0, "draw": 1, "unknown": 1, "win": 2}
_MUCH_SLOWER = 2  # times as many plies
_TRIFLE = 0.5  # of what a choice decides
_HALF = 0.5  # of a share is for the result, the other for how soon it comes
_OTHER_TIES = 0.75  # what is left of the second half if one tie-break alone ends worse


@dataclass(frozen=True)
class Worth:
    """What a position or a move is worth to the player who is to move, or moved.

    The verdict is proven, or "unknown"; then `score` is the estimate of a search. `plies` are those
    to the end of the game, the move itself counted; None for draws, and where nobody knows. `ends`
    is given for more than two players: how the game ends for the player by max^n, 1 good, 0 a draw,
    -1 bad, with the worse tie-break and the better one.
    """

    verdict: Verdict
    plies: int | None = None
    score: int | None = None
    ends: tuple[int, int] | None = None

    @property
    def exact(self) -> bool:
        """Whether it is proven."""
        return self.verdict != "unknown"

    @property
    def merit(self) -> tuple[int, int, int]:
        """The greater, the better for the player."""
        level = _LEVELS[self.verdict]
        if self.ends is not None:
            return level, *self.ends
        if self.verdict == "win":
            return level, -(self.plies or 0), 0
        return level, (self.plies or 0) if self.verdict == "loss" else (self.score or 0), 0

    def to_json(self) -> dict[str, Any]:
        """The worth as data."""
        data: dict[str, Any] = {"value": self.verdict, "plies": self.plies, "score": self.score}
        if self.ends is not None:
            data["maxn"] = list(self.ends)
        return data

    @staticmethod
    def of(value: Value | SolvedValue, player: int) -> Worth:
        """Of an exact value as it is seen by `player`, whose it is."""
        if isinstance(value, SolvedValue) and value.maxn:
            ends = [outcome.standing(player) for outcome in value.maxn.values()]
            return Worth(value.verdict, ends=(min(ends), max(ends)))
        return Worth(value.verdict, None if value.verdict == "draw" else value.remoteness)

    @staticmethod
    def of_score(score: int, to_the_end: bool) -> Worth:
        """Of a score of a search; one that is not proven is a draw if it saw the end of all."""
        if abs(score) > PROVEN:
            return Worth("win" if score > 0 else "loss", WIN - abs(score))
        return Worth("draw") if to_the_end else Worth("unknown", score=score)


def grade(best: Worth, played: Worth, typical: float = 0.0) -> Grade:
    """The grade of a move, by the worth of the best one and its own."""
    if played.merit >= best.merit:
        return "best"
    down = _LEVELS[best.verdict] - _LEVELS[played.verdict]
    if down:
        return "blunder" if down > 1 else "mistake"
    if best.ends is not None and played.ends is not None:
        return "inaccuracy" if played.ends[0] < best.ends[0] else "good"
    if best.plies is not None and played.plies is not None:
        slow, quick = sorted((best.plies, played.plies), reverse=True)
        return "inaccuracy" if slow > _MUCH_SLOWER * quick else "good"
    lost = (best.score or 0) - (played.score or 0)
    return "inaccuracy" if lost > _TRIFLE * typical else "good"


def share(best: Worth, played: Worth) -> float | None:
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


def _speed(best: Worth, played: Worth) -> float:
    """How much of the second half a move gets that keeps the result."""
    if played.merit >= best.merit:
        return 1.0
    if best.ends is not None and played.ends is not None:
        down = best.ends[0] - played.ends[0]
        return 1 - down / 2 if down else _OTHER_TIES
    if best.plies is None or played.plies is None:
        return 1.0
    return min(best.plies, played.plies) / max(best.plies, played.plies)
