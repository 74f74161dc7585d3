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
    RESULTS,
    ROOM,
    STATE,
    TABLE,
    WHOLE,
    measured,
    state_at,
)
from plyground.search import EXPLORATION
from plyground.search.answers import (
    DRAW,
    NONE,
    THOUGHT_WORDS,
    THOUGHTS,
    THOUGHTS_AT,
    VALUE_WORDS,
    put_choice,
    put_expectation,
    put_value,
    room_of_thoughts,
)
from plyground.search.control import LEAVES
from plyground.search.mcts import (
    CAPACITY,
    TREE_BESIDE,
    TREE_WORDS,
    UNPROVEN,
    Tree,
    children_of,
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
        return measured(
            desk,
            rules.max_plies,
            capacity * TREE_WORDS + TREE_BESIDE,
            room_of_thoughts(rules, desk),
        )
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
    if desk[WHOLE]:
        _put_thoughts(desk, tree)
    line = array_at(desk[ROOM], np.int64)
    count = principal_variation(rules, tree, state, line)
    moves = array_at(desk[MOVES], np.int64)
    for i in range(count):
        moves[i] = line[i]
    desk[ANSWER + 2 + VALUE_WORDS] = count
    return 0


@compiled
def _put_thoughts(desk: Ints, tree: Tree) -> None:
    """What the random games say of each move; nothing of one that they did not try."""
    results = array_at(desk[RESULTS], np.int64)
    root: Any = np.int64(_ROOT)
    first, count = children_of(tree, root)
    thoughts = 0
    for child in range(first, first + count):
        at = thoughts * THOUGHT_WORDS
        results[at] = tree.move[child]
        if proof_of(tree, child) != UNPROVEN:
            put_value(results, at + 1, DRAW + proof_of(tree, child), NONE)
        elif tree.visits[child] > 0:
            put_expectation(results, at + 1, mean_of(tree, child))
        else:
            continue
        thoughts += 1
    desk[ANSWER + THOUGHTS] = thoughts
    desk[ANSWER + THOUGHTS_AT] = 0


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
