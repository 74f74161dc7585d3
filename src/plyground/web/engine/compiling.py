"""`Compiling`: knows which games answer at once, and compiles the others.

A game with a module answers at once (see `position.home`), and the boards of this package's games
are drawn without one. What else a visitor waits for is compiled, one game at a time, part by part:
by a separate process (see `warm`), so that the server goes on answering and then loads the code
from disk, which takes a moment. Waiting addresses, and their visitors, take turns. The process
starts when a visitor waits, and ends a minute after the last. Without it, the server compiles.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import Future, InvalidStateError
from contextlib import nullcontext, suppress
from functools import lru_cache
from pickle import PicklingError
from typing import Any

from plyground.games.registry import game_class, game_names
from plyground.kernel import CompileError, cache, compile_error, is_native, natively
from plyground.kernel.compiler import COMPILES
from plyground.position import Game, PlygroundError
from plyground.position.home import home_of
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.warm import STEPS, Part, encoded, steps_until
from plyground.web.engine.work import Workers, client
from plyground.web.errors import EndedError

_PATIENCE = 1.0  # seconds that the process and the thread get to end
_IDLE = 60.0  # seconds that the process waits for more


def channel(game: Game) -> str:
    """The channel of the hub for the progress of a game.

    Its events are "compiling", with what `Compiling.progress` gives as JSON, and "failed", with a
    message.
    """
    return "compile:" + "-".join([game.name, *map(str, game.values.values())])


class _Wish:
    """A visitor waits until this many steps of a game are done."""

    def __init__(self, game: Game, steps: int, visitor: str) -> None:
        self.game, self.steps = game, steps
        self.by = (client.get().address, client.get().key(visitor))
        self.granted: Future[None] = Future()

    def grant(self, error: BaseException | None = None) -> None:
        with suppress(InvalidStateError):  # nobody is waiting now
            if error is None:
                self.granted.set_result(None)
            else:
                self.granted.set_exception(error)


class Compiling:
    """Compiles games in a thread of its own, one step after the other."""

    def __init__(self, hub: Hub, workers: Workers, *, apart: bool = False) -> None:
        """With `apart` a separate process compiles."""
        self._hub = hub
        self._workers = workers
        self._apart = apart
        self._done: Counter[Game] = Counter()  # steps
        self._wishes: list[_Wish] = []
        self._served: Counter[str] = Counter()  # steps, by addresses and visitors who wait
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._changed = threading.Condition()

    def close(self) -> None:
        """Stop. Everyone who waits gets an error."""
        with self._changed:
            self._closed = True
            for wish in self._wishes:
                wish.grant(EndedError("Plyground is closing"))
            self._wishes.clear()
            self._changed.notify_all()
        process = self._process
        if process is not None:
            process.kill()
        if self._thread is not None:
            self._thread.join(_PATIENCE)
        if process is not None:
            _close(process)

    def is_ready(self, game: Game, part: Part = "players") -> bool:
        """Whether this process can use a part of a game at once."""
        drawn = part == "board" and game.rules.runs_in_python and not is_native()
        answered = drawn or home_of(game.rules) is not None
        return answered or self._done[game] >= steps_until(part)

    def progress(self, game: Game) -> dict[str, Any]:
        """The progress of a game: steps "done" "of" all, the same in "words", the "parts" ready."""
        parts = dict.fromkeys(part for part, _ in STEPS)
        done, of = self._done[game], len(STEPS)
        return {
            "done": done,
            "of": of,
            "words": f"Getting the game ready, once on this computer: step {done + 1} of {of} ...",
            "parts": [part for part in parts if self.is_ready(game, part)],
        }

    async def ready(self, visitor: str, game: Game, part: Part = "players") -> None:
        """Compile a part of a game, and wait until it is ready.

        Unless it is a default game it counts as the visitor's work, and TooBusyError is raised as
        by `Workers.run`. Raises PlygroundError if the rules do not compile. Cancelling this
        withdraws the request.
        """
        if self.is_ready(game, part):
            return
        usual = game in default_games()
        with nullcontext() if usual else self._workers.counted(visitor):
            wish = _Wish(game, steps_until(part), visitor)
            with self._changed:
                if self._closed:
                    raise EndedError("Plyground is closing")
                self._wishes.append(wish)
                self._awake()
            await asyncio.wrap_future(wish.granted)

    def _awake(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="compiling", daemon=True)
            self._thread.start()
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                game = self._next()
                while game is None and not self._closed:
                    if not self._changed.wait(_IDLE):
                        self._end_process()
                    game = self._next()
                if game is None or self._closed:
                    return
            self._do_apart(game, self._done[game])
            if not self._closed:
                self._do(game)

    def _next(self) -> Game | None:
        """The game to compile next. Waiting addresses, and their visitors, take turns."""
        self._grant()
        if not self._wishes:
            self._served.clear()
            return None
        wish = min(self._wishes, key=lambda each: [self._served[by] for by in each.by])
        self._served.update(wish.by)
        return wish.game

    def _grant(self) -> None:
        """Let those go on whose steps are done, and forget those who wait no more."""
        for wish in list(self._wishes):
            if wish.granted.cancelled() or self._done[wish.game] >= wish.steps:
                self._wishes.remove(wish)
                wish.grant()

    def _do(self, game: Game) -> None:
        """Do the next step of a game here; what the process did is on disk."""
        step = self._done[game]
        try:
            with natively():
                STEPS[step][1](game)
        except Exception as error:
            self._fail(game, error)
            return
        with self._changed:
            self._done[game] = step + 1
        self._hub.publish(channel(game), Event("compiling", json.dumps(self.progress(game))))

    def _fail(self, game: Game, error: Exception) -> None:
        if isinstance(error, CompileError):
            reason = compile_error(error)
            error = PlygroundError(f"the rules of {game.title} do not compile: {reason}")
        elif not isinstance(error, PlygroundError):
            reason = " ".join(str(error).split())
            error = PlygroundError(f"{game.title} cannot be used: {type(error).__name__}: {reason}")
        with self._changed:
            for wish in [each for each in self._wishes if each.game == game]:
                self._wishes.remove(wish)
                wish.grant(error)
        self._hub.publish(channel(game), Event("failed", str(error)))

    def _do_apart(self, game: Game, step: int) -> None:
        """Let the other process do a step if it can."""
        if self._process is None and self._apart and COMPILES and cache.writable():
            self._process = _started()
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return
        try:
            process.stdin.write(encoded(game, step))
            process.stdin.flush()
            answer = process.stdout.readline()
        except (PicklingError, AttributeError, TypeError):  # a class that cannot be sent
            return
        except OSError:
            answer = ""
        if not answer and not self._closed:
            self._end_process()

    def _end_process(self) -> None:
        """End the process, which gives its memory back; the next who waits starts another."""
        process, self._process = self._process, None
        if process is not None:
            _close(process)


@lru_cache(maxsize=1)
def default_games() -> tuple[Game, ...]:
    """The games that are installed, with their usual parameters."""
    games = []
    for name in game_names():
        with suppress(PlygroundError):  # the list of games says why one does not load
            games.append(game_class(name)())
    return tuple(games)


def _started() -> subprocess.Popen[str] | None:
    """The process that compiles; None if none can be started."""
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NEW_PROCESS_GROUP
    try:
        return subprocess.Popen(
            [sys.executable, "-P", "-m", "plyground.web.engine.warm"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            creationflags=flags,
        )
    except OSError:
        return None


def _close(process: subprocess.Popen[str]) -> None:
    process.kill()
    with suppress(OSError), process:  # which closes its pipes and waits for it
        pass
