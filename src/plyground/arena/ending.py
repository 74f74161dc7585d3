"""When a run has seen enough before all is played: by a sequential test over pairs, `Sequential`.

An `Ending` looks at the meetings in the order of their numbers, so that its result does not depend
on which ends first: with the same seed it is the same on any number of processes. What it has not
looked at does not count. A new one is a class here, its settings in `Plan`, and what makes it of
these in `ending_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from plyground.arena.meeting import Played
from plyground.arena.plan import Plan
from plyground.arena.statistics import Difference, SequentialTest, difference

CLASSES = 5
"""Results of a pair for the first player, by half points: from both lost to both won."""


@dataclass(frozen=True)
class Comparison:
    """What a sequential test has seen of two players: `counts` has a number for each of CLASSES.

    `accepted` is the difference in Elo that the test accepts; None if it came to no end: it was
    stopped, or has played the pairs that it was granted. `openings` says how many were different,
    `games` how many of the matches.
    """

    test: SequentialTest
    counts: tuple[int, ...]
    accepted: float | None
    openings: int
    games: int
    forfeits: tuple[int, int]
    plies: int
    seed: int

    @property
    def pairs(self) -> int:
        """The pairs that count."""
        return sum(self.counts)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio."""
        return self.test.ratio(self.counts)

    @property
    def difference(self) -> Difference:
        """The difference in Elo with its error. Raises CountsError without a pair."""
        return difference(self.counts)


class Ending(Protocol):
    """What has been seen of a run, and whether that is enough."""

    def take(self, matches: Sequence[Played]) -> bool:
        """Look at the matches of the next meeting; True once that is enough."""


class Sequential:
    """Counts pairs until the test accepts a difference. The matches of a pair begin with the same
    opening, and the players swap sides.
    """

    def __init__(self, test: SequentialTest) -> None:
        self._test = test
        self.counts = [0] * CLASSES
        self.accepted: float | None = None

    def take(self, matches: Sequence[Played]) -> bool:
        """Look at the next pair; True once that is enough."""
        self.counts[sum(each.half_points(0) for each in matches)] += 1
        self.accepted = self._test.accepted(self.counts)
        return self.accepted is not None

    def comparison(self, played: Sequence[Played], plies: int, seed: int) -> Comparison:
        """What the matches that count say."""
        forfeits = [one for each in played for one in each.forfeited_by]
        return Comparison(
            test=self._test,
            counts=tuple(self.counts),
            accepted=self.accepted,
            openings=len({each.meeting.opening for each in played}),
            games=len({each.match.moves for each in played}),
            forfeits=(forfeits.count(0), forfeits.count(1)),
            plies=plies,
            seed=seed,
        )


def ending_of(plan: Plan) -> Ending | None:
    """What ends the run of a plan before all is played; None for most."""
    return None if plan.test is None else Sequential(plan.test)
