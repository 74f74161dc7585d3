"""The page of a game, which is the first page: a board to play on at once, and who begins.

There is no room yet for the game that it shows: the first move makes one, or a button. Until then
the page is only a form, so it costs nothing to look at it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, HTTPException, Response
from fastapi.responses import HTMLResponse

from plyground.analysis.perfect import perfect_game
from plyground.browser.data import example
from plyground.browser.geometry import swatches
from plyground.browser.shipped import shipped_data
from plyground.games.registry import game_names
from plyground.players import AtLevel
from plyground.position import (
    PERFECT,
    Face,
    Game,
    Mode,
    PlygroundError,
    Position,
    UnknownGameError,
    file_stem,
    ladder,
)
from plyground.render.palette import Palette
from plyground.web.boards import board_style, in_one_file, new_game, whole_board
from plyground.web.games import (
    field,
    game_from,
    installed_games,
    missing_game,
    nearest_game,
    offered,
    sizes,
)
from plyground.web.my_match import my_match
from plyground.web.new_game_form import (
    ANY,
    MATCH,
    USUAL_CLOCKS,
    WEEK,
    Setting,
    ShownSeat,
    begins,
    clock_from,
    first_from,
    is_as_before,
    manner_of,
    seats_from,
    seconds_from,
    shown_seats,
)
from plyground.web.numbers import whole
from plyground.web.own_games import drawn_small, listed, to_go_on_with
from plyground.web.pages import Asked, Refusal, Sent, Visit
from plyground.web.pages.own import faulty, watched_faults
from plyground.web.pages.owned import addresses
from plyground.web.players_form import entries, options_shown, rivals
from plyground.web.services.puzzle_progress import count_of
from plyground.web.store import RoomRecord
from plyground.web.words import LAST_WEEK, Words, cast_of

router = APIRouter(include_in_schema=False)

_FIRST = "connect4"  # the game of a visitor who has not played
_REMEMBERED = 200  # rooms by which the next opponent is chosen
_PATIENCE = 0.5  # seconds that the page waits for a board; then it comes without one
_PAIR = 2  # players who can be told apart by a side, and whose search can be looked into
_IN_A_ROW = 3  # games on a phone, the one on the board among them


@router.get("/")
async def home(visit: Asked) -> HTMLResponse:
    """The first page, filled in with what the address says."""
    values = await _page(visit, visit.request.query_params)
    answer = visit.page("home.html", 422 if values["warning"] else 200, **values)
    answer.headers["Cache-Control"] = "no-store"  # who comes back finds the game to go on with
    return answer


@router.get("/new")
async def form(visit: Asked) -> HTMLResponse:
    """The table alone, for other options. The address of the page follows the game."""
    values = await _page(visit, visit.request.query_params)
    answer = visit.page("new_game.html", **values)
    if values["game"] is not None and not values["warning"]:
        manner = manner_of(values["as_before"])
        answer.headers["X-Address"] = new_game(values["game"], **manner)
    return answer


@router.get("/picture")
async def picture(visit: Asked, game: str = "") -> HTMLResponse:
    """The small picture of a game on the first page, as soon as its rules are compiled."""
    for kind in installed_games():
        if kind.name == game:
            usual = kind()
            await visit.ready(usual)
            return HTMLResponse(_picture(usual, True))
    raise HTTPException(404, "there is no such game")


@router.get("/go-on")
async def go_on(visit: Asked) -> HTMLResponse:
    """The game to go on with alone, as soon as its board can be drawn; empty if there is none."""
    games = to_go_on_with(await visit.parts.rooms.rooms_of(visit.visitor), visit.holder)
    if not games:
        return HTMLResponse("")
    await visit.ready(games[0][1])
    return visit.page("go_on.html", go_on=await _going_on(visit, *games[0]))


@router.get("/games")
async def all_games(visit: Asked) -> HTMLResponse:
    """All games that are here."""
    return visit.page("games.html", games=_games(visit), faulty=faulty(visit))


@router.get("/suggested")
async def suggested(visit: Asked, version: str = "") -> Response:
    """The fault to mend, after the faults changed; 204 if they have not."""
    watched = watched_faults(visit)
    if version and watched == version:
        return Response(status_code=204)
    values = {"faulty": faulty(visit), "watched": watched}
    return visit.page("suggested_again.html", **values)


@router.post("/rooms")
async def create(visit: Asked, sent: Sent) -> Response:
    """Begin a game, with its first move if one was made."""
    with Refusal() as refused:
        game = game_from(sent)
        as_before = is_as_before(sent, game)
        mine = await visit.parts.rooms.rooms_of(visit.visitor, _REMEMBERED)
        sent = {**sent, "first": begins(sent, game, mine, visit.holder)}
        if field(sent, "with") in (MATCH, WEEK):
            week = field(sent, "with") == WEEK
            match = field(sent, "week") if week else my_match(game, mine, visit.holder)
            sent |= {f"opponent-{seat}": match for seat in range(1, game.players + 1)}
        words = Words(game, as_before)
        seats = seats_from(sent, game, words.own)
        await visit.ready(game)
        start, move = game.split_moves(field(sent, "moves")), field(sent, "move")
        if move:  # a room is made only for a move that is accepted
            await asyncio.to_thread(lambda: words.play(game.position(start), move))
        visit.parts.new_rooms.take(visit.visitor)
        room = await visit.parts.rooms.create(
            visit.visitor,
            game,
            seats,
            start,
            first=first_from(sent, game, words.own),
            seconds_per_move=seconds_from(sent),
            clock=clock_from(sent, game.players),
            shows_values=bool(field(sent, "shows-values")),
            as_before=as_before,
        )
        if move:
            await visit.parts.rooms.play(room, visit.visitor, len(start), move)
        return visit.go_to(f"/room/{room.id}")
    return visit.page("home.html", refused.status, **await _page(visit, sent, refused.words))


# The page


async def _page(visit: Visit, given: Mapping[str, str], warning: str = "") -> dict[str, Any]:
    """What the page shows: given values, and defaults for the rest; no game if unknown."""
    mine = await visit.parts.rooms.rooms_of(visit.visitor)
    if not field(given, "game"):
        last = mine[0].game if mine else ""
        given = {**given, "game": last if last in game_names() else _FIRST}
    left = to_go_on_with(mine, visit.holder)
    shown = {
        "games": _games(visit),
        "in_a_row": _IN_A_ROW,
        "game": None,
        "given": given,
        "warning": warning,
        "go_on": await _going_on(visit, *left[0]) if left else None,
        "faulty": faulty(visit),
        "watched": watched_faults(visit),
    }
    try:
        game = game_from(given)
        number = game.players
    except UnknownGameError as error:
        return shown | {"warning": missing_game(error)}
    except PlygroundError as error:
        shown["warning"] = warning or str(error)
        game = nearest_game(given)
        number = max(game.players, sum(f"seat{at}" in given for at in range(len(game.colours))))
    as_before = is_as_before(given, game)
    face = game.face.manner(as_before)
    seats = shown_seats(given, game, number, face, None if as_before else _last_rival(mine, game))
    first = begins(given, game, mine, visit.holder)
    board = await _board(visit, {**given, "first": first}, game, as_before, seats)
    return shown | {
        "game": game,
        "as_before": as_before,
        "parameters": offered(given),
        "sizes": sizes(game),
        "seats": seats,
        "opponent": _opponent(seats),
        "own": next((seat.number for seat in seats if seat.kind == "here"), 0),
        "people": rivals(game),
        "ladder": ladder(game.levels),
        "links": _links(visit, game),
        "keep_nothing": in_one_file(game, keep="nothing") if "cells" in game.rules.kernels else "",
        "watch": _watched(game, _opponent(seats)),
        "entries": entries(game),
        "options": options_shown(entries(game)),
        "last_week": LAST_WEEK.short if _is_affordable(game) else "",
        "modes": _modes(game, as_before, [seat.kind for seat in seats]),
        "usual_clocks": USUAL_CLOCKS,
        "board": board,
        "warning": shown["warning"] or board.fault,
        "engine": _engine(visit, game),
    }


def _games(visit: Visit) -> list[dict[str, str]]:
    """The games there are, each with a small picture of it in play.

    It comes with the package for the usual ones. Elsewhere it is empty as long as the rules have to
    be compiled for it: nobody waits for a page without a word.
    """
    return [
        {
            "name": game.name,
            "title": game.title,
            "summary": game.summary,
            "picture": _picture(game, visit.parts.compiling.is_ready(game, "board")),
        }
        for game in (kind() for kind in installed_games())
    ]


@lru_cache(maxsize=100)
def _picture(game: Game, ready: bool) -> str:
    shipped = shipped_data(game)
    if shipped is not None:
        return str(shipped["example"])
    return example(game) if ready else ""


def _links(visit: Visit, game: Game) -> list[tuple[str, str]]:
    """What else there is about a game: words and addresses, only of what is there."""
    name, query = file_stem(game), urlencode({"game": game.name, **game.values})
    own = [each for each in visit.parts.game_files.all if each.game is type(game)]
    puzzles = count_of(game)
    example = game.face.glass_boxes[0] if game.face.glass_boxes else None
    inside = {"game": game.name}
    if example is not None:
        inside |= {
            "moves": example.moves,
            "algorithm": example.algorithm,
            "depth": str(example.depth),
        }
    found = [
        ("Rules", f"/learn/rules/{game.name}"),
        (f"{puzzles} puzzles" if puzzles else "", f"/puzzles/next?{urlencode({'game': name})}"),
        ("The best game" if perfect_game(game) is not None else "", f"/perfect/{name}"),
        (
            "Look inside an example" if game.players == _PAIR else "",
            f"/glassbox?{urlencode(inside)}",
        ),
        *(("The rules in Python", f"/own#file-{quote(each.path.name)}") for each in own),
        ("Computers against each other", f"/watch?{query}"),
    ]
    return [(words, address) for words, address in found if words]


def _watched(game: Game, opponent: str) -> str:
    """The query by which computers play a game: the opponent, and the next of the ladder."""
    rungs = [AtLevel(each.number).text for each in ladder(game.levels)]
    at = rungs.index(opponent) if opponent in rungs else 0
    players = [rungs[(at + seat) % len(rungs)] for seat in range(game.players)]
    kinds = {f"kind-{seat}": player for seat, player in enumerate(players, 1)}
    return urlencode({"game": game.name, **game.values, **kinds})


def _engine(visit: Visit, game: Game) -> list[str]:
    """What the page of the game will load, if it is ready; this page may fetch it before."""
    modules = visit.parts.modules
    found = None if modules is None else modules.ready(game)
    return [] if found is None else list(addresses(game, found).values())


# The board


@dataclass(frozen=True)
class _Board:
    """A board to make the first move on. If it shows nothing it is not ready, or has a fault."""

    style: str
    """The address of its colours."""
    svg: str = ""
    geometry: str = ""
    shown: str = ""
    swatches: tuple[str, ...] = ()
    my_turn: bool = False
    turn: int = 0
    mover: ShownSeat | None = None
    """The seat that makes the first move; None where chance decides."""
    name: str = ""
    """What it is called."""
    status: str = ""
    cannot: str = ""
    """What is said of two dots that cannot be joined."""
    fault: str = ""


async def _board(
    visit: Visit, given: Mapping[str, str], game: Game, as_before: bool, seats: list[ShownSeat]
) -> _Board:
    """The board of a game that nobody has begun."""
    first = whole(field(given, "first") or "0") or 0
    in_order = [seats[(first + at) % game.players] for at in range(game.players)]
    setting = Setting(tuple(in_order), field(given, "first") == ANY)
    colours = setting.colours_in(game)
    style = board_style(game, colours)
    begin, words = field(given, "moves"), Words(game, as_before, setting.cast)
    try:
        async with asyncio.timeout(_PATIENCE):
            await visit.ready(game)
        position = await asyncio.to_thread(lambda: game.position(game.split_moves(begin)))
    except TimeoutError:
        return _Board(style)
    except PlygroundError as error:
        return _Board(style, fault=str(error))
    drawn = await asyncio.to_thread(whole_board, position, colours)
    # Where there is no geometry, moves are typed, on the page of the game.
    my_turn = not position.over and setting.can_begin(position.turn) and bool(drawn["geometry"])
    return _Board(
        style=style,
        svg=drawn["svg"],
        geometry=drawn["geometry"],
        shown=drawn["shown"],
        swatches=tuple(swatches(game, Palette(colours, variables=True))),
        my_turn=my_turn,
        turn=position.turn,
        mover=None if setting.by_chance else in_order[position.turn],
        name="" if setting.by_chance else setting.cast.name(position.turn),
        status=_status(words, setting, position),
        cannot=words.cannot_join(position),
    )


def _status(words: Words, setting: Setting, position: Position) -> str:
    """Who makes the first move."""
    if position.over:
        return "The game would be over at the start."
    if setting.by_chance:
        return "Chance decides who begins."
    return words.turn(position)


def _is_affordable(game: Game) -> bool:
    """Whether the strongest opponent of a game plays perfectly."""
    return any(each.depth == PERFECT for each in game.levels)


def _last_rival(mine: list[RoomRecord], game: Game) -> str:
    """The text of the opponent whom the visitor last played in a game; empty if there is none."""
    known = {each.value for each, _ in rivals(game)}
    played = (
        seat.player for room in mine if room.game == game.name for seat in room.seats if seat.player
    )
    return next((text for text in played if text in known), "")


def _opponent(seats: list[ShownSeat]) -> str:
    """Against whom the visitor plays: the text of one of the game's opponents, "friend" for people
    here, and empty for anything else.
    """
    here = [seat for seat in seats if seat.kind == "here"]
    if len(here) == len(seats):
        return "friend"
    others = [seat for seat in seats if seat not in here[:1]]
    rivals = {seat.shown.opponent if seat.kind == "computer" else "" for seat in others}
    return rivals.pop() if len(rivals) == 1 else ""


# The last game


async def _going_on(visit: Visit, record: RoomRecord, game: Game) -> dict[str, Any] | None:
    """A visitor's game that is not over: its small board, and who is to move."""
    found: dict[str, Any] = {**listed(record, visit.holder), "svg": ""}
    if not visit.parts.compiling.is_ready(game, "board"):
        return found
    try:
        state = (await visit.parts.rooms.get(record.id)).state
    except PlygroundError:  # it has just been forgotten
        return None
    if state.running:
        words = Words(game, record.as_before, cast_of(record, game, visit.holder))
        found["said"] = words.turn(state.position)
    return found | {"svg": drawn_small(state.position, state.colours)}


