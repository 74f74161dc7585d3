"""Chance: its first draws, its naive twin, and how even it is.

Seeds are fixed: a count is the same on every run, and lies where all but one of a million do.
"""

from collections import Counter
from itertools import islice, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from plyground.kernel import Chance, chance, in_python
from plyground.kernel.compiler import COMPILES
from tests.reference import chance as twin

TIMES = 60_000 if COMPILES else 6_000

seeds = st.integers(-(2**63), 2**64 - 1)
limits = st.one_of(st.integers(1, 300), st.integers(1, 2**63 - 1), st.just(2**32))


def deviation(counts: Counter[int], chances: list[float]) -> float:
    """Chi-square of the counts, as a number of its own standard deviations from its mean."""
    total = counts.total()
    square = sum((counts[i] - total * p) ** 2 / (total * p) for i, p in enumerate(chances))
    freedom = len(chances) - 1
    return float((square - freedom) / (2 * freedom) ** 0.5)


# Draws


def test_the_first_draws_are_those_of_splitmix64() -> None:
    """As its authors' program gives them from the seed 0."""
    drawn = Chance(0)
    first = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]
    assert [drawn.word() for _ in range(4)] == first


def test_the_first_draws_of_a_seat() -> None:
    """They are part of what a seed promises: change them only on purpose."""
    drawn = Chance(7, 3, 1)
    assert [drawn.below(1000) for _ in range(8)] == [170, 53, 155, 193, 253, 381, 109, 149]


@given(seeds, st.integers(0, 10**6), st.integers(0, 5), limits)
@example(2**64 - 1, 0, 0, 2**63 - 1)
def test_draws_are_those_of_the_naive_twin(seed: int, match: int, seat: int, n: int) -> None:
    one, other = Chance(seed, match, seat), twin.draws(seed, match, seat)
    assert [one.word() for _ in range(3)] == list(islice(other, 3))
    assert [one.below(n) for _ in range(5)] == [twin.below(word, n) for word in islice(other, 5)]
    before = one.state.copy()
    assert one.word() == int(in_python(chance.draw)(before)) == next(other)
    assert before == one.state


@given(seeds, st.lists(st.integers(0, 9), min_size=1).filter(any))
def test_weighted_choices_are_those_of_the_naive_twin(seed: int, weights: list[int]) -> None:
    one, other = Chance(seed), twin.draws(seed, 0, 0)
    for word in islice(other, 5):
        assert one.weighted(weights) == twin.weighted(word, weights)


def test_every_seat_of_every_match_has_draws_of_its_own() -> None:
    drawn = [
        Chance(seed, match, seat).word()
        for seed in (*range(-5, 20), 2**40)
        for match in range(20)
        for seat in range(6)
    ]
    assert len({*drawn}) == len(drawn)


def test_without_a_seed_the_draws_are_different_each_time() -> None:
    assert len({Chance().word() for _ in range(10)}) == 10


@pytest.mark.parametrize("n", [2, 6])
def test_a_number_says_nothing_of_the_next(n: int) -> None:
    drawn = Chance(2)
    pairs = pairwise(drawn.below(n) for _ in range(TIMES))
    counts = Counter(one * n + other for one, other in pairs)
    assert abs(deviation(counts, [1 / n**2] * n**2)) < 5


def test_large_weights_are_told_apart() -> None:
    drawn = Chance(8)
    counts = Counter(drawn.weighted([2**61, 2**60, 1, 2**60]) for _ in range(2000))
    assert counts[2] == 0
    assert abs(deviation(Counter(counts.elements()), [0.5, 0.25, 1e-18, 0.25])) < 5


def test_a_choice_is_an_item() -> None:
    drawn = Chance(9)
    assert {drawn.choice("abc") for _ in range(50)} == {*"abc"}


# What cannot be drawn


@pytest.mark.parametrize("n", [0, -1, 2**63])
def test_a_number_below_nothing_cannot_be_drawn(n: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        Chance(1).below(n)


@pytest.mark.parametrize("weights", [[], [0, 0], [3, -1], [2**62, 2**62]])
def test_weights_that_make_no_sense_are_refused(weights: list[int]) -> None:
    with pytest.raises(ValueError, match="whole numbers from 0"):
        Chance(1).weighted(weights)


def test_nothing_can_be_chosen_from_nothing() -> None:
    with pytest.raises(ValueError, match="below 0 cannot be drawn"):
        Chance(1).choice([])
