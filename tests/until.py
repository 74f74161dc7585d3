"""Waiting until something is true: the only place of the tests that sleeps.

Looks are counted, not seconds: a busy machine gives a test fewer of them in the same time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

LOOKS = 20_000  # more than 200 seconds


def until(condition: Callable[[], T], looks: int = LOOKS) -> T:
    """What a condition says once that is true."""
    for _ in range(looks):
        if said := condition():
            return said
        time.sleep(0.01)
    raise AssertionError(f"not true at {looks} looks: {condition()!r}")


async def soon(condition: Callable[[], T], looks: int = LOOKS) -> T:
    """What a condition says once that is true; meanwhile other tasks go on."""
    for _ in range(looks):
        if said := condition():
            return said
        await asyncio.sleep(0.01)
    raise AssertionError(f"not true at {looks} looks: {condition()!r}")


async def turn() -> None:
    """Let every other task take a step."""
    await asyncio.sleep(0)
