"""The puzzles: the one of today, the list, one puzzle to solve, and the verdict on an answer.

No page has the solution before the visitor finds it or asks for it. Each request states how many
hints the page shows.
"""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Response
from fastapi.responses import HTMLResponse

from plyground.analysis.merits import merits_text
from plyground.analysis.puzzles import (
    Answer,
    Puzzle,
    Rating,
    TryResult,
    check_answer,
    hints,
    rating_of,
)
from plyground.analysis.review_view import hints_of
from plyground.analysis.sentences import YOU
from plyground.browser.geometry import swatches
from plyground.position.face import capital
from plyground.render.palette import Palette
from plyground.search import Value
from plyground.web.boards import board_style, board_svg, board_text, position_after, whole_board
from plyground.web.pages import Asked, Refusal, Visit
from plyground.web.services.puzzle_progress import (
    Choice,
    add_try,
    count_of,
    following,
    motifs,
    overview,
    progress_of,
    puzzle_of,
    puzzle_of_today,
    streak,
    title_of,
    week,
)
from plyground.web.words import Words

router = APIRouter(prefix="/puzzles", include_in_schema=False)

_KEPT = {"Cache-Control": "private, max-age=3600"}  # a puzzle never changes

_WRONG = "?"
"""What chess players write after a poor move."""

_Hints = Annotated[int, Form(ge=0, le=9)]


def _chosen(
    game: Annotated[str, Query(max_length=80)] = "",
    level: Annotated[str, Query(max_length=20)] = "",
    motif: Annotated[str, Query(max_length=40)] = "",
) -> Choice:
    """The puzzles that the address asks for. Raises NotFoundError if there are none."""
    choice = Choice(game, level, motif)
    choice.check()
    return choice


Chosen = Annotated[Choice, Depends(_chosen)]


async def _ready(visit: Asked, puzzle_id: str) -> Puzzle:
    puzzle = puzzle_of(puzzle_id)
    await visit.ready(puzzle.game)
    return puzzle


Drawn = Annotated[Puzzle, Depends(_ready)]
"""The puzzle of an address, when its board can be drawn."""


async def _posed(visit: Asked, puzzle: Drawn) -> Puzzle:
    await visit.check_values(puzzle.position)
    return puzzle


Posed = Annotated[Puzzle, Depends(_posed)]
"""The same, if it gives no hint in a game that the visitor plays by link."""


@router.get("")
async def today(visit: Asked) -> HTMLResponse:
    """The puzzle of the day, to solve."""
    return await pose(visit, await _ready(visit, puzzle_of_today().id), Choice())


@router.get("/all")
async def page(visit: Asked) -> HTMLResponse:
    """The puzzles of the week, and all others by game and level, with the number solved."""
    progress = await progress_of(visit.parts.tries, visit.holder)
    days = week(progress)
    return visit.page(
        "puzzles.html",
        day=days[-1],
        title=title_of(days[-1].puzzle.game),
        board_style=board_style(days[-1].puzzle.game),
        days=days,
        streak=streak(progress),
        rows=overview(progress),
        motifs=motifs(progress),
        rating=rating_of(progress.tries),
        link=_link,
    )


@router.get("/daily")
async def of_today(visit: Asked) -> Response:
    """Go to the puzzle of the day."""
    return visit.go_to(_link(puzzle_of_today().id))


