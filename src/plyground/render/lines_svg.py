"""`lines`: a small line chart as a self-contained SVG: what each of some players has, over time.

Players differ in the dashes of their lines too, and each line ends with its player's number and
value.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.render.chart import Frame, dashes
from plyground.render.colours import LARGE_TEXT, TEXT, readable
from plyground.render.elements import QUIET, decimal, tag

_APART = 15.0  # between the texts at the ends of two lines


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
    frame = Frame(480, 230, left=46, right=84, top=18, bottom=42, far=far, low=0, high=high)
    return frame.document(
        title,
        description,
        *_axes(frame, across),
        *(_drawn(frame, number, line) for number, line in enumerate(given)),
        *_ends(frame, given),
    )


def _axes(frame: Frame, across: str) -> Iterator[str]:
    for value in _ticks(frame.high, 4):
        yield frame.rule(value)
        yield frame.text(f"{value:,g}", frame.left - 7, frame.y(value) + 5, "end", QUIET)
    for value in _ticks(frame.far, 6)[1:]:
        yield frame.text(f"{value:,g}", frame.x(value), frame.y(0) + 18, "middle", QUIET)
    yield frame.text(across, frame.left, frame.height - 7, "start", QUIET)


def _drawn(frame: Frame, number: int, line: Line) -> str:
    points = " ".join(f"{decimal(frame.x(x))},{decimal(frame.y(y))}" for x, y in line.points)
    return tag(
        "polyline",
        points=points,
        fill="none",
        stroke=readable(line.colour, 0, LARGE_TEXT),
        stroke_width=2.5,
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_dasharray=dashes(number),
    )


def _ends(frame: Frame, given: Sequence[Line]) -> Iterator[str]:
    """The mark and the last value beside the end of each line, so that none covers another."""
    ends = sorted(((*line.points[-1], line) for line in given if line.points), key=_height)
    highest = frame.top + 5  # a text's line, so that it is seen
    for above, (x, y, line) in enumerate(ends):
        # Not so low that those to follow, which are no higher, find no room.
        lowest = frame.y(0) + 5 - _APART * (len(ends) - 1 - above)
        highest = min(max(frame.y(y) + 5, highest), lowest)
        text = f"{line.mark}: {y:,.1f}"
        colour = readable(line.colour, 0, TEXT)
        yield frame.text(text, frame.x(x) + 6, highest, "start", colour, 600)
        highest += _APART


def _height(end: tuple[float, float, Line]) -> float:
    return -end[1]


def _ticks(most: float, count: int) -> list[float]:
    """Round numbers from 0 to `most`, about so many and a few more."""
    step = 10.0 ** math.floor(math.log10(most / count)) if most > count else 1.0
    step = next((step * times for times in (1, 2, 5, 10) if most <= step * times * count), step)
    return [step * number for number in range(int(most / step) + 1)]
