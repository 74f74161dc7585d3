"""The page of a game: the board, whose turn it is, and everything that can be done."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from inspect import signature
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse

from plyground.analysis import analyse
from plyground.analysis.course import course_graph
from plyground.players import Choice, PlayerError
from plyground.position import Position
from plyground.render.line_charts import NARROW
from plyground.render.svg import svg
from plyground.search import Control, Limits, value_text
from plyground.web.boards import board_data, new_game, picture_of, sites_of_moves, swatches
from plyground.web.engine.events import stream
from plyground.web.errors import RefusedError, WithheldError
from plyground.web.pages import Asked, Refusal, Visit, refusals
from plyground.web.players_form import called, strength, with_strength
from plyground.web.services import seating
from plyground.web.services.courses import stood, told
from plyground.web.services.rooms import Room
from plyground.web.services.seating import RoomState
from plyground.web.services.withheld import check_values
from plyground.web.store import MoveRecord, RoomRecord, SeatRecord
from plyground.web.words import PROGRESS, Words, ended_text

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


async def _room(visit: Asked, room_id: str) -> Room:
    return await visit.parts.rooms.get(room_id)


AskedRoom = Annotated[Room, Depends(_room)]
"""The room of an address."""


async def _valued(visit: Asked, room: AskedRoom) -> Room:
    if room.state.record.hides_values:
        raise WithheldError
    live = await visit.parts.rooms.withheld(visit.visitor, room.state.game)
    check_values(room.state.position, live)
    return room


ValuedRoom = Annotated[Room, Depends(_valued)]
"""The same, if its values may be shown."""


@router.get("/room/{room_id}")
async def room_page(visit: Asked, room: AskedRoom, at: int | None = None) -> HTMLResponse:
    """The whole page."""
    return visit.page("room.html", **_view(visit, room, at))


@router.get("/room/{room_id}/table")
async def table(visit: Asked, room: AskedRoom, at: int | None = None) -> HTMLResponse:
    """The part of the page that changes, as it was after `at` plies, or is now."""
    return visit.page("table.html", **_view(visit, room, at))


@router.get("/room/{room_id}/events")
async def events(visit: Asked, room: AskedRoom) -> StreamingResponse:
    """What happens, for as long as the tab is open."""
    return stream(visit.parts.rooms.listen(room, visit.visitor, visit.request))


@router.post("/room/{room_id}/move")
async def move(
    visit: Asked,
    room: AskedRoom,
    ply: Annotated[int, Form()],
    text: Annotated[str, Form(max_length=40)],
) -> HTMLResponse:
    """Make a move; the answer is the table, with what was wrong if it was refused."""
    with refusals() as refused:
        await visit.parts.rooms.play(room, visit.visitor, ply, text)
    return _after(visit, room, refused)


@router.post("/room/{room_id}/{action}")
async def act(
    visit: Asked,
    room: AskedRoom,
    action: str,
    seat: Annotated[int, Form()] = 0,
    text: Annotated[str, Form(max_length=200)] = "",
    given: Annotated[str, Form(max_length=20, alias="strength")] = "",
) -> Response:
    """Do something else with a game; the answer is the table, or another room's page."""
    rooms = visit.parts.rooms
    with refusals() as refused:
        if action == "rematch":
            return visit.go_to(f"/room/{await rooms.rematch(room, visit.visitor)}")
        if action == "strength":
            action, text = "player", _with(room.state, seat, given)
        kind = _ACTIONS.get(action)
        if kind is None:
            return JSONResponse({"error": f"nothing is called {action!r} here"}, 404)
        values: dict[str, Any] = {"seat": seat, "name": text, "player": text}
        taken = values.keys() & signature(kind).parameters
        await rooms.act(room, visit.visitor, kind, **{name: values[name] for name in taken})
    return _after(visit, room, refused)


def _after(visit: Visit, room: Room, refused: Refusal) -> HTMLResponse:
    """The table after something was done, or refused."""
    view = _view(visit, room, None)
    return visit.page("table.html", refused.status, **{**view, "warning": refused.words})


@router.get("/room/{room_id}/values")
async def values(visit: Asked, room: ValuedRoom, at: int) -> JSONResponse:
    """The exact value of each legal move after `at` plies, with the sites that it changes."""
    position = _position_at(room.state, at)
    if position.over:
        return JSONResponse({"at": position.ply, "value": None, "moves": []})

    def find(control: Control) -> dict[str, Any]:
        sites = sites_of_moves(position)
        analysis = analyse(position, limits=Limits(seconds=VALUE_SECONDS), control=control)
        visit.parts.courses.learn(position, analysis.value)
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

    await visit.ready(room.state.game, "analysis")
    return JSONResponse(await visit.run(find))


@router.get("/room/{room_id}/course")
async def course_part(visit: Asked, room: ValuedRoom, at: int | None = None) -> Response:
    """How the game stood after each ply, as far as is found; who asks again finds more.

    Nothing where values have to be asked for first.
    """
    state, courses = room.state, visit.parts.courses
    line = state.position.line
    await visit.ready(state.game, "analysis")
    if not await courses.go_on(line):
        return Response(status_code=204)
    given = [stood(each, courses.known(each)) for each in line]
    shown = _position_at(state, at).ply
    words = told(given)
    graph = course_graph(
        state.game,
        "The game so far",
        words,
        curves=list(zip(*(each.heights for each in given), strict=True)),
        hints=[each.text for each in given],
        colours=picture_of(state.position, state.colours).colours,
        at=shown,
        size=NARROW,
    )
    return visit.page(
        "course.html",
        svg=graph,
        words=words,
        shown=shown,
        last=len(line) - 1,
        now=given[shown].text,
        missing=courses.missing(line),
    )


