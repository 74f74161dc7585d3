"""Heuristics against the truth: how often they order two moves as their exact values do.

A heuristic rates the position after each move, for the player who moves. Moves that end the game
are left out: every search sees them without a heuristic. Two moves make a pair if one wins, draws
or loses and the other does not; the pair counts 1 where the heuristic rates the better move higher,
and a half where it rates both equally. So a coin orders half of the pairs. Pairs of two wins, or of
two losses, of different lengths are counted separately: there the quicker win, or the slower loss,
is better.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from plyground.analysis import analyse
from plyground.arena.statistics import wilson
from plyground.position import Game, Position
from plyground.search import Control, Value, shared_solver

_TRIES = 20  # random games for each position before the search for it stops


@dataclass(frozen=True)
class Ordered:
    """The number of pairs of moves, and how many are ordered correctly; a tie counts as half."""

    pairs: int = 0
    right: float = 0

    def __add__(self, other: Ordered) -> Ordered:
        return Ordered(self.pairs + other.pairs, self.right + other.right)


@dataclass(frozen=True)
class Judged:
    """The judgement of one heuristic on one position: its rating for the player to move, and its
    order of the moves, by their results and, for equal results, by their lengths.
    """

    rating: int
    results: Ordered
    lengths: Ordered


@dataclass(frozen=True)
class Found:
    """A position by its ply, its exact value for the player to move (see `worth`), and the
    judgement of each heuristic.
    """

    ply: int
    worth: int
    judged: tuple[Judged, ...]


def as_data(found: Found) -> dict[str, Any]:
    """What was found as plain data."""
    judged = [
        [each.rating, *vars(each.results).values(), *vars(each.lengths).values()]
        for each in found.judged
    ]
    return {"ply": found.ply, "worth": found.worth, "judged": judged}


def of_data(data: Mapping[str, Any]) -> Found:
    """What such data says."""
    judged = (
        Judged(rating, Ordered(*results), Ordered(*lengths))
        for rating, *pairs in data["judged"]
        for results, lengths in [(pairs[:2], pairs[2:])]
    )
    return Found(data["ply"], data["worth"], tuple(judged))


@dataclass(frozen=True)
class Share:
    """The share of pairs ordered correctly, with its 95 % interval; None without pairs."""

    positions: int
    pairs: int
    right: float
    share: float | None
    low: float | None
    high: float | None


def worth(value: Value, max_plies: int) -> int:
    """A value as one number: 0 for a draw, positive for a win, negative for a loss, and the farther
    from 0 the sooner it comes; at most `max_plies` either way.
    """
    if value.verdict == "draw" or value.plies is None:
        return 0
    left = max_plies + 1 - value.plies
    return left if value.verdict == "win" else -left


def order(ratings: Sequence[int], worths: Sequence[int]) -> tuple[Ordered, Ordered]:
    """How ratings order moves of these exact values: by their results, and by their lengths."""
    results = lengths = Ordered()
    for one, other in combinations(range(len(ratings)), 2):
        better = worths[one] - worths[other]
        if not better:
            continue
        rated = ratings[one] - ratings[other]
        pair = Ordered(1, 0.5 if not rated else float((rated > 0) == (better > 0)))
        if _sign(worths[one]) != _sign(worths[other]):
            results += pair
        else:
            lengths += pair
    return results, lengths


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def judge(position: Position, heuristics: Sequence[str], control: Control) -> Found:
    """The judgements of heuristics on a position. Raises Cancelled when `control` says stop."""
    game = position.game
    analysis = analyse(position, control=control)
    after = [
        (position.play_code(move.code), worth(move.value, game.max_plies))
        for move in analysis.moves
    ]
    going_on = [(child, value) for child, value in after if not child.over]
    judged = []
    for heuristic in heuristics:
        ratings = [child.estimate(heuristic, position.turn) for child, _ in going_on]
        ordered = order(ratings, [value for _, value in going_on])
        judged.append(Judged(position.estimate(heuristic, position.turn), *ordered))
    return Found(position.ply, worth(analysis.value, game.max_plies), tuple(judged))


def prepare(game: Game, heuristics: Sequence[str]) -> None:
    """Compile the code that `judge` uses."""
    position = game.position()
    position.play_code(position.codes[0])
    with shared_solver(game) as solver:
        solver.prepare()
    for heuristic in heuristics:
        position.estimate(heuristic, 0)


def sample(game: Game, plies: tuple[int, int], count: int, seed: int) -> list[Position]:
    """`count` different ongoing positions of each ply, reached by random moves; fewer if random
    games find no more.
    """
    found: list[Position] = []
    for ply in range(plies[0], plies[1] + 1):
        rng = random.Random(f"{seed} {ply} positions")
        known: dict[tuple[int, ...], Position] = {}
        for _ in range(_TRIES * count):
            position = game.position()
            while position.ply < ply and not position.over:
                position = position.play_code(rng.choice(position.codes))
            if not position.over:
                known.setdefault(position.key, position)
            if len(known) == count:
                break
        found += known.values()
    return found


def share(ordered: Sequence[Ordered]) -> Share:
    """The share of the pairs of several positions, one for each.

    The pairs of one position depend on each other. So the interval is Wilson's for as many
    independent pairs as would vary as these positions do.
    """
    counted = [each for each in ordered if each.pairs]
    pairs, right = sum(each.pairs for each in counted), sum(each.right for each in counted)
    if not pairs:
        return Share(len(ordered), 0, 0.0, None, None, None)
    found = right / pairs
    spread = sum((each.right - found * each.pairs) ** 2 for each in counted) / pairs**2
    independent = float(len(counted))
    if spread and len(counted) > 1:
        spread *= len(counted) / (len(counted) - 1)
        independent = min(found * (1 - found) / spread, float(pairs))
    return Share(len(ordered), pairs, right, found, *wilson(found * independent, independent))
