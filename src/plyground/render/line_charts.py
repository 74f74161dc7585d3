"""Line charts as self-contained SVGs: `lines` shows what players have over time, `rising` how good
a learner is beside others, `value_graph` how a game stood after each ply. Players also differ in
the dashes of their lines.

For a page that steps through the game the elements of a `value_graph` have classes:

    ply-point     a ply of the game, with its number as data-ply; also ply-turn if it turned there
    ply-turned    the red point of such a ply
    ply-curve     the curve of a player, with the player's number as data-player
    ply-at        behind the ply that is looked at
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from plyground.render.elements import decimal, document, escaped, panel, tag, words
from plyground.render.palette import Palette, Role

LARGE, SMALL = 14.0, 13.0  # texts

_DASHES = (None, "7 5", "1.5 5", "9 4 1.5 4", "9 4 1.5 4 1.5 4")


def dashes(number: int) -> str | None:
    """The dashes of a player's line, so that lines do not differ by colour alone."""
    return _DASHES[number % len(_DASHES)]


@dataclass(frozen=True)
class Frame:
    """A picture of `width` x `height`, and where values lie in it.

    There is room around the lines on all four sides. To the right values go from `near` to `far`,
    upwards from `low` to `high`. Its colours are those of the palette.
    """

    palette: Palette
    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    far: float
    low: float
    high: float
    text_size: float = LARGE
    near: float = 0

    @property
    def across(self) -> float:
        """How wide the lines' part of the picture is."""
        return self.width - self.left - self.right

    @property
    def down(self) -> float:
        """How high it is."""
        return self.height - self.top - self.bottom

    def x(self, value: float) -> float:
        """Where a value lies from left to right."""
        return self.left + self.across * (value - self.near) / (self.far - self.near)

    def y(self, value: float) -> float:
        """Where a value lies from top to bottom."""
        return self.top + self.down * (self.high - value) / (self.high - self.low)

    def rule(self, value: float, role: Role = "grid", width: float = 1) -> str:
        """A line across the picture at a value."""
        y = self.y(value)
        return tag(
            "line",
            x1=self.left,
            y1=y,
            x2=self.width - self.right,
            y2=y,
            stroke=self.palette.of(role),
            stroke_width=width,
        )

    def text(self, text: str, x: float, y: float, anchor: str, role: Role = "label") -> str:
        """A quiet text, which lets clicks through."""
        return self.words(text, x, y, anchor, self.palette.of(role))

    def kept_free(self, text: str, x: float, y: float, anchor: str) -> str:
        """A quiet text, with a seam of the panel's colour between it and what it lies on."""
        seam = self.palette.of("panel")
        return tag(
            "g", self.text(text, x, y, anchor), stroke=seam, stroke_width=3,
            stroke_linejoin="round", paint_order="stroke",
        )  # fmt: skip

    def words(
        self, text: str, x: float, y: float, anchor: str, fill: str, weight: int = 400
    ) -> str:
        """A text in any colour, which lets clicks through."""
        return words(text, x, y, anchor, self.text_size, fill, weight, "none")

    def document(self, title: str, description: str, *body: str) -> str:
        """The whole picture, on a panel, as boards are."""
        fill, stroke = self.palette.of("panel"), self.palette.of("border")
        inside = panel(self.width, self.height, fill=fill, stroke=stroke) + "".join(body)
        view = (0.0, 0.0, self.width, self.height)
        return document(title, description, inside, view, self.width, self.height)


# Lines

_APART = 15.0  # between the texts at the ends of two lines
_NAME = 20.0  # the height of a name above a chart
_FIFTH = 20.0  # of 100: where an axis may begin
_LETTER = 0.55  # the mean width of a letter, in text sizes


@dataclass(frozen=True)
class Line:
    """The values of one player at some times, in order. `mark` is its name."""

    mark: str
    points: tuple[tuple[float, float], ...]


