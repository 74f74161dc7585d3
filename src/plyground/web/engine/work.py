"""`Workers`: computing for visitors, so that nobody takes the machine from the rest.

All work that may take long runs here, in a thread, under a `Control` that can stop it. There is one
line, of work of two classes, each with a thread for every processor:

    light   a move, a lesson, a game as a file       gets a moment, which is enough for most
    heavy   values, reviews, steps, imports          waits until one of its threads is free

Light work that needs more than its moment becomes heavy: it goes on if a thread for heavy work is
free; otherwise it is put aside, and starts again when one is. So light work never waits for heavy
work. Waiting addresses and their visitors take turns, and who waits can see how many come before.
Work that has had its share makes room when other heavy work waits: a search returns the best that
it has found, and work without a result is stopped.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from plyground.search import Cancelled, Control, processors
from plyground.web.engine.clock import Clock
from plyground.web.errors import TooBusyError, TookTooLongError

T = TypeVar("T")

EACH_MOST = 4
"""Pieces of work that a visitor may have, running and waiting."""

UNKNOWN_MOST = 16
"""The same for all visitors without a cookie from one address: each request is a new visitor."""

ALL_MOST = 1000
"""The same for all visitors together."""

MOMENT = 1.0
"""Seconds that light work gets before it is heavy."""

SHARE = 15.0
"""Seconds that a piece of heavy work may take while others wait for its thread."""

LONGEST = 600.0
"""Seconds that it may take if nobody waits."""

NOTICE = 1.5
"""Seconds that work waits for its turn before people hear of it, and until they hear more."""

_GRACE = 2.0  # seconds that a search gets to return what it has found
_GLANCE = 0.1  # seconds between two looks at how long work takes
_KEPT_MOST = 10_000  # allowances that are remembered


@dataclass(frozen=True)
class Client:
    """The client of a request: a network address, and whether the visitor was here before."""

    address: str = ""
    known: bool = False

    def key(self, visitor: str) -> str:
        """The key of its limits: the visitor, or the address for visitors without a cookie."""
        return visitor if self.known else f"from {self.address}"


NOBODY = Client()

client: ContextVar[Client] = ContextVar("client", default=NOBODY)
"""The client of this request; without an address for the server's own work."""


@dataclass(eq=False)
class _Job:
    """A piece of work, from request to end."""

    visitor: str
    address: str
    work: Callable[[Control], Any]
    control: Control
    done: asyncio.Future[Any]
    gives_best: bool
    interpreted: bool
    is_heavy: bool  # known before, or seen after its moment
    on_turn: Callable[[bool], None] | None
    turn: int  # when it came, or its visitor last had a turn
    turn_of_address: int
    begun: float = 0.0  # when a thread took it up
    is_aside: bool = False  # whether it is being stopped to begin again later
    ends: float | None = None  # when it is stopped, after the request for the best it has found
    stopped: str = ""  # why, if it was stopped because of its time

    def tell(self, begins: bool) -> None:
        """Say that it begins, or is put aside."""
        if self.on_turn is not None:
            self.on_turn(begins)

    def excludes(self, other: _Job) -> bool:
        """Whether another one of its class may not run at the same time."""
        same = self.is_of(other.visitor, other.address)
        return same or (self.interpreted and other.interpreted)

    def is_of(self, visitor: str, address: str) -> bool:
        """Whether it is the work of a visitor at an address."""
        return self.visitor == visitor and self.address == address


