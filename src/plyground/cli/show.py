"""`plyground show`: a position, as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.games import ChosenGame
from plyground.cli.output import OutputFile


def show(
    game: ChosenGame,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="From the start, as in 4453.")
    ] = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a picture instead (- to print it).")
    ] = None,
) -> None:
    """Show the position after MOVES."""
    from plyground.cli.terminal import Terminal, notices

    with notices(game.title):
        position = game.position(moves or [])
    if svg is not None:
        OutputFile(svg).write(position._repr_svg_() + "\n")
        return
    terminal = Terminal()
    terminal.show(position)
    terminal.say(position.describe())
