"""Kalah: sow seeds, collect them in your store. Who has more seeds in the end wins.

A seed that falls last into the own store gives another turn. A last seed in an empty house of your
own captures the seeds opposite. When one side is empty, the other keeps its seeds.

The state: six bits for each pit, the houses of player 1, the store, the houses of player 2 and the
store, eight pits in each word from the low bits on; and whose turn it is.
"""

import numpy as np

from plyground import rules

ONE, SIX, PIT = np.uint64(1), np.uint64(6), np.uint64(63)


class Kalah(rules.Game):
    """Kalah."""

    name, title = "kalah", "Kalah"
    summary = "Sow the seeds of a house; collect more than half of them in your store."
    parameters = (
        rules.Parameter("houses", 4, 1, 6, "houses of a side"),
        rules.Parameter("seeds", 3, 1, 4, "seeds in a house"),
    )
    decided_by, drawn_by = "more seeds", "as many seeds for both"

    def __init__(self, houses=4, seeds=3):
        super().__init__(houses=houses, seeds=seeds)
        self.max_plies = 4 * houses * houses * seeds  # what is the longest game? this is a guess
        self.move_texts = tuple(str(h + 1) for h in range(houses))
        self.move_hint = "the number of a house"
        labels = [rules.Label(n + 1, 3, str(n + 1)) for n in range(houses)]
        labels += [rules.Label(n + 1, -1, str(houses - n)) for n in range(houses)]
        self.board = rules.Board.grid(houses + 2, 3, labels=tuple(labels))
        self.cell_marks = (
            None,
            *(rules.Mark(None, str(n)) for n in range(2 * houses * seeds + 1)),
        )

    def kernels(self):
        houses, seeds = self.houses, self.seeds
        pits = 2 * houses + 2
        first = np.uint64(
            sum(seeds << (6 * n) for n in range(min(8, pits)) if n % (houses + 1) != houses)
        )
        second = np.uint64(
            sum(seeds << (6 * n - 48) for n in range(8, pits) if n % (houses + 1) != houses)
        )
        # the place on the board of each pit
        places = tuple(
            houses + 2 + houses + 1
            if n == houses
            else houses + 2
            if n == 2 * houses + 1
            else 2 * (houses + 2) + n + 1
            if n < houses
            else 2 * houses - n + 1
            for n in range(pits)
        )

        def start():
            return first, second, np.uint64(0)

        def player(state):
            return rules.as_int(state[2])

        def get(a, b, n):
            if n < 8:
                return rules.as_int((a >> (SIX * np.uint64(n))) & PIT)
            return rules.as_int((b >> (SIX * np.uint64(n - 8))) & PIT)

        def add(a, b, n, more):
            """The two words with `more` seeds in pit n; more may be negative."""
            if n < 8:
                return a + (np.uint64(more) << (SIX * np.uint64(n))), b
            return a, b + (np.uint64(more) << (SIX * np.uint64(n - 8)))

        def side(a, b, p):
            total = 0
            for h in range(houses):
                total += get(a, b, p * (houses + 1) + h)
            return total

        def moves(state, out):
            count = 0
            for h in range(houses):
                if get(state[0], state[1], player(state) * (houses + 1) + h):
                    out[count] = h
                    count += 1
            return count

        def play(state, move):
            a, b, turn = state
            p = rules.as_int(turn)
            pit = p * (houses + 1) + move
            hand = get(a, b, pit)
            a, b = add(a, b, pit, -hand)
            own, theirs = p * (houses + 1) + houses, (1 - p) * (houses + 1) + houses
            while hand > 0:
                pit = (pit + 1) % pits
                if pit != theirs:
                    a, b = add(a, b, pit, 1)
                    hand -= 1
            if pit // (houses + 1) == p and pit != own and get(a, b, pit) == 1:
                opposite = 2 * houses - pit
                caught = get(a, b, opposite)
                if caught:
                    a, b = add(a, b, opposite, -caught)
                    a, b = add(a, b, pit, -1)
                    a, b = add(a, b, own, caught + 1)
            left, right = side(a, b, 0), side(a, b, 1)
            if left == 0 or right == 0:
                for h in range(houses):
                    a, b = add(a, b, h, -get(a, b, h))
                    a, b = add(a, b, h + houses + 1, -get(a, b, h + houses + 1))
                a, b = add(a, b, houses, left)
                a, b = add(a, b, 2 * houses + 1, right)
            return a, b, turn if pit == own else turn ^ ONE

        def result(state):
            a, b = state[0], state[1]
            if side(a, b, 0) + side(a, b, 1):
                return rules.ONGOING
            one, two = get(a, b, houses), get(a, b, 2 * houses + 1)
            if one == two:
                return rules.DRAW
            return rules.won(0) if one > two else rules.won(1)

        def cells(state, out):
            for n in range(3 * (houses + 2)):
                out[n] = 0
            for n in range(pits):
                out[places[n]] = get(state[0], state[1], n) + 1

        return rules.kernels(start, player, moves, play, result, cells)
