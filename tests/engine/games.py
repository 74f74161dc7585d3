"""The games whose two homes are compared: two in every run, two in `make test-all`, the others by
`make engine`, because a game that comes without a module is compiled for half a minute.
"""

from pathlib import Path

import pytest

import plyground as pg
from tests.variants import label

_EXAMPLES = Path(__file__).parents[2] / "examples"


def own(name: str) -> pg.Game:
    """A game of the examples."""
    return pg.game(str(_EXAMPLES / f"{name}.py"))


ALWAYS = [pg.TicTacToe(), pg.ConnectFour()]
SLOW = [pg.Sim(6, 2), pg.Sim(6, 3)]
OTHERS = [
    pg.NumericalTicTacToe(),
    pg.Sim(7, 2),
    pg.Sim(8, 2),
    pg.Sim(10, 5),
    pg.ConnectFour(8, 5),
    pg.ConnectFour(4, 4),
    pg.ConnectFour(9, 7),
    own("nim"),
    own("hex"),
    own("gomoku"),
]

EVERY = [*ALWAYS, *SLOW, *OTHERS]


def marked(game: pg.Game) -> list[pytest.MarkDecorator]:
    """What a test of a game is marked with."""
    if game in ALWAYS:
        return []
    return [pytest.mark.slow if game in SLOW else pytest.mark.homes]


every_game = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=marked(game)) for game in EVERY], ids=label
)
