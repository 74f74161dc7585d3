"""How heuristics compare with exact values, as one self-contained SVG.

Above, a line for each heuristic: the share of pairs of moves that it orders correctly, by ply.
Below, a cloud of dots for each: its rating of positions to the right, the true value upwards.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.render.elements import document, panel, tag, words
from plyground.render.experiment_charts import Heading
from plyground.render.line_charts import LARGE, SMALL, Frame, Line, line_chart, ticks
from plyground.render.palette import Palette

WIDE = 760.0
"""The width of a chart that is a picture of its own."""

_EDGE = 24.0
_HEADED, _BARE = 96.0, 44.0  # what is above the lines with a heading, and without
_LINES_DOWN = 240.0
_CLOUD_DOWN = 300.0
_CLOUD_USUAL = 240.0
_CLOUD_WIDEST = 420.0
_HEADING = 30.0
_BINS = 48  # of ratings, on either side of 0 together
_SMALLEST, _LARGEST = 1.6, 8.0  # radii of dots
_COIN = 50.0
_LETTER = 8.6  # the width of one, in bold


@dataclass(frozen=True)
class Cloud:
    """The ratings of one heuristic and the true values: a pair for each position.

    Values are from -`reach`, lost at once, to `reach`, won at once. `remark` is next to the
    mark.
    """

    mark: str
    remark: str
    dots: tuple[tuple[float, float], ...]
    reach: float


def judging_chart(
    heading: Heading,
    shares: Sequence[Line],
    clouds: Sequence[Cloud],
    width: float,
    palette: Palette,
) -> str:
    """The chart. `shares` are in percent by ply, in the order and the colours of the clouds."""
    palette = palette.with_players(len(clouds))
    ink = palette.of("ink")
    in_a_row = max(1, min(len(clouds), round(width / _CLOUD_USUAL)))
    wide = min(_CLOUD_WIDEST, (width - _EDGE) / in_a_row)
    top = _HEADED if heading.drawn else _BARE
    clouds_top = top + _LINES_DOWN + 2 * _HEADING
    height = clouds_top + math.ceil(len(clouds) / in_a_row) * _CLOUD_DOWN + _EDGE / 2
    body = [panel(width, height, fill=palette.of("panel"), stroke=palette.of("border"))]
    if heading.drawn:
        body.append(words(heading.title, _EDGE, 36, "start", 18, ink, 600))
        quiet = palette.of("label")
        body.append(words(heading.subtitle, _EDGE, 58, "start", SMALL, quiet))
    said = (
        (top - 8, "Pairs of moves in the right order, in %; a coin has 50"),
        (clouds_top - 24, "Positions by their rating (across)"),
        (clouds_top - 6, "and their exact value (up, quick wins on top)"),
    )
    body += [words(text, _EDGE, y, "start", LARGE, ink) for y, text in said]
    body.append(_placed(0, top, _shares(palette, shares, width)))
    for number, cloud in enumerate(clouds):
        row, column = divmod(number, in_a_row)
        left, above = _EDGE / 2 + column * wide, clouds_top + row * _CLOUD_DOWN
        body.append(_placed(left, above, _cloud(palette, number, cloud, wide, column == 0)))
    view = (0.0, 0.0, width, height)
    return document(heading.title, heading.description, "".join(body), view, width, height)


def _placed(x: float, y: float, parts: Iterator[str]) -> str:
    return tag("g", *parts, transform=f"translate({x:g} {y:g})")


def _shares(palette: Palette, shares: Sequence[Line], width: float) -> Iterator[str]:
    plies = [x for line in shares for x, _ in line.points] or [0.0]
    longest = max(len(line.mark) for line in shares)
    frame = Frame(
        palette, width, _LINES_DOWN, left=58, right=_EDGE + _LETTER * longest, top=18, bottom=42,
        near=min(plies), far=max(*plies, min(plies) + 1), low=0, high=100,
    )  # fmt: skip
    yield frame.rule(_COIN, "label")
    yield from line_chart(frame, "ply", shares, "marks")


def _cloud(
    palette: Palette, number: int, cloud: Cloud, wide: float, labelled: bool
) -> Iterator[str]:
    """One panel; the values are named on the first of a row."""
    far = max([1.0, *(abs(rating) for rating, _ in cloud.dots)])
    frame = Frame(
        palette, wide, _CLOUD_DOWN, left=46, right=12, top=44, bottom=44, near=-far, far=far,
        low=-cloud.reach, high=cloud.reach, text_size=SMALL,
    )  # fmt: skip
    yield frame.words(cloud.mark, frame.left, 24, "start", palette.curve(number), 600)
    yield frame.text(cloud.remark, frame.width - frame.right, 24, "end", "ink")
    for value, name in ((cloud.reach, "win"), (0.0, "draw"), (-cloud.reach, "loss")):
        yield frame.rule(value)
        if labelled:
            yield frame.text(name, frame.left - 7, frame.y(value) + 5, "end")
    known = sorted({sign * tick for tick in ticks(far, 2) for sign in (-1, 1)} | {0.0})
    for rating in known:
        x = frame.x(rating)
        yield tag(
            "line", x1=x, y1=frame.top, x2=x, y2=frame.top + frame.down,
            stroke=palette.of("label" if rating == 0 else "grid"), stroke_width=1,
        )  # fmt: skip
        yield frame.text(f"{rating + 0.0:,g}", x, frame.top + frame.down + 18, "middle")
    counted = Counter(
        (round(rating / far * _BINS / 2), round(value)) for rating, value in cloud.dots
    )
    most = max(counted.values(), default=1)
    circles = [
        tag(
            "circle",
            cx=frame.x(2 * far * place / _BINS),
            cy=frame.y(value),
            r=max(_SMALLEST, _LARGEST * math.sqrt(count / most)),
        )
        for (place, value), count in sorted(counted.items())
    ]
    yield tag("g", *circles, fill=palette.curve(number), fill_opacity=0.55)
