"""`svg`: a picture as a self-contained SVG, for notebooks, files and web pages alike.

Everything is drawn with presentation attributes: every SVG program shows them, and any style sheet
of a page overrides them. For style sheets the elements have classes:

    ply-panel                 the ground under the board
    ply-site                  a site, with its number as data-site; also ply-empty or ply-taken,
                              ply-neutral or ply-player0, ply-player1, ..., ply-last, ply-deciding
    ply-dot                   a dot, with its number as data-dot
    ply-label                 a label
    ply-line                  the line through the deciding sites
    ply-hint                  points at a site, with its number as data-hint

Colour is never the only difference: players also differ in the dashes of their lines, the bars
below their texts, and the shapes engraved in their counters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

from plyground.render.board import Board, Cell, Edge, Label, Mark, Picture
from plyground.render.colours import INK, LARGE_TEXT, NEUTRAL, TEXT, readable
from plyground.render.elements import FONT, PANEL, QUIET, decimal, document, escaped, panel, tag

_UNIT = 60.0  # user units of one cell

_GROUND = "#dce3ec"  # below square tiles
_BLUE = "#2a5db0"  # around holes
_RIM = "#1d4685"
_FAINT = "#8290a4"  # free edges

_Style = dict[str, str | float | None]

_PAD = 0.12  # cells between the board and the panel's edge
_LABEL = 0.27  # cells between the board and a label's centre
_HOLE = 0.4
_RING = 0.435  # around deciding holes
_LINE = 0.095  # width of a taken edge
_HINT = "#1b7f4b"
_ALONG = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75)  # where on an edge its hint may be
_TINTS = {"": 0.0, "last": 0.16, "deciding": 0.3}  # how much of a mark's colour its tile shows

# The outline engraved in each player's counters: corners, and how far every other corner lies
# from the centre. The first player's is a circle.
_ENGRAVINGS = ((0, 1.0), (10, 0.45), (3, 1.0), (4, 1.0), (8, 0.35))


def svg(picture: Picture, *, size: int = 480) -> str:
    """The picture as SVG 1.1, its longer side `size` pixels, on a transparent background."""
    if not isinstance(picture, Picture):
        raise TypeError(f"a picture is needed, such as position.picture(), and not {picture!r}")
    box = _bounds(picture.board)
    body = "".join(_layers(picture, box))
    left, top, width, height = (_UNIT * side for side in box.sides)
    scale = size / max(width, height)
    title, view = picture.title or "Board", (left, top, width, height)
    return document(title, picture.description, body, view, scale * width, scale * height)


def inset(picture: Picture, x: float, y: float, size: float) -> str:
    """The picture as part of another SVG, without a title, centred in a square at x, y."""
    box = _bounds(picture.board)
    return tag(
        "svg",
        *_layers(picture, box),
        x=x,
        y=y,
        width=size,
        height=size,
        viewBox=" ".join(decimal(_UNIT * side) for side in box.sides),
    )


def swatch(player: int, colour: str, symbol: str = "", lines: bool = False) -> str:
    """How a player looks on the board, for a list of players: 32 x 20, a single counter.

    With `lines` it is a line in the player's dashes, with a `symbol` that symbol.
    """
    cell = Cell(0, 0)
    if lines:
        width = 1.6 * _LINE
        parts = [_segment((-0.65, 0), (0.65, 0), width, colour, _dashes(player, width))]
    elif symbol:
        parts = list(_written(cell, Mark(player, symbol), readable(colour, 0.0, LARGE_TEXT)))
    else:
        parts = list(_counter(cell, player, 0.45, colour))
    view = " ".join(decimal(_UNIT * part) for part in (-0.8, -0.5, 1.6, 1))
    return tag("svg", *parts, width=32, height=20, viewBox=view, aria_hidden="true")


@dataclass(frozen=True)
class _Box:
    """A rectangle, in cells."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Its left upper corner, its width and its height."""
        return self.left, self.top, self.right - self.left, self.bottom - self.top

    def grown(self, left: float, top: float, right: float, bottom: float) -> _Box:
        return _Box(self.left - left, self.top - top, self.right + right, self.bottom + bottom)


