"""Arrays for compiled functions that are called often, at no cost for each call.

`local_array(size, dtype)` is scratch room in the stack frame of a compiled function, without an
allocation: an uninitialised array of `size` items, which must be a constant (a
number, a captured one, or one of the rules', such as `rules.max_moves`). Every call of the
function has its own. It must not outlive that call: never return it, and give it only to functions
that do not keep it.

`borrowed(array)` stands for an array of NumPy as an argument, and `array_at(lent, dtype)` in the
compiled function is that array; compiled code may lend as well. An array itself would be seven
arguments, pushed and popped in each call of a recursion. The lender keeps the array alive
meanwhile; its length is not known to the borrower, and as everywhere in compiled code no index is
checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import config
from numba.core import cgutils, types
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

_UNKNOWN_LENGTH = 1 << 40


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


@intrinsic
def _array_at(_typing: Any, _lent: Any, dtype: Any) -> Any:
    item = dtype.dtype
    array = types.Array(item, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        width = context.get_constant(types.intp, item.bitwidth // 8)
        pointer = context.get_data_type(item).as_pointer()
        result = make_array(array)(context, builder)
        populate_array(
            result,
            data=builder.inttoptr(arguments[0], pointer),
            shape=(context.get_constant(types.intp, _UNKNOWN_LENGTH),),
            strides=(width,),
            itemsize=width,
            meminfo=None,
        )
        return result._getvalue()

    return array(types.int64, dtype), generate


def _local_array_twin(size: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
    return np.empty(size, dtype)


def _array_at_twin(lent: Any, _dtype: type[np.generic]) -> npt.NDArray[Any]:
    array: npt.NDArray[Any] = lent
    return array


def borrowed(array: npt.NDArray[Any]) -> Any:
    """What stands for a contiguous `array` among the arguments of a compiled function."""
    assert array.flags.c_contiguous
    return array if config.DISABLE_JIT else array.__array_interface__["data"][0]


@overload(borrowed)
def _borrowed(array: Any) -> Any:  # noqa: ARG001
    def lend(array: Any) -> Any:
        return np.int64(array.ctypes.data)

    return lend


local_array: Callable[[int, type[np.generic]], npt.NDArray[Any]]
array_at: Callable[[Any, type[np.generic]], npt.NDArray[Any]]

if config.DISABLE_JIT:
    local_array, array_at = _local_array_twin, _array_at_twin
else:
    local_array, array_at = _local_array, _array_at
