"""Clocks for tests: the app's time passes as fast as they say."""

from itertools import count

from plyground.web.engine.clock import Clock
from tests.until import soon


class FastClock(Clock):
    """Seconds pass as they are slept, and that takes a moment."""

    def __init__(self, speed: float = 1.0) -> None:
        self.time, self.speed = 0.0, speed

    def now(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        await soon(count().__next__)  # at the second look: others have worked meanwhile
        self.time += seconds * self.speed


class HandClock(Clock):
    """The time of this computer, moved on by hand; a pause of up to a second passes at once."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def now(self) -> float:
        return super().now() + self.ahead

    async def sleep(self, seconds: float) -> None:
        end = self.now() + seconds
        await soon(count().__next__)
        await soon(lambda: seconds <= 1 or self.now() >= end)
