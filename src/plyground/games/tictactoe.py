"""Tic-tac-toe: three in a row on a board of nine cells.

Vocabulary: x moves first and is player 1, o is player 2; s is a cell.

The state is two words of nine bits, one bit for each cell:

    state[0]  the marks of the player to move         bits     0 1 2
    state[1]  the marks of both                                3 4 5
                                                               6 7 8

A move's code is its cell. The word state[0] | state[1] << 9 is the key.
"""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np

from plyground.games import levels
from plyground.games.tictactoe_reasons import LINES, REASONS
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

SYMMETRIES = (  # for every symmetry of the square, the cell that lands on each cell
    (0, 1, 2, 3, 4, 5, 6, 7, 8),
    (2, 1, 0, 5, 4, 3, 8, 7, 6),
    (6, 7, 8, 3, 4, 5, 0, 1, 2),
    (8, 7, 6, 5, 4, 3, 2, 1, 0),
    (0, 3, 6, 1, 4, 7, 2, 5, 8),
    (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (2, 5, 8, 1, 4, 7, 0, 3, 6),
    (8, 5, 2, 7, 4, 1, 6, 3, 0),
)

_LINE_MASKS = np.array([sum(1 << s for s in line) for line in LINES], np.uint64)
_IMAGES = np.array(SYMMETRIES, np.uint64)  # [symmetries, cells]
_FULL = np.uint64((1 << 9) - 1)
_ONE = np.uint64(1)
_NINE = np.uint64(9)


@compiled
def start() -> State:
    return np.uint64(0), np.uint64(0)


@compiled
def player(state: State) -> int:
    return popcount(state[1]) & 1


@compiled
def moves(state: State, out: Ints) -> int:
    free = state[1] ^ _FULL
    count = 0
    while free:
        out[count] = trailing_zeros(free)
        free ^= lowest_bit(free)
        count += 1
    return count


@compiled
def play(state: State, move: int) -> State:
    return state[0] ^ state[1], state[1] | _ONE << np.uint64(move)


@compiled
def result(state: State) -> int:
    latest = state[0] ^ state[1]
    for line in _LINE_MASKS:
        if latest & line == line:
            return won(1 - player(state))
    return DRAW if state[1] == _FULL else ONGOING


@compiled
def key(state: State) -> np.uint64:
    return state[0] | state[1] << _NINE


@compiled
def canonical(state: State) -> State:
    """The image with the least key."""
    best = state
    for symmetry in _IMAGES:
        mine, both = np.uint64(0), np.uint64(0)
        for s in range(9):
            mine |= (state[0] >> symmetry[s] & _ONE) << np.uint64(s)
            both |= (state[1] >> symmetry[s] & _ONE) << np.uint64(s)
        if key((mine, both)) < key(best):
            best = (mine, both)
    return best


@compiled
def cells(state: State, out: Ints) -> None:
    """1 for x and 2 for o."""
    second = state[0] if player(state) == 1 else state[0] ^ state[1]
    for s in range(9):
        cell = np.uint64(s)
        out[s] = as_int((state[1] >> cell & _ONE) + (second >> cell & _ONE))


@compiled
def deciding(state: State, out: Ints) -> int:
    latest, made = state[0] ^ state[1], np.uint64(0)
    for line in _LINE_MASKS:
        if latest & line == line:
            made |= line
    return write_bits(made, out)


_REMARKS = {
    "missed": "missed three in a row: {better} completes it",
    "lets through": "let a line through: {reply} completes it",
    "fork": "let {reply} make two threats at once, and only one can be stopped",
}


_GLASS_BOXES = (
    GlassBox(
        "A first look",
        "Tic-tac-toe with four cells left: 12 positions, and the first cut-offs.",
        "15264",
        "alphabeta",
        3,
    ),
    GlassBox(
        "The old tic-tac-toe program",
        "Its whole answer to a first move in the corner, with its shallow cut-offs.",
        "1",
        "shallow",
        9,
    ),
)


class TicTacToeWording(Wording):
    """Moves are cells."""

    def spoken(self, move: str) -> str:
        return f"cell {move}"


class OldTicTacToeWording(TicTacToeWording):
    """The computer is o, whoever begins."""

    def symbols(self, cast: Cast) -> tuple[str, ...]:
        computers = tuple(cast.computer(player) is not None for player in range(2))
        return ("o", "x") if computers == (True, False) else ()


_HINT = "a cell, 1 to 9, or row and column, such as 2 3"


_OLD_TALK = Talk(
    asks_move=("Row and column (1-3, as in 2 3), or a cell (1-9): ",),
    unreadable=f"{{typed!r}} is not accepted: give {_HINT}.",
)


class TicTacToe(Game):
    """Tic-tac-toe, or noughts and crosses, on 3 x 3 cells."""

    name = "tictactoe"
    title = "Tic-tac-toe"
    summary = "Take turns to mark a cell; three of your own in a row win."
    goal = "Get three in a row"
    symbols = ("x", "o")
    cell_marks = (None, Mark(0, "x"), Mark(1, "o"))
    player_names = ("x", "o")
    remarks = _REMARKS
    decided_by = "three in a row"
    max_plies = 9
    draws_are_longest = True
    default_depth = 9
    move_texts = tuple("123456789")
    move_hint = "a cell, 1 to 9, row by row"
    board = Board.grid(3, 3)

    def __init__(self) -> None:
        super().__init__()

    def kernels(self) -> Kernels:
        return kernels(start, player, moves, play, result, key, canonical, cells, deciding)

    @property
    def reasons(self) -> Reasons:
        return REASONS

    def refusal(self, state: tuple[int, ...], code: int) -> str:
        return f"Cell {code + 1} is taken" if state[1] >> code & 1 else ""

    def read_move(self, text: str) -> str:
        """A cell, or its row and column, as its old program took it."""
        pair = re.fullmatch(r"\(?\s*([1-3])[\s,;]*([1-3])\s*\)?", text.strip())
        return str(3 * (int(pair[1]) - 1) + int(pair[2])) if pair else text

    @cached_property
    def face(self) -> Face:
        return Face(
            wording=TicTacToeWording(),
            talk=Talk(asks_move=("Which cell would you like (1-9, or row and column)? ",)),
            before=Before(OldTicTacToeWording(), _OLD_TALK, (HUMAN, "old-tictactoe")),
            hint=_HINT,
            example="5 1 9 3",
            levels=levels.TICTACTOE,
            glass_boxes=_GLASS_BOXES,
            old_win=10,
        )
