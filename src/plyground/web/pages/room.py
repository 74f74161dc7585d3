"""The page of a game: the board, whose turn it is, and everything that can be done."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from inspect import signature
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse

from plyground.analysis import analyse
from plyground.analysis.course import course_graph
from plyground.players import Choice, PlayerError
from plyground.position import PlygroundError, Position
from plyground.render.svg import svg
from plyground.render.value_graph import NARROW
from plyground.search import Control, Limits, value_text
from plyground.web.boards import board_data, picture_of, sites_of_moves, swatches
from plyground.web.engine.events import stream
from plyground.web.errors import RoomError, WithheldError
from plyground.web.pages import go_to, rendered
from plyground.web.parts import Visitor, parts_of
from plyground.web.players_form import called, strength, with_strength
from plyground.web.services import seating
from plyground.web.services.courses import stood, told
from plyground.web.services.rooms import Room, Rooms
from plyground.web.services.seating import RoomState
from plyground.web.services.withheld import check_values
from plyground.web.store import MoveRecord, RoomRecord, SeatRecord
from plyground.web.visitors import digest
from plyground.web.words import PROGRESS, ended_text, words_of

router = APIRouter(include_in_schema=False)

_ACTIONS: dict[str, Callable[..., RoomState]] = {
    "abort": seating.abort,
    "back": seating.take_back,
    "claim": seating.claim,
    "come-back": seating.come_back,
    "go-on": seating.go_on,
    "leave": seating.leave,
    "pause": seating.pause,
    "player": seating.set_player,
    "rename": seating.rename,
    "replace": seating.substitute,
    "resign": seating.resign,
}
"""What people can do, by the end of its address; a field of a form is one of its arguments."""

VALUE_SECONDS = 10.0
"""How long the values of a position are looked for; beyond, they are unknown."""


def _rooms(request: Request) -> Rooms:
    rooms = parts_of(request).rooms
    return rooms


@router.get("/room/{room_id}")
async def room_page(
    request: Request, room_id: str, visitor: Visitor, response: Response, at: int | None = None
) -> HTMLResponse:
    """The whole page."""
    room = await _rooms(request).get(room_id)
    return rendered("room.html", response, **_view(_rooms(request), room, visitor, at))


@router.get("/room/{room_id}/table")
async def table(
    request: Request, room_id: str, visitor: Visitor, response: Response, at: int | None = None
) -> HTMLResponse:
    """The part of the page that changes, as it was after `at` plies, or is now."""
    room = await _rooms(request).get(room_id)
    return rendered("table.html", response, **_view(_rooms(request), room, visitor, at))


@router.get("/room/{room_id}/events")
async def events(request: Request, room_id: str, visitor: Visitor) -> StreamingResponse:
    """What happens, for as long as the tab is open."""
    rooms = _rooms(request)
    room = await rooms.get(room_id)
    return stream(rooms.listen(room, visitor, request))


@router.post("/room/{room_id}/move")
async def move(
    request: Request,
    room_id: str,
    visitor: Visitor,
    response: Response,
    ply: Annotated[int, Form()],
    text: Annotated[str, Form(max_length=40)],
) -> HTMLResponse:
    """Make a move; the answer is the table, with what was wrong if it was refused."""
    rooms = _rooms(request)
    room = await rooms.get(room_id)
    warning, status = "", 200
    try:
        await rooms.play(room, visitor, ply, text)
    except PlygroundError as error:
        warning = str(error)
        status = getattr(error, "status", 422)
    view = _view(rooms, room, visitor, None)
    return rendered("table.html", response, status, **{**view, "warning": warning})


@router.post("/room/{room_id}/{action}")
async def act(
    request: Request,
    room_id: str,
    action: str,
    visitor: Visitor,
    response: Response,
    seat: Annotated[int, Form()] = 0,
    text: Annotated[str, Form(max_length=200)] = "",
    given: Annotated[str, Form(max_length=20, alias="strength")] = "",
) -> Response:
    """Do something else with a game; the answer is the table, or another room's page."""
    rooms = _rooms(request)
    room = await rooms.get(room_id)
    warning, status = "", 200
    try:
        if action == "rematch":
            return go_to(request, f"/room/{await rooms.rematch(room, visitor)}", response)
        if action == "strength":
            action, text = "player", _with(room.state, seat, given)
        kind = _ACTIONS.get(action)
        if kind is None:
            return JSONResponse({"error": f"nothing is called {action!r} here"}, 404)
        values: dict[str, Any] = {"seat": seat, "name": text, "player": text}
        taken = values.keys() & signature(kind).parameters
        await rooms.act(room, visitor, kind, **{name: values[name] for name in taken})
    except PlygroundError as error:
        warning, status = str(error), getattr(error, "status", 422)
    view = _view(rooms, room, visitor, None)
    return rendered("table.html", response, status, **{**view, "warning": warning})


