"""A game that need not end: step on (a), or jump (b) and lose."""

import numpy as np

from plyground import rules

ONE = np.uint64(1)


class Loopy(rules.Game):
    """Loopy."""

    name, title = "loopy", "Loopy"
    summary = "Step, or jump from the second field and lose."
    decided_by = "jumped"
    max_plies = 20
    move_texts = ("a", "b")
    move_hint = "a or b"
    board = rules.Board.grid(3, 1)
    cell_marks = (None, rules.Mark(None, "*"))

    def kernels(self):
        def start():
            return np.uint64(0), np.uint64(0)

        def player(state):
            return rules.as_int(state[1])

        def moves(state, out):
            out[0] = 0
            if state[0] == 1:
                out[1] = 1
                return 2
            return 1

        def play(state, move):
            if move == 1:
                return np.uint64(2), state[1] ^ ONE
            return state[0] ^ ONE, state[1] ^ ONE

        def result(state):
            if state[0] == 2:
                return rules.won(player(state))
            return rules.ONGOING

        def cells(state, out):
            for c in range(3):
                out[c] = 0
            out[rules.as_int(state[0])] = 1

        return rules.kernels(start, player, moves, play, result, cells)
