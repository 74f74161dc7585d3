"""Which matches a run has, round by round.

A meeting is a group of players and an opening. In tournaments it has as many matches as there are
seats, so that everyone plays the opening from every seat. All that it has depends on the plan and
on the results of earlier rounds, so that the same plan gives the same matches, wherever and in
whatever order they are played. Nothing else numbers matches, or says which chance they have.

Each kind of meeting is one function: those of tournaments are in `kinds`, the others below.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count, islice
from typing import Any

from plyground.arena.kinds import KINDS
from plyground.arena.ladder import ladder
from plyground.arena.match import RunError
from plyground.arena.meeting import Done, Key, Meeting, Played, Round
from plyground.arena.openings import (
    balanced_openings,
    enough_plies,
    random_openings,
    random_positions,
    recorded,
)
from plyground.arena.pairing import Group
from plyground.arena.plan import HEURISTIC, LADDER, LEARNING, QUESTIONS, SEARCH, SERIES, Plan
from plyground.kernel import Chance
from plyground.position import Game, Position
from plyground.search import Control


class Schedule:
    """The rounds of a plan, one after the other."""

    def __init__(
        self, plan: Plan, results: Mapping[Key, Done], control: Control | None = None
    ) -> None:
        """`results` are those of earlier rounds; only plans that wait look at them.

        `control` ends the drawing of openings, by Cancelled; nothing can be drawn after that.
        """
        self.plan = plan
        self.rounds: list[Round] = []
        self.results = results
        self._openings = [_Openings(plan, game, control) for game in plan.games]
        self._meetings = count()
        self._coming = ROUNDS[plan.kind](self)

    def next(self) -> Round | None:
        """The next round; None after the last one."""
        try:
            made = next(self._coming, None)
        except BaseException as error:
            self._coming = _failed(error)
            raise
        if made is not None:
            self.rounds.append(made)
        return made

    @property
    def expected(self) -> int:
        """How many matches there will be, as far as it can be known; 0 without an end."""
        plan = self.plan
        if plan.kind == HEURISTIC:
            return len(self.sampled)
        if plan.waits or plan.kind in (SERIES, *QUESTIONS) or plan.test is not None:
            return plan.most_matches
        wanted = (plan.rounds or 0) * plan.openings.each
        return sum(
            plan.groups(game) * game.players * openings.most(wanted)
            for game, openings in zip(plan.games, self._openings, strict=True)
        )

    @cached_property
    def sampled(self) -> list[Position]:
        """Different positions of each ply, as many as random games find."""
        from plyground.arena import judging  # which takes a while to import

        plan = self.plan
        return judging.sample(plan.games[0], plan.plies, plan.rounds or 0, plan.seed)

    def draw(self) -> None:
        """Find the openings of all rounds now, except replays: the solver may take long for them.

        Raises Cancelled if the control of this schedule says stop.
        """
        plan = self.plan
        if plan.kind in (SERIES, *QUESTIONS):  # which begin at the start, or anywhere
            return
        rounds = plan.rounds or 0
        if plan.ends_itself:
            rounds = math.ceil(math.log(len(plan.entrants), plan.seats))
        for openings in self._openings:
            openings.most(rounds * plan.openings.each)

    def points(self, round_: Round) -> dict[Group, list[int]]:
        """The half points that each group of a round has got."""
        found: dict[Group, list[int]] = {}
        for meeting in round_.meetings:
            got = found.setdefault(meeting.group, [0 for _ in meeting.group])
            for turn in range(meeting.matches):
                played = self.results[meeting.number, turn]
                assert isinstance(played, Played)
                for at, player in enumerate(meeting.group):
                    got[at] += played.half_points(player)
        return found

    def round(
        self, title: str, groups: Callable[[Game], Sequence[Group]], byes: Sequence[int] = ()
    ) -> Round:
        """A round of the groups of each game, each from the next openings."""
        plan, number = self.plan, len(self.rounds)
        each = plan.openings.each
        meetings = []
        for of, game in enumerate(plan.games):
            for drawn in range(number * each, (number + 1) * each):
                for group in groups(game):
                    opening = self._openings[of].of(drawn, group)
                    if opening is not None:
                        at = next(self._meetings)
                        meetings.append(
                            Meeting(at, number, of, group, opening, len(group), plan.seats * at,
                                    block=at)
                        )  # fmt: skip
        return Round(number, title, tuple(meetings), tuple(byes))


def _failed(error: BaseException) -> Iterator[Any]:
    """In the place of a generator that cannot go on, and must not seem to have ended."""
    raise error
    yield


def turned(plan: Plan, number: int) -> int:
    """By how many seats the players of a series are turned in a round."""
    count = len(plan.teams[0])
    shifts = {"fixed": 0, "alternate": number % count, "once": min(number, 1)}
    drawn = Chance(plan.seed, number, count).below(count)  # beyond the seats
    return shifts.get(plan.first, drawn)


# The other kinds: each makes its rounds one after the other


def series(plan: Plan) -> Iterator[Round]:
    """Each team once in a round, with the same chance for all, from the start of the game."""
    teams, seats = len(plan.teams), plan.seats
    for number in count() if plan.rounds is None else range(plan.runs * plan.rounds):
        turn = turned(plan, number)
        meetings = tuple(
            Meeting(number * teams + row, number, 0, team[turn:] + team[:turn], (), 1, number, row,
                    number // seats * teams + row)
            for row, team in enumerate(plan.teams)
        )  # fmt: skip
        yield Round(number, f"Round {number + 1}", meetings)


def _searches(of: Schedule) -> Iterator[Round]:
    """All players search a position before the next one, so that what is done can be compared."""
    plan = of.plan
    count = len(plan.entrants)
    for number, moves in enumerate(random_positions(plan)):
        meetings = [
            Meeting(number * count + player, number, 0, (player,), moves, 1, number, block=number)
            for player in range(count)
        ]
        yield Round(number, f"Position {number + 1}", tuple(meetings))


def _judgements(of: Schedule) -> Iterator[Round]:
    for number, position in enumerate(of.sampled):
        meeting = Meeting(number, number, 0, (), position.history, 1, number, block=number)
        yield Round(number, f"Position {number + 1}", (meeting,))


def _lessons(of: Schedule) -> Iterator[Round]:
    for number in range(len(of.plan.learners)):
        meeting = Meeting(number, number, 0, (number,), (), 1, number, block=number)
        yield Round(number, f"Learner {number + 1}", (meeting,))


ROUNDS: dict[str, Callable[[Schedule], Iterator[Round]]] = {
    SERIES: lambda of: series(of.plan),
    **{name: kind.make for name, kind in KINDS.items()},
    LADDER: lambda of: ladder(of.plan, of.rounds, of.results),
    SEARCH: _searches,
    HEURISTIC: _judgements,
    LEARNING: _lessons,
}


class _Openings:
    """The openings of one game, drawn as they are needed."""

    def __init__(self, plan: Plan, game: Game, control: Control | None) -> None:
        self._plan, self._game = plan, game
        self._coming = _drawn(plan, game, control)
        self._known: list[tuple[str, ...]] = []
        self._lock = threading.Lock()

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
        with self._lock:
            try:
                self._known += islice(self._coming, max(0, wanted - len(self._known)))
            except BaseException as error:
                self._coming = _failed(error)
                raise
        if not self._known:
            what = "balanced opening" if self._plan.openings.balanced else "opening"
            raise RunError(f"{self._game.title} has no {what} as stated: give other plies")


def _drawn(plan: Plan, game: Game, control: Control | None) -> Iterator[tuple[str, ...]]:
    stated = plan.openings
    if stated.file is not None:
        return recorded(game, stated.file, stated.plies)
    plies = enough_plies(game) if stated.plies is None else stated.plies
    if stated.balanced:
        return balanced_openings(game, plies, plan.seed, control)
    return random_openings(game, plies, plan.seed)
