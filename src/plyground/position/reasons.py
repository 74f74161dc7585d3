"""Reasons: what the rules of one game let a person say for or against a move, at a glance.

A kernel finds those of a move and writes REASON words for each:

    REASON_NAME     its place among the game's `Reasons.words`
    REASON_PLAYER   the player who profits
    REASON_CLAIM    WINS, HOLDS (does not lose) or DRAWN: what it claims of that player; FACT, if it
                    only says what is on the board
    REASON_PROVEN   1 if the kernel has proven it; a claim that is not proven is one to show where
                    the exact value agrees
    REASON_SITE     the site that it names, or -1
    REASON_NUMBER   a number that it names, or -1
    REASON_OTHER    another number, or -1

In the words, {I}, {me}, {my} are the player who profits, and {they}, {them}, {their} the other one;
{site}, {n} and {other} are what it names. Verbs that follow {I} and {they} are the same for
everybody, such as can, must and will: a computer speaks of itself, a review of both by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from plyground.kernel import compiled
from plyground.position.aliases import Ints, State

REASON_NAME, REASON_PLAYER, REASON_CLAIM, REASON_PROVEN = 0, 1, 2, 3
REASON_SITE, REASON_NUMBER, REASON_OTHER = 4, 5, 6
REASON = 7
"""Words of a reason."""
REASONS_ROOM = 8 * REASON
"""Words of the most reasons that a kernel finds for one move."""
FACT, DRAWN, HOLDS, WINS = range(4)
NOWHERE = -1


Kernel = Callable[[Any, int, Ints], int]
"""Compiled: (state, move, out) -> how many; the move is legal and does not end the game."""


class Reasons(NamedTuple):
    """What finds the reasons of a game, and their words by name."""

    kernel: Kernel
    words: Mapping[str, str]
    done: tuple[str, ...] = ()
    """Those that say what a move has done, and give no hint of what to do."""


@compiled
def put_reason(
    out: Ints, count: int, name: int, player: int, claim: int, proven: int, site: int, number: int,
    other: int = NOWHERE,
) -> int:  # fmt: skip
    """Write one more reason behind so many; how many there are now."""
    at = count * REASON
    out[at + REASON_NAME] = name
    out[at + REASON_PLAYER] = player
    out[at + REASON_CLAIM] = claim
    out[at + REASON_PROVEN] = proven
    out[at + REASON_SITE] = site
    out[at + REASON_NUMBER] = number
    out[at + REASON_OTHER] = other
    return count + 1


@compiled
def _none(_state: State, _move: int, _out: Ints) -> int:
    return 0


NO_REASONS = Reasons(_none, {})
"""Those of a game that has none of its own."""
