"""The library: the games that a visitor has saved, and the page of each of them.

Anyone who knows the address of a saved game can read it; only its owner can delete it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from starlette.datastructures import UploadFile

from plyground.browser.geometry import swatches
from plyground.records import Record, RecordedMove, record_text
from plyground.render.palette import Palette
from plyground.visible import visible
from plyground.web.boards import board_style, board_styles, board_svg, new_game, position_after
from plyground.web.errors import ForbiddenError, NotFoundError
from plyground.web.games import installed_games
from plyground.web.numbers import whole
from plyground.web.own_games import listed, played, small_board, unfinished
from plyground.web.pages import Asked, AskedRoom, Refusal, Visit
from plyground.web.security import BODY_MOST
from plyground.web.services.saved import Import, SavedGame, called, record_of
from plyground.web.store import SavedGameRecord
from plyground.web.words import game_of

router = APIRouter(include_in_schema=False)

PAGE = 25
"""Games on a page of the list."""

_PAGES_MOST = 1000
_ROOMS_MOST = 100  # games in which unfinished ones are looked for
_ENDED_MOST = 10
_BOARDS_MOST = 24  # boards drawn beside them
_WORDS_MOST = 200  # characters
_VARIATIONS_MOST = 1000  # moves in variations; with more, only the file has them
_THEN_MOST = 2000  # characters of the moves of a line
_PART = 1 << 17  # characters of a file that are sent at once
_TEXT = "text/plain; charset=utf-8"

Words = Annotated[str, Query(max_length=_WORDS_MOST)]
Then = Annotated[str, Query(max_length=_THEN_MOST)]


async def saved_of(visit: Asked, game_id: str) -> SavedGameRecord:
    """The saved game of an address. Raises NotFoundError."""
    saved = await asyncio.to_thread(visit.parts.library.game, visible(game_id))
    if saved is None:
        raise NotFoundError("there is no such saved game, or it was deleted")
    return saved


Saved = Annotated[SavedGameRecord, Depends(saved_of)]


async def opened(visit: Asked, saved: Saved) -> SavedGame:
    """The saved game of an address, read."""
    return await visit.parts.saved_games.open(visit.visitor, saved)


Opened = Annotated[SavedGame, Depends(opened)]


@router.get("/library")
async def library(
    visit: Asked,
    words: Words = "",
    game: Words = "",
    page: Annotated[int, Query(ge=1, le=_PAGES_MOST)] = 1,
) -> HTMLResponse:
    """The list of the visitor's saved games, filtered by words and by game."""
    return visit.page("library.html", **await _list(visit, words, game, page))


@router.post("/library/import")
async def import_games(visit: Asked) -> HTMLResponse:
    """Import games from a pasted text, from a file, or from both."""
    request = visit.request
    length = whole(request.headers.get("content-length", "0"))
    if length is None or length > BODY_MOST:
        raise HTTPException(413, f"one import takes at most {BODY_MOST:,} bytes")
    async with request.form() as fields:
        text = fields.get("text", "")
        contents = [text.strip().encode(errors="replace") if isinstance(text, str) else b""]
        named = visible(str(fields.get("game", "")))
        file = fields.get("file")
        if isinstance(file, UploadFile):
            contents.append(await file.read())
    result, limited = Import(), not visit.is_host
    with Refusal() as refused:
        # One by one: each has lines and an encoding of its own.
        for content in filter(None, contents):
            result += await visit.parts.saved_games.take_in(visit.visitor, content, limited, named)
    if refused.words:
        refused.said_to(visit.request)
        return visit.page("library.html", refused.status, **await _list(visit, refused=refused))
    status = 200 if result.kept or result.known else 422
    return visit.page("library.html", status, **await _list(visit, result=result))


@router.get("/library/export")
async def export(visit: Asked, words: Words = "", game: Words = "") -> Response:
    """The games of the search, as a file that is read while it is sent."""
    texts = await asyncio.to_thread(
        visit.parts.library.texts, visit.holder, visible(words), visible(game)
    )
    return StreamingResponse(
        _in_parts(texts), headers=_kept_as("plyground-games"), media_type=_TEXT
    )