def _layers(picture: Picture, box: _Box) -> Iterator[str]:
    """From back to front."""
    board = picture.board
    holes = board.cells == "holes" and any(isinstance(site, Cell) for site in board.sites)
    if not holes:
        left, top, width, height = (_UNIT * side for side in box.sides)
        ground = _GROUND if any(isinstance(site, Cell) for site in board.sites) else PANEL
        yield panel(width, height, "ply-panel", left, top, 14, ground)
    yield from _triangles(picture)
    for site in sorted(range(len(board.sites)), key=lambda site: _depth(picture, site)):
        yield _site(picture, site)
    if holes:  # in front of the counters, so that a page can drop them behind it
        yield _front(board, box)
    for label in board.labels:
        yield _label(board, label, "#ffffff" if holes else QUIET)
    yield from _lines(picture)
    yield from _hinted_edges(picture)
    for number, (x, y) in enumerate(board.dots):
        yield _dot(number, x, y)
    yield from _hints(picture)


def _depth(picture: Picture, site: int) -> tuple[bool, bool, bool]:
    """Sites with a lower depth are drawn below those with a higher one."""
    return site in picture.deciding, site in picture.last, picture.marks[site] is not None


# The board


def _inner(board: Board) -> _Box:
    """The rectangle around the sites and dots."""
    reach = [(site.x, site.y, 0.5) for site in board.sites if isinstance(site, Cell)]
    points = [*reach, *((x, y, 0.42) for x, y in board.dots)] or [(0, 0, 0.5)]
    return _Box(
        min(x - r for x, _, r in points),
        min(y - r for _, y, r in points),
        max(x + r for x, _, r in points),
        max(y + r for _, y, r in points),
    )


def _bounds(board: Board) -> _Box:
    """The rectangle of the panel, which is the whole picture."""
    inner = _inner(board)
    beside = (
        any(label.x < inner.left for label in board.labels),
        any(label.y < inner.top for label in board.labels),
        any(label.x > inner.right for label in board.labels),
        any(label.y > inner.bottom for label in board.labels),
    )
    return inner.grown(*(2 * _LABEL if there else _PAD for there in beside))


def _front(board: Board, box: _Box) -> str:
    """A panel with a round hole at every cell."""
    cells = [site for site in board.sites if isinstance(site, Cell)]
    outline = _rounded(box, 0.3) + "".join(_circle(cell.x, cell.y, _HOLE) for cell in cells)
    rims = "".join(_circle(cell.x, cell.y, _HOLE) for cell in cells)
    return tag(
        "g",
        tag("path", class_="ply-panel", d=outline, fill=_BLUE, fill_rule="evenodd"),
        tag("path", d=rims, fill="none", stroke=_RIM, stroke_width=3.5),
        pointer_events="none",
    )


def _label(board: Board, label: Label, fill: str) -> str:
    inner = _inner(board)
    x = min(max(label.x, inner.left - _LABEL), inner.right + _LABEL)
    y = min(max(label.y, inner.top - _LABEL), inner.bottom + _LABEL)
    return _text(label.text, x, y, 0.3, fill, "ply-label")


def _dot(number: int, x: float, y: float) -> str:
    return tag(
        "g",
        _disc(x, y, 0.27, fill=INK, stroke=PANEL, stroke_width=3),
        _text(str(number), x, y, 0.29, "#ffffff"),
        class_="ply-dot",
        data_dot=number,
    )


# Sites


def _site(picture: Picture, site: int) -> str:
    place = picture.board.sites[site]
    if isinstance(place, Edge):
        inside = _edge(picture, place, site)
    elif picture.board.cells == "holes":
        inside = _hole(picture, place, site)
    else:
        inside = _tile(picture, place, site)
    return tag("g", *inside, class_=_classes(picture, site), data_site=site)


def _classes(picture: Picture, site: int) -> str:
    mark = picture.marks[site]
    names = ["ply-site", "ply-empty" if mark is None else "ply-taken"]
    if mark is not None:
        names.append("ply-neutral" if mark.player is None else f"ply-player{mark.player}")
    if site in picture.last:
        names.append("ply-last")
    if site in picture.deciding:
        names.append("ply-deciding")
    return " ".join(names)


def _colour(picture: Picture, mark: Mark | None) -> str:
    return NEUTRAL if mark is None or mark.player is None else picture.colours[mark.player]