def lines(
    title: str,
    description: str,
    across: str,
    given: Sequence[Line],
    palette: Palette,
    far: float | None = None,
) -> str:
    """The chart, with the colours of the palette's players, whose names are above it. Both axes
    begin at 0. The horizontal one counts `across` and ends at `far`, or where the lines end.
    """
    if far is None:
        far = max([1.0, *(x for line in given for x, _ in line.points)])
    high = max([1.0, *(y for line in given for _, y in line.points)])
    above = _NAME * len(given) + 8
    frame = Frame(
        palette, 480, 172 + above, left=46, right=60, top=above + 10, bottom=42, far=far, low=0,
        high=high,
    )  # fmt: skip
    names = (_name(frame, number, line.mark) for number, line in enumerate(given))
    return frame.document(title, description, *names, *line_chart(frame, across, given, "values"))


def rising(
    title: str,
    description: str,
    across: str,
    curve: Line,
    levels: Sequence[tuple[str, float]],
    palette: Palette,
    far: float | None = None,
) -> str:
    """A curve in percent beside levels of others, whose names and values are right of them.

    The vertical axis ends at 100, and begins at a round number below all that is shown.
    """
    if far is None:
        far = max([1.0, *(x for x, _ in curve.points)])
    least = min([*(y for _, y in curve.points), *(y for _, y in levels)])
    low = max(0.0, math.floor((least - 2) / _FIFTH) * _FIFTH)
    longest = max(len(name) for name, _ in (*levels, (curve.mark, 0.0)))
    frame = Frame(
        palette, 480, 250, left=36, right=52 + _LETTER * SMALL * longest, top=12, bottom=42,
        far=far, low=low, high=100, text_size=SMALL,
    )  # fmt: skip
    quiet = palette.of("label")
    ends = [_End(far, y, f"{y:.0f}  {name}", quiet, 400) for name, y in levels]
    if curve.points:
        x, y = curve.points[-1]
        ends.append(_End(far, y, f"{y:.0f}  {curve.mark}", palette.curve(0)))
    body = [*_axes(frame, across), *(_level(frame, y) for _, y in levels), _line(frame, 0, curve)]
    if curve.points:
        body.append(tag("circle", cx=frame.x(x), cy=frame.y(y), r=4, fill=palette.curve(0)))
    return frame.document(title, description, *body, *_apart(frame, ends))


def _level(frame: Frame, value: float) -> str:
    """A quiet dashed line at a value."""
    y = frame.y(value)
    return tag(
        "line", x1=frame.left, y1=y, x2=frame.width - frame.right, y2=y,
        stroke=frame.palette.of("label"), stroke_width=1.2, stroke_dasharray="5 4",
    )  # fmt: skip


def _name(frame: Frame, number: int, mark: str) -> str:
    """A line's name, beside a piece of the line."""
    y, colour = _NAME * number + 18, frame.palette.curve(number)
    piece = tag(
        "line", x1=14, y1=y - 5, x2=40, y2=y - 5, stroke=colour, stroke_width=2.5,
        stroke_dasharray=dashes(number),
    )  # fmt: skip
    return piece + frame.words(mark, 48, y, "start", colour, 600)


def line_chart(
    frame: Frame, across: str, given: Sequence[Line], ends: Literal["marks", "values"]
) -> Iterator[str]:
    """What is in such a chart; at the ends of its lines are their marks or their last values."""
    yield from _axes(frame, across)
    for number, line in enumerate(given):
        yield _line(frame, number, line)
    yield from _ends(frame, given, ends)


def _axes(frame: Frame, across: str) -> Iterator[str]:
    for tick in ticks(frame.high - frame.low, 4):
        value = frame.low + tick
        yield frame.rule(value)
        yield frame.text(f"{value:,g}", frame.left - 7, frame.y(value) + 5, "end")
    step = ticks(frame.far - frame.near, 6)[1]
    for number in range(math.ceil(frame.near / step), int(frame.far / step) + 1):
        if number:
            value = step * number
            yield frame.text(f"{value:,g}", frame.x(value), frame.y(frame.low) + 18, "middle")
    yield frame.text(across, frame.left, frame.height - 7, "start")


def _line(frame: Frame, number: int, line: Line) -> str:
    points = " ".join(f"{decimal(frame.x(x))},{decimal(frame.y(y))}" for x, y in line.points)
    return tag(
        "polyline",
        points=points,
        fill="none",
        stroke=frame.palette.curve(number),
        stroke_width=2.5,
        stroke_linejoin="round",
        stroke_linecap="round",
        stroke_dasharray=dashes(number),
    )


