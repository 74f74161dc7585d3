"""`plyground solve`: by a table, by search, for more players, and what it says without room."""

import io
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.search import TableError, TooLargeError, solve_start
from tests.terminals import Output
from tests.variants import ready, uncompiled

Solve = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: Output) -> Solve:
    for where in ("start", "tables.solve"):
        monkeypatch.setattr(f"plyground.search.{where}.tables_folder", lambda: tmp_path)
    return lambda line: output(f"solve {line}")


@pytest.mark.slow
def test_a_table_is_announced_and_kept(solve: Solve, tmp_path: Path) -> None:
    code, out, _ = solve("tictactoe --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["value"], found["method"]) == ("draw", "table")
    assert found["canonical_ongoing"]["total"] == 627
    assert found["canonical_ongoing"]["per_ply"][:4] == [1, 3, 12, 38]
    assert found["canonical_ended"]["total"] == 138
    assert Path(found["file"]).parent == tmp_path
    code, out, _ = solve("tictactoe")
    assert code == exits.SUCCESS
    assert "Tic-tac-toe, for player 1: draw" in out
    assert "all        627     138         2,270" in out
    assert "raw going on" not in out


@uncompiled
def test_more_players_have_what_each_can_force(solve: Solve) -> None:
    code, out, _ = solve("sim --vertices 4 --players 3 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert found["value"] == found["forced"][0]
    assert found["forced"] == ["draw", "draw", "draw"]
    assert len(found["ends"]) == 2
    assert found["plies"] is None
    assert "What each player can force" in solve("sim --vertices 4 --players 3")[1]


@pytest.mark.slow
def test_positions_one_by_one(solve: Solve) -> None:
    code, out, _ = solve("tictactoe --raw --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert found["raw_ongoing"]["total"] == 4520
    assert found["raw_ended"]["total"] == 958
    assert found["raw_ongoing"]["per_ply"] == [1, 9, 72, 252, 756, 1140, 1372, 696, 222, 0]
    assert found["raw_ended"]["per_ply"] == [0, 0, 0, 0, 0, 120, 148, 444, 168, 78]
    lines = solve("tictactoe --raw")[1].splitlines()
    assert "raw going on   raw ended" in lines[2]
    assert [line.split() for line in lines if line.startswith(" all")] == [
        ["all", "627", "138", "2,270", "4,520", "958"]
    ]
    assert json.loads(solve("tictactoe --json")[1])["raw_ongoing"] is None


def test_too_many_to_count_one_by_one(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    def none_left(game: object) -> None:
        raise MemoryError

    monkeypatch.setattr("plyground.cli.solve.layers", none_left)
    code, out, errors = solve("tictactoe --raw")
    assert (code, out) == (exits.FAILURE, "")
    assert "not enough memory to count the positions of Tic-tac-toe one by one" in errors


class Screen(io.StringIO):
    """A terminal, as far as programs ask."""

    def isatty(self) -> bool:
        return True


def test_the_count_of_moves(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of legal moves, which ends with as many as ever; a table that is only read counts none."""
    screen = Screen()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", screen)
        code, out, _ = solve("tictactoe --json")
    assert code == exits.SUCCESS
    assert json.loads(out)["legal_moves"]["total"] == 2270
    shown = screen.getvalue()
    assert shown.endswith("Solving: 2,270 of 2,270 moves (100%)\n")
    counts = [
        (int(count.replace(",", "")), int(percent))
        for count, percent in re.findall(r"Solving: ([\d,]+) of 2,270 moves \((\d+)%\)", shown)
    ]
    assert counts == sorted(counts)
    assert all(percent == 100 * count // 2270 for count, percent in counts)
    screen = Screen()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", screen)
        solve("tictactoe")
    assert "Solving" not in screen.getvalue()


def test_no_words_where_there_is_no_terminal(solve: Solve) -> None:
    assert solve("tictactoe")[2] == ""


@pytest.fixture
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has a limit of time is stopped before it begins, however quick the computer is."""
    start = threading.Timer.start

    def start_and_end(timer: threading.Timer) -> None:
        start(timer)
        if timer.interval < 1:
            timer.finished.wait()

    monkeypatch.setattr(threading.Timer, "start", start_and_end)


@pytest.mark.usefixtures("no_time")
def test_time_that_is_too_short(solve: Solve) -> None:
    code, out, _ = solve("tictactoe --time 1e-9")
    assert code == exits.SUCCESS
    assert out.splitlines() == [
        "Tic-tac-toe, for player 1: unknown",
        "Nothing is kept for the next time.",
    ]
    code, out, _ = solve("tictactoe --time 1e-9 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["value"], found["plies"]) == ("unknown", None)
    assert (found["at_least"], found["at_most"]) == (None, None)
    assert found["seconds"] >= 0
    code, out, _ = solve("tictactoe --time 100 --json")
    assert json.loads(out)["value"] == "draw"


def no_room(*_: object, **__: object) -> None:
    raise TooLargeError("there is no room")


def full(*_: object, **__: object) -> None:
    raise TableError("the disk is full")


@pytest.fixture
def no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no room for a table, and short searches are worth keeping."""

    monkeypatch.setattr("plyground.cli.solve.solve_tables", no_room)
    kept = partial(solve_start, keep_from=0.0)
    monkeypatch.setattr("plyground.cli.solve.solve_start", kept)


@pytest.mark.slow
@pytest.mark.usefixtures("no_table")
def test_time_that_is_too_short_for_a_search(solve: Solve, tmp_path: Path) -> None:
    """It is gone on with the next time."""
    line = "connect4 --no-book --memory 1 --time 0.5 --threads 1"
    code, out, _ = solve(f"{line} --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["value"], found["plies"]) == ("unknown", None)
    assert (found["method"], found["why_not_table"]) == ("search", "there is no room")
    assert {"at_least", "at_most"} <= found.keys()
    [file] = tmp_path.glob("connect4-7-6-*.search")
    assert (found["file"], found["bytes"]) == (str(file), file.stat().st_size)
    code, out, _ = solve(line)
    assert code == exits.SUCCESS
    assert "for player 1: unknown" in out
    assert "By search: there is no room." in out
    visited = re.search(r"([\d,]+) positions visited", out)
    assert visited
    assert int(visited[1].replace(",", "")) > found["nodes"]
    assert f" are kept for the next time, in {file}." in out


@pytest.mark.slow
def test_a_search_that_was_short_is_not_kept(
    solve: Solve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.cli.solve.solve_tables", no_room)
    code, out, _ = solve("connect4 --no-book --time 1")
    assert code == exits.SUCCESS
    assert out.endswith("Nothing is kept for the next time.\n")
    assert list(tmp_path.iterdir()) == []


def test_what_a_book_knows_is_said_at_once(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object, **__: object) -> None:
        pytest.fail("nothing needs to be solved")

    monkeypatch.setattr("plyground.cli.solve.solve_tables", nothing)
    monkeypatch.setattr("plyground.cli.solve.solve_start", nothing)
    assert solve("connect4 --time 1") == (
        exits.SUCCESS,
        "Connect Four (columns 7, rows 6), for player 1: win in 41 plies\n"
        "The value is from the book of its first 8 plies; --no-book solves the game.\n",
        "",
    )
    found = json.loads(solve("connect4 --raw --json")[1])
    assert (found["value"], found["plies"], found["method"]) == ("win", 41, "book")


@pytest.mark.slow
@ready
def test_why_there_is_no_table_is_said_in_words(solve: Solve) -> None:
    out = solve("connect4 --no-book --columns 5 --rows 4 --memory 16")[1]
    assert "By search: a table of Connect Four (columns 5, rows 4) has at least" in out


INTERRUPTED = """
import os, signal, sys, threading, time
from plyground.cli import app, batch

plain = batch.interruptible


def press() -> None:
    print(time.process_time(), flush=True)
    os.kill(os.getpid(), signal.SIGINT)


def interruptible(*given):
    threading.Timer(1, press).start()
    return plain(*given)


batch.interruptible = interruptible
app.main()
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_ends_it_at_once(tmp_path: Path) -> None:
    """Whatever it does, compiling too; and it says that nothing is kept."""
    import resource

    def spent() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    for cache in (os.environ.get("XDG_CACHE_HOME"), str(tmp_path)):  # compiled, and not
        before = spent()
        where = {} if cache is None else {"XDG_CACHE_HOME": cache}
        with subprocess.Popen(
            [sys.executable, "-c", INTERRUPTED, "solve", "connect4", "--no-book"],
            env={**os.environ, **where}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        ) as process:  # fmt: skip
            assert process.stdout
            pressed = float(process.stdout.readline())
            _, errors = process.communicate()
        assert spent() - before - pressed < 2  # seconds of the processor
        assert process.returncode == exits.INTERRUPTED
        assert "ended by Ctrl-C; " in errors
        assert " kept for the next time" in errors


def test_where_a_table_has_no_room_two_players_are_searched(solve: Solve) -> None:
    code, out, _ = solve("tictactoe --memory 1 --json")
    if json.loads(out)["method"] == "table":  # which is small enough even for that
        code, out, _ = solve("connect4 --columns 4 --rows 4 --memory 1 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["method"], found["canonical_ongoing"]) == ("search", None)
    assert "positions fit" in found["why_not_table"]


@pytest.mark.slow
def test_for_more_players_that_is_refused(solve: Solve) -> None:
    code, out, errors = solve("sim --players 3 --memory 1")
    assert (code, out) == (exits.FAILURE, "")
    assert "positions fit" in errors


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("chess", "there is no game 'chess'"),
        ("tictactoe --memory 0", "--memory"),
        ("tictactoe --time 0", "a time is more than 0"),
        ("tictactoe --time -1", "a time is more than 0"),
    ],
)
def test_what_is_not_accepted(solve: Solve, line: str, message: str) -> None:
    code, out, errors = solve(line)
    assert (code, out) == (exits.USAGE, "")
    assert message in errors


def test_a_folder_that_cannot_be_written_is_no_fault_of_the_arguments(
    solve: Solve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for where in ("start", "tables.solve"):
        monkeypatch.setattr(f"plyground.search.{where}.tables_folder", lambda: tmp_path / "file")
    code, out, errors = solve("tictactoe")
    assert (code, out) == (exits.FAILURE, "")
    assert "cannot be written" in errors


def test_a_disk_without_room_is_reported_and_nothing_searched(
    solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.cli.solve.solve_tables", full)
    assert solve("tictactoe") == (exits.FAILURE, "", "plyground: the disk is full")


@pytest.mark.filterwarnings("default")
@pytest.mark.usefixtures("no_table")
def test_a_value_that_cannot_be_kept_is_reported(
    solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.search.start.write", full)
    code, out, errors = solve("tictactoe --memory 1")
    assert code == exits.SUCCESS
    assert "for player 1: draw" in out
    assert errors.splitlines()[-1] == "note: the disk is full"


@uncompiled
def test_what_is_unknown_of_more_players_has_the_same_keys(solve: Solve) -> None:
    options = "sim --vertices 4 --players 3 --json"
    unknown = json.loads(solve(f"{options} --time 0.000001")[1])
    assert (unknown["value"], unknown["forced"], unknown["ends"]) == ("unknown", None, None)
    assert json.loads(solve(options)[1]).keys() <= unknown.keys()
    assert "unknown" in solve("sim --vertices 6 --players 3 --time 0.000001")[1]


def test_what_a_search_has_found_is_shown_before_a_table_is_made(
    solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = partial(solve_start, keep_from=0.0)
    monkeypatch.setattr("plyground.cli.solve.solve_start", kept)

    with monkeypatch.context() as patch:
        patch.setattr("plyground.cli.solve.solve_tables", no_room)
        code, out, errors = solve("tictactoe --memory 1 --raw --json")
    found = json.loads(out)
    assert (code, found["value"], found["why_not_table"]) == (0, "draw", "there is no room")
    assert Path(found["file"]).suffix == ".search"
    assert "--raw counts nothing" in errors
    code, out, _ = solve("tictactoe --memory 1 --time 0.000001 --json")
    again = json.loads(out)
    for name in ("value", "plies", "method", "nodes", "file"):
        assert again[name] == found[name]
    assert again["why_not_table"] == "a table takes more time than was given"
    assert again.keys() == found.keys()
    monkeypatch.setattr("plyground.cli.solve.solve_tables", full)
    assert "for player 1: draw" in solve("tictactoe --memory 1")[1]


@pytest.mark.usefixtures("no_time")
def test_every_answer_has_a_file_and_a_reason_if_only_null(solve: Solve) -> None:
    unknown = json.loads(solve("tictactoe --time 1e-9 --json")[1])
    assert (unknown["file"], unknown["why_not_table"]) == (None, None)
    found = json.loads(solve("tictactoe --json")[1])
    assert (found["file"] is not None, found["why_not_table"]) == (True, None)
