"""`plyground solve` with --folder, --winner or --cluster: by questions about many positions."""

from __future__ import annotations

import json
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from rich.spinner import Spinner

from plyground.arena import WorkerDiedError
from plyground.arena.cluster import cluster_askers
from plyground.cli.batch import interruptible, make_solver
from plyground.cli.exits import INTERRUPTED, UserError
from plyground.cli.options import SolveOptions
from plyground.cli.output import complain, say
from plyground.cli.solve import found_by
from plyground.cli.terminal import notices, paragraph
from plyground.cli.working import redraws, row, spinner
from plyground.position import Game, full_title
from plyground.search import (
    Control,
    Limits,
    Solution,
    Solver,
    plies_text,
    processors,
    start_path,
    value_of_bounds,
    value_text,
)
from plyground.search.asking import Askers, AskingProgress, solve_by_questions, threads
from plyground.search.checkpoint import DISK, load, size, work_in
from plyground.search.foresight import foresee
from plyground.search.tables.files import megabytes
from plyground.search.value import Value

_PATIENCE = 60.0  # seconds after Ctrl-C in which the work may be kept
_LOOKING = 0.1  # the share of the time allowed that the forecast may take
_HOUR, _MINUTE = 3600, 60


def solve_by_asking(game: Game, as_json: bool, options: SolveOptions) -> None:
    """Say what a game is worth, by questions."""
    Limits(seconds=options.seconds)  # refuses a time that is none
    if options.raw:
        raise UserError("--raw counts the positions of a table: leave it out, or the questions")
    if options.cluster is not None and options.threads is not None:
        raise UserError("give --threads or --cluster, and not both")
    folder = options.folder or start_path(game).with_suffix(".questions")
    control = Control()
    with notices(game.title, native=True):
        try:
            found, _ = interruptible(
                lambda: _solved(game, options, folder, control), control, _PATIENCE
            )
        except KeyboardInterrupt:  # pressed again
            found = None
        except WorkerDiedError as error:
            raise UserError(f"{error}; {_kept(folder)}") from None
    if found is None:
        raise UserError(f"ended by Ctrl-C; {_kept(folder)}", INTERRUPTED)
    value = value_of_bounds(game.position(), found.low, found.high)
    if as_json:
        more = {"nodes": found.nodes, "bytes": size(folder), "file": str(folder)}
        say(json.dumps(found_by(game, "questions", value, **more, seconds=found.seconds)))
        return
    _report(game, value, found)
    kept = _kept(folder)
    paragraph(f"{kept[0].upper()}{kept[1:]}.")


def _report(game: Game, value: Value, found: Solution) -> None:
    paragraph(f"{full_title(game)}, for player 1: {value_text(value)}")
    worked = _time(found.seconds) if found.seconds >= 1 else "less than 1 s"
    paragraph(f"{found.nodes:,} positions visited, {worked} of work in all.")


def _solved(game: Game, options: SolveOptions, folder: Path, control: Control) -> Solution:
    """What the questions have found. First it is said what they take."""
    begun = time.perf_counter()
    solver = make_solver(game, None if options.cluster else options.memory, 1)
    known = load(game, folder)
    with work_in(folder):
        pass  # that it cannot be used is said before a forecast that takes a minute
    with _askers(solver, options) as askers:
        if not known.nodes:
            _announce(solver, askers, options, control)
        elif known.low != known.high:
            complain(
                f"{len(known.answers):,} answers are known from {folder}, after "
                f"{known.nodes:,} positions and {_time(known.seconds)} of work"
            )
            _announce_room(solver, options)
        seconds = options.seconds
        if seconds is not None:
            seconds = max(seconds - (time.perf_counter() - begun), seconds * _LOOKING)
        with _status(game) as on_progress:
            return solve_by_questions(
                game,
                askers,
                folder,
                winner_only=options.winner,
                seconds=seconds,
                control=control,
                on_progress=on_progress,
            )


def _askers(solver: Solver, options: SolveOptions) -> AbstractContextManager[Askers]:
    if options.cluster is not None:
        return cluster_askers(options.cluster, solver.game, options.memory)
    return threads(solver, options.threads or processors())


def _announce(solver: Solver, askers: Askers, options: SolveOptions, control: Control) -> None:
    """Say what the work takes: time, memory and disk."""
    doing = f"Looking how long {solver.game.title} will take, up to two minutes ..."
    turning = Spinner(spinner(), doing, style="status.spinner")
    with row(lambda: turning, doing):
        seconds = math.inf if options.seconds is None else _LOOKING * options.seconds
        seen = foresee(solver, 1, control, seconds)
    solver.forget()
    kind = "worker thread" if options.cluster else "thread"
    by, at_once = _count(askers.threads, kind), askers.threads
    if not options.cluster and at_once > processors():
        at_once = processors()
        by += f" on {_count(at_once, 'processor')}, each"
    about = "about" if seen.sure else "at least"
    more = ", or several times as long" if seen.plies else ""
    complain(
        f"who wins: {about} {_time(seen.seconds / at_once)} with {by} "
        f"as fast as this one ({_count(seen.questions, 'question')} after "
        f"{plies_text(seen.plies)}, {_count(seen.nodes, 'position')}){more}"
        f"{'' if options.winner else '; how soon: ten times as long, or more'}"
    )
    _announce_room(solver, options)


def _announce_room(solver: Solver, options: SolveOptions) -> None:
    """Say what memory and disk the work takes."""
    memory = megabytes(solver.memory)
    if options.cluster:
        memory = f"{options.memory} MiB for each computer, or for each worker where it is not Linux"
    complain(f"memory: a table of {memory}; disk: at most {megabytes(DISK)}")
    if options.cluster:
        complain("workers that see this game for the first time need a minute, or more, to begin")


@contextmanager
def _status(game: Game) -> Iterator[Callable[[AskingProgress], None]]:
    """What is being done, on standard error: in a row, or where no line changes, a line for each
    time that the work is kept.
    """
    begun = time.perf_counter()
    known = ""
    turning = Spinner(spinner(), style="status.spinner")

    def shown() -> Spinner:
        turning.text = f"Asking about {game.title}: {_time(time.perf_counter() - begun)}{known}"
        return turning

    def show(progress: AskingProgress) -> None:
        nonlocal known
        found = progress.solution
        value = value_text(value_of_bounds(game.position(), found.low, found.high))
        known = (
            f"; positions: {found.nodes:,}, answers: {progress.questions:,}, open questions: "
            f"{progress.open:,}, kept: {megabytes(progress.kept)}; so far: {value}"
        )
        if not redraws(sys.stderr):
            complain(f"{time.strftime('%H:%M:%S')}{known}")

    with row(shown, f"Asking about {game.title} ..."):
        yield show


def _kept(folder: Path) -> str:
    kept = size(folder)
    if not kept:
        return "nothing is kept for the next time"
    where = "this folder" if folder == Path() else folder
    return f"{megabytes(kept)} are kept for the next time, in {where}"


def _count(count: int, kind: str) -> str:
    return f"{count:,} {kind}{'' if count == 1 else 's'}"


def _time(seconds: float) -> str:
    """A time in words, roughly."""
    for unit, length in (("h", _HOUR), ("min", _MINUTE)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{max(1, round(seconds))} s"
