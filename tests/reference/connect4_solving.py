"""Naive twins of what exact solving of Connect Four knows.

A class is written as a board, like those of `connect4`, with `.` for every counter that is in no
open four of its own: a four that holds no counter of the other colour. Of a board and its mirror
image, the class is the one that comes first in the alphabet; the counters show whose turn it is.
"""

from itertools import combinations

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


def most_by_replies(game: Connect4, board: State) -> int:
    """Return the most that the player to move can reach against an opponent who answers by pairs.

    Columns that have a stop in an upper cell are cut there, and none or two others, or one, at a
    stop in a lower cell, whatever leaves an even number of cells.
    """
    columns = board.split("/")
    height = {c: len(column) for c, column in enumerate(columns, 1)}
    turn = game.player(board)
    own, others = (
        {(c, r) for c, r in squares_of(columns) if columns[c - 1][r - 1] == COUNTERS[who]}
        for who in (turn, 1 - turn)
    )
    empty = {(c, r) for c in height for r in range(1, game.rows + 1) if (c, r) not in own | others}
    stops: dict[int, dict[int, int]] = {0: {}, 1: {}}
    for c, r in sorted(empty, reverse=True):
        if r > height[c] + 1 and any(
            (c, r) in four and set(four) - {(c, r)} <= others for four in game.fours
        ):
            stops[(game.rows - r) % 2][c] = r
    win = len(empty) + len(own) + len(others) + 1
    found = [win]
    for count in (0, 2) if len(empty) % 2 == 0 else (1,):
        for cut in combinations(stops[1], count):
            stop = {**stops[0], **{c: stops[1][c] for c in cut}}
            played, gains, answers = 0, set(own), set(others)
            for c, filled in height.items():
                rows = list(range(filled + 1, stop.get(c, game.rows + 2) - 1))
                played += len(rows)
                while len(rows) > 1:
                    answers.add((c, rows.pop()))
                    gains.add((c, rows.pop()))
                gains |= {(c, r) for r in rows}
                gains |= {(c, stop[c] - 1)} if c in stop else set()
            assert played % 2 == 0
            if any(set(four) <= gains for four in game.fours):
                continue
            if stop:
                found.append(played + 2 - win)
            else:
                lost = any(set(four) <= answers for four in game.fours)
                found.append(played - win if lost else 0)
        if len(found) > 1:
            break
    return min(found)


def squares_of(columns: list[str]) -> list[tuple[int, int]]:
    """Return the squares that hold a counter."""
    return [(c, r) for c, column in enumerate(columns, 1) for r in range(1, len(column) + 1)]


def open_to_mover(game: Connect4, board: State) -> bool:
    """Return whether a four holds no counter of the opponent of the player to move."""
    columns = [column.ljust(game.rows, ".") for column in board.split("/")]
    opponent = COUNTERS[1 - game.player(board)]
    return any(all(columns[c - 1][r - 1] != opponent for c, r in four) for four in game.fours)
