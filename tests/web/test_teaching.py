"""The page on which a visitor teaches a learner, by games against it."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground import errors
from plyground.search import Control
from plyground.search.learning import Learner, kept, learner
from plyground.search.learning.asking import as_expectation
from plyground.sums import sealed
from plyground.web.app import create_app
from plyground.web.pages.teaching import _chart
from plyground.web.services.teaching import LESSONS, Teaching
from plyground.web.settings import Settings
from tests.web.playing import text_of

pytestmark = pytest.mark.compiled

HTML = {"accept": "text/html"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A visitor of an app whose exam is made once."""
    app = create_app(Settings(data=tmp_path_factory.mktemp("data")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "_folder", [])
        patch.setattr(learner, "design", partial(learner.design, walks=1))  # takes a moment
        with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
            yield client


def files(client: TestClient, name: str) -> dict[str, Path]:
    """The files of a learner, by the ends of their names."""
    folder = client.app.state.parts.settings.data / "learned"  # type: ignore[attr-defined]
    return {file.suffix: file for file in folder.glob(f"{name}*")}


def taught(client: TestClient, name: str) -> str:
    """The page of a learner that a visitor begins to teach."""
    answer = client.post("/learning/teach", data={"game": "tictactoe", "name": name})
    path = str(answer.headers["location"])
    assert path == f"/teach/{name}"
    return path


def links(page: str) -> list[str]:
    """The moves that the page offers, each as the address after it."""
    part = page.split('aria-label="Your moves"')[1].split("</p>", maxsplit=1)[0]
    return [html.unescape(each) for each in re.findall(r'href="([^"]+)"', part)]


def take_back(client: TestClient, page: str) -> str | None:
    """The page that is the answer; None where nothing can be taken back."""
    found = re.search(r'href="([^"]+)">Take back<', page)
    return client.get(html.unescape(found[1])).text if found else None


def play(client: TestClient, path: str) -> str:
    """A game of first moves; the page at its end."""
    page = client.get(path).text
    while 'aria-label="Your moves"' in page:
        page = client.get(links(page)[0]).text
    return page


@pytest.mark.slow
def test_a_learner_is_taught_and_played(client: TestClient) -> None:
    path = taught(client, "bo")
    begun = client.get(path).text
    assert f"Game 1 of {LESSONS}: your move. You begin." in text_of(begun)
    assert take_back(client, begun) is None
    moved = client.get(links(begun)[0]).text
    twice = client.get(links(moved)[0]).text
    assert text_of(take_back(client, twice) or "") == text_of(moved)
    end = play(client, path)
    assert f"Game 1 of {LESSONS}: your move." in (take_back(client, end) or "")
    moves = end.split('name="moves" value="')[1].split('"')[0]
    played = {"number": "1", "moves": moves}
    assert client.post(f"{path}/learn", data=played).headers["location"] == path
    again = client.post(f"{path}/learn", data=played)
    assert again.status_code == 409
    assert "it has learned from this game already" in again.text
    page = client.get(path).text
    assert "What it took from game 1" in text_of(page)
    assert re.search(r"(You|It) won: three in a row|A draw", text_of(page))
    assert f"Game 2 of {LESSONS}: your move." in text_of(page)
    assert "You begin" not in text_of(page)
    assert page.count("<tr><td>") >= 2
    assert '"moves": ["' in files(client, "bo")[".taught"].read_text()
    assert "bo" in text_of(client.get("/learning").text)
    file = client.get(f"{path}/weights")
    assert file.content == files(client, "bo")[".weights"].read_bytes()
    assert "bo.weights" in file.headers["content-disposition"]
    fields = {"game": "tictactoe", "seat0": "here", "seat1": "computer"}
    room = client.post("/rooms", data={**fields, "opponent-2": "learned:@bo"})
    assert room.headers["location"].startswith("/room/")
    taken = client.post("/learning/teach", data={"game": "tictactoe", "name": "bo"}, headers=HTML)
    assert "bo is there already" in text_of(taken.text)
    also = client.post("/learning", data={"game": "tictactoe", "name": "bo"}, headers=HTML)
    assert "there is a bo already" in text_of(also.text)
    cookies = dict(client.cookies)
    client.cookies.clear()
    assert client.post(f"{path}/learn", data=played).status_code == 403
    others = client.get(path).text
    assert "Someone else teaches it" in text_of(others)
    assert "Your moves" not in others
    client.cookies.clear()
    client.cookies.update(cookies)
    assert "What bo has learned" in text_of(client.get("/learned?game=tictactoe&file=bo").text)
    assert 'data-title="Delete bo?"' in client.get(path).text
    assert client.post(f"{path}/delete").headers["location"] == "/learning?deleted=learner"
    assert client.get(path).status_code == 404
    assert not files(client, "bo")


@pytest.mark.slow
def test_twenty_games_are_all(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After twenty games against perfect play it is better than at first."""
    monkeypatch.setattr(kept, "_folder", [tmp_path])
    game, control, teaching = pg.TicTacToe(), Control(), Teaching(tmp_path)
    teaching._exams = client.app.state.parts.teaching._exams  # type: ignore[attr-defined]
    trainee = teaching.begin(game, "", "me", 4, control)
    assert trainee.name == "tictactoe-1"
    for number in range(LESSONS):
        assert trainee.seat == number % 2
        position, chance = trainee.reply(game.position()), pg.Chance(number)
        while not position.over:
            choice = pg.Perfect().choose(position, chance=chance)
            position = trainee.reply(position.play(choice.move))
        teaching.learn(trainee, number + 1, position.history, control)
    known = teaching.get("tictactoe-1")
    assert known is not None
    assert known.games == trainee.games
    assert known.by_chance == trainee.by_chance
    assert 30 < (trainee.by_chance or 0) < 50
    assert "  Random<" in _chart(known)
    assert trainee.right is not None
    assert (known.games[-1].right or 0) > trainee.right
    with pytest.raises(errors.PlygroundError, match="has had its 20 games"):
        teaching.learn(trainee, LESSONS + 1, position.history, control)


def test_it_learns_from_each_game_as_the_method_says(client: TestClient) -> None:
    """With a trace of 1 and one game, all ratings move towards the result."""
    game = pg.TicTacToe()
    pupil = Learner(game, 1, trace=1.0, exploring=0.0)
    lost = game.position("5 1 4 2 3 9 7")  # the player who began wins
    assert lost.over
    pupil.learn_from([game.move_code(each) for each in lost.history])
    rater: Any = pupil.rater()
    for position in lost.line[1:-1]:
        before = position.line[-2]
        code = game.move_code(position.history[-1])
        score = next(each.score for each in rater.choose(before) if each.code == code)
        assert (as_expectation(score) > 0.5) == (before.turn == 0)
    assert (pupil.games, pupil.moves) == (1, 7)


@pytest.mark.parametrize(
    ("moves", "said"),
    [("5 1", "has not ended"), ("5 5", "taken"), ("x", "x")],
)
def test_only_a_whole_game_teaches(client: TestClient, moves: str, said: str) -> None:
    path = taught(client, said.rpartition(" ")[2])
    answer = client.post(f"{path}/learn", data={"number": "1", "moves": moves}, headers=HTML)
    assert answer.status_code == 422
    assert said in text_of(answer.text)


@pytest.mark.parametrize(
    ("name", "after", "more_right", "nothing", "flat"),
    [("cy", 0.501, 0, True, True), ("di", 0.501, 1, True, False), ("ed", 0.6, 1, False, False)],
)
def test_why_nothing_has_changed(
    client: TestClient, name: str, after: float, more_right: int, nothing: bool, flat: bool
) -> None:
    """After draws that it had expected, and a curve that is flat."""
    path = taught(client, name)
    file = files(client, name)[".taught"]
    data = json.loads(file.read_text())
    learned = [{"ply": 2, "move": "1", "before": 0.5, "after": after}]
    game = {"moves": list("512837469"), "learned": learned, "right": data["right"]}
    games = [game, {**game, "right": data["right"] + more_right}]
    del data["sum"]
    file.write_text(sealed({**data, "games": games}))
    said = text_of(client.get(path).text)
    expected = "which it had expected: there was next to nothing to learn."
    assert (expected in said) == nothing
    assert ("The curve is flat so far" in said) == flat


def test_bad_names_are_refused(client: TestClient) -> None:
    fields = {"game": "tictactoe", "name": "../x"}
    answer = client.post("/learning/teach", data=fields, headers=HTML)
    assert answer.status_code == 422
    assert "a name has letters" in text_of(answer.text)
    assert client.get("/teach/none").status_code == 404
