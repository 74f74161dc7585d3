"""The glass box: a recorded search, step by step, as a tree beside the board it thinks of.

    /glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3

shows the search of a position. A game's parameters are further fields, as in `vertices=7`; whatever
is left out has its default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse

from plyground.analysis import AnalysisError, look_inside
from plyground.analysis.trace import ALGORITHM_NAMES, about, cut_short, summary
from plyground.position import Game, ParameterError, PlygroundError, Position
from plyground.position.kernels import NO_HEURISTIC
from plyground.search import Control
from plyground.web.games import check_parameters, installed_game, installed_games
from plyground.web.numbers import whole
from plyground.web.pages import rendered
from plyground.web.parts import Visitor, parts_of
from plyground.web.services.recordings import STEPS_MOST, Recording, Recordings
from plyground.web.services.withheld import check_values

router = APIRouter(prefix="/glassbox", include_in_schema=False)

_DEFAULTS = {"game": "tictactoe", "moves": "", "algorithm": "alphabeta", "depth": "3"}
_KEPT = {"Cache-Control": "private, max-age=3600"}  # a recording never changes

_Number = Annotated[int, Path(ge=0, le=STEPS_MOST)]


@dataclass(frozen=True)
class _Asked:
    """A search that is asked for, checked as far as nothing has to be compiled for it."""

    game: Game
    moves: str
    algorithm: str
    depth: int

    def record(self, live: Sequence[Position], _control: Control) -> Recording:
        """Do it. There is nothing to stop: it is over after STEPS_MOST steps.

        `live` is where games stand whose values are hidden.
        """
        position = self.game.position(self.moves)
        check_values(position, live)
        trace = look_inside(
            position,
            self.depth,
            algorithm=self.algorithm,
            heuristic=self.game.default_heuristic,
            most_steps=STEPS_MOST,
        )
        return Recording(trace)


@router.get("")
async def page(request: Request, visitor: Visitor, response: Response) -> HTMLResponse:
    """The page, with the recording of what is asked for, if anything is."""
    fields = dict(request.query_params)
    shown: dict[str, Any] = {"recording": None, "error": ""}
    status = 200
    if fields:
        try:
            shown |= _told(await _record(request, visitor))
        except PlygroundError as error:
            shown["error"] = str(error)
            status = getattr(error, "status", 422)
    return rendered(
        "glassbox.html",
        response,
        status,
        games=_games(),
        algorithms=ALGORITHM_NAMES,
        values=_DEFAULTS | fields,
        examples=[] if fields else list(_examples()),
        **shown,
    )


@router.get("/record")
async def record(request: Request, visitor: Visitor) -> dict[str, Any]:
    """Record what is asked for once more: for a page whose recording is not kept any longer."""
    return {"id": (await _record(request, visitor)).id}


@router.get("/{name}/steps/{part}")
def steps(
    request: Request, visitor: Visitor, response: Response, name: str, part: _Number
) -> dict[str, Any]:
    """Some steps of a recording, and the nodes shown beside them."""
    response.headers.update(_KEPT)
    return _recordings(request).find(visitor, name).part(part)


@router.get("/{name}/children/{node}")
def children(
    request: Request, visitor: Visitor, response: Response, name: str, node: _Number
) -> dict[str, Any]:
    """The nodes below one."""
    response.headers.update(_KEPT)
    return _recordings(request).find(visitor, name).children(node)


@router.get("/{name}/boards/{node}")
def board(request: Request, visitor: Visitor, name: str, node: _Number) -> HTMLResponse:
    """The board of a node, as a part of the page."""
    return HTMLResponse(_recordings(request).find(visitor, name).board(node), headers=_KEPT)


def _recordings(request: Request) -> Recordings:
    recordings = parts_of(request).recordings
    return recordings


def _examples() -> Iterator[dict[str, str]]:
    """The searches that the games propose."""
    for kind in installed_games():
        for each in kind().face.glass_boxes:
            asked = {"game": kind.name, "moves": each.moves, "algorithm": each.algorithm}
            yield {
                "title": each.title,
                "description": each.description,
                "query": urlencode(asked | {"depth": str(each.depth)}),
            }


async def _record(request: Request, visitor: str) -> Recording:
    asked = _asked(request.query_params)
    await parts_of(request).compiling.ready(visitor, asked.game, "players")
    live = await parts_of(request).rooms.withheld(visitor, asked.game)
    recording: Recording = await parts_of(request).workers.run(
        visitor, partial(asked.record, live), interpreted=True
    )
    _recordings(request).keep(visitor, recording)
    return recording


def _asked(given: Mapping[str, str]) -> _Asked:
    """What the fields ask for. Raises PlygroundError."""
    fields = _DEFAULTS | dict(given)
    name, moves, algorithm = (fields.pop(key) for key in ("game", "moves", "algorithm"))
    depth = _whole("depth", fields.pop("depth"))
    found = installed_game(name)
    check_parameters(found, fields)
    game = found(**{key: _whole(key, text) for key, text in fields.items()})
    if not 1 <= depth <= game.max_plies:
        raise AnalysisError(
            f"{game.title} takes a depth of 1 to {game.max_plies} plies, and not {depth}"
        )
    return _Asked(game, moves, algorithm, depth)


def _whole(name: str, text: str) -> int:
    number = whole(text)
    if number is None:
        raise ParameterError(f"{name} takes a whole number, and not {text[:40]!r}")
    return number


def _told(recording: Recording) -> dict[str, Any]:
    """What the page says of a recording as a whole."""
    trace = recording.trace
    game = trace.position.game
    rated = trace.heuristic != NO_HEURISTIC
    return {
        "recording": recording,
        "about": about(trace),
        "summary": summary(trace),
        "cut_short": cut_short(trace),
        "heuristic": trace.heuristic if rated else "",
        "player": trace.player,
        "colours": " ".join(game.colours[: game.players]),
    }


def _games() -> list[Game]:
    """The games to choose from, with their defaults."""
    return [found() for found in installed_games()]
