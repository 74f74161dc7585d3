"""Boards for pages."""

from __future__ import annotations

import pytest

from plyground.games.connect4 import ConnectFour
from plyground.games.numerical import NumericalTicTacToe
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.position import Game
from plyground.web.boards import swatches

COLOURS = ("#123456", "#654321", "#abcdef")


@pytest.mark.parametrize(
    ("game", "drawn"),
    [
        (TicTacToe(), ("line", "circle")),  # a cross, a ring
        (NumericalTicTacToe(), ("line", "line")),  # the bars below their numbers
        (Sim(vertices=6, players=2), ("line", "line")),
        (ConnectFour(), ("circle", "circle")),
    ],
)
def test_players_are_known_by_what_they_put_on_the_board(
    game: Game, drawn: tuple[str, ...]
) -> None:
    found = swatches(game, COLOURS)
    assert len(found) == game.players
    assert len(set(found)) == len(found)
    for one, element in zip(found, drawn, strict=True):
        assert f"<{element} " in one


def test_players_are_told_apart_without_colours() -> None:
    grey = swatches(Sim(vertices=6, players=2), ("#777777",) * 2)
    assert grey[0] != grey[1]
