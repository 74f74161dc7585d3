"""Three Men's Morris: three men each. Put them on the board, then slide them along the lines.

Three in a row win. The state: the men of X, those of O, and the number of moves so far, up to 6 or
7 in turn.
"""

import numpy as np

from plyground import rules

ONE = np.uint64(1)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
MASKS = tuple(np.uint64(sum(1 << s for s in line)) for line in LINES)
SLIDES = tuple(
    (s, t)
    for s in range(9)
    for t in range(9)
    if s != t
    and abs(s // 3 - t // 3) <= 1
    and abs(s % 3 - t % 3) <= 1
    and (s // 3 == t // 3 or s % 3 == t % 3 or s == 4 or t == 4)
)


def text(s):
    return f"{'abc'[s % 3]}{s // 3 + 1}"


class Morris(rules.Game):
    """Three Men's Morris."""

    name, title = "morris", "Three Men's Morris"
    summary = "Put three men on the board, then slide them along the lines. Three in a row win."
    decided_by, drawn_by = "three in a row", "no move is left"
    max_plies = 100
    move_texts = (*(text(s) for s in range(9)), *(text(s) + text(t) for s, t in SLIDES))
    move_hint = "a place, such as b2, or from and to, such as a1b2"
    board = rules.Board.grid(
        3,
        3,
        labels=(
            *(rules.Label(n, -1, "abc"[n]) for n in range(3)),
            *(rules.Label(-1, n, str(n + 1)) for n in range(3)),
        ),
    )

    def kernels(self):
        def start():
            return np.uint64(0), np.uint64(0), np.uint64(0)

        def player(state):
            return rules.as_int(state[2]) % 2

        def moves(state, out):
            p, taken, count = player(state), state[0] | state[1], 0
            if state[2] < np.uint64(6):
                for s in range(9):
                    if not taken & (ONE << np.uint64(s)):
                        out[count] = s
                        count += 1
                return count
            for n in range(len(SLIDES)):
                s, t = SLIDES[n]
                if state[p] & (ONE << np.uint64(s)) and not taken & (ONE << np.uint64(t)):
                    out[count] = 9 + n
                    count += 1
            return count

        def play(state, move):
            x, o, ply = state
            p = player(state)
            if move < 9:
                change = ONE << np.uint64(move)
            else:
                s, t = SLIDES[move - 9]
                change = (ONE << np.uint64(s)) | (ONE << np.uint64(t))
            ply = ply + ONE if ply < np.uint64(6) else np.uint64(13) - ply
            return (x, o ^ change, ply) if p else (x ^ change, o, ply)

        def result(state):
            for mask in MASKS:
                if state[0] & mask == mask:
                    return rules.won(0)
                if state[1] & mask == mask:
                    return rules.won(1)
            return rules.ONGOING

        def cells(state, out):
            for s in range(9):
                place = ONE << np.uint64(s)
                out[s] = 1 if state[0] & place else 2 if state[1] & place else 0

        return rules.kernels(start, player, moves, play, result, cells)
