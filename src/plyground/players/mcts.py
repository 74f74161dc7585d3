"""The player that samples: Monte Carlo tree search."""

from __future__ import annotations

import random
from dataclasses import dataclass

from plyground.players import form
from plyground.players.player import Choice, Player
from plyground.position import Position
from plyground.search import EXPLORATION, Control, Limits, mcts

_PLAYOUTS = 2000  # when no limit is given: a few milliseconds
_MOST_PLAYOUTS = 10**9
_MOST_EXPLORATION = 100


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