@router.get("/room/{room_id}/values")
async def values(request: Request, room_id: str, visitor: Visitor, at: int) -> JSONResponse:
    """The exact value of each legal move after `at` plies, with the sites that it changes."""
    room = await _valued(request, room_id, visitor)
    position = _position_at(room.state, at)
    if position.over:
        return JSONResponse({"at": position.ply, "value": None, "moves": []})
    courses = parts_of(request).courses

    def find(control: Control) -> dict[str, Any]:
        sites = sites_of_moves(position)
        analysis = analyse(position, limits=Limits(seconds=VALUE_SECONDS), control=control)
        courses.learn(position, analysis.value)
        told = analysis.to_json()
        return {
            "at": position.ply,
            "turn": position.turn,
            "value": told["value"],
            "plies": told["plies"],
            "words": str(analysis.value),
            "line": told["principal_variation"],
            "moves": [
                {**told_move, "words": str(each.value), "sites": sites[each.move]}
                for each, told_move in zip(analysis.moves, told["moves"], strict=True)
            ],
        }

    await parts_of(request.app).compiling.ready(visitor, room.state.game, "analysis")
    return JSONResponse(await parts_of(request).workers.run(visitor, find))


@router.get("/room/{room_id}/course")
async def course_part(
    request: Request, room_id: str, visitor: Visitor, response: Response, at: int | None = None
) -> Response:
    """How the game stood after each ply, as far as is found; who asks again finds more.

    Nothing where values have to be asked for first.
    """
    room = await _valued(request, room_id, visitor)
    courses = parts_of(request).courses
    line = room.state.position.line
    await parts_of(request.app).compiling.ready(visitor, room.state.game, "analysis")
    if not await courses.go_on(line):
        return Response(status_code=204)
    colours = picture_of(
        room.state.position, tuple(seat.colour for seat in room.state.record.seats)
    ).colours
    given = [stood(each, courses.known(each)) for each in line]
    shown = _position_at(room.state, at).ply
    words = told(given)
    return rendered(
        "course.html",
        response,
        svg=course_graph(
            room.state.game,
            "The game so far",
            words,
            curves=list(zip(*(each.heights for each in given), strict=True)),
            hints=[each.text for each in given],
            colours=colours,
            at=shown,
            size=NARROW,
        ),
        words=words,
        shown=shown,
        last=len(line) - 1,
        now=given[shown].text,
        missing=courses.missing(line),
    )


async def _valued(request: Request, room_id: str, visitor: str) -> Room:
    """A room whose values may be shown. Raises WithheldError."""
    rooms = _rooms(request)
    room = await rooms.get(room_id)
    if room.state.record.hides_values:
        raise WithheldError
    check_values(room.state.position, await rooms.withheld(visitor, room.state.game))
    return room


def _with(state: RoomState, seat: int, given: str) -> str:
    """The text of a seat's computer with another strength. Raises RoomError or PlayerError."""
    seats = state.record.seats
    text = seats[seat].player if 0 <= seat < len(seats) else None
    found = None if text is None else strength(text, state.game)
    if text is None or found is None:
        raise RoomError("there is no computer there whose strength can be set")
    try:
        return with_strength(text, given)
    except PlayerError:
        faults = words_of(state.game).faults
        if found.option.kind == "percent" and "percent" in faults:
            raise RoomError(faults["percent"]) from None
        raise


def _position_at(state: RoomState, at: int | None) -> Position:
    """The position after so many plies; the one that is now, if there are not so many."""
    line = state.position.line
    return line[at] if at is not None and 0 <= at < len(line) else state.position


