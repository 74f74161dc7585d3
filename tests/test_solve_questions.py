"""`plyground solve` by questions: what it says first, what it keeps, and what it refuses."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.search import processors
from tests.terminals import Output
from tests.test_frontier import stopped

Solve = Callable[[str], tuple[int, str, str]]

SMALL = "connect4 --columns 4 --rows 4"


@pytest.fixture
def solve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: Output) -> Solve:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("plyground.search.start.tables_folder", lambda: tmp_path / "tables")
    return lambda line: output(f"solve {line}")


def test_what_it_takes_is_said_first_and_what_it_found_is_kept(
    solve: Solve, tmp_path: Path
) -> None:
    code, out, err = solve(f"{SMALL} --folder work --memory 1 --threads 1")
    assert code == exits.SUCCESS
    assert "who wins: about 1 s with 1 thread" in err
    assert "memory: a table of " in err
    assert "disk: at most 40.0 MB" in err
    assert "Connect Four (columns 4, rows 4), for player 1: draw" in out
    assert "positions visited" in out
    assert "are kept for the next time, in work." in out
    assert (tmp_path / "work" / "answers").exists()
    code, out, err = solve(f"{SMALL} --folder work --memory 1 --threads 1 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["method"], found["value"], found["file"]) == ("questions", "draw", "work")
    assert found["nodes"] > 0
    assert found["bytes"] > 0
    assert "about" not in err


def test_the_forecast_has_a_part_of_the_time(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.search.foresight._TRIAL", 10)
    monkeypatch.setattr("plyground.search.foresight._NODES", 10)
    _, out, err = solve(f"{SMALL} --folder work --memory 1 --threads 1 --time 1e-9")
    assert "who wins: at least 1 s with 1 thread" in err
    assert "for player 1: unknown" in out


def test_threads_beyond_the_processors_promise_nothing(solve: Solve) -> None:
    _, _, err = solve(f"{SMALL} --folder work --memory 1 --threads 64 --time 1e-9")
    here = processors()
    number = "1 processor" if here == 1 else f"{here} processors"
    assert f"with 64 threads on {number}, each as fast as this one" in err


@pytest.mark.slow
def test_unfinished_work_is_gone_on_with(solve: Solve, tmp_path: Path) -> None:
    code, out, _ = solve(f"{SMALL} --memory 1 --folder none --time 1e-9")
    assert code == exits.SUCCESS
    assert "for player 1: unknown" in out
    stopped(tmp_path / "work")
    code, out, err = solve(f"{SMALL} --memory 1 --folder work --threads 1")
    assert code == exits.SUCCESS
    assert "for player 1: draw" in out
    assert "answers are known from work, after" in err
    assert "memory: a table of" in err
    assert "about" not in err


def test_without_a_folder_the_work_is_kept_with_tables(solve: Solve, tmp_path: Path) -> None:
    code, out, _ = solve("tictactoe --winner --memory 1")
    assert code == exits.SUCCESS
    assert "for player 1: draw" in out
    [folder] = (tmp_path / "tables").glob("tictactoe-*.questions")
    assert folder.is_dir()


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("--winner --raw", exits.USAGE, "--raw counts the positions of a table"),
        ("--cluster x --threads 2", exits.USAGE, "give --threads or --cluster"),
        ("--folder full", exits.FAILURE, "full is a file: choose a folder"),
        ("--folder full/below", exits.FAILURE, "answers cannot be read: Not a directory;"),
        ("--winner --time 0", exits.USAGE, "a time is more than 0"),
    ],
)
def test_what_is_refused(solve: Solve, line: str, code: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "full").touch()
    found, out, err = solve(f"{SMALL} --memory 1 {line}")
    assert (found, out) == (code, "")
    assert said in err
    assert "Traceback" not in err


def test_the_folder_of_another_game_is_refused(solve: Solve) -> None:
    solve("tictactoe --folder work --memory 1")
    code, out, err = solve(f"{SMALL} --folder work --memory 1")
    assert (code, out) == (exits.FAILURE, "")
    assert "is for tictactoe" in err
    assert "choose another folder, or remove this file to begin again" in err


def test_a_cluster_that_does_not_answer(solve: Solve) -> None:
    pytest.importorskip("distributed")
    code, out, err = solve(f"{SMALL} --memory 1 --cluster 127.0.0.1:1")
    assert (code, out) == (exits.FAILURE, "")
    assert "no Dask scheduler answers at '127.0.0.1:1'" in err


def test_more_players_are_refused(solve: Solve) -> None:
    code, out, err = solve("sim --players 3 --winner --memory 1")
    assert (code, out) == (exits.USAGE, "")
    assert "cannot be solved by search" in err
