"""Exact values of positions and of their moves, as the exact solver finds them.

Solvers remember what they found, so one for each game is kept and shared: `analyse` and the player
that never errs are quick where another question came before.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal

from plyground.position import Game, GameOverError, Position, standing
from plyground.search.book import find_book
from plyground.search.control import Control, LimitError, Limits
from plyground.search.exact import SOLVABLE, Solver, SolverError, require_position
from plyground.search.tables import MEMORY as TABLE_MEMORY
from plyground.search.tables import Progress as TableProgress
from plyground.search.tables import (
    SolvedTable,
    SolvedValue,
    TableError,
    solve_tables,
    table_path,
    tables_folder,
)

Verdict = Literal["win", "draw", "loss", "unknown"]

_KEPT = 4  # shared solvers, those used last
_GLANCE = 0.05  # seconds between two looks at a solver that another thread uses

# How many positions a move may cost until the others were tried, when one of best moves is looked
# for: what is quick to prove is found without proving much of what is not.
_PATIENCE = (100, 3_000, 100_000, None)


@dataclass(frozen=True)
class Value:
    """What a position, or a move, is worth with best play to the player to move.

    `low` and `high` are its proven limits, as values of the exact solver: `most` - n for a win
    that takes n plies, n - `most` for a loss, 0 for a draw. `draw_plies` is how many plies a draw
    takes, None if that depends on the play.
    """

    low: int
    high: int
    most: int
    draw_plies: int | None = None

    @property
    def exact(self) -> bool:
        """Whether everything is known of it."""
        return self.low == self.high

    @property
    def verdict(self) -> Verdict:
        """A win, a draw or a loss, or unknown."""
        if self.low > 0:
            return "win"
        if self.high < 0:
            return "loss"
        return "draw" if self.exact else "unknown"

    @property
    def remoteness(self) -> int | None:
        """How many plies are left if the winner is quick and the loser slow; None if unknown."""
        if not self.exact:
            return None
        return self.most - abs(self.low) if self.low else self.draw_plies

    @property
    def at_least(self) -> Value | None:
        """The worst that it can be; None if that is not known."""
        return self._certain(self.low) if self.low > 1 - self.most else None

    @property
    def at_most(self) -> Value | None:
        """The best that it can be; None if that is not known."""
        return self._certain(self.high) if self.high < self.most - 1 else None

    def to_json(self) -> dict[str, Any]:
        """The value as data: "value" and "remoteness".

        If it is not known exactly also "at_least" and "at_most", which are null or of that form.
        """
        data: dict[str, Any] = {"value": self.verdict, "remoteness": self.remoteness}
        if not self.exact:
            low, high = self.at_least, self.at_most
            data["at_least"] = low and low.to_json()
            data["at_most"] = high and high.to_json()
        return data

    @classmethod
    def of(cls, position: Position, low: int, high: int) -> Value:
        """The value of a position in which the game goes on, by its limits."""
        game = position.game
        left = game.max_plies - position.ply if game.draws_are_longest else None
        return cls(low, high, game.max_plies + 1, left)

    def _certain(self, value: int) -> Value:
        return Value(value, value, self.most, self.draw_plies)

    def __str__(self) -> str:
        plies = self.remoteness
        if not self.exact:
            limits = [f"at least {self.at_least}"] if self.at_least else []
            limits += [f"at most {self.at_most}"] if self.at_most else []
            return f"{self.verdict} ({', '.join(limits)})" if limits else self.verdict
        if self.low == 0:
            return "draw"
        return f"{self.verdict} in {plies} {'ply' if plies == 1 else 'plies'}"


@dataclass(frozen=True)
class MoveValue:
    """A move, and what it is worth to the player who makes it, itself counted."""

    move: str
    value: Value | SolvedValue


@dataclass(frozen=True)
class Analysis:
    """What is known of a position, for the player to move.

    Values are of the kind `Value`; in games of more or fewer players than two of `SolvedValue`.
    `moves` are all legal ones, the best first and those of unknown value last. The principal
    variation is best play from here to the end of the game; shorter, or empty, if limits came
    before, or as far as a book goes that knew all moves. `nodes` are the positions visited.
    """

    position: Position
    value: Value | SolvedValue
    moves: tuple[MoveValue, ...]
    principal_variation: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that are certainly as good as any."""
        if not self.value.exact:
            return ()
        best = self.value.verdict, self.value.remoteness
        return tuple(
            each.move
            for each in self.moves
            if each.value.exact and (each.value.verdict, each.value.remoteness) == best
        )

    def to_json(self) -> dict[str, Any]:
        """The analysis as data for `json.dumps`."""
        game = self.position.game
        return {
            "game": {"name": game.name, "title": game.title, "parameters": dict(game.values)},
            "position": list(self.position.history),
            **self.value.to_json(),
            "moves": [{"move": each.move, **each.value.to_json()} for each in self.moves],
            "principal_variation": list(self.principal_variation),
            "nodes": self.nodes,
            "seconds": self.seconds,
        }


