"""`cluster_askers`: the workers of a Dask cluster answer questions for `solve_by_questions`.

Each worker process has one solver for a game, whose table serves all its questions. What the others
have found travels with each question: answers, and the costliest entries of their tables. A
question that is no longer needed is cancelled; where it is being answered, the search stops. When a
worker dies, the scheduler gives its question to another.
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

import numpy as np

from plyground.arena.parallel import WorkerDiedError, cluster_client
from plyground.position import Game, Uints
from plyground.search import Control, Solver
from plyground.search.asking import Answer, Asked, Lesson, Question, answered
from plyground.search.transposition import cost_of

_LESSONS = 2_000  # the most that travel with a question
_COUNTED = 2.0  # seconds for which the number of workers is believed
_ENTRIES = 4_000  # the most entries of tables that travel with a question
_LOOKING = 0.05  # the share of the time that a worker may look for such entries
_GLANCE = 0.2  # seconds between two checks whether a question is still wanted
_NO_ENTRIES = np.empty((0, 2), np.uint64)


class _Task(NamedTuple):
    """A question, and what a worker needs for it."""

    question: Question
    memory: int | None  # MiB of the worker's table
    work: str  # the numbers of lessons count from the start of this
    lessons: _News
    entries: _News


class _News(NamedTuple):
    """The last of many things, and how many there were in all."""

    total: int
    last: Any  # a list or an array

    def since(self, known: int) -> Any:
        """Those that are new to someone who knows the first ones."""
        return self.last[max(0, len(self.last) - (self.total - known)) :]


class _Found(NamedTuple):
    """An answer, and entries [entries, (place, word)] of the table that others may not have."""

    answer: Answer
    entries: Uints


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
        self._entries = _NO_ENTRIES
        self._found = 0
        self._inner: dict[Asked, Future[_Found]] = {}
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
        lessons = _News(self._taught, list(self._lessons))
        entries = _News(self._found, self._entries)
        task = _Task(question, self._memory, self._work, lessons, entries)
        inner = self._executor.submit(_answer, task)
        outer: Asked = Future()
        self._inner[outer] = inner

        def pass_on(done: Future[_Found]) -> None:
            self._inner.pop(outer, None)
            try:
                answer, found = done.result()
                self._entries = np.concatenate([self._entries, found])[-_ENTRIES:]
                self._found += len(found)
                outer.set_result(answer)
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


class _Desk:
    """What a worker works with: a solver, and what it knows of the others' work."""

    def __init__(self, game: Game, memory: int | None) -> None:
        self.solver = Solver(game, memory)
        self.solver.prepare()
        self.alone = threading.Lock()
        self._known: dict[str, tuple[int, int]] = {}  # lessons and entries of each work
        self._told: set[tuple[int, ...]] = set()
        self._due = 0.0

    def learn(self, task: _Task) -> None:
        """Take in what came with a question."""
        lessons, entries = self._known.get(task.work, (0, 0))
        for lesson in task.lessons.since(lessons):
            self.solver.learn(*lesson)
        new = task.entries.since(entries)
        if len(new) and self.solver.shareable:
            self.solver.recall(lambda table: _merge(table, new))
        most = max(lessons, task.lessons.total), max(entries, task.entries.total)
        self._known[task.work] = most

    def news(self) -> Uints:
        """The costliest entries of the table, without those that it reported before."""
        begun = time.monotonic()
        if begun < self._due or not self.solver.shareable:
            return _NO_ENTRIES
        rows = np.stack(self.solver.costliest(_ENTRIES), axis=1)
        fresh = [row for row in map(tuple, rows.tolist()) if row not in self._told]
        self._told = set(map(tuple, rows.tolist()))
        now = time.monotonic()
        self._due = now + (now - begun) / _LOOKING
        return np.array(fresh, np.uint64).reshape(-1, 2)


def _merge(table: Uints, entries: Uints) -> None:
    """Write entries [entries, (place, word)] where a table has none that cost more."""
    places, words = entries[:, 0].astype(np.int64), entries[:, 1]
    better = cost_of(words) >= cost_of(table[places, 0])
    table[places[better], 0] = words[better]


_desks: dict[tuple[Game, int | None], _Desk] = {}
_lock = threading.Lock()


def _answer(task: _Task) -> _Found:
    game = task.question.position.game
    with _lock:
        if (game, task.memory) not in _desks:
            _desks.clear()  # a worker has memory for one
            _desks[game, task.memory] = _Desk(game, task.memory)
        desk = _desks[game, task.memory]
    with nullcontext() if desk.solver.shareable else desk.alone, _watched() as control:
        desk.learn(task)
        answer = answered(desk.solver, task.question, control)
        return _Found(answer, desk.news())


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
