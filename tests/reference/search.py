"""Naive searches on the naive games: what a position is worth, and what it takes to find out.

A position is worth WIN - n to the winner n plies from the root, the negative to the loser, nothing
if it is drawn, and what `rate` says where the depth is used up. Every position reached by a move
counts as a node, every one that is not searched further as a leaf too.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .common import ReferenceGame, Result, State

WIN = 1_000_000
INFINITY = 10 * WIN

Rate = Callable[[State, int], int]
"""What a board looks worth to a player."""


def nothing(board: State, player: int) -> int:
    """Rate every board alike."""
    return 0


def standing(result: Result, player: int) -> int:
    """Return what the end of a game is to a player: good (1), bad (-1), neither (0)."""
    if result.kind == "draw":
        return 0
    good = (result.player == player) == (result.kind == "won")
    return 1 if good else -1


@dataclass
class Search:
    """Minimax for one player, all others against it, or alpha-beta, as `pruning` says.

    `first` are the priorities of moves, for each player: those of greater priority come first,
    else the order is that of the game. With `learns`, a move that causes a cut-off gains depth x
    depth, the depth left where it was played.
    """

    game: ReferenceGame
    me: int
    rate: Rate = nothing
    quick_wins: bool = True
    slow_losses: bool = True
    pruning: bool = False
    first: dict[tuple[int, str], int] = field(default_factory=dict)
    learns: bool = False
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0

    def ordered(self, board: State) -> list[str]:
        """Return the moves of a board in the order in which they are looked at."""
        player = self.game.player(board)
        return sorted(self.game.moves(board), key=lambda move: -self.first.get((player, move), 0))

    def score(
        self, board: State, depth: int, ply: int, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> int:
        """Return the score of a board reached by `ply` moves, 1 or more, with `depth` left."""
        game = self.game
        self.nodes += 1
        result = game.result(board)
        if result.kind != "ongoing":
            self.leaves += 1
            good = standing(result, self.me)
            if good > 0:
                return WIN - (ply if self.quick_wins else 0)
            if good < 0:
                return (ply if self.slow_losses else 0) - WIN
            return 0
        if depth == 0:
            self.leaves += 1
            return self.rate(board, self.me)
        player = game.player(board)
        moves = self.ordered(board)
        scores = []
        for number, move in enumerate(moves, 1):
            scores.append(self.score(game.play(board, move), depth - 1, ply + 1, alpha, beta))
            if player == self.me:
                alpha = max(alpha, scores[-1])
            else:
                beta = min(beta, scores[-1])
            if self.pruning and alpha >= beta:
                if number < len(moves):
                    self.cutoffs += 1
                if self.learns:
                    self.first[player, move] = self.first.get((player, move), 0) + depth * depth
                break
        return max(scores) if player == self.me else min(scores)

    def root(self, board: State, depth: int, scope: str) -> dict[str, int]:
        """Return the scores of the root's moves; those that are not best may be bounds.

        `scope` says what is asked for: "all" scores exactly, all "equal" best moves, or the
        "first" of these, which needs no more moves after a win that nothing can better.
        """
        scores: dict[str, int] = {}
        for move in self.ordered(board):
            best = max(scores.values(), default=-INFINITY)
            alpha = {"all": -INFINITY, "equal": best - 1, "first": best}[scope]
            if not self.pruning:
                alpha = -INFINITY
            scores[move] = self.score(self.game.play(board, move), depth - 1, 1, alpha)
            if scope == "first" and scores[move] >= WIN - (1 if self.quick_wins else 0):
                break
        return scores


def maxn(
    game: ReferenceGame,
    board: State,
    me: int,
    depth: int,
    rate: Rate,
    ties: str,
    ply: int = 1,
) -> tuple[int, ...]:
    """Return what a board is worth to each player if all look after themselves.

    The mover takes what is best for them; of equal moves the "first", or the one that is best
    ("kind") or worst ("spite") for `me`, and of these the first.
    """
    players = range(players_of(game))
    result = game.result(board)
    if result.kind != "ongoing":
        return tuple(standing(result, player) * (WIN - ply) for player in players)
    if depth == 0:
        return tuple(rate(board, player) for player in players)
    values = [
        maxn(game, game.play(board, move), me, depth - 1, rate, ties, ply + 1)
        for move in game.moves(board)
    ]
    mover = game.player(board)
    best = [value for value in values if value[mover] == max(each[mover] for each in values)]
    return chosen(best, me, ties)


def chosen(best: Sequence[tuple[int, ...]], me: int, ties: str) -> tuple[int, ...]:
    """Return the one of some values that are equal to the mover which the tie-break takes."""
    if ties == "kind":
        return max(best, key=lambda value: value[me])
    if ties == "spite":
        return min(best, key=lambda value: value[me])
    return best[0]


def players_of(game: ReferenceGame) -> int:
    """Return how many play a game."""
    return getattr(game, "players", 2)
