"""How the moves of a game are picked on its board.

Every move of a game changes some sites of its board, so the rules give a click its meaning: the
moves that change the site. A counter drops, so on a board of holes any cell of a column will do.
Two dots name the edge between them. Where several moves change the same sites, each has a label.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from plyground.position import Game, Position
from plyground.render.board import Cell, Mark

_MATCHES = 20  # random matches that moves are watched in


@dataclass(frozen=True)
class Change:
    """What a move does to the board: the sites that it changes, in order, and what it is called
    where others change the same sites: the text that it writes, if it writes one. `way` is where
    a piece comes from and where it goes, for a move that takes one from site to site.
    """

    code: int
    sites: tuple[int, ...]
    label: str
    way: tuple[int, int] | None = None


def changes(position: Position) -> Iterator[Change]:
    """What each legal move does."""
    for code in position.codes:
        yield change(position, position.play_code(code))


def change(before: Position, after: Position) -> Change:
    """What the last move before `after` did. Raises ValueError at the start of a game."""
    code, old, new = after.last_code, before.marks, after.marks
    if code is None:
        raise ValueError(f"no move led to {after!r}")
    sites = tuple(site for site, mark in enumerate(new) if mark != old[site])
    texts = [mark.text for site in sites if (mark := new[site]) and not old[site]]
    own = [mark is not None and mark.player == before.turn for mark in old]
    left = [site for site in sites if own[site] and new[site] is None]
    met = [site for site in sites if not own[site] and _owner(new[site]) == before.turn]
    way = (left[0], met[0]) if len(left) == len(met) == 1 else None
    return Change(code, sites, (texts and texts[0]) or before.game.move_texts[code], way)


def _owner(mark: Mark | None) -> int | None:
    return mark.player if mark else None


@lru_cache(maxsize=64)
def columns(game: Game) -> dict[int, tuple[int, ...]]:
    """On a board of holes the cells of each move's column from the bottom up, by the move's code;
    empty for other boards.
    """
    sites = game.board.sites
    if game.board.cells != "holes":
        return {}
    found = {}
    for each in changes(game.position()):
        across = {cell.x for site in each.sites if isinstance(cell := sites[site], Cell)}
        cells = [
            (-cell.y, site)
            for site, cell in enumerate(sites)
            if isinstance(cell, Cell) and cell.x in across
        ]
        found[each.code] = tuple(site for _, site in sorted(cells))
    return found


@lru_cache(maxsize=64)
def known_changes(game: Game) -> dict[int, Change]:
    """What each move does wherever it is legal, by its code, as far as random matches show.

    A move that changes other sites at other times, such as one that turns over counters, has those
    that it always changes; on a board of holes a move has its column. A move that writes other
    texts at other times is called by its own text. A move that no match met is missing.
    """
    found: dict[int, Change] = {}
    draw = random.Random(0)

    def learn(new: Change) -> None:
        known = found.setdefault(new.code, new)
        always = tuple(site for site in known.sites if site in new.sites)
        label = new.label if new.label == known.label else game.move_texts[new.code]
        way = new.way if new.way == known.way else None
        found[new.code] = Change(new.code, always or known.sites, label, way)

    for _ in range(_MATCHES):
        position = game.position()
        while not position.over:
            for code in position.codes:
                if code not in found:
                    learn(change(position, position.play_code(code)))
            after = position.play_code(draw.choice(position.codes))
            learn(change(position, after))
            position = after
    for code, sites in columns(game).items():
        found[code] = Change(code, sites, found[code].label)
    return found
