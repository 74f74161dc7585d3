"""The players that search: minimax, alpha-beta, full search, max^n, Monte Carlo tree search, and
perfect play.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from plyground.kernel import Chance
from plyground.players import form
from plyground.players.form import Ties
from plyground.players.player import Choice, Player
from plyground.position import Game, Position, as_words
from plyground.position.home import home_of
from plyground.search import (
    EXPLORATION,
    MAXN_TIES,
    ORDERS,
    PLAIN,
    SOLVABLE,
    Book,
    Cancelled,
    Control,
    Limits,
    MoveValue,
    SearchResult,
    Settings,
    Solver,
    Verdict,
    affordable,
    alphabeta,
    maxn,
    mcts,
    shared_solver,
    shared_table,
    shipped_book,
    value_of_bounds,
    value_of_score,
)
from plyground.search.exact import QUICK_MEMORY, QUICK_NODES, lent_by
from plyground.search.questions import NO_MOVE, best_moves, line

_MOST_NODES = 10**12
PLAYOUTS = 2000  # when no limit is given: a few milliseconds
_MOST_PLAYOUTS = 10**9
_MOST_EXPLORATION = 100

_QUICK = Limits(nodes=QUICK_NODES)


def chosen_from(result: SearchResult, position: Position, chance: Chance) -> Choice:
    """One of the best moves of a search, all equally likely."""
    return choice_of(chance.choice(result.best), result, position)


def choice_of(code: int, result: SearchResult, position: Position) -> Choice:
    """One of the best moves of a search as a choice."""
    texts = position.game.move_texts
    return Choice(
        move=texts[code],
        value=value_of_score(result.score, result.complete) if result.depth else None,
        depth=result.depth,
        pv=tuple(texts[each] for each in result.line(code)),
        leaves=result.leaves,
        cutoffs=result.cutoffs,
        table_hits=result.table_hits,
    )


@dataclass(frozen=True)
class Minimax(Player):
    """The best move that a search of `depth` plies finds; it examines every position.

    It prefers quick wins and slow losses. Depth and heuristic are the game's own by default. `ties`
    says how to choose among equal moves. With more than two players it assumes that all others play
    together against it.
    """

    name = "minimax"
    search = "alpha-beta"
    label = "Minimax"
    help = "the best move it can see within its depth; it examines every position"
    example = "minimax:depth=5"

    depth: int | None = form.depth()
    heuristic: str | None = form.heuristic()
    ties: Ties = form.ties()

    @property
    def uses_chance(self) -> bool:
        return self.ties == "random"

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        game = position.game
        settings = replace(
            PLAIN,
            heuristic=self.heuristic or game.default_heuristic,
            ties_equal=self.ties == "random",
        )
        limits = Limits(self.depth or game.default_depth)
        return chosen_from(
            alphabeta(position, limits=limits, settings=settings, control=control), position, chance
        )


@dataclass(frozen=True)
class AlphaBeta(Player):
    """The moves that minimax would choose, found sooner.

    `search.alphabeta` explains `order`, `table` and `deepening`; they change the number of
    positions visited, never a score. With `seconds` or `nodes` it deepens until they are used up.
    Depth, if there is no other limit, and heuristic are the game's own by default.
    """

    name = "alphabeta"
    search = "alpha-beta"
    label = "Alpha-beta"
    help = "the moves of minimax, found sooner: it skips what cannot change the choice"
    example = "alphabeta:depth=7"

    depth: int | None = form.depth()
    seconds: float | None = form.seconds(
        "time for a move; it searches deeper until the time is used up"
    )
    nodes: int | None = form.option(
        None,
        "whole",
        "Positions for a move",
        "positions visited for a move; it searches deeper until they are used up",
        least=1,
        most=_MOST_NODES,
        said="{} positions for a move",
    )
    heuristic: str | None = form.heuristic()
    order: str = form.option(
        "history", "choice", "Order", "which moves it examines first", choices=ORDERS
    )
    table: bool = form.option(True, "switch", "Table", "whether it remembers positions")
    deepening: bool = form.option(
        False, "switch", "Deepening", "whether it searches one ply deep, then two, and so on"
    )
    ties: Ties = form.ties()

    @property
    def uses_chance(self) -> bool:
        return self.ties == "random"

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        game = position.game
        limits = Limits(self.depth, self.seconds, self.nodes)
        if limits == Limits():
            limits = Limits(game.default_depth)
        settings = Settings(
            order=self.order,
            table=self.table,
            deepening=self.deepening,
            heuristic=self.heuristic or game.default_heuristic,
            ties_equal=self.ties == "random",
        )
        return chosen_from(
            alphabeta(position, limits=limits, settings=settings, control=control), position, chance
        )


@dataclass(frozen=True)
class FullSearch(Player):
    """The game searched to its end: any move that keeps the best result, quick or slow.

    If that would take too long it looks ahead to the game's default depth, and `Choice.value` says
    so.
    """

    name = "full"
    search = "alpha-beta"
    label = "Full search"
    help = (
        "the best move of a search to the end of the game if that takes only seconds, otherwise to "
        "the usual depth; it does not prefer quick wins"
    )

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        game = position.game
        exact = affordable(position)
        settings = Settings(
            heuristic=game.default_heuristic, quick_wins=not exact, slow_losses=not exact
        )
        limits = Limits(game.max_plies if exact else game.default_depth)
        return chosen_from(
            alphabeta(position, limits=limits, settings=settings, control=control), position, chance
        )


@dataclass(frozen=True)
class MaxN(Player):
    """The best move if every player plays for themselves: max^n.

    `ties` says how ties of the others are broken, see `search.maxn`; the player's own equal moves
    are equally likely. Depth and heuristic are the game's own by default.
    """

    name = "maxn"
    label = "max^n"
    help = "for 3 to 5 players: the best move if every player plays for themselves"
    unseen = (
        "takes everyone to play for themselves; the glass box shows one player against all others"
    )
    example = "maxn:depth=4"

    depth: int | None = form.depth()
    heuristic: str | None = form.heuristic()
    ties: str = form.option(
        "first",
        "choice",
        "Ties of others",
        "what the others choose among equal moves: their first, the one worst for this player, or "
        "the best",
        choices=MAXN_TIES,
    )

    def suits(self, game: Game) -> bool:
        return game.players > 2 and super().suits(game)  # for two it is minimax

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        game = position.game
        heuristic = self.heuristic or game.default_heuristic
        limits = Limits(depth=self.depth or game.default_depth)
        result = maxn(position, limits=limits, heuristic=heuristic, ties=self.ties, control=control)
        return chosen_from(result, position, chance)


@dataclass(frozen=True)
class MCTS(Player):
    """The move that does best in random games, played where they promise most.

    Limited by `playouts`, by `seconds`, or by both, whichever ends first; by default 2000 playouts.
    `exploration` says how often it tries moves that did not do well so far. A choice's `value` is
    an expectation unless the outcome is proven.
    """

    name = "mcts"
    label = "Monte Carlo tree search"
    help = "the move that does best in random games (UCT); it proves what it can"
    unseen = "plays random games to their end and counts who wins, and does not look at every reply"
    example = f"mcts:playouts={PLAYOUTS}"

    playouts: int | None = form.option(
        None,
        "whole",
        "Playouts for a move",
        "random games for a move",
        least=1,
        most=_MOST_PLAYOUTS,
        strength=True,
        usual=PLAYOUTS,
        said="{} playouts",
    )
    seconds: float | None = form.seconds("time for a move")
    exploration: float = form.option(
        EXPLORATION,
        "number",
        "Exploration",
        "how often it tries moves that look worse: UCT's constant",
        most=_MOST_EXPLORATION,
    )

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        playouts = self.playouts
        if playouts is None and self.seconds is None:
            playouts = PLAYOUTS
        found = mcts(
            position,
            limits=Limits(playouts=playouts, seconds=self.seconds),
            exploration=self.exploration,
            seed=chance.word(),
            control=control,
        )
        texts = position.game.move_texts
        return Choice(
            texts[found.best.code],
            value=found.value,
            pv=tuple(texts[code] for code in found.pv),
            leaves=found.playouts,
        )


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
                choice = _best_choice(position, solver, Limits(), control, chance)
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
        choice = quick_perfect(position, chance, control)
        return choice or FullSearch()._choose(position, chance, control)


def quick_perfect(
    position: Position, chance: Chance, control: Control, book: Book | None = None
) -> Choice | None:
    """The move of `perfect`, if that takes only a moment.

    Without a `book` it uses the book in the package, so that a series is the same everywhere.
    """
    if position.game.players != SOLVABLE:
        return None
    game = position.game
    book = book or shipped_book(game)
    if home_of(game.rules, "best_move") is None:
        solver = Solver(game, QUICK_MEMORY, book=book)
        return _best_choice(position, solver, _QUICK, control, chance)
    with _quick_lock:  # a module takes a moment to list the positions of a book
        solver = _quick_solver(game, book)
        solver.forget()
        return _best_choice(position, solver, _QUICK, control, chance)


_quick_lock = threading.Lock()


@lru_cache(maxsize=2)
def _quick_solver(game: Game, book: Book | None) -> Solver:
    """The solver of quick answers by a game's module."""
    return Solver(game, QUICK_MEMORY, book=book)


