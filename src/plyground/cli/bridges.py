"""`plyground uci`, `openspiel` and `agent`: what other programs run, and what they take in."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from plyground.cli.games import Columns, GameName, Players, Rows, Vertices, make_game
from plyground.cli.output import OutputFile


def uci(
    ctx: typer.Context,
    game: GameName = "connect4",
    vertices: Vertices = None,
    players: Players = None,
    columns: Columns = None,
    rows: Rows = None,
) -> None:
    """Be an engine for programs that speak UCI, such as cutechess, on standard input and output."""
    from plyground.interop.uci import Engine

    options = {"vertices": vertices, "players": players, "columns": columns, "rows": rows}
    Engine(make_game(ctx, game, **options), _say).listen(sys.stdin)


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def openspiel(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="mcts, or what OpenSpiel has registered.")
    ] = "mcts",
) -> None:
    """Play as a bot of OpenSpiel, for "external(plyground openspiel BOT)" as a player."""
    from plyground.interop.openspiel import answer, player_called

    for line in answer(player_called(bot), sys.stdin):
        _say(line)


def agent(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Such as submission.py (- to print it).")
    ],
) -> None:
    """Write a player for Kaggle's ConnectX: a file of its own that needs nothing but Python."""
    source = files("plyground.interop").joinpath("connectx.py").read_text(encoding="utf-8")
    OutputFile(file).write(source)
