"""The page of a game that it owns: it plays, and what it gets for that is here, and how the server
keeps what it plays.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException, Query, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from plyground.browser.pages import offered_kinds, table_data, usual_computer
from plyground.position import Game
from plyground.search import book_plies
from plyground.web.engine.modules import PageEngine
from plyground.web.errors import RefusedError
from plyground.web.games import game_from
from plyground.web.pages import Asked, AskedForGood, AskedRoom, Refusal, Visit
from plyground.web.pages.found import PLIES_MOST, Found, Model, Number, Text
from plyground.web.pages.look import FOR_EVER
from plyground.web.pages.room_state import computer_data, owns, room_state, words_of
from plyground.web.services.rooms import Home, Room
from plyground.web.services.seating import PageMove

router = APIRouter(include_in_schema=False)

_GONE = "this page is of an older Plyground: reload it"


class MadeMove(Model):
    """A move as a page has it; a computer's with what it found."""

    move: Text
    found: Found | None = None


class Line(Model):
    """How a game goes on after its first `ply` plies; `waits` says that a computer was stopped."""

    ply: Annotated[int, Field(ge=0, le=PLIES_MOST)]
    moves: Annotated[list[MadeMove], Field(max_length=PLIES_MOST)]
    waits: bool = False

    def made(self, game: Game) -> list[PageMove]:
        """The moves, with what players of the game report."""
        return [
            PageMove(each.move, each.found.choice(game, each.move) if each.found else None)
            for each in self.moves
        ]


class SavedLine(Line):
    """The same for a version of a room."""

    version: Number


class Copy(Line):
    """The same for a copy of a room, of an id that its page has made up. `begins` are the moves of
    the first `ply` plies, which another page may have changed meanwhile.
    """

    begins: Annotated[list[Text], Field(max_length=PLIES_MOST)] | None = None
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16}$")]


async def answer(visit: Visit, room: Room, refused: Refusal) -> Response:
    """What a page of a game that it owns gets after an action, or its refusal."""
    return JSONResponse(
        await room_state(visit, room, owns(visit, room), refused.words), refused.status
    )


def owned_data(visit: Visit, room: Room) -> dict[str, Any]:
    """What the page of a game that the visitor owns takes besides: its engine comes later."""
    engine = visit.parts.rooms.page_engine(room)
    assert engine is not None
    game = room.state.game
    plies, own = book_plies(game), engine.data["engine"]["book"]
    return {
        # The first plies, whose values only the server has, from a book that was built here.
        "book": 0 if own is not None and own["plies"] >= plies else max(plies, 0),
        **addresses(game, engine),
    }


@router.get("/room/{room_id}/state")
async def state(visit: Asked, room: AskedRoom) -> Response:
    """How the game is, for the page that owns it."""
    return await answer(visit, room, Refusal())


@router.get("/room/{room_id}/refusal")
async def refusal(
    visit: Asked, room: AskedRoom, ply: int, move: Annotated[str, Query(max_length=40)]
) -> Response:
    """The move that a text means after so many plies; or why it is not possible, in the words of
    the game.
    """
    line, found = room.state.position.line, ""
    with Refusal() as refused:
        found = words_of(visit, room).play(line[min(max(ply, 0), len(line) - 1)], move).history[-1]
    return JSONResponse({"words": refused.words, "move": found})


@router.get("/room/{room_id}/engine")
async def engine(visit: Asked, room: AskedRoom) -> Response:
    """Where the data and the module of the game's engine are.

    202 while they are being made, 404 for a game that the server plays.
    """
    found = visit.parts.rooms.page_engine(room)
    if found is not None:
        return JSONResponse({"key": found.key, **addresses(room.state.game, found)})
    state = room.state
    if visit.parts.modules is None or not state.alone or state.record.as_before:
        raise HTTPException(404, "the server plays this game")
    return Response(status_code=202)


@router.post("/room/{room_id}/line")
async def line(visit: Asked, room: AskedRoom, sent: SavedLine) -> Response:
    """Keep a game as the page that owns it has it. The answer is the version; how the game is where
    that is not kept.
    """
    with Refusal() as refused:
        moves = sent.made(room.state.game)
        await visit.parts.rooms.save(room, visit.visitor, sent.version, sent.ply, moves, sent.waits)
        return Response(status_code=204, headers={"X-Version": str(room.version)})
    return await answer(visit, room, refused)


@router.post("/room/{room_id}/copy")
async def copy(visit: AskedForGood, room: AskedRoom, sent: Copy) -> Response:
    """Keep a page's game as a copy of its own, because the room's went on in another way."""
    moves = sent.made(room.state.game)
    begins = sent.begins or room.state.position.history[: sent.ply]
    if len(begins) != sent.ply:
        raise RefusedError(f"the first moves of a copy are {sent.ply}, and not {len(begins)}")
    visit.parts.new_rooms.take(visit.visitor)
    await visit.parts.rooms.copy(room, visit.visitor, sent.id, begins, moves, sent.waits)
    return Response(status_code=204)


@router.post("/room/{room_id}/think-in")
async def think_in(visit: Asked, room: AskedRoom, home: Annotated[Home, Form()]) -> Response:
    """Let computers think in the page or on the server."""
    await visit.parts.rooms.think_in(room, visit.visitor, home)
    return Response(status_code=204)


def addresses(game: Game, found: PageEngine) -> dict[str, str]:
    """Where the data of a game's engine and its module are, from the app's first page."""
    query = urlencode({"game": game.name, **game.values})
    files = {"data": "data.json", "module": "module.wasm"}
    return {name: f"engine/{found.key}/{file}?{query}" for name, file in files.items()}


@router.get("/engine/{key}/data.json")
async def data(visit: Asked, key: str) -> Response:
    """What a table knows of the query's game, all but its board: see `TableData` in table.js."""
    game = game_from(visit.request.query_params)
    found = _known(visit, key).data
    text = json.dumps(
        {
            "engine": found["engine"],
            "phrases": found["phrases"],
            "hinter": json.dumps(computer_data(usual_computer(game), game)),
            **table_data(game, found["board"]["players"], offered_kinds(game, found)),
        }
    )
    return Response(text, media_type="application/json", headers=FOR_EVER)


@router.get("/engine/{key}/module.wasm")
async def module(visit: Asked, key: str) -> Response:
    """The module of the game of the query."""
    found = _known(visit, key)
    headers = {**FOR_EVER, "Vary": "Accept-Encoding"}
    if "gzip" in visit.request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.module, media_type="application/wasm", headers=headers)
    content = await asyncio.to_thread(gzip.decompress, found.module)
    return Response(content, media_type="application/wasm", headers=headers)


def _known(visit: Visit, key: str) -> PageEngine:
    game = game_from(visit.request.query_params)
    found = None if visit.parts.modules is None else visit.parts.modules.ready(game)
    if found is None or found.key != key:
        raise HTTPException(404, _GONE)
    return found
