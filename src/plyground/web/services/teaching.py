"""Learners that people teach themselves, by games against them.

For each the folder `learned` of the app's data has two files: NAME.taught with its games, from
which it learns on, and NAME.weights for playing.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from plyground.arena.training import state_path
from plyground.games.registry import game as game_called
from plyground.kernel import Chance
from plyground.position import CannotError, Game, PlygroundError, Position
from plyground.search import Control
from plyground.search.learning import (
    Learner,
    Question,
    Rater,
    Weights,
    questions,
    right_by_chance,
)
from plyground.search.learning.asking import as_expectation
from plyground.search.learning.kept import is_name, kept_path
from plyground.sums import sealed, write_whole
from plyground.web.errors import ConflictError, DamagedError, RefusedError
from plyground.web.services.learning import (
    is_taken,
    name_for,
    names_in,
    read_learner,
    require_place,
)

LESSONS = 20
"""Games that a learner is taught by."""

_EXAM, _SEED = 100, 20_000  # exam positions
_PATIENCE = 10_000  # positions that the solver may visit for one: a person waits
_TRACE = 0.9  # a result reaches the first moves at once: there are only so many games


@dataclass(frozen=True)
class Moved:
    """A move that it made, and what it expected after it (1 a win, 0 a loss): then, and now that it
    has learned from the game.
    """

    ply: int
    move: str
    before: float
    after: float


@dataclass(frozen=True)
class TaughtGame:
    """A game that it was taught by. `right` is how many of 100 moves are right since then."""

    moves: tuple[str, ...]
    learned: tuple[Moved, ...]
    right: float | None


@dataclass
class Trainee:
    """A learner that a visitor teaches."""

    name: str
    game: Game
    owner: str  # the digest of a visitor's token
    seed: int
    right: float | None  # how many of 100 moves were right before the first game
    by_chance: float | None  # and how many random ones are
    games: list[TaughtGame] = field(default_factory=list)

    @property
    def file(self) -> Path:
        """What it plays by."""
        return kept_path(self.name)

    @property
    def seat(self) -> int:
        """The visitor's seat in the next game, counted from 0."""
        return len(self.games) % self.game.players

    def reply(self, position: Position) -> Position:
        """The position once it has moved, in all seats but the visitor's.

        Equal moves are equally likely, and the same for the same game and ply.
        """
        rater = Rater.of(Weights.load(self.file, self.game))
        while not position.over and position.turn != self.seat:
            rated = rater.choose(position)
            equal = [each.code for each in rated if each.score == rated[0].score]
            chance = Chance(self.seed, 1000 * len(self.games) + position.ply)
            position = position.play_code(chance.choice(equal))
        return position


