"""Rooms: games in progress, with the people and computers at their seats.

Every game of the app is a room: people at one screen, or people with a link. `seating` has its
rules, on values. This file has everything that waits: the store, which has a move before anyone
sees it, the tabs that listen, the computers that think, and the time of a move.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Concatenate, Literal, ParamSpec

from plyground.arena import prepare
from plyground.browser.data import page_player
from plyground.games.registry import installed_game, lasting_name
from plyground.players import Choice, Player, parse_player
from plyground.players.chance import knowing
from plyground.position import Game, PlygroundError, Position
from plyground.search import Cancelled, Control
from plyground.web.engine.clock import Clock
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.modules import Modules, PageEngine
from plyground.web.engine.warm import part_of
from plyground.web.engine.work import Workers, client
from plyground.web.errors import (
    ConflictError,
    ForbiddenError,
    NotFoundError,
    RefusedError,
    TooBusyError,
    trouble_text,
)
from plyground.web.services import clocks
from plyground.web.services.offers import offer_rematch
from plyground.web.services.presence import BEAT, Presence
from plyground.web.services.seating import (
    CHANGED,
    NewSeat,
    PageMove,
    RoomState,
    computer_moves,
    copied,
    depart,
    end_left,
    left_seat,
    opened,
    page_has,
    play,
    rematch,
    run_out,
    shared,
    succeed,
    take_over,
)
from plyground.web.services.whole_search import WholeSearch, whole_search
from plyground.web.services.withheld import check_values
from plyground.web.store import ClockRecord, RoomRecord, Store
from plyground.web.visitors import digest
from plyground.web.words import PROGRESS, in_line

P = ParamSpec("P")

FIRST_PAUSE, PAUSE = 1.0, 0.5
"""Seconds that a computer takes for a move at least."""

_GLANCE = 0.25  # seconds between two reports of what a computer is thinking
_TRY_AGAIN = 2.0  # seconds until another attempt, when the workers were busy or the disk full
_IDLE = 14 * 24 * 3600.0  # seconds after which an untouched room is forgotten
_SEEN = 3600.0  # seconds between two notes that someone looks at a room
_PASSING = 900.0  # seconds for which another device may take a game over
_UNATTENDED_MOST = 4  # games by computers alone that a visitor may have running
_SWEEP = 600.0  # seconds between two looks for such rooms
_PRESENCE = Event("presence", "null")


Home = Literal["page", "server"]


@dataclass
class Thinking:
    """A computer at work: its player finds a move in a position."""

    player: str
    position: Position
    begun: float
    control: Control = field(default_factory=Control)
    state: Literal["preparing", "waiting", "thinking"] = "preparing"
    since: float = 0.0  # when the state began
    task: asyncio.Task[None] | None = None


@dataclass
class Timer:
    """The time of a person in a position, for the move and by the clock."""

    position: Position
    move_ends: float | None
    task: asyncio.Task[None]


@dataclass
class Room:
    """A room as it is now, and the work that goes on there."""

    state: RoomState
    version: int
    """Changes with everything that a page shows. No page has the one after a restart."""
    by: str = ""
    """The visitor or address that its making counts for; empty after a restart."""
    presence: Presence = field(default_factory=Presence)
    """The tabs that listen, and their answers."""
    beats: asyncio.Task[None] | None = None
    """What asks them for signs of life in a game by link."""
    parting: bool = False
    """Whether tabs have just gone, which `Rooms` has not seen yet."""
    may_end: bool = False
    """Whether someone may end the game, because the other one has left."""
    thinking: Thinking | None = None
    """The computer that the server lets think."""
    home: Home = "page"
    """Where computers think, if the page of the room can have them."""
    search: WholeSearch | None = None
    """The search with which its old program begins."""
    timer: Timer | None = None
    passing: tuple[str, float] | None = None
    """The word by which another device may take the game over, and until when."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def id(self) -> str:
        """The end of its address."""
        return self.state.record.id

    @property
    def searches(self) -> bool:
        """Whether the search with which its old program begins goes on."""
        return self.search is not None and not self.search.ended

    @property
    def channel(self) -> str:
        """The channel of its events."""
        return f"room:{self.id}"


