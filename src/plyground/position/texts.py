"""Short texts that several layers write: numbers, and names of files that belong to a game."""

from __future__ import annotations

import re
from decimal import Decimal

from plyground.position.game import Game


def plain(number: float) -> str:
    """A number without an exponent and without needless zeros: 5, 0.25, never 1e-05."""
    return format(Decimal(str(number)).normalize(), "f")


def file_stem(game: Game) -> str:
    """The beginning of the name of a file that belongs to a game with its parameters."""
    return "-".join([re.sub(r"[^\w-]", "_", game.name), *map(str, game.values.values())])


def full_title(game: Game) -> str:
    """A game with its parameters, as in "Connect Four (columns 7, rows 6)"."""
    stated = ", ".join(f"{name} {value}" for name, value in game.values.items())
    return f"{game.title} ({stated})" if stated else game.title
