"""Elo, its error and the sequential test, against the values of fishtest's own program."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from plyground.arena.statistics import (
    CountsError,
    SequentialTest,
    difference,
    elo_of,
    log_likelihood_ratio,
    score_of,
)

# Counts, the two hypotheses, and what fishtest makes of them: the ratio, Elo, its error, and the
# likelihood of superiority.
KNOWN = [
    ((412, 2931, 507), (0, 5), (4.063421523, 8.574826482, 5.358754054, 0.999148794)),
    ((64, 25, 306, 39, 99), (0, 10), (2.948427269, 27.434541027, 17.054124151, 0.999234275)),
    ((3, 0, 0, 0, 5), (-2, 3), (0.0286256, 88.70477018, 354.706500699, 0.767385365)),
    ((0, 7, 40, 12, 0), (0, 10), (0.596159129, 14.730167256, 24.964885054, 0.876942472)),
    (
        (120, 800, 2100, 830, 150),
        (-1.75, 0.25),
        (1.824051678, 3.908815246, 4.430301096, 0.958140041),
    ),
]


@pytest.mark.parametrize(("counts", "elos", "expected"), KNOWN)
def test_the_figures_are_those_of_fishtest(
    counts: Sequence[int], elos: tuple[float, float], expected: Sequence[float]
) -> None:
    found = difference(counts)
    ratio, elo, error, superiority = expected
    seen = log_likelihood_ratio(counts, *elos), found.elo
    assert seen == pytest.approx((ratio, elo), abs=2e-9)
    if sum(counts) > 100:  # of fewer we think otherwise
        assert found.error == pytest.approx(error, rel=5e-3)
        assert found.superiority == pytest.approx(superiority, abs=1e-3)


@pytest.mark.parametrize(
    ("counts", "superiority", "error"),
    [
        ((0, 0, 0, 0, 1), 0.65, 689),
        ((0, 0, 5, 0, 0), 0.5, 130),
        ((0, 0, 50, 0, 0), 0.5, 14.9),
    ],
)
def test_a_few_equal_results_are_no_certainty(
    counts: Sequence[int], superiority: float, error: float
) -> None:
    found = difference(counts)
    assert found.superiority == pytest.approx(superiority, abs=0.01)
    assert found.error == pytest.approx(error, rel=0.02)


def test_elo_and_score_are_inverse() -> None:
    for elo in (-600.0, -10.0, 0.0, 35.0, 400.0):
        assert elo_of(score_of(elo)) == pytest.approx(elo)
    assert score_of(400) == pytest.approx(10 / 11)


def test_pairs_say_more_where_the_opening_decides() -> None:
    """Both win with the first player's side: the pairs know it, single matches look random."""
    pairs = difference((2, 0, 500, 0, 8))
    matches = difference((504, 0, 516))
    assert pairs.elo == pytest.approx(matches.elo, abs=0.01)
    assert pairs.error < matches.error / 4
    assert pairs.matches == matches.matches == 1020


def test_normalised_elo_is_elo_where_every_match_is_even_and_won() -> None:
    found = difference((499, 0, 501))
    assert found.normalised == pytest.approx(found.elo, rel=1e-3)


def test_the_test_ends_at_its_bounds() -> None:
    test = SequentialTest(0, 10)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert test.accepted((0, 0, 0, 0, 0)) is None
    assert test.accepted((64, 25, 306, 39, 99)) == 10
    assert test.accepted((99, 39, 306, 25, 64)) == 0
    assert test.accepted((60, 25, 306, 39, 80)) is None


@pytest.mark.parametrize("counts", [(1, 2), (0, 0, 0), (1, 2, 3, 4), (-1, 2, 3)])
def test_counts_that_are_no_results_are_refused(counts: Sequence[int]) -> None:
    with pytest.raises(CountsError, match="3 of matches"):
        difference(counts)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"elo0": 5, "elo1": 5}, "elo0 is less than elo1"),
        ({"elo0": math.nan}, "elo0 is less than elo1"),
        ({"alpha": 0}, "alpha is between"),
        ({"beta": 0.5}, "beta is between"),
    ],
)
def test_a_test_that_cannot_be_is_refused(given: dict[str, float], words: str) -> None:
    with pytest.raises(CountsError, match=words):
        SequentialTest(**given)
