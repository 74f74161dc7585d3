"""The page of a game that it owns: it plays, and what it gets for that is here, and how the server
keeps what it plays.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from functools import lru_cache
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Form, HTTPException, Query, Response
from fastapi.responses import JSONResponse
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field

from plyground.browser.data import page_player
from plyground.browser.pages import table_data, table_part, usual_computer
from plyground.players import AtLevel, Choice, called, parse_player
from plyground.players.rated import Rated
from plyground.players.recipes import recipe_of
from plyground.position import Game
from plyground.search import Value, book_plies
from plyground.web.boards import as_script, picture_of, whole_board
from plyground.web.engine.modules import PageEngine
from plyground.web.errors import RefusedError
from plyground.web.games import game_from
from plyground.web.pages import Asked, AskedForGood, AskedRoom, Refusal, Visit
from plyground.web.pages.look import FOR_EVER
from plyground.web.pages.next_game import climb, met_again, same_game
from plyground.web.people import title
from plyground.web.services.rooms import Home, Room
from plyground.web.services.seating import PageMove
from plyground.web.words import Words, cast_of, ended_words, level_of

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
    """The same for a version of a room."""

    version: Number


class Copy(Line):
    """The same for a copy of a room, of an id that its page has made up. `begins` are the moves of
    the first `ply` plies, which another page may have changed meanwhile.
    """

    begins: Annotated[list[Text], Field(max_length=_PLIES_MOST)] | None = None
    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16}$")]


@lru_cache(maxsize=1000)
def _computer(text: str, game: Game) -> dict[str, Any]:
    """A computer for a page, which takes its text as one of JSON: see `Owned` in owned.js."""
    name = called(text, game)
    player = parse_player(text, kept=True)
    assert name is not None
    rated = text.startswith(f"{Rated.name}:")  # its figures are for those who look for them
    level = level_of(text, game)
    return {
        "called": {"short": name.short, "full": name.short if rated else name.full},
        "player": player and page_player(player, game),
        "level": "" if level is None else AtLevel(game.levels.index(level) + 1).text,
    }


def _found(choice: Choice, game: Game) -> dict[str, Any]:
    """What a computer found, as a page reports it: see `Found`."""
    value = None if choice.value is None else choice.value.to_json()
    recipe = recipe_of(game)
    rules = [] if recipe is None else [recipe.spoken(n + 1) for n in range(len(recipe.rules))]
    known = FoundValue.model_fields
    return {
        "value": value and {name: each for name, each in value.items() if name in known},
        "depth": choice.depth,
        "line": list(choice.pv),
        "nodes": choice.nodes,
        "leaves": choice.leaves,
        "cutoffs": choice.cutoffs,
        "table_hits": choice.table_hits,
        "seconds": choice.seconds,
        "rule": rules.index(choice.rule) + 1 if choice.rule in rules else 0,
    }


def owns(visit: Visit, room: Room) -> bool:
    """Whether the visitor's page plays the game of a room, and the server only keeps it."""
    return room.state.record.owner == visit.holder and visit.parts.rooms.is_played_by_page(room)


async def owned_state(visit: Visit, room: Room, trouble: str = "") -> dict[str, Any]:
    """What a page shows of a game that it owns, and does not find out by itself.

    "owned" says whether it still does, and "key" by which engine. "version" is that of all this;
    "moves" are those played so far, from the empty board, "start" of them before the game. "found"
    has what computers found, by the plies before their moves. "seats" has null for people, "names"
    what these call themselves. A computer "thinks" on the server now, or is "stopped" until someone
    lets it go on. "ended" says how the game ended where its rules have not. "fields" are those of a
    new game's form, "beaten" the opponents whom the visitor has beaten; after a "match" by ratings
    there is another one.
    """
    state, version = room.state, room.version
    record, game = state.record, state.game
    cast, mine = cast_of(record, game, visit.holder), state.seats_of(visit.holder)
    engine = visit.parts.rooms.page_engine(room)
    climbed = await climb(visit, state, mine)
    levels = () if climbed is None else climbed.rungs
    match = met_again(state, mine)
    seats = [(f"seat{each.number}", each.kind) for each in record.seats]
    names = [(f"name{each.number}", each.name) for each in record.seats]
    by_rules = record.ending is None or record.ending.how == "rules"
    return {
        "owned": owns(visit, room),
        "key": "" if engine is None else engine.key,
        "version": version,
        "running": state.running,
        "thinks": room.thinking is not None,
        "stopped": state.paused or bool(state.trouble),
        "start": len(record.start),
        "moves": state.position.history,
        "found": {
            each.ply: _found(Choice.from_json(each.details), game)
            for each in record.moves
            if each.details
        },
        "seats": [
            None if each.kind != "computer" else _computer(each.player or "", game)
            for each in record.seats
        ],
        "names": cast.names,
        "title": title(state, cast),
        "trouble": trouble or state.trouble,
        "ended": None if by_rules else ended_words(record, game, visit.holder),
        "fields": match or [*same_game(record), *seats, *names],
        "beaten": [
            AtLevel(each.number).text
            for each in levels
            if climbed is not None and each.level.name in climbed.beaten
        ],
        "match": bool(match),
    }


async def answer(visit: Visit, room: Room, refused: Refusal) -> Response:
    """What a page of a game that it owns gets after an action, or its refusal."""
    return JSONResponse(await owned_state(visit, room, refused.words), refused.status)


async def owned_page(visit: Visit, room: Room, view: dict[str, Any], at: int | None) -> Response:
    """The page of a game that the visitor owns: its engine comes later."""
    engine = visit.parts.rooms.page_engine(room)
    assert engine is not None
    game, position = room.state.game, view["position"]
    colours = picture_of(position, room.state.colours).colours
    board = await asyncio.to_thread(whole_board, position, colours)
    plies, own = book_plies(game), engine.data["engine"]["book"]
    given = {
        "state": await owned_state(visit, room),
        "at": at,
        # The first plies, whose values only the server has, from a book that was built here.
        "book": 0 if own is not None and own["plies"] >= plies else max(plies, 0),
        **addresses(game, engine),
    }
    view = {**view, **board, "given": as_script(given), "table": _table}
    return visit.page("owned.html", **view)


def _table(**parts: str) -> Markup:
    return Markup(table_part(**parts))


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
    state = room.state
    line, found = state.position.line, ""
    with Refusal() as refused:
        words = Words(state.game, False, cast_of(state.record, state.game, visit.holder))
        found = words.play(line[min(max(ply, 0), len(line) - 1)], move).history[-1]
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
            "hinter": json.dumps(_computer(usual_computer(game), game)),
            **table_data(game, found),
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
