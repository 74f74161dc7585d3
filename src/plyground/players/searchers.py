"""The players that search: minimax, alpha-beta, and the game searched to its end."""

from __future__ import annotations

import operator
import random
from dataclasses import dataclass, replace
from typing import Literal

from plyground.players.player import Choice, Player, PlayerError
from plyground.players.spelling import spelled
from plyground.position import Game, ParameterError, Position
from plyground.search import (
    ORDERS,
    PLAIN,
    Control,
    LimitError,
    Limits,
    SearchResult,
    Settings,
    alphabeta,
    value_of_score,
)

_AFFORDABLE = 2_000_000_000  # move sequences that a full search may face: some seconds
_PROBES = 20  # random games that the estimate is taken from

Ties = Literal["random", "first"]
TIES = ("random", "first")
"""Which of equally good moves is chosen: any of them, or the first in order."""


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


def limits_of(name: str, depth: int | None, seconds: float | None, nodes: int | None) -> Limits:
    """The limits that a player states. Raises PlayerError if no search can keep them."""
    for number in (depth, nodes):
        if number is not None:
            operator.index(number)
    try:
        return Limits(depth, seconds, nodes)
    except LimitError as error:
        raise PlayerError(f"{name}: {error}") from None


def check_heuristic(heuristic: str | None, game: Game) -> None:
    """Raise PlayerError if the game lacks the heuristic; None stands for its own."""
    try:
        game.heuristic_number(heuristic or game.default_heuristic)
    except ParameterError as error:
        raise PlayerError(str(error)) from None


def check_choice(name: str, key: str, value: str, accepted: tuple[str, ...]) -> None:
    """Raise PlayerError if an option has a value that it does not take."""
    if value not in accepted:
        raise PlayerError(f"{name}: {key} is {' or '.join(accepted)}, and not {value!r}")


@dataclass(frozen=True)
class Minimax(Player):
    """The best move as far as `depth` plies show, every one of them looked at.

    Quick wins and slow losses are better than others. Without a depth or a heuristic, the game's
    own. `ties` says which of equal moves is chosen. With more than two players it takes all
    others to play together against it.
    """

    depth: int | None = None
    heuristic: str | None = None
    ties: Ties = "random"

    def __post_init__(self) -> None:
        limits_of("minimax", self.depth, None, None)
        check_choice("minimax", "ties", self.ties, TIES)

    @property
    def text(self) -> str:
        return spelled("minimax", self)

    def check(self, game: Game) -> None:
        check_heuristic(self.heuristic, game)

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        settings = replace(
            PLAIN,
            heuristic=self.heuristic or game.default_heuristic,
            ties_equal=self.ties == "random",
        )
        limits = Limits(self.depth or game.default_depth)
        return chosen_from(alphabeta(position, limits, settings, control), position, rng)


@dataclass(frozen=True)
class AlphaBeta(Player):
    """The moves that minimax would choose, found sooner.

    `order`, `table` and `deepening` are explained in `search.alphabeta`; they change how many
    positions are visited, and never a score. With `seconds` or `nodes` it deepens until these are
    used up. Without any limit or a heuristic, the game's own.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    heuristic: str | None = None
    order: str = "history"
    table: bool = True
    deepening: bool = False
    ties: Ties = "random"

    def __post_init__(self) -> None:
        limits_of("alphabeta", self.depth, self.seconds, self.nodes)
        check_choice("alphabeta", "order", self.order, ORDERS)
        check_choice("alphabeta", "ties", self.ties, TIES)

    @property
    def text(self) -> str:
        return spelled("alphabeta", self)

    def check(self, game: Game) -> None:
        check_heuristic(self.heuristic, game)

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
        return chosen_from(alphabeta(position, limits, settings, control), position, rng)


@dataclass(frozen=True)
class FullSearch(Player):
    """The game searched to its end: any move that keeps the best result, quick or slow.

    Where that would take too long it looks as far ahead as the game's default depth, and says by
    `Choice.value` that it did.
    """

    @property
    def text(self) -> str:
        return "full"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        exact = affordable(position)
        settings = Settings(
            heuristic=game.default_heuristic, quick_wins=not exact, slow_losses=not exact
        )
        limits = Limits(None if exact else game.default_depth)
        return chosen_from(alphabeta(position, limits, settings, control), position, rng)
