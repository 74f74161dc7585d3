"""Simulations: series that play themselves while people watch.

Each is a task of the server. It plays the rounds of a `Schedule` in the workers, one move at a
time, waits in between, and publishes each change. Several rounds may be played side by side, each
at a table of its own; their moves take turns. All of it lives in memory: after a while, a
simulation that nobody watches is stopped, and one that has ended is forgotten.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial

from plyground.arena import Plan, Played, Table, warm
from plyground.arena.match import Course
from plyground.arena.meeting import Meeting
from plyground.arena.report import round_text
from plyground.arena.schedule import series
from plyground.arena.warming import is_long
from plyground.kernel import natively
from plyground.players import Choice
from plyground.position import Position
from plyground.render.board import Mark, Picture
from plyground.search import Cancelled, Control
from plyground.web.engine.clock import Clock
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.work import Notice, Workers
from plyground.web.errors import TooBusyError, trouble_text
from plyground.web.services.tended import Most, Started, Tended, limited, rest
from plyground.web.words import in_line

USUAL_PAUSE = 0.1
"""Seconds between moves, the same as "Connect 4 with Minimax"; a pause before each game goes with
it.
"""

PAUSE_MOST = 2.0

EACH_MOST = 2
"""Simulations that a visitor may have running, or all visitors from an address without a cookie."""

ADDRESS_MOST = 80
"""The same for all visitors from one address: a class of 40."""

ALL_MOST = 120
"""The same for all visitors together."""

UNWATCHED = 600.0
"""Seconds without a viewer, after which a simulation is stopped."""

KEPT = 3600.0
"""Seconds for which an ended simulation can still be viewed."""

KEPT_MOST = 100
"""Simulations that are kept, running or ended; beyond that, the oldest ended ones are forgotten."""

ROUNDS_KEPT = 10_000
"""Rounds that can be downloaded: the latest of an endless simulation."""

MOVE_MOST = 120.0
"""Seconds that a move may take."""

_BEFORE_GAME = 2.0  # seconds before a game, at the usual pause between moves
_BETWEEN_GAMES = 0.5  # the same at other pauses, on top of them; none without a pause
_MOMENT = 0.05  # seconds of play that are shown at once if there is no pause
_BREATH = 0.02  # seconds left to others after each of those, and before each round
_LATER = 1.0  # seconds until another attempt when the workers were too busy
_SWEEPING = 20.0  # seconds between two searches for simulations to stop or forget
_POINTS_MOST = 400  # of a line of the chart


@dataclass
class Score:
    """The score of one player; `nodes` and `seconds` include the matches in progress."""

    full: str  # with its settings
    name: str  # in the score
    colour: str
    points: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    depth: int | None = None  # its own, or that of its last search
    nodes: int = 0
    seconds: float = 0.0


@dataclass
class Board:
    """A board on which rounds are played, one after another."""

    at: int  # among the tables, from 0
    meeting: Meeting
    position: Position | None = None
    result: str = ""  # how the round on the board ended, in words
    nodes: dict[int, int] = field(default_factory=lambda: defaultdict(int))  # by the player
    seconds: dict[int, float] = field(default_factory=lambda: defaultdict(float))

    @property
    def number(self) -> int:
        """That of the round, from 0."""
        return self.meeting.number

    def clear(self) -> None:
        """Begin to count the effort of a round, or drop what was counted."""
        self.nodes.clear()
        self.seconds.clear()


@dataclass
class _History:
    """All players' points after each round, thinned out beyond what a chart can show."""

    points: list[tuple[int, tuple[float, ...]]] = field(default_factory=list)
    every: int = 1

    def add(self, rounds: int, points: tuple[float, ...]) -> None:
        if rounds % self.every == 0:
            self.points.append((rounds, points))
        if len(self.points) > _POINTS_MOST:
            self.points = self.points[1::2]
            self.every *= 2


Tell = Callable[["Simulation", str, Board | None], None]
"""Gets each change of a simulation: "move" or "round", at a table, or "end"."""


