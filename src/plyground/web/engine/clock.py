"""`Clock`: the time as the app sees it. Tests pass one of their own, and no test waits."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """The time of this computer."""

    def now(self) -> float:
        """The seconds since 1970."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait for so many seconds."""
        await asyncio.sleep(seconds)
