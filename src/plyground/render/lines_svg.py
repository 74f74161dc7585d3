"""`lines`: a small line chart as a self-contained SVG: what each of some players has, over time.

It is drawn on a light panel, as boards are, and needs no library. Players differ in the dashes of
their lines too, and each line ends with its player's number and value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.render.colours import INK, LARGE_TEXT, TEXT, readable
from plyground.render.elements import (
    QUIET,
    decimal,
    document,
    panel,
    tag,
    words,
)

_WIDTH, _HEIGHT = 480.0, 230.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 46.0, 84.0, 18.0, 42.0  # room beside the lines
_GRID = "#dde4ed"
_TEXT_SIZE = 14.0
_APART = 15.0  # between the texts at the ends of two lines
_DASHES = (None, "7 5", "1.5 5", "9 4 1.5 4", "9 4 1.5 4 1.5 4")


@dataclass(frozen=True)
class Line:
    """What one player has: a value at each of some times, in order. `mark` is a short name."""

    mark: str
    colour: str
    points: tuple[tuple[float, float], ...]


def lines(
    title: str, description: str, across: str, given: Sequence[Line], far: float | None = None
) -> str:
    """The chart. Both axes begin at 0; the one to the right, which counts `across`, ends at `far`,
    or where the lines do.
    """
    if far is None:
        far = max([1.0, *(x for line in given for x, _ in line.points)])
    high = max([1.0, *(y for line in given for _, y in line.points)])
    frame = _Frame(far, high)
    body = "".join(
        [
            panel(_WIDTH, _HEIGHT),
            *_axes(frame, across),
            *(_drawn(frame, number, line) for number, line in enumerate(given)),
            *_ends(frame, given),
        ]
    )
    return document(title, description, body, (0, 0, _WIDTH, _HEIGHT), _WIDTH, _HEIGHT)


@dataclass(frozen=True)
class _Frame:
    """Where the values lie in the picture."""

    far: float
    high: float

    def x(self, value: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * value / self.far

    def y(self, value: float) -> float:
        return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * value / self.high


def _axes(frame: _Frame, across: str) -> Iterator[str]:
    for value in _ticks(frame.high, 4):
        y = frame.y(value)
        yield _rule(_LEFT, y, _WIDTH - _RIGHT, y)
        yield _text(f"{value:,g}", _LEFT - 7, y + 5, "end", QUIET)
    for value in _ticks(frame.far, 6)[1:]:
        yield _text(f"{value:,g}", frame.x(value), _HEIGHT - _BOTTOM + 18, "middle", QUIET)
    yield _text(across, _LEFT, _HEIGHT - 7, "start", QUIET)


def _drawn(frame: _Frame, number: int, line: Line) -> str:
    points = " ".join(f"{decimal(frame.x(x))},{decimal(frame.y(y))}" for x, y in line.points)
    return tag(
        "polyline",
        points=points,
        fill="none",
        stroke=readable(line.colour, 0, LARGE_TEXT),
        stroke_width=2.5,
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_dasharray=_DASHES[number % len(_DASHES)],
    )


def _ends(frame: _Frame, given: Sequence[Line]) -> Iterator[str]:
    """The mark and the last value beside the end of each line, so that none covers another."""
    ends = sorted(((*line.points[-1], line) for line in given if line.points), key=_height)
    highest = _TOP + 5  # a text's line, so that it is seen
    for above, (x, y, line) in enumerate(ends):
        # Not so low that those to follow, which are no higher, find no room.
        lowest = _HEIGHT - _BOTTOM + 5 - _APART * (len(ends) - 1 - above)
        highest = min(max(frame.y(y) + 5, highest), lowest)
        text = f"{line.mark}: {y:,.1f}"
        yield _text(text, frame.x(x) + 6, highest, "start", readable(line.colour, 0, TEXT), 600)
        highest += _APART


def _height(end: tuple[float, float, Line]) -> float:
    return -end[1]


def _ticks(most: float, count: int) -> list[float]:
    """Round numbers from 0 to `most`, about so many and a few more."""
    step = 10.0 ** math.floor(math.log10(most / count)) if most > count else 1.0
    step = next((step * times for times in (1, 2, 5, 10) if most <= step * times * count), step)
    return [step * number for number in range(int(most / step) + 1)]


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=_GRID, stroke_width=1)


def _text(text: str, x: float, y: float, anchor: str, fill: str = INK, weight: int = 400) -> str:
    return words(text, x, y, anchor, _TEXT_SIZE, fill, weight)
