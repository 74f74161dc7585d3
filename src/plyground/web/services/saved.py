"""Saved games: a room's game as a record, and the records in visitors' libraries.

To read a record, its game has to be compiled, and that does not happen in a visitor's turn to
compute. So the games that a text names are found first, without their moves.
"""

from __future__ import annotations

import asyncio
import hashlib
import io
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from plyground.players import Choice, display_name
from plyground.position import Game, PlygroundError
from plyground.records import (
    UNNAMED,
    Fault,
    Record,
    RecordedMove,
    RecordError,
    fitting_games,
    installed_game_for,
    plain_text,
    read_records,
    record_text,
)
from plyground.search import Control
from plyground.visible import visible
from plyground.web.engine.compiling import Compiling
from plyground.web.engine.work import Workers
from plyground.web.services.rooms import Room
from plyground.web.services.seating import RoomState
from plyground.web.store import Library, MoveRecord, SavedGameRecord
from plyground.web.visitors import digest

BOARDS_MOST = 8
"""Different boards in the games of one import: each has to be compiled."""

FAULTS_MOST = 200
"""Faults of one import that the page lists."""

PERSON = "person"
"""A person whose name is unknown."""

T = TypeVar("T")

_SMALL = 20_000  # characters that are read in a moment
_OPEN_MOST = 64  # games that are kept open
_LINE_MOST = 200  # characters of what a list shows


@dataclass(frozen=True)
class SavedGame:
    """A saved game and its record."""

    saved: SavedGameRecord
    record: Record


@dataclass(frozen=True)
class Import:
    """The result of an import: new games, games that were there already, and faults.

    `unnamed` is the text of a file that names no game, and `fitting` the games in which all its
    moves are legal.
    """

    kept: int = 0
    known: int = 0
    faults: tuple[Fault, ...] = ()
    more_faults: int = 0
    unnamed: str = ""
    fitting: tuple[Game, ...] = ()

    def __add__(self, other: Import) -> Import:
        return Import(
            self.kept + other.kept,
            self.known + other.known,
            self.faults + other.faults,
            self.more_faults + other.more_faults,
            self.unnamed or other.unnamed,
            self.fitting or other.fitting,
        )


class SavedGames:
    """The saved games of all visitors."""

    def __init__(self, library: Library, workers: Workers, compiling: Compiling) -> None:
        self._library, self._workers, self._compiling = library, workers, compiling
        self._open: OrderedDict[str, SavedGame] = OrderedDict()

    async def open(self, visitor: str, saved: SavedGameRecord) -> SavedGame:
        """A saved game with its record, ready to show its moves."""
        known = self._open.get(saved.id)
        if known is None or known.saved != saved:
            await self._games_in(visitor, saved.text.encode())
            record = await self._soon(visitor, saved.text, lambda _control: _only(saved.text))
            known = self._open[saved.id] = SavedGame(saved, record)
        self._open.move_to_end(saved.id)
        while len(self._open) > _OPEN_MOST:
            self._open.popitem(last=False)
        return known

    async def save(self, visitor: str, room: Room) -> str:
        """Put a room's game into the visitor's library, in place of an earlier copy.

        Returns the id of the saved game. Nobody can guess it, even with the id of the room.
        """
        async with room.lock:
            record = record_of(room.state)
        return await self.keep(visitor, record, room.id)

    async def keep(self, visitor: str, record: Record, source: str) -> str:
        """Put a record into the visitor's library, in place of an earlier one of the same source.

        Returns the id of the saved game. Nobody can guess it, even with the source.
        """
        game_id = saved_id(visitor, source)

        def put() -> None:
            self._library.put(_kept(record, digest(visitor), game_id))

        # This takes a moment, and does not wait until the visitor's computer has moved.
        await self._library.soon(put)
        return game_id

    async def take_in(
        self, visitor: str, content: bytes, limited: bool = True, named: str = ""
    ) -> Import:
        """Keep every game that can be read, and say what is wrong with the rest.

        `named` is the game of records that name none.

        Games whose text is in the visitor's library already are not kept twice. Raises
        ConflictError for too many of a visitor who is `limited`.
        """
        boards = await self._games_in(visitor, content, named)
        keep = partial(self._keep, digest(visitor), content, boards, limited, named)
        return await self._workers.run(visitor, keep, heavy=True, interpreted=True)

    def _keep(
        self,
        owner: str,
        content: bytes,
        boards: Iterable[Game],
        limited: bool,
        named: str,
        control: Control,
    ) -> Import:
        known = set(self._library.texts(owner))
        games: list[SavedGameRecord] = []
        faults: list[Fault] = []
        already = 0
        unnamed = False
        for reading in read_records(io.BytesIO(content), _among(set(boards)), named):
            control.check()
            faults += reading.faults
            unnamed |= any(each.reason.startswith(UNNAMED) for each in reading.faults)
            if reading.record is None:
                continue
            try:
                game = _kept(reading.record, owner, secrets.token_urlsafe(18))
            except RecordError as error:
                faults.append(Fault(reading.line, 1, f"this game cannot be kept: {error}"))
                continue
            if game.text in known:
                already += 1
                continue
            known.add(game.text)
            games.append(game)
        self._library.add(games, limited)
        recorded = tuple(faults[:FAULTS_MOST])
        more = len(faults) - len(recorded)
        if not unnamed or games or already:
            return Import(len(games), already, recorded, more)
        fitting = tuple(installed_game_for(each, {}) for each in fitting_games(content))
        return Import(0, 0, recorded, more, plain_text(content), fitting)

    async def _games_in(self, visitor: str, content: bytes, named: str = "") -> list[Game]:
        """The first games that a text names, or that are `named` for it, BOARDS_MOST at most, each
        once and ready for use.
        """

        def find(control: Control) -> list[Game]:
            found: dict[Game, None] = {}

            def note(name: str, values: Mapping[str, int]) -> Game:
                if len(found) < BOARDS_MOST:
                    found[installed_game_for(name, values)] = None
                raise PlygroundError("noted")  # so that its moves are left out

            for _ in read_records(io.BytesIO(content), note, named):
                control.check()
            return list(found)

        games = await self._soon(visitor, content, find)
        for game in games:
            await self._compiling.ready(visitor, game, "board")
        return games

    async def _soon(self, visitor: str, content: str | bytes, work: Callable[[Control], T]) -> T:
        """Read something: at once if it is small, else in the visitor's turn."""
        if len(content) <= _SMALL:
            return await asyncio.to_thread(work, Control())
        return await self._workers.run(visitor, work, heavy=True, interpreted=True)


