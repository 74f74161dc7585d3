"""`solve_start`: the value of a game's start by a search that is kept on disk and continued.

This is for games with too many positions for a table. Every half minute the proofs so far and the
solver's memory go to a file; an interrupted search continues from there, and a finished one is only
read. A file that is damaged, or for other rules, is not trusted: the search begins again.
"""

from __future__ import annotations

import math
import os
import shutil
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from plyground.kernel import CacheWarning
from plyground.position import Game, full_title
from plyground.search.control import Cancelled, Control, Limits
from plyground.search.exact import Solution, Solver
from plyground.search.tables.files import (
    SEARCH_KERNELS,
    Arrays,
    OnPart,
    TableError,
    megabytes,
    read,
    stamp,
    table_path,
    tables_folder,
    write,
)
from plyground.search.tables.packing import pack, unpack

_KIND = "search 3"
SAVE_EVERY = 30.0
"""Seconds between two saves of the work; more where a save takes long."""
KEEP_FROM = 10.0
"""Seconds of search, in all runs together, before the work is worth a file."""
_SAVING = 0.05  # the share of the time that saves may take
_LATE = 0.1, 0.5  # of the time that was given, and seconds: when what is not kept by then never is
_LEAST = 1e-9  # seconds, of a search that ends with its first step


@dataclass(frozen=True)
class StartProgress:
    """The proof of a start so far, and its cost, in all runs together."""

    solution: Solution
    kept: Path
    """The file that holds it."""


def solve_start(
    solver: Solver,
    folder: str | Path | None = None,
    seconds: float | None = None,
    control: Control | None = None,
    on_progress: Callable[[StartProgress], None] | None = None,
    save_every: float = SAVE_EVERY,
    keep_from: float = KEEP_FROM,
) -> Solution:
    """The value of the start of the solver's game, or its limits when the time is up.

    The positions and seconds of the solution are those of all runs. Each save of the work in
    `folder` calls `on_progress`; the first save comes after `keep_from` seconds. Raises TableError
    if there is no room there at the start, LimitError for an invalid time, and Cancelled when
    `control` says stop; the work until then is kept if that takes only a moment. If a later save
    fails, a CacheWarning says so once, and the search continues.
    """
    Limits(seconds=seconds)  # refuses an invalid time
    game, control = solver.game, control or Control()
    place = tables_folder() if folder is None else Path(folder)
    path = start_path(game, place)
    begun = time.perf_counter()
    solution = _taken_up(solver, path, control)
    if not solution.exact:
        _look_ahead(solver, place)
        prepared = time.perf_counter()
        solver.prepare()
        begun += time.perf_counter() - prepared  # compiling does not count as search
    until = math.inf if seconds is None else begun + seconds
    late = math.inf if seconds is None else until + _LATE[0] * seconds + _LATE[1]
    keep = _Keeper(solver, path, keep_from)
    rest = min(save_every, 1.05 * keep_from or save_every)  # so that the first save is worth it
    while not solution.exact:
        step = max(min(rest, until - time.perf_counter()), _LEAST)
        nodes, asked = control.nodes, time.perf_counter()
        try:
            found = solver.solve(
                game.position(),
                limits=Limits(seconds=step),
                control=control,
                window=_asked(solution),
            )
        except Cancelled:
            most, taken = solution.most, time.perf_counter() - asked
            nothing = Solution(solution.position, -most, most, control.nodes - nodes, taken)
            keep(_together(solution, nothing), control.patience())
            raise
        solution = _together(solution, found)
        saved = time.perf_counter()
        if keep(solution, control.patience(late)) and on_progress:
            on_progress(StartProgress(solution, path))
        rest = max(save_every, (time.perf_counter() - saved) / _SAVING)
        if time.perf_counter() >= until:
            break
    return solution


def start_path(game: Game, folder: Path | None = None) -> Path:
    """The path of the work on the start of a game."""
    return table_path(game, folder or tables_folder()).with_suffix(".search")


def known_start(game: Game) -> Solution | None:
    """The value of a game's start if an earlier search has found it, else None."""
    solution, _ = _read(game, start_path(game))
    return solution if solution.exact else None


def _look_ahead(solver: Solver, folder: Path) -> None:
    """Before the work begins, refuse it if it cannot be kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, "it may not be changed")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise TableError(f"{folder} cannot be written: {error.strerror}") from error
    if solver.memory > free:
        raise TableError(
            f"a search of {full_title(solver.game)} keeps up to {megabytes(solver.memory)} on "
            f"disk, as much as its memory, and {folder} has {megabytes(free)} left"
        )


def _asked(solution: Solution) -> tuple[int, int]:
    """The window of the next search: first win, draw or loss, then the exact value."""
    if solution.low <= 0 < solution.high:
        return 0, 1
    if solution.low < 0 <= solution.high:
        return -1, 0
    return solution.low, solution.high


def _taken_up(solver: Solver, path: Path, control: Control) -> Solution:
    """The result of earlier runs; the solver then remembers as much of it as it can."""
    solution, arrays = _read(solver.game, path, solver.remembered.shape, control.check)
    if arrays:
        solver.recall(lambda table: unpack(arrays, table, control.check))
    return solution


def _read(
    game: Game, path: Path, shape: tuple[int, ...] = (0, 0), on_part: OnPart | None = None
) -> tuple[Solution, Arrays]:
    """The result of earlier runs, and their solver's memory if its table had this shape."""
    most = game.max_plies + 1
    wanted = {"kind": _KIND, **stamp(game, SEARCH_KERNELS)}
    try:
        header, arrays = read(path, wanted, on_part or Control().check)
    except (FileNotFoundError, TableError):
        return Solution(game.position(), -most, most, 0, 0.0), []
    found = Solution(
        game.position(), header["low"], header["high"], header["nodes"], header["seconds"]
    )
    entries, words = shape
    same_words = all(each.shape[1] == words for each in arrays[-1:])
    fits = header["entries"] == entries and same_words
    return found, arrays if fits else []


class _Keeper:
    """Writes the result; a complete one without the solver's memory."""

    def __init__(self, solver: Solver, path: Path, keep_from: float) -> None:
        self._solver, self._path, self._keep_from = solver, path, keep_from
        self._warned = False

    def __call__(self, solution: Solution, on_part: OnPart) -> bool:
        """Whether the result was written; a warning says why the first time that it cannot be.

        It is not written if that is not worth it, or if `on_part` raises Cancelled.
        """
        if solution.seconds < self._keep_from:
            return False
        remembered = self._solver.remembered
        header = {
            "kind": _KIND,
            **stamp(self._solver.game, SEARCH_KERNELS),
            "low": solution.low,
            "high": solution.high,
            "nodes": solution.nodes,
            "seconds": solution.seconds,
            "entries": 0 if solution.exact else len(remembered),
        }
        try:
            arrays = [] if solution.exact else pack(remembered, on_part)
            write(self._path, header, arrays, on_part)
        except Cancelled:
            return False
        except TableError as error:
            if not self._warned:
                warnings.warn(str(error), CacheWarning, stacklevel=3)
            self._warned = True
            return False
        return True


def _together(before: Solution, found: Solution) -> Solution:
    return Solution(
        before.position,
        max(before.low, found.low),
        min(before.high, found.high),
        before.nodes + found.nodes,
        before.seconds + found.seconds,
    )
