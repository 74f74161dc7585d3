"""What commands share that work for long: solvers, progress, Ctrl-C, files, figures."""

from __future__ import annotations

import importlib.util
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import wait
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TaskID,
    TextColumn,
)
from rich.text import Text

from plyground.arena import warm
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, complain
from plyground.cli.terminal import in_thread
from plyground.cli.working import clear_rows, row, spinner
from plyground.installing import install_command
from plyground.players import Player
from plyground.position import Game
from plyground.render import charts
from plyground.search import Cancelled, Control, Solver, TableProgress, find_book, processors
from plyground.search.exact import solving_home

T = TypeVar("T")

_GLANCE = 0.1  # seconds between two chances for Ctrl-C


class ChartFile(OutputFile):
    """A file for a chart, whose format its name tells."""

    def __init__(self, path: Path, is_ready: bool = False) -> None:
        """Raises UserError if no chart can be drawn, or not there. `is_ready`: it will be SVG."""
        if path.suffix.lower() not in (".png", ".svg"):
            raise UserError(f"--chart takes a file that ends in .png or .svg, and not {path}")
        try:
            if not is_ready or path.suffix.lower() == ".png":
                charts.require()
        except charts.ChartsMissingError as error:
            raise UserError(str(error), FAILURE) from None
        super().__init__(path)

    def draw(self, chart: charts.Chart) -> None:
        """Write a chart of plyground.render.charts, or one that is SVG already."""
        vector = self._path.suffix.lower() == ".svg"
        self.write(charts.svg(chart) if vector else charts.png(chart))


class ParquetFile(OutputFile):
    """A file for a table that the library polars writes."""

    def __init__(self, path: Path) -> None:
        """Raises UserError without that library, or if it cannot be written."""
        if path == STANDARD_OUTPUT:
            raise UserError("--parquet takes a file, and not standard output")
        if importlib.util.find_spec("polars") is None:
            raise UserError(
                f"--parquet needs the library polars: {install_command('records')}", FAILURE
            )
        super().__init__(path)

    def fill(self, write: Callable[[Path], object]) -> None:
        """Let `write` write the file of that path."""
        from polars.exceptions import ComputeError

        with self.filled() as path:
            try:
                write(path)
            except ComputeError as error:  # so it tells of a full disk
                raise OSError(str(error)) from None


def make_solver(game: Game, memory: int | None, threads: int | None, book: bool = False) -> Solver:
    """A solver with what the command line grants it, compiled, and with a book if there is one.

    Raises SolverError, or BookError for a damaged book.
    """
    known = find_book(game) if book else None
    many = threads or (1 if solving_home(game, memory, known) else processors())
    solver = Solver(game, memory, many, known)
    solver.prepare()
    return solver


def ready(game: Game, players: Sequence[Player]) -> None:
    """Compile the players' code, before anything is shown that the notice of it would disturb.

    A player who does not play this game is refused before that.
    """
    for player in players:
        player.check(game)
    try:
        warm(game, *players)
    except KeyboardInterrupt:
        raise UserError("ended by Ctrl-C; nothing was played", INTERRUPTED) from None


def interruptible(
    work: Callable[[], T], control: Control, patience: float = math.inf
) -> tuple[T | None, bool]:
    """What `work` returns, and whether Ctrl-C was pressed meanwhile, which stops `control`.

    Without a result, if `work` is cancelled by that or by a deadline of its own, there is None.
    It runs in a thread: while compiled code runs in this one, Ctrl-C would not be heard. When
    Ctrl-C is pressed again, or `work` goes on for `patience` seconds after it was, raises
    KeyboardInterrupt.
    """
    result = in_thread(work)
    interrupted = False
    until = math.inf
    while not result.done():
        try:  # around the loop, so that no moment of it loses Ctrl-C
            while not result.done():
                wait([result], _GLANCE)
                if time.perf_counter() >= until:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            if interrupted:
                clear_rows()
                raise
            interrupted, until = True, time.perf_counter() + patience
            control.stop()
    try:
        return result.result(), interrupted
    except Cancelled:
        return None, interrupted


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[str], None]]:
    """A bar on standard error, if that is a terminal; call it after each step with what to show."""
    bar, task = steps_bar(total, what)
    with row(bar.get_renderable, f"Working: {total:,} {what} ..."):
        yield lambda shown: bar.update(task, advance=1, shown=shown)


def steps_bar(total: int | None, what: str, done: int = 0) -> tuple[Progress, TaskID]:
    """How many steps are done, with a bar where it is known of how many; a step has `shown`."""
    wide = () if total is None else (BarColumn(bar_width=12),)
    bar = Progress(SpinnerColumn(spinner()), *wide, _Steps(what))
    return bar, bar.add_task("", total=total, completed=done, shown="")


class _Steps(ProgressColumn):
    """How many steps are done, the time that is left, and what the last one has to show."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self._what = what

    def render(self, task: Task) -> Text:
        seconds = task.time_remaining
        of_all = "" if task.total is None else f" of {task.total:,.0f}"
        parts = (
            f"{task.completed:,.0f}{of_all} {self._what}",
            "" if seconds is None or task.completed == task.total else time_left(seconds),
            task.fields["shown"],
        )
        return Text(", ".join(filter(None, parts)), no_wrap=True, overflow="ellipsis")


def time_left(seconds: float) -> str:
    """How long something will take, in words."""
    for unit, size in (("s", 1), ("min", 60)):
        if seconds <= 100 * size:
            return f"about {max(math.ceil(seconds / size), 1)} {unit} left"
    return f"about {math.ceil(seconds / 3600)} h left"


@contextmanager
def table_bar(words: str = "") -> Iterator[Callable[[TableProgress], None] | None]:
    """A line on standard error, if that is a terminal, with an estimate of what is left.

    With `words` of a game's own the line is not repeated at the end.
    """
    if not sys.stderr.isatty():
        yield None
        return
    solving = words or "Solving: {done:,} of {total:,} moves ({percent}%)"
    columns = (
        SpinnerColumn(spinner()),
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TextColumn("{task.fields[left]}"),
    )
    bar = Progress(*columns)
    task = bar.add_task("Working ...", total=None, left="")
    last: TableProgress | None = None

    def show(progress: TableProgress) -> None:
        nonlocal last
        last = progress
        left = time_left(progress.seconds_left)
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
                description=_solving(solving, progress, progress.legal_moves),
                completed=progress.legal_moves,
                total=progress.all_legal_moves,
                left=left,
            )

    with row(bar.get_renderable, "Working ..."):
        yield show
    if not words and last is not None and last.all_legal_moves is not None:
        complain(_solving(solving, last, last.all_legal_moves))


def _solving(words: str, progress: TableProgress, done: int) -> str:
    total = progress.all_legal_moves or 1
    return words.format(done=done, total=total, percent=100 * done // total)
