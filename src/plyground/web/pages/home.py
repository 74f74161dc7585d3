"""The first page: choose a game, who plays it, and how; and the games that one is in."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from starlette.datastructures import FormData

from plyground.players import PlayerError
from plyground.position import HUMAN, Game, PlygroundError, UnknownGameError
from plyground.render.svg import svg
from plyground.web.engine.work import TooBusyError
from plyground.web.errors import RoomError
from plyground.web.games import (
    field,
    game_from,
    installed_games,
    nearest_game,
    offered,
    title_of,
)
from plyground.web.numbers import decimal, whole
from plyground.web.pages import go_to, rendered
from plyground.web.parts import Visitor, parts_of
from plyground.web.players_form import (
    controls,
    entries,
    options_shown,
    player_text_from_form,
    takes_percent,
)
from plyground.web.services.seating import NewSeat
from plyground.web.store import SeatKind
from plyground.web.words import ended_text, words_of

router = APIRouter(include_in_schema=False)

_KINDS: dict[str, SeatKind] = {"here": "here", "link": "link", "computer": "computer"}
_SECONDS_MOST = 24 * 3600


@router.get("/")
async def home(request: Request, visitor: Visitor, response: Response) -> HTMLResponse:
    """The first page, filled in with what the address says."""
    values = await _page(request, visitor, dict(request.query_params), "")
    return rendered("home.html", response, 422 if values["warning"] else 200, **values)


@router.get("/new")
async def form(request: Request, visitor: Visitor, response: Response) -> HTMLResponse:
    """The form alone, for another game or other parameters."""
    values = await _page(request, visitor, dict(request.query_params), "")
    return rendered("new_game.html", response, **values)


@router.post("/rooms")
async def create(request: Request, visitor: Visitor, response: Response) -> Response:
    """Begin a game."""
    fields = await request.form()
    rooms = parts_of(request).rooms
    try:
        game = game_from(fields)
        seats = [_seat(fields, at, game) for at in range(game.players)]
        await parts_of(request.app).compiling.ready(visitor, game, "board")
        parts_of(request).new_rooms.take(visitor)
        room = await rooms.create(
            visitor,
            game,
            seats,
            game.split_moves(field(fields, "moves")),
            first=_first(fields, game),
            seconds_per_move=_seconds(fields),
            shows_values=bool(field(fields, "shows-values")),
        )
    except PlygroundError as error:
        values = await _page(request, visitor, {k: field(fields, k) for k in fields}, str(error))
        status = 429 if isinstance(error, TooBusyError) else 422
        return rendered("home.html", response, status, **values)
    return go_to(request, f"/room/{room.id}", response)


async def _page(
    request: Request, visitor: str, given: Mapping[str, str], warning: str
) -> dict[str, Any]:
    """What the form shows: what was given, and the usual for the rest; no game if it is unknown."""
    rooms = parts_of(request).rooms
    shown = {
        "games": list(_games()),
        "game": None,
        "given": given,
        "warning": warning,
        "recent": [
            {"record": each, "title": title_of(each.game), "ended": ended_text(each)}
            for each in await rooms.rooms_of(visitor)
        ],
    }
    try:
        game = game_from(given)
        seats = game.players
    except UnknownGameError as error:
        return shown | {"warning": str(error)}
    except PlygroundError as error:
        shown["warning"] = warning or str(error)
        game = nearest_game(given)
        seats = max(game.players, sum(f"seat{at}" in given for at in range(len(game.colours))))
    return shown | {
        "game": game,
        "parameters": offered(given),
        "seats": [_shown_seat(given, game, at) for at in range(seats)],
        "entries": entries(game),
        "options": options_shown(entries(game)),
        "modes": _modes(game),
    }


def _games() -> list[dict[str, str]]:
    """The games there are, each with a small picture of it in play."""
    found = []
    for kind in installed_games():
        game = kind()
        picture = svg(game.position(game.face.example).picture(), size=120)
        found.append(
            {"name": kind.name, "title": kind.title, "summary": kind.summary, "picture": picture}
        )
    return found


def _modes(game: Game) -> dict[str, Any]:
    """The usual ways to sit down: a question, and its answers with the addresses that fill in the
    form.
    """
    people, computer = "here", "computer"
    question = words_of(game).asks_side
    if question and game.players == 2:
        answers = {"Player 1": [people, computer], "Player 2": [computer, people]}
    else:
        question = "Mode"
        others = [people] * (game.players - 1)
        answers = {
            "CPU vs Human": [computer, *others],
            "Human vs CPU": [people, *[computer] * (game.players - 1)],
        }
    answers["Multiple Humans"] = [people] * game.players
    answers["By a link"] = [people, *["link"] * (game.players - 1)]
    fixed = {"game": game.name, **game.values}
    return {
        "question": question,
        "answers": [
            (text, "/?" + urlencode(fixed | {f"seat{at}": kind for at, kind in enumerate(seats)}))
            for text, seats in answers.items()
        ],
    }


def _seat(fields: FormData, at: int, game: Game) -> NewSeat:
    kind, faults = field(fields, f"seat{at}") or "here", words_of(game).faults
    if kind not in _KINDS:
        usual = f"a seat is for somebody here, by link, or a computer, and not {kind!r}"
        raise RoomError(faults.get("seat", usual))
    colour = field(fields, f"colour{at}")
    if colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise RoomError(f"a colour is written as in #1a85e0, and not {colour!r}")
    player = None
    if kind == "computer":
        try:
            player = player_text_from_form({name: field(fields, name) for name in fields}, at + 1)
        except PlayerError:
            if "percent" in faults and takes_percent(field(fields, f"kind-{at + 1}")):
                raise RoomError(faults["percent"]) from None
            raise
    return NewSeat(_KINDS[kind], player, field(fields, f"name{at}"), colour or None)


def _shown_seat(given: Mapping[str, str], game: Game, at: int) -> dict[str, Any]:
    usual = game.face.usual_seats(game.players)
    own = usual[at] if at < len(usual) else HUMAN  # of a number of players that no game has
    computers = [text for text in (own, *usual) if text != HUMAN]
    return {
        "number": at,
        "kind": given.get(f"seat{at}", "here" if own == HUMAN else "computer"),
        "name": given.get(f"name{at}", ""),
        "colour": given.get(f"colour{at}") or game.colours[at],
        "shown": controls(game, given, at + 1, computers[0]),
    }


def _first(fields: FormData, game: Game) -> int:
    """The seat that begins; any of them, by chance, if that is asked for."""
    text = field(fields, "first") or "0"
    if text == "any":
        return random.randrange(game.players)
    number = whole(text)
    if number is None or number >= game.players:
        usual = f"player 1 to {game.players} begins, or any, and not {text!r}"
        raise RoomError(words_of(game).faults.get("first", usual))
    return number


def _seconds(fields: FormData) -> float | None:
    text = field(fields, "seconds")
    if not text:
        return None
    seconds = decimal(text)
    if seconds is None or not 1 <= seconds <= _SECONDS_MOST:
        raise RoomError(f"the time for a move is 1 to {_SECONDS_MOST} seconds, and not {text!r}")
    return seconds
