"""Independent pieces of work, done here, in processes of this machine, or on a Dask cluster.

All of it goes through executors of concurrent.futures. Results come in the order in which they
finish; each has the number of its piece, for callers who need another order.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, nullcontext
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext
from typing import Any, Generic, Self, TypeVar
from urllib.parse import urlsplit

from plyground.installing import install_command
from plyground.kernel import CacheWarning, natively
from plyground.position import CannotError, PlygroundError
from plyground.search import Cancelled, Control

T = TypeVar("T")
R = TypeVar("R")

Work = Callable[[T, Control], R]
"""Does one piece; raises Cancelled when the control says stop. Other processes import this
function.
"""

Numbered = list[tuple[int, T]]

_BATCH = 10  # the most pieces that travel together, to save messages
_SHARES = (
    20  # but each worker gets its share in at least this many batches, so that all end together
)
_LONG = 0.2  # seconds after which a worker returns a batch, finished or not
_AHEAD = 2  # batches under way for each worker: one done, one waiting
_GLANCE = 0.05  # seconds between two checks of the control
_PATIENCE = 5  # seconds after which a silent cluster counts as absent
_LENGTH = 8  # bytes, in which a scheduler says how long its message is
_GREETING = 1_000_000  # bytes that a greeting has at most


class ParallelError(PlygroundError):
    """Work cannot be distributed as requested."""


class ClusterError(ParallelError, CannotError):
    """A cluster is absent or unusable."""


class ClusterWarning(UserWarning):
    """The work waits for a cluster."""


class WorkerDiedError(CannotError):
    """A worker process ended before its work was done."""


def spread(
    work: Work[T, R],
    items: Iterable[T],
    jobs: int = 1,
    cluster: str | None = None,
    control: Control | None = None,
    count: int | None = None,
    native: bool = True,
) -> Iterator[tuple[int, R]]:
    """Do `work` on each of `items`; yields the number and the result of each as it finishes.

    Items that are not in a sequence are taken as workers become free; `count` says how many there
    are at most.

    With one job the work is done in this process, else in so many other processes, or on the Dask
    cluster whose scheduler has the address `cluster`. Unless it is `native`, work of this process
    takes what answers at once, and compiles nothing that takes longer than the work. Ends early,
    without an error, when `control` says stop, or finish: then after the pieces being done. Results
    already yielded remain valid after a WorkerDiedError.
    """
    amount = _amount(items, count)
    # An empty list of work needs nobody.
    workers = Workers(min(jobs, max(amount, 1)), cluster, control, native=native)
    return _once(workers, work, items, amount)


def _once(
    workers: Workers, work: Work[T, R], items: Iterable[T], amount: int
) -> Iterator[tuple[int, R]]:
    with workers:
        yield from workers.spread(work, items, amount)


def _amount(items: Iterable[Any], count: int | None) -> int:
    return len(items) if isinstance(items, Sequence) else count or 1


class Workers:
    """Who does work: this process for one job, else other processes or a cluster, see `spread`.

    Use it in `with`: processes start with the first piece of work, serve until the end, and are
    replaced when they die. After a stop by `control` no work is done any more.
    """

    def __init__(
        self,
        jobs: int = 1,
        cluster: str | None = None,
        control: Control | None = None,
        *,
        native: bool = True,
    ) -> None:
        """Raises ParallelError without a job."""
        if jobs < 1:
            raise ParallelError(f"work takes 1 job or more, and not {jobs}")
        self._jobs, self._cluster, self._native = jobs, cluster, native
        self._control = control or Control()
        self._lanes: list[_Lane] = []

    def __enter__(self) -> Self:
        """Raises ClusterError without a usable cluster."""
        self._open = ExitStack()
        if self._cluster is not None:
            self._lanes = [self._open.enter_context(_cluster_lane(self._cluster))]
        elif self._jobs > 1:
            self._lanes = self._open.enter_context(_process_lanes(self._jobs))
        return self

    def __exit__(self, *_error: object) -> None:
        self._open.close()

    def spread(
        self,
        work: Work[T, R],
        items: Iterable[T],
        count: int | None = None,
        lost: Callable[[T, int], R] | None = None,
    ) -> Iterator[tuple[int, R]]:
        """Do `work` on each of `items`, as the function `spread`.

        Where workers die, their items are done again; `lost` gives the result of one with which
        LIVES of them have died. Its second argument is what the work has noted last, see `note`, or
        NOTHING. Without `lost` the first death raises WorkerDiedError.
        """
        if not self._lanes:
            return _here(work, items, self._control, self._native)
        return _Spreading(self._lanes, work, lost, self._control).results(
            items, _amount(items, count)
        )


LIVES = 6
"""An item with which so many workers have died is given up."""

_ALONE = 2  # deaths after which nothing else is done beside an item: it may have lacked memory


def _here(
    work: Work[T, R], items: Iterable[T], control: Control, native: bool
) -> Iterator[tuple[int, R]]:
    for number, item in enumerate(items):
        if control.finishing:
            return
        try:
            control.check()
            with natively() if native else nullcontext():
                result = work(item, control.lasting())
        except Cancelled:
            return
        yield number, result


NOTHING = -1
UNBORN = -2


class _Lane:
    """An executor, how many workers it has, and what makes another one in its place."""

    died: tuple[type[Exception], ...] = ()
    """What a future raises when its worker has died."""

    obeys = False
    """Whether workers return what they have after a stop."""

    def __init__(self, executor: Executor, workers: int) -> None:
        self.executor = executor
        self.workers = workers

    def renew(self) -> None:
        """Go on after a death."""

    def stop(self) -> None:
        """Let workers that obey return what they have."""

    @property
    def noted(self) -> int:
        """What the worker has noted last; NOTHING without a note, UNBORN if it never began."""
        return NOTHING


class _ProcessLane(_Lane):
    """One process of this machine, so that a death says which work it was doing."""

    died = (BrokenProcessPool,)
    obeys = True

    def __init__(self, context: SpawnContext) -> None:
        self._context = context
        # Nothing is ever written. When the writer closes, or this process is killed, the worker
        # reads the end and stops.
        self._reader, self._writer = context.Pipe(duplex=False)
        self._noted = context.RawValue("i", UNBORN)
        super().__init__(self._new(), 1)

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, self._context, _begin, (self._reader, self._noted))

    def renew(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        self._noted.value = UNBORN
        self.executor = self._new()

    def stop(self) -> None:
        self._writer.close()

    @property
    def noted(self) -> int:
        return int(self._noted.value)

    def close(self) -> None:
        self._writer.close()
        self.executor.shutdown(wait=True, cancel_futures=True)
        self._reader.close()


@contextmanager
def _process_lanes(jobs: int) -> Iterator[list[_Lane]]:
    context = get_context("spawn")
    lanes = [_ProcessLane(context) for _ in range(jobs)]
    try:
        yield list(lanes)
    finally:
        for lane in lanes:  # all of them first, so that none waits for another
            lane.stop()
        for lane in lanes:
            lane.close()


@contextmanager
def cluster_client(address: str) -> Iterator[Any]:
    """A client of the Dask cluster whose scheduler has this address.

    Raises ClusterError without the library, a scheduler that answers, or a worker.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            f"a cluster needs the library distributed: {install_command('cluster')}"
        ) from None
    nobody = ClusterError(
        f"no Dask scheduler answers at {address!r}: give an address such as tcp://127.0.0.1:8786"
    )
    # First check whether a scheduler listens: a client that finds none may block the next one.
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        if parts.scheme != "tcp":
            raise nobody
        with socket.create_connection((parts.hostname, parts.port or 0), _PATIENCE) as found:
            if not _speaks_first(found):
                raise nobody
        client = Client(parts.geturl(), timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise nobody from None
    with _quiet(), client:
        if not client.ncores():
            raise ClusterError(f"the cluster at {address} has no workers: start some first")
        yield client


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what the library says when a scheduler ends, which is said here too."""
    log = logging.getLogger("distributed.client")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def _speaks_first(connection: socket.socket) -> bool:
    """Whether a scheduler is at the other end: it greets with a short message, whose length comes
    first. A client takes the first bytes of any other program for a length of exabytes.
    """
    length = b""
    while len(length) < _LENGTH and (part := connection.recv(_LENGTH - len(length))):
        length += part
    return len(length) == _LENGTH and int.from_bytes(length, "little") < _GREETING


@contextmanager
def _cluster_lane(address: str) -> Iterator[_Lane]:
    with cluster_client(address) as client:
        from distributed import KilledWorker

        # Batches are pure, so the scheduler may repeat one after it loses a worker.
        lane = _Lane(client.get_executor(pure=False), sum(client.ncores().values()))
        lane.died = (KilledWorker,)
        yield lane


class _Spreading(Generic[T, R]):
    """One piece of work after the other, given to lanes, and what has become of each."""

    def __init__(
        self,
        lanes: Sequence[_Lane],
        work: Work[T, R],
        lost: Callable[[T, int], R] | None,
        control: Control,
    ) -> None:
        self._lanes, self._work, self._lost, self._control = lanes, work, lost, control
        self._pending: dict[Future[Numbered[R]], tuple[_Lane, Numbered[T]]] = {}
        self._returned: deque[Numbered[T]] = deque()
        self._suspects: deque[Numbered[T]] = deque()
        self._alone: Future[Numbered[R]] | None = None  # of a suspect
        self._deaths: Counter[int] = Counter()
        self._unborn = 0  # workers that have ended one after the other before they began

    def results(self, items: Iterable[T], amount: int) -> Iterator[tuple[int, R]]:
        """Hand out the items in batches, never many more than the workers are doing.

        After `finish` they end those they have begun; after a stop, workers that can be stopped
        return their finished pieces.
        """
        workers = sum(lane.workers for lane in self._lanes)
        size = max(1, min(_BATCH, amount // (_SHARES * workers)))
        numbered = enumerate(items)
        batches: Iterator[Numbered[T]] = iter(lambda: list(islice(numbered, size)), [])
        ending = stopped = False
        try:
            while True:
                while not ending and (lane := self._free()):
                    batch = self._next(batches)
                    if not batch:
                        break
                    yield from self._submit(lane, batch)
                if not self._pending:
                    return
                for future in wait(self._pending, _GLANCE, FIRST_COMPLETED).done:
                    if future in self._pending:  # a death takes others along
                        yield from self._taken(future)
                if not ending and (self._control.enough or self._control.finishing):
                    ending = True
                    self._returned.clear()
                    self._suspects.clear()
                    for future in [each for each in self._pending if each.cancel()]:
                        del self._pending[future]
                if self._control.enough and not stopped:
                    stopped = True
                    for lane in self._lanes:
                        lane.stop()
                    if any(not lane.obeys for lane in self._lanes):
                        return
        finally:
            for future in self._pending:
                future.cancel()

    def _next(self, batches: Iterator[Numbered[T]]) -> Numbered[T]:
        """What to do next; nothing beside an item that is done alone, or before it."""
        if self._suspects:
            return [] if self._pending else self._suspects.popleft()
        if self._alone in self._pending:
            return []
        return self._returned.popleft() if self._returned else next(batches, [])

    def _free(self) -> _Lane | None:
        """The lane with the least to do, if it can have more."""
        loads = Counter(id(lane) for lane, _ in self._pending.values())
        lane = min(self._lanes, key=lambda each: loads[id(each)] / each.workers)
        return lane if loads[id(lane)] < _AHEAD * lane.workers else None

    def _submit(self, lane: _Lane, batch: Numbered[T]) -> Iterator[tuple[int, R]]:
        try:
            with _sigint_held_back():
                future = lane.executor.submit(_do, self._work, batch)
        except lane.died:  # it has just died, of something else
            self._returned.appendleft(batch)
            yield from self._buried(lane)
        else:
            self._pending[future] = lane, batch
            if self._deaths[batch[0][0]] >= _ALONE:
                self._alone = future

    def _taken(self, future: Future[Numbered[R]]) -> Iterator[tuple[int, R]]:
        """What has come of a batch."""
        lane, batch = self._pending[future]
        try:
            done = future.result()
        except lane.died:
            yield from self._buried(lane, None if lane.obeys else future)
            return
        except CancelledError:
            raise WorkerDiedError("the cluster and its workers have ended") from None
        del self._pending[future]
        yield from done
        if len(done) < len(batch):
            self._returned.append(batch[len(done) :])

    def _buried(
        self, lane: _Lane, future: Future[Numbered[R]] | None = None
    ) -> Iterator[tuple[int, R]]:
        """Go on after a death: all batches of the lane come back, or that of a `future` alone.

        The first of them killed the worker. Its pieces are tried one by one from now on.
        """
        if self._lost is None:
            raise WorkerDiedError("a worker process died: it was killed, or ran out of memory")
        lost = [each for each, (of, _) in self._pending.items()
                if (of is lane if future is None else each is future)]  # fmt: skip
        batches = [self._pending.pop(each)[1] for each in lost]
        noted = lane.noted
        lane.renew()
        self._unborn = self._unborn + 1 if noted == UNBORN else 0
        if self._unborn == LIVES:
            raise WorkerDiedError(
                "worker processes end before they begin: a script keeps its work under "
                'if __name__ == "__main__":'
            )
        if noted == UNBORN or not batches:  # none of them has done it
            self._returned.extend(batches)
            return
        first, *others = batches
        if len(first) > 1:
            self._returned.extend([each] for each in first)
        else:
            ((number, item),) = first
            self._deaths[number] += 1
            if self._deaths[number] >= LIVES:
                yield number, self._lost(item, noted)
            elif self._deaths[number] >= _ALONE:
                self._suspects.append(first)
            else:
                self._returned.append(first)
        self._returned.extend(others)


@contextmanager
def _sigint_held_back() -> Iterator[None]:
    """Processes started meanwhile never see Ctrl-C, which a terminal sends to all of them.

    They inherit that from this thread; on Windows they ignore it only once they run.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


# In the workers

_controls: set[Control] = set()  # of the current batches; a Dask worker may do several
_ended = threading.Event()


_noted: Any = None  # memory that the parent reads when this process has died


def note(number: int) -> None:
    """In a worker: keep a number for the case that this worker dies at once."""
    if _noted is not None:
        _noted.value = number


def _begin(parent: Connection, noted: Any) -> None:
    global _noted  # noqa: PLW0603 - one for each process
    _noted = noted
    note(NOTHING)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore", CacheWarning)  # from the parent
    threading.Thread(target=_obey, args=(parent,), daemon=True).start()


def _obey(parent: Connection) -> None:
    """Stop when the parent says so, and exit when it has died."""
    parent.poll(None)
    _ended.set()
    for control in list(_controls):
        control.stop()
    starter = parent_process()
    if starter is not None:
        starter.join()
        os._exit(1)


def _do(work: Work[T, R], batch: Numbered[T]) -> Numbered[R]:
    """The results of the first pieces of the batch, until it takes too long."""
    done: Numbered[Any] = []
    begun = time.monotonic()
    control = Control()
    _controls.add(control)
    try:
        for number, item in batch:
            if _ended.is_set():
                control.stop()
            control.check()
            with natively():
                done.append((number, work(item, control)))
            if time.monotonic() - begun > _LONG:
                break
    except Cancelled:
        if not _ended.is_set():
            raise
    finally:
        _controls.discard(control)
    return done