def _view(rooms: Rooms, room: Room, visitor: str, at: int | None) -> dict[str, Any]:
    """What the templates show."""
    holder = digest(visitor)
    state = room.state
    record, position = state.record, _position_at(state, at)
    words = words_of(state.game)
    mine = state.seats_of(holder)
    live = position.ply == state.position.ply
    my_turn = live and state.running and state.position.turn in mine
    last = _last_move(record, position.ply)
    seconds_left = rooms.seconds_left(room)
    picture = picture_of(position, tuple(seat.colour for seat in record.seats))
    looks = swatches(state.game, picture.colours)
    return {
        "room": room,
        "state": state,
        "record": record,
        "game": state.game,
        "position": position,
        "live": live,
        "mine": mine,
        "owner": record.owner == holder,
        "my_turn": my_turn,
        "seats": [
            {**_seat_view(state, seat, holder), "swatch": looks[seat.number]}
            for seat in record.seats
        ],
        "free_seats": [s for s in record.seats if s.kind == "link" and s.holder is None],
        "svg": svg(picture),
        "data": json.dumps(
            board_data(position) if my_turn else {**board_data(position), "moves": []}
        ),
        "said": _status(room, position, live),
        "about": _about(state, position, live),
        "announcement": _announcement(record, position, last),
        "warning": state.trouble,
        "seconds_left": None if seconds_left is None else math.ceil(seconds_left),
        "notes": words.notes(position),
        "hint": words.hint,
        "busy": words.busy
        if state.running and state.seat.kind == "computer"
        else words.turn(state.position),
        "invalid": words.cannot_join(state.position),
        "moves": _move_rows(state),
        "explained": [] if record.hides_values else _explained(last),
        "thinking": words.thinking(called(room.thinking.player)) if room.thinking else "",
        "progress": room.thinking and (PROGRESS[room.thinking.state] or "thinking ..."),
        "preparing": urlencode({"part": "analysis", "game": state.game.name, **state.game.values}),
        "new_game": "/?" + urlencode({"game": state.game.name, **state.game.values}),
        "from_here": "/?"
        + urlencode(
            {"game": state.game.name, **state.game.values, "moves": " ".join(position.history)}
        ),
        "can_take_back": record.owner == holder and state.local and bool(record.moves),
    }


def _status(room: Room, position: Position, live: bool) -> str:
    state = room.state
    words = words_of(state.game)
    if not live:
        return f"After move {position.ply} of {state.position.ply}"
    if state.record.status == "ended":
        return ended_text(state.record)
    if state.record.status == "waiting":
        return "Waiting for people to take their seats"
    if room.thinking:
        return PROGRESS[room.thinking.state] or words.thinking(called(room.thinking.player))
    if state.paused:
        return "The computer was stopped"
    return words.turn(state.position)


def _about(state: RoomState, position: Position, live: bool) -> int | None:
    """The player whom the status is about."""
    if live and state.running:
        return position.turn
    if live and position.outcome is not None:
        return words_of(state.game).subject(position.outcome)
    return None


def _announcement(record: RoomRecord, position: Position, last: MoveRecord | None) -> str:
    """What the last move was, or a welcome."""
    words = words_of(position.game)
    if last is None:
        return words.welcome([seat.kind != "computer" for seat in record.seats])
    if last.details is not None:
        return words.played(position)
    return f"Player {last.seat + 1}: {last.move}"


def _last_move(record: RoomRecord, ply: int) -> MoveRecord | None:
    return next((m for m in record.moves if m.ply == ply - 1), None)


def _seat_view(state: RoomState, seat: SeatRecord, holder: str) -> dict[str, Any]:
    if seat.kind == "computer":
        who = seat.player or ""
    elif seat.holder is None:
        who = "free seat"
    else:
        who = seat.name or ("you" if seat.holder == holder else "a guest")
        if seat.name and seat.holder == holder and not state.local:
            who = f"{seat.name} (you)"
    away = seat.kind == "link" and seat.holder is not None and seat.holder not in state.present
    return {
        "number": seat.number,
        "who": who,
        "kind": seat.kind,
        "player": seat.player or "",
        "strength": strength(seat.player, state.game) if seat.player else None,
        "name": seat.name,
        "mine": seat.holder == holder and seat.kind == "link",
        "turn": state.running and state.position.turn == seat.number,
        "away": away,
        "left": seat.left,
        "may_come_back": seat.left and seat.holder == holder and state.running,
    }


def _move_rows(state: RoomState) -> list[dict[str, Any]]:
    """The moves that led here, those of the start included."""
    history = state.position.history
    return [{"ply": at + 1, "move": move} for at, move in enumerate(history)]


def _explained(last: MoveRecord | None) -> list[tuple[str, str]]:
    """What a computer's move rests on: names and figures."""
    if last is None or last.details is None:
        return []
    choice = Choice.from_json(last.details)
    rows = [("Move", choice.move)]
    if choice.value is not None:
        rows.append(("Value", value_text(choice.value)))
    if choice.depth:
        rows.append(("Depth", str(choice.depth)))
    if choice.nodes:
        rows.append(("Positions", f"{choice.nodes:,}"))
    if choice.cutoffs:
        rows.append(("Cut-offs", f"{choice.cutoffs:,}"))
    rows.append(("Time", f"{1000 * choice.seconds:.0f} ms"))
    if len(choice.pv) > 1:
        rows.append(("It expects", " ".join(choice.pv[1:9])))
    return rows
