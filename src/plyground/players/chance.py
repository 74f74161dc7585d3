"""The players that leave it to chance: at random, and a mixture of good and random moves."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from plyground.players.form import option
from plyground.players.perfect import Strongest
from plyground.players.player import Choice, Player
from plyground.position import Position
from plyground.search import Control


@dataclass(frozen=True)
class Random(Player):
    """Any legal move, each as likely as the others."""

    name = "random"
    search = "alpha-beta"
    label = "Random"
    help = "any legal move"

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        return Choice(rng.choice(position.moves))


_BEST = Strongest()


@dataclass(frozen=True)
class Mixed(Player):
    """The inner player's move with a chance of `percent`, otherwise any legal move."""

    name = "mixed"
    search = "alpha-beta"
    label = "Mixed: best or random"
    help = (
        "its inner player's move with a chance of 60 %, else a random one; without an inner player "
        "that of `perfect` where it is found in a moment, else of `full`"
    )
    example = "mixed:60(minimax:depth=5)"

    percent: int = option(
        ...,
        "percent",
        "Strength",
        "how often it plays its inner player's move",
        unit="0 to 100",
        strength=True,
        usual=60,
        bare=True,
    )
    inner: Player = option(_BEST, "player", "Inner player", "whose move it plays so often")

    @contextmanager
    def seated(self) -> Iterator[Player]:
        with self.inner.seated() as inner:
            yield replace(self, inner=inner)

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        player = self.inner if rng.randrange(100) < self.percent else Random()
        return player._choose(position, rng, control)
