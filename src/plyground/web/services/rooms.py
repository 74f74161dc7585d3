"""Rooms: games in progress, with the people and computers at their seats.

Every game of the app is a room: one person alone at one screen, or several by a link. The store
holds what must not be lost, and a move is in it before anybody sees it; a `Room` holds what can be
found again: the position, who is there, and what a computer is thinking.

A visitor may move for a seat of kind "here" of a room of their own, or one of kind "link" that they
have claimed. When a person of two resigns or runs out of time, the other has won; of more, a
computer takes the seat over, so that the others can go on.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal

from fastapi import Request

from plyground.arena import warm
from plyground.games.registry import installed_game
from plyground.players import Choice, Player, PlayerError, parse_player
from plyground.position import Game, How, MoveError, Outcome, PlygroundError, Position
from plyground.search import Cancelled, Control
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.events import Event, Hub
from plyground.web.engine.warm import part_of
from plyground.web.engine.work import TooBusyError, Workers, client
from plyground.web.errors import (
    ForbiddenError,
    NotFoundError,
    RefusedMoveError,
    RoomError,
)
from plyground.web.store import ConflictError, MoveRecord, RoomRecord, SeatKind, SeatRecord, Store
from plyground.web.trouble import trouble_text
from plyground.web.visitors import digest
from plyground.web.words import PROGRESS, ended_text, words_of

SUBSTITUTE = "mixed:70"
"""Who takes the seat of a person that has left a game of more than two."""

_FIRST_PAUSE, _PAUSE = 1.0, 0.5  # seconds that a computer takes at least
_GLANCE = 0.25  # seconds between two reports of what a computer is thinking
_TRY_AGAIN = 2.0  # seconds after which what found no room, to think or on the disk, is tried again
_IDLE = 14 * 24 * 3600.0  # seconds after which a room that nobody touched is forgotten
_SEEN = 3600.0  # seconds after which it is noted that a room is looked at
_UNATTENDED_MOST = 4  # games by computers alone that a visitor may have going on
_SWEEP = 600.0  # seconds between two looks for such rooms
_NAME_MOST = 40  # characters
_PRESENCE = Event("presence", "null")


@dataclass(frozen=True)
class NewSeat:
    """A seat as it is asked for."""

    kind: str  # "here", "link" or "computer"
    player: str | None = None  # the text of a computer player
    name: str = ""
    colour: str | None = None


@dataclass
class Thinking:
    """What a computer is doing."""

    seat: int
    player: str
    begun: float
    control: Control
    state: Literal["preparing", "waiting", "thinking"] = "preparing"
    since: float = 0.0  # when the state began

    def turn(self, begins: bool) -> None:
        """Note that it thinks now, or waits for its turn."""
        self.state, self.since = "thinking" if begins else "waiting", time.time()


@dataclass
class Room:
    """A room as it is now."""

    record: RoomRecord
    game: Game
    position: Position
    version: int = field(default_factory=lambda: int(1000 * time.time()))
    """Changes with everything that a page shows. After a restart it is none that a page has."""
    by: str = ""
    """By whom its making counts; empty after a restart."""
    thinking: Thinking | None = None
    paused: bool = False
    """Whether the computer was told to stop thinking."""
    trouble: str = ""
    """Why the computer could not move."""
    present: Counter[str] = field(default_factory=Counter)
    """Tabs that listen, by the digest of their visitor's token."""
    deadline: float | None = None
    """When the time of the player to move is over."""
    task: asyncio.Task[None] | None = None
    clock: asyncio.Task[None] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def channel(self) -> str:
        """Where its events go."""
        return f"room:{self.record.id}"

    @property
    def unattended(self) -> bool:
        """Whether only computers play."""
        return all(seat.kind == "computer" for seat in self.record.seats)

    @property
    def running(self) -> bool:
        """Whether moves can be made."""
        return self.record.status == "running"

    @property
    def seat(self) -> SeatRecord:
        """The seat whose turn it is."""
        return self.record.seats[self.position.turn]

    @property
    def local(self) -> bool:
        """Whether one person sees to all that is not done by computers."""
        return all(seat.kind != "link" for seat in self.record.seats)

    def seats_of(self, holder: str) -> list[int]:
        """The seats that a visitor moves for."""
        return [
            seat.number
            for seat in self.record.seats
            if seat.kind != "computer" and seat.holder == holder
        ]


