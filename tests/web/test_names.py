"""Names and titles that people give: what stays of them, and how long they may be."""

from __future__ import annotations

import html

import pytest
from fastapi.testclient import TestClient

from tests.web.conftest import Person
from tests.web.playing import begin, begin_by_link, play, save, take_in, text_of

MINA, FAMILY = "\u0645\u06cc\u200c\u0646\u0627", "👨\u200d👩\u200d👧\u200d👦"
LONG = "x" * 60
SAID = "a name has at most 40 characters, and not 60"


@pytest.mark.parametrize("name", [MINA, FAMILY])
def test_a_name_keeps_its_joiners(person: Person, name: str) -> None:
    client = person()
    room = begin(client, name0=name)
    assert name in html.unescape(client.get(room).text)


@pytest.mark.parametrize("name", [MINA, FAMILY])
def test_a_name_keeps_its_joiners_in_the_library(person: Person, name: str) -> None:
    client = person()
    room = begin(client, name0=name)
    play(client, room, 0, "5")
    game = save(client, room)
    assert name in html.unescape(client.get(game).text)
    assert name in client.get(f"{game}/record").text
    assert name in html.unescape(client.get("/library", params={"words": name}).text)
    text = f'[Game "tictactoe"]\n[Player1 "{name}"]\n\n1. 5 *\n'
    assert take_in(client, text).status_code == 200


def test_a_name_has_no_other_invisible_characters(person: Person) -> None:
    client = person()
    page = client.get(begin(client, name0="A\u200dn\u200bn\u202e\u3164")).text
    assert "Ann" in text_of(page)
    assert not set("\u200d\u200b\u202e\u3164\x07") & set(html.unescape(page))


def test_a_long_name_is_refused_in_words_everywhere(person: Person) -> None:
    owner, guest = person(), person()
    begun = owner.post("/rooms", data={"game": "tictactoe", "seat1": "here", "name0": LONG})
    assert (begun.status_code, SAID in text_of(begun.text)) == (422, True)
    waiting = begin(owner, seat1="link")
    claimed = guest.post(f"{waiting}/claim", data={"seat": 1, "text": LONG})
    assert (claimed.status_code, SAID in claimed.text) == (422, True)
    room = begin_by_link(owner, guest)
    renamed = guest.post(f"{room}/rename", data={"name1": LONG})
    assert (renamed.status_code, SAID in renamed.text) == (422, True)
    assert "Bob (you)" in guest.get(room).text
    made = {"game": {"name": "tictactoe"}, "seats": [{"kind": "here", "name": LONG}] * 2}
    refused = guest.post("/api/rooms", json=made, headers={"accept": "application/json"})
    assert (refused.status_code, "at most 40 characters" in refused.text) == (422, True)


def test_a_name_has_its_whole_length(person: Person) -> None:
    client = person()
    assert "x" * 40 in client.get(begin(client, name0=f" {'x' * 40}\u200b ")).text


@pytest.mark.parametrize(
    ("kind", "field"),
    [("round robin", "title"), ("series", "title"), ("series", "question")],
)
def test_a_long_title_is_refused_in_words(client: TestClient, kind: str, field: str) -> None:
    given = {"game": "tictactoe", "count": "2", "kind-1": "random", "kind-2": "full"}
    given |= {"kind": kind, "rounds": "2"}
    given[field] = "x" * 91
    client.get("/")
    answer = client.post("/watch", data=given, headers={"accept": "text/html"})
    assert answer.status_code == 422
    assert f"a {field} has at most 90 characters, and not 91" in answer.text.lower()
