"""The wide words of `kernel.wide` in compiled code."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.core.typing.typeof import typeof_impl
from numba.extending import models, register_model

from plyground.kernel.native.intrinsics import lowers
from plyground.kernel.wide import Wide, halves, wide

_HALF = 64


class WideType(types.Type):
    """The type of a wide word in compiled code."""

    __kernel_identity__ = "Wide"

    def __init__(self) -> None:
        super().__init__(name="Wide")


_WIDE = WideType()
_WIDE_BITS = ir.IntType(2 * _HALF)
_HALF_BITS = ir.IntType(_HALF)


@register_model(WideType)
class _Model(models.PrimitiveModel):
    """A number of 128 bits, which LLVM keeps in two registers."""

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, _WIDE_BITS)


@typeof_impl.register(Wide)
def _typeof(_word: Wide, _context: Any) -> WideType:
    return _WIDE


@lower_constant(WideType)
def _constant(_context: Any, _builder: Any, _kind: Any, word: Wide) -> Any:
    return ir.Constant(_WIDE_BITS, word.number)


def _takes(
    operation: Callable[..., Any],
    returns: types.Type,
    arguments: tuple[types.Type, ...],
    lower: Callable[..., Any],
) -> None:
    """Let compiled code use an operator, for which `lower` (builder, *arguments) writes LLVM."""

    class Template(ConcreteTemplate):
        cases = (signature(returns, *arguments),)

    infer_global(operation)(Template)

    @lower_builtin(operation, *arguments)
    def _lower(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return lower(builder, *values)


def _split(builder: Any, word: Any) -> tuple[Any, Any]:
    high = builder.lshr(word, ir.Constant(_WIDE_BITS, _HALF))
    return builder.trunc(high, _HALF_BITS), builder.trunc(word, _HALF_BITS)


def _joined(builder: Any, high: Any, low: Any) -> Any:
    up = builder.shl(builder.zext(high, _WIDE_BITS), ir.Constant(_WIDE_BITS, _HALF))
    return builder.or_(up, builder.zext(low, _WIDE_BITS))


# Shifts are put together from those of 64 bits, as LLVM has no others for WebAssembly. Where the
# distance is a constant, hardly anything of this is left.


def _within(builder: Any, by: Any) -> tuple[Any, Any, Any]:
    """Whether a distance is less than a half; what it is within a half; and 63 minus that."""
    last = ir.Constant(_HALF_BITS, _HALF - 1)
    near = builder.icmp_unsigned("<", by, ir.Constant(_HALF_BITS, _HALF))
    rest = builder.and_(by, last)
    return near, rest, builder.xor(rest, last)


def _left(builder: Any, word: Any, by: Any) -> Any:
    one, zero = ir.Constant(_HALF_BITS, 1), ir.Constant(_HALF_BITS, 0)
    (high, low), (near, rest, back) = _split(builder, word), _within(builder, by)
    across = builder.lshr(builder.lshr(low, one), back)
    moved = builder.shl(low, rest)
    upper = builder.or_(builder.shl(high, rest), across)
    return _joined(builder, builder.select(near, upper, moved), builder.select(near, moved, zero))


def _right(builder: Any, word: Any, by: Any) -> Any:
    one, zero = ir.Constant(_HALF_BITS, 1), ir.Constant(_HALF_BITS, 0)
    (high, low), (near, rest, back) = _split(builder, word), _within(builder, by)
    across = builder.shl(builder.shl(high, one), back)
    moved = builder.lshr(high, rest)
    lower = builder.or_(builder.lshr(low, rest), across)
    return _joined(builder, builder.select(near, moved, zero), builder.select(near, lower, moved))


def _written(instruction: str) -> Callable[..., Any]:
    return lambda builder, a, b: getattr(builder, instruction)(a, b)


def _compared(sign: str) -> Callable[..., Any]:
    return lambda builder, a, b: builder.icmp_unsigned(sign, a, b)


_OF_TWO = (
    (operator.and_, operator.iand, "and_"),
    (operator.or_, operator.ior, "or_"),
    (operator.xor, operator.ixor, "xor"),
    (operator.add, operator.iadd, "add"),
    (operator.sub, operator.isub, "sub"),
)
_COMPARISONS = ((operator.lt, "<"), (operator.eq, "=="), (operator.ne, "!="))

for _plain, _in_place, _name in _OF_TWO:
    for _each in (_plain, _in_place):
        _takes(_each, _WIDE, (_WIDE, _WIDE), _written(_name))
for _each, _sign in _COMPARISONS:
    _takes(_each, types.boolean, (_WIDE, _WIDE), _compared(_sign))
_takes(operator.lshift, _WIDE, (_WIDE, types.uint64), _left)
_takes(operator.rshift, _WIDE, (_WIDE, types.uint64), _right)
_takes(operator.invert, _WIDE, (_WIDE,), lambda builder, word: builder.not_(word))
_takes(bool, types.boolean, (_WIDE,), cgutils.is_not_null)


@lowers(wide)
def _wide(_typing: Any, _high: Any, _low: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _joined(builder, *arguments)

    return _WIDE(types.uint64, types.uint64), generate


@lowers(halves)
def _halves(_typing: Any, _word: Any) -> Any:
    pair = types.UniTuple(types.uint64, 2)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, pair, _split(builder, arguments[0]))

    return pair(_WIDE), generate
