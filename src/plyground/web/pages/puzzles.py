"""The puzzles: what there is to choose from, one to solve, and what becomes of an answer.

The solution is in no page before it is found or asked for. What a page has to remember from one
request to the next, how many hints were given, it sends along.
"""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Request, Response
from fastapi.responses import HTMLResponse

from plyground.analysis.puzzles import Answer, Puzzle, TryResult, check_answer, hints
from plyground.position import PlygroundError, Position
from plyground.render.svg import svg
from plyground.web.boards import board_data, swatches
from plyground.web.pages import go_to, rendered
from plyground.web.parts import Visitor, parts_of
from plyground.web.services.puzzle_progress import (
    Choice,
    PuzzleProgress,
    count_of,
    following,
    overview,
    puzzle_of,
    puzzle_of_today,
    streak,
    title_of,
    week,
)
from plyground.web.visitors import digest
from plyground.web.words import words_of

router = APIRouter(prefix="/puzzles", include_in_schema=False)

_KEPT = {"Cache-Control": "private, max-age=3600"}  # a puzzle never changes

_Hints = Annotated[int, Form(ge=0, le=9)]


def _chosen(
    game: Annotated[str, Query(max_length=80)] = "",
    level: Annotated[str, Query(max_length=20)] = "",
) -> Choice:
    """What puzzles the address asks for. Raises PuzzleError if there are none."""
    choice = Choice(game, level)
    choice.check()
    return choice


Chosen = Annotated[Choice, Depends(_chosen)]


def _progress(request: Request) -> PuzzleProgress:
    return PuzzleProgress(parts_of(request).tries)


@router.get("")
async def page(request: Request, visitor: Visitor, response: Response) -> HTMLResponse:
    """The puzzle of the day, and all others by game and level, with what is solved of them."""
    progress = await _progress(request).of(digest(visitor))
    days = week(progress)
    return rendered(
        "puzzles.html",
        response,
        day=days[-1],
        title=title_of(days[-1].puzzle.game),
        days=days,
        streak=streak(progress),
        rows=overview(progress),
        link=_link,
    )


@router.get("/daily")
async def of_today(request: Request) -> Response:
    """Go to the puzzle of the day."""
    return go_to(request, _link(puzzle_of_today().id))


@router.get("/next")
async def another(
    request: Request,
    visitor: Visitor,
    response: Response,
    chosen: Chosen,
    after: Annotated[str, Query(max_length=100)] = "",
) -> Response:
    """Go to the next one of those chosen."""
    progress = await _progress(request).of(digest(visitor))
    return go_to(request, _link(following(progress, chosen.among, after).id, chosen), response)


@router.get("/{puzzle_id}")
async def pose(
    request: Request, puzzle_id: str, visitor: Visitor, response: Response, chosen: Chosen
) -> HTMLResponse:
    """A puzzle to solve."""
    puzzle = await _ready(request, visitor, puzzle_id)
    return await _page(request, visitor, response, puzzle, chosen)


@router.get("/{puzzle_id}/picture.svg")
async def picture(request: Request, puzzle_id: str, visitor: Visitor) -> Response:
    """The board alone, small."""
    puzzle = await _ready(request, visitor, puzzle_id)
    drawn = svg(puzzle.position.picture(), size=240)
    return Response(drawn, media_type="image/svg+xml", headers=_KEPT)


@router.get("/{puzzle_id}/board")
async def board(
    request: Request,
    puzzle_id: str,
    visitor: Visitor,
    line: Annotated[str, Query(max_length=1000)] = "",
) -> HTMLResponse:
    """The board after some moves more, as a part of the page."""
    puzzle = await _ready(request, visitor, puzzle_id)
    position = puzzle.position
    for move in puzzle.game.split_moves(line):
        position = position.play(move)
    return HTMLResponse(svg(position.picture()), headers=_KEPT)


@router.post("/{puzzle_id}/answer")
async def answer(
    request: Request,
    puzzle_id: str,
    visitor: Visitor,
    response: Response,
    chosen: Chosen,
    text: Annotated[str, Form(max_length=40)],
    hints: _Hints = 0,
) -> HTMLResponse:
    """Say whether a move is the solution, and why not if it is another."""
    puzzle = await _ready(request, visitor, puzzle_id)
    shown: dict[str, Any] = {"given": hints}
    status = 200
    try:
        found = await _checked(request, visitor, puzzle, _played(puzzle, text))
        await _add(request, visitor, puzzle, "solved" if found.right else "wrong")
        shown["answer"] = found
    except PlygroundError as error:
        status, shown["warning"] = getattr(error, "status", 422), str(error)
    return await _page(request, visitor, response, puzzle, chosen, status, **shown)


