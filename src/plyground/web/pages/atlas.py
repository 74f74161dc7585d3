"""The atlas: every game that Plyground has solved, and a game of best play of each."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import HTMLResponse

from plyground.analysis.atlas import Group, Row, atlas, best_play, figures, groups, proof_text
from plyground.analysis.atlas_view import AtlasView
from plyground.analysis.perfect import perfect_game
from plyground.position import file_stem
from plyground.web.boards import board_style, new_game
from plyground.web.errors import NotFoundError
from plyground.web.pages import Asked

router = APIRouter(prefix="/atlas", include_in_schema=False)


@cache
def _views() -> dict[str, AtlasView]:
    """The games of best play that boards can show, by the last part of their addresses."""
    return {row.name: AtlasView(row) for row in atlas() if row.installed and row.line}


async def _view(visit: Asked, name: str) -> AtlasView:
    """The game of an address, when its board can be drawn. Raises NotFoundError."""
    view = _views().get(name)
    if view is None:
        raise NotFoundError("The atlas has no game of this name.")
    await visit.ready(view.game)
    await visit.check_values(view.position)
    return view


Shown = Annotated[AtlasView, Depends(_view)]


@router.get("")
async def index(visit: Asked) -> HTMLResponse:
    """All games, a table for each."""
    tables = [(group, [_shown(group, row) for row in group.rows]) for group in groups()]
    return visit.page("atlas.html", tables=tables)


@router.get("/{name}")
async def page(visit: Asked, view: Shown, at: int = 0) -> HTMLResponse:
    """A game of best play, to step through."""
    return visit.page(
        "perfect.html",
        heading="Best play",
        title=_title(view.row),
        worths=False,
        **_values(view, at),
    )


@router.get("/{name}/step")
async def step(visit: Asked, view: Shown, at: int = 0) -> HTMLResponse:
    """The part of the page about one position."""
    return visit.page("perfect_step.html", **_values(view, at))


def _title(row: Row) -> str:
    """The game in few words: "Sim, 8 dots"."""
    group = next(each for each in groups() if row in each.rows)
    sizes = group.sizes(row)
    if group.heads == ("columns", "rows"):
        return f"{row.title}, {_times(group.size(row))}"
    said = zip(sizes, group.heads, strict=True)
    return ", ".join([row.title, *(f"{number} {head}" for number, head in said)])


def _times(size: str) -> str:
    """A size with the sign of multiplication, on one line."""
    return size.replace(" x ", "\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}\N{NO-BREAK SPACE}")


def _shown(group: Group, row: Row) -> dict[str, Any]:
    """A row of a table, and the address of its game of best play."""
    plies, positions, seconds = figures(row)
    return {
        "row": row,
        "size": _times(group.size(row)),
        "address": _address(row),
        "best_play": best_play(row),
        "plies": plies,
        "positions": positions,
        "seconds": seconds,
        "proof": proof_text(row),
    }


def _address(row: Row) -> str:
    """Where a game of best play is shown: with all values if it comes with them."""
    view = _views().get(row.name)
    if view is None:
        return ""
    perfect = perfect_game(view.game)
    return f"/perfect/{file_stem(view.game)}" if perfect is not None else f"/atlas/{row.name}"


def _values(view: AtlasView, at: int) -> dict[str, Any]:
    """What the templates take for the position after `at` plies."""
    shown = view.step(at)
    return {
        "view": view,
        "step": shown,
        "board_style": board_style(view.game),
        "address": f"/atlas/{view.row.name}",
        "game_address": "/atlas",
        "back": "The atlas",
        "from_here": new_game(view.game, moves=" ".join(view.moves[: shown.at])),
    }
