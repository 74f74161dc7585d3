"""The players that use chance: random moves, good and random moves mixed, human-like mistakes.

The humanlike player makes mistakes as people do: rarely costly ones, often cheap ones.

Every move gets a score; its cost is the part of the expected result that it gives away, from 0 (as
good as the best) to 1 (a win thrown away). The player then plays a move with a weight of

    exp(-cost / temperature)        temperature = TEMPERATURE x (100 - level) / level

so that at level 100 it plays only best moves, and at level 0 all moves are equally likely. In
between, a mistake is the rarer, the more it costs and the higher the level is.

The expected result of a score is 1 for a win, 0 for a loss, 1/2 for a draw; quick wins and slow
losses count a little more, because people see what is near. A heuristic score counts between 1/4
and 3/4, by comparison with the other moves: a heuristic has no scale.
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
from plyground.players.searchers import Strongest, chosen_from
from plyground.position import Position
from plyground.search import Control, Limits, Settings, affordable, alphabeta, plies_to_end, proven


@dataclass(frozen=True)
class Random(Player):
    """Any legal move; all are equally likely."""

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

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        player = self.inner if rng.randrange(100) < self.percent else Random()
        return player._choose(position, rng, control)


TEMPERATURE = 0.1
"""The temperature at level 50, where a move that gives a draw away is e^-5 times as likely."""

_NEARER = 0.01  # how much one ply nearer to the end counts


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

    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        game = position.game
        exact = affordable(position)
        limits = Limits(game.max_plies if exact else game.default_depth)
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
        """How likely each move is, relative to the best, by the expected results."""
        best = max(results)
        if self.level == 0:
            return [1.0] * len(results)
        temperature = TEMPERATURE * (100 - self.level) / self.level
        return [
            math.exp((result - best) / temperature) if temperature else float(result == best)
            for result in results
        ]


def expected_results(scores: list[int]) -> list[float]:
    """The expected share of a point for each score, from 0 to 1."""
    estimates = [score for score in scores if not proven(score)]
    middle = statistics.mean(estimates) if estimates else 0
    spread = statistics.pstdev(estimates) or 1 if estimates else 1
    return [_expected(score, middle, spread) for score in scores]


def _expected(score: int, middle: float, spread: float) -> float:
    if proven(score):
        nearness = math.exp(-_NEARER * plies_to_end(score))
        return 0.9 + 0.1 * nearness if score > 0 else 0.1 - 0.1 * nearness
    return 0.5 + 0.25 * math.tanh((score - middle) / spread / 2)