@router.post("/{puzzle_id}/hint")
async def hint(
    request: Request,
    puzzle_id: str,
    visitor: Visitor,
    response: Response,
    chosen: Chosen,
    hints: _Hints = 0,
) -> HTMLResponse:
    """One more hint."""
    puzzle = await _ready(request, visitor, puzzle_id)
    await _add(request, visitor, puzzle, "hint")
    return await _page(request, visitor, response, puzzle, chosen, given=hints + 1)


@router.post("/{puzzle_id}/solution")
async def solution(
    request: Request, puzzle_id: str, visitor: Visitor, response: Response, chosen: Chosen
) -> HTMLResponse:
    """Show the solution: who asks for that has given the puzzle up."""
    puzzle = await _ready(request, visitor, puzzle_id)
    shown: dict[str, Any] = {}
    status = 200
    try:
        shown["answer"] = await _checked(request, visitor, puzzle, puzzle.solution)
        shown["told"] = True
        await _add(request, visitor, puzzle, "skipped")
    except PlygroundError as error:
        status, shown = getattr(error, "status", 422), {"warning": str(error)}
    return await _page(request, visitor, response, puzzle, chosen, status, **shown)


@router.post("/{puzzle_id}/skip")
async def skip(
    request: Request, puzzle_id: str, visitor: Visitor, response: Response, chosen: Chosen
) -> Response:
    """Leave a puzzle, and go to the next one."""
    puzzle = puzzle_of(puzzle_id)
    await _add(request, visitor, puzzle, "skipped")
    progress = await _progress(request).of(digest(visitor))
    return go_to(request, _link(following(progress, chosen.among, puzzle.id).id, chosen), response)


async def _ready(request: Request, visitor: str, puzzle_id: str) -> Puzzle:
    """The puzzle, when its board can be drawn. Raises UnknownPuzzleError."""
    puzzle = puzzle_of(puzzle_id)
    await parts_of(request.app).compiling.ready(visitor, puzzle.game, "board")
    return puzzle


async def _checked(request: Request, visitor: str, puzzle: Puzzle, move: str) -> Answer:
    await parts_of(request.app).compiling.ready(visitor, puzzle.game, "analysis")
    found: Answer = await parts_of(request).workers.run(
        visitor, lambda control: check_answer(puzzle, move, control)
    )
    return found


async def _add(request: Request, visitor: str, puzzle: Puzzle, result: TryResult) -> None:
    await _progress(request).add(digest(visitor), puzzle, result)


def _played(puzzle: Puzzle, text: str) -> str:
    """The move that was typed, in the game's notation. Raises RefusedMoveError."""
    move = words_of(puzzle.game).play(puzzle.position, text).last_move
    assert move is not None
    return move


async def _page(
    request: Request,
    visitor: str,
    response: Response,
    puzzle: Puzzle,
    chosen: Choice,
    status: int = 200,
    /,
    *,
    answer: Answer | None = None,
    told: bool = False,
    given: int = 0,
    warning: str = "",
) -> HTMLResponse:
    """The page, or what of it changes if its script asks; `told` if the solution was asked for."""
    progress = await _progress(request).of(digest(visitor))
    words, game, position = words_of(puzzle.game), puzzle.game, puzzle.position
    over = answer is not None and answer.right
    known = {**board_data(position), "moves": []} if over else board_data(position)
    shown = position.play(puzzle.solution) if over else position
    return rendered(
        "puzzle_table.html" if "hx-request" in request.headers else "puzzle.html",
        response,
        status,
        puzzle=puzzle,
        game=game,
        title=title_of(game),
        total=count_of(game),
        chosen=chosen,
        link=_link,
        next=f"/puzzles/next?{urlencode({**vars(chosen), 'after': puzzle.id})}",
        preparing=urlencode({"part": "analysis", "game": game.name, **game.values}),
        today=puzzle == puzzle_of_today(),
        solved_on=progress.solved.get(puzzle.id, ""),
        svg=svg(shown.picture()),
        data=json.dumps(known),
        over=over,
        answer=answer,
        said=_said(answer, told),
        hints=hints(puzzle)[:given],
        more_hints=given < len(hints(puzzle)),
        warning=warning,
        notes=words.notes(shown),
        placeholder=words.hint,
        invalid=words.cannot_join(position),
        players=_players(position),
    )


def _said(answer: Answer | None, told: bool) -> str:
    if answer is None:
        return ""
    return f"The solution. {answer.reason}" if told else answer.words


def _players(position: Position) -> list[dict[str, Any]]:
    """Who is who on the board."""
    game = position.game
    return [
        {
            "number": number,
            "swatch": swatch,
            "turn": number == position.turn,
        }
        for number, swatch in enumerate(swatches(game, game.colours)[: game.players])
    ]


def _link(puzzle_id: str, chosen: Choice | None = None, action: str = "") -> str:
    """The address of a puzzle, or of something to do with it, with what else was chosen."""
    query = {key: value for key, value in vars(chosen or Choice()).items() if value}
    path = f"/puzzles/{puzzle_id}" + (f"/{action}" if action else "")
    return f"{path}?{urlencode(query)}" if query else path
