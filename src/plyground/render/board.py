"""What a board looks like, as data: the renderers know this geometry and no game.

Vocabulary: a *site* is a place that a mark can lie on, numbered from 0. It is a cell (a square or a
round hole of a grid) or an edge (a line between two dots). A *mark* is what lies on a site. A
*picture* is a board with its marks, the last move, and anything else to show of one position.

Coordinates are in cells, x to the right and y downwards; a cell's centre is at its x and y.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

Emphasis = Literal["", "last", "deciding"]


@dataclass(frozen=True)
class Cell:
    """A site that is one cell of a grid, by its column and row as drawn."""

    x: int
    y: int


@dataclass(frozen=True)
class Edge:
    """A site that is a line between two dots, by their numbers."""

    a: int
    b: int


@dataclass(frozen=True)
class Label:
    """A text at the edge of the board, such as a column's number."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Mark:
    """What lies on a site: a player's colour (none for a neutral mark), and a text or none."""

    player: int | None
    text: str = ""


@dataclass(frozen=True)
class Board:
    """The fixed part of a picture.

    `cells` says how cells are drawn: "squares" with a text in them, or round "holes" that counters
    drop into. Dots are drawn on top of edges, each with its number.
    """

    sites: tuple[Cell | Edge, ...]
    cells: Literal["squares", "holes"] = "squares"
    dots: tuple[tuple[float, float], ...] = ()
    labels: tuple[Label, ...] = ()

    @staticmethod
    def grid(
        columns: int,
        rows: int,
        cells: Literal["squares", "holes"] = "squares",
        labels: tuple[Label, ...] = (),
    ) -> Board:
        """A grid whose sites are numbered row by row from the top left."""
        sites = tuple(Cell(x, y) for y in range(rows) for x in range(columns))
        return Board(sites, cells, labels=labels)

    @staticmethod
    def polygon(dots: int, edges: tuple[tuple[int, int], ...]) -> Board:
        """Dots at the corners of a regular polygon, clockwise from dot 0 on top."""
        radius = 3.0
        corners = tuple(
            (
                radius + radius * math.sin(2 * math.pi * dot / dots),
                radius - radius * math.cos(2 * math.pi * dot / dots),
            )
            for dot in range(dots)
        )
        return Board(tuple(Edge(a, b) for a, b in edges), dots=corners)


@dataclass(frozen=True)
class Picture:
    """One position, ready to draw.

    `marks` has one entry for each site of the board, None where it is empty. `last` are the sites
    that the last move changed, `deciding` those of the line or triangle that ended the game.
    `hints` are sites to point at, such as those of a better move, each with a short text. `values`
    are sites of moves with what these are worth: a short text, and its class for a style sheet.
    `colours` are CSS colours and `symbols` single characters, one for each player. `title` and
    `description` are for screen readers.
    """

    board: Board
    marks: tuple[Mark | None, ...]
    colours: tuple[str, ...]
    symbols: tuple[str, ...]
    last: frozenset[int] = frozenset()
    deciding: frozenset[int] = frozenset()
    title: str = ""
    description: str = ""
    hints: tuple[tuple[int, str], ...] = ()
    values: tuple[tuple[int, str, str], ...] = ()

    def with_symbols(self, symbols: tuple[str, ...]) -> Picture:
        """The same with other symbols for the players, also where the board itself shows them."""

        def drawn(mark: Mark | None) -> Mark | None:
            if mark is None or mark.player is None or mark.text != self.symbols[mark.player]:
                return mark
            return replace(mark, text=symbols[mark.player])

        return replace(self, marks=tuple(map(drawn, self.marks)), symbols=symbols)

    def emphasis(self, site: int) -> Emphasis:
        """How a site stands out."""
        if site in self.deciding:
            return "deciding"
        return "last" if site in self.last else ""
