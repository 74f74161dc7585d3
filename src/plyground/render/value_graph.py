"""`value_graph`: how a game stood after each ply, as a self-contained SVG.

It is drawn on a light panel, as boards are. For a page that steps through the game the elements
have classes:

    ply-point     a ply of the game, with its number as data-ply; also ply-remark if something is
                  said of it
    ply-curve     the curve of a player, with the player's number as data-player
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.render.colours import INK, LARGE_TEXT, TEXT, readable
from plyground.render.elements import (
    BORDER,
    QUIET,
    decimal,
    document,
    escaped,
    panel,
    tag,
    words,
)

_WIDTH, _HEIGHT = 720.0, 230.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 16.0, 16.0, 30.0, 34.0  # room beside the curves
_GRID = "#dde4ed"
_SIZE = 13.0
_DASHES = (None, "7 5", "1.5 5", "9 4 1.5 4", "9 4 1.5 4 1.5 4")
_TICKS = 12  # numbers below, at most


@dataclass(frozen=True)
class Curve:
    """How the game stood for a player: 1 won, 0 drawn, -1 lost, from ply 0 on; None: unknown."""

    mark: str
    colour: str
    values: tuple[float | None, ...]


@dataclass(frozen=True)
class Remark:
    """A short sign at a ply of a player's curve, such as "??"."""

    ply: int
    curve: int
    sign: str


@dataclass(frozen=True)
class Bands:
    """What it means to be up, in the middle and down; and the colours of up and down."""

    up: str
    middle: str
    down: str
    up_colour: str | None = None
    down_colour: str | None = None


def value_graph(
    title: str,
    description: str,
    bands: Bands,
    curves: Sequence[Curve],
    remarks: Sequence[Remark] = (),
    hints: Sequence[str] = (),
) -> str:
    """The graph. `hints` say what each ply means, for who points at it."""
    plies = max((len(curve.values) for curve in curves), default=1) - 1
    frame = _Frame(max(plies, 1))
    body = "".join(
        [
            panel(_WIDTH, _HEIGHT),
            *_bands(frame, bands),
            *_numbers(frame, plies),
            *(_curve(frame, number, curve) for number, curve in enumerate(curves)),
            *_points(frame, curves, remarks, hints),
            *(_names(curves) if len(curves) > 1 else ()),
        ]
    )
    return document(title, description, body, (0, 0, _WIDTH, _HEIGHT), _WIDTH, _HEIGHT)


@dataclass(frozen=True)
class _Frame:
    """Where the plies and values lie in the picture."""

    plies: int

    def x(self, ply: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - _RIGHT) * ply / self.plies

    def y(self, value: float) -> float:
        return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - value) / 2


def _bands(frame: _Frame, bands: Bands) -> Iterator[str]:
    for colour, high, low in ((bands.up_colour, 1.0, 0.5), (bands.down_colour, -0.5, -1.0)):
        if colour is not None:
            yield tag(
                "rect",
                x=_LEFT,
                y=frame.y(high),
                width=_WIDTH - _LEFT - _RIGHT,
                height=frame.y(low) - frame.y(high),
                fill=colour,
                fill_opacity=0.16,
            )
    for value in (1.0, 0.5, 0.0, -0.5, -1.0):
        yield tag(
            "line",
            x1=_LEFT,
            y1=frame.y(value),
            x2=_WIDTH - _RIGHT,
            y2=frame.y(value),
            stroke=BORDER if value == 0 else _GRID,
            stroke_width=1.5 if value == 0 else 1,
        )
    yield _text(bands.up, _LEFT + 6, frame.y(1) + 15, "start", QUIET)
    yield _text(bands.middle, _LEFT + 6, frame.y(0) - 5, "start", QUIET)
    yield _text(bands.down, _LEFT + 6, frame.y(-1) - 6, "start", QUIET)


def _numbers(frame: _Frame, plies: int) -> Iterator[str]:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, plies + 1) if plies <= step * _TICKS)
    for ply in range(0, plies + 1, step):
        yield _text(str(ply), frame.x(ply), _HEIGHT - _BOTTOM + 19, "middle", QUIET)


def _curve(frame: _Frame, number: int, curve: Curve) -> str:
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
        stroke=INK if number == 0 else readable(curve.colour, 0, LARGE_TEXT),
        stroke_width=2.2,
        stroke_linejoin="round",
        stroke_dasharray=_DASHES[number % len(_DASHES)],
    )


def _points(
    frame: _Frame, curves: Sequence[Curve], remarks: Sequence[Remark], hints: Sequence[str]
) -> Iterator[str]:
    """A point for each ply, on the curve that something is said of, else on the first known."""
    said = {remark.ply: remark for remark in remarks}
    half = (frame.x(1) - frame.x(0)) / 2
    for ply in range(max((len(curve.values) for curve in curves), default=0)):
        remark = said.get(ply)
        order = [remark.curve] if remark is not None else []
        order += range(len(curves))
        values = ((at, curves[at].values[ply]) for at in order)
        at, value = next(((a, v) for a, v in values if v is not None), (0, None))
        if value is None:
            continue
        x, y = frame.x(ply), frame.y(value)
        inside = [tag("title", escaped(hints[ply]))] if any(hints[ply : ply + 1]) else []
        inside.append(  # easy to hit
            tag(
                "rect",
                x=x - half,
                y=_TOP,
                width=2 * half,
                height=_HEIGHT - _TOP - _BOTTOM,
                fill="none",
                pointer_events="all",
            )
        )
        inside.append(
            tag(
                "circle",
                cx=x,
                cy=y,
                r=5 if remark is not None else 3,
                fill=curves[at].colour if remark is not None else INK,
                stroke=INK,
                stroke_width=1.5,
            )
        )
        if remark is not None:
            inside.append(_text(remark.sign, x, max(y - 9, _TOP - 8), "middle", INK, 700))
        name = "ply-point ply-remark" if remark is not None else "ply-point"
        yield tag("g", *inside, class_=name, data_ply=ply)


def _names(curves: Sequence[Curve]) -> Iterator[str]:
    """Which curve is whose, in a row on top."""
    x = _LEFT
    for number, curve in enumerate(curves):
        colour = INK if number == 0 else readable(curve.colour, 0, TEXT)
        yield tag(
            "line",
            x1=x,
            y1=16,
            x2=x + 26,
            y2=16,
            stroke=colour,
            stroke_width=2.2,
            stroke_dasharray=_DASHES[number % len(_DASHES)],
        )
        yield _text(curve.mark, x + 32, 20, "start", colour, 600)
        x += 48 + 0.6 * _SIZE * len(curve.mark)


def _text(text: str, x: float, y: float, anchor: str, fill: str = INK, weight: int = 400) -> str:
    return words(text, x, y, anchor, _SIZE, fill, weight, "none")
