"""Minimax and alpha-beta, one search with switches, so that the effect of each can be measured.

Scores are for one player, `me`, who maximises; all others minimise. With two players that is
minimax. With more, the search assumes that the others play together against `me` (the paranoid
reduction of Sturtevant and Korf, "On pruning techniques for multi-player games", 2000). Depth
counts plies, beginning with the move to choose.

    pruning     leave a position as soon as a player has something better elsewhere
                (Knuth and Moore, "An analysis of alpha-beta pruning", 1975)
    order       the order in which moves are searched: as the game gives them, reversed, shuffled,
                or those first that have caused cut-offs (Schaeffer, "The history heuristic", 1989)
    table       remember positions, which other orders of moves reach again
    deepening   search one ply deep, then two, and so on, each time beginning with the moves that
                the last search found best

Only the counts depend on the switches, never a score: see `_search` for the contract.

All that decides a result is compiled. `sizes` says how large the arrays of a search are,
`fill_room` instructs it, and `deepen` searches and writes what `search.results` draws.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from plyground.kernel import (
    Rules,
    array_at,
    as_int,
    as_tuple,
    compiled,
    local_array,
    mix64,
    pulse,
)
from plyground.kernel.chance import below
from plyground.position import (
    HEURISTIC_MOST,
    NO_HEURISTIC,
    ONGOING,
    Game,
    Ints,
    Key,
    ParameterError,
    Position,
    State,
    Uints,
    position_of,
    rated_by,
    require_ongoing,
    standing,
)
from plyground.position.desk import (
    ANSWER,
    CHANCE,
    COUNTERS,
    COUNTERS_ROOM,
    HURRY,
    MEASURE,
    OPTION,
    PLY,
    RESULTS,
    SEARCH_DEEPENS,
    SEARCH_DEPTH,
    SEARCH_DRAW,
    SEARCH_HEURISTIC,
    SEARCH_MISSES,
    SEARCH_ORDER,
    SEARCH_SCOPE,
    SEARCH_SWITCHES,
    STATE,
    TABLE,
    WHOLE,
    measured,
    state_at,
)
from plyground.position.desk import ROOM as ROOM_OF_DESK
from plyground.position.home import lent_home
from plyground.search.affordable import require_affordable
from plyground.search.answers import (
    THOUGHT_WORDS,
    THOUGHTS,
    THOUGHTS_AT,
    put_score,
    room_of_thoughts,
)
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
from plyground.search.results import (
    ALL,
    BEST,
    CODE,
    EQUAL,
    FIRST,
    LINE,
    MOVES,
    NEXT,
    NO_MOVE,
    REACHED,
    SCORE,
    SEARCHED,
    STATUS,
    TOO_LARGE,
    WIDTH,
    SearchResult,
    arrange,
    begin,
    conclude,
    result_of,
    results_size,
    write_line,
)
from plyground.search.shuffling import shuffle
from plyground.search.sight import DRAWS, ROOM, line_of, unseen
from plyground.search.value import INFINITY, NO_PLIES, PROVEN, WIN

ORDERS = ("generated", "reversed", "shuffled", "history")
"""The orders in which moves can be searched."""

GENERATED, REVERSED, SHUFFLED, HISTORY = range(len(ORDERS))

# The bits of `switches`. The order adds the last two of them.
PRUNE, REMEMBER, QUICK_WINS, SLOW_LOSSES, STOP_AT_WIN, OVERLOOK, _SORT, _LEARN, CARRY = (
    1 << bit for bit in range(9)
)
"""With CARRY, all nodes share one list of the moves: a move that was searched goes to its end, so a
cut-off leaves the others in another order, which the next search with the same room begins with.
"""

# The room of a search, which it writes on, begins with its instructions; see `fill_room`.
_WIDTH, _LINES, _ME, _HEURISTIC, _SWITCHES, _ENTRIES, _SITES, _MISSES, _DRAW, _PRIORITIES = range(
    10
)

# A table entry is the words of the key, and one word more:
#
#     bits 0-1   what the score is: 0 no entry, else one of the three below
#     bits 2-17  the best move
#     bits 18-31 the depth it was searched to
#     bits 32-63 the score, seen from this position, plus INFINITY
_EXACT, _AT_LEAST, _AT_MOST = 1, 2, 3
_KIND = np.uint64(3)
_MOVE_SHIFT, _MOVE = np.uint64(2), np.uint64((1 << 16) - 1)
_DEPTH_SHIFT, _DEPTH = np.uint64(18), np.uint64((1 << 14) - 1)
_SCORE_SHIFT = np.uint64(32)

_TABLE_ENTRIES = 1 << 18
_MUST_BE_FIRST = 1 << 60  # the priority of the move that the table remembers


@dataclass(frozen=True)
class Settings:
    """How to search. Unless `ties_equal`, the search looks only for the first best move.

    `quick_wins` prefers quick wins to slow ones, otherwise all wins are equal; `slow_losses`
    prefers slow losses. With `stop_at_win` the search ends at a first move that no other can beat.
    With `misses` more than 0 it overlooks lines as `search.sight` says; `draw`, 64 bits, decides
    which.
    """

    pruning: bool = True
    order: str = "history"
    table: bool = True
    deepening: bool = False
    heuristic: str = NO_HEURISTIC
    ties_equal: bool = True
    quick_wins: bool = True
    slow_losses: bool = True
    stop_at_win: bool = True
    misses: int = 0
    draw: int = 0

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise ParameterError(f"an order is {', '.join(ORDERS)}, and not {self.order!r}")


def switches_of(settings: Settings) -> int:
    """The switches of these settings, as `fill_room` takes them.

    A search that overlooks lines and deepens has no table: an entry of the search before could be
    about another distance from the root, and what is overlooked depends on that.
    """
    remembers = settings.table and not (settings.misses and settings.deepening)
    return (
        PRUNE * settings.pruning
        | REMEMBER * remembers
        | QUICK_WINS * settings.quick_wins
        | SLOW_LOSSES * settings.slow_losses
        | STOP_AT_WIN * settings.stop_at_win
        | OVERLOOK * (settings.misses > 0)
    )


PLAIN = Settings(pruning=False, order="generated", table=False, stop_at_win=False)
"""Minimax in its plainest form: it searches every move."""


@compiled
def _place(key: Key, entries: int) -> int:
    """The place of a key in a table of `entries` entries, a power of two."""
    mixed = np.uint64(0)
    for word in key:
        mixed = mix64(mixed ^ word)
    return as_int(mixed & np.uint64(entries - 1))


@compiled
def _holds(key: Key, table: Uints, place: int) -> bool:
    """Whether the entry that begins at `place` has exactly this key."""
    same = True
    for i in range(len(key)):
        same &= table[place + i] == key[i]
    return same


@compiled
def _bring_forward(moves: Ints, ranks: Ints, i: int, count: int) -> None:
    """Of the `moves` from i on, bring the first one with the greatest rank to place i.

    The others keep their order. Sorting all of them would mostly be wasted: a cut-off comes soon.
    """
    best = i
    for j in range(i + 1, count):
        if ranks[j] > ranks[best]:
            best = j
    move, rank = moves[best], ranks[best]
    for j in range(best, i, -1):
        moves[j] = moves[j - 1]
        ranks[j] = ranks[j - 1]
    moves[i] = move
    ranks[i] = rank


@compiled
def _ended(result: int, me: int, ply: int, switches: int) -> int:
    """The score of a game that ended with `result`, `ply` plies from the root."""
    good = standing(result, me)
    if good > 0:
        return WIN - (ply if switches & QUICK_WINS else 0)
    if good < 0:
        return (ply if switches & SLOW_LOSSES else 0) - WIN
    return 0


@compiled
def _rated(rules: Rules, state: State, child: State, result: int, ply: int, lent_room: Any) -> int:
    """The score of a leaf `child`, which has this result, `ply` plies from the root.

    The move from `state` that led there ends the game, or the search; where the end is overlooked,
    the move looks as if it did nothing.
    """
    room = array_at(lent_room, np.int64)
    me, switches = room[_ME], room[_SWITCHES]
    rated = child
    if result != ONGOING:
        good = standing(result, me)
        if not switches & OVERLOOK or good == 0:
            return _ended(result, me, ply, switches)
        line = line_of(rules, child, good > 0, np.uint64(room[_DRAW]), room[room[_SITES] :])
        if not unseen(line, good > 0, ply, room[_MISSES]):
            return _ended(result, me, ply, switches)
        rated = state
    score: int = rules.heuristic(rated, me, room[_HEURISTIC])
    return score


@compiled
def _shift(score: int, plies: int, switches: int) -> int:
    """A score as seen from a number of plies nearer to the end (negative: farther from it)."""
    if score > PROVEN and switches & QUICK_WINS:
        return score + plies
    if score < -PROVEN and switches & SLOW_LOSSES:
        return score - plies
    return score


@compiled
def _put_last(max_moves: int, move: int, lent_room: Any) -> None:
    """Give a move the least priority of all."""
    room = array_at(lent_room, np.int64)
    room[_PRIORITIES + max_moves] -= 1  # the least so far: the second player's have no other use
    room[_PRIORITIES + move] = room[_PRIORITIES + max_moves]


@compiled
def _begin_line(room: Ints, line: int, move: int, leaf: bool) -> None:
    """Make room[line] begin with `move` and, except at a leaf, go on as the next line does."""
    room[line] = move
    below = line + room[_WIDTH]
    while not leaf and room[below] != NO_MOVE:
        line += 1
        room[line] = room[below]
        below += 1
    room[line + 1] = NO_MOVE


@compiled
def _search(
    rules: Rules,
    state: State,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    lent_counters: Any,
    lent_room: Any,
    lent_table: Any,
) -> int:
    """Search `state`, an ongoing game, `depth` plies deep, 1 or more; alpha < beta.

    With v the exact minimax score for room[_ME] at that depth, the score s returned means

        s <= alpha          v <= s
        alpha < s < beta    v == s
        s >= beta           v >= s

    and without pruning always v == s. `ply` counts the plies since the root. The caller lends the
    counters of a Control, the room that `fill_room` filled, and a table of room[_ENTRIES] entries,
    a power of two. When told to stop, or at a limit, the search returns at once and the score means
    nothing.
    """
    counters = array_at(lent_counters, np.int64)
    room = array_at(lent_room, np.int64)
    table = array_at(lent_table, np.uint64)
    me, switches = room[_ME], room[_SWITCHES]
    pulse()
    if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
        return 0

    # Step 1. Remembered? An entry counts at exactly this depth, or if it proves a win or a loss
    # that ends within this depth: such a score is the same at every depth that sees the end. Where
    # lines are overlooked, their distance from the root counts, which only one depth tells.
    key = as_tuple(rules.key(state))
    width = len(key) + 1
    place = 0
    first = NO_MOVE
    if switches & REMEMBER:
        place = _place(key, room[_ENTRIES]) * width
        data = table[place + width - 1]
        kind = as_int(data & _KIND)
        if kind != 0 and _holds(key, table, place):
            first = as_int(data >> _MOVE_SHIFT & _MOVE)
            score = as_int(data >> _SCORE_SHIFT) - INFINITY
            searched = as_int(data >> _DEPTH_SHIFT & _DEPTH)
            usable = searched == depth
            if switches & OVERLOOK:
                pass
            elif score > PROVEN and kind != _AT_MOST:
                usable |= (WIN - score if switches & QUICK_WINS else searched) <= depth
            elif score < -PROVEN and kind != _AT_LEAST:
                usable |= (WIN + score if switches & SLOW_LOSSES else searched) <= depth
            score = _shift(score, -ply, switches)
            if usable and (
                kind == _EXACT
                or (kind == _AT_LEAST and score >= beta)
                or (kind == _AT_MOST and score <= alpha)
            ):
                counters[TABLE_HITS] += 1
                line = room[_WIDTH] * ply + room[_LINES]
                room[line] = first
                room[line + 1] = NO_MOVE
                return score

    # Step 2. The moves and their order.
    moves = local_array(rules.max_moves, np.int64)
    ranks = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, moves)
    mover = rules.player(state)
    offset = _PRIORITIES + (0 if switches & CARRY else mover * rules.max_moves)
    if switches & _SORT:
        for i in range(count):
            move = moves[i]
            ranks[i] = _MUST_BE_FIRST if move == first else room[offset + move]

    # Step 3. Each move: the end of the game, or of the depth, or a search.
    maximises = mover == me
    line = room[_WIDTH] * ply + room[_LINES]
    room[line] = NO_MOVE
    low, high = alpha, beta
    best = -INFINITY if maximises else INFINITY
    best_move = moves[0]
    visited, leaves = 0, 0
    for i in range(count):
        if switches & _SORT:
            _bring_forward(moves, ranks, i, count)
        move = moves[i]
        child = rules.play(state, move)
        visited += 1
        result = rules.result(child)
        leaf = result != ONGOING or depth == 1
        if leaf:
            leaves += 1
            score = _rated(rules, state, child, result, ply + 1, lent_room)
        else:
            counters[NODES] += visited
            visited = 0
            score = _search(
                rules, child, depth - 1, ply + 1, low, high, lent_counters, lent_room, lent_table
            )
            if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
                counters[LEAVES] += leaves
                return 0
        if switches & CARRY:
            _put_last(rules.max_moves, move, lent_room)

        # Step 4. Better than the moves before? Then remember it with the line that it begins.
        if score > best if maximises else score < best:
            best = score
            best_move = move
            if low < score < high:
                _begin_line(room, line, move, leaf)
            if switches & PRUNE:
                if maximises:
                    low = max(low, score)
                else:
                    high = min(high, score)
                if low >= high:
                    counters[CUTOFFS] += i < count - 1
                    if switches & _LEARN:
                        room[offset + move] += depth * depth
                    break
    counters[NODES] += visited
    counters[LEAVES] += leaves

    # Step 5. Remember.
    if switches & REMEMBER:
        kind = _EXACT
        if switches & PRUNE:
            if best >= beta:
                kind = _AT_LEAST
            elif best <= alpha:
                kind = _AT_MOST
        for i in range(len(key)):
            table[place + i] = key[i]
        table[place + width - 1] = (
            np.uint64(kind)
            | np.uint64(best_move) << _MOVE_SHIFT
            | np.uint64(depth) << _DEPTH_SHIFT
            | np.uint64(_shift(best, ply, switches) + INFINITY) << _SCORE_SHIFT
        )
    return best


@compiled
def _lengthen(
    rules: Rules,
    state: State,
    depth: int,
    lent_room: Any,
    lent_table: Any,
) -> None:
    """Continue the root's line where a table hit cut it short, as far as the table knows it."""
    room = array_at(lent_room, np.int64)
    table = array_at(lent_table, np.uint64)
    at = room[_LINES]
    while room[at] != NO_MOVE:
        state = rules.play(state, room[at])
        depth -= 1
        at += 1
    while depth > 0 and rules.result(state) == ONGOING:
        key = as_tuple(rules.key(state))
        width = len(key) + 1
        place = _place(key, room[_ENTRIES]) * width
        data = table[place + width - 1]
        if as_int(data & _KIND) != _EXACT or not _holds(key, table, place):
            break
        move = as_int(data >> _MOVE_SHIFT & _MOVE)
        state = rules.play(state, move)
        depth -= 1
        room[at] = move
        at += 1
    room[at] = NO_MOVE


