"""`nanoseconds()`: a clock for compiled code, of which only differences mean something.

A call of compiled code from Python takes some microseconds, which is more than some searches do.

`pulse()` marks a place that long work passes again and again. In a page, which runs one thing at a
time, it lets the page look at its clock, report progress and ask the work to stop, once for many
calls. Here it is no instruction at all: other threads do these things.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic

_POSIX_CLOCK = getattr(time, "CLOCK_MONOTONIC", 0)
_WINDOWS_UNIT = max(1, round(time.get_clock_info("perf_counter").resolution * 1e9))  # nanoseconds


def _posix(builder: Any) -> Any:
    """The clock of POSIX: seconds and nanoseconds, written to two words."""
    number, count = ir.IntType(32), ir.IntType(64)
    words = cgutils.alloca_once(builder, count, size=2)
    declared = ir.FunctionType(number, [number, words.type])
    function = cgutils.get_or_insert_function(builder.module, declared, "clock_gettime")
    builder.call(function, [number(_POSIX_CLOCK), words])
    seconds = builder.load(words)
    rest = builder.load(builder.gep(words, [count(1)]))
    return builder.add(builder.mul(seconds, count(1_000_000_000)), rest)


def _windows(builder: Any) -> Any:
    """The performance counter of Windows, which counts units."""
    number, count = ir.IntType(32), ir.IntType(64)
    word = cgutils.alloca_once(builder, count)
    declared = ir.FunctionType(number, [word.type])
    function = cgutils.get_or_insert_function(builder.module, declared, "QueryPerformanceCounter")
    builder.call(function, [word])
    return builder.mul(builder.load(word), count(_WINDOWS_UNIT))


_MARK = "llvm.sideeffect"  # LLVM keeps it in its place and writes nothing for it

_read = _windows if sys.platform == "win32" else _posix


@intrinsic
def _nanoseconds(_typing: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        return _read(builder)

    return types.int64(), generate


nanoseconds: Callable[[], int]
nanoseconds = time.perf_counter_ns if config.DISABLE_JIT else _nanoseconds


@intrinsic
def _pulse(_typing: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        declared = ir.FunctionType(ir.VoidType(), [])
        builder.call(cgutils.get_or_insert_function(builder.module, declared, _MARK), [])
        return context.get_dummy_value()

    return types.void(), generate


def _pulse_twin() -> None:
    """Python looks at its clock by itself."""


pulse: Callable[[], None]
pulse = _pulse_twin if config.DISABLE_JIT else _pulse
