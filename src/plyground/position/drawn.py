"""`drawn_position`: a position from its drawing, as `plyground show` prints it or people write it.

A drawing says nothing of the moves. So moves are looked for that lead there, in any order that the
rules allow; where the drawing has brackets, (o) is the last of them. This serves games that only
ever add to the board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from plyground.position.errors import MoveError
from plyground.position.game import Game, Position
from plyground.render.board import Cell, Edge
from plyground.render.text import FREE, mark_text

_MOST_TRIED = 20_000  # positions
_FRAME = re.compile(r"[─┌┐└┘├┤┬┴┼+=|│-]{3,}")
_FREE = {"", FREE, ".", "_", "-", "~"}
_INSIDE = re.compile(r"[│|](.*)[│|]")
_ENTRY = re.compile(r"[(\[][^)\]]*[)\]]|\S+")
_ROW = re.compile(r"\s*(\d+)\s*[│|](.*)")


def drawn_position(game: Game, drawing: str) -> Position:
    """The position of a drawing, with moves that lead there.

    Raises MoveError if it is no drawing of the game's board, or none of them is found.
    """
    sites = game.board.sites
    entries = _cells(game, drawing) if isinstance(sites[0], Cell) else _edges(game, drawing)
    looks = {
        mark_text(mark, game.symbols).casefold(): n for n, mark in enumerate(game.looks) if mark
    }
    wanted, last = [], None
    for site, entry in enumerate(entries):
        bare = entry.strip().strip("()[]").strip().casefold()
        if bare not in looks and bare not in _FREE:
            raise MoveError(
                f"{bare!r} on the board is none of {', '.join(looks)}; {FREE} or . is a free place"
            )
        wanted.append(looks.get(bare, 0))
        if entry.strip().startswith("("):
            last = site
    found = reached(game, wanted, last)
    if found is None:
        raise MoveError(f"no moves of {game.title} were found that lead to this board")
    return found


def reached(game: Game, wanted: Sequence[int], last: int | None = None) -> Position | None:
    """A position with these cells, the site `last` filled by its last move; None if none is found.

    Moves that fit are tried, for a limited time.
    """
    aim = tuple(wanted)
    before = None if last is None else (*aim[:last], 0, *aim[last + 1 :])
    tried: set[tuple[int, ...]] = set()
    waiting = [game.position()]
    while waiting and len(tried) < _MOST_TRIED:
        position = waiting.pop()
        cells = position.cells
        if cells == aim:
            return position
        if position.key in tried or not all(
            have in (0, want) for have, want in zip(cells, aim, strict=True)
        ):
            continue
        tried.add(position.key)
        for code in reversed(position.codes):
            after = position.play_code(code)
            if before in (None, cells) or after.cells != aim:
                waiting.append(after)
    return None


def _cells(game: Game, drawing: str) -> list[str]:
    """What is drawn in each cell, in the order of the sites."""
    places = {site: n for n, site in enumerate(game.board.sites) if isinstance(site, Cell)}
    columns = 1 + max(cell.x for cell in places)
    rows = 1 + max(cell.y for cell in places)
    found: list[list[str]] = []
    for line in drawing.splitlines():
        entries = _entries(line, columns)
        if entries is not None and len(found) < rows:
            found.append(entries)
    if len(found) != rows:
        raise MoveError(
            f"this is no drawing of {game.title}: it has {len(found)} rows of {columns} places, "
            f"and not {rows}"
        )
    return [found[cell.y][cell.x] for cell in places]


def _entries(line: str, columns: int) -> list[str] | None:
    """The entries of a row; None if the line is no row."""
    if not line.strip() or _FRAME.search(line):
        return None
    inside = _INSIDE.search(line)
    within = inside[1] if inside else line.strip()
    divided = re.split(r"[│|]", within)
    if len(divided) == columns:
        return divided
    spaced = _ENTRY.findall(within)
    if len(spaced) == columns:
        return spaced
    return list(within) if len(within) == columns else None


def _edges(game: Game, drawing: str) -> list[str]:
    """What is drawn for each edge, in the order of the sites."""
    rows = {
        int(row[1]): _ENTRY.findall(row[2])
        for line in drawing.splitlines()
        if (row := _ROW.fullmatch(line.rstrip())) is not None
    }
    entered: list[str] = []
    for edge in game.board.sites:
        if isinstance(edge, Edge):
            high, low = max(edge.a, edge.b), min(edge.a, edge.b)
            entries = rows.get(high, [])
            if len(entries) != high:
                raise MoveError(
                    f"this is no drawing of {game.title}: row {high} has {len(entries)} entries, "
                    f"and not {high}"
                )
            entered.append(entries[low])
    return entered
