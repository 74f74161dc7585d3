"""`Allowance`: how much of something a visitor may ask for in a time."""

from __future__ import annotations

from plyground.web.engine.clock import Clock
from plyground.web.engine.work import client
from plyground.web.errors import TooBusyError

_KEPT_MOST = 10_000


class Allowance:
    """So many at once, and after these one more every so many seconds.

    Everybody at an address who has no cookie shares one.
    """

    def __init__(self, most: int, seconds: float, clock: Clock) -> None:
        self._most, self._seconds, self._clock = most, seconds, clock
        self._full_at: dict[str, float] = {}  # when a visitor has the whole allowance again

    def take(self, visitor: str) -> None:
        """Take one. Raises TooBusyError if there is none left now."""
        key, now = client.get().key(visitor), self._clock.now()
        full_at = max(now, self._full_at.pop(key, now)) + self._seconds
        if full_at - now > self._most * self._seconds:
            self._full_at[key] = full_at - self._seconds
            raise TooBusyError(
                f"you have made {self._most} games in a short time: try again in a while"
            )
        self._full_at[key] = full_at
        if len(self._full_at) > _KEPT_MOST:
            self._full_at = {each: at for each, at in self._full_at.items() if at > now}
