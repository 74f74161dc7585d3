"""What makes exact solving of Connect Four quick: forced moves, proven limits, merged positions.

Vocabulary: a player's threat is an empty cell that would complete a four of that player. A four is
open to a player if it holds no counter of the other. Rows are counted from 1: the bottom row is
odd. States are encoded as `connect4` says; `own` are the counters of the player to move, `other`
those of the opponent.

candidates   If the opponent threatens to fill a cell at once, the player must fill it. The player
             never moves directly below a threat of the opponent. One of the moves left is best,
             unless the player wins at once or every move loses; `bounds` finds both cases.

bounds       Nobody wins without an open four.

             On boards with an even number of rows the second player can always reply in the column
             just played (follow-up; Allis, "A knowledge-based approach of Connect-Four", 1988), as
             long as the first player plays in a column with an even number of counters. So the
             second player gets every cell of an even row with an empty cell below it. The first
             player gets at most the cells of odd rows and those cells of even rows that can be
             filled right now. If the first player fills one of the latter, the second player fills
             another: their number is even, so there is one. If the cells that the first player can
             get contain no four, the first player does not win. If, besides, the cells that the
             second player gets for certain contain a four, the second player wins.

class_key    A counter in no open four of its own colour no longer matters: it only fills its cell.
             Positions that differ in such counters only, or are mirror images, have the same value
             and the same play. Each column becomes a number in base 3 whose first digit, that of
             the bottom row, weighs least: 1 is such a counter, 2 one of the player to move, 3 one
             of the opponent; empty cells have no digit. Without the digit 0, different columns have
             different numbers.
"""

from __future__ import annotations

import numpy as np

from plyground.games.connect4_layout import WORD_BITS, bits_of, layout_of
from plyground.kernel import (
    Word,
    as_int,
    compiled,
    local_array,
    lowest_bit,
    popcount,
    trailing_zeros,
)
from plyground.position import Ints, Kernels, State, kernels

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)

# Larger class keys would need too large a table: there only mirror images are merged.
_MERGED_BITS = 72

# Still larger keys are kept whole: packed, the least table would take more than a GiB.
_PACKED_BITS = 75

# The rank of a move: the worth of its threats, by measurement. A near threat can be filled by one
# of the next two counters in its column. Threats above a threat of the opponent do not count.
_NEAR, _FAR, _GOOD_ROW = 4, 2, 1


def column_codes(rows: int) -> int:
    """How many numbers a column can have in a class key."""
    return (3 ** (rows + 1) - 1) // 2  # type: ignore[no-any-return]


def class_bits(columns: int, rows: int) -> tuple[int, int]:
    """How many bits the words of a class key have."""
    in_low = _columns_of_low(columns, rows)
    high = column_codes(rows) ** (columns - in_low) - 1
    bits = high.bit_length(), (column_codes(rows) ** in_low - 1).bit_length()
    return bits if sum(bits) <= _MERGED_BITS else _unmerged_bits(columns, rows)


def _unmerged_bits(columns: int, rows: int) -> tuple[int, int]:
    """How many bits the words of a key have, of which the high one counts if they can be packed."""
    bits = bits_of(columns, rows)
    high = max(bits - WORD_BITS, 0)
    return (high if bits <= _PACKED_BITS else 0, bits - high)


def _columns_of_low(columns: int, rows: int) -> int:
    """How many columns fit into one word."""
    return max(c for c in range(1, columns + 1) if column_codes(rows) ** c <= 1 << 64)


