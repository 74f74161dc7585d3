"""Bit tricks: each intrinsic against its pure-Python twin, and both against the obvious."""

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from plyground.kernel import as_int, bits, compiled, lowest_bit, popcount, trailing_zeros

words = st.integers(0, 2**64 - 1)


@compiled
def all_tricks(word: np.uint64) -> tuple[int, int, np.uint64, int]:
    return popcount(word), trailing_zeros(word), lowest_bit(word), as_int(word >> np.uint64(1))


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
    )
    assert all_tricks(word) == expected
    assert (
        bits.popcount_twin(word),
        bits.trailing_zeros_twin(word),
        bits.lowest_bit_twin(word),
        bits.as_int_twin(word >> np.uint64(1)),
    ) == expected
