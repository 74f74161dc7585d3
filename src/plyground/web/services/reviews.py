"""`Reviews`: finished games, reviewed in the workers, and kept for a while.

A review that several people wait for is made once, in the turn of who asked first; when nobody
waits any more it is stopped. What has had its share of the machine while others waited is begun
anew: the solver remembers what it found.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from functools import partial

from fastapi import Request

from plyground.analysis import Review, review
from plyground.position import PlygroundError, Position
from plyground.search import Cancelled, Control, Limits
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Workers
from plyground.web.errors import TookTooLongError, trouble_text

SECONDS = 5.0
"""How long a move is solved for; then it is searched ahead."""

KEPT = 200
"""Reviews that are kept."""

_ATTEMPTS = 5

_log = logging.getLogger(__name__)

Key = tuple[Position, int]


class _Job:
    """A review that is being made."""

    def __init__(self, task: asyncio.Task[Review]) -> None:
        self.task = task
        self.waiting = 0
        self.done = 0  # moves graded


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

    async def get(self, visitor: str, position: Position, start: int) -> Review:
        """The review of a game. Cancelling this stops it, unless somebody else waits."""
        known = self.known(position, start)
        if known is not None:
            return known
        job = self._job(visitor, (position, start))
        job.waiting += 1
        try:
            return await asyncio.shield(job.task)
        finally:
            self._leave((position, start), job)

    async def listen(
        self, request: Request, visitor: str, position: Position, start: int
    ) -> AsyncIterator[bytes]:
        """The stream of a tab that waits: "progress", and then "done" or "failed".

        When the tab is closed, it waits no more.
        """
        key = (position, start)
        if self.known(position, start) is not None:
            yield Event("done").encoded()
            return
        job = self._job(visitor, key)
        job.waiting += 1
        try:
            async for part in self._hub.listen(request, _channel(key), self._missed(key, job)):
                yield part
        finally:
            self._leave(key, job)

    def _job(self, visitor: str, key: Key) -> _Job:
        if key not in self._jobs:
            task = asyncio.get_running_loop().create_task(self._make(visitor, key))
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._jobs[key] = _Job(task)
        return self._jobs[key]

    def _leave(self, key: Key, job: _Job) -> None:
        job.waiting -= 1
        if not job.waiting:
            job.task.cancel()
            if self._jobs.get(key) is job:
                del self._jobs[key]

    def _missed(self, key: Key, job: _Job) -> Iterator[Event]:
        """What who begins to listen may have missed."""
        yield _progress(key, job.done)
        if job.task.done() and not job.task.cancelled():
            error = job.task.exception()
            yield Event("done") if error is None else Event("failed", _words(error))

    async def _make(self, visitor: str, key: Key) -> Review:
        try:
            await self._compiling.ready(visitor, key[0].game, "analysis")
            found = await self._made(visitor, key)
        except Exception as error:
            if not isinstance(error, PlygroundError | Cancelled):
                _log.exception("a review failed")
            self._jobs.pop(key, None)  # who asks again begins anew
            self._hub.publish(_channel(key), Event("failed", _words(error)))
            raise
        self._jobs.pop(key, None)
        self._kept[key] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._hub.publish(_channel(key), Event("done"))
        return found

    async def _made(self, visitor: str, key: Key) -> Review:
        for _ in range(_ATTEMPTS - 1):
            with suppress(TookTooLongError):
                return await self._workers.run(visitor, partial(self._work, key))
        return await self._workers.run(visitor, partial(self._work, key))

    def _work(self, key: Key, control: Control) -> Review:
        position, start = key

        def tell(done: int, _of: int) -> None:
            job = self._jobs.get(key)
            if job is not None:
                job.done = done
            self._hub.publish(_channel(key), _progress(key, done))

        limits = Limits(seconds=SECONDS)
        return review(position, limits=limits, control=control, on_progress=tell, start=start)


def _progress(key: Key, done: int) -> Event:
    position, start = key
    return Event("progress", json.dumps({"done": done, "of": position.ply - start}))


def _words(error: BaseException) -> str:
    if isinstance(error, Cancelled):
        return "the review was stopped"
    if isinstance(error, PlygroundError):
        return trouble_text(error)
    return "something went wrong here: the server's messages say what"


def _channel(key: Key) -> str:
    position, start = key
    text = repr((position.game.name, position.game.values, position.history, start))
    return "review:" + hashlib.sha256(text.encode()).hexdigest()
