"""`Reviews`: finished games, reviewed in the workers, and kept for a while.

A review that several people wait for is made once, in the turn of the first. It stops soon after
nobody waits any more: whoever goes from one page of it to another does not begin it again. If it
has used up its share of the machine while others waited, it starts again: the solver remembers what
it found.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial

from plyground.analysis import Review, review
from plyground.position import Position
from plyground.search import Cancelled, Control, Limits
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Notice, Workers
from plyground.web.errors import TookTooLongError, trouble_text
from plyground.web.words import in_line

SECONDS = 5.0
"""Seconds to solve a move; after that it is searched ahead."""

KEPT = 200
"""Reviews that are kept."""

LINGER = 2.0
"""Seconds for which a review goes on that nobody waits for."""

_ATTEMPTS = 5

Key = tuple[Position, int]


@dataclass
class _Job:
    """A review in the making."""

    task: asyncio.Task[Review]
    so_far: Review
    waiting: int = 0
    waits: str = ""  # for its turn, and for long: in words
    trouble: str = ""  # why there will be none


class Reviews:
    """The reviews of this server."""

    def __init__(self, hub: Hub, workers: Workers, compiling: Compiling) -> None:
        self._hub, self._workers, self._compiling = hub, workers, compiling
        self._kept: OrderedDict[Key, Review] = OrderedDict()
        self._jobs: dict[Key, _Job] = {}

    def known(self, position: Position, start: int) -> Review | None:
        """The review of a game that began after `start` plies, if it is kept."""
        found = self._kept.get((position, start))
        if found is not None:
            self._kept.move_to_end((position, start))
        return found

    def so_far(self, position: Position, start: int) -> Review:
        """The review of a game, or what is known of it while it is being made."""
        job = self._jobs.get((position, start))
        found = self.known(position, start) or (job and job.so_far)
        return found or Review.begun(position, start)

    async def get(self, visitor: str, position: Position, start: int) -> Review:
        """The review of a game. Cancelling this stops it, unless someone else waits."""
        known = self.known(position, start)
        if known is not None:
            return known
        with self._awaited(visitor, (position, start)) as job:
            return await asyncio.shield(job.task)

    async def listen(self, visitor: str, position: Position, start: int) -> AsyncIterator[bytes]:
        """The stream of a tab that waits: "progress", and then "done" or "failed".

        When the tab is closed, it waits no more.
        """
        key = (position, start)
        if self.known(position, start) is not None:
            yield Event("done").encoded()
            return
        with self._awaited(visitor, key) as job:
            async for part in self._hub.listen(_channel(key), _missed(key, job)):
                yield part

    @contextmanager
    def _awaited(self, visitor: str, key: Key) -> Iterator[_Job]:
        """The making of a review, which goes on for as long as someone waits."""
        if key not in self._jobs:
            task = asyncio.get_running_loop().create_task(self._make(visitor, key))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._jobs[key] = _Job(task, Review.begun(*key))
        job = self._jobs[key]
        job.waiting += 1
        try:
            yield job
        finally:
            job.waiting -= 1
            asyncio.get_running_loop().call_later(LINGER, self._stop, key, job)

    def _stop(self, key: Key, job: _Job) -> None:
        """End a review that nobody waits for."""
        if not job.waiting:
            job.task.cancel()
            if self._jobs.get(key) is job:
                del self._jobs[key]

    async def _make(self, visitor: str, key: Key) -> Review:
        job = self._jobs[key]
        try:
            await self._compiling.ready(visitor, key[0].game, "analysis")
            found = await self._made(visitor, key, job)
        except Exception as error:
            stopped = isinstance(error, Cancelled)
            job.trouble = "the review was stopped" if stopped else trouble_text(error)
            self._jobs.pop(key, None)  # the next request starts again
            self._hub.publish(_channel(key), Event("failed", job.trouble))
            raise
        self._jobs.pop(key, None)
        self._kept[key] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._hub.publish(_channel(key), Event("done"))
        return found

    async def _made(self, visitor: str, key: Key, job: _Job) -> Review:
        position, start = key

        def tell(so_far: Review) -> None:
            job.so_far = so_far
            self._hub.publish(_channel(key), _progress(key, job))

        def show(before: int | None) -> None:
            job.waits = "" if before is None else in_line(before)
            self._hub.publish(_channel(key), _progress(key, job))

        def work(control: Control) -> Review:
            limits = Limits(seconds=SECONDS)
            return review(position, limits=limits, control=control, on_progress=tell, start=start)

        notice = Notice(partial(self._workers.before, visitor), show)
        notice.turn(False)
        try:
            for _ in range(_ATTEMPTS - 1):
                with suppress(TookTooLongError):
                    return await self._workers.run(visitor, work, heavy=True, on_turn=notice.turn)
            return await self._workers.run(visitor, work, heavy=True, on_turn=notice.turn)
        finally:
            notice.turn(True)


def _missed(key: Key, job: _Job) -> Iterator[Event]:
    """What a new listener may have missed."""
    yield _progress(key, job)
    if job.task.done() and not job.task.cancelled():
        yield Event("failed", job.trouble) if job.trouble else Event("done")


def _progress(key: Key, job: _Job) -> Event:
    position, start = key
    data = {
        "done": len(job.so_far.moves),
        "of": position.ply - start,
        "waits": job.waits,
    }
    return Event("progress", json.dumps(data))


def _channel(key: Key) -> str:
    position, start = key
    text = repr((position.game.name, position.game.values, position.history, start))
    return "review:" + hashlib.sha256(text.encode()).hexdigest()
