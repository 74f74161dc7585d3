"""Charts of experiments as self-contained SVGs, narrow enough for a phone: `strengths` by depth,
`intervals` of what has no depth, `crosstable` of everyone against everyone, `amounts` as bars,
`curves` of what changes on the way.

With a palette of variables a page's style sheets give them the colours of a dark page.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.render.elements import document, panel, tag, words
from plyground.render.line_charts import LARGE, SMALL, Frame, Line, dashes, line_chart
from plyground.render.palette import Palette

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#5b5b5b", "#b07d00")
"""The colours of lines, which people with any colour vision can tell apart."""

WIDTH = 480.0

_EDGE = 20.0
_HEADED, _BARE = 72.0, 14.0  # what is above the chart with a heading, and without
_ROW = 22.0  # of a legend
_PANEL = 230.0
_CURVES = 280.0
_LETTER = 6.9  # the width of one, about
_APART = 7.0  # between two lines at one place
_FIELD = 46.0  # of a cross table
_STRONGEST = 0.5  # how much of its colour a field has at most, so that its text can be read


@dataclass(frozen=True)
class Heading:
    """The words of a chart. They are drawn if it is `drawn`, and are for screen readers anyway."""

    title: str
    subtitle: str
    description: str
    drawn: bool = True


@dataclass(frozen=True)
class Point:
    """What was measured at `x`: a share from 0 to 1 and its interval, and seconds."""

    x: float
    share: float | None
    low: float | None
    high: float | None
    seconds: float | None


@dataclass(frozen=True)
class Strength:
    """One line. `kind` gives its colour, so that lines of one kind from two sources share it; lines
    from `elsewhere` are dashed.
    """

    mark: str
    kind: int
    points: tuple[Point, ...]
    elsewhere: bool = False


@dataclass(frozen=True)
class Bar:
    """One row: its label, its amount, and the amount in words. An interval has two ends."""

    label: str
    amount: float | None
    text: str
    low: float = 0.0
    high: float = 0.0


def usual_palette(variables: bool) -> Palette:
    """The palette of these charts."""
    return Palette(COLOURS, variables)


def strengths(
    heading: Heading, across: str, lines: Sequence[Strength], palette: Palette, wins: str, time: str
) -> str:
    """Two panels over the same axis: shares with their intervals, and seconds on a logarithmic
    scale, since they may differ a thousandfold. `wins` and `time` say what the panels show.
    """
    named = lines if len(lines) > 1 else ()
    top = heading_height(heading) + _ROW * len(named)
    height = top + 2 * (_PANEL + _ROW) + _EDGE / 2
    body = [*_legend(palette, named, heading_height(heading))]
    for number, (name, drawn) in enumerate(((wins, _shares), (time, _times))):
        y = top + number * (_PANEL + _ROW)
        body.append(words(name, _EDGE, y + 16, "start", LARGE, palette.of("ink"), 600))
        body.append(
            tag("g", *drawn(palette, across, lines), transform=f"translate(0 {y + _ROW:g})")
        )
    return framed(heading, palette, height, body)


def curves(
    heading: Heading, across: str, lines: Sequence[Line], palette: Palette, what: str
) -> str:
    """Shares in percent that change `across`, a line each; `what` says what they are."""
    palette = palette.with_players(len(lines))
    names = heading_height(heading)
    top = names + _ROW * len(lines)
    least = min([100.0, *(y for line in lines for _, y in line.points)])
    far = max([1.0, *(x for line in lines for x, _ in line.points)])
    frame = Frame(
        palette, WIDTH, _CURVES, left=46, right=64, top=12, bottom=42, far=far,
        low=min(90.0, 10 * (least // 10)), high=100,
    )  # fmt: skip
    body = [words(what, _EDGE, top + 16, "start", LARGE, palette.of("ink"), 600)]
    for number, line in enumerate(lines):
        y = names + _ROW * number + 6
        body.append(
            tag(
                "line", x1=_EDGE, y1=y, x2=_EDGE + 28, y2=y, stroke=palette.curve(number),
                stroke_width=2.5, stroke_dasharray=dashes(number),
            )
        )  # fmt: skip
        body.append(words(line.mark, _EDGE + 38, y + 5, "start", SMALL, palette.of("ink")))
    drawn = line_chart(frame, across, lines, "values")
    body.append(tag("g", *drawn, transform=f"translate(0 {top + _ROW:g})"))
    return framed(heading, palette, top + _ROW + _CURVES, body)


def _legend(palette: Palette, lines: Sequence[Strength], top: float) -> Iterator[str]:
    for number, line in enumerate(lines):
        y = top + _ROW * number + 6
        yield tag(
            "line", x1=_EDGE, y1=y, x2=_EDGE + 28, y2=y, stroke=palette.curve(line.kind),
            stroke_width=2.5, stroke_dasharray=dashes(1) if line.elsewhere else None,
        )  # fmt: skip
        yield _mark(palette, line, _EDGE + 14, y)
        yield words(line.mark, _EDGE + 38, y + 5, "start", SMALL, palette.of("ink"))


def _mark(palette: Palette, line: Strength, x: float, y: float) -> str:
    """A dot or, for every other kind, a square; hollow if it is from elsewhere."""
    colour = palette.curve(line.kind)
    fill = palette.of("panel") if line.elsewhere else colour
    if line.kind % 2:
        return tag(
            "rect", x=x - 4, y=y - 4, width=8, height=8, fill=fill, stroke=colour, stroke_width=2
        )
    return tag("circle", cx=x, cy=y, r=4.5, fill=fill, stroke=colour, stroke_width=2)


def _frame(palette: Palette, lines: Sequence[Strength], low: float, high: float) -> Frame:
    places = [point.x for line in lines for point in line.points] or [0.0]
    room = (max(places) - min(places) or 1) * 0.06
    return Frame(
        palette, WIDTH, _PANEL, left=64, right=_EDGE, top=12, bottom=42, near=min(places) - room,
        far=max(places) + room, low=low, high=high, text_size=SMALL,
    )  # fmt: skip


def _below(frame: Frame, across: str, lines: Sequence[Strength]) -> Iterator[str]:
    for place in sorted({point.x for line in lines for point in line.points}):
        yield frame.text(f"{place:g}", frame.x(place), frame.top + frame.down + 18, "middle")
    yield frame.text(across, frame.left, frame.height - 7, "start")


def _shares(palette: Palette, across: str, lines: Sequence[Strength]) -> Iterator[str]:
    lowest = min(
        (low for line in lines for point in line.points if (low := point.low) is not None),
        default=0.0,
    )
    least = math.floor(lowest * 10) * 10
    frame = _frame(palette, lines, least, 100)
    for percent in range(least, 101, 10 if least >= 50 else 20):
        yield frame.rule(percent)
        yield frame.text(f"{percent} %", frame.left - 7, frame.y(percent) + 5, "end")
    yield from _below(frame, across, lines)
    for number, line in enumerate(lines):
        for point in line.points:
            x = frame.x(point.x) + _APART * (number - (len(lines) - 1) / 2)
            if point.low is not None and point.high is not None:
                yield tag(
                    "line", x1=x, y1=frame.y(100 * point.low), x2=x, y2=frame.y(100 * point.high),
                    stroke=palette.curve(line.kind), stroke_width=2,
                    stroke_dasharray="4 3" if line.elsewhere else None,
                )  # fmt: skip
            if point.share is not None:
                yield _mark(palette, line, x, frame.y(100 * point.share))


def _times(palette: Palette, across: str, lines: Sequence[Strength]) -> Iterator[str]:
    known = [
        [(point.x, math.log10(point.seconds)) for point in line.points if point.seconds]
        for line in lines
    ]
    powers = [power for line in known for _, power in line] or [0.0]
    low = math.floor(min(powers))
    high = max(math.ceil(max(powers)), low + 1)
    frame = _frame(palette, lines, low, high)
    for power in range(low, high + 1):
        yield frame.rule(power)
        yield frame.text(_seconds(power), frame.left - 7, frame.y(power) + 5, "end")
    yield from _below(frame, across, lines)
    for line, points in zip(lines, known, strict=True):
        drawn = " ".join(f"{frame.x(x):.1f},{frame.y(power):.1f}" for x, power in points)
        if points:
            yield tag(
                "polyline", points=drawn, fill="none", stroke=palette.curve(line.kind),
                stroke_width=2.5, stroke_dasharray=dashes(1) if line.elsewhere else None,
            )  # fmt: skip
        for x, value in points:
            yield _mark(palette, line, frame.x(x), frame.y(value))


def _seconds(power: int) -> str:
    return f"{10**power:,} s" if power >= 0 else f"{1000 * 10.0**power:g} ms"


def intervals(heading: Heading, bars: Sequence[Bar], palette: Palette) -> str:
    """A row for each label: a dot at its share, from 0 to 1, and a line for its interval."""
    top, row = heading_height(heading), 46.0
    height = top + row * len(bars) + 34
    left, across = _EDGE, WIDTH - 2 * _EDGE
    body = []
    for percent in range(0, 101, 25):
        x = left + across * percent / 100
        body.append(_upright(palette, x, top, height - 28))
        anchor = {0: "start", 100: "end"}.get(percent, "middle")
        text = f"{percent} %"
        body.append(words(text, x, height - 10, anchor, SMALL, palette.of("label")))
    for number, bar in enumerate(bars):
        y = top + row * number + 16
        body.append(words(bar.label, left, y, "start", SMALL, palette.of("ink")))
        body.append(words(bar.text, WIDTH - _EDGE, y, "end", SMALL, palette.of("label")))
        if bar.amount is None:
            continue
        y += 15
        body.append(
            tag(
                "line", x1=left + across * bar.low, y1=y, x2=left + across * bar.high, y2=y,
                stroke=palette.curve(0), stroke_width=3,
            )
        )  # fmt: skip
        body.append(tag("circle", cx=left + across * bar.amount, cy=y, r=6, fill=palette.curve(0)))
    return framed(heading, palette, height, body)


def amounts(heading: Heading, bars: Sequence[Bar], palette: Palette) -> str:
    """A bar for each label, below it, with its amount in words at the right."""
    top, row = heading_height(heading), 46.0
    most = max([1.0, *(bar.amount or 0.0 for bar in bars)])
    body = []
    for number, bar in enumerate(bars):
        y = top + row * number + 16
        body.append(words(bar.label, _EDGE, y, "start", SMALL, palette.of("ink")))
        body.append(words(bar.text, WIDTH - _EDGE, y, "end", SMALL, palette.of("ink"), 600))
        body.append(
            tag(
                "rect", x=_EDGE, y=y + 7, width=(WIDTH - 2 * _EDGE) * (bar.amount or 0) / most,
                height=12, rx=2, fill=palette.curve(0),
            )
        )  # fmt: skip
    return framed(heading, palette, top + row * len(bars) + 12, body)


def crosstable(
    heading: Heading,
    players: Sequence[str],
    fields: Sequence[Sequence[tuple[float, str] | None]],
    palette: Palette,
) -> str:
    """Everyone against everyone: a square for each pair, the deeper its colour, the larger the
    share of the points, from 0 to 1; with a text. None: they have not met.
    """
    top = heading_height(heading) + _ROW
    left = _EDGE + _LETTER * max(map(len, players), default=0) + 40
    width = max(WIDTH, left + _FIELD * len(players) + _EDGE)
    size = (width - left - _EDGE) / max(len(players), 1)
    body = []
    for number, (player, row) in enumerate(zip(players, fields, strict=True)):
        y, x = top + _FIELD * number, left + size * number
        middle = y + _FIELD / 2 + 5
        ink = palette.of("ink")
        body.append(words(str(number + 1), x + size / 2, top - 8, "middle", SMALL, ink, 600))
        body.append(words(str(number + 1), _EDGE, middle, "start", SMALL, ink, 600))
        body.append(words(player, _EDGE + 24, middle, "start", SMALL, ink))
        for opponent, field in enumerate(row):
            x = left + size * opponent
            share, text = field or (0.0, "")
            body.append(
                tag(
                    "rect", x=x + 1, y=y + 1, width=size - 2, height=_FIELD - 2, rx=4,
                    fill=palette.curve(0), fill_opacity=0.04 + _STRONGEST * share,
                )
            )  # fmt: skip
            body.append(words(text, x + size / 2, middle, "middle", SMALL, ink))
    return framed(heading, palette, top + _FIELD * len(players) + _EDGE, body, width)


def heading_height(heading: Heading) -> float:
    """What is above the chart."""
    return _HEADED if heading.drawn else _BARE


def _upright(palette: Palette, x: float, top: float, bottom: float) -> str:
    return tag("line", x1=x, y1=top, x2=x, y2=bottom, stroke=palette.of("grid"), stroke_width=1)


def framed(
    heading: Heading, palette: Palette, height: float, body: Sequence[str], width: float = WIDTH
) -> str:
    """The whole picture, on a panel and below its heading."""
    parts = [panel(width, height, fill=palette.of("panel"), stroke=palette.of("border"))]
    if heading.drawn:
        ink, quiet = palette.of("ink"), palette.of("label")
        parts.append(words(heading.title, _EDGE, 32, "start", 17, ink, 600))
        parts.append(words(heading.subtitle, _EDGE, 53, "start", SMALL, quiet))
    view = (0.0, 0.0, width, height)
    return document(
        heading.title, heading.description, "".join([*parts, *body]), view, width, height
    )
