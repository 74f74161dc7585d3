"""Perft: count the move sequences of an exact length. The first test of any rules, and of speed.

A move that ends the game counts; an ended game has no continuation.
"""

from __future__ import annotations

import operator

import numpy as np

from plyground.kernel import Rules, compiled, local_array, pulse
from plyground.position import ONGOING, Game, Ints, Position, State, as_words, position_of
from plyground.position.home import home_of
from plyground.search.control import STOP, Control

_QUICK = 10**11  # sequences at most, if all moves were always legal: a few seconds at home
_UNINTERRUPTED = 4  # counting this few plies takes too little time to check for a stop


@compiled
def _count(rules: Rules, state: State, depth: int) -> int:
    """The move sequences of exactly `depth` plies from `state`."""
    if depth == 0:
        return 1
    if rules.result(state) != ONGOING:
        return 0
    out = local_array(rules.max_moves, np.int64)
    moves: int = rules.moves(state, out)
    if depth == 1:
        return moves
    total = 0
    for i in range(moves):
        total += _count(rules, rules.play(state, out[i]), depth - 1)
    return total


@compiled
def count_until_stopped(rules: Rules, state: State, depth: int, counters: Ints) -> int:
    """The same, for depths that take long; `counters` are those of a Control.

    When told to stop, it returns at once and the count means nothing.
    """
    if depth <= _UNINTERRUPTED:
        return _count(rules, state, depth)
    pulse()
    if counters[STOP] != 0 or rules.result(state) != ONGOING:
        return 0
    out = local_array(rules.max_moves, np.int64)
    total = 0
    for i in range(rules.moves(state, out)):
        total += count_until_stopped(rules, rules.play(state, out[i]), depth - 1, counters)
    return total


def perft(position: Position | Game, depth: int, *, control: Control | None = None) -> int:
    """The number of move sequences of exactly `depth` plies from a position or a game.

    Raises Cancelled when `control` says stop.
    """
    depth = operator.index(depth)
    position, control = position_of(position), control or Control()
    if depth < 0:
        raise ValueError(f"a depth is 0 or more plies, and not {depth}")
    game = position.game
    depth_reachable = min(depth, game.max_plies + 1)  # no sequence is longer
    home = home_of(game.rules, "perft") if game.max_moves**depth_reachable <= _QUICK else None
    if home is None:
        state = as_words(position.state)
        count = int(count_until_stopped(game.rules, state, depth_reachable, control.counters))
    else:
        given = (position.ply, depth_reachable)
        with home.lent() as instance:
            instance.work("perft", given, position.state, control.counters)
            count = instance.answers(1)[0]
    control.check()
    return count


def divide(
    position: Position | Game, depth: int, *, control: Control | None = None
) -> dict[str, int]:
    """Perft for each first move: its text, and the number of sequences of `depth` plies it begins.

    Raises Cancelled when `control` says stop.
    """
    position = position_of(position)
    if depth < 1:
        raise ValueError(f"a depth to divide is 1 ply or more, and not {depth}")
    return {move: perft(position.play(move), depth - 1, control=control) for move in position.moves}