@dataclass
class _Shared:
    solver: Solver
    lock: threading.Lock


_shared: dict[Game, _Shared] = {}
_shared_lock = threading.Lock()


@contextmanager
def shared_solver(game: Game, control: Control | None = None) -> Iterator[Solver]:
    """The solver that all use who have none of their own, for one thread at a time.

    Raises SolverError if the game cannot be solved by search, Cancelled when `control` says stop
    while another thread uses it.
    """
    with _shared_lock:
        shared = _shared.pop(game, None) or _Shared(
            Solver(game, book=find_book(game)), threading.Lock()
        )
        _shared[game] = shared
        while len(_shared) > _KEPT:
            _shared.pop(next(iter(_shared)))
    while not shared.lock.acquire(timeout=_GLANCE):
        if control is not None:
            control.check()
    try:
        yield shared.solver
    finally:
        shared.lock.release()


_tables: dict[Game, SolvedTable] = {}
_tables_lock = threading.Lock()


def shared_table(
    game: Game,
    control: Control | None = None,
    on_progress: Callable[[TableProgress], None] | None = None,
    memory: int | None = None,
) -> SolvedTable:
    """The table of a game, read or made once, in so many bytes. Raises as `solve_tables` does."""
    with _tables_lock:
        if game not in _tables:
            _tables[game] = solve_tables(
                game, control=control, memory=memory or TABLE_MEMORY, on_progress=on_progress
            )
        return _tables[game]


def kept_table(game: Game) -> SolvedTable | None:
    """The table of a game if it was made before; None if it would have to be."""
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

    def value(self, position: Position, at_least: int | None = None) -> Value:
        """What a position in which the game goes on is worth, or limits of it.

        It is quicker where it is known that the value is `at_least` so much.
        """
        if at_least is None:
            return Value.of(position, *self._limited(position))
        low, high = at_least, at_least
        if at_least < self._most - 1:
            low, high = self._limited(position, (at_least, self._most))
        return Value.of(position, max(low, at_least), max(high, at_least))

    def of_move(self, position: Position, code: int, known: Value) -> Value:
        """What a move is worth in a position of a value that is known, or within known limits."""
        child = position.play_code(code)
        same = child.turn == position.turn
        if child.over:
            low = high = (self._most - 1) * standing(child.result, position.turn)
            return Value.of(position, low, high)
        edge = _later(known.high)
        window = (-self._most, edge) if same else (-edge, self._most)
        low, high = self._limited(child, window if known.high < self._most - 1 else None)
        if not same:
            low, high = -high, -low
        return Value.of(position, _earlier(low), min(_earlier(high), known.high))

    def is_in_book(self, position: Position) -> bool:
        """Whether the solver's book knows a position and all that may follow in a ply."""
        children = map(position.play_code, position.codes)
        return self._solver.known(position) is not None and all(
            child.over or self._solver.known(child) is not None for child in children
        )

    def is_best(self, position: Position, code: int, value: int) -> bool | None:
        """Whether a move keeps the known value of a position; None if limits came before."""
        return self._is_worth(position, code, value, None)

    def keeps(self, position: Position, code: int, value: int) -> bool | None:
        """Whether a move wins as a known value says, or draws; None if limits came before.

        It may win later than the value says, and is not to be asked for where that is a loss.
        """
        return self._is_worth(position, code, min(value, 1), None)

    def line(
        self, position: Position, value: int, first: int | None = None, searched: bool = True
    ) -> tuple[str, ...]:
        """Best play from a position of a known value to the end, or as far as the limits let.

        `first` is the best move that it begins with, if that is to be a certain one. If nothing is
        to be `searched`, it goes on as far as the solver's book does.
        """
        moves: list[str] = []
        while not position.over and (searched or self.is_in_book(position)):
            code = self._a_best_move(position, value) if first is None else first
            if code is None:
                break
            first = None
            moves.append(position.game.move_texts[code])
            child = position.play_code(code)
            value = _later(value) * (1 if child.turn == position.turn else -1)
            position = child
        return tuple(moves)

    def _a_best_move(self, position: Position, value: int) -> int | None:
        left = list(position.codes)
        for patience in _PATIENCE:
            for code in list(left):
                if len(left) == 1:
                    break
                best = self._is_worth(position, code, value, patience)
                if best:
                    return code
                if best is False:
                    left.remove(code)
        return left[0] if len(left) == 1 else None

    def _is_worth(
        self, position: Position, code: int, value: int, patience: int | None
    ) -> bool | None:
        """Whether a move is worth a value at least; None if limits came before."""
        child = position.play_code(code)
        if child.over:
            return (self._most - 1) * standing(child.result, position.turn) >= value
        if child.turn == position.turn:  # is it worth this, or more?
            asked = _later(value)
            low, high = self._limited(child, (asked - 1, asked), patience)
            return True if low >= asked else False if high < asked else None
        asked = -_later(value)  # is it worth this, or less?
        low, high = self._limited(child, (asked, asked + 1), patience)
        return True if high <= asked else False if low > asked else None

    def _limited(
        self,
        position: Position,
        window: tuple[int, int] | None = None,
        patience: int | None = None,
    ) -> tuple[int, int]:
        """The limits of a value that the solver finds in what is left of time and positions."""
        seconds, nodes = self._limits.seconds, patience
        if seconds is not None:
            seconds -= time.perf_counter() - self._begun
        if self._limits.nodes is not None:
            left = self._limits.nodes - self.nodes
            nodes = left if nodes is None else min(left, nodes)
        self._control.check()
        if (seconds is not None and seconds <= 0) or (nodes is not None and nodes < 1):
            return -self._most, self._most
        solution = self._solver.solve(
            position, Limits(seconds=seconds, nodes=nodes), self._control, window
        )
        self.nodes += solution.nodes
        return solution.low, solution.high


