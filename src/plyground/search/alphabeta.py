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
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import (
    Rules,
    array_at,
    as_int,
    as_tuple,
    borrowed,
    compiled,
    local_array,
    mix64,
)
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
from plyground.search.value import INFINITY, PROVEN, WIN, proven

ORDERS = ("generated", "reversed", "shuffled", "history")
"""The orders in which moves can be searched."""

# The bits of `switches`.
_PRUNE, _SORT, _LEARN, _REMEMBER, _QUICK_WINS, _SLOW_LOSSES, _STOP_AT_WIN = (
    1 << bit for bit in range(7)
)

# The room of a search, which it writes on, begins with its instructions; see `_room`.
_WIDTH, _LINES, _ME, _HEURISTIC, _SWITCHES, _ENTRIES, _PRIORITIES = range(7)

# How to search the moves of the root.
_ALL, _EQUAL, _FIRST = range(3)

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
_NO_MOVE = -1
_MUST_BE_FIRST = 1 << 60  # the priority of the move that the table remembers


@dataclass(frozen=True)
class Settings:
    """How to search. Unless `ties_equal`, the search looks only for the first best move.

    `quick_wins` prefers quick wins to slow ones, otherwise all wins are equal; `slow_losses`
    prefers slow losses. With `stop_at_win` the search ends at a first move that no other can beat.
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

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise ParameterError(f"an order is {', '.join(ORDERS)}, and not {self.order!r}")


PLAIN = Settings(pruning=False, order="generated", table=False, stop_at_win=False)
"""Minimax in its plainest form: it searches every move."""


class RootMove(NamedTuple):
    """A move of the searched position and its score, an upper bound unless `exact`.

    `line`, if `exact`, is the move and the best play after it, as far as it was searched.
    """

    code: int
    score: int
    exact: bool
    line: tuple[int, ...] = ()


@dataclass(frozen=True)
class SearchResult:
    """What a search found.

    `best` are the codes of the equally good best moves, in the order of the position, or only the
    first of them unless all were wanted. `moves` are the root moves in the order searched. `depth`
    is the depth reached: 0 if the search met a limit before it had searched the first move; then
    every move counts as best and `score` is 0. `complete` says that the search saw the end of the
    game in every line or has a proven score, so that more depth would change nothing.
    """

    best: tuple[int, ...]
    score: int
    depth: int
    complete: bool
    moves: tuple[RootMove, ...] = field(repr=False)
    nodes: int
    leaves: int
    cutoffs: int
    table_hits: int
    seconds: float

    @property
    def pv(self) -> tuple[int, ...]:
        """The principal variation: the line of the first of the best moves."""
        return self.line(self.best[0])

    def line(self, code: int) -> tuple[int, ...]:
        """A best move, and the best play after it."""
        return next((move.line for move in self.moves if move.code == code), ()) or (code,)


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
        return WIN - (ply if switches & _QUICK_WINS else 0)
    if good < 0:
        return (ply if switches & _SLOW_LOSSES else 0) - WIN
    return 0


@compiled
def _shift(score: int, plies: int, switches: int) -> int:
    """A score as seen from a number of plies nearer to the end (negative: farther from it)."""
    if score > PROVEN and switches & _QUICK_WINS:
        return score + plies
    if score < -PROVEN and switches & _SLOW_LOSSES:
        return score - plies
    return score


@compiled
def _begin_line(room: Ints, line: int, move: int, leaf: bool) -> None:
    """Make room[line] begin with `move` and, except at a leaf, go on as the next line does."""
    room[line] = move
    below = line + room[_WIDTH]
    while not leaf and room[below] != _NO_MOVE:
        line += 1
        room[line] = room[below]
        below += 1
    room[line + 1] = _NO_MOVE


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
    counters of a Control, the room that `_room` made, and a table of room[_ENTRIES] entries, a
    power of two. When told to stop, or at a limit, the search returns at once and the score means
    nothing.
    """
    counters = array_at(lent_counters, np.int64)
    room = array_at(lent_room, np.int64)
    table = array_at(lent_table, np.uint64)
    me, heuristic, switches = room[_ME], room[_HEURISTIC], room[_SWITCHES]
    if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
        return 0

    # Step 1. Remembered? An entry counts at exactly this depth, or if it proves a win or a loss
    # that ends within this depth: such a score is the same at every depth that sees the end.
    key = as_tuple(rules.key(state))
    width = len(key) + 1
    place = 0
    first = _NO_MOVE
    if switches & _REMEMBER:
        place = _place(key, room[_ENTRIES]) * width
        data = table[place + width - 1]
        kind = as_int(data & _KIND)
        if kind != 0 and _holds(key, table, place):
            first = as_int(data >> _MOVE_SHIFT & _MOVE)
            score = as_int(data >> _SCORE_SHIFT) - INFINITY
            searched = as_int(data >> _DEPTH_SHIFT & _DEPTH)
            usable = searched == depth
            if score > PROVEN and kind != _AT_MOST:
                usable |= (WIN - score if switches & _QUICK_WINS else searched) <= depth
            elif score < -PROVEN and kind != _AT_LEAST:
                usable |= (WIN + score if switches & _SLOW_LOSSES else searched) <= depth
            score = _shift(score, -ply, switches)
            if usable and (
                kind == _EXACT
                or (kind == _AT_LEAST and score >= beta)
                or (kind == _AT_MOST and score <= alpha)
            ):
                counters[TABLE_HITS] += 1
                line = room[_WIDTH] * ply + room[_LINES]
                room[line] = first
                room[line + 1] = _NO_MOVE
                return score

    # Step 2. The moves and their order.
    moves = local_array(rules.max_moves, np.int64)
    ranks = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, moves)
    mover = rules.player(state)
    offset = _PRIORITIES + mover * rules.max_moves
    if switches & _SORT:
        for i in range(count):
            move = moves[i]
            ranks[i] = _MUST_BE_FIRST if move == first else room[offset + move]

    # Step 3. Each move: the end of the game, or of the depth, or a search.
    maximises = mover == me
    line = room[_WIDTH] * ply + room[_LINES]
    room[line] = _NO_MOVE
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
            if result != ONGOING:
                score = _ended(result, me, ply + 1, switches)
            else:
                score = rules.heuristic(child, me, heuristic)
        else:
            counters[NODES] += visited
            visited = 0
            score = _search(
                rules, child, depth - 1, ply + 1, low, high, lent_counters, lent_room, lent_table
            )
            if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
                counters[LEAVES] += leaves
                return 0

        # Step 4. Better than the moves before? Then remember it with the line that it begins.
        if score > best if maximises else score < best:
            best = score
            best_move = move
            if low < score < high:
                _begin_line(room, line, move, leaf)
            if switches & _PRUNE:
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
    if switches & _REMEMBER:
        kind = _EXACT
        if switches & _PRUNE:
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
    while room[at] != _NO_MOVE:
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
    room[at] = _NO_MOVE


