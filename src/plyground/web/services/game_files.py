"""`GameFiles`: games from Python files, which the app offers while their authors write them.

The files are those that the person who started the app named, and those in the folder `games` of
its data. Each is tried apart, in a process that may be ended, before its rules are taken: a file
may loop for ever or be damaged. If there is a fault, the rules from before stay in use, also when
the app starts again.

One file is tried at a time. A trial has seconds of the processor and not of the clock, so that a
busy computer makes no file faulty. One that takes them all is tried once more, with four times as
many, after the others; one that the system ended, or that waits, some times more.
"""

from __future__ import annotations

import asyncio
import enum
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plyground.games.registry import kept_copy, offer, offer_again, remember, withdraw
from plyground.players.confine import within
from plyground.position import Game, PlygroundError
from plyground.position.faults import without_help
from plyground.sums import sealed, unsealed, write_whole

_log = logging.getLogger(__name__)

FOLDER = "games"
"""The folder of the app's data with games."""

_KEPT = "game-rules"  # the folder with the rules that games in progress began with
_GLANCE = 0.5  # seconds between two looks at the files
_LAST = "in-use.json"  # in that folder: the rules in use by the path of their file
_USED = "used"  # what the data in it is called
_TRIALS = (30, 120)  # seconds of the processor that a trial may take, the first time and the second
_PATIENCE = 120.0  # seconds after which a trial that may be waiting for something is begun again
_TIMES = 5  # that such a trial is begun
_LINES = 6  # of a fault that are shown


class _Unsure(enum.Enum):
    """Why a trial came to no end: what is said if it does not when it is repeated either."""

    SLOW = (
        f"{{}} is still at work after {_TRIALS[-1]} seconds of the processor. Perhaps a loop in it "
        "does not end. It is tried again when it is saved."
    )
    WAITING = (
        f"{{}} was tried {_TIMES} times. Each time the system ended it, or it did not get on: "
        "perhaps the computer is busy, or the file waits for something. It is tried again when it "
        "is saved."
    )


@dataclass
class GameFile:
    """A file with a game: what is offered from it, and what is wrong with it as it is now."""

    path: Path
    game: type[Game] | None = None
    fault: str = ""
    help: str = ""
    """The name of the fault in `position.fault_table`; empty if it is none of those."""
    unsure: bool = False
    """Whether no trial came to an end, so that `fault` says no more than that."""
    trying: bool = True
    seen: tuple[int, int] = (0, 0)
    """When it was changed and its size, as of the last trial."""

    @property
    def source(self) -> str:
        """Its text as it is now."""
        with suppress(OSError, UnicodeDecodeError):
            return self.path.read_text("utf-8")
        return ""