@router.post("/library/delete")
async def delete(visit: Asked) -> Response:
    """Delete the games of the form: saved ones, and those of rooms. They have to be the visitor's
    own.
    """
    async with visit.request.form() as fields:
        ids, rooms = (
            [text for text in fields.getlist(name) if isinstance(text, str)]
            for name in ("id", "room")
        )
    parts, kept = visit.parts, visit.parts.library
    removed = await kept.soon(kept.remove, visit.holder, ids)
    if ids and not removed:
        raise ForbiddenError("only the person who saved a game can delete it")
    await parts.rooms.delete(visit.visitor, rooms)
    gone = [*(f"library/{each}" for each in ids), *(f"room/{each}" for each in rooms)]
    await parts.styles.leave_out(visit.visitor, gone)
    return visit.go_to(f"/library?deleted={'game' if len(gone) == 1 else 'games'}")


@router.get("/library/forget")
async def kept(visit: Asked) -> HTMLResponse:
    """What the app keeps of the visitor, and the button that deletes it."""
    return visit.page("forget.html", found=await _kept_of(visit), shared=await _shared_of(visit))


async def _shared_of(visit: Visit) -> str:
    """What becomes of the visitor's games with others, in a sentence; empty if there are none."""
    _, shared = await visit.parts.rooms.count_of(visit.visitor)
    stay = "1 game with others stays" if shared == 1 else f"{shared:,} games with others stay"
    return f"{stay} with them, without your name." if shared else ""


async def _kept_of(visit: Visit) -> list[str]:
    """What the server keeps of the visitor alone, counted."""
    parts, holder = visit.parts, visit.holder
    alone, _ = await parts.rooms.count_of(visit.visitor)
    saved, _ = await asyncio.to_thread(parts.library.find, holder, "", "", 0, 0)
    tries = await asyncio.to_thread(parts.tries.of, holder)
    style = await parts.styles.of(visit.visitor)
    learners = await asyncio.to_thread(parts.learning.of, holder)
    taught = await asyncio.to_thread(parts.teaching.of, holder)
    counted = (
        (alone, "game", "games"),
        (saved, "saved game", "saved games"),
        (len(tries), "try at a puzzle", "tries at puzzles"),
        (len(style.games), "game looked through", "games looked through"),
        (len(await parts.runs.listed(holder)), "run", "runs"),
        (len(learners) + len(taught), "learner", "learners"),
    )
    return [f"{count:,} {one if count == 1 else more}" for count, one, more in counted if count]


@router.post("/library/forget")
async def forget(visit: Asked) -> HTMLResponse:
    """Delete what the app keeps of the visitor, who is a new one from then on, and say what it
    was. A visitor who came without a cookie has nothing.
    """
    parts, holder = visit.parts, visit.holder
    found, shared = await _kept_of(visit), await _shared_of(visit)
    await parts.runs.forget(holder)
    await asyncio.to_thread(parts.learning.forget, holder)
    await asyncio.to_thread(parts.teaching.forget, holder)
    await parts.styles.forget(visit.visitor)
    await parts.library.soon(parts.library.forget, holder)
    await parts.tries.soon(parts.tries.forget, holder)
    await parts.rooms.forget(visit.visitor)
    await parts.visitors.forget(visit.response, visit.visitor, visit.request.url.scheme == "https")
    return visit.page("forgotten.html", found=found, shared=shared)


@router.post("/library/rooms/{room_id}")
async def save(visit: Asked, room_id: str) -> Response:
    """Save a room's game as it is now."""
    if not visit.of_script:
        return visit.go_to(await _save(visit, room_id))
    address = ""
    with Refusal() as refused:
        address = await _save(visit, room_id)
    return visit.page("saved.html", refused.status, address=address, problem=refused.words)


async def _save(visit: Visit, room_id: str) -> str:
    """The address at which a room's game is saved now."""
    room = await visit.parts.rooms.get(room_id)
    return f"/library/{await visit.parts.saved_games.save(visit.visitor, room)}"


@router.get("/room/{room_id}/record")
async def room_text(room: AskedRoom) -> Response:
    """A room's game as a file, as it is now."""
    record = record_of(room.state)
    return record_file(
        await asyncio.to_thread(record_text, record), f"plyground-{record.game.name}"
    )


@router.get("/library/{game_id}")
async def game_page(
    visit: Asked, game: Opened, at: int | None = None, then: Then = ""
) -> HTMLResponse:
    """A saved game, to step through."""
    saved = game.saved
    return visit.page(
        "saved_game.html",
        address=f"/library/{saved.id}",
        saved=saved,
        owner=saved.owner == visit.holder,
        **viewed(game.record, at, then),
    )


