"""`plyground book build`: the values of all positions of a game's first plies, for later."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import exits
from plyground.cli.exits import UserError
from plyground.cli.games import ChosenGame, GameCommand
from plyground.cli.solving import Threads, make_solver

if TYPE_CHECKING:
    from plyground.position import Game
    from plyground.search import Book, BookBuilder, BookProgress, Control, Solver

_MIB = 1 << 20
_MEMORY = 2000

book = typer.Typer(
    help="Books of openings: values that need no search.",
    add_completion=False,
)


@book.callback()
def _books() -> None:
    """Make a group of the one command."""


@book.command(cls=GameCommand)
def build(
    game: ChosenGame,
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, help="Positions of so many plies, and of fewer.")
    ],
    output: Annotated[
        str | None, typer.Option(help="The file; without, it is kept where it is found again.")
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="N", min=1, help="MiB that may be used.")
    ] = _MEMORY,
    threads: Threads = None,
) -> None:
    """Solve all positions of a game's first plies and keep their values.

    analyse, score, the player perfect and hints then know them at once. What is interrupted is
    taken up again.
    """
    from plyground.cli.batch import duration, interruptible
    from plyground.cli.output import say
    from plyground.cli.terminal import note, notices
    from plyground.search import BookBuilder, Control, built_book_path, shipped_book

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
            exits.FAILURE,
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
            exits.INTERRUPTED,
        )
    say(f"{len(built):,} positions of {plies} plies and fewer, {path.stat().st_size:,} bytes")
    say(f"{path}, {duration(time.perf_counter() - begun)}")


def _solver(game: Game, memory: int, threads: int | None) -> Solver:
    """A solver whose table takes half of the memory, which leaves the rest for positions."""
    from plyground.search import SOLVABLE, SolverError

    try:
        return make_solver(game, max(1, memory // 2), threads)
    except SolverError as error:
        if game.players != SOLVABLE:
            raise
        raise UserError(f"{error}: the table takes half of --memory", exits.FAILURE) from None


def _built(builder: BookBuilder, control: Control) -> Book | None:
    """The book, None if `control` said stop before it was complete."""
    from plyground.cli.batch import progress
    from plyground.search import Cancelled

    with progress(builder.left, "positions") as step:

        def show(told: BookProgress) -> None:
            step(f"{told.nodes:,} searched")

        try:
            return builder.build(control, show)
        except Cancelled:
            return None
