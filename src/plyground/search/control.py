"""`Control`: how another thread watches a running search and stops it."""

from __future__ import annotations

import numpy as np

STOP, NODES = 0, 1  # what the items of `counters` mean


class Cancelled(Exception):
    """A search was told to stop before it had an answer."""


class Control:
    """Belongs to one search at a time; reading and stopping are safe from any thread."""

    def __init__(self) -> None:
        self.counters = np.zeros(2, np.int64)
        """Shared with compiled code: [STOP, NODES]."""

    @property
    def nodes(self) -> int:
        """The positions visited so far."""
        return int(self.counters[NODES])

    def stop(self) -> None:
        """Make the search that runs, or the next one, end at once by raising Cancelled."""
        self.counters[STOP] = 1

    def check(self) -> None:
        """Raise Cancelled if told to stop."""
        if self.counters[STOP]:
            raise Cancelled
