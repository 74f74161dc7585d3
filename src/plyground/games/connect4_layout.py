"""Where the cells of a Connect Four board lie in words: the two ways to hold a board.

The rules are written once, with operators that boards of one word and of two have in common. A
`Layout` has what differs, and is chosen when the game is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import Wide, Word, compiled, halves, wide
from plyground.position import State

WORD_BITS = 64
BITS_AT_MOST = 2 * WORD_BITS


class Layout(NamedTuple):
    """The layout of a board. A state holds two boards: the counters of the player to move, and
    those of both.
    """

    word: Callable[[int], Word]
    """A constant, made of a number with a bit for each cell."""
    boards: Callable[[State], tuple[Word, Word]]
    """Compiled: the two boards of a state."""
    state: Callable[[Word, Word], State]
    """Compiled: the state of two boards."""
    key: Callable[[Word], Any]
    """Compiled: a board as a key, which is one word or a tuple of two, the high one first."""
    bottom: Word
    """The cells of the bottom row."""
    board: Word
    """All cells."""
    odd_rows: Word
    """The cells of the odd rows, counted from 1."""
    steps: tuple[np.uint64, ...]
    """The distances of neighbours in a line, that of a column first."""


@compiled
def _same_boards(state: State) -> tuple[Word, Word]:
    return state[0], state[1]


@compiled
def _same_state(own: np.uint64, both: np.uint64) -> State:
    return own, both


@compiled
def _same_key(board: np.uint64) -> np.uint64:
    return board


@compiled
def _wide_boards(state: State) -> tuple[Wide, Wide]:
    return wide(state[0], state[1]), wide(state[2], state[3])


@compiled
def _wide_state(own: Wide, both: Wide) -> State:
    return halves(own) + halves(both)


@compiled
def _wide_key(board: Wide) -> tuple[np.uint64, np.uint64]:
    return halves(board)


def bits_of(columns: int, rows: int) -> int:
    """How many bits a board takes: a column has one more than rows."""
    return columns * (rows + 1)


def layout_of(columns: int, rows: int) -> Layout:
    """The layout of a board of this size."""
    height = rows + 1
    starts = [c * height for c in range(columns)]
    word: Callable[[int], Word]
    boards: Callable[..., Any]
    state: Callable[..., Any]
    key: Callable[..., Any]
    if bits_of(columns, rows) <= WORD_BITS:
        word, boards, state, key = np.uint64, _same_boards, _same_state, _same_key
    else:
        word, boards, state, key = Wide, _wide_boards, _wide_state, _wide_key
    return Layout(
        word,
        boards,
        state,
        key,
        bottom=word(sum(1 << first for first in starts)),
        board=word(sum(((1 << rows) - 1) << first for first in starts)),
        odd_rows=word(sum(1 << first + r for first in starts for r in range(0, rows, 2))),
        steps=tuple(np.uint64(step) for step in (1, height - 1, height, height + 1)),
    )
