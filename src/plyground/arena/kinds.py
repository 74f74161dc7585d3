"""The kinds of tournaments: who meets whom round by round, and how that is said.

A kind is one entry of KINDS. Its function makes the rounds of a schedule, one after the other;
where it waits, the results of all rounds before are there when it goes on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from plyground.arena.pairing import Group, everybody, gauntlet, knockout, swiss
from plyground.position import Game

REPLAYS = 3
"""How often the equals of a knockout meet again, before the one listed first goes on."""


class Schedule(Protocol):
    """What the function of a kind asks: see `schedule`."""

    plan: Any

    def round(
        self, title: str, groups: Callable[[Game], Sequence[Group]], byes: Sequence[int] = ()
    ) -> Any:
        """A round of the groups of each game."""

    def points(self, round_: Any) -> dict[Group, list[int]]:
        """The half points that each group of a round has got."""


@dataclass(frozen=True)
class Kind:
    """How the entrants of a tournament meet."""

    make: Callable[[Schedule], Iterator[Any]]
    """Makes the rounds."""
    groups: Callable[[int, int, int], int]
    """How many groups meet in a round, or in all of a knockout: of so many entrants, challengers
    and seats.
    """
    said: str
    """The same in a sentence; "{often}" and "{rounds}" are the number of rounds."""
    label: str
    """What a form calls it."""
    asked: str = ""
    """What a form asks for as the number of rounds; empty where the results decide it."""
    waits: bool = False
    """Whether a round depends on the results of the round before it."""
    challenged: bool = False
    """Whether some entrants are challengers."""
    usual: Callable[[int], int] = lambda _: 0
    """How many rounds so many entrants usually play; 0 where any number is as good."""
    check: Callable[[int, int], object] = lambda *_: None
    """Raises RunError where so many entrants cannot meet at so many seats."""


def _round_robin(of: Schedule) -> Iterator[Any]:
    """All groups in each round, until openings are used up and would give the same matches."""
    players = len(of.plan.entrants)
    yield from _all_groups(of, lambda game: everybody(players, game.players))


def _gauntlet(of: Schedule) -> Iterator[Any]:
    players, challengers = len(of.plan.entrants), of.plan.challengers
    yield from _all_groups(of, lambda game: gauntlet(players, challengers, game.players))


def _all_groups(of: Schedule, groups: Callable[[Game], Sequence[Group]]) -> Iterator[Any]:
    for number in range(of.plan.rounds or 0):
        made = of.round(f"Round {number + 1}", groups)
        if not made.meetings:
            return
        yield made


def _swiss(of: Schedule) -> Iterator[Any]:
    plan, players = of.plan, range(len(of.plan.entrants))
    scores, byes = [0 for _ in players], [0 for _ in players]
    met: list[list[int]] = [[] for _ in players]
    whole = 2 * plan.openings.each * sum(game.players for game in plan.games)
    for number in range(plan.rounds or 0):
        groups, resting = swiss(scores, met, byes, plan.seats)
        made = of.round(f"Round {number + 1}", _always(groups), resting)
        yield made
        for player in resting:
            byes[player] += 1
            scores[player] += whole
        for group, points in of.points(made).items():
            for player, got in zip(group, points, strict=True):
                scores[player] += got
                met[player] += [other for other in group if other != player]


def _always(groups: Sequence[Group]) -> Callable[[Game], Sequence[Group]]:
    return lambda _game: groups


def _knockout(of: Schedule) -> Iterator[Any]:
    left, stage = list(range(len(of.plan.entrants))), 0
    while len(left) > 1:
        stage += 1
        groups, byes = knockout(left, of.plan.seats)
        title = f"Round {stage}"
        for replay in range(REPLAYS + 1):
            made = of.round(title, _always(groups), byes)
            yield made
            tied = []
            for group, points in of.points(made).items():
                best = max(points)
                first = min(one for one, got in zip(group, points, strict=True) if got == best)
                if points.count(best) > 1 and replay < REPLAYS:
                    tied.append(group)
                else:
                    left = [each for each in left if each == first or each not in group]
            if not tied:
                break
            groups, byes, title = tied, [], f"Round {stage}, replay {replay + 1}"


KINDS = {
    "round robin": Kind(
        _round_robin,
        groups=lambda entrants, _, seats: math.comb(entrants, seats),
        said="Everyone meets everyone {often}",
        label="All meet all",
        asked="How often everyone meets everyone",
    ),
    "gauntlet": Kind(
        _gauntlet,
        groups=lambda entrants, challengers, seats: (
            challengers * math.comb(entrants - challengers, seats - 1)
        ),
        said="Challengers meet all others {often}",
        label="Challengers meet all others",
        asked="How often a challenger meets each of the others",
        challenged=True,
    ),
    "swiss": Kind(
        _swiss,
        groups=lambda entrants, _, seats: entrants // seats,
        said="Equals meet equals, {rounds} rounds",
        label="Equals meet equals (Swiss)",
        asked="Rounds",
        waits=True,
        usual=lambda entrants: math.ceil(math.log2(max(2, entrants))),  # one can have won all
    ),
    "knockout": Kind(
        _knockout,
        groups=lambda entrants, _, seats: (entrants - 1) // (seats - 1),
        said="Losers are out",
        label="Losers are out (knockout)",
        waits=True,
        check=lambda entrants, seats: knockout(range(entrants), seats),
    ),
}
"""All of them, by what plans call them."""


def usual_rounds(kind: str, entrants: int) -> int:
    """The rounds of a tournament that says nothing of them."""
    return (KINDS[kind].usual(entrants) if kind in KINDS else 0) or 1
