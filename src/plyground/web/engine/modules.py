"""`Modules`: the engines of games for pages, ready or being made in the background.

A page needs the WebAssembly module of its game. Those that come with the package or were made
before are read in a moment; another one takes up to a minute. It is made in a process of low
priority, one at a time for all who ask; until then the server thinks for the page.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from plyground.browser import scripts
from plyground.browser.data import page_game
from plyground.browser.modules import engine_module, module_at_hand, why_no_page
from plyground.position import CannotError, Game

_KEPT_MOST = 64  # games; a module has 20 to 150 kB

_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class PageEngine:
    """What a page needs to play a game: the `module`, compressed by gzip, and the `data` (see
    `page_game`). Another module, other data or other scripts have another `key`.
    """

    key: str
    module: bytes
    data: dict[str, Any]


class Modules:
    """The engines that are ready; its own thread reads or makes the others."""

    def __init__(self) -> None:
        self._ready: OrderedDict[Game, PageEngine | str] = OrderedDict()  # or why it has none
        self._wanted: dict[Game, list[Callable[[], None]]] = {}
        self._last: set[Game] = set()  # wanted by nobody who is known
        self._present: list[Game] = []
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closed = False

    def ready(self, game: Game) -> PageEngine | None:
        """The engine of a game; None if it is not ready, or if the game cannot have one."""
        found = self._ready.get(game)
        return found if isinstance(found, PageEngine) else None

    def refusal(self, game: Game) -> str:
        """Why a game cannot have an engine; empty if it can, or if nobody knows yet."""
        found = self._ready.get(game)
        return found if isinstance(found, str) else ""

    def read(self, games: list[Game]) -> None:
        """Get the engines of games ready that need not be made."""
        with self._changed:
            self._present += games
            self._awake()

    def want(self, game: Game, then: Callable[[], None], *, last: bool = False) -> None:
        """Get the engine of a game ready, then call `then` in the thread of this object.

        With `last` it is made after the others. Nothing is called for a game that is ready, or that
        cannot have an engine.
        """
        with self._changed:
            if game in self._ready:
                return
            if not last:
                self._last.discard(game)
            elif game not in self._wanted:
                self._last.add(game)
            self._wanted.setdefault(game, []).append(then)
            self._awake()

    def close(self) -> None:
        """End the thread. A process that makes a module ends soon after this one."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _awake(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._work, name="modules", daemon=True)
            self._thread.start()
        self._changed.notify()

    def _work(self) -> None:
        while True:
            with self._changed:
                while not (self._wanted or self._present or self._closed):
                    self._changed.wait()
                if self._closed:
                    return
                present = bool(self._present)
                game = self._present.pop(0) if present else min(self._wanted, key=self._is_last)
            found = _found(game, module_at_hand if present else _made)
            if found is not None:
                self._keep(game, found)

    def _is_last(self, game: Game) -> bool:
        return game in self._last

    def _keep(self, game: Game, found: PageEngine | str) -> None:
        with self._changed:
            self._ready[game] = found
            while len(self._ready) > _KEPT_MOST:
                self._ready.popitem(last=False)
            waiting = self._wanted.pop(game, [])
            self._last.discard(game)
        for then in waiting if isinstance(found, PageEngine) else ():
            then()


def _made(game: Game) -> bytes:
    if reason := why_no_page(game):  # in seconds
        raise CannotError(f"{game.title} cannot be played in a page: {reason}")
    return engine_module(game, gives_way=True)


def _found(game: Game, find: Callable[[Game], bytes | None]) -> PageEngine | str | None:
    """The engine of a game by a function that finds its module, or why it cannot have one."""
    try:
        module = find(game)
        return None if module is None else _engine(game, module)
    except CannotError as error:
        return str(error)
    except Exception as error:  # the server plays such a game as well
        _log.error("the engine of %s for pages cannot be made", game.title, exc_info=error)
        return f"{game.title} cannot be played in a page: its engine could not be made"


def _engine(game: Game, module: bytes) -> PageEngine:
    data = page_game(game)
    digest = hashlib.sha256(module)
    digest.update(json.dumps(data).encode())
    digest.update(scripts.seal().encode())
    return PageEngine(digest.hexdigest()[:16], module, data)
