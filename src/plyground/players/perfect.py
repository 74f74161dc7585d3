"""The player that never errs, by the exact solver; and where that takes next to no time."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyground.players.player import Choice, Player, PlayerError
from plyground.players.searchers import FullSearch
from plyground.position import Game, Position
from plyground.search import WIN, Control, Inquiry, Limits, Solver, SolverError, shared_solver

# What a quick answer may cost. The number of positions, and a table that is empty at first, make
# it depend on the position alone: a series with a seed repeats itself.
_QUICK = Limits(nodes=30_000)
_QUICK_MEMORY = 64  # MiB, what the keys of Connect Four take
_SOLVABLE = 2  # players


@dataclass(frozen=True)
class Perfect(Player):
    """The fastest win, a draw, or the slowest loss; any of the moves that are equal in this."""

    @property
    def text(self) -> str:
        return "perfect"

    def check(self, game: Game) -> None:
        if game.players != _SOLVABLE:
            raise PlayerError(
                f"perfect plays games of 2 players, and not {game.title} for {game.players}"
            )

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        with shared_solver(position.game, control) as solver:
            choice = _best_choice(position, Inquiry(solver, control=control), rng)
        assert choice is not None
        return choice


@dataclass(frozen=True)
class Strongest(Player):
    """The move of `perfect` where that is found in a moment, else that of `full`."""

    @property
    def text(self) -> str:
        return "strongest"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        choice = quick_perfect(position, rng, control)
        return choice or FullSearch()._choose(position, rng, control)


def quick_perfect(position: Position, rng: random.Random, control: Control) -> Choice | None:
    """What `perfect` plays, if that takes no more than a moment."""
    if position.game.players != _SOLVABLE:
        return None
    try:
        solver = Solver(position.game, _QUICK_MEMORY)
    except SolverError:  # its keys take a larger table
        return None
    return _best_choice(position, Inquiry(solver, _QUICK, control), rng)


def _best_choice(position: Position, inquiry: Inquiry, rng: random.Random) -> Choice | None:
    """Any of the best moves; None if limits came before they were known."""
    value = inquiry.value(position)
    plies = value.most - abs(value.low)
    best: list[int] = []
    for code in position.codes if value.exact else ():
        kept = inquiry.is_best(position, code, value.low)
        if kept is None:
            return None
        if kept:
            best.append(code)
    if not best:
        return None
    code = rng.choice(best)
    return Choice(
        move=position.game.move_texts[code],
        score=WIN - plies if value.low > 0 else plies - WIN if value.low else 0,
        exact=True,
        pv=inquiry.line(position, value.low, code),
    )