class Teaching:
    """All learners that visitors teach."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._exams: dict[Game, tuple[Question, ...]] = {}

    def begin(
        self, game: Game, name: str, owner: str, seed: int, control: Control, limited: bool = True
    ) -> Trainee:
        """A learner that knows nothing. Raises PlygroundError for a name or a game, or, where the
        owner is `limited`, for one too many.
        """
        if name and not is_name(name):
            raise RefusedError("a name has letters, digits, - and _, at most 60", "name")
        learner = Learner(game, seed, trace=_TRACE, exploring=0.0)
        right = self._right(learner, control)
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True)
            name = name or name_for(game, lambda each: is_taken(self._folder, each))
            if is_taken(self._folder, name):
                raise RefusedError(f"{name} is there already: choose another name", "name")
            if limited:
                require_place(self._folder, owner)
            asked = self._exams[game]
            by_chance = 100 * right_by_chance(asked) if asked else None
            trainee = Trainee(name, game, owner, seed, right, by_chance)
            self._write(trainee, learner)
        return trainee

    def get(self, name: str) -> Trainee | None:
        """A learner by its name, if its game can be played. Raises DamagedError."""
        data = read_learner(self._path(name)) if is_name(name) else None
        if data is None:
            return None
        try:
            game = game_called(data["game"], **data["parameters"])
            games = [_game(each) for each in data["games"]]
            by_chance = data.get("by_chance")  # not known of those from before it was asked
            return Trainee(name, game, data["owner"], data["seed"], data["right"], by_chance, games)
        except (ValueError, KeyError, TypeError, PlygroundError):
            return None

    def all(self) -> list[Trainee]:
        """All of them that are not damaged, the latest first."""
        found = []
        for name in names_in(self._folder, "taught"):
            with suppress(DamagedError):
                found.append(self.get(name))
        return [each for each in found if each is not None]

    def learn(self, trainee: Trainee, number: int, moves: Sequence[str], control: Control) -> None:
        """Let it learn from the game of this number, which has ended. Raises PlygroundError for
        another one, such as one that it has learned from before.
        """
        with self._lock:
            known = self.get(trainee.name)
            if known is None or not len(known.games) == len(trainee.games) == number - 1:
                raise ConflictError("it has learned from this game already, or from another one")
            if len(trainee.games) >= LESSONS:
                raise ConflictError(f"it has had its {LESSONS} games")
            last = trainee.game.position(moves)
            if not last.over:
                raise CannotError("the game has not ended")
            learner = _taught(trainee)
            before = _expected(learner, last.line, trainee.seat)
            learner.learn_from([trainee.game.move_code(each) for each in last.history])
            after = _expected(learner, last.line, trainee.seat)
            learned = tuple(
                Moved(ply, last.history[ply - 1], before[ply], after[ply]) for ply in before
            )
            right = self._right(learner, control)
            trainee.games.append(TaughtGame(last.history, learned, right))
            self._write(trainee, learner)

    def delete(self, trainee: Trainee) -> None:
        """Forget it, and its files."""
        # Once there was a state too.
        for path in (trainee.file, state_path(trainee.file), self._path(trainee.name)):
            path.unlink(missing_ok=True)

    def of(self, owner: str) -> list[Trainee]:
        """Those of an owner, the latest first."""
        return [each for each in self.all() if each.owner == owner]

    def forget(self, owner: str) -> None:
        """Delete all of an owner's."""
        for each in self.of(owner):
            self.delete(each)

    def _right(self, learner: Learner, control: Control) -> float | None:
        """How many of 100 exam positions it answers; None for a game without any."""
        game = learner.game
        if game not in self._exams:
            self._exams[game] = questions(game, _EXAM, _SEED, control, _PATIENCE)
        asked = self._exams[game]
        return 100 * (1 - learner.rater().mistakes(asked)) if asked else None

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.taught"

    def _write(self, trainee: Trainee, learner: Learner) -> None:
        learner.weights({"games": learner.games}).save(trainee.file)
        data = {
            "game": trainee.game.name,
            "parameters": dict(trainee.game.values),
            "owner": trainee.owner,
            "seed": trainee.seed,
            "right": trainee.right,
            "by_chance": trainee.by_chance,
            "games": [asdict(each) for each in trainee.games],
        }
        write_whole(self._path(trainee.name), sealed(data).encode())


def _taught(trainee: Trainee) -> Learner:
    """The learner as its games have made it."""
    patterns = Weights.load(trainee.file, trainee.game).design
    learner = Learner(trainee.game, trainee.seed, patterns=patterns, trace=_TRACE, exploring=0.0)
    for each in trainee.games:
        learner.learn_from([trainee.game.move_code(move) for move in each.moves])
    return learner


def _game(data: dict[str, Any]) -> TaughtGame:
    learned = tuple(Moved(**each) for each in data["learned"])
    return TaughtGame(tuple(data["moves"]), learned, data["right"])


def _expected(learner: Learner, path: Sequence[Position], visitor: int) -> dict[int, float]:
    """What it expects after each of its moves, by the number of moves played."""
    rater, found = learner.rater(), {}
    for before, after in pairwise(path):
        if before.turn != visitor and not after.over:
            code = before.game.move_code(after.history[-1])
            score = next(each.score for each in rater.choose(before) if each.code == code)
            found[after.ply] = as_expectation(score)
    return found
