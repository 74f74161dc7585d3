"""The exact solver: the value of a position with best play, in any game for two players.

A value is from the point of view of the player to move. With W = max_plies + 1, a win in n plies is
W - n, a loss in n plies is n - W, and a draw is 0: quick wins and slow losses are better.

The search answers only one kind of question: "is the value at least x?", a null window of
alpha-beta (Pearl, "SCOUT: a simple game-searching algorithm", 1980). `_next_question` chooses the
questions until the value is known.

A table remembers positions, see `transposition`. What is found in the first few thousand positions
goes into a small table that stays in the processor's cache. If the search takes longer, it
continues in the whole table, with all that the small one has. So a quick search never touches the
memory of the whole table.

Threads share the work by running the same search at the same time: a thread postpones a position
that another thread is searching, and finds it in the table later (Weill, "The ABDADA distributed
minimax search algorithm", 1996; simplified by Kerrigan, 2013).
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import (
    Rules,
    array_at,
    as_int,
    as_tuple,
    borrowed,
    compiled,
    in_python,
    load_word,
    local_array,
    nanoseconds,
    prefetch,
    pulse,
    store_word,
)
from plyground.position import (
    CannotError,
    Game,
    Ints,
    PlainState,
    PlygroundError,
    Position,
    State,
    Uints,
    as_words,
    full_title,
    position_of,
    require_game,
    require_ongoing,
)
from plyground.position.home import Instance, Module, Native, home_of
from plyground.search.book import Book, asked_in_book
from plyground.search.control import (
    ENOUGH,
    NODE_LIMIT,
    NODES,
    RUNNING,
    STOP,
    TABLE_HITS,
    Control,
    LimitError,
    Limits,
    limits_of,
)
from plyground.search.transposition import (
    MOST_PAIR_BITS,
    SMALL_PAIR_BITS,
    WORK_BITS,
    WORK_MOST,
    cost_of,
    find,
    learn,
    least_bits,
    move_over,
    place_of,
    remember,
    table_size,
    words_of,
    words_of_entry,
)
from plyground.search.value import Value, value_of_bounds

MEMORY = 128
"""The MiB of a table by default."""

MEMORY_AT_HOME = 16
"""The same where a module answers: several of them share a small computer with the app."""

MOST_AT_HOME = 2048
"""The most MiB there: a module has addresses for 4 GiB."""

SOLVABLE = 2
"""The number of players in the games that search can solve."""


_BEGINNING_AT_HOME, _NODES_OF_BEGINNING = 1, 1 << 17
"""The MiB of that table that are used until a question takes more than so many positions: most
games of people have none, and what is not used costs a computer no memory."""

_SMALL_NODES = 3 << 10  # positions that are visited with the small table, at most

# At this many plies or more before the end of the longest game, all children of a position are
# looked up before any is searched. Nearer to the end, searching costs less than looking up.
_LOOKED_UP_FROM = 14

# Threads leave positions to each other this many plies or more before the longest game's end.
_SHARED_FROM = 10
# Searches of fewer positions are over before the threads have started, which takes milliseconds.
_ALONE = 30_000

_AT_ONCE = 1 << 20  # entries to look through at a time

_BUSY_SLOTS = 1 << 12  # where threads note the positions that they are searching

# The first questions: wins and losses within this many plies, then within more each time by this
# factor, as long as that is less than half of the plies left.
_FIRST_HORIZON = 9
_HORIZON_GROWTH = 3  # tenths

# Then the slow wins or losses, as most are slow: single steps from there as soon as the limits are
# so close, else this share of what is between them.
_SINGLE_STEPS = 14
_STEP_SHARE = 3


QUICK_NODES = 30_000
"""The positions of a quick answer. With a table that is empty at first it then depends on the
position alone: a series with a seed repeats exactly, in a page too, which may have no room for a
larger table.
"""

QUICK_MEMORY = 1
"""MiB of that table: as many answers as with 64."""


class SolverError(PlygroundError):
    """Something that the exact solver cannot do."""


class SolverMemoryError(SolverError, CannotError):
    """This computer has no memory for such a table of the exact solver."""


@compiled
def nearer(value: int, plies: int) -> int:
    """A value as the same player sees it a number of plies earlier."""
    if value > 0:
        return max(value - plies, 0)
    return min(value + plies, 0)


@compiled
def later(value: int) -> int:
    """A value as the same player sees it a ply later."""
    return value + (value > 0) - (value < 0)


def earlier(value: int) -> int:
    """A value, or a limit of one, as the same player sees it a ply earlier: the reverse of `later`.

    1 and -1, as limits, say that it is a win or a loss, however late. They say so earlier too.
    """
    return value - (value > 1) + (value < -1)


@compiled
def passed_on(x: int, same: bool) -> int:
    """What "is it at least x?" becomes one ply later: "is it at least the result?".

    The question is about the opponent, and no then means yes, unless it is the `same` player's turn
    again.
    """
    return later(x) if same else 1 - later(x)


@compiled
def _search(
    rules: Rules,
    state: State,
    x: int,
    ply: int,
    pair: int,
    tag: np.uint64,
    lent_counters: Any,
    lent_table: Any,
    lent_busy: Any,
    bits: int,
    words: int,
) -> int:
    """Is the value of `state`, which its bounds leave open, at least x? If the result is x or more,
    the value is at least the result; else it is at most the result.

    `ply` is the ply of the state. The caller lends the counters of a Control, a table of 2^bits
    pairs, and the list of positions that threads are searching, whose first item says whether there
    are other threads. When told to stop, or at a limit, the search returns at once and the result
    means nothing.
    """
    counters = array_at(lent_counters, np.int64)
    table = array_at(lent_table, np.uint64)
    counters[NODES] += 1
    pulse()
    if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
        return 0
    begun = counters[NODES]
    me = rules.player(state)
    value_shift = np.uint64(WORK_BITS + 1)
    value_mask = np.uint64((1 << rules.value_bits) - 1)
    bound_bit = np.uint64(1 << WORK_BITS)
    bias = rules.max_plies + 2

    # Step 1. Remembered?
    entry = find(rules, state, pair, tag, table, words)
    if entry != 0:
        value: int = as_int(entry >> value_shift & value_mask) - bias
        if value >= x if entry & bound_bit else value < x:
            counters[TABLE_HITS] += 1
            return value

    # Step 2. Each move, and the forced moves after it. What bounds decide needs no search.
    rules.check_ply(ply + 1)
    moves = local_array(rules.max_moves, np.int64)
    replies = local_array(rules.max_moves, np.int64)
    ranks = local_array(rules.max_moves, np.int64)
    questions = local_array(rules.max_moves, np.int64)
    steps = local_array(rules.max_moves, np.int64)  # plies from here, negative for my own turn
    pairs = local_array(rules.max_moves, np.int64)
    tags = local_array(rules.max_moves, np.uint64)
    open_moves = local_array(rules.max_moves, np.int64)
    looks_up = rules.max_plies - ply >= _LOOKED_UP_FROM
    best: int = -rules.max_plies - 1
    count = 0
    for i in range(rules.candidates(state, moves)):
        child = rules.play(state, moves[i])
        mine = rules.player(child) == me
        y = passed_on(x, mine)
        low, high, rank = rules.bounds(child)
        plies = 1
        while low < y <= high and rules.candidates(child, replies) == 1:
            rules.check_ply(ply + plies + 1)
            counters[NODES] += 1
            before = rules.player(child)
            child = rules.play(child, replies[0])
            same = rules.player(child) == before
            y = passed_on(y, same)
            mine = mine == same
            low, high, _ = rules.bounds(child)
            plies += 1
        if y <= low or high < y:
            # A game's bounds may say "a win" by a 1: no game lasts so long from here.
            least = ply + plies + 1
            if y <= low:
                value = nearer(max(low, least) if low > 0 else low, plies)
            else:
                value = nearer(min(high, -least) if high < 0 else high, plies)
            value = value if mine else -value
            best = max(best, value)
            if value >= x:
                break
            continue
        pairs[i], tags[i] = place_of(rules, child, bits, words)
        if words == 1:
            prefetch(table, 2 * pairs[i])
        ranks[count] = rank
        questions[i] = y
        steps[i] = -plies if mine else plies
        open_moves[count] = i
        count += 1

    # Step 3. Children that the table decides; then the others in the order of their ranks.
    kept = 0
    for at in range(count if best < x else 0):
        i = open_moves[at]
        if looks_up:
            child = state if words < 3 else _after(rules, state, moves[i], abs(steps[i]), replies)
            entry = find(rules, child, pairs[i], tags[i], table, words)
            if entry != 0:
                value = as_int(entry >> value_shift & value_mask) - bias
                if value >= questions[i] if entry & bound_bit else value < questions[i]:
                    counters[TABLE_HITS] += 1
                    value = nearer(value, abs(steps[i]))
                    value = value if steps[i] < 0 else -value
                    best = max(best, value)
                    if value >= x:
                        break
                    continue
        rank = ranks[at]
        j = kept
        while j > 0 and ranks[j - 1] < rank:
            ranks[j], open_moves[j] = ranks[j - 1], open_moves[j - 1]
            j -= 1
        ranks[j], open_moves[j] = rank, i
        kept += 1

    # Step 4. Search the others: first those that no other thread is searching.
    busy = array_at(lent_busy, np.uint64)
    shares = busy[0] != 0 and rules.max_plies - ply >= _SHARED_FROM
    later = 0
    at = 0
    while at < kept + later and best < x:
        i = open_moves[at] if at < kept else ranks[at - kept]
        slot = 1 + (pairs[i] & (_BUSY_SLOTS - 1))
        if shares and 0 < at < kept and load_word(busy, slot) == tags[i]:
            ranks[later] = i
            later += 1
            at += 1
            continue
        if shares:
            store_word(busy, slot, tags[i])
        plies = abs(steps[i])
        child = _after(rules, state, moves[i], plies, replies)
        value = _search(
            rules, child, questions[i], ply + plies, pairs[i], tags[i],
            lent_counters, lent_table, lent_busy, bits, words,
        )  # fmt: skip
        if shares:
            store_word(busy, slot, np.uint64(0))
        at += 1
        if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
            return 0
        value = nearer(value, plies)
        best = max(best, value if steps[i] < 0 else -value)

    # Step 5. Remember.
    yes = best >= x
    visited = counters[NODES] - begun
    remember(rules, state, pair, tag, table, words, best, yes, visited)
    return best


@compiled
def _after(rules: Rules, state: State, move: int, plies: int, replies: Ints) -> State:
    """The state after a move and the forced moves that follow, `plies` in all."""
    state = rules.play(state, move)
    for _ in range(plies - 1):
        rules.candidates(state, replies)
        state = rules.play(state, replies[0])
    return state


@compiled
def _next_question(low: int, high: int, horizon: int, left: int, most: int) -> tuple[int, int]:
    """The next question about a value between `low` and `high`, and the horizon for the one after.

    First: is it a win or a loss within a few plies, then within more? That costs little and is
    often enough. Then: is it a win or a draw? Then how quick it is, from the slow end.
    """
    while 2 * horizon <= left:
        win, loss = most - horizon, horizon - most
        if low < win <= high:
            return win, horizon
        if low < loss + 1 <= high:
            return loss + 1, horizon
        horizon += max(2, horizon * _HORIZON_GROWTH // 10)
    if low < 0 <= high:
        return 0, horizon
    if low < 1 <= high:
        return 1, horizon
    step = 1 if high - low <= _SINGLE_STEPS else (high - low) // _STEP_SHARE
    return low + step if low > 0 else high - step + 1, horizon


@compiled
def solve(
    rules: Rules,
    state: State,
    ply: int,
    counters: Ints,
    table: Uints,
    busy: Uints,
    bits: int,
    found: Ints,
) -> tuple[int, int, int]:
    """The limits of the value of an ongoing state, and the nanoseconds taken.

    Both limits are the value, unless the search was told to stop. `found` [2] are limits that
    threads pass to each other. One thread may overwrite what another has just written there: only
    the returned limits count.
    """
    begun = nanoseconds()
    lent_counters, lent_table, lent_busy = borrowed(counters), borrowed(table), borrowed(busy)
    of_ply: Any = np.int64(ply)  # constants would be types of their own, with code of their own
    of_bits: Any = np.int64(bits)
    low, high, _ = rules.bounds(state)
    words = words_of_entry(rules, as_tuple(rules.class_key(state)), bits)
    pair, tag = place_of(rules, state, bits, words)
    horizon = _FIRST_HORIZON
    while True:
        low, high = max(low, found[0]), min(high, found[1])
        found[0], found[1] = low, high
        if low >= high:
            break
        x, horizon = _next_question(low, high, horizon, rules.max_plies - ply, rules.max_plies + 1)
        asked: Any = np.int64(x)
        value = _search(
            rules, state, asked, of_ply, pair, tag,
            lent_counters, lent_table, lent_busy, of_bits, words,
        )  # fmt: skip
        if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
            break
        if value >= x:
            low = max(low, value)
        else:
            high = min(high, value)
    return low, high, nanoseconds() - begun


@compiled
def proven_limits(
    low: int, high: int, window_low: int, window_high: int, most: int
) -> tuple[int, int]:
    """What limits that `solve` found from a window prove: an edge that is left was assumed."""
    return low if low > window_low else -most, high if high < window_high else most


class Lent(NamedTuple):
    """What the search of one thread works with."""

    counters: Ints  # of a Control
    table: Uints  # of 2^bits pairs
    busy: Uints  # [1], 0: there are no other threads
    bits: int


@dataclass(frozen=True)
class Solution:
    """The proven limits of a position's value; they are equal unless the search was limited or
    stopped.

    They are numbers from the point of view of the player to move: `most` - n for a win in n plies,
    n - `most` for a loss, 0 for a draw. `seconds` is the time of the search itself.
    """

    position: Position
    low: int
    high: int
    nodes: int
    seconds: float

    @property
    def most(self) -> int:
        """The number of a win at once, which no position has."""
        return self.position.game.max_plies + 1

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low >= self.high

    @property
    def value(self) -> Value:
        """What they say: in words by `str`."""
        return value_of_bounds(self.position, self.low, self.high)


def _empty_table(words: int, memory: int) -> Uints:
    """A table of `memory` MiB, if this computer has them."""
    refusal = f"a table of {memory} MiB does not fit into the memory of this computer"
    there = _mebibytes()
    if there is not None and memory > there:
        raise SolverMemoryError(f"{refusal}, which has {there} MiB: choose a smaller one")
    try:
        return np.zeros(words, np.uint64)
    except (MemoryError, ValueError):  # the second where no array can be so large
        raise SolverMemoryError(f"{refusal}: choose a smaller one") from None


def _mebibytes() -> int | None:
    """The memory of this computer in MiB, where the system says."""
    if not hasattr(os, "sysconf") or "SC_PHYS_PAGES" not in os.sysconf_names:
        return None
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20


def _words_in(home: Instance, memory: int) -> int:
    """The words of the greatest table of a module's solver in so many MiB."""
    home.ask("solver_words", memory)
    return home.answers(1)[0]