class Workers:
    """Runs work for visitors, each class of it in a thread for each processor."""

    def __init__(self, threads: int | None = None, clock: Clock | None = None) -> None:
        self.threads = threads or processors()
        self._clock = clock or Clock()
        self._pool = ThreadPoolExecutor(2 * self.threads + 1, "work")  # one is for spare time
        self._having: Counter[str] = Counter()
        self._waiting: list[_Job] = []
        self._running: list[_Job] = []
        self._newest: dict[tuple[str, str], Control] = {}  # by visitor and name
        self._turn = 0
        self._watch: asyncio.Task[None] | None = None
        self._spare: Control | None = None
        self._closed = False

    async def run(
        self,
        visitor: str,
        work: Callable[[Control], T],
        control: Control | None = None,
        *,
        heavy: bool = False,
        gives_best: bool = False,
        interpreted: bool = False,
        on_turn: Callable[[bool], None] | None = None,
        newest: str = "",
    ) -> T:
        """What `work` returns, done in a thread. Cancelling this stops it.

        Work that is not `heavy` may be stopped and started again. With `gives_best` it has an
        answer soon after `Control.finish`. Work that is `interpreted`, and not compiled, holds up
        the process: only one light piece and one heavy piece of it run at a time. `on_turn` is
        called with True when a thread takes the work up, and with False when it is put aside. Of
        what is asked again and again only the `newest` of that name counts: those of the visitor
        before it are stopped, and raise Cancelled.

        Raises TooBusyError if the visitor, or all together, have too much to do already, and
        TookTooLongError if it had to make room for others.
        """
        loop, who = asyncio.get_running_loop(), client.get()
        self._turn += 1
        job = _Job(
            visitor=who.key(visitor),
            address=who.address,
            work=work,
            control=control or Control(),
            done=loop.create_future(),
            gives_best=gives_best,
            interpreted=interpreted,
            is_heavy=heavy,
            on_turn=on_turn,
            turn=self._turn,
            turn_of_address=self._turn,
        )
        before = self._newest.get((job.visitor, newest)) if newest else None
        if before is not None:
            before.stop()
        with self.counted(visitor):
            if newest:
                self._newest[job.visitor, newest] = job.control
            self._waiting.append(job)
            if self._spare is not None:
                self._spare.stop()
            self._fill()
            if self._watch is None or self._watch.done():
                self._watch = loop.create_task(self._look_after())
            try:
                found: T = await job.done
            except asyncio.CancelledError:
                job.control.stop()
                if job in self._waiting:
                    self._waiting.remove(job)
                raise
            finally:
                if self._newest.get((job.visitor, newest)) is job.control:
                    del self._newest[job.visitor, newest]
            return found

    @contextmanager
    def counted(self, visitor: str) -> Iterator[None]:
        """Count work that is done elsewhere as the visitor's, for as long as it takes.

        Raises TooBusyError as `run` does.
        """
        who = client.get()
        key, most = who.key(visitor), EACH_MOST if who.known else UNKNOWN_MOST
        if self._having[key] >= most:
            raise TooBusyError("you have many requests running: wait until one is done")
        if self._having.total() >= ALL_MOST:
            raise TooBusyError("too many people are asking at once: try again in a moment")
        self._having[key] += 1
        try:
            yield
        finally:
            self._having[key] -= 1
            if not self._having[key]:
                del self._having[key]

    def before(self, visitor: str) -> int | None:
        """How many pieces of the same class begin before the visitor's next; None if none waits.

        What is asked for later from another address can still come first.
        """
        who = client.get()
        mine = [each for each in self._waiting if each.is_of(who.key(visitor), who.address)]
        if not mine:
            return None
        next_ = min(mine, key=lambda each: each.turn)
        return sum(
            each.is_heavy == next_.is_heavy and each.turn < next_.turn for each in self._waiting
        )

    def _fill(self) -> None:
        """Start the work there is room for; the longest wait since a turn comes first."""
        while not self._closed:
            able = [job for job in self._waiting if self._may_run(job, job.is_heavy)]
            if not able:
                return
            busy = Counter(job.address for job in self._running)
            job = min(able, key=lambda each: (busy[each.address], each.turn_of_address, each.turn))
            self._waiting.remove(job)
            self._turn += 1
            for each in self._waiting:
                if each.address == job.address:
                    each.turn_of_address = self._turn
                if each.is_of(job.visitor, job.address):
                    each.turn = self._turn
            self._begin(job)

    def _may_run(self, job: _Job, heavy: bool, without: _Job | None = None) -> bool:
        """Whether a job may run now in a class, or could without another one."""
        alike = [each for each in self._running if each.is_heavy == heavy and each is not without]
        return len(alike) < self.threads and not any(each.excludes(job) for each in alike)

    def _is_awaited(self, job: _Job) -> bool:
        """Whether light work waits for this one to make room."""
        light = [each for each in self._waiting if not each.is_heavy]
        return any(self._may_run(each, heavy=False, without=job) for each in light)

    def _begin(self, job: _Job) -> None:
        job.begun = self._clock.now()
        self._running.append(job)
        job.tell(True)
        loop = asyncio.get_running_loop()

        def tell(future: Future[Any]) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._ended, job, future)

        self._pool.submit(job.work, job.control).add_done_callback(tell)

    def _ended(self, job: _Job, future: Future[Any]) -> None:
        """Give a job's answer, or put it in line again."""
        self._running.remove(job)
        error = None if future.cancelled() else future.exception()
        if job.done.done():
            pass  # nobody is waiting for it now
        elif isinstance(error, Cancelled) and job.is_aside and job.control.take_up():
            job.is_aside, job.is_heavy = False, True
            self._waiting.append(job)
            job.tell(False)
        elif isinstance(error, Cancelled) and job.stopped:
            job.done.set_exception(TookTooLongError(job.stopped))
        elif error is not None:
            job.done.set_exception(error)
        elif future.cancelled():
            job.done.cancel()
        else:
            job.done.set_result(future.result())
        self._fill()

    async def _look_after(self) -> None:
        while self._running or self._waiting:
            await self._clock.sleep(_GLANCE)
            self._look()

    def _look(self) -> None:
        """Find the jobs that have run for their moment, their share, or much too long."""
        now = self._clock.now()
        for job in self._running:
            spent = now - job.begun
            if job.ends is not None and now > job.ends:
                job.control.stop()
            elif spent > LONGEST:
                self._end(
                    job,
                    f"this took more than {LONGEST:g} seconds: choose a smaller depth or fewer "
                    "playouts",
                )
            elif spent > MOMENT and not job.is_heavy:
                if self._may_run(job, heavy=True):
                    job.is_heavy = True
                elif not job.is_aside and self._is_awaited(job):
                    job.is_aside = True
                    job.control.set_aside()
        waiting = [job for job in self._waiting if job.is_heavy]
        heavy = [job for job in self._running if job.is_heavy]
        if waiting and not any(job.stopped for job in heavy):
            oldest = min(heavy, key=lambda each: each.begun, default=None)
            # The more jobs wait, the shorter the turns.
            share = max(2 * MOMENT, SHARE * self.threads / (self.threads + len(waiting) - 1))
            if oldest is not None and now - oldest.begun > share:
                self._end(
                    oldest,
                    f"the computer is busy with other games and stopped this after {share:.0f} "
                    "seconds: choose a smaller depth or fewer playouts, or try again later",
                )
        self._fill()

    def _end(self, job: _Job, why: str) -> None:
        """Make a job return the best it has found, or nothing."""
        if not job.stopped:
            job.stopped = why
            if job.gives_best:
                job.ends = self._clock.now() + _GRACE
                job.control.finish()
            else:
                job.control.stop()

    async def spare(self, work: Callable[[Control], object]) -> bool:
        """Do some work if no other is waiting; return whether it was done.

        It stops as soon as other work comes, and there is only one such piece at a time. So it is
        never in the way, and counts for no visitor.
        """
        if self._running or self._waiting or self._spare is not None:
            return False
        self._spare = control = Control()
        try:
            await asyncio.get_running_loop().run_in_executor(self._pool, work, control)
        except Cancelled:
            return False
        finally:
            self._spare = None
        return True

    def close(self) -> None:
        """Stop everything: the server ends."""
        self._closed = True
        for job in self._running:
            job.control.stop()
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        if self._spare is not None:
            self._spare.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Notice:
    """Says that a piece of work waits for its turn, once that has taken a while: `turn` is for
    `Workers.run`. `show` hears how many come before, as `before` counts them, and None when the
    work begins.
    """

    def __init__(
        self, before: Callable[[], int | None], show: Callable[[int | None], None]
    ) -> None:
        self._before, self._show = before, show
        self._timer: asyncio.TimerHandle | None = None
        self._shown: int | None = None

    def turn(self, begins: bool) -> None:
        """Note that the work begins, or is put aside."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if begins:
            self._change(None)
        else:
            self._look_later()

    def _look_later(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(NOTICE, self._look)

    def _look(self) -> None:
        self._change(self._before() or 0)
        self._look_later()

    def _change(self, before: int | None) -> None:
        if self._shown != before:
            self._shown = before
            self._show(before)


class Allowance:
    """A number at once, and then one more every few seconds.

    All visitors without a cookie at an address share one allowance.
    """

    def __init__(self, most: int, seconds: float, clock: Clock, what: str = "games") -> None:
        self._most, self._seconds, self._clock, self._what = most, seconds, clock, what
        self._full_at: dict[str, float] = {}  # when a visitor has the whole allowance again

    def take(self, visitor: str) -> None:
        """Take one. Raises TooBusyError if there is none left now."""
        key, now = client.get().key(visitor), self._clock.now()
        full_at = max(now, self._full_at.pop(key, now)) + self._seconds
        if full_at - now > self._most * self._seconds:
            self._full_at[key] = full_at - self._seconds
            raise TooBusyError(
                f"you have started {self._most} {self._what} in a short time: try again later"
            )
        self._full_at[key] = full_at
        if len(self._full_at) > _KEPT_MOST:
            self._full_at = {each: at for each, at in self._full_at.items() if at > now}
