"""The heuristics of Connect Four, by name.

line-table    every counter is worth the number of fours that can pass through its cell on an
              empty board; the player's counters minus the opponent's
open-lines    the same, but only fours that the other side has not blocked count
threats       open-lines, plus 40 for every empty cell that would complete a four of the player
              and that the player gets once both sides run out of other moves: in an odd row,
              counted from 1, for the first player, in an even row for the second, with no cell
              below it that completes a four of the other side; minus those of the opponent
"""

from __future__ import annotations

import numpy as np

from plyground.games.connect4_layout import layout_of
from plyground.kernel import Word, compiled, popcount
from plyground.position import Kernels, State

_TWO = np.uint64(2)
_THREE = np.uint64(3)

_THREAT = 40  # no other of ten weights, for these or other threats, did better in games


def heuristics(columns: int, rows: int) -> Kernels:
    """The kernels for a board of this size; cells are bits, see `connect4`."""
    layout = layout_of(columns, rows)
    boards, board, steps = layout.boards, layout.board, layout.steps
    zero = layout.word(0)
    # Rows odd when counted from 1 are good for the first player, the others for the second.
    first_rows = layout.odd_rows
    planes = tuple(map(layout.word, _planes(_lines_through(columns, rows), rows + 1)))

    @compiled
    def counters(state: State, player: int) -> tuple[Word, Word]:
        """The counters of the player, and those of the opponent."""
        own, both = boards(state)
        other = own ^ both
        if (popcount(both) & 1) == player:
            return own, other
        return other, own

    @compiled
    def line_table(state: State, player: int) -> int:
        own, other = counters(state, player)
        score = 0
        for bit in range(len(planes)):
            score += (popcount(own & planes[bit]) - popcount(other & planes[bit])) << bit
        return score

    @compiled
    def in_open_lines(own: Word, other: Word) -> int:
        """For each of the own counters, the fours through it without a counter of the other."""
        usable = board & ~other
        total = 0
        for step in steps:
            pairs = usable & usable >> step
            fours = pairs & pairs >> _TWO * step
            for cell in range(4):
                total += popcount(fours & own >> np.uint64(cell) * step)
        return total

    @compiled
    def open_lines(state: State, player: int) -> int:
        own, other = counters(state, player)
        return in_open_lines(own, other) - in_open_lines(other, own)

    @compiled
    def completing(own: Word) -> Word:
        """The cells, taken or not, that have the three other cells of a four filled by `own`."""
        cells = zero
        for step in steps:
            behind, ahead = own << step, own >> step
            two_behind, two_ahead = behind & own << _TWO * step, ahead & own >> _TWO * step
            cells |= two_behind & (own << _THREE * step | ahead)
            cells |= two_ahead & (own >> _THREE * step | behind)
        return cells & board

    @compiled
    def above(cells: Word) -> Word:
        """The cells anywhere above."""
        found = zero
        for _ in range(rows - 1):
            cells = cells << np.uint64(1) & board
            found |= cells
        return found

    @compiled
    def threats(state: State, player: int) -> int:
        own, other = counters(state, player)
        empty = board ^ boards(state)[1]
        mine, theirs = completing(own) & empty, completing(other) & empty
        my_rows = first_rows if player == 0 else board ^ first_rows
        lasting = popcount(mine & my_rows & ~above(theirs))
        lasting -= popcount(theirs & ~my_rows & ~above(mine))
        return in_open_lines(own, other) - in_open_lines(other, own) + _THREAT * lasting

    return {"line-table": line_table, "open-lines": open_lines, "threats": threats}


def _lines_through(columns: int, rows: int) -> list[list[int]]:
    """The number of fours that pass through each cell, [columns][rows]."""
    count = [[0] * rows for _ in range(columns)]
    for c in range(columns):
        for r in range(rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(c + i * right, r + i * up) for i in range(4)]
                if all(0 <= x < columns and 0 <= y < rows for x, y in cells):
                    for x, y in cells:
                        count[x][y] += 1
    return count


def _planes(worth: list[list[int]], height: int) -> tuple[int, ...]:
    """For each binary digit, the cells whose worth has it set."""
    digits = max(max(column) for column in worth).bit_length()
    return tuple(
        sum(
            1 << c * height + r
            for c, column in enumerate(worth)
            for r, lines in enumerate(column)
            if lines >> digit & 1
        )
        for digit in range(digits)
    )
