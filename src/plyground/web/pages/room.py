"""The page of a game: the board, the turn, and everything a visitor can do."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from inspect import signature
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, Form, Response
from fastapi.responses import HTMLResponse, JSONResponse, StreamingResponse
from pydantic import StringConstraints

from plyground.analysis import analyse
from plyground.analysis.course import course_graph, heights
from plyground.analysis.why import why
from plyground.browser.geometry import swatches
from plyground.players import ByRules, Choice
from plyground.position import Position
from plyground.render.line_charts import NARROW
from plyground.render.palette import Palette
from plyground.search import SOLVABLE, Control, Limits, value_text
from plyground.web.boards import board_text, in_one_file, new_game, picture_of, whole_board
from plyground.web.errors import RefusedError, WithheldError
from plyground.web.pages import Asked, AskedRoom, Refusal, Sent, Visit
from plyground.web.pages.glassbox import Inside, inside
from plyground.web.pages.next_game import climb, met_again
from plyground.web.pages.owned import answer, owned_page, owns
from plyground.web.people import away, missing, offered, rival, seated, title
from plyground.web.players_form import percent_in_words, strength, with_strength
from plyground.web.services import offers, seating
from plyground.web.services.courses import course_text, stood
from plyground.web.services.rooms import Room
from plyground.web.sharing import Invitation
from plyground.web.words import PROGRESS, Words, cast_of, ended_words

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
    view = await _view(visit, room, at)
    if view["owned"]:
        return await owned_page(visit, room, view, at)
    position = view["position"]
    colours = picture_of(position, room.state.colours).colours
    board = await asyncio.to_thread(whole_board, position, colours)
    return visit.page("room.html", **{**view, **board})


@router.get("/room/{room_id}/table")
async def table(visit: Asked, room: AskedRoom, at: int | None = None) -> HTMLResponse:
    """The part of the page that changes, after `at` plies or now."""
    return visit.page("table.html", **await _view(visit, room, at))


@router.get("/room/{room_id}/sheets")
async def sheets(visit: Asked, room: AskedRoom) -> HTMLResponse:
    """What can be opened over the table."""
    return visit.page("sheets.html", **await _view(visit, room, None))


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
    view = await _view(visit, room, None)
    return visit.page("table.html", refused.status, **{**view, "warning": refused.words})


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


def _invitation(visit: Visit, room: Room) -> Invitation | None:
    """The link for others, if seats are free and the visitor is not one who came by it."""
    state, holder = room.state, visit.holder
    part = state.record.owner == holder or state.seats_of(holder)
    if state.record.status != "waiting" or not part:
        return None
    return visit.invitation(f"/room/{room.id}")


def _inside(state: seating.RoomState, seat: int, position: Position, choice: Choice) -> Inside:
    """Where to look inside a search such as the one for the last move."""
    return inside(position, state.record.seats[seat].player or "", choice)


def _why_not(state: seating.RoomState, mine: Sequence[int], words: Words) -> str:
    """Why a visitor who has these seats cannot move now, when it is not their turn; empty for one
    who only watches, and knows it.
    """
    if not mine:
        return ""
    waits = state.running and state.seat.kind == "computer"
    return words.own.busy if waits else words.turn(state.position)


async def _view(visit: Visit, room: Room, at: int | None) -> dict[str, Any]:
    """What the templates show, all of one moment: moves with another version would be taken for
    newer ones.
    """
    state, version, holder = room.state, room.version, visit.holder
    record, position = state.record, _position_at(state, at)
    game, cast = state.game, cast_of(record, state.game, holder)
    words = Words(game, record.as_before, cast)
    mine, owner = state.seats_of(holder), record.owner == holder
    live = position.ply == state.position.ply
    my_turn = live and state.running and state.position.turn in mine
    last = next((each for each in record.moves if each.ply == position.ply - 1), None)
    details = None if last is None else last.details
    seconds_left = visit.parts.rooms.seconds_left(room)
    choice = Choice.from_json(details) if details and not record.hides_values else None
    picture = picture_of(position, state.colours)
    manner = {"as-before": "yes"} if record.as_before else {}
    outcome = position.outcome if live else None
    offer_kinds = offers.can_offer(state, holder) if live else []
    about = None if outcome is None else words.own.subject(outcome)
    left = visit.parts.rooms.left_seat(room, visit.visitor)
    alone_here = record.people == {holder}
    rivals = [rival(record, seat.number, game) for seat in record.seats]
    return {
        "room": room,
        "version": version,
        "mark": seating.mark(state.position.history),
        "state": state,
        "record": record,
        "game": game,
        "position": position,
        "live": live,
        "finished": live and record.status == "ended",
        "by_link": not state.local,
        "many": len(record.seats) > SOLVABLE,
        "met": list(dict.fromkeys(filter(None, rivals))),
        "mine": mine,
        "owner": owner,
        "my_turn": my_turn,
        "holder": holder,
        "swatches": swatches(game, Palette(picture.colours, variables=True)),
        "strengths": [seat.player and strength(seat.player, game) for seat in record.seats],
        "rivals": rivals,
        "who": [seated(record, seat.number, cast, holder) for seat in record.seats],
        "invitation": _invitation(visit, room),
        "svg": "",
        "shown": board_text(position, picture.colours),
        "words": words,
        "names": [cast.name(seat.number) for seat in record.seats],
        "welcome": words.welcome([seat.kind != "computer" for seat in record.seats]),
        "ended": ended_words(record, game, holder),
        "about": about,
        "clocks": visit.parts.rooms.clocks(room),
        "title": title(state, cast),
        "stranger": not visit.known,
        "watching": not mine and not owner and state.running,
        "offered": live and record.offer and offered(record.offer, cast),
        "asked": live and offers.is_asked(state, holder),
        "wants_rematch": offers.can_want_rematch(state, holder),
        "away": away(state, holder),
        "left": left is not None and live,
        "missing": missing(state, cast, holder, left is not None) if live else "",
        "can_offer": offer_kinds,
        "last": last,
        "warning": state.trouble,
        "owned": owns(visit, room),
        "is_thinking": visit.parts.rooms.is_thinking(room),
        "seconds_left": None if seconds_left is None else math.ceil(seconds_left),
        "notes": words.notes(position),
        "hint": words.hint,
        "busy": _why_not(state, mine, words),
        "invalid": words.cannot_join(state.position),
        "choice": choice,
        "spoken": any(seat.player == ByRules.name for seat in record.seats),
        "why": choice and why(choice, words.own),
        "inside": choice and last and _inside(state, last.seat, position, choice),
        "winner": None if outcome is None else outcome.winner,
        "thinking": words.thinking(state.position),
        "waiting": room.thinking and PROGRESS[room.thinking.state],
        "preparing": urlencode({"part": "analysis", "game": game.name, **game.values}),
        "new_game": new_game(game, **manner),
        "from_here": new_game(game, moves=" ".join(position.history), **manner),
        "colours": [
            name.capitalize() if seat.colour in (None, game.colours[seat.number]) else ""
            for seat, name in zip(
                record.seats, game.player_names or [""] * game.players, strict=True
            )
        ],
        "alone": in_one_file(game) if "cells" in game.rules.kernels else "",
        "as_file": in_one_file(game, download="yes", moves=" ".join(position.history)),
        "link": None if state.local else visit.invitation(f"/room/{room.id}"),
        "met_again": met_again(state, mine) if live else [],
        "climb": await climb(visit, state, mine) if live else None,
        "history": quote(" ".join(position.history)),
        "can_take_back": owner and bool(record.moves) if state.local else "back" in offer_kinds,
        "can_end": owner and state.local and state.running and not record.as_before,
        "can_invite": owner and bool(mine) and state.local and state.running,
        "can_delete": alone_here or (live and holder in record.people and not state.running),
        "alone_here": alone_here,
        "can_resign": bool(mine) and not state.local and state.running,
    }
