"""Naive learning by temporal differences, for two players: n-tuples in dictionaries.

A board is rated by the sum of what each slot (a list of squares) shows, one table for each player
to move. Numbers are rounded where the product keeps them in 32 bits.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from .chance import below
from .common import ReferenceGame, State
from .search import standing

CERTAIN = 1e6


class NaiveLearner:
    """Learns a game from its own games.

    `slots` are the squares that each slot looks at, and `table_of` the table that it shares.
    """

    def __init__(
        self,
        game: ReferenceGame,
        slots: Sequence[Sequence[str]],
        table_of: Sequence[int],
        words: Iterator[int],
        tanh: Callable[[float], float],
        rates: Sequence[float],
    ) -> None:
        self.game, self.slots, self.table_of = game, slots, table_of
        self.words, self.tanh, self.rates = words, tanh, rates
        self.weights: defaultdict[object, np.float32] = defaultdict(lambda: np.float32(0))
        self.asked: defaultdict[object, np.float32] = defaultdict(lambda: np.float32(0))
        self.sizes: defaultdict[object, np.float32] = defaultdict(lambda: np.float32(0))

    def entries(self, board: State) -> list[object]:
        """Return the entry of each slot: the player to move, the table, and what is seen there."""
        held, mover = self.game.cells(board), self.game.player(board)
        return [
            (mover, table, tuple(held[square] for square in squares))
            for table, squares in zip(self.table_of, self.slots, strict=True)
        ]

    def total(self, board: State) -> float:
        """Return the sum for player 0, of four sums side by side and the rest with the first."""
        found = [float(self.weights[entry]) for entry in self.entries(board)]
        whole = len(found) // 4 * 4
        sums = [0.0] * 4
        for place, weight in enumerate(found):
            sums[place % 4 if place < whole else 0] += weight
        return (sums[0] + sums[1]) + (sums[2] + sums[3])

    def score(self, board: State, player: int) -> float:
        """Return what a board is worth to a player: a sum, or more if the game has ended."""
        result = self.game.result(board)
        if result.kind != "ongoing":
            return CERTAIN * standing(result, player)
        return self.total(board) if player == 0 else -self.total(board)

    def play(self, step: float, trace: float, exploring: int) -> None:
        """Play one game and learn from it; of a million moves so many are random."""
        board = self.game.start()
        steps: list[tuple[State, float, bool]] = []
        while self.game.result(board).kind == "ongoing":
            mover, moves = self.game.player(board), self.game.moves(board)
            best, equal, highest = "", 0, 0.0
            for move in moves:
                score = self.score(self.game.play(board, move), mover)
                if not best or score > highest:
                    best, equal, highest = move, 1, score
                elif score == highest:
                    equal += 1
                    if below(next(self.words), equal) == 0:
                        best = move
            chosen = best
            if below(next(self.words), 1_000_000) < exploring:
                chosen = moves[below(next(self.words), len(moves))]
            value = self.score(self.game.play(board, best), 0)
            ended = (
                abs(value) == CERTAIN
                or self.game.result(self.game.play(board, best)).kind == "draw"
            )
            after = value / CERTAIN if ended else self.tanh(value)
            steps.append((board, after, chosen == best))
            board = self.game.play(board, chosen)
        self.learn(steps, step, trace)

    def learn(self, steps: list[tuple[State, float, bool]], step: float, trace: float) -> None:
        """Move the ratings towards their targets, from the last board to the first."""
        target = None
        for board, after, followed in reversed(steps):
            wanted = after
            if target is not None and followed:
                wanted += trace * (target - after)
            target = wanted
            value = self.tanh(self.total(board))
            change = step / len(self.slots) * (wanted - value) * (1.0 - value * value)
            if abs(change) < 1e-8:
                continue
            for entry in self.entries(board):
                rate = 1.0
                if self.sizes[entry] > 0:
                    coherence = abs(self.asked[entry]) / self.sizes[entry]
                    rate = self.rates[int(coherence * np.float32(len(self.rates) - 1))]
                self.weights[entry] += np.float32(change * rate)
                self.asked[entry] += np.float32(change)
                self.sizes[entry] += np.float32(abs(change))
