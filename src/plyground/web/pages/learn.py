"""Learn: the rules of every game on boards to play on, the chapters and the lessons."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Response
from fastapi.responses import HTMLResponse

from plyground.analysis.perfect import perfect_game
from plyground.browser import live
from plyground.browser.modules import module_at_hand, standard_games
from plyground.browser.pages import usual_computer
from plyground.position import CannotError, Game, file_stem
from plyground.web.boards import board_styles, board_svg, picture_of, position_after
from plyground.web.errors import NotFoundError
from plyground.web.games import game_from, installed_games
from plyground.web.pages import Asked, Visit
from plyground.web.pages.help_page import DOCUMENTATION
from plyground.web.pages.look import FOR_EVER, kept
from plyground.web.services.chapters import chapter, drawn_later, entries, live_board, rules

router = APIRouter(prefix="/learn", include_in_schema=False)

_FOLDERS = {"chapters": "learn", "lessons": "teach", "guides": ""}


@router.get("")
async def page(visit: Asked) -> HTMLResponse:
    """What there is to learn, each with a small board."""
    games = [kind() for kind in installed_games()]
    return visit.page(
        "learn.html",
        games=[(each, drawn_later(each, each.split_moves(each.face.example))) for each in games],
        chapters=entries("learn"),
        lessons=entries("teach"),
        styles=board_styles(games),
    )


@router.get("/rules/{name}")
async def rules_page(visit: Asked, name: str) -> HTMLResponse:
    """The rules of a game, beside a board on which both sides play."""
    games = [kind() for kind in installed_games()]
    game = next((each for each in games if each.name == name), None)
    if game is None:
        raise NotFoundError("there is no such game")
    board = live_board(
        game, (), usual_computer(game), picture=drawn_later(game, (), "The empty board")
    )
    return visit.page(
        "rules.html",
        game=game,
        games=games,
        board=board,
        body=rules(game, _documentation(visit)),
        live=live.ELEMENT,
        plays=[file_stem(game)],
        perfect=perfect_game(game) is not None,
        styles=board_styles([game]),
    )


@router.get("/board")
async def board(visit: Asked, moves: str = "") -> HTMLResponse:
    """The picture of a position, as soon as the rules of its game are compiled."""
    game = game_from(visit.request.query_params)
    await visit.ready(game)
    picture = picture_of(position_after(game.position(), moves), ())
    return HTMLResponse(board_svg(picture), headers={"Cache-Control": "private, max-age=3600"})


@router.get("/live/{name}.js")
async def definition(name: str) -> Response:
    """The script of boards to play on; its name changes with it."""
    if name != live.ELEMENT:
        raise HTTPException(404, "this page is of an older Plyground: reload it")
    return Response(live.live_definition(), media_type="text/javascript", headers=FOR_EVER)


@router.get("/games/{name}.js")
async def game_script(visit: Asked, name: str) -> Response:
    """What the boards of a game need, once it is there: where it does not come with the package,
    it is made in up to a minute, the first time.
    """
    game = _playable().get(name)
    if game is None:
        raise HTTPException(404, "there is no board of this name")
    try:
        text = await visit.run(
            lambda _: live.live_game(game, key=name, gives_way=True),
            heavy=await asyncio.to_thread(module_at_hand, game) is None,
        )
    except CannotError as error:
        raise NotFoundError(str(error)) from None
    return kept(visit.request, text, "text/javascript")


@router.get("/{folder}/{name}")
async def document(visit: Asked, folder: str, name: str) -> HTMLResponse:
    """A chapter, a lesson or a guide."""
    if folder not in _FOLDERS:
        raise NotFoundError("this chapter does not exist")
    found = chapter(_FOLDERS[folder], name, _documentation(visit))
    listed = entries(found.folder)
    at = next(number for number, each in enumerate(listed) if each.name == name)
    return visit.page(
        "chapter.html",
        chapter=found,
        listed=listed,
        earlier=listed[at - 1] if at else None,
        later=listed[at + 1] if at + 1 < len(listed) else None,
        live=live.ELEMENT if found.live else "",
        plays=found.live,
        styles=board_styles(found.games),
    )


def _playable() -> dict[str, Game]:
    """The games that boards within pages can play, by the names of their scripts."""
    games = (*standard_games(), *(kind() for kind in installed_games()))
    return {file_stem(each): each for each in games}


def _documentation(visit: Visit) -> str:
    return DOCUMENTATION if visit.parts.settings.site else ""
