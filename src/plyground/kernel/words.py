"""`as_tuple`: one word or several, in either case as a tuple. A game's key may be either."""

from __future__ import annotations

from typing import Any

import numpy as np

from plyground.kernel.compiler import intrinsic


@intrinsic
def as_tuple(value: Any) -> tuple[np.uint64, ...]:
    """`value` itself if it is a tuple, else a tuple of it."""
    return value if isinstance(value, tuple) else (value,)
