"""`Workers`: computing for visitors, so that none takes the machine from the rest.

Everything that may take long runs here, in a thread, and under a `Control` that stops it. There are
as many threads as processors; a visitor has one part in them at a time and a few in line.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import ContextVar
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


client_address: ContextVar[str] = ContextVar("client_address", default="")
"""The network address of who is being answered; empty for the server's own work."""


class TooBusyError(PlygroundError):
    """There is no room for more work now; who asks may try again later."""


class Workers:
    """Runs work for visitors."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or processors()
        self._pool = ThreadPoolExecutor(self.threads, "work")
        self._having: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Semaphore] = {}
        self._controls: set[Control] = set()
        self._spare: Control | None = None

    async def run(
        self, visitor: str, work: Callable[[Control], T], control: Control | None = None
    ) -> T:
        """What `work` returns, done in a thread. Cancelling this stops it.

        Raises TooBusyError if the visitor, or all together, have too much to do already.
        """
        control = control or Control()
        async with self.turn(visitor):
            self._controls.add(control)
            if self._spare is not None:
                self._spare.stop()
            try:
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._pool, work, control)
            except asyncio.CancelledError:
                control.stop()
                raise
            finally:
                self._controls.discard(control)

    async def spare(self, work: Callable[[Control], object]) -> bool:
        """Have something done if nobody has anything to do; return whether it was.

        It is stopped as soon as anybody has, and there is only one such thing at a time: so it is
        in nobody's way, and counts as nobody's work.
        """
        if self._controls or self._spare is not None:
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
        address = f"from {client_address.get()}"
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
        for control in (*self._controls, *filter(None, [self._spare])):
            control.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
