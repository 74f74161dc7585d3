"""Ratings with their errors as one self-contained SVG, narrow enough for a phone."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from plyground.render.elements import tag, words
from plyground.render.experiment_charts import WIDTH, Heading, framed, heading_height
from plyground.render.line_charts import SMALL, ticks
from plyground.render.palette import Palette

_EDGE = 20.0
_ROW = 44.0
_FOOT = 34.0
_LEAST = 100.0  # Elo between the ends of the scale
_CAP = 5.0  # half the height of the end of an error bar


@dataclass(frozen=True)
class Rated:
    """One player: the rating, half the width of its interval, and both in words.

    `bound` is 1 for "more than", -1 for "less than", None where nothing is known.
    """

    name: str
    elo: float
    error: float
    bound: int | None
    text: str


def rating_chart(heading: Heading, players: Sequence[Rated], palette: Palette) -> str:
    """A row for each player: a dot at its rating, a bar for its error, an arrow for a bound."""
    top = heading_height(heading)
    height = top + _ROW * len(players) + _FOOT
    low, high = _ends(players)
    left, across = _EDGE, WIDTH - 2 * _EDGE

    def x(elo: float) -> float:
        return left + across * (min(max(elo, low), high) - low) / (high - low)

    body = []
    for value in _marks(low, high):
        zero = value == 0
        body.append(
            tag(
                "line", x1=x(value), y1=top, x2=x(value), y2=height - 28,
                stroke=palette.of("border" if zero else "grid"), stroke_width=1,
            )
        )  # fmt: skip
        body.append(
            words(f"{value:,.0f}", x(value), height - 10, "middle", SMALL, palette.of("label"))
        )
    for number, each in enumerate(players):
        y = top + _ROW * number + 15
        body.append(words(each.name, left, y, "start", SMALL, palette.of("ink")))
        body.append(words(each.text, WIDTH - _EDGE, y, "end", SMALL, palette.of("label")))
        if each.bound is not None:
            body += _drawn(each, x(each.elo), y + 14, x, palette)
    return framed(heading, palette, height, body)


def _drawn(
    each: Rated, at: float, y: float, x: Callable[[float], float], palette: Palette
) -> list[str]:
    colour = palette.curve(0)
    if each.bound:  # an arrow to where the rating may lie
        end = min(max(at + each.bound * 46, _EDGE), WIDTH - _EDGE)
        back = end - each.bound * 7
        head = f"{back:g},{y - 5:g} {end:g},{y:g} {back:g},{y + 5:g}"
        return [
            _line(at, y, end, y, colour),
            _line(at, y - _CAP, at, y + _CAP, colour),
            tag("polyline", points=head, fill="none", stroke=colour, stroke_width=2.5),
        ]
    one, other = x(each.elo - each.error), x(each.elo + each.error)
    bar = [_line(one, y, other, y, colour)] if each.error else []
    bar += [_line(end, y - _CAP, end, y + _CAP, colour) for end in (one, other) if each.error]
    return [*bar, tag("circle", cx=at, cy=y, r=5, fill=colour)]


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=colour, stroke_width=2.5)


def _ends(players: Sequence[Rated]) -> tuple[float, float]:
    """Between which ratings the chart lies."""
    known = [each for each in players if each.bound is not None]
    errors = [each.error if math.isfinite(each.error) else 0.0 for each in known]
    low = min((each.elo - error for each, error in zip(known, errors, strict=True)), default=0.0)
    high = max((each.elo + error for each, error in zip(known, errors, strict=True)), default=0.0)
    low, high = min(low, 0.0), max(high, 0.0)
    room = max((high - low) * 0.06, (_LEAST - (high - low)) / 2)
    below = any(each.bound == -1 for each in known)
    above = any(each.bound == 1 for each in known)
    return low - room * (2 if below else 1), high + room * (2 if above else 1)


def _marks(low: float, high: float) -> list[float]:
    """Round ratings on the scale."""
    step = ticks(high - low, 5)[1]
    return [step * at for at in range(math.ceil(low / step), math.floor(high / step) + 1)]