@compiled
def _search_root(
    rules: Rules,
    state: State,
    depth: int,
    scope: int,
    moves: Ints,
    scores: Ints,
    lines: Ints,
    counters: Ints,
    room: Ints,
    table: Uints,
) -> int:
    """Search the `moves` [n] of the root in their order and write their `scores` [n].

    Returns how many were searched before a limit. A score that is the best so far is exact; with
    `scope` _EQUAL so is a score that equals the best, with _ALL every score; all others are upper
    bounds. `lines` [n, room[_WIDTH]] gets the line after each exact move, in the form that the room
    has. With _FIRST and _STOP_AT_WIN, the moves after a best move that no other can beat are
    neither searched nor counted.
    """
    lent_counters, lent_room, lent_table = borrowed(counters), borrowed(room), borrowed(table)
    me, switches = room[_ME], room[_SWITCHES]
    one: Any = np.int64(1)  # each constant would be a type of its own, with its own code
    infinity: Any = np.int64(INFINITY)
    best = -INFINITY
    line = room[_LINES]
    if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
        return 0
    for i in range(len(moves)):
        alpha = -INFINITY
        if switches & _PRUNE and scope == _FIRST:
            alpha = best
        elif switches & _PRUNE and scope == _EQUAL:
            alpha = max(-INFINITY, best - 1)
        child = rules.play(state, moves[i])
        counters[NODES] += 1
        result = rules.result(child)
        leaf = result != ONGOING or depth == 1
        if leaf:
            counters[LEAVES] += 1
            if result != ONGOING:
                score = _ended(result, me, 1, switches)
            else:
                score = rules.heuristic(child, me, room[_HEURISTIC])
        else:
            score = _search(
                rules, child, depth - 1, one, alpha, infinity, lent_counters, lent_room, lent_table
            )
            if counters[STOP] != RUNNING or counters[NODES] >= counters[NODE_LIMIT]:
                return i
        scores[i] = score
        if score > alpha:
            _begin_line(room, line, moves[i], leaf)
            if switches & _REMEMBER:
                _lengthen(rules, state, depth, lent_room, lent_table)
            for at in range(room[_WIDTH]):
                lines[i, at] = room[line + at]
        best = max(best, score)
        unbeatable = WIN - (1 if switches & _QUICK_WINS else 0)
        if scope == _FIRST and switches & _STOP_AT_WIN and best >= unbeatable:
            return i + 1
    return len(moves)


