"""Bit tricks for boards held in words, and the bits of real numbers.

Each compiled intrinsic has a pure-Python twin, used when compilation is switched off
(NUMBA_DISABLE_JIT=1) and by the tests to check the intrinsic.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import config, types
from numba.extending import intrinsic

from plyground.kernel.compiler import compiled
from plyground.kernel.wide import Wide, WideType, Word

_ALL = (1 << 64) - 1


def popcount_twin(word: Word) -> int:
    """How many bits of `word` are set."""
    return int(word).bit_count()


def trailing_zeros_twin(word: Word) -> int:
    """The number of the lowest set bit of `word`, that of all its bits if there is none."""
    width = 128 if isinstance(word, Wide) else 64
    return ((int(word) & -int(word)).bit_length() or width + 1) - 1


def lowest_bit_twin(word: Word) -> Word:
    """`word` with all but its lowest set bit cleared, 0 if there is none."""
    lowest = int(word) & -int(word)
    return Wide(lowest) if isinstance(word, Wide) else np.uint64(lowest & _ALL)


def as_int_twin(word: Word) -> int:
    """`word` below 2^63 as a signed number, for counts and places (int() leaves it unsigned)."""
    return int(word)


def mix64_twin(word: np.uint64) -> np.uint64:
    """A hash of `word` that no other word has; every bit of it depends on every bit of `word`.

    The finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
    generators, 2014). Products wrap around.
    """
    mixed = int(word)
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & _ALL
    return np.uint64(mixed ^ mixed >> 31)


def scramble_twin(high: np.uint64, low: np.uint64, width: int) -> np.uint64:
    """A hash of two words that can be undone if `high` is known: of `width` bits, as `low` is.

    Each step is a bijection of the numbers of `width` bits: to add (exclusively) what the higher
    bits say, and to multiply by an odd number. Products wrap around.
    """
    mask, half = (1 << width) - 1, width // 2 + 1
    mixed = (int(low) ^ int(high) * 0x9E3779B97F4A7C15) & mask
    mixed = (mixed ^ mixed >> half) * 0xD6E8FEB86659FD93 & mask
    mixed = (mixed ^ mixed >> half) * 0xBF58476D1CE4E5B9 & mask
    return np.uint64(mixed ^ mixed >> half)


def float_bits_twin(number: float) -> np.uint64:
    """The 64 bits of a real number: its sign, 11 bits of its exponent and 52 of its fraction."""
    return np.uint64(struct.unpack("<Q", struct.pack("<d", number))[0])


def float_of_bits_twin(word: np.uint64) -> float:
    """The real number that has these 64 bits."""
    number: float = struct.unpack("<d", struct.pack("<Q", int(word)))[0]
    return number


@compiled
def _scramble(high: np.uint64, low: np.uint64, width: int) -> np.uint64:
    mask, half = np.uint64(_ALL) >> np.uint64(64 - width), np.uint64(width // 2 + 1)
    mixed = (low ^ high * np.uint64(0x9E3779B97F4A7C15)) & mask
    mixed = (mixed ^ mixed >> half) * np.uint64(0xD6E8FEB86659FD93) & mask
    mixed = (mixed ^ mixed >> half) * np.uint64(0xBF58476D1CE4E5B9) & mask
    return mixed ^ mixed >> half


@compiled
def _mix64(word: np.uint64) -> np.uint64:
    word = (word ^ word >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ word >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return word ^ word >> np.uint64(31)


def _either(word: Any) -> Any:
    """The type of a word that a trick takes."""
    return word if isinstance(word, WideType) else types.uint64


def _counted(context: Any, builder: Any, number: Any) -> Any:
    """A number of at most 128, or the lowest 64 bits of a word, as a signed number."""
    small = context.get_value_type(types.int64)
    return number if number.type == small else builder.trunc(number, small)


@intrinsic
def _popcount(_typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _counted(context, builder, builder.ctpop(arguments[0]))

    return types.int64(_either(word)), generate


@intrinsic
def _trailing_zeros(_typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zero_is_defined = context.get_constant(types.boolean, False)
        return _counted(context, builder, builder.cttz(arguments[0], zero_is_defined))

    return types.int64(_either(word)), generate


@intrinsic
def _lowest_bit(_typing: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.and_(arguments[0], builder.neg(arguments[0]))

    return _either(word)(_either(word)), generate


@intrinsic
def _as_int(_typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _counted(context, builder, arguments[0])

    return types.int64(_either(word)), generate


@intrinsic
def _float_bits(_typing: Any, _number: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.uint64))

    return types.uint64(types.float64), generate


@intrinsic
def _float_of_bits(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.float64))

    return types.float64(types.uint64), generate


popcount: Callable[[Word], int]
trailing_zeros: Callable[[Word], int]
lowest_bit: Callable[[Word], Word]
as_int: Callable[[Word], int]
mix64: Callable[[np.uint64], np.uint64]
scramble: Callable[[np.uint64, np.uint64, int], np.uint64]
float_bits: Callable[[float], np.uint64]
float_of_bits: Callable[[np.uint64], float]

if config.DISABLE_JIT:
    popcount, trailing_zeros = popcount_twin, trailing_zeros_twin
    lowest_bit, as_int, mix64 = lowest_bit_twin, as_int_twin, mix64_twin
    scramble = scramble_twin
    float_bits, float_of_bits = float_bits_twin, float_of_bits_twin
else:
    popcount, trailing_zeros = _popcount, _trailing_zeros
    lowest_bit, as_int, mix64 = _lowest_bit, _as_int, _mix64
    scramble = _scramble
    float_bits, float_of_bits = _float_bits, _float_of_bits


@compiled
def write_bits(word: np.uint64, out: npt.NDArray[np.int64]) -> int:
    """Write the numbers of the set bits of `word` to `out`, the lowest first; return how many."""
    count = 0
    while word:
        out[count] = trailing_zeros(word)
        word ^= lowest_bit(word)
        count += 1
    return count
