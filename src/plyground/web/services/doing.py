"""One run of a visitor: read from its files, or being done in the workers a moment at a time.

A run with a pause between moves is watched: one light move at a time, each board when it is due.
All others are computed, in heavy slices and behind all games: worker processes would take
processors that games need. A run with a pause or without an end waits while nobody looks.
"""

from __future__ import annotations

import asyncio
import math
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

from plyground.arena import Played, Run, RunError, Table, answers
from plyground.arena.answers import Answer
from plyground.arena.headline import Headline, headline, names_of
from plyground.arena.match import Course
from plyground.arena.plan import QUESTIONS, Plan
from plyground.arena.plan_file import read
from plyground.arena.run import SUFFIX, Hall, Sitting, by_hand
from plyground.arena.tournament_report import result_text
from plyground.kernel import natively
from plyground.players import Choice, Player, display_name
from plyground.position import Position
from plyground.search import Cancelled, Control
from plyground.sums import without_sum
from plyground.web.engine.clock import Clock
from plyground.web.engine.work import Notice, Workers, client
from plyground.web.errors import TooBusyError, TookTooLongError, trouble_text
from plyground.web.store import RunRecord
from plyground.web.words import in_line

TIME_MOST = 3600.0
"""Seconds of computing that a run gets before its owner has to say that it goes on."""

STEP_MOST = 120.0
"""Seconds that a move may take; a lesson gets as long as a run."""

ENDLESS_MOST = 20_000
"""Games of a run without an end, after which it ends all the same."""

UNWATCHED = 30.0
"""Seconds without a viewer, after which a run waits that has a pause or no end."""

USUAL_PAUSE = 0.1
"""Seconds between moves, the same as "Connect 4 with Minimax"; a pause before each game goes with
it.
"""

PAUSE_MOST = 2.0

_BEFORE_GAME = 2.0  # seconds before a game, at the usual pause between moves
_BETWEEN_GAMES = 0.5  # the same at other pauses, on top of them
_SLICE = 0.4  # seconds of computing at a time
_BREATH = 0.02  # seconds left to others after each of those
_LATER = 1.0  # seconds until another attempt when others come first
_SHOWN_EVERY = 1.0  # seconds between two tables that a page shows
_COSTS_MOST = 0.1  # of the time, for figures that a page shows
_BOARDS_EVERY = 0.25  # seconds between two pictures of a board
_BASIS = 1.0  # seconds of computing before the rest is guessed
_RESTING = 60.0  # seconds between two looks at whether someone looks again

State = Literal["reading", "waiting", "running", "resting", "finished", "stopped", "failed"]


@dataclass(frozen=True)
class Shown:
    """What is on a board: the entrant at each seat, and the position."""

    seating: tuple[int, ...]
    position: Position


class Board:
    """A board on which matches are played, one after another."""

    def __init__(self, at: int) -> None:
        self.at = at  # among the boards, from 0
        self.sitting: Sitting | None = None
        self.shown: Shown | None = None
        self.due = 0.0  # when something happens there
        self.number = 0  # of the match, from 0
        self.result = ""  # how the last match ended, in words

    def show(self) -> None:
        """Note what is on the board now; pages read it in another thread."""
        sitting = self.sitting
        if sitting is not None and isinstance(sitting.course, Course):
            self.shown = Shown(sitting.seating, sitting.course.position)
            self.number = sitting.meeting.number + sitting.turn


