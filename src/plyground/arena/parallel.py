"""Independent pieces of work, done here, in processes of this machine, or on a Dask cluster.

All of it goes through executors of concurrent.futures. Results come in the order in which they
finish; each has the number of its piece, for callers who need another order.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections import deque
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
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from typing import Any, TypeVar
from urllib.parse import urlsplit

from plyground.installing import install_command
from plyground.kernel import CacheWarning
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


class ParallelError(PlygroundError):
    """Work cannot be distributed as requested."""


class ClusterError(ParallelError, CannotError):
    """A cluster is absent or unusable."""


class WorkerDiedError(CannotError):
    """A worker process ended before its work was done."""


def spread(
    work: Work[T, R],
    items: Iterable[T],
    jobs: int = 1,
    cluster: str | None = None,
    control: Control | None = None,
    count: int | None = None,
) -> Iterator[tuple[int, R]]:
    """Do `work` on each of `items`; yields the number and the result of each as it finishes.

    Items that are not in a sequence are taken as workers become free; `count` says how many there
    are at most.

    With one job the work is done in this process, else in so many other processes, or on the Dask
    cluster whose scheduler has the address `cluster`. Ends early, without an error, when `control`
    says stop. Results already yielded remain valid after a WorkerDiedError.
    """
    if jobs < 1:
        raise ParallelError(f"work takes 1 job or more, and not {jobs}")
    control = control or Control()
    amount = len(items) if isinstance(items, Sequence) else count or 1
    if cluster is not None:
        return _on_cluster(work, items, cluster, control, amount)
    workers = min(jobs, amount)
    if workers > 1:
        return _in_processes(work, items, workers, control, amount)
    return _here(work, items, control)


def _here(work: Work[T, R], items: Iterable[T], control: Control) -> Iterator[tuple[int, R]]:
    for number, item in enumerate(items):
        try:
            control.check()
            result = work(item, control)
        except Cancelled:
            return
        yield number, result


def _in_processes(
    work: Work[T, R], items: Iterable[T], workers: int, control: Control, amount: int
) -> Iterator[tuple[int, R]]:
    context = get_context("spawn")
    # Nothing is ever written. When the writer closes, or this process is killed, all workers read
    # the end and stop.
    reader, writer = context.Pipe(duplex=False)
    try:
        with ProcessPoolExecutor(workers, context, _begin, (reader,)) as executor:
            try:
                yield from _collect(executor, work, items, workers, control, writer.close, amount)
            finally:
                writer.close()
                executor.shutdown(wait=True, cancel_futures=True)
    except BrokenProcessPool:
        raise WorkerDiedError(
            "a worker process died: it was killed, or ran out of memory"
        ) from None
    finally:
        reader.close()
        writer.close()


def _on_cluster(
    work: Work[T, R], items: Iterable[T], address: str, control: Control, amount: int
) -> Iterator[tuple[int, R]]:
    try:
        from distributed import Client, KilledWorker
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
        if parts.scheme not in ("tcp", "tls"):
            raise nobody
        socket.create_connection((parts.hostname, parts.port or 0), _PATIENCE).close()
        client = Client(parts.geturl(), timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise nobody from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            raise ClusterError(f"the cluster at {address} has no workers: start some first")
        # Batches are pure, so the scheduler may repeat one after it loses a worker.
        executor = client.get_executor(pure=False)
        try:
            yield from _collect(executor, work, items, workers, control, None, amount)
        except (KilledWorker, CancelledError):
            raise WorkerDiedError("the cluster or its workers died repeatedly") from None


def _collect(
    executor: Executor,
    work: Work[T, R],
    items: Iterable[T],
    workers: int,
    control: Control,
    stop_workers: Callable[[], None] | None,
    amount: int,
) -> Iterator[tuple[int, R]]:
    """Hand out the items in batches, never many more than the workers are doing.

    After a stop, workers that can be stopped return their finished pieces.
    """
    size = max(1, min(_BATCH, amount // (_SHARES * workers)))
    numbered = enumerate(items)
    batches: Iterator[Numbered[T]] = iter(lambda: list(islice(numbered, size)), [])
    returned: deque[Numbered[T]] = deque()
    pending: dict[Future[Numbered[R]], Numbered[T]] = {}
    while True:
        while len(pending) < _AHEAD * workers:
            batch = returned.popleft() if returned else next(batches, [])
            if not batch:
                break
            with _sigint_held_back():
                pending[executor.submit(_do, work, batch)] = batch
        if not pending:
            return
        for future in wait(pending, _GLANCE, FIRST_COMPLETED).done:
            batch, done = pending.pop(future), future.result()
            yield from done
            if len(done) < len(batch):
                returned.append(batch[len(done) :])
        if control.enough:
            returned.clear()
            batches = iter(())
            pending = {future: batch for future, batch in pending.items() if not future.cancel()}
            if stop_workers is None:
                return
            stop_workers()


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


def _begin(parent: Connection) -> None:
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
            done.append((number, work(item, control)))
            if time.monotonic() - begun > _LONG:
                break
    except Cancelled:
        if not _ended.is_set():
            raise
    finally:
        _controls.discard(control)
    return done
