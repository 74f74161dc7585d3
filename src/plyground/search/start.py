"""`solve_start`: the value of a game's start by search, kept on disk and gone on with.

For games with too many positions for a table. Every few minutes what is proven and what the solver
remembers are written to a file; whoever is interrupted goes on from there, and what was found once
is only read. A file that is damaged, or for other rules, is not trusted: the search begins anew.
"""

from __future__ import annotations

import os
import shutil
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from plyground.kernel import CacheWarning
from plyground.position import Game
from plyground.search.control import Cancelled, Control, Limits
from plyground.search.exact import Solution, Solver
from plyground.search.tables.files import (
    SEARCH_KERNELS,
    TableError,
    megabytes,
    read,
    stamp,
    table_path,
    tables_folder,
    write,
)

_KIND = "search"
SAVE_EVERY = 300.0
"""Seconds between two times that the work is kept."""


@dataclass(frozen=True)
class StartProgress:
    """What is proven of a start so far, and what it took, in all runs together."""

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
) -> Solution:
    """The value of the start of the solver's game, or its limits when so many seconds are over.

    Its positions and seconds are those of all runs. `on_progress` is called each time the work was
    kept in `folder`. Raises TableError if there is no room for it there from the first, LimitError
    for a time that is none, and Cancelled when `control` says stop, with what was found until then
    kept. Of work that cannot be kept later a CacheWarning tells once; the search goes on.
    """
    Limits(seconds=seconds)  # refuses a time that is none
    game, control = solver.game, control or Control()
    place = tables_folder() if folder is None else Path(folder)
    path = start_path(game, place)
    solution = _taken_up(solver, path)
    if not solution.exact:
        _look_ahead(solver, place)
        solver.prepare()  # what compiling takes is not searched
    left, keep = seconds, _Keeper(solver, path)
    while not solution.exact:
        step = save_every if left is None else min(save_every, left)
        nodes, begun = control.nodes, time.perf_counter()
        try:
            found = solver.solve(game.position(), Limits(seconds=step), control, _asked(solution))
        except Cancelled:
            most, taken = solution.most, time.perf_counter() - begun
            nothing = Solution(-most, most, most, control.nodes - nodes, taken)
            keep(_together(solution, nothing))
            raise
        solution = _together(solution, found)
        if left is not None:
            left -= time.perf_counter() - begun
        if keep(solution) and on_progress:
            on_progress(StartProgress(solution, path))
        if left is not None and left <= 0:
            break
    return solution


def start_path(game: Game, folder: Path | None = None) -> Path:
    """Where the work on the start of a game is kept."""
    return table_path(game, folder or tables_folder()).with_suffix(".search")


def known_start(game: Game) -> Solution | None:
    """The value of a game's start if an earlier search has found it, else None."""
    solution, _ = _read(game, start_path(game))
    return solution if solution.exact else None


def _look_ahead(solver: Solver, folder: Path) -> None:
    """Refuse before anything is begun what cannot be kept."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, "it may not be changed")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise TableError(f"{folder} cannot be written: {error.strerror}") from error
    if solver.memory > free:
        raise TableError(
            f"a search of {solver.game!r} keeps {megabytes(solver.memory)} on disk, as much as it "
            f"may take of memory, and {folder} has {megabytes(free)} left"
        )


def _asked(solution: Solution) -> tuple[int, int]:
    """The window that is asked for: first whether it is a win, a draw or a loss, then all."""
    if solution.low <= 0 < solution.high:
        return 0, 1
    if solution.low < 0 <= solution.high:
        return -1, 0
    return solution.low, solution.high


def _taken_up(solver: Solver, path: Path) -> Solution:
    """What earlier runs have found, of which the solver then remembers what it can."""
    solution, table = _read(solver.game, path)
    if table is not None:
        solver.recall(table)
    return solution


def _read(game: Game, path: Path) -> tuple[Solution, npt.NDArray[np.uint64] | None]:
    """What earlier runs have found, and what their solver remembered."""
    most = game.max_plies + 1
    try:
        header, (table,) = read(path, {"kind": _KIND, **stamp(game, SEARCH_KERNELS)})
    except (FileNotFoundError, TableError):
        return Solution(-most, most, most, 0, 0.0), None
    found = Solution(header["low"], header["high"], most, header["nodes"], header["seconds"])
    return found, table


class _Keeper:
    """Writes what is found; once that is all, without what the solver remembers."""

    def __init__(self, solver: Solver, path: Path) -> None:
        self._solver, self._path = solver, path
        self._warned = False

    def __call__(self, solution: Solution) -> bool:
        """Whether it could be written; the first time that it could not, a warning says why."""
        header = {
            "kind": _KIND,
            **stamp(self._solver.game, SEARCH_KERNELS),
            "low": solution.low,
            "high": solution.high,
            "nodes": solution.nodes,
            "seconds": solution.seconds,
        }
        remembered = np.empty(0, np.uint64) if solution.exact else self._solver.remembered
        try:
            write(self._path, header, [remembered])
        except TableError as error:
            if not self._warned:
                warnings.warn(str(error), CacheWarning, stacklevel=3)
            self._warned = True
            return False
        return True


def _together(before: Solution, found: Solution) -> Solution:
    return Solution(
        max(before.low, found.low),
        min(before.high, found.high),
        before.most,
        before.nodes + found.nodes,
        before.seconds + found.seconds,
    )
