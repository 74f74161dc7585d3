"""`nanoseconds()`: a clock for compiled code, of which only differences mean something.

A call of compiled code from Python takes some microseconds, which is more than some searches do.

`pulse()` marks a place that long work passes again and again. In a page, which runs one thing at a
time, it lets the page look at its clock, report progress and ask the work to stop, once for many
calls. Here it is no instruction at all: other threads do these things.
"""

from __future__ import annotations

import time

from plyground.kernel.compiler import intrinsic


@intrinsic
def nanoseconds() -> int:
    """The time now."""
    return time.perf_counter_ns()


@intrinsic
def pulse() -> None:
    """Python looks at its clock by itself."""
