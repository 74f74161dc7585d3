"""The page of a game: the board, the turn, and everything a visitor can do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from inspect import signature
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from markupsafe import Markup
from pydantic import StringConstraints

from plyground.analysis import analyse
from plyground.analysis.course import course_graph, heights
from plyground.analysis.why import account_of, thoughts_of, truth_of
from plyground.browser.pages import table_part
from plyground.players import Choice, parse_player
from plyground.position import Position
from plyground.render.line_charts import NARROW
from plyground.render.palette import Palette
from plyground.search import Control, Limits, MoveValue, value_text
from plyground.web.boards import picture_of, whole_board
from plyground.web.engine.warm import part_of
from plyground.web.errors import NotFoundError, RefusedError, WithheldError
from plyground.web.pages import Asked, AskedRoom, Refusal, Sent, Visit
from plyground.web.pages.found import value_data
from plyground.web.pages.owned import answer, owned_data
from plyground.web.pages.room_state import Known, owns, table_of_room, words_of
from plyground.web.pages.room_view import view_of
from plyground.web.players_form import percent_in_words, strength, with_strength
from plyground.web.services import offers, seating
from plyground.web.services.courses import course_text, stood
from plyground.web.services.rooms import Room

router = APIRouter(include_in_schema=False)

_ACTIONS: dict[str, Callable[..., seating.RoomState]] = {
    "abort": seating.abort,
    "accept": offers.accept,
    "back": seating.take_back,
    "cancel": seating.cancel,
    "claim": seating.claim,
    "come-back": seating.come_back,
    "decline": offers.decline,
    "go-on": seating.go_on,
    "invite": seating.invite,
    "leave": seating.leave,
    "offer": offers.offer,
    "pause": seating.pause,
    "player": seating.set_player,
    "replace": seating.substitute,
    "resign": seating.resign,
    "withdraw": offers.withdraw,
}
"""What people can do, by the end of the address; the fields of a form are the arguments."""

VALUE_SECONDS = 10.0
"""Seconds to find the values of a position; after that they are unknown."""


TabName = Annotated[str, StringConstraints(max_length=40)]
"""The name of a tab, which its page makes up."""


async def _valued(visit: Asked, room: AskedRoom) -> Room:
    if room.state.record.hides_values:
        raise WithheldError
    await visit.check_values(room.state.position)
    return room


ValuedRoom = Annotated[Room, Depends(_valued)]
"""The same, if its values may be shown."""


@router.get("/room/{room_id}")
async def room_page(visit: Asked, room: AskedRoom, at: int | None = None) -> Response:
    """The whole page, with a picture of the board until its script draws it."""
    state = room.state
    owned = owns(visit, room)  # once: an engine may be ready in the next moment
    if owned:
        more = owned_data(visit, room)
    else:
        more = {"table": table_of_room(room, words_of(visit, room))}
    view = await view_of(visit, room, owned, at=at, **more)
    position = _position_at(state, at)
    board = await asyncio.to_thread(
        whole_board, position, picture_of(position, state.colours).colours
    )
    return visit.page("room.html", **{**view, **board, "table": _table})


def _table(**parts: str) -> Markup:
    return Markup(table_part(**parts))


@router.get("/room/{room_id}/table")
async def table(visit: Asked, room: AskedRoom) -> HTMLResponse:
    """How a game of the server is."""
    view = await view_of(visit, room, owns(visit, room), known=_known(visit))
    return visit.page("table.html", **view)


def _known(visit: Visit) -> Known | None:
    """The plies of which a page has the positions, by its request, and their mark."""
    ply, _, mark = visit.request.headers.get("x-known", "").partition(" ")
    return (int(ply), mark) if re.fullmatch("[0-9]{1,5}", ply) else None


@router.get("/room/{room_id}/sheets")
async def sheets(visit: Asked, room: AskedRoom) -> HTMLResponse:
    """What can be opened over the table."""
    view = await view_of(visit, room, owns(visit, room), known=_known(visit))
    return visit.page("sheets.html", **view)


@router.get("/room/{room_id}/events")
async def events(visit: Asked, room: AskedRoom, tab: TabName = "") -> StreamingResponse:
    """The events of the room, for as long as the tab is open. It answers each beat by its name."""
    return visit.parts.hub.stream(visit.parts.rooms.listen(room, visit.visitor, tab))


@router.post("/room/{room_id}/beat")
async def beat(
    visit: Asked, room: AskedRoom, tab: Annotated[TabName, Form()], beat: Annotated[int, Form()]
) -> Response:
    """A tab's answer to a beat."""
    visit.parts.rooms.answer(room, visit.visitor, tab, beat)
    return Response(status_code=204)


