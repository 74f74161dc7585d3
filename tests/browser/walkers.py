"""A game in which pieces go from cell to cell, for tests: three walkers a side on nine cells."""

from __future__ import annotations

import numpy as np

from plyground import rules

_ONE = np.uint64(1)


class Walkers(rules.Game):
    """A walker steps ahead, straight or diagonally, to an empty cell."""

    name, title = "walkers", "Walkers"
    summary = "A walker steps ahead to an empty cell. The first on the far side wins."
    decided_by = "reached the far side"
    board = rules.Board.grid(3, 3)

    def __init__(self) -> None:
        super().__init__()
        self.max_plies = 12
        self.move_texts = tuple(f"{a + 1}-{b + 1}" for a in range(9) for b in range(9))
        self.move_hint = "from-to, such as 1-4"

    def kernels(self) -> rules.Kernels:
        def start():  # type: ignore[no-untyped-def]
            return np.uint64(0b111), np.uint64(0b111 << 6), np.uint64(0)

        def player(state):  # type: ignore[no-untyped-def]
            return rules.as_int(state[2])

        def has(word, cell):  # type: ignore[no-untyped-def]
            return rules.as_int((word >> np.uint64(cell)) & _ONE)

        def moves(state, out):  # type: ignore[no-untyped-def]
            own, ahead, count = state[0], 1, 0
            if player(state) == 1:
                own, ahead = state[1], -1
            for cell in range(9):
                row = cell // 3 + ahead
                for column in range(max(cell % 3 - 1, 0), min(cell % 3 + 2, 3)):
                    to = 3 * row + column
                    if has(own, cell) and 0 <= row < 3 and not has(state[0] | state[1], to):
                        out[count] = 9 * cell + to
                        count += 1
            return count

        def play(state, move):  # type: ignore[no-untyped-def]
            change = (_ONE << np.uint64(move // 9)) | (_ONE << np.uint64(move % 9))
            if player(state) == 0:
                return state[0] ^ change, state[1], state[2] ^ _ONE
            return state[0], state[1] ^ change, state[2] ^ _ONE

        def result(state):  # type: ignore[no-untyped-def]
            if state[0] >> np.uint64(6):
                return rules.won(0)
            if state[1] & np.uint64(0b111):
                return rules.won(1)
            free = ~(state[0] | state[1]) & np.uint64(0b111000)
            return rules.ONGOING if free else rules.lost(player(state))

        def cells(state, out):  # type: ignore[no-untyped-def]
            for cell in range(9):
                out[cell] = has(state[0], cell) + 2 * has(state[1], cell)

        return rules.kernels(start, player, moves, play, result, cells)
