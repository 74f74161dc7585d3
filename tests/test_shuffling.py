"""The shuffled order of moves, against Python's own generator."""

import random

import numpy as np
import pytest

from plyground.kernel import borrowed
from plyground.search.shuffling import shuffle


@pytest.mark.parametrize("count", [1, 2, 5, 6, 7, 21, 22, 45, 81, 700])
def test_the_order_is_that_of_pythons_sample(count: int) -> None:
    """Also where it takes more numbers than the generator makes at a time; nothing else changes."""
    out = np.full(count + 5, -7, np.int64)
    shuffle(count, 3, borrowed(out))
    expected = random.Random(0).sample(range(count), count)
    assert out.tolist() == [-7] * 3 + expected + [-7] * 2
