"""Naive strong solution: what every position of a naive game is worth, by plain recursion.

Written from the definitions of `plyground.search.tables.values`, with a dictionary of what was
found before and nothing else to save time.
"""

from collections.abc import Sequence
from functools import cache

from .common import ReferenceGame, Result, State
from .search import players_of, standing

KINDS = {-1: "loss", 0: "draw", 1: "win"}


class Solver:
    """What is known of one game."""

    def __init__(self, game: ReferenceGame) -> None:
        self.game = game
        self.value = cache(self._value)
        self.forced = cache(self._forced)
        self.maxn = cache(self._maxn)

    def children(self, board: State) -> list[State]:
        """Return the boards after each move."""
        return [self.game.play(board, move) for move in self.game.moves(board)]

    def _value(self, board: State) -> tuple[str, int]:
        """Return "win", "draw" or "loss" for the player to move of two, and plies to the end."""
        mover = self.game.player(board)
        plies: dict[str, list[int]] = {"win": [], "draw": [], "loss": []}
        for child in self.children(board):
            result = self.game.result(child)
            if result.kind == "ongoing":
                kind, after = self.value(child)
                plies[{"win": "loss", "draw": "draw", "loss": "win"}[kind]].append(after + 1)
            else:
                plies[KINDS[standing(result, mover)]].append(1)
        if plies["win"]:
            return "win", min(plies["win"])
        if plies["draw"]:
            return "draw", max(plies["draw"])
        return "loss", max(plies["loss"])

    def _forced(self, board: State, player: int) -> int:
        """Return the best standing that a player can force against all others."""
        result = self.game.result(board)
        if result.kind != "ongoing":
            return standing(result, player)
        choose = max if self.game.player(board) == player else min
        return choose(self.forced(child, player) for child in self.children(board))

    def _maxn(self, board: State, ties: str) -> Result:
        """Return how the game ends if all look after themselves."""
        result = self.game.result(board)
        if result.kind != "ongoing":
            return Result(result.kind, result.player)
        ends = [self.maxn(child, ties) for child in self.children(board)]
        return chosen(ends, self.game.player(board), players_of(self.game), ties)


def chosen(ends: Sequence[Result], mover: int, players: int, ties: str) -> Result:
    """Return the end that a mover prefers."""
    left = [end for end in ends if standing(end, mover) == max(standing(e, mover) for e in ends)]
    following = [(mover + n) % players for n in range(1, players)]
    for other in following if ties == "next" else reversed(following):
        worst = min(standing(end, other) for end in left)
        left = [end for end in left if standing(end, other) == worst]
    assert len(set(left)) == 1
    return left[0]
