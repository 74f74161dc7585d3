"""What runs at a tap: from the page Watch, and from a game."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

import pytest

from plyground.web.pages.simulate import READY_TO_START
from tests.web.conftest import Person
from tests.web.playing import begin, text_of


@pytest.mark.parametrize(("action", "words", "fields"), READY_TO_START)
def test_each_is_a_button_of_watch_that_starts(
    person: Person, action: str, words: str, fields: Mapping[str, str]
) -> None:
    client = person()
    watch = client.get("/simulate").text
    form = re.search(rf'<form [^>]*action="{action}">(?:(?!</form>).)*{re.escape(words)}', watch)
    assert form is not None
    sent = {
        html.unescape(name): html.unescape(value)
        for name, value in re.findall(r'name="([^"]*)" value="([^"]*)"', form[0])
    }
    assert sent == fields
    client.get("/")  # a visitor who is known
    answer = client.post(action, data=sent)
    assert answer.status_code == 303
    assert words in text_of(client.get(answer.headers["location"]).text)


def test_a_friend_takes_the_other_seat_from_a_game(person: Person) -> None:
    client = person()
    sizes = {"game": "connect4", "columns": "4", "rows": "4"}
    page = client.get(begin(client, **sizes, seat1="computer", **{"kind-2": "random"})).text
    form = re.search(r'<form method="post" action="/rooms">((?:(?!</form>).)*)A friend', page)
    assert form is not None
    sent = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', form[1]))
    room = client.post("/rooms", data={**sent, "with": "friend"}).headers["location"]
    record = client.get(f"/api{room.replace('room', 'rooms')}").json()
    assert [seat["kind"] for seat in record["seats"]] == ["here", "here"]
    assert record["game"]["parameters"]["columns"] == 4