@router.post("/room/{room_id}/move")
async def move(
    visit: Asked,
    room: AskedRoom,
    ply: Annotated[int, Form()],
    text: Annotated[str, Form(max_length=40)],
    mark: Annotated[str, Form(max_length=8)] = "",
) -> Response:
    """Make a move. The answer is the table, with the reason if the move is refused."""
    with Refusal() as refused:
        await visit.parts.rooms.play(room, visit.visitor, ply, text, mark)
    return await _after(visit, room, refused)


@router.post("/room/{room_id}/rename")
async def rename(visit: Asked, room: AskedRoom, sent: Sent) -> Response:
    """Give the visitor's seats other names, "name0" to the first. The answer is the table."""
    seats = range(len(room.state.record.seats))
    names = {seat: sent[f"name{seat}"] for seat in seats if f"name{seat}" in sent}
    with Refusal() as refused:
        await visit.parts.rooms.act(room, visit.visitor, seating.rename, names)
    return await _after(visit, room, refused)


@router.post("/room/{room_id}/{action}")
async def act(
    visit: Asked,
    room: AskedRoom,
    action: str,
    seat: Annotated[int, Form()] = 0,
    text: Annotated[str, Form(max_length=200)] = "",
    given: Annotated[str, Form(max_length=20, alias="strength")] = "",
) -> Response:
    """Do something else with a game. The answer is the table, or another room's page."""
    rooms = visit.parts.rooms
    with Refusal() as refused:
        if action == "rematch":
            again = await rooms.rematch(room, visit.visitor)
            if again is None:
                return await _after(visit, room, refused)
            return visit.go_to(f"/room/{again}")
        if action == "left":
            await rooms.end_left(room, visit.visitor, text)
            return await _after(visit, room, refused)
        if action == "strength":
            action, text = "player", _with(room.state, seat, given)
        kind = _ACTIONS.get(action)
        if kind is None:
            return JSONResponse({"error": f"a room has no action {action!r}"}, 404)
        values: dict[str, Any] = {"seat": seat, "name": text, "player": text, "kind": text}
        taken = values.keys() & signature(kind).parameters
        await rooms.act(room, visit.visitor, kind, **{name: values[name] for name in taken})
        if action == "cancel" and room.state.record.status == "ended":
            return visit.go_to("/")
    return await _after(visit, room, refused)


async def _after(visit: Visit, room: Room, refused: Refusal) -> Response:
    """The table after an action, or its refusal; as data for a page that owns the game."""
    if visit.request.headers.get("accept") == "application/json":
        return await answer(visit, room, refused)
    view = await view_of(visit, room, owns(visit, room), refused.words, _known(visit))
    return visit.page("table.html", refused.status, **view)


@router.get("/room/{room_id}/values/allowed", dependencies=[Depends(_valued)])
async def may_see_values() -> Response:
    """Whether the page may find values: an error if they are withheld."""
    return Response(status_code=204)


