"""Ask what was learned: which moves it prefers, which patterns say so, and what the solver says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException
from fastapi.responses import HTMLResponse

from plyground.analysis import analyse
from plyground.arena.training import held_out
from plyground.players import Learned, PlayerError
from plyground.position import Game, Position
from plyground.search import Control, Limits
from plyground.search.learning import Rater, Weights
from plyground.search.learning.asking import Part, as_expectation, reasons, worst
from plyground.web.boards import board_style, board_svg
from plyground.web.games import field, game_from
from plyground.web.pages import Asked
from plyground.web.templating import template

router = APIRouter(prefix="/learned", include_in_schema=False)

_PARTS = 6  # that are drawn
_WORST = 8
_NODES = 2_000_000  # that the solver may visit for the moves of the position shown
_VERDICTS = {"win": "wins", "loss": "loses", "draw": "draws"}


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

    def found(control: Control) -> list[dict[str, Any]]:
        return [
            {
                "moves": each.position.history,
                "chose": game.move_texts[each.move],
                "best": ", ".join(game.move_texts[code] for code in sorted(each.best)),
                "sure": f"{100 * each.sure:.0f}",
            }
            for each in worst(Rater.of(weights), held_out(game, control))[:_WORST]
        ]

    here = {"game": game.name, **game.values} | ({"file": file} if file else {})
    return HTMLResponse(
        template("learned_mistakes.html").render(
            found=await visit.run(found),
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
    game = weights.game
    if position.over:
        board = board_svg(position.picture())
        return {"board": board, "rows": [], "parts": [], "said": f"{position.outcome}."}
    rated = Rater.of(weights).choose(position, 1, control)
    exact = _exact(position, control)
    rows = [
        {
            "move": game.move_texts[each.code],
            "share": f"{100 * as_expectation(each.score):.0f} %",
            "exact": exact.get(game.move_texts[each.code], ""),
        }
        for each in sorted(rated, key=lambda each: -each.score)
    ]
    after = position.play_code(rated[0].code)
    found = () if after.over else reasons(weights, after, position.turn).parts
    parts = [_part(after, each) for each in found[:_PARTS] if each.adds]
    rest = sum(each.adds for each in found[_PARTS:])
    return {
        "board": board_svg(position.picture()),
        "rows": rows,
        "parts": parts,
        "rest": f"{rest:+.2f}",
        "total": f"{sum(each.adds for each in found):+.2f}",
        "said": _said(rows),
    }


def _said(rows: list[dict[str, str]]) -> str:
    """Its choice beside what is true, in a sentence."""
    best, right = rows[0], [row["move"] for row in rows if row["exact"] == rows[0]["exact"]]
    said = f"It prefers {best['move']}: {best['share']}."
    if not best["exact"]:
        return said
    order = ("wins", "draws", "loses")
    true = min((row["exact"] for row in rows if row["exact"]), key=order.index)
    if best["exact"] == true:
        alone = ", and no other move does" if len(right) == 1 < len(rows) else ""
        return f"{said} The solver says that it {true}{alone}."
    others = ", ".join(row["move"] for row in rows if row["exact"] == true)
    return f"{said} That is a mistake: it {best['exact']}, and {others} {true}."


def _exact(position: Position, control: Control) -> dict[str, str]:
    """What each move is worth by the solver, in a word; none where that takes long."""
    found = analyse(position, limits=Limits(nodes=_NODES), control=control)
    return {
        each.move: _VERDICTS[each.value.verdict]
        for each in found.moves
        if each.value is not None and each.value.verdict in _VERDICTS
    }


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
