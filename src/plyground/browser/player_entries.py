"""The entries of the engine that choose a move: one for each kind of player.

Arguments: the ply, the game's depth and heuristic by default, then the options of the player's
form in their order: numbers as they are, choices and heuristics by their places, NONE for what is
left open. A time is for the page to keep; its argument says whether there is one. The answer is a
choice: see `answers`. Draws come from `chance`, so that players choose as they do natively.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, borrowed, compiled, local_array
from plyground.kernel.chance import below, draw, seed_state
from plyground.players.levels import STEP, depth_of, judges, misses_of, roomiest, step_of
from plyground.players.mistakes import mistaken, plays_inner
from plyground.players.searchers import PLAYOUTS
from plyground.players.strengths import strength_for
from plyground.position import PERFECT, Ints
from plyground.position.desk import (
    ANSWER,
    CHANCE,
    COUNTERS,
    DEFAULT_DEPTH,
    DEFAULT_HEURISTIC,
    MEASURE,
    MOVES,
    OPTION,
    PLY,
    RESULTS,
    ROOM,
    SEARCH_MISSES,
    STATE,
    TABLE,
    measured,
    state_at,
)
from plyground.search import results as found
from plyground.search.affordable import affordable_from
from plyground.search.alphabeta import (
    GENERATED,
    HISTORY,
    OVERLOOK,
    PRUNE,
    QUICK_WINS,
    REMEMBER,
    SLOW_LOSSES,
    STOP_AT_WIN,
)
from plyground.search.answers import (
    DRAW,
    NONE,
    VALUE_WORDS,
    put_choice,
    put_expectation,
    put_value,
)
from plyground.search.control import LEAVES
from plyground.search.entries import tree_at
from plyground.search.maxn import deepen as deepen_maxn
from plyground.search.maxn import fill_room as fill_room_of_maxn
from plyground.search.maxn import sizes as sizes_of_maxn
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
)
from plyground.search.searching import (
    answer_one_of_the_best,
    answer_with,
    given_or,
    search,
    search_for,
)

_NO_HEURISTIC = 0  # its number in every game
_QUICK = QUICK_WINS | SLOW_LOSSES
_STRONG = PRUNE | REMEMBER | STOP_AT_WIN


@compiled
def _scope(ties: int) -> int:
    """How to search for the option `ties`: 0 a random one, 1 the first."""
    return found.EQUAL if ties == 0 else found.FIRST


@compiled
def random(rules: Rules, desk: Ints) -> int:
    """Any legal move."""
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    moves = local_array(rules.max_moves, np.int64)
    count = rules.moves(state_at(rules, desk[STATE]), moves)
    put_choice(desk, moves[below(array_at(desk[CHANCE], np.uint64), count)], NONE)
    return 0


@compiled
def mixed(rules: Rules, desk: Ints) -> int:
    """Option: a percentage. A random move, or NONE: the page then asks for the inner player's."""
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    if plays_inner(desk[OPTION], array_at(desk[CHANCE], np.uint64)):
        desk[ANSWER] = NONE
        return 0
    return random(rules, desk)


@compiled
def minimax(rules: Rules, desk: Ints) -> int:
    """Options: depth, heuristic, ties."""
    depth = given_or(desk[OPTION], desk[DEFAULT_DEPTH])
    heuristic = given_or(desk[OPTION + 1], desk[DEFAULT_HEURISTIC])
    scope = _scope(desk[OPTION + 2])
    search_for(desk, depth, heuristic, GENERATED, _QUICK, scope, 0)
    if not search(rules, desk):
        return 0
    return answer_one_of_the_best(desk)


@compiled
def alphabeta(rules: Rules, desk: Ints) -> int:
    """Options: depth, seconds, nodes, heuristic, order, table, deepening, ties."""
    depth = desk[OPTION]
    limited = desk[OPTION + 1] != NONE or desk[OPTION + 2] != NONE
    if depth == NONE:
        depth = rules.max_plies if limited else desk[DEFAULT_DEPTH]
    heuristic = given_or(desk[OPTION + 3], desk[DEFAULT_HEURISTIC])
    switches = _QUICK | PRUNE | STOP_AT_WIN
    if desk[OPTION + 5]:
        switches |= REMEMBER
    deepens = 1 if limited or desk[OPTION + 6] else 0
    scope = _scope(desk[OPTION + 7])
    search_for(desk, depth, heuristic, desk[OPTION + 4], switches, scope, deepens)
    if not search(rules, desk):
        return 0
    return answer_one_of_the_best(desk)


@compiled
def full(rules: Rules, desk: Ints) -> int:
    """No options."""
    exact = affordable_from(rules, state_at(rules, desk[STATE]))
    depth = rules.max_plies if exact else desk[DEFAULT_DEPTH]
    switches = _STRONG if exact else _STRONG | _QUICK
    search_for(desk, depth, desk[DEFAULT_HEURISTIC], HISTORY, switches, found.EQUAL, 0)
    if not search(rules, desk):
        return 0
    return answer_one_of_the_best(desk)


