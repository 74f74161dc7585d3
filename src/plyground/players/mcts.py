"""The player of random games: Monte Carlo tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, borrowed, compiled
from plyground.kernel.chance import draw, seed_state
from plyground.players import form
from plyground.players.compiled import CompiledPlayer
from plyground.position import Ints
from plyground.position.desk import (
    ANSWER,
    CHANCE,
    COUNTERS,
    MEASURE,
    MOVES,
    OPTION,
    ROOM,
    STATE,
    TABLE,
    measured,
    state_at,
)
from plyground.search import EXPLORATION
from plyground.search.answers import (
    DRAW,
    NONE,
    VALUE_WORDS,
    put_choice,
    put_expectation,
    put_value,
)
from plyground.search.control import LEAVES
from plyground.search.mcts import (
    CAPACITY,
    TREE_BESIDE,
    TREE_WORDS,
    UNPROVEN,
    mean_of,
    preferred,
    principal_variation,
    proof_of,
    sample,
    tree_at,
)
from plyground.search.searching import given_or

PLAYOUTS = 2000  # when no limit is given: a few milliseconds
_MOST_PLAYOUTS = 10**9
_MOST_EXPLORATION = 100

_ROOT = 0
_UNLIMITED = 1 << 62
_TIMED_CAPACITY = 1 << 20  # positions, where a time is the only limit: a page may be on a phone


@compiled
def mcts(rules: Rules, desk: Ints) -> int:
    """Options: playouts, seconds, exploration, a number with a fraction."""
    timed = desk[OPTION + 1] != NONE
    playouts = given_or(desk[OPTION], _UNLIMITED if timed else PLAYOUTS)
    most = CAPACITY if desk[OPTION] != NONE else _TIMED_CAPACITY
    capacity = min(most, 1 + rules.max_moves * (1 + min(playouts, most)))
    if desk[MEASURE]:
        return measured(desk, rules.max_plies, capacity * TREE_WORDS + TREE_BESIDE, 0)
    state = state_at(rules, desk[STATE])
    tree = tree_at(desk[TABLE], capacity)
    seed_state(tree.chance, draw(array_at(desk[CHANCE], np.uint64)), 0, 0)
    exploration = array_at(borrowed(desk), np.float64)[OPTION + 2]
    counters = array_at(desk[COUNTERS], np.int64)
    counters[LEAVES] += sample(rules, tree, state, playouts, exploration, counters)
    root: Any = np.int64(_ROOT)
    best = preferred(tree, root, 1)
    put_choice(desk, tree.move[best], NONE)
    proof = proof_of(tree, root)
    if proof != UNPROVEN:
        put_value(desk, ANSWER + 1, DRAW + proof, NONE)
    elif proof_of(tree, best) != UNPROVEN:
        put_expectation(desk, ANSWER + 1, (1 + proof_of(tree, best)) / 2)
    elif tree.visits[best] > 0:
        put_expectation(desk, ANSWER + 1, mean_of(tree, best))
    line = array_at(desk[ROOM], np.int64)
    count = principal_variation(rules, tree, state, line)
    moves = array_at(desk[MOVES], np.int64)
    for i in range(count):
        moves[i] = line[i]
    desk[ANSWER + 2 + VALUE_WORDS] = count
    return 0


@dataclass(frozen=True)
class MCTS(CompiledPlayer):
    """The move that does best in random games, played where they promise most.

    Limited by `playouts`, by `seconds`, or by both, whichever ends first; by default 2000 playouts.
    `exploration` says how often it tries moves that did not do well so far. A choice's `value` is
    an expectation unless the outcome is proven.
    """

    name = "mcts"
    entry = staticmethod(mcts)
    label = "Monte Carlo tree search"
    help = "the move that does best in random games (UCT); it proves what it can"
    unseen = "plays random games to their end and counts who wins, and does not look at every reply"
    example = f"mcts:playouts={PLAYOUTS}"

    playouts: int | None = form.option(
        None,
        "whole",
        "Playouts for a move",
        "random games for a move",
        least=1,
        most=_MOST_PLAYOUTS,
        strength=True,
        usual=PLAYOUTS,
        said="{} playouts",
    )
    seconds: float | None = form.seconds("time for a move")
    exploration: float = form.option(
        EXPLORATION,
        "number",
        "Exploration",
        "how often it tries moves that look worse: UCT's constant",
        most=_MOST_EXPLORATION,
    )