class Rooms:
    """All rooms of this server."""

    def __init__(self, store: Store, hub: Hub, workers: Workers, compiling: Compiling) -> None:
        self._store, self._hub, self._workers = store, hub, workers
        self._compiling = compiling
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._random = random.Random()
        self._sweeper: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to forget idle rooms."""
        self._sweeper = asyncio.get_running_loop().create_task(self._sweep())

    async def close(self) -> None:
        """Stop all that is going on; the store has what counts."""
        tasks = [self._sweeper, *(t for r in self._rooms.values() for t in (r.task, r.clock))]
        for room in self._rooms.values():
            if room.thinking:
                room.thinking.control.stop()
        for task in tasks:
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    # What is there

    async def get(self, room_id: str) -> Room:
        """A room. Raises NotFoundError."""
        if room_id in self._rooms:
            return self._rooms[room_id]
        async with self._loading.setdefault(room_id, asyncio.Lock()):
            if room_id not in self._rooms:
                record = await asyncio.to_thread(self._store.room, room_id)
                if record is None:
                    self._loading.pop(room_id, None)
                    raise NotFoundError("there is no such game, or it was idle for too long")
                room = await asyncio.to_thread(_loaded, record)
                self._rooms[room_id] = room
                self._carry_on(room)
        self._loading.pop(room_id, None)
        return self._rooms[room_id]

    async def rooms_of(self, visitor: str) -> list[RoomRecord]:
        """The rooms that a visitor made or sits in, the newest first."""
        return await asyncio.to_thread(self._store.rooms_of, digest(visitor))

    async def withheld(self, visitor: str, game: Game) -> list[Position]:
        """Where games stand that the visitor plays or watches, and whose values are hidden."""
        holder = digest(visitor)
        there = [room.record for room in self._rooms.values() if room.present[holder]]
        return [
            (await self.get(each.id)).position
            for each in (*there, *await self.rooms_of(visitor))
            if each.hides_values and (each.game, each.parameters) == (game.name, game.values)
        ]

    async def listen(self, room: Room, visitor: str, request: Request) -> AsyncIterator[bytes]:
        """The stream of a tab, which counts as being there."""
        holder = digest(visitor)
        now = time.time()
        if now - room.record.touched > _SEEN:
            # Who looks at a game keeps it from being forgotten; if it cannot be noted, no matter.
            with suppress(PlygroundError):
                await self._store.soon(self._store.touch, room.record.id, now)
                room.record = replace(room.record, touched=now)
        room.present[holder] += 1
        self._hub.publish_soon(room.channel, _PRESENCE)
        try:
            first = [Event("change", str(room.version), room.position.ply)]
            async for part in self._hub.listen(request, room.channel, first):
                yield part
        finally:
            room.present[holder] -= 1
            if not room.present[holder]:
                del room.present[holder]
            self._hub.publish_soon(room.channel, _PRESENCE)

    # What people do

    async def create(
        self,
        visitor: str,
        game: Game,
        seats: Sequence[NewSeat],
        start: Sequence[str] = (),
        first: int | None = 0,
        seconds_per_move: float | None = None,
        shows_values: bool = False,
    ) -> Room:
        """A new room. `first` is the seat that begins, None for any; the others follow in order.

        Raises PlygroundError for what is not accepted.
        """
        if len(seats) != game.players:
            raise RoomError(
                f"{game.title} is for {game.players} players: give a seat for each, "
                f"and not {len(seats)}"
            )
        position = await asyncio.to_thread(game.position, list(start))
        if position.over:
            raise RoomError(f"the game would be over at the start: {position.outcome}")
        owner = digest(visitor)
        by = client.get().key(owner)
        if all(seat.kind == "computer" for seat in seats):
            self._check_unattended(by)
        begins = self._random.randrange(game.players) if first is None else first % game.players
        in_order = [seats[(begins + at) % game.players] for at in range(game.players)]
        now = time.time()
        record = RoomRecord(
            id=secrets.token_urlsafe(12),
            game=game.name,
            parameters=dict(game.values),
            start=position.history,
            created=now,
            touched=now,
            status="waiting" if any(seat.kind == "link" for seat in seats) else "running",
            ending=None,
            seconds_per_move=seconds_per_move,
            successor=None,
            owner=owner,
            shows_values=shows_values,
            seats=tuple(_seat(at, seat, game, owner) for at, seat in enumerate(in_order)),
            moves=(),
        )
        await self._store.soon(self._store.create, record)
        room = Room(record, game, position, by=by)
        self._rooms[record.id] = room
        self._carry_on(room)
        return room

    def _check_unattended(self, by: str) -> None:
        """Raise TooBusyError if computers alone play many games of somebody already."""
        playing = [
            room
            for room in self._rooms.values()
            if room.by == by and room.running and room.unattended
        ]
        if len(playing) >= _UNATTENDED_MOST:
            raise TooBusyError(
                f"computers alone play {len(playing)} games of yours now: end one, or wait until "
                "one is over"
            )

    async def claim(self, room: Room, visitor: str, seat: int, name: str) -> None:
        """Sit down. When the last seat is taken the game runs."""
        async with room.lock:
            place = _seat_of(room, seat)
            if place.kind != "link":
                raise RoomError(f"seat {seat + 1} is not for people with a link")
            holder = digest(visitor)
            await self._write(room, self._store.claim, seat, holder, _clean(name))
            self._changed(room)

    async def leave(self, room: Room, visitor: str) -> None:
        """Give a seat free again, as long as the game has not begun."""
        async with room.lock:
            seats = [each for each in room.record.seats if each.holder == digest(visitor)]
            if room.record.status != "waiting":
                raise RoomError("the game has begun: who does not want to go on resigns")
            for seat in seats:
                if seat.kind == "link":
                    await self._write(room, self._store.release, seat.number)
            self._changed(room)

    async def rename(self, room: Room, visitor: str, seat: int, name: str) -> None:
        """Take another name."""
        async with room.lock:
            self._own(room, visitor, seat)
            await self._write(room, self._store.rename, seat, _clean(name))
            self._changed(room)

    async def play(self, room: Room, visitor: str, ply: int, text: str) -> None:
        """Make a move in the position after `ply` plies.

        Raises RefusedMoveError, ForbiddenError, or ConflictError if somebody was quicker.
        """
        async with room.lock:
            if not room.running:
                raise RoomError(_not_running(room))
            if room.seat.kind == "computer":
                raise RoomError(words_of(room.game).busy)
            if ply != room.position.ply:
                raise ConflictError("somebody else was quicker: this is the position now")
            if room.seat.holder != digest(visitor):
                raise ForbiddenError(f"It is now Player {room.position.turn + 1}'s turn")
            try:
                after = words_of(room.game).play(room.position, text)
            except MoveError as error:
                raise RefusedMoveError(str(error)) from None
            await self._make(room, after, None)

    async def take_back(self, room: Room, visitor: str) -> None:
        """Undo until it is this visitor's turn again, which takes a computer's moves back too."""
        async with room.lock:
            holder = digest(visitor)
            if not room.local or room.record.owner != holder:
                raise ForbiddenError("moves are taken back only in a game at one screen")
            back = room.position.parent
            first = len(room.record.start)
            while (
                back is not None
                and back.ply > first
                and room.record.seats[back.turn].kind == "computer"
            ):
                back = back.parent
            if back is None or back.ply < first:
                raise RoomError("There is no move of yours to take back.")
            self._stop_thinking(room)
            await self._write(room, self._store.take_back, back.ply)
            if room.record.status != "running":
                await self._write(room, self._store.set_status, "running", None)
            room.position, room.paused, room.trouble = back, False, ""
            if room.seat.kind == "computer":  # it begins: it waits until it is asked
                room.paused = True
            self._changed(room)

    async def change_player(self, room: Room, visitor: str, seat: int, text: str) -> None:
        """Change the strength of a computer, at any time; it begins to think anew."""
        async with room.lock:
            if room.record.owner != digest(visitor):
                raise ForbiddenError("who made the game sets its computers")
            if _seat_of(room, seat).kind != "computer":
                raise RoomError(f"seat {seat + 1} is not a computer's")
            text = computer_text(text, room.game)
            if room.thinking and room.thinking.seat == seat:
                self._stop_thinking(room)
            await self._write(room, self._store.set_player, seat, text, "computer")
            room.paused, room.trouble = False, ""
            self._changed(room)

    async def pause(self, room: Room, visitor: str) -> None:
        """Stop the computer's thinking."""
        async with room.lock:
            self._take_part(room, visitor)
            if room.thinking is None:
                raise RoomError("the computer is not thinking")
            self._stop_thinking(room)
            room.paused = True
            self._changed(room)

    async def go_on(self, room: Room, visitor: str) -> None:
        """Let the computer think again."""
        async with room.lock:
            self._take_part(room, visitor)
            room.paused, room.trouble = False, ""
            self._changed(room)

    async def abort(self, room: Room, visitor: str) -> None:
        """End a game at one screen before its end."""
        async with room.lock:
            if room.record.owner != digest(visitor) or not room.local:
                raise ForbiddenError("who plays by a link resigns")
            if not room.running:
                raise RoomError(_not_running(room))
            self._stop_thinking(room)
            await self._write(room, self._store.set_status, "ended", Outcome(how="aborted"))
            self._changed(room)

    async def resign(self, room: Room, visitor: str) -> None:
        """Give up one's seat. Of two the other has won; of more a computer goes on."""
        async with room.lock:
            if not room.running:
                raise RoomError(_not_running(room))
            seats = room.seats_of(digest(visitor))
            if not seats:
                raise ForbiddenError("who only watches cannot resign")
            for seat in seats:
                if room.running:  # the first seat may have ended it
                    await self._give_up(room, seat, "resigned")
            self._changed(room)

    async def replace(self, room: Room, visitor: str, seat: int) -> None:
        """Let a computer go on for somebody who has left, in a game of more than two."""
        async with room.lock:
            self._take_part(room, visitor)
            place = _seat_of(room, seat)
            if place.kind != "link" or place.holder is None or not room.running:
                raise RoomError(f"seat {seat + 1} needs nobody")
            if room.present[place.holder]:
                raise RoomError(f"{_called(place)} is still there")
            await self._give_up(room, seat, "left")
            self._changed(room)

    async def come_back(self, room: Room, visitor: str, seat: int) -> None:
        """Take one's seat again that a computer has taken over."""
        async with room.lock:
            place = _seat_of(room, seat)
            if not place.left or place.holder != digest(visitor):
                raise ForbiddenError("nobody sits in for you there")
            if not room.running:
                raise RoomError(_not_running(room))
            if room.thinking and room.thinking.seat == seat:
                self._stop_thinking(room)
            await self._write(room, self._store.set_player, seat, None, _kind(room.record, place))
            await self._write(room, self._store.set_left, seat, False)
            room.paused, room.trouble = False, ""
            self._changed(room)

    async def rematch(self, room: Room, visitor: str) -> str:
        """The id of a room with the same people, the next one beginning."""
        async with room.lock:
            self._take_part(room, visitor)
            if room.running:
                raise RoomError("the game is not over yet")
            if room.record.successor:
                return room.record.successor
            old, now = room.record, time.time()
            order = [*old.seats[1:], old.seats[0]]
            # Who resigned, or went away, has the seat again.
            order = [
                replace(seat, kind=_kind(old, seat), player=None) if seat.left else seat
                for seat in order
            ]
            waits = any(seat.kind == "link" and not seat.holder for seat in order)
            record = replace(
                old,
                id=secrets.token_urlsafe(12),
                created=now,
                touched=now,
                status="waiting" if waits else "running",
                ending=None,
                seats=tuple(replace(seat, number=at, left=False) for at, seat in enumerate(order)),
                moves=(),
            )
            await self._store.soon(self._store.create, record)
            successor = await self._store.soon(self._store.set_successor, old.id, record.id)
            await self._reload(room)
            self._changed(room)
            return successor

    # What happens

    async def _make(self, room: Room, after: Position, choice: Choice | None) -> None:
        """Make a move: first it is kept, then it is shown."""
        ply, move, seat = room.position.ply, after.last_move, room.position.turn
        assert move is not None
        made = MoveRecord(
            ply, move, seat, time.time(), None if choice is None else choice.to_json()
        )
        ending = replace(after.outcome, sites=frozenset()) if after.outcome else None
        await self._store.soon(self._store.add_move, room.record.id, **vars(made), ending=ending)
        record = replace(room.record, moves=(*room.record.moves, made), touched=made.at)
        room.record = record if ending is None else replace(record, status="ended", ending=ending)
        room.position, room.trouble = after, ""
        self._changed(room)

    async def _give_up(self, room: Room, seat: int, how: How) -> None:
        people = [s for s in room.record.seats if s.kind != "computer"]
        if room.game.players == 2 or len(people) == 1:
            self._stop_thinking(room)
            ending = Outcome.given_up(seat, room.game.players, how)
            await self._write(room, self._store.set_status, "ended", ending)
        else:
            await self._write(room, self._store.set_left, seat, True)
            await self._write(room, self._store.set_player, seat, SUBSTITUTE, "computer")

    async def _write(self, room: Room, method: Any, *values: Any) -> None:
        """Call a method of the store about this room and take up what it says now."""
        await self._store.soon(method, room.record.id, *values)
        await self._reload(room)

    async def _reload(self, room: Room) -> None:
        record = await asyncio.to_thread(self._store.room, room.record.id)
        if record is None:
            raise NotFoundError("the game is gone")
        room.record = record

    def _changed(self, room: Room) -> None:
        """Tell all tabs, and let the next computer think."""
        room.version += 1
        self._hub.publish(room.channel, Event("change", str(room.version), room.position.ply))
        self._carry_on(room)

    def _publish(self, room: Room, name: str, data: Any = None) -> None:
        self._hub.publish(room.channel, Event(name, json.dumps(data)))

    def _carry_on(self, room: Room) -> None:
        """See to it that a computer whose turn it is thinks, and that a clock runs."""
        loop = asyncio.get_running_loop()
        if room.clock:
            room.clock.cancel()
            room.clock = None
            room.deadline = None
        if not room.running:
            return
        if room.seat.kind != "computer":
            if room.record.seconds_per_move:
                room.deadline = time.time() + room.record.seconds_per_move
                room.clock = loop.create_task(self._time_out(room, room.position.ply))
            return
        if room.thinking is None and not room.paused and not room.trouble:
            assert room.seat.player is not None
            room.thinking = Thinking(room.position.turn, room.seat.player, time.time(), Control())
            room.task = loop.create_task(self._think(room, room.thinking))

    async def _think(self, room: Room, thinking: Thinking) -> None:
        """Let the computer find its move and make it, and tell how far it is."""
        position = room.position
        before = sum(m.seat == thinking.seat for m in room.record.moves)
        player = parse_player(thinking.player, kept=True)
        assert player is not None
        reporter = asyncio.get_running_loop().create_task(self._report(room, thinking))
        try:
            owner = room.record.owner
            await self._compiling.ready(owner, room.game, part_of(player))
            thinking.turn(False)
            choice = await self._workers.run(
                owner,
                partial(_chosen, player, position),
                thinking.control,
                gives_best=True,
                on_turn=thinking.turn,
            )
            pause = (_PAUSE if before else _FIRST_PAUSE) - (time.time() - thinking.begun)
            await asyncio.sleep(max(0.0, pause))
            async with room.lock:
                if room.thinking is not thinking:
                    return
                room.thinking = None
                try:
                    await self._make(room, position.play(choice.move), choice)
                except BaseException:  # told below
                    room.thinking = thinking
                    raise
        except Cancelled:
            return
        except TooBusyError:
            await asyncio.sleep(_TRY_AGAIN)
            if room.thinking is thinking:
                room.thinking = None
                self._carry_on(room)
        except Exception as error:
            trouble = trouble_text(error)
            if room.thinking is thinking:
                room.thinking, room.trouble = None, trouble
                self._changed(room)
        finally:
            reporter.cancel()

    async def _report(self, room: Room, thinking: Thinking) -> None:
        while room.thinking is thinking:
            await asyncio.sleep(_GLANCE)
            control = thinking.control
            told = {
                "seat": thinking.seat,
                "words": PROGRESS.get(thinking.state, ""),
                "depth": control.depth,
                "nodes": control.nodes,
                "seconds": round(time.time() - thinking.since, 1),
            }
            self._publish(room, "thinking", told)

    def _stop_thinking(self, room: Room) -> None:
        if room.thinking:
            room.thinking.control.stop()
            room.thinking = None

    async def _time_out(self, room: Room, ply: int) -> None:
        """End the time of the player to move."""
        assert room.deadline is not None
        await asyncio.sleep(max(0.0, room.deadline - time.time()))
        while True:
            try:
                async with room.lock:
                    if room.running and room.position.ply == ply:
                        room.clock = None  # this one, which is not to be cancelled
                        room.deadline = None
                        await self._give_up(room, room.position.turn, "time")
                        self._changed(room)
                return
            except PlygroundError:  # it could not be kept
                await asyncio.sleep(_TRY_AGAIN)

    async def _sweep(self) -> None:
        while True:
            gone: list[str] = []
            with suppress(PlygroundError):  # such as a disk that is full: there is a next time
                gone = await self._store.soon(self._store.expire, time.time() - _IDLE)
            for room_id in gone:
                self._rooms.pop(room_id, None)
            for room_id, room in list(self._rooms.items()):
                busy = room.present or room.thinking or room.clock or room.lock.locked()
                if not busy:  # it is read again when somebody comes
                    del self._rooms[room_id]
            await asyncio.sleep(_SWEEP)

    # Who may do what

    def _own(self, room: Room, visitor: str, seat: int) -> SeatRecord:
        place = _seat_of(room, seat)
        if place.holder != digest(visitor):
            raise ForbiddenError("this is not your seat")
        return place

    def _take_part(self, room: Room, visitor: str) -> None:
        holder = digest(visitor)
        if room.record.owner != holder and not room.seats_of(holder):
            raise ForbiddenError("who only watches cannot do this")


