"""Any run in a terminal: its progress, Ctrl-C, what it says at the end, and the files it writes.

A command makes a run and says in a `Shown` what differs. `show` does the rest, the same for all.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.spinner import Spinner
from rich.text import Text

from plyground.arena import RunError, WorkerDiedError
from plyground.arena.report import Columns, Data, counted
from plyground.arena.run import SUFFIX, Run
from plyground.cli import tables
from plyground.cli.batch import ChartFile, ParquetFile, interruptible, ready, steps_bar
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, say
from plyground.cli.terminal import Terminal, note, notices, paragraph
from plyground.cli.working import row, spinner
from plyground.records import write_records
from plyground.search import Control

_REFRESHES = 4.0  # a second: what is drawn takes time from the matches
_STOPPED = "ended by Ctrl-C"


@dataclass
class Shown:
    """A run, and what a terminal has to know of it, by functions that look at it as it is then."""

    title: str  # what may have to be compiled
    prepare: Callable[[], object]
    steps: Callable[[Control], Iterable[object]]  # does what is left
    count: Callable[[], tuple[int, int | None]]  # steps that are done, and of how many, if known
    complete: Callable[[], bool]
    words: Callable[[], Iterable[str | Columns]]  # the report: paragraphs and tables
    data: Callable[[], object] = dict  # the same for JSON
    contents: Callable[[], Mapping[str, Callable[[], Any]]] = dict  # of the file of each option
    look: Callable[[Control], object] = lambda _: None  # finds what else the report says
    fault: Callable[[], str] = str  # why the report says nothing, although all was done
    line: Callable[[], str] = str  # what follows the progress in its row,
    below: Callable[[], Iterable[Text]] = tuple  # and in those below
    watched: AbstractContextManager[object] | None = None  # in place of the progress
    run: Run | None = None  # with a file of results, which the same command goes on with
    called: tuple[str, str, str] = ("match", "matches", "played")


def matches(run: Run, title: str, jobs: int, cluster: str | None = None, **different: Any) -> Shown:
    """How matches are shown, apart from what is different."""
    if cluster is not None and jobs != 1:
        raise UserError("--jobs is for this computer: give --jobs or --cluster")

    def prepare() -> None:
        for game in run.plan.games if cluster is None else ():
            ready(game, [each.player for each in run.plan.entrants])

    usual = {
        "prepare": prepare,
        "steps": lambda control: run.steps(jobs, cluster, control),
        "count": lambda: (run.played, run.expected or None),
        "complete": lambda: run.complete,
    }
    return Shown(title, run=run, **(usual | different))


class Files:
    """What is to be printed and written. The files are tried before anything is played."""

    def __init__(
        self, options: object, taken: Iterable[Path] = (), chart_is_svg: bool = True
    ) -> None:
        """Raises UserError for what cannot be written, or would replace one of those `taken`."""
        given = {name: path for name in _WRITERS if (path := getattr(options, name, None))}
        self.json = getattr(options, "json", False)
        printing = [f"--{name}" for name in ("json", "show") if getattr(options, name, False)]
        printing += [f"--{name} -" for name, path in given.items() if path == STANDARD_OUTPUT]
        if len(printing) > 1:
            *others, last = printing
            raise UserError(
                f"{', '.join(others)} and {last} each need standard output: give one of them"
            )
        if getattr(options, "results", None) == STANDARD_OUTPUT:
            raise UserError("--results takes a file, and not standard output")
        self.printed = STANDARD_OUTPUT in given.values()
        known = [each.resolve() for each in taken]
        for name, path in given.items():
            if path == STANDARD_OUTPUT:
                continue
            if path.resolve() in known or path.name.endswith(SUFFIX):
                raise UserError(f"--{name} would write over {path}: give another file")
            if path.is_file() or not path.exists():  # nothing is written over in a device
                known.append(path.resolve())
        kinds: dict[str, Callable[[Path], OutputFile]] = {
            "chart": partial(ChartFile, is_ready=chart_is_svg), "parquet": ParquetFile
        }  # fmt: skip
        self._files = {name: kinds.get(name, OutputFile)(path) for name, path in given.items()}

    def write(self, contents: Mapping[str, Callable[[], Any]]) -> list[str]:
        """Write all of them; why some could not be written."""
        failed = []
        for name, file in self._files.items():
            try:
                if name in contents:
                    _WRITERS[name](file, contents[name]())
            except UserError as error:
                failed.append(str(error))
        return failed


def _records(file: OutputFile, content: Any) -> None:
    with file.opened() as opened:
        write_records(content, opened)


def _parquet(file: ParquetFile, content: Data) -> None:
    import polars

    file.fill(polars.DataFrame(content, infer_schema_length=None).write_parquet)


_WRITERS: dict[str, Callable[[Any, Any], None]] = {
    "csv": OutputFile.write,
    "parquet": _parquet,
    "chart": ChartFile.draw,
    "html": OutputFile.write,
    "save": _records,
    "output": OutputFile.write,
}
"""Writes the content of each option."""


def show(shown: Shown, files: Files) -> None:
    """Do the run and report it. Raises UserError unless all of it was done and written."""
    control, interrupted, failures = Control(), False, []
    with notices(shown.title, native=True):
        try:
            shown.prepare()
            _take_up(shown)
        except KeyboardInterrupt:
            raise UserError(f"{_STOPPED}; nothing was {shown.called[2]}", INTERRUPTED) from None
        except RunError as error:
            raise UserError(str(error), FAILURE) from None
        if not shown.complete():
            try:
                with shown.watched or _progress(shown):
                    _, interrupted = interruptible(lambda: deque(shown.steps(control), 0), control)
            except (RunError, WorkerDiedError) as error:
                failures.append(str(error))
        begun = shown.count()[0] > 0
        if begun:
            looking = Control()
            interrupted |= interruptible(lambda: shown.look(looking), looking)[1]
    if begun or not failures:
        # Files first: who reads standard output may have gone. None without a finished step.
        failures += files.write(shown.contents()) if begun else []
        if files.json:
            say(json.dumps(shown.data()))
        elif not files.printed:
            for each in shown.words():
                _print(each)
    unfinished = [] if shown.complete() else [_how_far(shown, not failures)]
    if failures or (interrupted and unfinished):
        said = "; ".join([*(failures or [_STOPPED]), *unfinished])
        raise UserError(said, FAILURE if failures else INTERRUPTED)
    if fault := shown.fault():
        raise UserError(fault, FAILURE)


def _take_up(shown: Shown) -> None:
    """Read the results that there are. Raises RunError if they are not this run's."""
    run = shown.run
    if run is None or run.path is None or not run.path.exists():
        return
    if not run.path.is_file():
        raise UserError(f"{run.path} is not a file: give another one after --results")
    run.review()
    for line in run.bad:
        again = "the plan says what it said" if line == 1 else "its match is played again"
        note(f"line {line} of {run.path} was damaged: {again}")
    if run.torn:
        note(f"the last line of {run.path} was torn: its match is played again")
    if run.played and not run.complete:
        note(f"going on after {_so_far(shown)}")


