"""Lessons: trainings that people watch, and ways of learning that they compare.

`attend` has exams that come quickly at first, and keeps players on the way. It is made for a
process of its own, which tells what happens as plain data. `teach` gives the curve of one way of
learning.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plyground.arena.training import exam_of, state_path
from plyground.kernel import Chance
from plyground.players import Minimax
from plyground.position import CannotError, Game, Position
from plyground.search import Control
from plyground.search.learning import (
    EXPLORING,
    OPENINGS,
    STEP,
    TRACE,
    Learner,
    Question,
    Rater,
    right_by_chance,
)
from plyground.search.learning.patterns import design

_OFTEN = (0.3, 1.0, 2.0, 5.0, 10.0, 20.0, 40.0, 70.0, 100.0)
EXAMS = (*_OFTEN, *(150.0 * each for each in range(1, 25)))
"""After how many seconds of learning it is examined."""

KEPT = (1, 10, 100)
"""After how many seconds it is kept as it is then, beside what it is in the end."""

DEPTHS = (3, 5, 7)
"""The depths of minimax that it is compared with."""

COMPARED = 1 + len(DEPTHS)
"""How many others it is compared with."""

COMPARED_AFTER = 2
"""The number of the exam after which that is done, counted from that of one that knows nothing."""

_STEPS = 20  # exams of a curve
_SEED = 20_000  # of sample games
_SLICE = 0.25  # seconds between two looks at the clock
_SAVED = 60.0  # seconds of learning between two times that it is kept
_POLITE = 10  # how much it steps back behind other processes


@dataclass(frozen=True)
class Progress:
    """How good it was after so many games and seconds of learning.

    `right` is the share of exam positions in which it keeps the result; None for a game without
    such positions. `sample` are the moves of a game that it played against itself then.
    """

    games: int
    seconds: float
    right: float | None
    sample: tuple[str, ...]


@dataclass(frozen=True)
class Compared:
    """How often another player keeps the result in the same positions."""

    player: str
    right: float


@dataclass(frozen=True)
class Way:
    """A way of learning, under a name: see `Learner` for what it sets."""

    label: str
    exploring: float = EXPLORING
    openings: float = OPENINGS
    step: float = STEP
    trace: float = TRACE
    symmetry: bool = True


Curve = tuple[tuple[int, float], ...]
"""Games, and the share of exam positions in which a learner keeps the result after them."""


Tell = Callable[[Progress | Compared], None]


def teach(game: Game, way: Way, games: int, seed: int, control: Control) -> Curve:
    """How good a learner is after each twentieth of so many games.

    Raises CannotError for a game without positions whose values are known, Cancelled when `control`
    says stop.
    """
    patterns = design(game, seed)
    learner = Learner(
        game,
        seed,
        patterns=patterns if way.symmetry else patterns.without_symmetry(),
        step=way.step,
        trace=way.trace,
        exploring=way.exploring,
        openings=way.openings,
    )
    asked = exam_of(game, control)
    if not asked:
        raise CannotError(f"{game.title}: nobody knows the values of enough positions for an exam")
    curve: list[tuple[int, float]] = []
    for exam in range(1, _STEPS + 1):
        learner.train(games * exam // _STEPS - learner.games, control)
        control.check()
        curve.append((learner.games, 1 - learner.rater().mistakes(asked)))
    return tuple(curve)


def attend(
    game: Game,
    file: Path,
    seconds: float,
    seed: int,
    control: Control,
    tell: Tell,
    makes_room: Callable[[], bool] = lambda: False,
) -> bool:
    """Let a learner teach itself a game, for so many seconds of learning, or until told to stop.
    Where it stops because it `makes_room` for another, it goes on when this is called again.

    `file` has what it was in the end, and on the way what it was at most a minute before; files
    beside it have what it was after KEPT seconds: see `kept_as`. Returns whether it is over. Raises
    CannotError for a game that cannot be learned, WeightsError without room.
    """
    state, exams = state_path(file), 0
    learner, spent = Learner(game, seed), 0.0
    if state.exists():
        learner, before = Learner.resume(state, game)
        spent, exams = before["seconds"], before["exams"]
    learner.train(0)  # compiles, untimed
    asked = exam_of(game, control)
    saved = spent
    if not state.exists():
        tell(_progress(learner, asked, spent))
    for until in sorted({*(each for each in EXAMS if each < seconds), seconds})[exams:]:
        while spent < until and not control.enough:
            spent += _learn(learner, min(until, saved + _SAVED) - spent, control)
            if spent >= saved + _SAVED:
                saved = spent
                learner.weights(_so_far(learner, spent)).save(file)
        if makes_room():
            learner.weights(_so_far(learner, spent)).save(file)
            learner.save(state, {"seconds": spent, "exams": exams})
            return False
        exams += 1
        tell(_progress(learner, asked, spent))
        told = _so_far(learner, spent)
        if until in KEPT:
            learner.weights(told).save(kept_as(file, int(until)))
        if until == EXAMS[COMPARED_AFTER - 1] and asked:
            learner.weights(told).save(file)
            _compare(asked, control, tell)
        if control.enough:
            break
    learner.weights(told).save(file)
    state.unlink(missing_ok=True)
    return True


def _so_far(learner: Learner, spent: float) -> dict[str, float]:
    """What a file of weights says of the learning."""
    return {"games": learner.games, "seconds": round(spent, 1)}


def attend_politely(
    game: Game,
    file: Path,
    seconds: float,
    seed: int,
    control: Control,
    tell: Tell,
    makes_room: Callable[[], bool] = lambda: False,
) -> bool:
    """The same, behind all other work of the computer."""
    with suppress(AttributeError, OSError):  # Windows has no such call
        os.nice(_POLITE)
    return attend(game, file, seconds, seed, control, tell, makes_room)


def kept_as(file: Path, seconds: int) -> Path:
    """Where a learner is kept as it was after so many seconds."""
    return file.with_name(f"{file.stem}-{seconds}s{file.suffix}")


def _learn(learner: Learner, seconds: float, control: Control) -> float:
    """Learn for so long; the seconds that it took."""
    begun, games = time.perf_counter(), 20
    while (spent := time.perf_counter() - begun) < seconds and not control.enough:
        learner.train(games, control)
        took = time.perf_counter() - begun - spent
        games = max(1, int(games * min(2.0, _SLICE / max(took, 1e-6))))
    return time.perf_counter() - begun


def _progress(learner: Learner, asked: tuple[Question, ...], spent: float) -> Progress:
    rater = learner.rater()
    right = 1 - rater.mistakes(asked) if asked else None
    return Progress(learner.games, round(spent, 2), right, _sample(rater, learner.games))


def _sample(rater: Rater, games: int) -> tuple[str, ...]:
    """A game against itself, whose first two moves are left to chance."""
    position, chance = Position.start(rater.game), Chance(_SEED, games)
    while not position.over:
        code = chance.choice(position.codes) if position.ply < 2 else rater.choose(position)[0].code
        position = position.play_code(code)
    return position.history


def _compare(asked: tuple[Question, ...], control: Control, tell: Tell) -> None:
    """Tell how often others keep the result, until it is to stop."""
    tell(Compared("random", right_by_chance(asked)))
    for depth in DEPTHS:
        player, right = Minimax(depth), 0
        for each in asked:
            if control.enough:
                return
            move = player.choose(each.position, chance=Chance(_SEED)).move
            right += each.position.game.move_code(move) in each.best
        tell(Compared(player.text, right / len(asked)))
