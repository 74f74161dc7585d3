"""What the players that use chance decide, as compiled functions on arrays.

A human-like player makes mistakes as people do: rarely costly ones, often cheap ones. Every move
gets a score; its cost is the part of the expected result that it gives away, from 0 (as good as the
best) to 1 (a win thrown away). The player then plays a move with a weight of

    exp(-cost / temperature)        temperature = TEMPERATURE x (100 - level) / level

so that at level 100 it plays only best moves, and at level 0 all moves are equally likely. In
between, a mistake is the rarer, the more it costs and the higher the level is.

The expected result of a score is 1 for a win, 0 for a loss, 1/2 for a draw; quick wins and slow
losses count a little more, because people see what is near. A heuristic score counts between 1/4
and 3/4, by comparison with the other moves: a heuristic has no scale.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from plyground.kernel import compiled
from plyground.kernel.chance import below, weighted
from plyground.kernel.real import exp, tanh
from plyground.position import Ints, Uints
from plyground.search import value

TEMPERATURE = 0.1
"""The temperature at level 50, where a move that gives a draw away is e^-5 times as likely."""

WHOLE = 1 << 48
"""The weight of a best move: weights are whole numbers, so that chance treats them exactly."""

_NEARER = 0.01  # how much one ply nearer to the end counts

proven, plies_to_end = compiled(value.proven), compiled(value.plies_to_end)

Floats = npt.NDArray[np.float64]


@compiled
def plays_inner(percent: int, chance: Uints) -> bool:
    """Whether a mixed player takes the move of its inner player, which it does `percent` % of the
    time. `chance` is the state of a generator.
    """
    return below(chance, 100) < percent


@compiled
def mistaken(
    scores: Ints, count: int, level: int, results: Floats, weights: Ints, chance: Uints
) -> int:
    """The number of the move that a human-like player of a `level` from 0 to 100 plays.

    `scores` are those of its `count` moves, one or more; `results` and `weights` are room for as
    many numbers; `chance` is the state of a generator.
    """
    expected_results(scores, count, results)
    mistake_weights(results, count, level, weights)
    return weighted(chance, weights, count)


@compiled
def expected_results(scores: Ints, count: int, out: Floats) -> None:
    """Write the expected share of a point, from 0 to 1, for each of `count` scores."""
    total = estimates = 0
    for i in range(count):
        if not proven(scores[i]):
            total += scores[i]
            estimates += 1
    middle, squares = total / max(estimates, 1), 0.0
    for i in range(count):
        if not proven(scores[i]):
            squares += (scores[i] - middle) * (scores[i] - middle)
    spread = math.sqrt(squares / max(estimates, 1))  # the standard deviation
    if spread == 0.0:
        spread = 1.0
    for i in range(count):
        score = scores[i]
        if proven(score):
            nearness = 0.1 * exp(-_NEARER * plies_to_end(score))
            out[i] = 0.9 + nearness if score > 0 else 0.1 - nearness
        else:
            out[i] = 0.5 + 0.25 * tanh((score - middle) / spread / 2.0)


@compiled
def mistake_weights(results: Floats, count: int, level: int, out: Ints) -> None:
    """Write how likely each of `count` moves is, by the expected results: WHOLE for the best."""
    best = results[0]
    for i in range(count):
        best = max(best, results[i])
    for i in range(count):
        if level == 0 or results[i] == best:
            out[i] = WHOLE
        elif level == 100:
            out[i] = 0
        else:
            temperature = TEMPERATURE * (100 - level) / level
            out[i] = int(WHOLE * exp((results[i] - best) / temperature) + 0.5)
