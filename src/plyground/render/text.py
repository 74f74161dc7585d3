"""`text` and `spans`: a picture as lines of text, plain or in parts that a terminal can colour.

Brackets do what colour would: (X) is the last move, [X] is deciding. A board of edges becomes a
table: its rows and columns are the dots that each edge joins.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from plyground.render.board import Cell, Edge, Emphasis, Label, Mark, Picture

_BRACKETS: dict[Emphasis, tuple[str, str]] = {
    "": (" ", " "),
    "last": ("(", ")"),
    "deciding": ("[", "]"),
}
FREE = "·"
"""What stands for a place without a mark."""
_NEUTRAL = "■"  # a mark with neither player nor text

_Line = list["Span"]


@dataclass(frozen=True)
class Span:
    """A piece of a line, in the colour of `player`; None for no colour."""

    text: str
    player: int | None = None
    emphasis: Emphasis = ""


def text(picture: Picture) -> str:
    """The picture as plain Unicode text, without a line end after the last line."""
    return "\n".join("".join(span.text for span in line) for line in spans(picture))


def spans(picture: Picture) -> list[list[Span]]:
    """The lines of the picture, each as its spans, without spaces at its end."""
    lines: list[_Line] = []
    if any(isinstance(site, Cell) for site in picture.board.sites):
        lines += _Grid(picture).lines()
    if any(isinstance(site, Edge) for site in picture.board.sites):
        lines += [[]] if lines else []
        lines += _table(picture)
    return [_joined(line) for line in lines]


# Cells


class _Grid:
    """A grid of cells with a border, and labels around it."""

    def __init__(self, picture: Picture) -> None:
        sites = picture.board.sites
        self.places = {site: n for n, site in enumerate(sites) if isinstance(site, Cell)}
        self.picture = picture
        self.columns = _span(cell.x for cell in self.places)
        self.rows = _span(cell.y for cell in self.places)
        self.squares = picture.board.cells == "squares"
        self.labels = [(label, _clean(label.text)) for label in picture.board.labels]
        texts = [_content(picture, site, "") for site in self.places.values()]
        texts += [name for label, name in self.labels if self._beside(label) in ("above", "below")]
        self.width = 2 + max([1, *(_width(each) for each in texts)])
        self.margin = max((_width(name) + 1 for name in self._names("left").values()), default=0)

    def lines(self) -> Iterator[_Line]:
        joint = "┬┼┴" if self.squares else ""
        yield from self._label_line("above")
        if self.squares:
            yield [Span(self._rule("┌", joint[0], "┐"))]
        for y in self.rows:
            if self.squares and y != self.rows[0]:
                yield [Span(self._rule("├", joint[1], "┤"))]
            yield self._row(y)
        yield [Span(self._rule("└", joint[-1:], "┘"))]
        yield from self._label_line("below")

    def _rule(self, left: str, joint: str, right: str) -> str:
        return " " * self.margin + left + joint.join("─" * self.width for _ in self.columns) + right

    def _row(self, y: int) -> _Line:
        left, right = self._names("left").get(y, ""), self._names("right").get(y, "")
        free = " " if self.squares else FREE
        line = [Span(_padded(left, self.margin) + "│")]
        for x in self.columns:
            if self.squares and x != self.columns[0]:
                line.append(Span("│"))
            line.append(_entry(self.picture, self.places.get(Cell(x, y)), free, self.width))
        return [*line, Span(f"│ {right}")]

    def _label_line(self, side: str) -> Iterator[_Line]:
        names = self._names(side)
        if names:
            between = " " if self.squares else ""
            texts = (_centred(names.get(x, ""), self.width) for x in self.columns)
            yield [Span(" " * (self.margin + 1) + between.join(texts))]

    def _names(self, side: str) -> dict[int, str]:
        """The labels on one side of the board, by row or column."""
        return {
            round(label.x if side in ("above", "below") else label.y): name
            for label, name in self.labels
            if self._beside(label) == side
        }

    def _beside(self, label: Label) -> str:
        if label.y < self.rows[0]:
            return "above"
        if label.y > self.rows[-1]:
            return "below"
        return "left" if label.x < self.columns[0] else "right"


def _span(numbers: Iterable[int]) -> range:
    known = set(numbers)
    return range(min(known), max(known) + 1)


# Edges


def _table(picture: Picture) -> Iterator[_Line]:
    """A row and a column for each dot; an edge is in the row of its higher dot."""
    edges = {
        (max(edge.a, edge.b), min(edge.a, edge.b)): site
        for site, edge in enumerate(picture.board.sites)
        if isinstance(edge, Edge)
    }
    width = 2 + max(_width(_content(picture, site, FREE)) for site in edges.values())
    columns = range(len(picture.board.dots) - 1)
    yield [Span("    │" + "".join(_centred(str(column), width) for column in columns))]
    yield [Span("────┼" + "─" * width * len(columns))]
    for row in range(1, len(picture.board.dots)):
        sites = (edges.get((row, column)) for column in range(row))
        yield [Span(f"{row:3} │"), *(_entry(picture, site, FREE, width) for site in sites)]
    yield []
    yield [Span("Row and column are the two dots that an edge joins.")]
    yield _legend(picture)


def _legend(picture: Picture) -> _Line:
    players = sorted({mark.player for mark in picture.marks if mark and mark.player is not None})
    line = [Span(f"{FREE} free")]
    for player in players:
        symbol = _clean(picture.symbols[player])
        line += [Span("   "), Span(f"{symbol} player {player + 1}", player)]
    if picture.last:
        line.append(Span("   ( ) last move"))
    if picture.deciding:
        line.append(Span("   [ ] deciding"))
    return line


# One site


def _entry(picture: Picture, site: int | None, free: str, width: int) -> Span:
    """The text of a site, or of a place without a site."""
    if site is None:
        return Span(" " * width)
    mark = picture.marks[site]
    emphasis = picture.emphasis(site)
    before, after = _BRACKETS[emphasis]
    content = _centred(before + _content(picture, site, free) + after, width)
    return Span(content, mark.player if mark else None, emphasis)


def _content(picture: Picture, site: int, free: str) -> str:
    mark = picture.marks[site]
    return free if mark is None else mark_text(mark, picture.symbols)


def mark_text(mark: Mark, symbols: Sequence[str]) -> str:
    """What stands for a mark; `symbols` are those of the players."""
    if mark.text:
        return _clean(mark.text)
    return _NEUTRAL if mark.player is None else _clean(symbols[mark.player])


# Strings


def _joined(line: _Line) -> _Line:
    """The line with neighbouring plain spans joined, and no spaces at its end."""
    joined: _Line = []
    for span in line:
        plain = span.player is None and not span.emphasis
        if plain and joined and joined[-1].player is None and not joined[-1].emphasis:
            joined[-1] = Span(joined[-1].text + span.text)
        else:
            joined.append(span)
    while joined and not joined[-1].text.strip():
        joined.pop()
    if joined:
        joined[-1] = replace(joined[-1], text=joined[-1].text.rstrip())
    return joined


def _clean(text: str) -> str:
    """`text` without characters that move a terminal's cursor."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def _width(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1
        for each in text
    )


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _centred(text: str, width: int) -> str:
    room = max(width - _width(text), 0)
    return " " * (room // 2) + text + " " * (room - room // 2)
