"""One player measured against those whose ratings are known."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from plyground.arena.rating import ELO, Decision, Rating
from plyground.players.strengths import Strengths
from plyground.position import Outcome


def rated_against(
    known: Strengths, played: Sequence[tuple[tuple[str, ...], Outcome]], name: str
) -> Rating:
    """The most likely rating of `name` by matches with players whose ratings are known, in which
    all meet at all rotations of their seats equally often.
    """
    elo = {each.player: each.elo for each in known.players}
    decisions = [Decision.of("", players, outcome, 0) for players, outcome in played]

    def likelihood(rating: float) -> float:
        total = 0.0
        for each in decisions:
            at = np.array([(elo | {name: rating})[player] for player in each.players])
            at /= -ELO if each.by_loss else ELO
            total += float(np.array(each.shares) @ at - np.logaddexp.reduce(at))
        return total

    low, high = -1000.0, 5000.0
    while high - low > 0.1:  # it has one top
        a, b = low + (high - low) / 3, high - (high - low) / 3
        if likelihood(a) < likelihood(b):
            low = a
        else:
            high = b
    best = (low + high) / 2
    bend = 2 * likelihood(best) - likelihood(best - 20) - likelihood(best + 20)
    error = 1.96 * 20 / math.sqrt(bend) if bend > 0 else math.inf
    return Rating(name, best, error, 0, len(played), math.nan)
