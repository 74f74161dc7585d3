"""Long searches from a game's start: what is kept of them, gone on with, and not trusted."""

import math
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import errors, rules
from plyground.search import (
    Cancelled,
    Control,
    LimitError,
    Limits,
    Solution,
    Solver,
    StartProgress,
    TableError,
    solve_tables,
    start,
)
from plyground.search import solve_start as solve_long_start
from plyground.search.tables import table_path
from plyground.search.tables.files import FORMAT, SEARCH_KERNELS, Streamed, read, stamp, write
from plyground.search.tables.packing import pack, unpack
from tests.computers import stopped
from tests.full_disk import files_of_at_most, needs_limits
from tests.games import CONNECT4, NUMERICAL, SIM, SMALL_CONNECT4, TICTACTOE
from tests.until import until

solve_start = partial(solve_long_start, keep_from=0.0)  # whose searches are short


LEAST = 1e-9  # seconds after which a search has had its one step
GAME = pg.ConnectFour(4, 4)
VALUE = 0


class Patient(Solver):
    """A solver that ends each search after so many positions, whatever its time; and that knows
    what it was asked, and whether it remembered anything then.
    """

    def __init__(self, game: rules.Game, memory: int = 1, nodes: int = 400) -> None:
        super().__init__(game, memory)
        self.nodes = nodes
        self.asked: list[tuple[Any, bool]] = []

    def solve(
        self,
        position: pg.Position,
        *,
        limits: Limits | None = None,
        control: Control | None = None,
        window: tuple[int, int] | None = None,
    ) -> Solution:
        if window is not None:  # and not to compile
            self.asked.append((window, bool(self.remembered.any())))
        return super().solve(
            position, limits=Limits(nodes=self.nodes), control=control, window=window
        )


def kept(folder: Path, game: rules.Game = GAME) -> Path:
    return table_path(game, folder).with_suffix(".search")


def begin(folder: Path, memory: int = 1) -> Solution:
    """Some work that is interrupted."""
    solution = solve_start(Patient(GAME, memory), folder, seconds=LEAST)
    assert not solution.exact
    return solution


def limits(solution: Solution) -> tuple[int, int]:
    return solution.low, solution.high


# To the end


@pytest.mark.parametrize(
    "game",
    [
        SMALL_CONNECT4,
        pytest.param(SIM, marks=pytest.mark.compiled),
        pytest.param(NUMERICAL, marks=pytest.mark.compiled),
    ],
    ids=repr,
)
def test_what_was_found_is_only_read(game: rules.Game, tmp_path: Path) -> None:
    reports: list[StartProgress] = []
    found = solve_start(Solver(game, 1), tmp_path, on_progress=reports.append)
    assert limits(found) == limits(Solver(game, 1).solve(game.position()))
    assert found.exact
    path = kept(tmp_path, game)
    assert [each.kept for each in reports] == [path] * len(reports)
    assert reports[-1].solution == found
    header, arrays = read(path, {})
    assert arrays == []
    assert (header["low"], header["high"], header["nodes"]) == (*limits(found), found.nodes)
    written = path.read_bytes()
    again = Patient(game)
    assert solve_start(again, tmp_path, seconds=LEAST, on_progress=reports.append) == found
    assert again.asked == []
    assert reports[-1].solution == found
    assert path.read_bytes() == written
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_kept_has_the_folder_of_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    solve_start(Solver(GAME, 1))
    assert kept(tmp_path / "plyground" / "tables").exists()


def test_who_wins_is_asked_before_how_soon(tmp_path: Path) -> None:
    """A draw is no win and no loss; a win is a win before it is one in so many plies."""
    drawn = Patient(TICTACTOE, nodes=10_000)
    solve_start(drawn, tmp_path)
    assert [window for window, _ in drawn.asked] == [(0, 1), (-1, 0)]


@pytest.mark.compiled
def test_how_soon_is_asked_last(tmp_path: Path) -> None:
    won = Patient(NUMERICAL, nodes=1_000_000)
    assert limits(solve_start(won, tmp_path)) == (1, 1)
    assert won.asked[0][0] == (0, 1)
    lost = Patient(SIM, nodes=1_000_000)
    assert limits(solve_start(lost, tmp_path)) == (-1, -1)
    assert [window for window, _ in lost.asked] == [(0, 1), (-lost.game.max_plies - 1, -1)]


