"""`compiled`: the one decorator through which all compiled code goes."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

import numba
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaError

from plyground.kernel.cache import KernelCache
from plyground.kernel.recursion import bounded

COMPILES = not numba.config.DISABLE_JIT
"""Whether functions are compiled at all: not with NUMBA_DISABLE_JIT=1."""

CompileError: type[Exception] = NumbaError
"""What a call of a compiled function raises if it cannot be compiled."""

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """Compile `function` by Numba at its first call with given types, and keep the code on disk.

    It runs without the interpreter's lock, so other threads go on meanwhile. What it reaches
    (helpers, captured values, globals) must be compiled too, or numbers, text, tuples or arrays;
    all of that is part of the cache's key. With NUMBA_DISABLE_JIT=1 the function stays as it is, as
    does one that is compiled already.

    In the file of somebody's own game, see `loading`, a place that an array does not have raises
    IndexError, and calls of itself without end raise RecursionError; all other code is trusted.
    """
    if not COMPILES or isinstance(function, Dispatcher):
        return function
    checked = "__game_file__" in getattr(function, "__globals__", {})
    function = cast(F, bounded(cast(FunctionType, function))) if checked else function
    # Nothing is called through a pointer to a C function: without it, compiling takes less time.
    options = {"boundscheck": True} if checked else {}
    dispatcher: Any = numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    dispatcher._cache = KernelCache(cast(FunctionType, function), "checked" if checked else "")
    return cast(F, dispatcher)


def compile_error(error: Exception) -> str:
    """In one line, what does not compile and where, out of the pages that Numba writes."""
    plain = _COLOURS.sub("", str(error))  # Numba writes them wherever colorama is installed
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    what = next((line for line in lines if not line.startswith("Failed in")), "no reason given")
    where = next((line.rstrip(":") for line in lines if line.startswith("File ")), "")
    return f"{what} ({where})" if where else what
