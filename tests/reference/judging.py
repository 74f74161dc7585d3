"""Naive comparison of a heuristic with the truth, move by move and pair by pair.

Written from what `plyground.arena.judging` says it counts, with exact values by plain recursion.
"""

from collections.abc import Callable

from .common import State
from .solve import Solver

Rating = Callable[[State, int], int]

FROM_THE_OTHER_SIDE = {"win": "loss", "draw": "draw", "loss": "win"}
GOOD = {"loss": -1, "draw": 0, "win": 1}


def counts(solver: Solver, board: State, rating: Rating) -> tuple[int, float, int, float]:
    """Return the pairs of different results and how many are right, then those of lengths."""
    game = solver.game
    mover = game.player(board)
    moves = []
    for child in solver.children(board):
        if game.result(child).kind == "ongoing":
            kind, plies = solver.value(child)
            moves.append((FROM_THE_OTHER_SIDE[kind], plies, rating(child, mover)))
    pairs, right, length_pairs, right_lengths = 0, 0.0, 0, 0.0
    for better_kind, better_plies, better_rating in moves:
        for kind, plies, rated in moves:
            point = 1.0 if better_rating > rated else 0.5 if better_rating == rated else 0.0
            if GOOD[better_kind] > GOOD[kind]:
                pairs += 1
                right += point
            elif better_kind == kind and (
                (kind == "win" and better_plies < plies)
                or (kind == "loss" and better_plies > plies)
            ):
                length_pairs += 1
                right_lengths += point
    return pairs, right, length_pairs, right_lengths
