"""Numerical tic-tac-toe with any sum. The state: the number in each cell, and those used."""

import numpy as np

from plyground import rules

ONE, NUMBER, PLACES = np.uint64(1), np.uint64(15), tuple(np.uint64(4 * s) for s in range(9))
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
        target = np.uint64(self.target)

        def start():
            return np.uint64(0), np.uint64(0)

        def player(state):
            return rules.popcount(state[1]) & 1

        def moves(state, out):
            count = 0
            for code in range(81):
                free = not (state[0] >> PLACES[code // 9]) & NUMBER
                unused = not (state[1] >> np.uint64(code % 9)) & ONE
                if free and unused and code % 9 % 2 == player(state):
                    out[count] = code
                    count += 1
            return count

        def play(state, move):
            n = np.uint64(move % 9)
            return state[0] | ((n + ONE) << PLACES[move // 9]), state[1] | (ONE << n)

        def result(state):
            for a, b, c in LINES:
                x, y = (state[0] >> PLACES[a]) & NUMBER, (state[0] >> PLACES[b]) & NUMBER
                z = (state[0] >> PLACES[c]) & NUMBER
                if x and y and z and x + y + z == target:
                    return rules.won(1 - player(state))
            return rules.DRAW if rules.popcount(state[1]) == 9 else rules.ONGOING

        def canonical(state):
            best = board = state[0]
            for n in range(8):
                before, board = board, np.uint64(0)
                for s in range(9):
                    source = MIRRORED[s] if n == 4 else TURNED[s]
                    board |= ((before >> PLACES[source]) & NUMBER) << PLACES[s]
                best = min(best, board)
            return best, state[1]

        def cells(state, out):
            for s in range(9):
                out[s] = rules.as_int((state[0] >> PLACES[s]) & NUMBER)

        return rules.kernels(start, player, moves, play, result, canonical, cells)