@compiled
def sizes(rules: Rules, depth: int, switches: int) -> tuple[int, int, int]:
    """How many numbers the room, the table and the results of a search have, `depth` plies deep."""
    words = len(as_tuple(rules.key(rules.start()))) + 1
    return (
        _PRIORITIES
        + rules.players * rules.max_moves
        + (depth + 2) * (depth + 2)
        + (ROOM if switches & OVERLOOK else 0),
        _TABLE_ENTRIES * words if switches & REMEMBER else 1,
        results_size(rules.max_moves, depth),
    )


@compiled
def fill_room(
    rules: Rules,
    state: State,
    depth: int,
    heuristic: int,
    order: int,
    switches: int,
    lent_room: Any,
) -> None:
    """Fill the room of a search for the player to move in `state`; `order` is a place in ORDERS.

    After the instructions, at room[_PRIORITIES], come the priorities of the moves, [players,
    max_moves]; then, at room[room[_LINES]], the lines, [depth + 2, room[_WIDTH]]: line p holds the
    best continuation found from ply p on, ended by NO_MOVE; then, at room[room[_SITES]], the sites
    of a line. For SHUFFLED, `shuffle_room` has to follow, for OVERLOOK `dim_room`.
    """
    room = array_at(lent_room, np.int64)
    if order != GENERATED or switches & CARRY:
        switches |= _SORT
    if order == HISTORY:
        switches |= _LEARN
    room[_WIDTH] = depth + 2
    room[_LINES] = _PRIORITIES + rules.players * rules.max_moves
    room[_ME] = rules.player(state)
    room[_HEURISTIC] = heuristic
    room[_SWITCHES] = switches
    room[_ENTRIES] = _TABLE_ENTRIES if switches & REMEMBER else 1
    room[_SITES] = room[_LINES] + room[_WIDTH] * room[_WIDTH]
    move = 0
    for place in range(_PRIORITIES, room[_LINES]):
        room[place] = move if order == REVERSED else 0
        move = move + 1 if move + 1 < rules.max_moves else 0


