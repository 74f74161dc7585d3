"""The entries of a module for searches that Python asks, where a `home` answers.

Each is a compiled function (rules, desk) -> status, see `position.desk`; 0 says that all went well.
The first arguments are the ply and the two that `searching` uses. A search tells its counts, and is
stopped, by `counters`.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, borrowed, compiled
from plyground.kernel.chance import seed_state
from plyground.position import Ints
from plyground.position.desk import (
    ANSWER,
    ARGUMENT,
    COUNTERS,
    MEASURE,
    MOVES,
    OPTION,
    PLY,
    RESULTS,
    ROOM,
    SEARCH_DRAW,
    SEARCH_MISSES,
    STATE,
    TABLE,
    measured,
    state_at,
)
from plyground.search import results as found
from plyground.search.affordable import affordable_from
from plyground.search.learning.weights import hash_of_games
from plyground.search.maxn import deepen as deepen_maxn
from plyground.search.maxn import fill_room as fill_room_of_maxn
from plyground.search.maxn import sizes as sizes_of_maxn
from plyground.search.mcts import TREE_BESIDE, TREE_WORDS, Tree, principal_variation, sample
from plyground.search.searching import search, search_for


@compiled
def tree_at(address: int, capacity: int) -> Tree:
    """An empty tree in lent memory, the arrays one after the other, the widest first."""
    points = address + 8 * capacity
    move = points + 8 * capacity
    first = move + 8 * capacity
    children = first + 4 * capacity
    parent = children + 4 * capacity
    mover = parent + 4 * capacity
    proof = mover + capacity
    after = proof + capacity + 7 & -8
    tree = Tree(
        capacity=capacity,
        visits=array_at(address, np.int64),
        points=array_at(points, np.int64),
        first=array_at(first, np.int32),
        children=array_at(children, np.int32),
        parent=array_at(parent, np.int32),
        move=array_at(move, np.int64),
        mover=array_at(mover, np.int8),
        proof=array_at(proof, np.int8),
        size=array_at(after, np.int64),
        chance=array_at(after + 8, np.uint64),
    )
    return tree


@compiled
def affordable(rules: Rules, desk: Ints) -> int:
    """Answer: 1 if a search to the end takes seconds rather than hours, else 0."""
    desk[ANSWER] = 1 if affordable_from(rules, state_at(rules, desk[STATE])) else 0
    return 0


@compiled
def fingerprint(rules: Rules, desk: Ints) -> int:
    """Argument: how many sites the board has. Answer: a hash of some games, see `learning`."""
    sites = array_at(desk[MOVES], np.int64)
    for site in range(desk[ARGUMENT]):
        sites[site] = 0
    desk[ANSWER] = np.int64(hash_of_games(rules, sites, desk[ARGUMENT]))
    return 0


@compiled
def search_position(rules: Rules, desk: Ints) -> int:
    """Arguments after the usual ones: depth, heuristic, order, switches, scope, whether it deepens,
    as `alphabeta.deepen` takes them; how much it overlooks, and the draw that decides what.
    Answers: the score, and the depth reached; all else is in `results`.
    """
    search_for(
        desk,
        desk[OPTION],
        desk[OPTION + 1],
        desk[OPTION + 2],
        desk[OPTION + 3],
        desk[OPTION + 4],
        desk[OPTION + 5],
    )
    desk[SEARCH_MISSES] = desk[OPTION + 6]
    desk[SEARCH_DRAW] = desk[OPTION + 7]
    if not search(rules, desk):
        return 0
    results = array_at(desk[RESULTS], np.int64)
    desk[ANSWER] = results[found.BEST]
    desk[ANSWER + 1] = results[found.REACHED]
    return 0


@compiled
def search_for_all(rules: Rules, desk: Ints) -> int:
    """By max^n. Arguments after the usual ones: depth, heuristic, ties, whether it deepens. What it
    found is in `results`.
    """
    left = rules.max_plies - desk[PLY]
    depth = min(desk[OPTION], left)
    if desk[MEASURE]:
        of_room, of_results = sizes_of_maxn(rules, depth)
        return measured(desk, of_room, 0, of_results)
    state = state_at(rules, desk[STATE])
    fill_room_of_maxn(rules, state, depth, desk[OPTION + 1], desk[OPTION + 2], desk[ROOM])
    deepen_maxn(
        rules, state, left, depth, desk[OPTION + 3], desk[COUNTERS], desk[ROOM], desk[RESULTS]
    )
    return 0


@compiled
def sample_games(rules: Rules, desk: Ints) -> int:
    """By random games. Arguments after the usual ones: a seed, playouts, the positions that the
    tree has room for, exploration, a number with a fraction. Answers: how many games were played,
    and the length of the line that is best, which is in `moves`. The tree is in `table`.
    """
    capacity = desk[OPTION + 2]
    if desk[MEASURE]:
        return measured(desk, 0, capacity * TREE_WORDS + TREE_BESIDE, 0)
    state = state_at(rules, desk[STATE])
    tree = tree_at(desk[TABLE], capacity)
    seed_state(tree.chance, np.uint64(desk[OPTION]), 0, 0)
    exploration = array_at(borrowed(desk), np.float64)[OPTION + 3]
    counters = array_at(desk[COUNTERS], np.int64)
    desk[ANSWER] = sample(rules, tree, state, desk[OPTION + 1], exploration, counters)
    line = array_at(desk[MOVES], np.int64)
    desk[ANSWER + 1] = principal_variation(rules, tree, state, line)
    return 0
