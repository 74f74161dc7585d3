"""`plyground records`, and saving and loading in `play` and `simulate`."""

import importlib.util
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import plyground as pg
from plyground.cli import exits
from plyground.cli.app import run
from plyground.installing import install_command
from plyground.records import Record

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")

Output = Callable[..., tuple[int, list[str], list[str]]]

FILE = """\
[Game "tictactoe"]
[Player1 "human"]
[Player2 "minimax:depth=9"]
[Name1 "Ada"]
[Date "2026-11-21"]
[Result "1-0"]
[Reason "three in a row"]

1. 1 {[%time 0.5] quick} 2. 4 3. 2 4. 5 5. 3 {[%value win 1]} 1-0

[Event "Casual"]
[Result "1-0"]

1. e4 e5 1-0

[Game "sim"]
[Parameters "vertices=6, players=3"]

1. 0-1 2. 0-1

[Game "connect4"]
[Name1 "Ada\\nB"]

4453
"""

FAULTS = [
    "line 11, column 1: no tag [Game] says which game this is; these are known: ",
    "line 19, column 11: ply 2: Dots 0 and 1 are already joined: legal are ",
]


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Output:
    """Run a command, type the given lines; gives exit code, lines printed and lines of errors."""

    def command(*words: str, typed: str = "") -> tuple[int, list[str], list[str]]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run(list(words))
        captured = capsys.readouterr()
        errors = [line for line in captured.err.splitlines() if not line.startswith("Preparing")]
        return code, captured.out.splitlines(), errors

    return command


@pytest.fixture
def saved(tmp_path: Path) -> str:
    path = tmp_path / "saved.txt"
    path.write_text(FILE)
    return str(path)


def read(path: str | Path) -> list[Record]:
    found = [reading.record for reading in pg.read_records(path)]
    return [record for record in found if record is not None]


def test_the_list(output: Output, saved: str) -> None:
    code, lines, errors = output("records", saved)
    assert code == exits.FAILURE
    assert [line.split("\t") for line in lines] == [
        ["1", "tictactoe", "1-0", "5", "2026-11-21", "Ada (human), minimax:depth=9"],
        ["2", "sim 6 3", "*", "1", "", "?, ?, ?"],
        ["3", "connect4 7 6", "*", "4", "", "Ada?B, ?"],
    ]
    for error, fault in zip(errors, FAULTS, strict=True):
        assert error.startswith(f"plyground: {saved}, {fault}")


def test_standard_input_and_several_files(output: Output, saved: str, tmp_path: Path) -> None:
    good = tmp_path / "good.txt"
    good.write_text('[Game "tictactoe"]\n5')
    code, lines, errors = output("records", str(good), "-", typed=FILE)
    assert (code, len(lines)) == (exits.FAILURE, 4)
    assert errors[0].startswith(f"plyground: standard input, {FAULTS[0]}")
    assert output("records", str(good)) == (
        exits.SUCCESS,
        ["1\ttictactoe\t*\t1\t\t?, ?"],
        [],
    )


@pytest.mark.parametrize(
    ("options", "numbers"),
    [
        ([], [1, 2, 3]),
        (["--game", "sim"], [2]),
        (["--player", "ada"], [1, 3]),
        (["--player", "MINIMAX"], [1]),
        (["--result", "*"], [2, 3]),
        (["--at-least", "4"], [1, 3]),
        (["--at-least", "2", "--at-most", "4"], [3]),
        (["--game", "numerical"], []),
    ],
)
def test_filters(output: Output, saved: str, options: list[str], numbers: list[int]) -> None:
    _, lines, _ = output("records", saved, "--json", *options)
    assert [json.loads(line)["number"] for line in lines] == numbers


def test_json_lines(output: Output, saved: str) -> None:
    _, lines, _ = output("records", saved, "--json")
    data = [json.loads(line) for line in lines]
    records = read(saved)
    assert data == [{"number": n, **each.to_json()} for n, each in enumerate(records, 1)]
    assert data[0]["moves"][0]["seconds"] == 0.5
    assert data[0]["points"] == [1, 0]


def test_the_games_themselves(output: Output, saved: str, tmp_path: Path) -> None:
    chosen = tmp_path / "chosen.txt"
    output("records", saved, "--at-least", "4", "--output", str(chosen))
    assert read(chosen) == [read(saved)[0], read(saved)[2]]
    code, lines, errors = output("records", str(chosen), "--output", "-")
    assert (code, errors) == (exits.SUCCESS, [])
    assert "\n".join(lines) + "\n" == chosen.read_text()