@compiled
def humanlike(rules: Rules, desk: Ints) -> int:
    """Option: a level from 0 to 100."""
    exact = affordable_from(rules, state_at(rules, desk[STATE]))
    depth = rules.max_plies if exact else desk[DEFAULT_DEPTH]
    search_for(desk, depth, desk[DEFAULT_HEURISTIC], HISTORY, _STRONG | _QUICK, found.ALL, 0)
    if not search(rules, desk):
        return 0
    results = array_at(desk[RESULTS], np.int64)
    scores = local_array(rules.max_moves, np.int64)
    weights = local_array(rules.max_moves, np.int64)
    expected = local_array(rules.max_moves, np.float64)
    count, place, width = results[found.SEARCHED], results[found.MOVES], results[found.WIDTH]
    if count == 0:  # it was told to answer before it had weighed a move
        return random(rules, desk)
    for i in range(count):
        scores[i] = results[place + i * width + found.SCORE]
    state = array_at(desk[CHANCE], np.uint64)
    chosen = mistaken(scores, count, desk[OPTION], expected, weights, state)
    results[found.BEST] = scores[chosen]
    complete = results[found.REACHED] >= rules.max_plies - desk[PLY]
    return answer_with(desk, results[place + chosen * width + found.CODE], complete)


@compiled
def level(rules: Rules, desk: Ints) -> int:
    """Option: a level; then the settings of all levels. A move, or NONE: the page then asks for the
    perfect player's.
    """
    return _at(desk[OPTION + desk[OPTION]], rules, desk)


@compiled
def elo(rules: Rules, desk: Ints) -> int:
    """Option: a rating; then how many settings there are, how many ratings, the settings, and the
    ratings, each with its strength. A move, or NONE, as `level`.
    """
    first, count = OPTION + 3, desk[OPTION + 1]
    strength = strength_for(desk[OPTION], desk, first + count, desk[OPTION + 2])
    if not desk[MEASURE]:
        step = step_of(strength, array_at(desk[CHANCE], np.uint64))
        return _at(desk[first + step], rules, desk)
    low = desk[first + strength // STEP]
    high = desk[first + min(strength // STEP + 1, count - 1)]
    return _at(roomiest(low, high), rules, desk)


@compiled
def _at(setting: int, rules: Rules, desk: Ints) -> int:
    """The move of a setting of `players.levels`, or NONE for perfect play."""
    depth, misses = depth_of(setting), misses_of(setting)
    if depth == PERFECT:
        desk[ANSWER] = NONE
        return 0 if not desk[MEASURE] else measured(desk, 0, 0, 0)
    switches = _STRONG | _QUICK
    if misses:
        switches |= OVERLOOK
    heuristic = desk[DEFAULT_HEURISTIC] if judges(setting) else _NO_HEURISTIC
    search_for(desk, depth, heuristic, HISTORY, switches, found.EQUAL, 0)
    desk[SEARCH_MISSES] = misses
    if not search(rules, desk):
        return 0
    return answer_one_of_the_best(desk)


@compiled
def maxn(rules: Rules, desk: Ints) -> int:
    """Options: depth, heuristic, ties."""
    left = rules.max_plies - desk[PLY]
    depth = min(given_or(desk[OPTION], desk[DEFAULT_DEPTH]), left)
    if desk[MEASURE]:
        of_room, of_results = sizes_of_maxn(rules, depth)
        return measured(desk, of_room, 0, of_results)
    state = state_at(rules, desk[STATE])
    heuristic = given_or(desk[OPTION + 1], desk[DEFAULT_HEURISTIC])
    fill_room_of_maxn(rules, state, depth, heuristic, desk[OPTION + 2], desk[ROOM])
    deepen_maxn(rules, state, left, depth, 0, desk[COUNTERS], desk[ROOM], desk[RESULTS])
    return answer_one_of_the_best(desk)


_ROOT = 0
_UNLIMITED = 1 << 62
_TIMED_CAPACITY = 1 << 20  # positions, where a time is the only limit


@compiled
def mcts(rules: Rules, desk: Ints) -> int:
    """Options: playouts, seconds, exploration, a number with a fraction."""
    playouts = desk[OPTION]
    if playouts == NONE and desk[OPTION + 1] == NONE:
        playouts = PLAYOUTS
    most = min(playouts, CAPACITY)
    capacity = min(CAPACITY, 1 + rules.max_moves * (1 + most))
    if playouts == NONE:
        playouts, capacity = _UNLIMITED, _TIMED_CAPACITY
    if desk[MEASURE]:
        return measured(desk, rules.max_plies, capacity * TREE_WORDS + TREE_BESIDE, 0)
    state = state_at(rules, desk[STATE])
    tree = tree_at(desk[TABLE], capacity)
    seed_state(tree.chance, draw(array_at(desk[CHANCE], np.uint64)), 0, 0)
    exploration = array_at(borrowed(desk), np.float64)[OPTION + 2]
    counters = array_at(desk[COUNTERS], np.int64)
    counters[LEAVES] = sample(rules, tree, state, playouts, exploration, counters)
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
