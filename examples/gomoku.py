"""Gomoku on 4 x 4 cells: four of one's own in a line win.

The state is two words with a bit for each cell, row by row: those of x and of o.
"""

import numpy as np

import plyground as pg

N = 4
ROWS = [[N * y + x for x in range(N)] for y in range(N)]
COLUMNS = [list(column) for column in zip(*ROWS, strict=True)]
LINES = [*ROWS, *COLUMNS, [ROWS[n][n] for n in range(N)], [ROWS[n][-1 - n] for n in range(N)]]
MASKS = tuple(np.uint64(sum(1 << s for s in line)) for line in LINES)
ZERO, ONE = np.uint64(0), np.uint64(1)


class Gomoku(pg.Game):
    """Gomoku."""

    name, title = "gomoku", "Gomoku"
    summary = "Take turns to mark a cell; four of your own in a line win."
    symbols = ("x", "o")
    decided_by = "four in a line"
    max_plies = N * N
    move_texts = tuple(f"{'abcd'[s % N]}{s // N + 1}" for s in range(N * N))
    move_hint = "column and row, as in b2"
    across = tuple(pg.Label(n, -1, "abcd"[n]) for n in range(N))
    board = pg.Board.grid(N, N, labels=across + tuple(pg.Label(-1, n, "1234"[n]) for n in range(N)))

    def kernels(self):
        def start():
            return ZERO, ZERO

        def player(state):
            return pg.popcount(state[0] | state[1]) & 1

        def moves(state, out):
            count = 0
            for s in range(N * N):
                if not (state[0] | state[1]) >> np.uint64(s) & ONE:
                    out[count] = s
                    count += 1
            return count

        def play(state, move):
            x, o = state
            cell = ONE << np.uint64(move)
            return (x, o | cell) if player(state) else (x | cell, o)

        def result(state):
            for line in MASKS:
                if state[0] & line == line:
                    return pg.won(0)
                if state[1] & line == line:
                    return pg.won(1)
            return pg.DRAW if pg.popcount(state[0] | state[1]) == N * N else pg.ONGOING

        return pg.kernels(start, player, moves, play, result)

    def marks(self, state):
        x, o = state
        owners = [0 if x >> s & 1 else 1 if o >> s & 1 else None for s in range(N * N)]
        return tuple(None if p is None else pg.Mark(p, self.symbols[p]) for p in owners)

    def deciding(self, state):
        lines = [line for line in LINES if any(all(w >> s & 1 for s in line) for w in state)]
        return frozenset(s for line in lines for s in line)
