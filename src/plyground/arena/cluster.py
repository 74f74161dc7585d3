"""`cluster_askers`: the workers of a Dask cluster answer questions for `solve_by_questions`.

Each worker process has one solver for a game, whose table serves all its questions. What is found
travels to all others, once: answers, and the costliest entries of the workers' tables. A question
that is no longer needed is cancelled; where it is being answered, the search stops. When a worker
dies, the scheduler gives its question to another. A worker with other rules of the game, or another
search, refuses: its answers could be wrong.
"""

from __future__ import annotations

import hashlib
import socket
import threading
import time
import uuid
import warnings
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, nullcontext, suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from plyground.arena.parallel import (
    ClusterError,
    ClusterWarning,
    WorkerDiedError,
    cluster_client,
)
from plyground.position import Game, Ints, Uints
from plyground.search import Control, Solver
from plyground.search.asking import Answer, Asked, Lesson, Question, answered
from plyground.search.exact import SolverMemoryError
from plyground.search.tables.files import SEARCH_KERNELS, stamp
from plyground.search.tables.shared import SharedTable
from plyground.search.transposition import cost_of

_COUNTED = 2.0  # seconds for which the list of workers is believed
_ENTRIES = 1 << 18  # the most entries of a table that others hear of
_KEPT = 1 << 20  # the most entries that are kept for workers that come later
_PATIENCE = 100_000  # positions, before it is known how fast the workers are
_LONG = 0.4  # seconds: a question takes some 10 ms to be sent and answered
_SPREAD = 0.2  # seconds between two letters to a worker
_LOOKING = 0.05  # the share of the time that a worker may look for such entries
_UNUSED = 60.0  # seconds after which a worker gives up what nobody asked for
_GLANCE = 0.2  # seconds between two checks whether a question is still wanted
_ODD = np.uint64(0x9E3779B97F4A7C15)  # spreads places over all bits


class _Place(NamedTuple):
    """Which table a worker uses: for which work, with which program, and of how many MiB."""

    work: str
    program: str
    memory: int | None


def _program(game: Game) -> str:
    """What answers depend on: all code of the game's rules, and of the search."""
    return f"{stamp(game, SEARCH_KERNELS)['rules']} {_search()}"


@cache
def _search() -> str:
    """The hash of the sources that a search may use, and of this module."""
    package, digest = Path(__file__).parents[1], hashlib.sha256()
    folders = (package / name for name in ("kernel", "position", "search"))
    for path in (
        Path(__file__),
        *sorted(each for folder in folders for each in folder.rglob("*.py")),
    ):
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _News(NamedTuple):
    """What was found: limits of values, and entries of tables."""

    states: Uints  # [lessons, words of a state]
    limits: Ints  # [lessons, (value, 1: at least this, 0: at most)]
    entries: Uints  # [entries, (place, word)]

    @staticmethod
    def of(lessons: Sequence[Lesson] = (), entries: Uints | None = None) -> _News:
        """As arrays, which travel fast."""
        limits = [(lesson.value, lesson.at_least) for lesson in lessons]
        return _News(
            np.array([lesson.state for lesson in lessons], np.uint64),
            np.array(limits, np.int64).reshape(-1, 2),
            np.empty((0, 2), np.uint64) if entries is None else entries,
        )

    @staticmethod
    def joined(parts: Sequence[_News]) -> _News:
        """All of them."""
        states = [part.states for part in parts if len(part.states)]
        return _News(
            np.concatenate(states) if states else parts[0].states,
            np.concatenate([part.limits for part in parts]),
            np.concatenate([part.entries for part in parts]),
        )


class _Found(NamedTuple):
    """An answer, entries [entries, (place, word)] that others may not have, and whose table it is.

    The workers of a home share a table.
    """

    answer: Answer
    entries: Uints
    worker: str
    home: str


@contextmanager
def cluster_askers(address: str, game: Game, memory: int | None) -> Iterator[ClusterAskers]:
    """The workers of the cluster whose scheduler has this address, each with a table of `memory`
    MiB for a game. Raises ClusterError without a usable cluster.
    """
    with cluster_client(address) as client:
        askers = ClusterAskers(client, game, memory)
        try:
            yield askers
        finally:
            askers.close()