def _later(value: int) -> int:
    """A value as it is seen a ply later, by the same player."""
    return value + (value > 0) - (value < 0)


def _earlier(value: int) -> int:
    """A value as it is seen a ply earlier, by the same player."""
    return value - (value > 0) + (value < 0)


def analyse(
    position: Position,
    solver: Solver | None = None,
    limits: Limits | None = None,
    control: Control | None = None,
) -> Analysis:
    """The values of a position and of all its moves, and best play to the end of the game.

    Without a solver the one that is shared; a solver answers sooner what it was near before.
    Beyond the limits, which may be seconds and nodes, values are unknown. Games of more or fewer
    players than two have no solver: the table of all positions answers, which is made if it is not
    there yet, without limits. A line of play of more players follows max^n.

    Raises GameOverError after the end, SolverError with a solver of another game or for what is no
    position, LimitError for a limit of depth, TableError if a table has no room, Cancelled when
    `control` says stop.
    """
    require_position(position)
    if position.over:
        raise GameOverError(f"the game is over ({position.outcome}): there is nothing to analyse")
    if position.game.players != SOLVABLE:
        return _by_table(position, control)
    if solver is None:
        with shared_solver(position.game, control) as shared:
            return analyse(position, shared, limits, control)
    if solver.game != position.game:
        raise SolverError(f"a solver of {solver.game.title} of other parameters, or another game")
    inquiry = Inquiry(solver, limits, control)
    begun = time.perf_counter()
    value = inquiry.value(position)
    texts = position.game.move_texts
    found = [(inquiry.of_move(position, code, value), code) for code in position.codes]
    value = Value.of(
        position,
        max(value.low, *(each.low for each, _ in found)),
        min(value.high, max(each.high for each, _ in found)),
    )
    found.sort(key=lambda each: _order(each[0]))
    moves = [MoveValue(texts[code], each) for each, code in found]
    line: tuple[str, ...] = ()
    if value.exact:
        first = next((code for each, code in found if each == value), None)
        line = inquiry.line(position, value.low, first, searched=not inquiry.is_in_book(position))
    seconds = time.perf_counter() - begun
    return Analysis(position, value, tuple(moves), line, inquiry.nodes, seconds)


def _by_table(position: Position, control: Control | None) -> Analysis:
    """An analysis by the table of all positions."""
    table = shared_table(position.game, control)
    begun = time.perf_counter()
    moves = tuple(MoveValue(each.move, each.value) for each in table.moves(position))
    value, line = table.value(position), table.line(position)
    return Analysis(position, value, moves, line, 0, time.perf_counter() - begun)


def _order(value: Value) -> tuple[bool, int, int]:
    return value.verdict == "unknown", -value.low, -value.high