def _room(
    position: Position, depth: int, heuristic: int, switches: int, entries: int, order: str
) -> Ints:
    """The room of a search.

    After the instructions, at room[_PRIORITIES], come the priorities of the moves, [players,
    max_moves]; then, at room[room[_LINES]], the lines, [depth + 2, room[_WIDTH]]: line p holds the
    best continuation found from ply p on, ended by _NO_MOVE.
    """
    game = position.game
    lines = _PRIORITIES + game.players * game.max_moves
    width = depth + 2
    room = np.zeros(lines + width * width, np.int64)
    room[:_PRIORITIES] = width, lines, position.turn, heuristic, switches, entries
    if order == "reversed":
        _priorities(room, game)[:] = np.arange(game.max_moves)
    elif order == "shuffled":
        shuffled = random.Random(0).sample(range(game.max_moves), game.max_moves)
        _priorities(room, game)[:] = shuffled
    return room


def _priorities(room: Ints, game: Game) -> Ints:
    """The priorities of the moves in a room, [players, max_moves]."""
    return room[_PRIORITIES : room[_LINES]].reshape(game.players, game.max_moves)


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
    game = position.game
    left = game.max_plies - position.ply
    depth = left if limits.depth is None else min(limits.depth, left)
    run = _Run(position, depth, settings, control, all_scores)
    before = control.counters.copy()
    with control.limited(limits):
        deepens = settings.deepening or limits.interrupts
        for each in range(1, depth + 1) if deepens else (depth,):
            if not run.go(each):
                break
    control.check()
    if control.finishing and not run.has_answer:
        quick = replace(settings, pruning=True, order="history")
        with control.last_look() as look:
            run = _Run(position, depth, quick, look, all_scores)
            for each in range(1, depth + 1):
                if not run.go(each):
                    break
    spent = control.counters - before
    return run.result(left, spent, time.perf_counter() - begun)


