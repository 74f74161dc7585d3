"""What line charts have in common: where values lie in the picture, rules, texts and dashes."""

from __future__ import annotations

from dataclasses import dataclass

from plyground.render.colours import INK
from plyground.render.elements import document, panel, tag, words

GRID = "#dde4ed"
LARGE, SMALL = 14.0, 13.0  # texts

_DASHES = (None, "7 5", "1.5 5", "9 4 1.5 4", "9 4 1.5 4 1.5 4")


def dashes(number: int) -> str | None:
    """The dashes of a player's line, so that lines do not differ by colour alone."""
    return _DASHES[number % len(_DASHES)]


@dataclass(frozen=True)
class Frame:
    """A picture of `width` x `height`, and where values lie in it.

    Beside the lines there is room on all four sides. To the right values go from 0 to `far`,
    upwards from `low` to `high`.
    """

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
        return self.left + self.across * value / self.far

    def y(self, value: float) -> float:
        """Where a value lies from top to bottom."""
        return self.top + self.down * (self.high - value) / (self.high - self.low)

    def rule(self, value: float, colour: str = GRID, width: float = 1) -> str:
        """A line across the picture at a value."""
        y = self.y(value)
        return tag(
            "line",
            x1=self.left,
            y1=y,
            x2=self.width - self.right,
            y2=y,
            stroke=colour,
            stroke_width=width,
        )

    def text(
        self, text: str, x: float, y: float, anchor: str, fill: str = INK, weight: int = 400
    ) -> str:
        """A text, which lets clicks through."""
        return words(text, x, y, anchor, self.text_size, fill, weight, "none")

    def document(self, title: str, description: str, *body: str) -> str:
        """The whole picture, on a light panel, as boards are."""
        inside = panel(self.width, self.height) + "".join(body)
        view = (0.0, 0.0, self.width, self.height)
        return document(title, description, inside, view, self.width, self.height)
