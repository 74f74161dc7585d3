"""Max^n: every player maximises their own score (Luckhardt and Irani, "An algorithmic solution of
n-person games", 1986).

A position has one score for each player. The player to move takes the move with that player's best
score, and nothing is pruned. Equal moves for that player may differ for the others, so the value of
a position depends on how such ties are broken:

    first    the first of the equal moves in the order of the game
    spite    the one that is worst for the player at the root
    kind     the one that is best for the player at the root

With two players and scores that sum to zero, all three are minimax.
"""

from __future__ import annotations

import time
from itertools import takewhile
from typing import Any

import numpy as np

from plyground.kernel import Rules, array_at, borrowed, compiled, local_array
from plyground.position import (
    NO_HEURISTIC,
    ONGOING,
    Game,
    ParameterError,
    Position,
    State,
    as_words,
    position_of,
    rated_by,
    require_ongoing,
    standing,
)
from plyground.search.affordable import require_affordable
from plyground.search.control import (
    CUTOFFS,
    DEPTH,
    LEAVES,
    NODE_LIMIT,
    NODES,
    RUNNING,
    STOP,
    TABLE_HITS,
    Control,
    Limits,
    limits_of,
)
from plyground.search.results import RootMove, SearchResult
from plyground.search.value import INFINITY, WIN, proven

TIES = ("first", "spite", "kind")
"""How ties are broken below the root."""

_SPITE, _KIND = TIES.index("spite"), TIES.index("kind")

# The room of a search begins with its instructions; see `_room`.
_ME, _HEURISTIC, _TIES, _WIDTH, _LINES, _VECTORS = range(6)
_NO_MOVE = -1


@compiled
def _search(
    rules: Rules, state: State, depth: int, ply: int, lent_counters: Any, lent_room: Any
) -> None:
    """Write the scores of `state`, searched `depth` plies deep, to the room's vector `ply`.

    It also writes the line that leads to these scores. `ply` counts the plies since the root. The
    caller lends the counters of a Control and the room that `_room` made. When told to stop, or at
    a limit, the search returns at once and the scores mean nothing.
    """
    counters = array_at(lent_counters, np.int64)
    room = array_at(lent_room, np.int64)
    counters[NODES] += 1
    vector = _VECTORS + ply * rules.players
    line = room[_LINES] + ply * room[_WIDTH]
    room[line] = _NO_MOVE
    result = rules.result(state)
    if result != ONGOING or depth == 0:
        counters[LEAVES] += 1
        for p in range(rules.players):
            if result != ONGOING:
                room[vector + p] = standing(result, p) * (WIN - ply)
            else:
                room[vector + p] = rules.heuristic(state, p, room[_HEURISTIC])
        return
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
            while room[line_below + at] != _NO_MOVE:
                room[line + at + 1] = room[line_below + at]
                at += 1
            room[line + at + 1] = _NO_MOVE


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
    game = position.game
    left = game.max_plies - position.ply
    depth = left if limits.depth is None else min(limits.depth, left)
    players, width = game.players, depth + 2
    rules, which = rated_by(game, heuristic)
    lines = _VECTORS + (depth + 1) * players
    room = np.zeros(lines + (depth + 1) * width, np.int64)
    room[:_VECTORS] = (
        position.turn, which, TIES.index(ties), width, lines,
    )  # fmt: skip
    before = control.counters.copy()

    def searched(depth: int, control: Control) -> list[RootMove]:
        """All moves, searched to this depth; none if that was interrupted."""
        moves = []
        control.counters[DEPTH] = depth
        for code in position.codes:
            child = as_words(position.play_code(code).state)
            _search(rules, child, depth - 1, 1, borrowed(control.counters), borrowed(room))
            if control.enough:
                return []
            line = room[lines + width : lines + 2 * width].tolist()
            score = int(room[_VECTORS + players + position.turn])
            moves.append(RootMove(code, score, True, (code, *line[: line.index(_NO_MOVE)])))
        return moves

    with control.limited(limits):
        moves = searched(depth, control)
    control.check()
    if not moves:  # told to finish
        with control.last_look() as look:
            depths = range(1, depth + 1)
            found = takewhile(bool, (searched(each, look) for each in depths))
            depth, moves = list(zip(depths, found, strict=False))[-1]
    spent = control.counters - before
    best = max(move.score for move in moves)
    return SearchResult(
        best=tuple(move.code for move in moves if move.score == best),
        score=best,
        depth=depth,
        complete=depth >= left or proven(best),
        moves=tuple(moves),
        nodes=int(spent[NODES]),
        leaves=int(spent[LEAVES]),
        cutoffs=int(spent[CUTOFFS]),
        table_hits=int(spent[TABLE_HITS]),
        seconds=time.perf_counter() - begun,
    )
