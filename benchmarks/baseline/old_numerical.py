"""The search of the old numerical tic-tac-toe program (N6): every line of play, to the end.

A board is a list of nine numbers, row by row, 0 for an empty cell. The old program also remembered
positions, with the symmetries of the board; its plain recursion is what counts positions here.
"""

from __future__ import annotations

from . import Visited

LINES = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8],
    [0, 3, 6], [1, 4, 7], [2, 5, 8],
    [0, 4, 8], [2, 4, 6],
]  # fmt: skip

WIN = 1
LOSS = -1


def has_won(board: list[int]) -> bool:
    """Tell whether some line of three filled cells sums to 15."""
    for line in LINES:
        numbers = [board[cell] for cell in line]
        if 0 not in numbers and sum(numbers) == 15:
            return True
    return False


def moves(board: list[int]) -> list[tuple[int, int]]:
    """Return the cells and numbers that can be played, cell by cell."""
    filled = [number for number in board if number != 0]
    start = 1 if len(filled) % 2 == 0 else 2
    unused = [number for number in range(start, 10, 2) if number not in filled]
    return [(cell, number) for cell in range(9) if board[cell] == 0 for number in unused]


def minimax(board: list[int], depth: int, visited: Visited) -> int:
    """Return the score for the player to move, `depth` plies deep: WIN, LOSS, or 0."""
    if has_won(board):
        return LOSS
    if depth == 0:
        return 0
    best = None
    for cell, number in moves(board):
        visited.positions += 1
        child = list(board)
        child[cell] = number
        score = -minimax(child, depth - 1, visited)
        if best is None or score > best:
            best = score
    return 0 if best is None else best
