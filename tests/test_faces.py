"""Faces: everybody whom a game offers has one, and they differ."""

from itertools import combinations
from xml.etree import ElementTree

import pytest

from plyground.render.faces import face
from plyground.web.templating import template
from tests.games import CONNECT4, NUMERICAL, SIM, SIM_3, TICTACTOE

PEOPLE = sorted(
    {
        level.name
        for game in [
            TICTACTOE,
            NUMERICAL,
            CONNECT4,
            SIM,
            SIM_3,
        ]
        for level in game.levels
    }
)
FACE_MOST = 700  # bytes: a page that opens from a file has five of them


@pytest.mark.parametrize("name", [*PEOPLE, "Somebody Else", "Ünal & <Co>"])
def test_everybody_has_a_face(name: str) -> None:
    drawn = face(name)
    root = ElementTree.fromstring(drawn)
    assert (root.get("viewBox"), root.get("aria-hidden")) == ("0 0 48 48", "true")
    assert len(drawn) < FACE_MOST
    assert name not in drawn
    assert "style=" not in drawn  # the pages' policy allows none
    assert 'd=""' not in drawn


def test_no_two_people_look_alike() -> None:
    assert len(PEOPLE) == 10
    for one, other in combinations(PEOPLE, 2):
        assert face(one) != face(other)
        assert ground(one) != ground(other)


def ground(name: str) -> str | None:
    rect = ElementTree.fromstring(face(name)).find("rect")
    assert rect is not None
    return rect.get("fill")


def test_templates_can_show_a_face() -> None:
    assert (
        face("Pip") in template("icons.html").environment.from_string("{{ face('Pip') }}").render()
    )