@compiled
def shuffle_room(max_moves: int, lent_room: Any) -> None:
    """Make the priorities of the moves in a room shuffled ones, the same for all players."""
    room = array_at(lent_room, np.int64)
    shuffle(max_moves, _PRIORITIES, lent_room)
    for place in range(_PRIORITIES + max_moves, room[_LINES]):
        room[place] = room[place - max_moves]


@compiled
def dim_room(misses: int, draw: int, lent_room: Any) -> None:
    """Say how much a search overlooks, and which draw decides: see `search.sight`."""
    room = array_at(lent_room, np.int64)
    room[_MISSES], room[_DRAW] = misses, draw


@compiled
def deepen(
    rules: Rules,
    state: State,
    left: int,
    depth: int,
    scope: int,
    deepens: int,
    lent_counters: Any,
    lent_room: Any,
    lent_table: Any,
    lent_results: Any,
) -> None:
    """Search `state`, an ongoing game, `depth` plies deep, and write the results.

    `left`, 1 or more, are the plies that can follow at most, and `depth` is not more. If it
    `deepens`, it searches one ply deep, then two, and so on; at a limit the results are those of
    the last complete depth, improved by the part of the next depth that was searched. If a limit
    comes before any result, the moves are those that look best one ply ahead; the depth reached
    stays 0.

    A score that is the best so far is exact; with `scope` EQUAL so is a score that equals the best,
    with ALL every score; all others are upper bounds. With FIRST and STOP_AT_WIN, the moves after a
    best move that no other can beat are neither searched nor counted.

    The caller lends the counters of a Control, the room that `fill_room` filled, a table of zeros,
    and the array for the results, of the `sizes` for this depth. If the heuristic is wrong, the
    status says so, and the other results mean nothing.
    """
    counters = array_at(lent_counters, np.int64)
    room = array_at(lent_room, np.int64)
    results = array_at(lent_results, np.int64)
    me, switches, line = room[_ME], room[_SWITCHES], room[_LINES]
    one: Any = np.int64(1)  # each constant would be a type of its own, with its own code
    infinity: Any = np.int64(INFINITY)
    unbeatable = WIN - (1 if switches & QUICK_WINS else 0)

    # Step 1. The moves, in the order of their priorities.
    moves = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, moves)
    begin(rules.max_moves, depth, moves, count, results)
    width, place = results[WIDTH], results[MOVES]
    for i in range(count):
        own = 0 if switches & CARRY else me * rules.max_moves
        priority = room[_PRIORITIES + own + moves[i]]
        results[place + i * width + SCORE] = priority
    arrange(count, count, results)
    each, glance = 1 if deepens else depth, False
    while each <= depth:
        # Step 2. Search each move to this depth, unless a limit ends it.
        counters[DEPTH] = each
        best, least, done, place = -INFINITY, INFINITY, 0, results[NEXT]
        stopped = not glance and (
            counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]
        )
        while done < count and not stopped:
            move = results[place + CODE]
            alpha = -INFINITY
            if switches & PRUNE and scope == FIRST:
                alpha = best
            elif switches & PRUNE and scope == EQUAL and best > -INFINITY:
                alpha = best - 1
            child = rules.play(state, move)
            counters[NODES] += 1
            result = rules.result(child)
            leaf = result != ONGOING or each == 1
            if leaf:
                counters[LEAVES] += 1
                score = _rated(rules, state, child, result, one, lent_room)
            else:
                score = _search(
                    rules, child, each - 1, one, alpha, infinity,
                    lent_counters, lent_room, lent_table,
                )  # fmt: skip
                stopped = counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]
                if stopped:
                    break
            results[place + SCORE] = score
            if score > alpha:
                _begin_line(room, line, move, leaf)
                if switches & REMEMBER:
                    _lengthen(rules, state, each, lent_room, lent_table)
                write_line(room, line, results, place + LINE)
                best = max(best, score)
            if switches & CARRY:
                _put_last(rules.max_moves, move, lent_room)
            least = min(least, score)
            done += 1
            place += width
            if scope == FIRST and switches & STOP_AT_WIN and best >= unbeatable:
                break

        # Step 3. Take them as the result, if they tell more than the depth before.
        stopped = counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]
        interrupted = stopped and done < count and not glance
        if done > 0 and _take(
            rules.max_plies, each, scope, switches, done, interrupted, least, best, results
        ):
            arrange(done, count, results)
            each += 1
        elif results[SEARCHED] == 0 and not glance:
            # Step 4. A limit came before there was any result: look one ply ahead.
            each, depth, glance = 1, 1, True
        else:
            break
    if glance:
        results[REACHED] = 0
    conclude(left, scope, switches & PRUNE, results)