def _progress(shown: Shown) -> AbstractContextManager[object]:
    """How far a run is, for as long as it goes on."""
    (done, total), what = shown.count(), shown.called[1]
    bar, task = steps_bar(total, what, done)

    def drawn() -> RenderableType:
        done, total = shown.count()
        bar.update(task, completed=done, total=total, shown=shown.line())
        return Group(bar.get_renderable(), *shown.below())

    return row(drawn, f"Working: {total:,} {what} ..." if total else "Working ...", _REFRESHES)


def _so_far(shown: Shown) -> str:
    (done, total), (one, several, _) = shown.count(), shown.called
    return counted(done, one, several) if total is None else f"{done:,} of {total:,} {several}"


def _how_far(shown: Shown, stopped: bool) -> str:
    """How much of a run is done; and how to go on after a stop."""
    path = shown.run.path if shown.run and stopped else None
    were = "was" if shown.count() == (1, None) else "were"
    kept = f": {path} keeps them, and the same command goes on" if path else ""
    return f"{_so_far(shown)} {were} {shown.called[2]}{kept}"


def _print(part: str | Columns) -> None:
    if isinstance(part, str):
        paragraph(part)
        return
    Terminal().table(part.heads, part.rows, figures=True, words=part.words)
    for each in part.notes:
        paragraph(each)


def fitting(shown: Iterable[Columns], width: int | None) -> Columns | None:
    """The first table that takes at most so many characters, if one does."""
    return next((each for each in shown if tables.fits(each.heads, each.rows, width)), None)


def width() -> int | None:
    """The columns of the terminal; None where lines may have any length."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


@contextmanager
def counting(text: str, doing: str = "") -> Iterator[Callable[[], None]]:
    """Show a text behind a spinner: with how often what it gives was called, for {}.

    Where no line can be changed, it is `doing`, once.
    """
    done, turning = 0, Spinner(spinner(), style="status.spinner")

    def step() -> None:
        nonlocal done
        done += 1

    def drawn() -> Spinner:
        turning.text = text.format(f"{done:,}")
        return turning

    with row(drawn, doing or text):
        yield step
