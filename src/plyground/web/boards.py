"""Boards for pages: what their script draws, and pictures for the first moment."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from plyground.browser.geometry import geometry, shown, swatches
from plyground.browser.scripts import with_automatic
from plyground.browser.shipped import shipped_data
from plyground.position import Game, Position
from plyground.render.board import Picture
from plyground.render.experiment_charts import COLOURS
from plyground.render.palette import Palette
from plyground.render.svg import svg
from plyground.search.learning.asking import Part
from plyground.web.templating import mark


def picture_of(position: Position, colours: tuple[str | None, ...]) -> Picture:
    """The picture of a position, in the colours chosen for the seats, None for the game's own."""
    own = position.game.colours
    chosen = tuple(mine or own[at] for at, mine in enumerate(colours))
    return position.picture((*chosen, *own[len(chosen) :]))


def pieces(game: Game, colours: tuple[str, ...]) -> list[str]:
    """How a board in these colours shows each player, as SVG for a page."""
    return swatches(game, Palette(colours, variables=True))


def board_svg(picture: Picture) -> str:
    """A picture for a page, in whose style sheets `board_style` is."""
    return svg(picture, variables=True)


def board_style(game: Game, colours: Sequence[str] | None = None, within: str = "") -> str:
    """The address of the style sheet that gives the pictures of a game the colours of the visitor's
    settings, all of them or those in elements of the class `within`. The players' own colours are
    the game's, or `colours`.
    """
    return _style_address(tuple(colours or game.colours), game.board.cells == "holes", within)


@lru_cache(maxsize=1000)
def _style_address(colours: tuple[str, ...], holes: bool, within: str) -> str:
    query = [("colour", each) for each in colours]
    if holes:
        query.append(("holes", "yes"))
    if within:
        query.append(("within", within))
    text = board_rules(colours, holes, f" .{within}" if within else "")
    return "/board.css?" + urlencode([*query, ("v", mark(text))])


def board_styles(games: Iterable[Game]) -> list[str]:
    """The addresses of the colours of several games' pictures, each in elements of the class "of-"
    and the game's name.
    """
    by_name = {game.name: game for game in games}
    return [board_style(game, within=f"of-{name}") for name, game in by_name.items()]


def graph_style() -> str:
    """The address of the style sheet that gives the charts of experiments the page's colours."""
    return _style_address(tuple(COLOURS), holes=False, within="")


def board_rules(colours: Sequence[str], holes: bool, within: str = "") -> str:
    """The style sheet itself, for a board of counters behind holes or any other one.

    `within` is a selector that limits it to a part of the page.
    """
    palette = Palette(tuple(colours))
    safe, safe_dark = palette.safe(holes)
    parts = {
        "": {f"--ply-player{player}": each for player, each in enumerate(colours)} | palette.inks(),
        '[data-palette="safe"]': safe,
        '[data-theme="dark"]': palette.dark() | palette.dark_graphs(),
        '[data-theme="dark"][data-palette="safe"]': safe_dark,
    }
    rules = []
    for when, properties in parts.items():
        written = " ".join(f"{name}: {value};" for name, value in properties.items())
        rules.append(f":root{when}{within} {{ {written} }}\n")
    return with_automatic("".join(rules))


def position_after(position: Position, moves: str) -> Position:
    """The position after some moves in the game's notation. Raises MoveError."""
    for text in position.game.split_moves(moves):
        position = position.play(text)
    return position


def spots(position: Position) -> list[dict[str, Any]]:
    """Where a click on the board is a move: left, top, width and height in percent.

    There are none where a place alone does not say which move.
    """
    board = geometry(position.game)
    known = {code: set(board["moves"][code]["sites"]) for code in position.codes}
    found = []
    for target in board["targets"]:
        here = [code for code, sites in known.items() if sites and sites <= set(target["sites"])]
        if len(here) > 1:
            return []
        found += [{"move": board["moves"][code]["text"], "box": target["box"]} for code in here]
    return found


def part_svg(position: Position, part: Part) -> str:
    """A pattern of what was learned, marked on its board: with a dot where a move can be made."""
    picture = replace(
        position.picture(),
        last=frozenset(),
        deciding=frozenset(),
        hints=tuple((site, "•" * (site in part.reach)) for site in part.sites),
    )
    return board_svg(picture)


def new_game(game: Game, **more: str) -> str:
    """The address that fills in the form for a new game of this one."""
    return "/?" + urlencode({"game": game.name, **game.values, **more})


def in_one_file(game: Game, **more: str) -> str:
    """The address of this game as one file, which plays without the server."""
    return "/alone?" + urlencode({"game": game.name, **game.values, **more})


def whole_board(position: Position, colours: tuple[str, ...]) -> dict[str, str]:
    """What the templates of a whole page take for its board: a picture until the script draws it,
    what the script needs, and the address of the colours.
    """
    return {
        "svg": board_svg(position.picture(colours)),
        "geometry": _geometry_text(position.game, colours),
        "shown": board_text(position, colours),
        "board_style": board_style(position.game, colours),
    }


def as_script(data: object) -> str:
    """Data as JSON for the text of a script element."""
    return json.dumps(data).replace("<", "\\u003c")


@lru_cache(maxsize=200)
def _geometry_text(game: Game, colours: tuple[str, ...]) -> str:
    """A game's board for the script of a page, as JSON for its text; empty for a game whose rules
    have no kernel `cells`: its boards are the server's pictures, and its moves are typed.
    """
    if not _has_cells(game):
        return ""
    data = shipped_data(game)
    usual = data is not None and list(colours) == data["board"]["colours"]
    return as_script(data["board"] if data and usual else geometry(game, colours))


def board_text(
    position: Position, colours: tuple[str, ...], hints: tuple[tuple[int, str], ...] = ()
) -> str:
    """A position for the script of a page, as JSON: see `geometry.shown`. Where there is no
    geometry, "svg" is its picture.
    """
    if _has_cells(position.game):
        return json.dumps({**shown(position), "hints": hints})
    picture = replace(position.picture(colours), hints=hints)
    return json.dumps({"svg": board_svg(picture), "legal": []})


def _has_cells(game: Game) -> bool:
    return "cells" in game.rules.kernels
