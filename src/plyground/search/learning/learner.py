"""`Learner`, which teaches itself a game; and `Rater`, which chooses moves by what was learned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from plyground.position import ONGOING, Game, Position, as_words, calls
from plyground.search.control import Control
from plyground.search.learning.choosing import look_after, look_after_for_all, rate_root
from plyground.search.learning.exam import Question
from plyground.search.learning.patterns import Design, Patterns, design
from plyground.search.learning.temporal import (
    CERTAIN,
    MEAN_EVERY,
    MEAN_LOOKS,
    RATES,
    Floats,
    Learned,
    Pace,
    Room,
    fill_rates,
    learn_from_game,
    train,
)
from plyground.search.learning.weights import Weights, fresh, load_state, save_state

STEP = 2.8
"""How much of an error all weights of a position together correct at first."""

TRACE = 0.5
"""How much a position learns from what came after the next one: lambda."""

EXPLORING = 0.1
"""The share of random moves."""

OPENINGS = 0.6
"""The share of games that begin after random moves."""

_LONGEST = 0.7  # the most random moves that a game begins with, of the longest game

_MILLION = 1_000_000


@dataclass(frozen=True)
class Rated:
    """A move, by its code, and its score: the sum of what was learned, or `certain`."""

    code: int
    score: float

    @property
    def certain(self) -> int | None:
        """1 for a sure win, -1 for a sure loss; None for an estimate."""
        if abs(self.score) < CERTAIN / 2:
            return None
        return 1 if self.score > 0 else -1


class Learner:
    """Teaches itself a game by playing against itself.

    The same seed and number of games give the same weights, however the games are divided.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        patterns: Design | None = None,
        step: float = STEP,
        trace: float = TRACE,
        exploring: float = EXPLORING,
        openings: float = OPENINGS,
    ) -> None:
        """Begin with nothing. Raises CannotError for a game whose rules have no kernel cells."""
        made = patterns or design(game, seed)
        self._set_up(game, made, made.patterns(game), fresh(made.patterns(game), seed))
        self.settings: dict[str, Any] = {
            "seed": seed,
            "step": step,
            "trace": trace,
            "exploring": exploring,
            "openings": openings,
        }

    def _set_up(self, game: Game, made: Design, patterns: Patterns, learned: Learned) -> None:
        self.game, self.design, self.patterns, self.learned = game, made, patterns, learned
        views = patterns.players if patterns.turned else 1
        most, slots = game.max_plies, patterns.slots
        self._room = Room(
            np.zeros(patterns.sites, np.int64),
            np.zeros(patterns.sites, np.int64),
            np.zeros(views * slots, np.int32),
            np.zeros(slots, np.int32),
            np.zeros(most * slots, np.int32),
            np.zeros(most, np.int64),
            np.zeros(most, np.int64),
            np.zeros(most * patterns.outputs, np.float64),
        )

    @staticmethod
    def resume(path: Path, game: Game) -> tuple[Learner, dict[str, Any]]:
        """The learner that a file has the state of, and what `save` was given with it.

        Raises WeightsError if the file is damaged or of another game.
        """
        made, patterns, learned, training = load_state(path, game)
        learner = object.__new__(Learner)
        learner._set_up(game, made, patterns, learned)
        learner.settings = {"openings": 0.0, **training["settings"]}  # before there were any
        return learner, training

    def save(self, path: Path, training: dict[str, Any]) -> int:
        """Write all that it takes to go on, and return the file's size."""
        told = {**training, "settings": self.settings}
        return save_state(path, self.game, self.design, self.learned, told)

    @property
    def games(self) -> int:
        """How many games it has played."""
        return int(self.learned.done[0])

    @property
    def moves(self) -> int:
        """How many moves these had."""
        return int(self.learned.done[1])

    def train(self, games: int, control: Control | None = None) -> int:
        """Play and learn from so many games; returns how many, fewer if `control` says stop."""
        pace = self.pace()
        counters = (control or Control()).counters
        return int(
            train(self.game.rules, self.patterns, self.learned, pace, self._room, games, counters)
        )

    def learn_from(self, codes: Sequence[int]) -> None:
        """Learn from a whole game, by the codes of its moves, as if each were the best one.

        Once there is a mean of the weights, it takes in what they have learned only now and then.
        """
        moves, rules = np.array(codes, np.int64), self.game.rules
        learn_from_game(rules, self.patterns, self.learned, self.pace(), self._room, moves)

    def pace(self) -> Pace:
        """How it learns, by its settings."""
        settings = self.settings
        rates = np.empty(RATES, np.float64)
        fill_rates(rates)
        return Pace(
            float(settings["step"]),
            float(settings["trace"]),
            round(settings["exploring"] * _MILLION),
            round(settings["openings"] * _MILLION),
            int(self.game.max_plies * _LONGEST),
            MEAN_EVERY,
            rates,
        )

    @property
    def weights_to_play(self) -> Floats:
        """The weights to play by: their mean, as soon as there is one."""
        looks = self.games // self.pace().mean_every
        return self.learned.mean if looks >= MEAN_LOOKS else self.learned.weights

    def rater(self) -> Rater:
        """A player by what it has learned so far."""
        return Rater(self.game, self.patterns, self.weights_to_play)

    def weights(self, training: dict[str, Any]) -> Weights:
        """What it has learned so far, to be kept."""
        told = {**training, "settings": self.settings}
        values, sizes = self.weights_to_play.copy(), self.learned.sums[1::2].copy()
        return Weights(self.game, self.design, self.patterns, values, told, sizes)


