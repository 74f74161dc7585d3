"""Trainings that visitors watch: one at a time, in a process of its own behind all other work.

They take turns. One whose turn is over makes room if another waits, and goes on later from its
state, NAME.weights.state. What the person at the computer that serves lets learn has no end of its
turn.

What is kept lies in the folder `learned` of the app's data: for each name a file NAME.json with its
curve, the file for playing, and those of what it was after 1, 10 and 100 seconds. So a training
that has ended outlives the server. One that goes on when the server ends is asked to stop, as
people ask it, and keeps what it has learned: so it does when the server ends without asking.
"""

from __future__ import annotations

import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from plyground.arena.lessons import (
    COMPARED,
    COMPARED_AFTER,
    EXAMS,
    KEPT,
    Compared,
    Progress,
    attend_politely,
    kept_as,
)
from plyground.arena.training import state_path
from plyground.games.registry import game as game_called
from plyground.position import CannotError, Game, PlygroundError
from plyground.search import Cancelled, Control
from plyground.search.learning.kept import is_name, keep_in, kept_path
from plyground.sums import read_sealed, sealed, write_whole
from plyground.web.errors import (
    ConflictError,
    DamagedError,
    RefusedError,
    TooBusyError,
    trouble_text,
)

OWN_MOST = 10
"""Learners that a visitor may have, taught ones too; then one has to be deleted."""

KEPT_MOST = 200
"""Learners that all visitors may have together."""

TURN = 600.0
"""Seconds that a visitor's training goes on while others wait."""

_GLANCE = 1.0  # seconds between two looks at whether a turn is over

_SAVING = 5.0  # seconds that a training has to keep what it has learned when the server ends
_PATIENCE = 1.0  # the same to stop by itself before it has learned anything
_ENDED = "its process ended"
_WEIGHTS = "weights"
_SEALED = {  # the files that say what a learner is: the names in them
    "json": ("game", "parameters", "owner", "seconds", "state", "problem", "curve", "marks"),
    "taught": ("game", "parameters", "owner", "seed", "right", "by_chance", "games"),
}

State = Literal["waiting", "preparing", "learning", "finished", "stopped", "failed"]


@dataclass(eq=False)
class Lesson:
    """A training: what it is about, whose it is, and what happened so far."""

    name: str
    game: Game
    owner: str  # the digest of a visitor's token
    seconds: float
    state: State = "waiting"
    problem: str = ""
    curve: list[Progress] = field(default_factory=list)
    marks: list[Compared] = field(default_factory=list)
    stopping: bool = False  # someone has asked it to stop
    cut: bool = False  # the server ended meanwhile
    seed: int = 0
    has_turns: bool = True

    @property
    def going(self) -> bool:
        """Whether it goes on, or waits for its turn."""
        return self.state in ("waiting", "preparing", "learning")

    @property
    def can_be_cut(self) -> bool:
        """Whether nothing is lost if its process ends now: before it has learned anything, and
        while it is compared with others, where it has kept all before.
        """
        last = self.curve[-1] if self.curve else None
        compares = len(self.marks) < COMPARED and last is not None and last.right is not None
        return last is None or (compares and len(self.curve) == 1 + COMPARED_AFTER)

    @property
    def file(self) -> Path:
        """What it is in the end."""
        return kept_path(self.name)

    @property
    def players(self) -> list[tuple[str, str]]:
        """What can be played: its name in words, and the player's text."""
        found = [
            (
                f"after {each} second{'s' * (each > 1)}{self._in_truth(each)}",
                f"learned:@{path.stem}",
            )
            for each in KEPT
            if (path := kept_as(self.file, each)).exists()
        ]
        if self.file.exists():
            after = f", after {self.curve[-1].seconds:,.0f} s" if self.curve else ""
            label = "so far" if self.going else f"in the end{after}"
            found.append((label, f"learned:@{self.name}"))
        return found

    def _in_truth(self, kept: int) -> str:
        """How long it had really learned, where that is not what it was to be.

        It looks at the clock now and then, and other work of the computer may come between.
        """
        exam = 1 + EXAMS.index(kept)  # the first one is before it learns
        if exam >= len(self.curve):
            return ""
        seconds = self.curve[exam].seconds
        return "" if round(seconds) == kept else f" (really {seconds:.1f} s)"

    def to_json(self) -> dict[str, Any]:
        """All of it as data."""
        return {
            "game": self.game.name,
            "parameters": dict(self.game.values),
            "owner": self.owner,
            "seconds": self.seconds,
            "state": self.state,
            "problem": self.problem,
            "curve": [asdict(each) for each in self.curve],
            "marks": [asdict(each) for each in self.marks],
        }


