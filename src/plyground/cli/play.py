"""`plyground play`: a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.games import ChosenGame, parameters_given


def play(
    ctx: typer.Context,
    game: ChosenGame,
    players: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLAYER",
            help="Who plays, a player for each seat: human, or a computer player such as "
            "minimax:depth=5; `plyground players` lists them. Without them the game asks, or you "
            "play the computer.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Makes chance repeatable.", metavar="N")] = None,
    details: Annotated[
        bool, typer.Option("--details", help="Say what each move of the computer rests on.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game to FILE, behind others, when it ends."),
    ] = None,
    load: Annotated[
        str | None,
        typer.Option(
            metavar="FILE[:N]", help="Go on from game N of a file of saved games, or its last one."
        ),
    ] = None,
) -> None:
    """Play a game in the terminal."""
    from plyground.cli.session import play_once

    play_once(game, players or [], bool(parameters_given(ctx)), seed, details, save, load)
