"""`course`: how a game stood after each of its plies, as a small self-contained SVG.

A bar for each ply rises for one side and falls for the other, the farther the sooner it ends; what
is even is a diamond on the middle line, what is not known a question mark. So nothing is in colour
alone. It is drawn on a light panel, as boards are. For pages the elements have classes:

    ply-panel        what it lies on
    ply-standing     a ply, with its number as data-ply; a title tells its text
    ply-at           behind the ply that is looked at
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from plyground.render.colours import LARGE_TEXT, readable
from plyground.render.elements import (
    QUIET,
    decimal,
    document,
    escaped,
    panel,
    tag,
    words,
)

_WIDTH, _HEIGHT = 480.0, 150.0
_SIDE = 12.0  # room beside the bars
_TOP, _MIDDLE, _BOTTOM = 28.0, 76.0, 124.0  # of the bars
_WIDEST = 22.0  # of what one ply takes up
_LEAST = 0.12  # height of a bar that hardly leans to a side
_TEXT_SIZE = 13.0
_RULE = "#aab4c1"
_AT = "#d5e3f8"


@dataclass(frozen=True)
class Standing:
    """How a game stood after a ply.

    `height` is from 1, all for who is above, over 0, even, to -1, all for who is below; None if it
    is not known. `text` says it in words.
    """

    height: float | None
    colour: str
    text: str


def course(
    title: str,
    description: str,
    sides: tuple[str, str],
    given: Sequence[Standing],
    at: int | None = None,
) -> str:
    """The picture of a game from its start, ply 0, on. `sides` name who is above and below; `at` is
    the ply that is looked at.
    """
    step = min(_WIDEST, (_WIDTH - 2 * _SIDE) / max(len(given), 1))
    body = "".join(
        [
            panel(_WIDTH, _HEIGHT, "ply-panel"),
            _text(sides[0], _SIDE, _TOP - 10, "start"),
            _text(sides[1], _SIDE, _BOTTOM + 18, "start"),
            _marked(step, at) if at is not None and at < len(given) else "",
            tag(
                "line",
                x1=_SIDE,
                y1=_MIDDLE,
                x2=_WIDTH - _SIDE,
                y2=_MIDDLE,
                stroke=_RULE,
                stroke_width=1,
            ),
            *(_standing(step, ply, each) for ply, each in enumerate(given)),
        ]
    )
    return document(title, description, body, (0, 0, _WIDTH, _HEIGHT), _WIDTH, _HEIGHT)


def _marked(step: float, at: int) -> str:
    """What shows which ply is looked at."""
    return tag(
        "rect",
        class_="ply-at",
        x=_SIDE + step * at,
        y=_TOP - 4,
        width=step,
        height=_BOTTOM - _TOP + 8,
        rx=3,
        fill=_AT,
        stroke=QUIET,
        stroke_width=1.2,
    )


def _standing(step: float, ply: int, standing: Standing) -> str:
    x = _SIDE + step * (ply + 0.5)
    return tag(
        "g",
        tag("title", escaped(standing.text)),
        # All of its height can be clicked.
        tag(
            "rect",
            x=x - step / 2,
            y=_TOP - 4,
            width=step,
            height=_BOTTOM - _TOP + 8,
            fill="none",
            pointer_events="all",
        ),
        *_drawn(x, step, standing),
        class_="ply-standing",
        data_ply=ply,
    )


def _drawn(x: float, step: float, standing: Standing) -> Iterator[str]:
    if standing.height is None:
        yield _text("?", x, _MIDDLE - 5, "middle")
    elif standing.height == 0:
        half = min(5.0, step / 2)
        r = decimal(half)
        outline = f"M{decimal(x - half)} {decimal(_MIDDLE)}l{r} -{r}l{r} {r}l-{r} {r}z"
        yield tag("path", d=outline, fill=QUIET)
    else:
        share = max(abs(standing.height), _LEAST)
        tall = share * (_MIDDLE - _TOP)
        width = max(1.0, step - max(1.5, 0.25 * step))
        yield tag(
            "rect",
            x=x - width / 2,
            y=_MIDDLE - tall if standing.height > 0 else _MIDDLE,
            width=width,
            height=tall,
            rx=min(3.0, width / 3),
            fill=readable(standing.colour, 0, LARGE_TEXT),
        )


def _text(text: str, x: float, y: float, anchor: str) -> str:
    return words(text, x, y, anchor, _TEXT_SIZE, QUIET)
