"""The entries of the engine that ask the exact solver, for games of two players.

The first argument is the ply. What the solver remembers is in `solver`, whose size is the argument
after it, as `solver_words` answered; a book is in `book`, see `open_book`.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, array_at, as_tuple, compiled, local_array
from plyground.kernel.chance import below
from plyground.position import Ints
from plyground.position.desk import (
    ANSWER,
    ARGUMENT,
    BOOK,
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
    SOLVER,
    STATE,
    TABLE,
    measured,
    state_at,
)
from plyground.search import results as found
from plyground.search.affordable import affordable_from
from plyground.search.alphabeta import (
    HISTORY,
    PRUNE,
    QUICK_WINS,
    REMEMBER,
    SLOW_LOSSES,
    STOP_AT_WIN,
    search,
    search_for,
    sizes,
)
from plyground.search.answers import (
    NONE,
    VALUE_WORDS,
    put_bounds,
    put_choice,
    put_score,
    room_of_thoughts,
)
from plyground.search.book_arrays import UNKNOWN, BookArrays, known, write_book
from plyground.search.control import NODE_LIMIT, NODES
from plyground.search.exact import QUICK_MEMORY, QUICK_NODES, Lent, solve
from plyground.search.questions import NO_MOVE, best_moves, is_in_book, line, value_of_each_move
from plyground.search.searching import answer_and_think, given_or
from plyground.search.transposition import table_size

_MEBIBYTE = 1 << 17  # words
_BUSY_AT = 8 * 32  # bytes from the counters to a word that says that there is one thread
_VALUED_WORDS = 1 + VALUE_WORDS  # of a move and its value


@compiled
def _book_at(rules: Rules, address: int) -> BookArrays:
    """The book at an address: how many plies it has, and its arrays, one after the other."""
    plies = array_at(address, np.int64)[0]
    words = len(as_tuple(rules.key(rules.start())))
    firsts = array_at(address + 8, np.int64)
    keys = address + 8 * (plies + 3)
    values = keys + 8 * firsts[plies + 1] * words
    return BookArrays(plies, firsts, array_at(keys, np.uint64), array_at(values, np.int8))


@compiled
def _lent(rules: Rules, desk: Ints, table: int, most: int) -> Lent:
    """What the solver works with, in a table of at most so many words."""
    bits, _ = table_size(rules, most)
    busy = array_at(desk[COUNTERS] + _BUSY_AT, np.uint64)
    return Lent(array_at(desk[COUNTERS], np.int64), array_at(table, np.uint64), busy, bits)


@compiled
def solver_words(rules: Rules, desk: Ints) -> int:
    """Argument: MiB. Answer: the words of the greatest table of the solver in that memory."""
    _, desk[ANSWER] = table_size(rules, desk[ARGUMENT] * _MEBIBYTE)
    return 0


@compiled
def open_book(rules: Rules, desk: Ints) -> int:
    """Complete the book, whose plies, firsts and values are there, by its keys."""
    book = _book_at(rules, desk[BOOK])
    words = len(as_tuple(rules.key(rules.start()))) + len(rules.start())
    most = 1
    for ply in range(book.plies):  # what follows the last one is not listed
        most = max(most, book.firsts[ply + 1] - book.firsts[ply])
    if desk[MEASURE]:
        return measured(desk, most * rules.max_moves * words, most * rules.max_moves * words, 0)
    write_book(rules, book, array_at(desk[ROOM], np.uint64), array_at(desk[TABLE], np.uint64))
    return 0


@compiled
def solve_position(rules: Rules, desk: Ints) -> int:
    """Arguments: ply, words of `solver`. Answers: the value, and its lower and upper limit in the
    solver's numbers.
    """
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    state, ply = state_at(rules, desk[STATE]), desk[PLY]
    lent = _lent(rules, desk, desk[SOLVER], desk[ARGUMENT + 1])
    low = known(rules, state, ply, _book_at(rules, desk[BOOK]))
    high = low
    if low == UNKNOWN:
        limits = local_array(2, np.int64)
        limits[0], limits[1] = -rules.max_plies - 1, rules.max_plies + 1
        low, high, _ = solve(
            rules, state, ply, lent.counters, lent.table, lent.busy, lent.bits, limits
        )
    put_bounds(rules, desk, ANSWER, low, high, ply)
    desk[ANSWER + VALUE_WORDS] = low
    desk[ANSWER + VALUE_WORDS + 1] = high
    return 0


@compiled
def solve_within(rules: Rules, desk: Ints) -> int:
    """Arguments: ply, words of `solver`, and a window of two of the solver's numbers. Answers: the
    lower and the upper limit that the search has left. It asks no book.
    """
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    lent = _lent(rules, desk, desk[SOLVER], desk[ARGUMENT + 1])
    limits = local_array(2, np.int64)
    limits[0], limits[1] = desk[ARGUMENT + 2], desk[ARGUMENT + 3]
    state, ply = state_at(rules, desk[STATE]), desk[PLY]
    low, high, _ = solve(rules, state, ply, lent.counters, lent.table, lent.busy, lent.bits, limits)
    desk[ANSWER], desk[ANSWER + 1] = low, high
    return 0


@compiled
def in_book(rules: Rules, desk: Ints) -> int:
    """Argument: the ply. Answer: the value in the book, or UNKNOWN."""
    desk[ANSWER] = known(
        rules, state_at(rules, desk[STATE]), desk[PLY], _book_at(rules, desk[BOOK])
    )
    return 0


@compiled
def values(rules: Rules, desk: Ints) -> int:
    """Arguments: ply, words of `solver`. Answers: the value, how many moves there are, and the
    length of the best line, which is in `moves`. `results` has each move and its value, the best
    first.
    """
    if desk[MEASURE]:
        return measured(desk, 0, 0, rules.max_moves * _VALUED_WORDS)
    state, ply = state_at(rules, desk[STATE]), desk[PLY]
    lent = _lent(rules, desk, desk[SOLVER], desk[ARGUMENT + 1])
    book = _book_at(rules, desk[BOOK])
    codes = local_array(rules.max_moves, np.int64)
    lows = local_array(rules.max_moves, np.int64)
    highs = local_array(rules.max_moves, np.int64)
    count, low, high = value_of_each_move(rules, state, ply, lent, book, codes, lows, highs)
    put_bounds(rules, desk, ANSWER, low, high, ply)
    out = array_at(desk[RESULTS], np.int64)
    for i in range(count):
        out[i * _VALUED_WORDS] = codes[i]
        put_bounds(rules, out, i * _VALUED_WORDS + 1, lows[i], highs[i], ply)
    desk[ANSWER + VALUE_WORDS] = count
    plies = 0
    if low == high:
        searched = not is_in_book(rules, state, ply, book)
        first = codes[0] if lows[0] == low and highs[0] == low else NO_MOVE
        plies = line(
            rules, state, ply, low, first, searched, lent, book, array_at(desk[MOVES], np.int64)
        )
    desk[ANSWER + VALUE_WORDS + 1] = plies
    return 0


@compiled
def estimates(rules: Rules, desk: Ints) -> int:
    """Arguments: ply, the depth and heuristic by default, a depth or NONE. Answers as of `values`,
    by a search of that depth.
    """
    depth = given_or(desk[OPTION], desk[DEFAULT_DEPTH])
    switches = PRUNE | REMEMBER | STOP_AT_WIN | QUICK_WINS | SLOW_LOSSES
    if desk[MEASURE]:
        depth = min(depth, rules.max_plies - desk[PLY])
        of_room, of_table, of_results = sizes(rules, depth, switches)
        return measured(desk, of_room + rules.max_moves * _VALUED_WORDS, of_table, of_results)
    heuristic = desk[DEFAULT_HEURISTIC]
    search_for(desk, depth, heuristic, HISTORY, switches, found.ALL, 0)
    search(rules, desk)
    results, out = array_at(desk[RESULTS], np.int64), array_at(desk[ROOM], np.int64)
    complete = results[found.REACHED] >= rules.max_plies - desk[PLY]
    put_score(desk, ANSWER, results[found.BEST], complete)
    count, place = results[found.SEARCHED], results[found.MOVES]
    for i in range(count):
        at = i
        score = results[place + found.SCORE]
        while at > 0 and out[(at - 1) * _VALUED_WORDS + VALUE_WORDS] < score:
            for word in range(_VALUED_WORDS):
                out[at * _VALUED_WORDS + word] = out[(at - 1) * _VALUED_WORDS + word]
            at -= 1
        out[at * _VALUED_WORDS] = results[place + found.CODE]
        out[at * _VALUED_WORDS + VALUE_WORDS] = score
        place += results[found.WIDTH]
    for i in range(count):
        score = out[i * _VALUED_WORDS + VALUE_WORDS]
        put_score(out, i * _VALUED_WORDS + 1, score, complete)
    for word in range(count * _VALUED_WORDS):
        results[word] = out[word]
    desk[ANSWER + VALUE_WORDS] = count
    desk[ANSWER + VALUE_WORDS + 1] = 0
    return found.FINE


@compiled
def _perfect(rules: Rules, desk: Ints, lent: Lent) -> int:
    """Answer with one of the best moves; how many there are, 0 if a limit came first."""
    state, ply = state_at(rules, desk[STATE]), desk[PLY]
    book = _book_at(rules, desk[BOOK])
    codes = local_array(rules.max_moves, np.int64)
    count, low, high = best_moves(rules, state, ply, lent, book, codes)
    if count > 0:
        code = codes[below(array_at(desk[CHANCE], np.uint64), count)]
        put_choice(desk, code, NONE)
        put_bounds(rules, desk, ANSWER + 1, low, high, ply)
        moves = array_at(desk[MOVES], np.int64)
        plies = line(rules, state, ply, low, code, True, lent, book, moves)
        desk[ANSWER + 2 + VALUE_WORDS] = plies
    return count


@compiled
def perfect(rules: Rules, desk: Ints) -> int:
    """No options; the words of `solver` are the first number after them. The answer's move is NONE
    if the time was over first.
    """
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    if not _perfect(rules, desk, _lent(rules, desk, desk[SOLVER], desk[OPTION])):
        put_choice(desk, NONE, NONE)
    return 0


@compiled
def strongest(rules: Rules, desk: Ints) -> int:
    """No options."""
    exact = affordable_from(rules, state_at(rules, desk[STATE]))
    depth = rules.max_plies if exact else desk[DEFAULT_DEPTH]
    switches = PRUNE | REMEMBER | STOP_AT_WIN
    if not exact:
        switches |= QUICK_WINS | SLOW_LOSSES
    if desk[MEASURE]:
        depth = min(depth, rules.max_plies - desk[PLY])
        of_room, of_table, of_results = sizes(rules, depth, switches)
        most = max(of_table, QUICK_MEMORY * _MEBIBYTE)
        return measured(desk, of_room, most, of_results + room_of_thoughts(rules, desk))
    counters, table = array_at(desk[COUNTERS], np.int64), array_at(desk[TABLE], np.int64)
    until = counters[NODE_LIMIT]
    counters[NODE_LIMIT] = min(until, counters[NODES] + QUICK_NODES)
    count = _perfect(rules, desk, _lent(rules, desk, desk[TABLE], QUICK_MEMORY * _MEBIBYTE))
    counters[NODE_LIMIT] = until
    if count > 0:
        return 0
    for word in range(QUICK_MEMORY * _MEBIBYTE):
        table[word] = 0
    search_for(desk, depth, desk[DEFAULT_HEURISTIC], HISTORY, switches, found.EQUAL, 0)
    search(rules, desk)
    return answer_and_think(rules, desk)
