"""Numerical tic-tac-toe: write odd or even numbers; a line of three that sums to 15 wins.

Vocabulary: s is a cell from 0, v a number from 1 to 9. Player 1 owns the odd numbers, player 2 the
even ones; a line counts no matter who wrote its numbers.

The state is one word: nine cells of four bits, row by row, 0 for an empty cell, and above them a
bit for each used number. The word is its own key.

    bits  0-3  4-7  8-11        bit 36    number 1 is used
         12-15 16-19 20-23       ...
         24-27 28-31 32-35      bit 44    number 9 is used

A move's code is 9 s + v - 1.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar, Literal

import numpy as np

from plyground.games import levels
from plyground.games.numerical_reasons import REASONS
from plyground.games.tictactoe import SYMMETRIES
from plyground.games.tictactoe_reasons import LINES
from plyground.kernel import as_int, compiled, lowest_bit, popcount, trailing_zeros, write_bits
from plyground.position import (
    DRAW,
    HUMAN,
    ONGOING,
    Before,
    Cast,
    Face,
    Game,
    GlassBox,
    Ints,
    Kernels,
    State,
    Talk,
    Wording,
    kernels,
    won,
)
from plyground.position.reasons import Reasons
from plyground.render.board import Board, Mark

TARGET = 15

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_CELL = np.uint64(15)
_USED = np.uint64(36)
_CELLS = np.uint64((1 << 36) - 1)
_ALL = np.uint64((1 << 9) - 1)
_ODD = np.uint64(0b101010101)
_TARGET = np.uint64(TARGET)
_LINE_SHIFTS = np.array(LINES, np.uint64) * np.uint64(4)  # [lines, 3]
_IMAGE_SHIFTS = np.array(SYMMETRIES, np.uint64) * np.uint64(4)  # [symmetries, cells]


@compiled
def start() -> State:
    return (np.uint64(0),)


@compiled
def player(state: State) -> int:
    return popcount(state[0] >> _USED) & 1


@compiled
def moves(state: State, out: Ints) -> int:
    used = state[0] >> _USED
    own = (_ODD if player(state) == 0 else _ODD ^ _ALL) & ~used
    count = 0
    for s in range(9):
        if state[0] >> np.uint64(4 * s) & _CELL == _ZERO:
            left = own
            while left:
                out[count] = 9 * s + trailing_zeros(left)
                left ^= lowest_bit(left)
                count += 1
    return count


@compiled
def play(state: State, move: int) -> State:
    s, number = np.uint64(move // 9), np.uint64(move % 9)
    return (state[0] | number + _ONE << np.uint64(4) * s | _ONE << _USED + number,)


@compiled
def result(state: State) -> int:
    for line in _LINE_SHIFTS:
        a = state[0] >> line[0] & _CELL
        b = state[0] >> line[1] & _CELL
        c = state[0] >> line[2] & _CELL
        if a + b + c == _TARGET and a != _ZERO and b != _ZERO and c != _ZERO:
            return won(1 - player(state))
    return DRAW if state[0] >> _USED == _ALL else ONGOING


@compiled
def key(state: State) -> np.uint64:
    return state[0]


@compiled
def canonical(state: State) -> State:
    """The image with the least word."""
    used = state[0] & ~_CELLS
    best = state[0]
    for shifts in _IMAGE_SHIFTS:
        image = used
        for s in range(9):
            image |= (state[0] >> shifts[s] & _CELL) << np.uint64(4 * s)
        best = min(best, image)
    return (best,)


@compiled
def cells(state: State, out: Ints) -> None:
    """The numbers themselves."""
    for s in range(9):
        out[s] = as_int(state[0] >> np.uint64(4 * s) & _CELL)


@compiled
def deciding(state: State, out: Ints) -> int:
    made = _ZERO
    for line in _LINE_SHIFTS:
        total, full, places = _ZERO, True, _ZERO
        for shift in line:
            number = state[0] >> shift & _CELL
            total += number
            full &= number != _ZERO
            places |= _ONE << (shift >> _TWO)
        if full and total == _TARGET:
            made |= places
    return write_bits(made, out)


_REMARKS = {
    "missed": "missed a line: {better} makes the sum of 15",
    "lets through": "let a line through: {reply} makes the sum of 15",
    "opens": "left a line that {reply} completes to the sum of 15",
    "fork": "let {reply} come: after it a sum of 15 can no longer be stopped",
}


_TALK = Talk(asks_move=("Which number would you like to write, and where, as in 7@2? ",))

_GLASS_BOXES = (
    GlassBox(
        "Three cells left",
        "Numerical tic-tac-toe near its end: 15 positions, and five cut-offs.",
        "1@5 8@8 9@1 6@9 7@4 2@2",
        "alphabeta",
        3,
    ),
)

_ASKS_COUNT = "Enter player count:"
_ASKS_PERCENT = "Enter desired difficulty setting (0-100, higher is harder):"
_ASKS_SIDE = "Enter which player you will play as (Player 1 will go first):"

_OLD_TALK = Talk(
    asks_seats=(
        f"{_ASKS_COUNT} ",
        f"{_ASKS_PERCENT} ",
        f"{_ASKS_SIDE} ",
    ),
    asks_move=("Input the position: ", "Input the number: "),
    move="{1}@{0}",
    hint="a position, 1 to 9, row by row, and then a number",
    every_turn=True,
    solving="Doing game-tree search: {done}/{total} ({percent}%)",
    solved="Done.",
)


class NumericalTicTacToe(Game):
    """Numerical tic-tac-toe on 3 x 3 cells."""

    name = "numerical"
    title = "Numerical tic-tac-toe"
    summary = (
        "Complete a line that sums to 15 to win. "
        "Player 1 has the odd numbers, player 2 the even ones."
    )
    goal = "Make a line of 15"
    cell_marks = (None, *(Mark(1 - number % 2, str(number)) for number in range(1, 10)))
    remarks = _REMARKS
    decided_by = "a line that sums to 15"
    max_plies = 9
    draws_are_longest = True
    move_texts = tuple(f"{number}@{cell}" for cell in range(1, 10) for number in range(1, 10))
    move_hint = "number@cell, such as 7@2"
    board = Board.grid(3, 3)

    def __init__(self) -> None:
        super().__init__()

    def kernels(self) -> Kernels:
        return kernels(start, player, moves, play, result, key, canonical, cells, deciding)

    @property
    def reasons(self) -> Reasons:
        return REASONS

    def numbers(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """The number in each cell, 0 where there is none."""
        return tuple(state[0] >> 4 * s & 15 for s in range(9))

    def normalise(self, text: str) -> str:
        return re.sub(r"\s", "", text)

    def refusal(self, state: tuple[int, ...], code: int) -> str:
        found = self.faults(state, str(code // 9 + 1), str(code % 9 + 1))
        return _said(found[0], _FAULTS) if found else ""

    def read_move(self, text: str) -> str:
        """A number and a cell, as people write whole numbers: 7@2, 7 2 or 7, 2."""
        pair = re.fullmatch(r"\s*([+-]?[0-9]{1,9})(?:\s*[@,]\s*|\s+)([+-]?[0-9]{1,9})\s*", text)
        return f"{int(pair[1])}@{int(pair[2])}" if pair else text

    @cached_property
    def face(self) -> Face:
        return Face(
            wording=NumericalWording(self),
            talk=_TALK,
            before=Before(OldNumericalWording(self), _OLD_TALK, (HUMAN, "mixed:60(full:near=off)")),
            example="7@5 2@1 1@9",
            levels=levels.NUMERICAL,
            glass_boxes=_GLASS_BOXES,
        )

    def faults(self, state: tuple[int, ...], cell_text: str, number_text: str) -> list[Fault]:
        """What is wrong with a move that was typed in two parts: the first fault of its position,
        the first fault of its number, or both.
        """
        numbers = self.numbers(state)
        to_move = sum(map(bool, numbers)) % 2
        cell, number = _whole(cell_text), _whole(number_text)
        found: list[Fault] = []
        if cell is None or not 1 <= cell <= 9:
            found.append(("no cell", to_move, 0))
        elif numbers[cell - 1]:
            found.append(("taken", to_move, cell))
        if number is None or not 1 <= number <= 9:
            found.append(("no number", to_move, 0))
        elif number % 2 == to_move:
            found.append(("not yours", to_move, number))
        elif number in numbers:
            found.append(("used", to_move, number))
        return found


Fault = tuple[Literal["no cell", "taken", "no number", "not yours", "used"], int, int]
"""What is wrong with a part of a move, the player to move, and the number or cell in question."""

_FAULTS = {
    "no cell": "Cells are 1 to 9",
    "taken": "Cell {given} is taken",
    "no number": "Numbers are 1 to 9",
    "not yours": "Player {player} writes {kind} numbers",
    "used": "{given} is already used",
}

_OLD_FAULTS = {
    "no cell": "Position can only be an integer between 1-9!",
    "taken": "Position is occupied!",
    "no number": "Number can only be an integer between 1-9!",
    "not yours": "Player {player} can only input {kind} integers!",
    "used": "{given} is already used!",
}


def _said(fault: Fault, words: Mapping[str, str]) -> str:
    """A fault in words."""
    name, player, given = fault
    return words[name].format(given=given, player=player + 1, kind=("odd", "even")[player])


class NumericalWording(Wording):
    """Moves are numbers in cells."""

    def __init__(self, game: NumericalTicTacToe) -> None:
        self._game = game

    def spoken(self, move: str) -> str:
        number, _, cell = move.partition("@")
        return f"{number} in cell {cell}"

    def refusals(self, state: tuple[int, ...], move: str) -> list[str]:
        if _whole(move) not in range(1, 10):
            return []
        return [  # a cell alone, as when one that is taken is clicked
            f"{_said(each, _FAULTS)}." for each in self._faults(state, move)
        ]

    def _faults(self, state: tuple[int, ...], move: str) -> list[Fault]:
        """What is wrong with a move; a cell alone stands for one of the player's numbers there."""
        number, at, cell = move.partition("@")
        if not at:  # a cell alone, for example a click on a taken cell
            used = self._game.numbers(state)
            own = range(1 + sum(map(bool, used)) % 2, 10, 2)
            number, cell = str(next(each for each in own if each not in used)), move
        return self._game.faults(state, cell, number)

    def notes(self, state: tuple[int, ...]) -> list[tuple[str, str]]:
        return [
            ("Player 1 has left", self._unused(state, range(1, 10, 2))),
            ("Player 2 has left", self._unused(state, range(2, 10, 2))),
        ]

    def _unused(self, state: tuple[int, ...], numbers: range) -> str:
        used = self._game.numbers(state)
        return " ".join(str(number) for number in numbers if number not in used) or "none"


