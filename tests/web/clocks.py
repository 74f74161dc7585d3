"""Clocks for tests: the app's time passes as fast as they say."""

import asyncio

from plyground.web.engine.clock import Clock


class FastClock(Clock):
    """Seconds pass as they are slept, and that takes a moment."""

    def __init__(self, speed: float = 1.0) -> None:
        self.time, self.speed = 0.0, speed

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0.002)
        self.time += seconds * self.speed
