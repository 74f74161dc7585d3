"""The bit tricks of `kernel.bits` as instructions."""

from __future__ import annotations

from typing import Any

from numba import types

from plyground.kernel import bits
from plyground.kernel.native.intrinsics import lowers
from plyground.kernel.native.wide import WideType


def _either(word: Any) -> Any:
    """The type of a word that a trick takes."""
    return word if isinstance(word, WideType) else types.uint64


def _counted(context: Any, builder: Any, number: Any) -> Any:
    """A number of at most 128, or the lowest 64 bits of a word, as a signed number."""
    small = context.get_value_type(types.int64)
    return number if number.type == small else builder.trunc(number, small)


@lowers(bits.popcount)
def _popcount(_typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _counted(context, builder, builder.ctpop(arguments[0]))

    return types.int64(_either(word)), generate


@lowers(bits.trailing_zeros)
def _trailing_zeros(_typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zero_is_defined = context.get_constant(types.boolean, False)
        return _counted(context, builder, builder.cttz(arguments[0], zero_is_defined))

    return types.int64(_either(word)), generate


@lowers(bits.lowest_bit)
def _lowest_bit(_typing: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.and_(arguments[0], builder.neg(arguments[0]))

    return _either(word)(_either(word)), generate


@lowers(bits.as_int)
def _as_int(_typing: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _counted(context, builder, arguments[0])

    return types.int64(_either(word)), generate


@lowers(bits.float_bits)
def _float_bits(_typing: Any, _number: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.uint64))

    return types.uint64(types.float64), generate


@lowers(bits.float_of_bits)
def _float_of_bits(_typing: Any, _word: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.bitcast(arguments[0], context.get_value_type(types.float64))

    return types.float64(types.uint64), generate
