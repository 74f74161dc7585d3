"""Training: a game learned by self-play while its mistakes are counted, and kept in a file.

Beside the file for playing lies its state, FILE.state, from which a later training goes on, on
another computer too. The file has the best of the weights that were examined, made small; in the
end it is examined itself.

The two fit each other whenever a training is killed: better weights wait in FILE.new until there is
a state that names them.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from plyground.arena.warming import new_seed
from plyground.folders import lock_file
from plyground.kernel import Chance
from plyground.players import Learned, Minimax, Player, Random
from plyground.position import Game, Position, require_game, standing
from plyground.search import Control, LimitError
from plyground.search.learning import (
    EXPLORING,
    Learner,
    Question,
    Rater,
    Weights,
    WeightsError,
    mark_of,
    questions,
    right_by_chance,
)

ASKED = 200
"""How many positions examine a learner."""

_LEAST = 20  # with fewer of them, results against fixed opponents do
_EXAM_SEED = 20_000  # so that all trainings of a game answer the same questions
_PATIENCE = 100_000  # positions that the solver may visit for one of them
_EXAMS = 20  # in the time or the games given
_SLICE = 0.3  # seconds between two looks at the clock
_SAVED = 60.0  # seconds between two states on disk
_MATCHES = 20  # against each fixed opponent


@dataclass(frozen=True)
class Mark:
    """How good a learner was after so many games.

    `right` is the share of exam positions whose result it keeps, by the rating of each move
    and without a search; for a game without such positions, the share of points against fixed
    opponents: random, and minimax of the game's usual depth.
    """

    games: int
    seconds: float
    right: float


@dataclass(frozen=True)
class Training:
    """The result of a training.

    `marks` are in order, and `best` is that of the weights in the file: of equal ones the last.
    `right` is what the file itself has in the same exam: it is small, so weights that matter least
    may be missing. `positions` is how many positions the exam has, 0 where opponents took
    their place; `by_chance` is the share in which random moves are right. `stopped`: it was told to
    stop. `new_exam`: the marks of earlier trainings are left out, since their exam was another one.
    """

    game: Game
    file: Path
    seed: int
    games: int
    moves: int
    seconds: float
    positions: int
    by_chance: float | None
    marks: tuple[Mark, ...]
    best: Mark
    right: float
    stopped: bool
    new_exam: bool

    @property
    def player(self) -> Learned:
        """The player that plays by the file."""
        return Learned(str(self.file))

    def to_json(self) -> dict[str, Any]:
        """The training as data for `json.dumps`."""
        return {
            "game": self.game.to_json(),
            "file": str(self.file),
            "seed": self.seed,
            "games": self.games,
            "moves": self.moves,
            "seconds": round(self.seconds, 3),
            "positions": self.positions,
            "by_chance": self.by_chance,
            "marks": [asdict(mark) for mark in self.marks],
            "best": asdict(self.best),
            "right": self.right,
            "stopped": self.stopped,
            "new_exam": self.new_exam,
        }


class BrokenTrainingError(WeightsError):
    """A training broke off for want of room; `training` has what is in its file."""

    def __init__(self, message: str, training: Training) -> None:
        super().__init__(message)
        self.training = training


OnMark = Callable[[Mark], None]
OnGames = Callable[[int, float], None]


def state_path(file: Path) -> Path:
    """Where the state of a training lies that goes on."""
    return file.with_name(f"{file.name}.state")


def train(
    game: Game,
    file: str | Path,
    *,
    games: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    fresh: bool = False,
    exploring: float | None = None,
    control: Control | None = None,
    on_mark: OnMark | None = None,
    on_games: OnGames | None = None,
) -> Training:
    """Let a learner play against itself, and keep what it learns in `file`.

    It plays so many `games`, or for so many `seconds`: 300 without either. If the file has its
    state beside it, the training goes on from there, unless it is to begin `fresh`. The same `seed`
    and number of games give the same weights; without a seed, they are different each time.
    `exploring` is the share of random moves, from 0 to 1: 0.1 unless given.

    `on_mark` is called after each exam, `on_games` at the start and then often, with the games
    played so far and the seconds that they took, earlier trainings included. When `control` says
    stop, the training ends and its state is kept.

    Raises CannotError for a game that does not say what its sites hold, WeightsError if a file
    cannot be used or written or another training has it, BrokenTrainingError if there is no room to
    go on, LimitError for less than one game or no time, Cancelled when `control` says stop before
    the first game.
    """
    require_game(game)
    if exploring is not None and not 0 <= exploring <= 1:
        raise LimitError(f"the share of random moves is from 0 to 1, and not {exploring!r}")
    for what, given in (("games", games), ("seconds", seconds)):
        if given is not None and not 0 < given < math.inf:
            raise LimitError(f"a training takes more than 0 {what}, and not {given!r}")
    path = Path(file)
    with _held(path):
        work = _Work(game, path, seed, fresh, exploring, control or Control())
        work.on_mark, work.on_games = on_mark, on_games
        try:
            work.run(games, 300.0 if games is None and seconds is None else seconds)
        except WeightsError as error:
            if not work.kept:
                raise
            work.put_in_place()  # it can play, if no training can go on from there
            raise BrokenTrainingError(str(error), work.result()) from error
        return work.result()


def exam_of(game: Game, control: Control) -> tuple[Question, ...]:
    """The positions that examine all learners of a game; none where too few are known."""
    asked = questions(game, ASKED, _EXAM_SEED, control, _PATIENCE)
    return asked if len(asked) >= _LEAST else ()


@contextmanager
def _held(file: Path) -> Iterator[None]:
    """Hold a file for one training.

    Raises WeightsError at once if it could not be written later, or if another training has it.
    """
    folder = file.absolute().parent
    try:
        if file.is_dir():
            raise WeightsError(f"{file} is a folder: give a file")
        for path in (file, state_path(file)):
            if path.exists() and not (path.is_file() and os.access(path, os.W_OK)):
                raise WeightsError(f"{path} cannot be written: it is not a file to be changed")
        path = file.with_name(f"{file.name}.lock")
        lock = path.open("a")
    except OSError as error:
        why = error.strerror if os.path.isdir(folder) else f"there is no folder {folder}"
        raise WeightsError(f"{file} cannot be written: {why}") from error
    with lock:
        # Without a link it was the lock of a training that has ended in this moment.
        if not lock_file(lock) or not os.fstat(lock.fileno()).st_nlink:
            raise WeightsError(f"another process learns in {file}: wait for it, or end it")
        try:
            yield
        finally:
            with suppress(OSError):  # Windows keeps what is open
                path.unlink()


class _Work:
    """A training that goes on."""

    on_mark: OnMark | None = None
    on_games: OnGames | None = None

    def __init__(
        self,
        game: Game,
        file: Path,
        seed: int | None,
        fresh: bool,
        exploring: float | None,
        control: Control,
    ) -> None:
        self._game, self._file, self._control = game, file, control
        self._state, self._new = state_path(file), file.with_name(f"{file.name}.new")
        self._marks: list[Mark] = []
        self._best: Mark | None = None  # of the weights in the file
        self._before = 0.0  # seconds of earlier trainings
        self._spent = 0.0
        asked: int | None = None  # in the exams of earlier trainings
        if self._state.exists() and not fresh:
            self._learner, told = Learner.resume(self._state, game)
            # What learned elsewhere, such as in the app, has none of these.
            asked = told.get("positions")
            self._marks = [Mark(**each) for each in told.get("marks", ())]
            self._before = told.get("seconds", 0.0)
            said = told.get("file")  # not in older states
            if said and mark_of(self._new) == said:  # killed between the two
                self.put_in_place()
            if file.exists() and said in (None, mark_of(file)):
                self._best = max(reversed(self._marks), key=lambda mark: mark.right, default=None)
            else:  # so that the first exam writes it
                del self._marks[-1:]
            settings = self._learner.settings
            for given, known, stated in (
                (seed, settings["seed"], f"the seed {settings['seed']}"),
                (exploring, settings["exploring"], _in_percent(settings["exploring"])),
            ):
                if given not in (None, known):
                    raise WeightsError(
                        f"{file} was begun with {stated}: go on with that, or begin again with "
                        "--fresh"
                    )
        elif file.exists() and not fresh:
            raise WeightsError(
                f"{file} is there, and its state {self._state.name} is not: begin again with "
                "--fresh, or give another file"
            )
        else:
            share = EXPLORING if exploring is None else exploring
            self._learner = Learner(game, new_seed(seed), exploring=share)
        self._new.unlink(missing_ok=True)
        self._learner.train(0)  # compiles, untimed
        self._questions = exam_of(game, control)
        # What the solver has kept, such as a table, decides whether positions can be asked.
        self._new_exam = asked not in (None, len(self._questions))
        if self._new_exam:
            self._marks, self._best = [], None

    @property
    def _seconds(self) -> float:
        return self._before + self._spent

    @property
    def kept(self) -> bool:
        """Whether the file is there."""
        return self._best is not None

    def run(self, games: int | None, seconds: float | None) -> None:
        """Learn until the games or the seconds are used up, with exams on the way."""
        first, saved = self._learner.games, 0.0
        self._say_games()
        for exam in range(1, _EXAMS + 1):
            until = None if games is None else first + games * exam // _EXAMS
            time_until = None if seconds is None else seconds * exam / _EXAMS
            self._learn(until, time_until)
            if not self._marks or self._marks[-1].games != self._learner.games:
                self._examine()
            if self._spent - saved >= _SAVED:
                saved = self._spent
                self._save_state()
            if self._control.enough:
                break
        self._save_state()

    def _learn(self, games: int | None, seconds: float | None) -> None:
        """Learn up to so many games, or until so many seconds are spent in all."""
        chunk = 20
        while not self._control.enough:
            wanted = chunk if games is None else min(chunk, games - self._learner.games)
            if wanted <= 0 or (seconds is not None and self._spent >= seconds):
                break
            begun = time.perf_counter()
            played = self._learner.train(wanted, self._control)
            took = time.perf_counter() - begun
            self._spent += took
            if took < _SLICE and played == wanted == chunk:
                chunk *= 2
            elif took > 2 * _SLICE:
                chunk = max(1, chunk // 2)
            self._say_games()

    def _say_games(self) -> None:
        if self.on_games is not None:
            self.on_games(self._learner.games, self._seconds)

    def _examine(self) -> None:
        """Mark the learner, and keep its weights if they are the best so far."""
        right = self._right(self._learner.rater())
        mark = Mark(self._learner.games, round(self._seconds, 3), right)
        self._marks.append(mark)
        if self._best is None or right >= self._best.right:
            self._learner.weights(self._told).save(self._new)
            self._best = mark
        if self.on_mark is not None:
            self.on_mark(mark)

    def _right(self, rater: Rater) -> float:
        if self._questions:
            return 1 - rater.mistakes(self._questions)
        opponents = Random(), Minimax()
        points = [
            _points(rater, opponent, match) for opponent in opponents for match in range(_MATCHES)
        ]
        return sum(points) / len(points)

    @property
    def _told(self) -> dict[str, Any]:
        return {
            "games": self._learner.games,
            "moves": self._learner.moves,
            "seconds": self._seconds,
            "positions": len(self._questions),
            "marks": [asdict(mark) for mark in self._marks],
        }

    def _save_state(self) -> None:
        best = self._new if self._new.exists() else self._file
        self._learner.save(self._state, {**self._told, "file": mark_of(best)})
        self.put_in_place()

    def put_in_place(self) -> None:
        """Let the best weights that wait be the file. Raises WeightsError."""
        try:
            if self._new.exists():
                os.replace(self._new, self._file)
        except OSError as error:
            raise WeightsError(f"{self._file} cannot be written: {error.strerror}") from error

    def result(self) -> Training:
        """The training as a value."""
        assert self._best is not None
        return Training(
            self._game,
            self._file,
            self._learner.settings["seed"],
            self._learner.games,
            self._learner.moves,
            self._seconds,
            len(self._questions),
            right_by_chance(self._questions) if self._questions else None,
            tuple(self._marks),
            self._best,
            self._right(Rater.of(Weights.load(self._file, self._game))),
            self._control.enough,
            self._new_exam,
        )


def _in_percent(share: float) -> str:
    return f"{100 * share:.12g} % random moves"


def _points(rater: Rater, opponent: Player, match: int) -> float:
    """What the learner gets in a match against an opponent in all other seats: 1, 0.5 or 0.

    The first two plies are random, so that matches differ.
    """
    position = Position.start(rater.game)
    mine, chance = match % rater.game.players, Chance(_EXAM_SEED, match)
    while not position.over:
        if position.ply < 2:
            position = position.play_code(chance.choice(position.codes))
        elif position.turn == mine:
            position = position.play_code(rater.choose(position)[0].code)
        else:
            position = position.play(opponent.choose(position, chance=chance).move)
    return (1 + standing(position.result, mine)) / 2