def saved_id(visitor: str, source: str) -> str:
    """The id of a game in the visitor's library; the source may be the id of a room."""
    return hashlib.sha256(f"{visitor} {source}".encode()).hexdigest()[:24]


def record_of(room: RoomState) -> Record:
    """The record of a room's game so far."""
    record = room.record
    before = record.created if room.local else None
    moves = []
    for move in record.moves:
        recorded = _recorded(move, before)
        moves.append(replace(recorded, value="") if record.hides_values else recorded)
        before = move.at
    replaced = [f"player {seat.number + 1}" for seat in record.seats if seat.left]
    return Record.of(
        room.position,
        moves=moves,
        start=len(record.start),
        players=[seat.player or "human" for seat in record.seats],
        names=[seat.name for seat in record.seats],
        date=datetime.fromtimestamp(record.created, UTC).date().isoformat(),
        ending=record.ending,
        comment=f"A computer took over for {' and '.join(replaced)}." if replaced else "",
    )


UNKNOWN = "unknown"
"""A player whom a record does not name."""


def called(record: Record) -> list[str]:
    """The players by seat: a name, or the display name of a computer player."""
    both = zip(record.names, record.players, strict=True)
    game = record.game
    return [
        name or (display_name(text, game) or PERSON if text else UNKNOWN) for name, text in both
    ]


def _recorded(move: MoveRecord, before: float | None) -> RecordedMove:
    """A move with the value that a computer gave it, or else the time since the move before."""
    if move.details is None:
        seconds = None if before is None else round(max(0.0, move.at - before), 2)
        return RecordedMove(move.move, seconds=seconds)
    return RecordedMove.of(Choice.from_json(move.details))


def _kept(record: Record, owner: str, game_id: str) -> SavedGameRecord:
    """A record as the library keeps it. Raises RecordError."""
    return SavedGameRecord(
        id=game_id,
        owner=owner,
        saved=time.time(),
        game=record.game.name,
        players=_line("; ".join(called(record))),
        result=record.result,
        plies=record.plies,
        date=_line(record.date),
        text=record_text(record),
    )


def _line(text: str) -> str:
    """A text as a list shows it: one line of visible characters."""
    return " ".join(visible(text, " ").split())[:_LINE_MOST]


def _only(text: str) -> Record:
    """The record in a stored text."""
    record = next(read_records(io.StringIO(text))).record
    if record is None:
        raise PlygroundError("the game of this record is no longer installed")
    return record


def _among(boards: set[Game]) -> Callable[[str, Mapping[str, int]], Game]:
    """Makes the game that a record names, if it is one of these."""

    def make(name: str, values: Mapping[str, int]) -> Game:
        game = installed_game_for(name, values)
        if game not in boards:
            raise PlygroundError(
                f"an import has at most {BOARDS_MOST} different boards: import this game by itself"
            )
        return game

    return make
