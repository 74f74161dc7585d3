"""Small arrays in the stack frame of a compiled function: scratch room that costs no allocation.

`local_array(size, dtype)` is an uninitialised array of `size` items, which must be a constant (a
number, a captured one, or one of the rules', such as `rules.max_moves`). Every call of the
function has its own. It must not outlive that call: never return it, and give it only to functions
that do not keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import config
from numba.core import cgutils, types
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array


@intrinsic(prefer_literal=True)
def _local_array(_typing: Any, size: Any, dtype: Any) -> Any:
    if not isinstance(size, types.IntegerLiteral):
        raise RequireLiteralValue("the size of a local array must be a constant")
    item = dtype.dtype
    array = types.Array(item, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        count = context.get_constant(types.intp, size.literal_value)
        width = context.get_constant(types.intp, item.bitwidth // 8)
        result = make_array(array)(context, builder)
        populate_array(
            result,
            data=cgutils.alloca_once(builder, context.get_data_type(item), size=size.literal_value),
            shape=(count,),
            strides=(width,),
            itemsize=width,
            meminfo=None,
        )
        return result._getvalue()

    return array(size, dtype), generate


def _local_array_twin(size: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
    return np.empty(size, dtype)


local_array: Callable[[int, type[np.generic]], npt.NDArray[Any]]
local_array = _local_array_twin if config.DISABLE_JIT else _local_array