class Learning:
    """All trainings of the app."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._going: Lesson | None = None  # or the last one
        self._waiting: list[Lesson] = []
        self._child: tuple[Any, Connection] | None = None
        self._listener: threading.Thread | None = None
        self._closing = False
        self._lock = threading.RLock()

    def start(self) -> None:
        """Let players be called by what is kept in the folder."""
        keep_in(self._folder)

    def close(self) -> None:
        """End the training that goes on, and keep what it has learned: the server ends."""
        self._closing = True
        self._end()

    def _end(self) -> None:
        with self._lock:
            child, listener, going = self._child, self._listener, self.going
        if child is None or listener is None:
            return
        if going is not None:
            self.stop(going)
        child[0].join(_SAVING)
        child[0].kill()  # it takes a gentler signal for a wish to stop
        listener.join(_PATIENCE)

    @property
    def going(self) -> Lesson | None:
        """The training that goes on."""
        return self._going if self._going is not None and self._going.going else None

    def ahead_of(self, lesson: Lesson) -> int:
        """How many have their turn before one that waits."""
        with self._lock:
            before = self._waiting.index(lesson) if lesson in self._waiting else 0
            return before + (self.going is not None)

    def begin(
        self, game: Game, name: str, seconds: float, seed: int, owner: str, limited: bool = True
    ) -> Lesson:
        """Let a training begin in its turn. Raises PlygroundError for a name, or for one too many
        where the owner is `limited`.
        """
        if not is_name(name):
            raise RefusedError("a name has letters, digits, - and _, at most 60", "name")
        with self._lock:
            if self.taken(name):
                raise RefusedError(f"there is a {name} already: choose another name", "name")
            if "cells" not in game.rules.kernels:
                raise RefusedError(
                    f"{game.title} cannot be learned: its rules have no kernel cells", "game"
                )
            if limited:
                mine = next((each for each in self._all_going() if each.owner == owner), None)
                if mine is not None:
                    raise TooBusyError(
                        f"one of yours learns at a time: stop {mine.name}, or wait until it has "
                        "ended"
                    )
                require_place(self._folder, owner)
            lesson = Lesson(name, game, owner, seconds, seed=seed, has_turns=limited)
            self._folder.mkdir(parents=True, exist_ok=True)
            state_path(lesson.file).unlink(missing_ok=True)
            self._write(lesson)
            self._waiting.append(lesson)
            self._next()
        return lesson

    def _all_going(self) -> list[Lesson]:
        return [*([self.going] if self.going else []), *self._waiting]

    def _next(self) -> None:
        """Let the first that waits have its turn, if it can."""
        if self._closing or self._child is not None or not self._waiting:
            return
        lesson = self._going = self._waiting.pop(0)
        lesson.state = "learning" if lesson.curve else "preparing"
        here, there = get_context("spawn").Pipe()
        child = get_context("spawn").Process(
            target=_learn,
            args=(there, lesson.game, lesson.file, lesson.seconds, lesson.seed),
            daemon=True,
        )
        child.start()
        there.close()
        self._child = child, here
        self._listener = threading.Thread(
            target=self._listen, args=(lesson, child, here), daemon=True
        )
        self._listener.start()

    def taken(self, name: str) -> bool:
        """Whether something has this name."""
        return is_taken(self._folder, name)

    def stop(self, lesson: Lesson) -> None:
        """End a training, and keep what it has learned."""
        with self._lock:
            if lesson in self._waiting:
                self._waiting.remove(lesson)
                self._ended(lesson, "stopped")
                return
            if lesson is not self._going or self._child is None or not lesson.going:
                return
            child, told = self._child
            lesson.stopping = True
            with suppress(OSError):
                told.send("stop")
        if lesson.can_be_cut:
            threading.Thread(target=_end_early, args=(lesson, child), daemon=True).start()

    def get(self, name: str) -> Lesson | None:
        """A training by its name, if its game can be played. Raises DamagedError."""
        for each in (self._going, *self._waiting):
            if each is not None and each.name == name:
                return each
        return self._read(name) if is_name(name) else None

    def all(self) -> list[Lesson]:
        """All of them that are not damaged, the latest first."""
        found = []
        for name in names_in(self._folder, "json"):
            with suppress(DamagedError):
                found.append(self.get(name))
        return [each for each in found if each is not None]

    def damaged(self) -> list[str]:
        """The names of learners, taught ones too, that are left out."""
        return [name for name, data in _learners(self._folder) if data is None]

    def delete(self, lesson: Lesson) -> None:
        """Forget a training that has ended, and all its files."""
        if lesson.going:
            said = "it is about to stop" if lesson.stopping else "it is learning now: stop it first"
            raise ConflictError(said)
        snapshots = (kept_as(lesson.file, each) for each in KEPT)
        for path in (self._path(lesson.name), lesson.file, state_path(lesson.file), *snapshots):
            path.unlink(missing_ok=True)
        if lesson is self._going:
            self._going = None

    def of(self, owner: str) -> list[Lesson]:
        """Those of an owner, the latest first."""
        return [each for each in self.all() if each.owner == owner]

    def forget(self, owner: str) -> None:
        """Stop and delete all of an owner's. It may take seconds."""
        for each in [each for each in self._waiting if each.owner == owner]:
            self.stop(each)
        if self.going is not None and self.going.owner == owner:
            self._end()
        for each in self.of(owner):
            self.delete(each)

    def _listen(self, lesson: Lesson, child: Any, told: Connection) -> None:
        """Note what the process tells, until it ends."""
        state: State = "failed"
        problem, begun, asked = _ENDED, time.monotonic(), False
        with suppress(EOFError, OSError):
            while True:
                while not told.poll(_GLANCE):
                    if not asked and self._is_over(lesson, begun):
                        told.send("make room")
                        asked = True
                found = told.recv()
                if isinstance(found, Progress):
                    lesson.curve.append(found)
                    lesson.state = "learning"
                elif isinstance(found, Compared):
                    lesson.marks.append(found)
                else:
                    state, problem = found
                    break
                self._write(lesson)
        child.join()
        with self._lock:
            self._child = None
            if lesson.stopping and (problem == _ENDED or state == "waiting"):
                state, problem = "stopped", ""
            if self._closing and state in ("stopped", "waiting"):
                return  # what is kept tells the next server so
            self._ended(lesson, state, problem)
            self._next()

    def _is_over(self, lesson: Lesson, begun: float) -> bool:
        """Whether its turn is over, and another waits."""
        over = bool(self._waiting) and time.monotonic() - begun >= TURN
        return over and lesson.has_turns and not lesson.stopping and not lesson.can_be_cut

    def _ended(self, lesson: Lesson, state: State, problem: str = "") -> None:
        """Note how its turn has ended."""
        lesson.state, lesson.problem = state, problem
        if state == "waiting":
            self._waiting.append(lesson)
        else:
            state_path(lesson.file).unlink(missing_ok=True)
        self._write(lesson)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _write(self, lesson: Lesson) -> None:
        write_whole(self._path(lesson.name), sealed(lesson.to_json()).encode())

    def _read(self, name: str) -> Lesson | None:
        data = read_learner(self._path(name))
        if data is None:
            return None
        try:
            game = game_called(data["game"], **data["parameters"])
            lesson = Lesson(name, game, data["owner"], data["seconds"], data["state"])
            if lesson.going:  # when the server ended
                lesson.state, lesson.cut = "stopped", True
            lesson.problem = data["problem"]
            for each in data["curve"]:
                lesson.curve.append(Progress(**{**each, "sample": tuple(each["sample"])}))
            lesson.marks = [Compared(**each) for each in data["marks"]]
            return lesson
        except (ValueError, KeyError, TypeError, PlygroundError):
            return None


