"""Looking into compiled code for floating-point values, which have no place in rules.

A variable that is uint64 on one path and int64 on another becomes float64 and silently loses bits
above 2^53. `float_variables` finds every such variable, in a function and all that it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba.core import types
from numba.core.ir import Expr

from plyground.kernel.compiler import Compiled


def argument_types(*values: Any) -> tuple[types.Type, ...]:
    """The types that compiled code sees for arguments."""
    return tuple(numba.typeof(value) for value in values)


def return_type(function: Callable[..., Any], arguments: tuple[types.Type, ...]) -> types.Type:
    """What a compiled function returns for arguments of these types."""
    return _compiled_afresh(function, arguments).signature.return_type


def returned_type(function: Callable[..., Any], *values: Any) -> types.Type | None:
    """What a compiled function returns for values of the types of these; None uncompiled."""
    if not isinstance(function, Compiled):
        return None
    arguments = argument_types(*values)
    function.dispatcher.compile(arguments)
    return function.dispatcher.overloads[arguments].signature.return_type


def may_be_nothing(returned: Any) -> bool:
    """Whether a returned type is None on some of the ways through a function."""
    return isinstance(returned, types.Optional | types.NoneType)


def is_signed(kind: types.Type) -> bool:
    """Whether a type is that of whole numbers with a sign, as counts and players are."""
    return isinstance(kind, types.Integer) and bool(kind.signed)


def float_variables(function: Callable[..., Any], arguments: tuple[types.Type, ...]) -> list[str]:
    """The floating-point variables of a compiled function and of all that it calls, by name."""
    return sorted(_floats(function, arguments, set()))


def _floats(
    function: Callable[..., Any], arguments: tuple[types.Type, ...], seen: set[Any]
) -> Iterator[str]:
    if (function, arguments) in seen:
        return
    seen.add((function, arguments))
    annotation = _compiled_afresh(function, arguments).type_annotation
    for name, kind in annotation.typemap.items():
        if _holds_floats(kind):
            yield f"{function.__name__}.{name}: {kind}"
    for expression, signature in annotation.calltypes.items():
        if isinstance(expression, Expr) and expression.op == "call":
            callee = annotation.typemap[expression.func.name]
            if isinstance(callee, types.Dispatcher) and hasattr(callee.dispatcher, "py_func"):
                yield from _floats(callee.dispatcher, signature.args, seen)


def _compiled_afresh(function: Any, arguments: tuple[types.Type, ...]) -> Any:
    """Compile without the cache, which does not keep the types of variables."""
    fresh = numba.njit(function.py_func)  # of a compiled function or its dispatcher
    fresh.compile(arguments)
    return fresh.overloads[arguments]


def _holds_floats(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return any(_holds_floats(item) for item in kind)
    if isinstance(kind, types.Array):
        return _holds_floats(kind.dtype)
    return isinstance(kind, types.Float | types.Complex)
