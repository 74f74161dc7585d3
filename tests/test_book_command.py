"""`plyground book build`, and how analysis and scores use a book that was built."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.cli import exits
from plyground.cli.app import run
from plyground.kernel.compiler import COMPILES
from plyground.search import Book, built_book_path, find_book, shipped_book
from tests.terminals import Output
from tests.until import until

PLIES = 3 if COMPILES else 1
SIZE = "--columns 4 --rows 4"
GAME = pg.ConnectFour(4, 4)


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own for books."""
    monkeypatch.setattr("plyground.search.book.cache_folder", lambda: tmp_path)


def test_a_book_that_was_built_is_used(output: Output, tmp_path: Path) -> None:
    assert find_book(GAME) is None
    code, out, _ = output(f"book build connect4 {SIZE} --plies {PLIES} --memory 32 --threads 1")
    assert code == exits.SUCCESS
    path = built_book_path(GAME)
    assert path.parent == tmp_path / "books"
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    book = find_book(GAME)
    assert book is not None
    assert f"{len(book):,} positions of at most {PLIES} plies" in out
    assert str(path) in out
    moves = "123"[:PLIES]
    _, knowing, _ = output(f"score connect4 {moves} {SIZE} --memory 8")
    _, plain, _ = output(f"score connect4 {moves} {SIZE} --memory 8 --no-book")
    assert knowing.split("\t")[:3] == [moves, plain.split("\t")[1], "0"]
    assert int(plain.split("\t")[2]) > 0
    _, out, _ = output(f"analyse connect4 {moves[1:]} {SIZE} --memory 8 --json")
    assert json.loads(out)["nodes"] == 0
    _, out, _ = output(f"analyse connect4 {moves[1:]} {SIZE} --memory 8")
    assert out.splitlines()[-2].endswith(" ...")  # the game goes on after the book


def test_the_file_may_be_chosen(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "mine.book"
    assert output(f"book build tictactoe --plies 2 --memory 8 --output {file}")[0] == 0
    assert Book.open(file, pg.TicTacToe()).plies == 2
    assert find_book(pg.TicTacToe()) is None


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("book", "plyground: COMMAND is missing: give plyground book build"),
        ("book build", "GAME"),
        ("book build chess --plies 2", "there is no game 'chess'"),
        ("book build tictactoe --plies 0", "--plies"),
        ("book build sim --players 3 --plies 2", "only by a table"),
        ("book build tictactoe", "--plies"),
        ("book build tictactoe --plies 2 --output mistyped/a.book", "there is no folder mistyped"),
        ("book build connect4 --plies 8", "a book of 8 plies comes with"),
        ("book build connect4 --plies 9 --memory 1000000000", "the table takes half of --memory"),
        ("book build connect4 --plies 9 --memory 130", "does not fit into the memory"),
        ("book build tictactoe --plies 20", "has books of at most 8 plies, and not 20"),
        ("book build tictactoe --plies 2 --output -", "--output takes the name of a file"),
        ("book build tictactoe --plies 2 --output /dev/null", "is not a file"),
        (
            "book build tictactoe --plies 1 --output /dev/null/a.book",
            "there is no folder /dev/null",
        ),
    ],
)
def test_what_is_not_accepted(output: Output, line: str, message: str) -> None:
    code, out, errors = output(line)
    assert code in (exits.USAGE, exits.FAILURE)
    assert message in errors
    assert out == ""


@pytest.mark.filterwarnings("default::plyground.search.BookWarning")
def test_a_damaged_book_is_reported_not_used_and_can_be_built_again(output: Output) -> None:
    line = f"book build connect4 {SIZE} --plies 1 --memory 32"
    assert output(line)[0] == exits.SUCCESS
    path = built_book_path(GAME)
    path.write_bytes(path.read_bytes()[:-1])
    os.utime(path, (1, 1))
    code, out, errors = output(f"score connect4 1 {SIZE} --memory 8")
    assert code == exits.SUCCESS
    assert int(out.split("\t")[2]) > 0
    assert f"note: {path} is damaged: build it again; until then it is not used" in errors
    assert output(line)[0] == exits.SUCCESS
    assert output(f"score connect4 1 {SIZE} --memory 8")[1].split("\t")[2] == "0"


@pytest.mark.compiled
@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent to one process there")
@pytest.mark.slow
def test_what_is_interrupted_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "a.book"
    part = file.with_name("a.book.6-plies.part")
    line = ["book", "build", "connect4", *SIZE.split(), "--plies", "6"]
    line += ["--memory", "64", "--threads", "1", "--output", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "plyground", *line], stderr=subprocess.PIPE, text=True
    )
    until(lambda: process.poll() is not None or part.exists())
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == exits.INTERRUPTED
    assert "positions left for the next time" in errors
    assert part.exists()
    assert not file.exists()
    assert run(line) == exits.SUCCESS
    assert not part.exists()
    assert Book.open(file, GAME).value(GAME.position()) == 0


@pytest.mark.compiled
def test_the_shipped_book() -> None:
    """It says what is known of the first moves, and what the solver finds after a few more."""
    game = pg.ConnectFour()
    book = shipped_book(game)
    assert book is not None
    assert book.plies >= 6
    assert book.value(game.position()) == 43 - 41
    children = [game.position(column) for column in "1234567"]
    values = [book.value(child) or 0 for child in children]
    assert [-game.exact_score(value, 1) for value in values] == [-2, -1, 0, 1, 0, -1, -2]
    solver, rng = pg.Solver(game), random.Random(5)
    for _ in range(4):
        position = game.position()
        while position.ply < book.plies:
            position = position.play_code(rng.choice(position.codes))
        assert book.value(position) == solver.solve(position).low