@router.get("/room/{room_id}/values")
async def values(visit: Asked, room: ValuedRoom, at: int) -> JSONResponse:
    """The exact value of each legal move after `at` plies, and how good that is for player 1."""
    position = _position_at(room.state, at)
    if position.over:
        return JSONResponse({"at": position.ply, "value": None, "moves": []})

    wording = room.state.game.face.manner(room.state.record.as_before).wording

    def find(control: Control) -> dict[str, Any]:
        analysis = analyse(position, limits=Limits(seconds=VALUE_SECONDS), control=control)
        visit.parts.courses.learn(position, analysis.value)
        data = analysis.to_json()
        return {
            "at": position.ply,
            "turn": position.turn,
            "value": data["value"],
            "plies": data["plies"],
            "words": value_text(analysis.value, moves=True),
            "line": data["principal_variation"],
            "best": wording.spoken(analysis.moves[0].move),
            "height": heights(position, analysis.value)[0],
            "moves": [
                {**move_data, "words": value_text(each.value, moves=True)}
                for each, move_data in zip(analysis.moves, data["moves"], strict=True)
            ],
        }

    await visit.ready(room.state.game, "analysis")
    return JSONResponse(await visit.run(find, heavy=True, gives_best=True))


@router.get("/room/{room_id}/why")
async def why(visit: Asked, room: AskedRoom, at: int) -> JSONResponse:
    """What a computer says of its move after `at` plies, and what it thought of each move then."""
    record, position = room.state.record, _position_at(room.state, at)
    if record.hides_values:
        raise WithheldError
    details = next((each.details for each in record.moves if each.ply == at), None)
    player = parse_player(record.seats[position.turn].player or "human", kept=True)
    if details is None or player is None:
        raise NotFoundError("no computer has made this move")
    choice, thinker = Choice.from_json(details), player

    def valued(moves: Iterable[MoveValue]) -> list[dict[str, Any]]:
        return [{"move": each.move, **(value_data(each.value) or {})} for each in moves]

    def find(control: Control) -> dict[str, Any]:
        truth = truth_of(position, choice, control)
        return {
            "account": [
                each.to_json(position, choice.move) for each in account_of(position, choice, truth)
            ],
            "thoughts": valued(thoughts_of(position, choice, thinker, control)),
            "worths": valued(truth.worths if truth else ()),
        }

    await visit.ready(room.state.game, part_of(player))
    return JSONResponse(await visit.run(find, heavy=True, gives_best=True))


@router.get("/room/{room_id}/course")
async def course_part(visit: Asked, room: ValuedRoom, at: int | None = None) -> Response:
    """The course of the game so far as values are found; each further request finds more.

    Empty where the visitor has to ask for values first.
    """
    state, courses = room.state, visit.parts.courses
    line = state.position.line
    await visit.ready(state.game, "analysis")
    if not await courses.go_on(line):
        return Response(status_code=204)
    given = [stood(each, courses.known(each)) for each in line]
    shown = _position_at(state, at).ply
    words = course_text(given)
    graph = course_graph(
        state.game,
        "The game so far",
        words,
        curves=list(zip(*(each.heights for each in given), strict=True)),
        hints=[each.text for each in given],
        palette=Palette(picture_of(state.position, state.colours).colours, variables=True),
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


def _with(state: seating.RoomState, seat: int, given: str) -> str:
    """The text of a seat's computer with another strength. Raises RefusedError or PlayerError."""
    seats = state.record.seats
    text = seats[seat].player if 0 <= seat < len(seats) else None
    found = None if text is None else strength(text, state.game)
    if text is None or found is None:
        raise RefusedError("this seat has no computer with a strength to set")
    wording = state.game.face.manner(state.record.as_before).wording
    with percent_in_words(wording, [found.option]):
        return with_strength(text, given)


def _position_at(state: seating.RoomState, at: int | None) -> Position:
    """The position after this many plies, or the present one if there are fewer."""
    line = state.position.line
    return line[at] if at is not None and 0 <= at < len(line) else state.position
