"""`affordable`: whether a search of a game to its end takes seconds rather than hours."""

from __future__ import annotations

import random

from plyground.position import Position, full_title
from plyground.search.control import LimitError, Limits

_AFFORDABLE = 2_000_000_000  # the most move sequences for a full search: some seconds
_PROBES = 20  # random games for the estimate


def affordable(position: Position) -> bool:
    """Whether a full search of the game from here takes seconds rather than hours.

    The estimate multiplies the numbers of moves at each ply of random games, and takes the greatest
    product.
    """
    rng = random.Random(0)
    return max(_sequences(position, rng) for _ in range(_PROBES)) <= _AFFORDABLE


def require_affordable(position: Position, limits: Limits) -> None:
    """Raise LimitError for a search that no limit ends and that may take hours."""
    if limits.depth is None and not limits.interrupts and not affordable(position):
        raise LimitError(
            f"a search of {full_title(position.game)} to its end can take hours: give limits, "
            f"such as Limits(depth={position.game.default_depth}) or Limits(seconds=1)"
        )


def _sequences(position: Position, rng: random.Random) -> int:
    sequences = 1
    while not position.over and sequences <= _AFFORDABLE:
        sequences *= len(position.codes)
        position = position.play_code(rng.choice(position.codes))
    return sequences
