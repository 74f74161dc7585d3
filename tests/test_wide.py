"""Words of 128 bits: compiled code and the class of plain Python, both against whole numbers."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plyground.kernel import (
    Wide,
    as_int,
    compiled,
    halves,
    in_plain_python,
    lowest_bit,
    natively,
    popcount,
    trailing_zeros,
    wide,
)
from plyground.kernel.compiler import COMPILES, CompileError
from plyground.kernel.identity import identity

TOP = (1 << 128) - 1
PATTERN = Wide(0xF0F0_F0F0_F0F0_F0F0_5555_5555_5555_5555)  # a constant of compiled code

numbers = st.one_of(
    st.integers(0, TOP),
    st.integers(0, 127).map(lambda place: 1 << place),
    st.sampled_from([0, TOP, (1 << 64) - 1, TOP ^ (1 << 64) - 1]),
)
distances = st.integers(0, 127)


def two(number: int) -> tuple[np.uint64, np.uint64]:
    return np.uint64(number >> 64), np.uint64(number & (1 << 64) - 1)


def whole(pair: tuple[Any, Any]) -> int:
    return int(pair[0]) << 64 | int(pair[1])


@compiled
def operations(a: Any, b: Any, by: np.uint64) -> tuple[Any, ...]:
    one, other = wide(a[0], a[1]), wide(b[0], b[1])
    total = one
    total += other
    either = one
    either |= other
    differing = one
    differing ^= other
    common = one
    common &= other
    rest = one
    rest -= other
    return (
        halves(one & other), halves(one | other), halves(one ^ other), halves(one + other),
        halves(~one), halves(one << by), halves(one >> by), halves(lowest_bit(one)),
        halves(common), halves(either), halves(differing), halves(total), halves(one & PATTERN),
        halves(one - other), halves(rest),
    )  # fmt: skip


@compiled
def questions(a: Any, b: Any) -> tuple[bool, bool, bool, bool, int, int, int]:
    one, other = wide(a[0], a[1]), wide(b[0], b[1])
    some = False
    if one:
        some = True
    return (
        one < other, one == other, one != other, some,
        popcount(one), trailing_zeros(one), as_int(one >> np.uint64(65)),
    )  # fmt: skip


in_both = pytest.mark.parametrize("where", [natively, in_plain_python])
Where = Callable[[], AbstractContextManager[None]]


@in_both
@given(numbers, numbers, distances)
@example(TOP, 1, 64)
@example(TOP, TOP, 0)
@example(1, 1, 127)
def test_operators_are_those_of_whole_numbers(where: Where, a: int, b: int, by: int) -> None:
    lowest = a & -a
    expected = [
        a & b, a | b, a ^ b, (a + b) & TOP, ~a & TOP, a << by & TOP, a >> by, lowest,
        a & b, a | b, a ^ b, (a + b) & TOP, a & PATTERN.number,
        (a - b) & TOP, (a - b) & TOP,
    ]  # fmt: skip
    with where():
        found = operations(two(a), two(b), np.uint64(by))
    assert [whole(pair) for pair in found] == expected


@in_both
@given(numbers, numbers)
@example(0, 0)
@example(1 << 64, 1)
@example(5, 5)
def test_questions_are_answered_as_for_whole_numbers(where: Where, a: int, b: int) -> None:
    zeros = (a & -a).bit_length() - 1 if a else 128
    expected = a < b, a == b, a != b, a != 0, a.bit_count(), zeros, a >> 65
    with where():
        assert questions(two(a), two(b)) == expected


@given(numbers, numbers)
@example(5, 5)
def test_numbers_of_python_are_values(a: int, b: int) -> None:
    assert (Wide(a) == Wide(b)) == (a == b)
    assert a != b or hash(Wide(a)) == hash(Wide(b))
    assert int(Wide(a)) == a


@compiled
def shifted_by_a_constant(a: Any) -> tuple[Any, Any, Any, Any]:
    one = wide(a[0], a[1])
    return (
        halves(one << np.uint64(9)), halves(one << np.uint64(70)),
        halves(one >> np.uint64(9)), halves(one >> np.uint64(70)),
    )  # fmt: skip


@given(numbers)
def test_shifts_by_constants(a: int) -> None:
    expected = [a << 9 & TOP, a << 70 & TOP, a >> 9, a >> 70]
    assert [whole(pair) for pair in shifted_by_a_constant(two(a))] == expected


@pytest.mark.skipif(not COMPILES, reason="types are those of compiled code")
def test_a_wide_word_is_not_mixed_with_a_narrow_one() -> None:
    @compiled
    def mixed(word: np.uint64) -> bool:
        return bool(wide(word, word) & word)

    for call in (mixed, cast(Any, mixed).code):
        with natively(), pytest.raises(CompileError):
            call(np.uint64(1))


def test_the_identity_of_code_has_its_wide_constants() -> None:
    def holding(number: int) -> str:
        constant = Wide(number)

        @compiled
        def low(word: np.uint64) -> np.uint64:
            return halves(wide(word, word) & constant)[1]

        return identity(low)

    assert holding(1 << 100) == holding(1 << 100)
    assert holding(1 << 100) != holding(1 << 101)


def test_it_says_what_it_is() -> None:
    assert repr(Wide(1 << 68)) == "Wide(0x100000000000000000)"
    assert Wide(1) != 1
