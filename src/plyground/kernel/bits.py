"""Bit tricks for boards held in words, and the bits of real numbers, as Python has them.

`native.bits` writes them as instructions of the processor.
"""

from __future__ import annotations

import struct

import numpy as np
import numpy.typing as npt

from plyground.kernel.compiler import compiled, compiled_beside, intrinsic
from plyground.kernel.wide import Wide, Word

_ALL = (1 << 64) - 1


@intrinsic
def popcount(word: Word) -> int:
    """How many bits of `word` are set."""
    return int(word).bit_count()


@intrinsic
def trailing_zeros(word: Word) -> int:
    """The number of the lowest set bit of `word`, that of all its bits if there is none."""
    width = 128 if isinstance(word, Wide) else 64
    return ((int(word) & -int(word)).bit_length() or width + 1) - 1


@intrinsic
def lowest_bit(word: Word) -> Word:
    """`word` with all but its lowest set bit cleared, 0 if there is none."""
    lowest = int(word) & -int(word)
    return Wide(lowest) if isinstance(word, Wide) else np.uint64(lowest & _ALL)


@intrinsic
def as_int(word: Word) -> int:
    """`word` below 2^63 as a signed number, for counts and places (int() leaves it unsigned)."""
    return int(word)


def _mix64_in_python(word: np.uint64) -> np.uint64:
    """A hash of `word` that no other word has; every bit of it depends on every bit of `word`.

    The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
    generators, 2014). Products wrap around.
    """
    mixed = int(word)
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _ALL
    return np.uint64(mixed ^ mixed >> 31)


def _scramble_in_python(high: np.uint64, low: np.uint64, width: int) -> np.uint64:
    """A hash of two words that can be undone if `high` is known: of `width` bits, as `low` is.

    Each step is a bijection of the numbers of `width` bits: to add (exclusively) what the higher
    bits say, and to multiply by an odd number. Products wrap around.
    """
    mask, half = (1 << width) - 1, width // 2 + 1
    mixed = (int(low) ^ int(high) * 0x9E3779B97F4A7C15) & mask
    mixed = (mixed ^ mixed >> half) * 0xD6E8FEB86659FD93 & mask
    mixed = (mixed ^ mixed >> half) * 0xBF58476D1CE4E5B9 & mask
    return np.uint64(mixed ^ mixed >> half)


@intrinsic
def float_bits(number: float) -> np.uint64:
    """The 64 bits of a real number: its sign, 11 bits of its exponent and 52 of its fraction."""
    return np.uint64(struct.unpack("<Q", struct.pack("<d", number))[0])


@intrinsic
def float_of_bits(word: np.uint64) -> float:
    """The real number that has these 64 bits."""
    number: float = struct.unpack("<d", struct.pack("<Q", int(word)))[0]
    return number


@compiled_beside(_scramble_in_python)
def scramble(high: np.uint64, low: np.uint64, width: int) -> np.uint64:
    """A hash of two words that can be undone if `high` is known."""
    mask, half = np.uint64(_ALL) >> np.uint64(64 - width), np.uint64(width // 2 + 1)
    mixed = (low ^ high * np.uint64(0x9E3779B97F4A7C15)) & mask
    mixed = (mixed ^ mixed >> half) * np.uint64(0xD6E8FEB86659FD93) & mask
    mixed = (mixed ^ mixed >> half) * np.uint64(0xBF58476D1CE4E5B9) & mask
    return mixed ^ mixed >> half


@compiled_beside(_mix64_in_python)
def mix64(word: np.uint64) -> np.uint64:
    """A hash of `word` that no other word has."""
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)


@compiled
def write_bits(word: np.uint64, out: npt.NDArray[np.int64]) -> int:
    """Write the numbers of the set bits of `word` to `out`, the lowest first; return how many."""
    count = 0
    while word:
        out[count] = trailing_zeros(word)
        word ^= lowest_bit(word)
        count += 1
    return count
