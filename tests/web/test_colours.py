"""The colours that people choose: which are refused, and with what words."""

from __future__ import annotations

import pytest

import plyground as pg
from plyground import errors
from plyground.position.colours import check_colours, colours_from
from tests.web.conftest import Person
from tests.web.playing import begin, text_of

GAMES = [pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(6, 5), pg.ConnectFour()]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_what_a_game_proposes_is_accepted_in_any_order(game: pg.Game) -> None:
    own = game.colours[: game.players]
    check_colours(game, own)
    check_colours(game, own[::-1])
    check_colours(game, [each.upper() for each in own])


@pytest.mark.parametrize(
    ("game", "chosen", "message"),
    [
        (pg.Sim(), ("#ff0000", "#521d8b"), "player 1's colour #ff0000 is too close to red"),
        (
            pg.Sim(),
            ("#009cbf", "#cc1010"),
            "the colour of warnings: choose another, such as #521d8b",
        ),
        (pg.Sim(), ("#000000", "#521d8b"), "black, the colour of text: choose a lighter"),
        (
            pg.Sim(),
            ("#009cbf", "#ffff99"),
            "hard to see on the light board: choose a darker one",
        ),
        (pg.Sim(), ("#009cbf", "#009cc4"), "the colours of players 1 and 2"),
        (pg.TicTacToe(), ("#ffffff", "#cf7b0a"), "choose a darker one, such as #1a85e0"),
        (pg.ConnectFour(), ("#2a5db0", "#f5c531"), "away from blue, white and black"),
        (pg.ConnectFour(), ("#d63d3d", "#ffffff"), "away from blue, white and black"),
        (pg.ConnectFour(), ("#f5c531", "#f5c531"), "differ more, such as #d63d3d"),
    ],
)
def test_what_is_refused(game: pg.Game, chosen: tuple[str, str], message: str) -> None:
    with pytest.raises(errors.ParameterError) as refused:
        check_colours(game, chosen)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        (pg.Sim(), ("#8000ff", "#00aa00")),
        (pg.Sim(), ("#ff00ff", "#0000ff")),
        (pg.ConnectFour(), ("#ff0000", "#ffff00")),  # red is its own
        (pg.ConnectFour(), ("#00cc44", "#ff8800")),
    ],
)
def test_what_is_accepted(game: pg.Game, chosen: tuple[str, str]) -> None:
    check_colours(game, chosen)


def test_colours_are_given_by_name_or_number() -> None:
    assert colours_from(pg.Sim(), "Orange, #8000FF") == ("#bd4805", "#8000ff")
    for text, message in (
        ("orange", "give a colour for each of 2 players, not 1"),
        ("orange, mauve", "a colour is a name such as aqua, or a number such as #1a85e0"),
        ("pink, pink", "look too similar"),
    ):
        with pytest.raises(errors.ParameterError, match=message):
            colours_from(pg.Sim(), text)


def test_the_form_keeps_what_was_chosen_and_says_what_is_wrong(anyone: Person) -> None:
    client = anyone()
    given = {"game": "sim", "seat0": "here", "seat1": "here"}
    fields = {**given, "colour0": "#ff0000", "colour1": "#521d8b"}
    answer = client.post("/rooms", data=fields)
    assert answer.status_code == 422
    assert "is too close to red, the colour of warnings" in text_of(answer.text)
    assert 'name="colour0" value="#ff0000"' in answer.text
    begin(client, **{**fields, "colour0": "#8000ff", "colour1": "#00aa00"})
