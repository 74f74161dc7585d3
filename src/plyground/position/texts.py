"""Numbers as texts, and how titles and file names say which game is meant."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from plyground.position.game import Game


def plain(number: float) -> str:
    """A number without an exponent and without trailing zeros: 5, 0.25, never 1e-05."""
    return format(Decimal(str(number)).normalize(), "f")


def file_stem(game: Game) -> str:
    """The beginning of the name of a file about a game with its parameters."""
    return game.stem


def full_title(game: Game) -> str:
    """A game with its parameters: "Connect Four (columns 7, rows 6)"."""
    stated = ", ".join(f"{name} {value}" for name, value in game.values.items())
    return f"{game.title} ({stated})" if stated else game.title