def _goes_on(own: list[Solution], control: Control) -> bool:
    """Whether there is something left to search."""
    return not own or not (own[-1].exact or control.enough)


@contextmanager
def _at_most(nodes: int, control: Control) -> Iterator[None]:
    """Limit a search to so many positions from now on, if its limit is not lower."""
    limit = control.counters[NODE_LIMIT]
    control.counters[NODE_LIMIT] = min(limit, control.nodes + nodes)
    try:
        yield
    finally:
        control.counters[NODE_LIMIT] = limit


class Solver:
    """Solves positions of one game, one at a time, and remembers its results.

    `memory` is the most MiB of its table, whose number of entries is a power of two. `threads` work
    together if entries are one word, else one thread works alone.
    """

    def __init__(
        self,
        game: Game,
        memory: int | None = None,
        threads: int = 1,
        book: Book | None = None,
    ) -> None:
        """Raises SolverError for a game of more than two players, or too little or too much memory.

        Without `memory` it is MEMORY, or more if entries of one word need it. The solver does not
        search positions that `book` knows.
        """
        require_game(game)
        if game.players != SOLVABLE:
            raise SolverError(
                f"{game.title} for {game.players} players cannot be solved by search, only by a "
                "table of all positions: use analyse"
            )
        if not isinstance(threads, int) or threads < 1:
            raise SolverError(f"a solver has 1 thread or more, and not {threads!r}")
        if not isinstance(memory, int | None):
            raise SolverError(f"memory is a whole number of MiB, and not {memory!r}")
        if memory is not None and memory < 1:
            raise SolverError(f"a table of the solver takes 1 MiB or more, and not {memory}")
        self.game = game
        self.threads = threads
        self._book = book
        self._given = memory
        home = solving_home(game, memory, book) if threads == 1 else None
        self._home: Instance | None = None
        if home is None:
            self._become_native()
        else:
            self._home, self._home_lock = home.own(), threading.Lock()
            self._words = _words_in(self._home, memory or MEMORY_AT_HOME)
            self._home.lend("solver", self._words, keep=True)
            self._begin()
            if book is not None:
                book.lend(self._home)

    def _begin(self) -> None:
        """Use a part of the module's table, which is empty, from now on."""
        assert self._home is not None
        self._used = min(self._words, _words_in(self._home, _BEGINNING_AT_HOME))

    def _become_native(self) -> None:
        """Work natively from now on, with an empty table."""
        self._home = None
        game, memory, threads = self.game, self._given, self.threads
        rules, state = game.rules, as_words(game.position().state)
        if memory is None:
            key_words, entry_words = words_of(rules, state, MOST_PAIR_BITS)
            least = 16 << least_bits(rules, key_words) if entry_words == 1 else 0
            memory = max(MEMORY, least >> 20)
        self._bits, words = table_size(rules, memory << 17)
        _, self._entry_words = words_of(rules, state, self._bits)
        self.threads = threads if self._entry_words == 1 else 1
        self._table = _empty_table(words, memory)
        _, small_words = words_of(rules, state, SMALL_PAIR_BITS)
        self._small_fits = small_words <= 2  # else tags are too long for it
        self._small = np.zeros(2 << SMALL_PAIR_BITS, np.uint64)
        self._small_nodes = self._nodes_of_small()  # left to visit with it
        self._small_lock = threading.Lock()
        self._whole_in_use = False  # while the small one is not full, by another thread
        self._busy = np.zeros(1 + _BUSY_SLOTS, np.uint64)
        self._busy[0] = self.threads > 1

    def __reduce__(self) -> str:
        raise TypeError("a solver cannot be pickled or copied: each process makes one of its own")

    def __repr__(self) -> str:
        threads = f"{self.threads} thread{'' if self.threads == 1 else 's'}"
        return f"<solver of {self.game!r}: {self.memory >> 20} MiB, {threads}>"

    @property
    def memory(self) -> int:
        """The bytes that the table takes."""
        return self._table.nbytes if self._home is None else 8 * self._words

    def prepare(self) -> None:
        """Compile the code for solving, by a search that is stopped at once."""
        if self._home is not None:
            return
        control = Control()
        control.stop()
        most = self.game.max_plies + 1
        self._run(self.game.position(), control, np.array([-most, most], np.int64))
        move_over(self.game.rules, self._small[:0], self._table, self._bits)

    def forget(self) -> None:
        """Empty the table."""
        if self._home is not None:
            with self._home_lock:
                self._home.array("solver", self._used)[:] = 0
                self._begin()
            return
        if self._small_nodes == 0 or self._whole_in_use:
            self._table.fill(0)
        self._whole_in_use = False
        self._small.fill(0)
        self._small_nodes = self._nodes_of_small()

    def _nodes_of_small(self) -> int:
        fits = self._small_fits and self._entry_words == 1 and self._bits >= SMALL_PAIR_BITS
        return _SMALL_NODES if fits else 0

    @property
    def remembered(self) -> Uints:
        """The table [entries, words], read only. The last word of an unused entry is 0."""
        self.grow()
        table = self._table.reshape(-1, self._entry_words)
        table.flags.writeable = False
        return table

    def recall(self, fill: Callable[[Uints], None]) -> None:
        """Let `fill` write into the table what another solver of the same game has `remembered`."""
        fill(self._table.reshape(self.remembered.shape))

    def share(self, words: Uints) -> None:
        """Use these words, as many as those of the solver's table, instead: others use them too."""
        self.grow()
        self._small_nodes = 0
        self._table = words

    def learn(self, state: PlainState, value: int, at_least: bool) -> None:
        """Remember that the value of an ongoing state is at least, or at most, so much."""
        self.grow()
        known: Any = np.int64(value)
        learn(self.game.rules, as_words(state), known, at_least, self._table, self._bits)

    @property
    def shareable(self) -> bool:
        """Whether several threads can solve positions with this solver at the same time."""
        if self._home is not None:
            self._become_native()
        return self._entry_words == 1

    def costliest(self, most: int) -> tuple[Uints, Uints]:
        """The places and the words of the entries that cost most to find, at most so many.

        Only of a table whose entries are one word.
        """
        table = self.remembered[:, 0]
        costs = [np.uint64(cost) for cost in range(WORK_MOST + 1)]
        counts = np.zeros(len(costs), np.int64)
        parts = range(0, len(table), _AT_ONCE)
        for first in parts:
            part = table[first : first + _AT_ONCE]
            part = cost_of(part[part != 0])
            counts += np.bincount(part.astype(np.int64), minlength=len(costs))
        above = np.uint64(WORK_MOST + 1)
        least = next((cost for cost in costs if counts[int(cost) :].sum() <= most), above)
        places: list[Uints] = []
        for first in parts:
            part = table[first : first + _AT_ONCE]
            chosen = np.flatnonzero((part != 0) & (cost_of(part) >= least))
            places.append((chosen + first).astype(np.uint64))
        found = np.concatenate(places)
        return found, table[found.astype(np.int64)]

    def known(self, position: Position) -> int | None:
        """The value of a position if the book has it; None if only a search can find it."""
        if self._book is None or self._home is None:
            return self._book.value(position) if self._book is not None else None
        if position.over or position.ply > self._book.plies:
            return None
        with self._home_lock:
            return asked_in_book(self._home, position)

    def solve(
        self,
        position: Position | Game,
        *,
        limits: Limits | None = None,
        control: Control | None = None,
        window: tuple[int, int] | None = None,
    ) -> Solution:
        """The value of a position, or its limits when the time or the positions are used up.

        With a `window` of a low and a high value, the search proves only on which side of it the
        value lies, or where inside it.

        Raises SolverError for a position of another game, GameOverError after the end of the game,
        LimitError if `limits` name a depth, and Cancelled when `control` says stop.
        """
        position = position_of(position)
        if position.game != self.game:
            raise SolverError(
                f"this solver is for {full_title(self.game)}, "
                f"and not for {full_title(position.game)}"
            )
        require_ongoing(position, "there is nothing to solve")
        limits, control = limits_of(limits), control or Control()
        if limits.depth is not None:
            raise LimitError("the exact solver takes no depth: give seconds or nodes")
        most = self.game.max_plies + 1
        begun = time.perf_counter()
        known = self.known(position)
        if known is not None:
            return Solution(position, known, known, 0, time.perf_counter() - begun)
        low, high = window or (-most, most)
        if self._home is not None:
            with self._home_lock, control.limited(limits):
                before = control.nodes
                self._ask(self._home, "solve_within", position, control, low, high)
                left, right = in_python(proven_limits)(*self._home.answers(2), low, high, most)
            control.check()
            nodes = control.nodes - before
            return Solution(position, left, right, nodes, time.perf_counter() - begun)
        self._busy[1:] = 0
        found = np.array([low, high], np.int64)
        own: list[Solution] = []  # the result of the first thread, whose time counts
        others: list[Solution] = []
        helpers: list[Control] = []
        before = control.nodes
        with control.limited(limits):
            own += self._run_small(position, control, found)
            if self.threads > 1 and _goes_on(own, control):
                with _at_most(_ALONE, control):
                    own.append(self._run(position, control, found))
            if _goes_on(own, control):
                with self._helped(position, found, control, others) as helpers:
                    own.append(self._run(position, control, found))
        control.check()
        nodes = control.nodes - before + sum(helper.nodes for helper in helpers)
        limits_of_runs = [proven_limits(run.low, run.high, low, high, most) for run in own + others]
        proven_low = max(run_low for run_low, _ in limits_of_runs)
        proven_high = min(run_high for _, run_high in limits_of_runs)
        seconds = sum(run.seconds for run in own)
        return Solution(position, proven_low, proven_high, nodes, seconds)

    def _run_small(self, position: Position, control: Control, found: Ints) -> list[Solution]:
        """Search with the small table, unless it is full or another thread uses it."""
        if not self._small_lock.acquire(blocking=False):
            self._whole_in_use = True
            return []
        try:
            if self._small_nodes == 0:
                return []
            before = control.nodes
            with _at_most(self._small_nodes, control):
                run = self._run(position, control, found, self._small, SMALL_PAIR_BITS)
            left = self._small_nodes - (control.nodes - before)
            if left > 0:
                self._small_nodes = left
                return [run]
            return [replace(run, seconds=run.seconds + self._move_over() / 1e9)]
        finally:
            self._small_lock.release()

    def _ask(
        self,
        home: Instance,
        entry: str,
        position: Position,
        control: Control,
        *given: int,
        usual: Sequence[int] = (),
        chance: Uints | None = None,
    ) -> None:
        """Ask the module by a part of the table; if that takes too many positions, once more by the
        whole table, empty, which is used from then on. What the first attempt has visited counts
        for no limit, so that limits mean the same for both.
        """
        if self._used < self._words:
            before = control.nodes
            drawn = None if chance is None else chance.copy()
            with _at_most(_NODES_OF_BEGINNING, control):
                arguments = (position.ply, *usual, self._used, *given)
                home.work(entry, arguments, position.state, control.counters, chance)
                too_many = control.enough
            if not too_many or control.enough:
                return
            if chance is not None and drawn is not None:
                chance[:] = drawn
            control.counters[NODES] = before
            home.array("solver", self._used)[:] = 0
            self._used = self._words
        arguments = (position.ply, *usual, self._used, *given)
        home.work(entry, arguments, position.state, control.counters, chance)

    def grow(self) -> None:
        """Use the whole table from now on, with all that the small one has."""
        if self._home is not None:
            self._become_native()
        with self._small_lock:
            if self._small_nodes > 0:
                self._move_over()

    def _move_over(self) -> int:
        self._small_nodes = 0
        return move_over(self.game.rules, self._small, self._table, self._bits)

    def _run(
        self,
        position: Position,
        control: Control,
        found: Ints,
        table: Uints | None = None,
        bits: int = 0,
    ) -> Solution:
        """The result of one thread, by the whole table if none is given; its control counts the
        positions.
        """
        if table is None:
            table, bits = self._table, self._bits
        low, high, spent = solve(
            self.game.rules, as_words(position.state), position.ply,
            control.counters, table, self._busy, bits, found,
        )  # fmt: skip
        return Solution(position, int(low), int(high), 0, spent / 1e9)

    @contextmanager
    def _helped(
        self,
        position: Position,
        found: Ints,
        control: Control,
        runs: list[Solution],
    ) -> Iterator[list[Control]]:
        """Let other threads run the same search; the first to have the value ends the others."""
        helpers = [Control() for _ in range(self.threads - 1)]

        def help_with(number: int) -> None:
            run = self._run(position, helpers[number], found)
            runs.append(run)
            if run.exact and control.counters[STOP] == RUNNING:
                control.counters[STOP] = ENOUGH

        threads = [
            threading.Thread(target=help_with, args=(number,), daemon=True)
            for number in range(len(helpers))
        ]
        for thread in threads:
            thread.start()
        try:
            yield helpers
        finally:
            for helper in helpers:
                helper.stop()
            for thread in threads:
                thread.join()
            if control.counters[STOP] == ENOUGH:
                control.counters[STOP] = RUNNING


