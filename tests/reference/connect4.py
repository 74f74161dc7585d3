"""Naive Connect Four.

A state is the columns from left to right with a `/` between them, each written from the bottom
up: `x` is a counter of player 0, `o` one of player 1. After the moves 4 4 5 3 on seven columns

    . . . . . . .
    . . . o . . .
    . . o x x . .
    1 2 3 4 5 6 7

it is `//o/xo/x//`. A move is the character of its column: 1 to 9, then a, b, c. A square is called
`column,row`, both counted from 1, rows from the bottom: the lowest `x` on the left is `4,1`.
"""

from random import Random
from typing import Any

from .common import ReferenceGame, Result, State, Symmetry

COUNTERS = "xo"
COLUMN_NAMES = "123456789abc"

# To the right, up, up and to the right, down and to the right.
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Connect4(ReferenceGame):
    """Four or more counters of a player in a line win; a full board without them is a draw."""

    def __init__(self, columns: int = 7, rows: int = 6) -> None:
        if not 1 <= columns <= len(COLUMN_NAMES) or rows < 1:
            raise ValueError(f"no board of {columns} columns and {rows} rows")
        self.columns = columns
        self.rows = rows
        squares = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
        runs = [
            [(c + step * right, r + step * up) for step in range(4)]
            for c, r in squares
            for right, up in DIRECTIONS
        ]
        self.fours = [run for run in runs if all(square in squares for square in run)]

    def start(self) -> State:
        return "/" * (self.columns - 1)

    def player(self, state: State) -> int:
        return len(state.replace("/", "")) % 2

    def moves(self, state: State) -> list[str]:
        if self.result(state).kind != "ongoing":
            return []
        named = zip(COLUMN_NAMES, state.split("/"), strict=False)
        return [name for name, column in named if len(column) < self.rows]

    def play(self, state: State, text: str) -> State:
        columns = state.split("/")
        index = COLUMN_NAMES.index(text)
        assert len(columns[index]) < self.rows
        columns[index] += COUNTERS[self.player(state)]
        return "/".join(columns)

    def result(self, state: State) -> Result:
        columns = state.split("/")
        for player, counter in enumerate(COUNTERS):
            own = {
                (c, r)
                for c, column in enumerate(columns, 1)
                for r, each in enumerate(column, 1)
                if each == counter
            }
            sites = {square for four in self.fours if own.issuperset(four) for square in four}
            if sites:
                return Result("won", player, frozenset(f"{c},{r}" for c, r in sites))
        full = all(len(column) == self.rows for column in columns)
        return Result("draw" if full else "ongoing")

    def place(self, site: Any) -> str:
        return f"{site.x + 1},{self.rows - site.y}"

    def symmetries(self, rng: Random) -> list[Symmetry]:
        columns = COLUMN_NAMES[: self.columns]
        return [dict(zip(columns, image, strict=True)) for image in (columns, columns[::-1])]

    def cells(self, state: State) -> dict[str, int]:
        return {
            f"{c},{r}": 1 + COUNTERS.index(counter) if counter != "." else 0
            for c, column in enumerate(state.split("/"), 1)
            for r, counter in enumerate(column.ljust(self.rows, "."), 1)
        }

    def symmetric(self, state: State) -> list[State]:
        return [state, "/".join(reversed(state.split("/")))]
