"""`Compiling`: knows which games are compiled, and compiles the others.

A separate process (see `warm`) compiles, so that the server goes on answering. The server then
loads the code from disk, which takes a moment. The default games are compiled at start, part by
part, and the rules of the standard ones in other sizes, whose computers think in pages; a game that
a visitor waits for comes before them. While the process is at a default game,
the server itself compiles the first step, the rules, for whoever waits: that is half a second, and
what the process does may be several. Without the process, the server compiles all on request.
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

from plyground.browser.modules import standard_games
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
    """Compiles games; its own thread does one step after the other, and a second one first steps
    while the process is at a default game.
    """

    def __init__(self, hub: Hub, workers: Workers) -> None:
        self._hub = hub
        self._workers = workers
        self._done: Counter[Game] = Counter()  # steps
        self._defaults: dict[Game, int] = {}  # the steps to do when nobody waits
        self._wishes: list[_Wish] = []
        self._served: Counter[str] = Counter()  # steps, by addresses and visitors who wait
        self._process: subprocess.Popen[str] | None = None
        self._default: Game | None = None  # the process compiles it, and nobody waits for that
        self._here: Game | None = None  # its first step is done by the second thread
        self._threads: list[threading.Thread] = []
        self._closed = False
        self._changed = threading.Condition()

    def start(self) -> None:
        """Start the process, and compile the default games in it."""
        if not COMPILES or not cache.writable():
            return  # it could not hand over what it compiles
        self._process = _started()
        if self._process is not None:
            with self._changed:
                # The first page asks for the rules of the usual games: these come before all here.
                usual = default_games()
                others = [game for game in standard_games() if game not in usual]
                self._defaults = dict.fromkeys(others, steps_until("board"))
                self._defaults |= dict.fromkeys(usual, len(STEPS))
                self._awake()

    def adopt(self, game: Game) -> None:
        """Compile a game that has come later, when nobody waits for another."""
        with self._changed:
            if self._process is not None and not self._closed:
                self._defaults[game] = len(STEPS)
                self._awake()

    def close(self) -> None:
        """Stop. Everyone who waits gets an error."""
        with self._changed:
            self._closed = True
            for wish in self._wishes:
                wish.grant(PlygroundError("Plyground is closing"))
            self._wishes.clear()
            self._changed.notify_all()
        process = self._process
        if process is not None:
            process.kill()
        for thread in self._threads:
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

    def expect(self, game: Game) -> None:
        """Compile the rules of a default game before the others: a page shows its board."""
        with self._changed:
            later = game in self._defaults and not self._done[game]
            if later and not self._closed and all(each.game != game for each in self._wishes):
                self._wishes.append(_Wish(game, steps_until("board"), ""))
                self._awake()

    def _awake(self) -> None:
        if not self._threads:
            for name, work in (("compiling", self._work), ("rules", self._work_beside)):
                self._threads.append(threading.Thread(target=work, name=name, daemon=True))
                self._threads[-1].start()
        self._changed.notify_all()

    def _work(self) -> None:
        while True:
            with self._changed:
                game = self._next()
                while game is None and not self._closed:
                    self._changed.wait()
                    game = self._next()
                if game is None or self._closed:
                    return
                self._default = None if any(each.game == game for each in self._wishes) else game
                self._changed.notify_all()
            self._do_apart(game, self._done[game])
            with self._changed:
                self._default = None
                if self._closed:
                    return
            self._do(game)

    def _work_beside(self) -> None:
        while True:
            with self._changed:
                self._here = self._held_up()
                while self._here is None and not self._closed:
                    self._changed.wait()
                    self._here = self._held_up()
                if self._here is None or self._closed:
                    return
                game = self._here
            self._do(game)
            with self._changed:
                self._here = None
                self._grant()
                self._changed.notify_all()

    def _held_up(self) -> Game | None:
        """A game that a visitor waits for, of which nothing is done, while the process is at a
        default game.
        """
        games = [each.game for each in self._wishes if not self._done[each.game]]
        at = self._default
        return None if at is None or at in games else next(iter(games), None)

    def _next(self) -> Game | None:
        """The game to compile next: first those that visitors wait for, then the default games.

        Waiting addresses, and their visitors, take turns.
        """
        self._grant()
        wishes = [each for each in self._wishes if each.game != self._here]
        if wishes:
            wish = min(wishes, key=lambda each: [self._served[by] for by in each.by])
            self._served.update(wish.by)
            return wish.game
        if self._wishes:
            return None
        self._served.clear()
        if self._process is None:  # gone: compiling here when nobody waits would only be in the way
            return None
        left = [game for game, steps in self._defaults.items() if self._done[game] < steps]
        return min(left, key=self._done.__getitem__, default=None)

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
            self._defaults.pop(game, None)
            for wish in [each for each in self._wishes if each.game == game]:
                self._wishes.remove(wish)
                wish.grant(error)
        self._hub.publish(channel(game), Event("failed", str(error)))

    def _do_apart(self, game: Game, step: int) -> None:
        """Let the other process do a step if it can."""
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