def _ends(frame: Frame, given: Sequence[Line], said: Literal["marks", "values"]) -> Iterator[str]:
    """The mark or the last value at the end of each line."""
    return _apart(
        frame,
        [
            _End(x, y, f"{y:,.1f}" if said == "values" else line.mark, frame.palette.curve(at))
            for at, line in enumerate(given)
            for x, y in line.points[-1:]
        ],
    )


@dataclass(frozen=True)
class _End:
    """What is written to the right of the point where a line ends."""

    x: float
    y: float
    text: str
    colour: str
    weight: int = 600


def _apart(frame: Frame, ends: Sequence[_End]) -> Iterator[str]:
    """The texts, so that none covers another."""
    highest = frame.top + 5  # a text's line, so that it is seen
    for above, end in enumerate(sorted(ends, key=lambda end: -end.y)):
        # Not so low that no room is left for those that follow, which are no higher.
        lowest = frame.y(frame.low) + 5 - _APART * (len(ends) - 1 - above)
        highest = min(max(frame.y(end.y) + 5, highest), lowest)
        x = frame.x(end.x) + 6
        yield frame.words(end.text, x, highest, "start", end.colour, end.weight)
        highest += _APART


def ticks(most: float, count: int) -> list[float]:
    """Round numbers from 0 to `most`: about `count` of them, or a few more."""
    step = 10.0 ** math.floor(math.log10(most / count)) if most > count else 1.0
    step = next((step * times for times in (1, 2, 5, 10) if most <= step * times * count), step)
    return [step * number for number in range(int(most / step) + 1)]


# How a game stood

WIDE, NARROW, SIDE = (720.0, 230.0), (480.0, 180.0), (336.0, 76.0)
"""Sizes of the graph: as wide as a page, for a place next to a board, and above a list there, where
several curves take more height.
"""

_TICK = 55.0  # room for a number below, at least
_NAMES = 30.0  # the height of the row with the curves' names
_APART_BELOW = 22.0  # between a turning point's number and others
_WIDEST = 24.0  # of the marker of the ply on view
_EDGE = 2.0  # of the panel
_ROOMY = 70.0  # enough height for three texts one below the other
_NEAR, _NEAR_TURN = 10.0, 14.0  # what is nearer runs through the name of a band
_FINE = 8  # places looked at between two points of a curve
_TURN = 10  # times as bad as a place of a curve is a turning point below a name


@dataclass(frozen=True)
class Curve:
    """How the game stood for a player: 1 won, 0 drawn, -1 lost, from ply 0 on; None: unknown."""

    mark: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Turn:
    """A ply of a curve after which the game stood differently."""

    ply: int
    curve: int


@dataclass(frozen=True)
class Bands:
    """What the top, the middle and the bottom mean. `shared`: the top is good for the first player
    and the bottom for the second, in whose colours they are.
    """

    up: str
    middle: str
    down: str
    shared: bool = False


def value_graph(
    title: str,
    description: str,
    bands: Bands,
    curves: Sequence[Curve],
    palette: Palette,
    turns: Sequence[Turn] = (),
    hints: Sequence[str] = (),
    at: int | None = None,
    size: tuple[float, float] = WIDE,
) -> str:
    """The graph, in the colours of the palette, with its turning points in red. `hints` say what
    each ply means when the mouse is over it; a ply with a hint and without a value has a question
    mark. `at` is the ply on view.
    """
    plies = max((len(curve.values) for curve in curves), default=1) - 1
    top, bottom = (20.0, 30.0) if size[1] > SIDE[1] else (6.0, 18.0)
    width, height = size
    if len(curves) > 1:  # their names are above them
        top = max(top, _NAMES)
        height += _NAMES if size == SIDE else 0
    frame = Frame(
        palette, width, height, left=16, right=16, top=top, bottom=bottom, far=max(plies, 1),
        low=-1, high=1, text_size=LARGE if size == SIDE else SMALL,
    )  # fmt: skip
    return frame.document(
        title,
        description,
        *_bands(frame, bands),
        _looked_at(frame, at) if at is not None and at <= plies else "",
        *_numbers(frame, plies, [turn.ply for turn in turns]),
        *(_curve(frame, number, curve, bands.shared) for number, curve in enumerate(curves)),
        *_points(frame, curves, turns, hints),
        *_band_names(frame, bands, _inked(frame, curves, turns), at),
        *_turns(frame, curves, turns),
        *(_names(frame, curves) if len(curves) > 1 else ()),
    )


