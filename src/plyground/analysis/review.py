"""`review`: every move of a game graded, and why it was poor.

It goes from the last position back to the first, because the solver's memory of a position helps
with the one before it. The value after a move is the value of the next position, so each position
is solved once; for the other moves the only question is whether they are as good as the best.

Two players: the exact solver, as far as the limits allow. Other numbers: the table of all
positions, if it exists or can be made in the time for one move. Where both fail, an alpha-beta
search looks ahead (with more than two players, all others against the player to move) and grades
the move.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial

from plyground.analysis.course import Heights, heights
from plyground.analysis.grades import Grade, grade, merit
from plyground.analysis.merits import merits_text
from plyground.analysis.reasons import reason
from plyground.analysis.reviewed import Review, ReviewedMove
from plyground.position import Game, Position, position_of, standing
from plyground.search import (
    SOLVABLE,
    Bounds,
    Cancelled,
    Control,
    Inquiry,
    Limits,
    SearchResult,
    Settings,
    SolvedTable,
    Solver,
    SolverError,
    TableError,
    Value,
    alphabeta,
    find_book,
    kept_table,
    proven,
    shared_solver,
    shared_table,
    value_of_bounds,
    value_of_score,
)

SECONDS = 10.0
"""The time for solving one move, by default."""

_SEARCH_SECONDS = 1.0  # the most time for a deep search of a move
_LESS = 0.5  # of the time, after an unsolved position: those before it are harder
_KEEPING: set[Grade] = {"best", "good"}  # where only estimates say which moves keep the result


Progress = Callable[[Review], None]
"""Called after each graded move with the review so far, from the last moves on."""


def review(
    position: Position | Game,
    *,
    limits: Limits | None = None,
    threads: int | None = None,
    solver: Solver | None = None,
    control: Control | None = None,
    on_progress: Progress | None = None,
    start: int = 0,
) -> Review:
    """Grade every move that led to a position, whether the game is over or not.

    The first `start` plies are not graded: they led to the position that the game began with.
    `limits` are for each move: seconds (10) and positions for solving it; where solving fails, a
    depth, or seconds (1 at most) and positions, for a search. Without a solver, the shared one
    answers, or a new one with `threads` threads.

    Raises SolverError for a solver of another game, LimitError for an invalid number of threads,
    TableError if a table exists and cannot be read, and Cancelled when `control` says stop.
    """
    position = position_of(position)
    if solver is not None and solver.game != position.game:
        raise SolverError(f"a solver of {solver.game.title} of other parameters, or another game")
    begun = time.perf_counter()
    work = _Work(position, limits or Limits(seconds=SECONDS), control or Control(), start)
    found = work.by_solver(solver, threads) if work.solvable else work.by_table()
    looks: deque[_Look] = deque()
    graded = cache(_reviewed)

    def so_far() -> Review:
        # The median difference that the choice of a move makes to the estimate, over all moves
        # searched.
        typical = statistics.median([look.spread for look in looks if look.spread] or [0.0])
        moves = tuple(graded(look, typical) for look in looks)
        unknown: list[Heights] = [(None,) * position.game.players] * (position.ply - len(looks))
        known = [heights(look.position, look.value or look.before, typical) for look in looks]
        last = heights(position, work.last, typical)
        curves = tuple(zip(*unknown, *known, last, strict=True))
        return Review(position, moves, curves, time.perf_counter() - begun, start)

    for look in found:
        looks.appendleft(look)
        if on_progress is not None:
            on_progress(so_far())
    return so_far()


@dataclass(frozen=True)
class _Look:
    """The findings about a move, before it is graded."""

    position: Position
    code: int
    before: Value
    after: Value
    best: tuple[int, ...]
    keeping: tuple[int, ...]
    depth: int | None = None
    spread: int | None = None  # from the best to the worst estimate of a search
    line: tuple[str, ...] = ()
    refutation: tuple[str, ...] = ()
    value: Value | None = None  # of the position, where a table has it for each of many players


def _reviewed(look: _Look, typical: float) -> ReviewedMove:
    texts = look.position.game.move_texts
    given = grade(look.before, look.after, typical)
    best = tuple(texts[code] for code in look.best)
    return ReviewedMove(
        position=look.position,
        move=texts[look.code],
        before=look.before,
        after=look.after,
        best=best,
        keeping=tuple(texts[code] for code in look.keeping),
        grade=given,
        depth=look.depth,
        line=look.line,
        refutation=look.refutation,
        reason=reason(look.position, look.code, best, look.refutation) if given != "best" else None,
        merits=_merits(look) if given == "best" else "",
    )


def _merits(look: _Look) -> str:
    """The reasons for a best move."""
    value = look.after if look.depth is None else None
    return merits_text(
        look.position, look.position.game.move_texts[look.code], value, len(look.keeping)
    )


class _Work:
    """The work of one review."""

    def __init__(self, position: Position, limits: Limits, control: Control, start: int) -> None:
        self.position, self.game = position, position.game
        self.start = start
        self.limits, self.control = limits, control
        self.solvable = self.game.players == SOLVABLE
        self.last: Value | None = None  # of the last position, if the game is not over
        self._seconds = limits.seconds  # for the next position to solve

    def _steps(self) -> Iterator[tuple[Position, int, Position]]:
        """Each position, the move made in it and the position after, from the last to the first."""
        for child in self.position.line[: self.start : -1]:
            assert child.parent is not None
            assert child.last_code is not None
            yield child.parent, child.last_code, child

    # Two players

    def by_solver(self, given: Solver | None, threads: int | None) -> Iterator[_Look]:
        """Ask the solver about every move; search where that takes too long."""
        own = given
        if own is None and threads is not None:
            own = Solver(self.game, threads=threads, book=find_book(self.game))
        known: int | None = (
            None  # the value of the position after the move, as the solver writes it
        )
        if not self.position.over:
            with self._asked(own) as inquiry:
                known = self._exact(inquiry.bounds(self.position))
            self.last = self._value_of(self.position, known)
        for position, code, child in self._steps():
            look = None
            after = _value_of_move(position, child, known)
            with self._asked(own) as inquiry:
                bounds = inquiry.bounds(position, after)
                if bounds.exact and after is not None:
                    look = _solved(inquiry, position, code, bounds.low, after, known)
                known = self._exact(bounds)
            if look is None:
                value = None if after is None else value_of_bounds(position, after, after)
                look = self._searched(position, code, value)
            yield look

    @contextmanager
    def _asked(self, solver: Solver | None) -> Iterator[Inquiry]:
        """A solver for one move, so that others can use the shared one in between."""
        limits = Limits(seconds=self._seconds, nodes=self.limits.nodes)
        if solver is not None:
            yield Inquiry(solver, limits, self.control)
            return
        with shared_solver(self.game, self.control) as shared:
            yield Inquiry(shared, limits, self.control)

    def _exact(self, bounds: Bounds) -> int | None:
        """The value if known; if not, the next position gets less time."""
        if bounds.exact:
            return bounds.low
        if self._seconds is not None:
            self._seconds *= _LESS
        return None

    def _value_of(self, position: Position, known: int | None) -> Value:
        """The value of a position, by a search if the solver does not know."""
        if known is not None:
            return value_of_bounds(position, known, known)
        result = self._ahead(position)
        return value_of_score(result.score, self._sees_the_end(position, result))

    # More players

    def by_table(self) -> Iterator[_Look]:
        """Look up every move; search where there is no table."""
        table = self._table()
        if not self.position.over:
            self.last = table.value(self.position) if table else self._value_of(self.position, None)
        for position, code, _ in self._steps():
            self.control.check()
            if table is None:
                yield self._searched(position, code, None)
            else:
                values = {each.code: each.value for each in table.moves(position)}
                look = _judged(position, code, values, partial(table.line, position))
                yield replace(look, value=table.value(position))

    def _table(self) -> SolvedTable | None:
        """The table of the game if it exists, or can be made in the time for one move."""
        table = kept_table(self.game)
        if table is not None:
            return table
        unlimited = self.limits == Limits()
        seconds = None if unlimited else self.limits.seconds or SECONDS
        try:
            with self.control.deadline(seconds):
                return shared_table(self.game, self.control)
        except (Cancelled, TableError):
            self.control.check()  # the time is over, or there is no room
            return None

    # A search ahead

    def _searched(self, position: Position, code: int, known: Value | None) -> _Look:
        """The findings of a search about a move, whose value may be `known`."""
        texts, result = self.game.move_texts, self._ahead(position)
        to_the_end = self._sees_the_end(position, result)
        found = {each.code: value_of_score(each.score, to_the_end) for each in result.moves}
        scores = [each.score for each in result.moves if not found[each.code].exact]
        if known is not None:
            found[code] = known
        lines = {each.code: tuple(texts[c] for c in each.line) for each in result.moves}
        look = _judged(position, code, found, lines.__getitem__)
        return replace(
            look,
            keeping=tuple(c for c in position.codes if grade(look.before, found[c]) in _KEEPING),
            depth=None if look.before.exact and look.after.exact else result.depth,
            spread=max(scores) - min(scores) if scores else None,
        )

    def _sees_the_end(self, position: Position, result: SearchResult) -> bool:
        return result.depth >= self.game.max_plies - position.ply

    def _ahead(self, position: Position) -> SearchResult:
        """A search of all moves to the depth in the limits, or as deep as the other limits allow;
        at least one ply.
        """
        limits, control = self.limits, self.control
        settings = Settings(heuristic=self.game.default_heuristic)
        most = self.game.max_plies - position.ply
        if limits.depth is not None:
            return alphabeta(
                position,
                limits=Limits(limits.depth),
                settings=settings,
                control=control,
                all_scores=True,
            )
        seconds = limits.seconds
        if seconds is not None or limits.nodes is None:
            seconds = min(_SEARCH_SECONDS, seconds or _SEARCH_SECONDS)
        result = alphabeta(
            position, limits=Limits(1), settings=settings, control=control, all_scores=True
        )
        begun, nodes = time.perf_counter(), control.nodes
        for depth in range(2, most + 1):
            time_left = seconds and seconds - (time.perf_counter() - begun)
            nodes_left = limits.nodes and limits.nodes - (control.nodes - nodes)
            if (
                all(proven(each.score) for each in result.moves)
                or (time_left is not None and time_left <= 0)
                or (nodes_left is not None and nodes_left < 1)
            ):
                break
            with control.deadline(time_left):
                deeper = alphabeta(
                    position,
                    limits=Limits(depth, nodes=nodes_left),
                    settings=settings,
                    control=control,
                    all_scores=True,
                )
            if deeper.depth < depth:
                break
            result = deeper
        return result


# Two players


def _value_of_move(position: Position, child: Position, known: int | None) -> int | None:
    """The value of a move for its player, as the solver writes it, from the value of `child`."""
    if child.over:
        return position.game.max_plies * standing(child.result, position.turn)
    if known is None:
        return None
    value = known if child.turn == position.turn else -known
    return value - (value > 0) + (value < 0)


def _solved(
    inquiry: Inquiry,
    position: Position,
    code: int,
    value: int,
    after: int,
    known: int | None,
) -> _Look | None:
    """The solver's findings about a move of the value `after` in a position of value `before`.

    `known` is the value of the next position, if the game is not over. None if a limit came before
    a best move was found.
    """
    best = tuple(
        each
        for each in position.codes
        if (value == after if each == code else inquiry.is_worth(position, each, value))
    )
    if not best:
        return None
    before = value_of_bounds(position, value, value)
    made = value_of_bounds(position, after, after)
    least = min(value, 1)  # a win may come later, and a loss sooner
    keeping = tuple(
        each
        for each in position.codes
        if value < 0 or each in best or (value > 0 and inquiry.is_worth(position, each, least))
    )
    if code in best:
        return _Look(position, code, before, made, best, keeping)
    line = inquiry.line(position, value, best[0])
    refutation: tuple[str, ...] = (position.game.move_texts[code],)
    if known is not None:
        refutation += inquiry.line(position.play_code(code), known)
    return _Look(position, code, before, made, best, keeping, line=line, refutation=refutation)


# More players, or a search


def _judged(
    position: Position,
    code: int,
    found: Mapping[int, Value],
    line: Callable[[int], tuple[str, ...]],
) -> _Look:
    """The findings about a move from the values of all moves, `found`.

    `line` gives the play after a move; a move keeps the result if it has the same verdict.
    """
    before = max(found.values(), key=merit)
    best = tuple(each for each in position.codes if merit(found[each]) == merit(before))
    keeping = tuple(each for each in position.codes if found[each].verdict == before.verdict)
    look = _Look(position, code, before, found[code], best, keeping)
    return look if code in best else replace(look, line=line(best[0]), refutation=line(code))
