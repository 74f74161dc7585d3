"""`Tended`: what visitors have started and watch, such as simulations and experiments.

All of it lives in memory. How much may go on at once is limited by visitor and by address; what has
ended is forgotten after a while.
"""

from __future__ import annotations

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from plyground.search import Control
from plyground.web.engine.clock import Clock
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Workers, client
from plyground.web.errors import TooBusyError


@contextmanager
def limited(control: Control, seconds: float, too_long: Callable[[], None]) -> Iterator[None]:
    """Stop what takes longer, and call `too_long` first."""

    def end() -> None:
        too_long()
        control.stop()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


async def rest(clock: Clock, seconds: float, hurry: asyncio.Event) -> None:
    """Wait so many seconds, unless someone is in a hurry."""
    waits: list[asyncio.Task[Any]] = [
        asyncio.create_task(clock.sleep(seconds)),
        asyncio.create_task(hurry.wait()),
    ]
    try:
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for each in waits:
            each.cancel()


State = Literal["reading", "waiting", "preparing", "running", "finished", "stopped", "failed"]


class Started(ABC):
    """What a visitor has started."""

    what: ClassVar[str]
    state: State

    def __init__(self, id_: str, owner: str, clock: Clock) -> None:
        self.id, self.owner, self.clock = id_, owner, clock
        self.asked_by = client.get()
        self.problem = ""
        self.ended_at: float | None = None
        self.version = 0

    @property
    def channel(self) -> str:
        """The channel of its events."""
        return f"{self.what} {self.id}"

    @property
    def ended(self) -> bool:
        """Whether nothing more is done, for now."""
        return self.ended_at is not None

    @abstractmethod
    def stop(self) -> None:
        """End it, and keep what there is."""

    def _end(self, state: State) -> None:
        self.state = state
        self.ended_at = self.clock.now()


T = TypeVar("T", bound=Started)


@dataclass(frozen=True)
class Most:
    """How many may go on at once, and how many are kept."""

    what: str  # in words, such as "simulations"
    each: int  # of a visitor, or of all visitors from an address without a cookie
    address: int  # of all visitors from one address
    all: int  # of all visitors together
    kept: int  # going on or ended; beyond that, the oldest ended ones are forgotten
    seconds: float  # for which one that has ended can still be viewed
    full: str  # what is said to a visitor who has as many as one may have


class Tended(Generic[T]):
    """All of a kind, by their ids."""

    def __init__(
        self, most: Most, hub: Hub, workers: Workers, clock: Clock, sweeping: float
    ) -> None:
        """`sweeping` is the number of seconds between two looks at what to stop or forget."""
        self.clock = clock
        self._hub = hub
        self._workers = workers
        self._most = most
        self._sweeping = sweeping
        self._all: dict[str, T] = {}
        self._tasks: dict[asyncio.Task[None], str] = {}  # and what each works at

    def start(self) -> None:
        """Start to look after them, in the running loop."""
        self._spawn(self._tend(), "")

    async def close(self) -> None:
        """Stop all: the server ends."""
        for each in self._all.values():
            each.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def get(self, id_: str) -> T | None:
        """The one of that id, if it is not forgotten."""
        return self._all.get(id_)

    def of(self, owner: str) -> list[T]:
        """Those that a visitor started, the latest first."""
        return [each for each in reversed(self._all.values()) if each.owner == owner]

    async def forget(self, owner: str) -> None:
        """Stop and drop those that a visitor started."""
        mine = {each.id: each for each in self.of(owner)}
        for each in mine.values():
            each.stop()
        await asyncio.gather(
            *(task for task, id_ in self._tasks.items() if id_ in mine), return_exceptions=True
        )
        for id_ in mine:
            self._all.pop(id_, None)

    def sweep(self, now: float) -> None:
        """Forget what ended long ago."""
        for each in list(self._all.values()):
            if each.ended_at is not None and now - each.ended_at > self._most.seconds:
                del self._all[each.id]

    def _require_room(self, asked: T) -> None:
        """Raise TooBusyError if too many are going on."""
        most, going = self._most, [each for each in self._all.values() if not each.ended]
        by, address = asked.asked_by.key(asked.owner), asked.asked_by.address
        if sum(each.asked_by.key(each.owner) == by for each in going) >= most.each:
            raise TooBusyError(most.full)
        neighbours = sum(each.asked_by.address == address for each in going)
        if neighbours >= most.address or len(going) >= most.all:
            raise TooBusyError(f"too many {most.what} are going on: try again when some have ended")

    def _begin(self, started: T, work: Coroutine[Any, Any, None]) -> None:
        """Keep it, and let it go on."""
        for each in [each for each in self._all.values() if each.ended]:
            if len(self._all) >= self._most.kept:
                del self._all[each.id]
        self._all[started.id] = started
        self._spawn(work, started.id)

    def _publish(self, started: T, events: Iterable[Event]) -> None:
        for event in events:
            self._hub.publish(started.channel, event)

    async def _tend(self) -> None:
        while True:
            await self.clock.sleep(self._sweeping)
            self.sweep(self.clock.now())

    def _spawn(self, work: Coroutine[Any, Any, None], id_: str) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = id_
        task.add_done_callback(self._tasks.pop)