def _with(state: RoomState, seat: int, given: str) -> str:
    """The text of a seat's computer with another strength. Raises RefusedError or PlayerError."""
    seats = state.record.seats
    text = seats[seat].player if 0 <= seat < len(seats) else None
    found = None if text is None else strength(text, state.game)
    if text is None or found is None:
        raise RefusedError("there is no computer there whose strength can be set")
    try:
        return with_strength(text, given)
    except PlayerError:
        faults = state.game.face.wording.faults
        if found.option.kind == "percent" and "percent" in faults:
            raise RefusedError(faults["percent"]) from None
        raise


def _position_at(state: RoomState, at: int | None) -> Position:
    """The position after so many plies; the one that is now, if there are not so many."""
    line = state.position.line
    return line[at] if at is not None and 0 <= at < len(line) else state.position


def _view(visit: Visit, room: Room, at: int | None) -> dict[str, Any]:
    """What the templates show."""
    state, holder = room.state, visit.holder
    record, position = state.record, _position_at(state, at)
    words, game = Words(state.game), state.game
    mine, owner = state.seats_of(holder), record.owner == holder
    live = position.ply == state.position.ply
    my_turn = live and state.running and state.position.turn in mine
    last = next((each for each in record.moves if each.ply == position.ply - 1), None)
    seconds_left = visit.parts.rooms.seconds_left(room)
    picture = picture_of(position, state.colours)
    looks = swatches(game, picture.colours)
    about = None
    if live and state.running:
        about = position.turn
    elif live and position.outcome is not None:
        about = words.own.subject(position.outcome)
    return {
        "room": room,
        "state": state,
        "record": record,
        "game": game,
        "position": position,
        "live": live,
        "mine": mine,
        "owner": owner,
        "my_turn": my_turn,
        "seats": [
            {**_seat_view(state, seat, holder), "swatch": looks[seat.number]}
            for seat in record.seats
        ],
        "free_seats": [s for s in record.seats if s.kind == "link" and s.holder is None],
        "svg": svg(picture),
        "data": json.dumps(board_data(position, clickable=my_turn)),
        "said": _status(room, position, live),
        "about": about,
        "announcement": _announcement(record, position, last),
        "warning": state.trouble,
        "seconds_left": None if seconds_left is None else math.ceil(seconds_left),
        "notes": words.notes(position),
        "hint": words.hint,
        "busy": words.own.busy
        if state.running and state.seat.kind == "computer"
        else words.turn(state.position),
        "invalid": words.cannot_join(state.position),
        "explained": [] if record.hides_values else _explained(last),
        "thinking": words.thinking(called(room.thinking.player)) if room.thinking else "",
        "progress": room.thinking and (PROGRESS[room.thinking.state] or "thinking ..."),
        "preparing": urlencode({"part": "analysis", "game": game.name, **game.values}),
        "new_game": new_game(game),
        "from_here": new_game(game, moves=" ".join(position.history)),
        "can_take_back": owner and state.local and bool(record.moves),
    }


def _status(room: Room, position: Position, live: bool) -> str:
    state = room.state
    words = Words(state.game)
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


def _announcement(record: RoomRecord, position: Position, last: MoveRecord | None) -> str:
    """What the last move was, or a welcome."""
    words = Words(position.game)
    if last is None:
        return words.welcome([seat.kind != "computer" for seat in record.seats])
    if last.details is not None:
        return words.played(position)
    return f"Player {last.seat + 1}: {last.move}"


def _seat_view(state: RoomState, seat: SeatRecord, holder: str) -> dict[str, Any]:
    taken, own = seat.holder is not None, seat.holder == holder
    who = seat.name or ("you" if own else "a guest")
    if seat.kind == "computer":
        who = seat.player or ""
    elif not taken:
        who = "free seat"
    elif seat.name and own and not state.local:
        who = f"{seat.name} (you)"
    return {
        "number": seat.number,
        "who": who,
        "kind": seat.kind,
        "strength": strength(seat.player, state.game) if seat.player else None,
        "mine": own and seat.kind == "link",
        "turn": state.running and state.position.turn == seat.number,
        "away": seat.kind == "link" and taken and seat.holder not in state.present,
        "left": seat.left,
        "may_come_back": seat.left and own and state.running,
    }


def _explained(last: MoveRecord | None) -> list[tuple[str, str]]:
    """What a computer's move rests on: names and figures, of what there is."""
    if last is None or last.details is None:
        return []
    choice = Choice.from_json(last.details)
    rows = {
        "Move": choice.move,
        "Value": choice.value and value_text(choice.value),
        "Depth": choice.depth and str(choice.depth),
        "Positions": choice.nodes and f"{choice.nodes:,}",
        "Cut-offs": choice.cutoffs and f"{choice.cutoffs:,}",
        "Time": f"{1000 * choice.seconds:.0f} ms",
        "It expects": " ".join(choice.pv[1:9]),
    }
    return [(name, text) for name, text in rows.items() if text]
