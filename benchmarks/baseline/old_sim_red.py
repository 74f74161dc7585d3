"""The second old Sim program: red searches by alpha-beta, blue plays at random.

Run `python -m baseline.old_sim_red DEPTH [GAMES] [--no-pruning]` in the folder benchmarks for one
row of its author's experiment: three runs.

Readings of what the description leaves open:

* Depth counts plies, red's own move included. A finished position is never given to the heuristic.
  A full board without a triangle (possible up to 5 dots) is worth 0.
* "Safe edges" counts for the player to move at the position rated: if that is blue, red gets the
  sum with its sign turned.
* In the variant an edge that completes a triangle of both is worth -10: taking it loses.
* "The longer loss": a loss n plies away is worth LOST + n, so at equal scores blue is thought to
  prefer the quick one and red the late one. All wins are worth WON, however far off.
* "A found win is played at once": no further move of the position searched is looked at. Deeper in
  the tree only pruning leaves moves out. (Stopping there too would change no move and hardly any
  count: a win is found only near the end of a game.)
* Pruning cuts where alpha reaches beta, each move chosen being the same as without.
"""

import sys
import time
from dataclasses import dataclass
from random import Random

from . import Visited
from .sim_board import FREE, Board, Edge, completes_triangle, free_edges, new_board, paint

RED = 0
BLUE = 1

LOST = -1000
WON = 1000
INFINITY = 10_000


@dataclass(frozen=True)
class Game:
    """A finished game; nobody (None) wins a drawn one."""

    first: int
    winner: int | None
    edges: list[Edge]
    visited: int


@dataclass(frozen=True)
class Experiment:
    """What one run of the experiment measured."""

    games: int
    seconds: float
    red_wins: int
    blue_wins: int
    visited: int

    @property
    def seconds_per_game(self) -> float:
        """The mean time of a game."""
        return self.seconds / self.games


def safe_edges(board: Board, mover: int, variant: bool = False) -> int:
    """Return the heuristic "safe edges" for the player to move."""
    total = 0
    for edge in free_edges(board):
        if completes_triangle(board, edge, mover):
            total -= 10
        elif variant and completes_triangle(board, edge, 1 - mover):
            total += 10
        else:
            total += 1
    return total


def alpha_beta(
    board: Board,
    depth: int,
    ply: int,
    mover: int,
    alpha: int,
    beta: int,
    pruning: bool,
    variant: bool,
    visited: Visited,
) -> int:
    """Return the score of an unfinished board for red, searched `depth` plies deep.

    `ply` moves were made since the position that is searched. With pruning a score not between
    alpha and beta is only a bound.
    """
    edges = free_edges(board)
    if not edges:
        return 0
    if depth == 0:
        if mover == RED:
            return safe_edges(board, mover, variant)
        return -safe_edges(board, mover, variant)
    best = -INFINITY if mover == RED else INFINITY
    for edge in edges:
        score = score_of(board, edge, depth, ply, mover, alpha, beta, pruning, variant, visited)
        if mover == RED:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if pruning and alpha >= beta:
            break
    return best


def score_of(
    board: Board,
    edge: Edge,
    depth: int,
    ply: int,
    mover: int,
    alpha: int,
    beta: int,
    pruning: bool,
    variant: bool,
    visited: Visited,
) -> int:
    """Return the score for red if the mover takes this edge, itself the first of `depth` plies."""
    visited.positions += 1
    if completes_triangle(board, edge, mover):
        if mover == RED:
            return LOST + ply + 1
        return WON
    paint(board, edge, mover)
    score = alpha_beta(board, depth - 1, ply + 1, 1 - mover, alpha, beta, pruning, variant, visited)
    paint(board, edge, FREE)
    return score


def choose(
    board: Board,
    depth: int,
    pruning: bool = True,
    variant: bool = False,
    visited: Visited | None = None,
) -> Edge:
    """Return the edge that red takes; the game must not be over and red is to move."""
    if visited is None:
        visited = Visited()
    best_edge = None
    best = -INFINITY
    for edge in free_edges(board):
        score = score_of(board, edge, depth, 0, RED, best, INFINITY, pruning, variant, visited)
        if score > best:
            best = score
            best_edge = edge
        if score == WON:
            break
    assert best_edge is not None
    return best_edge


def play_game(depth: int, pruning: bool, vertices: int, rng: Random, variant: bool = False) -> Game:
    """Play one game of red against blue."""
    visited = Visited()
    board = new_board(vertices)
    first = rng.choice([RED, BLUE])
    player = first
    edges: list[Edge] = []
    while free_edges(board):
        if player == RED:
            edge = choose(board, depth, pruning, variant, visited)
        else:
            edge = rng.choice(free_edges(board))
        edges.append(edge)
        if completes_triangle(board, edge, player):
            return Game(first, 1 - player, edges, visited.positions)
        paint(board, edge, player)
        player = 1 - player
    return Game(first, None, edges, visited.positions)


def experiment(
    depth: int,
    pruning: bool,
    games: int = 100,
    seed: int = 0,
    vertices: int = 6,
    variant: bool = False,
) -> Experiment:
    """Make one run of the experiment."""
    rng = Random(seed)
    wins = [0, 0]
    visited = 0
    begun = time.perf_counter()
    for _ in range(games):
        game = play_game(depth, pruning, vertices, rng, variant)
        if game.winner is not None:
            wins[game.winner] += 1
        visited += game.visited
    seconds = time.perf_counter() - begun
    return Experiment(games, seconds, wins[RED], wins[BLUE], visited)


def main(arguments: list[str]) -> None:
    """Print three runs."""
    numbers = [int(argument) for argument in arguments if argument.isdigit()]
    depth = numbers[0]
    games = numbers[1] if len(numbers) > 1 else 100
    pruning = "--no-pruning" not in arguments
    for run in range(3):
        result = experiment(depth, pruning, games, seed=run)
        print(
            f"depth {depth}, {'with' if pruning else 'no'} pruning, {games} games: "
            f"total {result.seconds:.3f} s, per game {result.seconds_per_game:.4f} s, "
            f"red {result.red_wins}, blue {result.blue_wins}, "
            f"visited {result.visited}, {result.visited / result.seconds:.0f} a second"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
