"""The glass box: a recorded search, step by step, as a tree next to the board.

    /glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3

shows the search of a position. A game's parameters are further fields, such as `vertices=7`; a
field that is left out has its default.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response

from plyground.analysis import AnalysisError, Trace, look_inside
from plyground.analysis.glassbox import algorithm_named
from plyground.analysis.trace import ALGORITHM_NAMES, Algorithm
from plyground.browser.inside import (
    ALGORITHM,
    STEPS_MOST,
    box,
)
from plyground.browser.inside import inside as known_inside
from plyground.position import ParameterError, Position
from plyground.render.palette import Palette
from plyground.search import Control
from plyground.web.boards import as_script, board_style, board_svg
from plyground.web.games import installed_games, kind_of
from plyground.web.numbers import whole
from plyground.web.pages import Asked, Refusal, Visit

router = APIRouter(prefix="/glassbox", include_in_schema=False)

_DEFAULTS = {
    "game": "tictactoe",
    "moves": "",
    "algorithm": ALGORITHM,
    "depth": "3",
    "overlooked": "",
}
_KEPT = {"Cache-Control": "private, max-age=3600"}  # a search has the same steps every time

_ANOTHER = '<a class="button another" href="#ask">Another search</a>'
_KEYS = '<button type="button" data-keys-button title="The keys (?)">Keys</button>'


@dataclass(frozen=True)
class _Search:
    """What is searched, and how."""

    position: Position
    algorithm: Algorithm
    depth: int
    overlooked: str = ""
    """The lines from there whose last moves a computer overlooked, with commas between."""


@router.get("")
async def page(visit: Asked) -> HTMLResponse:
    """The page, with a search if the address names one: its script asks for the steps."""
    fields = dict(visit.request.query_params)
    shown: dict[str, Any] = {"search": None}
    with Refusal() as refused:
        if fields:
            shown = _facts(await _search(visit))
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


@router.get("/steps")
async def steps(visit: Asked) -> Response:
    """What a search comes to, STEPS_MOST steps at most; the fields are those of the page."""
    asked = await _search(visit)

    def look(_control: Control) -> bytes:
        """Nothing to stop: the search ends by itself."""
        return _answer(asked)

    answer = await visit.run(look, heavy=True, interpreted=True)
    return Response(answer, media_type="application/json", headers=_KEPT)


@router.get("/board")
async def board(visit: Asked) -> HTMLResponse:
    """The board of a position, as a part of the page; the fields are those of the page."""
    position, _ = await _position(visit)
    return HTMLResponse(board_svg(position.picture()), headers=_KEPT)


@lru_cache(maxsize=8)  # a class looks at one example at the same time
def _answer(asked: _Search) -> bytes:
    trace = look_inside(
        asked.position,
        depth=asked.depth,
        algorithm=asked.algorithm,
        heuristic=asked.position.game.default_heuristic,
        most_steps=STEPS_MOST,
    )
    return json.dumps(listed(trace)).encode()


def listed(trace: Trace) -> dict[str, Any]:
    """The positions of a search in their order, for rulesIn of recording.js, which takes its steps
    again; and the reasons why games are over.
    """
    code = {text: number for number, text in enumerate(trace.position.game.move_texts)}
    reasons = {"": 0}
    visited: list[list[Any]] = []
    for node in trace.nodes:
        if node.kind != "leaf":
            searched = (trace.nodes[child].move or "" for child in node.children)
            moves = [code[text] for text in (*searched, *node.pruned, *node.unreached)]
            visited.append([node.player, moves])
        else:
            reason = node.reason if node.end == "over" else ""
            place = reasons.setdefault(reason, len(reasons))
            evaluated = trace.steps[node.entered + 1 : node.entered + 2]
            visited.append([node.player, place, *(step.value for step in evaluated)])
    return {"visited": visited, "reasons": [*reasons]}


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


async def _search(visit: Visit) -> _Search:
    """The search of an address. Raises an error for one that cannot be made."""
    position, fields = await _position(visit)
    game, algorithm = position.game, algorithm_named(fields["algorithm"])
    depth = _whole("depth", fields["depth"])
    if not 1 <= depth <= game.max_plies:
        raise AnalysisError(
            f"{game.title} takes a depth of 1 to {game.max_plies} plies, and not {depth}"
        )
    await visit.check_values(position)
    return _Search(position, algorithm, depth, fields["overlooked"])


async def _position(visit: Visit) -> tuple[Position, dict[str, str]]:
    """The position of an address, and its other fields."""
    fields = _DEFAULTS | dict(visit.request.query_params)
    asked = {key: fields.pop(key) for key in _DEFAULTS}
    kind = kind_of(asked["game"], fields)
    game = kind(**{key: _whole(key, text) for key, text in fields.items()})
    await visit.ready(game, "players")
    return await asyncio.to_thread(game.position, asked["moves"]), asked


def _whole(name: str, text: str) -> int:
    number = whole(text)
    if number is None:
        raise ParameterError(f"{name} takes a whole number, and not {text[:40]!r}")
    return number


def _facts(asked: _Search) -> dict[str, Any]:
    """What the page has of a search before its steps."""
    game = asked.position.game
    return {
        "search": as_script(
            {
                **search_data(asked.position, asked.algorithm, asked.depth),
                "overlooked": [each for each in asked.overlooked.split(",") if each],
            }
        ),
        "box": box(another=_ANOTHER, keys=_KEYS),
        "board_style": board_style(game),
    }


def search_data(position: Position, algorithm: Algorithm, depth: int) -> dict[str, Any]:
    """What is searched, and how: see `Search` in recording.js."""
    game = position.game
    palette = Palette(game.colours, variables=True)
    names = game.player_names or [f"player {player + 1}" for player in range(game.players)]
    return {
        "inside": known_inside(game),
        "title": game.title,
        "moves": [
            {"text": text, "words": game.face.wording.spoken(text)} for text in game.move_texts
        ],
        "players": list(names),
        "colours": [palette.player(player) for player in range(game.players)],
        "history": list(position.history),
        "algorithm": algorithm,
        "depth": depth,
    }
