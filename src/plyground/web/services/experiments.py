"""Experiments of visitors: done in the workers a moment at a time, in turn, and behind all games.

All of it lives in memory: a restart of the server ends what is being done. An experiment repeats
exactly from its file, its rounds and its seed.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any

from plyground.arena import answers
from plyground.arena.answers import Answer
from plyground.arena.experiment import Run
from plyground.players import display_name
from plyground.search import Cancelled, Control
from plyground.web.engine.clock import Clock
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Allowance, Workers
from plyground.web.errors import TooBusyError, TookTooLongError, trouble_text
from plyground.web.services.tended import Most, Started, Tended, limited

EACH_MOST = 1
"""Experiments that a visitor may have going on, or all visitors from an address without a cookie.
"""

ADDRESS_MOST = 40
"""The same for all visitors from one address: a class."""

ALL_MOST = 60
"""The same for all visitors together."""

AT_ONCE, SECONDS_FOR_ANOTHER = 20, 60.0
"""Experiments that a visitor may start one after another, and then one more each so many seconds.
"""

TIME_MOST = 600.0
"""Seconds of computing that an experiment gets."""

KEPT = 3600.0
"""Seconds for which an experiment can still be viewed after its end."""

KEPT_MOST = 200
"""Experiments that are kept, going on or ended; beyond that the oldest ended ones are forgotten."""

_SLICE = 0.5  # seconds of computing at a time
_BREATH = 0.02  # seconds left to others after each of those
_LATER = 1.0  # seconds until another attempt when the workers were too busy
_SHOWN_EVERY = 1.0  # seconds between two answers that a page shows
_BASIS = 1.0  # seconds of computing before the rest is guessed
_SWEEPING = 60.0  # seconds between two searches for experiments to forget


class Experimenting(Started):
    """One experiment that is being done for a visitor."""

    what = "experiment"

    def __init__(
        self, run: Run, owner: str, settings: Mapping[str, str], clock: Clock | None = None
    ) -> None:
        """`settings` are the fields of its form."""
        super().__init__(secrets.token_urlsafe(9), owner, clock or Clock())
        self.run = run
        self.settings = settings
        self.state = "waiting"
        self.total = 0  # steps; 0 until it is known
        self.spent = 0.0  # seconds of computing
        self.prepared = 0.0  # of which to get ready, before the first step
        self.answer: Answer | None = None
        self._control = Control()  # of what is being done
        self._stopped = False
        self._shown_at = 0.0

    @property
    def worked(self) -> float:
        """Seconds of computing for the steps, without those to compile and load what they need."""
        return self.spent - self.prepared

    @property
    def left(self) -> str:
        """A guess at the computing that is left, in words; empty without a basis."""
        done = self.run.done
        if self.state != "running" or not done or self.worked < _BASIS:
            return ""
        seconds = math.ceil(self.worked / done * (self.total - done))
        if self.spent + seconds > TIME_MOST:
            return f"more than the {TIME_MOST / 60:g} minutes of computing that it gets"
        return f"about {seconds} s left" if seconds < 100 else f"about {seconds // 60 + 1} min left"

    def stop(self) -> None:
        """End it, and keep what has been done."""
        self._stopped = True
        self._control.stop()

    def look(self) -> Answer:
        """The answer as it is now; it may take a moment, so call it in a thread."""
        named = partial(display_name, game=self.run.experiment.game)
        self.answer = answers.answer(self.run, named, page=True)
        return self.answer

    async def do(self, workers: Workers, turns: asyncio.Semaphore, tell: Tell) -> None:
        """Do all of it; `tell` hears of each change."""
        try:
            await self._worked(workers, turns, self._prepare)
            self.prepared = self.spent
            self.state = "running"
            await tell(self)
            while self.run.done < self.total:
                await self._worked(workers, turns, self._some)
                await tell(self)
                await self.clock.sleep(_BREATH)
            self._end("finished")
        except Cancelled:
            self._end("failed" if self.problem else "stopped")
        except Exception as error:
            self.problem = trouble_text(error)
            self._end("failed")
        await tell(self)

    def _prepare(self, control: Control) -> None:
        self.run.prepare(control)
        self.total = self.run.total

    def _some(self, control: Control) -> None:
        """Do some steps, at least one. Runs in a worker."""
        begun = time.monotonic()
        for _ in self.run.steps(control=control):
            if time.monotonic() - begun > _SLICE:
                return
        control.check()  # whether it ended in the middle of a step, which is then done again

    async def _worked(
        self, workers: Workers, turns: asyncio.Semaphore, work: Callable[[Control], None]
    ) -> None:
        """Let a worker do it when it is its turn. Raises Cancelled after a stop."""
        while True:
            try:
                async with turns:
                    if self._stopped:
                        raise Cancelled
                    self._control = Control()
                    timed = partial(self._timed, work)
                    await workers.run(f"{self.owner} experiments", timed, self._control, heavy=True)
                return
            except (TooBusyError, TookTooLongError):  # others come first
                await self.clock.sleep(_LATER)

    def _timed(self, work: Callable[[Control], None], control: Control) -> None:
        """Do it, and count its time, which is limited for all of the experiment together."""

        def too_long() -> None:
            self.problem = (
                f"an experiment here gets {TIME_MOST / 60:g} minutes of computing: choose fewer "
                "rounds or smaller depths, or run its file in a terminal"
            )

        begun = time.monotonic()
        try:
            with limited(control, max(TIME_MOST - self.spent, 0.001), too_long):
                work(control)
        finally:
            self.spent += time.monotonic() - begun

    @property
    def due(self) -> bool:
        """Whether it is time to show the answer again; asking counts as showing."""
        now = self.clock.now()
        if not self.ended and now - self._shown_at < _SHOWN_EVERY:
            return False
        self._shown_at = now
        return True


Tell = Callable[[Experimenting], Coroutine[Any, Any, None]]
"""Gets each change of an experiment."""

NewsOf = Callable[[Experimenting], Iterable[Event]]


class Experiments(Tended[Experimenting]):
    """All experiments of visitors, by their ids."""

    def __init__(self, hub: Hub, workers: Workers, events: NewsOf, clock: Clock) -> None:
        """`events` makes the events of a tab from a change."""
        super().__init__(
            Most(
                "experiments", EACH_MOST, ADDRESS_MOST, ALL_MOST, KEPT_MOST, KEPT,
                "your last experiment is still going on: stop it first, or wait",
            ),
            hub, workers, clock, _SWEEPING,
        )  # fmt: skip
        self._events = events
        self._allowance = Allowance(AT_ONCE, SECONDS_FOR_ANOTHER, clock, "experiments")
        # One processor is left to games, if there is another one.
        self._turns = asyncio.Semaphore(max(1, workers.threads - 1))

    def begin(self, doing: Experimenting) -> None:
        """Let an experiment be done. Raises TooBusyError if too many are going on."""
        self._require_room(doing)
        self._allowance.take(doing.owner)
        self._begin(doing, doing.do(self._workers, self._turns, self._tell))

    async def _tell(self, doing: Experimenting) -> None:
        doing.version += 1
        if self._hub.listening(doing.channel) and doing.due:
            await asyncio.to_thread(doing.look)
            self._publish(doing, self._events(doing))
