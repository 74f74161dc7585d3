"""Naive tree search guided by what was learned: each position has a dictionary of those after it.

A playout goes to a position without others after it, makes them all, rates each for the player who
moves there, and takes what the best of them brings each player up to the root. On its way it takes
a proven win, else the move with the greatest mean reward, its rating counted as one visit, plus
exploration x share x sqrt(visits of the position) / (1 + visits of the move); the shares are the
softmax of the ratings. Ratings are whole numbers of points, as in the product.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt

from .common import State
from .learning import NaiveLearner
from .search import standing

WIN = 1 << 20


@dataclass
class Node:
    """A position: who moved here, its points if rated for them, and what playouts brought them.

    A proof says what the player at the root gets: 1, 0 or -1, or nothing yet.
    """

    board: State
    mover: int = -1
    rating: int = 0
    share: float = 0.0
    visits: int = 0
    points: int = 0
    proof: int | None = None
    after: dict[str, "Node"] = field(default_factory=dict)


class NaiveGuided:
    """A search from a board, with the numbers and the functions that the product uses."""

    def __init__(
        self,
        learner: NaiveLearner,
        board: State,
        exploration: float,
        temperature: float,
        exp: Callable[[float], float],
        capacity: int,
    ) -> None:
        self.learner, self.game, self.exp = learner, learner.game, exp
        self.exploration, self.temperature = exploration, temperature
        self.capacity, self.made = capacity, 1
        self.me, self.two = self.game.player(board), self.game.players == 2
        self.root = Node(board)
        self.grow(self.root)
        self.prove(self.root)

    def run(self, playouts: int) -> int:
        """Make playouts, and return how many were made before all was decided."""
        for number in range(playouts):
            if self.root.proof == 1 or (self.two and self.root.proof is not None):
                return number
            self.visit(self.root)
            self.prove(self.root)
        return playouts

    def visit(self, node: Node) -> list[int]:
        """Make a playout from a position, and return what it brings each player."""
        if node.proof is not None and (self.two or not node.after):
            rewards = self.proven(node)
        elif node.after:
            rewards = self.visit(self.chosen(node))
        else:
            rewards = self.grow(node)
        node.visits += 1
        node.points += rewards[node.mover]
        return rewards

    def proven(self, node: Node) -> list[int]:
        """Return what a proven or ended position brings each player."""
        result = self.game.result(node.board)
        if result.kind != "ongoing":
            goods = [standing(result, player) for player in range(self.game.players)]
        else:
            assert node.proof is not None
            goods = [node.proof if player == self.me else -node.proof for player in range(2)]
        return [(1 + good) * WIN // 2 for good in goods]

    def rated(self, board: State, player: int) -> int:
        """Return what a board brings a player, by its result or by what was learned."""
        return int(WIN * (0.5 + 0.5 * self.learner.wanted(board, player)))

    def grow(self, node: Node) -> list[int]:
        """Make the positions after one, if there is room, and return what the best of them brings.

        Without room it is what the position itself brings.
        """
        players, mover = range(self.game.players), self.game.player(node.board)
        moves = self.game.moves(node.board)
        if self.made + len(moves) > self.capacity:
            return [self.rated(node.board, player) for player in players]
        self.made += len(moves)
        for move in moves:
            board = self.game.play(node.board, move)
            node.after[move] = Node(board, mover, self.rated(board, mover))
            result = self.game.result(board)
            if result.kind != "ongoing":
                node.after[move].proof = standing(result, self.me)
        found = list(node.after.values())
        best = max(found, key=lambda child: child.rating)
        heights = [(child.rating - best.rating) / (self.temperature * WIN) for child in found]
        together = 0.0
        for height in heights:
            together += self.exp(height)
        for child, height in zip(found, heights, strict=True):
            child.share = self.exp(height) / together
        return [self.rated(best.board, player) for player in players]

    def meaning(self, node: Node) -> int:
        """Return 1, -1 or 0: what a proof means for the player to move, times itself."""
        if node.proof == -1:
            return 0
        return 1 if self.game.player(node.board) == self.me else -1 if self.two else 0

    def chosen(self, node: Node) -> Node:
        """Return the position to go to, the first of equally good ones."""
        sign = self.meaning(node)

        def urgency(child: Node) -> float:
            means = None if child.proof is None else sign * child.proof
            if means in (1, -1):
                return 1e9 * means
            worth = (child.rating + child.points) / WIN / (1 + child.visits)
            if child.proof == 0 and self.two:
                worth = 0.5
            breadth = self.exploration * sqrt(node.visits)
            return worth + breadth * child.share / (1 + child.visits)

        return max(node.after.values(), key=urgency)

    def prove(self, node: Node) -> None:
        """Draw all conclusions below a position."""
        if not node.after or node.proof is not None:
            return
        for child in node.after.values():
            self.prove(child)
        sign = 1 if self.game.player(node.board) == self.me else -1
        proofs = [None if each.proof is None else sign * each.proof for each in node.after.values()]
        known = [proof for proof in proofs if proof is not None]
        if 1 in known:
            node.proof = sign
        elif len(known) == len(proofs):
            node.proof = sign * max(known)
