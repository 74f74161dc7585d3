"""What a person can see on a board of Connect Four: threats, zugzwang and follow-up.

A threat is an empty cell that completes four of a player; it lasts if no counter can fall there
yet. In the end one of the players has no other move than to play below it: counting says who.

follow-up   a player who always replies in the column of the last move gets the upper one of each
            pair of cells. The other's fours can then lie in the lower cells alone. If each of them
            needs a cell of the upper ones, or comes after a four of those, it never comes.
zugzwang    the same, where a column has an odd number of free cells: as soon as all others are
            full, the opponent must play below a threat there.
fill-up     who wins if nothing else happens: the value of the game in which only the threats that
            are on the board count, and no new ones. It is solved over the heights of the columns
            with a threat, and the number of cells that are free elsewhere.

See Allis, A Knowledge-Based Approach of Connect-Four (1988), for these rules and their names.
"""

from __future__ import annotations

import numpy as np

from plyground.games.connect4_layout import layout_of
from plyground.kernel import Word, compiled, local_array, lowest_bit, popcount
from plyground.position import Ints, State
from plyground.position.reasons import DRAWN, FACT, HOLDS, NOWHERE, WINS, Reasons, put_reason

WORDS = {
    "zugzwang": "{they} must in the end play below {my} threat in {site}: {I} can answer every "
    "move in the same column until then.",
    "follow-up": "{I} can now answer every move in the same column, and get four in a row by it.",
    "claim even": "{I} can now answer every move in the same column: so {they} can get no four.",
    "no four": "Nobody can get four in a row any more.",
    "odd threat": "If nothing else happens, {they} must in the end play below {my} odd threat in "
    "{site}.",
    "even threat": "If nothing else happens, {they} must in the end play below {my} even threat in "
    "{site}.",
    "fills up": "If nothing else happens, the board fills up without four in a row.",
    "two on top": "{my} threats in {site} and in the cell above it lie on top of each other: "
    "{they} can stop only the lower one.",
    "comes first": "{my} threat in {site} lies below {their} threat, which is useless now.",
    "makes odd": "This makes an odd threat in {site}: it waits until {they} must play below it.",
    "makes even": "This makes an even threat in {site}: it waits until {they} must play below it.",
}
(
    _ZUGZWANG, _FOLLOW_UP, _CLAIM_EVEN, _NO_FOUR, _ODD, _EVEN, _FILLS_UP, _ON_TOP, _COMES_FIRST,
    _MAKES_ODD, _MAKES_EVEN,
) = range(len(WORDS))  # fmt: skip

_STATES_MOST = 4096  # heights and free cells over which the fill-up is solved
_FULL_SOON = 20  # free cells: a board with more does not just fill up
_LONG = 100  # no end

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)


