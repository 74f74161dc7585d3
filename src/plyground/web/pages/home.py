"""The first page: choose a game, who plays it, and how; and the games that one is in."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from plyground.position import HUMAN, Game, PlygroundError, UnknownGameError
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
        seats = [_seat(sent, at, game) for at in range(game.players)]
        await visit.ready(game)
        visit.parts.new_rooms.take(visit.visitor)
        room = await visit.parts.rooms.create(
            visit.visitor,
            game,
            seats,
            game.split_moves(field(sent, "moves")),
            first=_first(sent, game),
            seconds_per_move=_seconds(sent),
            shows_values=bool(field(sent, "shows-values")),
        )
        return visit.go_to(f"/room/{room.id}")
    return visit.page("home.html", refused.status, **await _page(visit, sent, refused.words))


async def _page(visit: Visit, given: Mapping[str, str], warning: str = "") -> dict[str, Any]:
    """What the form shows: what was given, and the usual for the rest; no game if it is unknown."""
    shown = {
        "games": list(_games()),
        "game": None,
        "given": given,
        "warning": warning,
        "recent": [
            {"record": each, "title": title_of(each.game), "ended": ended_text(each)}
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
    return [
        {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "picture": svg(game.position(game.face.example).picture(), size=120),
        }
        for game in (kind() for kind in installed_games())
    ]


def _modes(game: Game) -> dict[str, Any]:
    """The usual ways to sit down: a question, and its answers with the addresses that fill in the
    form.
    """
    people, computer = "here", "computer"
    question = game.face.wording.asks_side
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
    return {
        "question": question,
        "answers": [
            (text, new_game(game, **{f"seat{at}": kind for at, kind in enumerate(seats)}))
            for text, seats in answers.items()
        ],
    }


def _seat(fields: Mapping[str, str], at: int, game: Game) -> NewSeat:
    kind, faults = field(fields, f"seat{at}") or "here", game.face.wording.faults
    if kind not in _KINDS:
        usual = f"a seat is for somebody here, by link, or a computer, and not {kind!r}"
        raise RefusedError(faults.get("seat", usual))
    colour = field(fields, f"colour{at}")
    if colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", colour):
        raise RefusedError(f"a colour is written as in #1a85e0, and not {colour!r}")
    player = None
    if kind == "computer":
        options = options_called(field(fields, f"kind-{at + 1}"))
        with percent_in_words(game, options):
            player = player_text_from_form(fields, at + 1)
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


def _first(fields: Mapping[str, str], game: Game) -> int:
    """The seat that begins; any of them, by chance, if that is asked for."""
    text = field(fields, "first") or "0"
    if text == "any":
        return random.randrange(game.players)
    number = whole(text)
    if number is None or number >= game.players:
        usual = f"player 1 to {game.players} begins, or any, and not {text!r}"
        raise RefusedError(game.face.wording.faults.get("first", usual))
    return number


def _seconds(fields: Mapping[str, str]) -> float | None:
    text = field(fields, "seconds")
    if not text:
        return None
    seconds = decimal(text)
    if seconds is None or not 1 <= seconds <= _SECONDS_MOST:
        raise RefusedError(f"the time for a move is 1 to {_SECONDS_MOST} seconds, and not {text!r}")
    return seconds
