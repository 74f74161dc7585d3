"""`plyground solve`: by a table, by search, for more players, and what it says without room."""

import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.cli.app import run
from plyground.search import TableError, TooLargeError

Solve = Callable[[str], tuple[int, str, str]]

pytestmark = pytest.mark.compiled


@pytest.fixture
def solve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Solve:
    for where in ("start", "tables.solve"):
        monkeypatch.setattr(f"plyground.search.{where}.tables_folder", lambda: tmp_path)

    def solved(line: str) -> tuple[int, str, str]:
        code = run(["solve", *line.split()])
        return (code, *capfd.readouterr())

    return solved


def test_a_table_is_told_and_kept(solve: Solve, tmp_path: Path) -> None:
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


def test_more_players_have_what_each_can_force(solve: Solve) -> None:
    code, out, _ = solve("sim --vertices 4 --players 3 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert found["value"] == found["forced"][0]
    assert found["forced"] == ["draw", "draw", "draw"]
    assert len(found["ends"]) == 2
    assert found["plies"] is None
    assert "What each player can force" in solve("sim --vertices 4 --players 3")[1]


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

    monkeypatch.setattr("plyground.search.layers", none_left)
    code, out, errors = solve("tictactoe --raw")
    assert (code, out) == (exits.FAILURE, "")
    assert "not enough memory to count the positions of Tic-tac-toe one by one" in errors


class Screen(io.StringIO):
    """A terminal, as far as programs ask."""

    def isatty(self) -> bool:
        return True


def test_old_words(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counter of the old game-tree search, of legal moves, which ends with as many as ever."""
    screen = Screen()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", screen)
        code, out, _ = solve("numerical --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert found["legal_moves"]["total"] == 3_516_986
    assert (found["value"], found["plies"]) == ("win", 9)
    shown = screen.getvalue()
    assert shown.endswith("Doing game-tree search: 3516986/3516986 (100%)\nDone.\n")
    counts = re.findall(r"Doing game-tree search: (\d+)/3516986 \((\d+)%\)", shown)
    done = [int(count) for count, _ in counts]
    assert done == sorted(done)
    assert all(int(percent) == 100 * int(count) // 3_516_986 for count, percent in counts)


def test_words_of_other_games(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", screen)
        solve("tictactoe")
    assert screen.getvalue().endswith("Solving: 2,270 of 2,270 moves (100%)\n")
    screen = Screen()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stderr", screen)
        solve("tictactoe")
    assert "Solving" not in screen.getvalue()  # it was only read


def test_no_words_where_there_is_no_terminal(solve: Solve) -> None:
    assert solve("tictactoe")[2] == ""


def test_time_that_is_too_short(solve: Solve) -> None:
    code, out, _ = solve("numerical --time 0.001")
    assert code == exits.SUCCESS
    assert out.splitlines() == [
        "Numerical tic-tac-toe, for player 1: unknown",
        "What is finished is kept for the next time.",
    ]
    code, out, _ = solve("numerical --time 0.001 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["value"], found["plies"]) == ("unknown", None)
    assert (found["at_least"], found["at_most"]) == (None, None)
    assert found["seconds"] >= 0
    code, out, _ = solve("numerical --time 100 --json")
    assert json.loads(out)["value"] == "win"


def test_time_that_is_too_short_for_a_search(
    solve: Solve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is gone on with the next time."""

    def no_room(*_: object, **__: object) -> None:
        raise TooLargeError("there is no room")

    monkeypatch.setattr("plyground.search.solve_tables", no_room)
    code, out, _ = solve("connect4 --memory 128 --time 0.3 --threads 1 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["value"], found["plies"]) == ("unknown", None)
    assert (found["method"], found["why_not_table"]) == ("search", "there is no room")
    assert {"at_least", "at_most"} <= found.keys()
    assert len(list(tmp_path.glob("connect4-7-6-*.search"))) == 1
    code, out, _ = solve("connect4 --memory 128 --time 0.3 --threads 1")
    assert code == exits.SUCCESS
    assert "for player 1: unknown" in out
    assert "By search: there is no room." in out
    told = re.search(r"([\d,]+) positions visited", out)
    assert told
    assert int(told[1].replace(",", "")) > found["nodes"]


def test_where_a_table_has_no_room_two_players_are_searched(solve: Solve) -> None:
    code, out, _ = solve("tictactoe --memory 1 --json")
    if json.loads(out)["method"] == "table":  # which is small enough even for that
        code, out, _ = solve("numerical --memory 16 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert (found["method"], found["canonical_ongoing"]) == ("search", None)
    assert "positions fit" in found["why_not_table"]


def test_for_more_players_that_is_refused(solve: Solve) -> None:
    code, out, errors = solve("sim --vertices 10 --players 5 --memory 64")
    assert (code, out) == (exits.FAILURE, "")
    assert "positions fit" in errors


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("chess", "there is no game 'chess'"),
        ("tictactoe --memory 0", "--memory"),
        ("tictactoe --time 0", "a time is more than 0"),
        ("tictactoe --time -1", "a time is more than 0"),
    ],
)
def test_what_is_not_accepted(solve: Solve, line: str, told: str) -> None:
    code, out, errors = solve(line)
    assert (code, out) == (exits.USAGE, "")
    assert told in errors


def test_a_folder_that_cannot_be_written_is_no_fault_of_the_arguments(
    solve: Solve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    for where in ("start", "tables.solve"):
        monkeypatch.setattr(f"plyground.search.{where}.tables_folder", lambda: tmp_path / "file")
    code, out, errors = solve("sim --vertices 4 --players 3")
    assert (code, out) == (exits.FAILURE, "")
    assert "cannot be written" in errors


def test_a_disk_without_room_is_told_and_nothing_searched(
    solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise TableError("the disk is full")

    monkeypatch.setattr("plyground.search.solve_tables", full)
    assert solve("tictactoe") == (exits.FAILURE, "", "plyground: the disk is full\n")


@pytest.mark.filterwarnings("default")
def test_a_value_that_cannot_be_kept_is_told(solve: Solve, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_room(*_: object, **__: object) -> None:
        raise TooLargeError("there is no room")

    def full(*_: object, **__: object) -> None:
        raise TableError("it cannot be kept")

    monkeypatch.setattr("plyground.search.solve_tables", no_room)
    monkeypatch.setattr("plyground.search.start.write", full)
    code, out, errors = solve("tictactoe --memory 1")
    assert code == exits.SUCCESS
    assert "for player 1: draw" in out
    assert errors.splitlines()[-1] == "note: it cannot be kept"


def test_what_is_unknown_of_more_players_has_the_same_keys(solve: Solve) -> None:
    options = "sim --vertices 5 --players 3 --json"
    unknown = json.loads(solve(f"{options} --time 0.000001")[1])
    assert (unknown["value"], unknown["forced"], unknown["ends"]) == ("unknown", None, None)
    assert json.loads(solve(options)[1]).keys() <= unknown.keys()
    assert "unknown" in solve("sim --vertices 6 --players 3 --time 0.000001")[1]


def test_what_a_search_has_found_is_told_before_a_table_is_made(
    solve: Solve, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object, **__: object) -> None:
        raise TooLargeError("there is no room")

    def full(*_: object, **__: object) -> None:
        raise TableError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("plyground.search.solve_tables", no_room)
        code, out, errors = solve("numerical --raw --json")
    found = json.loads(out)
    assert (code, found["value"], found["why_not_table"]) == (0, "win", "there is no room")
    assert Path(found["file"]).suffix == ".search"
    assert "positions are not counted" in errors
    code, out, _ = solve("numerical --time 0.001 --json")
    again = json.loads(out)
    for name in ("value", "plies", "method", "nodes", "file"):
        assert again[name] == found[name]
    assert again["why_not_table"] == "a table takes more time than was given"
    assert again.keys() == found.keys()
    monkeypatch.setattr("plyground.search.solve_tables", full)
    assert "for player 1: win in 9 plies" in solve("numerical")[1]


def test_every_answer_has_a_file_and_a_reason_if_only_null(solve: Solve) -> None:
    found = json.loads(solve("tictactoe --json")[1])
    assert (found["file"] is not None, found["why_not_table"]) == (True, None)
    unknown = json.loads(solve("numerical --time 0.001 --json")[1])
    assert (unknown["file"], unknown["why_not_table"]) == (None, None)
