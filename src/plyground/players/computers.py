"""The computer players: chance, minimax, and a mixture of good and random moves."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from plyground.players.player import Choice, Player, PlayerError
from plyground.position import Game, Position
from plyground.search import Control, root_moves

_AFFORDABLE = 2_000_000_000  # move sequences that a full search may face: some seconds
_PROBES = 20  # random games that the estimate is taken from


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


@dataclass(frozen=True)
class Random(Player):
    """Any legal move, each as likely as the others."""

    @property
    def text(self) -> str:
        return "random"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        return Choice(rng.choice(position.moves))


@dataclass(frozen=True)
class Minimax(Player):
    """The best move as far as `depth` plies show, quick wins and slow losses first.

    Without a depth, the game's own default. Equal moves are equally likely.
    """

    depth: int | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and operator.index(self.depth) < 1:
            raise PlayerError(f"minimax takes a depth of 1 ply or more, and not {self.depth}")

    @property
    def text(self) -> str:
        return "minimax" if self.depth is None else f"minimax:depth={self.depth}"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        depth = self.depth or position.game.default_depth
        moves = root_moves(position, depth, control=control)
        score = max(move.score for move in moves)
        chosen = rng.choice([move.code for move in moves if move.score == score])
        exact = depth >= position.game.max_plies - position.ply
        return Choice(position.game.move_texts[chosen], score, exact)


@dataclass(frozen=True)
class FullSearch(Player):
    """The game searched to its end: any move that keeps the best result, quick or slow.

    Where that would take too long it looks as far ahead as the game's default depth, and says by
    `Choice.exact` that it did.
    """

    @property
    def text(self) -> str:
        return "full"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        exact = affordable(position)
        depth = None if exact else position.game.default_depth
        moves = root_moves(position, depth, distance=False, control=control)
        score = max(move.score for move in moves)
        chosen = rng.choice([move.code for move in moves if move.score == score])
        return Choice(position.game.move_texts[chosen], score, exact)


@dataclass(frozen=True)
class Mixed(Player):
    """The inner player's move with a chance of `percent`, otherwise any legal move."""

    percent: int
    inner: Player = FullSearch()

    def __post_init__(self) -> None:
        if not 0 <= operator.index(self.percent) <= 100:
            raise PlayerError(f"mixed takes a percentage, 0 to 100, and not {self.percent}")

    @property
    def text(self) -> str:
        inner = "" if self.inner == FullSearch() else f"({self.inner})"
        return f"mixed:{self.percent}{inner}"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        player = self.inner if rng.randrange(100) < self.percent else Random()
        return player._choose(position, rng, control)

    def check(self, game: Game) -> None:
        self.inner.check(game)

    @contextmanager
    def seated(self) -> Iterator[Player]:
        with self.inner.seated() as inner:
            yield Mixed(self.percent, inner)