class ClusterAskers:
    """Workers that may come and go."""

    solver = None

    def __init__(self, client: Any, game: Game, memory: int | None) -> None:
        self._client, self._game = client, game
        self._place = _Place(uuid.uuid4().hex, _program(game), memory)
        # Answers are the same wherever they are found, so the scheduler may repeat a question.
        self._executor: Executor = client.get_executor(pure=False)
        self._inner: dict[Asked, Future[_Found]] = {}
        self._workers: dict[str, int] = {}  # their threads
        self._counted = 0.0
        self._nodes, self._seconds = 0, 0.0  # of all answers
        self._post = _Post(client, game, self._place)

    @property
    def threads(self) -> int:
        """The threads of all workers that are there."""
        return max(1, sum(self._there().values()))

    @property
    def patience(self) -> int:
        """What a worker visits in the time that is worth a letter."""
        nodes, seconds = self._nodes, self._seconds
        return max(_PATIENCE, int(_LONG * nodes / seconds)) if seconds else _PATIENCE

    def _there(self) -> dict[str, int]:
        """The workers that are there, with their threads."""
        now = time.monotonic()
        if now >= self._counted + _COUNTED or not self._counted:
            there = dict(self._client.ncores())
            if self._workers and not there:
                said = "no worker of the cluster is left: the work waits for the next one"
                warnings.warn(said, ClusterWarning, stacklevel=2)
            self._workers = there
            self._counted = now
        return self._workers

    def teach(self, lessons: Sequence[Lesson]) -> None:
        """Let all workers know, before the questions that follow."""
        if lessons:
            self._post.take(_News.of(lessons))

    def ask(self, question: Question) -> Asked:
        """Give a question to the scheduler."""
        self._post.deliver(self._there())
        inner = self._executor.submit(_answer, question, self._place)
        outer: Asked = Future()
        self._inner[outer] = inner

        def pass_on(done: Future[_Found]) -> None:
            self._inner.pop(outer, None)
            try:
                found = done.result()
                self._post.hear(found)
                self._nodes += found.answer.nodes
                self._seconds += found.answer.seconds
                outer.set_result(found.answer)
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

    def close(self) -> None:
        """Let the workers forget what they work with."""
        with suppress(OSError):  # they may have ended
            self._client.run(_leave, self._place.work)


class _Post:
    """Takes news, and delivers to each home those that it does not have.

    A letter is a task for one worker, ahead of the questions that wait there. A worker that died
    and came back under its old address lacks what was delivered before, and is only slower.
    """

    def __init__(self, client: Any, game: Game, place: _Place) -> None:
        self._client, self._game, self._place = client, game, place
        self._lock = threading.Lock()
        self._news: deque[tuple[str, _News]] = deque()  # with the home that has them already
        self._entries = 0  # of these news
        self._dropped = 0  # older news
        self._delivered: dict[str, int] = {}  # how many of all news each home has
        self._homes: dict[str, str] = {}  # of workers that have answered
        self._letters: dict[str, deque[Any]] = {}  # under way
        self._due = 0.0

    def hear(self, found: _Found) -> None:
        """Take the entries that came with an answer."""
        self._homes[found.worker] = found.home
        if len(found.entries):
            self.take(_News.of(entries=found.entries), found.home)

    def take(self, news: _News, home: str = "") -> None:
        """To all homes, except the one that has them."""
        with self._lock:
            self._news.append((home, news))
            self._entries += len(news.entries)
            while self._entries > _KEPT:
                self._entries -= len(self._news.popleft()[1].entries)
                self._dropped += 1

    def deliver(self, workers: dict[str, int]) -> None:
        """Send what there is, unless that was done a moment ago."""
        now = time.monotonic()
        if now < self._due:
            return
        self._due = now + _SPREAD
        for gone in [each for each in self._letters if each not in workers]:
            del self._letters[gone]
        for worker in workers:
            letters = self._letters.setdefault(worker, deque())
            while letters and letters[0].done():
                letters.popleft()
            if new := self._new_to(worker):
                letters.append(
                    self._client.submit(
                        _learn, self._game, self._place, _News.joined(new),
                        workers=[worker], pure=False, priority=1,
                    )
                )  # fmt: skip

    def _new_to(self, worker: str) -> list[_News]:
        home = self._homes.get(worker, worker)
        with self._lock:
            first = max(self._delivered.get(home, 0) - self._dropped, 0)
            self._delivered[home] = self._dropped + len(self._news)
            return [news for by, news in islice(self._news, first, None) if by != home]


# In the workers


