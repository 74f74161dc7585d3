"""The shapes that boards are drawn with, placed and sized in cells."""

from __future__ import annotations

import math
from dataclasses import dataclass

from plyground.render.elements import FONT, decimal, escaped, tag

UNIT = 60.0  # user units of one cell

Point = tuple[float, float]
Ends = tuple[str, str, str, str]
"""The written x and y of the one end of a line and of the other."""

# The outline engraved in each player's counters: corners, and how far every other corner lies
# from the centre. The first player's is a circle.
_ENGRAVINGS = ((0, 1.0), (10, 0.45), (3, 1.0), (4, 1.0), (8, 0.35))


@dataclass(frozen=True)
class Box:
    """A rectangle, in cells."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Its left upper corner, its width and its height."""
        return self.left, self.top, self.right - self.left, self.bottom - self.top

    def grown(self, left: float, top: float, right: float, bottom: float) -> Box:
        """The same rectangle with each side moved outwards."""
        return Box(self.left - left, self.top - top, self.right + right, self.bottom + bottom)


def moved(x: float, y: float) -> str:
    """The attribute `transform` of what is drawn around a point."""
    return f"translate({decimal(UNIT * x)} {decimal(UNIT * y)})"


def ends(start: Point, end: Point) -> Ends:
    """The ends of a line as they are written."""
    x1, y1, x2, y2 = (decimal(UNIT * at) for at in (*start, *end))
    return x1, y1, x2, y2


def line(
    between: Ends,
    width: float,
    colour: str,
    dashes: str | None = None,
    **attributes: str | float | None,
) -> str:
    """A line with round ends."""
    x1, y1, x2, y2 = between
    return tag(
        "line",
        x1=x1,
        y1=y1,
        x2=x2,
        y2=y2,
        stroke=colour,
        stroke_width=UNIT * width,
        stroke_linecap="round",
        stroke_dasharray=dashes,
        **attributes,
    )


def dashes(player: int, width: float) -> str | None:
    """The dash pattern of a player's lines with round ends; None for the first player's solid
    lines.

    The second player has dashes, the third dots, and each later one a dash and one dot more.
    """
    dot, gap, dash = 0.01, 2.0, 2.6
    if player == 0:
        return None
    pattern = {1: [dash, 2.4], 2: [dot, gap]}.get(player)
    pattern = pattern or [dash, gap] + [dot, gap] * (player - 2)
    return " ".join(decimal(UNIT * width * part) for part in pattern)


def engraving(player: int, radius: float) -> str:
    """The outline in a player's counters, as a path."""
    corners, inner = _ENGRAVINGS[player % len(_ENGRAVINGS)]
    if corners == 0:
        return circle(0, 0, radius)
    points = []
    for corner in range(corners):
        r = radius * (inner if corner % 2 else 1.0) * 1.1
        turn = 2 * math.pi * corner / corners
        points.append((r * math.sin(turn), -r * math.cos(turn)))
    return closed(points)


def square(half: float, **attributes: str | float | None) -> str:
    """A square with round corners around the origin."""
    side = UNIT * 2 * half
    return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=7, **attributes)


def disc(x: float, y: float, radius: float, **attributes: str | float | None) -> str:
    """A circle."""
    return tag("circle", cx=UNIT * x, cy=UNIT * y, r=UNIT * radius, **attributes)


def circle(x: float, y: float, radius: float) -> str:
    """A circle as part of a path."""
    r = decimal(UNIT * radius)
    left, right = (
        f"{decimal(UNIT * (x + side))} {decimal(UNIT * y)}" for side in (-radius, radius)
    )
    return f"M{left}A{r} {r} 0 1 0 {right}A{r} {r} 0 1 0 {left}Z"


def rounded(box: Box, corner: float) -> str:
    """A rectangle with round corners as part of a path."""
    left, top, right, bottom, r = (
        decimal(UNIT * v) for v in (box.left, box.top, box.right, box.bottom, corner)
    )
    inner = box.grown(*(-corner for _ in range(4)))
    west, north, east, south = (
        decimal(UNIT * v) for v in (inner.left, inner.top, inner.right, inner.bottom)
    )
    arc = f"A{r} {r} 0 0 1 "
    return (
        f"M{west} {top}H{east}{arc}{right} {north}V{south}{arc}{east} {bottom}"
        f"H{west}{arc}{left} {south}V{north}{arc}{west} {top}Z"
    )


def closed(points: list[Point]) -> str:
    """A closed line as a path."""
    corners = (f"{decimal(UNIT * x)} {decimal(UNIT * y)}" for x, y in points)
    return f"M{'L'.join(corners)}Z"


def text(
    content: str,
    x: float,
    y: float,
    height: float,
    fill: str | None,
    class_: str | None = None,
    room: float = 0.8,
    length: int | None = None,
) -> str:
    """A text centred at a point, smaller than `height` if it is wider than `room`.

    `length` is the number of its characters, if `content` only stands for it.
    """
    length = len(content) if length is None else length
    height = min(height, room / (0.62 * max(length, 1)))
    return tag(
        "text",
        escaped(content),
        class_=class_,
        x=UNIT * x,
        # Half a digit's height below the centre: not every program knows dominant-baseline.
        y=UNIT * (y + 0.355 * height),
        font_family=FONT,
        font_size=UNIT * height,
        font_weight=600,
        text_anchor="middle",
        fill=fill,
        pointer_events="none",
    )
