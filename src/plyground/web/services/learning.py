"""Trainings that visitors watch: one at a time, in a process of its own behind all other work.

What is kept lies in the folder `learned` of the app's data: for each name a file NAME.json with its
curve, the file for playing, and those of what it was after 1, 10 and 100 seconds. So a training
that has ended outlives the server, and one whose server ended shows what it had come to.
"""

from __future__ import annotations

import json
import os
import re
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Literal

from plyground.arena.lessons import KEPT, Compared, Progress, attend_politely, kept_as
from plyground.games.registry import game as game_called
from plyground.position import CannotError, Game, PlygroundError
from plyground.search import Cancelled, Control
from plyground.search.learning.kept import is_name, keep_in, kept_path
from plyground.web.errors import ConflictError, RefusedError, TooBusyError, trouble_text

KEPT_MOST = 60
"""Trainings that are kept at most; then one has to be deleted."""

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

    @property
    def going(self) -> bool:
        """Whether it goes on."""
        return self.state in ("preparing", "learning")

    @property
    def file(self) -> Path:
        """What it is in the end."""
        return kept_path(self.name)

    @property
    def players(self) -> list[tuple[str, str]]:
        """What can be played: its name in words, and the player's text."""
        found = [
            (f"after {each} second{'s' * (each > 1)}", f"learned:@{path.stem}")
            for each in KEPT
            if (path := kept_as(self.file, each)).exists()
        ]
        if self.file.exists():
            after = f", after {self.curve[-1].seconds:,.0f} s" if self.curve else ""
            found.append((f"in the end{after}", f"learned:@{self.name}"))
        return found

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
        self._lock = threading.Lock()

    def start(self) -> None:
        """Let players be called by what is kept in the folder."""
        keep_in(self._folder)

    def close(self) -> None:
        """End the training that goes on: the server ends."""
        if self._child is not None:
            self._child[0].terminate()
            self._child[0].join()

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
            if self._path(name).exists() or kept_path(name).exists():
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
        threading.Thread(target=self._listen, args=(lesson, child, here), daemon=True).start()
        return lesson

    def stop(self, lesson: Lesson) -> None:
        """End a training, and keep what it has learned."""
        if lesson is self._going and self._child is not None:
            with suppress(OSError):
                self._child[1].send("stop")

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
            raise ConflictError("it is learning now: stop it first")
        for path in (lesson.file, *(kept_as(lesson.file, each) for each in KEPT)):
            path.unlink(missing_ok=True)
        self._path(lesson.name).unlink(missing_ok=True)

    def _listen(self, lesson: Lesson, child: Any, told: Connection) -> None:
        """Note what the process tells, until it ends."""
        state: State = "failed"
        problem = "its process ended"
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
                lesson.state = "stopped"
            lesson.problem = data["problem"]
            for each in data["curve"]:
                lesson.curve.append(Progress(**{**each, "sample": tuple(each["sample"])}))
            lesson.marks = [Compared(**each) for each in data["marks"]]
            return lesson
        except (OSError, ValueError, KeyError, TypeError, PlygroundError):
            return None


def name_for(game: Game, taken: Callable[[str], bool]) -> str:
    """A name that is free, such as connect4-2."""
    stem = re.sub(r"[^A-Za-z0-9]+", "-", game.name).strip("-")[:30] or "game"
    number = 1
    while taken(f"{stem}-{number}"):
        number += 1
    return f"{stem}-{number}"


def _learn(there: Connection, game: Game, file: Path, seconds: float, seed: int) -> None:
    """What the process does: it learns, reports, and ends when asked to or left alone."""
    control = Control()

    def obey() -> None:
        with suppress(EOFError, OSError):
            there.recv()
        control.stop()

    threading.Thread(target=obey, daemon=True).start()
    end: tuple[State, str] = "finished", ""
    try:
        attend_politely(game, file, seconds, seed, control, there.send)
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
