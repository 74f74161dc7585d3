"""The player that never errs, by the exact solver; and where that takes next to no time."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyground.players.player import Choice, Player
from plyground.players.searchers import FullSearch, MaxN
from plyground.position import Position
from plyground.search import (
    SOLVABLE,
    Book,
    Cancelled,
    Control,
    Inquiry,
    Limits,
    MoveValue,
    Solver,
    SolverError,
    Verdict,
    shared_solver,
    shared_table,
    shipped_book,
    value_of_bounds,
)

# What a quick answer may cost. The number of positions, and a table that is empty at first, make
# it depend on the position alone: a series with a seed repeats itself.
_QUICK = Limits(nodes=30_000)
_QUICK_MEMORY = 64  # MiB, what the keys of Connect Four take


@dataclass(frozen=True)
class Perfect(Player):
    """The fastest win, a draw, or the slowest loss; any of the moves that are equal in this.

    With more than two players the most that can be forced against all others; of the moves that are
    equal in this, those that are best if everyone looks after themselves (max^n).
    """

    name = "perfect"
    search = "exact"
    label = "Perfect"
    help = (
        "the fastest win, a draw, or the longest loss, however long it takes to know; with more "
        "players the most that it can force against all others, and of the moves equal in that "
        "those that are best by max^n"
    )

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        choice = None
        try:
            if position.game.players != SOLVABLE:
                return _by_table(position, rng, control)
            with shared_solver(position.game, control) as solver:
                choice = _best_choice(position, Inquiry(solver, control=control), rng)
        except Cancelled:
            if not control.finishing:
                raise
        return choice or _at_once(position, rng)


@dataclass(frozen=True)
class Strongest(Player):
    """The move of `perfect` where that is found in a moment, else that of `full`."""

    name = "strongest"
    search = "alpha-beta"
    label = "Strongest"
    help = "what `perfect` plays where that is found in a moment, else what `full` plays"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        choice = quick_perfect(position, rng, control)
        return choice or FullSearch()._choose(position, rng, control)


def quick_perfect(
    position: Position, rng: random.Random, control: Control, book: Book | None = None
) -> Choice | None:
    """What `perfect` plays, if that takes no more than a moment.

    Without a `book` it has the one that comes along: a series is to be the same everywhere.
    """
    if position.game.players != SOLVABLE:
        return None
    try:
        book = book or shipped_book(position.game)
        solver = Solver(position.game, _QUICK_MEMORY, book=book)
    except SolverError:  # its keys take a larger table
        return None
    return _best_choice(position, Inquiry(solver, _QUICK, control), rng)


def _at_once(position: Position, rng: random.Random) -> Choice:
    """What a quick look shows, in place of the perfect move that `finish` did not wait for."""
    control = Control()
    control.finish()
    player = FullSearch() if position.game.players == SOLVABLE else MaxN()
    return player._choose(position, rng, control)


def _by_table(position: Position, rng: random.Random, control: Control) -> Choice:
    """A choice by the table of all positions, which is made if it is not there yet."""
    table = shared_table(position.game, control)
    moves = table.moves(position)
    equal = [move for move in moves if _forced(move) == _forced(moves[0])]
    most = max(map(_end, equal))
    chosen = rng.choice([move for move in equal if _end(move) == most])
    return Choice(chosen.move, chosen.value, pv=table.line(position, chosen.code))


def _forced(move: MoveValue) -> tuple[Verdict, int | None]:
    """What a move forces, and how soon."""
    return move.value.verdict, move.value.plies


def _end(move: MoveValue) -> int:
    """How the game ends after a move by max^n, with the worse tie-break."""
    return move.value.standings[0] if move.value.standings else 0


def _best_choice(position: Position, inquiry: Inquiry, rng: random.Random) -> Choice | None:
    """Any of the best moves; None if limits came before they were known."""
    known = inquiry.bounds(position)
    best: list[int] = []
    for code in position.codes if known.exact else ():
        kept = inquiry.is_worth(position, code, known.low)
        if kept is None:
            return None
        if kept:
            best.append(code)
    if not best:
        return None
    code = rng.choice(best)
    return Choice(
        move=position.game.move_texts[code],
        value=value_of_bounds(position, *known),
        pv=inquiry.line(position, known.low, code),
    )
