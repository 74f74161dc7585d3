"""The progress of compiling a game, for the pages that wait for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

from fastapi import APIRouter
from starlette.responses import StreamingResponse

from plyground.position import Game
from plyground.web.engine.compiling import channel
from plyground.web.engine.events import Event, stream
from plyground.web.engine.warm import Part
from plyground.web.games import game_from
from plyground.web.pages import Asked, Visit

router = APIRouter(prefix="/api", include_in_schema=False)


@router.get("/compiling")
async def compile_game(visit: Asked, part: Part = "players") -> StreamingResponse:
    """Have the game of the query compiled, and tell of the progress in events."""
    game = game_from(visit.request.query_params)
    waiting = asyncio.create_task(visit.ready(game, part))
    await asyncio.sleep(0)
    if waiting.done():
        waiting.result()  # raises what there is against it
    return stream(_while_heard(visit, game, waiting))


async def _while_heard(
    visit: Visit, game: Game, waiting: asyncio.Task[None]
) -> AsyncIterator[bytes]:
    """The stream; when nobody listens any more, nobody waits any more."""

    def missed() -> Iterator[Event]:
        """What who begins to listen may have missed. Asked when nothing more can be missed."""
        yield Event("compiling", json.dumps(visit.parts.compiling.progress(game)))
        error = waiting.exception() if waiting.done() and not waiting.cancelled() else None
        if error is not None:
            yield Event("failed", str(error))

    try:
        async for event in visit.parts.hub.listen(visit.request, channel(game), missed()):
            yield event
    finally:
        waiting.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await waiting
