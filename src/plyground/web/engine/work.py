"""`Workers`: computing for visitors, so that none takes the machine from the rest.

Everything that may take long runs here, in a thread, and under a `Control` that stops it. There are
as many threads as processors; a visitor has one part in them at a time and a few in line. Work that
has had its share is stopped when other work waits for a thread.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

from plyground.position import PlygroundError
from plyground.search import Cancelled, Control, processors

T = TypeVar("T")

EACH_MOST = 4
"""Pieces of work that a visitor may have, at work and in line."""

ADDRESS_MOST = 16
"""Those of all visitors from one address: who takes no cookies is a new visitor each time."""

ALL_MOST = 64
"""Those of all visitors together."""

SHARE = 15.0
"""Seconds that a piece of work may take while others wait for a thread."""

LONGEST = 600.0
"""Seconds that it may take where nobody waits."""

_GLANCE = 0.5  # seconds between two looks at how long work takes

client_address: ContextVar[str] = ContextVar("client_address", default="")
"""The network address of who is being answered; empty for the server's own work."""


class TooBusyError(PlygroundError):
    """There is no room for more work now; who asks may try again later."""


class TookTooLongError(PlygroundError):
    """A piece of work had its time, and was stopped."""

    status = 503


@dataclass(eq=False)
class _Job:
    """A piece of work, from when it is asked for until it is done."""

    control: Control
    begun: float | None = None  # when a thread took it up
    stopped: str = ""  # why, if it was stopped because of its time

    def do(self, work: Callable[[Control], T]) -> T:
        self.begun = time.monotonic()
        return work(self.control)

    def stop(self, why: str) -> None:
        self.stopped = why
        self.control.stop()


class Workers:
    """Runs work for visitors."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or processors()
        self._pool = ThreadPoolExecutor(self.threads, "work")
        self._having: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._jobs: list[_Job] = []
        self._spare: Control | None = None

    async def run(
        self, visitor: str, work: Callable[[Control], T], control: Control | None = None
    ) -> T:
        """What `work` returns, done in a thread. Cancelling this stops it.

        Raises TooBusyError if the visitor, or all together, have too much to do already, and
        TookTooLongError if it had to make room for others.
        """
        address = _address()
        job = _Job(control or Control())
        loop = asyncio.get_running_loop()
        async with self.turn(visitor):
            self._jobs.append(job)
            if self._spare is not None:
                self._spare.stop()
            watch = loop.create_task(self._watch(job))
            try:
                # Of the threads' line nobody has more than a round: others come between.
                async with self._turns.setdefault(address, asyncio.Semaphore(self.threads)):
                    return await loop.run_in_executor(self._pool, job.do, work)
            except Cancelled:
                if job.stopped:
                    raise TookTooLongError(job.stopped) from None
                raise
            except asyncio.CancelledError:
                job.control.stop()
                raise
            finally:
                self._jobs.remove(job)
                watch.cancel()

    async def _watch(self, job: _Job) -> None:
        """While work waits, stop what has had its share; stop it itself when it takes too long."""
        while True:
            await asyncio.sleep(_GLANCE)
            now = time.monotonic()
            if job.begun is not None:
                if now - job.begun > LONGEST:
                    job.stop(f"this took more than {LONGEST:g} seconds: ask for less")
            elif not any(each.stopped for each in self._jobs):  # else there will be room
                times = [(each.begun, each) for each in self._jobs if each.begun is not None]
                begun, longest = min(times, key=lambda one: one[0], default=(now, job))
                if now - begun > SHARE:
                    longest.stop(
                        f"others are waiting, and this has taken {SHARE:g} seconds: "
                        "ask for less, or try again later"
                    )

    async def spare(self, work: Callable[[Control], object]) -> bool:
        """Have something done if nobody has anything to do; return whether it was.

        It is stopped as soon as anybody has, and there is only one such thing at a time: so it is
        in nobody's way, and counts as nobody's work.
        """
        if self._jobs or self._spare is not None:
            return False
        self._spare = control = Control()
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, work, control)
        except Cancelled:
            return False
        finally:
            self._spare = None
        return True

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """For the length of something that is done elsewhere: the visitor's turn to have work done.

        Raises TooBusyError as `run` does.
        """
        address = _address()
        if self._having[visitor] >= EACH_MOST or self._having[address] >= ADDRESS_MOST:
            raise TooBusyError("you have asked for much already: wait until some of it is done")
        if self._having.total() >= 2 * ALL_MOST:  # each counts for a visitor and an address
            raise TooBusyError("many people are asking at once: try again in a moment")
        for one in (visitor, address):
            self._having[one] += 1
        try:
            async with self._turns.setdefault(visitor, asyncio.Semaphore(1)):
                yield
        finally:
            for one in (visitor, address):
                self._having[one] -= 1
                if not self._having[one]:
                    del self._having[one]
                    self._turns.pop(one, None)

    def close(self) -> None:
        """Stop everything: the server ends."""
        for job in self._jobs:
            job.control.stop()
        if self._spare is not None:
            self._spare.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _address() -> str:
    """The key of who is being answered, by the network address."""
    return f"from {client_address.get()}"