@router.get("/next")
async def another(
    visit: Asked, chosen: Chosen, after: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """Go to the next puzzle of the selection."""
    progress = await progress_of(visit.parts.tries, visit.holder)
    return visit.go_to(_link(following(progress, chosen.among, after).id, chosen))


@router.get("/{puzzle_id}")
async def pose(visit: Asked, puzzle: Posed, chosen: Chosen) -> HTMLResponse:
    """A puzzle to solve."""
    return await _page(visit, puzzle, chosen, Refusal())


@router.get("/{puzzle_id}/board")
async def board(puzzle: Drawn, line: Annotated[str, Query(max_length=1000)] = "") -> Response:
    """The board after further moves, for the script of the page."""
    position = position_after(puzzle.position, line)
    text = board_text(position, puzzle.game.colours)
    return Response(text, media_type="application/json", headers=_KEPT)


@router.get("/{puzzle_id}/picture")
async def picture(puzzle: Drawn) -> Response:
    """The board as a picture, for a page that only shows it."""
    drawn = board_svg(puzzle.position.picture(puzzle.game.colours))
    return HTMLResponse(drawn, headers=_KEPT)


@router.post("/{puzzle_id}/answer")
async def answer(
    visit: Asked,
    puzzle: Posed,
    chosen: Chosen,
    text: Annotated[str, Form(max_length=40)],
    hints: _Hints = 0,
) -> HTMLResponse:
    """Say whether a move is the solution, and if not, why."""
    shown: dict[str, Any] = {}
    with Refusal() as refused:
        played = Words(puzzle.game).play(puzzle.position, text)
        found = await _checked(visit, puzzle, played.history[-1])
        before = await _rating(visit)
        await _add(visit, puzzle, "solved" if found.right else "wrong")
        shown = {"answer": found, "said": found.words, "before": before}
    return await _page(visit, puzzle, chosen, refused, given=hints, **shown)


@router.post("/{puzzle_id}/hint")
async def hint(visit: Asked, puzzle: Posed, chosen: Chosen, hints: _Hints = 0) -> HTMLResponse:
    """One more hint."""
    await _add(visit, puzzle, "hint")
    return await _page(visit, puzzle, chosen, Refusal(), given=hints + 1)


@router.post("/{puzzle_id}/solution")
async def solution(visit: Asked, puzzle: Posed, chosen: Chosen) -> HTMLResponse:
    """Show the solution. This gives the puzzle up."""
    shown: dict[str, Any] = {}
    with Refusal() as refused:
        found = await _checked(visit, puzzle, puzzle.solution)
        await _add(visit, puzzle, "skipped")
        shown = {"answer": found, "said": f"The solution. {capital(found.reason)}"}
    return await _page(visit, puzzle, chosen, refused, **shown)


@router.post("/{puzzle_id}/skip")
async def skip(visit: Asked, puzzle_id: str, chosen: Chosen) -> Response:
    """Leave a puzzle, and go to the next one."""
    await _add(visit, puzzle_of(puzzle_id), "skipped")
    return await another(visit, chosen, puzzle_id)


async def _checked(visit: Visit, puzzle: Puzzle, move: str) -> Answer:
    await visit.ready(puzzle.game, "analysis")
    return await visit.run(lambda control: check_answer(puzzle, move, control=control))


async def _add(visit: Visit, puzzle: Puzzle, result: TryResult) -> None:
    await add_try(visit.parts.tries, visit.holder, puzzle, result)


async def _rating(visit: Visit) -> Rating:
    return rating_of((await progress_of(visit.parts.tries, visit.holder)).tries)


async def _page(
    visit: Visit,
    puzzle: Puzzle,
    chosen: Choice,
    refused: Refusal,
    answer: Answer | None = None,
    said: str = "",
    given: int = 0,
    before: Rating | None = None,
) -> HTMLResponse:
    """The page, or for its script the part that changes; `given` is the number of hints shown, and
    `before` the rating before an answer.
    """
    progress = await progress_of(visit.parts.tries, visit.holder)
    words, game, position = Words(puzzle.game), puzzle.game, puzzle.position
    over = answer is not None and answer.right
    shown = position.play(puzzle.solution) if over else position
    board = whole_board(shown, game.colours)
    reason = await visit.run(lambda _: _reason(puzzle)) if over else ""
    if answer is not None and not over:
        wrong = hints_of(position, (answer.move,), _WRONG)
        board["shown"] = board_text(position, game.colours, wrong)
    return visit.page(
        "puzzle_table.html" if visit.of_script else "puzzle.html",
        refused.status,
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
        **board,
        over=over,
        reason=reason,
        rating=rating_of(progress.tries),
        before=before,
        answer=answer,
        said=said,
        hints=hints(puzzle)[:given],
        more_hints=given < len(hints(puzzle)),
        warning=refused.words,
        notes=words.notes(shown),
        placeholder=words.hint,
        invalid=words.cannot_join(position),
        swatches=swatches(game, Palette(game.colours, variables=True))[: game.players],
    )


def _reason(puzzle: Puzzle) -> str:
    """Why the solution is right, for the reader; else its motif."""
    value = Value(puzzle.keeps)
    merits = merits_text(puzzle.position, puzzle.solution, value, keeping=1, voice=YOU)
    return merits or (f"{capital(puzzle.motif)}." if puzzle.motif else "")


def _link(puzzle_id: str, chosen: Choice | None = None, action: str = "") -> str:
    """The address of a puzzle, or of an action on it, which keeps the selection."""
    query = {key: value for key, value in vars(chosen or Choice()).items() if value}
    path = f"/puzzles/{puzzle_id}" + (f"/{action}" if action else "")
    return f"{path}?{urlencode(query)}" if query else path