class Doing:
    """One run of a visitor: read from its files, or being done."""

    def __init__(self, record: RunRecord, folder: Path, clock: Clock) -> None:
        self.id, self.owner, self.clock = record.id, record.owner, clock
        self.record = record
        self.asked_by = client.get()
        self.file = folder / f"{record.id}.toml"
        self.results = folder / f"{record.id}{SUFFIX}"
        self.plan: Plan | None = None
        self.run: Run | None = None
        self.state: State = "reading"
        self.problem = ""
        self.waits = ""  # for its turn, and for long: in words
        self.boards = [Board(at) for at in range(record.boards)]
        self.depths: dict[int, int] = {}  # of the last search of those who have no depth
        self.table: Table | None = None  # with everything that pages show worked out
        self.answer: Answer | None = None
        self.spent = 0.0  # seconds of computing, since it began or went on
        self.before = 0  # what had been done then
        self.seen = clock.now()  # when a visitor looked
        self.ended_at: float | None = clock.now()
        self.version = 0
        self._read = asyncio.Event()
        self._hall: Hall | None = None
        self._held = ExitStack()
        self._control = Control()  # of what is being done
        self._stopped = False
        self._hurry = asyncio.Event()
        self._changes: list[tuple[int, Player]] = []  # of players, that wait
        self._telling: asyncio.Task[None] | None = None  # that it waits
        self._tick = 0.0
        self._looked = -1  # at how much, the last time
        self._shown_at = self._boards_at = -math.inf
        self._cost = 0.0  # seconds that the last figures took to work out

    @property
    def channel(self) -> str:
        """The channel of its events."""
        return f"run {self.id}"

    @property
    def ended(self) -> bool:
        """Whether nothing more is done, for now."""
        return self.ended_at is not None

    @property
    def going(self) -> bool:
        """Whether it is being done, or about to be."""
        return self.state in ("waiting", "running", "resting")

    @property
    def watched(self) -> bool:
        """Whether there is a pause between moves."""
        return self.record.pause is not None

    @property
    def endless(self) -> bool:
        """Whether it goes on until someone stops it."""
        return self.plan is not None and self.plan.rounds is None

    @property
    def done(self) -> int:
        """How many matches have been played, or other pieces of work done."""
        return 0 if self.run is None else self.run.played

    @property
    def expected(self) -> int:
        """How many there will be, as far as it is known; 0 without an end."""
        return 0 if self.endless else max(self.record.matches, self.done)

    @property
    def left(self) -> str:
        """A guess at the computing that is left, in words; empty without a basis."""
        done = self.done - self.before
        if self.state != "running" or done < 1 or self.spent < _BASIS or not self.expected:
            return ""
        if self.watched:
            return ""
        return f"about {time_text(self.spent / done * (self.expected - self.done))} left"

    @property
    def headline(self) -> Headline:
        """What has come of it, in a few words."""
        if self.plan is not None and self.plan.asks:
            said = "" if self.answer is None else self.answer.sentence
            return Headline(said or "There is no answer yet")
        if self.table is None:
            return Headline(self.record.said)
        if not self.table.played and not self.going:
            return Headline("No game was finished")
        return headline(self.table, self.state == "finished")

    def watch(self) -> None:
        """Note that someone looks at it now."""
        self.seen = self.clock.now()
        if self.state == "resting":
            self._hurry.set()

    def stop(self) -> None:
        """End it, and keep what has been done."""
        self._stopped = True
        self._control.stop()
        self._hurry.set()

    def set_pause(self, seconds: float | None) -> None:
        """Change the pause between moves."""
        self.record = replace(self.record, pause=seconds)
        for board in self.boards:
            board.due = 0.0
        self._hurry.set()

    def change(self, entrant: int, player: Player) -> None:
        """Let an entrant be another player from its next game on."""
        self._changes.append((entrant, player))

    @property
    def players(self) -> tuple[Player, ...]:
        """The players as they are now."""
        if self.plan is None:
            return ()
        now = [each.player for each in self.plan.entrants]
        if self.run is not None:
            now = [*self.run.players]
        for entrant, player in self._changes:
            now[entrant] = player
        return tuple(now)

    def look(self) -> None:
        """Work out the figures as they are now; it may take a moment, so call it in a thread."""
        begun, run = time.monotonic(), self.run
        if run is not None and self.plan is not None:
            if self.plan.asks:
                if self.answer is None or self._looked != run.played or self.ended:
                    self._looked = run.played
                    named = partial(display_name, game=self.plan.games[0])
                    self.answer = answers.answer(run, named, page=True)
                if self.plan.kind in QUESTIONS:
                    return
            if self.table is None or len(self.table.played) != run.played:
                table = run.table
                _ = table.ranking, table.crosstable, table.rated
                self.table = table
        elif self.plan is not None and self.going:  # the table is there before the first match
            self.table = Table(self.plan, (), ())
        self._cost = time.monotonic() - begun

    async def ready(self, seconds: float | None = None) -> None:
        """Wait until its files are read, but no longer than so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._read.wait(), seconds)

    async def read(self, workers: Workers, tell: Tell) -> None:
        """Read its files; `tell` hears of it."""
        try:
            await self._worked(workers, None, self._open)
            over = self.run is not None and self.run.complete
            self._end("finished" if over else "stopped")
        except Cancelled:
            self._end("stopped")
        except Exception as error:
            self._fail(error)
        self._read.set()
        await tell(self)

    def _open(self, control: Control) -> None:
        run = self._prepared(control)
        run.review()
        if run.bad:
            self.problem = "Some of its games were damaged on the disk: “Go on” plays them again."
        elif (self.record.is_over and not run.complete) or (self.record.said and not run.played):
            self.problem = "Some of its games are gone from the disk: “Go on” plays them again."
        self.run = run
        self.look()

    def _prepared(self, control: Control) -> Run:
        """The run with all its openings, for which the solver may have to search."""
        plan = self.plan or self._stated()
        run = Run(plan, self.results, control)
        run.draw_openings()
        self.record = replace(self.record, matches=run.expected)
        self.plan = plan
        return run

    def _stated(self) -> Plan:
        """The plan that its file states. Raises RunError."""
        name = "the file of the run"
        try:
            text = without_sum(self.file.read_bytes())
        except FileNotFoundError:
            raise RunError(f"{name} is gone from the disk") from None
        except ValueError:
            raise RunError(f"{name} is damaged") from None
        try:
            return read(text, name, self.file.parent)
        except RunError as error:
            raise RunError(f"{name} is damaged: {error}") from None

    def begin(self, plan: Plan | None = None) -> None:
        """Note that it will be done; `plan` is that of a new one."""
        if plan is not None:
            self.plan = plan
            self._read.set()
        self.state, self.problem, self.ended_at = "waiting", "", None
        self.asked_by = client.get()
        self.seen = self.clock.now()
        self._stopped = False
        self.spent = 0.0

    async def play(
        self, workers: Workers, turns: asyncio.Semaphore, ahead: Ahead, tell: Tell
    ) -> None:
        """Do what is left; `tell` hears of each change. While another run of its owner is `ahead`
        it waits.
        """
        try:
            while ahead(self):
                self.waits = "Waiting: your other run comes first"
                await tell(self)
                await self._rest(_LATER)
            self.waits = ""
            await self._worked(workers, turns, self._sit_down, tell)
            self.state = "running"
            await tell(self)
            while self.run is not None and not self.run.complete:
                await self._until_watched(tell)
                await self._worked(workers, turns, self._some, tell)
                await tell(self)
                if self.endless and self.done >= ENDLESS_MOST:
                    self.problem = f"It ends after {ENDLESS_MOST:,} games: run it again."
                    break
                await self._rest(max(self._due - self.clock.now(), _BREATH))
            self._end("finished")
        except Cancelled:
            self._end("failed" if self.problem else "stopped")
        except Exception as error:
            self._fail(error)
        finally:
            self._leave()
        await tell(self)

    @property
    def _due(self) -> float:
        """When the next move is made; at once where there is no pause."""
        return min(board.due for board in self.boards) if self.watched else 0.0

    def needs_viewers(self) -> bool:
        """Whether it waits while nobody looks."""
        return self.watched or self.endless

    async def _until_watched(self, tell: Tell) -> None:
        """Wait while nobody looks at what is made to be watched."""
        while self.needs_viewers() and self.clock.now() - self.seen > UNWATCHED:
            if self.state != "resting":
                self.state = "resting"
                await tell(self)
            await self._rest(_RESTING)
        self.state = "running"

    def _sit_down(self, control: Control) -> None:
        if self.run is None:
            self.run = self._prepared(control)
        self._leave()
        with natively() if self.run.native else nullcontext():
            if self.plan is not None and self.plan.kind in QUESTIONS:
                self.run.prepare(control)
            self._hall = self._held.enter_context(by_hand(self.run))
            self._seat(self.boards[0])
        self.before = self.run.played
        self.look()

    def _leave(self) -> None:
        """Give the file of results back."""
        self._hall = None
        for board in self.boards:
            board.sitting = None
        self._held.close()

    def _seat(self, board: Board) -> None:
        if board.sitting is None and self._hall is not None:
            while self._changes:
                self._hall.change(*self._changes.pop(0))
            board.sitting = self._hall.seat()
            board.show()

    def _some(self, control: Control) -> None:
        """Make a move, or without a pause as many as a moment allows. Runs in a worker."""

        def too_long() -> None:
            self.problem = (
                f"a move took more than {STEP_MOST:g} seconds: run it with smaller depths or other "
                "players"
            )

        assert self.run is not None
        assert self.plan is not None
        begun = time.monotonic()
        most = TIME_MOST if self.plan.kind in QUESTIONS else STEP_MOST
        with (
            limited(control, most, too_long),
            natively() if self.run.native else nullcontext(),
        ):
            while True:
                board = min(self.boards, key=lambda each: each.due)
                if self.watched and board.due > self.clock.now():
                    return
                self._move(board, control)
                if self.run.complete or self.watched or time.monotonic() - begun > _SLICE:
                    return

    def _move(self, board: Board, control: Control) -> None:
        """Go one move on at a board, or let the next players sit down there."""
        before = board.sitting
        self._seat(board)
        sitting = board.sitting
        self._tick += 1
        board.due = self.clock.now() + (self.record.pause or 0) if self.watched else self._tick
        if sitting is None or self._hall is None or self.run is None:
            return
        if before is None and self.watched:  # who looks sees the board before the first move
            return
        course = sitting.course
        if not course.over:
            turn = course.position.turn if isinstance(course, Course) else 0
            self._note(sitting, turn, course.step(control))
            board.show()
        if course.over:
            done = self._hall.keep(sitting)
            board.sitting = None
            if isinstance(done, Played) and self.plan is not None:
                board.result = result_text(done, names_of(Table(self.plan, (), ())))
            if self.watched:
                board.due += self._before_game - (self.record.pause or 0)
            if self.run.played >= self.expected > 0:
                self._seat(board)  # which tells whether it is complete

    @property
    def _before_game(self) -> float:
        pause = self.record.pause or 0
        return _BEFORE_GAME if pause == USUAL_PAUSE else pause + _BETWEEN_GAMES

    def _note(self, sitting: Sitting, turn: int, choice: object) -> None:
        """Note how deep a search was that has no depth of its own."""
        if isinstance(choice, Choice) and choice.depth:
            player = sitting.seating[turn]
            if self.players[player].limits.depth is None:
                self.depths[player] = choice.depth

    async def _worked(
        self,
        workers: Workers,
        turns: asyncio.Semaphore | None,
        work: Callable[[Control], None],
        tell: Tell | None = None,
    ) -> None:
        """Let a worker do it when it is its turn. Raises Cancelled after a stop."""
        visitor = f"{self.owner} {'watches' if self.watched else 'runs'}"
        loop = asyncio.get_running_loop()

        def waiting(before: int | None) -> None:
            self.waits = "" if before is None else in_line(before)
            if tell is not None:
                self._telling = loop.create_task(tell(self))

        notice = Notice(partial(workers.before, visitor), waiting)
        heavy = not self.watched or work != self._some
        try:
            while True:
                try:
                    async with turns if heavy and turns else asyncio.Semaphore():
                        if self._stopped:
                            raise Cancelled
                        self._control = Control()
                        notice.turn(False)
                        timed = partial(self._timed, work)
                        await workers.run(
                            visitor, timed, self._control, heavy=heavy, on_turn=notice.turn
                        )
                    return
                except (TooBusyError, TookTooLongError):  # others come first
                    await self.clock.sleep(_LATER)
        finally:
            notice.turn(True)

    def _timed(self, work: Callable[[Control], None], control: Control) -> None:
        if self.spent > TIME_MOST:
            self.problem = (
                f"a run gets {TIME_MOST / 60:g} minutes of computing at a time: press “Go on” if "
                "you still want it"
            )
            raise Cancelled
        begun = time.monotonic()
        try:
            work(control)
        finally:
            self.spent += time.monotonic() - begun

    async def _rest(self, seconds: float) -> None:
        """Wait, unless someone changes the pause, looks again or stops it, or has done so since the
        last time.
        """
        if self._stopped:
            raise Cancelled
        waits: list[asyncio.Task[Any]] = [
            asyncio.create_task(self.clock.sleep(seconds)),
            asyncio.create_task(self._hurry.wait()),
        ]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()
        self._hurry.clear()
        if self._stopped:
            raise Cancelled

    def _fail(self, error: Exception) -> None:
        self.problem = trouble_text(error)
        if isinstance(error, RunError):  # visitors need not know its place
            self.problem = self.problem.replace(str(self.results), "the file of its results")
        self._end("failed")

    def _end(self, state: State) -> None:
        self.state, self.waits = state, ""
        self.ended_at = self.clock.now()

    def due(self) -> tuple[bool, bool]:
        """Whether it is time to show the figures and the boards again; asking counts as showing."""
        now = self.clock.now()
        boards = self.ended or self.watched or now - self._boards_at >= _BOARDS_EVERY
        every = max(_SHOWN_EVERY, self._cost / _COSTS_MOST)
        figures = self.ended or self.state == "resting" or now - self._shown_at >= every
        if self.watched and self.table is not None and self.done != len(self.table.played):
            figures = figures or self._cost < _SLICE
        if boards:
            self._boards_at = now
        if figures:
            self._shown_at = now
        return figures, boards


Tell = Callable[[Doing], Coroutine[Any, Any, None]]
"""Gets each change of a run."""

Ahead = Callable[[Doing], bool]
"""Whether another run comes first."""


@contextmanager
def limited(control: Control, seconds: float, too_long: Callable[[], None]) -> Iterator[None]:
    """Stop what takes longer, and call `too_long` first."""

    def end() -> None:
        too_long()
        control.stop()

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def time_text(seconds: float) -> str:
    """A time to come in words: as exact as a guess can be."""
    if seconds < 100:
        return f"{max(1, math.ceil(seconds))} s"
    if seconds < 2 * 3600:
        return f"{math.ceil(seconds / 60)} min"
    return f"{math.ceil(seconds / 3600)} h"
