"""The players that use chance: random moves, good and random moves mixed, human-like mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from plyground.kernel import Chance
from plyground.players.form import option
from plyground.players.mistakes import mistaken, plays_inner
from plyground.players.player import Choice, Player
from plyground.players.searchers import Strongest, choice_of
from plyground.position import Position
from plyground.search import Control, Limits, Settings, affordable, alphabeta


@dataclass(frozen=True)
class Random(Player):
    """Any legal move; all are equally likely."""

    name = "random"
    search = "alpha-beta"
    label = "Random"
    help = "any legal move"
    unseen = "takes any move, without a search"

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        return Choice(chance.choice(position.moves))


_BEST = Strongest()


@dataclass(frozen=True)
class Mixed(Player):
    """The inner player's move with a chance of `percent`, otherwise any legal move."""

    name = "mixed"
    search = "alpha-beta"
    label = "Mixed"
    help = (
        "its inner player's move with a chance of 60 %, otherwise a random move; unless you name "
        "one, the inner player is `perfect` if that takes only a moment, otherwise `full`"
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
    inner: Player = option(_BEST, "player", "Inner player", "the player whose moves it takes")

    @contextmanager
    def seated(self) -> Iterator[Player]:
        with self.inner.seated() as inner:
            yield replace(self, inner=inner)

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        player = self.inner if plays_inner(self.percent, chance.state) else Random()
        return player._choose(position, chance, control)


@dataclass(frozen=True)
class HumanLike(Player):
    """A player of a level from 0 to 100 that makes small mistakes more often than large ones.

    It sees the whole game where a full search takes seconds, else as far as the game's default
    depth.
    """

    name = "humanlike"
    search = "alpha-beta"
    label = "Humanlike"
    help = (
        "good moves with human-like mistakes, rarely a costly one; at 0 it plays any move, at 100 "
        "only the best"
    )
    example = "humanlike:70"

    level: int = option(
        ...,
        "percent",
        "Level",
        "the higher, the fewer mistakes it makes",
        unit="0 to 100",
        strength=True,
        usual=60,
        bare=True,
        said="level {}",
    )

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        game = position.game
        exact = affordable(position)
        limits = Limits(game.max_plies if exact else game.default_depth)
        settings = Settings(heuristic=game.default_heuristic)
        result = alphabeta(
            position, limits=limits, settings=settings, control=control, all_scores=True
        )
        scores = np.array([move.score for move in result.moves], np.int64)
        count = len(scores)
        room = np.empty(count, np.float64), np.empty(count, np.int64)
        chosen = result.moves[mistaken(scores, count, self.level, *room, chance.state)]
        complete = result.depth >= game.max_plies - position.ply
        result = replace(result, best=(chosen.code,), score=chosen.score, complete=complete)
        return choice_of(chosen.code, result, position)