@compiled
def _take(
    max_plies: int,
    depth: int,
    scope: int,
    switches: int,
    done: int,
    interrupted: bool,
    least: int,
    best: int,
    results: Ints,
) -> bool:
    """Take the first `done` moves of the list just written as the result, if they tell more.

    They were searched to this depth, all that had to be unless `interrupted`, with scores from
    `least` to `best`. Returns whether a deeper search could say more.
    """
    size = max(best, -least)
    if HEURISTIC_MOST < size < WIN - max_plies or size > WIN:
        results[STATUS] = TOO_LARGE
        return False
    if interrupted and (best < -PROVEN or (scope == ALL and results[REACHED] > 0)):
        return False  # the moves left may be better: the earlier result holds
    results[MOVES], results[NEXT] = results[NEXT], results[MOVES]
    results[SEARCHED] = done
    results[BEST] = best
    if interrupted:
        return False
    results[REACHED] = depth
    # A proof is final, unless every move is to be rated or quicker wins were to count alike.
    if scope == ALL or abs(best) <= PROVEN:
        return True
    return best > 0 and scope != FIRST and not switches & QUICK_WINS


@compiled
def search_for(
    desk: Ints, depth: int, heuristic: int, order: int, switches: int, scope: int, deepens: int
) -> None:
    """Write how to search: `search` takes it from the desk, so that it is compiled only once."""
    desk[SEARCH_DEPTH] = depth
    desk[SEARCH_HEURISTIC] = heuristic
    desk[SEARCH_ORDER] = order
    desk[SEARCH_SWITCHES] = switches
    desk[SEARCH_SCOPE] = scope
    desk[SEARCH_DEEPENS] = deepens
    desk[SEARCH_DRAW] = NO_PLIES