# Interrupted


@pytest.mark.parametrize(
    ("game", "nodes"),
    [(SMALL_CONNECT4, 300), pytest.param(SIM, 300, marks=pytest.mark.compiled)],
    ids=repr,
)
def test_interrupted_work_is_gone_on_with(game: rules.Game, nodes: int, tmp_path: Path) -> None:
    """Each time by another solver, as in another process."""
    plain = Solver(game, 1).solve(game.position())
    before = Solution(plain.position, -plain.most, plain.most, 0, 0.0)
    runs = 0
    while not before.exact:
        solver = Patient(game, nodes=nodes)
        solution = solve_start(solver, tmp_path, seconds=LEAST)
        assert solver.asked[0][1] == (runs > 0)
        assert len(solver.asked) == 1
        assert before.low <= solution.low <= plain.low <= solution.high <= before.high
        assert before.nodes < solution.nodes <= before.nodes + nodes + 20
        assert before.seconds < solution.seconds
        header, arrays = read(kept(tmp_path, game), {})
        assert (header["low"], header["high"]) == limits(solution)
        assert (header["nodes"], header["seconds"]) == (solution.nodes, solution.seconds)
        assert bool(arrays) != solution.exact
        before = solution
        runs += 1
        assert runs < 200
    assert limits(before) == limits(plain)
    assert runs > 3


@pytest.mark.compiled
def test_time_that_is_over_again_and_again(tmp_path: Path) -> None:
    game = NUMERICAL
    solutions: list[Solution] = []
    while not (solutions and solutions[-1].exact):
        solutions.append(solve_start(Solver(game, 1), tmp_path, seconds=0.004, save_every=0.002))
    assert limits(solutions[-1]) == (1, 1)
    nodes = [solution.nodes for solution in solutions]
    assert nodes == sorted(set(nodes))


def test_other_memory_takes_up_the_limits_only(tmp_path: Path) -> None:
    solver = Patient(GAME, nodes=2_000)  # enough for the first question
    before = solve_start(solver, tmp_path, seconds=LEAST)
    assert limits(before) == (-before.most, 0)
    other = Patient(GAME, memory=2, nodes=1_000_000)
    found = solve_start(other, tmp_path)
    assert other.asked == [((-1, 0), False)]
    assert limits(found) == (VALUE, VALUE)
    assert found.nodes > before.nodes


def test_memory_of_longer_entries_is_left_alone(tmp_path: Path) -> None:
    """Tables of two sizes may have as many entries, of different numbers of words."""
    begin(tmp_path)
    header, (counts, places, entries) = read(kept(tmp_path), {})
    longer = np.repeat(entries, 2, axis=1)
    write(kept(tmp_path), header, [counts, places, longer])
    solver = Patient(GAME, nodes=1_000_000)
    assert limits(solve_start(solver, tmp_path)) == (VALUE, VALUE)
    assert not solver.asked[0][1]


# Stopped


def test_what_was_found_before_a_stop_is_kept(tmp_path: Path) -> None:
    control, reports = Control(), list[StartProgress]()

    def stop(progress: StartProgress) -> None:
        reports.append(progress)
        if len(reports) == 2:
            control.stop()

    with pytest.raises(Cancelled):
        solve_start(Patient(GAME), tmp_path, control=control, on_progress=stop)
    assert len(reports) == 2
    header, arrays = read(kept(tmp_path), {})
    assert header["nodes"] >= reports[-1].solution.nodes > 0
    assert len(arrays[-1])
    later = Patient(GAME)
    found = solve_start(later, tmp_path)
    assert later.asked[0][1]
    assert limits(found) == (VALUE, VALUE)
    assert found.nodes > header["nodes"]


@pytest.mark.compiled
def test_a_stop_within_a_search(tmp_path: Path) -> None:
    game, control = CONNECT4, Control()
    solver = Solver(game, 16)  # soon written
    solver.prepare()
    ended: list[str] = []

    def search() -> None:
        try:
            solve_start(solver, tmp_path, control=control)
        except Cancelled:
            ended.append("stopped")

    thread = threading.Thread(target=search)
    thread.start()
    until(lambda: control.nodes >= 100_000)
    control.stop()
    thread.join()
    assert ended == ["stopped"]
    header, arrays = read(kept(tmp_path, game), {})
    assert header["nodes"] == control.nodes
    assert header["seconds"] > 0
    table = np.zeros_like(solver.remembered)
    unpack(arrays, table, lambda: None)
    assert (table == solver.remembered).all()
    assert len(arrays[-1]) == np.count_nonzero(table)
    with pytest.raises(Cancelled):  # still told to stop
        solve_start(solver, tmp_path, control=control)


