"""What makes exact solving of Connect Four quick: forced moves, proven limits, merged positions.

Vocabulary: a player's threat is an empty cell that would complete a four of that player. A four is
open to a player if it holds no counter of the other. Rows are counted from 1: the bottom row is
odd. States are encoded as `connect4` says; `own` are the counters of the player to move, `other`
those of the opponent.

candidates   If the opponent threatens to fill a cell at once, the player must fill it. The player
             never moves directly below a threat of the opponent. One of the moves left is best,
             unless the player wins at once or every move loses; `bounds` finds both cases.

bounds       Nobody wins without an open four.

             Replies hold the player to move, called the mover (they extend follow-up; Allis, "A
             knowledge-based approach of Connect-Four", 1988). A stop is a threat of the opponent
             that cannot be filled right now: if the mover fills the cell below it, the opponent
             wins. Some columns are cut at a stop, each at one. The field is the empty cells, in
             cut columns only those below the cell below the stop. If it has an even number of
             cells, pair those of each column from the top; an odd number leaves the lowest cell
             single. The opponent answers the lower cell of a pair with the upper one, and a single
             cell with another: their number is even. So the mover gets at most the lower cells,
             the single ones, and those just below stops. If they contain no four, the mover does
             not win. When the field is full, the mover must fill a cell below a stop. So the
             opponent wins if there is a stop, or if the upper cells contain a four.

             Columns that are not cut have their pairs counted from the top of the board. A cut at
             what would be an upper cell takes an even number of cells away, and all such cuts are
             made. A cut at a lower cell takes an odd number away: one is made if the number of
             empty cells is odd, else none or two.

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
    zero, one, column = layout.word(0), layout.word(1), layout.word((1 << rows) - 1)
    even_rows = board ^ odd_rows
    lower, upper = (odd_rows, even_rows) if rows % 2 == 0 else (even_rows, odd_rows)
    above_board = bottom << np.uint64(rows)
    across = steps[1:]
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
    def and_above(cells: Word) -> Word:
        """The lowest of the cells in each column, and all above it."""
        return (cells | above_board - cells) & board

    @compiled
    def lowest_ones(cells: Word) -> Word:
        """The lowest of the cells in each column."""
        return cells & above_board - cells

    @compiled
    def cut(stop: Word, field: Word, gains: Word, empty: Word, fill: Word) -> tuple[Word, Word]:
        """The field and what the mover can get, when a column is cut at a stop in a lower cell."""
        whole = column << np.uint64(trailing_zeros(stop) // height * height)
        below = whole & (stop - one) & empty
        return field & ~whole | below ^ stop >> _ONE, gains & ~whole | below & (upper | fill)

    @compiled
    def most(own: Word, both: Word, threats: Word) -> int:
        """The most that the opponent's replies leave to the player to move."""
        empty = board ^ both
        fill = both + bottom & board
        threats &= ~fill
        stops = lowest_ones(threats & upper)
        beyond = and_above(stops) ^ stops
        field = empty & ~(beyond | stops | stops >> _ONE)
        gains = (empty & lower | fill & upper) & ~beyond
        even = popcount(empty) & 1 == 0
        if even and not has_four(own | gains):
            if stops:
                return popcount(field) + 2 - win
            wins = has_four(own ^ both | empty & upper & ~fill)
            return popcount(empty) - win if wins else 0
        high = win
        stops = lowest_ones(threats & lower)
        while stops:
            stop = lowest_bit(stops)
            stops ^= stop
            one_field, one_gains = cut(stop, field, gains, empty, fill)
            if not even and not has_four(own | one_gains):
                high = min(high, popcount(one_field) + 2 - win)
            others = stops if even else zero
            while others:
                stop = lowest_bit(others)
                others ^= stop
                two_field, two_gains = cut(stop, one_field, one_gains, empty, fill)
                if not has_four(own | two_gains):
                    high = min(high, popcount(two_field) + 2 - win)
        return high

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
        high = min(high, most(own, both, threats))
        useful = threats & ~(and_above(mine) ^ lowest_ones(mine))
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
