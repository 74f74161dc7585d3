"""Games as one file that plays without this server, and texts that people send to each other.

A text is a game by message or a challenge: see browser/messages.js. The file of its game reads it;
here only its game is looked up.
"""

from __future__ import annotations

import asyncio
import re
from functools import lru_cache
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from plyground.browser.modules import module_at_hand
from plyground.browser.pages import page
from plyground.games.registry import installed_game
from plyground.position import CannotError, Game, PlygroundError
from plyground.web.boards import in_one_file
from plyground.web.games import game_from
from plyground.web.pages import Asked, Refusal, Visit

router = APIRouter(include_in_schema=False)

_LONGEST = 10_000  # characters of a text with all that was copied with it, as in messages.js
_AGAIN = "5"  # seconds until a browser asks once more for a file that is being made
_TEXT = re.compile(r"ply\d+/[a-z]/([^/\s]+)/([^/\s]+)/\S+", re.IGNORECASE)
_HERE = "here"  # a person at the screen, as the file's scripts write it
_NONE = "-"  # the parameters of a game without any

# Scripts and styles are in the file, whose own policy allows these and no others.
_HEADERS = {"Content-Security-Policy": "frame-ancestors 'none'"}


class MessageError(PlygroundError):
    """A text that is neither a game by message nor a challenge."""


@router.get("/alone")
async def alone(
    visit: Asked, download: str = "", moves: Annotated[str, Query(max_length=_LONGEST)] = ""
) -> Response:
    """The game of the query as one file, which may open after `moves`; with `download`, one to
    keep.
    """
    game = game_from(visit.request.query_params)
    if not await asyncio.to_thread(_is_ready, visit, game):
        making = visit.page("making.html", 202, game=game)
        making.headers["Refresh"] = _AGAIN
        return making
    codes = tuple(game.move_code(text) for text in moves.split())
    home = "" if download else "/"
    content = await visit.run(lambda _: _file(game, home, codes), interpreted=True)
    headers = dict(_HEADERS)
    if download:
        headers["Content-Disposition"] = f'attachment; filename="{game.name}.html"'
    return HTMLResponse(content, headers=headers)


def _is_ready(visit: Visit, game: Game) -> bool:
    """Whether the file can be written at once; otherwise its module is being made.

    Raises CannotError for a game that cannot have a file.
    """
    modules = visit.parts.modules
    if "cells" not in game.rules.kernels or module_at_hand(game) is not None or modules is None:
        return True
    if reason := modules.refusal(game):
        raise CannotError(reason)
    modules.want(game, lambda: None, last=not visit.known)
    return False


@lru_cache(maxsize=16)
def _file(game: Game, home: str, moves: tuple[int, ...] = ()) -> str:
    seats = [_HERE] * game.players
    return page(game, home=home, opens={"seats": seats, "moves": moves} if moves else None)


@router.get("/message")
async def message(
    visit: Asked, text: Annotated[str, Query(max_length=10 * _LONGEST)] = ""
) -> Response:
    """Open a text that a friend has sent, in the file of its game; without one, ask for it."""
    if not text.strip():
        return visit.page("message.html", text="", problem="")
    refusal = Refusal()
    with refusal:
        return visit.go_to(_opened(text))
    return visit.page("message.html", 422, text=text[:_LONGEST], problem=refusal.words)


def _opened(text: str) -> str:
    """The address at which a text is read. Raises PlygroundError for what is none."""
    if len(text) > _LONGEST:
        raise MessageError("This text is too long for a game: paste only what your friend sent you")
    found = _TEXT.search(text) or _TEXT.search("".join(text.split()))
    if found is None:
        raise MessageError("This is not a game or a challenge: such a text begins with ply1/")
    name, values = found[1].lower(), found[2]
    kind = installed_game(name)
    numbers = [] if values == _NONE else values.split("-")
    if len(numbers) != len(kind.parameters):
        raise MessageError(f"This text is of another version of {kind.title}: ask for a new one")
    given = zip((each.name for each in kind.parameters), numbers, strict=True)
    game = game_from({"game": name, **dict(given)})
    return f"{in_one_file(game)}#{quote(found[0], safe='/%')}"
