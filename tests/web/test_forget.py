"""What the app keeps of a visitor, and that they can delete it."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from plyground.analysis.puzzles import puzzles
from plyground.games.registry import game
from plyground.web.app import create_app
from plyground.web.settings import Settings
from tests.web.conftest import Person
from tests.web.playing import begin, play, text_of

PUZZLE = puzzles(game("tictactoe"))[0]


def leave_traces(client: TestClient) -> str:
    """Play, save a game and solve a puzzle; the room's address."""
    room = begin(client, seat1="here")
    play(client, room, 0, "5")
    client.post(f"/library{room.replace('/room', '/rooms')}")
    client.post(f"/puzzles/{PUZZLE.id}/answer", data={"text": PUZZLE.solution})
    return room


def test_it_is_counted_and_deleted(person: Person) -> None:
    ann, bob = person(), person()
    room, other = leave_traces(ann), leave_traces(bob)
    assert 'href="/library/forget"' in ann.get("/library").text
    kept = "On this server: 1 game, 1 saved game, 1 try at a puzzle."
    assert kept in text_of(ann.get("/library/forget").text)
    before = dict(ann.cookies)
    answer = ann.post("/library/forget")
    assert answer.headers["location"] == "/"
    assert ann.get(room).status_code == 404
    assert "Nothing on this server yet." in text_of(ann.get("/library/forget").text)
    assert dict(ann.cookies) != before, "who comes back is another visitor"
    ann.cookies.clear()
    ann.cookies.update(before)
    assert "Nothing on this server yet." in text_of(ann.get("/library/forget").text)
    assert kept in text_of(bob.get("/library/forget").text)
    assert bob.get(other).status_code == 200


def test_a_game_of_others_stays_with_them(person: Person) -> None:
    owner, guest = person(), person()
    room = begin(owner, seat1="link")
    guest.post(f"{room}/claim", data={"seat": 1})
    for client in (guest, owner):
        client.post("/library/forget")
    assert person().get(room).status_code == 200


def test_on_ones_own_machine_the_progress_of_the_terminal_goes_too(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, own=True, warms=False))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        client.headers["accept"] = "text/html"
        leave_traces(client)
        progress = [each for each in tmp_path.iterdir() if "puzzle" in each.name]
        assert len(progress) == 1
        client.post("/library/forget")
        assert not progress[0].exists()
