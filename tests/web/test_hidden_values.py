"""What a move is worth is not shown in a game by a link until it ends, at any door."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

import plyground as pg
from plyground.search.learning import kept
from tests.web.conftest import Person
from tests.web.playing import (
    begin,
    begin_by_link,
    play,
    saved_games,
    state_of,
    take_in,
    wait_for,
)

OPEN = "147"  # the moves that the live game has
GAME = {"game": {"name": "tictactoe"}, "moves": list(OPEN)}
RECORD = '[Game "tictactoe"]\n\n1. 1 2. 4 3. 7 *\n'
LONGER = '[Game "tictactoe"]\n\n1. 7 2. 4 3. 1 4. 5 *\n'  # by another order, and one move on


def refused(answer: Response) -> bool:
    return answer.status_code == 403 and "appear when it is over" in answer.text


def import_and_review(client: TestClient, text: str) -> Response:
    take_in(client, text)
    return client.get(f"{saved_games(client)[0]}/review")


DOORS: dict[str, Callable[[TestClient, str], Response]] = {
    "values": lambda who, room: who.get(f"{room}/values?at=3"),
    "values of a move before": lambda who, room: who.get(f"{room}/values?at=1"),
    "course": lambda who, room: who.get(f"{room}/course"),
    "review": lambda who, room: who.get(f"{room}/review"),
    "best move of a review": lambda who, room: who.get(f"{room}/retry/answer"),
}
OWN_DOORS: dict[str, Callable[[TestClient], Response]] = {
    "analyse": lambda who: who.post("/api/analyse", json=GAME),
    "choose": lambda who: who.post("/api/choose", json=GAME),
    "glass box": lambda who: who.get("/glassbox?game=tictactoe&moves=147"),
    "steps of the glass box": lambda who: who.get("/glassbox/steps?game=tictactoe&moves=741"),
    "upload of the same moves": lambda who: import_and_review(who, RECORD),
    "upload of more moves": lambda who: import_and_review(who, LONGER),
    "a game of its own": lambda who: who.get(f"{begin(who, moves=OPEN)}/values?at=3"),
    "the course of that": lambda who: who.get(f"{begin(who, moves=OPEN)}/course"),
    "another try at a lost moment": lambda who: who.get("/lost/tictactoe/retry?moves=1+4+7&ply=3"),
    "a learned player": lambda who: who.get("/learned?game=tictactoe&moves=1+4+7"),
    "a computer that goes on": lambda who: who.post(
        "/rooms",
        data={
            "game": "tictactoe",
            "moves": OPEN,
            "seat0": "here",
            "seat1": "computer",
            "kind-2": "random",
        },
    ),
    "a program's computer that goes on": lambda who: who.post(
        "/api/rooms", json={**GAME, "seats": [{"kind": "computer", "player": "random"}] * 2}
    ),
}

PUZZLE = pg.puzzles(pg.TicTacToe())[0]
POSED = f"/puzzles/{PUZZLE.id}"
FOUND_DOORS: dict[str, tuple[Sequence[str], Callable[[TestClient], Response]]] = {
    "a puzzle": (PUZZLE.moves, lambda who: who.get(POSED)),
    "its hint": (PUZZLE.moves, lambda who: who.post(f"{POSED}/hint")),
    "an answer": (PUZZLE.moves, lambda who: who.post(f"{POSED}/answer", data={"text": "1"})),
    "its solution": (PUZZLE.moves, lambda who: who.post(f"{POSED}/solution")),
    "a perfect game": ("1523", lambda who: who.get("/perfect/tictactoe?at=5")),
    "a step of it": ("1523", lambda who: who.get("/perfect/tictactoe/step?at=5")),
    "what its moves are worth": ("1526", lambda who: who.get("/perfect/tictactoe/step?at=4")),
    "best play": ("1523", lambda who: who.get("/atlas/tictactoe?at=5")),
    "a step of best play": ("1523", lambda who: who.get("/atlas/tictactoe/step?at=5")),
}
"""Those with lines of their own, and the moves of the live game."""


@pytest.mark.parametrize("door", DOORS)
def test_nobody_sees_values_in_a_game_by_a_link(anyone: Person, door: str) -> None:
    owner, guest, stranger = anyone(), anyone(), anyone()
    room = begin_by_link(owner, guest, OPEN)
    for client in (owner, guest, stranger):
        assert refused(DOORS[door](client, room))


@pytest.mark.parametrize("door", [*OWN_DOORS, *FOUND_DOORS])
def test_those_who_play_get_no_hint_from_elsewhere(anyone: Person, door: str) -> None:
    owner, guest, stranger = anyone(), anyone(), anyone()
    moves, ask = FOUND_DOORS[door] if door in FOUND_DOORS else (OPEN, OWN_DOORS[door])
    room = begin_by_link(owner, guest, moves)
    assert ask(stranger).status_code < 400
    for client in (owner, guest):
        assert refused(ask(client))
    guest.post(f"{room}/resign")
    assert ask(guest).status_code < 400


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.usefixtures("plain_patterns")
def test_a_learner_that_is_taught_gives_no_hint(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "_folder", [tmp_path])
    owner, guest, stranger = person(), person(), person()
    begin_by_link(owner, guest, OPEN)
    owner.post("/learning/teach", data={"game": "tictactoe", "name": "bo"})
    game = {"number": "1", "moves": "1 4 7 5 2 6"}
    for client, status in ((stranger, 200), (owner, 403), (guest, 403)):
        assert client.get("/teach/bo?moves=1+4+7").status_code == status
    assert owner.post("/teach/bo/learn", data=game).status_code == 403
    assert owner.get("/teach/bo").status_code == 200


def test_the_page_offers_values_when_the_game_is_over(anyone: Person) -> None:
    owner, guest = anyone(), anyone()
    room = begin_by_link(owner, guest, OPEN)
    for client in (owner, guest, anyone()):
        page = client.get(room).text
        assert state_of(page)["secret"]
        assert "Values are shown when the game is over" in page
    assert owner.get(f"/api/rooms/{room.rpartition('/')[2]}").json()["hides_values"] is True
    page = guest.post(f"{room}/resign").text
    assert not state_of(page)["secret"]
    for door in ("values", "course", "review"):
        assert DOORS[door](anyone(), room).status_code == 200


def test_a_room_may_be_opened_with_values(anyone: Person) -> None:
    owner, guest, stranger = anyone(), anyone(), anyone()
    room = begin_by_link(owner, guest, **{"shows-values": "yes"})
    sentence = "Everyone can see the values of moves in this game."
    assert sentence in stranger.get(room).text
    for client in (owner, guest, stranger):
        assert client.get(f"{room}/values?at=0").status_code == 200
        assert not state_of(client.get(room).text)["secret"]
    assert guest.post("/api/analyse", json={"game": {"name": "tictactoe"}}).status_code == 200


def test_a_program_may_open_a_room_with_values(anyone: Person) -> None:
    given = {"game": {"name": "tictactoe"}, "seats": [{"kind": "here"}, {"kind": "link"}]}
    for shows in (True, False):
        made = anyone().post("/api/rooms", json={**given, "shows_values": shows}).json()
        assert made["hides_values"] is not shows


@pytest.mark.slow
def test_a_computer_among_people_keeps_what_it_thinks_to_itself(anyone: Person) -> None:
    people = [anyone(), anyone()]
    room = begin(
        people[0], game="sim", vertices="6", players="3", seat1="link", seat2="computer",
        **{"kind-3": "maxn", "depth-3": "2"},
    )  # fmt: skip
    people[1].post(f"{room}/claim", data={"seat": 1, "text": "Bob"})
    play(people[0], room, 0, "0-1")
    play(people[1], room, 1, "2-3")
    page = wait_for(people[0], room, 3)
    assert state_of(page)["found"] == {}
    assert "[%value" not in people[0].get(f"{room}/record").text
    for client in people:
        client.post(f"{room}/resign")
    assert state_of(people[0].get(room).text)["found"]


def test_alone_against_a_computer_everything_is_shown(anyone: Person) -> None:
    owner, guest = anyone(), anyone()
    local = begin(owner)
    assert owner.get(f"{local}/values?at=0").status_code == 200
    room = begin(owner, seat0="link", seat1="computer", **{"kind-2": "random"})
    guest.post(f"{room}/claim", data={"seat": 0, "text": "Bob"})
    assert guest.get(f"{room}/values?at=0").status_code == 200


def test_the_first_moves_are_nobodys_secret(anyone: Person) -> None:
    """A game of before that began in the same way can be reviewed meanwhile."""
    owner, guest = anyone(), anyone()
    begin_by_link(owner, guest, "1")
    assert import_and_review(owner, RECORD).status_code == 200
