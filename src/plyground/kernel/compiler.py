"""`compiled`: the one decorator through which all compiled code goes; and where its calls run.

A compiled function is an object that Python calls. Numba, which takes half a second and 60 MB, is
imported when the first call needs native code, and not before. A call from Python runs

    natively        in native code, compiled at the first call with given types and kept on disk:
                    where `natively` says so, and where the first argument is a game's rules
    in Python       the function as it is written, where `in_plain_python` says so, and for trifles:
                    calls without rules and without a large array

What one compiled function calls is compiled with it. `Intrinsic` is a function that `native` writes
as instructions of the processor; Python has a twin of it.
"""

from __future__ import annotations

import functools
import importlib
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import FunctionType
from typing import Any, TypeVar, cast

from plyground.kernel.recursion import bounded
from plyground.refusals import PlygroundError

COMPILES = not int(os.environ.get("NUMBA_DISABLE_JIT") or 0)
"""Whether functions are compiled at all: not with NUMBA_DISABLE_JIT=1."""

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")

F = TypeVar("F", bound=Callable[..., Any])

_SMALL = 1000  # items of an array
_FILE = "__game_file__"  # what the module of a game file has
_STANDS_FOR = "__stands_for__"

_BY_KIND, _NATIVE, _PYTHON = range(3)
_where: ContextVar[int | None] = ContextVar("where", default=None)
_everywhere = _BY_KIND  # for threads and tasks that say nothing


class CompileError(PlygroundError):
    """What a call of a compiled function raises if it cannot be compiled."""


def _place() -> int:
    """Where this thread, or else this process, runs what it calls."""
    where = _where.get()
    return _everywhere if where is None else where


def is_native() -> bool:
    """Whether this thread has asked for native code, see `natively`."""
    return _place() == _NATIVE


def is_interpreted() -> bool:
    """Whether compiled functions, and what they call, run in Python here."""
    return not COMPILES or _place() == _PYTHON


@contextmanager
def natively() -> Iterator[None]:
    """Run all compiled functions in native code: for work that takes longer than compiling does."""
    token = _where.set(_NATIVE)
    try:
        yield
    finally:
        _where.reset(token)


def always_natively() -> None:
    """The same from now on, in all threads of this process that do not say otherwise."""
    global _everywhere  # noqa: PLW0603
    _everywhere = _NATIVE


@contextmanager
def by_kind() -> Iterator[None]:
    """Run compiled functions where each is quickest for one question: see above."""
    token = _where.set(_BY_KIND)
    try:
        yield
    finally:
        _where.reset(token)


@contextmanager
def in_plain_python() -> Iterator[None]:
    """Run compiled functions, and what they call, as they are written: for small things."""
    token = _where.set(_PYTHON)
    try:
        yield
    finally:
        _where.reset(token)


@contextmanager
def lightly() -> Iterator[None]:
    """Run what follows in native code where that is asked for, else as it is written: for small
    things about one of this package's games.
    """
    with natively() if is_native() else in_plain_python():
        yield


class Compiled:
    """A function that compiles: `py_func`, and in Python `plain`, which is that or its twin."""

    def __init__(self, function: FunctionType, twin: Callable[..., Any] | None = None) -> None:
        self.checked = _FILE in getattr(function, "__globals__", {})
        """Whether native code checks each index, and the depth of calls."""
        self.py_func = bounded(function) if self.checked else function
        functools.update_wrapper(self, self.py_func)
        self.plain = twin or self.py_func

    @functools.cached_property
    def dispatcher(self) -> Any:
        """What Numba makes of the function."""
        return _native().dispatcher_of(self)

    def code(self, *arguments: Any) -> Callable[..., Any]:
        """The native code of calls with arguments of these types, which it does not look at. It
        compiles it if need be, and raises CompileError if it cannot be compiled.
        """
        try:
            return cast(Callable[..., Any], _native().code_of(self.dispatcher, arguments))
        except Exception as error:
            _refuse(error)
            raise

    def __call__(self, *arguments: Any, **calls: int) -> Any:
        """`calls` is what a function that calls itself counts them by, see `bounded`."""
        where = _place()
        if where == _PYTHON or (where == _BY_KIND and _is_trifle(arguments)):
            return self.plain(*arguments, **calls)
        try:
            return self.dispatcher(*arguments)
        except Exception as error:
            _refuse(error)
            raise

    def __repr__(self) -> str:
        return f"<compiled {self.py_func.__module__}.{self.py_func.__qualname__}>"


