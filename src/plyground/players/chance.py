"""The players that leave it to chance: at random, good or random moves mixed, and as people err.

The humanlike one errs as people do: seldom where an error costs much, often where it costs little.

Every move is scored, and its cost is how much of the expected result it gives away, from 0 (as
good as the best) to 1 (a win thrown away). A move is then played with a weight of

    exp(-cost / temperature)        temperature = TEMPERATURE x (100 - level) / level

so that at level 100 only best moves are played, at level 0 all moves are equally likely, and in
between a slip becomes the rarer the more it costs and the higher the level is.

The expected result of a score is 1 for a win, 0 for a loss, 1/2 for a draw; quick wins and slow
losses count a little more, as people see what is near. A heuristic score counts between 1/4 and
3/4, by how it compares with those of the other moves: a heuristic has no scale of its own.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from plyground.players.form import option
from plyground.players.player import Choice, Player
from plyground.players.searchers import Strongest, affordable, chosen_from
from plyground.position import Position
from plyground.search import Control, Limits, Settings, alphabeta, plies_to_end, proven


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


TEMPERATURE = 0.1
"""The temperature at level 50: there a move that gives a draw away is played e^-5 as often."""

_NEARER = 0.01  # what one ply nearer to the end counts


@dataclass(frozen=True)
class HumanLike(Player):
    """A player of a level from 0 to 100 that makes small errors more often than great ones.

    It sees the whole game where a full search takes seconds, else as far as the game's default
    depth.
    """

    name = "humanlike"
    search = "alpha-beta"
    label = "Humanlike"
    help = "errs as people do, seldom where it costs much; from 0, any move, to 100, only best ones"
    example = "humanlike:70"

    level: int = option(
        ...,
        "percent",
        "Level",
        "how seldom it errs",
        unit="0 to 100",
        strength=True,
        usual=60,
        bare=True,
    )

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        exact = affordable(position)
        limits = Limits(None if exact else game.default_depth)
        settings = Settings(heuristic=game.default_heuristic)
        result = alphabeta(
            position, limits=limits, settings=settings, control=control, all_scores=True
        )
        scores = {move.code: move.score for move in result.moves}
        results = expected_results(list(scores.values()))
        weights = self.weights(results)
        code = rng.choices(list(scores), weights)[0]
        complete = result.depth >= game.max_plies - position.ply
        result = replace(result, best=(code,), score=scores[code], complete=complete)
        return chosen_from(result, position, rng)

    def weights(self, results: list[float]) -> list[float]:
        """How likely each of some moves is, relative to the best, by their expected results."""
        best = max(results)
        if self.level == 0:
            return [1.0] * len(results)
        temperature = TEMPERATURE * (100 - self.level) / self.level
        return [
            math.exp((result - best) / temperature) if temperature else float(result == best)
            for result in results
        ]


def expected_results(scores: list[int]) -> list[float]:
    """What share of the point each score promises, from 0 to 1."""
    estimates = [score for score in scores if not proven(score)]
    middle = statistics.mean(estimates) if estimates else 0
    spread = statistics.pstdev(estimates) or 1 if estimates else 1
    return [_expected(score, middle, spread) for score in scores]


def _expected(score: int, middle: float, spread: float) -> float:
    if proven(score):
        nearness = math.exp(-_NEARER * plies_to_end(score))
        return 0.9 + 0.1 * nearness if score > 0 else 0.1 - 0.1 * nearness
    return 0.5 + 0.25 * math.tanh((score - middle) / spread / 2)
