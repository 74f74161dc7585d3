"""The recipe by which the first player wins numerical tic-tac-toe.

Vocabulary: a move is 9 times its cell, from 0, plus its number less 1; see `games.numerical`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from plyground.games.numerical import TARGET, NumericalTicTacToe
from plyground.games.tictactoe import LINES
from plyground.players.recipes.recipe import Recipe, Rule
from plyground.position import Position

PARTNER = {2: 7, 6: 7, 4: 3, 8: 3}
"""The number to write against each first number of the opponent."""

_NUMBERS = range(1, 10)
_CENTRE = 4
_CORNERS = (0, 2, 6, 8)
_SIDES = (1, 3, 5, 7)


@dataclass(frozen=True)
class View:
    """The board: the number in each cell, 0 for none, and the opponent's first number, or 0.

    `parity` is 1 if the player to move, or who has just moved, writes odd numbers, else 0.
    """

    cells: tuple[int, ...]
    parity: int
    first: int

    def left(self, parity: int) -> list[int]:
        """The odd or the even numbers that nobody has written."""
        return [n for n in _NUMBERS if n % 2 == parity and n not in self.cells]

    def with_number(self, cell: int, number: int) -> View:
        """The board after a number is written into a cell."""
        return replace(self, cells=(*self.cells[:cell], number, *self.cells[cell + 1 :]))

    def completions(self, parity: int) -> Iterator[tuple[int, int]]:
        """The cells and numbers with which a player would complete a line that sums to 15."""
        left = self.left(parity)
        for line in LINES:
            numbers = [self.cells[cell] for cell in line]
            missing = TARGET - sum(numbers)
            if numbers.count(0) == 1 and missing in left:
                yield line[numbers.index(0)], missing

    def answers(self) -> Iterator[View]:
        """The boards after each answer of the opponent."""
        for cell in (cell for cell in range(9) if not self.cells[cell]):
            for number in self.left(1 - self.parity):
                yield self.with_number(cell, number)


def _view(position: Position) -> View:
    game = position.game
    assert isinstance(game, NumericalTicTacToe)
    theirs = position.history[(position.ply + 1) % 2 :: 2]
    first = game.move_code(theirs[0]) % 9 + 1 if theirs else 0
    return View(game.numbers(position.state), 1 - position.turn, first)


def _of(move: int) -> tuple[int, int]:
    """The cell and the number of a move."""
    return move // 9, move % 9 + 1


def _opening(view: View, move: int) -> int:
    cell, number = _of(move)
    return not any(view.cells) and number == 1 and cell in _SIDES


def _fifteen(view: View, move: int) -> int:
    return _of(move) in view.completions(view.parity)


def _guard(view: View, move: int) -> int:
    return not any(view.with_number(*_of(move)).completions(1 - view.parity))


def _no_good_answer(view: View, move: int) -> int:
    after = view.with_number(*_of(move))
    return all(any(answer.completions(view.parity)) for answer in after.answers())


def _across(view: View, move: int) -> int:
    cell, number = _of(move)
    return number == 9 and view.cells[8 - cell] == 1 and view.cells[_CENTRE] == 0


def _partner(view: View, move: int) -> int:
    return _of(move)[1] == PARTNER.get(view.first)


def _stop(view: View, move: int) -> int:
    stops = any(cell == _of(move)[0] for cell, _ in view.completions(1 - view.parity))
    return stops and _partner(view, move)


def _corner(_view: View, move: int) -> int:
    cell, number = _of(move)
    return number == 9 and cell in _CORNERS


def _beside_nine(view: View, move: int) -> int:
    row, column = divmod(_of(move)[0], 3)
    nines = [divmod(cell, 3) for cell in range(9) if view.cells[cell] == 9]
    return any(abs(row - r) + abs(column - c) == 1 for r, c in nines)


def _evens(view: View, move: int) -> int:
    theirs = {cell for cell in range(9) if view.cells[cell] in range(1 + view.parity, 10, 2)}
    return sum(bool(theirs.intersection(line)) for line in LINES if _of(move)[0] in line)


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
        Rule("Beside the 9", "Take a cell that has a side in common with the 9.", _beside_nine),
        Rule("Partner", "Write the partner.", _partner),
        Rule("Evens", "Take the cell on the most lines that hold an even number.", _evens),
    ),
    view=_view,
    suits=lambda game: isinstance(game, NumericalTicTacToe),
)
