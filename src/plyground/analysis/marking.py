"""`hints_of`: moves marked on the board, for answers, better moves and values."""

from __future__ import annotations

from collections.abc import Iterable

from plyground.position import Position


def hints_of(position: Position, moves: Iterable[str]) -> tuple[tuple[int, str], ...]:
    """The sites that these moves would change, each with a text to write there.

    The text is what would lie there, as far as that has one, else the "!" that chess players
    write behind a good move.
    """
    marks = position.picture().marks
    found: dict[int, list[str]] = {}
    for move in moves:
        child = position.play(move).picture()
        for site in sorted(child.last):
            mark = child.marks[site]
            text = mark.text if mark is not None and mark != marks[site] else ""
            found.setdefault(site, []).append(text or "!")
    return tuple((site, _one(texts)) for site, texts in found.items())


def _one(texts: list[str]) -> str:
    """What several moves at a site would put there, in short."""
    different = list(dict.fromkeys(texts))
    return " ".join(different[:2]) + ("+" if len(different) > 2 else "")
