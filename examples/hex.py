"""Hex, drawn as a square: a cell also touches those above to the right and below to the left."""

import numpy as np

from plyground import rules


class Hex(rules.Game):
    """Hex. The state: the cells of X and those of O, column x of row y as bit 8 * y + x."""

    name, title, decided_by, move_hint = "hex", "Hex", "joined two sides", "column and row: b2"
    summary = "Take turns to mark a cell. X joins top and bottom, O joins left and right."
    parameters = (rules.Parameter("size", 4, 2, 7, "cells of a side"),)

    def __init__(self, size=4):
        super().__init__(size=size)
        self.max_plies = size * size
        self.move_texts = tuple(f"{x}{y + 1}" for y in range(size) for x in "abcdefg"[:size])
        columns = tuple(rules.Label(n, -1, "abcdefg"[n]) for n in range(size))
        rows = tuple(rules.Label(-1, n, str(n + 1)) for n in range(size))
        self.board = rules.Board.grid(size, size, labels=columns + rows)

    def kernels(self):
        side = range(self.size)
        places = tuple(np.uint64(1 << 8 * y + x) for y in side for x in side)
        begins = sum(places[: self.size]), sum(places[:: self.size])
        goals = sum(places[-self.size :]), sum(places[self.size - 1 :: self.size])

        def start():
            return np.uint64(0), np.uint64(0)

        def player(state):
            return rules.popcount(state[0] | state[1]) & 1

        def moves(state, out):
            count = 0
            for s in range(len(places)):
                if not (state[0] | state[1]) & places[s]:
                    out[count] = s
                    count += 1
            return count

        def play(state, move):
            x, o = state
            return (x, o | places[move]) if player(state) else (x | places[move], o)

        def result(state):
            p = 1 - player(state)
            group = state[p] & begins[p]
            for _ in places:  # a path has at most this many cells
                for step in np.uint64(1), np.uint64(7), np.uint64(8):
                    group |= (group << step | group >> step) & state[p]
            return rules.won(p) if group & goals[p] else rules.ONGOING

        def cells(state, out):
            for s in range(len(places)):
                out[s] = 1 if state[0] & places[s] else 2 if state[1] & places[s] else 0

        return rules.kernels(start, player, moves, play, result, cells)
