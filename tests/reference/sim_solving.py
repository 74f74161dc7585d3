"""Naive twins of what exact solving of Sim for two players knows.

An edge is safe for a player if it is free and makes no triangle of theirs. Spare moves of a player
are edges that are safe for them and not for the opponent.
"""

from itertools import combinations

from .common import State
from .sim import FREE, Sim, name


def safe_edges(game: Sim, board: State, player: int) -> list[str]:
    """Return the edges that a player can take without a triangle."""
    mine = edges_of(game, board, str(player))
    return [edge for edge in edges_of(game, board, FREE) if not triangle(game, {*mine, edge})]


def spare_edges(game: Sim, board: State, player: int) -> list[str]:
    """Return the edges that are safe for a player and not for the opponent."""
    others = safe_edges(game, board, 1 - player)
    return [edge for edge in safe_edges(game, board, player) if edge not in others]


def spare_moves(game: Sim, board: State, player: int) -> int:
    """Return how many of their spare edges a player can take in all without a triangle."""
    mine, spare = edges_of(game, board, str(player)), spare_edges(game, board, player)
    for count in range(len(spare), 0, -1):
        if any(not triangle(game, {*mine, *some}) for some in combinations(spare, count)):
            return count
    return 0


def outlasts(game: Sim, board: State, player: int) -> bool:
    """Return whether a player has a spare move for each safe edge of the opponent, and one more if
    it is their own turn: then they are not the one who has to make a triangle.
    """
    needed = len(safe_edges(game, board, 1 - player)) + (game.player(board) == player)
    return spare_moves(game, board, player) >= needed


def edges_of(game: Sim, board: State, owner: str) -> set[str]:
    """Return the edges of a player, or those that are free."""
    return {edge for edge, taken in zip(game.edges, board, strict=True) if taken == owner}


def triangle(game: Sim, edges: set[str]) -> bool:
    """Return whether there is a triangle among some edges."""
    return any(
        {name(a, b), name(a, c), name(b, c)} <= edges
        for a, b, c in combinations(range(game.vertices), 3)
    )
