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

`prefetch(array, index)` asks the processor to bring an item near, for a look that comes soon: from
a large table that saves most of the time that the look would take.

`load_word(array, index)` and `store_word(array, index, word)` read and write an item that another
thread may write or read at the same time: once, and whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import config
from numba.core import cgutils, types
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic, overload
from numba.np.arrayobj import make_array, populate_array

_UNKNOWN_LENGTH = 1 << 40
_WORD_BYTES = 8


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


@intrinsic
def _prefetch(_typing: Any, array: Any, _index: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = make_array(array)(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), cgutils.voidptr_t)
        number = cgutils.int32_t
        declared = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, declared, "llvm.prefetch.p0")
        for_reading, keep_near, data_cache = number(0), number(3), number(1)
        builder.call(function, [place, for_reading, keep_near, data_cache])
        return context.get_dummy_value()

    return types.void(array, types.int64), generate


@intrinsic
def _load_word(_typing: Any, array: Any, _index: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = make_array(array)(context, builder, arguments[0]).data
        return builder.load_atomic(builder.gep(data, [arguments[1]]), "monotonic", _WORD_BYTES)

    return array.dtype(array, types.int64), generate


@intrinsic
def _store_word(_typing: Any, array: Any, _index: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = make_array(array)(context, builder, arguments[0]).data
        place = builder.gep(data, [arguments[1]])
        builder.store_atomic(arguments[2], place, "monotonic", _WORD_BYTES)
        return context.get_dummy_value()

    return types.void(array, types.int64, array.dtype), generate


def _load_word_twin(array: npt.NDArray[Any], index: int) -> Any:
    return array[index]


def _store_word_twin(array: npt.NDArray[Any], index: int, word: Any) -> None:
    array[index] = word


def _prefetch_twin(_array: npt.NDArray[Any], _index: int) -> None:
    """Nothing is slow enough to be brought near."""


def local_array_twin(size: int, dtype: type[np.generic]) -> npt.NDArray[Any]:
    """An uninitialised array of `size` items."""
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
prefetch: Callable[[npt.NDArray[Any], int], None]
load_word: Callable[[npt.NDArray[np.uint64], int], np.uint64]
store_word: Callable[[npt.NDArray[np.uint64], int, np.uint64], None]

if config.DISABLE_JIT:
    local_array, array_at, prefetch = local_array_twin, _array_at_twin, _prefetch_twin
    load_word, store_word = _load_word_twin, _store_word_twin
else:
    local_array, array_at, prefetch = _local_array, _array_at, _prefetch
    load_word, store_word = _load_word, _store_word
