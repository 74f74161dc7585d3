"""Naive numerical tic-tac-toe.

The board is that of tic-tac-toe, and a state is written in the same way, with the numbers
themselves on the squares: `.7..5....` has 7 at position 2 and 5 at position 5. Player 0 owns the
odd numbers, player 1 the even ones, and each may be used once. A move is `number@position`.
"""

from random import Random
from typing import Any

from .common import ReferenceGame, Result, State, Symmetry
from .tictactoe import FREE, LINES, SQUARES, at, put, symmetric_boards, symmetries_of_squares

NUMBERS = ["13579", "2468"]
TARGET = 15


class Numerical(ReferenceGame):
    """Whoever completes a line of three numbers with sum 15 wins, whoever's numbers they are."""

    def start(self) -> State:
        return FREE * 9

    def player(self, state: State) -> int:
        return (9 - state.count(FREE)) % 2

    def moves(self, state: State) -> list[str]:
        if self.result(state).kind != "ongoing":
            return []
        unused = [number for number in NUMBERS[self.player(state)] if number not in state]
        free = [square for square in SQUARES if at(state, square) == FREE]
        return [f"{number}@{square}" for square in free for number in unused]

    def play(self, state: State, text: str) -> State:
        number, square = text.split("@")
        assert number in NUMBERS[self.player(state)]
        assert number not in state
        return put(state, square, number)

    def result(self, state: State) -> Result:
        sites = set()
        for line in LINES:
            numbers = [at(state, square) for square in line]
            if FREE not in numbers and sum(int(number) for number in numbers) == TARGET:
                sites |= set(line)
        if sites:
            # The game ends with the first such line, so it was the last move that completed it.
            winner = 1 - self.player(state)
            return Result("won", winner, frozenset(sites))
        return Result("ongoing" if FREE in state else "draw")

    def place(self, site: Any) -> str:
        return str(3 * site.y + site.x + 1)

    def symmetries(self, rng: Random) -> list[Symmetry]:
        return [
            {
                f"{number}@{old}": f"{number}@{new}"
                for old, new in square.items()
                for number in "123456789"
            }
            for square in symmetries_of_squares()
        ]

    def cells(self, state: State) -> dict[str, int]:
        """Return the number on each square, 0 where there is none."""
        return {square: int(at(state, square).replace(FREE, "0")) for square in SQUARES}

    def symmetric(self, state: State) -> list[State]:
        return symmetric_boards(state)
