"""The page that asks what was learned: moves, patterns, what the solver says, and mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.search.learning import Learner, kept
from plyground.web.pages import learned as pages
from tests.web.conftest import Person
from tests.web.playing import text_of

pytestmark = pytest.mark.compiled


def test_it_says_what_it_prefers_and_what_is_true(reader: TestClient) -> None:
    page = reader.get("/learned?game=tictactoe&moves=5").text
    said = text_of(page)
    assert "It prefers 1: 50 %. The solver says that it draws." in said
    assert page.count("moves=5+1") >= 1
    empty = text_of(reader.get("/learned?game=tictactoe").text)
    assert "No pattern adds anything to the position after 1" in empty
    alone = text_of(reader.get("/learned?game=tictactoe&moves=1+5+9").text)
    assert "The solver says that it draws." in alone
    over = text_of(reader.get("/learned?game=tictactoe&moves=1+5+2+6+3").text)
    assert "Player 1 wins: three in a row." in over
    assert "positions of random games, none" in text_of(
        reader.get("/learned/mistakes?game=tictactoe").text
    )


@pytest.mark.slow
@pytest.mark.usefixtures("plain_patterns")
def test_all_moves_alike(
    reader: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It says so, and its first moves come before the others."""
    monkeypatch.setattr(kept, "_folder", [tmp_path])
    Learner(pg.Sim(6, 3), 1).weights({}).save(tmp_path / "new.weights")
    page = reader.get("/learned?game=sim&vertices=6&players=3&file=new").text
    said = text_of(page)
    assert "All moves are alike to it, 50 %, and it would play 0-1." in said
    assert "The other 3 moves" in said
    assert "all others play together against the player to move" in said
    assert 'value="learned:@new"' in page
    first, others = page.split("<details>")
    assert first.count("<tr><td>") == 12
    assert others.count("<tr><td>") == 3
    monkeypatch.setattr(pages, "exam_of", lambda *_: ())
    none = text_of(reader.get("/learned/mistakes?game=sim&vertices=6&players=3&file=new").text)
    assert "The values of too few positions are known to examine it." in none


@pytest.mark.usefixtures("plain_patterns")
def test_a_beginner_makes_mistakes(
    reader: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_folder", [tmp_path])
    learner = Learner(pg.TicTacToe(), 1)
    learner.train(3)
    learner.weights({}).save(tmp_path / "new.weights")
    page = reader.get("/learned/mistakes?game=tictactoe&file=new")
    assert "Right is " in text_of(page.text)
    first = page.text.split('href="')[1].split('"')[0].replace("&amp;", "&")
    assert "file=new" in first
    assert "That is a mistake: it " in text_of(reader.get(first).text)
    listed = text_of(page.text)
    assert "The same in its mirror image." in listed or "mirror images." in listed


@pytest.mark.slow
def test_mirror_images_are_shown_once(reader: TestClient) -> None:
    said = text_of(reader.get("/learned?game=connect4").text)
    assert "These 8 places, and mirrored: " in said
    assert "a ring is an empty place, with a dot where the next move can be" in said
    assert "The sum " in said


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("game=sim&vertices=7", 404, "Nothing that was learned comes with Sim"),
        ("game=chess", 422, "There is no game called"),
        ("game=tictactoe&moves=77", 422, "Cell 7 is taken"),
        ("game=tictactoe&file=../x", 404, "Nothing that is kept under the name ../x can play"),
        ("game=tictactoe&file=none", 404, "Nothing that is kept under the name none can play"),
    ],
)
def test_bad_questions_are_refused(reader: TestClient, query: str, status: int, said: str) -> None:
    answer = reader.get(f"/learned?{query}")
    assert answer.status_code == status
    assert said in text_of(answer.text)
    assert 'href="/learning"' in answer.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "clicked"),
    [("tictactoe", True), ("numerical", False), ("sim", False), ("connect4", True)],
)
def test_ada_can_be_played_and_asked_about(anyone: Person, game: str, clicked: bool) -> None:
    client = anyone()
    fields = {"game": game, "seat0": "here", "seat1": "computer", "opponent-2": "learned:plies=3"}
    room = client.post("/rooms", data=fields, follow_redirects=True)
    assert room.status_code == 200
    assert "How to beat Ada" in text_of(room.text)
    page = client.get(f"/learned?game={game}").text
    asked = text_of(page)
    assert "What Ada has learned" in asked
    assert "Play against Ada" in asked
    assert '<a href="/learn/chapters/learning">How it learns</a>' in page
    assert 'aria-current="page"' in page
    assert ("Click on the board" in asked) == clicked
    assert ('class="spots"' in page) == clicked