def read_learner(path: Path) -> dict[str, Any] | None:
    """What a file says a learner is; None if there is none. Raises DamagedError."""
    try:
        return read_sealed(path, _SEALED[path.suffix[1:]])
    except OSError:
        return None
    except ValueError:
        raise DamagedError(
            f"what is kept of {path.stem} was damaged: it is left out, and all else is there"
        ) from None


def names_in(folder: Path, kind: str) -> list[str]:
    """The names with files of a kind, the latest first."""
    paths = sorted(folder.glob(f"*.{kind}"), key=lambda path: -path.stat().st_mtime)
    return [path.stem for path in paths]


def _learners(folder: Path) -> Iterator[tuple[str, dict[str, Any] | None]]:
    """The names of all learners, and what their files say: None if they are damaged."""
    for kind in _SEALED:
        for name in names_in(folder, kind):
            try:
                yield name, read_learner(folder / f"{name}.{kind}") or {}
            except DamagedError:
                yield name, None


def require_place(folder: Path, owner: str) -> None:
    """Raise ConflictError unless a visitor may have another learner."""
    owners = [(data or {}).get("owner") for _, data in _learners(folder)]
    if owners.count(owner) >= OWN_MOST:
        raise ConflictError(f"you have {OWN_MOST} learners, the most there are: delete one first")
    if len(owners) >= KEPT_MOST:
        raise ConflictError(
            f"all visitors have {KEPT_MOST} learners, the most there are: someone has to delete one"
        )


