"""Which matches a tournament has, round by round.

A meeting is a group of players and an opening: as many matches as there are seats, so that everyone
plays it from every seat. All that it has depends on the plan and on the results of earlier rounds,
so that the same plan gives the same matches, wherever and in whatever order they are played.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice

from plyground.arena.openings import balanced_openings, enough_plies, random_openings, recorded
from plyground.arena.tournaments.errors import TournamentError
from plyground.arena.tournaments.pairing import (
    Group,
    everybody,
    gauntlet,
    knockout,
    swiss,
)
from plyground.arena.tournaments.plan import Plan
from plyground.position import Game
from plyground.search import Control

REPLAYS = 3
"""How often the equals of a knockout meet again, before the one listed first goes on."""

Points = Callable[["Meeting"], Sequence[int]]
"""The half points of each of the players of a meeting that has been played, in their order."""


@dataclass(frozen=True)
class Meeting:
    """Some entrants, by number, and an opening. `number` counts the meetings of the tournament."""

    number: int
    round: int
    game: int
    group: Group  # at the seats of the first match
    opening: tuple[str, ...]

    @property
    def matches(self) -> int:
        """How many matches it has: one for each turn of the seats."""
        return len(self.group)

    def seating(self, turn: int) -> Group:
        """The entrant at each seat of one match."""
        return self.group[turn:] + self.group[:turn]


@dataclass(frozen=True)
class Round:
    """The meetings that are played together, and those who rest. Rounds are numbered from 0."""

    number: int
    title: str
    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()


class Schedule:
    """The rounds of a plan, one after the other."""

    def __init__(self, plan: Plan, control: Control | None = None) -> None:
        """`control` ends the drawing of openings, by Cancelled; nothing can be drawn after that."""
        self.plan = plan
        self.rounds: list[Round] = []
        self._openings = [_Openings(plan, game, control) for game in plan.games]
        self._meetings = count()
        self._left = list(range(len(plan.entrants)))  # of a knockout
        self._replays = 0
        self._stage = 0

    def next(self, points: Points) -> Round | None:
        """The next round; None after the last one.

        `points` tells of the meetings of earlier rounds. Only plans that wait ask for it.
        """
        plan = self.plan
        if plan.kind == "knockout":
            return self._next_stage(points)
        number = len(self.rounds)
        if number >= plan.rounds:
            return None
        groups, byes = self._swiss(points) if plan.kind == "swiss" else ([], [])
        made = self._round(f"Round {number + 1}", groups, number, byes)
        return made if made.meetings or plan.waits else None

    @property
    def expected(self) -> int:
        """How many matches there will be, as far as it can be known."""
        plan = self.plan
        if plan.waits:
            return plan.most_matches
        wanted = plan.rounds * plan.openings.each
        return sum(
            plan.groups(game) * game.players * openings.most(wanted)
            for game, openings in zip(plan.games, self._openings, strict=True)
        )

    def draw(self) -> None:
        """Find the openings of all rounds now, except replays: the solver may take long for them.

        Raises Cancelled if the control of this schedule says stop.
        """
        plan = self.plan
        rounds = plan.rounds
        if plan.kind == "knockout":
            rounds = math.ceil(math.log(len(plan.entrants), plan.seats))
        for openings in self._openings:
            openings.most(rounds * plan.openings.each)

    def _groups(self, seats: int) -> list[Group]:
        """All who meet in a plan that does not wait, in a game of so many seats."""
        plan, count = self.plan, len(self.plan.entrants)
        if plan.kind == "gauntlet":
            return gauntlet(count, plan.challengers, seats)
        return everybody(count, seats)

    def _swiss(self, points: Points) -> tuple[list[Group], list[int]]:
        plan, players = self.plan, range(len(self.plan.entrants))
        scores, byes = [0 for _ in players], [0 for _ in players]
        met: list[list[int]] = [[] for _ in players]
        whole = 2 * plan.openings.each * sum(game.players for game in plan.games)
        for played in self.rounds:
            for player in played.byes:
                byes[player] += 1
                scores[player] += whole
            for group in dict.fromkeys(meeting.group for meeting in played.meetings):
                for player in group:
                    met[player] += [other for other in group if other != player]
            for meeting in played.meetings:
                for player, got in zip(meeting.group, points(meeting), strict=True):
                    scores[player] += got
        return swiss(scores, met, byes, plan.seats)

    def _next_stage(self, points: Points) -> Round | None:
        if self.rounds:
            tied = self._settle(self.rounds[-1], points)
            if tied:
                self._replays += 1
                title = f"Round {self._stage}, replay {self._replays}"
                return self._round(title, tied, len(self.rounds))
        if len(self._left) == 1:
            return None
        self._stage += 1
        self._replays = 0
        groups, byes = knockout(self._left, self.plan.seats)
        return self._round(f"Round {self._stage}", groups, len(self.rounds), byes)

    def _settle(self, played: Round, points: Points) -> list[Group]:
        """Take those out who have lost; the groups that must meet again."""
        tied = []
        for group in dict.fromkeys(meeting.group for meeting in played.meetings):
            got = dict.fromkeys(group, 0)
            for meeting in played.meetings:
                if meeting.group == group:
                    for player, half in zip(group, points(meeting), strict=True):
                        got[player] += half
            best = max(got.values())
            first = min(player for player in group if got[player] == best)
            if list(got.values()).count(best) > 1 and self._replays < REPLAYS:
                tied.append(group)
            else:
                self._left = [each for each in self._left if each == first or each not in group]
        return tied

    def _round(
        self, title: str, groups: Sequence[Group], cycle: int, byes: Sequence[int] = ()
    ) -> Round:
        plan = self.plan
        each, number = plan.openings.each, len(self.rounds)
        meetings = [
            Meeting(next(self._meetings), number, of, group, opening)
            for of, game in enumerate(plan.games)
            for drawn in range(cycle * each, (cycle + 1) * each)
            for group in (groups if plan.waits else self._groups(game.players))
            if (opening := self._openings[of].of(drawn, group)) is not None
        ]
        made = Round(number, title, tuple(meetings), tuple(byes))
        self.rounds.append(made)
        return made


class _Openings:
    """The openings of one game, drawn as they are needed."""

    def __init__(self, plan: Plan, game: Game, control: Control | None) -> None:
        self._plan, self._game = plan, game
        self._coming = _drawn(plan, game, control)
        self._known: list[tuple[str, ...]] = []

    def most(self, wanted: int) -> int:
        """How many meetings of one group there are, if so many are wanted."""
        chance = any(each.player.uses_chance for each in self._plan.entrants)
        self._draw(wanted)
        return wanted if chance else min(wanted, len(self._known))

    def of(self, number: int, group: Group) -> tuple[str, ...] | None:
        """An opening for a group; None if all have been played and would give the same matches."""
        self._draw(number + 1)
        if number < len(self._known):
            return self._known[number]
        chance = any(self._plan.entrants[player].player.uses_chance for player in group)
        if not chance and not self._plan.waits:
            return None
        return self._known[number % len(self._known)]

    def _draw(self, wanted: int) -> None:
        self._known += islice(self._coming, max(0, wanted - len(self._known)))
        if not self._known:
            what = "balanced opening" if self._plan.openings.balanced else "opening"
            raise TournamentError(f"{self._game.title} has no {what} as stated: give other plies")


def _drawn(plan: Plan, game: Game, control: Control | None) -> Iterator[tuple[str, ...]]:
    stated = plan.openings
    if stated.file is not None:
        return recorded(game, stated.file, stated.plies)
    plies = enough_plies(game) if stated.plies is None else stated.plies
    if stated.balanced:
        return balanced_openings(game, plies, plan.seed, control)
    return random_openings(game, plies, plan.seed)
