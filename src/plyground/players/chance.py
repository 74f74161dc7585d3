"""The players that leave it to chance: at random, and a mixture of good and random moves."""

from __future__ import annotations

import operator
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from plyground.players.perfect import Strongest
from plyground.players.player import Choice, Player, PlayerError
from plyground.position import Game, Position
from plyground.search import Control


@dataclass(frozen=True)
class Random(Player):
    """Any legal move, each as likely as the others."""

    @property
    def text(self) -> str:
        return "random"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        return Choice(rng.choice(position.moves))


_BEST = Strongest()


@dataclass(frozen=True)
class Mixed(Player):
    """The inner player's move with a chance of `percent`, otherwise any legal move."""

    percent: int
    inner: Player = _BEST

    def __post_init__(self) -> None:
        if not 0 <= operator.index(self.percent) <= 100:
            raise PlayerError(f"mixed takes a percentage, 0 to 100, and not {self.percent}")

    @property
    def text(self) -> str:
        inner = "" if self.inner == _BEST else f"({self.inner})"
        return f"mixed:{self.percent}{inner}"

    def check(self, game: Game) -> None:
        self.inner.check(game)

    @contextmanager
    def seated(self) -> Iterator[Player]:
        with self.inner.seated() as inner:
            yield replace(self, inner=inner)

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        player = self.inner if rng.randrange(100) < self.percent else Random()
        return player._choose(position, rng, control)
