"""What a search of moves found: numbers, as compiled code writes them, and a `SearchResult`.

A search writes to an array of np.int64, of `results_size` numbers, which its caller lends:

    results[STATUS]     FINE, or TOO_LARGE: the heuristic gave a number that is no estimate
    results[BEST]       the score of the best moves, 0 if nothing was searched
    results[REACHED]    the depth reached, 0 if none was searched completely
    results[COMPLETE]   1 if more depth would change nothing, else 0
    results[EQUAL_BEST] how many moves are best
    results[SEARCHED]   how many moves of the root were searched
    results[MOVES]      the place of the first of these, in the order searched
    results[WIDTH]      how many numbers each of them has
    results[NEXT]       the place of the moves that the search writes next
    results[CODES:]     the codes of the best moves, in the order of the position

and from each place p = results[MOVES] + i * results[WIDTH] on, for i < results[SEARCHED],

    results[p + CODE]   the move
    results[p + SCORE]  its score
    results[p + EXACT]  1 if the score is exact, 0 if it is an upper bound
    results[p + LINE:]  if it is exact, the move and the best play after it; then NO_MOVE

`SearchResult` and `RootMove` explain these. There are two such lists of moves: the search of a
depth writes one, while the other holds what is known from the depth before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from plyground.kernel import compiled
from plyground.position import Ints
from plyground.search.control import CUTOFFS, LEAVES, NODES, TABLE_HITS
from plyground.search.value import PROVEN

# The places described above.
STATUS, BEST, REACHED, COMPLETE, EQUAL_BEST, SEARCHED, MOVES, WIDTH, NEXT, CODES = range(10)
CODE, SCORE, EXACT, LINE = range(4)

FINE, TOO_LARGE = range(2)

NO_MOVE = -1
"""What ends a line."""

# Which moves of the root a search tells from others: every one by an exact score; those equal to
# the best from worse ones; or only the first of the best.
ALL, EQUAL, FIRST = range(3)


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
    is the depth reached: 0 if the search met a limit before it had a result; then it looked one
    ply ahead. `complete` says that the search saw the end of the
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


def result_of(results: Ints, spent: Ints, seconds: float) -> SearchResult:
    """The results of a search as a value; `spent` are its counts, in the order of a Control's."""
    _, score, depth, complete, equal, searched, first, width, _ = results[:CODES].tolist()
    found = results[first : first + searched * width].reshape(searched, width).tolist()
    return SearchResult(
        best=tuple(results[CODES : CODES + equal].tolist()),
        score=score,
        depth=depth,
        complete=bool(complete),
        moves=tuple(
            RootMove(code, score, bool(exact), tuple(line[: line.index(NO_MOVE)]))
            for code, score, exact, *line in found
        ),
        nodes=int(spent[NODES]),
        leaves=int(spent[LEAVES]),
        cutoffs=int(spent[CUTOFFS]),
        table_hits=int(spent[TABLE_HITS]),
        seconds=seconds,
    )


@compiled
def results_size(max_moves: int, depth: int) -> int:
    """How many numbers the results of a search have that goes `depth` plies deep."""
    return CODES + max_moves + 2 * max_moves * (LINE + depth + 1)


@compiled
def begin(max_moves: int, depth: int, moves: Ints, count: int, results: Ints) -> None:
    """Begin the results of a search: nothing is searched, and all `count` legal `moves` are best.

    They lie at results[MOVES], in their order, with a score of 0.
    """
    width = LINE + depth + 1
    place = CODES + max_moves
    for i in range(CODES):
        results[i] = 0
    results[EQUAL_BEST] = count
    results[MOVES] = place
    results[NEXT] = place + max_moves * width
    results[WIDTH] = width
    for i in range(count):
        results[CODES + i] = moves[i]
        results[place + CODE] = moves[i]
        results[place + SCORE] = 0
        place += width


@compiled
def arrange(done: int, count: int, results: Ints) -> None:
    """Write the `count` moves of the last list to the next one, the greatest score first.

    Equal ones keep their order, and so do those after the first `done`, which stay the last.
    """
    width, place, first = results[WIDTH], results[MOVES], results[NEXT]
    for i in range(count):
        code, score = results[place + CODE], results[place + SCORE]
        at = first + i * width
        while i < done and at > first and results[at - width + SCORE] < score:
            results[at + CODE] = results[at - width + CODE]
            results[at + SCORE] = results[at - width + SCORE]
            at -= width
        results[at + CODE] = code
        results[at + SCORE] = score
        place += width


@compiled
def write_line(room: Ints, line: int, results: Ints, place: int) -> None:
    """Copy the line that begins at room[line] to results[place:]."""
    while room[line] != NO_MOVE:
        results[place] = room[line]
        line += 1
        place += 1
    results[place] = NO_MOVE


@compiled
def conclude(left: int, scope: int, prunes: int, results: Ints) -> None:
    """Say which of the moves searched are exact, and which are best; `left` plies can follow."""
    searched, width, best = results[SEARCHED], results[WIDTH], results[BEST]
    if searched == 0:
        return
    results[COMPLETE] = results[REACHED] >= left or abs(best) > PROVEN
    every = scope == ALL or not prunes
    place, kept = results[MOVES], 0
    for _ in range(searched):
        is_best = results[place + SCORE] == best and (kept == 0 or scope != FIRST)
        results[place + EXACT] = every or is_best
        if is_best:
            kept += 1
            code, at = results[place + CODE], CODES
            while results[at] != code:
                at += 1
            results[at] = ~code  # negative marks it
        elif not every:
            results[place + LINE] = NO_MOVE
        place += width
    equal, kept = results[EQUAL_BEST], 0
    for at in range(CODES, CODES + equal):
        if results[at] < 0:
            results[CODES + kept] = ~results[at]
            kept += 1
    results[EQUAL_BEST] = kept
