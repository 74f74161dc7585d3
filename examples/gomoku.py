"""Gomoku: the first player with five in a line wins; on 4 x 4 cells, with four."""

import numpy as np

from plyground import rules


class Gomoku(rules.Game):
    """Gomoku. The state: the cells of X in two words, the low one first, then those of O."""

    name, title, move_hint = "gomoku", "Gomoku", "column and row, such as b2"
    summary = "Take turns to mark a cell. The first with five in a line wins, on 4 x 4 with four."
    parameters = (rules.Parameter("size", 4, 4, 9, "cells of a side"),)

    def __init__(self, size=4):
        super().__init__(size=size)
        self.decided_by, self.max_plies = f"{('four', 'five')[size > 4]} in a line", size * size
        columns, rows = "abcdefghi"[:size], "123456789"[:size]
        self.move_texts = tuple(column + row for row in rows for column in columns)
        labels = [rules.Label(n, -1, columns[n]) for n in range(size)]
        labels += [rules.Label(-1, n, rows[n]) for n in range(size)]
        self.board = rules.Board.grid(size, size, labels=tuple(labels))

    def kernels(self):
        def words(sites):
            return tuple(np.uint64(sum(1 << s for s in sites) >> n & 2**64 - 1) for n in (0, 64))

        n, k, side = self.size, min(self.size, 5), range(self.size)
        ends = range(n - k + 1)
        ways = (side, ends, 1), (ends, side, n), (ends, ends, n + 1), (ends, side[k - 1 :], n - 1)
        firsts = [(n * y + x, step) for ys, xs, step in ways for y in ys for x in xs]
        masks = tuple(words(range(s, s + k * step, step)) for s, step in firsts)
        places = tuple(words([s]) for s in range(n * n))

        def has(state, p, mask):
            return state[2 * p] & mask[0] == mask[0] and state[2 * p + 1] & mask[1] == mask[1]

        def start():
            return np.uint64(0), np.uint64(0), np.uint64(0), np.uint64(0)

        def player(state):
            return rules.popcount(state[0] ^ state[1] ^ state[2] ^ state[3]) & 1

        def moves(state, out):
            count = 0
            for s in range(len(places)):
                if not (has(state, 0, places[s]) or has(state, 1, places[s])):
                    out[count] = s
                    count += 1
            return count

        def play(state, move):
            (a, b, c, d), (low, high) = state, places[move]
            return (a, b, c | low, d | high) if player(state) else (a | low, b | high, c, d)

        def result(state):
            for line in masks:
                if has(state, 1 - player(state), line):
                    return rules.won(1 - player(state))
            both = rules.popcount(state[0] | state[2]) + rules.popcount(state[1] | state[3])
            return rules.DRAW if both == len(places) else rules.ONGOING

        def cells(state, out):
            for s in range(len(places)):
                out[s] = 1 if has(state, 0, places[s]) else 2 if has(state, 1, places[s]) else 0

        def deciding(state, out):
            count = 0
            for s in range(len(places)):
                for line in masks:
                    if has(line, 0, places[s]) and (has(state, 0, line) or has(state, 1, line)):
                        out[count] = s
                        count += 1
                        break
            return count

        return rules.kernels(start, player, moves, play, result, cells, deciding)
