"""Ask what was learned: which moves it prefers, which patterns say so, and what the solver says."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from plyground.analysis.questioned import mirrored, question, wrong_moves
from plyground.arena.training import exam_of
from plyground.players import Learned, PlayerError
from plyground.position import SELF_TAUGHT, Game, Position, full_title
from plyground.render.board import Cell
from plyground.search import Control
from plyground.search.learning import Weights, shipped
from plyground.search.learning.asking import Part
from plyground.web.boards import board_style, board_svg, new_game, part_svg, spots
from plyground.web.games import brief_title, field, game_from, installed_games
from plyground.web.pages import Asked
from plyground.web.services.chapters import chapter_address
from plyground.web.templating import template

router = APIRouter(prefix="/learned", include_in_schema=False)

_WORST = 8
_FIRST = 12  # moves that are shown at once


@router.get("")
async def ask(visit: Asked, file: str = "", moves: str = "") -> HTMLResponse:
    """A position, the moves it prefers there, and why."""
    sent = dict(visit.request.query_params)
    game = game_from({"game": "connect4"} | {k: v for k, v in sent.items() if k != "moves"})
    position = game.position(moves)
    await visit.ready(game)
    await visit.check_values(position)
    weights = _weights(game, file)
    shown = await visit.run(lambda control: _shown(weights, position, control))
    here = {"game": game.name, **game.values} | ({"file": file} if field(sent, "file") else {})
    return visit.page(
        "learned.html",
        title=brief_title(game),
        who=file or SELF_TAUGHT.name,
        chapter=chapter_address("learning"),
        game=game,
        games=[] if file else [each for each in installed_games() if shipped(each()) is not None],
        position=position,
        address=lambda to: f"/learned?{urlencode({**here, 'moves': ' '.join(to)})}",
        mistakes=f"/learned/mistakes?{urlencode(here)}",
        board_style=board_style(game),
        spots=() if position.over else spots(position),
        file=file,
        player=(Learned(f"@{file}") if file else Learned(plies=SELF_TAUGHT.depth)).text,
        first=_FIRST,
        **shown,
    )


@router.get("/mistakes")
async def mistakes(visit: Asked, file: str = "") -> HTMLResponse:
    """Its worst mistakes in positions of random games: a part of that page."""
    sent = dict(visit.request.query_params)
    game = game_from({"game": "connect4"} | sent)
    await visit.ready(game)
    weights = _weights(game, file)
    asked = await visit.run(lambda control: exam_of(game, control), heavy=True)
    wrong = await visit.run(lambda _: wrong_moves(weights, asked), heavy=True)
    here = {"game": game.name, **game.values} | ({"file": file} if file else {})
    return HTMLResponse(
        template("learned_mistakes.html").render(
            found=mirrored(weights, wrong)[:_WORST],
            asked=len(asked),
            play=lambda to: new_game(game, moves=" ".join(to)),
            address=lambda to: f"/learned?{urlencode({**here, 'moves': ' '.join(to)})}",
        )
    )


def _weights(game: Game, file: str) -> Weights:
    """What is kept under a name, or comes with the game. Raises HTTPException without any."""
    try:
        return Learned(f"@{file}" if file else "").weights(game)
    except PlayerError:  # which names files, and what to type in a terminal
        said = f"Nothing that was learned comes with {full_title(game)}: let it learn first."
        if file:
            said = f"Nothing that is kept under the name {file} can play this game."
        raise HTTPException(404, said) from None


def _shown(weights: Weights, position: Position, control: Control) -> dict[str, Any]:
    board = board_svg(position.picture())
    if position.over:
        return {"board": board, "answer": None, "parts": [], "said": f"{position.outcome}."}
    answer = question(weights, position, control)
    return {
        "board": board,
        "answer": answer,
        "parts": [_part(answer.after, each) for each in answer.parts],
        "rings": _rings(answer.after.game, any(each.reach for each in answer.parts)),
        "said": answer.sentence,
    }


def _rings(game: Game, reach: bool) -> str:
    """How its places are marked, after "A pattern is what the marked places hold"."""
    if not any(isinstance(site, Cell) for site in game.board.sites):
        return ", those with a green disc"
    dot = ", with a dot where the next move can be" if reach else ""
    return f": a ring is an empty place{dot}, and a small disc marks a taken one"


def _part(position: Position, part: Part) -> dict[str, Any]:
    """A pattern on its board, with what it adds."""
    return {
        "svg": part_svg(position, part),
        "adds": f"{part.adds:+.2f}",
        "sites": len(part.sites),
        "times": part.times,
    }