_importing = threading.RLock()


def numba_imported(name: str = "numba") -> Any:
    """Numba, or what imports it, when the first call needs it. One thread at a time imports it:
    two that begin together find half of it.
    """
    with _importing:
        return importlib.import_module(name)


def _native() -> Any:
    return numba_imported("plyground.kernel.native")


def _refuse(error: Exception) -> None:
    """Raise CompileError if it says that a function cannot be compiled."""
    if _native().is_compile_error(error):
        raise CompileError(str(error)) from None


def _is_trifle(arguments: tuple[Any, ...]) -> bool:
    """Whether a call is about no game, whose rules are the first argument, and no large array."""
    if arguments and hasattr(arguments[0], "kernels"):
        return False
    return all(getattr(each, "size", 0) <= _SMALL for each in arguments)


class Intrinsic:
    """A function that `native` writes as instructions; Python calls its twin, `plain`."""

    def __init__(self, twin: Callable[..., Any]) -> None:
        functools.update_wrapper(self, twin)
        self.plain = twin

    def __call__(self, *arguments: Any) -> Any:
        return self.plain(*arguments)

    def __repr__(self) -> str:
        return f"<intrinsic {self.plain.__module__}.{self.plain.__qualname__}>"


def compiled(function: F) -> F:
    """Compile `function` at its first native call with given types, and keep the code on disk.

    It runs without the interpreter's lock, so other threads go on meanwhile. What it reaches
    (helpers, captured values, globals) must be compiled too, or numbers, text, tuples or arrays;
    all of that is part of the cache's key. With NUMBA_DISABLE_JIT=1 the function stays as it is, as
    does one that is compiled already.

    In a game file, see `loading`, a place that an array does not have raises
    IndexError, and calls of itself without end raise RecursionError; all other code is trusted.
    """
    if not COMPILES or isinstance(function, Compiled):
        return function
    return cast(F, Compiled(cast(FunctionType, function)))


def compiled_beside(twin: Callable[..., Any]) -> Callable[[F], F]:
    """As `compiled`, for a function that Python runs by a twin, because its words wrap around."""

    def made(function: F) -> F:
        if not COMPILES:
            return cast(F, twin)
        return cast(F, Compiled(cast(FunctionType, function), twin))

    return made


def intrinsic(twin: F) -> F:
    """The function that is this in Python, and in compiled code what `native` says."""
    return cast(F, Intrinsic(twin)) if COMPILES else twin


def in_python(function: Any) -> Any:
    """The Python function that a compiled one was made of, or that does the same; any other object
    as it is.
    """
    function = stood_for(function)
    return function.plain if isinstance(function, Compiled | Intrinsic) else function


def stood_for(function: Any) -> Any:
    """The compiled function that another stands for; any other as it is."""
    return getattr(function, _STANDS_FOR, function)


def stands_for(function: F, other: Any) -> F:
    """Let a compiled function be in Python what another is, which it calls."""
    setattr(function, _STANDS_FOR, other)
    return function


def compile_error(error: Exception) -> str:
    """In one line, what does not compile and where, out of the pages that Numba writes."""
    plain = _COLOURS.sub("", str(error))  # Numba writes them wherever colorama is installed
    lines = [line.strip() for line in plain.splitlines() if line.strip()]
    what = next((line for line in lines if not line.startswith("Failed in")), "no reason given")
    where = next((line.rstrip(":") for line in lines if line.startswith("File ")), "")
    return f"{what} ({where})" if where else what
