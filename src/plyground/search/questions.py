"""Questions to the exact solver, in compiled code for one thread: which moves are best, what each
move is worth, and best play to the end.

They work on arrays that the caller lends, `Lent` and `BookArrays`, so a page can ask them too.
`Inquiry` asks the same for Python, with several threads and limits of time; what a question after a
move is, and what its answer proves, is written here once. Values are those of `exact`, for the
player to move, and unknown limits are -W and W.

Everything ends at counters[NODE_LIMIT] positions, or when told to stop; what is known by then is
true.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, compiled, local_array
from plyground.position import ONGOING, Ints, State, standing
from plyground.search.book_arrays import UNKNOWN, BookArrays, known
from plyground.search.control import NODE_LIMIT, NODES
from plyground.search.exact import Lent, later, nearer, passed_on, proven_limits, solve

YES, NO, OPEN = 1, 0, -1
"""Answers. OPEN: a limit came first."""

NO_MOVE = -1
MOVES_SHARE = 10
"""An analysis leaves this part of its limits for the moves of a position: a tenth."""

ENDLESS = 1 << 62
PATIENCE = (100, 3_000, 100_000, ENDLESS)
"""How many positions a move may cost before the others are tried, when one best move is enough: a
quick proof is found without much work on slow ones.
"""


@compiled
def window_after(high: int, same: bool, most: int) -> tuple[int, int]:
    """The window for the value after a move, whose own value is at most `high`.

    `same`: the move leaves the turn with the same player.
    """
    edge = min(later(high), most)
    return (-most, edge) if same else (-edge, most)


@compiled
def limits_before(low: int, high: int, same: bool, most: int) -> tuple[int, int]:
    """The limits of a move, which is worth at most `most`, from the limits of what comes after."""
    if not same:
        low, high = -high, -low
    return nearer(low, 1), min(nearer(high, 1), most)


@compiled
def answer(low: int, high: int, x: int, same: bool) -> int:
    """Whether a move has a value, from the limits of what comes after it and what `passed_on` made
    of the value: YES, NO or OPEN.
    """
    if low >= x:
        return YES if same else NO
    if high < x:
        return NO if same else YES
    return OPEN


@compiled
def _limits(
    rules: Rules,
    state: State,
    ply: int,
    low: int,
    high: int,
    patience: int,
    lent: Lent,
    book: BookArrays,
) -> tuple[int, int]:
    """The limits of the value of an ongoing state: on which side of the window from `low` to `high`
    it lies, or where inside it; the search visits at most `patience` positions.
    """
    counters, most = lent.counters, rules.max_plies + 1
    until = counters[NODE_LIMIT]
    if counters[NODES] >= until:
        return -most, most
    value = known(rules, state, ply, book)
    if value != UNKNOWN:
        return value, value
    found = local_array(2, np.int64)
    found[0], found[1] = low, high
    counters[NODE_LIMIT] = min(until, counters[NODES] + patience)
    proven_low, proven_high, _ = solve(
        rules, state, ply, counters, lent.table, lent.busy, lent.bits, found
    )
    counters[NODE_LIMIT] = until
    return proven_limits(proven_low, proven_high, low, high, most)


@compiled
def _limits_of_move(
    rules: Rules,
    state: State,
    ply: int,
    move: int,
    high: int,
    patience: int,
    lent: Lent,
    book: BookArrays,
) -> tuple[int, int]:
    """The limits of the value of a move in a state whose value is at most `high`; the search visits
    at most `patience` positions.
    """
    most = rules.max_plies + 1
    me = rules.player(state)
    child = rules.play(state, move)
    result = rules.result(child)
    if result != ONGOING:
        value = rules.max_plies * standing(result, me)
        return value, value
    same = rules.player(child) == me
    low_edge, high_edge = window_after(high, same, most)
    low, high_after = _limits(rules, child, ply + 1, low_edge, high_edge, patience, lent, book)
    return limits_before(low, high_after, same, high)


@compiled
def _is_worth(
    rules: Rules,
    state: State,
    ply: int,
    move: int,
    value: int,
    patience: int,
    lent: Lent,
    book: BookArrays,
) -> int:
    """Whether a move has at least this value: YES, NO or OPEN."""
    me = rules.player(state)
    child = rules.play(state, move)
    result = rules.result(child)
    if result != ONGOING:
        return YES if rules.max_plies * standing(result, me) >= value else NO
    same = rules.player(child) == me
    x = passed_on(value, same)
    low, high = _limits(rules, child, ply + 1, x - 1, x, patience, lent, book)
    return answer(low, high, x, same)


@compiled
def best_moves(
    rules: Rules, state: State, ply: int, lent: Lent, book: BookArrays, codes: Ints
) -> tuple[int, int, int]:
    """Write the best moves of an ongoing state to `codes` [max_moves], in the game's order.

    Returns how many they are, 0 if a limit came first, and the limits of the value.
    """
    most = rules.max_plies + 1
    low, high = _limits(rules, state, ply, -most, most, ENDLESS, lent, book)
    if low < high:
        return 0, low, high
    count = rules.moves(state, codes)
    best = 0
    for i in range(count):
        worth = _is_worth(rules, state, ply, codes[i], low, ENDLESS, lent, book)
        if worth == OPEN:
            return 0, low, high
        if worth == YES:
            codes[best] = codes[i]
            best += 1
    return best, low, high


@compiled
def value_of_each_move(
    rules: Rules,
    state: State,
    ply: int,
    lent: Lent,
    book: BookArrays,
    codes: Ints,
    lows: Ints,
    highs: Ints,
) -> tuple[int, int, int]:
    """Write all moves of an ongoing state, the best first, and the limits of their values; each
    array is [max_moves]. Returns how many they are, and the limits of the state's value.

    A move that keeps the state's value, or a win or draw whose length is open, comes first. Then
    those come that are easy to judge: one that is hard may take all the time there is.
    """
    most = rules.max_plies + 1
    left = lent.counters[NODE_LIMIT] - lent.counters[NODES]
    low, high = _limits(rules, state, ply, -most, most, left - left // MOVES_SHARE, lent, book)
    count = rules.moves(state, codes)
    definite = low == high or low >= 0
    best = _a_best_move(rules, state, ply, low, lent, book) if definite else NO_MOVE
    for i in range(count):
        kept = codes[i] == best
        lows[i], highs[i] = (low, high) if kept else (-most, high)
    for patience in PATIENCE:
        for i in range(count):
            if lows[i] < highs[i]:
                move_low, move_high = _limits_of_move(
                    rules, state, ply, codes[i], high, patience, lent, book
                )
                lows[i], highs[i] = max(lows[i], move_low), min(highs[i], move_high)
    sort_moves(codes, lows, highs, count)
    low, high = limits_together(low, high, lows, highs, count)
    return count, low, high


@compiled
def limits_together(low: int, high: int, lows: Ints, highs: Ints, count: int) -> tuple[int, int]:
    """The limits of a value that is between `low` and `high`, and the best of `count` moves'."""
    highest = highs[0]
    for i in range(count):
        low, highest = max(low, lows[i]), max(highest, highs[i])
    return low, min(high, highest)


