"""What the app keeps of a visitor, and that they can delete it."""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from plyground.analysis.puzzles import puzzles
from plyground.games.registry import game
from tests.web.conftest import Person
from tests.web.playing import begin, begin_by_link, play, save, served, text_of

PUZZLE = puzzles(game("tictactoe"))[0]


def leave_traces(client: TestClient) -> str:
    """Play, save a game and solve a puzzle; the room's address."""
    room = begin(client, seat1="here")
    play(client, room, 0, "5")
    save(client, room)
    client.post(f"/puzzles/{PUZZLE.id}/answer", data={"text": PUZZLE.solution})
    return room


def test_it_is_counted_and_deleted(anyone: Person) -> None:
    ann, bob = anyone(), anyone()
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


def test_a_game_of_others_stays_with_them(anyone: Person) -> None:
    owner, guest = anyone(), anyone()
    room = begin_by_link(owner, guest)
    for client in (guest, owner):
        client.post("/library/forget")
    assert anyone().get(room).status_code == 200


def test_on_ones_own_machine_the_progress_of_the_terminal_goes_too(tmp_path: Path) -> None:
    with served(tmp_path, own=True) as client:
        client.follow_redirects = False
        leave_traces(client)
        progress = [each for each in tmp_path.iterdir() if "puzzle" in each.name]
        assert len(progress) == 1
        client.post("/library/forget")
        assert not progress[0].exists()
