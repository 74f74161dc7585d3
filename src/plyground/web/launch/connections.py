"""Connections: limits on them, so that nobody can shut the others out by opening many.

At a limit the connection that has asked for nothing for longest gives way to a new one. A request
has to be complete within some seconds. So programs that open connections and send nothing, or send
slowly, hinder nobody.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol

COMPLETE_WITHIN = 20.0
"""Seconds that a request may take to arrive, counted from the connection or the last answer."""

ACCEPTED_AT_ONCE = 100
"""Connections that the system queues before the server accepts them."""

_MOST = 4000
_MOST_OF_AN_ADDRESS = 1000  # a class of 40 behind one address with 25 for each
_OTHER_FILES = 2 * ACCEPTED_AT_ONCE + 100  # beyond the limit; the database, pages, threads
_LEAST = 16

_ONLY_ONCE = (
    "socket.accept() out of system resource",
    "socket.send() raised exception",
    "Invalid HTTP request received",
)


def raise_file_limit() -> int | None:
    """Let this process open as many files as it may. Returns how many, None if unknown."""
    try:
        import resource
    except ImportError:  # Windows, which has no such limit
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    for wished in (hard, 10_240):  # macOS grants that many where it reports no limit
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wished, hard))
            soft = wished
            break
    return None if soft == resource.RLIM_INFINITY else soft


class Connections:
    """All connections of a server."""

    def __init__(
        self, files: int | None = None, most: int = _MOST, complete_within: float = COMPLETE_WITHIN
    ) -> None:
        """`files` is how many this process may have open."""
        self.most = most if files is None else max(_LEAST, min(most, files - _OTHER_FILES))
        self.most_of_an_address = min(_MOST_OF_AN_ADDRESS, 3 * self.most // 4)
        self.complete_within = complete_within
        self._open: OrderedDict[Connection, None] = OrderedDict()  # the one that asked last is last
        self._of_address: Counter[str] = Counter()

    @property
    def protocol(self) -> type[Connection]:
        """The class of which uvicorn makes one object for each connection."""
        return type("Connection", (Connection,), {"all": self})

    def add(self, new: Connection) -> None:
        """Accept a connection. At a limit, an idle one gives way, or else this one."""
        self._open[new] = None
        self._of_address[new.address] += 1
        if self._of_address[new.address] > self.most_of_an_address:
            self._make_room(each for each in self._open if each.address == new.address)
        elif len(self._open) > self.most:
            self._make_room(iter(self._open))

    def asked(self, one: Connection) -> None:
        """Note that a connection was used just now."""
        if one in self._open:
            self._open.move_to_end(one)

    def remove(self, one: Connection) -> None:
        """Forget a connection that has ended, or is about to."""
        if one in self._open:
            del self._open[one]
            self._of_address[one.address] -= 1
            if not self._of_address[one.address]:
                del self._of_address[one.address]

    @staticmethod
    def _make_room(among: Iterator[Connection]) -> None:
        """End the first idle connection. There is always one: the last is new."""
        next(each for each in among if each.idle).drop()


class Connection(H11Protocol):
    """One connection."""

    all: ClassVar[Connections]
    address = ""
    _late: asyncio.TimerHandle | None = None  # set while a request is awaited, or arrives

    @property
    def idle(self) -> bool:
        """Whether nothing is being answered."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin."""
        super().connection_made(transport)
        self.address = self.client[0] if self.client else ""
        self._await_request()
        self.all.add(self)

    def data_received(self, data: bytes) -> None:
        """Read what has arrived."""
        super().data_received(data)
        self._await_request()

    def on_response_complete(self) -> None:
        """Go on to the next request."""
        super().on_response_complete()
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        self._stop_waiting()
        self.all.remove(self)

    def drop(self) -> None:
        """End the connection at once, from this side."""
        self.all.remove(self)
        self.transport.abort()

    def _await_request(self) -> None:
        """Run the clock until a request is complete."""
        if not self.idle:
            self._stop_waiting()
            self.all.asked(self)
        elif self._late is None and not self.transport.is_closing():
            self._late = self.loop.call_later(self.all.complete_within, self.drop)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class SaidOnce(logging.Filter):
    """Logs only once what clients can cause again and again."""

    def __init__(self) -> None:
        super().__init__()
        self._said: set[str] = set()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a line is logged."""
        begun = next((each for each in _ONLY_ONCE if record.getMessage().startswith(each)), None)
        if begun is None or begun not in self._said:
            self._said |= {begun} if begun else set()
            return True
        return False


SAID_ONCE = SaidOnce()
"""The filter of this process."""
