"""Tournaments of visitors: played in the workers a moment at a time, in turn, and behind all games.

A tournament is two files of the folder `arena`, its plan and its results, and a row of the store
that says whose it is. Nothing that counts lives in memory: whatever ends the server, the tournament
goes on from its file when its owner says so. All of them share one turn of computing, in threads of
this process: worker processes would take processors that games of visitors need, and nobody would
share them out.
"""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from plyground.arena.fame import Fame, hall_of_fame
from plyground.arena.match import RunError
from plyground.arena.plan import Plan, as_text, read
from plyground.arena.run import SUFFIX, Hall, Run, Sitting, by_hand
from plyground.arena.table import Table
from plyground.position import PlygroundError, Position
from plyground.search import Cancelled, Control
from plyground.web.engine.clock import Clock
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Allowance, Workers, client
from plyground.web.errors import ConflictError, TooBusyError, TookTooLongError, trouble_text
from plyground.web.services.tended import Most, Started, Tended, limited, rest
from plyground.web.store import TournamentRecord, Tournaments

EACH_MOST = 1
"""Tournaments that a visitor may have going on, or all visitors from an address without a cookie.
"""

ADDRESS_MOST = 40
"""The same for all visitors from one address: a class."""

ALL_MOST = 60
"""The same for all visitors together."""

AT_ONCE, SECONDS_FOR_ANOTHER = 20, 60.0
"""Tournaments that a visitor may start one after another, and then one more each so many seconds.
"""

TIME_MOST = 3600.0
"""Seconds of computing that a tournament gets before its owner has to say that it goes on."""

MOVE_MOST = 120.0
"""Seconds that a move may take."""

FAME_MOST = 500
"""Tournaments that the hall of fame counts: the newest."""

KEPT = 600.0
"""Seconds for which a tournament that is not going on stays in memory."""

KEPT_MOST = 40
"""Tournaments in memory."""

_SLICE = 0.4  # seconds of computing at a time
_BREATH = 0.02  # seconds left to others after each of those
_LATER = 1.0  # seconds until another attempt when the workers were too busy
_SHOWN_EVERY = 1.0  # seconds between two tables that a page shows
_COSTS_MOST = 0.1  # of the time, for ratings that a page shows
_BOARDS_EVERY = 0.25  # seconds between two pictures of a board
_BASIS = 1.0  # seconds of computing before the rest is guessed
_PATIENCE = 2.0  # seconds that a page waits for results to be read
_SWEEPING = 60.0  # seconds between two searches for tournaments to drop from memory


@dataclass(frozen=True)
class Shown:
    """What is on a board: the entrant at each seat, and the position."""

    seating: tuple[int, ...]
    position: Position


class Board:
    """A board on which matches are played, one after another."""

    def __init__(self, at: int) -> None:
        self.at = at  # among the tables, from 0
        self.sitting: Sitting | None = None
        self.shown: Shown | None = None

    def show(self) -> None:
        """Note what is on the board now; pages read it in another thread."""
        if self.sitting is not None:
            self.shown = Shown(self.sitting.seating, self.sitting.course.position)