class Simulation(Started):
    """One series that plays itself. All except its work happens in the server's own thread."""

    what = "simulation"

    def __init__(
        self,
        plan: Plan,
        owner: str,
        pause: float,
        settings: Mapping[str, str],
        clock: Clock | None = None,
        boards: int = 1,
    ) -> None:
        """`settings` are the fields of its form; `boards` are the rounds played side by side."""
        super().__init__(secrets.token_urlsafe(9), owner, clock or Clock())
        self.plan = plan
        (self.game,) = plan.games
        self.pause = pause
        self.settings = settings
        self.wording = self.game.face.manner("as-before" in settings).wording
        self.state = "preparing"
        self.waits = ""  # for its turn, and for long: in words
        most = min(boards, plan.rounds or boards)
        first = (each.meetings[0] for each in series(plan))
        self.tables = [Board(at, meeting) for at, meeting in zip(range(most), first, strict=False)]
        self.history = _History()
        self.last_round = ""  # its number, and how it ended, in words
        self.done = 0
        self.seen = self.clock.now()
        self.control = Control()
        self._native = is_long(plan.games, plan.rounds)
        self._finished = _totals(plan)  # of the rounds that are over
        self._rounds: deque[Played] = deque(maxlen=ROUNDS_KEPT)
        self._hurry = asyncio.Event()
        self._one_move = asyncio.Lock()

    @property
    def endless(self) -> bool:
        """Whether it goes on until someone stops it."""
        return self.plan.rounds is None

    @property
    def series(self) -> Table:
        """The rounds played; the latest of an endless simulation."""
        rounds = self.plan.rounds or max(1, len(self._rounds))
        return Table(replace(self.plan, rounds=rounds), (), tuple(self._rounds))

    @property
    def totals(self) -> list[Score]:
        """The scores of all players."""
        return [
            replace(
                each,
                nodes=each.nodes + sum(table.nodes[player] for table in self.tables),
                seconds=each.seconds + sum(table.seconds[player] for table in self.tables),
            )
            for player, each in enumerate(self._finished)
        ]

    @property
    def against(self) -> str:
        """Who plays whom, in words."""
        return " against ".join(each.full for each in self._finished)

    def seating(self, table: Board) -> tuple[int, ...]:
        """Which player sits at each seat of a table."""
        return table.meeting.group

    @property
    def scores(self) -> list[str]:
        """All players' points, in the words of "Connect 4 with Minimax"."""
        return [f"{each.name}: {each.points:.1f}" for each in self._finished]

    def picture(self, table: Board) -> Picture:
        """The board of a table as it is shown: whoever begins, each player keeps its colour and its
        shape or dashes. Texts, such as x and o, are those of the seats.
        """
        game, position, seating = self.game, table.position, self.seating(table)
        colours = tuple(each.colour for each in self._finished)
        if position is None:  # nothing is compiled yet
            empty: tuple[Mark | None, ...] = (None,) * len(game.board.sites)
            return Picture(game.board, empty, colours, game.symbols, title=game.title)
        picture = position.picture()
        marks = tuple(
            replace(mark, player=seating[mark.player])
            if mark is not None and mark.player is not None
            else mark
            for mark in picture.marks
        )
        symbols = tuple(game.symbols[seating.index(player)] for player in range(len(seating)))
        return replace(picture, marks=marks, colours=colours, symbols=symbols)

    def watched(self) -> None:
        """Note that someone looks at it now."""
        self.seen = self.clock.now()

    def stop(self) -> None:
        """End it, and keep the rounds played."""
        self.control.stop()
        self._hurry.set()

    def set_pause(self, seconds: float) -> None:
        """Change the pause between moves."""
        self.pause = seconds
        self._hurry.set()

    async def run(self, workers: Workers, tell: Tell) -> None:
        """Play all rounds. `tell` gets each change: "move", "round" or "end"."""
        try:
            await self._worked(workers, self._prepare, partial(tell, self, "move", None))
            self.state = "running"
            meetings = (each.meetings[0] for each in series(self.plan))
            at_tables = [self._sit(each, meetings, workers, tell) for each in self.tables]
            ended = await asyncio.gather(*at_tables, return_exceptions=True)
            faults = [each for each in ended if each is not None]
            # A fault at one table stops the others.
            for fault in sorted(faults, key=lambda each: isinstance(each, Cancelled)):
                raise fault
            self._end("finished")
        except Cancelled:
            self._end("failed" if self.problem else "stopped")
        except Exception as error:
            self.problem = trouble_text(error)
            self._end("failed")
        tell(self, "end", None)

    def _prepare(self, _control: Control) -> None:
        if self._native:
            warm(self.game, [each.player for each in self.plan.entrants])
        self.game.position()

    async def _sit(
        self, table: Board, meetings: Iterator[Meeting], workers: Workers, tell: Tell
    ) -> None:
        """Play at a table one round after another, as long as there are any."""
        try:
            for meeting in meetings:
                await self._play(table, meeting, workers, tell)
        except Exception:
            self.stop()
            raise

    async def _play(self, table: Board, meeting: Meeting, workers: Workers, tell: Tell) -> None:
        """Play one round and count it; a round that is stopped does not count."""
        await self._wait(self._before_game)
        moved = partial(tell, self, "move", table)
        try:
            with closing(Course(meeting.item(self.plan, 0))) as course:
                table.meeting, table.position, table.result = meeting, course.position, ""
                while not course.over:
                    moved()
                    await self._wait(self.pause or _BREATH if table.position.ply else 0)
                    await self._worked(workers, partial(self._moves, table, course), moved)
                    table.position = course.position
        except Cancelled:
            table.clear()
            raise
        self._count(table, Played(meeting, 0, course.ended()))
        tell(self, "round", table)

    @property
    def _before_game(self) -> float:
        if self.pause == USUAL_PAUSE:
            return _BEFORE_GAME
        return self.pause + _BETWEEN_GAMES if self.pause else _BREATH

    def _moves(self, table: Board, course: Course, control: Control) -> None:
        """Play one move, or without a pause as many as a moment allows. Runs in a worker."""

        def too_long() -> None:
            self.problem = (
                f"a move took more than {MOVE_MOST:g} seconds: "
                "choose a smaller depth or another player"
            )

        begun = time.monotonic()
        with limited(control, MOVE_MOST, too_long):
            while not course.over:
                player = self.seating(table)[course.position.turn]
                with natively() if self._native else nullcontext():
                    choice = course.step(control)
                if choice is not None:
                    self._add(table, player, choice)
                if self.pause or time.monotonic() - begun > _MOMENT:
                    return

    def _add(self, table: Board, player: int, choice: Choice) -> None:
        table.nodes[player] += choice.nodes
        table.seconds[player] += choice.seconds
        # At the end of a game a search has less to look at than its depth.
        if self.plan.entrants[player].player.limits.depth is None and choice.depth:
            self._finished[player].depth = choice.depth

    def _count(self, table: Board, played: Played) -> None:
        self._rounds.append(played)
        self.done += 1
        for player, each in enumerate(self._finished):
            each.nodes += table.nodes[player]
            each.seconds += table.seconds[player]
            standing = played.standing(player)
            each.points += (standing + 1) / 2
            each.wins += standing > 0
            each.draws += standing == 0
            each.losses += standing < 0
        self.history.add(self.done, tuple(each.points for each in self._finished))
        table.clear()
        table.result = round_text(played, [each.name for each in self._finished])
        self.last_round = f"Round {played.meeting.number + 1}: {table.result}"

    async def _worked(
        self, workers: Workers, work: Callable[[Control], None], tell: Callable[[], None]
    ) -> None:
        """Let the workers do it, as soon as they have room. One table moves at a time.

        The owner's own games do not wait for it: it has a turn of its own.
        """
        visitor = f"{self.owner} watches"
        notice = Notice(partial(workers.before, visitor), partial(self._show_waiting, tell))
        try:
            while True:
                try:
                    async with self._one_move:
                        self.control.check()
                        notice.turn(False)
                        await workers.run(
                            visitor,
                            work,
                            self.control,
                            gives_best=True,
                            on_turn=notice.turn,
                        )
                    return
                except TooBusyError:
                    await self._wait(_LATER)
        finally:
            notice.turn(True)

    def _show_waiting(self, tell: Callable[[], None], before: int | None) -> None:
        self.waits = "" if before is None else in_line(before)
        tell()

    async def _wait(self, seconds: float) -> None:
        """Wait, unless someone changes the pause. Raises Cancelled if stopped meanwhile."""
        self._hurry.clear()
        self.control.check()
        await rest(self.clock, seconds, self._hurry)
        self.control.check()