class _Desk:
    """What a worker works with: a solver, and which entries other homes know.

    The solvers of workers on one computer have one table, where it has memory for that.
    """

    def __init__(self, game: Game, place: _Place) -> None:
        self.used = 0.0
        self.asked = 0  # questions that it is answering
        self.solver = Solver(game, place.memory)
        self._shared: SharedTable | None = None
        if self.solver.shareable:
            known = place, stamp(game, SEARCH_KERNELS)
            name = hashlib.blake2s(repr(known).encode()).hexdigest()[:32]
            with suppress(OSError):
                self._shared = SharedTable(name, self.solver.memory // 8)
                self.solver.share(self._shared.words)
        self.solver.prepare()
        self.solver.grow()
        self.alone = nullcontext() if self.solver.shareable else threading.Lock()
        self._told = np.empty(0, np.uint64)
        self._due = 0.0

    def home(self, worker: str) -> str:
        """What those have in common who have its table."""
        return socket.gethostname() if self._shared else worker

    @property
    def _speaks(self) -> bool:
        return self._shared is None or self._shared.speaks

    def close(self) -> None:
        """Give the memory back that is shared."""
        if self._shared is not None:
            self._shared.remove()

    def learn(self, news: _News) -> None:
        """Take in what others have found."""
        limits = zip(news.states.tolist(), news.limits.tolist(), strict=True)
        for state, (value, at_least) in limits:
            self.solver.learn(tuple(state), value, bool(at_least))
        if len(news.entries) and self.solver.shareable:
            self.solver.recall(lambda table: _merge(table, news.entries))
            self._told = np.union1d(self._told, _names(news.entries))

    def news(self) -> Uints:
        """The costliest entries of the table, without those that the others know."""
        begun = time.monotonic()
        if begun < self._due or not self.solver.shareable or not self._speaks:
            return np.empty((0, 2), np.uint64)
        rows = np.stack(self.solver.costliest(_ENTRIES), axis=1)
        names = _names(rows)
        fresh = rows[~np.isin(names, self._told)]
        self._told = np.sort(names)
        now = time.monotonic()
        self._due = now + (now - begun) / _LOOKING
        return fresh


def _names(entries: Uints) -> Uints:
    """A number for each entry [entries, (place, word)], by which it is known again."""
    return entries[:, 0] * _ODD ^ entries[:, 1]


def _merge(table: Uints, entries: Uints) -> None:
    """Write entries [entries, (place, word)] where a table has none that cost more."""
    places, words = entries[:, 0].astype(np.int64), entries[:, 1]
    better = cost_of(words) >= cost_of(table[places, 0])
    table[places[better], 0] = words[better]


_desks: dict[tuple[Game, _Place], _Desk] = {}
_lock = threading.Lock()


def _desk(game: Game, place: _Place) -> _Desk:
    with _lock:
        desk = _desks.get((game, place))
        if desk is None:
            if place.program != _program(game):
                raise ClusterError(
                    f"the worker at {_address()} has other rules of {game.title}, or another "
                    "search, than this computer: install the same versions of Plyground and of "
                    "Python on both"
                )
            _tidy()
            try:
                desk = _desks[game, place] = _Desk(game, place)
            except SolverMemoryError:
                raise ClusterError(
                    f"a table of {place.memory} MiB does not fit into the memory of the worker at "
                    f"{_address()}: choose a smaller one"
                ) from None
        desk.used = time.monotonic()
        return desk


def _tidy() -> None:
    """Give up what clients use that have ended without a word."""
    for (_, place), desk in list(_desks.items()):
        if not desk.asked and time.monotonic() > desk.used + _UNUSED:
            _leave(place.work)


def _address() -> str:
    """Where this worker is."""
    from distributed.worker import get_worker

    return str(get_worker().address)


def _leave(work: str) -> None:
    """Give back what was used for this work."""
    for key in [key for key in _desks if key[1].work == work]:
        _desks.pop(key).close()


def _learn(game: Game, place: _Place, news: _News) -> None:
    desk = _desk(game, place)
    with desk.alone:
        desk.learn(news)


def _answer(question: Question, place: _Place) -> _Found:
    desk, worker = _desk(question.position.game, place), _address()
    with _asked(desk), desk.alone, _watched() as control:
        answer = answered(desk.solver, question, control)
        return _Found(answer, desk.news(), worker, desk.home(worker))


@contextmanager
def _asked(desk: _Desk) -> Iterator[None]:
    """While a question is answered, however long that takes, its desk is in use."""
    with _lock:
        desk.asked += 1
    try:
        yield
    finally:
        with _lock:
            desk.asked -= 1
            desk.used = time.monotonic()


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