def _bands(frame: Frame, bands: Bands) -> Iterator[str]:
    for player, high, low in ((0, 1.0, 0.0), (1, 0.0, -1.0)) if bands.shared else ():
        yield tag(
            "rect",
            x=frame.left,
            y=frame.y(high),
            width=frame.across,
            height=frame.y(low) - frame.y(high),
            fill=frame.palette.player(player),
            fill_opacity=0.16,
        )
    for value in (1.0, 0.5, -0.5, -1.0):
        yield frame.rule(value)
    yield frame.rule(0, "border", 1.5)


_Inked = list[tuple[float, float, int]]
"""Places that have something drawn on them, x and y, and how bad a text there is."""


def _inked(frame: Frame, curves: Sequence[Curve], turns: Sequence[Turn]) -> _Inked:
    """The places of the curves, also between their points, and of the turning points."""
    found: _Inked = []
    for curve in curves:
        for ply, value in enumerate(curve.values):
            if value is None:
                continue
            after = curve.values[ply + 1] if ply + 1 < len(curve.values) else None
            for part in range(1 if after is None else _FINE):
                rise = 0.0 if after is None else (after - value) * part / _FINE
                found.append((frame.x(ply + part / _FINE), frame.y(value + rise), 1))
    for turn in turns:
        value = curves[turn.curve].values[turn.ply]
        if value is not None:
            found.append((frame.x(turn.ply), frame.y(value), _TURN))
    return found


def _band_names(frame: Frame, bands: Bands, inked: _Inked, at: int | None) -> Iterator[str]:
    """What the bands mean. They come last, and keep the curves from running through them."""
    low = frame.down < _ROOMY
    # A name is at the edge of its half, else at a low one's inner edge or in a high one's middle.
    ups = [frame.y(1) + 15, frame.y(0) - 5 if low else frame.y(0.5) + 15]
    downs = [frame.y(-1) - 6, frame.y(0) + 14 if low else frame.y(-0.5) - 6]
    yield _band_name(frame, bands.up, ups, inked, at)
    if not low:
        yield frame.kept_free(bands.middle, frame.left + 6, frame.y(0) - 5, "start")
    yield _band_name(frame, bands.down, downs, inked, at)


def _band_name(
    frame: Frame, text: str, lines: Sequence[float], inked: _Inked, at: int | None
) -> str:
    """What a band means: on one of the lines, at one of their ends or between them, where it
    covers the least.
    """
    left, right = frame.left + 6, frame.left + frame.across - 6
    if at is not None and at > frame.far - 1:  # beside the ply on view
        right = min(right, _column(frame, at, _WIDEST)[0] - 6)
    half = _LETTER * frame.text_size * len(text) / 2
    middle = (left + right) / 2

    def covered(place: tuple[float, float, float, str]) -> int:
        _, y, centre, _ = place
        return sum(
            weight
            for px, py, weight in inked
            if abs(py - (y - 5)) < (_NEAR if weight == 1 else _NEAR_TURN)
            and abs(px - centre) < half + 6
        )

    quarters = [(each, each, "middle") for each in ((left + middle) / 2, (middle + right) / 2)]
    ends = (left, left + half, "start"), (right, right - half, "end"), (middle, middle, "middle")
    places = [*ends, *(each for each in quarters if each[0] - half > left)]
    x, y, _, anchor = min(
        ((x, y, c, anchor) for y in lines for x, c, anchor in places), key=covered
    )
    return frame.kept_free(text, x, y, anchor)


def _looked_at(frame: Frame, ply: int) -> str:
    left, width = _column(frame, ply, _WIDEST)
    return tag(
        "rect", class_="ply-at", x=left, y=frame.top, width=width, height=frame.down, rx=3,
        fill=frame.palette.of("at"), stroke=frame.palette.of("label"), stroke_width=1.2,
    )  # fmt: skip


def _column(frame: Frame, ply: int, most: float) -> tuple[float, float]:
    """Where the part of the picture that belongs to a ply begins, and how wide it is."""
    half = min((frame.x(1) - frame.x(0)) / 2, most / 2)
    left = max(frame.x(ply) - half, _EDGE)
    return left, min(frame.x(ply) + half, frame.width - _EDGE) - left


