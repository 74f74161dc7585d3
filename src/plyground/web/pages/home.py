"""The first page: choose a game, its players and its options, or go on with a game."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from plyground.position import (
    HUMAN,
    Face,
    Game,
    Mode,
    PlygroundError,
    UnknownGameError,
    Wording,
)
from plyground.render.svg import svg
from plyground.web.boards import new_game
from plyground.web.errors import RefusedError
from plyground.web.games import (
    field,
    game_from,
    installed_games,
    nearest_game,
    offered,
    title_of,
)
from plyground.web.numbers import decimal, whole
from plyground.web.pages import Asked, Refusal, Sent, Visit
from plyground.web.players_form import (
    controls,
    entries,
    options_called,
    options_shown,
    percent_in_words,
    player_text_from_form,
)
from plyground.web.services.seating import NewSeat
from plyground.web.store import SeatKind
from plyground.web.words import ended_text

router = APIRouter(include_in_schema=False)

_KINDS: dict[str, SeatKind] = {"here": "here", "link": "link", "computer": "computer"}
_SECONDS_MOST = 24 * 3600


@router.get("/")
async def home(visit: Asked) -> HTMLResponse:
    """The first page, filled in with what the address says."""
    values = await _page(visit, visit.request.query_params)
    return visit.page("home.html", 422 if values["warning"] else 200, **values)


@router.get("/new")
async def form(visit: Asked) -> HTMLResponse:
    """The form alone, for another game or other parameters."""
    return visit.page("new_game.html", **await _page(visit, visit.request.query_params))


@router.post("/rooms")
async def create(visit: Asked, sent: Sent) -> Response:
    """Begin a game."""
    with Refusal() as refused:
        game = game_from(sent)
        as_before = _as_before(sent, game)
        wording = game.face.manner(as_before).wording
        seats = [_seat(sent, at, wording) for at in range(game.players)]
        await visit.ready(game)
        visit.parts.new_rooms.take(visit.visitor)
        room = await visit.parts.rooms.create(
            visit.visitor,
            game,
            seats,
            game.split_moves(field(sent, "moves")),
            first=_first(sent, game, wording),
            seconds_per_move=_seconds(sent),
            shows_values=bool(field(sent, "shows-values")),
            as_before=as_before,
        )
        return visit.go_to(f"/room/{room.id}")
    return visit.page("home.html", refused.status, **await _page(visit, sent, refused.words))


async def _page(visit: Visit, given: Mapping[str, str], warning: str = "") -> dict[str, Any]:
    """What the form shows: given values, and defaults for the rest; no game if unknown."""
    shown = {
        "games": list(_games()),
        "game": None,
        "given": given,
        "warning": warning,
        "recent": [
            {"record": each, "title": title_of(each.game), "ended": ended_text(each, visit.holder)}
            for each in await visit.parts.rooms.rooms_of(visit.visitor)
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
    as_before = _as_before(given, game)
    face = game.face.manner(as_before)
    return shown | {
        "game": game,
        "as_before": as_before,
        "parameters": offered(given),
        "seats": [_shown_seat(given, game, at, face) for at in range(seats)],
        "entries": entries(game),
        "options": options_shown(entries(game)),
        "modes": _modes(game, as_before),
    }


def _games() -> list[dict[str, str]]:
    """The games there are, each with a small picture of it in play."""
    return [
        {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "picture": svg(game.position(game.face.example).picture(), size=120),
        }
        for game in (kind() for kind in installed_games())
    ]


def _modes(game: Game, as_before: bool) -> dict[str, Any]:
    """The usual seatings: a question, and its answers with the addresses that fill in the form."""
    wording = game.face.manner(as_before).wording
    people, computer = "here", "computer"
    modes: dict[Mode, list[str]] = {
        "human": [people, *[computer] * (game.players - 1)],
        "computer": [computer, *[people] * (game.players - 1)],
        "humans": [people] * game.players,
    }
    if wording.asks_side and game.players == 2:
        question = wording.asks_side
        answers = {"Player 1": modes["human"], "Player 2": modes["computer"]}
        answers[wording.modes["humans"]] = modes["humans"]
    else:
        question = wording.asks_mode
        answers = {text: modes[mode] for mode, text in wording.modes.items() if mode in modes}
    answers["By link"] = [people, *["link"] * (game.players - 1)]
    manner = _manner(as_before)
    return {
        "question": question,
        "answers": [
            (text, new_game(game, **manner, **{f"seat{at}": kind for at, kind in enumerate(seats)}))
            for text, seats in answers.items()
        ],
        "other_manner": game.face.before and new_game(game, **_manner(not as_before)),
    }


def _manner(as_before: bool) -> dict[str, str]:
    """Its part of the form's address."""
    return {"as-before": "yes"} if as_before else {}


def _as_before(fields: Mapping[str, str], game: Game) -> bool:
    """Whether the game plays as in its old program."""
    return bool(field(fields, "as-before")) and game.face.before is not None


def _seat(fields: Mapping[str, str], at: int, wording: Wording) -> NewSeat:
    kind = field(fields, f"seat{at}") or "here"
    if kind not in _KINDS:
        usual = f"a seat is one of here, link and computer, and not {kind!r}"
        raise RefusedError(wording.faults.get("seat", usual))
    colour = field(fields, f"colour{at}")
    if colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise RefusedError(f"write a colour like #1a85e0, and not {colour!r}")
    player = None
    if kind == "computer":
        options = options_called(field(fields, f"kind-{at + 1}"))
        with percent_in_words(wording, options):
            player = player_text_from_form(fields, at + 1)
    return NewSeat(_KINDS[kind], player, field(fields, f"name{at}"), colour or None)


def _shown_seat(given: Mapping[str, str], game: Game, at: int, face: Face) -> dict[str, Any]:
    usual = face.usual_seats(game.players)
    own = usual[at] if at < len(usual) else HUMAN  # a number of players that no game has
    computers = [text for text in (own, *usual) if text != HUMAN]
    return {
        "number": at,
        "kind": given.get(f"seat{at}", "here" if own == HUMAN else "computer"),
        "name": given.get(f"name{at}", ""),
        "colour": given.get(f"colour{at}") or game.colours[at],
        "shown": controls(game, given, at + 1, computers[0]),
    }


def _first(fields: Mapping[str, str], game: Game, wording: Wording) -> int:
    """The seat that begins, or a random one for "any"."""
    text = field(fields, "first") or "0"
    if text == "any":
        return random.randrange(game.players)
    number = whole(text)
    if number is None or number >= game.players:
        usual = f"player 1 to {game.players} begins, or any, and not {text!r}"
        raise RefusedError(wording.faults.get("first", usual))
    return number


def _seconds(fields: Mapping[str, str]) -> float | None:
    text = field(fields, "seconds")
    if not text:
        return None
    seconds = decimal(text)
    if seconds is None or not 1 <= seconds <= _SECONDS_MOST:
        raise RefusedError(f"the time for a move is 1 to {_SECONDS_MOST} seconds, and not {text!r}")
    return seconds
