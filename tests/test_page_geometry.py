"""A game's board as data for pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import plyground as pg
from plyground import rules
from plyground.browser.geometry import geometry, shown, swatches
from plyground.browser.picking import change, columns, known_changes
from plyground.games.registry import game_class
from plyground.position import CannotError
from plyground.render.palette import Palette
from tests.variants import Variant, every_variant

COLOURS = ("#123456", "#654321", "#abcdef")
EXAMPLES = Path(__file__).parent.parent / "examples"


@every_variant
def test_every_move_of_a_match_changes_the_sites_it_is_said_to(variant: Variant) -> None:
    game = variant.game
    known = geometry(game)["moves"]
    position = game.position()
    while not position.over:
        after = position.play_code(position.codes[5 * position.ply % len(position.codes)])
        made = change(position, after)
        assert set(made.sites) <= set(known[made.code]["sites"])
        assert known[made.code]["label"] in (made.label, game.move_texts[made.code])
        position = after


@every_variant
def test_it_is_small_enough_for_a_page(variant: Variant) -> None:
    assert len(json.dumps(geometry(variant.game))) < 80_000


def test_a_counter_may_be_dropped_into_any_hole_of_its_column() -> None:
    game = pg.ConnectFour(4, 4)
    assert columns(game)[1] == (4, 5, 6, 7), "from the bottom up"
    assert geometry(game)["moves"][1]["sites"] == [4, 5, 6, 7]
    assert columns(pg.TicTacToe()) == {}


def test_several_moves_of_one_place_are_told_apart() -> None:
    moves = geometry(pg.NumericalTicTacToe())["moves"]
    assert [move["label"] for move in moves if move["sites"] == [0]] == list("123456789")
    nim = game_class(str(EXAMPLES / "nim.py"))()
    assert known_changes(nim)[nim.move_code("2:1")].label == "2:1"


def test_a_move_that_no_match_met_has_no_sites() -> None:
    nim = game_class(str(EXAMPLES / "nim.py"))()
    assert geometry(nim)["moves"][nim.move_code("1:2")]["sites"] == []


def test_people_point_at_columns_cells_or_dots() -> None:
    named = {
        game.name: [each["name"] for each in geometry(game)["targets"]]
        for game in (pg.ConnectFour(4, 4), pg.TicTacToe(), pg.Sim(6))
    }
    assert named == {
        "connect4": [f"Column {number}" for number in range(1, 5)],
        "tictactoe": [f"Cell {number}" for number in range(1, 10)],
        "sim": [f"Dot {number}" for number in range(6)],
    }
    assert geometry(pg.TicTacToe())["looks"] == ["empty", "x", "o"]
    assert geometry(pg.NumericalTicTacToe())["looks"][7] == "7, player 1"


def test_a_player_s_own_mark_is_known_where_there_is_one() -> None:
    assert geometry(pg.ConnectFour(4, 4))["ghosts"] == [1, 2]
    assert geometry(pg.NumericalTicTacToe())["ghosts"] == [None, None]


def test_colours_are_variables_with_the_server_s_colours() -> None:
    data = geometry(pg.TicTacToe(), ("#123456", "#654321"))
    text = json.dumps(data["parts"])
    assert "var(--ply-text0,#123456)" in text
    bare = re.sub(r"var\(--ply-[a-z0-9-]+,#[0-9a-f]{6}\)", "", text)
    assert set(re.findall(r"#[0-9a-f]{6}", bare)) <= {"#000000"}
    used = set(re.findall(r"var\((--ply-[a-z0-9-]+),", text))
    assert used <= data["dark"].keys()


@pytest.mark.parametrize(
    ("game", "drawn"),
    [
        (pg.TicTacToe(), ("line", "circle")),  # a cross, a ring
        (pg.NumericalTicTacToe(), ("line", "line")),  # the bars below their numbers
        (pg.Sim(6), ("line", "line")),
        (pg.ConnectFour(), ("circle", "circle")),
    ],
)
def test_players_are_known_by_what_they_put_on_the_board(
    game: pg.Game, drawn: tuple[str, ...]
) -> None:
    found = swatches(game, Palette(COLOURS))
    assert len(found) == game.players
    assert len(set(found)) == len(found)
    for one, element in zip(found, drawn, strict=True):
        assert f"<{element} " in one


def test_players_are_told_apart_without_colours() -> None:
    grey = swatches(pg.Sim(6), Palette(("#777777",) * 2))
    assert grey[0] != grey[1]


def test_a_position_is_shown_with_its_last_move_and_what_decided_it() -> None:
    position = pg.TicTacToe().position("14253")
    assert shown(position) == {
        "cells": [1, 1, 1, 2, 2, 0, 0, 0, 0],
        "last": [2],
        "deciding": [0, 1, 2],
        "legal": [],
        "turn": 1,
        "description": position.describe(),
    }


def test_a_game_without_cells_is_refused() -> None:
    class Old(game_class(str(EXAMPLES / "nim.py"))):  # type: ignore[misc]
        name = "old"
        title = "Old"

        def kernels(self) -> rules.Kernels:
            return {name: each for name, each in super().kernels().items() if name != "cells"}

        def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
            return (None,) * 4

    with pytest.raises(CannotError, match=r"Old cannot be played in a page: .* no kernel cells"):
        geometry(Old())
