"""`cluster_askers`: the workers of a Dask cluster answer questions for `solve_by_questions`.

Each worker process has one solver for a game, whose table serves all its questions. What the others
have found travels with each question. A question that is no longer needed is cancelled; where it is
being answered, the search stops. When a worker dies, the scheduler gives its question to another.
"""

from __future__ import annotations

import threading
import time
import uuid
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from plyground.arena.parallel import WorkerDiedError, cluster_client
from plyground.position import Game
from plyground.search import Control, Solver
from plyground.search.asking import Answer, Asked, Lesson, Question, answered

_LESSONS = 2_000  # the most that travel with a question
_COUNTED = 2.0  # seconds for which the number of workers is believed
_GLANCE = 0.2  # seconds between two checks whether a question is still wanted


class _Task(NamedTuple):
    """A question, and what a worker needs for it."""

    question: Question
    memory: int | None  # MiB of the worker's table
    work: str  # the numbers of lessons count from the start of this
    last: int  # the number of the last lesson
    lessons: list[Lesson]


@contextmanager
def cluster_askers(address: str, memory: int | None) -> Iterator[ClusterAskers]:
    """The workers of the cluster whose scheduler has this address, each with a table of `memory`
    MiB. Raises ClusterError without a usable cluster.
    """
    with cluster_client(address) as client:
        yield ClusterAskers(client, memory)


class ClusterAskers:
    """Workers that may come and go."""

    solver = None

    def __init__(self, client: Any, memory: int | None) -> None:
        self._client, self._memory = client, memory
        # Answers are the same wherever they are found, so the scheduler may repeat a question.
        self._executor: Executor = client.get_executor(pure=False)
        self._work = uuid.uuid4().hex
        self._lessons: deque[Lesson] = deque(maxlen=_LESSONS)
        self._taught = 0
        self._inner: dict[Asked, Future[Answer]] = {}
        self._places, self._counted = 1, 0.0

    @property
    def places(self) -> int:
        """The threads of all workers that are there."""
        now = time.monotonic()
        if now >= self._counted + _COUNTED or not self._counted:
            self._places = max(1, sum(self._client.ncores().values()))
            self._counted = now
        return self._places

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """What the questions that follow bring along."""
        self._lessons.extend(lessons)
        self._taught += len(lessons)

    def ask(self, question: Question) -> Asked:
        """Give a question to the scheduler."""
        task = _Task(question, self._memory, self._work, self._taught, list(self._lessons))
        inner = self._executor.submit(_answer, task)
        outer: Asked = Future()
        self._inner[outer] = inner

        def pass_on(done: Future[Answer]) -> None:
            self._inner.pop(outer, None)
            try:
                outer.set_result(done.result())
            except CancelledError:
                outer.set_exception(WorkerDiedError("the cluster and its workers have ended"))
            except Exception as error:  # whoever waits for the answer gets it
                if type(error).__name__ == "KilledWorker":
                    outer.set_result(None)
                else:
                    outer.set_exception(error)

        inner.add_done_callback(pass_on)
        return outer

    def forget(self, future: Asked) -> None:
        """Cancel a question; a search for its answer stops soon."""
        inner = self._inner.get(future)
        if inner is not None:
            inner.cancel()


# In the workers

_solvers: dict[tuple[Game, int | None], tuple[Solver, threading.Lock]] = {}
_known: dict[str, int] = {}  # the number of the last lesson of each work
_lock = threading.Lock()


def _answer(task: _Task) -> Answer:
    game = task.question.position.game
    with _lock:
        if (game, task.memory) not in _solvers:
            _solvers.clear()  # a worker has memory for one
            _known.clear()
            solver = Solver(game, task.memory)
            solver.prepare()
            _solvers[game, task.memory] = solver, threading.Lock()
        solver, alone = _solvers[game, task.memory]
    with nullcontext() if solver.shareable else alone, _watched() as control:
        new = task.last - _known.get(task.work, 0)
        for lesson in task.lessons[max(0, len(task.lessons) - new) :] if new > 0 else ():
            solver.learn(*lesson)
        _known[task.work] = max(task.last, _known.get(task.work, 0))
        return answered(solver, task.question, control)


@contextmanager
def _watched() -> Iterator[Control]:
    """A control that says stop when the scheduler has cancelled this thread's task."""
    from distributed.worker import get_worker, thread_state

    control, done = Control(), threading.Event()
    tasks, key = get_worker().state.tasks, thread_state.key

    def watch() -> None:
        while not done.wait(_GLANCE):
            task = tasks.get(key)
            if task is None or task.state == "cancelled":
                control.stop()
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield control
    finally:
        done.set()
        watcher.join()
