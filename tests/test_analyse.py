"""`plyground analyse` and `plyground score`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import plyground as pg
from plyground.cli import exits
from plyground.cli.app import run
from plyground.cli.output import prepare
from plyground.search import Solver
from tests.variants import uncompiled

Command = Callable[..., tuple[int, list[str]]]

ERROR = "move 2, 1: Cell 1 is taken: legal are 2, 3, 4, 5, 6, 7, 8, 9"
OVER = "the game is over (Player 1 wins: three in a row): there is nothing to"


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command with some standard input; gives the exit code and the lines printed."""

    def run_it(line: str, typed: str = "") -> tuple[int, list[str]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run(line.split())
        return code, capsys.readouterr().out.splitlines()

    return run_it


def fields(line: str) -> tuple[str, str]:
    """Moves and score of a line of `score`, whose counts are whole numbers."""
    moves, score, positions, microseconds = line.split("\t")
    assert positions.isdecimal()
    assert microseconds.isdecimal()
    return moves, score


# One position


def test_analysis_as_text(command: Command) -> None:
    code, lines = command("analyse tictactoe 1 2")
    assert code == exits.SUCCESS
    assert "Moves so far: 1 2. Player 1 to move." in lines
    assert "For player 1: win in 5 plies" in lines
    table = [" ".join(line.split()) for line in lines]
    wins, draws = table.index("win in 5 plies 4 5 7"), table.index("draw 3 6 8 9")
    assert wins < draws
    assert any(line.startswith("Best play: 4 7 5 ") for line in lines)


def test_analysis_as_json(command: Command) -> None:
    code, lines = command("analyse tictactoe 127 --json")
    assert code == exits.SUCCESS
    data = json.loads("\n".join(lines))
    assert (data["value"], data["plies"]) == ("loss", 4)
    assert data["moves"][0] == {"move": "4", "value": "loss", "plies": 4}
    assert {each["plies"] for each in data["moves"][1:]} == {2}
    assert len(data["principal_variation"]) == 4
    assert data["principal_variation"][0] == "4"
    assert data["game"] == {"name": "tictactoe", "title": "Tic-tac-toe", "parameters": {}}
    assert data["position"] == ["1", "2", "7"]
    assert data["nodes"] > 0
    assert data["seconds"] > 0


def test_score_of_a_position(command: Command) -> None:
    for line, expected in (
        ("score tictactoe", ("", "0")),
        ("score tictactoe 1 2", ("1 2", "5")),
        ("score tictactoe 127", ("127", "-4")),
        ("score connect4 --columns 4 --rows 4 121212", ("121212", "5")),
        ("score connect4 --columns 4 --rows 4 142122", ("142122", "-1")),
    ):
        code, lines = command(line)
        assert code == exits.SUCCESS
        assert [fields(each) for each in lines] == [expected]


@pytest.mark.parametrize("name", ["analyse", "score"])
@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("tictactoe 11", "Cell 1 is taken"),
        ("tictactoe 12457", "there is nothing to"),
        ("tictactoe 1x", "'x' is not a move"),
        ("tictactoe --time 0", "more than 0"),
        ("tictactoe --threads 0", "--threads"),
        ("tictactoe --table-mb 0", "--table-mb"),
        ("tictactoe --memory 1000000000", "does not fit"),
    ],
)
def test_bad_input(name: str, rest: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    cannot = message == "does not fit"
    assert run([name, *rest.split()]) == (exits.FAILURE if cannot else exits.USAGE)
    said = capsys.readouterr()
    assert message in said.err
    assert said.out == ""


@uncompiled
def test_more_players_are_analysed_and_not_scored(
    command: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("plyground.search.tables.solve.tables_folder", lambda: tmp_path)
    code, lines = command("analyse sim --vertices 4 --players 3 --json")
    found = json.loads(lines[0])
    assert code == exits.SUCCESS
    assert found["forced"] == ["draw", "draw", "draw"]
    assert all(len(each["ends"]) == 2 for each in found["moves"])
    code, lines = command("analyse sim --vertices 4 --players 3 -", "0-1 0-2\n")
    assert code == exits.SUCCESS
    assert lines[0].split("\t")[:2] == ["0-1 0-2", "draw against all others; each for itself: Draw"]
    assert run(["score", "sim", "--vertices", "4", "--players", "3"]) == exits.USAGE
    assert "only by a table of all positions: use analyse" in capsys.readouterr().err
    options = ["--players", "3", "--time", "0.000001"]  # of a table that nobody has made yet
    assert run(["analyse", "sim", *options, "--json"]) == exits.SUCCESS
    said = capsys.readouterr()
    assert "what is finished of the table is kept" in said.err
    found = json.loads(said.out)
    assert found["value"] == "unknown"
    for each in (found, *found["moves"]):
        nothing = ("plies", "at_least", "at_most", "forced", "ends", "player")
        assert all(each[name] is None for name in nothing)
    assert len(found["moves"]) == 15
    code, lines = command(f"analyse sim {' '.join(options)} -", "0-1\n\n0-9\n")
    assert code == exits.FAILURE
    assert [line.split("\t")[:2] for line in lines[:2]] == [["0-1", "unknown"], ["", "unknown"]]
    assert "error" in lines[2]
    assert "For player 1: unknown" in command(f"analyse sim {' '.join(options)}")[1]


# Standard input


def test_scores_of_lines(command: Command) -> None:
    code, lines = command("score tictactoe -", "12\n\n1 2 7\n11\n 1,5 \n12457\n15")
    assert code == exits.FAILURE
    assert lines[3] == f"11\terror: {ERROR}"
    assert lines[5] == f"12457\terror: {OVER} solve"
    good = [line for line in lines if "error" not in line]
    assert [fields(line) for line in good] == [
        ("12", "5"),
        ("", "0"),
        ("1 2 7", "-4"),
        ("1,5", "0"),
        ("15", "0"),
    ]


def test_analyses_of_lines(command: Command) -> None:
    code, lines = command("analyse tictactoe -", "1\t5 9\n11\n12457\n")
    assert code == exits.FAILURE
    moves, value, values, line, positions, microseconds = lines[0].split("\t")
    assert (moves, value) == ("1 5 9", "draw")
    assert values == ("2 draw, 4 draw, 6 draw, 8 draw, 3 loss in 4 plies, 7 loss in 4 plies")
    assert len(line.split()) == 6
    assert positions.isdecimal()
    assert microseconds.isdecimal()
    assert lines[1:] == [f"11\terror: {ERROR}", f"12457\terror: {OVER} analyse"]


def test_scores_as_json(command: Command) -> None:
    code, lines = command("score connect4 --columns 4 --rows 4 142122 --json")
    data = json.loads(lines[0])
    assert (code, len(lines)) == (exits.SUCCESS, 1)
    assert data["game"]["parameters"] == {"columns": 4, "rows": 4}
    assert "".join(data["position"]) == "142122"
    assert (data["value"], data["score"], data["score_unit"]) == ("loss", -1, "counters left")
    assert isinstance(data["nodes"], int)
    code, lines = command("score tictactoe - --json", "1 2\n11\n\n")
    won, bad, start = map(json.loads, lines)
    assert code == exits.FAILURE
    assert (won["value"], won["plies"], won["score"], won["score_unit"]) == ("win", 5, 5, "plies")
    assert [each["line"] for each in (won, bad, start)] == ["1 2", "11", ""]
    assert set(bad) == {"line", "error"}
    assert (start["value"], start["score"]) == ("draw", 0)


def test_analyses_of_lines_as_json(command: Command) -> None:
    code, lines = command("analyse tictactoe - --json --fresh", "12\n11\n\n")
    assert code == exits.FAILURE
    first, bad, start = map(json.loads, lines)
    assert (first["value"], first["plies"]) == ("win", 5)
    assert bad == {"line": "11", "error": ERROR}
    assert (start["value"], start["plies"], len(start["moves"])) == ("draw", 9, 9)


@pytest.mark.slow
@pytest.mark.compiled
def test_each_line_is_answered_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "plyground", "score", "tictactoe", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line, expected in (("12", "5"), ("", "0"), ("127", "-4")):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert fields(process.stdout.readline().rstrip()) == (line, expected)
        process.stdin.close()
    assert process.returncode == 0


# Options


def test_a_fresh_table_makes_the_same_search(command: Command) -> None:
    typed = "1\n1\n1\n"
    _, fresh = command("score tictactoe - --fresh --threads 1 --table-mb 1", typed)
    _, kept = command("score tictactoe - --threads 1 --memory 1", typed)
    visited = [int(line.split("\t")[2]) for line in fresh]
    assert len(set(visited)) == 1
    assert int(kept[1].split("\t")[2]) < visited[0]


@pytest.mark.compiled
def test_beyond_the_time_a_value_is_unknown(command: Command) -> None:
    code, lines = command("score connect4 --no-book --time 0.05")
    assert code == exits.SUCCESS
    moves, score = fields(lines[0])
    assert moves == ""
    assert score.startswith("unknown")
    data = json.loads(command("score connect4 --no-book --time 0.05 --json")[1][0])
    assert (data["value"], data["score"]) == ("unknown", None)
    code, lines = command("analyse connect4 --no-book --time 0.05 --json")
    data = json.loads(lines[0])
    assert code == exits.SUCCESS
    assert (data["value"], data["plies"]) == ("unknown", None)
    assert {"at_least", "at_most"} < set(data)
    assert {each["value"] for each in data["moves"]} == {"unknown"}


@pytest.mark.compiled
def test_a_move_that_is_hard_to_judge_leaves_positions_for_the_others() -> None:
    game = pg.ConnectFour()
    limits = pg.Limits(nodes=20_000)
    analysis = pg.analyse(game.position("4455"), solver=Solver(game, 1), limits=limits)
    assert analysis.best == ("3", "6")
    assert analysis.principal_variation[0] == "3"
    assert not analysis.moves[-1].value.exact


@pytest.mark.compiled
def test_a_win_whose_length_is_open_has_a_move_that_wins() -> None:
    position = pg.ConnectFour().position("71177237113544")
    limits = pg.Limits(nodes=5000)
    analysis = pg.analyse(position, solver=Solver(position.game, 1), limits=limits)
    first = analysis.moves[0]
    assert (analysis.value.verdict, analysis.value.exact) == ("win", False)
    assert (first.move, first.value.verdict, first.value.exact) == ("3", "win", False)


def test_the_library_says_the_same(command: Command) -> None:
    _, lines = command("analyse tictactoe 15 --json")
    data, expected = json.loads(lines[0]), pg.analyse(pg.TicTacToe().position("15")).to_json()
    for key in ("value", "plies", "moves", "position"):
        assert data[key] == expected[key]


def test_a_bad_line_is_echoed_as_far_as_it_can_be_read(command: Command) -> None:
    code, lines = command("score tictactoe -", "x\x1b[2Jy\n" + "z" * 5000 + "\n")
    assert code == exits.FAILURE
    assert lines[0].startswith("x?[2Jy\terror: ")
    assert "\x1b" not in lines[0]
    assert lines[1].startswith("z" * 80 + "...\terror: ")
    assert len(lines[1]) < 600


def test_a_byte_order_mark_is_not_a_move(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = io.BytesIO("\ufeff12457\n1\n12\n".encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(typed, "utf-8"))
    prepare()
    run(["score", "tictactoe", "-"])
    first, *others = capsys.readouterr().out.splitlines()
    assert first == f"12457\terror: {OVER} solve"
    assert [fields(line) for line in others] == [("1", "0"), ("12", "5")]


def test_lines_of_connect_four_are_moves_or_moves_and_a_score(command: Command) -> None:
    small = "score connect4 --columns 4 --rows 4"
    code, lines = command(f"{small} -", "1421 2 2\n142122 -1\n1 4 2 1 2 2\n14x2 zzz\n9 1\n")
    assert code == exits.FAILURE
    same = "1421 2 2", "142122", "1 4 2 1 2 2"
    assert [fields(line) for line in lines[:3]] == [(each, "-1") for each in same]
    assert lines[3].startswith("14x2 zzz\terror: ")
    assert lines[4].startswith("9 1\terror: move 1, 9: ")
    assert command(f"{small} -", "142122 -1\n")[0] == exits.SUCCESS


@pytest.mark.parametrize("kind", ["score", "analyse"])
def test_a_stated_score_is_compared(command: Command, kind: str) -> None:
    """A number beyond every score is moves, as all else on the line."""
    small = f"{kind} connect4 --columns 4 --rows 4 -"
    assert command(small, "142122 -1\n1421 22\n")[0] == exits.SUCCESS
    code, lines = command(small, "142122 3\n")
    assert (code, lines) == (
        exits.FAILURE,
        ["142122\terror: the line states the score 3, and it is -1"],
    )
