"""Tables of text for any width: words move to the next line, and no word or number is broken.

Where even that is too wide, each row becomes a block of lines, one for each column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

Cell = str | tuple[str, Style | str]
"""A text, or a text in a style of its own."""

_GAPS = 3, 2  # spaces between columns: the usual number, and where there is little room
_EDGE = 1  # spaces before the first column
_BREAK = re.compile(r"\s+|(?<=,)(?=[a-z])")  # also between the options of a player
_TALLEST = 4  # lines of a cell; where more would be needed, blocks are easier to read
_STACKED = 2  # spaces before a line of a block


@dataclass(frozen=True)
class _Column:
    """A column: its head and cells, whether it has figures, and how many characters it takes."""

    cells: tuple[Text, ...]
    figures: bool

    @property
    def most(self) -> int:
        return max(cell_len(cell.plain) for cell in self.cells)

    def least(self, wraps: bool) -> int:
        """What the longest word takes, where cells may wrap; figures never do, heads always."""
        head, *cells = (cell.plain for cell in self.cells)
        words = [word for cell in cells for word in _words(cell)]
        whole = words if wraps and not self.figures else cells
        return max(map(cell_len, (*_words(head), *whole)), default=0)


def lines(
    heads: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    width: int | None,
    figures: bool = False,
    words: int = 1,
) -> list[Text]:
    """A table as lines of at most `width` characters, or of any length for None.

    With `figures`, all columns but the first, or so many for `words`, hold figures, which are
    aligned at their right.
    """
    table = _texts(rows)
    columns = [
        _Column((Text(head), *(row[at] for row in table)), figures and at >= words)
        for at, head in enumerate(heads)
    ]
    for wraps in (False, True):  # cells, and not only heads
        for gap in _GAPS:
            room = None if width is None else width - gap * (len(columns) - 1)
            widths = _fitted(columns, room, wraps)
            if widths is not None and _tallest(columns, widths) <= _TALLEST:
                return _grid(columns, widths, gap)
    assert width is not None
    return [Text(), *blocks(heads, rows, width), Text()]


def fits(heads: Sequence[str], rows: Sequence[Sequence[Cell]], width: int | None) -> bool:
    """Whether a table takes at most `width` characters with each of its cells in one line."""
    columns = zip(heads, *([cell.plain for cell in row] for row in _texts(rows)), strict=True)
    widths = [max(map(cell_len, (*_words(head), *cells))) for head, *cells in columns]
    return width is None or sum(widths) + _GAPS[-1] * (len(widths) - 1) + _EDGE <= width


def _texts(rows: Sequence[Sequence[Cell]]) -> list[list[Text]]:
    return [[_text(cell) for cell in row] for row in rows]


def _tallest(columns: Sequence[_Column], widths: Sequence[int]) -> int:
    """The most lines that a cell takes."""
    pairs = zip(columns, widths, strict=True)
    return max(len(wrap(cell, width)) for column, width in pairs for cell in column.cells)


def _text(cell: Cell) -> Text:
    return Text(cell) if isinstance(cell, str) else Text(cell[0], style=cell[1])


def _words(text: str) -> list[str]:
    return [word for word in _BREAK.split(text) if word]


def _fitted(columns: Sequence[_Column], room: int | None, wraps: bool) -> list[int] | None:
    """A width for each column, or None if they do not fit: the widest give way first."""
    widths = [column.most for column in columns]
    least = [column.least(wraps) for column in columns]
    if room is None:
        return widths
    while sum(widths) + _EDGE > room:
        spare = [width - needed for width, needed in zip(widths, least, strict=True)]
        if not any(spare):
            return None
        widest = max((at for at, left in enumerate(spare) if left), key=widths.__getitem__)
        widths[widest] -= 1
    return widths


def _grid(columns: Sequence[_Column], widths: Sequence[int], gap: int) -> list[Text]:
    """The table with its head, a rule below that, and an empty line on both sides."""
    rows = [
        _row(cells, [column.figures for column in columns], widths, gap)
        for cells in zip(*(column.cells for column in columns), strict=True)
    ]
    rule = Text(" " * _EDGE + "─" * (sum(widths) + gap * (len(widths) - 1)))
    return [Text(), *rows[0], rule, *(line for row in rows[1:] for line in row), Text()]


def _row(
    cells: Sequence[Text], figures: Sequence[bool], widths: Sequence[int], gap: int
) -> list[Text]:
    """A row of the table, as many lines as its longest cell takes."""
    wrapped = [wrap(cell, width) for cell, width in zip(cells, widths, strict=True)]
    found = []
    for at in range(max(map(len, wrapped))):
        line = Text(" " * _EDGE)
        for number, (parts, right, width) in enumerate(zip(wrapped, figures, widths, strict=True)):
            part = parts[at] if at < len(parts) else Text()
            space = " " * (width - cell_len(part.plain))
            line.append(" " * gap if number else "")
            line = Text.assemble(line, space if right else "", part, "" if right else space)
        line.rstrip()
        found.append(line)
    return found


def wrap(cell: Text, width: int) -> list[Text]:
    """A text in lines of at most `width` characters, or a single word where that is longer."""
    found: list[tuple[int, int]] = []  # where each line begins and ends
    at, plain = 0, cell.plain
    for piece in filter(None, re.split(f"({_BREAK.pattern})", plain)):
        after = at + len(piece)
        if found and cell_len(plain[found[-1][0] : after].rstrip()) <= width:
            found[-1] = found[-1][0], after
        elif piece.strip() or not found:
            found.append((at, after))
        at = after
    lines = [cell[begin:end] for begin, end in found] or [Text()]
    for line in lines:
        line.rstrip()
    return lines


def blocks(heads: Sequence[str], rows: Sequence[Sequence[Cell]], width: int) -> list[Text]:
    """Each row as its first cell, and below it a line for each other cell with its head.

    Figures alone would say nothing, so a first cell without a letter has its head too.
    """
    indent = " " * _STACKED
    name = max((cell_len(head) for head in heads[1:]), default=0)
    found: list[Text] = []
    for row in _texts(rows):
        first = row[0].plain
        named = any(map(str.isalpha, first))
        title = Text(first if named else f"{heads[0]} {first}".strip())
        found += [Text(line.plain, style="bold") for line in wrap(title, width)]
        for head, cell in zip(heads[1:], row[1:], strict=True):
            if not cell.plain:
                continue
            start = f"{indent}{head:{name}}  "
            for part in wrap(cell, max(width - cell_len(start), 1)):
                found.append(Text.assemble(start, part))
                start = " " * cell_len(start)
    return found
