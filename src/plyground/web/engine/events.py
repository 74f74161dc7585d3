"""Events of a channel, sent as server-sent events to every tab that listens."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass

from fastapi import Request
from starlette.responses import StreamingResponse

HEARTBEAT = 15.0
"""Seconds after which a silent stream sends a sign of life."""

_WAITING_MOST = 256  # unread events of a tab, after which it has to connect again
_MOMENT = 0.2  # seconds in which news is gathered
_RETRY = 1000  # milliseconds after which a browser connects again


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
        """The event as the browser reads it."""
        lines = [f"event: {self.name}"]
        if self.number is not None:
            lines.append(f"id: {self.number}")
        lines += [f"data: {line}" for line in self.data.split("\n")]
        return ("\n".join(lines) + "\n\n").encode()


class Hub:
    """Channels by name, each with the tabs that listen. `publish` may be called from any thread."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[asyncio.Queue[Event | None]]] = defaultdict(set)
        self._soon: dict[tuple[str, str], Event] = {}  # by channel and name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def start(self) -> None:
        """Belong to the running loop."""
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def close(self) -> None:
        """End all streams, and those about to begin: the server stops."""
        self._closed = True
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

    async def listen(
        self, request: Request, channel: str, first: Iterable[Event] = ()
    ) -> AsyncIterator[bytes]:
        """The stream of one tab: `first`, then what happens, until the tab is gone."""
        queue: asyncio.Queue[Event | None] = asyncio.Queue(_WAITING_MOST)
        self._listeners[channel].add(queue)
        try:
            yield f"retry: {_RETRY}\n\n".encode()
            for event in [*first]:  # of one moment: what changes meanwhile waits in the queue
                yield event.encoded()
                if event.last:
                    return
            while not self._closed or not queue.empty():
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        event_or_end = await queue.get()
                except TimeoutError:
                    if await request.is_disconnected():
                        return
                    yield b": still here\n\n"
                    continue
                if event_or_end is None:
                    return
                yield event_or_end.encoded()
                if event_or_end.last:
                    return
        finally:
            self._listeners[channel].discard(queue)
            if not self._listeners[channel]:
                del self._listeners[channel]

    def listening(self, channel: str) -> int:
        """How many tabs listen."""
        return len(self._listeners.get(channel, ()))


def stream(events: AsyncIterator[bytes]) -> StreamingResponse:
    """A stream of events as a response."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(events, media_type="text/event-stream", headers=headers)


def _put(queue: asyncio.Queue[Event | None], event: Event | None) -> None:
    """Hand an event to a tab. A tab that has not read for long is dropped, and connects again."""
    try:
        queue.put_nowait(event)
    except asyncio.QueueFull:
        while not queue.empty():
            queue.get_nowait()
        queue.put_nowait(None)