class Rater:
    """Chooses moves by what was learned."""

    def __init__(self, game: Game, patterns: Patterns, weights: Floats) -> None:
        self.game, self.patterns, self.weights = game, patterns, weights
        self._width = patterns.slots * (patterns.players if patterns.turned else 1)

    @staticmethod
    def of(weights: Weights) -> Rater:
        """A player by what a file has."""
        return Rater(weights.game, weights.patterns, weights.values)

    def choose(
        self, position: Position, plies: int = 1, control: Control | None = None
    ) -> tuple[Rated, ...]:
        """The moves of an ongoing position, the best first; the first of equal ones is best.

        It looks so many plies ahead, by alpha-beta with two players and by max^n with more. Only
        the first score is exact. If `control` tells it to finish, the moves not searched keep their
        ratings one ply on. Raises Cancelled when `control` says stop.
        """
        game, patterns, weights = self.game, self.patterns, self.weights
        rules, state = game.rules, as_words(position.state)
        control = control or Control()
        plies = min(plies, game.max_plies - position.ply)
        levels = plies + 1
        cells = np.zeros(patterns.sites, np.int64)
        shown = np.zeros(levels * patterns.sites, np.int64)
        index = np.zeros(levels * self._width, np.int32)
        spare = np.zeros(patterns.slots, np.int32)
        moves, scores = np.zeros(game.max_moves, np.int64), np.zeros(game.max_moves, np.float64)
        values = np.zeros((levels + 1) * patterns.players, np.float64)
        room = control.counters, cells, shown, index
        with control.deadline(None):
            count = rate_root(rules, patterns, weights, state, *room, spare, moves, scores)
            best = 0
            for place in range(count if plies > 1 else 0):
                move = int(moves[place])
                if calls.after(rules, position.state, move)[1][1] == ONGOING:
                    if game.players == 2:
                        low = float(scores[best]) if place else -np.inf
                        score = look_after(
                            rules, patterns, weights, state, move, plies - 1, low, *room, spare
                        )
                    else:
                        score = look_after_for_all(
                            rules, patterns, weights, state, move, plies - 1, *room, values
                        )
                    if control.enough:
                        break
                    scores[place] = score
                best = place if scores[place] > scores[best] else best
        control.check()
        order = [best, *(place for place in range(count) if place != best)]
        return tuple(Rated(int(moves[place]), float(scores[place])) for place in order)

    def mistakes(
        self, questions: tuple[Question, ...], plies: int = 1, control: Control | None = None
    ) -> float:
        """The share of questions in which its choice throws the result away."""
        wrong = [
            self.choose(each.position, plies, control)[0].code not in each.best
            for each in questions
        ]
        return sum(wrong) / len(wrong)