class OldNumericalWording(NumericalWording):
    """The words of the old program, warnings included."""

    asks_count = _ASKS_COUNT
    asks_side = _ASKS_SIDE
    labels: ClassVar = {"percent": _ASKS_PERCENT}
    faults: ClassVar = {
        "seat": "Player count must be 1 or 2!",
        "first": "You must input 1 or 2!",
        "percent": "Difficulty must be between 0-100!",
    }

    def seated(self, humans: Sequence[bool]) -> str:
        if sum(humans) != 1:
            return ""
        if humans[0]:
            return "!!! You are player 1 - Computer is player 2 !!!"
        return "!!! Computer is player 1 - You are player 2 !!!"

    def turn(self, player: int, cast: Cast) -> str:
        return f"### Player {player + 1}'s turn ###"

    def played(self, player: int, move: str, cast: Cast) -> str:
        if cast.computer(player) is None:
            return super().played(player, move, cast)
        return f"The computer played {self.spoken(move)}"

    def spoken(self, move: str) -> str:
        number, _, cell = move.partition("@")
        return f"the number {number} at position {cell}"

    def notes(self, state: tuple[int, ...]) -> list[tuple[str, str]]:
        return [("Unused numbers", self._unused(state, range(1, 10)))]

    def refusals(self, state: tuple[int, ...], move: str) -> list[str]:
        return [_said(each, _OLD_FAULTS) for each in self._faults(state, move)]


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", text) else None
