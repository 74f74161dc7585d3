"""Scores: what a search says of a position, for the player who asked.

WIN - n       a win that takes n plies
-(WIN - n)    a loss that is put off for n plies
otherwise     what a heuristic says, within +-HEURISTIC_MOST, or 0 for a draw
"""

from __future__ import annotations

WIN = 1_000_000
"""The score of a win at once; a win n plies later scores n less, a loss the opposite."""

PROVEN = WIN // 2
"""Scores further from 0 are proven wins and losses."""

INFINITY = 2 * WIN
"""No score is further from 0."""


def proven(score: int) -> bool:
    """Whether a score is a win or a loss for certain."""
    return abs(score) > PROVEN


def plies_to_end(score: int) -> int:
    """How many plies a proven win or loss takes. Scores that leave distance aside give 0."""
    return WIN - abs(score)
