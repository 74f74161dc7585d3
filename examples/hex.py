"""Hex on a small board: x joins top and bottom, o joins left and right; nobody can draw.

The state is two words, the cells of x and of o: column x of row y is bit (size + 1) * y + x. The
bit after a row is never set, so that nothing joins across the edge.
"""

import numpy as np

import plyground as pg

ONE = np.uint64(1)


class Hex(pg.Game):
    """Hex, drawn as a square: a cell also touches those above to the right, below to the left."""

    name, title = "hex", "Hex"
    summary = "Take turns to mark a cell; x joins top and bottom, o joins left and right."
    parameters = (pg.Parameter("size", 4, 2, 7, "cells of a side"),)
    symbols = ("x", "o")
    decided_by = "joined two sides"

    def __init__(self, size=4):
        super().__init__(size=size)
        self.max_plies = size * size
        self.move_texts = tuple(f"{'abcdefg'[s % size]}{s // size + 1}" for s in range(size**2))
        self.move_hint = "column and row, as in b2"
        columns = tuple(pg.Label(n, -1, "abcdefg"[n]) for n in range(size))
        rows = tuple(pg.Label(-1, n, str(n + 1)) for n in range(size))
        self.board = pg.Board.grid(size, size, labels=columns + rows)
        self.bits = tuple(s + s // size for s in range(size**2))

    def kernels(self):
        cells = tuple(ONE << np.uint64(bit) for bit in self.bits)
        begins = sum(cells[: self.size]), sum(cells[:: self.size])
        goals = sum(cells[-self.size :]), sum(cells[self.size - 1 :: self.size])
        steps = ONE, np.uint64(self.size), np.uint64(self.size + 1)

        def start():
            return np.uint64(0), np.uint64(0)

        def player(state):
            return pg.popcount(state[0] | state[1]) & 1

        def moves(state, out):
            count = 0
            for s in range(len(cells)):
                if not (state[0] | state[1]) & cells[s]:
                    out[count] = s
                    count += 1
            return count

        def play(state, move):
            x, o = state
            return (x, o | cells[move]) if player(state) else (x | cells[move], o)

        def result(state):
            for p in range(2):
                seen, more = np.uint64(0), state[p] & begins[p]
                while seen != more:
                    seen = more
                    for step in steps:
                        more |= (seen << step | seen >> step) & state[p]
                if seen & goals[p]:
                    return pg.won(p)
            return pg.ONGOING

        return pg.kernels(start, player, moves, play, result)

    def marks(self, state):
        owners = [0 if state[0] >> b & 1 else 1 if state[1] >> b & 1 else None for b in self.bits]
        return tuple(None if p is None else pg.Mark(p, self.symbols[p]) for p in owners)
