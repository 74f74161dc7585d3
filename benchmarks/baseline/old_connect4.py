"""The computer of the old Connect Four program (C4) and its simulation (C5).

The readings below reproduce every figure of C5: depth 5 against 3 gives W D D D D, and the reply to
an opening in the centre is the centre at depth 5 and the third column at depth 6.

* Depth counts plies, the player's own move included: at depth 1 the boards after it are rated.
* A board is first checked for a win and for being full, then for the depth having run out, so a win
  in the last ply is seen. (The other order, and a depth that starts after the own move, both miss
  some figure of C5.)
* Scores are those of the player who chooses: the line table of its own counters minus that of the
  opponent's; red and yellow search alike.
* "All moves lost": no column scores better than LOST. Then all columns that are not full are
  equally likely.
* It is not known whether the program pruned. Plain minimax is the default; alpha-beta is an option
  that changes only the time: it cuts where alpha reaches beta, and a column must be better than the
  best so far to be taken, so a bound never is.
"""

import copy
from dataclasses import dataclass
from random import Random
from typing import Literal, TypeAlias

from . import Visited

COLUMNS = 7
ROWS = 6

Board: TypeAlias = list[list[int]]
"""Rows from the bottom, each from the left: EMPTY, RED or YELLOW."""

EMPTY = 0
RED = 1
YELLOW = 2

WON = 500
LOST = -500

# The number of fours that pass through each cell.
LINE_TABLE = [
    [3, 4, 5, 7, 5, 4, 3],
    [4, 6, 8, 10, 8, 6, 4],
    [5, 8, 11, 13, 11, 8, 5],
    [5, 8, 11, 13, 11, 8, 5],
    [4, 6, 8, 10, 8, 6, 4],
    [3, 4, 5, 7, 5, 4, 3],
]


@dataclass(frozen=True)
class Simulation:
    """The rounds of a simulation as minimax sees them, and the columns played in each."""

    results: list[Literal["W", "D", "L"]]
    columns: list[list[int]]

    @property
    def minimax_score(self) -> float:
        """One point for each won round, half a point for each drawn one."""
        return self.results.count("W") + self.results.count("D") / 2

    @property
    def opponent_score(self) -> float:
        """The points that are not minimax's."""
        return len(self.results) - self.minimax_score


def new_board() -> Board:
    """Return an empty board."""
    return [[EMPTY] * COLUMNS for _ in range(ROWS)]


def free_columns(board: Board) -> list[int]:
    """Return the columns that are not full, from the left, counted from 0."""
    return [column for column in range(COLUMNS) if board[ROWS - 1][column] == EMPTY]


def drop(board: Board, column: int, player: int) -> None:
    """Drop a counter into a column that is not full."""
    for row in range(ROWS):
        if board[row][column] == EMPTY:
            board[row][column] = player
            return
    raise ValueError("That column is full.")


def has_won(board: Board, player: int) -> bool:
    """Tell whether a player has four in a line."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            for up, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                if four_from(board, player, row, column, up, right):
                    return True
    return False


def four_from(board: Board, player: int, row: int, column: int, up: int, right: int) -> bool:
    """Tell whether the four cells from this one in this direction all are the player's."""
    for step in range(4):
        y = row + step * up
        x = column + step * right
        if y >= ROWS or x < 0 or x >= COLUMNS or board[y][x] != player:
            return False
    return True


def other(player: int) -> int:
    """Return the opponent."""
    if player == RED:
        return YELLOW
    return RED


def line_table(board: Board, player: int) -> int:
    """Return the heuristic "line table": own cells minus the opponent's."""
    total = 0
    for row in range(ROWS):
        for column in range(COLUMNS):
            if board[row][column] == player:
                total += LINE_TABLE[row][column]
            elif board[row][column] != EMPTY:
                total -= LINE_TABLE[row][column]
    return total


def minimax(
    board: Board,
    depth: int,
    player: int,
    players_turn: bool,
    alpha: int,
    beta: int,
    pruning: bool,
    visited: Visited,
) -> int:
    """Return the score of a board for `player`, searched `depth` plies deep.

    With pruning a score not between alpha and beta is only a bound.
    """
    visited.positions += 1
    if players_turn and has_won(board, other(player)):
        return LOST
    if not players_turn and has_won(board, player):
        return WON
    columns = free_columns(board)
    if not columns:
        return 0
    if depth == 0:
        return line_table(board, player)
    best = LOST if players_turn else WON
    for column in columns:
        child = copy.deepcopy(board)
        if players_turn:
            drop(child, column, player)
            score = minimax(child, depth - 1, player, False, alpha, beta, pruning, visited)
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            drop(child, column, other(player))
            score = minimax(child, depth - 1, player, True, alpha, beta, pruning, visited)
            best = min(best, score)
            beta = min(beta, best)
        if pruning and alpha >= beta:
            break
    return best


def candidates(
    board: Board,
    player: int,
    depth: int,
    pruning: bool = False,
    visited: Visited | None = None,
) -> list[int]:
    """Return the columns, from 0, of which the computer plays one, each with the same chance.

    It is one column unless all moves lose. The game must not be over and `player` is to move.
    """
    if visited is None:
        visited = Visited()
    best = LOST
    best_column = None
    for column in free_columns(board):
        child = copy.deepcopy(board)
        drop(child, column, player)
        score = minimax(child, depth - 1, player, False, best, WON, pruning, visited)
        if score > best:
            best = score
            best_column = column
    if best_column is None:
        return free_columns(board)
    return [best_column]


def choose(
    board: Board,
    player: int,
    depth: int,
    rng: Random,
    pruning: bool = False,
    visited: Visited | None = None,
) -> int:
    """Return the column, from 0, that the computer plays; see `candidates`."""
    return rng.choice(candidates(board, player, depth, pruning, visited))


def play_round(
    depth: int,
    opponent: int | None,
    minimax_starts: bool,
    rng: Random,
    pruning: bool = False,
    visited: Visited | None = None,
) -> tuple[int | None, list[int]]:
    """Play one game of minimax (red); return the winner, None for a draw, and the columns.

    The opponent is minimax of the given depth, or plays at random if that is None.
    """
    board = new_board()
    played: list[int] = []
    player = RED if minimax_starts else YELLOW
    while free_columns(board):
        if player == RED:
            column = choose(board, player, depth, rng, pruning, visited)
        elif opponent is None:
            column = rng.choice(free_columns(board))
        else:
            column = choose(board, player, opponent, rng, pruning, visited)
        drop(board, column, player)
        played.append(column)
        if has_won(board, player):
            return player, played
        player = other(player)
    return None, played


def simulate(
    depth: int,
    opponent: int | None,
    rounds: int,
    rng: Random,
    pruning: bool = False,
    visited: Visited | None = None,
) -> Simulation:
    """Play a simulation: minimax starts the first round, the opponent every later one."""
    simulation = Simulation([], [])
    for number in range(rounds):
        winner, played = play_round(depth, opponent, number == 0, rng, pruning, visited)
        simulation.columns.append(played)
        if winner == RED:
            simulation.results.append("W")
        elif winner is None:
            simulation.results.append("D")
        else:
            simulation.results.append("L")
    return simulation
