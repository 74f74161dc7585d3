"""Trainings that visitors watch: one at a time, in a process of its own behind all other work.

What is kept lies in the folder `learned` of the app's data: for each name a file NAME.json with its
curve, the file for playing, and those of what it was after 1, 10 and 100 seconds. So a training
that has ended outlives the server. One that goes on when the server ends is asked to stop, as
people ask it, and keeps what it has learned: so it does when the server ends without asking.
"""

from __future__ import annotations

import json
import os
import re
import signal
import threading
import uuid
from collections.abc import Callable
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
from plyground.games.registry import game as game_called
from plyground.position import CannotError, Game, PlygroundError
from plyground.search import Cancelled, Control
from plyground.search.learning.kept import is_name, keep_in, kept_path
from plyground.web.errors import ConflictError, RefusedError, TooBusyError, trouble_text

KEPT_MOST = 60
"""Trainings that are kept at most; then one has to be deleted."""

_SAVING = 5.0  # seconds that a training has to keep what it has learned when the server ends
_PATIENCE = 1.0  # the same to stop by itself before it has learned anything
_ENDED = "its process ended"
_KINDS = "json", "taught", "weights"  # of files with a learner's name

State = Literal["preparing", "learning", "finished", "stopped", "failed"]


@dataclass
class Lesson:
    """A training: what it is about, whose it is, and what happened so far."""

    name: str
    game: Game
    owner: str  # the digest of a visitor's token
    seconds: float
    state: State = "preparing"
    problem: str = ""
    curve: list[Progress] = field(default_factory=list)
    marks: list[Compared] = field(default_factory=list)
    stopping: bool = False  # someone has asked it to stop
    cut: bool = False  # the server ended meanwhile

    @property
    def going(self) -> bool:
        """Whether it goes on."""
        return self.state in ("preparing", "learning")

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
        self._going: Lesson | None = None
        self._child: tuple[Any, Connection] | None = None
        self._listener: threading.Thread | None = None
        self._closing = False
        self._lock = threading.Lock()

    def start(self) -> None:
        """Let players be called by what is kept in the folder."""
        keep_in(self._folder)

    def close(self) -> None:
        """End the training that goes on, and keep what it has learned: the server ends."""
        self._closing = True
        self._end()

    def _end(self) -> None:
        if self._child is None or self._listener is None:
            return
        if self.going is not None:
            self.stop(self.going)
        self._child[0].join(_SAVING)
        self._child[0].kill()  # it takes a gentler signal for a wish to stop
        self._listener.join(_PATIENCE)

    @property
    def going(self) -> Lesson | None:
        """The training that goes on."""
        return self._going if self._going is not None and self._going.going else None

    def begin(self, game: Game, name: str, seconds: float, seed: int, owner: str) -> Lesson:
        """Start a training. Raises PlygroundError for a name, or when another goes on."""
        if not is_name(name):
            raise RefusedError("a name has letters, digits, - and _, at most 60", "name")
        with self._lock:
            if self.going is not None:
                raise TooBusyError(
                    f"one learns at a time: stop {self.going.name}, or wait until it has ended"
                )
            if self.taken(name):
                raise RefusedError(f"there is a {name} already: choose another name", "name")
            if "cells" not in game.rules.kernels:
                raise RefusedError(
                    f"{game.title} cannot be learned: its rules have no kernel cells", "game"
                )
            if len(self.all()) >= KEPT_MOST:
                raise ConflictError(f"{KEPT_MOST} are kept already: delete one first")
            lesson = self._going = Lesson(name, game, owner, seconds)
            self._folder.mkdir(parents=True, exist_ok=True)
            self._write(lesson)
            here, there = get_context("spawn").Pipe()
            child = get_context("spawn").Process(
                target=_learn, args=(there, game, lesson.file, seconds, seed), daemon=True
            )
            child.start()
            there.close()
            self._child = child, here
            self._listener = threading.Thread(
                target=self._listen, args=(lesson, child, here), daemon=True
            )
            self._listener.start()
        return lesson

    def taken(self, name: str) -> bool:
        """Whether something has this name."""
        return is_taken(self._folder, name)

    def stop(self, lesson: Lesson) -> None:
        """End a training, and keep what it has learned."""
        if lesson is not self._going or self._child is None or not lesson.going:
            return
        child, told = self._child
        lesson.stopping = True
        with suppress(OSError):
            told.send("stop")
        if lesson.can_be_cut:
            threading.Thread(target=_end_early, args=(lesson, child), daemon=True).start()

    def get(self, name: str) -> Lesson | None:
        """A training by its name, if its game can be played."""
        if self._going is not None and self._going.name == name:
            return self._going
        return self._read(name) if is_name(name) else None

    def all(self) -> list[Lesson]:
        """All of them, the latest first."""
        paths = sorted(self._folder.glob("*.json"), key=lambda path: -path.stat().st_mtime)
        found = (self.get(path.stem) for path in paths)
        return [each for each in found if each is not None]

    def delete(self, lesson: Lesson) -> None:
        """Forget a training that has ended, and all its files."""
        if lesson.going:
            said = "it is about to stop" if lesson.stopping else "it is learning now: stop it first"
            raise ConflictError(said)
        for path in (lesson.file, *(kept_as(lesson.file, each) for each in KEPT)):
            path.unlink(missing_ok=True)
        self._path(lesson.name).unlink(missing_ok=True)
        if lesson is self._going:
            self._going = None

    def of(self, owner: str) -> list[Lesson]:
        """Those of an owner, the latest first."""
        return [each for each in self.all() if each.owner == owner]

    def forget(self, owner: str) -> None:
        """Stop and delete all of an owner's. It may take seconds."""
        if self.going is not None and self.going.owner == owner:
            self._end()
        for each in self.of(owner):
            self.delete(each)

    def _listen(self, lesson: Lesson, child: Any, told: Connection) -> None:
        """Note what the process tells, until it ends."""
        state: State = "failed"
        problem = _ENDED
        with suppress(EOFError, OSError):
            while True:
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
        if lesson.stopping and problem == _ENDED:
            state, problem = "stopped", ""
        if self._closing and state == "stopped":  # what is kept tells the next server so
            return
        lesson.state, lesson.problem = state, problem
        self._write(lesson)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def _write(self, lesson: Lesson) -> None:
        path = self._path(lesson.name)
        beside = path.with_name(f".{uuid.uuid4().hex}")
        beside.write_text(json.dumps(lesson.to_json()), "utf-8")
        os.replace(beside, path)

    def _read(self, name: str) -> Lesson | None:
        try:
            data = json.loads(self._path(name).read_text("utf-8"))
            game = game_called(data["game"], **data["parameters"])
            lesson = Lesson(name, game, data["owner"], data["seconds"], data["state"])
            if lesson.going:  # when the server ended
                lesson.state, lesson.cut = "stopped", True
            lesson.problem = data["problem"]
            for each in data["curve"]:
                lesson.curve.append(Progress(**{**each, "sample": tuple(each["sample"])}))
            lesson.marks = [Compared(**each) for each in data["marks"]]
            return lesson
        except (OSError, ValueError, KeyError, TypeError, PlygroundError):
            return None


def is_taken(folder: Path, name: str) -> bool:
    """Whether a name has files there: of a training, or of a learner that a visitor teaches."""
    return any((folder / f"{name}.{kind}").exists() for kind in _KINDS)


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
    control = Control()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name):  # Windows has not all of them
            signal.signal(getattr(signal, name), lambda *_: control.stop())

    def obey() -> None:
        with suppress(EOFError, OSError):
            there.recv()
        control.stop()

    def tell(found: Progress | Compared) -> None:
        try:
            there.send(found)
        except OSError:  # the server has ended without asking
            control.stop()

    threading.Thread(target=obey, daemon=True).start()
    end: tuple[State, str] = "finished", ""
    try:
        attend_politely(game, file, seconds, seed, control, tell)
        if control.enough:
            end = "stopped", ""
    except Cancelled:
        end = "stopped", ""
    except CannotError as error:
        end = "failed", str(error)
    except Exception as error:  # anything that a game's own file does
        end = "failed", trouble_text(error)
    with suppress(OSError):
        there.send(end)