@compiled
def search(rules: Rules, desk: Ints) -> int:
    """Search the state, or say how much room that takes; whether it was searched."""
    left = rules.max_plies - desk[PLY]
    depth = min(desk[SEARCH_DEPTH], left)
    switches, order, deepens = desk[SEARCH_SWITCHES], desk[SEARCH_ORDER], desk[SEARCH_DEEPENS]
    if desk[HURRY]:
        switches, order, deepens = switches | PRUNE, HISTORY, 1
        if switches & OVERLOOK:  # see `switches_of`
            switches &= ~REMEMBER
    if desk[MEASURE]:
        of_room, of_table, of_results = sizes(rules, depth, switches)
        measured(desk, of_room, of_table, of_results + room_of_thoughts(rules, desk))
        return 0
    state = state_at(rules, desk[STATE])
    fill_room(rules, state, depth, desk[SEARCH_HEURISTIC], order, switches, desk[ROOM_OF_DESK])
    if order == SHUFFLED:
        shuffle_room(rules.max_moves, desk[ROOM_OF_DESK])
    if switches & OVERLOOK:
        draw = desk[SEARCH_DRAW]
        if draw == NO_PLIES:
            draw = below(array_at(desk[CHANCE], np.uint64), DRAWS)
        dim_room(desk[SEARCH_MISSES], draw, desk[ROOM_OF_DESK])
    deepen(
        rules, state, left, depth, desk[SEARCH_SCOPE], deepens,
        desk[COUNTERS], desk[ROOM_OF_DESK], desk[TABLE], desk[RESULTS],
    )  # fmt: skip
    return 1


