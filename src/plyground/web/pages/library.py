"""The library: the games that a visitor has saved, and the page of each of them.

Who knows the address of a saved game can read it, and only who saved it can delete it.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException

from plyground.position import PlygroundError, Position
from plyground.records import Record, RecordedMove, record_text
from plyground.render.svg import svg
from plyground.web.boards import position_after, swatches
from plyground.web.games import field, installed_games
from plyground.web.numbers import whole
from plyground.web.pages import go_to, rendered
from plyground.web.parts import Visitor, parts_of
from plyground.web.security import BODY_MOST
from plyground.web.services.rooms import Room
from plyground.web.services.saved import (
    Import,
    NoSuchGameError,
    NotYoursError,
    SavedGame,
    SavedGames,
    called,
    record_of,
)
from plyground.web.store import Library, SavedGameRecord
from plyground.web.visitors import digest

router = APIRouter(include_in_schema=False)

PAGE = 25
"""Games on a page of the list."""

_PAGES_MOST = 1000
_WORDS_MOST = 200  # characters
_VARIATIONS_MOST = 1000  # moves in variations; more are in the file alone
_THEN_MOST = 2000  # the same of the moves of a line

Words = Annotated[str, Query(max_length=_WORDS_MOST)]
Then = Annotated[str, Query(max_length=_THEN_MOST)]


def saved_games(request: Request) -> SavedGames:
    """The saved games of this server."""
    found = parts_of(request).saved_games
    return found


async def opened(request: Request, visitor: str, game_id: str) -> SavedGame:
    """The saved game of an address, read. Raises NoSuchGameError."""
    return await saved_games(request).open(visitor, await _saved(request, game_id))


@router.get("/library")
async def library(
    request: Request,
    visitor: Visitor,
    response: Response,
    words: Words = "",
    game: Words = "",
    page: Annotated[int, Query(ge=1, le=_PAGES_MOST)] = 1,
) -> HTMLResponse:
    """The list of one's saved games, as far as they have the words and are of the game."""
    return rendered(
        "library.html", response, **await _list(request, visitor, words, game, page, None)
    )


@router.post("/library/import")
async def import_games(request: Request, visitor: Visitor, response: Response) -> HTMLResponse:
    """Take games in from a text that was pasted, from a file, or from both."""
    length = whole(request.headers.get("content-length", "0"))
    if length is None or length > BODY_MOST:
        raise HTTPException(413, f"games are taken in up to {BODY_MOST:,} bytes at a time")
    async with request.form() as fields:
        contents = [field(fields, "text").encode(errors="replace")]
        file = fields.get("file")
        if isinstance(file, UploadFile):
            contents.append(await file.read())
    told = Import()
    for content in filter(None, contents):  # one by one: each has lines and an encoding of its own
        told += await saved_games(request).take_in(visitor, content)
    values = await _list(request, visitor, "", "", 1, told)
    return rendered("library.html", response, 200 if told.kept or told.known else 422, **values)


@router.get("/library/export")
async def export(
    request: Request, visitor: Visitor, words: Words = "", game: Words = ""
) -> Response:
    """The games that were found, as a file."""
    texts = await asyncio.to_thread(
        _library(request).texts, digest(visitor), _seen(words), _seen(game)
    )
    return _file("\n".join(texts), "plyground-games")


@router.post("/library/delete")
async def delete(request: Request, visitor: Visitor, response: Response) -> Response:
    """Delete the games of the form, which have to be one's own."""
    async with request.form() as fields:
        ids = [text for text in fields.getlist("id") if isinstance(text, str)]
    removed = await _library(request).soon(_library(request).remove, digest(visitor), ids)
    if ids and not removed:
        raise NotYoursError("who saved a game may delete it, and nobody else")
    return go_to(request, "/library", response)


@router.post("/library/rooms/{room_id}")
async def save(request: Request, room_id: str, visitor: Visitor, response: Response) -> Response:
    """Save a room's game as it is now."""
    rooms = parts_of(request).rooms
    part = "hx-request" in request.headers
    try:
        game_id = await saved_games(request).save(visitor, await rooms.get(room_id))
    except PlygroundError as error:
        if not part:
            raise
        status = getattr(error, "status", 422)
        return rendered("saved.html", response, status, address="", problem=str(error))
    if part:
        return rendered("saved.html", response, address=f"/library/{game_id}", problem="")
    return go_to(request, f"/library/{game_id}", response)


@router.get("/room/{room_id}/record")
async def room_text(request: Request, room_id: str) -> Response:
    """A room's game as a file, as it is now."""
    rooms = parts_of(request).rooms
    room: Room = await rooms.get(room_id)
    async with room.lock:
        record = record_of(room.state)
    return _file(await asyncio.to_thread(record_text, record), f"plyground-{record.game.name}")


@router.get("/library/{game_id}")
async def game_page(
    request: Request,
    game_id: str,
    visitor: Visitor,
    response: Response,
    at: int | None = None,
    then: Then = "",
) -> HTMLResponse:
    """A saved game, to step through."""
    saved, record = await _read(request, visitor, game_id)
    shown = _branching(record.moves) <= _VARIATIONS_MOST
    return rendered(
        "saved_game.html",
        response,
        address=f"/library/{game_id}",
        saved=saved,
        record=record,
        who=called(record),
        players=_players(record),
        owner=saved.owner == digest(visitor),
        start=[{"at": ply, "move": move} for ply, move in enumerate(record.start, 1)],
        rows=_rows(record.moves if shown else _bare(record.moves), len(record.start)),
        shown=shown,
        **_step(record, at, then),
    )