KILLED = """
import os, signal, sys
from tests.test_start import GAME, Patient
from plyground.search import solve_start

solve_start(
    Patient(GAME), sys.argv[1], keep_from=0,
    on_progress=lambda _progress: os.kill(os.getpid(), signal.SIGKILL),
)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_work_is_gone_on_with(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        check=False, capture_output=True, cwd=Path(__file__).parent.parent,
    )  # fmt: skip
    assert done.returncode < 0, done.stderr
    before, _ = read(kept(tmp_path), {})
    later = Patient(GAME)
    found = solve_start(later, tmp_path)
    assert later.asked[0][1]
    assert limits(found) == (VALUE, VALUE)
    assert found.nodes > before["nodes"]


def test_a_short_search_is_not_kept(tmp_path: Path) -> None:
    reports: list[StartProgress] = []
    for seconds in (LEAST, None):
        solve_long_start(Patient(GAME), tmp_path, seconds=seconds, on_progress=reports.append)
    with pytest.raises(Cancelled):
        solve_long_start(Patient(GAME), tmp_path, control=stopped())
    assert list(tmp_path.iterdir()) == []
    assert reports == []


@pytest.mark.compiled
def test_only_entries_that_are_used_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a table of 64 MiB, a few."""
    monkeypatch.setattr(start, "_LATE", (0, math.inf))  # it is kept on a slow disk too
    game = CONNECT4
    solver = Solver(game, 64)
    while not solver.remembered.any():
        solve_start(solver, tmp_path, seconds=0.1)
    used = np.count_nonzero(solver.remembered)
    assert used < 1_000_000
    assert kept(tmp_path, game).stat().st_size < 9 * used + 100_000


def test_packing() -> None:
    """Of tables whose entries are one word or several, in one block of a table or many."""
    rng = np.random.default_rng(1)
    for shape in ((64, 1), (4096, 3), (1 << 21, 1)):
        table = rng.integers(0, 1 << 63, shape, np.uint64)
        table[rng.random(len(table)) < 0.7] = 0
        arrays = [
            np.concatenate(list(each.pieces())) if isinstance(each, Streamed) else each
            for each in pack(table, lambda: None)
        ]
        assert len(arrays[-1]) == np.count_nonzero(table[:, -1])
        again = np.zeros_like(table)
        unpack(arrays, again, lambda: None)
        assert (again == table).all()


