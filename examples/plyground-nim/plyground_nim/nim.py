"""Nim with heaps of 1, 2, 3, ... matches: take any number from one; the last match wins.

The state is two words: four bits for each heap, and whose turn it is.
"""

import numpy as np

from plyground import rules

ONE, BITS, HEAP = np.uint64(1), np.uint64(4), np.uint64(15)


class Nim(rules.Game):
    """Nim."""

    name, title = "nim", "Nim"
    summary = "Take any number of matches from one heap. The player who takes the last one wins."
    parameters = (rules.Parameter("heaps", 4, 1, 9, "heaps of matches"),)
    decided_by = "took the last match"

    def __init__(self, heaps=4):
        super().__init__(heaps=heaps)
        self.max_plies = heaps * (heaps + 1) // 2
        self.move_texts = tuple(f"{h + 1}:{n + 1}" for h in range(heaps) for n in range(heaps))
        self.move_hint = "heap:matches, such as 2:1"
        labels = tuple(rules.Label(-1, h, str(h + 1)) for h in range(heaps))
        self.board = rules.Board.grid(1, heaps, labels=labels)
        self.cell_marks = (None, *(rules.Mark(None, "|" * n) for n in range(1, heaps + 1)))

    def kernels(self):
        heaps = self.heaps
        full = np.uint64(sum((h + 1) << (4 * h) for h in range(heaps)))

        def start():
            return full, np.uint64(0)

        def player(state):
            return rules.as_int(state[1])

        def moves(state, out):
            count = 0
            for h in range(heaps):
                for n in range(rules.as_int((state[0] >> (BITS * np.uint64(h))) & HEAP)):
                    out[count] = heaps * h + n
                    count += 1
            return count

        def play(state, move):
            h, n = np.uint64(move // heaps), np.uint64(move % heaps)
            return state[0] - ((n + ONE) << (BITS * h)), state[1] ^ ONE

        def result(state):
            return rules.won(1 - player(state)) if state[0] == 0 else rules.ONGOING

        def cells(state, out):
            for h in range(heaps):
                out[h] = rules.as_int((state[0] >> (BITS * np.uint64(h))) & HEAP)

        return rules.kernels(start, player, moves, play, result, cells)
