"""The JSON API, as a program meets it."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from tests.web.conftest import Person

GAME = {"name": "tictactoe"}
JSON = {"accept": "application/json"}


def test_games(reader: TestClient) -> None:
    found = {each["name"]: each for each in reader.get("/api/games").json()}
    assert found["sim"]["parameters"][0] == {
        "name": "vertices", "default": 6, "least": 3, "most": 10, "meaning": "dots on the board",
    }  # fmt: skip


def test_positions(reader: TestClient) -> None:
    found = reader.post("/api/position", json={"game": GAME, "moves": ["1", "4"]}).json()
    assert found["legal"] == ["2", "3", "5", "6", "7", "8", "9"]
    assert (found["turn"], found["over"], found["outcome"]) == (1, False, None)
    found = reader.post("/api/position", json={"game": GAME, "moves": [*"14253"]}).json()
    assert found["outcome"] == {
        "winner": 1,
        "loser": 2,
        "losers": [2],
        "how": "rules",
        "by": None,
        "by_loss": False,
        "reason": "three in a row",
    }
    assert found["game"]["title"] == "Tic-tac-toe"


def test_choices_and_analysis(reader: TestClient) -> None:
    given: dict[str, Any] = {"game": GAME, "moves": [*"1425"]}
    found = reader.post("/api/choose", json={**given, "player": "minimax:depth=3"}).json()
    assert (found["move"], found["value"]) == ("3", {"value": "win", "plies": 1})
    assert found["position"]["over"]
    found = reader.post("/api/analyse", json=given).json()
    assert (found["value"], found["plies"]) == ("win", 1)


@pytest.mark.parametrize(
    ("path", "given", "message"),
    [
        ("position", {"game": {"name": "chess"}}, "there is no game 'chess'"),
        ("position", {"game": {"name": "examples/nim.py"}}, "there is no game"),
        ("position", {"game": GAME, "moves": ["1", "1"]}, "Cell 1 is taken"),
        ("position", {"game": {"name": "sim", "parameters": {"vertices": 99}}}, "3 to 10 vertices"),
        ("position", {"game": GAME, "colour": "red"}, "colour: Extra inputs"),
        ("position", {"game": {"name": "sim", "parameters": {"x": 1}}}, "has no parameter x"),
        ("choose", {"game": {"name": "tictactoe", "parameters": {"x": 1}}}, "it has none"),
        ("choose", {"game": GAME, "player": "human"}, "a human is not a computer"),
        ("choose", {"game": GAME, "player": "external(ls)"}, ""),
        ("choose", {"game": GAME, "seconds": 1000}, "seconds: "),
        ("analyse", {"game": GAME, "moves": ["1", "4", "2", "5", "3"]}, "the game is over"),
        ("rooms", {"game": GAME, "seats": []}, "is for 2 players"),
    ],
)
def test_what_is_not_accepted(reader: TestClient, path: str, given: Any, message: str) -> None:
    answer = reader.post(f"/api/{path}", json=given, headers=JSON)
    assert answer.status_code == 422
    assert message in answer.json()["error"]


@pytest.mark.compiled
def test_what_takes_too_long_is_ended(reader: TestClient) -> None:
    given = {"game": {"name": "connect4"}, "player": "alphabeta:depth=30", "seconds": 0.5}
    answer = reader.post("/api/choose", json=given, headers=JSON)
    assert answer.status_code == 503
    assert "took longer than 0.5 s" in answer.json()["error"]
    assert answer.headers["Retry-After"] == "5"


def test_work_that_the_end_of_the_server_stops_says_so(
    reader: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_given: object, **_more: object) -> None:
        raise pg.Cancelled

    monkeypatch.setattr("plyground.web.pages.api.prepare", stopped)
    answer = reader.post("/api/choose", json={"game": GAME}, headers=JSON)
    assert answer.status_code == 503
    assert "is closing" in answer.json()["error"]
    assert answer.headers["Retry-After"] == "5"


def test_a_body_that_is_no_json_is_refused_in_words(reader: TestClient) -> None:
    for content, kind, words in (
        (b"{bad", "application/json", "the body is not JSON from character 2 on"),
        (b"game=tictactoe", "application/x-www-form-urlencoded", "the body: Input should be"),
    ):
        answer = reader.post(
            "/api/position", content=content, headers={"Content-Type": kind, **JSON}
        )
        assert answer.status_code == 422
        assert answer.json()["error"].startswith(words)


def made(owner: TestClient, guest: TestClient) -> tuple[str, Any]:
    """The address of a room of two programs, and what it was like when it was made."""
    answer = owner.post("/api/rooms", json={"game": GAME, "seats": [{"kind": "here"}, {}]})
    assert answer.status_code == 201
    room = f"/api/rooms/{answer.json()['id']}"
    guest.get(room)  # which gives it a cookie
    claimed = guest.post(f"{room}/seats", json={"seat": 1, "name": "Bob"})
    assert claimed.json()["status"] == "running"
    return room, answer.json()


def test_a_game_by_two_programs(anyone: Person) -> None:
    one, two, other = anyone(), anyone(), anyone()
    room, before = made(one, two)
    assert before["status"] == "waiting"
    assert other.post(f"{room}/moves", json={"ply": 0, "move": "5"}).status_code == 403
    for ply, move in enumerate("14253"):
        player = (one, two)[ply % 2]
        for _made_once in range(2):
            answer = player.post(f"{room}/moves", json={"ply": ply, "move": move})
            assert (answer.status_code, answer.json()["ply"]) == (200, ply + 1)
        other_move = player.post(f"{room}/moves", json={"ply": ply, "move": "9"})
        assert other_move.status_code == (409 if ply < 4 else 422)
    found = other.get(room).json()
    assert (found["status"], found["ply"]) == ("ended", 5)
    assert found["position"]["outcome"]["winner"] == 1


def test_a_program_learns_who_won_after_a_resignation(anyone: Person) -> None:
    one, two = anyone(), anyone()
    room, before = made(one, two)
    assert before["ending"] is None
    one.post(f"/room/{before['id']}/resign")
    found = one.get(room).json()
    assert found["ending"] == {
        "winner": 2,
        "loser": 1,
        "losers": [1],
        "how": "resigned",
        "by": 1,
        "by_loss": False,
        "reason": "",
        "text": "Player 1 resigned; Bob won",
    }
    assert found["position"]["outcome"] is None


def test_the_description_names_every_path_and_loads_nothing(reader: TestClient) -> None:
    paths = reader.get("/api/openapi.json").json()["paths"]
    assert set(paths) == {
        "/api/games", "/api/position", "/api/choose", "/api/analyse", "/api/rooms",
        "/api/rooms/{room_id}", "/api/rooms/{room_id}/seats", "/api/rooms/{room_id}/moves",
        "/api/rooms/{room_id}/left",
    }  # fmt: skip
    assert reader.get("/docs").status_code == 404


def test_a_request_that_is_too_large(reader: TestClient) -> None:
    answer = reader.post("/api/position", content=b"x" * 1_100_000)
    assert answer.status_code == 413