@router.get("/library/{game_id}/step")
async def step(
    request: Request,
    game_id: str,
    visitor: Visitor,
    response: Response,
    at: int | None = None,
    then: Then = "",
) -> HTMLResponse:
    """The part of the page that is of one position."""
    _, record = await _read(request, visitor, game_id)
    return rendered("step.html", response, **_step(record, at, then))


@router.get("/library/{game_id}/record")
async def game_text(request: Request, game_id: str) -> Response:
    """A saved game as a file."""
    saved = await _saved(request, game_id)
    return _file(saved.text, f"plyground-{saved.game}")


def _library(request: Request) -> Library:
    found = parts_of(request).library
    return found


async def _saved(request: Request, game_id: str) -> SavedGameRecord:
    saved = await asyncio.to_thread(_library(request).game, _seen(game_id))
    if saved is None:
        raise NoSuchGameError("there is no such saved game, or it was deleted")
    return saved


async def _read(request: Request, visitor: str, game_id: str) -> tuple[SavedGameRecord, Record]:
    found = await opened(request, visitor, game_id)
    return found.saved, found.record


def _seen(text: str) -> str:
    """A text without what no database takes."""
    return "".join(c for c in text if c.isprintable())


def _file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}.txt"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


async def _list(
    request: Request, visitor: str, words: str, game: str, page: int, told: Import | None
) -> dict[str, Any]:
    """What the list shows."""
    words, game = _seen(words), _seen(game)
    count, found = await asyncio.to_thread(
        _library(request).find, digest(visitor), words, game, PAGE, PAGE * (page - 1)
    )
    games = {kind.name: kind.title for kind in installed_games()}
    query = {name: value for name, value in (("words", words), ("game", game)) if value}

    def address(number: int) -> str:
        return "/library?" + urlencode({**query, "page": number})

    return {
        "count": count,
        "found": [{"saved": each, "title": games.get(each.game, each.game)} for each in found],
        "words": words,
        "game": game,
        "games": games,
        "told": told,
        "export": "/library/export" + ("?" + urlencode(query) if query else ""),
        "number": page,
        "pages": max(1, -(-count // PAGE)),
        "back": address(page - 1) if page > 1 else "",
        "on": address(page + 1) if PAGE * page < count else "",
    }


def _step(record: Record, at: int | None, then: str) -> dict[str, Any]:
    """What is shown of the position after `at` plies, and after the moves of a line from there."""
    moves = [*record.start, *(move.text for move in record.moves)]
    at = len(moves) if at is None else max(0, min(at, len(moves)))
    position = position_after(record.game.position(moves[:at]), then)
    told = _told(record, at, position, bool(then))
    return {
        "position": position,
        "at": at,
        "last": len(moves),
        "then": then,
        "svg": svg(position.picture()),
        "words": told,
        "from_here": from_here(position),
    }


def from_here(position: Position) -> str:
    """The address that begins a game with these moves."""
    game = position.game
    moves = " ".join(position.history)
    return "/?" + urlencode({"game": game.name, **game.values, "moves": moves})


def _told(record: Record, at: int, position: Position, in_line: bool) -> list[str]:
    """What there is to say of a position, in lines."""
    if in_line:
        line = " ".join(position.history[at:])
        return [f"Not played: {line} after move {at}." if at else f"Not played: {line}."]
    if at == 0:
        return ["The start.", record.comment] if record.comment else ["The start."]
    told = [f"Move {at}: {position.history[-1]}, by player {position.line[-2].turn + 1}."]
    made = at - len(record.start) - 1
    if made < 0:
        return [*told, "The game began after it or later moves."]
    move = record.moves[made]
    if move.value:
        told.append(f"Its value: {move.value}.")
    if move.seconds is not None:
        told.append(f"It took {move.seconds:g} s.")
    if move.comment:
        told.append(move.comment)
    return told


def _players(record: Record) -> list[dict[str, Any]]:
    game = record.game
    return [
        {"swatch": swatch, "who": who, "player": player}
        for swatch, who, player in zip(
            swatches(game, game.colours), called(record), record.players, strict=True
        )
    ]


def _rows(
    moves: tuple[RecordedMove, ...],
    ply: int,
    base: int | None = None,
    before: tuple[str, ...] = (),
) -> list[dict[str, Any]]:
    """The moves after `ply` plies for the list, with their variations and where each is shown.

    What was played is shown by its ply; the moves of a variation by the ply at which it leaves the
    game, `base`, and the moves from there.
    """
    rows = []
    for move in moves:
        branch = ply if base is None else base
        variations = [_rows(line, ply, branch, before) for line in move.variations]
        if base is not None:
            before = (*before, move.text)
        at = ply + 1 if base is None else base
        row = {"at": at, "then": " ".join(before), "ply": ply + 1, "move": move}
        rows.append({**row, "variations": variations})
        ply += 1
    return rows


def _bare(moves: tuple[RecordedMove, ...]) -> tuple[RecordedMove, ...]:
    """The moves without variations."""
    return tuple(replace(move, variations=()) for move in moves)


def _branching(moves: tuple[RecordedMove, ...]) -> int:
    """How many moves there are in variations."""
    lines = [line for move in moves for line in move.variations]
    return sum(len(line) + _branching(line) for line in lines)