def test_a_parquet_file(output: Output, saved: str, tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    path = tmp_path / "games.parquet"
    code, lines, _ = output("records", saved, "--parquet", str(path))
    assert (code, lines) == (exits.FAILURE, [])
    rows = polars.read_parquet(path).to_dicts()
    assert [row["number"] for row in rows] == [1, 2, 3]
    assert rows[0]["moves"] == ["1", "4", "2", "5", "3"]
    assert rows[0]["seconds"] == [0.5, None, None, None, None]
    assert rows[0]["values"][-1] == "win 1"
    assert (rows[0]["points"], rows[1]["points"]) == ([1.0, 0.0], None)
    assert rows[1]["parameters"] == "vertices=6, players=3"
    assert rows[2]["plies"] == 4
    output("records", saved, "--game", "numerical", "--parquet", str(path))
    assert polars.read_parquet(path).height == 0
    assert [each.name for each in tmp_path.iterdir()] != []
    assert not list(tmp_path.glob(".*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_parquet_file_on_a_full_disk(output: Output, saved: str) -> None:
    pytest.importorskip("polars")
    code, _, err = output("records", saved, "--parquet", "/dev/full")
    assert code == exits.FAILURE
    assert err[-1].startswith("plyground: /dev/full cannot be written (")


def test_parquet_without_polars(
    output: Output, saved: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    code, lines, errors = output("records", saved, "--parquet", str(tmp_path / "x"))
    assert (code, lines) == (exits.FAILURE, [])
    assert errors == [
        f"plyground: --parquet needs the library polars: {install_command('records')}"
    ]


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--json", "--output", "-"], exits.USAGE, "give one of --json, --parquet and --output"),
        (["--parquet", "-"], exits.USAGE, "--parquet takes a file"),
        (["--game", "chess"], exits.USAGE, "there is no game 'chess'"),
        (["--at-least", "-1"], exits.USAGE, "at-least"),
        (["--output", "/nowhere/x"], exits.FAILURE, "cannot be written"),
        (["-", "-"], exits.USAGE, "standard input can be read only once"),
        (["/nowhere/x"], exits.USAGE, "/nowhere/x cannot be read (No such file"),
        (["."], exits.USAGE, ". cannot be read (Is a directory)"),
    ],
)
def test_what_is_not_accepted(
    output: Output, saved: str, options: list[str], code: int, message: str
) -> None:
    given, _, errors = output("records", saved, *options)
    assert given == code
    assert message in errors[-1]


def test_a_failed_reading_leaves_no_file(output: Output, saved: str, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    code, _, errors = output("records", saved, "/nowhere/x", "--output", str(out))
    assert code == exits.USAGE
    assert errors[-1].startswith("plyground: /nowhere/x cannot be read")
    assert not out.exists()
    assert not list(tmp_path.glob(".*"))


def test_games_of_ones_own(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "nim.txt"
    assert output("play", NIM, "random", "random", "--save", str(path))[0] == exits.SUCCESS
    code, lines, errors = output("records", str(path))
    assert (code, lines) == (exits.FAILURE, [])
    assert "there is no game 'nim'" in errors[0]
    code, lines, errors = output("records", str(path), "--game", NIM)
    assert (code, len(lines), errors) == (exits.SUCCESS, 1, [])
    assert output("play", NIM, "--load", str(path))[0] == exits.SUCCESS


# Saving and loading


def test_a_game_is_saved_when_it_ends(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    for _ in range(2):
        typed = "5\n1\n2\n8\n"
        output(
            "play", "tictactoe", "human", "full", "--save", str(path), "--seed", "4", typed=typed
        )
    first, second = read(path)
    assert first.players == second.players == ("human", "full")
    assert first.seed == "4"
    assert first.date
    assert all(move.seconds is not None for move in first.moves)
    assert {move.value.split()[0] for move in first.moves[1::2]} <= {"draw", "win", "loss"}


def test_a_game_is_saved_when_it_is_left_and_loaded(output: Output, tmp_path: Path) -> None:
    path = str(tmp_path / "games.txt")
    _, lines, _ = output("play", "tictactoe", "human", "human", "--save", path, typed="5\nquit\n")
    assert f"The game is saved in {path}." in lines[-2]
    # Nothing new is played: nothing is saved.
    _, lines, _ = output("play", "tictactoe", "--load", path, "--save", path, typed="undo\n")
    assert "Taken back." in "\n".join(lines)
    assert len(read(path)) == 1
    output("play", "tictactoe", "--load", path, "--save", path, typed="1\n2\n8\n")
    output("play", "tictactoe", "--load", f"{path}:1", "--save", path, typed="3\n")
    moves = [[move.text for move in record.moves] for record in read(path)]
    assert moves == [["5"], ["5", "1", "2", "8"], ["5", "3"]]
    assert read(path)[0].moves[0] == read(path)[1].moves[0]


def test_save_and_load_in_a_game(output: Output, tmp_path: Path) -> None:
    path = str(tmp_path / "my games.txt")
    typed = f"5\nsave {path}\n1\nload {path}\n2\nsave {path}\nload {path}:1\nsave {path}\n"
    code, lines, _ = output("play", "tictactoe", "human", "human", typed=typed)
    assert code == exits.SUCCESS
    assert sum("is saved in" in line for line in lines) == 3
    moves = [[move.text for move in record.moves] for record in read(path)]
    assert moves == [["5"], ["5", "2"], ["5"]]


def test_load_and_save_that_fail_in_a_game(output: Output, saved: str) -> None:
    typed = (
        f"save\nload\nload {saved}:9\nload {saved}:3\nload adir/x\nsave adir/x\nload {saved}:1\n"
    )
    code, lines, _ = output("play", "tictactoe", "human", "human", typed=typed)
    text = "\n".join(lines)
    assert code == exits.SUCCESS
    for message in (
        "Give a file: save games.txt.",
        "Give a file: load games.txt, or load games.txt:3.",
        f"Not loaded: there is no game 9 in {saved}: it holds 3;",
        "Not loaded: that is a game of Connect Four, and this is Tic-tac-toe: give",
        "Not loaded: adir/x cannot be read (No such file or directory)",
        "Not saved: adir/x cannot be written: there is no folder",
        "Player 1 won: ",
    ):
        assert message in text


def test_load_of_another_board(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "sim.txt"
    path.write_text('[Game "sim"]\n[Parameters "players=3"]\n[Player2 "random"]\n0-1 0-2 0-3')
    where = str(path)
    typed = f"0-1\nload {where}\n1-2\nsave {where}\n"
    output("play", "sim", "human", "human", "--vertices", "6", typed=typed)
    assert read(where)[1].players == ("human", "random", "human")
    code, _, errors = output("play", "sim", "--vertices", "7", "--load", where)
    assert code == exits.USAGE
    assert "leave out its parameters" in errors[-1]


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("play tictactoe --load FILE:9", exits.FAILURE, "there is no game 9 in FILE: it holds 3;"),
        ("play numerical --load FILE:1", exits.USAGE, "that is a game of Tic-tac-toe, and this is"),
        ("play tictactoe --load /nowhere", exits.USAGE, "/nowhere cannot be read"),
        ("play tictactoe --save /nowhere/x", exits.FAILURE, "/nowhere/x cannot be written"),
        ("play tictactoe random --load FILE:1", exits.USAGE, "is for 2 players"),
    ],
)
def test_what_play_does_not_accept(
    output: Output, saved: str, command: str, code: int, message: str
) -> None:
    given, _, errors = output(*command.replace("FILE", saved).split())
    assert given == code
    assert message.replace("FILE", saved) in errors[-1]


def test_programs_that_a_record_names_are_not_started(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text('[Game "tictactoe"]\n[Player1 "external(touch /tmp/x)"]\n5')
    code, _, errors = output("play", "tictactoe", "--load", str(path))
    assert code == exits.USAGE
    assert "would start a program" in errors[-1]
    assert "give a player for each seat" in errors[-1]
    assert output("play", "tictactoe", "full", "full", "--load", str(path))[0] == exits.SUCCESS


def test_a_forfeit_is_saved(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    program = f"external({sys.executable} -c pass)"
    output("play", "tictactoe", "random", program, "--save", str(path))
    (record,) = read(path)
    assert record.result == "1-0"
    assert (record.termination, record.outcome().by) == ("forfeited", 1)


def test_simulate_saves_every_match(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "series.txt"
    command = ["simulate", "tictactoe", "minimax:depth=2", "random", "--rounds", "5", "--seed", "3"]
    code, lines, _ = output(*command, "--save", str(path))
    assert code == exits.SUCCESS
    assert lines[0].startswith("Tic-tac-toe: 5 rounds")
    records = read(path)
    assert [record.tags for record in records] == [(("Round", str(n + 1)),) for n in range(5)]
    assert records[1].players == ("random", "minimax:depth=2")
    assert all(record.position().over for record in records)
    code, lines, _ = output(*command, "--save", "-")
    assert sum(line.startswith("[Game ") for line in lines) == 5
    assert lines[0] == '[Game "tictactoe"]'
    code, _, errors = output(*command, "--save", "-", "--json")
    assert code == exits.USAGE
    assert "--save -" in errors[-1]