@compiled
def sort_moves(codes: Ints, lows: Ints, highs: Ints, count: int) -> None:
    """Sort moves: the best first, those without a known verdict last; equal ones stay in order."""
    for i in range(1, count):
        code, low, high = codes[i], lows[i], highs[i]
        j = i
        while j > 0 and _comes_before(low, high, lows[j - 1], highs[j - 1]):
            codes[j], lows[j], highs[j] = codes[j - 1], lows[j - 1], highs[j - 1]
            j -= 1
        codes[j], lows[j], highs[j] = code, low, high


@compiled
def _comes_before(low: int, high: int, other_low: int, other_high: int) -> bool:
    unknown = low <= 0 <= high and low < high
    other_unknown = other_low <= 0 <= other_high and other_low < other_high
    if unknown != other_unknown:
        return other_unknown
    return low > other_low or (low == other_low and high > other_high)


@compiled
def line(
    rules: Rules,
    state: State,
    ply: int,
    value: int,
    first: int,
    searched: bool,
    lent: Lent,
    book: BookArrays,
    codes: Ints,
) -> int:
    """Write best play from a state of known value to `codes` [max_plies]: to the end, or as far as
    the limits allow. Returns how many moves they are.

    `first` is the best move to begin with, or NO_MOVE. Unless `searched`, the line ends where the
    book does.
    """
    count = 0
    while rules.result(state) == ONGOING and (searched or is_in_book(rules, state, ply, book)):
        move = first
        if move == NO_MOVE:
            move = _a_best_move(rules, state, ply, value, lent, book)
        if move == NO_MOVE:
            break
        first = NO_MOVE
        rules.check_ply(count + 1)
        codes[count] = move
        count += 1
        child = rules.play(state, move)
        same = rules.player(child) == rules.player(state)
        value = later(value) if same else -later(value)
        state = child
        ply += 1
    return count


@compiled
def is_in_book(rules: Rules, state: State, ply: int, book: BookArrays) -> bool:
    """Whether a book knows a state and all that its moves lead to."""
    if known(rules, state, ply, book) == UNKNOWN:
        return False
    moves = local_array(rules.max_moves, np.int64)
    for i in range(rules.moves(state, moves)):
        child = rules.play(state, moves[i])
        if rules.result(child) == ONGOING and known(rules, child, ply + 1, book) == UNKNOWN:
            return False
    return True


@compiled
def _a_best_move(
    rules: Rules, state: State, ply: int, value: int, lent: Lent, book: BookArrays
) -> int:
    """A move that keeps the value of the state, or NO_MOVE if the limits came first."""
    left = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, left)
    for patience in PATIENCE:
        kept = 0
        for i in range(count):
            if kept + count - i > 1:  # the last one needs no proof
                worth = _is_worth(rules, state, ply, left[i], value, patience, lent, book)
                if worth == YES:
                    move: int = left[i]
                    return move
                if worth == NO:
                    continue
            left[kept] = left[i]
            kept += 1
        count = kept
    return left[0] if count == 1 else NO_MOVE