def _at_once(position: Position, chance: Chance) -> Choice:
    """The move of a quick search, in place of the perfect move that `finish` did not wait for."""
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


def _best_choice(
    position: Position, solver: Solver, limits: Limits, control: Control, chance: Chance
) -> Choice | None:
    """One of the best moves; None if a limit came before they were known."""
    game = position.game
    found = solver.best_move(position, limits, control, chance.state)
    if found is None:
        found = _best_move(position, solver, limits, control, chance)
    control.check()
    count, low, high, code, pv = found
    if not count:
        return None
    return Choice(
        move=game.move_texts[code],
        value=value_of_bounds(position, low, high),
        pv=tuple(game.move_texts[each] for each in pv),
    )


def _best_move(
    position: Position, solver: Solver, limits: Limits, control: Control, chance: Chance
) -> tuple[int, int, int, int, list[int]]:
    """As `Solver.best_move`, in native code."""
    game, state = position.game, as_words(position.state)
    rules, lent = game.rules, lent_by(solver, control)
    codes, pv = np.empty(game.max_moves, np.int64), np.empty(game.max_plies, np.int64)
    with control.limited(limits):
        count, low, high = best_moves(rules, state, position.ply, *lent, codes)
        code = chance.choice(codes[:count].tolist()) if count else NO_MOVE
        # Called in any case, so that it gets compiled when a stopped search warms a player.
        plies = line(rules, state, position.ply, low, code, count > 0, *lent, pv)
    return int(count), int(low), int(high), code, pv[:plies].tolist()
