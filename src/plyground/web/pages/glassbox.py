"""The glass box: a recorded search, step by step, as a tree next to the board.

    /glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3

shows the search of a position. A game's parameters are further fields, such as `vertices=7`; a
field that is left out has its default.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Path
from fastapi.responses import HTMLResponse, JSONResponse

from plyground.analysis import AnalysisError, look_inside
from plyground.analysis.plain_search import listing
from plyground.analysis.trace import ALGORITHM_NAMES, about, cut_short, summary
from plyground.players import (
    Choice,
    External,
    Minimax,
    OldTicTacToe,
    Player,
    PlayerError,
    parse_player,
)
from plyground.players.form import inner_option
from plyground.position import ParameterError, Position
from plyground.position.kernels import NO_HEURISTIC
from plyground.render.palette import Palette
from plyground.search import Control
from plyground.web.boards import board_style
from plyground.web.games import installed_games, kind_of
from plyground.web.numbers import whole
from plyground.web.pages import Asked, Refusal, Visit
from plyground.web.services.recordings import STEPS_MOST, Looked, Recording

router = APIRouter(prefix="/glassbox", include_in_schema=False)

_DEFAULTS = {"game": "tictactoe", "moves": "", "algorithm": "alphabeta", "depth": "3"}
_KEPT = {"Cache-Control": "private, max-age=3600"}  # a recording never changes

_PLIES = {"minimax": 3, "alphabeta": 4, "shallow": 4}
"""How deep a search is that people want to step through."""

_SAME = {Minimax.name: "minimax", OldTicTacToe.name: "shallow"}
"""The players whose search is not alpha-beta, with their algorithms."""

_PROVED = "searched to the end of the game, in more steps than anyone could look at"
_NO_SEARCH = "chose this move without a search"

_Number = Annotated[int, Path(ge=0, le=STEPS_MOST)]


async def _kept(visit: Asked, name: str) -> Recording:
    return visit.parts.recordings.find(visit.visitor, name)


_Kept = Annotated[Recording, Depends(_kept)]


@router.get("")
async def page(visit: Asked) -> HTMLResponse:
    """The page, with a recorded search if the address names one."""
    fields = dict(visit.request.query_params)
    shown: dict[str, Any] = {"recording": None}
    with Refusal() as refused:
        if fields:
            shown |= _facts(await _record(visit), fields)
    return visit.page(
        "glassbox.html",
        refused.status,
        games=[kind() for kind in installed_games()],
        algorithms=ALGORITHM_NAMES,
        values=_DEFAULTS | fields,
        examples=_examples(),
        error=refused.words,
        **shown,
    )


@router.get("/record")
async def record(visit: Asked) -> dict[str, Any]:
    """Record the search again, for a page whose recording is gone."""
    return {"id": (await _record(visit)).id}


@router.get("/{name}/steps/{part}")
def steps(recording: _Kept, part: _Number) -> JSONResponse:
    """Some steps of a recording, and the nodes shown beside them."""
    return JSONResponse(recording.part(part), headers=_KEPT)


@router.get("/{name}/children/{node}")
def children(recording: _Kept, node: _Number) -> JSONResponse:
    """The nodes below one."""
    return JSONResponse(recording.children(node), headers=_KEPT)


@router.get("/{name}/scenes/{node}")
def scene(recording: _Kept, node: _Number) -> JSONResponse:
    """The drawn tree where the search is at a node."""
    return JSONResponse(recording.scene(node), headers=_KEPT)


@router.get("/{name}/cuts/{step}")
def next_cut(recording: _Kept, step: _Number) -> JSONResponse:
    """The next step after one at which moves are cut off, or null."""
    return JSONResponse({"step": recording.next_cut(step)}, headers=_KEPT)


@router.get("/{name}/boards/{node}")
def board(recording: _Kept, node: _Number) -> HTMLResponse:
    """The board of a node, as a part of the page."""
    return HTMLResponse(recording.board(node), headers=_KEPT)


def _examples() -> list[dict[str, str]]:
    """The searches that the games suggest."""
    return [
        {
            "game": kind().title,
            "title": each.title,
            "description": each.description,
            "query": urlencode(
                {
                    "game": kind.name,
                    "moves": each.moves,
                    "algorithm": each.algorithm,
                    "depth": each.depth,
                }
            ),
        }
        for kind in installed_games()
        for each in kind().face.glass_boxes
    ]


@dataclass(frozen=True)
class Inside:
    """The address of a search such as a computer's for its last move, a small one; and if there is
    none such, what the computer did instead.
    """

    address: str
    instead: str


def inside(position: Position, text: str, choice: Choice) -> Inside:
    """Where to look inside the choice of a player for the last move."""
    player = _chooser(text)
    instead = "is another player" if player is None else player.unseen
    if not instead and not choice.depth:
        instead = _PROVED if choice.value is not None else _NO_SEARCH
    algorithm = "alphabeta"
    if player is not None and not instead:
        algorithm = _SAME.get(player.name, algorithm)
    most = _PLIES[algorithm]
    fields = {
        "game": position.game.name,
        **position.game.values,
        "moves": " ".join(position.history[:-1]),
        "algorithm": algorithm,
        "depth": min(choice.depth or most, most),
    }
    return Inside(f"/glassbox?{urlencode(fields)}", instead)


def _chooser(text: str) -> Player | type[Player] | None:
    """The player that chooses, inside another one if need be; None if it is not there any more."""
    if text.startswith(External.name):
        return External
    with suppress(PlayerError):
        player = parse_player(text, kept=True)
        while player is not None and (inner := inner_option(type(player))) is not None:
            player = getattr(player, inner.field)
        return player
    return None


async def _record(visit: Visit) -> Recording:
    fields = _DEFAULTS | dict(visit.request.query_params)
    name, moves, algorithm = (fields.pop(key) for key in ("game", "moves", "algorithm"))
    depth = _whole("depth", fields.pop("depth"))
    kind = kind_of(name, fields)
    game = kind(**{key: _whole(key, text) for key, text in fields.items()})
    if not 1 <= depth <= game.max_plies:
        raise AnalysisError(
            f"{game.title} takes a depth of 1 to {game.max_plies} plies, and not {depth}"
        )
    await visit.ready(game, "players")
    position = await asyncio.to_thread(game.position, moves)
    await visit.check_values(position)
    asked, recordings = Looked(position, algorithm, depth), visit.parts.recordings

    def look(_control: Control) -> Recording:
        """Nothing to stop: the search ends after STEPS_MOST steps."""
        return recordings.of(visit.visitor, asked) or recordings.keep(
            visit.visitor,
            asked,
            look_inside(
                position,
                depth=depth,
                algorithm=algorithm,
                heuristic=game.default_heuristic,
                most_steps=STEPS_MOST,
            ),
        )

    known = recordings.of(visit.visitor, asked)
    if known is None:
        known = await visit.run(look, heavy=True, interpreted=True)
    return known


def _whole(name: str, text: str) -> int:
    number = whole(text)
    if number is None:
        raise ParameterError(f"{name} takes a whole number, and not {text[:40]!r}")
    return number


def _facts(recording: Recording, fields: dict[str, str]) -> dict[str, Any]:
    """What the page says of a recording as a whole, and where searches of other depths are."""
    trace = recording.trace
    game = trace.position.game
    palette = Palette(game.colours, variables=True)
    asked = _DEFAULTS | fields
    depths = {"shallower": trace.depth - 1, "deeper": trace.depth + 1}
    return {
        "recording": recording,
        "lines": listing(trace.algorithm).lines,
        "about": about(trace),
        "summary": summary(trace),
        "cut_short": cut_short(trace),
        "heuristic": trace.heuristic if trace.heuristic != NO_HEURISTIC else "",
        "player": trace.player,
        "mover": game.player_names[trace.player] if game.player_names else "",
        "depths": {
            name: f"/glassbox?{urlencode(asked | {'depth': depth})}"
            if 1 <= depth <= game.max_plies
            else ""
            for name, depth in depths.items()
        },
        "principal": " ".join(map(str, trace.principal)),
        "board_style": board_style(game),
        "colours": " ".join(map(palette.player, range(game.players))),
    }
