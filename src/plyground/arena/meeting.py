"""Meetings of entrants, the rounds that they belong to, and what has been done at them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyground.arena.match import Item, Match
from plyground.arena.pairing import Group
from plyground.arena.plan import Plan


@dataclass(frozen=True)
class Meeting:
    """Some entrants, by number, and an opening. `number` counts the meetings of the run.

    `chance` is the number that the chance of its first match is made of. `row` is the team, of a
    series. Meetings of one `block` depend on each other.
    """

    number: int
    round: int
    game: int
    group: Group  # at the seats of the first match
    opening: tuple[str, ...]
    matches: int  # in each the seats are turned by one
    chance: int
    row: int = 0
    block: int = 0

    def seating(self, turn: int) -> Group:
        """The entrant at each seat of one match."""
        return self.group[turn:] + self.group[:turn]

    def item(self, plan: Plan, turn: int) -> Item:
        """What a worker needs of one match."""
        return Item(
            plan.games[self.game],
            tuple(plan.entrants[player].player for player in self.seating(turn)),
            self.opening,
            plan.seed,
            self.chance + turn,
            plan.adjudicate,
            lenient=plan.is_tournament and plan.test is None,
        )


@dataclass(frozen=True)
class Round:
    """The meetings that are played together, and those who rest. Rounds are numbered from 0."""

    number: int
    title: str
    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()


@dataclass(frozen=True)
class Done:
    """What has been done of a run: which turn of which meeting."""

    meeting: Meeting
    turn: int


@dataclass(frozen=True)
class Found(Done):
    """What came of a meeting that is no match, as plain data: see `work`."""

    found: Any


@dataclass(frozen=True)
class Played(Done):
    """A finished match, and what happened in it."""

    match: Match

    @property
    def seating(self) -> Group:
        """The entrant at each seat."""
        return self.meeting.seating(self.turn)

    def half_points(self, player: int) -> int:
        """The half points of one who played: 2 for a win, 1 for a draw.

        Where the rules name a loser, all others have won.
        """
        return self.match.outcome.standing(self.seating.index(player)) + 1

    def standing(self, player: int) -> int:
        """The result for one who played: 1 won, 0 drawn, -1 lost."""
        return self.half_points(player) - 1

    @property
    def forfeited_by(self) -> tuple[int, ...]:
        """Those who lost it by giving no legal move."""
        outcome = self.match.outcome
        if outcome.how != "forfeited":
            return ()
        return tuple(self.seating[seat] for seat in outcome.losers)


Key = tuple[int, int]
"""The number of a meeting, and the turn: what a match is known by."""