def _tile(picture: Picture, cell: Cell, site: int) -> Iterator[str]:
    """A square and its mark."""
    mark, emphasis = picture.marks[site], picture.emphasis(site)
    colour = _colour(picture, mark)
    yield _square(cell, 0.47, fill="#ffffff")
    if emphasis:
        yield _square(cell, 0.47, fill=colour, fill_opacity=_TINTS[emphasis])
    if emphasis == "deciding":
        yield _square(cell, 0.445, fill="none", stroke=INK, stroke_width=3)
    if mark is not None and mark.text:
        large = len(mark.text) <= 2
        ink = readable(colour, _TINTS[emphasis], LARGE_TEXT if large else TEXT)
        yield from _written(cell, mark, ink)
        if mark.player is not None and mark.text != picture.symbols[mark.player]:
            yield _underlined(cell, mark.player, ink)
    elif mark is not None:
        yield from _counter(cell, mark.player, 0.36, colour)
    if site in picture.last:
        yield _disc(cell.x + 0.35, cell.y - 0.35, 0.06, fill=INK)


def _written(cell: Cell, mark: Mark, colour: str) -> Iterator[str]:
    """A mark's text. X and O are drawn as shapes, since they differ from font to font."""
    x, y = cell.x, cell.y
    if mark.text in ("x", "X"):
        yield _segment((x - 0.2, y - 0.2), (x + 0.2, y + 0.2), 0.11, colour)
        yield _segment((x - 0.2, y + 0.2), (x + 0.2, y - 0.2), 0.11, colour)
    elif mark.text in ("o", "O"):
        yield _disc(x, y, 0.23, fill="none", stroke=colour, stroke_width=0.11 * _UNIT)
    else:
        yield _text(mark.text, x, y - 0.03, 0.48, colour)


def _underlined(cell: Cell, player: int, colour: str) -> str:
    """A bar in the player's dashes, below a text that does not show whose it is."""
    y = cell.y + 0.32
    return _segment((cell.x - 0.2, y), (cell.x + 0.2, y), 0.05, colour, _dashes(player, 0.05))


def _hole(picture: Picture, cell: Cell, site: int) -> Iterator[str]:
    """What one sees through a hole."""
    mark = picture.marks[site]
    # Without a fill the cell would take clicks on its counter only.
    yield _square(cell, 0.5, fill="none", pointer_events="all")
    written = mark is not None and mark.text != ""
    if mark is not None:
        share = 0.85 if written else 0.6
        yield from _counter(cell, mark.player, _HOLE + 0.02, _colour(picture, mark), share)
    if mark is not None and written:
        yield _disc(cell.x, cell.y, 0.2, fill="#ffffff")
        yield _text(mark.text, cell.x, cell.y, 0.27, INK, room=0.36)
    if site in picture.last:
        y = cell.y + 0.29 if written else cell.y
        yield _disc(cell.x, y, 0.09, fill="#ffffff", stroke=INK, stroke_width=2.5)


def _counter(
    cell: Cell, player: int | None, radius: float, colour: str, share: float = 0.6
) -> Iterator[str]:
    """A disc with its player's shape engraved in it, at `share` of its size."""
    yield _disc(cell.x, cell.y, radius, fill=colour)
    if player is None:
        return
    # A dark and a light groove, so that one of them shows on any colour.
    groove: _Style = {"fill": "none", "stroke_width": 2.7, "stroke_linejoin": "round"}
    for shift, stroke, opacity in ((0.022, "#ffffff", 0.5), (0.0, "#000000", 0.45)):
        outline = _engraving(player, cell.x, cell.y + shift, share * radius)
        yield tag("path", d=outline, stroke=stroke, stroke_opacity=opacity, **groove)


def _edge(picture: Picture, edge: Edge, site: int) -> Iterator[str]:
    mark = picture.marks[site]
    ends = picture.board.dots[edge.a], picture.board.dots[edge.b]
    colour = _colour(picture, mark)
    # Wider than the visible line, and so easier to hit.
    yield _segment(*ends, 0.25, "#000000", stroke_opacity=0, pointer_events="stroke")
    deciding = site in picture.deciding
    if site in picture.last:
        yield _segment(*ends, 0.44 if deciding else 0.34, colour, stroke_opacity=0.28)
    if mark is None:
        yield _segment(*ends, 0.03, _FAINT)
        return
    width = 1.8 * _LINE if deciding else _LINE
    dashes = None if mark.player is None else _dashes(mark.player, width)
    yield _segment(*ends, width + 0.06, PANEL, dashes)  # a gap to the lines that it crosses
    opacity = 0.55 if picture.deciding and not deciding else None
    yield _segment(*ends, width, colour, dashes, stroke_opacity=opacity)
    if mark.text:
        (ax, ay), (bx, by) = ends
        yield _disc((ax + bx) / 2, (ay + by) / 2, 0.2, fill=PANEL)
        yield _text(mark.text, (ax + bx) / 2, (ay + by) / 2, 0.25, INK, room=0.35)


