"""Who is at a game by link: which tabs answer, since when people are there or away, and how long
their answers take.

Every few seconds each tab gets a beat and answers it. Packets may be lost without an error, so a
stream that is open says nothing; a tab whose answers stay out is taken for gone until it is heard
again. A program that asks for the game, or moves, counts as there for a while.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

BEAT = 5.0
"""Seconds from one beat to the next."""

SILENCE = 9.0
"""Seconds without a sign of a tab, after which the next beat finds it gone."""

_PROGRAM = 30.0  # seconds for which a request of a program counts
_BEATS_KEPT = 3
_NEWEST = 0.3  # the weight of the newest answer in the mean


@dataclass(eq=False)
class Tab:
    """A tab that listens. It answers beats by its name; without a name it never does."""

    holder: str
    name: str
    heard: float


class Presence:
    """The tabs and programs at one room, by the digests of their visitors' tokens."""

    def __init__(self) -> None:
        self.tabs: dict[Tab, None] = {}  # in the order in which they came
        self.lag: dict[str, float] = {}
        """Seconds from a beat to a visitor's answer, as a mean."""
        self.since: dict[str, float] = {}
        """When visitors came, or left."""
        self._there: frozenset[str] = frozenset()
        self._came: dict[str, float] = {}
        self._asked: dict[str, float] = {}  # by programs, at times
        self._sent: deque[tuple[int, float]] = deque(maxlen=_BEATS_KEPT)
        self._number = 0

    @property
    def holders(self) -> set[str]:
        """The visitors with a tab, whether it answers or not."""
        return {tab.holder for tab in self.tabs}

    def come(self, holder: str, name: str, at: float) -> Tab:
        """Note a tab that begins to listen."""
        tab = Tab(holder, name, at)
        self.tabs[tab] = None
        return tab

    def go(self, tab: Tab) -> None:
        """Note that a tab's stream has ended."""
        del self.tabs[tab]

    def ask(self, holder: str, at: float) -> None:
        """Note a request of a program."""
        self._asked[holder] = at

    def act(self, holder: str, at: float) -> None:
        """Note that a visitor does something, in whichever tab."""
        for tab in self.tabs:
            if tab.holder == holder:
                tab.heard = at

    def beat(self, at: float) -> int:
        """The number of the beat that is sent now."""
        self._number += 1
        self._sent.append((self._number, at))
        return self._number

    def answer(self, holder: str, name: str, number: int, at: float) -> None:
        """Note the answer of a tab to a beat."""
        for tab in self.tabs:
            if (tab.holder, tab.name) == (holder, name):
                tab.heard = at
        sent = dict(self._sent).get(number)
        if sent is not None:
            took, before = at - sent, self.lag.get(holder)
            self.lag[holder] = took if before is None else before + _NEWEST * (took - before)

    def look(self, people: Iterable[str], at: float) -> frozenset[str]:
        """The visitors who are there; `people` are those who may be missed."""
        there = {tab.holder for tab in self.tabs if not tab.name or at - tab.heard <= SILENCE}
        there |= {holder for holder, asked in self._asked.items() if at - asked <= _PROGRAM}
        for holder in (there ^ self._there) | (set(people) - self.since.keys()):
            back = holder in there and at - self.since.get(holder, 0.0) <= SILENCE
            since = self._came.get(holder, at) if back else at  # who reloads a page was not away
            self.since[holder] = since
            if holder in there:
                self._came[holder] = since
        self._there = frozenset(there)
        return self._there
