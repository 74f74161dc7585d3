"""Perfect games: for each solved game one game of best play, with the reason for every move."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from plyground.analysis.perfect import perfect_games
from plyground.analysis.perfect_view import PerfectView
from plyground.analysis.review_view import StepView
from plyground.position import Game, file_stem
from plyground.web.boards import board_style, board_styles, new_game, position_after
from plyground.web.errors import NotFoundError
from plyground.web.pages import Asked
from plyground.web.pages.library import Then
from plyground.web.services.chapters import drawn_later
from plyground.web.services.puzzle_progress import title_among

router = APIRouter(prefix="/perfect", include_in_schema=False)


@cache
def _views() -> dict[str, PerfectView]:
    """All perfect games, by the last part of their addresses."""
    return {file_stem(each.game): PerfectView(each) for each in perfect_games()}


def _title(game: Game) -> str:
    """The title of a game, with the size of its board if that makes a difference."""
    if game.face.sizes:
        size = " \N{MULTIPLICATION SIGN} ".join(map(str, game.values.values()))
        return f"{game.title}, {size}"
    return title_among(game, [each.game for each in _views().values()])


async def _view(visit: Asked, name: str) -> PerfectView:
    """The perfect game of an address, when its board can be drawn. Raises NotFoundError."""
    view = _views().get(name)
    if view is None:
        raise NotFoundError("There is no perfect game of this name.")
    await visit.ready(view.game)
    await visit.check_values(view.found.position)
    return view


Shown = Annotated[PerfectView, Depends(_view)]


@router.get("")
async def index(visit: Asked) -> HTMLResponse:
    """All perfect games, and what best play comes to in each."""
    rows = [
        (name, _title(view.game), view, drawn_later(view.game, view.found.position.history))
        for name, view in _views().items()
    ]
    styles = board_styles(view.game for view in _views().values())
    return visit.page("perfect_games.html", rows=rows, styles=styles)


@router.get("/{name}")
async def page(visit: Asked, view: Shown, at: int = 1, then: Then = "") -> HTMLResponse:
    """One of them. It begins with the first move, which shows what there is to read."""
    return visit.page(
        "perfect.html",
        heading="Perfect game",
        title=_title(view.game),
        worths=view.shows_worths,
        **_values(view, at, then),
    )


@router.get("/{name}/step")
async def step(visit: Asked, view: Shown, at: int = 0, then: Then = "") -> HTMLResponse:
    """The part of the page about one position."""
    return visit.page("perfect_step.html", **_values(view, at, then))


@lru_cache(maxsize=1000)
def _step(view: PerfectView, at: int, then: str) -> StepView:
    return view.step(at, then)


def _values(view: PerfectView, at: int, then: str) -> dict[str, Any]:
    """What the templates take for the position after `at` plies and the moves of a line."""
    shown = _step(view, at, then)
    position = position_after(view.found.position.line[shown.at], then)
    return {
        "view": view,
        "step": shown,
        "board_style": board_style(view.game),
        "address": f"/perfect/{file_stem(view.game)}",
        "game_address": "/perfect",
        "back": "All perfect games",
        "from_here": new_game(view.game, moves=" ".join(position.history)),
    }
