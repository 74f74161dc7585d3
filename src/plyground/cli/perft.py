"""`plyground perft`: how many sequences of moves there are."""

from __future__ import annotations

from typing import Annotated

import typer

from plyground.cli.exits import UserError
from plyground.cli.games import ChosenGame, check_depth


def perft(
    game: ChosenGame,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0, help="Plies.")],
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first move.")] = False,
) -> None:
    """Count the move sequences of DEPTH plies."""
    from plyground import search
    from plyground.cli.output import say
    from plyground.cli.terminal import Terminal, notices

    if divide and depth == 0:
        raise UserError("--divide needs a depth of 1 ply or more")
    check_depth(game, depth)
    control = search.Control()
    with notices(game.title):
        if divide:
            counts = Terminal().wait(lambda: search.divide(game, depth, control), control)
            for move, count in counts.items():
                say(f"{move}: {count}")
            say(f"total: {sum(counts.values())}")
        else:
            say(str(Terminal().wait(lambda: search.perft(game, depth, control), control)))