class Contest(Started):
    """One tournament of a visitor: read from its files, or being played."""

    what = "tournament"

    def __init__(self, record: TournamentRecord, folder: Path, clock: Clock) -> None:
        super().__init__(record.id, record.owner, clock)
        self.record = record
        self.file = folder / f"{record.id}.toml"
        self.results = folder / f"{record.id}{SUFFIX}"
        self.plan: Plan | None = None
        self.tournament: Run | None = None
        self.state = "reading"
        self.pause = 0.0  # seconds between moves
        self.tables = [Board(at) for at in range(record.boards)]
        self.seen: Table | None = None  # with everything that pages show worked out
        self.spent = 0.0  # seconds of computing, since it began or went on
        self.before = 0  # matches that had been played then
        self.ended_at = clock.now()
        self._read = asyncio.Event()
        self._hall: Hall | None = None
        self._held = ExitStack()
        self._next = 0  # the table where the next move is made
        self._control = Control()  # of what is being done
        self._stopped = False
        self._hurry = asyncio.Event()
        self._shown_at = self._boards_at = -math.inf
        self._cost = 0.0  # seconds that the last table took to work out

    @property
    def going(self) -> bool:
        """Whether it is being played, or about to be."""
        return self.state in ("waiting", "running")

    @property
    def played(self) -> int:
        """How many matches have been played."""
        return 0 if self.tournament is None else self.tournament.played

    @property
    def expected(self) -> int:
        """How many there will be, as far as it is known."""
        return max(self.record.matches, self.played)

    @property
    def left(self) -> str:
        """A guess at the computing that is left, in words; empty without a basis."""
        done = self.played - self.before
        if self.state != "running" or done < 1 or self.spent < _BASIS or self.pause:
            return ""
        return f"about {time_text(self.spent / done * (self.expected - self.played))} left"

    def stop(self) -> None:
        """End it, and keep what has been played."""
        self._stopped = True
        self._control.stop()
        self._hurry.set()

    def set_pause(self, seconds: float) -> None:
        """Change the pause between moves."""
        self.pause = seconds
        self._hurry.set()

    def look(self) -> None:
        """Work out the table as it is now; it may take a moment, so call it in a thread."""
        begun = time.monotonic()
        if self.tournament is not None:
            if self.seen is not None and len(self.seen.played) == self.played:
                return
            seen = self.tournament.table
        elif self.plan is not None and self.going:  # the table is there before the first match
            seen = Table(self.plan, (), ())
        else:
            return
        _ = seen.ranking, seen.crosstable, seen.rated
        self.seen = seen
        self._cost = time.monotonic() - begun

    async def ready(self, seconds: float | None = None) -> None:
        """Wait until its files are read, but no longer than so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._read.wait(), seconds)

    async def read(self, workers: Workers, tell: Tell) -> None:
        """Read its files; `tell` hears of it."""
        try:
            await self._worked(workers, None, self._open)
            over = self.tournament is not None and self.tournament.complete
            self._end("finished" if over else "stopped")
        except Cancelled:
            self._end("stopped")
        except Exception as error:
            self._fail(error)
        self._read.set()
        await tell(self)

    def _open(self, control: Control) -> None:
        tournament = self._prepared(control)
        tournament.review()
        if tournament.bad:
            self.problem = "Some of its games were damaged on the disk: “Go on” plays them again."
        self.tournament = tournament
        self.look()

    def _prepared(self, control: Control) -> Run:
        """The tournament with all its openings, for which the solver may have to search."""
        plan = self.plan or read(
            self.file.read_text(encoding="utf-8"), "the file of the tournament", self.file.parent
        )
        tournament = Run(plan, self.results, control)
        tournament.draw_openings()
        self.record = replace(self.record, matches=tournament.expected)
        self.plan = plan
        return tournament

    def begin(self, plan: Plan | None = None) -> None:
        """Note that it will be played; `plan` is that of a new one."""
        if plan is not None:
            self.plan = plan
            self._read.set()
        self.state, self.problem, self.ended_at = "waiting", "", None
        self.asked_by = client.get()
        self._stopped = False
        self.spent = 0.0

    async def play(self, workers: Workers, turns: asyncio.Semaphore, tell: Tell) -> None:
        """Play what is left; `tell` hears of each change."""
        try:
            await self._worked(workers, turns, self._sit_down)
            self.state = "running"
            await tell(self)
            while self.tournament is not None and not self.tournament.complete:
                await self._worked(workers, turns, self._some)
                await tell(self)
                await self._wait(self.pause if self._next == 0 and self.pause else _BREATH)
            self._end("finished")
        except Cancelled:
            self._end("failed" if self.problem else "stopped")
        except Exception as error:
            self._fail(error)
        finally:
            self._leave()
        await tell(self)

    def _sit_down(self, control: Control) -> None:
        if self.tournament is None:
            self.tournament = self._prepared(control)
        self._leave()
        self._hall = self._held.enter_context(by_hand(self.tournament))
        self._seat(self.tables[0])
        self.before = self.tournament.played
        self.look()

    def _leave(self) -> None:
        """Give the file of results back."""
        self._hall = None
        for table in self.tables:
            table.sitting = None
        self._held.close()

    def _seat(self, table: Board) -> None:
        if table.sitting is None and self._hall is not None:
            table.sitting = self._hall.seat()
            table.show()

    def _some(self, control: Control) -> None:
        """Make some moves, at the tables in turn. Runs in a worker."""

        def too_long() -> None:
            self.problem = (
                f"a move took more than {MOVE_MOST:g} seconds: set up a tournament with smaller "
                "depths or other players"
            )

        begun = time.monotonic()
        with limited(control, MOVE_MOST, too_long):
            while True:
                self._move(self.tables[self._next], control)
                self._next = (self._next + 1) % len(self.tables)
                at_end = self.tournament is None or self.tournament.complete
                if at_end or (self.pause and self._next == 0):
                    return
                if time.monotonic() - begun > _SLICE:
                    return

    def _move(self, table: Board, control: Control) -> None:
        """Go one move on at a table, or let the next players sit down there."""
        self._seat(table)
        sitting = table.sitting
        if sitting is None or self._hall is None:
            return
        if not sitting.course.over:
            sitting.course.step(control)
            table.show()
        if sitting.course.over:
            self._hall.keep(sitting)
            table.sitting = None
            if self.tournament is not None and self.tournament.played >= self.expected:
                self._seat(table)  # which tells whether it is complete

    async def _worked(
        self,
        workers: Workers,
        turns: asyncio.Semaphore | None,
        work: Callable[[Control], None],
    ) -> None:
        """Let a worker do it when it is its turn. Raises Cancelled after a stop."""
        while True:
            try:
                async with turns or asyncio.Semaphore():
                    if self._stopped:
                        raise Cancelled
                    self._control = Control()
                    timed = partial(self._timed, work)
                    await workers.run(f"{self.owner} tournaments", timed, self._control, heavy=True)
                return
            except (TooBusyError, TookTooLongError):  # others come first
                await self.clock.sleep(_LATER)

    def _timed(self, work: Callable[[Control], None], control: Control) -> None:
        if self.spent > TIME_MOST:
            self.problem = (
                f"a tournament gets {TIME_MOST / 60:g} minutes of computing at a time: press “Go "
                "on” if you still want it"
            )
            raise Cancelled
        begun = time.monotonic()
        try:
            work(control)
        finally:
            self.spent += time.monotonic() - begun

    async def _wait(self, seconds: float) -> None:
        """Wait, unless someone changes the pause or stops it."""
        self._hurry.clear()
        if self._stopped:
            return
        await rest(self.clock, seconds, self._hurry)

    def _fail(self, error: Exception) -> None:
        self.problem = trouble_text(error)
        if isinstance(error, RunError):  # visitors need not know its place
            self.problem = self.problem.replace(str(self.results), "the file of its results")
        self._end("failed")

    def due(self) -> tuple[bool, bool]:
        """Whether it is time to show the table again, and the boards; asking counts as showing."""
        now = self.clock.now()
        boards = self.ended or bool(self.pause) or now - self._boards_at >= _BOARDS_EVERY
        every = max(_SHOWN_EVERY, self._cost / _COSTS_MOST)
        table = self.ended or now - self._shown_at >= every
        if boards:
            self._boards_at = now
        if table:
            self._shown_at = now
        return table, boards


def time_text(seconds: float) -> str:
    """A time to come in words: as exact as a guess can be."""
    if seconds < 100:
        return f"{max(1, math.ceil(seconds))} s"
    if seconds < 2 * 3600:
        return f"{math.ceil(seconds / 60)} min"
    return f"{math.ceil(seconds / 3600)} h"


Tell = Callable[[Contest], Coroutine[Any, Any, None]]
"""Gets each change of a tournament."""

NewsOf = Callable[[Contest, bool, bool], Iterable[Event]]
"""Makes the events of a tab: of the table, of the boards."""


class Contests(Tended[Contest]):
    """All tournaments of visitors, by their ids."""

    def __init__(
        self,
        store: Tournaments,
        folder: Path,
        hub: Hub,
        workers: Workers,
        events: NewsOf,
        clock: Clock,
    ) -> None:
        """`events` makes the events of a tab from a change."""
        super().__init__(
            Most(
                "tournaments", EACH_MOST, ADDRESS_MOST, ALL_MOST, KEPT_MOST, KEPT,
                "your last tournament is still going on: stop it first, or wait",
            ),
            hub, workers, clock, _SWEEPING,
        )  # fmt: skip
        self._store, self._folder, self._events = store, folder, events
        self._allowance = Allowance(AT_ONCE, SECONDS_FOR_ANOTHER, clock, "tournaments")
        self._turns = asyncio.Semaphore(1)
        self._fame: tuple[object, tuple[Fame, ...]] = (None, ())

    async def create(self, record: TournamentRecord, plan: Plan) -> Contest:
        """Keep a new tournament, and begin to play it.

        Raises TooBusyError if too many are going on, ConflictError if its owner has too many, and
        RunError if its file cannot be written.
        """
        contest = Contest(record, self._folder, self.clock)
        contest.begin(plan)
        self._require_room(contest)
        self._allowance.take(record.owner)
        self._all[record.id] = contest  # it counts from now on
        try:
            await self._store.soon(self._store.add, record)
            await asyncio.to_thread(_write, contest.file, as_text(plan))
        except OSError as error:
            del self._all[record.id]
            await self._store.soon(self._store.remove, record.id)
            raise RunError(f"the tournament cannot be kept: {error.strerror}") from None
        except PlygroundError:
            del self._all[record.id]
            raise
        self._begin(contest, contest.play(self._workers, self._turns, self._tell))
        return contest

    async def open(self, id_: str) -> Contest | None:
        """The tournament of that id, read from its files if need be; None if there is none.

        Reading may take longer than people wait: then its state says so.
        """
        contest = self.get(id_)
        if contest is None:
            record = await asyncio.to_thread(self._store.tournament, id_)
            if record is None:
                return None
            contest = self.get(id_)  # another visitor may have asked meanwhile
            if contest is None:
                contest = Contest(record, self._folder, self.clock)
                self._begin(contest, contest.read(self._workers, self._tell))
        await contest.ready(_PATIENCE)
        return contest

    async def go_on(self, contest: Contest) -> None:
        """Play what is left. Raises TooBusyError if too many are going on."""
        await contest.ready()
        if contest.going or contest.state == "finished":
            return
        self._require_room(contest)
        self._allowance.take(contest.owner)
        contest.begin()
        self._begin(contest, contest.play(self._workers, self._turns, self._tell))

    async def delete(self, contest: Contest) -> None:
        """Forget a tournament and its files. Raises ConflictError while it is going on."""
        await contest.ready()
        if contest.going:
            raise ConflictError("this tournament is going on: stop it first")
        await self._remove(contest.id)
        self._all.pop(contest.id, None)

    async def forget(self, owner: str) -> None:
        """Stop and delete all of an owner's."""
        await super().forget(owner)
        for record in await asyncio.to_thread(self._store.of, owner):
            await self._remove(record.id)

    async def _remove(self, id_: str) -> None:
        await self._store.soon(self._store.remove, id_)
        for end in (".toml", SUFFIX):
            with suppress(OSError):
                await asyncio.to_thread((self._folder / f"{id_}{end}").unlink)

    async def listed(self, owner: str) -> list[tuple[TournamentRecord, Contest | None, int]]:
        """The tournaments of an owner, the newest first: what the store has, what is in memory, and
        how many matches have been played.
        """
        records = await asyncio.to_thread(self._store.of, owner)
        kept = [self.get(each.id) for each in records]
        counts = await asyncio.to_thread(lambda: [self._played(each) for each in records])
        return list(zip(records, kept, counts, strict=True))

    def _played(self, record: TournamentRecord) -> int:
        contest = self.get(record.id)
        if contest is not None and contest.tournament is not None:
            return contest.played
        try:
            lines = (self._folder / f"{record.id}{SUFFIX}").read_bytes().count(b"\n")
        except OSError:
            return 0
        return max(0, lines - 1)

    def fame(self, _control: Control) -> tuple[Fame, ...]:
        """The hall of fame of this machine. It may take long: call it in a worker."""
        files = [self._folder / f"{each.id}{SUFFIX}" for each in self._store.newest(FAME_MOST)]
        sizes = [(each, each.stat().st_size) for each in files if each.is_file()]
        if self._fame[0] != sizes:
            self._fame = (sizes, hall_of_fame(each for each, _ in sizes))
        return self._fame[1]

    async def _tell(self, contest: Contest) -> None:
        contest.version += 1
        if contest.ended and contest.state != "reading":
            record = replace(contest.record, is_over=contest.state == "finished")
            contest.record = record
            await self._store.soon(self._store.put, record)
        if contest.ended or self._hub.listening(contest.channel):
            table, boards = contest.due()
            if table:
                await asyncio.to_thread(contest.look)
            if self._hub.listening(contest.channel):
                self._publish(contest, self._events(contest, table, boards))


def _write(file: Path, text: str) -> None:
    """Write a file that is there whole, or not at all, also after a crash of the machine."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_suffix(".new")
    with open(beside, "w", encoding="utf-8") as written:
        written.write(text)
        written.flush()
        os.fsync(written.fileno())
    beside.replace(file)
