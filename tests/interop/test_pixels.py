"""Positions as pixels, for videos: the colours of what lies where."""

import numpy as np
import pytest

import plyground as pg
from plyground.interop.pixels import pixels
from plyground.render.colours import DEFAULT, RED_YELLOW, SIM, rgb
from plyground.render.palette import LIGHT


def colour(text: str) -> tuple[int, ...]:
    parts = rgb(text)
    assert parts is not None
    return tuple(round(255 * part) for part in parts)


def test_counters_lie_where_they_were_dropped() -> None:
    """A cell has 48 pixels; the first centre lies 36 pixels from the left and from the top."""
    drawn = pixels(pg.ConnectFour().position("44353").picture())
    assert drawn.shape == (312, 360, 3)
    assert drawn.dtype == np.uint8
    red, yellow, empty = (*map(colour, RED_YELLOW), colour(LIGHT["tile"]))
    expected = {(3, 5): red, (3, 4): yellow, (2, 5): red, (4, 5): yellow, (2, 4): red}
    for x in range(7):
        for y in range(6):
            assert tuple(drawn[36 + 48 * y, 36 + 48 * x]) == expected.get((x, y), empty)


def test_numbers_are_drawn_in_the_colours_of_their_players() -> None:
    empty = pixels(pg.NumericalTicTacToe().position().picture())
    drawn = pixels(pg.NumericalTicTacToe().position("3@1 6@9").picture())
    first, last = drawn[12:60, 12:60], drawn[108:156, 108:156]
    assert (first == colour(DEFAULT[0])).all(-1).any()
    assert (last == colour(DEFAULT[1])).all(-1).any()
    assert np.array_equal(drawn[60:108], empty[60:108])


def test_edges_have_the_colours_of_their_players() -> None:
    drawn = pixels(pg.Sim().position("0-1 3-4").picture())
    for player in range(2):
        assert (drawn == colour(SIM[player])).all(-1).any()


@pytest.mark.parametrize("game", [pg.TicTacToe(), pg.Sim(9), pg.ConnectFour(10, 5)], ids=str)
def test_sides_are_even_as_videos_want_them(game: pg.Game) -> None:
    height, width, _ = pixels(game.position().picture()).shape
    assert height % 2 == width % 2 == 0
