"""A game at one screen that goes on on another device."""

from __future__ import annotations

import re

import pytest
from fastapi import FastAPI

from tests.web.clocks import HandClock
from tests.web.conftest import Person
from tests.web.playing import begin, begin_by_link, play, text_of


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def link_of(page: str) -> str:
    return re.search(r'value="http://[^/]+(/room/[^"]+/take/[^"]+)"', page)[1]  # type: ignore[index]


def test_a_game_goes_on_on_another_device_and_back(person: Person) -> None:
    phone, desk = person(), person()
    room = begin(phone, seat1="computer", **{"kind-2": "random"})
    assert "Another device" in phone.get(room).text
    link = link_of(phone.get(f"{room}/device").text)
    assert link_of(phone.get(f"{room}/device").text) == link  # one word at a time
    assert "Go on with this game here?" in desk.get(link).text
    assert "You are watching" in text_of(desk.get(room).text)  # to look is not to take
    answer = desk.post(link)
    assert answer.headers["location"] == room
    assert "Your move" in text_of(desk.get(room).text)
    assert "You are watching" in text_of(phone.get(room).text)
    assert phone.post(f"{room}/move", data={"ply": 0, "text": "1"}).status_code == 403
    play(desk, room, 0, "1")
    assert room in desk.get("/library").text
    assert room not in phone.get("/library").text
    assert phone.post(link_of(desk.get(f"{room}/device").text)).status_code == 303
    assert "You are watching" in text_of(desk.get(room).text)


def test_a_link_to_another_device_works_once_and_not_for_long(
    person: Person, app: FastAPI, clock: HandClock
) -> None:
    phone, desk, other = person(), person(), person()
    for each in (desk, other):
        each.get("/")  # and has a cookie
    room = begin(phone)
    link = link_of(phone.get(f"{room}/device").text)
    assert desk.post(link).status_code == 303
    for late in (other.get(link), other.post(link)):
        assert late.status_code == 422
        assert "has been used, or is older" in text_of(late.text)
    link = link_of(desk.get(f"{room}/device").text)
    clock.ahead += 901
    assert other.post(link).status_code == 422
    assert other.post(f"{room}/take/guessed").status_code == 422


def test_only_ones_own_game_at_one_screen_goes_on_elsewhere(person: Person) -> None:
    mine, yours = person(), person()
    room = begin(mine)
    assert yours.get(f"{room}/device").status_code == 403
    yours.get("/")
    link = link_of(mine.get(f"{room}/device").text)
    mine.post(f"{room}/invite")
    assert yours.post(link).status_code == 422  # the game is by link now
    shared = begin_by_link(mine, yours)
    assert mine.get(f"{shared}/device").status_code == 403
    assert "Another device" not in mine.get(shared).text