def solving_kernels(columns: int, rows: int) -> Kernels:
    """The kernels for a board of this size."""
    height = rows + 1
    cells = columns * rows
    win = cells + 1  # the value of a win that takes n plies is this minus n
    layout = layout_of(columns, rows)
    boards, steps = layout.boards, layout.steps
    bottom, board, odd_rows = layout.bottom, layout.board, layout.odd_rows
    zero, column = layout.word(0), layout.word((1 << rows) - 1)
    even_rows = board ^ odd_rows
    across = steps[1:]
    follow_up = rows % 2 == 0
    # The columns from the centre outwards: where moves look alike, central ones come first.
    order = np.array(sorted(range(columns), key=lambda c: abs(2 * c - columns + 1)), np.int64)
    starts = (order * height).astype(np.uint64)

    @compiled
    def completing(own: Word) -> Word:
        """The cells, taken or not, that have the three other cells of a four filled by `own`."""
        found = own << _ONE & own << _TWO & own << _THREE
        for step in across:
            behind, ahead = own << step, own >> step
            two_behind, two_ahead = behind & own << _TWO * step, ahead & own >> _TWO * step
            found |= two_behind & (own << _THREE * step | ahead)
            found |= two_ahead & (own >> _THREE * step | behind)
        return found

    @compiled
    def has_four(cells_of_one: Word) -> bool:
        for step in steps:
            pairs = cells_of_one & cells_of_one >> step
            if pairs & pairs >> _TWO * step:
                return True
        return False

    @compiled
    def candidates(state: State, out: Ints) -> int:
        own, both = boards(state)
        fill = both + bottom & board
        threats = completing(own ^ both) & (board ^ both)
        moves = fill & threats
        if moves == zero:
            moves = fill
        moves &= ~(threats >> _ONE)
        if moves == lowest_bit(moves):
            out[0] = trailing_zeros(moves) // height
            return 1
        count = 0
        for k in range(columns):
            out[count] = order[k]
            count += as_int(np.uint64(moves >> starts[k] & column != zero))
        return count

    @compiled
    def bounds(state: State) -> tuple[int, int, int]:
        own, both = boards(state)
        other = own ^ both
        empty = board ^ both
        fill = both + bottom & board
        mine = completing(own) & empty
        if mine & fill:
            return win - 1, win - 1, 0
        threats = completing(other) & empty
        moves = threats & fill
        if moves != lowest_bit(moves):
            return 2 - win, 2 - win, 0
        if moves == zero:
            moves = fill
        left = popcount(empty)
        if left > 0 and moves & ~(threats >> _ONE) == zero:
            return 2 - win, 2 - win, 0
        if left <= 2:
            return 0, 0, 0
        low = 4 - win if has_four(other | empty) else 0
        high = win - 3 if has_four(own | empty) else 0
        if follow_up and left & 1 == 0 and high >= 0:  # the first player is to move
            either = fill & even_rows
            if not has_four(own | empty & odd_rows | either):
                high = 0
                if has_four(other | empty & even_rows & ~either):
                    high = left - win

        vain = zero  # above a threat of the player to move
        above = mine << _ONE
        for _ in range(rows - 1):
            vain |= above
            above = above << _ONE & board
        useful = threats & ~vain
        near = useful & (fill | fill << _ONE)
        good = useful & (even_rows if left & 1 == 0 else odd_rows) & ~fill
        rank = _NEAR * popcount(near) + _FAR * popcount(useful & ~near) + _GOOD_ROW * popcount(good)
        return low, high, rank

    made = kernels(candidates, bounds)
    merged = class_bits(columns, rows) != _unmerged_bits(columns, rows)
    return {**made, **_class_key_kernel(columns, rows)} if merged else made


def _class_key_kernel(columns: int, rows: int) -> Kernels:
    """The kernel for a board whose class keys are small enough; such a board fits into a word."""
    height = rows + 1
    layout = layout_of(columns, rows)
    board, steps = layout.board, layout.steps
    column = np.uint64((1 << rows) - 1)

    @compiled
    def in_fours(usable: np.uint64) -> np.uint64:
        """The cells of all fours that lie within `usable`."""
        found = _ZERO
        for step in steps:
            pairs = usable & usable >> step
            fours = pairs & pairs >> _TWO * step
            fours |= fours << step
            found |= fours | fours << _TWO * step
        return found

    # For each pattern of one column's cells, the sum of 3^row: the digits of those cells.
    digits = np.array(
        [sum(3**r for r in range(rows) if cells >> r & 1) for cells in range(1 << rows)], np.uint64
    )
    base = np.uint64(column_codes(rows))
    in_low = _columns_of_low(columns, rows)

    @compiled
    def two_words(state: State) -> tuple[np.uint64, np.uint64]:
        """The class key, as if it always had two words."""
        own, both = state[0], state[1]
        other = own ^ both
        empty = board ^ both
        own &= in_fours(own | empty)
        other &= in_fours(other | empty)
        codes = local_array(columns, np.uint64)
        for c in range(columns):
            shift = np.uint64(c * height)
            codes[c] = digits[both >> shift & column] + digits[own >> shift & column]
            codes[c] += _TWO * digits[other >> shift & column]
        low, high, mirror_low, mirror_high = _ZERO, _ZERO, _ZERO, _ZERO
        for c in range(in_low):
            low = low * base + codes[c]
            mirror_low = mirror_low * base + codes[columns - 1 - c]
        for c in range(in_low, columns):
            high = high * base + codes[c]
            mirror_high = mirror_high * base + codes[columns - 1 - c]
        if mirror_high < high or (mirror_high == high and mirror_low < low):
            return mirror_high, mirror_low
        return high, low

    @compiled
    def one_word(state: State) -> np.uint64:
        """The class key of a board whose columns fit into one word."""
        return two_words(state)[1]

    keys = kernels(one_word, two_words)
    return {"class_key": keys["two_words" if in_low < columns else "one_word"]}