class Rooms:
    """All rooms of this server."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        workers: Workers,
        compiling: Compiling,
        clock: Clock,
        modules: Modules | None = None,
    ) -> None:
        """Without `modules` the server plays for all computers."""
        self._store, self._hub, self._workers = store, hub, workers
        self._compiling, self._clock, self._modules = compiling, clock, modules
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to forget idle rooms."""
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def close(self) -> None:
        """Stop everything; the store has all that matters."""
        await _stop(self._rooms.values(), self._sweeper)

    # Finding rooms

    async def get(self, room_id: str) -> Room:
        """A room. Raises NotFoundError."""
        if room_id in self._rooms:
            return self._rooms[room_id]
        async with self._loading.setdefault(room_id, asyncio.Lock()):
            if room_id not in self._rooms:
                record = await asyncio.to_thread(self._store.room, room_id)
                if record is None:
                    self._loading.pop(room_id, None)
                    raise NotFoundError(
                        "this game does not exist, or it was closed after a long time without moves"
                    )
                self._admit(await asyncio.to_thread(_loaded, record, self._clock.now()))
        self._loading.pop(room_id, None)
        return self._rooms[room_id]

    async def rooms_of(self, visitor: str, limit: int = 20) -> list[RoomRecord]:
        """The newest rooms that a visitor made or sits in, the newest first."""
        return await asyncio.to_thread(self._store.rooms_of, digest(visitor), limit)

    async def count_of(self, visitor: str) -> tuple[int, int]:
        """How many rooms of a visitor `forget` deletes, and how many stay with others."""
        return await asyncio.to_thread(self._store.count_of, digest(visitor))

    async def withheld(self, visitor: str, game: Game) -> list[Position]:
        """Positions of the games with hidden values that the visitor plays or watches."""
        holder = digest(visitor)
        there = [
            room.state.record for room in self._rooms.values() if holder in room.presence.holders
        ]
        return [
            (await self.get(each.id)).state.position
            for each in (*there, *await self.rooms_of(visitor))
            if each.hides_values
            and (each.game, each.parameters) == (lasting_name(game), game.values)
        ]

    def seconds_left(self, room: Room) -> float | None:
        """The time left for the move; None without a limit."""
        ends = None if room.timer is None else room.timer.move_ends
        return None if ends is None else max(0.0, ends - self._clock.now())

    def clocks(self, room: Room) -> list[clocks.Shown | None]:
        """The clock of each seat, None where there is none."""
        now = self._clock.now()
        return [clocks.shown(room.state, seat.number, now) for seat in room.state.record.seats]

    async def listen(self, room: Room, visitor: str, tab: str = "") -> AsyncIterator[bytes]:
        """The stream of a tab, which counts as present as long as it answers beats by its name."""
        holder, now = digest(visitor), self._clock.now()
        if now - room.state.record.touched > _SEEN:
            # A game that someone looks at is not forgotten. If the note fails, no matter.
            with suppress(PlygroundError):
                await self._store.soon(self._store.touch, room.id, now)
                record = replace(room.state.record, touched=now)
                room.state = replace(room.state, record=record)
        here = room.presence.come(holder, tab, now)
        self._look_around(room)
        try:
            first = [Event("change", str(room.version), room.state.position.ply)]
            async for part in self._hub.listen(room.channel, first):
                yield part
        finally:
            room.presence.go(here)
            if not room.parting:  # when a network fails, all go at once
                room.parting = True
                asyncio.get_running_loop().call_soon(self._part, room)

    def answer(self, room: Room, visitor: str, tab: str, beat: int) -> None:
        """Note a tab's answer to a beat."""
        room.presence.answer(digest(visitor), tab, beat, self._clock.now())
        self._look_around(room)

    def hear(self, room: Room, visitor: str) -> None:
        """Note that a program of a visitor asks for a room."""
        room.presence.ask(digest(visitor), self._clock.now())
        self._look_around(room)

    def _look_around(self, room: Room) -> None:
        """Note who is there, and tell all tabs if that changes for players, or what it allows."""
        state, now = room.state, self._clock.now()
        people = [seat.holder for seat in state.record.seats if seat.holder is not None]
        present = room.presence.look(people, now)
        since, lag = dict(room.presence.since), dict(room.presence.lag)
        room.state = replace(state, present=present, since=since, lag=lag)
        may_end = any(left_seat(room.state, each, now) is not None for each in people)
        if may_end != room.may_end or not (present ^ state.present).isdisjoint(people):
            room.may_end = may_end
            self._hub.publish_soon(room.channel, _PRESENCE)
        if room.beats is None and room.presence.tabs and not state.local:
            room.beats = asyncio.get_running_loop().create_task(self._beat(room))

    def _part(self, room: Room) -> None:
        """Look once after tabs that have gone together."""
        room.parting = False
        self._look_around(room)

    async def _beat(self, room: Room) -> None:
        """Ask all tabs for signs of life, as long as there are any."""
        while room.presence.tabs:
            await self._clock.sleep(BEAT)
            number = room.presence.beat(self._clock.now())
            self._hub.publish(room.channel, Event("beat", str(number)))
            self._look_around(room)
        room.beats = None

    # What people do

    async def create(
        self,
        visitor: str,
        game: Game,
        seats: Sequence[NewSeat],
        start: Sequence[str] = (),
        *,
        first: int = 0,
        seconds_per_move: float | None = None,
        clock: ClockRecord | None = None,
        shows_values: bool = False,
        as_before: bool = False,
        home: Home = "page",
    ) -> Room:
        """A new room. `first` is the seat that begins; the others follow in order.

        Raises PlygroundError for what is not accepted, and if a computer would show the best move
        in another game by link.
        """
        owner = digest(visitor)
        by = client.get().key(owner)
        state = opened(
            secrets.token_urlsafe(12),
            owner,
            await asyncio.to_thread(game.position, list(start)),
            seats,
            at=self._clock.now(),
            first=first,
            seconds_per_move=seconds_per_move,
            clock=clock,
            shows_values=shows_values,
            as_before=as_before,
        )
        if start and any(seat.kind == "computer" for seat in state.record.seats):
            check_values(state.position, await self.withheld(visitor, game))
        if state.unattended:
            self._check_unattended(by)
        await self._store.soon(self._store.create, state.record)
        return self._admit(state, by, home)

    async def act(
        self,
        room: Room,
        visitor: str,
        action: Callable[Concatenate[RoomState, str, P], RoomState],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Let a visitor do something, if the rules of rooms allow it: an action of `seating`."""
        room.presence.act(digest(visitor), self._clock.now())
        async with room.lock:
            after = action(room.state, digest(visitor), *args, **kwargs)
            if after is not room.state:
                await self._apply(room, after)

    async def play(self, room: Room, visitor: str, ply: int, text: str, seen: str = "") -> None:
        """Make a move in the position after `ply` plies, whose mark the visitor has `seen`.

        Raises RefusedMoveError, ForbiddenError, or ConflictError if another move came first.
        """
        await self.act(room, visitor, play, ply, text, self._clock.now(), seen)

    async def end_left(self, room: Room, visitor: str, result: str) -> None:
        """End a game that the other one has left. Raises RefusedError or ForbiddenError."""
        await self.act(room, visitor, end_left, result, self._clock.now())

    def left_seat(self, room: Room, visitor: str) -> int | None:
        """The seat of the one who has left, if the visitor may end the game for that."""
        return left_seat(room.state, digest(visitor), self._clock.now())

    async def rematch(self, room: Room, visitor: str) -> str | None:
        """The id of a room with the same people, the next one beginning.

        None while others by link have not agreed: then it is offered to them.
        """
        holder = digest(visitor)
        async with room.lock:
            state = room.state
            if state.record.successor:
                state.check_part(holder)
                return state.record.successor
            offered = offer_rematch(state, holder)
            if offered is not None:
                await self._apply(room, offered)
                return None
            again = rematch(state, holder, secrets.token_urlsafe(12), self._clock.now())
            await self._store.soon(self._store.create, again.record)
            await self._apply(room, succeed(room.state, again.record.id))
            return again.record.id

    # Games that pages play

    def page_engine(self, room: Room) -> PageEngine | None:
        """What the page of a room can play with; None if the server plays for it."""
        record, game = room.state.record, room.state.game
        if self._modules is None or not room.state.alone or record.as_before:
            return None
        found = self._modules.ready(game)
        computers = [each.player or "" for each in record.seats if each.kind == "computer"]
        plays = found is not None and all(_plays_in_page(text, game) for text in computers)
        return found if plays else None

    def is_played_by_page(self, room: Room) -> bool:
        """Whether a page plays the game of a room, and lets its computers think."""
        return room.home == "page" and self.page_engine(room) is not None

    def is_thinking(self, room: Room) -> bool:
        """Whether a computer thinks, here or in a page."""
        return room.thinking is not None or (room.state.thinks and self.is_played_by_page(room))

    async def think_in(self, room: Room, visitor: str, home: Home) -> None:
        """Let the computers of a room think in its page, or on the server because it cannot."""
        async with room.lock:
            room.state.check_part(digest(visitor))
            if room.home != home:
                room.home = home
                self._changed(room)

    def think_for_program(self, room: Room) -> None:
        """Let the server think in a room that a program looks at, if no page does."""
        if room.home == "page" and not room.presence.tabs:
            room.home = "server"
            self._carry_on(room)

    async def save(
        self,
        room: Room,
        visitor: str,
        version: int,
        ply: int,
        moves: Sequence[PageMove],
        waits: bool,
    ) -> None:
        """Keep a game as the page that owns it has it; see `seating.page_has`. The page began from
        a version of the room.

        Raises ConflictError if there is another one by now.
        """
        async with room.lock:
            if version != room.version:
                raise ConflictError(CHANGED)
            state, at = room.state, self._clock.now()
            after = page_has(state, digest(visitor), ply, moves, waits, at)
            await self._apply(room, after)

    async def copy(
        self,
        room: Room,
        visitor: str,
        copy: str,
        begins: Sequence[str],
        moves: Sequence[PageMove],
        waits: bool,
    ) -> None:
        """Keep a page's game as one of its own, a copy of this id; once, however often it is asked
        for. What computers found for the moves with which it begins, the room knows, as far as it
        has these moves. A copy that another page has made of an earlier moment gets the moves since
        then. Raises ConflictError if the id is that of another game by now, or someone else's.
        """
        holder, at = digest(visitor), self._clock.now()
        line = [*(PageMove(move) for move in begins), *moves]
        try:
            kept = await self.get(copy)
        except NotFoundError:
            state = copied(room.state, holder, copy, at)
            ply = shared(state.position.history, begins)
            state = page_has(state, holder, ply, line[ply:], waits, at)
            with suppress(ConflictError):  # another page has made it meanwhile
                await self._store.soon(self._store.create, state.record)
            kept = await self.get(copy)
        async with kept.lock:
            state = kept.state
            if state.record.owner != holder:
                raise ConflictError("this game is someone else's")
            ply = shared(state.position.history, [each.move for each in line])
            if ply == len(line):
                return
            if ply < state.position.ply or not state.alone or not state.running:
                raise ConflictError(CHANGED)
            await self._apply(kept, page_has(state, holder, ply, line[ply:], waits, at))

    def word_for_device(self, room: Room, visitor: str) -> str:
        """The word by which another device of the visitor's takes over a game at one screen, for
        some minutes and once. Raises ForbiddenError for one that is not the visitor's.
        """
        state, now = room.state, self._clock.now()
        if state.record.owner != digest(visitor) or not state.local:
            raise ForbiddenError("only a game of yours, at one screen, goes on on another device")
        word = room.passing[0] if self._passes(room) and room.passing else secrets.token_urlsafe(12)
        room.passing = word, now + _PASSING
        return word

    def check_word(self, room: Room, word: str) -> None:
        """Raise RefusedError unless a game may be taken over by this word."""
        passing = room.passing if self._passes(room) else None
        if passing is None or not secrets.compare_digest(passing[0].encode(), word.encode()):
            raise RefusedError(
                "this link has been used, or is older than 15 minutes: ask for a new one on the "
                "other device"
            )

    async def take_over(self, room: Room, visitor: str, word: str) -> None:
        """Let a game go on on the device of this visitor. Raises RefusedError."""
        self.check_word(room, word)
        room.passing = None
        await self.act(room, visitor, take_over)

    def _passes(self, room: Room) -> bool:
        """Whether a game may be taken over now."""
        in_time = room.passing is not None and room.passing[1] > self._clock.now()
        return in_time and room.state.local

    def _want_engine(self, room: Room) -> None:
        """See to it that the page of a room gets its engine, and show it then."""
        if self._modules is None or not room.state.alone:
            return
        loop, changed = asyncio.get_running_loop(), partial(self._engine_ready, room.id)

        def tell() -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(changed)

        self._modules.want(room.state.game, tell)

    def _engine_ready(self, room_id: str) -> None:
        room = self._rooms.get(room_id)
        if room is not None:
            self._changed(room)

    # What happens

    def _admit(self, state: RoomState, by: str = "", home: Home = "page") -> Room:
        """Take up a room from the store."""
        room = Room(state, int(1000 * self._clock.now()), by, home=home)
        self._rooms[room.id] = room
        self._want_engine(room)
        self._carry_on(room)
        return room

    def _check_unattended(self, by: str) -> None:
        """Raise TooBusyError if a visitor already has many games by computers alone."""
        rooms = [each for each in self._rooms.values() if each.by == by]
        playing = sum(each.state.running and each.state.unattended for each in rooms)
        if playing >= _UNATTENDED_MOST:
            raise TooBusyError(
                f"computers are playing {playing} games for you already: end one, or wait until "
                "one is over"
            )

    async def _apply(self, room: Room, after: RoomState) -> None:
        """Store what an action has changed, then show it. The room is locked meanwhile."""
        after = clocks.timed(room.state, after, self._clock.now())
        before, record = room.state.record, after.record
        if len(record.moves) == len(before.moves) + 1 and record.moves[:-1] == before.moves:
            made = record.moves[-1]
            await self._store.soon(
                self._store.add_move,
                record.id,
                **vars(made),
                ending=record.ending,
                clock=record.clock,
            )
        elif record != before:
            await self._store.soon(self._store.put, record)
        # Someone may have come or gone meanwhile.
        now = room.state
        room.state = replace(after, present=now.present, since=now.since, lag=now.lag)
        self._look_around(room)
        self._changed(room)

    def _changed(self, room: Room) -> None:
        """Tell all tabs, and let the next computer think."""
        room.version += 1
        ply = room.state.position.ply
        self._hub.publish(room.channel, Event("change", str(room.version), ply))
        self._carry_on(room)

    def _carry_on(self, room: Room) -> None:
        """Let a computer to move think, unless a page does, and the clock of a person run.

        What the server has begun it brings to an end.
        """
        state, loop = room.state, asyncio.get_running_loop()
        if room.search is None and (search := whole_search(state)):
            room.search = search
            search.task = loop.create_task(self._search(room, search))
        thinking, timer = room.thinking, room.timer
        now = (state.seat.player or "", state.position) if state.thinks else None
        if thinking and (thinking.player, thinking.position) != now:
            thinking.control.stop()
            room.thinking = None
        if now and room.thinking is None and not self.is_played_by_page(room):
            room.thinking = Thinking(*now, self._clock.now())
            room.thinking.task = loop.create_task(self._think(room, room.thinking))
        timed = state.running and state.seat.kind != "computer"
        seconds = state.record.seconds_per_move if timed else None
        move_ends = None if seconds is None else self._clock.now() + seconds
        ends = [each for each in (move_ends, clocks.runs_out(state)) if each is not None]
        if timer and (not ends or timer.position != state.position):
            if timer.task is not asyncio.current_task():  # which is about to end
                timer.task.cancel()
            room.timer = None
        if ends and room.timer is None:
            task = loop.create_task(self._run_out(room, state.position.ply, move_ends))
            room.timer = Timer(state.position, move_ends, task)

    async def _search(self, room: Room, search: WholeSearch) -> None:
        """Search the whole game, with its progress as events."""
        reporter = asyncio.get_running_loop().create_task(self._report_search(room, search))
        try:
            await self._compiling.ready(room.state.record.owner, search.game, "search")
            owner = room.state.record.owner
            search.table = await self._workers.run(owner, search.run, search.control)
        except (PlygroundError, MemoryError):
            pass  # the computer searches for each of its moves
        finally:
            search.ended = True
            reporter.cancel()
        self._changed(room)

    async def _report_search(self, room: Room, search: WholeSearch) -> None:
        while True:
            await self._clock.sleep(_GLANCE)
            report = {"words": "", "progress": search.text}
            self._hub.publish(room.channel, Event("thinking", json.dumps(report)))

    async def _think(self, room: Room, thinking: Thinking) -> None:
        """Let the computer find its move, with its progress as events, and make it."""
        position, record = thinking.position, room.state.record
        before = any(move.seat == position.turn for move in record.moves)
        player = parse_player(thinking.player, kept=True)
        assert player is not None
        if room.search and room.search.task:
            await asyncio.wait([room.search.task])
            player = knowing(player, room.search.table)
        reporter = asyncio.get_running_loop().create_task(self._report(room, thinking))
        turn = partial(self._turn, thinking)
        try:
            await self._compiling.ready(record.owner, position.game, part_of(player))
            turn(False)
            choice = await self._workers.run(
                record.owner,
                partial(_chosen, player, position),
                thinking.control,
                gives_best=True,
                on_turn=turn,
            )
            pause = PAUSE if before else FIRST_PAUSE
            await self._clock.sleep(max(0.0, thinking.begun + pause - self._clock.now()))
            async with room.lock:
                if room.thinking is thinking:
                    now = self._clock.now()
                    moved = computer_moves(room.state, choice.move, choice.to_json(), now)
                    await self._apply(room, moved)
        except Cancelled:
            return
        except TooBusyError:
            await self._clock.sleep(_TRY_AGAIN)
            if room.thinking is thinking:
                room.thinking = None
                self._carry_on(room)
        except Exception as error:
            trouble = trouble_text(error)
            if room.thinking is thinking:
                room.state = replace(room.state, trouble=trouble)
                self._changed(room)
        finally:
            reporter.cancel()

    def _turn(self, thinking: Thinking, begins: bool) -> None:
        """Note that a computer thinks now, or waits for its turn."""
        thinking.state, thinking.since = "thinking" if begins else "waiting", self._clock.now()

    async def _report(self, room: Room, thinking: Thinking) -> None:
        while room.thinking is thinking:
            await self._clock.sleep(_GLANCE)
            control = thinking.control
            words = PROGRESS[thinking.state]
            if thinking.state == "waiting":
                words = in_line(self._workers.before(room.state.record.owner) or 0)
            report = {
                "seat": thinking.position.turn,
                "words": words,
                "progress": self._compiling.progress(room.state.game)["words"]
                if thinking.state == "preparing"
                else "",
                "depth": control.depth,
                "nodes": control.nodes,
                "seconds": round(self._clock.now() - thinking.since, 1),
            }
            self._hub.publish(room.channel, Event("thinking", json.dumps(report)))

    async def _run_out(self, room: Room, ply: int, move_ends: float | None) -> None:
        """End the time of the player to move. What a slow line is allowed may change meanwhile."""
        while True:
            both = move_ends, clocks.runs_out(room.state)
            left = min(each for each in both if each is not None) - self._clock.now()
            if left <= 0:
                break
            await self._clock.sleep(left)
        while True:
            with suppress(PlygroundError):  # it could not be kept
                async with room.lock:
                    await self._apply(room, run_out(room.state, ply))
                return
            await self._clock.sleep(_TRY_AGAIN)

    async def delete(self, visitor: str, ids: Collection[str]) -> None:
        """Delete games of a visitor; see `forget`. Raises ForbiddenError for those of others, and
        RefusedError for one that goes on with others.
        """
        holder = digest(visitor)
        for each in ids:
            record = await asyncio.to_thread(self._store.room, each)
            if record is None:
                continue
            if holder not in record.people:
                raise ForbiddenError("only a player can delete a game")
            if record.status != "ended" and record.people != {holder}:
                raise RefusedError("others play this game too: end it before you delete it")
        await self.forget(visitor, ids)

    async def forget(self, visitor: str, ids: Collection[str] | None = None) -> None:
        """Delete the games of a visitor, or only these. Those that others sit in stay with them,
        and have nothing of the visitor any more.
        """
        holder, nobody = digest(visitor), digest(secrets.token_urlsafe(24))
        for room in list(self._rooms.values()):
            if (ids is None or room.id in ids) and room.state.record.people > {holder}:
                async with room.lock:
                    after = depart(room.state, holder, nobody)
                    if after.record != room.state.record:
                        await self._apply(room, after)
        gone = await self._store.soon(self._store.forget, holder, nobody, ids)
        for room in (self._rooms[each] for each in gone if each in self._rooms):
            self._hub.publish(room.channel, Event("change", str(room.version + 1)))
        await _stop([self._rooms.pop(each) for each in gone if each in self._rooms])

    async def _sweep(self) -> None:
        while True:
            gone: list[str] = []
            with suppress(PlygroundError):  # such as a full disk: there will be another attempt
                gone = await self._store.soon(self._store.expire, self._clock.now() - _IDLE)
            for room_id in gone:
                self._rooms.pop(room_id, None)
            for room_id, room in list(self._rooms.items()):
                works = room.thinking or room.searches or room.timer
                busy = room.presence.tabs or works or room.lock.locked()
                if not busy:  # it is read again when someone opens it
                    del self._rooms[room_id]
            await self._clock.sleep(_SWEEP)


async def _stop(rooms: Iterable[Room], *others: asyncio.Task[None] | None) -> None:
    """End what is going on in rooms, and other tasks."""
    tasks = list(others)
    for room in rooms:
        if room.thinking:
            room.thinking.control.stop()
            tasks.append(room.thinking.task)
        if room.timer:
            tasks.append(room.timer.task)
        if room.search:
            room.search.control.stop()
            tasks.append(room.search.task)
        tasks.append(room.beats)
    going_on = [task for task in tasks if task is not None]
    for task in going_on:
        task.cancel()
    await asyncio.gather(*going_on, return_exceptions=True)


@lru_cache(maxsize=1000)
def _plays_in_page(text: str, game: Game) -> bool:
    """Whether a page can play a computer of this text."""
    player = parse_player(text, kept=True)
    return player is not None and page_player(player, game) is not None


def _chosen(player: Player, position: Position, control: Control) -> Choice:
    prepare(position.game, player)  # so that the time of the move is only thinking
    return player.choose(position, control=control)


def _loaded(record: RoomRecord, at: float) -> RoomState:
    """A room with its position, restored from its moves at a time."""
    game = installed_game(record.game)(**record.parameters)
    position = game.position([*record.start, *(move.move for move in record.moves)])
    return RoomState(clocks.resumed(record, at), position)
