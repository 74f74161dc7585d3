"""`Clock`: the time as the app sees it. Tests pass their own clock, so that no test waits."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """The time of this computer."""

    def now(self) -> float:
        """The seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait for this many seconds."""
        await asyncio.sleep(seconds)
