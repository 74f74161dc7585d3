"""What holds of every command that plays many matches: stops, errors, files, full disks."""

from __future__ import annotations

import _thread
import json
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from plyground.arena import Run, WorkerDiedError
from plyground.arena.match import RunError
from plyground.cli import exits
from plyground.cli.app import run
from plyground.cli.terminal import notices
from plyground.search import Control
from tests.full_disk import files_of_at_most, needs_limits
from tests.games import TICTACTOE
from tests.terminals import Output
from tests.test_calibration import of
from tests.until import until

CUP = 'game = "tictactoe"\nplayers = ["minimax:depth=1", "minimax:depth=3"]\nrounds = 3\n'
SEARCH = CUP + 'title = "Everyone"\nquestion = "Who is best?"\nkind = "search"\n'
GRID = SEARCH.replace("search", "grid").replace("rounds = 3", "rounds = 6")

SIMULATE = "simulate tictactoe random random --rounds 6 --seed 1"
SPRT = "sprt tictactoe random minimax:depth=2 --seed 3"
TOURNAMENT = "tournament cup.toml --jobs 1 --exact 0"
EXPERIMENT = "experiment grid.toml --seed 1"
SEARCHES = "experiment search.toml --seed 1"
CALIBRATE = "calibrate tictactoe --results kept.results.jsonl --output found.json"

FILES = [
    (SIMULATE, ["csv", "chart", "save"]),
    (TOURNAMENT, ["csv", "parquet", "chart", "html", "save"]),
    (EXPERIMENT, ["csv", "chart"]),
    (SEARCHES, ["csv", "chart"]),
    (CALIBRATE, ["output"]),
]
EVERY_FILE = [(line, name) for line, names in FILES for name in names]
ALL = [SIMULATE, SPRT, TOURNAMENT, EXPERIMENT, SEARCHES, CALIBRATE]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the plans are. A calibration has two players."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("cup", CUP), ("grid", GRID), ("search", SEARCH)):
        Path(f"{name}.toml").write_text(text)
    monkeypatch.setattr(
        "plyground.cli.calibrate.Calibration",
        lambda *_, **__: of(TICTACTOE, ("random", "mixed:80", "level:1"), error=400.0, seed=1),
    )
    return tmp_path


Then = Callable[[Control], None]


