"""What a page of a game gets for playing it itself: the engine, and what it says and draws."""

from __future__ import annotations

import asyncio
import gzip
import json
from functools import lru_cache
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Response
from pydantic import BaseModel, ConfigDict, Field

from plyground.browser.data import page_player
from plyground.browser.phrases import phrases
from plyground.players import Choice, called, parse_player
from plyground.players.recipes import recipe_of
from plyground.position import Game
from plyground.search import Value, book_plies
from plyground.web.engine.modules import PageEngine
from plyground.web.games import game_from
from plyground.web.pages import Asked, AskedRoom, Visit
from plyground.web.pages.look import FOR_EVER
from plyground.web.services.rooms import Room
from plyground.web.services.seating import PageMove
from plyground.web.words import cast_of

router = APIRouter(include_in_schema=False)

_GONE = "this page is of an older Plyground: reload it"

Number = Annotated[int, Field(ge=0, le=2**53)]
Text = Annotated[str, Field(max_length=40)]

_PLIES_MOST = 1000


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class FoundLimit(_Model):
    """A proven limit of a value."""

    value: Literal["win", "draw", "loss"]
    plies: Annotated[int, Field(ge=0, le=10_000)] | None


class FoundValue(_Model):
    """A value as a page reports it."""

    value: Literal["win", "draw", "loss", "unknown"]
    plies: Annotated[int, Field(ge=0, le=10_000)] | None
    at_least: FoundLimit | None = None
    at_most: FoundLimit | None = None
    score: Annotated[int, Field(ge=-(2**53), le=2**53)] | None = None
    expectation: Annotated[float, Field(ge=0, le=1)] | None = None


class Found(_Model):
    """What a computer of a page found for its move, in figures that nobody can check."""

    value: FoundValue | None
    depth: Annotated[int, Field(ge=0, le=10_000)] | None
    line: Annotated[list[Text], Field(max_length=_PLIES_MOST)]
    nodes: Number
    leaves: Number
    cutoffs: Number
    table_hits: Number
    seconds: Annotated[float, Field(ge=0, le=1e6)]
    rule: Annotated[int, Field(ge=0, le=100)] = 0

    def choice(self, game: Game, move: str) -> Choice:
        """A move and these figures as a player of the game gives them."""
        recipe, rule = recipe_of(game), ""
        if recipe is not None and 0 < self.rule <= len(recipe.rules):
            rule = recipe.spoken(self.rule)
        value = None if self.value is None else Value.from_json(self.value.model_dump())
        return Choice(
            move=move,
            value=value,
            depth=self.depth,
            pv=tuple(self.line),
            nodes=self.nodes,
            leaves=self.leaves,
            cutoffs=self.cutoffs,
            table_hits=self.table_hits,
            seconds=self.seconds,
            rule=rule,
        )


class MadeMove(_Model):
    """A move as a page has it; a computer's with what it found."""

    move: Text
    found: Found | None = None


class Line(_Model):
    """How a game goes on after its first `ply` plies; `waits` says that a computer was stopped."""

    ply: Annotated[int, Field(ge=0, le=_PLIES_MOST)]
    moves: Annotated[list[MadeMove], Field(max_length=_PLIES_MOST)]
    waits: bool = False

    def made(self, game: Game) -> list[PageMove]:
        """The moves, with what players of the game report."""
        return [
            PageMove(each.move, each.found.choice(game, each.move) if each.found else None)
            for each in self.moves
        ]


class SavedLine(Line):
    """The same for a version of a room; `drawn` says that the page shows all of it."""

    version: Number
    drawn: bool = False


class Copy(Line):
    """The same for a copy of a room, of an id that its page has made up. `begins` are the moves of
    the first `ply` plies, which another page may have changed meanwhile.
    """

    begins: Annotated[list[Text], Field(max_length=_PLIES_MOST)] | None = None
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16}$")]


def in_page(visit: Visit, room: Room) -> str:
    """What the script of a room's page has to know to play the game itself, as JSON: empty if the
    server plays for it.

    "key" is that of the engine, "home" where computers think, and "busy" whether one thinks on the
    server now. "owner": the page is that of the room's maker. "moves" are those played so far, from
    the empty board. "seats" has for each computer its "called" and its "player", null if only the
    server has it; null for a person. "names" are those of people, "" for no name; "you" is the
    reader's seat, or null. A computer that is "stopped" waits until someone lets it go on.
    """
    engine = visit.parts.rooms.page_engine(room)
    if engine is None:
        return ""
    state = room.state
    record = state.record
    cast = cast_of(record, state.game, visit.holder)
    return json.dumps(
        {
            "key": engine.key,
            "home": room.home,
            "busy": room.thinking is not None,
            "owner": record.owner == visit.holder,
            "running": state.running,
            "stopped": state.paused or bool(state.trouble),
            "moves": state.position.history,
            "seats": [
                None if seat.kind != "computer" else _computer(seat.player or "", state.game)
                for seat in record.seats
            ],
            "names": cast.names,
            "you": cast.you,
        }
    )


@lru_cache(maxsize=1000)
def _computer(text: str, game: Game) -> dict[str, Any]:
    name = called(text, game)
    player = parse_player(text, kept=True)
    assert name is not None
    assert player is not None
    return {
        "called": {"short": name.short, "full": name.full},
        "player": page_player(player, game),
    }


@router.get("/room/{room_id}/engine")
async def engine(visit: Asked, room: AskedRoom) -> Response:
    """What the page says, and where the data and the module of its engine are.

    202 while they are being made, 404 for a game that the server plays.
    """
    found = visit.parts.rooms.page_engine(room)
    if found is None:
        if visit.parts.modules is None or not room.state.alone:
            raise HTTPException(404, "the server plays this game")
        return Response(status_code=202)
    state = room.state
    text = await asyncio.to_thread(_data, state.game, found, state.record.as_before)
    return Response(text, media_type="application/json")


@lru_cache(maxsize=100)
def _data(game: Game, found: PageEngine, as_before: bool) -> str:
    plies, own = book_plies(game), found.data["engine"]["book"]
    return json.dumps(
        {
            "key": found.key,
            **addresses(game, found),
            "phrases": phrases(game, as_before) if as_before else found.data["phrases"],
            # The first plies, whose values only the server has, from a book that was built here.
            "book": 0 if own is not None and own["plies"] >= plies else max(plies, 0),
        }
    )


def addresses(game: Game, found: PageEngine) -> dict[str, str]:
    """Where the data of a game's engine and its module are, from the app's first page."""
    query = urlencode({"game": game.name, **game.values})
    files = {"data": "data.json", "module": "module.wasm"}
    return {name: f"engine/{found.key}/{file}?{query}" for name, file in files.items()}


@router.get("/engine/{key}/data.json")
async def data(visit: Asked, key: str) -> Response:
    """The data that the module of the game of the query is opened with."""
    text = json.dumps(_known(visit, key).data["engine"])
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