# The manners and modes


def _modes(game: Game, as_before: bool, chosen: list[str]) -> dict[str, Any]:
    """The usual seatings, in the words of a game: questions before and after the others, and their
    answers, each with the address that fills in the form and whether it was `chosen`.
    """
    face: Face = game.face.manner(as_before)
    wording = face.wording
    modes: dict[Mode, list[str]] = {
        mode: ["here" if person else "computer" for person in wording.people(mode, game.players)]
        for mode in wording.modes
        if mode != "computers"
    }
    answers = {text: modes[mode] for mode, text in wording.modes.items() if mode in modes}
    first, last = (wording.asks_mode, answers), ("", answers)
    if wording.asks_count:
        alone = modes["computer" if chosen == modes["computer"] else "human"]
        first = wording.asks_count, {"1": alone, "2": modes["humans"]}
        last = wording.asks_side, {"1": modes["human"], "2": modes["computer"]}
    elif wording.asks_side and game.players == _PAIR:
        answers = {"Player 1": modes["human"], "Player 2": modes["computer"]}
        first = wording.asks_side, answers | {wording.modes["humans"]: modes["humans"]}
    manner = manner_of(as_before)
    return {
        "wording": wording,
        "greeting": wording.greeting(game.title),
        "questions": [
            (
                question,
                [
                    (text, new_game(game, **manner, **_seat_fields(seats)), seats == chosen)
                    for text, seats in answers.items()
                ],
            )
            for question, answers in (first, last)
        ],
        "other_manner": game.face.before and new_game(game, **manner_of(not as_before)),
    }


def _seat_fields(seats: list[str]) -> dict[str, str]:
    return {f"seat{at}": kind for at, kind in enumerate(seats)}
