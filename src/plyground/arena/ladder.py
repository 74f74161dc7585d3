"""The rounds of a ladder, which finds out how far players are apart, from weak to strong.

First everyone meets everyone. Then those meet who are neighbours in the ratings so far and whose
difference is not known well enough, round after round, until the 95 % error of every such
difference is at most what is asked. Where the scale of levels climbs steeply from one to the next,
a strength in between joins (see `players.levels`).

A meeting is a pair of matches with sides swapped, or all rotations of the seats. At a table of
several, one of the two has one seat, and the other the rest, in turn. Its matches begin after the
same random moves, and its number is made of who meets and how often they have met before.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, count, islice, pairwise

import numpy as np

from plyground.arena.meeting import Done, Key, Meeting, Round
from plyground.arena.openings import random_opening
from plyground.arena.plan import Plan
from plyground.arena.rating import Ratings
from plyground.arena.table import Table
from plyground.kernel import Chance
from plyground.players import Player
from plyground.players.levels import STEP, AtLevel
from plyground.players.rated import AtStrength
from plyground.position import Game

ERROR = 25.0
"""The 95 % error of the difference between neighbours that is asked by default, in Elo."""

NARROW = STEP // 8
"""Strengths lie no closer than this on the scale of levels."""

_STEEP = 130.0  # Elo from one strength to the next that calls for one in between
_MOST_STRENGTHS = 18
_NEW = 6  # meetings of a new entrant with each of those next to it
_NEAR = 3
_LEAST, _LARGEST = 8, 60  # meetings of two neighbours in a round
_FAR = 400.0  # Elo at which matches say too little
_MOST = 2500  # meetings of two entrants
_DIRECT = 150  # meetings of two strengths next to each other, for an error of 25

Pair = tuple[str, str]


def ladder(plan: Plan, rounds: Sequence[Round], results: Mapping[Key, Done]) -> Iterator[Round]:
    """The rounds of a plan, one after the other; `results` has those of earlier ones."""
    climb = _Climb(plan)
    while wanted := climb.wanted(Table(plan, rounds, results.values())):
        meetings = [climb.meeting(len(rounds), *each) for each in wanted]
        yield Round(len(rounds), climb.title, tuple(meetings))


def strength_of(player: Player) -> int | None:
    """The place of a player on the scale of the levels."""
    if isinstance(player, AtLevel):
        return STEP * player.number
    return player.strength if isinstance(player, AtStrength) else None


class _Climb:
    """Which meetings come next. Players are known by their names."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._joined = list(plan.names[: plan.begin])
        self._strengths = {
            each.name: strength
            for each in plan.entrants
            if (strength := strength_of(each.player)) is not None
        }
        self._met: Counter[Pair] = Counter()
        self._known: set[int] = set()  # numbers of meetings
        self.title = "Everyone meets everyone"

    def wanted(self, table: Table) -> list[tuple[Pair, int]]:
        """Who meets in the next round, each with a number for the two; nobody if all is known."""
        ratings = table.ratings
        if ratings is None:
            wanted = dict.fromkeys((_pair(*each) for each in combinations(self._joined, 2)), 1)
        else:
            order = sorted(ratings.players, key=lambda name: ratings.elo[name])
            wanted = self._joining(ratings, order)
            if not wanted:
                wanted = self._unclear(ratings, order)
                differences = f"{len(wanted)} difference{'' if len(wanted) == 1 else 's'}"
                self.title = f"{differences} to find out"
        return [(pair, number) for pair in sorted(wanted) for number in self._new(pair, wanted)]

    def _new(self, pair: Pair, wanted: Mapping[Pair, int]) -> Iterator[int]:
        """Numbers for so many more meetings of two."""
        free = (at for at in count(self._met[pair]) if _number(pair, at) not in self._known)
        return islice(free, wanted[pair])

    def meeting(self, round_: int, pair: Pair, number: int) -> Meeting:
        """One meeting of two."""
        plan, (game,) = self._plan, self._plan.games
        self._met[pair] = number + 1
        mixed = _number(pair, number)
        self._known.add(mixed)
        alone, many = pair if number % 2 or game.players == 2 else pair[::-1]
        group = tuple(map(plan.names.index, (alone, *[many] * (game.players - 1))))
        first = mixed * game.players
        opening = opening_of(game, plan.seed, first)
        return Meeting(mixed, round_, 0, group, opening, game.players, first, block=mixed)

    def _joining(self, ratings: Ratings, order: Sequence[str]) -> dict[Pair, int]:
        """The meetings of new entrants, at strengths where the scale climbs steeply."""
        elo = ratings.elo
        known = sorted((self._strengths[name], elo[name])
                       for name in self._joined if name in self._strengths)  # fmt: skip
        steep = sorted(
            ((high[1] - low[1], low[0], high[0]) for low, high in pairwise(known)), reverse=True
        )
        found: dict[Pair, int] = {}
        for rise, low, high in steep[: max(0, _MOST_STRENGTHS - len(known))]:
            if rise > _STEEP and high - low > NARROW:
                at = (low + high) // 2
                name = min(
                    (name for name in self._strengths if low < self._strengths[name] < high),
                    key=partial(_apart, self._strengths, at),
                )
                self._joined.append(name)
                guess = float(np.interp(at, [one for one, _ in known], [one for _, one in known]))
                near = sorted(order, key=partial(_apart, elo, guess))
                found |= {_pair(each, name): _NEW for each in near[: 2 * _NEAR]}
        return found

    def _unclear(self, ratings: Ratings, order: Sequence[str]) -> dict[Pair, int]:
        """How many meetings of neighbours it takes to know their difference."""
        found: dict[Pair, int] = {}
        for place in range(1, len(order)):
            found |= self._missing(ratings, order, place)
        direct = min(_DIRECT, math.ceil(_DIRECT * (ERROR / self._plan.error) ** 2))
        for pair in self._next_strengths():
            if (few := direct - self._met[pair]) > 0:
                found[pair] = max(found.get(pair, 0), min(few, _LARGEST))
        return found

    def _missing(self, ratings: Ratings, order: Sequence[str], place: int) -> dict[Pair, int]:
        """How many meetings it takes to know how the one at a place in the order, from weak to
        strong, differs from the one before. The next ones on both sides help.
        """
        weaker, stronger = order[place - 1], order[place]
        error = ratings.error(stronger, weaker)
        known = self._met[_pair(weaker, stronger)]
        apart = ratings.elo[stronger] - ratings.elo[weaker]
        if error <= self._plan.error or apart > _FAR or known >= _MOST:
            return {}
        needed = math.ceil(max(known, _LEAST) * ((error / self._plan.error) ** 2 - 1))
        more = min(max(needed, _LEAST), _LARGEST)
        found = {_pair(weaker, stronger): more}
        for one, other in ((place - 2, place), (place - 1, place + 1)):
            if one >= 0 and other < len(order):
                found[_pair(order[one], order[other])] = -(-more // 3)
        return found

    def _next_strengths(self) -> Iterator[Pair]:
        """Those next to each other on the scale of strength. They meet often even where others say
        enough of them: who beats whom is not quite what a number can say, and these are one person.
        """
        known = [name for name in self._joined if name in self._strengths]
        known.sort(key=lambda name: (self._strengths[name], name))
        return (_pair(*each) for each in pairwise(known))


def _apart(elo: Mapping[str, float], from_: float, name: str) -> float:
    return abs(elo[name] - from_)


def _pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def _number(pair: Pair, number: int) -> int:
    digest = hashlib.blake2b(repr((pair, number)).encode(), digest_size=5).digest()
    return int.from_bytes(digest, "big")


def opening_plies(game: Game) -> int:
    """How many random moves a meeting begins with: a tenth of the longest game, and as many for
    each player. Those who overlook little would else play the same few games again and again, and
    a ring of players could beat each other by them.
    """
    return int(game.max_plies / 10) // game.players * game.players


def opening_of(game: Game, seed: int, number: int) -> tuple[str, ...]:
    """The moves that a meeting begins with, by the chance of its first match."""
    return random_opening(game, opening_plies(game), Chance(seed, number, game.players))
