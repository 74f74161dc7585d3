"""`plyground check`: whether the rules of somebody's own game keep what a game promises."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli import exits
from plyground.cli.exits import UserError
from plyground.cli.games import ChosenGame


def check(
    game: ChosenGame,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="Games to play at random.")] = 20,
) -> None:
    """Test the rules of a game, usually in a .py file of your own, and say what is wrong.

    It plays games at random and looks at everything that the rest relies on.
    """
    from plyground.cli.output import say
    from plyground.cli.terminal import Terminal, notices
    from plyground.position.faults import GameFileError
    from plyground.position.trial import file_of
    from plyground.search import Control
    from plyground.testing import check_game

    with notices(game.title):
        try:
            lacking = Terminal().wait(lambda: check_game(game, games), Control(), "Checking ...")
        except AssertionError as error:
            if isinstance(error.__cause__, GameFileError):
                raise error.__cause__ from None
            told = str(error) or "an assert in the rules has failed"
            raise UserError(f"{file_of(type(game)).name}: {told}", exits.FAILURE) from None
    say(f"{game.title} keeps what a game promises. {games} games were played at random.")
    for sentence in lacking:
        say(sentence)
