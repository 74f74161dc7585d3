"""The page that asks what was learned: moves, patterns, what the solver says, and mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

import plyground as pg
from plyground.search.learning import Learner, kept
from tests.web.conftest import Person
from tests.web.playing import text_of

pytestmark = pytest.mark.compiled

HTML = {"accept": "text/html"}


def test_it_says_what_it_prefers_and_what_is_true(person: Person) -> None:
    page = person().get("/learned?game=tictactoe&moves=5").text
    said = text_of(page)
    assert "It prefers 1: 50 %. The solver says that it draws." in said
    assert page.count("moves=5+1") >= 1
    alone = text_of(person().get("/learned?game=tictactoe&moves=1+5+9").text)
    assert "The solver says that it draws." in alone
    over = text_of(person().get("/learned?game=tictactoe&moves=1+5+2+6+3").text)
    assert "Player 1 wins: three in a row." in over
    assert "never learned from, none" in text_of(
        person().get("/learned/mistakes?game=tictactoe").text
    )


def test_a_beginner_makes_mistakes(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = person()
    monkeypatch.setattr(kept, "_folder", [tmp_path])
    learner = Learner(pg.TicTacToe(), 1)
    learner.train(3)
    learner.weights({}).save(tmp_path / "new.weights")
    page = client.get("/learned/mistakes?game=tictactoe&file=new")
    assert "Right: " in text_of(page.text)
    first = page.text.split('href="')[1].split('"')[0].replace("&amp;", "&")
    assert "file=new" in first
    assert "That is a mistake: it " in text_of(client.get(first).text)


def test_mirror_images_are_shown_once(person: Person) -> None:
    said = text_of(person().get("/learned?game=connect4").text)
    assert "These 8, and mirrored: " in said
    assert "The sum " in said


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("game=sim&vertices=7", 404, "nothing that was learned comes with Sim"),
        ("game=chess", 422, "There is no game called"),
        ("game=tictactoe&moves=77", 422, "Cell 7 is taken"),
        ("game=tictactoe&file=../x", 404, "is not a name"),
        ("game=tictactoe&file=none", 404, "cannot be read"),
    ],
)
def test_bad_questions_are_refused(person: Person, query: str, status: int, said: str) -> None:
    answer = person().get(f"/learned?{query}", headers=HTML)
    assert answer.status_code == status
    assert said in text_of(answer.text)
