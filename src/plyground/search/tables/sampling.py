"""A forecast of the number of positions, from random games.

In a layer of N equally likely positions, one pair in N is a pair of equals. Positions are not
equally likely, which makes equal pairs more frequent: the forecast is roughly a lower bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from plyground.kernel import Rules, as_int, as_tuple, compiled, local_array, mix64
from plyground.position import ONGOING, Ints, State, Uints
from plyground.search.control import RUNNING, STOP
from plyground.search.enumeration import digest

FEW, MANY = 1 << 8, 1 << 15
"""Games: enough to see that there are few positions; enough to tell 100 million in a layer from
fewer.
"""

_SMALL = 10_000  # the most positions for which a few games are enough
_NONE = 3  # if no pair is equal, fewer positions are ruled out with 95 per cent certainty

_HALF = np.uint64(32)

Play = Callable[[Uints, Ints, int], None]
"""Fills the arrays of `sample` for a number of games."""


@dataclass(frozen=True)
class Forecast:
    """For each ply, about how many ongoing positions there are, and their mean number of legal
    moves.
    """

    sizes: list[float]
    legal: list[float]


@compiled
def sample(
    rules: Rules,
    state: State,
    first: int,
    last: int,
    seen: Uints,
    legal: Ints,
    counters: Ints,
    halt: Ints,
) -> None:
    """Play the games `first` to `last` with random moves that do not end the game.

    `seen` [ply, game] gets the digests of the positions up to symmetry, `legal` [ply, game] the
    numbers of legal moves, which stay 0 after the last ongoing position. When told to stop, by
    `counters` of a Control or by `halt`, it returns at once.
    """
    out = local_array(rules.max_moves, np.int64)
    begin = state
    for game in range(first, last):
        if counters[STOP] != RUNNING or halt[0] != 0:
            break
        state = begin
        ply, choices = 0, 1
        while choices > 0 and ply < len(seen):
            seen[ply, game] = digest(as_tuple(rules.key(rules.canonical(state))))
            moves = rules.moves(state, out)
            legal[ply, game] = moves
            choices = 0
            for i in range(moves):
                if rules.result(rules.play(state, out[i])) == ONGOING:
                    out[choices] = out[i]
                    choices += 1
            if choices > 0:
                number = mix64(np.uint64(game) << _HALF | np.uint64(ply + 1)) >> _HALF
                state = rules.play(state, out[as_int(number * np.uint64(choices) >> _HALF)])
            ply += 1


def forecast(plies: int, play: Play) -> Forecast:
    """The forecast for a game of at most this many plies."""
    rough = _forecast(plies, play, FEW)
    return rough if sum(rough.sizes) <= _SMALL else _forecast(plies, play, MANY)


def _forecast(plies: int, play: Play, games: int) -> Forecast:
    seen = np.zeros((plies + 1, games), np.uint64)
    legal = np.zeros((plies + 1, games), np.int64)
    play(seen, legal, games)
    sizes, means, every = [], [], []
    for ply in range(plies + 1):
        here = legal[ply] > 0
        if not here.any():
            break
        sizes.append(_distinct(seen[ply, here]))
        means.append(float(legal[ply, here].mean()))
        every.append(np.unique(seen[ply, here]))
    _, counts = np.unique(np.concatenate(every), return_counts=True)
    if counts.max() > 1:  # positions occur at several plies: none may count twice
        share = min(1.0, _distinct(seen[legal > 0]) / sum(sizes))
        sizes = [share * size for size in sizes]
    return Forecast(sizes, means)


def _distinct(digests: Uints) -> float:
    """About how many positions there are at least, where these were found."""
    _, counts = np.unique(digests, return_counts=True)
    pairs = len(digests) * (len(digests) - 1) / 2
    equal = float((counts * (counts - 1) / 2).sum())
    return max(len(counts), pairs / (equal or _NONE))