def after(steps: int, then: Then, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let something happen once, after so many steps of a run."""
    still = [then]
    whole = Run.steps

    def some(self: Run, *given: Any, **more: Any) -> Iterator[Any]:
        control = next(each for each in (*given, *more.values()) if isinstance(each, Control))
        going = whole(self, *given, **more)
        yield from islice(going, steps)
        if still:
            still.pop()(control)
        yield from going

    monkeypatch.setattr(Run, "steps", some)


def waits() -> bool:
    """Whether the thread of the command waits for its work, and not for another to begin."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None and frame.f_code is not futures.wait.__code__:
        frame = frame.f_back
    return frame is not None


def press_ctrl_c(control: Control) -> None:
    until(waits)
    _thread.interrupt_main()
    until(lambda: control.enough)


def die(_control: Control) -> None:
    raise WorkerDiedError("a process that played has died")


def fail(_control: Control) -> None:
    raise RunError("the disk has gone")


@pytest.mark.parametrize("line", ALL)
def test_what_was_done_before_a_stop_is_reported(
    output: Output, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    after(4, press_ctrl_c, monkeypatch)
    has_rows = line not in (SPRT, CALIBRATE)
    code, out, err = output(line + " --csv rows.csv" * has_rows)
    assert code == exits.INTERRUPTED
    assert Path("rows.csv").exists() == has_rows
    if line == SIMULATE:
        assert Path("rows.csv").read_text().count("\n") == 1 + 4
    assert out
    kept = {TOURNAMENT: "cup", CALIBRATE: "kept"}.get(line)
    goes_on = f": {kept}.results.jsonl keeps them, and the same command goes on" if kept else ""
    so_far = {
        SIMULATE: "4 of 6 rounds were played", SPRT: "2 pairs were played",
        TOURNAMENT: "4 of 18 matches were played", CALIBRATE: "4 matches were played",
        EXPERIMENT: "4 of 6 matches were done", SEARCHES: "4 of 6 searches were done",
    }[line]  # fmt: skip
    assert err.splitlines()[-1] == f"plyground: ended by Ctrl-C; {so_far}{goes_on}"
    if kept:
        assert Path(f"{kept}.results.jsonl").read_bytes().count(b"\n") == 1 + 4
    if line == TOURNAMENT:
        assert "Not finished: 4 of 18 matches." in out


def test_ctrl_c_that_a_callback_of_the_compiler_has_lost_is_heard() -> None:
    def lose() -> None:
        sys.unraisablehook(SimpleNamespace(exc_value=KeyboardInterrupt()))  # type: ignore[arg-type]
        until(lambda: False)

    with notices("Nim"), pytest.raises(KeyboardInterrupt):
        lose()


@pytest.mark.parametrize("line", [TOURNAMENT, CALIBRATE])
def test_a_run_that_is_kept_goes_on(
    output: Output, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        after(4, press_ctrl_c, patched)
        output(line)
    code, _, err = output(line)
    assert code == exits.SUCCESS
    of_all = " of 18" if line == TOURNAMENT else ""
    assert err.splitlines()[0] == f"note: going on after 4{of_all} matches"


@pytest.mark.parametrize("then", [die, fail])
@pytest.mark.parametrize("line", ALL)
def test_what_was_done_before_an_error_is_reported(
    output: Output, line: str, then: Then, monkeypatch: pytest.MonkeyPatch
) -> None:
    after(4, then, monkeypatch)
    as_json = "" if line == CALIBRATE else " --json"
    code, out, err = output(line + as_json)
    assert code == exits.FAILURE
    assert isinstance(json.loads(out), dict) if as_json else out
    said = "a process that played has died; " if then is die else "the disk has gone; "
    assert err.splitlines()[-1].startswith(f"plyground: {said}")
    assert "Traceback" not in err


@pytest.mark.parametrize("line", [SIMULATE, SPRT, TOURNAMENT])
def test_jobs_are_for_this_computer(output: Output, line: str) -> None:
    line = line.replace(" --jobs 1", "")
    code, out, err = output(f"{line} --jobs 2 --cluster x")
    assert (code, out) == (exits.USAGE, "")
    assert err == "plyground: --jobs is for this computer: give --jobs or --cluster"


# Files


def unplayed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Run, "steps", lambda *_, **__: pytest.fail("it has played"))


@pytest.mark.parametrize(
    ("line", "two"),
    [
        (SIMULATE, "--json and --show"),
        (SIMULATE, "--json and --csv -"),
        (SIMULATE, "--csv - and --save -"),
        (TOURNAMENT, "--json, --html - and --save -"),
        (EXPERIMENT, "--json and --csv -"),
    ],
)
def test_one_thing_is_printed(output: Output, line: str, two: str) -> None:
    code, out, err = output(f"{line} {two.replace(' and', '').replace(',', '')}")
    assert (code, out) == (exits.USAGE, "")
    assert err == f"plyground: {two} each need standard output: give one of them"


@pytest.mark.parametrize(("line", "name"), EVERY_FILE)
def test_files_that_cannot_be_written_are_found_before_playing(
    output: Output, line: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unplayed(monkeypatch)
    Path("folder.png").mkdir()
    Path("file").touch()
    before = sorted(Path().rglob("*"))
    for path in ("folder.png", "file/a.png"):
        code, out, err = output(f"{line} --{name} {path}")
        assert (code, out) == (exits.FAILURE, "")
        assert "cannot be written" in err
        assert "\n" not in err
    assert sorted(Path().rglob("*")) == before


@pytest.mark.parametrize(
    ("line", "over"),
    [
        (f"{TOURNAMENT} --save ./cup.toml", "--save would write over cup.toml"),
        (f"{TOURNAMENT} --csv x.results.jsonl", "--csv would write over x.results.jsonl"),
        (f"{TOURNAMENT} --results r --parquet r", "--parquet would write over r"),
        (f"{TOURNAMENT} --csv a --save a", "--save would write over a"),
        (f"{EXPERIMENT} --csv grid.toml", "--csv would write over grid.toml"),
        (f"{SIMULATE} --csv a --save ./a", "--save would write over a"),
        (f"{CALIBRATE} --output kept.results.jsonl", "--output would write over kept"),
    ],
)
def test_nothing_is_written_over(
    output: Output, line: str, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    unplayed(monkeypatch)
    code, out, err = output(line)
    assert (code, out) == (exits.USAGE, "")
    assert over in err


@needs_limits
@pytest.mark.parametrize(("line", "name"), EVERY_FILE)
def test_a_full_disk_takes_the_file_only(
    output: Output, line: str, name: str, folder: Path
) -> None:
    """The report is said, what was there stays, and no traceback."""
    whole, path, full = folder / "whole.svg", folder / "a.svg", folder / "full.svg"
    output(f"{line} --{name} {whole}")  # and what is kept is there
    path.write_text("before")
    full.symlink_to("/dev/full")
    before = sorted(folder.iterdir())
    for place, shown in ((path, path), (full, full.resolve())):
        with files_of_at_most(100):
            code, out, err = output(f"{line} --{name} {place}")
        assert code == exits.FAILURE
        assert out
        assert err.startswith(f"plyground: {shown} cannot be written (")
        assert "\n" not in err
    assert path.read_text() == "before"
    assert sorted(folder.iterdir()) == before


@needs_limits
@pytest.mark.parametrize("line", [TOURNAMENT, CALIBRATE])
def test_a_disk_that_is_full_of_results(output: Output, line: str) -> None:
    whole = output(line)[1]
    (kept,) = Path().glob("*.results.jsonl")
    size = kept.stat().st_size
    kept.unlink()
    with files_of_at_most(size - 500):
        code, out, err = output(line.replace("found", "another"))
    assert code == exits.FAILURE
    assert out
    assert f"plyground: {kept} cannot be written: " in err
    assert "what it holds is safe, and the run goes on from there; " in err
    assert "Traceback" not in err
    code, out, err = output(line)
    assert code == exits.SUCCESS
    assert err.startswith("note: going on after ")
    if line == TOURNAMENT:
        assert out == whole


@pytest.mark.parametrize("line", [TOURNAMENT, CALIBRATE])
@pytest.mark.parametrize("path", [".", pytest.param("/dev/null", marks=needs_limits)])
def test_results_are_kept_in_a_file(output: Output, line: str, path: str) -> None:
    code, out, err = output(f"{line} --results {path}")
    assert (code, out) == (exits.USAGE, "")
    assert err == f"plyground: {path} is not a file: give another one after --results"


def test_a_calibration_that_ran_out_of_time_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*CALIBRATE.split(), "--minutes", "0"]) == exits.SUCCESS
    said = capsys.readouterr()
    assert said.out == "Tic-tac-toe: nobody is rated before everyone has met everyone.\n"
    assert not Path("found.json").exists()