def solving_home(game: Game, memory: int | None, book: Book | None) -> Module | None:
    """The module that solves a game with a table of so many MiB; None where native code does.

    It can have a book if it opens one, and if the book says how many positions it has.
    """
    if (memory or 0) > MOST_AT_HOME:
        return None
    if book is not None and (not book.counts or home_of(game.rules, "open_book") is None):
        return None
    return home_of(game.rules, "solve_within")


@contextmanager
def asked(
    solver: Solver,
    name: str,
    entry: Callable[[Any, Any], int],
    position: Position,
    control: Control,
    limits: Limits | None = None,
    *,
    usual: Sequence[int] = (),
    chance: Uints | None = None,
) -> Iterator[Instance]:
    """Who has answered an entry, see `position.desk`, by what a solver remembers.

    Its arguments are the ply, the `usual` ones, and the words of the table.
    """
    limits = limits_of(limits)
    if solver._home is not None:
        with solver._home_lock, control.limited(limits):
            solver._ask(solver._home, name, position, control, usual=usual, chance=chance)
            yield solver._home
        return
    solver.grow()
    native = Native(solver.game.rules, {name: entry})
    native.use("solver", solver._table)
    if solver._book is not None:
        native.use("book", solver._book.laid)
    given = (position.ply, *usual, len(solver._table))
    limited = control.limited(limits)
    native.work(name, given, position.state, control.counters, chance, limited)
    yield native
