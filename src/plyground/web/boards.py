"""Boards for pages: a picture to click on, and the move that belongs to each place.

`page.picking` says how moves are picked.
"""

from __future__ import annotations

from urllib.parse import urlencode

from plyground.browser.picking import changes, columns
from plyground.position import Game, Position
from plyground.render.board import Edge, Picture


def picture_of(position: Position, colours: tuple[str | None, ...]) -> Picture:
    """The picture of a position, in the colours chosen for the seats, None for the game's own."""
    own = position.game.colours
    chosen = tuple(mine or own[at] for at, mine in enumerate(colours))
    return position.picture((*chosen, *own[len(chosen) :]))


def position_after(position: Position, moves: str) -> Position:
    """The position after some moves in the game's notation. Raises MoveError."""
    for text in position.game.split_moves(moves):
        position = position.play(text)
    return position


def new_game(game: Game, **more: str) -> str:
    """The address that fills in the form for a new game of this one."""
    return "/?" + urlencode({"game": game.name, **game.values, **more})


def sites_of_moves(position: Position) -> dict[str, list[int]]:
    """For each legal move the sites that it changes."""
    texts = position.game.move_texts
    return {texts[each.code]: list(each.sites) for each in changes(position)}


def board_data(position: Position, clickable: bool = True) -> dict[str, object]:
    """The data that the script of the board needs, for JSON.

    "moves": for each legal move its text, its sites, and its name where a site has several; none
    unless people can click on the board. "drops": for each site the move of its column, or null.
    "edges": for each site its two dots, or null.
    """
    game, sites = position.game, position.game.board.sites
    texts = game.move_texts
    drops: list[str | None] = [None] * len(sites)
    for code, column in columns(game).items():
        for site in column:
            drops[site] = texts[code]
    return {
        "kind": "edges" if any(isinstance(s, Edge) for s in sites) else game.board.cells,
        "moves": [
            {"move": texts[each.code], "sites": list(each.sites), "label": each.label}
            for each in (changes(position) if clickable else ())
        ],
        "drops": drops,
        "edges": [[s.a, s.b] if isinstance(s, Edge) else None for s in sites],
    }
