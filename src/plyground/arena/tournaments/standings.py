"""What the matches of a tournament say: points, who beat whom, ratings, and what was forfeited.

All of it depends on the matches alone, and not on the order in which they were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from plyground.arena.match import Match
from plyground.arena.rating import Decision, Rating, RatingError, Ratings
from plyground.arena.tournaments.plan import Plan
from plyground.arena.tournaments.schedule import Meeting, Round


@dataclass(frozen=True)
class Played:
    """A finished match of a tournament: which turn of which meeting, and what happened."""

    meeting: Meeting
    turn: int
    match: Match

    @property
    def seating(self) -> tuple[int, ...]:
        """The entrant at each seat."""
        return self.meeting.seating(self.turn)

    def half_points(self, player: int) -> int:
        """The half points of one who played: 2 for a win, 1 for a draw.

        Where the rules name a loser, all others have won.
        """
        return self.match.outcome.standing(self.seating.index(player)) + 1

    @property
    def forfeited_by(self) -> tuple[int, ...]:
        """Those who lost it by giving no legal move."""
        outcome = self.match.outcome
        if outcome.how != "forfeited":
            return ()
        return tuple(self.seating[seat] for seat in outcome.losers)


@dataclass(frozen=True)
class Line:
    """One entrant in the table. `points` include byes; `against` are the points of those it met."""

    place: int
    player: int
    name: str
    points: float
    wins: int
    draws: int
    losses: int
    forfeits: int
    byes: int
    against: float
    moves: int
    nodes: int
    seconds: float

    @property
    def matches(self) -> int:
        """How many it has played."""
        return self.wins + self.draws + self.losses


class Standings:
    """The table of a tournament after some of its matches."""

    def __init__(self, plan: Plan, rounds: Sequence[Round], played: Iterable[Played]) -> None:
        self.plan = plan
        self.rounds = tuple(rounds)
        self.played = tuple(sorted(played, key=lambda each: (each.meeting.number, each.turn)))

    @cached_property
    def table(self) -> tuple[Line, ...]:
        """Every entrant, the first one first.

        By points, then by the points of those met; in a knockout by the last round survived, then
        by seeding.
        """
        lines = [self._line(player) for player in range(len(self.plan.entrants))]
        reached = self._reached if self.plan.kind == "knockout" else {}

        def order(line: Line) -> tuple[float, ...]:
            if reached:
                return (-reached[line.player], line.player)
            return (-line.points, -line.against, line.player)

        ordered = sorted(lines, key=order)
        return tuple(replace(line, place=place) for place, line in enumerate(ordered, 1))

    @cached_property
    def crosstable(self) -> tuple[tuple[tuple[float, int], ...], ...]:
        """The points of each entrant [against another], and of how many matches.

        At a table of several the better one of two gets the point; equals get half.
        """
        count = len(self.plan.entrants)
        halves = [[0] * count for _ in range(count)]
        times = [[0] * count for _ in range(count)]
        for each in self.played:
            got = {player: each.half_points(player) for player in each.seating}
            for player, mine in got.items():
                for other, theirs in got.items():
                    if player != other:
                        times[player][other] += 1
                        halves[player][other] += 1 + (mine > theirs) - (mine < theirs)
        return tuple(
            tuple((half / 2, matches) for half, matches in zip(*row, strict=True))
            for row in zip(halves, times, strict=True)
        )

    @cached_property
    def ratings(self) -> Ratings | None:
        """The joint ratings; None before there are any."""
        names = self.plan.names
        try:
            return Ratings(
                (
                    Decision.of(
                        str(each.meeting.game),
                        [names[player] for player in each.seating],
                        each.match.outcome,
                        each.meeting.number,
                    )
                    for each in self.played
                ),
                anchor=self._anchor,
            )
        except RatingError:
            return None

    @property
    def rated(self) -> dict[str, Rating]:
        """The rating of each entrant that has one, by name."""
        return {} if self.ratings is None else {each.player: each for each in self.ratings.table}

    @property
    def different(self) -> int:
        """How many of the matches differ in their moves; few of them prove little."""
        return len({(each.meeting.game, each.match.moves) for each in self.played})

    @property
    def forfeits(self) -> tuple[tuple[str, str, int], ...]:
        """Who forfeited, why, and how often."""
        counted: dict[tuple[str, str], int] = {}
        for each in self.played:
            for player in each.forfeited_by:
                key = (self.plan.names[player], each.match.outcome.reason)
                counted[key] = counted.get(key, 0) + 1
        return tuple((name, why, times) for (name, why), times in sorted(counted.items()))

    @property
    def _anchor(self) -> str:
        """The name of the entrant that moves at random."""
        return next((one.name for one in self.plan.entrants if one.player.text == "random"), "")

    @cached_property
    def _reached(self) -> dict[int, int]:
        """The last round of a knockout in which each took part, or rested; the winner one more."""
        reached = dict.fromkeys(range(len(self.plan.entrants)), 0)
        for each in self.rounds:
            for player in (*each.byes, *(one for made in each.meetings for one in made.group)):
                reached[player] = each.number
        if self.rounds and len(self.rounds[-1].meetings) and self.is_complete(self.rounds[-1]):
            last = self.rounds[-1]
            for group in {meeting.group for meeting in last.meetings}:
                got = {player: sum(each.half_points(player) for each in self.played
                                   if each.meeting.round == last.number
                                   and player in each.seating) for player in group}  # fmt: skip
                best = max(got.values())
                reached[min(player for player in group if got[player] == best)] += 1
        return reached

    def is_complete(self, round_: Round) -> bool:
        """Whether all matches of a round have been played."""
        wanted = sum(meeting.matches for meeting in round_.meetings)
        return sum(each.meeting.round == round_.number for each in self.played) == wanted

    def _line(self, player: int) -> Line:
        mine = [each for each in self.played if player in each.seating]
        results = [each.half_points(player) for each in mine]
        efforts = [each.match.efforts[each.seating.index(player)] for each in mine]
        byes = sum(player in each.byes for each in self.rounds)
        return Line(
            place=0,
            player=player,
            name=self.plan.names[player],
            points=self._scores[player],
            wins=results.count(2),
            draws=results.count(1),
            losses=results.count(0),
            forfeits=sum(player in each.forfeited_by for each in mine),
            byes=byes,
            against=sum(
                self._scores[other] for made in self.rounds
                for group in dict.fromkeys(meeting.group for meeting in made.meetings)
                if player in group for other in group if other != player
            ),
            moves=sum(len(effort.seconds) for effort in efforts),
            nodes=sum(effort.nodes for effort in efforts),
            seconds=sum(sum(effort.seconds) for effort in efforts),
        )  # fmt: skip

    @cached_property
    def _scores(self) -> tuple[float, ...]:
        """The points of each entrant, byes included: one counts as a whole meeting won."""
        whole = self.plan.openings.each * sum(game.players for game in self.plan.games)
        halves = [0] * len(self.plan.entrants)
        for each in self.played:
            for player in each.seating:
                halves[player] += each.half_points(player)
        if self.plan.kind == "swiss":
            for made in self.rounds:
                for player in made.byes:
                    halves[player] += 2 * whole
        return tuple(half / 2 for half in halves)
