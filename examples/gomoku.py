"""Gomoku on 4 x 4 cells: the first player with four in a line wins."""

import numpy as np

from plyground import rules

LINES = [range(y, y + 4) for y in (0, 4, 8, 12)] + [range(x, 16, 4) for x in range(4)]
LINES += [range(0, 16, 5), range(3, 15, 3)]
MASKS = tuple(np.uint64(sum(1 << s for s in line)) for line in LINES)
CELLS = tuple(np.uint64(1 << s) for s in range(16))


class Gomoku(rules.Game):
    """Gomoku. The state: the cells of X and those of O, a bit for each cell, row by row."""

    name, title, decided_by = "gomoku", "Gomoku", "four in a line"
    summary = "Take turns to mark a cell. The first player with four in a line wins."
    move_texts = tuple(column + row for row in "1234" for column in "abcd")
    max_plies, move_hint = 16, "column and row, such as b2"
    labels = [(n, -1, "abcd"[n]) for n in range(4)] + [(-1, n, "1234"[n]) for n in range(4)]
    board = rules.Board.grid(4, 4, labels=tuple(rules.Label(*label) for label in labels))

    def kernels(self):
        def start():
            return np.uint64(0), np.uint64(0)

        def player(state):
            return rules.popcount(state[0] | state[1]) & 1

        def moves(state, out):
            count = 0
            for s in range(16):
                if not (state[0] | state[1]) & CELLS[s]:
                    out[count] = s
                    count += 1
            return count

        def play(state, move):
            x, o = state
            return (x, o | CELLS[move]) if player(state) else (x | CELLS[move], o)

        def result(state):
            for line in MASKS:
                if state[0] & line == line or state[1] & line == line:
                    return rules.won(1 - player(state))
            return rules.DRAW if rules.popcount(state[0] | state[1]) == 16 else rules.ONGOING

        def cells(state, out):
            for s in range(16):
                out[s] = 1 if state[0] & CELLS[s] else 2 if state[1] & CELLS[s] else 0

        def deciding(state, out):
            made = np.uint64(0)
            for line in MASKS:
                if state[0] & line == line or state[1] & line == line:
                    made |= line
            return rules.write_bits(made, out)

        return rules.kernels(start, player, moves, play, result, cells, deciding)
