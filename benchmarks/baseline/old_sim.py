"""The computer of the old Sim program: recursive minimax for two players.

Readings of what the description leaves open:

* Depth counts plies, the computer's own move included. The heuristic rates a position at which the
  depth ran out; a finished one never gets there. A full board without a triangle (possible up to 5
  dots) is worth 0.
* "As if the computer took it": the whole board is rated once for every free edge, with this edge in
  the computer's colour, and the ratings are added up. So this edge is not the "third free" of any
  triple. A triple with two free edges is worth nothing.
* "As coded" only the mixed triples are missing. The +1 for another's triangle is kept, but never
  comes up in a search: somebody's triangle would have ended the game.
* Opening: as long as two or more dots have no edge, whatever has happened elsewhere, all pairs of
  such dots are equally likely. Nothing is searched then, nor when one move is left.
* "All moves lose": the best score is LOST. Then the order decides, also where equal scores are
  otherwise chosen among at random. Edges have the order 0-1, 0-2, ..., 1-2, 1-3, ...
"""

from random import Random
from typing import Literal, TypeAlias

from . import Visited
from .sim_board import FREE, Board, Edge, completes_triangle, free_edges, paint

Version: TypeAlias = Literal["as described", "as coded"]

LOST = -99999
WON = 99999


def usual_depth(vertices: int) -> int:
    """Return the depth that the program searched on so many dots."""
    if vertices <= 7:
        return 4
    return 3


def rate_triangles(board: Board, computer: int, version: Version) -> int:
    """Rate all triples of dots as they are coloured now."""
    rating = 0
    for a in range(len(board)):
        for b in range(a + 1, len(board)):
            for c in range(b + 1, len(board)):
                colours = [board[a][b], board[a][c], board[b][c]]
                taken = [colour for colour in colours if colour != FREE]
                if len(taken) == 3 and taken[0] == taken[1] == taken[2]:
                    if taken[0] == computer:
                        rating -= 2
                    else:
                        rating += 1
                elif len(taken) == 2 and taken[0] != taken[1] and version == "as described":
                    if computer in taken:
                        rating += 10
                    else:
                        rating -= 1
    return rating


def mixed_triangles(board: Board, computer: int, version: Version = "as described") -> int:
    """Return the heuristic "mixed triangles" of a board, whoever is to move."""
    total = 0
    for edge in free_edges(board):
        paint(board, edge, computer)
        total += rate_triangles(board, computer, version)
        paint(board, edge, FREE)
    return total


def minimax(
    board: Board, depth: int, mover: int, computer: int, version: Version, visited: Visited
) -> int:
    """Return the score of an unfinished board for the computer, searched `depth` plies deep."""
    edges = free_edges(board)
    if not edges:
        return 0
    if depth == 0:
        return mixed_triangles(board, computer, version)
    scores = [score_of(board, edge, depth, mover, computer, version, visited) for edge in edges]
    if mover == computer:
        return max(scores)
    return min(scores)


def score_of(
    board: Board,
    edge: Edge,
    depth: int,
    mover: int,
    computer: int,
    version: Version,
    visited: Visited,
) -> int:
    """Return the score for the computer if the mover takes this edge, itself the first ply."""
    visited.positions += 1
    if completes_triangle(board, edge, mover):
        if mover == computer:
            return LOST
        return WON
    paint(board, edge, mover)
    score = minimax(board, depth - 1, 1 - mover, computer, version, visited)
    paint(board, edge, FREE)
    return score


def lone_dots(board: Board) -> list[int]:
    """Return the dots that have no edge."""
    return [dot for dot in range(len(board)) if all(colour == FREE for colour in board[dot])]


def candidates(
    board: Board,
    player: int,
    depth: int | None = None,
    heuristic: Version = "as described",
    ties: Version = "as described",
    visited: Visited | None = None,
) -> list[Edge]:
    """Return the edges of which the computer takes one, each with the same chance.

    The game must not be over; `player` is 0 or 1 and to move; no `depth` means the usual one.
    """
    if visited is None:
        visited = Visited()
    if depth is None:
        depth = usual_depth(len(board))
    lone = lone_dots(board)
    if len(lone) >= 2:
        return [(a, b) for a in lone for b in lone if a < b]
    edges = free_edges(board)
    if len(edges) == 1:
        return edges
    scores = [score_of(board, edge, depth, player, player, heuristic, visited) for edge in edges]
    best = max(scores)
    if best == LOST:
        for edge in edges:
            if not completes_triangle(board, edge, player):
                return [edge]
        return [edges[0]]
    equal = [edge for edge, score in zip(edges, scores, strict=True) if score == best]
    if ties == "as coded":
        return [equal[0]]
    return equal


def choose(
    board: Board,
    player: int,
    rng: Random,
    depth: int | None = None,
    heuristic: Version = "as described",
    ties: Version = "as described",
    visited: Visited | None = None,
) -> Edge:
    """Return the edge that the computer takes; see `candidates`."""
    return rng.choice(candidates(board, player, depth, heuristic, ties, visited))
