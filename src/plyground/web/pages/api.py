"""The JSON API for programs: games, positions, computer players, analysis and rooms.

An error is an object whose "error" is a sentence. /api/openapi.json describes the API.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from plyground.analysis import analyse
from plyground.arena import prepare
from plyground.kernel import Chance
from plyground.players import PlayerError, parse_player
from plyground.position import Game, Position
from plyground.search import Control, Limits
from plyground.web.engine.warm import part_of
from plyground.web.errors import TookTooLongError
from plyground.web.games import installed_games, kind_of
from plyground.web.head import HEAD_ALONE
from plyground.web.names import NAME_MOST
from plyground.web.pages import Asked, AskedForGood, AskedRoom, Visit
from plyground.web.people import away
from plyground.web.services.clocks import ADDED_MOST, MINUTES_MOST, clock_of
from plyground.web.services.rooms import Room
from plyground.web.services.seating import NewSeat, claim
from plyground.web.services.withheld import check_values
from plyground.web.words import ended_text

router = APIRouter(prefix="/api", tags=["Plyground"])

SECONDS_MOST = 10.0
"""How long a request may compute."""

_MOVES_MOST = 200
_TEXT_MOST = 200

Text = Annotated[str, Field(max_length=_TEXT_MOST)]
MoveText = Annotated[str, Field(max_length=20)]
Seconds = Annotated[float, Field(gt=0, le=SECONDS_MOST)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class GameModel(_Model):
    """A game with its parameters."""

    name: Text
    parameters: dict[Text, int] = Field(default={}, max_length=8)

    def game(self) -> Game:
        """The game. Raises UnknownGameError or ParameterError."""
        return kind_of(self.name, self.parameters)(**self.parameters)


class PositionModel(_Model):
    """A game, and the moves from its start."""

    game: GameModel
    moves: list[MoveText] = Field(default=[], max_length=_MOVES_MOST)

    def position(self) -> Position:
        """The position. Raises MoveError."""
        return self.game.game().position(self.moves)


class ChooseModel(PositionModel):
    """A position, and the player that chooses a move."""

    player: Text = "minimax"
    seconds: Seconds = SECONDS_MOST
    seed: int | None = None


class AnalyseModel(PositionModel):
    """A position to analyse."""

    seconds: Seconds = SECONDS_MOST


class SeatModel(_Model):
    """The holder of a seat: the maker of the room, a person with the link, or a computer."""

    kind: Literal["here", "link", "computer"] = "link"
    player: Text = ""
    name: Annotated[str, Field(max_length=NAME_MOST)] = ""


class ClockModel(_Model):
    """The time that each person has for the game, and what each move adds."""

    minutes: Annotated[float, Field(gt=0, le=MINUTES_MOST)]
    added: Annotated[float, Field(ge=0, le=ADDED_MOST)] = 0.0


class RoomModel(PositionModel):
    """A room to make, with a seat for each player in the order of play."""

    seats: list[SeatModel] = Field(max_length=8)
    seconds_per_move: Annotated[float, Field(ge=1, le=86_400)] | None = None
    clock: ClockModel | None = None
    shows_values: bool = False


class ClaimModel(_Model):
    """A seat to take."""

    seat: Annotated[int, Field(ge=0, le=7)]
    name: Annotated[str, Field(max_length=NAME_MOST)] = ""


class MoveModel(_Model):
    """A move, in the position after `ply` plies."""

    ply: Annotated[int, Field(ge=0, le=1000)]
    move: MoveText


class LeftModel(_Model):
    """How a game that the other player has left is to end."""

    result: Literal["win", "draw"]


@router.get("/games")
def games() -> list[dict[str, Any]]:
    """The games there are, with their parameters."""
    return [
        {
            "name": kind.name,
            "title": kind.title,
            "rules": kind.summary,
            "parameters": [asdict(each) for each in kind.parameters],
        }
        for kind in installed_games()
    ]


@router.post("/position")
async def position(visit: Asked, given: PositionModel) -> dict[str, Any]:
    """A position: the legal moves, whose turn it is, and how it ended if it has."""
    await visit.ready(given.game.game())
    return await _run(visit, lambda _control: given.position().to_json())


@router.post("/choose")
async def choose(visit: Asked, given: ChooseModel) -> dict[str, Any]:
    """The move that a computer player chooses, and its reasons."""
    player = parse_player(given.player)
    if player is None:
        raise PlayerError("a human is not a computer player")

    def work(control: Control) -> dict[str, Any]:
        position = given.position()
        check_values(position, live)
        player.check(position.game)
        prepare(position.game, player)  # so that the time of the move is only thinking
        choice = player.choose(position, chance=Chance(given.seed), control=control)
        return {
            **choice.to_json(),
            "position": position.play(choice.move).to_json(),
        }

    await visit.ready(given.game.game(), part_of(player))
    live = await visit.parts.rooms.withheld(visit.visitor, given.game.game())
    return await _run(visit, work, given.seconds)


@router.post("/analyse")
async def analysis(visit: Asked, given: AnalyseModel) -> dict[str, Any]:
    """The exact value of a position and of every move, or "unknown" if it takes too long."""

    def work(control: Control) -> dict[str, Any]:
        position = given.position()
        check_values(position, live)
        limits = Limits(seconds=given.seconds)
        return analyse(position, limits=limits, control=control).to_json()

    await visit.ready(given.game.game(), "analysis")
    live = await visit.parts.rooms.withheld(visit.visitor, given.game.game())
    return await _run(visit, work, heavy=True, gives_best=True)


@router.post("/rooms", status_code=201)
async def make_room(visit: Asked, given: RoomModel) -> dict[str, Any]:
    """Make a room. The cookie of the answer identifies its maker."""
    await visit.ready(given.game.game())
    seats = [NewSeat(seat.kind, seat.player or None, seat.name) for seat in given.seats]
    times = given.clock
    clock = None if times is None else clock_of(times.minutes, times.added, len(seats))
    visit.parts.new_rooms.take(visit.visitor)
    room = await visit.parts.rooms.create(
        visit.visitor,
        given.game.game(),
        seats,
        given.moves,
        seconds_per_move=given.seconds_per_move,
        clock=clock,
        shows_values=given.shows_values,
        home="server",
    )
    return _room_data(visit, room)


@router.get("/rooms/{room_id}")
async def read_room(visit: Asked, room: AskedRoom) -> dict[str, Any]:
    """A room as it is now."""
    if HEAD_ALONE not in visit.request.scope:
        visit.parts.rooms.think_for_program(room)
        visit.parts.rooms.hear(room, visit.visitor)
    return _room_data(visit, room)


@router.post("/rooms/{room_id}/seats")
async def take_seat(visit: AskedForGood, room: AskedRoom, given: ClaimModel) -> dict[str, Any]:
    """Take a free seat."""
    await visit.parts.rooms.act(room, visit.visitor, claim, given.seat, given.name)
    return _room_data(visit, room)


@router.post("/rooms/{room_id}/moves")
async def make_move(visit: Asked, room: AskedRoom, given: MoveModel) -> dict[str, Any]:
    """Make a move. The answer is 409 if another move came first."""
    visit.parts.rooms.think_for_program(room)
    visit.parts.rooms.hear(room, visit.visitor)
    await visit.parts.rooms.play(room, visit.visitor, given.ply, given.move)
    return _room_data(visit, room)


@router.post("/rooms/{room_id}/left")
async def end_left(visit: Asked, room: AskedRoom, given: LeftModel) -> dict[str, Any]:
    """End a game of two that the other one has left, as `may_end` of the room allows."""
    visit.parts.rooms.hear(room, visit.visitor)
    await visit.parts.rooms.end_left(room, visit.visitor, given.result)
    return _room_data(visit, room)


async def _run(
    visit: Visit,
    work: Callable[[Control], dict[str, Any]],
    seconds: float = 2 * SECONDS_MOST,
    **how: Any,
) -> dict[str, Any]:
    """What `work` finds within these seconds, which include the wait for a turn."""
    try:
        async with asyncio.timeout(seconds):
            return await visit.run(work, **how)
    except TimeoutError:
        raise TookTooLongError(
            f"this took longer than {seconds:g} s, some of it waiting: give more seconds, "
            "a smaller depth or fewer playouts, or try again later"
        ) from None


def _room_data(visit: Visit, room: Room) -> dict[str, Any]:
    record, position = room.state.record, room.state.position
    clocks = visit.parts.rooms.clocks(room)
    missing = away(room.state, visit.holder)
    return {
        "id": record.id,
        "game": {"name": record.game, "parameters": record.parameters},
        "status": record.status,
        "hides_values": record.hides_values,
        "ending": record.ending and {**record.ending.to_json(), "text": ended_text(record)},
        "may_end": visit.parts.rooms.left_seat(room, visit.visitor) is not None,
        "ply": position.ply,
        "position": position.to_json(),
        "seats": [
            {
                "kind": seat.kind,
                "player": seat.player,
                "name": seat.name,
                "taken": seat.kind != "link" or seat.holder is not None,
                "mine": seat.holder == visit.holder,
                "away": seat.number in missing,
                "seconds_left": clock and round(clock.left, 2),
            }
            for seat, clock in zip(record.seats, clocks, strict=True)
        ],
    }