def computer_text(text: str, game: Game) -> str:
    """A computer player's text, checked: programs cannot be started from here.

    Raises PlayerError.
    """
    player = parse_player(text)
    if player is None:
        raise PlayerError("a human is no computer player")
    player.check(game)
    return player.text


def _chosen(player: Player, position: Position, control: Control) -> Choice:
    warm(position.game, [player])  # so that the time of the move is that of thinking
    return player.choose(position, rng=random.Random(), control=control)


def _loaded(record: RoomRecord) -> Room:
    """A room with its position, found again from its moves."""
    game = installed_game(record.game)(**record.parameters)
    position = game.position([*record.start, *(move.move for move in record.moves)])
    return Room(record, game, position)


def _seat(number: int, seat: NewSeat, game: Game, owner: str) -> SeatRecord:
    if seat.kind == "computer":
        text = computer_text(seat.player or "", game)
        return SeatRecord(number, "computer", text, "", seat.colour, None, False)
    if seat.kind == "here":
        return SeatRecord(number, "here", None, _clean(seat.name), seat.colour, owner, False)
    if seat.kind == "link":
        return SeatRecord(number, "link", None, "", seat.colour, None, False)
    raise RoomError(f"a seat is for somebody here, by link, or a computer, and not {seat.kind!r}")


def _seat_of(room: Room, seat: int) -> SeatRecord:
    if not 0 <= seat < len(room.record.seats):
        raise RoomError(f"there are seats 1 to {len(room.record.seats)}, and not {seat + 1}")
    return room.record.seats[seat]


def _kind(room: RoomRecord, seat: SeatRecord) -> SeatKind:
    """The kind of a person's seat."""
    return "here" if seat.holder == room.owner else "link"


def _called(seat: SeatRecord) -> str:
    return seat.name or f"Player {seat.number + 1}"


def _clean(name: str) -> str:
    """A name without what cannot be seen, and not too long."""
    return " ".join("".join(c for c in name if c.isprintable()).split())[:_NAME_MOST]


def _not_running(room: Room) -> str:
    if room.record.status == "waiting":
        return "the game begins when every seat is taken"
    return f"the game is over: {ended_text(room.record)}"
