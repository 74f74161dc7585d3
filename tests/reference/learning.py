"""Naive learning by temporal differences: n-tuples in dictionaries, one value for each player.

A board is rated by the sum of what each slot (a list of squares) shows: one table for each player
to move, or one for all, who see themselves as number 1. With two players the value of one is that
of the other, negated. Numbers are rounded where the product keeps them in 32 bits.
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
        turned: bool = False,
    ) -> None:
        self.game, self.slots, self.table_of = game, slots, table_of
        self.words, self.tanh, self.rates = words, tanh, rates
        self.turned = turned
        self.outputs = 1 if game.players == 2 else game.players
        self.weights: defaultdict[object, np.float32] = defaultdict(lambda: np.float32(0))
        self.means: defaultdict[object, np.float32] = defaultdict(lambda: np.float32(0))
        self.asked: defaultdict[object, np.float32] = defaultdict(lambda: np.float32(0))
        self.sizes: defaultdict[object, np.float32] = defaultdict(lambda: np.float32(0))

    def seen(self, number: int, mover: int) -> int:
        """Return what a square with a number shows."""
        players = self.game.players
        if not self.turned or not 1 <= number <= players:
            return number
        return (number - 1 - mover) % players + 1

    def entries(self, board: State, player: int) -> tuple[list[object], int]:
        """Return the entry of each slot for a player's value, and 1 or -1 to multiply it by."""
        held, mover = self.game.cells(board), self.game.player(board)
        output, sign = player, 1
        if self.turned:
            output = (player - mover) % self.game.players
        if self.outputs == 1 and output:
            output, sign = 0, -1
        whose = None if self.turned else mover
        found: list[object] = [
            (whose, table, output, tuple(self.seen(held[square], mover) for square in squares))
            for table, squares in zip(self.table_of, self.slots, strict=True)
        ]
        return found, sign

    def total(self, entries: list[object]) -> float:
        """Return a sum of weights: four sums side by side, and the rest with the first."""
        found = [float(self.weights[entry]) for entry in entries]
        whole = len(found) // 4 * 4
        sums = [0.0] * 4
        for place, weight in enumerate(found):
            sums[place % 4 if place < whole else 0] += weight
        return (sums[0] + sums[1]) + (sums[2] + sums[3])

    def score(self, board: State, player: int, ply: int = 0) -> float:
        """Return what a board is worth to a player: a sum, or more if the game has ended."""
        result = self.game.result(board)
        if result.kind != "ongoing":
            return (CERTAIN - ply) * standing(result, player)
        entries, sign = self.entries(board, player)
        return sign * self.total(entries)

    def wanted(self, board: State, player: int) -> float:
        """Return a score, squashed."""
        score = self.score(board, player)
        ended = self.game.result(board).kind != "ongoing"
        return score / CERTAIN if ended else self.tanh(score)

    def look_ahead(self, board: State, plies: int, ply: int = 0) -> list[float]:
        """Return a board's score for each player after the best moves of so many plies.

        Each player moves to the best score for himself, the first of equal ones. `ply` is how many
        plies were played since the look ahead began.
        """
        if plies == 0 or self.game.result(board).kind != "ongoing":
            return [self.score(board, player, ply - 1) for player in range(self.game.players)]
        mover = self.game.player(board)
        found = [
            self.look_ahead(self.game.play(board, move), plies - 1, ply + 1)
            for move in self.game.moves(board)
        ]
        return max(found, key=lambda scores: scores[mover])

    def opening(self, openings: int, longest: int) -> State:
        """Return the first board of a game; of a million games so many begin elsewhere."""
        if not openings or below(next(self.words), 1_000_000) >= openings:
            return self.game.start()
        while True:
            board = self.game.start()
            for _ in range(below(next(self.words), longest + 1)):
                moves = self.game.moves(board)
                board = self.game.play(board, moves[below(next(self.words), len(moves))])
                if self.game.result(board).kind != "ongoing":
                    break
            else:
                return board

    def play(self, step: float, trace: float, exploring: int, openings: int, longest: int) -> None:
        """Play one game and learn from it; of a million moves so many are random."""
        board = self.opening(openings, longest)
        steps: list[tuple[State, list[float], bool]] = []
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
            then = self.game.play(board, best)
            after = [self.wanted(then, player) for player in range(self.outputs)]
            steps.append((board, after, chosen == best))
            board = self.game.play(board, chosen)
        self.learn(steps, step, trace)

    def look(self, looks: int) -> None:
        """Move the means of all weights towards what they are now, at this one of all looks."""
        rate = np.float32(10 / looks)
        for entry, weight in self.weights.items():
            self.means[entry] += rate * (weight - self.means[entry])

    def learn(
        self, steps: list[tuple[State, list[float], bool]], step: float, trace: float
    ) -> None:
        """Move the ratings towards their targets, from the last board to the first."""
        targets: list[float] = []
        for board, after, followed in reversed(steps):
            share = trace if targets and followed else 0.0
            targets = [
                one + share * (later - one)
                for one, later in zip(after, targets or after, strict=True)
            ]
            for player in range(self.outputs):
                entries, sign = self.entries(board, player)
                value = self.tanh(self.total(entries))
                error = sign * targets[player] - value
                change = step / len(self.slots) * error * (1.0 - value * value)
                if abs(change) >= 1e-8:
                    self.correct(entries, change)

    def correct(self, entries: list[object], change: float) -> None:
        """Change weights, each by its own step size."""
        for entry in entries:
            rate = 1.0
            if self.sizes[entry] > 0:
                coherence = abs(float(self.asked[entry])) / float(self.sizes[entry])
                rate = self.rates[int(coherence * (len(self.rates) - 1))]
            self.weights[entry] += np.float32(change * rate)
            self.asked[entry] += np.float32(change)
            self.sizes[entry] += np.float32(abs(change))
