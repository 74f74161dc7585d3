"""The compiled entries through which Python reaches a game's kernels.

A kernel is a closure of its game and is compiled into whatever calls it. Python calls these
instead: each is compiled once for each game and kept on disk. States are tuples of np.uint64.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, compiled
from plyground.position.outcome import ONGOING

Words = tuple[np.uint64, ...]  # a state as kernels take it


@compiled
def start(rules: Rules) -> Words:
    """The state at the start of the game."""
    return rules.start()  # type: ignore[no-any-return]


@compiled
def play(rules: Rules, state: Words, move: int) -> Words:
    """The state after `move`, which is not checked: that is the caller's duty."""
    return rules.play(state, move)  # type: ignore[no-any-return]


@compiled
def look(rules: Rules, state: Words, out: npt.NDArray[np.int64]) -> tuple[int, int, int]:
    """Who is to move, the result, and how many legal moves were written to `out`.

    `out` has room for max_moves codes. A game that has ended has no legal moves.
    """
    result = rules.result(state)
    count = rules.moves(state, out) if result == ONGOING else 0
    return rules.player(state), result, count


@compiled
def key(rules: Rules, state: Words) -> Any:
    """The key of a state: one word or a tuple of words."""
    return rules.key(state)


@compiled
def canonical(rules: Rules, state: Words) -> Words:
    """The representative of a state under the game's symmetries."""
    return rules.canonical(state)  # type: ignore[no-any-return]


def words(state: tuple[int, ...]) -> Words:
    """A state of Python ints as kernels take it."""
    return tuple(np.uint64(word) for word in state)


def ints(state: Words) -> tuple[int, ...]:
    """A state from a kernel as Python ints."""
    return tuple(int(word) for word in state)
