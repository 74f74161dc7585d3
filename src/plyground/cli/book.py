"""`plyground book build`: the values of all positions of a game's first plies, for later."""

from __future__ import annotations

import time
from pathlib import Path

from plyground.cli.batch import duration, interruptible, make_solver, progress
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.output import say
from plyground.cli.terminal import note, notices
from plyground.position import Game
from plyground.search import (
    SOLVABLE,
    Book,
    BookBuilder,
    BookProgress,
    Cancelled,
    Control,
    Solver,
    SolverError,
    built_book_path,
    shipped_book,
)

_MIB = 1 << 20


def build(game: Game, plies: int, output: str | None, memory: int, threads: int | None) -> None:
    """Solve all positions of a game's first plies and keep their values."""
    if output in ("", "-"):
        raise UserError(f"--output takes the name of a file, and not {output!r}")
    path = Path(output) if output else built_book_path(game)
    if output and not path.parent.is_dir():
        raise UserError(
            f"there is no folder {path.parent}: give --output in a folder that is there"
        )
    shipped = None if output else shipped_book(game)
    if shipped and shipped.plies >= plies:
        raise UserError(
            f"a book of {shipped.plies} plies comes with Plyground: give more --plies",
            FAILURE,
        )
    control = Control()
    begun = time.perf_counter()
    with notices(game.title):
        solver = _solver(game, memory, threads)
        builder = BookBuilder(path, solver, plies, memory * _MIB - solver.memory)
        if builder.discarded:
            note("what an earlier run has left was damaged, or of another book, and is not used")
        built, _ = interruptible(lambda: _built(builder, control), control)
    if built is None:
        raise UserError(
            f"ended by Ctrl-C with {builder.left:,} positions left for the next time",
            INTERRUPTED,
        )
    say(f"{len(built):,} positions of {plies} plies and fewer, {path.stat().st_size:,} bytes")
    say(f"{path}, {duration(time.perf_counter() - begun)}")


def _solver(game: Game, memory: int, threads: int | None) -> Solver:
    """A solver whose table takes half of the memory, which leaves the rest for positions."""
    try:
        return make_solver(game, max(1, memory // 2), threads)
    except SolverError as error:
        if game.players != SOLVABLE:
            raise
        raise UserError(f"{error}: the table takes half of --memory", FAILURE) from None


def _built(builder: BookBuilder, control: Control) -> Book | None:
    """The book, None if `control` said stop before it was complete."""
    with progress(builder.left, "positions") as step:

        def show(told: BookProgress) -> None:
            step(f"{told.nodes:,} searched")

        try:
            return builder.build(control, show)
        except Cancelled:
            return None
