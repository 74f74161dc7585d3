"""The board of Sim, as both old Sim programs need it.

A board is a square table of colours: `board[a][b]` and `board[b][a]` are the colour of the line
between the dots a and b, or FREE. With four dots, after colour 0 joined 0-1 and colour 1 joined
2-3 (`.` is FREE):

    . 0 . .
    0 . . .
    . . . 1
    . . 1 .
"""

from typing import TypeAlias

Board: TypeAlias = list[list[int]]
Edge: TypeAlias = tuple[int, int]
"""Two dots, the smaller first."""

FREE = -1


def new_board(vertices: int) -> Board:
    """Return a board without a line."""
    return [[FREE] * vertices for _ in range(vertices)]


def paint(board: Board, edge: Edge, colour: int) -> None:
    """Give a line a colour; FREE takes it away again."""
    a, b = edge
    board[a][b] = colour
    board[b][a] = colour


def free_edges(board: Board) -> list[Edge]:
    """Return the pairs of dots not joined yet, in the order 0-1, 0-2, ..., 1-2, 1-3, ..."""
    dots = range(len(board))
    return [(a, b) for a in dots for b in dots if a < b and board[a][b] == FREE]


def completes_triangle(board: Board, edge: Edge, colour: int) -> bool:
    """Tell whether a line of this colour between these dots makes a triangle all in it."""
    a, b = edge
    for c in range(len(board)):
        if c not in {a, b} and board[a][c] == colour and board[b][c] == colour:
            return True
    return False
