"""The players that search: minimax, alpha-beta, the game searched to its end, max^n, Monte Carlo
tree search, and the one that never errs.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from plyground.players import form
from plyground.players.form import Ties
from plyground.players.player import Choice, Player
from plyground.position import Game, Position
from plyground.search import (
    EXPLORATION,
    MAXN_TIES,
    ORDERS,
    PLAIN,
    SOLVABLE,
    Book,
    Cancelled,
    Control,
    Inquiry,
    Limits,
    MoveValue,
    SearchResult,
    Settings,
    Solver,
    SolverError,
    Verdict,
    alphabeta,
    maxn,
    mcts,
    shared_solver,
    shared_table,
    shipped_book,
    value_of_bounds,
    value_of_score,
)

_AFFORDABLE = 2_000_000_000  # move sequences that a full search may face: some seconds
_MOST_NODES = 10**12
_PROBES = 20  # random games that the estimate is taken from

_PLAYOUTS = 2000  # when no limit is given: a few milliseconds
_MOST_PLAYOUTS = 10**9
_MOST_EXPLORATION = 100

# What a quick answer may cost. The number of positions, and a table that is empty at first, make
# it depend on the position alone: a series with a seed repeats itself.
_QUICK = Limits(nodes=30_000)
_QUICK_MEMORY = 64  # MiB, what the keys of Connect Four take


def affordable(position: Position) -> bool:
    """Whether a full search of the game from here takes seconds rather than hours.

    Judged by the numbers of moves at each ply of some random games, multiplied, the most of them.
    """
    rng = random.Random(0)
    return max(_sequences(position, rng) for _ in range(_PROBES)) <= _AFFORDABLE


def _sequences(position: Position, rng: random.Random) -> int:
    sequences = 1
    while not position.over and sequences <= _AFFORDABLE:
        sequences *= len(position.codes)
        position = position.play_code(rng.choice(position.codes))
    return sequences


def chosen_from(result: SearchResult, position: Position, rng: random.Random) -> Choice:
    """One of the best moves of a search, each as likely as the others."""
    texts = position.game.move_texts
    code = rng.choice(result.best)
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
    """The best move as far as `depth` plies show, every one of them looked at.

    Quick wins and slow losses are better than others. Without a depth or a heuristic, the game's
    own. `ties` says which of equal moves is chosen. With more than two players it takes all
    others to play together against it.
    """

    name = "minimax"
    search = "alpha-beta"
    label = called = "Minimax"
    help = "the best move as far as its depth shows, its own move included; it looks at every move"
    example = "minimax:depth=5"

    depth: int | None = form.depth()
    heuristic: str | None = form.heuristic()
    ties: Ties = form.ties()

    @property
    def uses_chance(self) -> bool:
        return self.ties == "random"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        settings = replace(
            PLAIN,
            heuristic=self.heuristic or game.default_heuristic,
            ties_equal=self.ties == "random",
        )
        limits = Limits(self.depth or game.default_depth)
        return chosen_from(
            alphabeta(position, limits=limits, settings=settings, control=control), position, rng
        )


@dataclass(frozen=True)
class AlphaBeta(Player):
    """The moves that minimax would choose, found sooner.

    `order`, `table` and `deepening` are explained in `search.alphabeta`; they change how many
    positions are visited, and never a score. With `seconds` or `nodes` it deepens until these are
    used up. Without any limit or a heuristic, the game's own.
    """

    name = "alphabeta"
    search = "alpha-beta"
    label = "Alpha-beta"
    help = "the moves that minimax would choose, found sooner"
    example = "alphabeta:depth=7"
    called = "Minimax"

    depth: int | None = form.depth()
    seconds: float | None = form.seconds("time for a move; it deepens until it is used up")
    nodes: int | None = form.option(
        None,
        "whole",
        "Positions for a move",
        "positions visited for a move; it deepens until they are used up",
        least=1,
        most=_MOST_NODES,
    )
    heuristic: str | None = form.heuristic()
    order: str = form.option(
        "history", "choice", "Order", "which moves are looked at first", choices=ORDERS
    )
    table: bool = form.option(True, "switch", "Table", "whether positions are remembered")
    deepening: bool = form.option(
        False, "switch", "Deepening", "search one ply deep, then two, and so on"
    )
    ties: Ties = form.ties()

    @property
    def uses_chance(self) -> bool:
        return self.ties == "random"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
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
            alphabeta(position, limits=limits, settings=settings, control=control), position, rng
        )


@dataclass(frozen=True)
class FullSearch(Player):
    """The game searched to its end: any move that keeps the best result, quick or slow.

    Where that would take too long it looks as far ahead as the game's default depth, and says by
    `Choice.value` that it did.
    """

    name = "full"
    search = "alpha-beta"
    label = "Full search"
    help = (
        "the game searched to its end where that is a matter of seconds, else as far as usual; a "
        "quick win is no better to it than a slow one"
    )

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        exact = affordable(position)
        settings = Settings(
            heuristic=game.default_heuristic, quick_wins=not exact, slow_losses=not exact
        )
        limits = Limits(None if exact else game.default_depth)
        return chosen_from(
            alphabeta(position, limits=limits, settings=settings, control=control), position, rng
        )


@dataclass(frozen=True)
class MaxN(Player):
    """The best move if all players think of nobody but themselves: max^n.

    `ties` says how ties are broken for the others, see `search.maxn`; the player's own equal moves
    are equally likely. Without a depth or a heuristic, the game's own.
    """

    name = "maxn"
    label = "max^n"
    help = "for 3 to 5 players: the best move if everybody looks after themselves"
    example = "maxn:depth=4"

    depth: int | None = form.depth()
    heuristic: str | None = form.heuristic()
    ties: str = form.option(
        "first",
        "choice",
        "Ties of others",
        "what others do who have equal moves: their first, the one worst for the player who asked, "
        "or the best",
        choices=MAXN_TIES,
    )

    def suits(self, game: Game) -> bool:
        return game.players > 2 and super().suits(game)  # for two it is minimax

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        heuristic = self.heuristic or game.default_heuristic
        limits = Limits(depth=self.depth or game.default_depth)
        result = maxn(position, limits=limits, heuristic=heuristic, ties=self.ties, control=control)
        return chosen_from(result, position, rng)


@dataclass(frozen=True)
class MCTS(Player):
    """The move that random games, played where they promise most, speak for.

    Limited by `playouts`, by `seconds`, or by both, whichever is over first; by 2000 playouts if
    nothing is said. `exploration` says how much is tried that did not do well so far. A choice's
    `value` is an expectation unless the outcome is proven.
    """

    name = "mcts"
    label = "Monte Carlo tree search"
    help = "samples random games (UCT) and proves what it can"
    example = f"mcts:playouts={_PLAYOUTS}"

    playouts: int | None = form.option(
        None,
        "whole",
        "Playouts for a move",
        "random games for a move",
        least=1,
        most=_MOST_PLAYOUTS,
        strength=True,
        usual=_PLAYOUTS,
    )
    seconds: float | None = form.seconds("time for a move")
    exploration: float = form.option(
        EXPLORATION,
        "number",
        "Exploration",
        "how much it tries what looks worse: UCT's constant",
        most=_MOST_EXPLORATION,
    )

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        playouts = self.playouts
        if playouts is None and self.seconds is None:
            playouts = _PLAYOUTS
        found = mcts(
            position,
            limits=Limits(playouts=playouts, seconds=self.seconds),
            exploration=self.exploration,
            seed=rng.getrandbits(64),
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

    Without a `book` it uses the one in the package, so that a series is the same everywhere.
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
