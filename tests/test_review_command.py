"""`plyground review`: text, JSON, the page, and files of records."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.analysis.review_view import ReviewView
from plyground.cli import exits
from plyground.cli.app import run
from plyground.records import Record, RecordedMove, write_records
from plyground.web.review_file import review_file
from tests.pages import Page
from tests.terminals import Output
from tests.variants import uncompiled

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")

RECORDS = """[Game "tictactoe"]

1. 1 2. 2 3. 4 4. 7 5. 5 6. 6 7. 9 1-0

[Game "tictactoe"]

1. 1 2. 1 3. 5 *

[Game "tictactoe"]
[Start "1 5"]

1. 2 2. 3 *
"""


# Moves


def test_a_review_as_text(output: Output) -> None:
    code, out, _ = output("review tictactoe 1 2 4 7 5 6 9")
    assert code == exits.SUCCESS
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "X wins: three in a row." in lines
    assert "2 o 2 mistake draw -> loss in 6 5" in lines
    turned = "Move 2 by o was the turning point: if o plays cell 2, x "
    assert any(line.startswith(turned) for line in lines)
    assert any(line.startswith("The line that proves it: 5 ") for line in lines)
    assert any(line.startswith("What the move allows: 2 ") for line in lines)
    assert "Accuracy of x: 100 % in 3 moves that count" in lines
    assert any(line.startswith("7 moves graded by exact values, ") for line in lines)


def test_a_review_as_json(output: Output) -> None:
    code, out, _ = output("review tictactoe 1247569 --json")
    assert code == exits.SUCCESS
    assert out.count("\n") == 1
    data = json.loads(out)
    assert data["turning_point"] == 2
    assert data["moves"][1]["reason"] is None
    assert data["moves"][1]["best"] == ["5"]
    assert data["accuracy"][0] == {"player": 1, "percent": 100.0, "counted": 3, "moves": 4}


@uncompiled
def test_a_game_of_ones_own(output: Output) -> None:
    code, out, _ = output(f"review {NIM} --heaps 3 1:1 2:2 3:1")
    assert code == exits.SUCCESS
    assert "missed 3:3" in out
    assert "Accuracy of player 1" in out


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("tictactoe 11", "Cell 1 is taken"),
        ("tictactoe 1x", "'x' is not a move"),
        ("tictactoe 1 --time 0", "more than 0"),
        ("tictactoe 1 --game 1", "--game chooses from a file of records"),
        ("tictactoe 1 --json --html -", "one form at a time"),
        ("tictactoe --vertices 6", "has no parameter --vertices"),
        ("chess", "there is no game 'chess'"),
        ("nowhere.pgn", "there is no file nowhere.pgn"),
        (".", "there is no file ."),
    ],
)
def test_bad_input(rest: str, message: str, output: Output) -> None:
    code, out, err = output(f"review {rest}")
    assert code == exits.USAGE
    assert message in err
    assert out == ""


# Records


def test_a_file_of_records(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(RECORDS)
    code, out, err = output(f"review {path} --json")
    assert code == exits.FAILURE  # a fault, and every game that could be read
    first, second, third = map(json.loads, out.splitlines())
    assert first["turning_point"] == 2
    assert second["position"] == ["1"]
    assert [each["ply"] for each in third["moves"]] == [3, 4]  # those before were given
    assert third["curves"][0][:2] == [None, None]
    (fault,) = err.splitlines()
    assert fault.startswith(f"plyground: {path}, line 7, column ")
    assert "Cell 1 is taken" in fault


def test_a_game_that_was_given_up_is_over(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(
        '[Game "tictactoe"]\n[Result "1-0"]\n[Reason "o gave up"]\n\n1. 1 2. 2 1-0\n\n'
        '[Game "tictactoe"]\n\n1. 1 2. 2 *\n'
    )
    sentence = "The game ended before a rule decided it: 1-0, o gave up."
    code, out, err = output(f"review {path}")
    assert (code, err) == (exits.SUCCESS, "")
    assert out.count(sentence) == 1
    assert out.count("The game is not over: x to move.") == 1
    _, page, _ = output(f"review {path} --html -")
    assert page.count(sentence) == 1
    assert page.count("The game is not over: x to move.") == 1


def test_games_have_the_numbers_of_the_list(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "Casual"]\n\n1. e4 e5 1-0\n\n' + RECORDS)
    _, listed, _ = output(f"records {path}")
    assert listed.splitlines()[0].split()[:4] == ["1", "tictactoe", "1-0", "7"]
    code, out, err = output(f"review {path} --game 1 --json")
    assert (code, err) == (exits.SUCCESS, "")  # the faults are of other games
    assert len(json.loads(out)["moves"]) == 7
    code, _, err = output(f"review {path} --game 4")
    assert code == exits.FAILURE
    assert "has 3 games" in err


def test_one_game_of_standard_input_in_any_encoding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(RECORDS.encode("utf-16"))))
    assert run(["review", "-", "--game", "1"]) == exits.SUCCESS
    out = capsys.readouterr().out
    assert out.startswith("Game 1, Tic-tac-toe\n")
    assert out.count("Game ") == 1


def test_what_does_not_go_with_a_file(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    write_records([Record(pg.TicTacToe(), (RecordedMove("1"),))], path)
    for rest, message, expected in (
        ("--game 2", "has 1 game", exits.FAILURE),
        ("1", "MOVES do not go with a file", exits.USAGE),
        ("--vertices 6", "--vertices does not go with a file", exits.USAGE),
        ("--heaps 6", "--heaps does not go with a file", exits.USAGE),
    ):
        code, out, err = output(f"review {path} {rest}")
        assert (code, out) == (expected, "")
        assert message in err
    code, _, err = output("review -")
    assert code == exits.FAILURE
    assert "standard input has no games" in err


# The page


def test_the_page_needs_nothing_else(output: Output, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    code, out, _ = output(f"review tictactoe 1247569 --html {path}")
    assert (code, out) == (exits.SUCCESS, "")
    text = path.read_text()
    assert "innerHTML" not in text
    page = Page(text)
    page.check_alone()
    (policy,) = (each["content"] for each in page.having("http-equiv"))
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def test_the_page_tells_every_move(output: Output) -> None:
    _, text, _ = output("review tictactoe 1247569 --html -")
    page = Page(text)
    steps = [each["data-step-at"] for each in page.having("data-step-at")]
    assert steps == [str(ply) for ply in range(8)]
    entries = [a["data-at"] for tag, a in page.tags if tag == "a" and "data-at" in a]
    assert entries == steps
    points = page.of_class("ply-point")
    assert [each["data-ply"] for each in points] == steps
    marked = [each["data-ply"] for each in points if "ply-turn" in (each["class"] or "")]
    assert marked == ["2"]
    assert "Move 2 by o was the turning point" in page.words
    assert "The line that proves it" in page.words
    assert "X won. O let the draw go with move 2." in page.words
    assert "Better: cell 5." in page.words
    (viewer,) = page.of_class("viewer")
    assert viewer["data-last"] == "7"
    boards = [each for each in page.having("data-part") if each["data-part"] == "board"]
    assert boards[0]["data-at"] == "2"  # it begins with the turning point
    assert dict(page.tags)["html"]["lang"] == "en"
    assert all(a.get("aria-label") for tag, a in page.tags if tag == "button")


def test_a_page_of_several_games(output: Output) -> None:
    code, text, _ = output("review - --html -", *RECORDS.splitlines())
    assert code == exits.FAILURE
    page = Page(text)
    firsts: dict[str, str] = {}
    for each in page.having("data-step-at"):
        game, _, ply = (each["id"] or "").rpartition("-")
        firsts.setdefault(game, ply)
    assert firsts == {"game-1": "0", "game-2": "0", "game-3": "2"}
    assert "Review: 3 games" in page.words
    assert "Review: Game 3, Tic-tac-toe" in page.words


def test_hostile_titles_are_only_text() -> None:
    review = pg.review(pg.TicTacToe().position("15"))
    page = Page(review_file([ReviewView(review, heading="<script>alert(1)</script>")]))
    assert sum(tag == "script" for tag, _ in page.tags) == 1
    assert "alert(1)" in page.words
