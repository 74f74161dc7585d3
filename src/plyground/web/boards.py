"""Boards for pages: a picture to click on, and the move that belongs to each place.

Every move of a game changes some sites of its board, so the rules give a click its meaning: the
moves that change the site. A counter drops, so on a board of holes any cell of a column will do.
Two dots name the edge between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import urlencode

from plyground.position import Game, Position
from plyground.render.board import Cell, Edge, Picture
from plyground.render.svg import swatch


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


def swatches(game: Game, colours: tuple[str, ...]) -> list[str]:
    """How the board shows each player: by symbols, by lines, or by counters."""
    first = game.position()
    marks = first.play_code(first.codes[0]).marks if first.codes else ()
    texts = {mark.text for mark in marks if mark}
    symbols = game.symbols if game.symbols[0] in texts else ("",) * game.players
    edges = any(isinstance(site, Edge) for site in game.board.sites)
    lines = not symbols[0] and (edges or texts - {""} != set())
    return [swatch(at, colours[at], symbols[at], lines) for at in range(game.players)]


def sites_of_moves(position: Position) -> dict[str, list[int]]:
    """For each legal move the sites that it changes."""
    return {move: sorted(board.last) for move, board in _boards_after(position)}


def _boards_after(position: Position) -> Iterator[tuple[str, Picture]]:
    """Each legal move, and the board after it."""
    for code in position.codes:
        yield position.game.move_texts[code], position.play_code(code).picture()


@lru_cache(maxsize=64)
def columns_of(game: Game) -> tuple[str | None, ...]:
    """For each site of a board of holes the move that drops into its column, legal or not."""
    sites = game.board.sites
    if game.board.cells != "holes":
        return (None,) * len(sites)
    by_column = {
        cell.x: move
        for move, changed in sites_of_moves(game.position()).items()
        for site in changed
        if isinstance(cell := sites[site], Cell)
    }
    return tuple(by_column.get(s.x) if isinstance(s, Cell) else None for s in sites)


def board_data(position: Position, clickable: bool = True) -> dict[str, object]:
    """The data that the script of the board needs, for JSON.

    "moves": for each legal move its text, its sites, and its name where a site has several; none
    unless people can click on the board. "drops": for each site the move of its column, or null.
    "edges": for each site its two dots, or null.
    """
    game = position.game
    marks = position.marks
    moves = []
    for move, child in _boards_after(position) if clickable else ():
        sites = sorted(child.last)
        texts = [mark.text for site in sites if (mark := child.marks[site]) and not marks[site]]
        moves.append({"move": move, "sites": sites, "label": texts[0] if texts else move})
    sites_ = game.board.sites
    return {
        "kind": "edges" if any(isinstance(s, Edge) for s in sites_) else game.board.cells,
        "moves": moves,
        "drops": list(columns_of(game)),
        "edges": [[s.a, s.b] if isinstance(s, Edge) else None for s in sites_],
    }
