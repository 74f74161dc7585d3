"""What pages hear that wait: the progress of compiling a game, and how many come before them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from plyground.position import Game
from plyground.web.engine.compiling import channel
from plyground.web.engine.events import Event
from plyground.web.engine.warm import Part
from plyground.web.games import game_from
from plyground.web.pages import Asked, Visit
from plyground.web.words import in_line

router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("/compiling")
async def compile_game(visit: Asked, part: Part = "players") -> StreamingResponse:
    """Compile the game of the query, and send its progress as events."""
    game = game_from(visit.request.query_params)
    with suppress(TimeoutError):
        async with asyncio.timeout(0):  # raises the reason if the game cannot be compiled
            await visit.ready(game, part)
    return visit.parts.hub.stream(_while_heard(visit, game, part))


@router.get("/in-line")
async def in_line_now(visit: Asked) -> dict[str, str]:
    """How many come before what the visitor waits for, in "words": empty if nothing waits."""
    before = visit.parts.workers.before(visit.visitor)
    return {"words": "" if before is None else in_line(before)}


async def _while_heard(visit: Visit, game: Game, part: Part) -> AsyncIterator[bytes]:
    """The stream. It stops waiting when the listener leaves."""
    waiting = asyncio.create_task(visit.ready(game, part))
    await asyncio.sleep(0)  # it is counted from here on

    def missed() -> Iterator[Event]:
        """What a new listener may have missed. Called once no further event can be missed."""
        yield Event("compiling", json.dumps(visit.parts.compiling.progress(game)))
        error = waiting.exception() if waiting.done() and not waiting.cancelled() else None
        if error is not None:
            yield Event("failed", str(error))

    try:
        async for event in visit.parts.hub.listen(channel(game), missed()):
            yield event
    finally:
        waiting.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await waiting