def is_taken(folder: Path, name: str) -> bool:
    """Whether a name has files there: of a training, or of a learner that a visitor teaches."""
    return any((folder / f"{name}.{kind}").exists() for kind in (*_SEALED, _WEIGHTS))


def name_for(game: Game, taken: Callable[[str], bool]) -> str:
    """A name that is free, such as connect4-2."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", game.name).strip("-")[:30] or "game"
    number = 1
    while taken(f"{stem}-{number}"):
        number += 1
    return f"{stem}-{number}"


def _end_early(lesson: Lesson, child: Any) -> None:
    """End a process that has been asked to stop, if it does not by itself.

    It may be compiling, which cannot be interrupted.
    """
    child.join(_PATIENCE)
    if lesson.can_be_cut:
        child.kill()


def _learn(there: Connection, game: Game, file: Path, seconds: float, seed: int) -> None:
    """What the process does: it learns, reports, and ends when asked to or left alone.

    A signal is a wish to stop too: Ctrl-C and the end of a terminal reach it beside the server.
    """
    control, room = Control(), threading.Event()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has not all of them
            signal.signal(getattr(signal, name), lambda *_: control.stop())

    def obey() -> None:
        with suppress(EOFError, OSError):
            while there.recv() == "make room":
                room.set()
                control.stop()
        room.clear()
        control.stop()

    def tell(found: Progress | Compared) -> None:
        try:
            there.send(found)
        except OSError:  # the server has ended without asking
            control.stop()

    threading.Thread(target=obey, daemon=True).start()
    end: tuple[State, str] = "finished", ""
    try:
        if not attend_politely(game, file, seconds, seed, control, tell, room.is_set):
            end = "waiting", ""
        elif control.enough:
            end = "stopped", ""
    except Cancelled:
        end = "stopped", ""
    except CannotError as error:
        end = "failed", str(error)
    except Exception as error:  # anything that a game's own file does
        end = "failed", trouble_text(error)
    with suppress(OSError):
        there.send(end)
