"""`as_tuple`: one word or several, in either case as a tuple. A game's key may be either."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import config
from numba.core import types
from numba.extending import intrinsic


@intrinsic
def _as_tuple(_typing: Any, value: Any) -> Any:
    if isinstance(value, types.BaseTuple):
        return value(value), lambda _context, _builder, _signature, arguments: arguments[0]
    single = types.UniTuple(value, 1)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, single, arguments)

    return single(value), generate


def as_tuple_twin(value: Any) -> tuple[np.uint64, ...]:
    """`value` itself if it is a tuple, else a tuple of it."""
    return value if isinstance(value, tuple) else (value,)


as_tuple: Callable[[Any], tuple[np.uint64, ...]]
as_tuple = as_tuple_twin if config.DISABLE_JIT else _as_tuple