class GameFiles:
    """The files with games, watched for changes."""

    def __init__(self, named: Iterable[Path], data: Path, changed: Callable[[Game], None]) -> None:
        """`changed` is called with each game that has new rules."""
        self._named = [path.absolute() for path in named]
        self._folder, self._kept = data / FOLDER, data / _KEPT
        self._changed = changed
        self._files: dict[Path, GameFile] = {}
        self._task: asyncio.Task[None] | None = None
        self._tasks: dict[Path, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()
        self._trials: set[subprocess.Popen[str]] = set()
        self._last = _in_use(self._kept / _LAST)
        remember(self._kept)

    @property
    def folder(self) -> Path:
        """Where games can be put while the app runs."""
        return self._folder

    @property
    def all(self) -> list[GameFile]:
        """The files, those that were named first."""
        return list(self._files.values())

    def start(self) -> None:
        """Try the files and watch them, in the background, and make their folder if possible."""
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        """Stop watching, end a trial, and take the games back."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for trial in list(self._trials):
            trial.kill()
        for task in list(self._tasks.values()):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        for file in self.all:
            self._take_back(file)

    async def look(self) -> None:
        """Begin to try all files that are new or have changed, and forget those that are gone."""
        present = self._named + await asyncio.to_thread(self._in_folder)
        for path in present:
            if path not in self._files:
                file = self._files[path] = GameFile(path)
                await self._take_up(file)
        for path in [each for each in self._files if each not in present]:
            self._take_back(self._files.pop(path))
        for file in self.all:
            if file.path not in self._tasks:
                seen = await asyncio.to_thread(_stamp, file.path)
                if seen != file.seen:
                    file.seen, file.trying = seen, True
                    task = asyncio.get_running_loop().create_task(self._try(file))
                    self._tasks[file.path] = task

    async def _watch(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(_GLANCE)

    async def _take_up(self, file: GameFile) -> None:
        """Offer what was in use when the app ran before, until the file has been tried."""
        copy = self._last.get(str(file.path))
        if copy is None:
            return
        with suppress(PlygroundError):  # made by another version, or lost: the trial goes on
            self._offer(file, await asyncio.to_thread(offer_again, file.path, self._kept / copy))

    async def _try(self, file: GameFile) -> None:
        try:
            slow = waiting = 0
            fault: str | _Unsure = ""
            while slow < len(_TRIALS) and waiting < _TIMES:
                async with self._turn:
                    fault = await asyncio.to_thread(self._fault, file, _TRIALS[slow])
                if await asyncio.to_thread(_stamp, file.path) != file.seen:
                    return  # `look` begins again
                slow += fault is _Unsure.SLOW
                waiting += fault is _Unsure.WAITING
                if not isinstance(fault, _Unsure):
                    break
            file.unsure = isinstance(fault, _Unsure)
            said = fault.value.format(file.path.name) if isinstance(fault, _Unsure) else fault
            await self._take(file, said)
            file.trying = False
        finally:
            self._tasks.pop(file.path, None)

    async def _take(self, file: GameFile, fault: str) -> None:
        """Offer a file that was tried, unless it has a fault."""
        file.fault, file.help = without_help(fault)
        if file.fault:
            return
        try:
            self._offer(file, await asyncio.to_thread(offer, file.path, self._kept))
        except PlygroundError as error:
            file.fault, file.help = without_help(str(error).replace(str(file.path), file.path.name))
            return
        if not file.fault:
            await asyncio.to_thread(self._keep)

    def _offer(self, file: GameFile, found: type[Game]) -> None:
        game = found()
        others = [each for each in self.all if each is not file and each.game is not None]
        if any(each.game.name == found.name for each in others if each.game):
            file.fault = f"another file has a game called {found.name}: change one of the names"
            return
        if file.game is not None and file.game.name != found.name:
            withdraw(file.game.name)
        if file.game is not found:
            file.game = found
            self._changed(game)

    def _fault(self, file: GameFile, seconds: int) -> str | _Unsure:
        """What is wrong in a file, found in another process without compiling; empty if nothing.

        Nobody knows if that takes longer than these seconds of the processor, or the file changes.
        """
        path = file.path
        command = [sys.executable, "-P", "-m", "plyground", "check", str(path)]
        try:
            trial = subprocess.Popen(
                within(command, processor=seconds),
                env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
            )
        except OSError as error:
            return f"{path.name} cannot be tried: {error.strerror or error}"
        self._trials.add(trial)
        latest = time.monotonic() + _PATIENCE
        with trial:
            while True:
                try:
                    said, _ = trial.communicate(timeout=_GLANCE)
                    break
                except subprocess.TimeoutExpired:
                    if time.monotonic() > latest or _stamp(path) != file.seen:
                        trial.kill()
                        trial.communicate()
                        self._trials.discard(trial)
                        return _Unsure.WAITING
            self._trials.discard(trial)
        if trial.returncode == 0:
            return ""
        if sys.platform != "win32" and trial.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            slow = trial.returncode == -signal.SIGXCPU  # else the system needed memory
            return _Unsure.SLOW if slow else _Unsure.WAITING
        lines = [line.removeprefix("plyground: ") for line in said.splitlines() if line.strip()]
        return (
            "\n".join(lines[-_LINES:]).replace(str(path), path.name)
            or f"{path.name} ended with exit code {trial.returncode}"
        )

    def _keep(self) -> None:
        """Keep which rules are in use."""
        used = {str(each.path): kept_copy(each.game) for each in self.all if each.game is not None}
        self._last |= used
        with suppress(OSError):  # a full disk: then the next start knows less
            write_whole(self._kept / _LAST, sealed({_USED: self._last}).encode())

    def _in_folder(self) -> list[Path]:
        with suppress(OSError):
            return sorted(path.absolute() for path in self._folder.glob("*.py"))
        return []

    def _take_back(self, file: GameFile) -> None:
        if file.game is not None:
            withdraw(file.game.name)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return (-1, -1)
    return (found.st_mtime_ns, found.st_size)


def _in_use(file: Path) -> dict[str, str]:
    """The rules in use when the app ran before: the names of copies by the paths of files."""
    try:
        names = unsealed(file.read_bytes(), [_USED]).get(_USED, {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        _log.warning("%s: %s; it is made again", file, error)
        return {}
    return {path: Path(name).name for path, name in names.items()}