class _Run:
    """One search: its instructions and its best results so far."""

    def __init__(
        self, position: Position, depth: int, settings: Settings, control: Control, all_scores: bool
    ) -> None:
        game = position.game
        self._position = position
        self._settings = settings
        self._control = control
        self._scope = _ALL if all_scores else _EQUAL if settings.ties_equal else _FIRST
        sorts = settings.order != "generated"
        switches = (
            _PRUNE * settings.pruning
            | _SORT * sorts
            | _LEARN * (settings.order == "history")
            | _REMEMBER * settings.table
            | _QUICK_WINS * settings.quick_wins
            | _SLOW_LOSSES * settings.slow_losses
            | _STOP_AT_WIN * settings.stop_at_win
        )
        self._rules, heuristic = rated_by(game, settings.heuristic)
        entries = _TABLE_ENTRIES if settings.table else 1
        self._room = _room(position, depth, heuristic, switches, entries, settings.order)
        width = len(position.key) + 1 if settings.table else 1
        self._table = np.zeros(entries * width, np.uint64)
        self._state = as_words(position.state)
        # The moves in the order in which the next depth searches them.
        self._codes = list(position.codes)
        if sorts:
            rank = _priorities(self._room, game)[position.turn].tolist()
            self._codes.sort(key=lambda code: -rank[code])
        # The results: the moves searched, their scores and their lines.
        self._searched: list[int] = []
        self._scores: list[int] = []
        self._lines = np.zeros((0, 0), np.int64)
        self._depth = 0

    def go(self, depth: int) -> bool:
        """Search one depth, if there is time; return whether a deeper one could say more."""
        self._control.counters[DEPTH] = depth
        codes = np.array(self._codes, np.int64)
        scores = np.zeros(len(codes), np.int64)
        lines = np.zeros((len(codes), int(self._room[_WIDTH])), np.int64)
        done = _search_root(
            self._rules, self._state, depth, self._scope, codes, scores, lines,
            self._control.counters, self._room, self._table,
        )  # fmt: skip
        if done == 0:
            return False
        found = scores[:done].tolist()
        best = max(found)
        self._check(max(best, -min(found)))
        interrupted = done < len(self._codes) and self._control.enough
        losing = proven(best) and best < 0
        if interrupted and (losing or (self._scope == _ALL and self._depth)):
            return False  # the moves left may be better: the earlier result holds
        self._searched, self._scores, self._lines = self._codes[:done], found, lines
        if interrupted:
            return False
        self._depth = depth
        if depth == self._room[_WIDTH] - 2 or self._settled(best):
            return False
        order = sorted(range(done), key=lambda number: -found[number])
        self._codes = [self._codes[number] for number in order] + self._codes[done:]
        return True

    @property
    def has_answer(self) -> bool:
        """Whether a depth was searched completely, or a win is proven."""
        return self._depth > 0 or max(self._scores, default=0) > PROVEN

    def _check(self, size: int) -> None:
        """Raise ParameterError if no score can be of this size."""
        game = self._position.game
        if HEURISTIC_MOST < size < WIN - game.max_plies or size > WIN:
            raise ParameterError(
                f"the heuristic {self._settings.heuristic!r} of {game.title} gives more than "
                f"{HEURISTIC_MOST}: no estimate may be farther from 0"
            )

    def _settled(self, best: int) -> bool:
        """Whether more depth would find the same best moves."""
        if not proven(best) or self._scope == _ALL:
            return False
        return best < 0 or self._settings.quick_wins or self._scope == _FIRST

    def _root_moves(self, best: int) -> list[RootMove]:
        """The moves searched; those that were not shown to be worse than the best are exact."""
        searched, scores = self._searched, self._scores
        every = self._scope == _ALL or not self._settings.pruning
        exact = [every or (self._scope == _EQUAL and score == best) for score in scores]
        exact[scores.index(best)] = True
        lines = [
            tuple(line[: line.index(_NO_MOVE)]) if known else ()
            for known, line in zip(exact, self._lines.tolist(), strict=False)
        ]
        return list(map(RootMove._make, zip(searched, scores, exact, lines, strict=True)))

    def result(self, left: int, spent: Ints, seconds: float) -> SearchResult:
        """The result and its counts; at most `left` plies can follow."""
        score = max(self._scores, default=0)
        moves = self._root_moves(score) if self._scores else []
        best = [move.code for move in moves if move.exact and move.score == score]
        if self._scope == _FIRST:
            del best[1:]
        if len(best) != 1:
            best = sorted(best, key=self._position.codes.index) or list(self._position.codes)
        _, nodes, leaves, cutoffs, table_hits, *_ = spent.tolist()
        return SearchResult(
            best=tuple(best),
            score=score,
            depth=self._depth,
            complete=bool(moves) and (self._depth >= left or proven(score)),
            moves=tuple(moves),
            nodes=nodes,
            leaves=leaves,
            cutoffs=cutoffs,
            table_hits=table_hits,
            seconds=seconds,
        )
