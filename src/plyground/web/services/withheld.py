"""The values that stay hidden while people play by link."""

from __future__ import annotations

from collections.abc import Iterable

from plyground.position import Position
from plyground.web.errors import WithheldError

_OPENING = 2  # plies that different games often share


def check_values(asked: Position, live: Iterable[Position]) -> None:
    """Raise WithheldError if the values of a position would be a hint in a live game.

    That is so if a live game came through the position. It is so, too, if the line to the position
    came through a live one, or the one before it, whose best moves a review tells, except in the
    first plies, which many games share.
    """
    for each in live:
        through = asked.ply > 0 and asked.state in [before.state for before in each.line]
        beyond = any(
            before.ply > _OPENING and before.state in [passed.state for passed in asked.line]
            for before in each.line[-2:]
        )
        if each.game == asked.game and (through or beyond):
            raise WithheldError