def _numbers(frame: Frame, plies: int, turns: Sequence[int]) -> Iterator[str]:
    """The numbers of some plies: of turning points first, and of others where there is room."""
    most = frame.across / _TICK
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, plies + 1) if plies <= step * most)
    y, red, taken = frame.y(-1) + min(19, frame.bottom - 5), frame.palette.of("loss"), list[float]()
    for ply in (*turns, *range(0, plies + 1, step)):
        x = frame.x(ply)
        if all(abs(x - other) >= _APART_BELOW for other in taken):
            turned = ply in turns
            yield frame.words(
                str(ply), x, y, "middle", red if turned else frame.palette.of("label"),
                700 if turned else 400,
            )  # fmt: skip
            taken.append(x)


def _curve(frame: Frame, number: int, curve: Curve, shared: bool) -> str:
    """The curve, with gaps where nothing is known."""
    parts, drawing = [], False
    for ply, value in enumerate(curve.values):
        if value is not None:
            place = f"{decimal(frame.x(ply))} {decimal(frame.y(value))}"
            parts.append(f"{'L' if drawing else 'M'}{place}")
        drawing = value is not None
    return tag(
        "path",
        class_="ply-curve",
        data_player=number,
        d="".join(parts) or "M0 0",
        fill="none",
        stroke=frame.palette.of("ink") if shared else frame.palette.curve(number),
        stroke_width=2.2,
        stroke_linejoin="round",
        stroke_dasharray=dashes(number),
    )


def _points(
    frame: Frame, curves: Sequence[Curve], turns: Sequence[Turn], hints: Sequence[str]
) -> Iterator[str]:
    """A point for each ply, on the curve that turns there, else on the first known one."""
    turned = {turn.ply: turn.curve for turn in turns}
    for ply in range(max((len(curve.values) for curve in curves), default=0)):
        order = [turned[ply]] if ply in turned else []
        order += range(len(curves))
        values = (curves[at].values[ply] for at in order)
        value = next((each for each in values if each is not None), None)
        hint = hints[ply] if ply < len(hints) else ""
        if value is None and not hint:
            continue
        left, width = _column(frame, ply, frame.width)
        hit = tag(
            "rect", x=left, y=frame.top, width=width, height=frame.down, fill="none",
            pointer_events="all",
        )  # fmt: skip
        inside = [tag("title", escaped(hint))] if hint else []
        inside += [hit] if ply in turned else [hit, _mark(frame, ply, value)]
        name = "ply-point ply-turn" if ply in turned else "ply-point"
        yield tag("g", *inside, class_=name, data_ply=ply)


def _mark(frame: Frame, ply: int, value: float | None) -> str:
    """The point of a ply, or a question mark where nothing is known."""
    x, ink = frame.x(ply), frame.palette.of("ink")
    if value is None:
        return frame.text("?", x, frame.y(0) + 5, "middle")
    return tag("circle", cx=x, cy=frame.y(value), r=3, fill=ink, stroke=ink, stroke_width=1.5)


def _turns(frame: Frame, curves: Sequence[Curve], turns: Sequence[Turn]) -> Iterator[str]:
    """The turning points, which nothing hides, not even the names of the bands."""
    for turn in turns:
        value = curves[turn.curve].values[turn.ply]
        if value is not None:
            yield tag(
                "circle", class_="ply-turned", cx=frame.x(turn.ply), cy=frame.y(value), r=6,
                fill=frame.palette.of("loss"), stroke=frame.palette.of("panel"), stroke_width=2,
                pointer_events="none",
            )  # fmt: skip


def _names(frame: Frame, curves: Sequence[Curve]) -> Iterator[str]:
    """Which curve is whose, in a row on top."""
    x = frame.left
    for number, curve in enumerate(curves):
        colour = frame.palette.curve(number)
        yield tag(
            "line",
            x1=x,
            y1=16,
            x2=x + 26,
            y2=16,
            stroke=colour,
            stroke_width=2.2,
            stroke_dasharray=dashes(number),
        )
        yield frame.words(curve.mark, x + 32, 20, "start", colour, 600)
        x += 48 + 0.6 * SMALL * len(curve.mark)
