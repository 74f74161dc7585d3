"""How entries answer: values and choices as words of a desk, which a page reads back.

A value takes VALUE_WORDS words: its verdict (a place in VERDICTS, or NONE), its plies, the verdict
and plies of the worst and of the best value possible where it is not known exactly, what kind of
estimate it has (ESTIMATES), and the estimate: a score, or the bits of an expectation. NONE stands
for what is missing.

A choice is its move, its value, the depth searched, the length of its line, which is in `moves`,
the number of the rule that decided, 0 for none, how the player saw (a place in MANNERS), and how
many thoughts it tells. These are in `results`, from a place that is the last word of the choice: of
each move that the player weighed, the move and its value as the player saw it.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Literal

import numpy as np

from plyground.kernel import Rules, array_at, borrowed, compiled
from plyground.position import Ints
from plyground.position.desk import ANSWER, WHOLE
from plyground.search import value
from plyground.search.value import Value, Verdict

Manner = Literal["sees", "overlooks", "slips", "chance"]

# The formulas are those of values in Python, compiled.
proven, plies_to_end = compiled(value.proven), compiled(value.plies_to_end)
plies_of_number = compiled(value.plies_of_number)
says_at_least, says_at_most = compiled(value.says_at_least), compiled(value.says_at_most)

VERDICTS: tuple[Verdict, ...] = ("loss", "draw", "win", "unknown")
LOSS, DRAW, WON, UNKNOWN = range(4)
NONE = value.NO_PLIES

ESTIMATES = ("", "score", "expectation")
_EXACTLY, _SCORE, _EXPECTATION = range(3)

MANNERS: tuple[Manner, ...] = ("sees", "overlooks", "slips", "chance")
"""How a player saw what it chose from: all within its depth; all but the ends that it overlooked,
see `search.sight`; or all, and it chose a worse move than it could; or it looked at nothing.
"""
SEES, OVERLOOKS, SLIPS, BY_CHANCE = range(4)

VALUE_WORDS = 8
_LENGTH, RULE, MANNER, THOUGHTS, THOUGHTS_AT, CHOICE_WORDS = range(2 + VALUE_WORDS, 8 + VALUE_WORDS)
THOUGHT_WORDS = 1 + VALUE_WORDS


@compiled
def put_value(out: Ints, at: int, verdict: int, plies: int) -> None:
    """Write a value without limits and without an estimate from `out[at]` on."""
    out[at] = verdict
    out[at + 1] = plies
    for i in range(at + 2, at + 6):
        out[i] = NONE
    out[at + 6] = _EXACTLY
    out[at + 7] = 0


@compiled
def put_score(out: Ints, at: int, score: int, complete: bool) -> None:
    """Write the value of a search's score: see `search.value.value_of_score`."""
    if proven(score):
        plies = plies_to_end(score)
        put_value(out, at, WON if score > 0 else LOSS, plies if plies else NONE)
    elif complete:
        put_value(out, at, DRAW, NONE)
    else:
        put_value(out, at, UNKNOWN, NONE)
        out[at + 6] = _SCORE
        out[at + 7] = score


@compiled
def put_expectation(out: Ints, at: int, expectation: float) -> None:
    """Write an expected share of a point, from 0 to 1."""
    put_value(out, at, UNKNOWN, NONE)
    out[at + 6] = _EXPECTATION
    array_at(borrowed(out), np.float64)[at + 7] = expectation


@compiled
def _put_number(rules: Rules, out: Ints, at: int, number: int, ply: int) -> None:
    """Write the verdict and the plies of one of the exact solver's numbers."""
    out[at] = WON if number > 0 else LOSS if number < 0 else DRAW
    out[at + 1] = plies_of_number(number, rules.max_plies, ply, rules.draws_are_longest)


@compiled
def put_bounds(rules: Rules, out: Ints, at: int, low: int, high: int, ply: int) -> None:
    """Write the value for limits in the exact solver's numbers: see `search.value_of_bounds`."""
    put_value(out, at, WON if low > 0 else LOSS if high < 0 else UNKNOWN, NONE)
    if low == high:
        _put_number(rules, out, at, low, ply)
        return
    if says_at_least(low, rules.max_plies):
        _put_number(rules, out, at + 2, low, ply)
    if says_at_most(high, rules.max_plies):
        _put_number(rules, out, at + 4, high, ply)


@compiled
def put_choice(desk: Ints, move: int, depth: int) -> None:
    """Write a choice without a value and without a line."""
    desk[ANSWER] = move
    put_value(desk, ANSWER + 1, NONE, NONE)
    desk[ANSWER + 1 + VALUE_WORDS] = depth
    for i in range(_LENGTH, CHOICE_WORDS):
        desk[ANSWER + i] = 0


@compiled
def room_of_thoughts(rules: Rules, desk: Ints) -> int:
    """The words of `results` that the thoughts on all moves take, if they are asked for."""
    return rules.max_moves * THOUGHT_WORDS if desk[WHOLE] else 0


def bits_of(number: float) -> int:
    """A number with a fraction as a word."""
    found: int = struct.unpack("<q", struct.pack("<d", number))[0]
    return found


def value_in(words: Sequence[int]) -> Value | None:
    """The value that VALUE_WORDS words say; None if there is none."""
    verdict, plies, low, low_plies, high, high_plies, kind, number = words
    if verdict == NONE:
        return None

    def known(word: int) -> int | None:
        return None if word == NONE else word

    def limit(word: int, count: int) -> Value | None:
        return None if word == NONE else Value(VERDICTS[word], known(count))

    return Value(
        VERDICTS[verdict],
        known(plies),
        limit(low, low_plies),
        limit(high, high_plies),
        score=number if kind == _SCORE else None,
        expectation=struct.unpack("<d", struct.pack("<q", number))[0]
        if kind == _EXPECTATION
        else None,
    )
