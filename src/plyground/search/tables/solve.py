"""`solve_tables`: find every reachable position of a game, and its value.

First all positions are found, layer by layer; then values are found backwards, from the last layer
to the first. An ongoing successor lies in the next layer or, in games that reach a position after
different numbers of plies, in any layer before it. In such games some values cannot be found yet
when their layer's turn comes; the work then goes through the layers again until no value is
missing. No position occurs twice in a game, so each pass finds some value.

Each finished layer is a file: its positions, and later its values. Interrupted work continues from
there; files that are damaged or for other rules are made again.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

import numpy as np

from plyground.position import Array, Game, full_title, require_game
from plyground.position.calls import key, start
from plyground.search.control import (
    RUNNING,
    STOP,
    Cancelled,
    Control,
    LimitError,
    Limits,
    processors,
)
from plyground.search.tables.files import (
    TableError,
    TooLargeError,
    megabytes,
    read,
    stamp,
    table_path,
    tables_folder,
    write,
)
from plyground.search.tables.layers import Expander, LayerRows, Rows, Together, shares
from plyground.search.tables.sampling import Forecast, forecast, sample
from plyground.search.tables.table import SolvedTable, write_table
from plyground.search.tables.values import (
    Coding,
    Work,
    coding,
    every_result,
    solve_many,
    solve_two,
)

MEMORY = 2_000_000_000
"""The most bytes of memory for making a table, by default."""

Stage = Literal["positions", "values"]

_BLOCK = 1 << 12  # positions whose values a thread finds at a time
_TRIES = 3  # another process may finish the same table and tidy up meanwhile
_COPIES = 3  # of the rows of a layer: in a set with room to grow, and sorted
_SLOTS = 16  # further bytes that a set takes for each row


@dataclass(frozen=True)
class Progress:
    """The progress of the work.

    First the positions of each layer lead to the next layer; then, from the last layer to the
    first, their values are found.
    """

    stage: Stage
    ply: int
    """The current layer."""
    done: int
    """Positions of this layer that are done."""
    total: int
    """Positions of this layer."""
    found: int
    """Ongoing positions found so far, in all layers."""
    legal_moves: int
    """Legal moves tried so far in this stage."""
    all_legal_moves: int | None
    """Legal moves of all positions; None until all positions are found."""
    seconds: float
    """Seconds since the work began or continued."""
    seconds_left: float
    """An estimate, from the speed so far. Until all positions are found it uses a forecast of their
    number; see `sampling`.
    """


def solve_tables(
    game: Game,
    *,
    folder: str | Path | None = None,
    control: Control | None = None,
    memory: int | None = MEMORY,
    on_progress: Callable[[Progress], None] | None = None,
    threads: int | None = None,
    seconds: float | None = None,
) -> SolvedTable:
    """The table of all positions of `game`, read from `folder` if it is there, else made.

    `memory` bounds the bytes of memory, None for no bound. `threads` are by default as many as
    there are processors. Raises TooLargeError if there is no room in memory, another TableError if
    there is none on disk, LimitError for an invalid number of threads or seconds, and Cancelled
    when `control` says stop or after `seconds` of work, not counting compilation. Either way,
    finished layers are kept and used the next time.
    """
    require_game(game)
    Limits(seconds=seconds)  # refuses a time that is none
    if threads is not None and threads < 1:
        raise LimitError(f"a table is made by 1 thread or more, and not {threads}")
    control = control or Control()
    path = table_path(game, Path(folder) if folder is not None else tables_folder())
    for _ in range(_TRIES):
        try:
            return SolvedTable.open(path, game, control.check)
        except TableError:  # there is no table, or none to trust
            pass
        solver = _Solver(game, path, control, memory, on_progress, seconds)
        try:
            solver.run(threads or processors())
        except TooLargeError as error:
            error.seconds = time.perf_counter() - solver.begun
            raise
        except FileNotFoundError:  # another process has finished the same table
            continue
        except MemoryError:
            raise TooLargeError(
                f"there is not enough memory for a table of {game.title} after "
                f"{solver.found:,} positions; what is finished is kept for the next time"
            ) from None
        finally:
            with suppress(OSError):  # an existing folder with kept work
                solver.work.rmdir()
    return SolvedTable.open(path, game, control.check)


class _Solver:
    """One attempt at a table."""

    def __init__(
        self,
        game: Game,
        path: Path,
        control: Control,
        memory: int | None,
        on_progress: Callable[[Progress], None] | None,
        seconds: float | None,
    ) -> None:
        self.seconds = seconds
        self.begun = time.perf_counter()
        self.game, self.path, self.control = game, path, control
        self.memory, self.on_progress = memory, on_progress
        self.work = path.with_suffix(".work")
        self.stamp = stamp(game)
        self.halt = np.zeros(1, np.int64)
        self.forecast = Forecast([], [])
        self.layers: list[LayerRows] = []
        self.moves: list[int] = []  # legal moves in each expanded layer
        self.results: list[int] = []
        self.looked_at = 0  # moves in this stage since this attempt began, for the speed
        self.settled = 0  # moves in layers whose values are all found
        coding(game, every_result(game.players))  # refuses too many values early

    @property
    def found(self) -> int:
        """Ongoing positions found so far."""
        return sum(self.sizes)

    @property
    def sizes(self) -> list[int]:
        """Ongoing positions of each layer."""
        return [len(layer.keys) for layer in self.layers]

    def run(self, threads: int) -> None:
        """Do all the work left, and tidy up."""
        with self._pool(threads) as together:
            expander = Expander(self.game, self.control.counters, self.halt, threads, together)
            self._compile(expander)
            self.begun = time.perf_counter()
            with self.control.deadline(self.seconds):
                self._look_ahead(expander, threads, together)
                self.speed_begun = time.perf_counter()
                self._find_positions(expander)
                how = coding(self.game, self.results)
                keys = np.concatenate([layer.keys for layer in self.layers])
                values = self._find_values(expander, how, keys, threads, together)
        if not len(self.layers[-1].ended):  # the last layer, without ongoing positions, is empty
            self.layers.pop()
        counts = {
            "ongoing": self.sizes,
            "ended": [len(layer.ended) for layer in self.layers],
            "moves": self.moves[: len(self.layers)],
            "results": self.results,
        }
        write_table(self.path, self.game, counts, keys, values, self.control.patience())
        self.layers.clear()  # no file can be removed on Windows while it is mapped
        shutil.rmtree(self.work, ignore_errors=True)

    @contextmanager
    def _pool(self, threads: int) -> Iterator[Together]:
        """A way to call functions in threads; none runs on after an error."""
        with ThreadPoolExecutor(threads) as pool:

            def together(calls: Sequence[Callable[[], Any]]) -> list[Any]:
                if len(calls) == 1:
                    return [calls[0]()]
                return [future.result() for future in [pool.submit(call) for call in calls]]

            try:
                yield together
            finally:
                self.halt[0] = 1

    # The positions

    def _find_positions(self, expander: Expander) -> None:
        while self._take_up(len(self.layers)):
            pass
        if not self.layers:
            self._keep(expander.first(), 0, expander)
        while len(self.layers[-1].keys):
            step = partial(self._positions_step, self.looked_at)
            earlier = [(layer.keys, layer.ended) for layer in self.layers]
            layer, moves = expander.after(self.layers[-1].states, earlier, step)
            self._keep(layer, moves, expander)
        if len(self.moves) < len(self.layers):
            self.moves.append(0)  # the last layer has no ongoing position

    def _take_up(self, ply: int) -> bool:
        """Read a layer that was found earlier."""
        if self.layers and not len(self.layers[-1].keys):
            return False
        try:
            header, arrays = self._read("positions", ply)
        except (TableError, FileNotFoundError):
            return False
        self.layers.append(LayerRows(*arrays))
        if ply:
            self.moves.append(header["moves"])
        self.results = header["results"]
        return True

    def _keep(self, layer: LayerRows, moves: int, expander: Expander) -> None:
        """Write a layer and map it from its file, so that memory has no copy of it."""
        seen = {*self.results, *np.flatnonzero(expander.results).tolist()}
        header = {"moves": moves, "results": sorted(seen)}
        self._write("positions", len(self.layers), header, [layer.keys, layer.states, layer.ended])
        if not self._take_up(len(self.layers)):
            raise TableError(f"the files written to {self.work} cannot be read again")

    def _positions_step(self, before: int, done: int, moves: int, ongoing: int, ended: int) -> None:
        self._check_stop()
        self.looked_at = before + moves
        self._check_memory(self.found + ongoing, ongoing, ended, "at least")
        ply, total, known = len(self.sizes) - 1, self.sizes[-1], sum(self.moves)
        here = moves / done * total
        later = self._moves_to_come()
        left = (here - moves + later) + (known + here + later)
        self._tell("positions", ply, done, total, known + moves, self.looked_at, left)

    def _moves_to_come(self) -> float:
        """About how many legal moves the layers not found yet have."""
        sizes, legal = self.forecast.sizes, self.forecast.legal
        ply = len(self.sizes)
        share = self.sizes[-1] / sizes[ply - 1] if ply <= len(sizes) else 0
        later = zip(sizes[ply:], legal[ply:], strict=True)
        return share * sum(size * moves for size, moves in later)

    # Memory and disk

    def _look_ahead(self, expander: Expander, threads: int, together: Together) -> None:
        """Before the work begins, refuse a table that there is no room for."""
        rules, state = expander.rules, expander.state

        def play(seen: Any, legal: Any, games: int) -> None:
            bounds = [games * n // threads for n in range(threads + 1)]
            together(
                [
                    partial(
                        sample, rules, state, *some, seen, legal, self.control.counters, self.halt
                    )
                    for some in pairwise(bounds)
                ]
            )
            self._check_stop()

        self.forecast = forecast(self.game.max_plies, play)
        sizes = self.forecast.sizes
        self._check_memory(int(sum(sizes)), int(max(sizes)), 0, "at least about")
        of_key, of_state, _ = self.row_sizes
        need = sum(sizes) * (2 * of_key + of_state)
        try:
            self.work.mkdir(parents=True, exist_ok=True)
            kept = sum(path.stat().st_size for path in self.work.glob("*"))
            free = shutil.disk_usage(self.work).free
        except OSError as error:
            raise TableError(f"{self.work} cannot be written: {error.strerror}") from error
        if need > free + kept:
            raise TableError(
                f"a table of {full_title(self.game)} needs about {megabytes(need)} on disk while "
                f"it is made, and {self.work.parent} has {megabytes(free)} left"
            )

    def _check_memory(self, known: int, ongoing: int, ended: int, how: str) -> None:
        """Refuse to continue if there is no room for the `known` positions.

        The largest layer has `ongoing` and `ended` positions.
        """
        if self.memory is None:
            return
        of_key, of_state, of_value = self.row_sizes
        gathering = ongoing * (of_key + of_state) + ended * of_key
        gathering = _COPIES * gathering + _SLOTS * (ongoing + ended)
        need = max(gathering, known * (of_key + of_value))
        if need > self.memory:
            raise TooLargeError(
                f"a table of {full_title(self.game)} has {how} {known:,} positions, which need "
                f"{how} {megabytes(need)} of memory; it may take {megabytes(self.memory)}, in "
                f"which about {int(known * self.memory / need):,} positions fit"
            )

    @cached_property
    def row_sizes(self) -> tuple[int, int, int]:
        """The bytes of a key, a state and a value."""
        rules, state = self.game.rules, start(self.game.rules)
        value = coding(self.game, every_result(self.game.players)).dtype.itemsize
        return 8 * len(key(rules, state)), 8 * len(state), value

    # The values

    def _find_values(
        self,
        expander: Expander,
        how: Coding,
        keys: Rows,
        threads: int,
        together: Together,
    ) -> Array:
        keys.flags.writeable = False
        begins = np.cumsum([0, *self.sizes], dtype=np.int64)
        values = np.zeros(len(keys), how.dtype)
        work = self._work(keys, begins, values, how)
        left = self.sizes
        for ply, size in enumerate(left):
            mine = values[begins[ply] : begins[ply + 1]]
            if size and self._take_values(ply, mine):
                left[ply] = 0
        self.settled = sum(moves for moves, size in zip(self.moves, left, strict=True) if size == 0)
        self.looked_at, self.speed_begun = 0, time.perf_counter()
        while sum(left):
            before = sum(left)
            for ply in reversed(range(len(left))):
                if left[ply]:
                    rows = partial(self._solve, expander, work, self.layers[ply].states, ply)
                    left[ply] = self._values_of_layer(ply, rows, threads, together)
                    if left[ply] == 0:
                        self._write("values", ply, {}, [values[begins[ply] : begins[ply + 1]]])
            if sum(left) == before:
                raise TableError(
                    f"{self.game.title} cannot be solved: by its rules a position leads back to "
                    "itself, or its key or canonical form is not what it should be"
                )
        return values

    def _work(self, keys: Rows, begins: Any, values: Array, how: Coding) -> Work:
        return Work(keys, begins, values, how.places, how.ranks, self.control.counters, self.halt)

    def _solve(
        self, expander: Expander, work: Work, states: Rows, ply: int, first: int, last: int
    ) -> int:
        solve = solve_two if self.game.players <= 2 else solve_many
        return solve(expander.rules, expander.state, states, ply, first, last, work)

    def _compile(self, expander: Expander) -> None:
        """Compile the code that finds values, so that times and estimates leave compiling out."""
        how = coding(self.game, every_result(self.game.players))
        keys, states = expander.nothing
        nobody = np.zeros(0, how.dtype)
        work = self._work(keys, np.zeros(1, np.int64), nobody, how)
        self._solve(expander, work, states, 0, 0, 0)

    def _values_of_layer(
        self,
        ply: int,
        rows: Callable[[int, int], int],
        threads: int,
        together: Together,
    ) -> int:
        """Find the values of one layer; return how many could not be found yet."""
        size, left = self.sizes[ply], 0
        for bounds in shares(size, _BLOCK, threads):
            left += sum(together([partial(rows, *each) for each in bounds]))
            self._values_step(ply, bounds[-1][1], size)
        self.looked_at += self.moves[ply]
        if left == 0:
            self.settled += self.moves[ply]
        return left

    def _values_step(self, ply: int, done: int, size: int) -> None:
        self._check_stop()
        here = self.moves[ply] * done // size
        left = sum(self.moves) - self.settled - here
        self._tell("values", ply, done, size, self.settled + here, self.looked_at + here, left)

    # Both

    def _check_stop(self) -> None:
        """Raise Cancelled if told to stop or out of time: the last step is incomplete."""
        if self.control.counters[STOP] != RUNNING:
            raise Cancelled

    def _tell(
        self,
        stage: Stage,
        ply: int,
        done: int,
        total: int,
        moves: int,
        looked_at: int,
        left: float,
    ) -> None:
        """Report progress: `left` are the legal moves still to try, `looked_at` those tried in this
        stage, which give its speed.
        """
        if self.on_progress is None:
            return
        now = time.perf_counter()
        speed = max(looked_at, 1) / max(now - self.speed_begun, 1e-9)
        of, begun = sum(self.moves) if stage == "values" else None, self.begun
        self.on_progress(
            Progress(stage, ply, done, total, self.found, moves, of, now - begun, left / speed)
        )

    def _read(self, stage: Stage, ply: int) -> tuple[dict[str, Any], list[Array]]:
        wanted = {"kind": stage, "ply": ply, **self.stamp}
        return read(self.work / f"{stage}-{ply:03}", wanted, self._check_stop)

    def _write(
        self, stage: Stage, ply: int, header: dict[str, Any], arrays: Sequence[Array]
    ) -> None:
        facts = {"kind": stage, "ply": ply, **self.stamp, **header}
        write(self.work / f"{stage}-{ply:03}", facts, arrays, self.control.patience())

    def _take_values(self, ply: int, mine: Array) -> bool:
        """Read the values of a layer that were found earlier."""
        try:
            _, (kept,) = self._read("values", ply)
        except (TableError, FileNotFoundError):
            return False
        if kept.dtype != mine.dtype or kept.shape != mine.shape:
            return False
        mine[:] = kept
        return True
