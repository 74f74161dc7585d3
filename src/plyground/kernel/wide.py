"""`Wide`: a word of 128 bits with the operators of np.uint64, for boards that need more than 64.

Rules that are written with operators alone are the same text for both: what they get decides. In
compiled code a wide word is a type of its own, in two registers, which nothing outside compiled
code sees: it comes of two words by `wide`, and `halves` gives them back. Both put the high one
first. `as_int`, `popcount`, `lowest_bit` and `trailing_zeros` take either.

Shifts are by 0 to 127, sums and differences wrap around, and nothing else is mixed with a wide
word.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from plyground.kernel.compiler import intrinsic

Word: TypeAlias = Any
"""np.uint64 or Wide."""

_HALF = 64
_LOW = (1 << _HALF) - 1
_ALL = (1 << 2 * _HALF) - 1


class Wide:
    """A word of 128 bits; `number` wraps around. Its operators are what compiled code does."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number & _ALL

    def __and__(self, other: Wide) -> Wide:
        return Wide(self.number & other.number)

    def __or__(self, other: Wide) -> Wide:
        return Wide(self.number | other.number)

    def __xor__(self, other: Wide) -> Wide:
        return Wide(self.number ^ other.number)

    def __add__(self, other: Wide) -> Wide:
        return Wide(self.number + other.number)

    def __sub__(self, other: Wide) -> Wide:
        return Wide(self.number - other.number)

    def __invert__(self) -> Wide:
        return Wide(~self.number)

    def __lshift__(self, by: np.uint64) -> Wide:
        return Wide(self.number << int(by))

    def __rshift__(self, by: np.uint64) -> Wide:
        return Wide(self.number >> int(by))

    def __lt__(self, other: Wide) -> bool:
        return self.number < other.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wide) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __bool__(self) -> bool:
        return self.number != 0

    def __int__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Wide({self.number:#x})"

    @property
    def __kernel_identity__(self) -> str:
        return repr(self)


@intrinsic
def wide(high: np.uint64, low: np.uint64) -> Wide:
    """The wide word of two."""
    return Wide(int(high) << _HALF | int(low))


@intrinsic
def halves(word: Wide) -> tuple[np.uint64, np.uint64]:
    """The two words of a wide one, the high one first."""
    return np.uint64(word.number >> _HALF), np.uint64(word.number & _LOW)
