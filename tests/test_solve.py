"""`plyground solve`: by a table, by search, for more players, and what it says without room."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from plyground.cli import exits
from plyground.cli.app import run

Solve = Callable[[str], tuple[int, str, str]]

pytestmark = pytest.mark.compiled


@pytest.fixture
def solve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Solve:
    monkeypatch.setattr("plyground.search.tables.solve.tables_folder", lambda: tmp_path)

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
    assert "Tic-tac-toe: for player 1 a draw" in out
    assert "all        627     138" in out


def test_more_players_have_what_each_can_force(solve: Solve) -> None:
    code, out, _ = solve("sim --vertices 4 --players 3 --json")
    found = json.loads(out)
    assert code == exits.SUCCESS
    assert found["value"] == found["forced"][0]
    assert found["forced"] == ["draw", "draw", "draw"]
    assert set(found["maxn"]) == {"next", "previous"}
    assert found["remoteness"] is None
    assert "What each player can force" in solve("sim --vertices 4 --players 3")[1]


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
    assert code != exits.SUCCESS
    assert out == ""
    assert "positions fit" in errors


@pytest.mark.parametrize(
    ("line", "told"),
    [("chess", "there is no game 'chess'"), ("tictactoe --memory 0", "--memory")],
)
def test_what_is_not_accepted(solve: Solve, line: str, told: str) -> None:
    code, _, errors = solve(line)
    assert code == exits.USAGE
    assert told in errors
