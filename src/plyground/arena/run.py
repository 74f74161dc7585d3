"""`Run`: a plan being played, with its journal, its table at any time, and its end.

Matches are played in this process, in others, on a cluster, or by hand: move by move, by callers
that do other work in between.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from plyground.arena import parallel
from plyground.arena.ending import ending_of
from plyground.arena.journal import Journal
from plyground.arena.meeting import Done, Found, Key, Meeting, Played, Round
from plyground.arena.plan import Plan
from plyground.arena.schedule import Schedule
from plyground.arena.table import Table
from plyground.arena.warming import is_long, warm
from plyground.arena.work import work_of
from plyground.players import Player, parse_player
from plyground.position import Position
from plyground.search import Control

SUFFIX = ".results.jsonl"
"""The end of the name of a file of results."""


class Run:
    """The matches of a plan. Without a file of `results` they are kept as long as this object is.

    A script that uses more than one job must keep its work under `if __name__ == "__main__":`.
    """

    def __init__(
        self, plan: Plan, results: str | Path | None = None, control: Control | None = None
    ) -> None:
        """`control` can end the search for openings, by Cancelled."""
        self.plan = plan
        self.path = None if results is None else Path(results)
        self.torn = False
        """Whether the last line of the results was cut off."""
        self.bad: list[int] = []
        """The lines of the results that were damaged, whose matches are played again."""
        self._done: dict[Key, Done] = {}
        self._work = work_of(plan)
        self._schedule = Schedule(plan, self._done, control)
        self.ending = ending_of(plan)
        """What may end it before all is played, and has seen."""
        self._exhausted = False  # the schedule
        self._looked_at = 0  # meetings, by the ending
        self._changed: list[tuple[int, Plan]] = []  # from which meeting on there is another plan
        self._lock = threading.Lock()  # other threads look while this one plays
        self.complete = False
        """Whether every match has been played, or the test has ended."""

    @property
    def table(self) -> Table:
        """The table so far, of what counts; other threads may ask for it."""
        with self._lock:
            done = list(self._done.values())
            if self.ending is not None:
                done = [each for each in done if each.meeting.number < self._looked_at]
            return Table(self.plan, self._schedule.rounds, done)

    @property
    def found(self) -> list[Found]:
        """What has been found so far where nobody meets, in the order of the meetings."""
        with self._lock:
            done = sorted(self._done.items())
        return [each for _, each in done if isinstance(each, Found)]

    @property
    def rounds(self) -> list[Round]:
        """The rounds so far."""
        return self._schedule.rounds

    def prepare(self, control: Control | None = None) -> None:
        """Compile and load what will be used, so that no time of a step includes it.

        Raises GameFileError for a fault in a heuristic's file, Cancelled after a stop.
        """
        self._work.prepare(self.plan, control)

    @property
    def native(self) -> bool:
        """Whether it takes longer than compiling, or has to wait for it."""
        return is_long(self.plan.games, None if self.plan.rounds is None else self.expected)

    @property
    def players(self) -> tuple[Player, ...]:
        """The players as they are now; see `Hall.change`."""
        return tuple(each.player for each in self.plan_of(sys.maxsize).entrants)

    def plan_of(self, number: int) -> Plan:
        """The plan as it is from the meeting of that number on."""
        plans = (plan for first, plan in reversed(self._changed) if first <= number)
        return next(plans, self.plan)

    def _change(self, first: int, entrant: int, player: Player) -> None:
        plan = self.plan_of(first)
        entrants = list(plan.entrants)
        entrants[entrant] = replace(entrants[entrant], player=player)
        self._changed.append((first, replace(plan, entrants=tuple(entrants))))

    def draw_openings(self) -> None:
        """Find all openings now, except a knockout's replays; they are found as needed otherwise.

        Raises Cancelled if the control of this run says stop.
        """
        self._schedule.draw()

    @property
    def played(self) -> int:
        """How many matches have been played, or other meetings done."""
        return len(self._done)

    @property
    def expected(self) -> int:
        """How many there will be, as far as it is known; a knockout with replays has more."""
        return self.played if self.complete else max(self._schedule.expected, self.played)

    def play(
        self,
        jobs: int = 1,
        cluster: str | None = None,
        control: Control | None = None,
        on_match: Callable[[Any], None] = lambda _: None,
        watch: Callable[[Position], None] | None = None,
    ) -> Table:
        """Play what has not been played, and return the table.

        `jobs` is the number of processes; with `cluster`, the address of a Dask scheduler, matches
        are played there instead. `on_match` is called with each finished match; `watch`, with one
        job, with each position. If another thread ends it by `control`, after the matches being
        played if that says finish, a later call, or the same run in another process, goes on.
        Raises RunError for results that belong to another plan or cannot be written, and
        WorkerDiedError.
        """
        for each in self.steps(jobs, cluster, control, watch):
            on_match(each)
        return self.table

    def steps(
        self,
        jobs: int = 1,
        cluster: str | None = None,
        control: Control | None = None,
        watch: Callable[[Position], None] | None = None,
    ) -> Iterator[Done]:
        """The same, match by match; whoever leaves it can come back."""
        control, plan = control or Control(), self.plan
        with ExitStack() as held:
            kept = held.enter_context(self._kept())
            expected = 0 if plan.rounds is None else self._schedule.expected
            native = jobs > 1 or self.native
            workers = held.enter_context(parallel.Workers(jobs, cluster, control, native=native))
            if native and cluster is None:  # so that compiled code is on disk for other processes
                for game in plan.games:
                    warm(game, *(each.player for each in plan.entrants))
            before = -1
            while not (self.complete or control.enough or control.finishing):
                if before == self.played:
                    break
                before = self.played
                yield from self._ready(kept, workers, expected or 1, watch)
                self._finish()

    def review(self) -> Table:
        """The table of the results that the file holds, without playing; see `play`."""
        with self._kept() as kept:
            for meeting, _ in self._coming(kept):
                if self.plan.rounds is None and not self.plan.waits and meeting.number > kept.last:
                    break  # of rounds without end
            self._finish()
        return self.table

    def _ready(
        self,
        kept: _Kept,
        workers: parallel.Workers,
        expected: int,
        watch: Callable[[Position], None] | None,
    ) -> Iterator[Done]:
        """Do what waits for no other results."""
        ready = self._coming(kept)
        left = max(1, expected - self.played)
        if self.plan.waits:
            ready = iter(found := list(ready))
            left = len(found)
        begun: list[tuple[Meeting, int]] = []

        def items() -> Iterator[Any]:
            for meeting, turn in ready:
                begun.append((meeting, turn))
                yield self._work.item(self.plan_of(meeting.number), meeting, turn)

        do = self._work.do if watch is None else self._work.watched(watch)
        for number, result in workers.spread(do, items(), left, self._work.lost):
            done = self._work.done(*begun[number], result)
            self._keep(kept, done)
            yield done
            if self.complete:  # by the ending
                return

    def _coming(self, kept: _Kept) -> Iterator[tuple[Meeting, int]]:
        """What to play now, in order. What the journal has counts at once."""
        keys = (
            (meeting, turn)
            for made in self._due()
            for meeting in made.meetings
            for turn in range(meeting.matches)
            if (meeting.number, turn) not in self._done
        )
        while not self.complete and (key := next(keys, None)) is not None:
            found = kept.found(*key)
            if found is None:
                yield key
            else:
                self._count(found)

    def _due(self) -> Iterator[Round]:
        """The rounds to play now: all of them where none waits for another."""
        rounds = self._schedule.rounds
        yield from [each for each in rounds if not self._is_done(each)]
        while not (self.plan.waits and rounds and not self._is_done(rounds[-1])):
            made = self._schedule.next()
            if made is None:
                self._exhausted = True
                return
            yield made

    def _finish(self) -> None:
        """Note whether nothing is left to play."""
        if self._exhausted and all(map(self._is_done, self._schedule.rounds)):
            self.complete = True

    def _is_done(self, made: Round) -> bool:
        return all(
            (meeting.number, turn) in self._done
            for meeting in made.meetings
            for turn in range(meeting.matches)
        )

    def _keep(self, kept: _Kept, done: Done) -> None:
        kept.add(done)
        self._count(done)

    def _count(self, done: Done) -> None:
        with self._lock:
            self._done[done.meeting.number, done.turn] = done
        while self.ending is not None and not self.complete:
            first = self._done.get((self._looked_at, 0))
            turns = range(0 if first is None else first.meeting.matches)
            matches = [self._done.get((self._looked_at, turn)) for turn in turns]
            played = [each for each in matches if isinstance(each, Played)]
            if not played or len(played) < len(matches):
                return
            self._looked_at += 1
            self.complete = self.ending.take(played)

    @contextmanager
    def _kept(self) -> Iterator[_Kept]:
        """The file of results, if there is one, for as long as it is written."""
        with ExitStack() as held:
            journal = None
            if self.path is not None:
                journal = held.enter_context(Journal(self.path, self.plan.identity()))
                self.torn, self.bad = journal.torn, journal.bad
            kept = _Kept(self.plan, journal)
            self._changed.clear()
            for note in kept.notes:
                player = parse_player(note["player"])
                if player is not None:
                    self._change(note["from"], note["entrant"], player)
            yield kept


# The results in the file


class _Kept:
    """The results of a file, by meeting and turn; without a file there are none."""

    def __init__(self, plan: Plan, journal: Journal | None) -> None:
        self._plan, self._journal, self._work = plan, journal, work_of(plan)
        self._lines: dict[Key, list[dict[str, Any]]] = {}
        lines = [] if journal is None else journal.lines
        self.notes = [line for line in lines if "meeting" not in line]
        for line in lines:
            if "meeting" in line:
                self._lines.setdefault((line["meeting"], line["turn"]), []).append(line)

    @property
    def last(self) -> int:
        """The greatest number of a meeting."""
        return max((number for number, _ in self._lines), default=-1)

    def add(self, done: Done) -> None:
        """Keep a result. Raises RunError if it cannot be written."""
        if self._journal is not None:
            meeting = done.meeting
            self._journal.append(
                {
                    "meeting": meeting.number,
                    "turn": done.turn,
                    "round": meeting.round,
                    "game": meeting.game,
                    "players": [self._plan.names[one] for one in meeting.seating(done.turn)],
                    "opening": len(meeting.opening),
                    **self._work.line(done),
                }
            )

    def note(self, first: int, entrant: int, player: Player) -> None:
        """Keep that an entrant is another player from a meeting on."""
        if self._journal is not None:
            self._journal.append({"from": first, "entrant": entrant, "player": player.text})

    def found(self, meeting: Meeting, turn: int) -> Done | None:
        """What was done before: the first result of these players from this opening. After other
        results, a round has had other ones.
        """
        names = [self._plan.names[player] for player in meeting.seating(turn)]
        opening = list(meeting.opening)
        fitting = (
            line
            for line in self._lines.get((meeting.number, turn), ())
            if (line["game"], line["players"]) == (meeting.game, names)
            and line["moves"][: len(opening)] == opening
        )
        line = next(fitting, None)
        return None if line is None else self._work.done(meeting, turn, self._work.read(line))


# By hand


@contextmanager
def by_hand(run: Run) -> Iterator[Hall]:
    """The same run, played by callers that do other work between two moves.

    Raises RunError as `Run.play` does.
    """
    with run._kept() as kept:
        hall = Hall(run, kept)
        try:
            yield hall
        finally:
            hall.close()


class Hall:
    """Where a run is played by hand; see `by_hand`. One thread at a time uses it."""

    def __init__(self, run: Run, kept: _Kept) -> None:
        self._run, self._kept = run, kept
        self._coming: Iterator[tuple[Meeting, int]] = iter(())
        self._open: list[Sitting] = []
        self._next = kept.last + 1  # the number of the first meeting that has not begun

    def change(self, entrant: int, player: Player) -> None:
        """Let an entrant of a series be another player from the next meeting on, as noted.

        Raises RunError if it cannot be written.
        """
        self._kept.note(self._next, entrant, player)
        self._run._change(self._next, entrant, player)

    def seat(self) -> Sitting | None:
        """The next match, ready for its first move; None if there is none for now.

        A round may wait for matches that are being played. If none is, the run is complete.
        """
        coming = next(self._coming, None)
        if coming is None and not self._open:
            self._coming = self._run._coming(self._kept)
            coming = next(self._coming, None)
        if coming is None:
            if not self._open:
                self._run._finish()
            return None
        meeting, turn = coming
        self._next = max(self._next, meeting.number + 1)
        sitting = Sitting(self._run.plan_of(meeting.number), meeting, turn)
        self._open.append(sitting)
        return sitting

    def keep(self, sitting: Sitting) -> Done:
        """Keep what is over. Raises RunError if it cannot be written."""
        work = self._run._work
        done = work.done(sitting.meeting, sitting.turn, sitting.course.ended())
        self._run._keep(self._kept, done)
        self._open.remove(sitting)
        return done

    def close(self) -> None:
        """Leave the matches that are not over; they begin again another time."""
        while self._open:
            self._open.pop().course.close()


class Sitting:
    """What is done by hand: a match, or other work of a run."""

    def __init__(self, plan: Plan, meeting: Meeting, turn: int) -> None:
        self.meeting, self.turn = meeting, turn
        work = work_of(plan)
        self.course = work.steps(work.item(plan, meeting, turn))

    @property
    def seating(self) -> tuple[int, ...]:
        """The entrant at each seat."""
        return self.meeting.seating(self.turn)