@compiled
def think(rules: Rules, desk: Ints) -> None:
    """After a search that was answered with: search again, for an exact score of every move, and
    write them as thoughts; nothing if the search was ended before its first depth. Its counts do
    not count. What is not decided is a draw only to a search that saw every end.
    """
    counters, results = array_at(desk[COUNTERS], np.int64), array_at(desk[RESULTS], np.int64)
    reached = results[REACHED]
    if not desk[WHOLE] or desk[HURRY] or reached == 0 or counters[STOP] != RUNNING:
        return
    spent = local_array(COUNTERS_ROOM, np.int64)
    for i in range(COUNTERS_ROOM):
        spent[i] = counters[i]
    counters[NODE_LIMIT] = np.int64(1 << 62)
    desk[SEARCH_DEPTH], desk[SEARCH_SCOPE], desk[SEARCH_DEEPENS] = reached, ALL, 0
    desk[SEARCH_DRAW] = array_at(desk[ROOM_OF_DESK], np.int64)[_DRAW]
    search(rules, desk)
    ended = counters[STOP] != RUNNING
    for i in range(COUNTERS_ROOM):
        counters[i] = spent[i] if i != STOP else counters[i]
    if not ended:
        saw_all = reached >= rules.max_plies - desk[PLY] and not desk[SEARCH_SWITCHES] & OVERLOOK
        put_thoughts(desk, sizes(rules, reached, 0)[2], saw_all)


