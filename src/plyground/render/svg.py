"""`svg`: a picture as a self-contained SVG, for notebooks, files and web pages alike.

Everything is drawn with presentation attributes: every SVG program shows them, and any style sheet
of a page overrides them. For style sheets the elements have classes:

    ply-panel                 the ground under the board
    ply-site                  a site, with its number as data-site; also ply-empty or ply-taken,
                              ply-neutral or ply-player0, ply-player1, ..., ply-last, ply-deciding
    ply-dot                   a dot, with its number as data-dot
    ply-label                 a label
    ply-sign                  the sign of the last move in a cell
    ply-line                  the stroke through the deciding sites, or the frame of one
    ply-area                  a triangle whose edges are deciding
    ply-hint                  points at a site, with its number as data-hint

Colour is never the only difference: players also differ in the dashes of their lines, the bars
below their texts, and the shapes engraved in their counters.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator

from plyground.render.board import Edge, Mark, Picture
from plyground.render.colours import LARGE_TEXT
from plyground.render.elements import decimal, document, tag
from plyground.render.palette import Palette
from plyground.render.shapes import UNIT
from plyground.render.stamps import Looks, Stamps, counter, swatch_line, symbol


def svg(picture: Picture, *, size: int = 480, variables: bool = False) -> str:
    """The picture as SVG 1.1, its longer side `size` pixels, on a transparent background.

    With `variables` its colours are CSS custom properties, see `Palette`.
    """
    if not isinstance(picture, Picture):
        raise TypeError(
            f"a picture is needed, such as position.picture(), and not {reprlib.repr(picture)}"
        )
    stamps = _stamps(picture, variables)
    _, _, width, height = stamps.view
    scale = size / max(width, height)
    title, body = picture.title or "Board", "".join(_layers(picture, stamps))
    return document(title, picture.description, body, stamps.view, scale * width, scale * height)


def inset(picture: Picture, x: float, y: float, size: float) -> str:
    """The picture as part of another SVG, without a title, centred in a square at x, y."""
    stamps = _stamps(picture)
    return tag(
        "svg",
        *_layers(picture, stamps),
        x=x,
        y=y,
        width=size,
        height=size,
        viewBox=" ".join(map(decimal, stamps.view)),
    )


def swatch(player: int, palette: Palette, text: str = "", lines: bool = False) -> str:
    """How a player looks on the board, for a list of players: 32 x 20, a single counter.

    With `lines` it is a line in the player's dashes, with a `text` that symbol.
    """
    mark = Mark(player, text)
    if lines:
        parts = [swatch_line(player, palette.mark(mark))]
    elif text:
        parts = list(symbol(text, palette.text(mark, 0.0, LARGE_TEXT)))
    else:
        parts = list(counter(player, 0.45, palette.mark(mark)))
    view = " ".join(decimal(UNIT * part) for part in (-0.8, -0.5, 1.6, 1))
    return tag("svg", *parts, width=32, height=20, viewBox=view, aria_hidden="true")


def _stamps(picture: Picture, variables: bool = False) -> Stamps:
    return Stamps(picture.board, Palette(picture.colours, variables), picture.symbols)


def _layers(picture: Picture, stamps: Stamps) -> Iterator[str]:
    """From back to front. browser/board.js puts the same parts together in the same order."""
    sites, places, marks = picture.board.sites, stamps.places, picture.marks
    yield stamps.back()
    for edges, outline in stamps.triangles if picture.deciding else ():
        if picture.deciding.issuperset(edges):
            yield stamps.triangle(outline, marks[edges[0]])
    for site in sorted(range(len(sites)), key=lambda site: _depth(picture, site)):
        deciding = site in picture.deciding
        looks = Looks(site in picture.last, deciding, bool(picture.deciding) and not deciding)
        yield stamps.site(places[site], marks[site], looks, isinstance(sites[site], Edge))
    yield stamps.front()
    runs = _runs(picture, stamps)
    for site in sorted(picture.deciding.difference(*(run for _, run in runs))):
        if not isinstance(sites[site], Edge):
            yield stamps.frame(places[site])
    for direction, run in runs:
        yield stamps.strike(stamps.struck(direction, run))
    for site, _ in picture.hints:
        if isinstance(sites[site], Edge):
            yield stamps.hinted_edge(places[site])
    yield stamps.dots()
    for site, text in picture.hints:
        cell = not isinstance(sites[site], Edge)
        ring, corner = cell and marks[site] is None, cell and marks[site] is not None
        yield stamps.hint(places[site], text, ring, corner, len(text))
    for site, text, kind in picture.values:
        yield stamps.value(places[site], text, kind, isinstance(sites[site], Edge), len(text))


def _depth(picture: Picture, site: int) -> tuple[bool, bool, bool]:
    """Sites with a lower depth are drawn below those with a higher one."""
    return site in picture.deciding, site in picture.last, picture.marks[site] is not None


def _runs(picture: Picture, stamps: Stamps) -> list[tuple[int, list[int]]]:
    """The deciding cells that lie side by side in a row, column or diagonal, three or more.

    Where one move made two such lines, neighbours from different lines may lie in a row by chance.
    A true line passes through the last move.
    """
    runs: list[tuple[int, list[int]]] = []
    for direction, row in stamps.rows if picture.deciding else ():
        run: list[int] = []
        for site in (*row, -1):
            if site in picture.deciding:
                run.append(site)
                continue
            if len(run) >= 3:
                runs.append((direction, run))
            run = []
    return [each for each in runs if picture.last.intersection(each[1])] or runs
