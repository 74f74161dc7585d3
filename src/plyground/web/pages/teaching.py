"""Teach it yourself: games against a learner that knows nothing, and what it takes from them."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, HTMLResponse

from plyground.browser.geometry import swatches
from plyground.position import Outcome, Position
from plyground.render.experiment_charts import COLOURS
from plyground.render.line_charts import Line, rising
from plyground.render.palette import Palette
from plyground.search import Control
from plyground.search.learning import Weights
from plyground.search.learning.asking import reasons
from plyground.web.boards import board_style, board_svg, graph_style, part_svg, spots
from plyground.web.errors import ForbiddenError
from plyground.web.games import brief_title, field
from plyground.web.numbers import whole_in
from plyground.web.pages import Asked, Sent
from plyground.web.services.teaching import LESSONS, Moved, Trainee

router = APIRouter(prefix="/teach", include_in_schema=False)

_PARTS = 3  # patterns that are drawn
_SAID = 0.005  # what the others add is said from here on
_OTHERS = "Someone else teaches it. You can teach one of your own."
_DONE = {"wins": "won", "loses": "lost"}


async def _trainee(visit: Asked, name: str) -> Trainee:
    trainee = await run_in_threadpool(visit.parts.teaching.get, name)
    if trainee is None:
        raise HTTPException(404, "Nobody teaches a learner of this name.")
    return trainee


Shown = Annotated[Trainee, Depends(_trainee)]


async def _own(visit: Asked, trainee: Shown) -> Trainee:
    if trainee.owner != visit.holder and not visit.is_host:
        raise ForbiddenError("only the one who teaches it can change it")
    return trainee


Own = Annotated[Trainee, Depends(_own)]


@router.get("/{name}")
async def teach(visit: Asked, trainee: Shown, moves: str = "") -> HTMLResponse:
    """The game that is being played, and what it took from the one before."""
    await visit.ready(trainee.game)
    await visit.check_values(trainee.game.position(moves), *_last(trainee))
    own = trainee.owner == visit.holder or visit.is_host
    seen = await visit.run(lambda _: _seen(trainee, trainee.game.position(moves), own))
    return visit.page(
        "teach.html",
        trainee=trainee,
        title=brief_title(trainee.game),
        own=own,
        lessons=LESSONS,
        board_style=board_style(trainee.game, within="of-boards"),
        graph_style=graph_style(),
        address=lambda to: f"/teach/{trainee.name}?{urlencode({'moves': ' '.join(to)})}",
        **seen,
    )


@router.post("/{name}/learn")
async def learn(visit: Asked, trainee: Own, sent: Sent) -> Response:
    """Let it learn from a game that has ended."""
    number = whole_in(sent, "number", 1, LESSONS, "games are")
    moves = trainee.game.split_moves(field(sent, "moves"))
    await visit.check_values(trainee.game.position(moves))

    def work(control: Control) -> None:
        visit.parts.teaching.learn(trainee, number, moves, control)

    await visit.run(work, heavy=True)
    return visit.go_to(f"/teach/{trainee.name}")


@router.get("/{name}/weights")
async def weights(trainee: Shown) -> Response:
    """The file for playing."""
    if not trainee.file.exists():
        raise HTTPException(404, "What it has learned is no longer here.")
    return FileResponse(
        trainee.file, media_type="application/octet-stream", filename=trainee.file.name
    )


@router.post("/{name}/delete")
async def delete(visit: Asked, trainee: Own) -> Response:
    """Forget it."""
    await run_in_threadpool(visit.parts.teaching.delete, trainee)
    return visit.go_to("/learning?deleted=learner")


def _last(trainee: Trainee) -> list[Position]:
    """The end of the game whose moves the page values; empty before the first."""
    return [trainee.game.position(each.moves) for each in trainee.games[-1:]]


def _seen(trainee: Trainee, position: Position, own: bool) -> dict[str, Any]:
    done = len(trainee.games) >= LESSONS
    if not done and own:
        position = trainee.reply(position)
    return {
        "done": done,
        "position": position,
        "board": board_svg(position.picture()),
        "spots": spots(position) if own and not done and not position.over else (),
        "back": _back(trainee, position),
        "number": len(trainee.games) + 1,
        "you": "" if done or not own else _you(trainee),
        "said": _said(trainee, position, done) if own else _OTHERS,
        "took": _took(trainee),
        "chart": _chart(trainee),
        "flat": {each.right for each in trainee.games} == {trainee.right},
    }


def _you(trainee: Trainee) -> str:
    """How the board shows the visitor in this game."""
    game = trainee.game
    return swatches(game, Palette(game.colours, variables=True))[trainee.seat]


def _back(trainee: Trainee, position: Position) -> tuple[str, ...] | None:
    """The moves before the visitor's last one; None before the first."""
    turns = [each.history for each in position.line[:-1] if each.turn == trainee.seat]
    return turns[-1] if turns else None