@pytest.mark.parametrize("reads", [False, True], ids=["writes", "reads"])
def test_a_stop_while_a_file_is_written_or_read(
    reads: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for a slow disk; what was kept before is intact."""
    begin(tmp_path)
    whole = kept(tmp_path).read_bytes()
    control, parts = Control(), count()
    name = "read" if reads else "write"
    plain = getattr(start, name)

    def slowly(*given: Any) -> Any:
        *others, on_part = given
        clock = SimpleNamespace(perf_counter=lambda: next(parts) / 100)
        monkeypatch.setattr("plyground.search.control.time", clock)
        control.stop()
        for _ in range(1000):
            on_part()
        return plain(*others, on_part)

    monkeypatch.setattr(start, name, slowly)
    with pytest.raises(Cancelled):
        solve_start(Patient(GAME), tmp_path, control=control)
    assert next(parts) < 90  # hundredths of a second
    assert kept(tmp_path).read_bytes() == whole


# Not trusted


def flipped(place: int) -> Callable[[bytes], bytes]:
    return lambda whole: whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :]


@pytest.mark.parametrize(
    "damaged",
    [
        flipped(3),
        flipped(100),
        flipped(2_000),
        flipped(-2),
        lambda whole: whole[:-1],
        lambda whole: whole[:200],
        lambda whole: whole[: len(whole) // 2],
        lambda whole: whole + b"\0",
        lambda whole: b"",
        lambda whole: b"something else\n" * 100,
        lambda whole: whole.replace(b"tables %d\n" % FORMAT, b"tables %d\n" % (FORMAT + 1), 1),
    ],
)
def test_a_damaged_file_is_not_believed(damaged: Callable[[bytes], bytes], tmp_path: Path) -> None:
    begin(tmp_path)
    path = kept(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(damaged(whole))
    assert path.read_bytes() != whole
    assert_begins_anew(tmp_path)


def assert_begins_anew(folder: Path) -> None:
    solver = Patient(GAME, nodes=1_000_000)
    solution = solve_start(solver, folder)
    assert solver.asked == [((0, 1), False), ((-1, 0), True)]
    assert limits(solution) == (VALUE, VALUE)
    assert limits(solve_start(Patient(GAME), folder)) == (VALUE, VALUE)


def test_files_of_others_are_not_believed(tmp_path: Path) -> None:
    """Of another game, other rules, or another kind; all of them are whole."""
    other = TICTACTOE
    solve_start(Patient(other, nodes=100), tmp_path, seconds=LEAST)
    begin(tmp_path)
    path = kept(tmp_path)
    header, arrays = read(path, {})
    shutil.copy(kept(tmp_path, other), path)
    assert_begins_anew(tmp_path)
    for name, changed in (("rules", "0" * 64), ("kind", "table"), ("game", "chess")):
        write(path, {**header, name: changed, "low": 3, "high": 3}, arrays)
        assert_begins_anew(tmp_path)
    shutil.copy(solve_tables(other, folder=tmp_path).path, path)
    assert_begins_anew(tmp_path)


def test_other_bounds_are_other_rules(tmp_path: Path) -> None:
    """A table does not depend on them, but what a search remembers does."""

    class Unbounded(pg.TicTacToe):
        def kernels(self) -> rules.Kernels:
            most = self.max_plies + 1

            def bounds(state: Any) -> tuple[int, int, int]:
                return -most, most, 0

            return {**super().kernels(), **rules.kernels(bounds)}

    game, other = TICTACTOE, Unbounded()
    assert kept(tmp_path, game) == kept(tmp_path, other)
    solve_start(Solver(game, 1), tmp_path)
    header, _ = read(kept(tmp_path, game), {})
    assert stamp(game, SEARCH_KERNELS)["rules"] == header["rules"]
    assert stamp(other, SEARCH_KERNELS)["rules"] != header["rules"]


# No room


@needs_limits
def test_a_disk_that_is_full_loses_nothing(tmp_path: Path) -> None:
    before = begin(tmp_path)
    path = kept(tmp_path)
    whole = path.read_bytes()
    with files_of_at_most(100), pytest.warns(errors.CacheWarning) as warned:
        found = solve_start(Patient(GAME), tmp_path)
    assert limits(found) == (VALUE, VALUE)
    (message,) = [str(each.message) for each in warned]  # although each part could not be kept
    assert re.sub(r"[\d.]+ kB", "SIZE", message) == (
        f"{path.name} (SIZE) cannot be kept in {tmp_path}: File too large; "
        "what was kept before is intact"
    )
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == whole
    found = solve_start(Patient(GAME), tmp_path)
    assert limits(found) == (VALUE, VALUE)
    assert found.nodes > before.nodes


def test_a_disk_with_little_room_is_reported_before_anything_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(tmp_path)._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
    solver = Patient(GAME)
    with pytest.raises(TableError) as error:
        solve_start(solver, tmp_path)
    assert str(error.value) == (
        "a search of Connect Four (columns 4, rows 4) keeps up to 1.0 MB on disk, as much as "
        f"its memory, and {tmp_path} has 1.0 kB left"
    )
    assert solver.asked == []


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    solver = Patient(GAME)
    with pytest.raises(TableError, match=f"^{file} cannot be written: File exists$"):
        solve_start(solver, file)
    assert solver.asked == []
    assert file.read_text() == "no folder"


@pytest.mark.skipif(
    sys.platform == "win32" or os.getuid() == 0, reason="who may write everywhere is not refused"
)
def test_a_folder_of_someone_else(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(TableError, match="cannot be written: it may not be changed"):
            solve_start(Patient(GAME), tmp_path)
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_that_is_none(seconds: float, tmp_path: Path) -> None:
    with pytest.raises(LimitError, match="a time is more than 0"):
        solve_start(Solver(GAME, 1), tmp_path, seconds=seconds)
