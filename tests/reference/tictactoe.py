"""Naive tic-tac-toe.

The squares have the numbers 1 to 9, row by row:

    1 2 3
    4 5 6
    7 8 9

A state is the nine squares in that order: `x` of player 0, `o` of player 1, `.` free. The start
is `.........`; after `5` and `1` it is `o...x....`. A move is the number of a square.
"""

from random import Random
from typing import Any

from .common import ReferenceGame, Result, State, Symmetry

MARKS = "xo"
FREE = "."
SQUARES = "123456789"

LINES = ["123", "456", "789", "147", "258", "369", "159", "357"]

# Each entry is the board of square numbers as it looks after turning or reflecting it.
SYMMETRIES = [
    "123456789",  # as it is
    "741852963",  # a quarter turn
    "987654321",  # a half turn
    "369258147",  # three quarter turns
    "321654987",  # left and right swapped
    "789456123",  # top and bottom swapped
    "147258369",  # reflected in the diagonal 1 5 9
    "963852741",  # reflected in the diagonal 3 5 7
]


def at(state: State, square: str) -> str:
    """Return what is on a square, given by its number."""
    return state[int(square) - 1]


def put(state: State, square: str, symbol: str) -> State:
    """Return the board with a symbol written on a free square."""
    assert at(state, square) == FREE
    return "".join(symbol if name == square else at(state, name) for name in SQUARES)


def symmetric_boards(state: State) -> list[State]:
    """Return the eight images of a three by three board."""
    return ["".join(at(state, square) for square in image) for image in SYMMETRIES]


def symmetries_of_squares() -> list[Symmetry]:
    """Return where each square goes under the eight symmetries of the board."""
    return [{old: str(place) for place, old in enumerate(image, 1)} for image in SYMMETRIES]


class TicTacToe(ReferenceGame):
    """Three marks of a player in a line win; a full board without such a line is a draw."""

    def start(self) -> State:
        return FREE * 9

    def player(self, state: State) -> int:
        return (9 - state.count(FREE)) % 2

    def moves(self, state: State) -> list[str]:
        if self.result(state).kind != "ongoing":
            return []
        return [square for square in SQUARES if at(state, square) == FREE]

    def play(self, state: State, text: str) -> State:
        return put(state, text, MARKS[self.player(state)])

    def result(self, state: State) -> Result:
        for player, mark in enumerate(MARKS):
            lines = [line for line in LINES if all(at(state, square) == mark for square in line)]
            if lines:
                return Result("won", player, frozenset("".join(lines)))
        return Result("ongoing" if FREE in state else "draw")

    def place(self, site: Any) -> str:
        return str(3 * site.y + site.x + 1)

    def symmetries(self, rng: Random) -> list[Symmetry]:
        return symmetries_of_squares()

    def cells(self, state: State) -> dict[str, int]:
        return {square: (FREE + MARKS).index(at(state, square)) for square in SQUARES}

    def symmetric(self, state: State) -> list[State]:
        return symmetric_boards(state)
