"""An umpire, which ends a game between two players once the exact solver has its result."""

from __future__ import annotations

from plyground.position import Game, Outcome, Position
from plyground.search import Control, Limits, Solver

_MEMORY = 1  # MiB: emptied before each question, so that answers do not depend on earlier ones
_EDGE = 1  # values above are wins, values below are losses


class Umpire:
    """Proves results by at most so many `positions` each time: always the same ones."""

    def __init__(self, game: Game, positions: int) -> None:
        """Raises SolverError for a game of more than two players."""
        self._solver = Solver(game, memory=_MEMORY)
        self._limits = Limits(nodes=positions)

    def proved(self, position: Position, control: Control | None = None) -> Outcome | None:
        """The result of an ongoing position with best play on both sides; None without a proof."""
        self._solver.forget()
        # Only on which side of a draw the value lies
        found = self._solver.solve(
            position, limits=self._limits, control=control, window=(-_EDGE, _EDGE)
        )
        if found.low >= _EDGE:
            return Outcome.adjudicated(position.turn)
        if found.high <= -_EDGE:
            return Outcome.adjudicated(1 - position.turn)
        return Outcome.adjudicated(None) if found.low == found.high else None
