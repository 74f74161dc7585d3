"""`Control`: how another thread watches a running search and stops it; and `Limits` of a search."""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from numbers import Real

import numpy as np

from plyground.position import PlygroundError
from plyground.position.desk import COUNTERS_ROOM

# The items of `counters`.
STOP, NODES, LEAVES, CUTOFFS, TABLE_HITS, DEPTH, NODE_LIMIT = range(7)

# The values of counters[STOP].
RUNNING, CANCELLED, ENOUGH, ASIDE = 0, 1, 2, 3

_NO_LIMIT = int(np.iinfo(np.int64).max)
_MOST_SECONDS = int(threading.TIMEOUT_MAX)  # that a thread can wait


class Cancelled(Exception):
    """A search was stopped before it had an answer. Like other ways to end work from outside, it is
    no PlygroundError, so that what handles those does not swallow it.
    """

    def __str__(self) -> str:
        return "stopped by its Control before it had an answer"


class LimitError(PlygroundError):
    """A limit that a search cannot keep."""


@dataclass(frozen=True)
class Limits:
    """How far a search may go: in plies, seconds, positions visited and random games played.

    None is no limit; only a search by random games observes a number of playouts. A search always
    covers the first ply, and all moves of a position that it has begun, so it exceeds small numbers
    of positions a little.
    """

    depth: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    playouts: int | None = None

    def __post_init__(self) -> None:
        for what, number in (
            ("a depth is 1 ply", self.depth),
            ("a number of positions is 1", self.nodes),
            ("a number of playouts is 1", self.playouts),
        ):
            if number is not None and not (hasattr(number, "__index__") and number >= 1):
                raise LimitError(f"{what} or more, and not {number!r}")
        if self.seconds is not None and not (
            isinstance(self.seconds, Real) and 0 < self.seconds <= _MOST_SECONDS
        ):
            given = f"{self.seconds:g}" if isinstance(self.seconds, Real) else repr(self.seconds)
            raise LimitError(
                f"a time is more than 0 and at most {_MOST_SECONDS} seconds, and not {given}"
            )

    @property
    def interrupts(self) -> bool:
        """Whether a search may end before it has reached its depth."""
        return self.seconds is not None or self.nodes is not None


def limits_of(given: Limits | None) -> Limits:
    """The limits that a search is given, none for None. Raises TypeError for anything else."""
    if given is None or isinstance(given, Limits):
        return given or Limits()
    raise TypeError(f"limits are needed, such as pg.Limits(depth=4), and not {given!r}")


LAST_LOOK = Limits(nodes=200_000)
"""The limits of a short search that replaces a finished one: a few hundredths of a second."""

_PATIENCE = 0.4  # seconds left to write a file before a program ends


