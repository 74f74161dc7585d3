"""`Inquiry`: questions to the exact solver; and the solvers and tables that all questions share.

Solvers remember their results, so one solver for each game is kept and shared: `analyse` and the
perfect player answer quickly after earlier questions.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from plyground.position import Game, Position, standing
from plyground.search.book import find_book
from plyground.search.control import Control, LimitError, Limits
from plyground.search.exact import Solver, later, passed_on
from plyground.search.questions import (
    MOVES_SHARE,
    OPEN,
    PATIENCE,
    YES,
    answer,
    limits_before,
    window_after,
)
from plyground.search.tables import MEMORY as TABLE_MEMORY
from plyground.search.tables import Progress as TableProgress
from plyground.search.tables import (
    SolvedTable,
    TableError,
    solve_tables,
    table_path,
    tables_folder,
)
from plyground.search.value import Value, value_of_bounds

_KEPT = 4  # shared solvers, the most recently used ones
_GLANCE = 0.05  # seconds between two attempts to get a solver that another thread uses


class Bounds(NamedTuple):
    """The proven limits of a value, as numbers of the exact solver: see `search.value`."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high


_shared: dict[Game, tuple[Solver, threading.Lock]] = {}
_shared_lock = threading.Lock()


@contextmanager
def shared_solver(game: Game, control: Control | None = None) -> Iterator[Solver]:
    """The shared solver of a game, for callers without their own, for one thread at a time.

    Raises SolverError if the game cannot be solved by search, Cancelled when `control` says stop
    while another thread uses it.
    """
    with _shared_lock:
        known = _shared.pop(game, None)
        solver, lock = known or (Solver(game, book=find_book(game)), threading.Lock())
        _shared[game] = solver, lock
        while len(_shared) > _KEPT:
            _shared.pop(next(iter(_shared)))
    while not lock.acquire(timeout=_GLANCE):
        if control is not None:
            control.check()
    try:
        yield solver
    finally:
        lock.release()


_tables: dict[Game, SolvedTable] = {}
_tables_lock = threading.Lock()


def shared_table(
    game: Game,
    control: Control | None = None,
    on_progress: Callable[[TableProgress], None] | None = None,
    memory: int | None = None,
) -> SolvedTable:
    """A game's table, read or made once, within `memory` bytes. Raises as `solve_tables` does."""
    with _tables_lock:
        if game not in _tables:
            _tables[game] = solve_tables(
                game, control=control, memory=memory or TABLE_MEMORY, on_progress=on_progress
            )
        return _tables[game]


def kept_table(game: Game) -> SolvedTable | None:
    """The table of a game if it exists; None otherwise."""
    with _tables_lock:
        if game not in _tables:
            try:
                _tables[game] = SolvedTable.open(table_path(game, tables_folder()), game)
            except TableError:
                return None
        return _tables[game]


