"""Numerical tic-tac-toe with any sum: write odd or even numbers; a line with that sum wins.

The state: the number in each cell, cell s from bit 4 s on, and a bit for each number that is used.
"""

import numpy as np

from plyground import rules

ONE, FOUR, NUMBER = np.uint64(1), np.uint64(4), np.uint64(15)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
TURNED, MIRRORED = (6, 3, 0, 7, 4, 1, 8, 5, 2), (2, 1, 0, 5, 4, 3, 8, 7, 6)


class Sums(rules.Game):
    """Numerical tic-tac-toe, in which a line of three with the sum `target` wins."""

    name, title, decided_by = "sums", "Numerical tic-tac-toe, any sum", "a line with the sum"
    summary = "Player 1 writes odd numbers, player 2 even ones; the first line with the sum wins."
    parameters = (rules.Parameter("target", 15, 6, 24, "the sum of a line that wins"),)
    drawn_by, move_hint, max_plies, draws_are_longest = "the board is full", "7@2", 9, True
    move_texts = tuple(f"{number}@{cell}" for cell in range(1, 10) for number in range(1, 10))
    cell_marks = (None, *(rules.Mark(1 - number % 2, str(number)) for number in range(1, 10)))
    board = rules.Board.grid(3, 3)

    def kernels(self):
        target = self.target

        def start():
            return np.uint64(0), np.uint64(0)

        def player(state):
            return rules.popcount(state[1]) & 1

        def at(state, s):
            return rules.as_int((state[0] >> (FOUR * np.uint64(s))) & NUMBER)

        def moves(state, out):
            count = 0
            for code in range(81):
                s, number = code // 9, code % 9 + 1
                free = not at(state, s) and not state[1] & (ONE << np.uint64(number))
                if free and number % 2 != player(state):
                    out[count] = code
                    count += 1
            return count

        def play(state, move):
            number = np.uint64(move % 9 + 1)
            return state[0] | (number << (FOUR * np.uint64(move // 9))), state[1] | (ONE << number)

        def result(state):
            for a, b, c in LINES:
                x, y, z = at(state, a), at(state, b), at(state, c)
                if x and y and z and x + y + z == target:
                    return rules.won(1 - player(state))
            return rules.DRAW if rules.popcount(state[1]) == 9 else rules.ONGOING

        def canonical(state):
            best = here = state[0]
            for n in range(8):
                before, here = here, np.uint64(0)
                for s in range(9):
                    source = np.uint64(MIRRORED[s] if n == 4 else TURNED[s])
                    here |= ((before >> (FOUR * source)) & NUMBER) << (FOUR * np.uint64(s))
                best = min(best, here)
            return best, state[1]

        def cells(state, out):
            for s in range(9):
                out[s] = at(state, s)

        return rules.kernels(start, player, moves, play, result, canonical, cells)
