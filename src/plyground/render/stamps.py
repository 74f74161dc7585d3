"""The parts that the pictures of a board are put together from, each as an SVG element.

A part depends on what lies on a site, never on where the site is: a `Place` says that, in texts
that go into the part as they are. `render.svg` writes the places of the board. A page has all
parts with signs where the places go, and so it draws the same picture without a drawing rule of
its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from plyground.render.board import Board, Cell, Edge, Mark
from plyground.render.colours import INK, LARGE_TEXT, TEXT
from plyground.render.elements import decimal, panel, tag
from plyground.render.palette import Palette
from plyground.render.shapes import (
    UNIT,
    Box,
    Ends,
    Point,
    circle,
    closed,
    dashes,
    disc,
    ends,
    engraving,
    line,
    moved,
    rounded,
    square,
    text,
)

_Style = dict[str, str | float | None]

HINT_MOST = 8
"""The characters of a hint that count for its size."""

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
"""The rows, columns and diagonals that deciding cells may lie in, as steps in x and y."""

_PAD = 0.12  # cells between the board and the panel's edge
_LABEL = 0.27  # cells between the board and a label's centre
_HOLE = 0.4
_RING = 0.435  # around deciding holes
_REACH = 0.3  # from the centre of the last struck cell to the end of the stroke
_LINE = 0.095  # width of a taken edge
_ALONG = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75)  # where on an edge its badge may be
_TINTS = {"": 0.0, "last": 0.16, "deciding": 0.3}  # how much of a mark's colour its tile shows


class Place(NamedTuple):
    """Where a site is, as written: its number, its centre, where its badge belongs, its ends.

    Centre and badge are values of `transform`. A cell has no ends, and its badge is at its centre.
    """

    number: str
    centre: str
    badge: str
    ends: Ends = ("", "", "", "")


class Looks(NamedTuple):
    """How a site stands out: by the last move, by deciding the game, or since others decided it."""

    last: bool = False
    deciding: bool = False
    faded: bool = False


@dataclass(frozen=True)
class Stamps:
    """The parts of a board's pictures in the colours of a palette."""

    board: Board
    palette: Palette
    symbols: tuple[str, ...]

    # What never changes

    @cached_property
    def holes(self) -> bool:
        """Whether counters lie behind a front with holes."""
        board = self.board
        return board.cells == "holes" and any(isinstance(site, Cell) for site in board.sites)

    @cached_property
    def inner(self) -> Box:
        """The rectangle around the sites and dots."""
        board = self.board
        reach = [(site.x, site.y, 0.5) for site in board.sites if isinstance(site, Cell)]
        points = [*reach, *((x, y, 0.42) for x, y in board.dots)] or [(0, 0, 0.5)]
        return Box(
            min(x - r for x, _, r in points),
            min(y - r for _, y, r in points),
            max(x + r for x, _, r in points),
            max(y + r for _, y, r in points),
        )

    @cached_property
    def bounds(self) -> Box:
        """The rectangle of the panel, which is the whole picture."""
        inner, labels = self.inner, self.board.labels
        beside = (
            any(label.x < inner.left for label in labels),
            any(label.y < inner.top for label in labels),
            any(label.x > inner.right for label in labels),
            any(label.y > inner.bottom for label in labels),
        )
        return inner.grown(*(2 * _LABEL if there else _PAD for there in beside))

    @cached_property
    def view(self) -> tuple[float, float, float, float]:
        """The same in user units: the left upper corner, the width and the height."""
        left, top, width, height = (UNIT * side for side in self.bounds.sides)
        return left, top, width, height

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Where each site is. The badges of edges lie where they cover no dot and no other badge
        if there is room.
        """
        taken = list(self.board.dots)
        found = []
        for number, site in enumerate(self.board.sites):
            if isinstance(site, Cell):
                centre = badge = moved(site.x, site.y)
                found.append(Place(str(number), centre, badge))
            else:
                start, end = self.ends_of(site)
                spot = _roomiest(start, end, taken)
                taken.append(spot)
                middle = moved((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
                found.append(Place(str(number), middle, moved(*spot), ends(start, end)))
        return tuple(found)

    def ends_of(self, edge: Edge) -> tuple[Point, Point]:
        """The dots that an edge joins."""
        return self.board.dots[edge.a], self.board.dots[edge.b]

    def back(self) -> str:
        """What lies below the sites: nothing below holes."""
        if self.holes:
            return ""
        left, top, width, height = self.view
        squares = any(isinstance(site, Cell) for site in self.board.sites)
        fill = self.palette.of("ground" if squares else "panel")
        border = self.palette.of("border")
        return panel(width, height, "ply-panel", left, top, 14, fill, border)

    def front(self) -> str:
        """What lies above the sites: in front of the counters, so that a page can drop them behind
        it, and the labels.
        """
        colour = self.palette.of("on-board" if self.holes else "label")
        labels = [self._label(label.text, label.x, label.y, colour) for label in self.board.labels]
        return (self._holes() if self.holes else "") + "".join(labels)

    def dots(self) -> str:
        """The dots with their numbers."""
        ink, panel_, on_ink = (self.palette.of(role) for role in ("ink", "panel", "on-ink"))
        return "".join(
            tag(
                "g",
                disc(x, y, 0.27, fill=ink, stroke=panel_, stroke_width=3),
                text(str(number), x, y, 0.29, on_ink),
                class_="ply-dot",
                data_dot=number,
            )
            for number, (x, y) in enumerate(self.board.dots)
        )

    def _holes(self) -> str:
        """A panel with a round hole at every cell."""
        cells = [site for site in self.board.sites if isinstance(site, Cell)]
        rims = "".join(circle(cell.x, cell.y, _HOLE) for cell in cells)
        outline = rounded(self.bounds, 0.3) + rims
        board, rim = self.palette.of("board"), self.palette.of("rim")
        return tag(
            "g",
            tag("path", class_="ply-panel", d=outline, fill=board, fill_rule="evenodd"),
            tag("path", d=rims, fill="none", stroke=rim, stroke_width=3.5),
            pointer_events="none",
        )

    def _label(self, content: str, x: float, y: float, colour: str) -> str:
        inner = self.inner
        x = min(max(x, inner.left - _LABEL), inner.right + _LABEL)
        y = min(max(y, inner.top - _LABEL), inner.bottom + _LABEL)
        return text(content, x, y, 0.3, colour, "ply-label")

    # Sites

    def site(self, place: Place, mark: Mark | None, looks: Looks, edge: bool) -> str:
        """A site with what lies on it."""
        if edge:
            return tag(
                "g",
                *self._edge(place, mark, looks),
                class_=_classes(mark, looks),
                data_site=place.number,
            )
        draw = self._hole if self.holes else self._tile
        return tag(
            "g",
            *draw(mark, looks),
            class_=_classes(mark, looks),
            data_site=place.number,
            transform=place.centre,
        )

    def _tile(self, mark: Mark | None, looks: Looks) -> Iterator[str]:
        """A square and its mark."""
        emphasis = "deciding" if looks.deciding else "last" if looks.last else ""
        colour, ink = self.palette.mark(mark), self.palette.of("ink")
        tile, edge = self.palette.of("tile"), self.palette.of("free")
        yield square(0.47, fill=tile, stroke=edge, stroke_width=1.5)
        if emphasis:
            yield square(0.47, fill=colour, fill_opacity=_TINTS[emphasis])
        if mark is not None and mark.text:
            least = LARGE_TEXT if len(mark.text) <= 2 else TEXT
            written = self.palette.text(mark, _TINTS[emphasis], least)
            yield from symbol(mark.text, written)
            if mark.player is not None and mark.text != self.symbols[mark.player]:
                yield _underlined(mark.player, written)
        elif mark is not None:
            yield from counter(mark.player, 0.36, colour)
        if looks.last:
            yield disc(0.35, -0.35, 0.06, class_="ply-sign", fill=ink)

    def _hole(self, mark: Mark | None, looks: Looks) -> Iterator[str]:
        """What one sees through a hole."""
        on_board, ink = self.palette.of("on-board"), self.palette.of("ink")
        # Without a fill the cell would take clicks on its counter only.
        yield square(0.5, fill="none", pointer_events="all")
        written = mark is not None and mark.text != ""
        if mark is not None:
            share = 0.85 if written else 0.6
            yield from counter(mark.player, _HOLE + 0.02, self.palette.mark(mark), share)
        if mark is not None and written:
            yield disc(0, 0, 0.2, fill=self.palette.of("tile"))
            yield text(mark.text, 0, 0, 0.27, ink, room=0.36)
        if looks.last:
            style: _Style = {"fill": on_board, "stroke": INK, "stroke_width": 2.5}
            yield disc(0, 0.29 if written else 0, 0.09, class_="ply-sign", **style)

    def _edge(self, place: Place, mark: Mark | None, looks: Looks) -> Iterator[str]:
        between, colour = place.ends, self.palette.mark(mark)
        # Wider than the visible line, and so easier to hit.
        yield line(between, 0.25, "#000000", stroke_opacity=0, pointer_events="stroke")
        if looks.last:
            yield line(between, 0.44 if looks.deciding else 0.34, colour, stroke_opacity=0.28)
        if mark is None:
            yield line(between, 0.03, self.palette.of("free"))
            return
        width = 1.8 * _LINE if looks.deciding else _LINE
        pattern = None if mark.player is None else dashes(mark.player, width)
        gap = self.palette.of("panel")  # to the lines that it crosses
        yield line(between, width + 0.06, gap, pattern)
        opacity = 0.55 if looks.faded else None
        yield line(between, width, colour, pattern, stroke_opacity=opacity)
        if mark.text:
            yield tag(
                "g",
                disc(0, 0, 0.2, fill=gap),
                text(mark.text, 0, 0, 0.25, self.palette.of("ink"), room=0.35),
                transform=place.centre,
            )

    # What the deciding sites form

    @cached_property
    def triangles(self) -> tuple[tuple[tuple[int, int, int], str], ...]:
        """The sites of every three edges between three dots, and the outline."""
        edges = {
            frozenset((edge.a, edge.b)): site
            for site, edge in enumerate(self.board.sites)
            if isinstance(edge, Edge)
        }
        found = []
        for corners in combinations(range(len(self.board.dots)), 3):
            one, two, three = (edges.get(frozenset(side)) for side in combinations(corners, 2))
            if one is not None and two is not None and three is not None:
                outline = closed([self.board.dots[dot] for dot in corners])
                found.append(((one, two, three), outline))
        return tuple(found)

    def triangle(self, outline: str, mark: Mark | None) -> str:
        """A triangle whose edges are deciding, filled."""
        colour = self.palette.mark(mark)
        return tag("path", class_="ply-area", d=outline, fill=colour, fill_opacity=0.16)

    @cached_property
    def rows(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The cells side by side in each row, column or diagonal, and its number in DIRECTIONS."""
        cells = {
            site: number for number, site in enumerate(self.board.sites) if isinstance(site, Cell)
        }
        found = []
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            for cell in sorted(cells, key=lambda cell: (cell.x, cell.y)):
                if Cell(cell.x - dx, cell.y - dy) not in cells:
                    row = [cell]
                    while (follower := Cell(row[-1].x + dx, row[-1].y + dy)) in cells:
                        row.append(follower)
                    if len(row) >= 3:
                        found.append((direction, tuple(cells[cell] for cell in row)))
        return tuple(found)

    def strike(self, between: Ends) -> str:
        """The stroke through a row of deciding cells, with a rim where it crosses counters. On
        tiles it is so thin that a mark in its direction is wider.
        """
        if not self.holes:
            return tag("g", line(between, 0.06, self.palette.of("ink")), **_LINES)
        return tag(
            "g",
            line(between, 0.2, self.palette.of("rim"), stroke_opacity=0.8),
            line(between, 0.1, self.palette.of("on-board")),
            **_LINES,
        )

    def struck(self, direction: int, row: Sequence[int]) -> Ends:
        """The ends of the stroke through a row of cells, which reaches beyond their centres."""
        dx, dy = (_REACH * step for step in DIRECTIONS[direction])
        first, last = self.board.sites[row[0]], self.board.sites[row[-1]]
        assert isinstance(first, Cell)
        assert isinstance(last, Cell)
        return ends((first.x - dx, first.y - dy), (last.x + dx, last.y + dy))

    def frame(self, place: Place) -> str:
        """What marks a deciding cell that lies in no such row."""
        if self.holes:
            colour = self.palette.of("on-board")
            style: _Style = {"fill": "none", "stroke": colour, "stroke_width": 4}
            return disc(0, 0, _RING, **style, **_LINES, transform=place.centre)
        style = {"fill": "none", "stroke": self.palette.of("ink"), "stroke_width": 3}
        return square(0.445, **style, **_LINES, transform=place.centre)

    # What points at sites

    def hinted_edge(self, place: Place) -> str:
        """The line of a hint at an edge."""
        gap, colour = self.palette.of("panel"), self.palette.of("hint")
        return line(place.ends, 0.11, gap, pointer_events="none") + line(
            place.ends, 0.055, colour, "8 8", pointer_events="none"
        )

    def hint(self, place: Place, content: str, ring: bool, corner: bool, length: int) -> str:
        """The badge of a hint: in a `ring` or, so that a mark stays visible, in the `corner`.

        Without `content`, a ring is empty. `length` is the number of its characters.
        """
        colour, on_hint = self.palette.of("hint"), self.palette.of("on-hint")
        parts = []
        if ring:
            tile = self.palette.of("tile")
            style: _Style = {"fill": "none", "stroke": colour, "stroke_dasharray": "9 6"}
            parts.append(disc(0, 0, 0.37, fill="none", stroke=tile, stroke_width=7))
            parts.append(disc(0, 0, 0.37, stroke_width=4, **style))
        if content or not ring:
            at = 0.29 if corner else 0.0
            parts.append(disc(at, at, 0.19, fill=colour, stroke=on_hint, stroke_width=2.5))
            length = min(length, HINT_MOST)
            parts.append(text(content, at, at, 0.24, on_hint, room=0.26, length=length))
        return tag(
            "g",
            *parts,
            class_="ply-hint",
            data_hint=place.number,
            transform=place.badge,
            pointer_events="none",
        )

    def unseen(self, place: Place, edge: bool) -> str:
        """A struck eye, where a player overlooked something; a style sheet colours it."""
        radius = 0.24 if edge else 0.34
        left, up = decimal(-0.6 * radius * UNIT), decimal(-0.7 * radius * UNIT)
        right, down = decimal(0.6 * radius * UNIT), decimal(0.7 * radius * UNIT)
        slash = ends((-0.5 * radius, 0.5 * radius), (0.5 * radius, -0.5 * radius))
        return tag(
            "g",
            disc(0, 0, radius),
            tag("path", d=f"M{left} 0Q0 {up} {right} 0Q0 {down} {left} 0Z"),
            disc(0, 0, 0.17 * radius),
            line(slash, 0.12 * radius, "currentColor"),
            class_="ply-unseen",
            transform=place.badge,
            pointer_events="none",
        )

    def value(self, place: Place, content: str, kind: str, edge: bool, length: int) -> str:
        """What a move is worth, beside it; a style sheet colours it by its `kind`."""
        radius = 0.22 if edge else 0.27
        length = min(length, HINT_MOST)
        return tag(
            "g",
            disc(0, 0, radius),
            text(content, 0, 0, 0.9 * radius, None, room=1.4 * radius, length=length),
            class_=kind,
            transform=place.badge,
            pointer_events="none",
        )