class Inquiry:
    """Questions to a solver about positions of its game, under limits that they share."""

    def __init__(
        self, solver: Solver, limits: Limits | None = None, control: Control | None = None
    ) -> None:
        """Raises LimitError if `limits` name a depth."""
        self._limits = limits or Limits()
        if self._limits.depth is not None:
            raise LimitError("the exact solver takes no depth: give seconds or nodes")
        self._solver = solver
        self._control = control or Control()
        self.nodes = 0
        """The positions visited so far."""
        self._most = solver.game.max_plies + 1
        solver.prepare()
        self._begun = time.perf_counter()

    def value(self, position: Position) -> Value:
        """The value of an ongoing position, or its limits."""
        return value_of_bounds(position, *self.bounds(position))

    def bounds(
        self, position: Position, at_least: int | None = None, *, leaving: bool = False
    ) -> Bounds:
        """The limits of the value of an ongoing position.

        A known lower limit, `at_least`, makes it quicker. `leaving` a tenth of the time and
        positions for its moves is for a whole window only.
        """
        if at_least is None:
            return self._limited(position, leaving=leaving)
        low, high = at_least, at_least
        if at_least < self._most - 1:
            low, high = self._limited(position, (at_least, self._most))
        return Bounds(max(low, at_least), max(high, at_least))

    def bounds_of_moves(self, position: Position, known: Bounds) -> dict[int, Bounds]:
        """The limits of the values of all moves in a position whose own limits are `known`.

        A move that keeps the position's value, or a win or draw whose length is open, comes first.
        Then those come that are easy to judge: one that is hard may take all the time there is.
        """
        definite = known.exact or known.low >= 0
        best = self._a_best_move(position, known.low) if definite else None
        nothing = Bounds(-self._most, known.high)
        found = {code: known if code == best else nothing for code in position.codes}
        for patience in PATIENCE:
            for code, so_far in found.items():
                if not so_far.exact:
                    low, high = self.bounds_after(position, code, known, patience)
                    found[code] = Bounds(max(so_far.low, low), min(so_far.high, high))
        return found

    def bounds_after(
        self,
        position: Position,
        code: int,
        known: Bounds | None = None,
        patience: int | None = None,
    ) -> Bounds:
        """The limits of the value of a move in a position whose own limits may be `known`.

        `patience` limits the positions that the answer may cost.
        """
        known = known or Bounds(-self._most, self._most)
        child = position.play_code(code)
        same = child.turn == position.turn
        if child.over:
            number = (self._most - 1) * standing(child.result, position.turn)
            return Bounds(number, number)
        window = window_after(known.high, same, self._most)
        return Bounds(*limits_before(*self._limited(child, window, patience), same, known.high))

    def is_in_book(self, position: Position) -> bool:
        """Whether the solver's book knows a position and all its successors."""
        children = map(position.play_code, position.codes)
        return self._solver.known(position) is not None and all(
            child.over or self._solver.known(child) is not None for child in children
        )

    def line(
        self, position: Position, value: int, first: int | None = None, searched: bool = True
    ) -> tuple[str, ...]:
        """Best play from a position of known value to the end, or as far as the limits allow.

        `first` is the best move to begin with, if given. Unless `searched`, the line ends where the
        solver's book does.
        """
        moves: list[str] = []
        while not position.over and (searched or self.is_in_book(position)):
            code = self._a_best_move(position, value) if first is None else first
            if code is None:
                break
            first = None
            moves.append(position.game.move_texts[code])
            child = position.play_code(code)
            value = later(value) * (1 if child.turn == position.turn else -1)
            position = child
        return tuple(moves)

    def _a_best_move(self, position: Position, value: int) -> int | None:
        left = list(position.codes)
        for patience in PATIENCE:
            for code in list(left):
                if len(left) == 1:
                    break
                best = self.is_worth(position, code, value, patience)
                if best:
                    return code
                if best is False:
                    left.remove(code)
        return left[0] if len(left) == 1 else None

    def is_worth(
        self, position: Position, code: int, value: int, patience: int | None = None
    ) -> bool | None:
        """Whether a move has at least this value; None if a limit came first.

        With the position's value these are the best moves, with 1 the winning ones, with 0 those
        that do not lose. `patience` limits the positions that the answer may cost.
        """
        child = position.play_code(code)
        if child.over:
            return (self._most - 1) * standing(child.result, position.turn) >= value
        same = child.turn == position.turn
        x = passed_on(value, same)
        said = answer(*self._limited(child, (x - 1, x), patience), x, same)
        return None if said == OPEN else said == YES

    def _limited(
        self,
        position: Position,
        window: tuple[int, int] | None = None,
        patience: int | None = None,
        *,
        leaving: bool = False,
    ) -> Bounds:
        """The limits of a value that the solver finds with the time and positions left."""
        seconds, nodes = self._limits.seconds, patience
        if seconds is not None:
            seconds -= time.perf_counter() - self._begun
            seconds -= seconds / MOVES_SHARE if leaving else 0
        if self._limits.nodes is not None:
            left = self._limits.nodes - self.nodes
            left -= left // MOVES_SHARE if leaving else 0
            nodes = left if nodes is None else min(left, nodes)
        self._control.check()
        if (seconds is not None and seconds <= 0) or (nodes is not None and nodes < 1):
            return Bounds(-self._most, self._most)
        solution = self._solver.solve(
            position,
            limits=Limits(seconds=seconds, nodes=nodes),
            control=self._control,
            window=window,
        )
        self.nodes += solution.nodes
        return Bounds(solution.low, solution.high)
