"""What commands share that solve: the options, a solver, and how making a table is shown."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from plyground.cli.batch import duration
from plyground.position import Game
from plyground.search import Solver, TableProgress, find_book, processors


def make_solver(game: Game, memory: int | None, threads: int | None, book: bool = False) -> Solver:
    """A solver with what the command line grants it, compiled, and with a book if there is one.

    Raises SolverError, or BookError for a damaged book.
    """
    solver = Solver(game, memory, threads or processors(), find_book(game) if book else None)
    solver.prepare()
    return solver


@contextmanager
def table_bar(game: Game) -> Iterator[Callable[[TableProgress], None] | None]:
    """A line on standard error, if that is a terminal, with an estimate of what is left."""
    if not sys.stderr.isatty():
        yield None
        return
    talk = game.face.talk
    console = Console(stderr=True, highlight=False)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[left]}"),
    )
    last: TableProgress | None = None
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None, left="")

        def show(progress: TableProgress) -> None:
            nonlocal last
            last = progress
            left = f"about {duration(progress.seconds_left)} left"
            if progress.all_legal_moves is None:
                bar.update(
                    task,
                    description=f"Finding positions, ply {progress.ply}",
                    completed=progress.done,
                    total=progress.total,
                    left=f"{progress.found:,} found, {left}",
                )
            else:
                bar.update(
                    task,
                    description=_solving(talk.solving, progress, progress.legal_moves),
                    completed=progress.legal_moves,
                    total=progress.all_legal_moves,
                    left=left,
                )

        yield show
    if last is not None and last.all_legal_moves is not None:
        console.print(_solving(talk.solving, last, last.all_legal_moves), markup=False)
        if talk.solved:
            console.print(talk.solved)


def _solving(words: str, progress: TableProgress, done: int) -> str:
    total = progress.all_legal_moves or 1
    return words.format(done=done, total=total, percent=100 * done // total)
