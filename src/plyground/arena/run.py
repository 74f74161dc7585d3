"""`Run`: a plan being played, with its journal, its table at any time, and its end.

Matches are played in this process, in others, on a cluster, or by hand: move by move, by callers
that do other work in between.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from plyground.arena import parallel
from plyground.arena.ending import Sequential
from plyground.arena.journal import Journal
from plyground.arena.match import Course, Effort, Item, Match, lost, play
from plyground.arena.meeting import Key, Meeting, Played, Round
from plyground.arena.plan import Plan
from plyground.arena.schedule import Schedule
from plyground.arena.table import Table
from plyground.arena.warming import is_long, warm
from plyground.position import Outcome, Position
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
        self._played: dict[Key, Played] = {}
        self._schedule = Schedule(plan, self._played, control)
        self.sequential = None if plan.test is None else Sequential(plan.test)
        """What the test of the plan has seen."""
        self._exhausted = False  # the schedule
        self._looked_at = 0  # meetings, by the test
        self._lock = threading.Lock()  # other threads look while this one plays
        self.complete = False
        """Whether every match has been played, or the test has ended."""

    @property
    def table(self) -> Table:
        """The table so far; other threads may ask for it. With a test, that of what counts."""
        with self._lock:
            played = list(self._played.values())
            if self.sequential is not None:
                played = [each for each in played if each.meeting.number < self._looked_at]
            return Table(self.plan, self._schedule.rounds, played)

    @property
    def rounds(self) -> list[Round]:
        """The rounds so far."""
        return self._schedule.rounds

    def draw_openings(self) -> None:
        """Find all openings now, except a knockout's replays; they are found as needed otherwise.

        Raises Cancelled if the control of this run says stop.
        """
        self._schedule.draw()

    @property
    def played(self) -> int:
        """How many matches have been played."""
        return len(self._played)

    @property
    def expected(self) -> int:
        """How many there will be; a knockout with replays has more, and a test may have fewer."""
        return max(self._schedule.expected, self.played)

    def play(
        self,
        jobs: int = 1,
        cluster: str | None = None,
        control: Control | None = None,
        on_match: Callable[[Played], None] = lambda _: None,
        watch: Callable[[Position], None] | None = None,
    ) -> Table:
        """Play what has not been played, and return the table.

        `jobs` is the number of processes; with `cluster`, the address of a Dask scheduler, matches
        are played there instead. `on_match` is called with each finished match; `watch`, with one
        job, with each position. If another thread ends it by `control`, a later call, or the same
        run in another process, goes on. Raises RunError for results that belong to another plan or
        cannot be written, and WorkerDiedError.
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
    ) -> Iterator[Played]:
        """The same, match by match; whoever leaves it can come back."""
        control, plan = control or Control(), self.plan
        with ExitStack() as held:
            kept = held.enter_context(self._kept())
            expected = None if plan.rounds is None else self._schedule.expected
            native = jobs > 1 or is_long(plan.games, expected)
            workers = held.enter_context(parallel.Workers(jobs, cluster, control, native=native))
            if native and cluster is None:  # so that compiled code is on disk for other processes
                for game in plan.games:
                    warm(game, [each.player for each in plan.entrants])
            before = -1
            while not self.complete and not control.enough and before < self.played:
                before = self.played
                yield from self._done(kept, workers, expected or 1, watch)
                self._finish()

    def review(self) -> Table:
        """The table of the results that the file holds, without playing; see `play`."""
        with self._kept() as kept:
            for meeting, _ in self._coming(kept):
                if self.plan.rounds is None and not self.plan.waits and meeting.number > kept.last:
                    break  # of rounds without end
            self._finish()
        return self.table

    def _done(
        self,
        kept: _Kept,
        workers: parallel.Workers,
        expected: int,
        watch: Callable[[Position], None] | None,
    ) -> Iterator[Played]:
        """Play what waits for no other results."""
        ready = self._coming(kept)
        left = max(1, expected - self.played)
        if self.plan.waits:
            ready = iter(found := list(ready))
            left = len(found)
        begun: list[tuple[Meeting, int]] = []

        def items() -> Iterator[Item]:
            for meeting, turn in ready:
                begun.append((meeting, turn))
                yield meeting.item(self.plan, turn)

        work = play if watch is None else partial(play, watch=watch)
        for number, match in workers.spread(work, items(), left, lost):
            played = Played(*begun[number], match)
            self._keep(kept, played)
            yield played
            if self.complete:  # the test has ended
                return

    def _coming(self, kept: _Kept) -> Iterator[tuple[Meeting, int]]:
        """What to play now, in order. What the journal has counts at once."""
        for made in self._due():
            for meeting in made.meetings:
                for turn in range(meeting.matches):
                    if (meeting.number, turn) in self._played:
                        continue
                    found = kept.found(meeting, turn)
                    if found is None:
                        yield meeting, turn
                    else:
                        self._count(found)
                    if self.complete:
                        return

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
            (meeting.number, turn) in self._played
            for meeting in made.meetings
            for turn in range(meeting.matches)
        )

    def _keep(self, kept: _Kept, played: Played) -> None:
        kept.add(played)
        self._count(played)

    def _count(self, played: Played) -> None:
        with self._lock:
            self._played[played.meeting.number, played.turn] = played
        if self.sequential is None:
            return
        while (self._looked_at, 0) in self._played and (self._looked_at, 1) in self._played:
            pair = [self._played[self._looked_at, turn] for turn in range(2)]
            self._looked_at += 1
            if self.sequential.take(pair):
                self.complete = True
                return

    @contextmanager
    def _kept(self) -> Iterator[_Kept]:
        """The file of results, if there is one, for as long as it is written."""
        with ExitStack() as held:
            journal = None
            if self.path is not None:
                journal = held.enter_context(Journal(self.path, self.plan.identity()))
                self.torn, self.bad = journal.torn, journal.bad
            yield _Kept(self.plan, journal)


