"""All runs of visitors: matches and questions, and what is kept of them.

A run is two files of the folder `runs`, its plan and its results, and a row of the store that says
whose it is and how it is watched. Nothing that counts lives in memory: whatever ends the server, a
run goes on from its files when its owner says so.

Runs that are computed have one turn for all visitors. Of each visitor one is computed at a time,
and the others wait.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from plyground.arena import RunError
from plyground.arena.fame import Fame, hall_of_fame
from plyground.arena.plan import Plan
from plyground.arena.plan_file import as_text
from plyground.arena.run import SUFFIX
from plyground.position import PlygroundError
from plyground.search import Control
from plyground.sums import with_sum, write_whole
from plyground.web.engine.clock import Clock
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Allowance, Workers
from plyground.web.errors import ConflictError, TooBusyError, trouble_text
from plyground.web.services.doing import Doing
from plyground.web.store import RunRecord, RunRecords

EACH_MOST = 4
"""Runs that a visitor may have going on, or all visitors from an address without a cookie."""

ADDRESS_MOST = 80
"""The same for all visitors from one address: a class."""

ALL_MOST = 120
"""The same for all visitors together."""

AT_ONCE, SECONDS_FOR_ANOTHER = 20, 60.0
"""Runs that a visitor may start one after another, and then one more each so many seconds."""

RUNS_MOST, BYTES_MOST, DAYS_MOST = 100, 50e6, 14
"""Runs of a visitor that nobody keeps: how many there are, how large, and for how long."""

FAME_MOST = 500
"""Runs that the hall of fame looks at: the newest."""

KEPT, KEPT_MOST = 600.0, 60
"""Seconds for which a run that is not going on stays in memory, and how many do."""

_PATIENCE = 2.0  # seconds that a page waits for results to be read
_SWEEPING = 60.0  # seconds between two looks at what to forget
_DAY = 86_400.0

NewsOf = Callable[[Doing, bool, bool], Iterable[Event]]
"""Makes the events of a tab: of the figures, of the boards."""


@dataclass(frozen=True)
class Listed:
    """A run of a list: what the store has, what is in memory, how much has been done, and whether
    that is gone from the disk.
    """

    record: RunRecord
    doing: Doing | None
    done: int
    is_gone: bool = False

    @property
    def going(self) -> bool:
        """Whether it is being done, or about to be."""
        return self.doing is not None and self.doing.going


class Runs:
    """All runs of visitors, by their ids."""

    def __init__(
        self,
        store: RunRecords,
        folder: Path,
        hub: Hub,
        workers: Workers,
        events: NewsOf,
        clock: Clock,
    ) -> None:
        """`events` makes the events of a tab from a change."""
        self.clock = clock
        self._store, self._folder, self._hub, self._workers = store, folder, hub, workers
        self._events = events
        self._all: dict[str, Doing] = {}
        self._tasks: dict[asyncio.Task[None], str] = {}  # and what each works at
        self._allowance = Allowance(AT_ONCE, SECONDS_FOR_ANOTHER, clock, "runs")
        self._turns = asyncio.Semaphore(1)
        self._fame: tuple[object, tuple[Fame, ...]] = (None, ())

    def start(self) -> None:
        """Begin to look after them, in the running loop."""
        before = self._folder.with_name("arena")  # where tournaments were
        if before.is_dir() and not self._folder.exists():
            with suppress(OSError):
                before.rename(self._folder)
        self._spawn(self._tend(), "")

    async def close(self) -> None:
        """Stop all: the server ends."""
        for each in self._all.values():
            each.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def get(self, id_: str) -> Doing | None:
        """The one of that id, if it is in memory."""
        return self._all.get(id_)

    async def create(self, record: RunRecord, plan: Plan) -> str:
        """Keep a new run like a record, and begin it; its id.

        Raises TooBusyError if too many are going on, and RunError if its file cannot be written.
        """
        record = replace(record, id=secrets.token_urlsafe(9), created=self.clock.now())
        doing = Doing(record, self._folder, self.clock)
        doing.begin(plan)
        self._require_room(doing)
        self._allowance.take(record.owner)
        self._all[record.id] = doing  # it counts from now on
        try:
            await self._store.soon(self._store.add, record)
            await asyncio.to_thread(_write, doing.file, as_text(plan))
        except OSError as error:
            del self._all[record.id]
            await self._store.soon(self._store.remove, record.id)
            raise RunError(f"the run cannot be kept: {error.strerror}") from None
        except PlygroundError:
            del self._all[record.id]
            raise
        self._play(doing)
        await self._trim(await asyncio.to_thread(self._store.of, record.owner))
        return record.id

    def _play(self, doing: Doing) -> None:
        work = doing.play(self._workers, self._turns, self._ahead, self._tell)
        self._begin(doing, work)

    async def open(self, id_: str) -> Doing | None:
        """The run of that id, read from its files if need be; None if there is none.

        Reading may take longer than people wait: then its state says so.
        """
        doing = self.get(id_)
        if doing is None:
            record = await asyncio.to_thread(self._store.run, id_)
            if record is None:
                return None
            doing = self.get(id_)  # another visitor may have asked meanwhile
            if doing is None:
                doing = Doing(record, self._folder, self.clock)
                self._begin(doing, doing.read(self._workers, self._tell))
        await doing.ready(_PATIENCE)
        return doing

    async def go_on(self, doing: Doing) -> None:
        """Do what is left. Raises TooBusyError if too many are going on."""
        await doing.ready()
        if doing.going or doing.state == "finished":
            return
        self._require_room(doing)
        self._allowance.take(doing.owner)
        doing.begin()
        self._play(doing)

    async def keep(self, doing: Doing, kept: bool) -> None:
        """Keep a run for good, or no longer. Raises ConflictError if its owner keeps too many."""
        record = replace(doing.record, kept=kept)
        await self._store.soon(self._store.put, record)
        doing.record = replace(doing.record, kept=kept)

    async def delete(self, doing: Doing) -> None:
        """Forget a run and its files. Raises ConflictError while it is going on."""
        await doing.ready()
        if doing.going:
            raise ConflictError("this run is going on: stop it first")
        await self._remove(doing.id)

    async def forget(self, owner: str) -> None:
        """Stop and delete all of an owner's."""
        mine = {each.id for each in self._all.values() if each.owner == owner}
        for id_ in mine:
            self._all[id_].stop()
        tasks = (task for task, id_ in self._tasks.items() if id_ in mine)
        await asyncio.gather(*tasks, return_exceptions=True)
        for record in await asyncio.to_thread(self._store.of, owner):
            await self._remove(record.id)

    async def _remove(self, id_: str) -> None:
        self._all.pop(id_, None)
        await self._store.soon(self._store.remove, id_)
        for file in self._files(id_):
            with suppress(OSError):
                await asyncio.to_thread(file.unlink)

    def _files(self, id_: str) -> list[Path]:
        return [self._folder / f"{id_}{end}" for end in (".toml", SUFFIX)]

    async def listed(self, owner: str) -> list[Listed]:
        """The runs of an owner, the newest first."""
        return await self._listed(await asyncio.to_thread(self._store.of, owner))

    async def others(self, owner: str) -> list[Listed]:
        """Those of all others that are going on."""
        return [
            Listed(each.record, each, each.done)
            for each in self._all.values()
            if each.going and each.owner != owner
        ]

    async def _listed(self, records: list[RunRecord]) -> list[Listed]:
        doing = [self.get(each.id) for each in records]
        counts = await asyncio.to_thread(lambda: [self._done(each) for each in records])
        return [
            Listed(one.record if one else record, one, done or 0, done is None)
            for record, one, done in zip(records, doing, counts, strict=True)
        ]

    def _done(self, record: RunRecord) -> int | None:
        """How much has been done of a run; None where that is gone."""
        doing, results = self.get(record.id), self._files(record.id)[1]
        if doing is not None and doing.run is not None:
            return doing.done
        if not results.is_file():
            return None if record.said else 0
        if record.is_over and record.matches:
            return record.matches
        try:
            lines = results.read_bytes().count(b"\n")
        except OSError:
            return 0
        return max(0, lines - 1)

    def fame(self, _control: Control) -> tuple[Fame, ...]:
        """The hall of fame of this machine. It may take long: call it in a worker."""
        files = [self._files(each.id)[1] for each in self._store.newest(FAME_MOST)]
        sizes = [(each, each.stat().st_size) for each in files if each.is_file()]
        if self._fame[0] != sizes:
            self._fame = (sizes, hall_of_fame(each for each, _ in sizes))
        return self._fame[1]

    def _ahead(self, doing: Doing) -> bool:
        """Whether another run of the same owner is computed before this one."""
        if doing.watched:
            return False
        mine = (each for each in self._all.values() if each.owner == doing.owner and each.going)
        first = next((each for each in mine if not each.watched), doing)
        return first is not doing

    def _require_room(self, asked: Doing) -> None:
        """Raise TooBusyError if too many are going on."""
        going = [each for each in self._all.values() if each.going and each is not asked]
        by, address = asked.asked_by.key(asked.owner), asked.asked_by.address
        if sum(each.asked_by.key(each.owner) == by for each in going) >= EACH_MOST:
            raise TooBusyError(f"{EACH_MOST} of your runs are going on: stop one of them first")
        neighbours = sum(each.asked_by.address == address for each in going)
        if neighbours >= ADDRESS_MOST or len(going) >= ALL_MOST:
            raise TooBusyError("too many runs are going on: try again when some have ended")

    def _begin(self, doing: Doing, work: Coroutine[Any, Any, None]) -> None:
        """Have it in memory, and let it go on."""
        for each in [each for each in self._all.values() if each.ended]:
            if len(self._all) >= KEPT_MOST:
                del self._all[each.id]
        self._all.pop(doing.id, None)  # the last one of its owner from now on
        self._all[doing.id] = doing
        self._spawn(work, doing.id)

    async def _tell(self, doing: Doing) -> None:
        doing.version += 1
        listened = self._hub.listening(doing.channel)
        if listened:
            doing.watch()
        if not doing.ended and not listened:
            return
        figures, boards = doing.due()
        if figures:
            await asyncio.to_thread(doing.look)
        if doing.ended and doing.state != "reading" and doing.run is not None:
            await self._note(doing)
        if self._hub.listening(doing.channel):
            for event in self._news(doing, figures, boards):
                self._hub.publish(doing.channel, event)

    def _news(self, doing: Doing, figures: bool, boards: bool) -> list[Event]:
        """What tabs hear of a change; where it cannot be drawn, the run ends and says so."""
        try:
            return list(self._events(doing, figures, boards))
        except Exception as error:
            doing.problem = trouble_text(error)
            doing.stop()
            said = Event("problem", doing.problem, doing.version)
            return [said, Event("end", "failed", doing.version, last=True)]

    async def _note(self, doing: Doing) -> None:
        """Keep what has come of it, for the list."""
        said = doing.headline
        faces = [doing.players[player].text for player in said.named]
        faces += [each.text for each in doing.players if each.text not in faces]
        doing.record = replace(
            doing.record,
            is_over=doing.state == "finished",
            matches=doing.done if doing.endless else doing.record.matches,
            said=said.words,
            faces="\n".join(faces[:2]),
        )
        await self._store.soon(self._store.put, doing.record)

    async def _trim(self, records: list[RunRecord]) -> None:
        """Forget the oldest runs of a visitor where there are too many that nobody keeps."""
        size, loose = 0.0, [each for each in records if not each.kept]
        for number, record in enumerate(loose):
            for file in self._files(record.id):
                with suppress(OSError):
                    size += file.stat().st_size
            doing = self.get(record.id)
            if (number >= RUNS_MOST or size > BYTES_MOST) and not (doing and doing.going):
                await self._remove(record.id)

    async def _tend(self) -> None:
        while True:
            now = self.clock.now()
            for each in list(self._all.values()):
                if each.ended_at is not None and now - each.ended_at > KEPT:
                    del self._all[each.id]
            for record in await asyncio.to_thread(self._store.older, now - DAYS_MOST * _DAY):
                await self._remove(record.id)
            await self.clock.sleep(_SWEEPING)

    def _spawn(self, work: Coroutine[Any, Any, None], id_: str) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks[task] = id_
        task.add_done_callback(self._tasks.pop)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, with_sum(text).encode())