@compiled
def put_thoughts(desk: Ints, at: int, complete: bool) -> None:
    """Write the scores of the moves in the results as thoughts, from a place of them on."""
    results = array_at(desk[RESULTS], np.int64)
    count, place = results[SEARCHED], results[MOVES]
    for i in range(count):
        results[at + i * THOUGHT_WORDS] = results[place + CODE]
        put_score(results, at + i * THOUGHT_WORDS + 1, results[place + SCORE], complete)
        place += results[WIDTH]
    desk[ANSWER + THOUGHTS] = count
    desk[ANSWER + THOUGHTS_AT] = at


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
    desk[ANSWER] = results[BEST]
    desk[ANSWER + 1] = results[REACHED]
    return 0


def alphabeta(
    position: Position | Game,
    *,
    limits: Limits | None = None,
    settings: Settings | None = None,
    control: Control | None = None,
    all_scores: bool = False,
) -> SearchResult:
    """The best moves for the player to move, as far as `limits` let the search see.

    Without a depth the search goes to the end of the game; without any limit, it must be one that
    takes only seconds. If a limit of time or positions may interrupt it, it deepens in any case;
    the result is that of the last complete depth, improved by the part of the next depth that was
    searched. With `all_scores` every root move gets an exact score.

    Raises GameOverError after the end of the game, LimitError without a limit where the end is far,
    ParameterError if the game lacks the heuristic or an estimate is beyond HEURISTIC_MOST, and
    Cancelled when `control` says stop.
    """
    position = position_of(position)
    require_ongoing(position)
    begun = time.perf_counter()
    limits, settings, control = limits_of(limits), settings or Settings(), control or Control()
    require_affordable(position, limits)
    left = position.game.max_plies - position.ply
    depth = left if limits.depth is None else min(limits.depth, left)
    before = control.counters.copy()
    with control.limited(limits):
        deepens = settings.deepening or limits.interrupts
        results = _searched(position, depth, settings, all_scores, deepens, control)
    control.check()
    if not (results[REACHED] or results[BEST] > PROVEN):  # too little time for the first ply
        quick = replace(settings, pruning=True, order="history")
        with control.last_look() as look:
            results = _searched(position, depth, quick, all_scores, True, look)
    spent = control.counters - before
    return result_of(results, spent, time.perf_counter() - begun)


def _searched(
    position: Position,
    depth: int,
    settings: Settings,
    all_scores: bool,
    deepens: bool,
    control: Control,
) -> Ints:
    """What a search finds."""
    game = position.game
    rules, heuristic = rated_by(game, settings.heuristic)
    switches, order = switches_of(settings), ORDERS.index(settings.order)
    scope = ALL if all_scores else EQUAL if settings.ties_equal else FIRST
    asked = (depth, heuristic, order, switches, scope, int(deepens))
    given = (position.ply, NO_PLIES, NO_PLIES, *asked, settings.misses, settings.draw)
    with lent_home(rules, "search_position", search_position) as home:
        home.work("search_position", given, position.state, control.counters)
        results: Ints = home.array("results", results_size(game.max_moves, depth)).copy()
    if results[STATUS] == TOO_LARGE:
        raise refused_estimates(game, settings.heuristic)
    return results


def refused_estimates(game: Game, heuristic: str) -> ParameterError:
    """Says that a heuristic gives what is no estimate."""
    return ParameterError(
        f"the heuristic {heuristic!r} of {game.title} gives more than {HEURISTIC_MOST}: no "
        "estimate may be farther from 0"
    )
