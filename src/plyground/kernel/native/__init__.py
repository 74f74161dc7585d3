"""Native code by Numba: all that `kernel` says of it, imported when the first call needs it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numba
from numba.core.errors import NumbaError
from numba.core.typing.typeof import typeof_impl

from plyground.kernel.compiler import Compiled
from plyground.kernel.native import arrays, bits, clock, rules, wide, words
from plyground.kernel.native.caching import KernelCache

__all__ = [
    "arrays", "bits", "clock", "code_of", "dispatcher_of", "is_compile_error", "rules", "wide",
    "words",
]  # fmt: skip

_lock = threading.Lock()
_dispatchers: dict[Compiled, Any] = {}


def dispatcher_of(function: Compiled) -> Any:
    """What Numba makes of a compiled function, which compiles at its first call."""
    with _lock:
        if function not in _dispatchers:
            _dispatchers[function] = _made(function)
        return _dispatchers[function]


def _made(function: Compiled) -> Any:
    # Nothing is called through a pointer to a C function: without it, compiling takes less time.
    options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
    if function.checked:
        options["boundscheck"] = True
    made: Any = numba.njit(**options)(function.py_func)
    made._cache = KernelCache(function)
    return made


def code_of(dispatcher: Any, arguments: Sequence[Any]) -> Any:
    """What a dispatcher calls for arguments of these types."""
    return dispatcher.compile(tuple(map(dispatcher.typeof_pyval, arguments)))


def is_compile_error(error: Exception) -> bool:
    """Whether a call failed because a function cannot be compiled."""
    return isinstance(error, NumbaError)


@typeof_impl.register(Compiled)
def _typeof(function: Compiled, _context: Any) -> Any:
    return numba.types.Dispatcher(function.dispatcher)
