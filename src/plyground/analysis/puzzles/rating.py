"""A person's rating at puzzles, in the manner of Elo, from the kept tries alone.

A puzzle of a rating of n plies is worth 700 + 100 n points: 1,000 for the easiest, 2,000 for the
hardest. A person begins with 1,000. The first try at each puzzle is a game against it: won if it is
the solution and no hint came before, otherwise lost. Someone with as many points as a puzzle is
expected to win every second game, with 400 points more ten of eleven. Each game moves the person's
points by 40 times the difference between what happened and what was expected, and by 20 times after
the first thirty puzzles. The points of puzzles stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from plyground.analysis.puzzles.progress import Try
from plyground.analysis.puzzles.puzzle import Puzzle, all_puzzles

_FIRST = 1000.0  # points of a person at first
_BASE, _FOR_A_PLY = 700, 100
_SCALE = 400.0  # more points than this, and one wins ten of eleven
_STEP, _LATER_STEP, _SOON = 40.0, 20.0, 30


@dataclass(frozen=True)
class Rating:
    """A person's points, and the number of puzzles that they are based on."""

    points: float
    counted: int

    def to_json(self) -> dict[str, Any]:
        """The rating as data for `json.dumps`."""
        return {"points": round(self.points), "puzzles": self.counted}


def points(puzzle: Puzzle) -> int:
    """How many points a puzzle is worth."""
    return _BASE + _FOR_A_PLY * puzzle.rating


def rating_of(tries: Iterable[Try]) -> Rating:
    """The rating after these tries, in order; those at unknown puzzles do not count."""
    worth = {each.id: points(each) for each in all_puzzles()}
    own, seen = _FIRST, set[str]()
    for each in tries:
        if each.puzzle in seen or each.puzzle not in worth:
            continue
        expected = 1 / (1 + 10 ** ((worth[each.puzzle] - own) / _SCALE))
        step = _STEP if len(seen) < _SOON else _LATER_STEP
        own += step * ((each.result == "solved") - expected)
        seen.add(each.puzzle)
    return Rating(own, len(seen))