# What the deciding sites form


def _triangles(picture: Picture) -> Iterator[str]:
    """The triangles whose three edges are deciding, filled."""
    board = picture.board
    edges = {
        frozenset((edge.a, edge.b)): site
        for site in picture.deciding
        if isinstance(edge := board.sites[site], Edge)
    }
    dots = sorted({dot for edge in edges for dot in edge})
    for corners in combinations(dots, 3):
        sides = [edges.get(frozenset(side)) for side in combinations(corners, 2)]
        if None not in sides:
            mark = picture.marks[sides[0] or 0]
            outline = _closed([board.dots[dot] for dot in corners])
            yield tag("path", d=outline, fill=_colour(picture, mark), fill_opacity=0.16)


def _lines(picture: Picture) -> Iterator[str]:
    """Links between neighbours in a row of deciding cells, and rings around deciding holes."""
    holes = picture.board.cells == "holes"
    colour = "#ffffff" if holes else INK
    style: _Style = {"class_": "ply-line", "pointer_events": "none"}
    for site in sorted(picture.deciding):
        cell = picture.board.sites[site]
        if holes and isinstance(cell, Cell):
            yield _disc(cell.x, cell.y, _RING, fill="none", stroke=colour, stroke_width=4, **style)
    for run in _runs(picture):
        for one, other in pairwise(run):
            # From ring to ring, or from frame to frame.
            away = _RING / math.hypot(other.x - one.x, other.y - one.y) if holes else 0.465
            start = (one.x + away * (other.x - one.x), one.y + away * (other.y - one.y))
            end = (other.x - away * (other.x - one.x), other.y - away * (other.y - one.y))
            yield _segment(start, end, 0.09 if holes else 0.11, colour, None, **style)


def _hinted_edges(picture: Picture) -> Iterator[str]:
    """A line for each hint at an edge."""
    for site, _ in picture.hints:
        place = picture.board.sites[site]
        if isinstance(place, Edge):
            ends = picture.board.dots[place.a], picture.board.dots[place.b]
            yield _segment(*ends, 0.11, PANEL, pointer_events="none")
            yield _segment(*ends, 0.055, _HINT, "8 8", pointer_events="none")


def _hints(picture: Picture) -> Iterator[str]:
    """A badge for each hint, in a ring where the site is empty."""
    taken = list(picture.board.dots)
    for site, text in picture.hints:
        place = picture.board.sites[site]
        free = picture.marks[site] is None
        parts: list[str] = []
        if isinstance(place, Edge):
            ends = picture.board.dots[place.a], picture.board.dots[place.b]
            x, y = _roomiest(*ends, taken)
        elif free:
            x, y = place.x, place.y
            ring: _Style = {"fill": "none", "stroke": _HINT, "stroke_dasharray": "9 6"}
            parts.append(_disc(x, y, 0.37, fill="none", stroke="#ffffff", stroke_width=7))
            parts.append(_disc(x, y, 0.37, stroke_width=4, **ring))
        else:  # in a corner, so that the mark stays visible
            x, y = place.x + 0.29, place.y + 0.29
        taken.append((x, y))
        parts.append(_disc(x, y, 0.19, fill=_HINT, stroke="#ffffff", stroke_width=2.5))
        parts.append(_text(text, x, y, 0.24, "#ffffff", room=0.3))
        yield tag("g", *parts, class_="ply-hint", data_hint=site, pointer_events="none")


def _roomiest(
    start: tuple[float, float], end: tuple[float, float], taken: list[tuple[float, float]]
) -> tuple[float, float]:
    """The place on a line that is farthest from those taken; nearer the middle if equal."""
    places = [
        (start[0] + t * (end[0] - start[0]), start[1] + t * (end[1] - start[1])) for t in _ALONG
    ]
    return max(places, key=lambda place: round(min(math.dist(place, each) for each in taken), 1))


def _runs(picture: Picture) -> list[list[Cell]]:
    """The deciding cells that lie side by side in a row, column or diagonal, three or more.

    Where one move made two such lines, neighbours from different lines may lie in a row by chance.
    A true line passes through the last move.
    """
    sites = picture.board.sites
    cells = {site for s in picture.deciding if isinstance(site := sites[s], Cell)}
    runs = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for cell in sorted(cells, key=lambda cell: (cell.x, cell.y)):
            if Cell(cell.x - dx, cell.y - dy) not in cells:
                run = [cell]
                while (follower := Cell(run[-1].x + dx, run[-1].y + dy)) in cells:
                    run.append(follower)
                runs.append(run)
    long = [run for run in runs if len(run) >= 3]
    last = {sites[s] for s in picture.last}
    return [run for run in long if last.intersection(run)] or long