# The matches in the file


def _as_line(plan: Plan, played: Played) -> dict[str, Any]:
    match = played.match
    return {
        "meeting": played.meeting.number,
        "turn": played.turn,
        "round": played.meeting.round,
        "game": played.meeting.game,
        "players": [plan.names[player] for player in played.seating],
        "opening": len(played.meeting.opening),
        "moves": list(match.moves),
        "ending": match.outcome.to_json(),
        "nodes": [effort.nodes for effort in match.efforts],
        "seconds": [[round(each, 6) for each in effort.seconds] for effort in match.efforts],
        "duration": round(match.duration, 6),
    }


class _Kept:
    """The matches of a file, by meeting and turn; without a file there are none."""

    def __init__(self, plan: Plan, journal: Journal | None) -> None:
        self._plan, self._journal = plan, journal
        self._lines: dict[Key, list[dict[str, Any]]] = {}
        for line in [] if journal is None else journal.lines:
            self._lines.setdefault((line["meeting"], line["turn"]), []).append(line)

    @property
    def last(self) -> int:
        """The greatest number of a meeting."""
        return max((number for number, _ in self._lines), default=-1)

    def add(self, played: Played) -> None:
        """Keep a match. Raises RunError if it cannot be written."""
        if self._journal is not None:
            self._journal.append(_as_line(self._plan, played))

    def found(self, meeting: Meeting, turn: int) -> Played | None:
        """A match that was played before: the first one of these players from this opening. After
        other results, a round has had other ones.
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
        if line is None:
            return None
        efforts = zip(line["nodes"], line["seconds"], strict=True)
        return Played(
            meeting,
            turn,
            Match(
                moves=tuple(line["moves"]),
                outcome=Outcome.from_json(line["ending"]),
                efforts=tuple(Effort(nodes, tuple(seconds)) for nodes, seconds in efforts),
                duration=line["duration"],
            ),
        )


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
        sitting = Sitting(self._run.plan, *coming)
        self._open.append(sitting)
        return sitting

    def keep(self, sitting: Sitting) -> Played:
        """Keep a match that is over. Raises RunError if it cannot be written."""
        played = Played(sitting.meeting, sitting.turn, sitting.course.ended())
        self._run._keep(self._kept, played)
        self._open.remove(sitting)
        return played

    def close(self) -> None:
        """Leave the matches that are not over; they begin again another time."""
        while self._open:
            self._open.pop().course.close()


class Sitting:
    """A match of a run that is played by hand."""

    def __init__(self, plan: Plan, meeting: Meeting, turn: int) -> None:
        self.meeting, self.turn = meeting, turn
        item = meeting.item(plan, turn)
        warm(item.game, item.players)
        self.course = Course(item)

    @property
    def seating(self) -> tuple[int, ...]:
        """The entrant at each seat."""
        return self.meeting.seating(self.turn)
