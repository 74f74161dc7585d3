"""`kernel.words` in compiled code."""

from __future__ import annotations

from typing import Any

from numba.core import types

from plyground.kernel import words
from plyground.kernel.native.intrinsics import lowers


@lowers(words.as_tuple)
def _as_tuple(_typing: Any, value: Any) -> Any:
    if isinstance(value, types.BaseTuple):
        return value(value), lambda _context, _builder, _signature, arguments: arguments[0]
    single = types.UniTuple(value, 1)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, single, arguments)

    return single(value), generate
