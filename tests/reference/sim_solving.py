"""Naive twins of what exact solving of Sim for two players knows.

An edge is safe for a player if it is free and makes no triangle of theirs. A store of a player is a
set of safe edges that they can all take without a triangle.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations

from .common import State
from .sim import FREE, Sim, name


def safe_edges(game: Sim, board: State, player: int) -> list[str]:
    """Return the edges that a player can take without a triangle."""
    mine = edges_of(game, board, str(player))
    return [edge for edge in edges_of(game, board, FREE) if not triangle(game, {*mine, edge})]


def stores(game: Sim, board: State, player: int, edges: Iterable[str]) -> Iterator[set[str]]:
    """Yield each set of some edges that a player can take without a triangle."""
    mine = edges_of(game, board, str(player))
    some = list(edges)
    for count in range(len(some) + 1):
        for each in combinations(some, count):
            if not triangle(game, {*mine, *each}):
                yield set(each)


def outlasts(game: Sim, board: State, player: int) -> bool:
    """Return whether a player has a store that lasts longer than what the opponent can take.

    Of the edges in it that are safe for the opponent too, the players take half each, and the
    player who is to move takes the odd one. So the opponent can take what makes no triangle and has
    no more than the rest of these.
    """
    first = game.player(board) == player
    theirs = set(safe_edges(game, board, 1 - player))
    for store in stores(game, board, player, safe_edges(game, board, player)):
        shared = store & theirs
        own = len(store) - len(shared)
        mine = (len(shared) + first) // 2
        rest = len(shared) - mine
        takes = stores(game, board, 1 - player, theirs)
        if own + mine >= first + max(len(each) for each in takes if len(each & shared) <= rest):
            return True
    return False


def edges_of(game: Sim, board: State, owner: str) -> set[str]:
    """Return the edges of a player, or those that are free."""
    return {edge for edge, taken in zip(game.edges, board, strict=True) if taken == owner}


def triangle(game: Sim, edges: set[str]) -> bool:
    """Return whether there is a triangle among some edges."""
    return any(
        {name(a, b), name(a, c), name(b, c)} <= edges
        for a, b, c in combinations(range(game.vertices), 3)
    )
