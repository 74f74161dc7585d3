"""Depth-limited minimax in its plainest form: every move is looked at, to a fixed depth.

Scores are for one player, `me`, who maximises; all others minimise. With two players that is
negamax; with more, the others are taken to play together against `me`. Depth counts plies, the
move to be chosen included; a position at which the depth runs out counts as a draw.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, compiled, local_array
from plyground.position import ONGOING, Position, standing
from plyground.position.entries import Words, words
from plyground.search.control import NODES, STOP, Control

WIN = 1_000_000
"""The score of a win at once; a win n plies later scores n less, a loss the opposite."""


@dataclass(frozen=True)
class RootMove:
    """A move of the position searched: its code, its score, and the positions visited for it."""

    code: int
    score: int
    nodes: int


@compiled
def _score(
    rules: Rules,
    state: Words,
    me: int,
    depth: int,
    ply: int,
    distance: int,
    counters: npt.NDArray[np.int64],
) -> int:
    """The exact minimax score of `state` for `me`, searched `depth` plies deep.

    `ply` plies were made since the root. With `distance` 1 a win or loss n plies from the root
    scores WIN - n or n - WIN, with 0 always WIN or -WIN. A move that cannot be bettered ends the
    search of its siblings, which changes no score. `counters` is a
    Control's: told to stop, the search returns at once and its score means nothing.
    """
    counters[NODES] += 1
    result = rules.result(state)
    if result != ONGOING:
        return standing(result, me) * (WIN - ply * distance)
    if depth == 0 or counters[STOP] != 0:
        return 0
    sign = 1 if rules.player(state) == me else -1
    unbeatable = WIN - (ply + 1) * distance
    best = -WIN
    out = local_array(rules.max_moves, np.int64)
    for i in range(rules.moves(state, out)):
        child = rules.play(state, out[i])
        score = sign * _score(rules, child, me, depth - 1, ply + 1, distance, counters)
        best = max(best, score)
        if best == unbeatable:
            break
    return sign * best


def root_moves(
    position: Position,
    depth: int | None = None,
    distance: bool = True,
    control: Control | None = None,
) -> list[RootMove]:
    """The exact score of every legal move for the player to move, in the order of the moves.

    `depth` None searches to the end of the game. Without `distance`, a win is a win and a loss a
    loss however far off. Raises Cancelled when `control` says stop.
    """
    if depth is not None and depth < 1:
        raise ValueError(f"a depth is 1 ply or more, and not {depth}")
    control = control or Control()
    game = position.game
    plies = game.max_plies if depth is None else min(depth, game.max_plies)
    found = []
    for code in position.codes:
        before = control.nodes
        child = words(position.play_code(code).state)
        score = _score(
            game.rules, child, position.turn, plies - 1, 1, int(distance), control.counters
        )
        control.check()
        found.append(RootMove(code, int(score), control.nodes - before))
    return found
