"""`Table`: what the matches of a run amount to, in numbers: points, efforts, ratings, cross table.

All of it depends on the matches alone, and not on the order in which they were played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import median

import numpy as np

from plyground.arena.meeting import Done, Played, Round
from plyground.arena.plan import Plan, numbered
from plyground.arena.rating import Decision, Rating, RatingError, Ratings


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
    forfeits: int  # among the losses
    byes: int
    against: float
    nodes: int
    times: tuple[float, ...] = field(compare=False, repr=False)  # seconds of each of its moves

    @property
    def matches(self) -> int:
        """How many it has played."""
        return self.wins + self.draws + self.losses

    @property
    def moves(self) -> int:
        """The number of its moves."""
        return len(self.times)

    @property
    def seconds(self) -> float:
        """The time of all its moves."""
        return sum(self.times)

    @property
    def nodes_per_move(self) -> float:
        """The mean number of positions visited for a move."""
        return self.nodes / self.moves if self.moves else 0.0

    def seconds_per_move(self, percent: float = 50) -> float:
        """The time within which it made a given percentage of its moves; 50 gives the median."""
        return float(np.percentile(self.times, percent)) if self.times else 0.0


class Table:
    """The table of a run after some of its matches, or of one row of a series."""

    def __init__(
        self,
        plan: Plan,
        scheduled: Sequence[Round],
        done: Iterable[Done],
        row: int | None = None,
    ) -> None:
        """`scheduled` are the rounds so far. With a `row` only its team and its matches count."""
        self.plan = plan
        self.scheduled = tuple(scheduled)
        played = [each for each in done if isinstance(each, Played)]
        order = sorted(played, key=lambda each: (each.meeting.number, each.turn))
        self.played = tuple(each for each in order if row in (None, each.meeting.row))
        self.entrants = range(len(plan.entrants)) if row is None else plan.teams[row]
        self._row = row

    def __repr__(self) -> str:
        return f"<table of {len(self.played)} matches: {', '.join(self.texts)}>"

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of the players, numbered where two are equal."""
        return numbered([self.plan.entrants[one].player.text for one in self.entrants])

    @property
    def called(self) -> tuple[str, ...]:
        """Their names for people, such as "Minimax, depth 5", numbered in the same way."""
        game, players = self.plan.games[0], [self.plan.entrants[one] for one in self.entrants]
        return numbered([each.player.called(game).full for each in players])

    def rows(self) -> list[Table]:
        """The table of each row of a series."""
        return [
            Table(self.plan, self.scheduled, self.played, row)
            for row in range(len(self.plan.teams))
        ]

    def runs(self) -> list[Table]:
        """The table of each run of a row of a series that is complete."""
        rounds = self.plan.rounds or 1
        runs: dict[int, list[Played]] = {}
        for each in self.played:
            runs.setdefault(each.meeting.round // rounds, []).append(each)
        whole = [played for played in runs.values() if len(played) == rounds]
        return [Table(self.plan, self.scheduled, played, self._row) for played in whole]

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every entrant in the order of the plan; nobody has a place."""
        return tuple(self._line(player) for player in self.entrants)

    @cached_property
    def ranking(self) -> tuple[Line, ...]:
        """Every entrant with its place, the first one first.

        By points, then by the points of those met; in a knockout by the last round survived, then
        by seeding.
        """
        reached = self._reached if self.plan.kind == "knockout" else {}

        def order(line: Line) -> tuple[float, ...]:
            if reached:
                return (-reached[line.player], line.player)
            return (-line.points, -line.against, line.player)

        ordered = sorted(self.lines, key=order)
        return tuple(replace(line, place=place) for place, line in enumerate(ordered, 1))

    @cached_property
    def lengths(self) -> tuple[int, float, int]:
        """The fewest moves of a match, their median, and the most; zeros without a match."""
        lengths = [len(each.match.moves) for each in self.played] or [0]
        return min(lengths), median(lengths), max(lengths)

    @property
    def seconds(self) -> float:
        """The time of all matches, summed over the processes that played them."""
        return sum(each.match.duration for each in self.played)

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
                        each.meeting.block,
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
    def independent(self) -> int:
        """How many of the matches say something new: where nobody leaves anything to chance, a game
        that comes again does not.
        """
        chance = any(self.plan.entrants[one].player.uses_chance for one in self.entrants)
        return len(self.played) if chance else self.different

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
        for each in self.scheduled:
            for player in (*each.byes, *(one for made in each.meetings for one in made.group)):
                reached[player] = each.number
        if (
            self.scheduled
            and len(self.scheduled[-1].meetings)
            and self.is_complete(self.scheduled[-1])
        ):
            last = self.scheduled[-1]
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

    @cached_property
    def _of_players(self) -> dict[int, list[Played]]:
        """The matches of each entrant."""
        found: dict[int, list[Played]] = {player: [] for player in self.entrants}
        for each in self.played:
            for player in each.seating:
                found[player].append(each)
        return found

    def _line(self, player: int) -> Line:
        mine = self._of_players[player]
        results = [each.half_points(player) for each in mine]
        efforts = [each.match.efforts[each.seating.index(player)] for each in mine]
        return Line(
            place=0,
            player=player,
            name=self.plan.names[player],
            points=self._scores[player],
            wins=results.count(2),
            draws=results.count(1),
            losses=results.count(0),
            forfeits=sum(player in each.forfeited_by for each in mine),
            byes=sum(player in each.byes for each in self.scheduled),
            against=sum(
                self._scores[other] for made in self.scheduled
                for group in dict.fromkeys(meeting.group for meeting in made.meetings)
                if player in group for other in group if other != player
            ),
            nodes=sum(effort.nodes for effort in efforts),
            times=tuple(second for effort in efforts for second in effort.seconds),
        )  # fmt: skip

    @property
    def _whole(self) -> int:
        """The matches of a whole meeting, which a bye counts as."""
        return self.plan.openings.each * sum(game.players for game in self.plan.games)

    def possible(self, line: Line) -> int:
        """The points that an entrant could have."""
        return line.matches + line.byes * (self._whole if self.plan.kind == "swiss" else 0)

    @cached_property
    def _scores(self) -> tuple[float, ...]:
        """The points of each entrant, byes included: one counts as a whole meeting won."""
        halves = [0] * len(self.plan.entrants)
        for each in self.played:
            for player in each.seating:
                halves[player] += each.half_points(player)
        if self.plan.kind == "swiss":
            for made in self.scheduled:
                for player in made.byes:
                    halves[player] += 2 * self._whole
        return tuple(half / 2 for half in halves)
