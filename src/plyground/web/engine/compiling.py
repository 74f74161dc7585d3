"""`Compiling`: knows which games are compiled, and compiles the others.

A separate process (see `warm`) compiles, so that the server goes on answering. The server then
loads the code from disk, which takes a moment. The default games are compiled at start, part by
part; a game that a visitor waits for comes before them. Without the process, the server compiles on
request.
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
from plyground.kernel import CompileError, cache, compile_error
from plyground.kernel.compiler import COMPILES
from plyground.position import Game, PlygroundError
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.warm import STEPS, Part, encoded, steps_until
from plyground.web.engine.work import Workers, client

_PATIENCE = 1.0  # seconds that the process and the thread get to end


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
    """Compiles games; its own thread does one step after the other."""

    def __init__(self, hub: Hub, workers: Workers) -> None:
        self._hub = hub
        self._workers = workers
        self._done: Counter[Game] = Counter()  # steps
        self._defaults: list[Game] = []
        self._wishes: list[_Wish] = []
        self._served: Counter[str] = Counter()  # steps, by addresses and visitors who wait
        self._process: subprocess.Popen[str] | None = None
        self._thread: threading.Thread | None = None
        self._closed = False
        self._changed = threading.Condition()

    def start(self) -> None:
        """Start the process, and compile the default games in it."""
        if not COMPILES or not cache.writable():
            return  # it could not hand over what it compiles
        self._process = _started()
        if self._process is not None:
            with self._changed:
                self._defaults = list(default_games())
                self._awake()

    def close(self) -> None:
        """Stop. Everyone who waits gets an error."""
        with self._changed:
            self._closed = True
            for wish in self._wishes:
                wish.grant(PlygroundError("Plyground is closing"))
            self._wishes.clear()
            self._changed.notify()
        process, thread = self._process, self._thread
        if process is not None:
            process.kill()
        if thread is not None:
            thread.join(_PATIENCE)
        if process is not None:
            _close(process)

    def is_ready(self, game: Game, part: Part = "players") -> bool:
        """Whether this process can use a part of a game at once."""
        return self._done[game] >= steps_until(part)

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
                    raise PlygroundError("Plyground is closing")
                self._wishes.append(wish)
                self._awake()
            await asyncio.wrap_future(wish.granted)

    def _awake(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="compiling", daemon=True)
            self._thread.start()
        self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                game = self._next()
                while game is None and not self._closed:
                    self._changed.wait()
                    game = self._next()
            if game is None or self._closed:
                return
            self._do(game)

    def _next(self) -> Game | None:
        """The game to compile next: first those that visitors wait for, then the default games.

        Waiting addresses, and their visitors, take turns.
        """
        for wish in list(self._wishes):
            if wish.granted.cancelled() or self._done[wish.game] >= wish.steps:
                self._wishes.remove(wish)
                wish.grant()
        if self._wishes:
            wish = min(self._wishes, key=lambda each: [self._served[by] for by in each.by])
            self._served.update(wish.by)
            return wish.game
        self._served.clear()
        if self._process is None:  # gone: compiling here when nobody waits would only be in the way
            return None
        least = min((self._done[game] for game in self._defaults), default=len(STEPS))
        return next(
            (game for game in self._defaults if self._done[game] == least < len(STEPS)), None
        )

    def _do(self, game: Game) -> None:
        """Do the next step of a game: in the process, and then here, from disk."""
        step = self._done[game]
        self._do_apart(game, step)
        if self._closed:
            return
        try:
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
            if game in self._defaults:
                self._defaults.remove(game)
            for wish in [each for each in self._wishes if each.game == game]:
                self._wishes.remove(wish)
                wish.grant(error)
        self._hub.publish(channel(game), Event("failed", str(error)))

    def _do_apart(self, game: Game, step: int) -> None:
        """Let the other process do a step if it can; else do it here."""
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
            self._process = None
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
