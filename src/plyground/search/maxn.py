"""Max^n: every player maximises their own score (Luckhardt and Irani, "An algorithmic solution of
n-person games", 1986).

A position has one score for each player. The player to move takes the move with that player's best
score, and nothing is pruned. Equal moves for that player may differ for the others, so the value of
a position depends on how such ties are broken:

    first    the first of the equal moves in the order of the game
    spite    the one that is worst for the player at the root
    kind     the one that is best for the player at the root

With two players and scores that sum to zero, all three are minimax.

All that decides a result is compiled, under the names that `search.alphabeta` uses as well.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, compiled, local_array, pulse
from plyground.position import (
    NO_HEURISTIC,
    ONGOING,
    Game,
    Ints,
    ParameterError,
    Position,
    State,
    position_of,
    rated_by,
    require_ongoing,
    standing,
)
from plyground.position.desk import (
    COUNTERS,
    MEASURE,
    OPTION,
    PLY,
    RESULTS,
    ROOM,
    STATE,
    measured,
    state_at,
)
from plyground.position.home import lent_home
from plyground.search.affordable import require_affordable
from plyground.search.control import (
    DEPTH,
    LEAVES,
    NODE_LIMIT,
    NODES,
    RUNNING,
    STOP,
    Control,
    Limits,
    limits_of,
)
from plyground.search.results import (
    ALL,
    BEST,
    CODE,
    LINE,
    MOVES,
    NEXT,
    NO_MOVE,
    REACHED,
    SCORE,
    SEARCHED,
    WIDTH,
    SearchResult,
    begin,
    conclude,
    result_of,
    results_size,
    write_line,
)
from plyground.search.value import INFINITY, NO_PLIES, WIN

TIES = ("first", "spite", "kind")
"""How ties are broken below the root."""

_SPITE, _KIND = TIES.index("spite"), TIES.index("kind")

# The room of a search begins with its instructions; see `fill_room`.
_ME, _HEURISTIC, _TIES, _WIDTH, _LINES, _VECTORS = range(6)


@compiled
def _search(
    rules: Rules, state: State, depth: int, ply: int, lent_counters: Any, lent_room: Any
) -> None:
    """Write the scores of `state`, searched `depth` plies deep, to the room's vector `ply`.

    It also writes the line that leads to these scores. `ply` counts the plies since the root. The
    caller lends the counters of a Control and the room that `fill_room` filled. When told to stop,
    or at a limit, the search returns at once and the scores mean nothing.
    """
    counters = array_at(lent_counters, np.int64)
    room = array_at(lent_room, np.int64)
    counters[NODES] += 1
    vector = _VECTORS + ply * rules.players
    line = room[_LINES] + ply * room[_WIDTH]
    room[line] = NO_MOVE
    result = rules.result(state)
    if result != ONGOING or depth == 0:
        counters[LEAVES] += 1
        for p in range(rules.players):
            if result != ONGOING:
                room[vector + p] = standing(result, p) * (WIN - ply)
            else:
                room[vector + p] = rules.heuristic(state, p, room[_HEURISTIC])
        return
    pulse()
    if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
        return
    mover, me = rules.player(state), room[_ME]
    below, line_below = vector + rules.players, line + room[_WIDTH]
    moves = local_array(rules.max_moves, np.int64)
    best, best_for_me = -INFINITY, 0
    for i in range(rules.moves(state, moves)):
        child = rules.play(state, moves[i])
        _search(rules, child, depth - 1, ply + 1, lent_counters, lent_room)
        score, for_me = room[below + mover], room[below + me]
        better = score > best
        if score == best and room[_TIES] == _SPITE:
            better = for_me < best_for_me
        elif score == best and room[_TIES] == _KIND:
            better = for_me > best_for_me
        if better:
            best, best_for_me = score, for_me
            for p in range(rules.players):
                room[vector + p] = room[below + p]
            room[line] = moves[i]
            at = 0
            while room[line_below + at] != NO_MOVE:
                room[line + at + 1] = room[line_below + at]
                at += 1
            room[line + at + 1] = NO_MOVE


@compiled
def sizes(rules: Rules, depth: int) -> tuple[int, int]:
    """How many numbers the room and the results of a search have, `depth` plies deep."""
    room = _VECTORS + (depth + 1) * (rules.players + depth + 2)
    return room, results_size(rules.max_moves, depth)


@compiled
def fill_room(
    rules: Rules, state: State, depth: int, heuristic: int, ties: int, lent_room: Any
) -> None:
    """Fill the room of a search for the player to move in `state`; `ties` is a place in TIES.

    After the instructions come the scores that `_search` writes, [depth + 1, players], at
    room[_VECTORS]; then, at room[room[_LINES]], the lines, [depth + 1, room[_WIDTH]]: line p holds
    the best continuation from ply p on, ended by NO_MOVE.
    """
    room = array_at(lent_room, np.int64)
    room[_ME] = rules.player(state)
    room[_HEURISTIC] = heuristic
    room[_TIES] = ties
    room[_WIDTH] = depth + 2
    room[_LINES] = _VECTORS + (depth + 1) * rules.players


@compiled
def deepen(
    rules: Rules,
    state: State,
    left: int,
    depth: int,
    deepens: int,
    lent_counters: Any,
    lent_room: Any,
    lent_results: Any,
) -> None:
    """Search `state`, an ongoing game, `depth` plies deep, and write the results.

    `left`, 1 or more, are the plies that can follow at most, and `depth` is not more. If it
    `deepens`, it searches one ply deep, then two, and so on. The results are those of the last
    depth that was searched completely. If a limit comes before any, the moves are those that look
    best one ply ahead; the depth reached stays 0.

    The caller lends the counters of a Control, the room that `fill_room` filled, and the array for
    the results, of the `sizes` for this depth.
    """
    counters = array_at(lent_counters, np.int64)
    room = array_at(lent_room, np.int64)
    results = array_at(lent_results, np.int64)
    one: Any = np.int64(1)  # a constant would be a type of its own, with its own code
    vector, line = _VECTORS + rules.players, room[_LINES] + room[_WIDTH]
    moves = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, moves)
    begin(rules.max_moves, depth, moves, count, results)
    each, glance = 1 if deepens else depth, False
    while each <= depth:
        counters[DEPTH] = each
        best, place = -INFINITY, results[NEXT]
        for i in range(count):
            child = rules.play(state, moves[i])
            _search(rules, child, each - 1, one, lent_counters, lent_room)
            if not glance and (
                counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]
            ):
                break
            score = room[vector + room[_ME]]
            best = max(best, score)
            results[place + CODE] = moves[i]
            results[place + SCORE] = score
            results[place + LINE] = moves[i]
            write_line(room, line, results, place + LINE + 1)
            place += results[WIDTH]
        if place != results[NEXT] + count * results[WIDTH]:
            if results[SEARCHED] > 0:
                break
            each, depth, glance = 1, 1, True
            continue
        results[MOVES], results[NEXT] = results[NEXT], results[MOVES]
        results[SEARCHED] = count
        results[BEST] = best
        results[REACHED] = each
        each += 1
    if glance:
        results[REACHED] = 0
    conclude(left, ALL, 0, results)


@compiled
def search_for_all(rules: Rules, desk: Ints) -> int:
    """By max^n. Arguments after the usual ones: depth, heuristic, ties, whether it deepens. What it
    found is in `results`.
    """
    left = rules.max_plies - desk[PLY]
    depth = min(desk[OPTION], left)
    if desk[MEASURE]:
        of_room, of_results = sizes(rules, depth)
        return measured(desk, of_room, 0, of_results)
    state = state_at(rules, desk[STATE])
    fill_room(rules, state, depth, desk[OPTION + 1], desk[OPTION + 2], desk[ROOM])
    deepen(rules, state, left, depth, desk[OPTION + 3], desk[COUNTERS], desk[ROOM], desk[RESULTS])
    return 0


def maxn(
    position: Position | Game,
    *,
    limits: Limits | None = None,
    heuristic: str = NO_HEURISTIC,
    ties: str = "first",
    control: Control | None = None,
) -> SearchResult:
    """The best moves for the player to move if every player maximises their own score.

    Without a depth the search goes to the end of the game; without any limit, it must be one that
    takes only seconds. If a limit of time or positions interrupts it, a short search at small
    depths gives the result.

    Raises GameOverError after the end of the game, LimitError without a limit where the end is far,
    ParameterError if the game lacks the heuristic or `ties` is unknown, and Cancelled when
    `control` says stop.
    """
    position = position_of(position)
    require_ongoing(position)
    if ties not in TIES:
        raise ParameterError(f"ties are broken by {', '.join(TIES)}, and not {ties!r}")
    begun = time.perf_counter()
    control, limits = control or Control(), limits_of(limits)
    require_affordable(position, limits)
    left = position.game.max_plies - position.ply
    depth = left if limits.depth is None else min(limits.depth, left)
    before = control.counters.copy()
    with control.limited(limits):
        results = _searched(position, depth, heuristic, ties, False, control)
    control.check()
    if not results[REACHED]:  # told to finish, or its time was over
        with control.last_look() as look:
            results = _searched(position, depth, heuristic, ties, True, look)
    spent = control.counters - before
    return result_of(results, spent, time.perf_counter() - begun)


def _searched(
    position: Position, depth: int, heuristic: str, ties: str, deepens: bool, control: Control
) -> Ints:
    """What a search finds."""
    rules, which = rated_by(position.game, heuristic)
    given = (position.ply, NO_PLIES, NO_PLIES, depth, which, TIES.index(ties), int(deepens))
    with lent_home(rules, "search_for_all", search_for_all) as home:
        home.work("search_for_all", given, position.state, control.counters)
        found: Ints = home.array("results", results_size(rules.max_moves, depth)).copy()
    return found
