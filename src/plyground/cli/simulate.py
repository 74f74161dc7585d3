"""`plyground simulate`: a series of matches between computer players."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.games import ChosenGame
from plyground.cli.options import SeriesOptions, with_options


@with_options
def simulate(
    game: ChosenGame,
    players: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER", help="A computer player for each seat of the game."),
    ],
    *,
    options: SeriesOptions,
) -> None:
    """Play a series of matches between computer players."""
    from plyground.cli.series import run

    run(game, players, options)
