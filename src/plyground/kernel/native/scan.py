"""Looking into compiled code for floating-point values, which have no place in rules.

A variable that is uint64 on one path and int64 on another becomes float64 and silently loses bits
above 2^53. `float_variables` finds every such variable, in a function and all that it calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numba
from numba.core import types
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.ir import Expr
from numba.core.typed_passes import AnnotateTypes, NopythonTypeInference

from plyground.kernel.compiler import Compiled


def argument_types(*values: Any) -> tuple[types.Type, ...]:
    """The types that compiled code sees for arguments."""
    return tuple(numba.typeof(value) for value in values)


def return_type(function: Callable[..., Any], arguments: tuple[types.Type, ...]) -> types.Type:
    """What a compiled function returns for arguments of these types."""
    return _typed(function, arguments).return_type


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
    annotation = _typed(function, arguments).type_annotation
    for name, kind in annotation.typemap.items():
        if _holds_floats(kind):
            yield f"{function.__name__}.{name}: {kind}"
    for expression, signature in annotation.calltypes.items():
        if isinstance(expression, Expr) and expression.op == "call":
            callee = annotation.typemap[expression.func.name]
            if isinstance(callee, types.Dispatcher) and hasattr(callee.dispatcher, "py_func"):
                yield from _floats(callee.dispatcher, signature.args, seen)


class _Typing(CompilerBase):
    """Numba's compiler up to the types of all variables, which takes a tenth of the time."""

    def define_pipelines(self) -> list[PassManager]:
        untyped = DefaultPassBuilder.define_untyped_pipeline(self.state)
        found = PassManager("types")
        found.passes.extend(untyped.passes)
        found.add_pass(NopythonTypeInference, "infer the types")
        found.add_pass(AnnotateTypes, "keep them")
        found.finalize()
        self.state.cr = self.state  # what the compiler returns
        return [found]


def _typed(function: Any, arguments: tuple[types.Type, ...]) -> Any:
    """What the compiler knows of a function, or of a dispatcher, once it has inferred all types.

    The cache does not keep the types of variables, so they are inferred again.
    """
    fresh = numba.njit(function.py_func)
    flags = Flags()
    fresh.targetdescr.options.parse_as_flags(flags, fresh.targetoptions)
    with global_compiler_lock:
        compiler = _Typing(
            fresh.typingctx, fresh.targetctx, None, arguments, None, flags, locals={}
        )
        return compiler.compile_extra(fresh.py_func)


def _holds_floats(kind: types.Type) -> bool:
    if isinstance(kind, types.BaseTuple):
        return any(_holds_floats(item) for item in kind)
    if isinstance(kind, types.Array):
        return _holds_floats(kind.dtype)
    return isinstance(kind, types.Float | types.Complex)
