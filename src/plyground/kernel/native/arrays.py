"""The arrays of `kernel.arrays` in compiled code."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import RequireLiteralValue
from numba.np.arrayobj import make_array, populate_array

from plyground.kernel import arrays
from plyground.kernel.native.intrinsics import lowers

_UNKNOWN_LENGTH = 1 << 40
_WORD_BYTES = 8


@lowers(arrays.local_array, prefer_literal=True)
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


@lowers(arrays.array_at)
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


@lowers(arrays.prefetch)
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


@lowers(arrays.load_word)
def _load_word(_typing: Any, array: Any, _index: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = make_array(array)(context, builder, arguments[0]).data
        return builder.load_atomic(builder.gep(data, [arguments[1]]), "monotonic", _WORD_BYTES)

    return array.dtype(array, types.int64), generate


@lowers(arrays.store_word)
def _store_word(_typing: Any, array: Any, _index: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = make_array(array)(context, builder, arguments[0]).data
        place = builder.gep(data, [arguments[1]])
        builder.store_atomic(arguments[2], place, "monotonic", _WORD_BYTES)
        return context.get_dummy_value()

    return types.void(array, types.int64, array.dtype), generate


@lowers(arrays.borrowed)
def _borrowed(_typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = make_array(array)(context, builder, arguments[0]).data
        return builder.ptrtoint(data, context.get_value_type(types.int64))

    return types.int64(array), generate
