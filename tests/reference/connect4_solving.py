"""Naive twins of what exact solving of Connect Four knows.

A class is written as a board, like those of `connect4`, with `.` for every counter that is in no
open four of its own: a four that holds no counter of the other colour. Of a board and its mirror
image, the class is the one that comes first in the alphabet; the counters show whose turn it is.
"""

from .common import State
from .connect4 import COUNTERS, Connect4


def class_of(game: Connect4, board: State) -> str:
    """Return the class of a board."""
    columns = board.split("/")
    counters = {
        (c, r): counter
        for c, column in enumerate(columns, 1)
        for r, counter in enumerate(column, 1)
    }
    alive = set()
    for four in game.fours:
        for counter in COUNTERS:
            if all(counters.get(square, counter) == counter for square in four):
                alive |= {square for square in four if square in counters}
    written = [
        "".join(counter if (c, r) in alive else "." for r, counter in enumerate(column, 1))
        for c, column in enumerate(columns, 1)
    ]
    return min("/".join(written), "/".join(reversed(written)))


def wins_at_once(game: Connect4, board: State) -> bool:
    """Return whether the player to move has a move that wins."""
    return any(won(game, board, move) for move in game.moves(board))


def loses_at_once(game: Connect4, board: State) -> bool:
    """Return whether the opponent wins at once after every move of a player who does not."""
    if wins_at_once(game, board) or not game.moves(board):
        return False
    return all(wins_at_once(game, game.play(board, move)) for move in game.moves(board))


def won(game: Connect4, board: State, move: str) -> bool:
    """Return whether a move wins."""
    return game.result(game.play(board, move)).kind == "won"