def _said(trainee: Trainee, position: Position, done: bool) -> str:
    if done:
        return f"You have taught it {LESSONS} games."
    if position.outcome is not None:
        return f"{_ended(position.outcome, trainee.seat, trainee.game.players - 1)}."
    begins = " You begin." if not position.ply else ""
    seats = " Seats change after each game." if not position.ply and not trainee.games else ""
    return f"Game {len(trainee.games) + 1} of {LESSONS}: your move.{begins}{seats}"


def _took(trainee: Trainee) -> dict[str, Any] | None:
    """What it took from the last game; None before the first."""
    if not trainee.games:
        return None
    number, last = len(trainee.games), trainee.games[-1]
    seat = (number - 1) % trainee.game.players
    outcome = trainee.game.position(last.moves).outcome
    assert outcome is not None  # it learns from whole games
    changed = max(last.learned, key=lambda each: abs(each.after - each.before), default=None)
    parts: list[dict[str, Any]] = []
    whole, total, rest = False, 0.0, 0.0
    if changed is not None:
        position = trainee.game.position(last.moves[: changed.ply])
        mover = position.line[-2].turn
        weights = Weights.load(trainee.file, trainee.game)
        why = reasons(weights, position, mover)
        found, total = why.parts[:_PARTS], why.total
        rest = sum(each.adds for each in why.parts[_PARTS:])
        parts = [
            {
                "svg": part_svg(position, each),
                "adds": f"{each.adds:+.2f}",
                "times": each.times,
                "reach": bool(each.reach),
            }
            for each in found
            if each.adds
        ]
        whole = bool(found) and len(found[0].sites) == len(trainee.game.board.sites)
    return {
        "number": number,
        "result": _ended(outcome, seat, trainee.game.players - 1),
        "rows": last.learned,
        "changed": changed,
        "parts": parts,
        "whole": whole,
        "rest": f"{rest:+.2f}" if abs(rest) >= _SAID else "",
        "total": f"{total:+.2f}",
        "drawn": outcome.named is None,
        "nothing_new": changed is not None and _is_alike(changed),
    }


def _is_alike(moved: Moved) -> bool:
    """Whether what it expected reads the same as what it expects now."""
    return f"{100 * moved.before:.0f}" == f"{100 * moved.after:.0f}"


def _ended(outcome: Outcome, seat: int, others: int) -> str:
    """How a game ended, as the visitor in that seat would say it."""
    if outcome.named is None:
        return f"A draw: {outcome.reason}" if outcome.reason else "A draw"
    player, what = outcome.named
    who = "You" if player == seat else "It" if others == 1 else f"Player {player + 1}"
    return f"{who} {_DONE[what]}: {outcome.reason_to(seat)}"


def _chart(trainee: Trainee) -> str:
    """How many moves are right after each game; empty before the second, or without an exam."""
    if trainee.right is None or len(trainee.games) < 2:
        return ""
    found = [(0.0, trainee.right)]
    found += [(float(at), each.right or 0.0) for at, each in enumerate(trainee.games, 1)]
    said = f"From {found[0][1]:.0f} to {found[-1][1]:.0f} of 100 in {len(trainee.games)} games."
    title = f"{trainee.name}: moves that keep the result"
    levels = [("Perfect", 100.0)]
    if trainee.by_chance is not None:
        levels.append(("Random", trainee.by_chance))
    curve, palette = Line(trainee.name, tuple(found)), Palette(COLOURS, variables=True)
    return rising(title, said, "games", curve, levels, palette, float(LESSONS))
