"""`Styles`: what visitors miss over their last games, found in the background when they ask.

A game is studied once, from its review, and the study is kept. A game counts if the visitor had one
seat: of two people at one screen, nobody knows which is the visitor. In a saved game of a person
against computers, the person is the visitor.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from plyground.analysis.chances import PlayedGame, chances
from plyground.position import HUMAN, Game, PlygroundError, Position
from plyground.web.engine.clock import Clock
from plyground.web.services.reviews import Reviews
from plyground.web.services.rooms import Rooms
from plyground.web.services.saved import SavedGames, saved_id
from plyground.web.services.withheld import check_values
from plyground.web.store import Library, RoomRecord, SavedGameRecord, Studies
from plyground.web.visitors import digest
from plyground.web.words import game_of, opponent_name

GAMES = 20
"""The last games that are studied."""

PATIENCE = 30.0
"""Seconds that the work goes on after a page has last asked for it."""

_LOOKED_AT = 100  # rooms among which the last games are
_FEWEST = 2  # plies of a game that is studied


@dataclass(frozen=True)
class Style:
    """What a visitor's games show so far."""

    games: dict[str, PlayedGame]
    """The studies, by the end of each game's address."""
    there: frozenset[str]
    """The addresses that still lead to a game."""
    left: int
    """The games that are not studied yet."""
    working: bool


@dataclass
class _Work:
    """The work for one visitor, and when a page last asked for it."""

    task: asyncio.Task[None]
    asked: float


@dataclass(frozen=True)
class _Played:
    """A game to study: its last position, the plies before it began, and its players' texts."""

    position: Position
    start: int
    players: Sequence[str]
    own: int | None  # the visitor's seat; None if nobody knows


class Styles:
    """The studies of all visitors."""

    def __init__(
        self,
        studies: Studies,
        rooms: Rooms,
        library: Library,
        saved: SavedGames,
        reviews: Reviews,
        clock: Clock,
    ) -> None:
        self._studies, self._rooms, self._library = studies, rooms, library
        self._saved, self._reviews, self._clock = saved, reviews, clock
        self._work: dict[str, _Work] = {}
        self._failed: dict[str, set[str]] = {}  # games that cannot be studied, by visitor

    async def of(self, visitor: str) -> Style:
        """What is known so far. A page that asks keeps the work going."""
        work = self._work.get(visitor)
        if work is not None:
            work.asked = self._clock.now()
        games = await asyncio.to_thread(self._studies.of, digest(visitor))
        there = await self._there(visitor)
        return Style(games, frozenset(there), len(self._left(visitor, games, there)), bool(work))

    def begin(self, visitor: str) -> None:
        """Study the games that are not studied yet, the newest first."""
        if visitor not in self._work:
            task = asyncio.get_running_loop().create_task(self._study(visitor))
            self._work[visitor] = _Work(task, self._clock.now())

    async def leave_out(self, visitor: str, games: Collection[str]) -> None:
        """Delete what was found in games, which are the ends of their addresses."""
        await self._studies.soon(self._studies.forget, digest(visitor), games)

    async def forget(self, visitor: str) -> None:
        """Stop, and delete what was found."""
        self._failed.pop(visitor, None)
        work = self._work.get(visitor)
        if work is not None:
            work.task.cancel()
            await asyncio.wait([work.task])
        await self._studies.soon(self._studies.forget, digest(visitor))

    async def close(self) -> None:
        """Stop all work."""
        tasks = [each.task for each in self._work.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _left(
        self,
        visitor: str,
        games: dict[str, PlayedGame],
        there: dict[str, RoomRecord | SavedGameRecord],
    ) -> list[str]:
        failed = self._failed.get(visitor, set())
        return [each for each in there if each not in games and each not in failed]

    async def _there(self, visitor: str) -> dict[str, RoomRecord | SavedGameRecord]:
        """The last games of a visitor, by the end of their addresses, the newest first."""
        holder = digest(visitor)
        rooms = await self._rooms.rooms_of(visitor, _LOOKED_AT)
        _, saved = await asyncio.to_thread(self._library.find, holder, limit=GAMES)
        own = {saved_id(visitor, each.id) for each in rooms}  # saved, and here still
        found: list[tuple[float, str, RoomRecord | SavedGameRecord]] = [
            (each.touched, f"room/{each.id}", each)
            for each in rooms
            if each.status == "ended"
            and len(each.moves) >= _FEWEST
            and _seat(each, holder) is not None
            and game_of(each) is not None
        ]
        found += [
            (each.saved, f"library/{each.id}", each)
            for each in saved
            if each.id not in own and each.plies >= _FEWEST
        ]
        found.sort(key=lambda each: -each[0])
        return {address: kept for _, address, kept in found[:GAMES]}

    async def _study(self, visitor: str) -> None:
        try:
            games = await asyncio.to_thread(self._studies.of, digest(visitor))
            there = await self._there(visitor)
            for address in self._left(visitor, games, there):
                if self._clock.now() - self._work[visitor].asked > PATIENCE:
                    break
                try:
                    studied = await self._studied(visitor, there[address])
                except PlygroundError:
                    self._failed.setdefault(visitor, set()).add(address)
                    continue
                await self._studies.soon(self._studies.put, digest(visitor), address, studied)
        finally:
            del self._work[visitor]

    async def _studied(self, visitor: str, kept: RoomRecord | SavedGameRecord) -> PlayedGame:
        """The study of a game. Raises PlygroundError if there can be none now."""
        played = await self._played(visitor, kept)
        game, own = played.position.game, played.own
        if own is None:
            return PlayedGame(game.name, 0, "", ())
        live = await self._rooms.withheld(visitor, game)
        check_values(played.position, live)
        review = await self._reviews.get(visitor, played.position, played.start)
        found = await asyncio.to_thread(chances, review, own)
        others = [text for seat, text in enumerate(played.players) if seat != own]
        return PlayedGame(game.name, own, _opponent(others, game), found)

    async def _played(self, visitor: str, kept: RoomRecord | SavedGameRecord) -> _Played:
        if isinstance(kept, RoomRecord):
            state = (await self._rooms.get(kept.id)).state
            players = [seat.player or HUMAN for seat in kept.seats]
            return _Played(state.position, len(kept.start), players, _seat(kept, digest(visitor)))
        record = (await self._saved.open(visitor, kept)).record
        position = await asyncio.to_thread(record.position)
        people = [seat for seat, text in enumerate(record.players) if text == HUMAN]
        own = people[0] if len(people) == 1 else None
        return _Played(position, len(record.start), record.players, own)


def _seat(room: RoomRecord, holder: str) -> int | None:
    """The one seat of a visitor in a room; None if they have none or several."""
    own = [seat.number for seat in room.seats if seat.holder == holder]
    return own[0] if len(own) == 1 else None


def _opponent(players: Sequence[str], game: Game) -> str:
    """Whom the visitor played, if there was one; else ""."""
    return opponent_name(players[0], game) if len(players) == 1 else ""
