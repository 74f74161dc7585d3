"""`plyground records`, and saving and loading in `play` and `simulate`.

What the list shows, and what is refused, is in tests/golden/words.
"""

import importlib.util
import shutil
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.cli import exits
from plyground.installing import install_command
from plyground.records import Record
from tests.terminals import Output

ROOT = Path(__file__).parent.parent
NIM = ROOT / "examples" / "nim.py"
FAULT = "line 11, column 1: no tag [Game] says which game this is; these are known: "


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with saved games."""
    shutil.copy(ROOT / "tests" / "data" / "files" / "saved.txt", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def read(path: str) -> list[Record]:
    found = [reading.record for reading in pg.read_records(path)]
    return [record for record in found if record is not None]


def moves_in(path: str) -> list[list[str]]:
    return [[move.text for move in record.moves] for record in read(path)]


def test_standard_input_and_several_files(output: Output) -> None:
    text = Path("saved.txt").read_text()
    Path("good.txt").write_text('[Game "tictactoe"]\n5')
    code, out, errors = output("records good.txt -", *text.splitlines())
    assert (code, out.count("\n")) == (exits.FAILURE, 4)
    assert errors.startswith(f"plyground: standard input, {FAULT}")


def test_the_games_themselves(output: Output) -> None:
    output("records saved.txt --at-least 4 --output chosen.txt")
    assert read("chosen.txt") == [read("saved.txt")[0], read("saved.txt")[2]]
    text = Path("chosen.txt").read_text()
    assert output("records chosen.txt --output -") == (exits.SUCCESS, text, "")


def test_a_parquet_file(output: Output, folder: Path) -> None:
    polars = pytest.importorskip("polars")
    code, out, _ = output("records saved.txt --parquet games.parquet")
    assert (code, out) == (exits.FAILURE, "")
    rows = polars.read_parquet("games.parquet").to_dicts()
    assert [row["number"] for row in rows] == [1, 2, 3]
    assert rows[0]["moves"] == ["1", "4", "2", "5", "3"]
    assert rows[0]["seconds"] == [0.5, None, None, None, None]
    assert rows[0]["values"][-1] == "win 1"
    assert (rows[0]["points"], rows[1]["points"]) == ([1.0, 0.0], None)
    assert rows[1]["parameters"] == "vertices=6, players=3"
    assert rows[2]["plies"] == 4
    output("records saved.txt --game numerical --parquet games.parquet")
    assert polars.read_parquet("games.parquet").height == 0
    assert not list(folder.glob(".*"))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_parquet_file_on_a_full_disk(output: Output) -> None:
    pytest.importorskip("polars")
    code, _, errors = output("records saved.txt --parquet /dev/full")
    assert code == exits.FAILURE
    assert errors.splitlines()[-1].startswith("plyground: /dev/full cannot be written (")


def test_parquet_without_polars(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    said = f"plyground: --parquet needs the library polars: {install_command('records')}"
    assert output("records saved.txt --parquet x") == (exits.FAILURE, "", said)


def test_games_of_ones_own(output: Output) -> None:
    assert output(f"play {NIM} random random --save nim.txt")[0] == exits.SUCCESS
    code, out, errors = output("records nim.txt")
    assert (code, out) == (exits.FAILURE, "")
    assert "there is no game 'nim'" in errors
    code, out, errors = output(f"records nim.txt --game {NIM}")
    assert (code, out.count("\n"), errors) == (exits.SUCCESS, 1, "")
    assert output(f"play {NIM} --load nim.txt")[0] == exits.SUCCESS


# Saving and loading


def test_a_game_is_saved_when_it_ends(output: Output) -> None:
    for _ in range(2):
        output("play tictactoe human full --save games.txt --seed 4", "5", "1", "2", "8")
    first, second = read("games.txt")
    assert first.players == second.players == ("human", "full")
    assert first.seed == "4"
    assert first.date
    assert all(move.seconds is not None for move in first.moves)
    assert {move.value.split()[0] for move in first.moves[1::2]} <= {"draw", "win", "loss"}


def test_a_game_is_saved_when_it_is_left_and_loaded(output: Output) -> None:
    _, out, _ = output("play tictactoe human human --save games.txt", "5", "quit")
    assert "The game is saved in games.txt." in out
    load = "play tictactoe --load games.txt --save games.txt"
    # Nothing new is played: nothing is saved.
    assert "Taken back." in output(load, "undo")[1]
    assert moves_in("games.txt") == [["5"]]
    output(load, "1", "2", "8")
    output("play tictactoe --load games.txt:1 --save games.txt", "3")
    assert moves_in("games.txt") == [["5"], ["5", "1", "2", "8"], ["5", "3"]]
    assert read("games.txt")[0].moves[0] == read("games.txt")[1].moves[0]


def test_save_and_load_in_a_game(output: Output) -> None:
    path = "my games.txt"
    code, out, _ = output(
        "play tictactoe human human",
        *("5", f"save {path}", "1", f"load {path}", "2", f"save {path}"),
        *(f"load {path}:1", f"save {path}"),
    )
    assert code == exits.SUCCESS
    assert out.count("is saved in") == 3
    assert moves_in(path) == [["5"], ["5", "2"], ["5"]]


def test_load_restores_who_played(output: Output) -> None:
    Path("games.txt").write_text('[Game "tictactoe"]\n[Player2 "random"]\n5 1\n\n'
                                 '[Game "tictactoe"]\n5 1 9\n')  # fmt: skip
    for game, move, players in (("1", "9", ("human", "random")), ("2", "3", ("full", "human"))):
        typed = (f"load games.txt:{game}", move, "save games.txt")
        output("play tictactoe full human", *typed)
        assert read("games.txt")[-1].players == players


def test_load_of_another_board(output: Output) -> None:
    Path("sim.txt").write_text(
        '[Game "sim"]\n[Parameters "players=3"]\n[Player2 "random"]\n0-1 0-2 0-3'
    )
    typed = ("0-1", "load sim.txt", "1-2", "save sim.txt")
    output("play sim human human --vertices 6", *typed)
    assert read("sim.txt")[1].players == ("human", "random", "human")


def test_a_program_that_a_record_names_may_be_replaced(output: Output) -> None:
    Path("games.txt").write_text('[Game "tictactoe"]\n[Player1 "external(touch /tmp/x)"]\n5')
    assert output("play tictactoe full full --load games.txt")[0] == exits.SUCCESS


def test_a_forfeit_is_saved(output: Output) -> None:
    Path("program").write_text(f"#!{sys.executable}\n")
    Path("program").chmod(0o755)
    output("play tictactoe random external(./program) --save games.txt")
    (record,) = read("games.txt")
    assert record.result == "1-0"
    assert (record.termination, record.outcome().by) == ("forfeited", 1)


def test_simulate_saves_every_match(output: Output) -> None:
    command = "simulate tictactoe minimax:depth=2 random --rounds 5 --seed 3"
    code, out, _ = output(f"{command} --save series.txt")
    assert code == exits.SUCCESS
    assert out.startswith("Tic-tac-toe: 5 rounds")
    records = read("series.txt")
    assert [record.tags for record in records] == [(("Round", str(n + 1)),) for n in range(5)]
    assert records[1].players == ("random", "minimax:depth=2")
    assert all(record.position().over for record in records)
    out = output(f"{command} --save -")[1]
    assert out.count("\n[Game ") == 4
    assert out.startswith('[Game "tictactoe"]\n')
