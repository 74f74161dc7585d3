"""`plyground uci`, `openspiel` and `agent`: what other programs run, and what they take in."""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

import typer

from plyground.cli.games import ChosenGame
from plyground.cli.output import OutputFile, say

_CONNECT4: Any = "connect4"  # of which GameCommand makes a game


def uci(game: ChosenGame = _CONNECT4) -> None:
    """Be an engine for programs that speak UCI, such as cutechess, on standard input and output."""
    from plyground.interop.uci import Engine

    Engine(game, say).listen(sys.stdin)


def openspiel(
    bot: Annotated[
        str, typer.Argument(metavar="BOT", help="mcts, or what OpenSpiel has registered.")
    ] = "mcts",
) -> None:
    """Play as a bot of OpenSpiel, for "external(plyground openspiel BOT)" as a player."""
    from plyground.interop.openspiel import answer, player_called

    for line in answer(player_called(bot), sys.stdin):
        say(line)


def agent(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="Such as submission.py (- to print it).")
    ],
) -> None:
    """Write a player for Kaggle's ConnectX: a file of its own that needs nothing but Python."""
    source = files("plyground.interop").joinpath("connectx.py").read_text(encoding="utf-8")
    OutputFile(file).write(source)
