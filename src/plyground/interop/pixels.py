"""A position as pixels, for videos and for programs that learn from pictures.

It draws what the SVG shows, from the same geometry and in the same colours, with nothing but NumPy:
cells, counters, numbers and signs, edges, dots, the last move and what decided the game. There are
no labels, and a text that has no glyph here is a counter in its player's colour.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from plyground.render.board import Cell, Edge, Mark, Picture
from plyground.render.colours import INK, NEUTRAL, rgb
from plyground.render.palette import LIGHT

_CELL = 48  # pixels
_FINE = 2  # samples along a pixel
_MARGIN = 0.75  # in cells, around the sites' centres

_GLYPHS = {
    "0": "757557", "1": "262227", "2": "716347", "3": "713117", "4": "557111", "5": "747117",
    "6": "747557", "7": "711222", "8": "757757", "9": "757117", "x": "552255", "o": "255552",
}  # fmt: skip
"""Six rows of three dots, a digit for each row."""

Array = npt.NDArray[np.float64]


def pixels(picture: Picture) -> npt.NDArray[np.uint8]:
    """The picture as [height][width][3], red, green and blue; both sides are even numbers."""
    canvas = _Canvas(picture)
    canvas.sites()
    return canvas.done()


class _Canvas:
    def __init__(self, picture: Picture) -> None:
        self._picture, board = picture, picture.board
        cells = [(float(s.x), float(s.y)) for s in board.sites if isinstance(s, Cell)]
        xs, ys = zip(*cells, *board.dots, strict=True)
        self._left, self._top = min(xs) - _MARGIN, min(ys) - _MARGIN
        self._dense = _CELL * _FINE
        sides = (max(ys) + _MARGIN - self._top, max(xs) + _MARGIN - self._left)
        height, width = (2 * math.ceil(each * _CELL / 2) * _FINE for each in sides)
        self._drawn = np.empty((height, width, 3))
        self._drawn[:] = _colour(LIGHT["panel"])

    def done(self) -> npt.NDArray[np.uint8]:
        """The finished pixels: each is the mean of its samples."""
        height, width, _ = self._drawn.shape
        parts = self._drawn.reshape(height // _FINE, _FINE, width // _FINE, _FINE, 3)
        found: npt.NDArray[np.uint8] = (255 * parts.mean((1, 3))).round().astype(np.uint8)
        return found

    def sites(self) -> None:
        """Draw the board and all that lies on it."""
        picture, board = self._picture, self._picture.board
        for number, (site, mark) in enumerate(zip(board.sites, picture.marks, strict=True)):
            if isinstance(site, Cell):
                self._cell(site, mark, picture.emphasis(number))
        for number, (site, mark) in enumerate(zip(board.sites, picture.marks, strict=True)):
            if isinstance(site, Edge):
                width = 0.03 if mark is None else 0.07
                width *= 2 if picture.emphasis(number) else 1
                start, end = board.dots[site.a], board.dots[site.b]
                self._line(start, end, width, self._of(mark))
        for x, y in board.dots:
            self._disc(x, y, 0.16, _colour(LIGHT["ink"]))

    def _cell(self, cell: Cell, mark: Mark | None, emphasis: str) -> None:
        holes = self._picture.board.cells == "holes"
        x, y = float(cell.x), float(cell.y)
        self._square(x, y, 0.5, _colour(LIGHT["board" if holes else "free"]))
        if emphasis:
            self._square(x, y, 0.5, _colour(LIGHT["ink" if emphasis == "deciding" else "hint"]))
        if not holes:
            self._square(x, y, 0.42 if emphasis else 0.48, _colour(LIGHT["tile"]))
        elif emphasis:
            self._square(x, y, 0.44, _colour(LIGHT["board"]))
        if mark is None:
            if holes:
                self._disc(x, y, 0.4, _colour(LIGHT["tile"]))
        elif not holes and mark.text and set(mark.text) <= _GLYPHS.keys():
            self._text(x, y, mark.text, self._of(mark))
        else:
            self._disc(x, y, 0.4, self._of(mark))

    def _of(self, mark: Mark | None) -> Array:
        """The colour of a mark, or of a free site."""
        if mark is None:
            return _colour(LIGHT["free"])
        colours = self._picture.colours
        return _colour(NEUTRAL if mark.player is None else colours[mark.player % len(colours)])

    def _text(self, x: float, y: float, text: str, colour: Array) -> None:
        dot = min(0.11, 0.8 / (4 * len(text)))
        left = x - dot * (4 * len(text) - 2) / 2
        for place, sign in enumerate(text):
            for row, bits in enumerate(map(int, _GLYPHS[sign])):
                for column in range(3):
                    if bits >> (2 - column) & 1:
                        at = left + dot * (4 * place + column)
                        self._square(at, y + dot * (row - 2.5), dot / 2, colour)

    def _square(self, x: float, y: float, half: float, colour: Array) -> None:
        rows, columns = self._window(x - half, y - half, x + half, y + half)
        self._drawn[rows, columns] = colour

    def _disc(self, x: float, y: float, radius: float, colour: Array) -> None:
        self._line((x, y), (x, y), radius, colour)

    def _line(
        self, start: tuple[float, float], end: tuple[float, float], half: float, colour: Array
    ) -> None:
        """All that is no farther than `half` from a straight line."""
        (x1, y1), (x2, y2) = start, end
        rows, columns = self._window(
            min(x1, x2) - half, min(y1, y2) - half, max(x1, x2) + half, max(y1, y2) + half
        )
        y, x = np.mgrid[rows, columns]
        across, down = x / self._dense + self._left, y / self._dense + self._top
        dx, dy = x2 - x1, y2 - y1
        share = ((across - x1) * dx + (down - y1) * dy) / (dx * dx + dy * dy or 1.0)
        share = np.clip(share, 0, 1)
        inside = np.hypot(across - x1 - share * dx, down - y1 - share * dy) <= half
        self._drawn[rows, columns][inside] = colour

    def _window(self, left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
        """The samples of a rectangle."""
        rows = slice(*(round((each - self._top) * self._dense) for each in (top, bottom)))
        columns = slice(*(round((each - self._left) * self._dense) for each in (left, right)))
        return rows, columns


def _colour(text: str) -> Array:
    return np.array(rgb(text) or rgb(INK), np.float64)
