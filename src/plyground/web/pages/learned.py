"""Ask what was learned: which moves it prefers, which patterns say so, and what the solver says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from plyground.analysis.questioned import question, wrong_moves
from plyground.arena.training import HELD_OUT, held_out
from plyground.browser.geometry import geometry
from plyground.players import Learned, PlayerError
from plyground.position import Game, Position
from plyground.search import Control
from plyground.search.learning import Weights
from plyground.search.learning.asking import Part
from plyground.web.boards import board_style, board_svg, new_game
from plyground.web.games import field, game_from
from plyground.web.pages import Asked
from plyground.web.templating import template

router = APIRouter(prefix="/learned", include_in_schema=False)

_WORST = 8


@router.get("")
async def ask(visit: Asked, file: str = "", moves: str = "") -> HTMLResponse:
    """A position, the moves it prefers there, and why."""
    sent = dict(visit.request.query_params)
    game = game_from({"game": "connect4"} | {k: v for k, v in sent.items() if k != "moves"})
    position = game.position(moves)
    await visit.ready(game)
    weights = _weights(game, file)
    shown = await visit.run(lambda control: _shown(weights, position, control))
    here = {"game": game.name, **game.values} | ({"file": file} if field(sent, "file") else {})
    return visit.page(
        "learned.html",
        title=game.title,
        game=game,
        position=position,
        address=lambda to: f"/learned?{urlencode({**here, 'moves': ' '.join(to)})}",
        mistakes=f"/learned/mistakes?{urlencode(here)}",
        board_style=board_style(game),
        spots=() if position.over else _spots(position),
        file=file,
        **shown,
    )


@router.get("/mistakes")
async def mistakes(visit: Asked, file: str = "") -> HTMLResponse:
    """Its worst mistakes in positions that it never learned from: a part of that page."""
    sent = dict(visit.request.query_params)
    game = game_from({"game": "connect4"} | sent)
    await visit.ready(game)
    weights = _weights(game, file)

    wrong = await visit.run(lambda control: wrong_moves(weights, held_out(game, control)))
    here = {"game": game.name, **game.values} | ({"file": file} if file else {})
    return HTMLResponse(
        template("learned_mistakes.html").render(
            found=wrong[:_WORST],
            asked=HELD_OUT,
            play=lambda to: new_game(game, moves=" ".join(to)),
            address=lambda to: f"/learned?{urlencode({**here, 'moves': ' '.join(to)})}",
        )
    )


def _weights(game: Game, file: str) -> Weights:
    """What is kept under a name, or comes with the game. Raises HTTPException without any."""
    player = Learned(f"@{file}" if file else "")
    try:
        player.check(game)
    except PlayerError as error:
        raise HTTPException(404, str(error)) from None
    path = player.path(game)
    assert isinstance(path, Path)
    return Weights.load(path, game)


def _shown(weights: Weights, position: Position, control: Control) -> dict[str, Any]:
    board = board_svg(position.picture())
    if position.over:
        return {"board": board, "answer": None, "parts": [], "said": f"{position.outcome}."}
    answer = question(weights, position, control)
    return {
        "board": board,
        "answer": answer,
        "parts": [_part(answer.after, each) for each in answer.parts],
        "said": answer.sentence,
    }


def _spots(position: Position) -> list[dict[str, Any]]:
    """Where a click on the board is a move: left, top, width and height in percent.

    There are none where a place alone does not say which move.
    """
    board = geometry(position.game)
    known = {code: set(board["moves"][code]["sites"]) for code in position.codes}
    spots = []
    for target in board["targets"]:
        here = [code for code, sites in known.items() if sites and sites <= set(target["sites"])]
        if len(here) > 1:
            return []
        spots += [{"move": board["moves"][code]["text"], "box": target["box"]} for code in here]
    return spots


def _part(position: Position, part: Part) -> dict[str, Any]:
    """A pattern on its board, with what it adds."""
    picture = replace(
        position.picture(),
        last=frozenset(),
        deciding=frozenset(),
        hints=tuple((site, "") for site in part.sites),
    )
    return {
        "svg": board_svg(picture),
        "adds": f"{part.adds:+.2f}",
        "sites": len(part.sites),
        "times": part.times,
    }
