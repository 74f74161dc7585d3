"""A game's board as data for JSON: all that a page needs to draw it and to let people pick moves.

The pictures are put together from `render.stamps`, drawn here once with signs for the places. So a
page draws what the server draws, and holds no drawing rule.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

from plyground.browser.picking import Change, columns, known_changes
from plyground.position import CannotError, Game, Position
from plyground.render.board import Cell, Edge, Mark
from plyground.render.elements import FONT, decimal
from plyground.render.palette import Palette
from plyground.render.shapes import Point
from plyground.render.stamps import HINT_MOST, Looks, Place, Stamps
from plyground.render.svg import swatch

Pieces = list[str | int]
"""A part with gaps: texts, and between them the numbers of what a page puts there.

0 is the site's number, 1 and more are the texts of the site's place, in the order of the list
`places`, and TEXT is a text from outside, or what else differs.
"""

TEXT = 9
_KIND = 8

_SIGN = "\ue000{}\ue001"  # of the private use area
_SIGNS = re.compile("\ue000([0-9])\ue001")

_0, _1, _2, _3, _4, _5, _6 = (_SIGN.format(number) for number in range(7))
_AT_CELL = Place(_0, _1, _1)
_AT_EDGE = Place(_0, _1, _2, (_3, _4, _5, _6))

_REACH = 0.5  # cells from a dot's centre to where it can still be touched


def geometry(game: Game, colours: tuple[str, ...] | None = None) -> dict[str, Any]:
    """A game's board for the script of a page, in the game's colours or in `colours`.

    Raises CannotError for a game whose rules have no kernel `cells`.

    "name", "title", "players" (their names), "colours" and "symbols" are the game's, "swatches" its
    players on the board as SVG. "moves" has for each code "text", "words" (as in a sentence),
    "sites" and "label": see `picking.known_changes`; a move that no match met has no sites, and one
    that takes a piece from site to site has these as "from" and "to". "looks" says in words what
    each number of `cells` is, and "ghosts" which number each player puts down, null if it may be
    one of several. "targets" are what people point at: a "column", "cell" or "dot" with its "name",
    its "sites", its number if it is a "dot", and its "box": left, top, width and height in percent
    of the picture. "edges" has the two dots of each site, or null. "view" and "size" are those of
    the picture, "font" its letters, "places" the texts of each site's place, "parts" what pictures
    are put together from, and "dark" the custom properties of a dark picture.
    """
    if "cells" not in game.rules.kernels:
        raise CannotError(
            f"{game.title} cannot be played in a page: its rules have no kernel cells"
        )
    palette = Palette(colours or game.colours, variables=True)
    stamps = Stamps(game.board, palette, game.symbols)
    sites = game.board.sites
    left, top, width, height = stamps.view
    scale = 480 / max(width, height)
    return {
        **_named(game, palette, known_changes(game)),
        "maxMoves": game.max_moves,
        "looks": [_in_words(game, mark) for mark in game.looks],
        "ghosts": [_ghost(game, player) for player in range(game.players)],
        "targets": _targets(game, stamps),
        "edges": [[site.a, site.b] if isinstance(site, Edge) else None for site in sites],
        "view": " ".join(map(decimal, (left, top, width, height))),
        "size": [decimal(scale * width), decimal(scale * height)],
        "font": FONT,
        "places": [
            [place.centre] if isinstance(site, Cell) else [place.centre, place.badge, *place.ends]
            for site, place in zip(sites, stamps.places, strict=True)
        ],
        "parts": _parts(game, stamps),
        "dark": palette.dark(),
    }


def plain(game: Game, colours: tuple[str, ...]) -> dict[str, Any]:
    """What a page knows of a board that only the server draws: the first part of `geometry`."""
    return {**_named(game, Palette(colours, variables=True), {}), "targets": []}


def _named(game: Game, palette: Palette, known: dict[int, Change]) -> dict[str, Any]:
    """The game, its players and its moves; `known` says what moves change."""
    return {
        "name": game.name,
        "title": game.title,
        "players": [_player_name(game, player) for player in range(game.players)],
        "colours": list(palette.players[: game.players]),
        "symbols": list(game.symbols[: game.players]),
        "swatches": swatches(game, palette),
        "moves": [
            {
                "text": text,
                "words": game.face.wording.spoken(text),
                "sites": list(known[code].sites) if code in known else [],
                "label": known[code].label if code in known else text,
                **_way(known.get(code)),
            }
            for code, text in enumerate(game.move_texts)
        ],
    }


def shown(position: Position) -> dict[str, Any]:
    """A position for the script's `draw`: "cells", "last", "deciding", "legal" (codes), "turn" and
    "description". A page whose engine plays for itself makes the same of what that tells.
    """
    picture = position.picture()
    return {
        "cells": list(position.cells),
        "last": sorted(picture.last),
        "deciding": sorted(picture.deciding),
        "legal": list(position.codes),
        "turn": position.turn,
        "description": picture.description,
    }


def swatches(game: Game, palette: Palette) -> list[str]:
    """How the board shows each player, as SVG: by symbols, by lines, or by counters."""
    first = game.position()
    marks = first.play_code(first.codes[0]).marks if first.codes else ()
    texts = {mark.text for mark in marks if mark}
    symbols = game.symbols if game.symbols[0] in texts else ("",) * game.players
    edges = any(isinstance(site, Edge) for site in game.board.sites)
    lines = not symbols[0] and (edges or texts - {""} != set())
    return [swatch(at, palette, symbols[at], lines) for at in range(game.players)]


# What pictures are put together from


def _parts(game: Game, stamps: Stamps) -> dict[str, Any]:
    cells = any(isinstance(site, Cell) for site in game.board.sites)
    edges = any(isinstance(site, Edge) for site in game.board.sites)
    both = {"cell": (cells, _AT_CELL), "edge": (edges, _AT_EDGE)}
    used = {name: place for name, (there, place) in both.items() if there}
    text, kind, counts = _SIGN.format(TEXT), _SIGN.format(_KIND), range(HINT_MOST + 1)

    def hints(place: Place, ring: bool, corner: bool) -> list[Pieces]:
        return [
            _pieces(stamps.hint(place, text if count else "", ring, corner, count))
            for count in counts
        ]

    return {
        "back": stamps.back(),
        "front": stamps.front(),
        "dots": stamps.dots(),
        "sites": {
            name: [_sites(stamps, place, mark, name == "edge") for mark in game.looks]
            for name, place in used.items()
        },
        "triangles": [[list(edges_), outline] for edges_, outline in stamps.triangles],
        "triangle": [_pieces(stamps.triangle(text, mark)) for mark in game.looks],
        "rows": [list(row) for _, row in stamps.rows],
        "strike": _pieces(stamps.strike(_AT_EDGE.ends)),
        "frame": _pieces(stamps.frame(_AT_CELL)),
        "hintedEdge": _pieces(stamps.hinted_edge(_AT_EDGE)),
        "hints": {
            "free": hints(_AT_CELL, ring=True, corner=False) if cells else [],
            "taken": hints(_AT_CELL, ring=False, corner=True) if cells else [],
            "edge": hints(_AT_EDGE, ring=False, corner=False) if edges else [],
        },
        "unseen": {
            name: _pieces(stamps.unseen(place, name == "edge")) for name, place in used.items()
        },
        "values": {
            name: [
                _pieces(stamps.value(place, text, kind, name == "edge", count)) for count in counts
            ]
            for name, place in used.items()
        },
    }


def _sites(stamps: Stamps, place: Place, mark: Mark | None, edge: bool) -> list[Pieces]:
    """A site by how it stands out: the sum of 1 by the last move, 2 by deciding the game, and 4 if
    others decided it, which changes edges alone.
    """
    numbers = range(6 if edge else 4)
    return [
        _pieces(
            stamps.site(place, mark, Looks(bool(each & 1), bool(each & 2), bool(each & 4)), edge)
        )
        for each in numbers
    ]


def _pieces(part: str) -> Pieces:
    split = _SIGNS.split(part)
    return [int(each) if at % 2 else each for at, each in enumerate(split)]


# What people point at, and in which words


def _targets(game: Game, stamps: Stamps) -> list[dict[str, Any]]:
    sites = game.board.sites
    found: list[dict[str, Any]] = []
    dropped = columns(game)
    for code, column in dropped.items():
        points = [(float(at.x), float(at.y)) for s in column if isinstance(at := sites[s], Cell)]
        name = f"Column {game.move_texts[code]}"
        found.append(_target(stamps, "column", name, points, 0.5, sites=list(column)))
    named = _cell_names(game)
    for number, site in enumerate(sites if not dropped else ()):
        if isinstance(site, Cell):
            points = [(float(site.x), float(site.y))]
            name = f"Cell {named(number)}"
            found.append(_target(stamps, "cell", name, points, 0.5, sites=[number]))
    dots = game.board.dots
    apart = min((math.dist(one, other) for one, other in combinations(dots, 2)), default=2.0)
    reach = min(_REACH, apart / 2)
    for dot, point in enumerate(dots):
        joined = [number for number, site in enumerate(sites) if dot in _dots(site)]
        found.append(_target(stamps, "dot", f"Dot {dot}", [point], reach, sites=joined, dot=dot))
    return found


def _dots(edge: Cell | Edge) -> tuple[int, ...]:
    return (edge.a, edge.b) if isinstance(edge, Edge) else ()


def _target(
    stamps: Stamps, kind: str, name: str, points: list[Point], reach: float, **more: object
) -> dict[str, Any]:
    """A target that covers some points and what is within reach of them."""
    left, top, width, height = stamps.bounds.sides
    xs, ys = [x for x, _ in points], [y for _, y in points]
    box = (
        (min(xs) - reach - left) / width,
        (min(ys) - reach - top) / height,
        (max(xs) - min(xs) + 2 * reach) / width,
        (max(ys) - min(ys) + 2 * reach) / height,
    )
    return {"kind": kind, "name": name, "box": [round(100 * part, 3) for part in box], **more}


def _cell_names(game: Game) -> Callable[[int], str]:
    """What the notation calls a cell: the text of the only move that changes it alone; else its
    number, from 1.
    """
    alone: dict[int, list[str]] = {}
    for code, each in known_changes(game).items():
        if len(each.sites) == 1:
            alone.setdefault(each.sites[0], []).append(game.move_texts[code])

    def named(site: int) -> str:
        texts = alone.get(site, [])
        return texts[0] if len(texts) == 1 else str(site + 1)

    return named


def _way(change: Change | None) -> dict[str, int]:
    return (
        {} if change is None or change.way is None else {"from": change.way[0], "to": change.way[1]}
    )


def _player_name(game: Game, player: int) -> str:
    return game.player_names[player] if game.player_names else f"player {player + 1}"


def _in_words(game: Game, mark: Mark | None) -> str:
    if mark is None:
        return "empty"
    owner = "" if mark.player is None else _player_name(game, mark.player)
    return ", ".join(dict.fromkeys(word for word in (mark.text, owner) if word)) or "taken"


def _ghost(game: Game, player: int) -> int | None:
    """The one number of `cells` for a player's marks; None if there are several or none."""
    own = [number for number, mark in enumerate(game.looks) if mark and mark.player == player]
    return own[0] if len(own) == 1 else None