def viewed(record: Record, at: int | None, then: str) -> dict[str, Any]:
    """What the page of a record shows."""
    shown = _branching(record.moves) <= _VARIATIONS_MOST
    moves = record.moves if shown else [replace(move, variations=()) for move in record.moves]
    return {
        "who": called(record),
        "swatches": swatches(record.game, Palette(record.game.colours, variables=True)),
        "board_style": board_style(record.game),
        "rows": _rows(moves, len(record.start)),
        "shown": shown,
        **step_of(record, at, then),
    }


@router.get("/library/{game_id}/step")
async def step(visit: Asked, game: Opened, at: int | None = None, then: Then = "") -> HTMLResponse:
    """The part of the page about one position."""
    return visit.page("step.html", **step_of(game.record, at, then))


@router.get("/library/{game_id}/record")
async def game_text(saved: Saved) -> Response:
    """A saved game as a file."""
    return record_file(saved.text, f"plyground-{saved.game}")


def record_file(text: str, name: str) -> Response:
    """A record as a file to keep."""
    return Response(text, media_type=_TEXT, headers=_kept_as(name))


def _kept_as(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}.txt"'}


def _in_parts(texts: Iterable[str]) -> Iterator[str]:
    """Texts with a blank line between them, in parts of a size that is sent at once."""
    part, size = list[str](), 0
    for number, text in enumerate(texts):
        part.append(("\n" if number else "") + text)
        size += len(text)
        if size >= _PART:
            yield "".join(part)
            part, size = [], 0
    yield "".join(part)


async def _list(
    visit: Visit,
    words: str = "",
    game: str = "",
    page: int = 1,
    result: Import | None = None,
    refused: Refusal | None = None,
) -> dict[str, Any]:
    """What the list shows."""
    words, game = visible(words), visible(game)
    count, found = await asyncio.to_thread(
        visit.parts.library.find, visit.holder, words, game, PAGE, PAGE * (page - 1)
    )
    games = {kind.name: kind.title for kind in installed_games()}
    query = {name: value for name, value in (("words", words), ("game", game)) if value}

    def address(number: int) -> str:
        return "/library?" + urlencode({**query, "page": number})

    mine = [] if query or page > 1 else await visit.parts.rooms.rooms_of(visit.visitor, _ROOMS_MOST)
    left = [each for each, _ in unfinished(mine)]
    ended = [each for each in played(mine) if each not in left][:_ENDED_MOST]
    shown = [*left, *ended][:_BOARDS_MOST]
    return {
        "left": [listed(each, visit.holder) for each in left],
        "ended": [listed(each, visit.holder) for each in ended],
        "boards": {each.id: small_board(each, visit.parts.compiling) for each in shown},
        "styles": board_styles(filter(None, map(game_of, shown))),
        "count": count,
        "found": [{"saved": each, "title": games.get(each.game, each.game)} for each in found],
        "words": words,
        "game": game,
        "games": games,
        "result": result,
        "refused": refused,
        "limited": not visit.is_host,
        "left_out": max(0, min(PAGE, count - PAGE * (page - 1)) - len(found)),
        "export": "/library/export" + ("?" + urlencode(query) if query else ""),
        "number": page,
        "pages": max(1, -(-count // PAGE)),
        "back": address(page - 1) if page > 1 else "",
        "on": address(page + 1) if PAGE * page < count else "",
    }


def step_of(record: Record, at: int | None, then: str) -> dict[str, Any]:
    """The position after `at` plies and the moves of a line from there, for the templates."""
    moves = [*record.start, *(move.text for move in record.moves)]
    at = len(moves) if at is None else max(0, min(at, len(moves)))
    position = position_after(record.game.position(moves[:at]), then)
    return {
        "position": position,
        "at": at,
        "last": len(moves),
        "then": then,
        "svg": board_svg(position.picture()),
        "record": record,
        "from_here": new_game(position.game, moves=" ".join(position.history)),
    }


def _rows(
    moves: Sequence[RecordedMove],
    ply: int,
    base: int | None = None,
    before: tuple[str, ...] = (),
) -> list[dict[str, Any]]:
    """The moves after `ply` plies for the list, with their variations and where each is shown.

    A move that was played is shown by its ply, a move of a variation by `base`, the ply at which
    the variation leaves the game, and the moves from there.
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


def _branching(moves: tuple[RecordedMove, ...]) -> int:
    """How many moves there are in variations."""
    lines = [line for move in moves for line in move.variations]
    return sum(len(line) + _branching(line) for line in lines)
