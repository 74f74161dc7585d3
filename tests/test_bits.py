"""Bit tricks: each intrinsic against its pure-Python twin, and both against the obvious."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from plyground.kernel import (
    as_int,
    bits,
    compiled,
    in_python,
    lowest_bit,
    mix64,
    popcount,
    scramble,
    trailing_zeros,
)

words = st.integers(0, 2**64 - 1)


@compiled
def all_tricks(word: np.uint64) -> tuple[int, int, np.uint64, int, np.uint64]:
    half = as_int(word >> np.uint64(1))
    return popcount(word), trailing_zeros(word), lowest_bit(word), half, mix64(word)


def test_mixing_is_that_of_splitmix64() -> None:
    """The first numbers of the generator whose state counts up in steps of the golden ratio."""
    step = 0x9E3779B97F4A7C15
    numbers = [int(in_python(bits.mix64)(np.uint64(n * step % 2**64))) for n in (1, 2, 3)]
    assert numbers == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@given(words)
@example(0)
@example(1)
@example(2**63)
@example(2**64 - 1)
def test_tricks(number: int) -> None:
    word = np.uint64(number)
    ones = [place for place in range(64) if number >> place & 1]
    expected = (
        len(ones),
        ones[0] if ones else 64,
        1 << ones[0] if ones else 0,
        number // 2,
        int(in_python(bits.mix64)(word)),
    )
    assert all_tricks(word) == expected
    assert (
        in_python(bits.popcount)(word),
        in_python(bits.trailing_zeros)(word),
        in_python(bits.lowest_bit)(word),
        in_python(bits.as_int)(word >> np.uint64(1)),
        in_python(bits.mix64)(word),
    ) == expected


@compiled
def scrambled(high: np.uint64, low: np.uint64, width: int) -> np.uint64:
    return scramble(high, low, width)


@given(words, words, st.integers(1, 64))
@example(2**64 - 1, 2**64 - 1, 64)
def test_scrambling_stays_within_its_width(high: int, low: int, width: int) -> None:
    given_words = np.uint64(high), np.uint64(low >> 64 - width)
    found = scrambled(*given_words, width)
    assert found == in_python(bits.scramble)(*given_words, width)
    assert int(found).bit_length() <= width


def test_scrambling_can_be_undone() -> None:
    for width in (1, 2, 7, 12):
        for high in (0, 1, 12345):
            found = {
                int(in_python(bits.scramble)(np.uint64(high), np.uint64(low), width))
                for low in range(1 << width)
            }
            assert len(found) == 1 << width
