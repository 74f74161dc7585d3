"""The player that samples: Monte Carlo tree search."""

from __future__ import annotations

import operator
import random
from dataclasses import dataclass

from plyground.players.player import Choice, Player, PlayerError
from plyground.players.spelling import spelled
from plyground.position import Position
from plyground.search import EXPLORATION, Control, mcts

_PLAYOUTS = 2000  # when no limit is given: a few milliseconds
_MOST_PLAYOUTS = 10**9
_MOST_SECONDS = 24 * 3600
_MOST_EXPLORATION = 100


@dataclass(frozen=True)
class MCTS(Player):
    """The move that random games, played where they promise most, speak for.

    Limited by `playouts`, by `seconds`, or by both, whichever is over first; by 2000 playouts if
    nothing is said. `exploration` says how much is tried that did not do well so far. A choice's
    `value` is an expectation unless the outcome is proven.
    """

    playouts: int | None = None
    seconds: float | None = None
    exploration: float = EXPLORATION

    def __post_init__(self) -> None:
        playouts, seconds = self.playouts, self.seconds
        if playouts is not None and not 1 <= operator.index(playouts) <= _MOST_PLAYOUTS:
            raise PlayerError(f"mcts takes 1 to {_MOST_PLAYOUTS} playouts, and not {playouts}")
        if seconds is not None and not 0 < seconds <= _MOST_SECONDS:
            raise PlayerError(
                f"mcts takes more than 0 and at most {_MOST_SECONDS} seconds, and not {seconds}"
            )
        if not 0 <= self.exploration <= _MOST_EXPLORATION:
            raise PlayerError(
                f"mcts takes an exploration of 0 to {_MOST_EXPLORATION}, and not {self.exploration}"
            )

    @property
    def text(self) -> str:
        return spelled("mcts", self)

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        playouts = self.playouts
        if playouts is None and self.seconds is None:
            playouts = _PLAYOUTS
        found = mcts(
            position,
            playouts,
            self.seconds,
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
