"""`GameFiles`: games from Python files, which the app offers while their authors write them.

The files are those that the person who started the app named, and those in the folder `games` of
its data. Each is tried apart, in a process that may be ended, before its rules are taken: a file
may loop for ever or be damaged. If there is a fault, the rules from before stay in use.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plyground.games.registry import offer, remember, withdraw
from plyground.position import Game, PlygroundError
from plyground.position.faults import without_help

FOLDER = "games"
"""The folder of the app's data with games."""

_KEPT = "game-rules"  # the folder with the rules that games in progress began with
_GLANCE = 0.5  # seconds between two looks at the files
_TRIAL = 30.0  # seconds that a trial may take
_LINES = 6  # of a fault that are shown


@dataclass
class GameFile:
    """A file with a game: what is offered from it, and what is wrong with it as it is now."""

    path: Path
    game: type[Game] | None = None
    fault: str = ""
    help: str = ""
    """The name of the fault in `position.fault_table`; empty if it is none of those."""
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
        self._trials: set[subprocess.Popen[str]] = set()
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
        for trial in self._trials:
            trial.kill()
        for file in self.all:
            self._take_back(file)

    async def look(self) -> None:
        """Try all files that are new or have changed, and forget those that are gone."""
        present = self._named + await asyncio.to_thread(self._in_folder)
        for path in present:
            self._files.setdefault(path, GameFile(path))
        for path in [each for each in self._files if each not in present]:
            self._take_back(self._files.pop(path))
        await asyncio.gather(*map(self._try_if_changed, self.all))

    async def _try_if_changed(self, file: GameFile) -> None:
        seen = await asyncio.to_thread(_stamp, file.path)
        if seen != file.seen:
            file.seen, file.trying = seen, True
            await self._try(file)
            file.trying = False

    async def _watch(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(_GLANCE)

    async def _try(self, file: GameFile) -> None:
        fault = await asyncio.to_thread(self._fault, file.path)
        file.fault, file.help = without_help(fault)
        if file.fault:
            return
        try:
            found = await asyncio.to_thread(offer, file.path, self._kept)
            game = found()
        except PlygroundError as error:
            file.fault, file.help = without_help(str(error).replace(str(file.path), file.path.name))
            return
        others = [each for each in self.all if each is not file and each.game is not None]
        if any(each.game.name == found.name for each in others if each.game):
            file.fault = f"another file has a game called {found.name}: change one of the names"
            return
        if file.game is not None and file.game.name != found.name:
            withdraw(file.game.name)
        file.game = found
        self._changed(game)

    def _fault(self, path: Path) -> str:
        """What is wrong in a file, found in another process without compiling; empty if nothing."""
        try:
            trial = subprocess.Popen(
                [sys.executable, "-P", "-m", "plyground", "check", str(path)],
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
        with trial:
            try:
                said, _ = trial.communicate(timeout=_TRIAL)
            except subprocess.TimeoutExpired:
                trial.kill()
                trial.communicate()
                return f"{path.name} was still at work after {_TRIAL:.0f} s: does it loop for ever?"
            finally:
                self._trials.discard(trial)
        if trial.returncode == 0:
            return ""
        lines = [line.removeprefix("plyground: ") for line in said.splitlines() if line.strip()]
        return (
            "\n".join(lines[-_LINES:]).replace(str(path), path.name)
            or f"{path.name} ended with exit code {trial.returncode}"
        )

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
