"""Watch the computer teach itself a game: start it, see it get better, play it as it was."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse

from plyground.arena.lessons import Progress
from plyground.players import display_name
from plyground.position import Game
from plyground.render.experiment_charts import COLOURS
from plyground.render.line_charts import Line, rising
from plyground.render.palette import Palette
from plyground.web.boards import board_style, board_svg, graph_style
from plyground.web.errors import ForbiddenError
from plyground.web.games import (
    brief_title,
    field,
    game_from,
    installed_games,
    nearest_game,
    offered,
)
from plyground.web.numbers import whole_in
from plyground.web.pages import Asked, Refusal, Sent, Visit
from plyground.web.pages.fields import filled
from plyground.web.services.chapters import chapter_address
from plyground.web.services.learning import OWN_MOST, TURN, Learning, Lesson, name_for
from plyground.web.services.teaching import LESSONS
from plyground.web.templating import template

router = APIRouter(prefix="/learning", include_in_schema=False)

MINUTES_MOST = 60
_USUAL = {"game": "connect4", "minutes": "5"}
_PERFECT = 100.0
_STOPPING = "Stopping …"
_READY = "Getting the game and the exam ready: up to a minute, the first time …"


# All of them, and a new one


@router.get("")
async def listed(visit: Asked) -> HTMLResponse:
    """What is learning, what is kept, and the form."""
    return await _page(visit, *filled(visit, _USUAL))


@router.post("")
async def begin(visit: Asked, sent: Sent) -> Response:
    """Start a training, and go to its page."""
    sent = _USUAL | sent
    with Refusal() as refused:
        game = game_from(sent)
        minutes = whole_in(sent, "minutes", 1, MINUTES_MOST, "the minutes are")
        learning, name = visit.parts.learning, field(sent, "name").strip()
        lesson = await run_in_threadpool(
            lambda: learning.begin(
                game,
                name or name_for(game, learning.taken),
                60.0 * minutes,
                secrets.randbelow(1 << 30),
                visit.holder,
                limited=not visit.is_host,
            )
        )
        return RedirectResponse(f"/learning/{lesson.name}", 303, dict(visit.response.headers))
    refused.said_to(visit.request)
    return await _page(visit, sent, refused)


@router.post("/teach")
async def teach(visit: Asked, sent: Sent) -> Response:
    """Begin with a learner that the visitor teaches, and go to its page."""
    sent = _USUAL | sent
    with Refusal() as refused:
        game, name = game_from(sent), field(sent, "name").strip()
        await visit.ready(game)
        teaching, seed = visit.parts.teaching, secrets.randbelow(1 << 30)
        limited = not visit.is_host
        trainee = await visit.run(
            lambda control: teaching.begin(game, name, visit.holder, seed, control, limited),
            heavy=True,
        )
        return RedirectResponse(f"/teach/{trainee.name}", 303, dict(visit.response.headers))
    refused.said_to(visit.request)
    return await _page(visit, sent, refused)


async def _page(visit: Visit, sent: Mapping[str, str], refused: Refusal) -> HTMLResponse:
    game = nearest_game(sent)
    learning = visit.parts.learning
    return visit.page(
        "learning.html",
        refused.status,
        games=installed_games(),
        game=game,
        parameters=offered({"game": game.name} | {k: str(v) for k, v in game.values.items()}),
        minutes=sent["minutes"],
        name=field(sent, "name"),
        lessons=[_row(learning, each) for each in await run_in_threadpool(learning.all)],
        damaged=await run_in_threadpool(learning.damaged),
        limits=None if visit.is_host else {"most": OWN_MOST, "turn": round(TURN / 60)},
        trainees=[
            {"trainee": each, "title": brief_title(each.game), "most": LESSONS}
            for each in await run_in_threadpool(visit.parts.teaching.all)
        ],
        going=learning.going,
        chapter=chapter_address("learning"),
        refused=refused,
    )


def _row(learning: Learning, lesson: Lesson) -> dict[str, Any]:
    return {"lesson": lesson, "title": brief_title(lesson.game), "said": _said(learning, lesson)}


# One of them


async def _lesson(visit: Asked, name: str) -> Lesson:
    lesson = await run_in_threadpool(visit.parts.learning.get, name)
    if lesson is None:
        raise HTTPException(404, "Nothing was learned under this name.")
    return lesson


Shown = Annotated[Lesson, Depends(_lesson)]


async def _own(visit: Asked, lesson: Shown) -> Lesson:
    if lesson.owner != visit.holder and not visit.is_host:
        raise ForbiddenError("only the one who started it can change it")
    return lesson


Own = Annotated[Lesson, Depends(_own)]


@router.get("/{name}")
async def watch(visit: Asked, lesson: Shown) -> HTMLResponse:
    """The page of a training as it is now; it asks for what follows each second."""
    own = lesson.owner == visit.holder or visit.is_host
    return visit.page(
        "learning_one.html",
        board_style=board_style(lesson.game, within="of-boards"),
        graph_style=graph_style(),
        **await run_in_threadpool(_seen, visit.parts.learning, lesson, own),
    )


@router.get("/{name}/part")
async def part(visit: Asked, lesson: Shown) -> HTMLResponse:
    """What changes on the page."""
    own = lesson.owner == visit.holder or visit.is_host
    seen = await run_in_threadpool(_seen, visit.parts.learning, lesson, own)
    return HTMLResponse(template("learning_part.html").render(**seen))


@router.get("/{name}/weights")
async def weights(lesson: Shown) -> Response:
    """The file for playing."""
    if not lesson.file.exists():
        raise HTTPException(404, "It has not learned anything yet.")
    return FileResponse(
        lesson.file, media_type="application/octet-stream", filename=lesson.file.name
    )


@router.post("/{name}/stop")
async def stop(visit: Asked, lesson: Own) -> Response:
    """End it, and keep what it has learned."""
    visit.parts.learning.stop(lesson)
    return visit.go_to(f"/learning/{lesson.name}")


@router.post("/{name}/delete")
async def delete(visit: Asked, lesson: Own) -> Response:
    """Forget it."""
    await run_in_threadpool(visit.parts.learning.delete, lesson)
    return visit.go_to("/learning?deleted=learner")


def _seen(learning: Learning, lesson: Lesson, own: bool) -> dict[str, Any]:
    game, last = lesson.game, lesson.curve[-1] if lesson.curve else None
    return {
        "lesson": lesson,
        "own": own,
        "game": game,
        "title": brief_title(game),
        "said": _said(learning, lesson),
        "chart": _chart(lesson),
        "table": [
            (f"{each.seconds:,.0f} s" if each.seconds >= 1 else f"{each.seconds:.1f} s",
             f"{each.games:,}", "" if each.right is None else f"{100 * each.right:.1f} %")
            for each in lesson.curve
        ],
        "last": last,
        "board": "" if last is None else _board(game, last),
        "seats": range(2, game.players + 1),
        "values": dict(game.values),
        "minimax": chapter_address("minimax"),
    }  # fmt: skip


def _said(learning: Learning, lesson: Lesson) -> str:
    """How far it is, in a sentence."""
    last = lesson.curve[-1] if lesson.curve else None
    if lesson.state == "failed":
        return f"It could not go on: {lesson.problem}"
    if lesson.state in ("waiting", "preparing"):
        ahead = learning.ahead_of(lesson) if lesson.state == "waiting" else 0
        waiting = f"Waiting for its turn: {ahead} before it." if ahead else _READY
        return _STOPPING if lesson.stopping else waiting
    if last is None:
        before = "Plyground ended before it" if lesson.cut else "It was stopped before it"
        return f"{before} had learned anything."
    right = "" if last.right is None else f", {100 * last.right:.0f} of 100 moves right"
    games, seconds = f"{last.games:,} games in ", f"{last.seconds:,.0f}"
    if lesson.going:
        doing = _STOPPING if lesson.stopping else "Learning:"
        return f"{doing} {games}{seconds} s of {lesson.seconds:,.0f} s{right}"
    if lesson.cut:
        kept = ". What it had learned is kept." if lesson.file.exists() else ""
        return f"Stopped when Plyground ended: {games}{seconds} s{right}{kept}"
    doing = "Stopped" if lesson.state == "stopped" else "Learned"
    return f"{doing}: {games}{seconds} s{right}"


def _chart(lesson: Lesson) -> str:
    """The curve, beside the other players; empty where nothing is examined."""
    examined = [each for each in lesson.curve if each.right is not None]
    curve = tuple((each.seconds, 100 * (each.right or 0.0)) for each in examined)
    if len(curve) < 2:
        return ""
    levels = [("Perfect", _PERFECT)]
    levels += [(display_name(mark.player, lesson.game), 100 * mark.right) for mark in lesson.marks]
    title = f"{lesson.name}: moves that keep the result"
    said = (
        f"From {curve[0][1]:.0f} to {curve[-1][1]:.0f} of 100 in {curve[-1][0]:,.0f} seconds of "
        "learning."
    )
    given, palette = Line(lesson.name, curve), Palette(COLOURS, variables=True)
    return rising(title, said, "seconds of learning", given, levels, palette)


def _board(game: Game, last: Progress) -> str:
    """The end of a game that it played against itself."""
    return board_svg(game.position(last.sample).picture())
