"""Why a position is rated as it is: what each pattern adds to the sum, before it is squashed.

The rating of a position for a player is tanh of a sum. Its parts are the weights of what the slots
show; a slot is a tuple of sites or an image of one by a symmetry. Slots that look at the same sites
are put together.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plyground.kernel.real import tanh
from plyground.position import CannotError, Ints, Position, as_words
from plyground.search.learning.exam import Question
from plyground.search.learning.learner import Rater
from plyground.search.learning.temporal import begin, first_weight, place_of
from plyground.search.learning.weights import Weights


@dataclass(frozen=True)
class Part:
    """What some sites, by their numbers, add to the sum for a player.

    Their mirror images that add as much are counted with them: `times` is how many there are, and
    `adds` is what all of them add together. `slots` look at them. `reach` are those of the sites
    that are empty and can be filled now, where the patterns tell them from others.
    """

    sites: tuple[int, ...]
    adds: float
    slots: int
    reach: tuple[int, ...] = ()
    times: int = 1


@dataclass(frozen=True)
class Reasons:
    """A position's rating for a player: `total`, the sum of `parts`, the weightiest first."""

    total: float
    parts: tuple[Part, ...]

    @property
    def chance(self) -> float:
        """The rating as an expectation: 0 for a loss, 1 for a win."""
        return as_expectation(self.total)


@dataclass(frozen=True)
class Mistake:
    """An exam position in which it throws the result away: its move, and how sure it was.

    `sure` is by how much it rates its move above the best of those that keep the result, as an
    expectation.
    """

    position: Position
    move: int
    best: frozenset[int]
    sure: float


def as_expectation(total: float) -> float:
    """A sum, squashed to 0 for a loss and 1 for a win."""
    return (1 + tanh(total)) / 2


def reasons(weights: Weights, position: Position, player: int) -> Reasons:
    """Why an ongoing position is rated as it is for a player, counted from 0.

    Raises CannotError for a position whose game is over: that is rated by its result.
    """
    if position.over:
        raise CannotError("the game is over: its result says what it is worth")
    patterns, images = weights.patterns, weights.design.images
    rules, state = weights.game.rules, as_words(position.state)
    views = patterns.players if patterns.turned else 1
    cells, shown = np.zeros(patterns.sites, np.int64), np.zeros(patterns.sites, np.int64)
    index = np.zeros(views * patterns.slots, np.int32)
    zero: Any = np.int64(0)  # a constant would be compiled again
    begin(rules, patterns, state, cells, shown, index, zero)
    output, sign = place_of(patterns, player, position.turn)
    first = first_weight(patterns, position.turn, output)
    offset = position.turn * patterns.slots if patterns.turned else 0
    adds = sign * weights.values[first + index[offset : offset + patterns.slots]].astype(np.float64)
    found: dict[tuple[int, ...], list[float]] = {}
    for slot, added in enumerate(adds.tolist()):
        sites = weights.design.tuples[slot // len(images)]
        image = images[slot % len(images)]
        found.setdefault(tuple(sorted(image[site] for site in sites)), []).append(added)
    parts = _together(
        [
            Part(sites, sum(each), len(each), _in_reach(sites, weights, shown))
            for sites, each in found.items()
        ],
        images,
    )
    parts.sort(key=lambda part: (-abs(part.adds), part.sites))
    return Reasons(float(adds.sum()), tuple(parts))


def _in_reach(sites: tuple[int, ...], weights: Weights, shown: Ints) -> tuple[int, ...]:
    """The empty sites among these that a move can fill now."""
    number = weights.design.reach
    return tuple(site for site in sites if number and shown[site] == number)


def _together(parts: list[Part], images: tuple[tuple[int, ...], ...]) -> list[Part]:
    """The same with images of each other that add as much put together."""
    kinds: dict[tuple[tuple[int, ...], float], list[Part]] = {}
    for part in parts:
        first = min(tuple(sorted(image[site] for site in part.sites)) for image in images)
        kinds.setdefault((first, round(part.adds, 9)), []).append(part)
    return [
        replace(
            min(alike, key=lambda part: part.sites),
            adds=sum(part.adds for part in alike),
            slots=sum(part.slots for part in alike),
            times=len(alike),
        )
        for alike in kinds.values()
    ]


def worst(rater: Rater, questions: tuple[Question, ...], plies: int = 1) -> tuple[Mistake, ...]:
    """Its mistakes in these positions, those of which it was surest first."""
    found = []
    for each in questions:
        rated = rater.choose(each.position, plies)
        if rated[0].code not in each.best:
            kept = max(other.score for other in rated if other.code in each.best)
            sure = as_expectation(rated[0].score) - as_expectation(kept)
            found.append(Mistake(each.position, rated[0].code, each.best, sure))
    return tuple(sorted(found, key=lambda mistake: (-mistake.sure, mistake.position.history)))
