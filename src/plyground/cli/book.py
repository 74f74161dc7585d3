"""`plyground book build`: the values of all positions of a game's first plies, for later."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from plyground.cli import exits
from plyground.cli.exits import UserError
from plyground.cli.games import Columns, GameCommand, GameName, Players, Rows, Vertices, make_game
from plyground.cli.solving import Threads, make_solver

if TYPE_CHECKING:
    from plyground.search import Book, BookBuilder, BookProgress, Control

_MIB = 1 << 20
_MEMORY = 2000

book = typer.Typer(
    help="Books of openings: values that need no search.",
    no_args_is_help=True,
    add_completion=False,
)


@book.callback()
def _books() -> None:
    """Make a group of the one command."""


@book.command(cls=GameCommand)
def build(
    ctx: typer.Context,
    game: GameName,
    plies: Annotated[
        int, typer.Option(metavar="N", min=1, help="Positions of so many plies, and of fewer.")
    ] = 6,
    output: Annotated[
        Path | None, typer.Option(help="The file; without, it is kept where it is found again.")
    ] = None,
    memory: Annotated[
        int, typer.Option(metavar="N", min=1, help="MiB that may be used.")
    ] = _MEMORY,
    threads: Threads = None,
    vertices: Vertices = None,
    players: Players = None,
    columns: Columns = None,
    rows: Rows = None,
) -> None:
    """Solve all positions of a game's first plies and keep their values.

    analyse, score, the player perfect and hints then know them at once. What is interrupted is
    taken up again.
    """
    from plyground.cli.batch import duration, interruptible, say
    from plyground.cli.terminal import notices
    from plyground.search import BookBuilder, Control, built_book_path

    options = {"vertices": vertices, "players": players, "columns": columns, "rows": rows}
    chosen = make_game(ctx, game, **options)
    path = output or built_book_path(chosen)
    control = Control()
    begun = time.perf_counter()
    with notices(chosen.title):
        solver = make_solver(chosen, max(1, memory // 2), threads)
        room = memory * _MIB - solver.memory
        builder = BookBuilder(path, solver, plies, room)
        built, _ = interruptible(lambda: _built(builder, control), control)
    if built is None:
        raise UserError(
            f"ended by Ctrl-C with {builder.left:,} positions left for the next time",
            exits.INTERRUPTED,
        )
    say(f"{len(built):,} positions of {plies} plies and fewer, {path.stat().st_size:,} bytes")
    say(f"{path}, {duration(time.perf_counter() - begun)}")


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