def reasons_of(columns: int, rows: int) -> Reasons:
    """The reasons on a board of this size; cells are bits, see `connect4`. In all of them `mine`
    are the counters of the player who has just moved, and `theirs` those of the player to move.
    """
    height = rows + 1
    layout = layout_of(columns, rows)
    boards, board, bottom, steps = layout.boards, layout.board, layout.bottom, layout.steps
    zero, one, column = map(layout.word, (0, 1, (1 << height) - 1))
    odd_rows, even_rows = layout.odd_rows, board ^ layout.odd_rows

    @compiled
    def completing(own: Word, free: Word) -> Word:
        """The free cells that complete four of `own`."""
        cells = zero
        for step in steps:
            behind, ahead = own << step, own >> step
            two_behind, two_ahead = behind & own << _TWO * step, ahead & own >> _TWO * step
            cells |= two_behind & (own << _THREE * step | ahead)
            cells |= two_ahead & (own >> _THREE * step | behind)
        return cells & free

    @compiled
    def has_four(own: Word) -> bool:
        for step in steps:
            pairs = own & own >> step
            if pairs & pairs >> _TWO * step:
                return True
        return False

    @compiled
    def above(cells: Word) -> Word:
        """The cells anywhere above."""
        found = zero
        for _ in range(rows - 1):
            cells = cells << _ONE & board
            found |= cells
        return found

    @compiled
    def site_of(cell: Word) -> int:
        """The number of a cell on the board that is shown."""
        for c in range(columns):
            for r in range(rows):
                if cell & one << np.uint64(c * height + r):
                    return c * rows + r
        return NOWHERE

    @compiled
    def filled(both: Word, c: int) -> int:
        """The counters in a column."""
        return popcount(both & column << np.uint64(c * height))

    # 1. Follow-up

    @compiled
    def upper_cells(both: Word, until: Word) -> Word:
        """The cells that replies in the same column give: the upper one of each pair of free cells
        of a column, up to a cell of `until` in it.
        """
        found = zero
        for c in range(columns):
            for r in range(filled(both, c) + 1, rows, 2):
                cell = one << np.uint64(c * height + r)
                found |= cell
                if cell & until:
                    break
        return found

    @compiled
    def can_follow(both: Word, until: Word) -> bool:
        """Whether each column has an even number of free cells, or is ended by a cell of `until`
        that is an upper one.
        """
        upper = upper_cells(both, until)
        for c in range(columns):
            odd = rows - filled(both, c) & 1
            if odd and not upper & until & column << np.uint64(c * height):
                return False
        return True

    @compiled
    def replies_before(both: Word, line: Word, last: int, upper: Word) -> Word:
        """The upper cells that are taken when the lower cells of `line` are, that in the column
        `last` at last.
        """
        found = zero
        for c in range(columns):
            own = line & ~both & column << np.uint64(c * height)
            for r in range(rows - 1, -1, -1):
                cell = one << np.uint64(c * height + r)
                if cell & own:
                    top = r if c != last else r - 2
                    for taken in range(top + 2):
                        found |= upper & one << np.uint64(c * height + taken)
                    break
        return found

    @compiled
    def holds(mine: Word, theirs: Word, both: Word, until: Word) -> bool:
        """Whether a player who always replies in the same column never lets the other have four."""
        upper = upper_cells(both, until)
        lower = upper >> _ONE
        possible = theirs | lower
        for step in steps:
            for s in range(columns * height):
                line, cell = zero, one << np.uint64(s)
                for _ in range(4):
                    line |= cell
                    cell = cell << step
                if popcount(line) != 4 or line & ~possible or not line & lower:
                    continue
                for last in range(columns):
                    if not line & lower & column << np.uint64(last * height):
                        continue
                    if not has_four(mine | replies_before(both, line, last, upper)):
                        return False
        return True

    # 2. Who wins if nothing else happens

    @compiled
    def fill_up(both: Word, ours: Word, other: Word, found: Ints) -> int:
        """The value for the player to move, who threatens `ours`: 0, or plies to a win, or minus
        those to a loss, where the loser holds out; _LONG if there are too many states. Then
        `found` has the cell that decides and the one that was filled before it, as numbers of bits.
        """
        tops = local_array(columns, np.int64)  # free cells of a column with threats
        weights = local_array(columns, np.int64)
        values = local_array(_STATES_MOST, np.int64)
        elsewhere, states = 0, 1
        for c in range(columns):
            whole = column << np.uint64(c * height)
            left = rows - filled(both, c)
            tops[c], weights[c] = 0, 0
            if (ours | other) & whole:
                tops[c], weights[c] = left, states
                states *= left + 1
                if states > _STATES_MOST:
                    return _LONG
            else:
                elsewhere += left
        free = states  # the weight of a cell elsewhere
        states *= elsewhere + 1
        if states > _STATES_MOST:
            return _LONG
        total = elsewhere
        for c in range(columns):
            total += tops[c]
        for index in range(states):  # fewer cells first
            left = index // free
            for c in range(columns):
                if weights[c]:
                    left += index // weights[c] % (tops[c] + 1)
            threats = ours if (total - left) % 2 == 0 else other
            best = -1 if left else 0  # a loss that no move comes to
            for c in range(-1, columns):
                if c < 0:
                    if index < free:
                        continue
                    value = values[index - free]
                else:
                    rest = index // weights[c] % (tops[c] + 1) if weights[c] else 0
                    if not rest:
                        continue
                    if threats & one << np.uint64(c * height + rows - rest):
                        best = 1
                        break
                    value = values[index - weights[c]]
                value = 0 if value == 0 else -value - 1 if value > 0 else 1 - value
                if better(value, best):
                    best = value
            values[index] = best
        index, before = states - 1, NOWHERE
        while values[index]:
            left = index // free
            for c in range(columns):
                if weights[c]:
                    left += index // weights[c] % (tops[c] + 1)
            threats = ours if (total - left) % 2 == 0 else other
            step, cell = 0, NOWHERE
            for c in range(-1, columns):
                weight = free if c < 0 else weights[c]
                if c < 0 and index < free:
                    continue
                if c >= 0:
                    rest = index // weight % (tops[c] + 1) if weight else 0
                    if not rest:
                        continue
                    cell = c * height + rows - rest
                    if threats & one << np.uint64(cell):
                        found[0], found[1] = cell, before
                        return int(values[states - 1])
                value = values[index - weight]
                value = 0 if value == 0 else -value - 1 if value > 0 else 1 - value
                if value == values[index]:
                    step = weight
                    break
            before = cell
            index -= step
        return 0

    @compiled
    def better(value: int, other: int) -> bool:
        """Whether a value is better than another one: a win soon, a draw, a loss late."""
        if value > 0 and other > 0:
            return value < other
        if value < 0 and other < 0:
            return value < other
        return value > other

    @compiled
    def kernel(state: State, move: int, out: Ints) -> int:
        own, before = boards(state)
        me = popcount(before) & 1
        both = before | (before + (one << np.uint64(move * height)))
        theirs, mine = own ^ before, own | (both ^ before)
        free = board & ~both
        next_cells = (both + bottom) & free
        count = 0
        # 1. Nobody can get four, or the other one cannot
        if not has_four(mine | free) and not has_four(theirs | free):
            return put_reason(out, count, _NO_FOUR, me, DRAWN, 1, NOWHERE, NOWHERE)
        threats, others = completing(mine, free), completing(theirs, free)
        lasting = threats & ~next_cells
        if can_follow(both, lasting) and holds(mine, theirs, both, lasting):
            ends = upper_cells(both, lasting) & lasting
            if ends:
                site = site_of(lowest_bit(ends))
                count = put_reason(out, count, _ZUGZWANG, me, WINS, 1, site, NOWHERE)
            elif has_four(mine | upper_cells(both, lasting)):
                count = put_reason(out, count, _FOLLOW_UP, me, WINS, 1, NOWHERE, NOWHERE)
            else:
                count = put_reason(out, count, _CLAIM_EVEN, me, HOLDS, 1, NOWHERE, NOWHERE)
        # 2. If nothing else happens
        ended = local_array(2, np.int64)
        value = fill_up(both, others, threats, ended)
        lasts = 0 < abs(value) < _LONG
        if lasts and next_cells & one << np.uint64(ended[0]):
            lasts = False  # soon, not in the end
        if lasts and ended[1] == ended[0] - 1:
            winner = me if value < 0 else 1 - me
            row = ended[0] % height
            name = _ODD if row % 2 == 0 else _EVEN
            site = ended[0] // height * rows + row
            count = put_reason(out, count, name, winner, WINS, 0, site, NOWHERE)
        elif value == 0 and popcount(free) <= _FULL_SOON:
            count = put_reason(out, count, _FILLS_UP, me, DRAWN, 0, NOWHERE, NOWHERE)
        # 3. What the move makes
        made = lasting & ~completing(own, board) & ~above(others)
        useful = made & (odd_rows if me == 0 else even_rows)
        pair = lasting & lasting >> _ONE & ~others & ~above(others)
        if pair & (made | made >> _ONE):
            count = put_reason(out, count, _ON_TOP, me, FACT, 1, site_of(lowest_bit(pair)), NOWHERE)
        elif made & ~above(others) and above(made) & others:
            site = site_of(lowest_bit(made))
            count = put_reason(out, count, _COMES_FIRST, me, FACT, 1, site, NOWHERE)
        elif useful:
            name = _MAKES_ODD if me == 0 else _MAKES_EVEN
            count = put_reason(out, count, name, me, FACT, 1, site_of(lowest_bit(useful)), NOWHERE)
        return count

    return Reasons(kernel, WORDS, ("two on top", "comes first", "makes odd", "makes even"))
