"""The clock of `kernel.clock` in compiled code."""

from __future__ import annotations

import sys
import time
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from plyground.kernel import clock
from plyground.kernel.native.intrinsics import lowers

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


@lowers(clock.nanoseconds)
def _nanoseconds(_typing: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        return _read(builder)

    return types.int64(), generate


@lowers(clock.pulse)
def _pulse(_typing: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        declared = ir.FunctionType(ir.VoidType(), [])
        builder.call(cgutils.get_or_insert_function(builder.module, declared, _MARK), [])
        return context.get_dummy_value()

    return types.void(), generate
