"""The recipe by which the first player wins numerical tic-tac-toe.

Vocabulary: a move is 9 times its cell, from 0, plus its number less 1; see `games.numerical`. The
parity of a player is 1 if the player writes odd numbers, else 0. The view has the number in each
cell, 0 for none, and then the words from `_PARITY` on.
"""

from __future__ import annotations

import numpy as np

from plyground.games.numerical import TARGET, NumericalTicTacToe
from plyground.games.tictactoe_reasons import LINES
from plyground.kernel import as_int, compiled, local_array
from plyground.players.recipes.recipe import NO_MOVE, Recipe, Rule
from plyground.position import Ints, State

_PARITY, _FIRST, _USED = 9, 10, 11
"""The parity of the player to move; the opponent's first number, or 0; a bit for each number that
is written."""

_WORDS = 12
_CENTRE = 4
_PARTNERS = np.array((0, 0, 7, 0, 3, 0, 7, 0, 3, 0), np.int64)
"""The number to write against each first number of the opponent; 0 for none."""

_LINES = np.array(LINES, np.int64)  # [lines, 3]
_CELL = np.uint64(15)


@compiled
def _see(state: State, first: int, view: Ints) -> None:
    written = 0
    view[_USED] = 0
    for cell in range(9):
        view[cell] = as_int(state[0] >> np.uint64(4 * cell) & _CELL)
        if view[cell]:
            written += 1
            view[_USED] |= 1 << view[cell]
    view[_PARITY] = 1 - written % 2
    view[_FIRST] = 0 if first == NO_MOVE else first % 9 + 1


@compiled
def _left(view: Ints, number: int, parity: int) -> bool:
    """Whether a player can still write a number."""
    left: bool = number % 2 == parity and not view[_USED] >> number & 1
    return left


@compiled
def _write(view: Ints, move: int, after: Ints) -> None:
    """What the board is after a move."""
    for word in range(_WORDS):
        after[word] = view[word]
    after[move // 9] = move % 9 + 1
    after[_USED] |= 1 << move % 9 + 1


@compiled
def _completing(view: Ints, line: int, parity: int) -> int:
    """The move with which a player completes a line that sums to 15, or NO_MOVE."""
    number, empty, place = TARGET, 0, 0
    for cell in _LINES[line]:
        number -= view[cell]
        if view[cell] == 0:
            empty += 1
            place = cell
    if empty != 1 or not 1 <= number <= 9 or not _left(view, number, parity):
        return NO_MOVE
    return 9 * place + number - 1


@compiled
def _can_complete(view: Ints, parity: int) -> bool:
    can = False
    for line in range(len(_LINES)):
        can |= _completing(view, line, parity) != NO_MOVE
    return can


@compiled
def _opening(view: Ints, move: int) -> int:
    """The sides are the odd cells."""
    return 1 if view[_USED] == 0 and move % 9 == 0 and move // 9 % 2 else 0


@compiled
def _fifteen(view: Ints, move: int) -> int:
    for line in range(len(_LINES)):
        if _completing(view, line, view[_PARITY]) == move:
            return 1
    return 0


@compiled
def _guard(view: Ints, move: int) -> int:
    after = local_array(_WORDS, np.int64)
    _write(view, move, after)
    return 0 if _can_complete(after, 1 - view[_PARITY]) else 1


@compiled
def _no_good_answer(view: Ints, move: int) -> int:
    after = local_array(_WORDS, np.int64)
    answered = local_array(_WORDS, np.int64)
    _write(view, move, after)
    for cell in range(9):
        for number in range(1, 10):
            if after[cell] == 0 and _left(after, number, 1 - view[_PARITY]):
                _write(after, 9 * cell + number - 1, answered)
                if not _can_complete(answered, view[_PARITY]):
                    return 0
    return 1


@compiled
def _across(view: Ints, move: int) -> int:
    return 1 if move % 9 == 8 and view[8 - move // 9] == 1 and view[_CENTRE] == 0 else 0


@compiled
def _partner(view: Ints, move: int) -> int:
    return 1 if move % 9 + 1 == _PARTNERS[view[_FIRST]] else 0


@compiled
def _stop(view: Ints, move: int) -> int:
    for line in range(len(_LINES)):
        completing = _completing(view, line, 1 - view[_PARITY])
        if completing != NO_MOVE and completing // 9 == move // 9:
            return _partner(view, move)
    return 0


@compiled
def _corner(_view: Ints, move: int) -> int:
    """The corners are the even cells but the centre."""
    cell = move // 9
    return 1 if move % 9 == 8 and cell % 2 == 0 and cell != _CENTRE else 0


@compiled
def _beside_nine(view: Ints, move: int) -> int:
    row, column = move // 27, move // 9 % 3
    for cell in range(9):
        if view[cell] == 9 and abs(row - cell // 3) + abs(column - cell % 3) == 1:
            return _partner(view, move)
    return 0


@compiled
def _evens(view: Ints, move: int) -> int:
    """Those who write even numbers count odd ones."""
    found = 0
    for line in _LINES:
        theirs, through = 0, 0
        for cell in line:
            if cell == move // 9:
                through = 1
            elif view[cell] and view[cell] % 2 != view[_PARITY]:
                theirs = 1
        found += theirs & through
    return found


RECIPE = Recipe(
    seat=0,
    terms=(
        "A line is a row, a column or a diagonal.",
        "The partner depends on the opponent's first number: it is 7 for 2 or 6, since 2 + 6 + 7 "
        "is 15, and 3 for 4 or 8, since 4 + 8 + 3 is 15.",
    ),
    rules=(
        Rule("Opening", "Begin with 1 in the middle of a side.", _opening),
        Rule("Fifteen", "Complete a line of 15.", _fifteen, ends=True),
        Rule("Guard", "Leave no line that the opponent can complete.", _guard),
        Rule(
            "No good answer",
            "Leave the opponent only answers after which you can complete a line.",
            _no_good_answer,
        ),
        Rule("Across", "While the centre is empty, write 9 opposite the 1.", _across),
        Rule(
            "Stop",
            "Write the partner into a cell where the opponent could complete a line.",
            _stop,
        ),
        Rule("Corner", "Write 9 into a corner.", _corner),
        Rule(
            "Beside the 9",
            "Write the partner into a cell that has a side in common with the 9.",
            _beside_nine,
        ),
        Rule("Evens", "Take the cell on the most lines that hold an even number.", _evens),
    ),
    see=_see,
    suits=lambda game: isinstance(game, NumericalTicTacToe),
)
