"""Naive grades: written from docs/review.md, by plain recursion over a naive game."""

from collections.abc import Callable
from dataclasses import dataclass

from .common import ReferenceGame, State
from .search import players_of, standing
from .solve import KINDS, Solver

POINTS = {"win": 2, "draw": 1, "loss": 0}
FLIPPED = {"win": "loss", "draw": "draw", "loss": "win"}

Ends = tuple[int, int]  # how it ends by max^n: with the worse tie-break, and the better
Found = tuple[str, int, Ends]  # win, draw or loss; plies to the end; ends


@dataclass(frozen=True)
class Graded:
    """What is to be said of a move."""

    grade: str
    best: frozenset[str]
    share: float | None


class Grader:
    """Grades moves of one game, by what every move of a position is worth."""

    def __init__(
        self, game: ReferenceGame, worth: Callable[[State, str], Found] | None = None
    ) -> None:
        self.game = game
        self.solver = Solver(game)
        self.worth = worth or self.naive

    def naive(self, board: State, move: str) -> Found:
        """Return what a move is worth to its player."""
        me, child = self.game.player(board), self.game.play(board, move)
        result = self.game.result(child)
        if players_of(self.game) == 2:
            if result.kind != "ongoing":
                return KINDS[standing(result, me)], 1, (0, 0)
            kind, plies = self.solver.value(child)
            return FLIPPED[kind], plies + 1, (0, 0)
        ends = [standing(self.solver.maxn(child, tie), me) for tie in ("next", "previous")]
        return KINDS[self.solver.forced(child, me)], 0, (min(ends), max(ends))

    def graded(self, board: State, move: str) -> Graded:
        """Grade a move."""
        found = {each: self.worth(board, each) for each in self.game.moves(board)}
        top = max(found.values(), key=order)
        best = frozenset(each for each in found if order(found[each]) == order(top))
        grade, share = judged(top, found[move])
        return Graded(grade, best, None if len(best) == len(found) else share)


def order(found: Found) -> tuple[int, Ends, int]:
    kind, plies, ends = found
    return POINTS[kind], ends, {"win": -plies, "draw": 0, "loss": plies}[kind]


def judged(top: Found, made: Found) -> tuple[str, float]:
    """Return the grade and the share of a move, by the worth of the best and its own."""
    if order(top) == order(made):
        return "best", 1.0
    down = POINTS[top[0]] - POINTS[made[0]]
    if down == 2:
        return "blunder", 0.0
    if down == 1:
        return "mistake", 0.25
    if top[2] != made[2]:
        steps = top[2][0] - made[2][0]
        return ("inaccuracy", 1 - steps / 4) if steps else ("good", 0.875)
    few, many = min(top[1], made[1]), max(top[1], made[1])
    return ("inaccuracy" if many > 2 * few else "good"), 0.5 + few / many / 2
