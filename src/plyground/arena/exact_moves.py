"""What share of moves keeps the exact value of the position, win or draw, in games for two.

A move counts if there was a choice, if its player had something to lose, and if the values before
and after it are proved by a given number of positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from plyground.position import Game, Position
from plyground.search import SOLVABLE, Control, Limits, Solver, find_book

_PROVED_BY = 100_000  # positions, a tenth of a second at most
_MEMORY = 64  # MiB


def share_of_exact(
    game: Game, moves: Iterable[Sequence[str]], control: Control | None = None
) -> float | None:
    """The share of moves that keep the value; each comes with all moves before it.

    None if no move counts.
    """
    if game.players != SOLVABLE:
        return None
    solver = Solver(game, memory=_MEMORY, book=find_book(game))
    kept = counted = 0
    for each in moves:
        position = game.position(each[:-1])
        if len(position.codes) < 2:
            continue
        before = _worth(position, position.turn, solver, control)
        if before is None or before < 0:
            continue
        after = _worth(position.play(each[-1]), position.turn, solver, control)
        if after is not None:
            counted += 1
            kept += after >= before
    return round(kept / counted, 3) if counted else None


def _worth(position: Position, player: int, solver: Solver, control: Control | None) -> int | None:
    """1 if a player wins with best play, 0 in a draw, -1; None if that is not proved."""
    if position.outcome is not None:
        return position.outcome.standing(player)
    sign = 1 if position.turn == player else -1
    found = solver.solve(position, limits=Limits(nodes=_PROVED_BY), control=control, window=(-1, 1))
    if found.low >= 1:
        return sign
    if found.high <= -1:
        return -sign
    return 0 if found.low == found.high else None
