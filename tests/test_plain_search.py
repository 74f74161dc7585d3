"""The code that the glass box shows."""

from __future__ import annotations

import pytest

from plyground.analysis.plain_search import listing
from plyground.analysis.trace import ALGORITHM_NAMES, Algorithm


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_every_step_has_its_own_line(algorithm: Algorithm) -> None:
    shown = listing(algorithm)
    cuts = () if algorithm == "minimax" else ("cut max", "cut min")
    assert {*shown.places} == {
        "enter", "evaluate", "raise", "lower", "return max", "return min", *cuts,
    }  # fmt: skip
    assert len({*shown.places.values()}) == len(shown.places)
    assert len(shown.lines) <= 25
    assert max(map(len, shown.lines)) <= 64
    assert not any("#" in line for line in shown.lines)
    for name, text in {"raise": "= value", "cut max": "break", "return min": "return best"}.items():
        if name in shown.places:
            assert shown.lines[shown.places[name]].endswith(text)