_LINES = {"class_": "ply-line", "pointer_events": "none"}


def _classes(mark: Mark | None, looks: Looks) -> str:
    names = ["ply-site", "ply-empty" if mark is None else "ply-taken"]
    if mark is not None:
        names.append("ply-neutral" if mark.player is None else f"ply-player{mark.player}")
    if looks.last:
        names.append("ply-last")
    if looks.deciding:
        names.append("ply-deciding")
    return " ".join(names)


def symbol(content: str, colour: str) -> Iterator[str]:
    """A mark's text. X and O are drawn as shapes, since they differ from font to font."""
    if content in ("x", "X"):
        yield line(ends((-0.2, -0.2), (0.2, 0.2)), 0.11, colour)
        yield line(ends((-0.2, 0.2), (0.2, -0.2)), 0.11, colour)
    elif content in ("o", "O"):
        yield disc(0, 0, 0.23, fill="none", stroke=colour, stroke_width=0.11 * UNIT)
    else:
        yield text(content, 0, -0.03, 0.48, colour)


def _underlined(player: int, colour: str) -> str:
    """A bar in the player's dashes, below a text that does not show whose it is."""
    return line(ends((-0.2, 0.32), (0.2, 0.32)), 0.05, colour, dashes(player, 0.05))


def counter(player: int | None, radius: float, colour: str, share: float = 0.6) -> Iterator[str]:
    """A disc with its player's shape engraved in it, at `share` of its size."""
    yield disc(0, 0, radius, fill=colour)
    rim: _Style = {"fill": "none", "stroke": "#000000", "stroke_opacity": 0.2}
    yield disc(0, 0, 0.93 * radius, **rim, stroke_width=0.14 * radius * UNIT)
    if player is None:
        return
    # A dark and a light groove, so that one of them shows on any colour.
    groove: _Style = {"fill": "none", "stroke_width": 2.7, "stroke_linejoin": "round"}
    outline = engraving(player, share * radius)
    light = moved(0, 0.022)
    yield tag("path", d=outline, stroke="#ffffff", stroke_opacity=0.5, **groove, transform=light)
    yield tag("path", d=outline, stroke="#000000", stroke_opacity=0.45, **groove)


def swatch_line(player: int, colour: str) -> str:
    """A line in a player's dashes, for a list of players."""
    width = 1.6 * _LINE
    return line(ends((-0.65, 0), (0.65, 0)), width, colour, dashes(player, width))


def _roomiest(start: Point, end: Point, taken: list[Point]) -> Point:
    """The place on a line that is farthest from those taken; nearer the middle if equal."""
    places = [
        (start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])) for t in _ALONG
    ]
    return max(places, key=lambda place: round(min(math.dist(place, each) for each in taken), 1))
