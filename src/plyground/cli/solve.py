"""`plyground solve`, by a table of all positions or, where that is too much, by search; and
`plyground book build`: the values of all positions of a game's first plies, for later."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.spinner import Spinner

from plyground.arena.report import duration
from plyground.cli.batch import (
    interruptible,
    make_solver,
    progress,
    table_bar,
)
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.options import SolveOptions
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, complain, say
from plyground.cli.terminal import Terminal, note, notices, paragraph
from plyground.cli.working import row, spinner
from plyground.position import Game, full_title
from plyground.position.kernels import state_itself
from plyground.search import (
    SOLVABLE,
    Book,
    BookBuilder,
    BookProgress,
    Cancelled,
    Control,
    Limits,
    Solution,
    SolvedTable,
    Solver,
    SolverError,
    StartProgress,
    TableError,
    TableProgress,
    TooLargeError,
    Value,
    built_book_path,
    known_start,
    layers,
    plies_text,
    shipped_book,
    solve_start,
    solve_tables,
    start_path,
    start_value,
    value_of_bounds,
    value_text,
)
from plyground.search.tables.files import megabytes
from plyground.search.value import TIES

_MIB = 1 << 20
_PATIENCE = 0.6  # seconds after Ctrl-C in which what runs may end by itself
_LEAST = 1e-3  # seconds that are left where the time is used up
_NOTHING: dict[str, Any] = dict.fromkeys(
    ("plies", "canonical_ongoing", "canonical_ended", "legal_moves", "raw_ongoing",
     "raw_ended", "bytes", "file", "why_not_table")
)  # fmt: skip


def solve(game: Game, as_json: bool, options: SolveOptions, begun: float) -> None:
    """Say what a game is worth; `begun` is how many seconds of the time are used up already."""
    Limits(seconds=options.seconds)  # refuses a time that is none
    file = None if options.csv is None else OutputFile(options.csv)
    control = Control()
    with notices(game.title, native=True):
        try:
            found, _ = interruptible(
                lambda: _solved(game, options, begun, control), control, _PATIENCE
            )
        except KeyboardInterrupt:  # pressed again, or it is compiling, which nothing stops
            found = None
    if found is None:
        raise UserError(f"ended by Ctrl-C; {_kept(game)}", INTERRUPTED)
    if options.raw and found["method"] != "table":
        complain(f"plyground: --raw counts nothing, because the answer is from a {found['method']}")
    if options.csv != STANDARD_OUTPUT:
        if as_json:
            say(json.dumps(found))
        else:
            _report(game, found)
    if file is not None:
        _write_rows(file, game, found)


def _write_rows(file: OutputFile, game: Game, found: dict[str, Any]) -> None:
    """Write the table as CSV, row by row."""
    if found["method"] != "table" or found["file"] is None:
        raise UserError("--csv writes the table of all positions, which is not made", FAILURE)
    rows = SolvedTable.open(found["file"], game).rows()
    first = next(rows)
    with file.opened() as opened:
        writer = csv.DictWriter(opened, first, lineterminator="\n")
        writer.writeheader()
        writer.writerow(first)
        writer.writerows(rows)


def _solved(game: Game, options: SolveOptions, begun: float, control: Control) -> dict[str, Any]:
    """What is found: by the book, by a table if it has room, else by search.

    `begun` is how many seconds of the time are used up already.
    """
    if not options.no_book and options.csv is None:
        found = _of_book(game)
        if found is not None:
            return found
    left = None if options.seconds is None else max(options.seconds - begun, _LEAST)
    spent = 0.0  # without compiling, and nothing for a table that is only read
    try:
        with table_bar() as show:

            def watch(progress: TableProgress) -> None:
                nonlocal spent
                spent = progress.seconds
                if show:
                    show(progress)

            table = solve_tables(
                game,
                control=control,
                memory=options.memory * _MIB,
                on_progress=watch,
                threads=options.threads,
                seconds=left,
            )
    except Cancelled:
        control.check()
        known = known_start(game)
        if known is not None:
            return _of_search(game, known, "a table takes more time than was given")
        many = dict.fromkeys(("forced", "ends", "player") if game.players > 2 else ())
        return found_by(game, "table", Value("unknown"), **many, seconds=spent)
    except TableError as error:
        known = known_start(game)
        if known is not None:
            return _of_search(game, known, str(error))
        if game.players != 2 or not isinstance(error, TooLargeError):
            raise
        if left is not None:
            left = max(left - error.seconds, _LEAST)
        solver = make_solver(game, options.memory, options.threads)
        with _status(game, control) as on_progress:
            solution = solve_start(solver, seconds=left, control=control, on_progress=on_progress)
        return _of_search(game, solution, str(error))
    found = _of_table(game, table, spent)
    if options.raw:
        found.update(_raw_counts(game))
    return found


def _of_book(game: Game) -> dict[str, Any] | None:
    """What a book knows of the start, unless a table knows more."""
    known = start_value(game)
    if known is None or start_path(game).with_suffix(".table").exists():
        return None
    value, plies = known
    worth = value_of_bounds(game.position(), value, value)
    return found_by(game, "book", worth, nodes=0, book_plies=plies, seconds=0.0)


def _of_table(game: Game, table: SolvedTable, seconds: float) -> dict[str, Any]:
    return found_by(
        game,
        "table",
        table.value(game.position()),
        canonical_ongoing=_counts(table.ongoing),
        canonical_ended=_counts(table.ended),
        legal_moves=_counts(table.legal_moves),
        bytes=table.size,
        file=str(table.path),
        seconds=seconds,
    )


def _raw_counts(game: Game) -> dict[str, Any]:
    """The positions of each ply, those that are equal up to symmetry counted one by one."""
    try:
        found = list(layers(game))
    except MemoryError:
        raise UserError(
            f"there is not enough memory to count the positions of {game.title} one by one; "
            "without --raw they are counted up to symmetry",
            FAILURE,
        ) from None
    return {
        "raw_ongoing": _counts([layer.ongoing for layer in found]),
        "raw_ended": _counts([layer.ended for layer in found]),
    }


def _counts(per_ply: Sequence[int]) -> dict[str, Any]:
    return {"total": sum(per_ply), "per_ply": list(per_ply)}


def _of_search(game: Game, solution: Solution, reason: str) -> dict[str, Any]:
    """What a search has found, now or before."""
    path = start_path(game)
    return found_by(
        game,
        "search",
        value_of_bounds(game.position(), solution.low, solution.high),
        nodes=solution.nodes,
        bytes=path.stat().st_size if path.exists() else None,
        file=str(path) if path.exists() else None,
        why_not_table=reason,
        seconds=solution.seconds,
    )


def found_by(game: Game, method: str, value: Value, **more: Any) -> dict[str, Any]:
    """The answer as data, with the same keys for every method."""
    stated = {"game": game.name, "parameters": dict(game.values), "method": method}
    return {**stated, **_NOTHING, **value.to_json(), **more}


@contextmanager
def _status(game: Game, control: Control) -> Iterator[Callable[[StartProgress], None]]:
    """What is being done, on standard error, if that is a terminal."""
    begun = time.perf_counter()
    known = ""
    turning = Spinner(spinner(), style="status.spinner")

    def shown() -> Spinner:
        seconds = round(time.perf_counter() - begun)
        turning.text = f"Searching {game.title}: {control.nodes:,} positions, {seconds} s{known}"
        return turning

    def show(progress: StartProgress) -> None:
        nonlocal known
        low, high = progress.solution.low, progress.solution.high
        known = f"; kept so far: {value_text(value_of_bounds(game.position(), low, high))}"

    with row(shown, f"Searching {game.title} ..."):
        yield show


def _report(game: Game, found: dict[str, Any]) -> None:
    value = Value.from_json(found)
    paragraph(f"{full_title(game)}, for player 1: {value_text(value, brief=game.players > 2)}")
    if found["method"] == "book":
        plies = plies_text(found["book_plies"])
        paragraph(f"The value is from the book of its first {plies}; --no-book solves the game.")
        return
    if value.forced:
        paragraph("What each player can force against all others:")
        for number, kind in enumerate(value.forced, 1):
            paragraph(f"    player {number}: {kind}")
        paragraph("With max^n, by how ties are broken:")
        for name, outcome in zip(TIES, value.ends, strict=True):
            paragraph(f"    {name}: {outcome}")
    if found["method"] == "table" and value.verdict != "unknown":
        _report_counts(game, found)
        return
    if found["method"] == "search":
        paragraph(f"By search: {found['why_not_table']}.")
        paragraph(f"{found['nodes']:,} positions visited, {duration(found['seconds'])}.")
    kept = _kept(game)
    paragraph(f"{kept[0].upper()}{kept[1:]}.")


def _report_counts(game: Game, found: dict[str, Any]) -> None:
    """How many positions the table of a game has, for each ply."""
    columns = {
        "going on": found["canonical_ongoing"],
        "ended": found["canonical_ended"],
        "legal moves": found["legal_moves"],
        "raw going on": found["raw_ongoing"],
        "raw ended": found["raw_ended"],
    }
    shown = {name: counts for name, counts in columns.items() if counts is not None}
    per_ply = zip(*(counts["per_ply"] for counts in shown.values()), strict=True)
    rows = [[str(ply), *(f"{count:,}" for count in counts)] for ply, counts in enumerate(per_ply)]
    rows.append(["all", *(f"{counts['total']:,}" for counts in shown.values())])
    Terminal().table(["ply", *shown], rows, figures=True)
    if game.rules.canonical is not state_itself:
        raw = "; raw counts them one by one" if "raw ended" in shown else ""
        paragraph(f"Positions that are equal up to symmetry count once{raw}.")
    size = megabytes(found["bytes"])
    took = f", {duration(found['seconds'])}" if found["seconds"] else ""  # none if it was read
    Terminal().entry(f"{size}{took}, in ", str(found["file"]))


def _kept(game: Game) -> str:
    """What is kept on disk of work on a game that is not finished, in words."""
    path = start_path(game)
    folder = path.with_suffix(".work")
    files = [each for each in (path, *folder.glob("*")) if each.is_file()]
    if not files:
        return "nothing is kept for the next time"
    size = megabytes(sum(each.stat().st_size for each in files))
    return f"{size} are kept for the next time, in {path if path in files else folder}"


# Books


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
    with notices(game.title, native=True):
        solver = _solver(game, memory, threads)
        builder = BookBuilder(path, solver, plies, memory * _MIB - solver.memory)
        if builder.discarded:
            note("an earlier run left a damaged file, or one of another book; it is not used")
        built, _ = interruptible(lambda: _built(builder, control), control)
    if built is None:
        raise UserError(
            f"ended by Ctrl-C with {builder.left:,} positions left for the next time",
            INTERRUPTED,
        )
    paragraph(f"{len(built):,} positions of at most {plies_text(plies)}, each with its value.")
    took = duration(time.perf_counter() - begun)
    Terminal().entry(f"{megabytes(path.stat().st_size)}, {took}, in ", str(path))


def _solver(game: Game, memory: int, threads: int | None) -> Solver:
    """A solver whose table takes half of the memory, which leaves the rest for positions."""
    try:
        return make_solver(game, max(1, memory // 2), threads)
    except SolverError as error:
        if game.players != SOLVABLE:
            raise
        raise UserError(f"{error}: the table takes half of --memory", FAILURE) from None


def _built(builder: BookBuilder, control: Control) -> Book:
    """The book. Raises Cancelled if `control` says stop before it is complete."""
    with progress(builder.left, "positions") as step:

        def show(done: BookProgress) -> None:
            step(f"{done.nodes:,} searched")

        return builder.build(control, show)
