"""What a page asks the server of a computer's move."""

from __future__ import annotations

from tests.web.conftest import Person
from tests.web.playing import begin, begin_by_link, text_of, wait_for

GAME = {"moves": "1 5 2", "seat1": "computer"}


def test_why_says_what_was_overlooked_and_thought(person: Person) -> None:
    client = person()
    for _ in range(20):  # it sees the threat in one of three games
        room = begin(client, **GAME, **{"opponent-2": "level:1"})
        wait_for(client, room, 4)
        found = client.get(f"{room}/why?at=3").raise_for_status().json()
        (_, move, _, _, line), *_ = found["account"]
        thoughts = {each["move"]: each for each in found["thoughts"]}
        assert thoughts.keys() == {"3", "4", "6", "7", "8", "9"}
        assert (move, line) == (2, [0, 1, 2]) or thoughts["3"]["score"] is not None
        if line and len({each["value"] for each in thoughts.values()}) == 1:
            return
    raise AssertionError("it always saw the threat")


def test_why_of_a_players_move_is_refused(person: Person) -> None:
    client = person()
    room = begin(client, **GAME, **{"opponent-2": "level:1"})
    wait_for(client, room, 4)
    for ply in (2, 99, -1):
        answer = client.get(f"{room}/why?at={ply}")
        assert answer.status_code == 404
        assert "computer has made this move" in text_of(answer.text)


def test_why_is_withheld_in_a_game_by_link(person: Person) -> None:
    ann, bob = person(), person()
    room = begin_by_link(ann, bob, "15")
    ann.get(room)
    assert ann.get(f"{room}/why?at=1").status_code == 403
