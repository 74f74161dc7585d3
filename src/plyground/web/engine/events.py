"""Events of a channel, sent as server-sent events to every tab that listens."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from plyground.web.engine.work import client
from plyground.web.errors import TooBusyError

HEARTBEAT = 15.0
"""Seconds from one sign of life of a stream to the next."""

_WAITING_MOST = 256  # unread events of a tab, after which it has to connect again
_MOMENT = 0.2  # seconds in which news is gathered
_RETRY = 1000  # milliseconds after which a browser connects again
_TURNS = 15  # parts of all streams, of which one after the other sends signs of life


@dataclass(frozen=True)
class Event:
    """One event. `data` is one or more lines; `number` lets a tab say what it has seen.

    The `last` event of a channel ends the streams of all tabs that listen.
    """

    name: str
    data: str = ""
    number: int | None = None
    last: bool = False

    def encoded(self) -> bytes:
        """The event as the browser reads it; a comment if it has no name."""
        if not self.name:
            return f": {self.data}\n\n".encode()
        lines = [f"event: {self.name}"]
        if self.number is not None:
            lines.append(f"id: {self.number}")
        lines += [f"data: {line}" for line in self.data.split("\n")]
        return ("\n".join(lines) + "\n\n").encode()


STILL_HERE = Event("", "still here")
"""The sign of life."""


class Hub:
    """Channels by name, each with the tabs that listen. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Queue[Event | None]]] = defaultdict(set)
        self._soon: dict[tuple[str, str], Event] = {}  # by channel and name
        self._by_turn: list[set[asyncio.Queue[Event | None]]] = [set() for _ in range(_TURNS)]
        self._turn = 0
        self._signs: asyncio.TimerHandle | None = None
        self._open: Counter[str] = Counter()  # streams, by address
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False
        self.most, self.most_of_address = 3000, 750
        """Streams that may be open, together and of one address: the server leaves a quarter of its
        connections to other requests.
        """

    def start(self) -> None:
        """Belong to the running loop."""
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def close(self) -> None:
        """End all streams, and those about to begin: the server stops."""
        self._closed = True
        if self._signs is not None:
            self._signs.cancel()
            self._signs = None
        for queues in self._listeners.values():
            for queue in queues:
                _put(queue, None)

    def publish(self, channel: str, event: Event) -> None:
        """Send an event to all who listen."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._deliver, channel, event)

    def publish_soon(self, channel: str, event: Event) -> None:
        """Send one event for all of the same name within a moment; call it from the loop's thread.

        For news that many cause at once and all receive: each would hear of each.
        """
        key = channel, event.name
        if key not in self._soon and self._loop is not None and not self._loop.is_closed():
            self._loop.call_later(_MOMENT, self._publish_kept, key)
        self._soon[key] = event

    def _publish_kept(self, key: tuple[str, str]) -> None:
        self._deliver(key[0], self._soon.pop(key))

    def _deliver(self, channel: str, event: Event) -> None:
        for queue in self._listeners.get(channel, ()):
            _put(queue, event)

    async def listen(self, channel: str, first: Iterable[Event] = ()) -> AsyncIterator[bytes]:
        """The stream of one tab: `first`, then what happens, until the tab is gone."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(_WAITING_MOST)
        turn = min(self._by_turn, key=len)
        self._listeners[channel].add(queue)
        turn.add(queue)
        if self._signs is None:
            self._sign_later()
        try:
            yield f"retry: {_RETRY}\n\n".encode()
            for event in [*first]:  # of one moment: what changes meanwhile waits in the queue
                yield event.encoded()
                if event.last:
                    return
            while not self._closed or not queue.empty():
                event_or_end = await queue.get()
                if event_or_end is None:
                    return
                yield event_or_end.encoded()
                if event_or_end.last:
                    return
        finally:
            turn.discard(queue)
            self._listeners[channel].discard(queue)
            if not self._listeners[channel]:
                del self._listeners[channel]

    def _sign_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._signs = loop.call_later(HEARTBEAT / _TURNS, self._sign) if self._listeners else None

    def _sign(self) -> None:
        """Let a part of all streams send a sign of life: together they would hold others up."""
        self._turn = (self._turn + 1) % _TURNS
        for queue in self._by_turn[self._turn]:
            _put(queue, STILL_HERE)
        self._sign_later()

    def stream(self, events: AsyncIterator[bytes]) -> StreamingResponse:
        """A stream of events as a response. Raises TooBusyError if too many are open."""
        address = client.get().address
        if self._open[address] >= self.most_of_address:
            raise TooBusyError(
                f"{self.most_of_address:,} pages of your network wait for news already: "
                "close some, or try again later"
            )
        if self._open.total() >= self.most:
            raise TooBusyError("too many pages wait for news: try again in a moment")
        return _Stream(events, self._open, address)

    def listening(self, channel: str) -> int:
        """How many tabs listen."""
        return len(self._listeners.get(channel, ()))


class _Stream(StreamingResponse):
    """The response with a stream. It counts while it is sent."""

    def __init__(self, events: AsyncIterator[bytes], sent: Counter[str], address: str) -> None:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._sent, self._address = sent, address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._sent[self._address] += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._sent[self._address] -= 1
            if not self._sent[self._address]:
                del self._sent[self._address]


def _put(queue: asyncio.Queue[Event | None], event: Event | None) -> None:
    """Hand an event to a tab. A tab that has not read for long is dropped, and connects again."""
    try:
        queue.put_nowait(event)
    except asyncio.QueueFull:
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)
