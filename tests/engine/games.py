"""The games whose two homes are compared: five in every run, the others by `make engine`."""

from pathlib import Path

import pytest

import plyground as pg
from tests.variants import label

_EXAMPLES = Path(__file__).parents[2] / "examples"


def own(name: str) -> pg.Game:
    """A game of the examples."""
    return pg.game(str(_EXAMPLES / f"{name}.py"))


ALWAYS = [pg.TicTacToe(), pg.Sim(6, 2), pg.Sim(6, 3), pg.ConnectFour(), own("nim")]
OTHERS = [
    pg.NumericalTicTacToe(),
    pg.Sim(7, 2),
    pg.Sim(8, 2),
    pg.Sim(10, 5),
    pg.ConnectFour(8, 5),
    pg.ConnectFour(4, 4),
    own("hex"),
    own("gomoku"),
]

every_game = pytest.mark.parametrize(
    "game",
    [*ALWAYS, *(pytest.param(game, marks=pytest.mark.homes) for game in OTHERS)],
    ids=label,
)
