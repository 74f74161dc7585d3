"""The folder that a search by questions leaves and goes on from, on this computer or another one.

answers     what is known of positions, compressed, and what it has cost
table       the costliest entries of the solver's table; without this file nothing is lost but
            time, and a table of another size cannot use it
lock        held by the process that works here
"""

from __future__ import annotations

import os
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from plyground.folders import lock_file
from plyground.position import Array, Game
from plyground.search.exact import Solver
from plyground.search.frontier import Answers, Limits
from plyground.search.tables.files import (
    SEARCH_KERNELS,
    TableError,
    megabytes,
    read,
    stamp,
    write,
)

_KIND = "questions 1"
_TABLE_KIND = "table of questions 1"
TABLE_ENTRIES = 1_000_000
"""The most entries that are kept of a table, which take 11 MB at most."""
DISK = 40_000_000
"""Bytes that a folder may take while a file is replaced."""


@dataclass
class Checkpoint:
    """What is known of a game, and what it has cost in all runs together."""

    low: int
    high: int
    nodes: int = 0
    seconds: float = 0.0
    answers: Answers = field(default_factory=dict)


@contextmanager
def work_in(folder: Path) -> Iterator[None]:
    """Hold a folder for one process. Raises TableError if it cannot be used, or is in use."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(0, "it may not be changed")
        free = shutil.disk_usage(folder).free
        lock = (folder / "lock").open("a")
    except OSError as error:
        raise TableError(f"{folder} cannot be written: {error.strerror}") from error
    with lock:
        if free < DISK:
            raise TableError(
                f"the work takes up to {megabytes(DISK)} on disk, "
                f"and {folder} has {megabytes(free)} left"
            )
        if not lock_file(lock):
            raise TableError(f"another process works in {folder}: wait for it, or end it")
        yield


def load(game: Game, folder: Path) -> Checkpoint:
    """What earlier runs have left, nothing if there is no such file.

    Raises TableError if it is damaged, of another version or of another game.
    """
    most = game.max_plies + 1
    if folder.exists() and not folder.is_dir():
        raise TableError(f"{folder} is a file: choose a folder")
    try:
        header, (packed,) = read(folder / "answers", _wanted(_KIND, game))
    except FileNotFoundError:
        return Checkpoint(-most, most)
    except TableError as error:
        raise TableError(
            f"{error}; choose another folder, or remove this file to begin again"
        ) from error
    count, words = header["count"], header["words"]
    rows = np.frombuffer(zlib.decompress(packed.tobytes()), np.int64).reshape(words + 4, count)
    states = rows[:words].view(np.uint64).T.tolist()
    answers = {
        tuple(state): Limits(low, high, nodes, bool(tried))
        for state, (low, high, nodes, tried) in zip(states, rows[words:].T.tolist(), strict=True)
    }
    return Checkpoint(
        header["low"], header["high"], header["nodes"], header["seconds"], answers
    )  # fmt: skip


def save(game: Game, folder: Path, checkpoint: Checkpoint) -> None:
    """Replace what is kept. Raises TableError if there is no room for it."""
    found = sorted(checkpoint.answers.items())
    words = len(found[0][0]) if found else 0
    states = np.array([state for state, _ in found], np.uint64).reshape(len(found), words)
    limits = np.array([limits for _, limits in found], np.int64).reshape(len(found), 4)
    rows = np.concatenate([states.view(np.int64).T, limits.T])
    packed = np.frombuffer(zlib.compress(rows.tobytes(), 9), np.uint8)
    header = {
        "count": len(found),
        "words": words,
        "low": checkpoint.low,
        "high": checkpoint.high,
        "nodes": checkpoint.nodes,
        "seconds": checkpoint.seconds,
    }
    _write(folder / "answers", _KIND, game, header, [packed])


def load_table(solver: Solver, folder: Path) -> bool:
    """Fill a solver's table with what is kept; False if there is nothing.

    Raises TableError if the file is damaged, or of a table of another size.
    """
    if not solver.shareable:
        return False
    path = folder / "table"
    try:
        header, (places, words) = read(path, _wanted(_TABLE_KIND, solver.game))
    except FileNotFoundError:
        return False
    if header["entries"] != len(solver.remembered):
        raise TableError(f"{path} is of a table of another size")
    at = np.cumsum(places.astype(np.int64))

    def fill(table: Array) -> None:
        table[at, 0] = words

    solver.recall(fill)
    return True


def save_table(solver: Solver, folder: Path) -> None:
    """Keep the costliest part of a solver's table. Raises TableError if there is no room for it."""
    if not solver.shareable:
        return
    places, words = solver.costliest(TABLE_ENTRIES)
    steps = np.diff(places, prepend=np.uint64(0))
    wide = np.uint32 if not len(steps) or steps.max() < 1 << 32 else np.uint64
    header = {"entries": len(solver.remembered)}
    _write(folder / "table", _TABLE_KIND, solver.game, header, [steps.astype(wide), words])


def size(folder: Path) -> int:
    """The bytes of what is kept."""
    total = 0
    for name in ("answers", "table"):
        with suppress(OSError):
            total += (folder / name).stat().st_size
    return total


def _wanted(kind: str, game: Game) -> dict[str, Any]:
    """What the header of a file of the folder says."""
    return {"kind": kind, **stamp(game, SEARCH_KERNELS)}


def _write(path: Path, kind: str, game: Game, header: dict[str, Any], arrays: list[Array]) -> None:
    write(path, {**_wanted(kind, game), **header}, arrays)
