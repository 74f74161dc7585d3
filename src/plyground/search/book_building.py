"""Building a book from its deepest positions.

They are solved in the order of a walk through the tree, so that neighbours share the solver's
table. The other values follow from theirs. Solved values are kept in a file next to the book, so
that interrupted work can continue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from plyground.position import (
    ONGOING,
    Game,
    PlainState,
    Position,
    as_words,
    calls,
    full_title,
    standing,
)
from plyground.search.book import Book, BookError, read_values, write_values
from plyground.search.book_arrays import UNKNOWN, BookArrays, known, listed, place_of
from plyground.search.control import Control
from plyground.search.enumeration import layers
from plyground.search.exact import Solver
from plyground.search.tables.files import megabytes

_MOST_PLIES = 126  # of a game, whose values must fit into a byte
_BYTES_EACH = 400  # of memory that a position takes while a book is built


@dataclass(frozen=True)
class BookProgress:
    """The progress of building a book."""

    solved: int
    total: int
    nodes: int  # visited since this run began
    seconds: float  # of the solver, since this run began


class BookBuilder:
    """Builds a book, and keeps the solved values in a file next to it."""

    def __init__(self, path: Path, solver: Solver, plies: int, memory: int = 2_000_000_000) -> None:
        """Continue the work of an earlier run, if there is any next to `path`.

        `memory` bounds the bytes that building takes in addition to the solver's table. Raises
        BookError if the game can have no such book, its positions do not fit into `memory`, or
        `path` cannot be written or already has a book of that depth.
        """
        game = solver.game
        if game.max_plies > _MOST_PLIES:
            raise BookError(f"games of more than {_MOST_PLIES} plies have no books")
        if plies < 1:
            raise BookError(f"a book has 1 ply or more, and not {plies}")
        _require_positions(game, plies, memory)
        _require_path(path, game, plies)
        self.path = path
        self.solver = solver
        self.plies = plies
        self._part = path.with_name(f"{path.name}.{plies}-plies.part")
        self._arrays, self._states = listed(game, plies)
        self._deepest = self._arrays.values[self._arrays.firsts[-2] :]
        self._order = list(self._walk())
        self.discarded = False
        """Whether an earlier run left values that cannot be trusted or used here."""
        if self._part.exists():
            self._take_up()

    @property
    def left(self) -> int:
        """How many positions are still to be solved."""
        return sum(self._arrays.values[at] == UNKNOWN for at, _ in self._order)

    def build(
        self,
        control: Control | None = None,
        on_solved: Callable[[BookProgress], None] | None = None,
        save_every: int = 50,
    ) -> Book:
        """Solve the positions left and write the book. After a stop, the solved values are kept."""
        control = control or Control()
        total, left, nodes, seconds = len(self._order), self.left, 0, 0.0
        self._keep()  # report before the work, not after it, that its result cannot be kept
        try:
            for at, position in self._order:
                if self._arrays.values[at] != UNKNOWN:
                    continue
                solution = self.solver.solve(position, control=control)
                self._arrays.values[at] = solution.low
                nodes += solution.nodes
                seconds += solution.seconds
                left -= 1
                if left % save_every == 0:
                    self._keep()
                if on_solved:
                    on_solved(BookProgress(total - left, total, nodes, seconds))
        finally:
            self._keep()
        self._fill_in()
        book = Book(self.solver.game, self._arrays)
        book.save(self.path)
        self._part.unlink(missing_ok=True)
        return book

    def _walk(self) -> Iterator[tuple[int, Position]]:
        """The deepest ongoing positions, depth first, each with its place in the book."""
        seen: set[int] = set()
        rules = self.solver.game.rules

        def visit(position: Position) -> Iterator[tuple[int, Position]]:
            at = int(place_of(rules, as_words(position.state), position.ply, self._arrays))
            if position.over or at in seen:
                return
            seen.add(at)
            if position.ply == self.plies:
                yield at, position
                return
            for code in position.codes:
                yield from visit(position.play_code(code))

        yield from visit(self.solver.game.position())

    def _fill_in(self) -> None:
        """The values of the other plies, from the deepest to the first."""
        for ply in range(self.plies - 1, -1, -1):
            for at in range(self._arrays.firsts[ply], self._arrays.firsts[ply + 1]):
                state = tuple(self._states[at].tolist())
                value = _best_value(self.solver.game, state, ply, self._arrays)
                self._arrays.values[at] = UNKNOWN if value is None else value

    def _keep(self) -> None:
        write_values(self._part, self.solver.game, self.plies, self._deepest)

    def _take_up(self) -> None:
        self.discarded = True
        with suppress(BookError):
            plies, values = read_values(self._part, self.solver.game)
            if plies == self.plies and len(values) == len(self._deepest):
                self._deepest[:] = values
                self.discarded = False


def _require_positions(game: Game, plies: int, memory: int) -> None:
    """Raise BookError, with a depth that works, if a book of `plies` plies is impossible or too
    large.
    """
    room, total = memory // _BYTES_EACH, 0
    deepest = game.max_plies - 1
    if deepest < plies:
        raise BookError(_too_deep(game, plies, deepest))
    deepest = 0
    for layer in layers(game, canonical=True):
        total += layer.ongoing + layer.ended
        if layer.ongoing:
            deepest = layer.ply
        if total > room:
            fits = f"one of {layer.ply - 1} plies fits" if layer.ply > 1 else "none fits"
            raise BookError(
                f"a book of {plies} plies for {full_title(game)} does not fit into the memory that "
                f"is left besides the solver's table, {megabytes(memory)}: {fits}"
            )
        if layer.ply == plies:
            break
        if layer.games is None:
            raise BookError(
                f"{game.title} reaches the same position after different numbers of plies: "
                "such games have no books"
            )
    if deepest < plies:
        raise BookError(_too_deep(game, plies, deepest))


def _too_deep(game: Game, plies: int, deepest: int) -> str:
    return f"{full_title(game)} has books of at most {deepest} plies, and not {plies}"


def _require_path(path: Path, game: Game, plies: int) -> None:
    """Raise BookError if a book cannot be written to `path`, or one of that depth is there."""
    if not path.name or (path.exists() and not path.is_file()):
        raise BookError(f"{str(path)!r} is not a file that a book could be written to")
    try:
        there, _ = read_values(path, game)
    except BookError:  # there is no book, or none worth keeping
        return
    if there >= plies:
        raise BookError(
            f"{path} has a book of {there} plies, which knows everything that one of {plies} "
            "would know: remove it first to build another"
        )


def _best_value(game: Game, state: PlainState, ply: int, book: BookArrays) -> int | None:
    """The value of a state from the book's values of the next ply; None if the game is over."""
    rules = game.rules
    mover, result, codes = calls.look(rules, state)
    if result != ONGOING:
        return None
    values = []
    for code in codes:
        child, (player, result, _) = calls.after(rules, state, code)
        if result != ONGOING:
            value = (game.max_plies + 1) * standing(result, mover)
        else:
            value = int(known(rules, as_words(child), ply + 1, book))
            value = value if player == mover else -value
        values.append(value - (value > 0) + (value < 0))
    return max(values)
