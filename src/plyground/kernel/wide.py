"""`Wide`: a word of 128 bits with the operators of np.uint64, for boards that need more than 64.

Rules that are written with operators alone are the same text for both: what they get decides. In
compiled code a wide word is a type of its own, in two registers, which nothing outside compiled
code sees: it comes of two words by `wide`, and `halves` gives them back. Both put the high one
first. `as_int`, `popcount`, `lowest_bit` and `trailing_zeros` take either.

Shifts are by 0 to 127, sums and differences wrap around, and nothing else is mixed with a wide
word.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import ir
from numba import config
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.core.typing.typeof import typeof_impl
from numba.extending import intrinsic, models, register_model

Word: TypeAlias = Any
"""np.uint64 or Wide."""

_HALF = 64
_LOW = (1 << _HALF) - 1
_ALL = (1 << 2 * _HALF) - 1


class Wide:
    """A word of 128 bits; `number` wraps around. Its operators are what compiled code does."""

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number & _ALL

    def __and__(self, other: Wide) -> Wide:
        return Wide(self.number & other.number)

    def __or__(self, other: Wide) -> Wide:
        return Wide(self.number | other.number)

    def __xor__(self, other: Wide) -> Wide:
        return Wide(self.number ^ other.number)

    def __add__(self, other: Wide) -> Wide:
        return Wide(self.number + other.number)

    def __sub__(self, other: Wide) -> Wide:
        return Wide(self.number - other.number)

    def __invert__(self) -> Wide:
        return Wide(~self.number)

    def __lshift__(self, by: np.uint64) -> Wide:
        return Wide(self.number << int(by))

    def __rshift__(self, by: np.uint64) -> Wide:
        return Wide(self.number >> int(by))

    def __lt__(self, other: Wide) -> bool:
        return self.number < other.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Wide) and self.number == other.number

    def __hash__(self) -> int:
        return hash(self.number)

    def __bool__(self) -> bool:
        return self.number != 0

    def __int__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Wide({self.number:#x})"

    @property
    def __kernel_identity__(self) -> str:
        return repr(self)


def wide_twin(high: np.uint64, low: np.uint64) -> Wide:
    """The wide word of two."""
    return Wide(int(high) << _HALF | int(low))


def halves_twin(word: Wide) -> tuple[np.uint64, np.uint64]:
    """The two words of a wide one, the high one first."""
    return np.uint64(word.number >> _HALF), np.uint64(word.number & _LOW)


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


@intrinsic
def _wide(_typing: Any, _high: Any, _low: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _joined(builder, *arguments)

    return _WIDE(types.uint64, types.uint64), generate


@intrinsic
def _halves(_typing: Any, _word: Any) -> Any:
    pair = types.UniTuple(types.uint64, 2)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return context.make_tuple(builder, pair, _split(builder, arguments[0]))

    return pair(_WIDE), generate


wide: Callable[[np.uint64, np.uint64], Wide]
halves: Callable[[Wide], tuple[np.uint64, np.uint64]]

if config.DISABLE_JIT:
    wide, halves = wide_twin, halves_twin
else:
    wide, halves = _wide, _halves
