"""Options that several players have."""

from __future__ import annotations

from typing import Any, Literal

from plyground.players.form import DEEPEST, LONGEST, option
from plyground.position import Game

Ties = Literal["random", "first"]
TIES = ("random", "first")
"""Which of equally good moves is chosen: any of them, or the first in order."""


def _usual_depth(game: Game) -> int:
    return game.default_depth


def depth(default: int | None = None) -> Any:
    """How many plies a player looks ahead; None for as many as are usual in the game."""
    return option(
        default,
        "whole",
        "Depth",
        "plies looked ahead",
        least=1,
        most=DEEPEST,
        unit="in plies",
        strength=True,
        usual=_usual_depth if default is None else default,
    )


def seconds(meaning: str) -> Any:
    """How long a player may think about a move; None for as long as its other limits allow."""
    return option(
        None, "number", "Seconds for a move", meaning, above=True, most=LONGEST, strength=True
    )


def heuristic() -> Any:
    """What rates positions where a search ends; None for what the game has chosen."""
    return option(
        None,
        "heuristic",
        "Heuristic",
        "what rates positions where the search ends: the game has them",
    )


def ties() -> Any:
    """Which of equally good moves is chosen."""
    return option(
        "random",
        "choice",
        "Ties",
        "which of equally good moves: any, or the first in order",
        choices=TIES,
    )
