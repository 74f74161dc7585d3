"""Numerical tic-tac-toe: write odd or even numbers; a line of three that sums to 15 wins.

Vocabulary: s is a cell from 0, v a number from 1 to 9. Player 1 owns the odd numbers, player 2
the even ones, and a line counts whoever's numbers are in it.

The state is one word: nine cells of four bits, row by row, 0 for an empty one, and above them a
bit for each number that is used. The word is its own key.

    bits  0-3  4-7  8-11        bit 36    number 1 is used
         12-15 16-19 20-23       ...
         24-27 28-31 32-35      bit 44    number 9 is used

A move's code is 9 s + v - 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

import numpy as np

from plyground.games.tictactoe import LINES, SYMMETRIES
from plyground.kernel import as_int, compiled, lowest_bit, popcount, trailing_zeros, write_bits
from plyground.position import (
    DRAW,
    ONGOING,
    Face,
    Game,
    Ints,
    Kernels,
    State,
    Talk,
    Wording,
    kernels,
    won,
)
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


_TALK = Talk(
    asks_seats=(
        "Enter player count: ",
        "Enter which player you will play as (Player 1 will go first): ",
        "Enter desired difficulty setting (0-100, higher is harder): ",
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
        "Player 1 writes odd and player 2 even numbers from 1 to 9, each once; "
        "who completes a line of three that sums to 15 wins."
    )
    cell_marks = (None, *(Mark(1 - number % 2, str(number)) for number in range(1, 10)))
    remarks = _REMARKS
    decided_by = "a line that sums to 15"
    max_plies = 9
    draws_are_longest = True
    move_texts = tuple(f"{number}@{cell}" for cell in range(1, 10) for number in range(1, 10))
    move_hint = "number@position, as in 7@2"
    board = Board.grid(3, 3)

    def __init__(self) -> None:
        super().__init__()

    def kernels(self) -> Kernels:
        return kernels(start, player, moves, play, result, key, canonical, cells, deciding)

    def numbers(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """The number in each cell, 0 where there is none."""
        return tuple(state[0] >> 4 * s & 15 for s in range(9))

    def normalise(self, text: str) -> str:
        return re.sub(r"\s", "", text)

    def refusal(self, state: tuple[int, ...], code: int) -> str:
        return next(iter(self.faults(state, str(code // 9 + 1), str(code % 9 + 1))), "")

    def read_move(self, text: str) -> str:
        """A number and a position, as people write whole numbers."""
        number, cell = (_whole(part) for part in text.partition("@")[::2])
        return text if number is None or cell is None else f"{number}@{cell}"

    @cached_property
    def face(self) -> Face:
        return Face(
            wording=NumericalWording(self),
            talk=_TALK,
            example="7@5 2@1 1@9",
            seats=("human", "mixed:60"),
        )

    def faults(self, state: tuple[int, ...], cell_text: str, number_text: str) -> list[str]:
        """What is wrong with a move whose parts were typed: the first fault of its position and
        that of its number, of which both may be there.
        """
        numbers = self.numbers(state)
        to_move = sum(map(bool, numbers)) % 2
        cell, number = _whole(cell_text), _whole(number_text)
        found = []
        if cell is None or not 1 <= cell <= 9:
            found.append("Position can only be an integer between 1-9!")
        elif numbers[cell - 1]:
            found.append("Position is occupied!")
        if number is None or not 1 <= number <= 9:
            found.append("Number can only be an integer between 1-9!")
        elif number % 2 == to_move:
            kind = ("odd", "even")[to_move]
            found.append(f"Player {to_move + 1} can only input {kind} integers!")
        elif number in numbers:
            found.append(f"{number} is already used!")
        return found


class NumericalWording(Wording):
    """The words of the old program, warnings included."""

    asks_side = "Which player will you play as (Player 1 will go first)?"
    faults: ClassVar = {
        "seat": "Player count must be 1 or 2!",
        "first": "You must input 1 or 2!",
        "percent": "Difficulty must be between 0-100!",
    }

    def __init__(self, game: NumericalTicTacToe) -> None:
        self._game = game

    def seated(self, humans: Sequence[bool]) -> str:
        if sum(humans) != 1:
            return ""
        if humans[0]:
            return "!!! You are player 1 - Computer is player 2 !!!"
        return "!!! Computer is player 1 - You are player 2 !!!"

    def turn(self, player: int) -> str:
        return f"### Player {player + 1}'s turn ###"

    def played(self, player: int, move: str) -> str:
        return f"The computer played {self.spoken(move)}"

    def spoken(self, move: str) -> str:
        number, _, cell = move.partition("@")
        return f"the number {number} at position {cell}"

    def refusals(self, state: tuple[int, ...], move: str) -> list[str]:
        number, at, cell = move.partition("@")
        if not at:  # a cell alone, as when one that is taken is clicked
            used = self._game.numbers(state)
            own = range(1 + sum(map(bool, used)) % 2, 10, 2)
            number, cell = str(next(each for each in own if each not in used)), move
        return self._game.faults(state, cell, number)

    def notes(self, state: tuple[int, ...]) -> list[tuple[str, str]]:
        used = self._game.numbers(state)
        unused = [str(number) for number in range(1, 10) if number not in used]
        return [("Unused numbers", " ".join(unused))]


def _whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\s*[+-]?[0-9]{1,9}\s*", text) else None
