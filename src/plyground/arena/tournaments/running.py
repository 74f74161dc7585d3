"""A tournament being played: its matches, its file of results, and its table at any time."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from plyground.arena import parallel
from plyground.arena.match import Effort, Match, Playing
from plyground.arena.series import new_seed, warm
from plyground.arena.tournaments import plan as plans
from plyground.arena.tournaments.errors import TournamentError
from plyground.arena.tournaments.journal import Journal
from plyground.arena.tournaments.plan import Entrant, Openings, Plan
from plyground.arena.tournaments.schedule import Meeting, Round, Schedule
from plyground.arena.tournaments.standings import Played, Standings
from plyground.arena.umpire import Umpire
from plyground.players import Player, parse_player
from plyground.position import Game, Outcome, PlygroundError, Position
from plyground.search import Cancelled, Control

SUFFIX = ".results.jsonl"
"""The end of the name of a file of results."""

PROVED_BY = 5_000
"""The positions that a proof of a result may take after each move, where games are adjudicated."""


class Tournament:
    """The matches of a plan. Without a file of `results` they are kept as long as this object is.

    A script that uses more than one job must keep its work under `if __name__ == "__main__":`.
    """

    def __init__(
        self,
        game: Game | Sequence[Game],
        players: Mapping[str, Player | str] | Sequence[Player | str],
        *,
        kind: str = "round robin",
        rounds: int | None = None,
        openings: Openings | None = None,
        challengers: Sequence[str] = (),
        adjudicate: bool = False,
        seed: int | None = None,
        title: str = "Tournament",
        results: str | Path | None = None,
    ) -> None:
        """The players are given by name, or as a list, in which their texts are their names.

        Raises TournamentError, saying what is accepted, for a plan that cannot be played.
        """
        entrants = _entrants(players)
        names = [each.name for each in entrants]
        for name in challengers:
            if name not in names:
                raise TournamentError(f"there is no player {name!r}: give {', '.join(names)}")
        usual = plans.usual_rounds(len(entrants)) if kind == "swiss" else 1
        self._begin(
            Plan(
                games=(game,) if isinstance(game, Game | str) else tuple(game),  # a text is refused
                entrants=entrants,
                kind=kind,
                rounds=usual if rounds is None else rounds,
                openings=openings or Openings(),
                challengers=tuple(map(names.index, challengers)),
                adjudicate=adjudicate,
                seed=new_seed(seed),
                title=title,
            ),
            results,
        )

    @classmethod
    def of(
        cls, plan: Plan, results: str | Path | None = None, control: Control | None = None
    ) -> Tournament:
        """The tournament of a plan. `control` can end the search for its openings, by Cancelled."""
        made = cls.__new__(cls)
        made._begin(plan, results, control)
        return made

    @classmethod
    def load(
        cls, file: str | Path, results: str | Path | None = None, *, programs: bool = False
    ) -> Tournament:
        """The tournament that a TOML file states, with its results beside it; see `plan.load`."""
        beside = Path(file).with_suffix(SUFFIX)
        return cls.of(plans.load(str(file), programs), beside if results is None else results)

    def _begin(
        self, plan: Plan, results: str | Path | None, control: Control | None = None
    ) -> None:
        self.plan = plan
        self.path = None if results is None else Path(results)
        self.torn = False
        """Whether the last line of the results was cut off."""
        self._schedule = Schedule(plan, control)
        self._played: dict[tuple[int, int], Played] = {}
        self._lock = threading.Lock()  # other threads look while this one plays
        self.complete = False
        """Whether every match has been played."""

    @property
    def standings(self) -> Standings:
        """The table so far; other threads may ask for it."""
        with self._lock:
            return Standings(self.plan, self._schedule.rounds, self._played.values())

    def draw_openings(self) -> None:
        """Find all openings now, except a knockout's replays; they are found as needed otherwise.

        Raises Cancelled if the control given to `of` says stop.
        """
        self._schedule.draw()

    @property
    def played(self) -> int:
        """How many matches have been played."""
        return len(self._played)

    @property
    def expected(self) -> int:
        """How many there will be; a knockout with replays has more."""
        return max(self._schedule.expected, self.played)

    def play(
        self,
        jobs: int = 1,
        cluster: str | None = None,
        control: Control | None = None,
        on_match: Callable[[Played], None] | None = None,
    ) -> Standings:
        """Play what has not been played, and return the table.

        `jobs` and `cluster` are as for `simulate`. If another thread ends it by `control`, a later
        call, or the same tournament in another process, goes on. Raises TournamentError for
        results that belong to another plan or cannot be written.
        """
        control = control or Control()
        with ExitStack() as held:
            kept = held.enter_context(self._kept())
            workers = held.enter_context(parallel.Workers(jobs, cluster, control))
            if cluster is None:  # so that compiled code is on disk for the other processes
                for game in self.plan.games:
                    warm(game, [each.player for each in self.plan.entrants])
            while (made := self._coming(control)) is not None:
                for each in self._all_of(made, kept, workers):
                    if on_match:
                        on_match(each)
                if not all(map(self._is_done, made)):  # stopped
                    return self.standings
            self.complete = True
        return self.standings

    def review(self) -> Standings:
        """The table of the results that the file holds, without playing; see `play`."""
        with self._kept() as kept:
            while (made := self._coming()) is not None:
                if self._known_and_left(made, kept)[1]:
                    return self.standings
            self.complete = True
        return self.standings

    def _coming(self, control: Control | None = None) -> tuple[Round, ...] | None:
        """The rounds to play next: all at once where none waits for another."""
        left = [each for each in self._schedule.rounds if not self._is_done(each)]
        while (not left or not self.plan.waits) and not (left and control and control.enough):
            made = self._schedule.next(self._points)
            if made is None:
                break
            if not self._is_done(made):
                left.append(made)
        return tuple(left) or None

    def _is_done(self, made: Round) -> bool:
        return all(
            (meeting.number, turn) in self._played
            for meeting in made.meetings
            for turn in range(meeting.matches)
        )

    def _points(self, meeting: Meeting) -> list[int]:
        return [
            sum(self._played[meeting.number, turn].half_points(player)
                for turn in range(meeting.matches))
            for player in meeting.group
        ]  # fmt: skip

    @contextmanager
    def _kept(self) -> Iterator[_Kept]:
        """The file of results, if there is one, for as long as it is written."""
        with ExitStack() as held:
            journal = None
            if self.path is not None:
                journal = held.enter_context(Journal(self.path, self.plan.identity()))
                self.torn = journal.torn
            yield _Kept(self.plan, journal)

    def _all_of(
        self, rounds: Iterable[Round], kept: _Kept, workers: parallel.Workers
    ) -> Iterator[Played]:
        known, left = self._known_and_left(rounds, kept)
        yield from known
        items = [_Item.of(self.plan, meeting, turn) for meeting, turn in left]
        for number, match in workers.spread(_play, items, lost=_lost):
            played = Played(*left[number], match)
            kept.add(played)
            self._count(played)
            yield played

    def _known_and_left(
        self, rounds: Iterable[Round], kept: _Kept
    ) -> tuple[list[Played], list[tuple[Meeting, int]]]:
        """The matches of rounds that the file has, which count from now on, and those to play."""
        known, left = [], []
        for made in rounds:
            for meeting in made.meetings:
                for turn in range(meeting.matches):
                    if (meeting.number, turn) in self._played:
                        continue
                    found = kept.found(meeting, turn)
                    if found is None:
                        left.append((meeting, turn))
                    else:
                        self._count(found)
                        known.append(found)
        return known, left

    def _count(self, played: Played) -> None:
        with self._lock:
            self._played[played.meeting.number, played.turn] = played


def _entrants(players: Mapping[str, Player | str] | Sequence[Player | str]) -> tuple[Entrant, ...]:
    if isinstance(players, Mapping):
        named = list(players.items())
    else:
        named = [(str(each), each) for each in players]
    entrants = []
    for name, given in named:
        player = parse_player(given) if isinstance(given, str) else given
        if player is None:
            raise TournamentError("a human cannot play here: give computer players")
        entrants.append(Entrant(name, player))
    return tuple(entrants)


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
        lines = [] if journal is None else journal.lines
        self._lines = {(line["meeting"], line["turn"]): line for line in lines}

    def add(self, played: Played) -> None:
        """Keep a match. Raises TournamentError if it cannot be written."""
        if self._journal is not None:
            self._journal.append(_as_line(self._plan, played))

    def found(self, meeting: Meeting, turn: int) -> Played | None:
        """A match that was played before."""
        line = self._lines.get((meeting.number, turn))
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
def by_hand(tournament: Tournament) -> Iterator[Hall]:
    """The same tournament, played by callers that do other work between two moves.

    Raises TournamentError as `Tournament.play` does.
    """
    with tournament._kept() as kept:
        hall = Hall(tournament, kept)
        try:
            yield hall
        finally:
            hall.close()


class Hall:
    """Where a tournament is played by hand; see `by_hand`. One thread at a time uses it."""

    def __init__(self, tournament: Tournament, kept: _Kept) -> None:
        self._tournament, self._kept = tournament, kept
        self._left: deque[tuple[Meeting, int]] = deque()
        self._open: list[Sitting] = []

    def seat(self) -> Sitting | None:
        """The next match, ready for its first move; None if there is none for now.

        A round may wait for matches that are being played. If none is, the tournament is complete.
        """
        while not self._left:
            made = None if self._open else self._tournament._coming()
            if made is None:
                self._tournament.complete = not self._open
                return None
            self._left.extend(self._tournament._known_and_left(made, self._kept)[1])
        meeting, turn = self._left[0]
        sitting = Sitting(self._tournament.plan, meeting, turn)
        self._left.popleft()
        self._open.append(sitting)
        return sitting

    def keep(self, sitting: Sitting) -> Played:
        """Keep a match that is over. Raises TournamentError if it cannot be written."""
        played = Played(sitting.meeting, sitting.turn, sitting.course.ended())
        self._kept.add(played)
        self._tournament._count(played)
        self._open.remove(sitting)
        return played

    def close(self) -> None:
        """Leave the matches that are not over; they begin again another time."""
        while self._open:
            self._open.pop().course.leave()


class Sitting:
    """A match of a tournament that is played by hand."""

    def __init__(self, plan: Plan, meeting: Meeting, turn: int) -> None:
        self.meeting = meeting
        self.turn = turn
        self.course = Course(_Item.of(plan, meeting, turn))

    @property
    def seating(self) -> tuple[int, ...]:
        """The entrant at each seat."""
        return self.meeting.seating(self.turn)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.course.playing.position

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.course.playing.over

    def move(self, control: Control) -> None:
        """Go one move on, or end it by its proved result; see `Course.step`."""
        self.course.step(control)


# In the workers


@dataclass(frozen=True)
class _Item:
    game: Game
    players: tuple[Player, ...]  # at the seats
    opening: tuple[str, ...]
    seed: int
    number: int
    adjudicate: bool

    @staticmethod
    def of(plan: Plan, meeting: Meeting, turn: int) -> _Item:
        """What a worker needs of a match. Its chance belongs to its number."""
        return _Item(
            plan.games[meeting.game],
            tuple(plan.entrants[player].player for player in meeting.seating(turn)),
            meeting.opening,
            plan.seed,
            plan.seats * meeting.number + turn,
            plan.adjudicate,
        )


_umpires: dict[Game, Umpire] = {}


class Course:
    """The course of one match: its players are at the table, and its umpire looks on."""

    def __init__(self, item: _Item) -> None:
        game = item.game
        warm(game, item.players)
        self._umpire = None
        if item.adjudicate:
            self._umpire = _umpires[game] = _umpires.get(game) or Umpire(game, PROVED_BY)
        self.playing = Playing(game, item.players, item.seed, item.number, item.opening)
        self._seated = ExitStack()
        self._seated.enter_context(self.playing)

    def step(self, control: Control) -> None:
        """Let the player to move make a move, or end the match by its proved result.

        Raises Cancelled after a stop; the same step can be taken later.
        """
        playing = self.playing
        if self._umpire and (proved := self._umpire.proved(playing.position, control)) is not None:
            playing.adjudicate(proved)
            return
        parallel.note(playing.position.turn)
        try:
            playing.move(control)
        except Cancelled:
            raise
        except (PlygroundError, MemoryError) as error:
            playing.forfeit(str(error) or "out of memory")

    def ended(self) -> Match:
        """The match, which is over."""
        self.leave()
        return self.playing.match

    def leave(self) -> None:
        """Let the players leave the table."""
        self._seated.close()


def _play(item: _Item, control: Control) -> Match:
    """Play one match. Raises Cancelled after a stop."""
    parallel.note(parallel.NOTHING)
    course = Course(item)
    try:
        while not course.playing.over:
            course.step(control)
        return course.ended()
    finally:
        course.leave()


def _lost(item: _Item, turn: int) -> Match:
    """What becomes of a match that no worker survives: the one to move has lost it."""
    reason = f"its process died {parallel.LIVES} times: killed, or out of memory"
    seats = range(item.game.players)
    if turn == parallel.NOTHING:
        outcome = Outcome(losers=tuple(seats), reason=reason, how="forfeited")
    else:
        outcome = Outcome.given_up(turn, len(seats), "forfeited", reason)
    return Match(item.opening, outcome, tuple(Effort(0, ()) for _ in seats), 0.0)
