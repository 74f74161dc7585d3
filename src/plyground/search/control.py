"""`Control`: how another thread watches a running search and stops it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

STOP, NODES = 0, 1  # what the items of `counters` mean
RUNNING, CANCELLED, ENOUGH = 0, 1, 2  # values of counters[STOP]


class Cancelled(Exception):
    """A search was told to stop before it had an answer."""


class Control:
    """Belongs to one search at a time; reading and stopping are safe from any thread."""

    def __init__(self) -> None:
        self.counters = np.zeros(2, np.int64)
        """Shared with compiled code: [STOP, NODES]."""
        self._stopping = threading.Lock()  # that time is over must not undo that it is cancelled

    @property
    def nodes(self) -> int:
        """The positions visited so far."""
        return int(self.counters[NODES])

    def stop(self) -> None:
        """Make the search that runs, or the next one, end at once by raising Cancelled."""
        with self._stopping:
            self.counters[STOP] = CANCELLED

    def check(self) -> None:
        """Raise Cancelled if told to stop."""
        if self.counters[STOP] == CANCELLED:
            raise Cancelled

    @contextmanager
    def deadline(self, seconds: float) -> Iterator[None]:
        """Let what runs inside go on for so long; then it is told that this is ENOUGH."""
        timer = threading.Timer(seconds, self._turn, (RUNNING, ENOUGH))
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            self._turn(ENOUGH, RUNNING)

    def _turn(self, before: int, after: int) -> None:
        with self._stopping:
            if self.counters[STOP] == before:
                self.counters[STOP] = after