# Shapes, placed and sized in cells


def _dashes(player: int, width: float) -> str | None:
    """The dash pattern of a player's lines with round ends; None for the first player's solid
    lines.

    The second player has dashes, the third dots, and each later one a dash and one dot more.
    """
    dot, gap, dash = 0.01, 2.0, 2.6
    if player == 0:
        return None
    pattern = {1: [dash, 2.4], 2: [dot, gap]}.get(player)
    pattern = pattern or [dash, gap] + [dot, gap] * (player - 2)
    return " ".join(decimal(_UNIT * width * part) for part in pattern)


def _engraving(player: int, x: float, y: float, radius: float) -> str:
    corners, inner = _ENGRAVINGS[player % len(_ENGRAVINGS)]
    if corners == 0:
        return _circle(x, y, radius)
    points = []
    for corner in range(corners):
        r = radius * (inner if corner % 2 else 1.0) * 1.1
        turn = 2 * math.pi * corner / corners
        points.append((x + r * math.sin(turn), y - r * math.cos(turn)))
    return _closed(points)


def _segment(
    start: tuple[float, float],
    end: tuple[float, float],
    width: float,
    colour: str,
    dashes: str | None = None,
    **attributes: str | float | None,
) -> str:
    return tag(
        "line",
        x1=_UNIT * start[0],
        y1=_UNIT * start[1],
        x2=_UNIT * end[0],
        y2=_UNIT * end[1],
        stroke=colour,
        stroke_width=_UNIT * width,
        stroke_linecap="round",
        stroke_dasharray=dashes,
        **attributes,
    )


def _square(cell: Cell, half: float, **attributes: str | float | None) -> str:
    return tag(
        "rect",
        x=_UNIT * (cell.x - half),
        y=_UNIT * (cell.y - half),
        width=_UNIT * 2 * half,
        height=_UNIT * 2 * half,
        rx=7,
        **attributes,
    )


def _disc(x: float, y: float, radius: float, **attributes: str | float | None) -> str:
    return tag("circle", cx=_UNIT * x, cy=_UNIT * y, r=_UNIT * radius, **attributes)


def _circle(x: float, y: float, radius: float) -> str:
    """A circle as part of a path."""
    r = decimal(_UNIT * radius)
    left, right = (
        f"{decimal(_UNIT * (x + side))} {decimal(_UNIT * y)}" for side in (-radius, radius)
    )
    return f"M{left}A{r} {r} 0 1 0 {right}A{r} {r} 0 1 0 {left}Z"


def _rounded(box: _Box, corner: float) -> str:
    """A rectangle with round corners as part of a path."""
    left, top, right, bottom, r = (
        decimal(_UNIT * v) for v in (box.left, box.top, box.right, box.bottom, corner)
    )
    inner = box.grown(*(-corner for _ in range(4)))
    west, north, east, south = (
        decimal(_UNIT * v) for v in (inner.left, inner.top, inner.right, inner.bottom)
    )
    arc = f"A{r} {r} 0 0 1 "
    return (
        f"M{west} {top}H{east}{arc}{right} {north}V{south}{arc}{east} {bottom}"
        f"H{west}{arc}{left} {south}V{north}{arc}{west} {top}Z"
    )


def _closed(points: list[tuple[float, float]]) -> str:
    corners = (f"{decimal(_UNIT * x)} {decimal(_UNIT * y)}" for x, y in points)
    return f"M{'L'.join(corners)}Z"


def _text(
    text: str,
    x: float,
    y: float,
    height: float,
    fill: str,
    class_: str | None = None,
    room: float = 0.8,
) -> str:
    """A text centred at a point, smaller than `height` if it is wider than `room`."""
    height = min(height, room / (0.62 * max(len(text), 1)))
    return tag(
        "text",
        escaped(text),
        class_=class_,
        x=_UNIT * x,
        # Half a digit's height below the centre: not every program knows dominant-baseline.
        y=_UNIT * (y + 0.355 * height),
        font_family=FONT,
        font_size=_UNIT * height,
        font_weight=600,
        text_anchor="middle",
        fill=fill,
        pointer_events="none",
    )