class Control:
    """Watches and stops one search at a time; any thread may read it and stop it.

    After `stop` or `finish` it ends all that follows with it too: take a new one for other work.
    """

    def __init__(self, *, whole: bool = False) -> None:
        self.whole = whole
        """Whether a player is to say what it thinks of every move: see `Choice.thoughts`."""
        self.counters = np.zeros(COUNTERS_ROOM, np.int64)[:7]
        """Shared with compiled code: [STOP, NODES, LEAVES, CUTOFFS, TABLE_HITS, DEPTH, NODE_LIMIT].

        Counts continue from search to search. DEPTH is the current depth; at NODE_LIMIT positions a
        search ends.
        """
        self.counters[NODE_LIMIT] = _NO_LIMIT
        self._lock = threading.Lock()
        self._open = False  # whether the running search can give its best result so far
        self.finishing = False
        """Whether `finish` was called."""

    @property
    def nodes(self) -> int:
        """The positions visited so far."""
        return int(self.counters[NODES])

    @property
    def depth(self) -> int:
        """The current depth of the search, 0 where a search has none."""
        return int(self.counters[DEPTH])

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return bool(self.counters[STOP] == CANCELLED)

    def lasting(self) -> Control:
        """The control of one piece of work of many: it stops and counts with this one, but `finish`
        does not hurry it. Who does the pieces looks at `finishing` between two.
        """
        found = Control(whole=self.whole)
        found.counters, found._lock = self.counters, self._lock
        return found

    def stop(self) -> None:
        """Make the running search, and all that follow, end at once by raising Cancelled."""
        with self._lock:
            self.counters[STOP] = CANCELLED

    def set_aside(self) -> None:
        """Make the running search end as after `stop`; until `take_up` no other can begin."""
        with self._lock:
            if self.counters[STOP] != CANCELLED:
                self.counters[STOP] = ASIDE

    def take_up(self) -> bool:
        """Let searches begin again after `set_aside`; False if `stop` came meanwhile."""
        self._replace(ASIDE, RUNNING)
        return bool(self.counters[STOP] != CANCELLED)

    def finish(self) -> None:
        """Make the running search, and all that follow, end soon with the best result so far.

        Choosing a move takes well under a second from then on. Work without a partial result, such
        as making a table, continues until `stop`; a player who depends on it then chooses by a
        search. Matches are never hurried: a series or another run ends after those being played.
        """
        with self._lock:
            self.finishing = True
            if self._open and self.counters[STOP] == RUNNING:
                self.counters[STOP] = ENOUGH

    def check(self) -> None:
        """Raise Cancelled after `stop` or `set_aside`."""
        if self.counters[STOP] in (CANCELLED, ASIDE):
            raise Cancelled

    def patience(self, until: float = math.inf) -> Callable[[], None]:
        """A function to call repeatedly while a file is written that is worth finishing.

        It raises Cancelled a moment after this control says stop, or when `time.perf_counter()` has
        reached `until`.
        """
        begun: list[float] = []  # of the stop

        def check() -> None:
            now = time.perf_counter()
            if self.counters[STOP] != RUNNING and not begun:
                begun.append(now)
            if now >= until or (begun and now >= begun[0] + _PATIENCE):
                raise Cancelled

        return check

    @property
    def enough(self) -> bool:
        """Whether the search reached a limit or was told to stop."""
        return bool(
            self.counters[STOP] != RUNNING or self.counters[NODES] >= self.counters[NODE_LIMIT]
        )

    @contextmanager
    def deadline(self, seconds: float | None) -> Iterator[None]:
        """Set counters[STOP] to ENOUGH at `finish`, or after `seconds` if given."""
        with self._lock:
            self._open = True
            if self.finishing and self.counters[STOP] == RUNNING:
                self.counters[STOP] = ENOUGH
        timer = None
        if seconds is not None:
            timer = threading.Timer(seconds, self._replace, (RUNNING, ENOUGH))
            timer.daemon = True
            timer.start()
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()
                timer.join()
            self._open = False
            self._replace(ENOUGH, RUNNING)

    @contextmanager
    def limited(self, limits: Limits) -> Iterator[None]:
        """Limit a search to its time and its positions, counted from now on."""
        try:
            if limits.nodes is not None:
                self.counters[NODE_LIMIT] = min(self.nodes + limits.nodes, _NO_LIMIT)
            with self.deadline(limits.seconds):
                yield
        finally:
            self.counters[NODE_LIMIT] = _NO_LIMIT
            self.counters[DEPTH] = 0

    @contextmanager
    def last_look(self) -> Iterator[Control]:
        """The control of a short search, in place of one that `finish` ended without a result.

        Its counts are added to the counts of this control.
        """
        look = Control()
        try:
            with look.limited(LAST_LOOK):
                yield look
        finally:
            self.counters[NODES:DEPTH] += look.counters[NODES:DEPTH]

    def _replace(self, old: int, new: int) -> None:
        with self._lock:
            if self.counters[STOP] == old:
                self.counters[STOP] = new


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
