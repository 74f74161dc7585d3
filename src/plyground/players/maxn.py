"""The player for three and more players: max^n."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.players import form
from plyground.players.compiled import CompiledPlayer
from plyground.position import Game, Heuristic, Ints
from plyground.position.desk import (
    COUNTERS,
    DEFAULT_DEPTH,
    DEFAULT_HEURISTIC,
    HURRY,
    MEASURE,
    OPTION,
    PLY,
    RESULTS,
    ROOM,
    STATE,
    WHOLE,
    measured,
    state_at,
)
from plyground.search import MAXN_TIES
from plyground.search import results as found
from plyground.search.alphabeta import put_thoughts
from plyground.search.answers import room_of_thoughts
from plyground.search.maxn import deepen, fill_room, sizes
from plyground.search.searching import answer_one_of_the_best, given_or


@compiled
def maxn(rules: Rules, desk: Ints) -> int:
    """Options: depth, heuristic, ties."""
    left = rules.max_plies - desk[PLY]
    depth = min(given_or(desk[OPTION], desk[DEFAULT_DEPTH]), left)
    if desk[MEASURE]:
        of_room, of_results = sizes(rules, depth)
        return measured(desk, of_room, 0, of_results + room_of_thoughts(rules, desk))
    state = state_at(rules, desk[STATE])
    heuristic = given_or(desk[OPTION + 1], desk[DEFAULT_HEURISTIC])
    fill_room(rules, state, depth, heuristic, desk[OPTION + 2], desk[ROOM])
    deepen(rules, state, left, depth, desk[HURRY], desk[COUNTERS], desk[ROOM], desk[RESULTS])
    status: int = answer_one_of_the_best(desk)
    if desk[WHOLE]:
        results = array_at(desk[RESULTS], np.int64)
        put_thoughts(desk, sizes(rules, depth)[1], results[found.REACHED] >= left)
    return status


@dataclass(frozen=True)
class MaxN(CompiledPlayer):
    """The best move if every player plays for themselves: max^n.

    `ties` says how ties of the others are broken, see `search.maxn`; the player's own equal moves
    are equally likely. Depth and heuristic are the game's own by default.
    """

    name = "maxn"
    entry = staticmethod(maxn)
    label = "max^n"
    help = "for 3 to 5 players: the best move if every player plays for themselves"
    unseen = (
        "takes everyone to play for themselves; the glass box shows one player against all others"
    )
    example = "maxn:depth=4"

    depth: int | None = form.depth()
    heuristic: Heuristic | None = form.heuristic()
    ties: str = form.option(
        "first",
        "choice",
        "Ties of others",
        "what the others choose among equal moves: their first, the one worst for this player, or "
        "the best",
        choices=MAXN_TIES,
    )

    def suits(self, game: Game) -> bool:
        return game.players > 2 and super().suits(game)  # for two it is minimax