EventsOf = Callable[[Simulation, str, Board | None], Iterable[Event]]


class Simulations(Tended[Simulation]):
    """All simulations, by their ids."""

    def __init__(self, hub: Hub, workers: Workers, events: EventsOf, clock: Clock) -> None:
        """`events` makes the events of a tab from a change."""
        super().__init__(
            Most(
                "simulations", EACH_MOST, ADDRESS_MOST, ALL_MOST, KEPT_MOST, KEPT,
                f"{EACH_MOST} of your simulations are running: stop one of them first",
            ),
            hub, workers, clock, _SWEEPING,
        )  # fmt: skip
        self._events = events

    def begin(self, simulation: Simulation) -> None:
        """Let a simulation play. Raises TooBusyError if too many are running."""
        self._require_room(simulation)
        self._begin(simulation, simulation.run(self._workers, self._tell))

    def sweep(self, now: float) -> None:
        """Stop what nobody watches, and forget what ended long ago."""
        super().sweep(now)
        for each in self._all.values():
            if self._hub.listening(each.channel):
                each.seen = now
            elif not each.ended and now - each.seen > UNWATCHED:
                each.stop()

    def _tell(self, simulation: Simulation, what: str, table: Board | None) -> None:
        simulation.version += 1
        if self._hub.listening(simulation.channel):
            self._publish(simulation, self._events(simulation, what, table))


def _totals(plan: Plan) -> list[Score]:
    """All players at the start, with names and colours of the old programs if they had any."""
    players, (game,) = [each.player for each in plan.entrants], plan.games
    called = names = Table(plan, (), ()).called
    if len(players) == 2 and players[0].before:
        called = (players[0].before, "Opponent")
    colours = game.colours
    seat = next((at for at, player in enumerate(players) if player.colours), None)
    if seat is not None and (own := players[seat].colours):
        colours = own if seat == 0 else own[::-1]
    return [
        Score(full, name, colour, depth=player.limits.depth)
        for player, full, name, colour in zip(players, names, called, colours, strict=False)
    ]
