"""Searches that rate positions by what was learned: alpha-beta, and max^n for more than two.

Sums of weights rate positions; ended games count more than all of them, the sooner the better or
worse. A search of one ply rates the positions after each move. Moves are tried in the order of
their ratings one ply on. The first of equal moves is the choice, so there is no chance in it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel import Rules, compiled, local_array, pulse
from plyground.position import ONGOING, Ints, State, standing
from plyground.search.control import LEAVES, NODE_LIMIT, NODES, RUNNING, STOP
from plyground.search.learning.patterns import Patterns, Shorts
from plyground.search.learning.temporal import (
    CERTAIN,
    Floats,
    Reals,
    begin,
    first_weight,
    follow,
    place_of,
    rated,
    total,
)

_ENDLESS = 1e9


@compiled
def descend(
    rules: Rules,
    patterns: Patterns,
    child: State,
    ply: int,
    cells: Ints,
    shown: Ints,
    index: Shorts,
) -> None:
    """Write what `child` shows, in the next row, from what is written for a position before it."""
    sites = patterns.sites
    width = patterns.slots * (patterns.players if patterns.turned else 1)
    for site in range(sites):
        shown[(ply + 1) * sites + site] = shown[ply * sites + site]
    for i in range(width):
        index[(ply + 1) * width + i] = index[ply * width + i]
    follow(rules, patterns, child, cells, shown[(ply + 1) * sites :], index, (ply + 1) * width)


@compiled
def _rate_moves(
    rules: Rules,
    patterns: Patterns,
    weights: Floats,
    state: State,
    ply: int,
    me: int,
    counters: Ints,
    cells: Ints,
    shown: Ints,
    index: Shorts,
    spare: Shorts,
    moves: Ints,
    scores: Reals,
) -> int:
    """Write the legal moves and the ratings for `me` of the positions after them."""
    count: int = rules.moves(state, moves)
    width = patterns.slots * (patterns.players if patterns.turned else 1)
    here = shown[ply * patterns.sites :]
    for i in range(count):
        child = rules.play(state, moves[i])
        result = rules.result(child)
        if result != ONGOING:
            scores[i] = standing(result, me) * (CERTAIN - ply)
        else:
            scores[i] = rated(
                rules, patterns, weights, child, me, cells, here, index, ply * width, spare
            )
    counters[NODES] += count
    counters[LEAVES] += count
    return count


@compiled
def _search(
    rules: Rules,
    patterns: Patterns,
    weights: Floats,
    state: State,
    depth: int,
    ply: int,
    low: float,
    high: float,
    me: int,
    counters: Ints,
    cells: Ints,
    shown: Ints,
    index: Shorts,
    spare: Shorts,
) -> float:
    """The score of an ongoing state for `me`, who maximises against all others, by alpha-beta.

    What the state shows is written for `ply`. When told to stop, the score means nothing.
    """
    pulse()
    if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
        return 0.0
    moves = local_array(rules.max_moves, np.int64)
    scores = local_array(rules.max_moves, np.float64)
    count = _rate_moves(
        rules,
        patterns,
        weights,
        state,
        ply,
        me,
        counters,
        cells,
        shown,
        index,
        spare,
        moves,
        scores,
    )
    sign = 1.0 if rules.player(state) == me else -1.0
    best = -_ENDLESS
    for i in range(count):
        most = i
        for j in range(i + 1, count):
            if sign * scores[j] > sign * scores[most]:
                most = j
        move, score = moves[most], scores[most]
        moves[most], scores[most] = moves[i], scores[i]
        if depth > 1:
            child = rules.play(state, move)
            if rules.result(child) == ONGOING:
                descend(rules, patterns, child, ply, cells, shown, index)
                score = _search(
                    rules, patterns, weights, child, depth - 1, ply + 1, low, high, me,
                    counters, cells, shown, index, spare,
                )  # fmt: skip
        if sign * score > best:
            best = sign * score
            if sign > 0.0:
                low = max(low, score)
            else:
                high = min(high, score)
            if low >= high:
                break
    return sign * best


@compiled
def _search_all(
    rules: Rules,
    patterns: Patterns,
    weights: Floats,
    state: State,
    depth: int,
    ply: int,
    counters: Ints,
    cells: Ints,
    shown: Ints,
    index: Shorts,
    values: Reals,
) -> None:
    """Write the score of a state for each player to values[ply * players:], by max^n."""
    pulse()
    players = patterns.players
    mine = ply * players
    result = rules.result(state)
    mover = rules.player(state)
    if result != ONGOING or depth == 0:
        counters[LEAVES] += 1
        width = patterns.slots * (players if patterns.turned else 1)
        offset = ply * width + (mover * patterns.slots if patterns.turned else 0)
        for player in range(players):
            if result != ONGOING:
                values[mine + player] = standing(result, player) * (CERTAIN - ply + 1)
            else:
                output, sign = place_of(patterns, player, mover)
                first = first_weight(patterns, mover, output)
                values[mine + player] = sign * total(weights, index, offset, patterns.slots, first)
        return
    if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
        return
    moves = local_array(rules.max_moves, np.int64)
    best = -_ENDLESS
    for i in range(rules.moves(state, moves)):
        child = rules.play(state, moves[i])
        counters[NODES] += 1
        descend(rules, patterns, child, ply, cells, shown, index)
        _search_all(
            rules, patterns, weights, child, depth - 1, ply + 1,
            counters, cells, shown, index, values,
        )  # fmt: skip
        score = values[mine + players + mover]
        if score > best:
            best = score
            for player in range(players):
                values[mine + player] = values[mine + players + player]


@compiled
def rate_root(
    rules: Rules,
    patterns: Patterns,
    weights: Floats,
    state: State,
    counters: Ints,
    cells: Ints,
    shown: Ints,
    index: Shorts,
    spare: Shorts,
    moves: Ints,
    scores: Reals,
) -> int:
    """Write the moves of an ongoing state, the best first, and the ratings after them; how many.

    Equal moves stay in the game's order.
    """
    zero: Any = np.int64(0)  # a constant would be compiled again
    begin(rules, patterns, state, cells, shown, index, zero)
    count = _rate_moves(
        rules, patterns, weights, state, zero, rules.player(state), counters,
        cells, shown, index, spare, moves, scores,
    )  # fmt: skip
    for i in range(1, count):
        move, score = moves[i], scores[i]
        j = i
        while j > 0 and scores[j - 1] < score:
            moves[j], scores[j] = moves[j - 1], scores[j - 1]
            j -= 1
        moves[j], scores[j] = move, score
    return count


@compiled
def look_after(
    rules: Rules,
    patterns: Patterns,
    weights: Floats,
    state: State,
    move: int,
    depth: int,
    low: float,
    counters: Ints,
    cells: Ints,
    shown: Ints,
    index: Shorts,
    spare: Shorts,
) -> float:
    """The score of a move that does not end the game, `depth` plies after it, 1 or more.

    It is a bound if it is not more than `low`. What the state shows is written at ply 0.
    """
    zero: Any = np.int64(0)
    one: Any = np.int64(1)
    child = rules.play(state, move)
    descend(rules, patterns, child, zero, cells, shown, index)
    counters[NODES] += 1
    return _search(
        rules, patterns, weights, child, depth, one, low, _ENDLESS, rules.player(state),
        counters, cells, shown, index, spare,
    )  # fmt: skip


@compiled
def look_after_for_all(
    rules: Rules,
    patterns: Patterns,
    weights: Floats,
    state: State,
    move: int,
    depth: int,
    counters: Ints,
    cells: Ints,
    shown: Ints,
    index: Shorts,
    values: Reals,
) -> float:
    """The same by max^n; `values` [plies, players] is room."""
    zero: Any = np.int64(0)
    one: Any = np.int64(1)
    child = rules.play(state, move)
    descend(rules, patterns, child, zero, cells, shown, index)
    counters[NODES] += 1
    _search_all(rules, patterns, weights, child, depth, one, counters, cells, shown, index, values)
    score: float = values[rules.players + rules.player(state)]
    return score
