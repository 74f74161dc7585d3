"""What the app keeps of a visitor, and that they can delete it."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import select

from plyground.analysis.chances import PlayedGame
from plyground.analysis.puzzles import puzzles
from plyground.games.registry import game
from plyground.web.parts import parts_of
from plyground.web.store import RunRecord, RunRecords, Studies
from plyground.web.store.models import METADATA
from tests.web.conftest import Person
from tests.web.playing import (
    HTML,
    begin,
    begin_by_link,
    play,
    ply_of,
    save,
    served,
    text_of,
)

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
    gone = "Gone from this server: 1 game, 1 saved game, 1 try at a puzzle."
    assert gone in text_of(answer.text)
    assert ann.get(room).status_code == 404
    assert "Nothing on this server yet." in text_of(ann.get("/library/forget").text)
    assert dict(ann.cookies) != before, "who comes back is another visitor"
    ann.cookies.clear()
    ann.cookies.update(before)
    assert "Nothing on this server yet." in text_of(ann.get("/library/forget").text)
    assert kept in text_of(bob.get("/library/forget").text)
    assert bob.get(other).status_code == 200


def test_runs_are_counted_and_deleted(anyone: Person) -> None:
    client = anyone()
    given = {"game": "tictactoe", "rounds": "1", "kind-1": "random", "kind-2": "random"}
    client.get("/watch")
    run = client.post("/watch", data=given, follow_redirects=False).headers["location"]
    assert "On this server: 1 run." in text_of(client.get("/library/forget").text)
    assert "Gone from this server: 1 run." in text_of(client.post("/library/forget").text)
    assert client.get(run).status_code == 404


def rows(client: TestClient) -> dict[str, str]:
    """All that is in each table."""
    database = parts_of(client.app).database  # type: ignore[arg-type]
    with database.reading() as connection:
        tables = METADATA.sorted_tables
        return {each.name: repr(connection.execute(select(each)).all()) for each in tables}


def fill(client: TestClient, folder: Path, owner: str) -> None:
    """Keep what no page keeps in a moment: a study, a run, and learners."""
    database = parts_of(client.app).database  # type: ignore[arg-type]
    Studies(database).put(owner, "room/abc", PlayedGame("tictactoe", 0, "", ()))
    RunRecords(database).add(RunRecord("cup", owner, 1.0, "Cup", 1, 1, is_over=True))
    (folder / "runs").mkdir(exist_ok=True)
    (folder / "runs" / "cup.toml").touch()
    learned = {"game": "tictactoe", "parameters": {}, "owner": owner}
    own = {
        "json": {"seconds": 60.0, "state": "stopped", "problem": "", "curve": [], "marks": []},
        "taught": {"seed": 1, "right": None, "games": []},
    }
    (folder / "learned").mkdir()
    for kind, more in own.items():
        (folder / "learned" / f"{kind}.{kind}").write_text(json.dumps(learned | more))


def test_no_table_and_no_file_has_anything_left(person: Person, tmp_path: Path) -> None:
    ann, bob = person(), person()
    leave_traces(ann)
    shared = [
        begin_by_link(ann, bob, "14253", name0="Ann X."),
        begin_by_link(ann, bob, "1", name0="Ann X."),
        begin(bob, seat1="link", name0="Bob"),
    ]
    ann.post(f"{shared[2]}/claim", data={"seat": 1, "text": "Ann X."})
    owner = parts_of(ann.app).store.room(shared[0].rpartition("/")[2]).owner  # type: ignore[arg-type, union-attr]
    fill(ann, tmp_path, owner)
    kept = {name for name, text in rows(ann).items() if owner in text}
    of_visitors = {
        each.name for each in METADATA.sorted_tables if {"owner", "holder"} & set(each.c.keys())
    }
    assert kept == of_visitors
    said = text_of(ann.get("/library/forget").text)
    for each in (
        "1 game,",
        "3 games with others stay with them",
        "1 game looked through",
        "1 run",
        "2 learners",
    ):
        assert each in said
    before = dict(ann.cookies)
    gone = text_of(ann.post("/library/forget").text)
    assert "Gone from this server: 1 game," in gone
    assert "3 games with others stay with them, without your name." in gone
    assert [name for name, text in rows(bob).items() if owner in text or "Ann X." in text] == []
    files = [each for each in tmp_path.rglob("*") if each.is_file() and each.parent != tmp_path]
    assert files == []
    for room in shared:
        page = bob.get(room).text
        assert "Bob" in page
        assert "Ann X." not in page
    # Another tab may still send the cookie; a backup may bring it back.
    for restarted in (False, True):
        with served(tmp_path) if restarted else nullcontext(ann) as client:
            client.follow_redirects = False
            client.headers.update(HTML)
            client.cookies.clear()
            client.cookies.update(before)
            leave_traces(client)
            assert [name for name, text in rows(client).items() if owner in text] == []


def test_a_game_of_others_stays_with_them(anyone: Person) -> None:
    owner, guest = anyone(), anyone()
    room = begin_by_link(owner, guest)
    stays = "1 game with others stays with them, without your name."
    for client in (guest, owner):
        asked = text_of(client.get("/library/forget").text)
        assert stays in asked
        assert "Nothing on this server yet." not in asked
        assert stays in text_of(client.post("/library/forget").text)
    assert anyone().get(room).status_code == 200


def test_whoever_plays_on_with_nobody_may_move(anyone: Person) -> None:
    owner, guest = anyone(), anyone()
    room = begin_by_link(owner, guest, "5")
    owner.post("/library/forget")
    assert ply_of(play(guest, room, 1, "1")) == 2
    answer = owner.post(f"{room}/move", data={"ply": 2, "text": "9"})
    assert answer.status_code == 403


@pytest.mark.parametrize("of_page", [True, False])
def test_a_game_that_was_played_can_be_deleted(anyone: Person, of_page: bool) -> None:
    ann = anyone()
    room, other = begin(ann), begin(ann)
    play(ann, room, 0, *"14253")
    page = ann.get(room if of_page else "/library").text
    words = re.findall(r"<button[^>]*>([^<]*)</button>", page)
    assert any(word.strip().startswith("Delete") for word in words)
    assert "hx-confirm" not in page
    field = f'name="room" value="{room.rpartition("/")[2]}"'
    assert field in page
    answer = ann.post("/library/delete", data={"room": room.rpartition("/")[2]})
    assert "The game is deleted." in text_of(ann.get(answer.headers["location"]).text)
    assert ann.get(room).status_code == 404
    assert ann.get(other).status_code == 200
    assert field not in ann.get("/library").text


def test_a_game_by_link_can_be_deleted_when_it_is_over(anyone: Person) -> None:
    ann, bob, eve = anyone(), anyone(), anyone()
    room = begin_by_link(ann, bob, "1425")
    mine = {"room": room.rpartition("/")[2]}
    assert "Delete this game" not in ann.get(room).text
    assert "end it before" in text_of(ann.post("/library/delete", data=mine).text)
    play(ann, room, 4, "3")
    assert "Delete this game" in ann.get(room).text
    assert "Delete this game" not in eve.get(room).text
    assert eve.post("/library/delete", data=mine).status_code == 403
    ann.post("/library/delete", data=mine)
    assert mine["room"] not in ann.get("/library").text
    assert mine["room"] in bob.get("/library").text
    assert "Bob" in bob.get(room).text


def test_on_ones_own_machine_the_progress_of_the_terminal_goes_too(tmp_path: Path) -> None:
    with served(tmp_path, own=True) as client:
        client.follow_redirects = False
        leave_traces(client)
        progress = [each for each in tmp_path.iterdir() if "puzzle" in each.name]
        assert len(progress) == 1
        client.post("/library/forget")
        assert not progress[0].exists()
