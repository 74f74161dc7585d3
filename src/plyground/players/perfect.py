"""The players that play without a fault: perfect, and strongest, which takes only a moment."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache

from plyground.kernel import Chance
from plyground.players.alphabeta import FullSearch
from plyground.players.compiled import choice_in, usual_arguments
from plyground.players.maxn import MaxN
from plyground.players.player import Choice, Player
from plyground.position import Game, Position
from plyground.search import (
    SOLVABLE,
    Book,
    Cancelled,
    Control,
    Limits,
    MoveValue,
    Solver,
    Verdict,
    exact_entries,
    shared_solver,
    shared_table,
    shipped_book,
)
from plyground.search.exact import QUICK_MEMORY, QUICK_NODES, asked


@dataclass(frozen=True)
class Perfect(Player):
    """The fastest win, a draw, or the slowest loss; a random one of equal moves.

    With more than two players the best result that it can force against all others; among equal
    moves, those that are best if every player plays for themselves (max^n).
    """

    name = "perfect"
    search = "exact"
    label = "Perfect"
    help = (
        "the fastest win, a draw, or the longest loss, however long the search takes; with 3 to 5 "
        "players the best result it can force against all others, and among equal moves the best "
        "by max^n"
    )

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        choice = None
        try:
            if position.game.players != SOLVABLE:
                return _by_table(position, chance, control)
            with shared_solver(position.game, control) as solver:
                choice = _best_move(position, solver, Limits(), control, chance)
        except Cancelled:
            if not control.finishing:
                raise
        return choice or _at_once(position, chance)


@dataclass(frozen=True)
class Strongest(Player):
    """The move of `perfect` if that takes only a moment, else the move of `full`."""

    name = "strongest"
    search = "alpha-beta"
    label = "Strongest"
    help = "what `perfect` plays if that takes only a moment, otherwise what `full` plays"

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        """As its entry does; only the quick part is for one thread at a time."""
        choice = quick_perfect(position, chance, control)
        return choice or FullSearch()._choose(position, chance, control)


def quick_perfect(
    position: Position, chance: Chance, control: Control, book: Book | None = None
) -> Choice | None:
    """The move of `perfect`, if that takes only a moment.

    Without a `book` it uses the book in the package, so that a series is the same everywhere.
    """
    game = position.game
    if game.players != SOLVABLE:
        return None
    with _quick_lock:  # a module takes a moment to list the positions of a book
        solver = _quick_solver(game, book or shipped_book(game))
        solver.forget()
        return _best_move(position, solver, Limits(nodes=QUICK_NODES), control, chance)


_quick_lock = threading.Lock()


@lru_cache(maxsize=2)
def _quick_solver(game: Game, book: Book | None) -> Solver:
    """The solver of quick answers."""
    return Solver(game, QUICK_MEMORY, book=book)


def _best_move(
    position: Position, solver: Solver, limits: Limits, control: Control, chance: Chance
) -> Choice | None:
    """One of the best moves; None if a limit came before they were known."""
    entry, usual = exact_entries.perfect, usual_arguments(position)[1:]
    with asked(
        solver, Perfect.name, entry, position, control, limits, usual=usual, chance=chance.state
    ) as home:
        choice = choice_in(home, position.game)
    control.check()
    return choice


def _at_once(position: Position, chance: Chance) -> Choice:
    """The move of a quick search, in place of one that `finish` did not wait for."""
    control = Control()
    control.finish()
    player = FullSearch() if position.game.players == SOLVABLE else MaxN()
    return player._choose(position, chance, control)


def _by_table(position: Position, chance: Chance, control: Control) -> Choice:
    """A choice by the table of all positions, which is made if it does not exist yet."""
    table = shared_table(position.game, control)
    moves = table.moves(position)
    equal = [move for move in moves if _forced(move) == _forced(moves[0])]
    most = max(map(_end, equal))
    chosen = chance.choice([move for move in equal if _end(move) == most])
    return Choice(chosen.move, chosen.value, pv=table.line(position, chosen.code))


def _forced(move: MoveValue) -> tuple[Verdict, int | None]:
    """The result that a move forces, and how soon."""
    return move.value.verdict, move.value.plies


def _end(move: MoveValue) -> int:
    """The end of the game after a move by max^n, with the worse tie-break."""
    return move.value.standings[0] if move.value.standings else 0
