"""What functions require of the positions and games that they are given."""

from __future__ import annotations

import reprlib

from plyground.position.game import Game, Position


def position_of(given: Position | Game) -> Position:
    """The position that a function is asked about: a position itself, or the start of a game.

    Raises TypeError for anything else.
    """
    if isinstance(given, Position):
        return given
    if isinstance(given, Game):
        return given.position()
    raise TypeError(
        "a position is needed, such as pg.ConnectFour().position('4453'), "
        f"and not {reprlib.repr(given)}"
    )


def require_game(given: Game) -> None:
    """Raise TypeError for anything but a game, such as its name or its class."""
    if not isinstance(given, Game):
        raise TypeError(
            f"a game is needed, such as pg.ConnectFour(), and not {reprlib.repr(given)}"
        )
