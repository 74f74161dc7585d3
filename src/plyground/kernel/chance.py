"""Chance: a seeded generator of whole numbers, and choices by it, equal wherever they run.

It is SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Its
state is one word, in an array so that compiled code can change it; each step adds a constant to
the state and mixes it, and gives one draw of 64 bits. 2^64 draws pass before they repeat.

Every seat of every match has a generator of its own, made by mixing the seed, the match's number
and the seat. With seed, match and seat 0 the draws are those of SplitMix64 from the seed 0.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from plyground.kernel.bits import as_int, mix64
from plyground.kernel.compiler import compiled, compiled_beside, in_python

GENERATOR = "splitmix64"
"""What a record calls it beside a seed: another generator makes another game of the same seed."""

WORDS = 1
"""The length of a generator's state."""

_STEP = 0x9E3779B97F4A7C15  # the golden ratio, times 2^64
_ALL = (1 << 64) - 1
_HALF = np.uint64(32)  # bits
_LOWER = np.uint64((1 << 32) - 1)

Uints = npt.NDArray[np.uint64]
T = TypeVar("T")


@compiled
def seed_state(state: Uints, seed: np.uint64, match: int, seat: int) -> None:
    """Begin the draws of a seat, from 0, in a match of a seed."""
    state[0] = mix64(mix64(mix64(seed) ^ np.uint64(match)) ^ np.uint64(seat))


def _draw_in_python(state: Uints) -> np.uint64:
    """64 random bits."""
    state[0] = np.uint64((int(state[0]) + _STEP) & _ALL)
    drawn: np.uint64 = in_python(mix64)(state[0])
    return drawn


@compiled_beside(_draw_in_python)
def draw(state: Uints) -> np.uint64:
    """64 random bits."""
    state[0] += np.uint64(_STEP)
    return mix64(state[0])


@compiled
def below(state: Uints, n: int) -> int:
    """A random number from 0 to `n` - 1, of one draw; `n` is from 1 to 2^63 - 1.

    The draw times n, divided by 2^64 (Lemire: Fast random integer generation in an interval, 2019,
    without its rejections). The probability of each number differs from 1/n by less than 2^-64:
    with n up to 2^32, by less than one part in 2^32.
    """
    word, number = draw(state), np.uint64(n)
    high, low = word >> _HALF, word & _LOWER
    n_high, n_low = number >> _HALF, number & _LOWER
    one = high * n_low + (low * n_low >> _HALF)
    other = low * n_high + (one & _LOWER)
    return as_int(high * n_high + (one >> _HALF) + (other >> _HALF))


@compiled
def weighted(state: Uints, weights: npt.NDArray[np.int64], count: int) -> int:
    """One of the numbers 0 to `count` - 1, each as likely as its weight says, of one draw.

    No weight is negative, and their sum is from 1 to 2^63 - 1.
    """
    total = 0
    for i in range(count):
        total += weights[i]
    left = below(state, total)
    i = 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return i


class Chance:
    """A seeded generator of random choices: the same numbers make the same choices everywhere.

    The draws of different seeds, matches and seats have nothing to do with each other. Without a
    seed, they are different each time.
    """

    def __init__(self, seed: int | None = None, match: int = 0, seat: int = 0) -> None:
        """Begin at the first draw. Seeds that differ by a multiple of 2^64 are the same."""
        self.state: Uints = np.zeros(WORDS, np.uint64)
        """What compiled functions take; each draw changes it."""
        seed = secrets.randbits(64) if seed is None else seed
        seed_state(self.state, np.uint64(seed & _ALL), match, seat)

    @classmethod
    def of(cls, state: int) -> Chance:
        """The generator that has this state, the first word of another one's `state`."""
        found = cls(0)
        found.state[0] = np.uint64(state)
        return found

    def word(self) -> int:
        """64 random bits, as a number from 0 to 2^64 - 1."""
        return int(in_python(draw)(self.state))

    def below(self, n: int) -> int:
        """A number from 0 to `n` - 1, all equally likely.

        Raises ValueError unless `n` is from 1 to 2^63 - 1.
        """
        if not 1 <= n < 1 << 63:
            raise ValueError(f"a number below {n} cannot be drawn: give one from 1 to 2^63 - 1")
        return self.word() * n >> 64  # as `below`

    def choice(self, sequence: Sequence[T]) -> T:
        """One item of `sequence`, all equally likely. Raises ValueError if it is empty."""
        return sequence[self.below(len(sequence))]

    def weighted(self, weights: Sequence[int]) -> int:
        """The index of one of `weights`, each as likely as its whole number says.

        Raises ValueError if one is negative, or their sum is not from 1 to 2^63 - 1.
        """
        if min(weights, default=0) < 0 or not 1 <= sum(weights) < 1 << 63:
            raise ValueError("weights are whole numbers from 0 whose sum is from 1 to 2^63 - 1")
        left = self.below(sum(weights))
        for number, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return number
        raise AssertionError("the draw lies below the sum")
