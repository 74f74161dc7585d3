"""The review of a finished game, and retries of the mistakes.

A game is reviewed in a room, in a library or in a tournament: `/room/ID/review`,
`/library/ID/review` and `/runs/ID/games/ID/review` are the same page. `/lost/GAME/retry` is another
try at the last of some moves, which a browser has kept: see browser/past.js. While people play a
game by link, those who play or watch it get no review of a game that shares its positions.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Query, Response
from fastapi.responses import HTMLResponse, StreamingResponse

from plyground.analysis import Review, ReviewedMove
from plyground.analysis.retries import is_right, judged, praise, solution, task, why_not
from plyground.analysis.review_view import ReviewView, hints_of
from plyground.analysis.reviewed import GRADE_SIGNS, what_went_wrong
from plyground.players import display_name
from plyground.position import Game, Position
from plyground.records import Record
from plyground.web.below import path_in_app
from plyground.web.boards import (
    board_style,
    board_text,
    new_game,
    picture_of,
    pieces,
    position_after,
    whole_board,
)
from plyground.web.errors import RefusedError, WithheldError
from plyground.web.games import game_from
from plyground.web.own_games import drawn_small
from plyground.web.pages import Asked, Visit
from plyground.web.pages.library import Then, opened, saved_of
from plyground.web.pages.run_games import record_of
from plyground.web.services.saved import PERSON, UNKNOWN, called
from plyground.web.templating import template
from plyground.web.words import Words, ended_text

_pages = APIRouter(include_in_schema=False)

_LOST = "/lost/"
_LONGEST = 10_000  # characters of the moves in an address

Number = Annotated[int, Query(ge=1, le=1000)]


@dataclass(frozen=True)
class _Source:
    """A game to review, and where it comes from."""

    address: str  # of its page
    position: Position  # the last one
    start: int  # plies before the game began
    who: tuple[str, ...]
    colours: tuple[str | None, ...]
    ended: str = ""  # the end of a game that the rules did not end
    own: tuple[int, ...] = ()  # the visitor's seats

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def moment(self) -> bool:
        """Whether there is only one move, which the address says with all before it."""
        return self.address.startswith(_LOST)

    def view(self, review: Review) -> ReviewView:
        return ReviewView(review, self.who, self.colours, self.ended, own=self.you)

    @property
    def you(self) -> int | None:
        """Whom sentences call "you": the visitor, if they had one seat."""
        return self.own[0] if len(self.own) == 1 else None


async def _source(visit: Asked, game_id: str) -> _Source:
    """The game of an address. Raises PlygroundError if it may not be reviewed."""
    path = path_in_app(visit.request.scope)
    if path.startswith(_LOST):
        query = visit.request.query_params
        game = game_from({**query, "game": game_id})
        await visit.ready(game)
        moves = game.split_moves(query.get("moves", "")[:_LONGEST])
        position = await asyncio.to_thread(game.position, moves)
        start, mover = max(position.ply - 1, 0), position.line[-2:][0].turn
        source = _Source(
            f"{_LOST}{game_id}", position, start, ("",) * game.players, (), own=(mover,)
        )
    elif path.startswith("/room/"):
        state = (await visit.parts.rooms.get(game_id)).state
        if state.record.hides_values:
            raise WithheldError
        source = _Source(
            f"/room/{game_id}",
            state.position,
            len(state.record.start),
            tuple(
                seat.name or (seat.player and display_name(seat.player, state.game)) or ""
                for seat in state.record.seats
            ),
            state.colours,
            ended_text(state.record, visit.holder),
            tuple(seat.number for seat in state.record.seats if seat.holder == visit.holder),
        )
    else:
        address, record = await _recorded(visit, game_id)
        position = await asyncio.to_thread(record.position)
        who = tuple("" if each in (UNKNOWN, PERSON) else each for each in called(record))
        source = _Source(address, position, len(record.start), who, (), record.ending)
    if source.position.ply == source.start:
        raise RefusedError("no move was made: there is nothing to review")
    await visit.check_values(source.position)
    return source


async def _recorded(visit: Visit, game_id: str) -> tuple[str, Record]:
    """The address of a game of a library or a tournament, and its record."""
    run_id = visit.request.path_params.get("run_id")
    if run_id is not None:
        return await record_of(visit, run_id, game_id)
    return f"/library/{game_id}", (await opened(visit, await saved_of(visit, game_id))).record


Source = Annotated[_Source, Depends(_source)]


@dataclass(frozen=True)
class _Retried:
    """The moves to improve on, one after the other, and which of them comes now, from 1."""

    moves: tuple[ReviewedMove, ...]
    n: int
    query: dict[str, Any]
    """What the address says of the moves."""

    @property
    def move(self) -> ReviewedMove | None:
        """The one that comes now; None after the last."""
        return self.moves[self.n - 1] if self.n <= len(self.moves) else None

    @property
    def alone(self) -> bool:
        """Whether there is only the move that the address names by its number in the game."""
        return "ply" in self.query

    def query_of(self, n: int) -> str:
        """What the address of one of them says."""
        return urlencode(self.query if self.alone else {**self.query, "n": n})


Asking = Callable[[Review], _Retried]


def _asking(visit: Asked, player: Number = 1, n: Number = 1, ply: Number | None = None) -> Asking:
    """Which moves to improve on: one by its number in the game, or those of a player."""

    def found(review: Review) -> _Retried:
        if ply is None:
            return _Retried(tuple(review.to_retry(player - 1)), n, {"player": player})
        query = {**visit.request.query_params}  # of a lost moment with its game and moves
        return _Retried(tuple(each for each in review.moves if each.ply == ply), n, query)

    return found


Which = Annotated[Asking, Depends(_asking)]


async def _wanted(visit: Asked, source: Source, which: Which) -> ReviewedMove:
    """The move to improve on. Raises RefusedError."""
    move = which(await visit.parts.reviews.get(visit.visitor, source.position, source.start)).move
    if move is None:
        raise RefusedError("there is no such position to retry")
    return move


Wanted = Annotated[ReviewedMove, Depends(_wanted)]


@_pages.get("/{game_id}/review")
async def page(
    visit: Asked, source: Source, at: int | None = None, then: Then = "", *, wait: bool = False
) -> HTMLResponse:
    """The review as far as it is known, or when it is made if the reader can `wait`.

    The script of the page makes it grow; without scripts, the page asks again and waits.
    """
    if wait:
        await visit.parts.reviews.get(visit.visitor, source.position, source.start)
    view = source.view(visit.parts.reviews.so_far(source.position, source.start))
    values = _step(source, view, view.best_at if at is None else at, then)
    drawn = whole_board(source.position, view.colours_shown)
    board = {name: drawn[name] for name in ("geometry", "board_style")}
    again = urlencode({**visit.request.query_params, "wait": "yes"})
    return visit.page(
        "review.html",
        again=again,
        pieces=pieces(source.game, view.colours_shown),
        **board,
        **values,
    )


@_pages.get("/{game_id}/review/step")
async def step(visit: Asked, source: Source, at: int = 0, then: Then = "") -> HTMLResponse:
    """The part of the page about one position."""
    review = await visit.parts.reviews.get(visit.visitor, source.position, source.start)
    return visit.page("review_step.html", **_step(source, source.view(review), at, then))


@_pages.get("/{game_id}/review/tried")
async def tried(visit: Asked, source: Source, at: int, then: Then) -> dict[str, str]:
    """What the last move of a line is worth that the reader plays on the board."""
    line = source.position.line
    position = position_after(line[max(0, min(at, len(line) - 1))], then)
    if not then:
        return {"said": ""}
    reviewed = await visit.parts.reviews.get(visit.visitor, position, position.ply - 1)
    return {"said": judged(reviewed.moves[0], source.you)}


@_pages.get("/{game_id}/review/events")
async def progress(visit: Asked, source: Source) -> StreamingResponse:
    """The progress of the review, which stops when its last listener leaves."""
    reviews = visit.parts.reviews
    events = reviews.listen(visit.visitor, source.position, source.start)
    return visit.parts.hub.stream(events)


@_pages.get("/{game_id}/retry")
async def retry(visit: Asked, source: Source, which: Which, player: Number = 1) -> HTMLResponse:
    """A position before a poor move, to play better; after the last one, the result."""
    reviews = visit.parts.reviews
    review = reviews.known(source.position, source.start)
    if review is None and source.moment:
        review = await reviews.get(visit.visitor, source.position, source.start)
    if review is None:
        return _reviewing(visit, source)
    wanted = which(review)
    move = wanted.move
    values: dict[str, Any] = {}
    if move is not None:
        position, words = move.position, Words(source.game)
        values = {
            **whole_board(position, picture_of(position, source.colours).colours),
            "said": what_went_wrong(move, source.you),
            "task": task(move),
            "hint": words.hint,
            "invalid": words.cannot_join(position),
        }
    return visit.page(
        "retry.html",
        source=source,
        name=source.view(review).name_of(player - 1 if move is None else move.player),
        wanted=wanted,
        of=len(wanted.moves),
        move=move,
        **values,
    )


@_pages.get("/{game_id}/retry/try")
async def try_move(
    visit: Asked,
    source: Source,
    wanted: Wanted,
    move: Annotated[str, Query(max_length=40)],
) -> dict[str, Any]:
    """Whether a move is good enough, and if not, why."""
    child = Words(source.game).play(wanted.position, move)
    text = child.history[-1]
    colours = picture_of(child, source.colours).colours
    right = is_right(wanted, text)
    if not right:
        tried = await visit.parts.reviews.get(visit.visitor, child, wanted.position.ply)
        made = tried.moves[0]
        right = made.grade in ("best", "good")
        if not right:
            kind = "loss" if made.after.verdict == "loss" else "draw"
            marked = hints_of(wanted.position, (text,), GRADE_SIGNS[made.grade])
            board = board_text(wanted.position, colours, marked)
            return _verdict(kind, why_not(made), board, "Why not", made.refutation or (text,))
    line = wanted.line if wanted.line[:1] == (text,) else ()
    return _verdict(
        "win", praise(wanted, text), board_text(child, colours), _line_name(wanted), line, first=1
    )


@_pages.get("/{game_id}/retry/answer")
async def answer(source: Source, wanted: Wanted) -> dict[str, Any]:
    """The best moves, marked on the board, and the line that proves it."""
    colours = picture_of(wanted.position, source.colours).colours
    board = board_text(wanted.position, colours, hints_of(wanted.position, wanted.best))
    return _verdict("shown", solution(wanted), board, _line_name(wanted), wanted.line)


@_pages.get("/{game_id}/retry/board")
async def board_in_line(
    source: Source, wanted: Wanted, line: Annotated[str, Query(max_length=1000)] = ""
) -> Response:
    """The board after the moves of a line from a position to retry, for the script of the page."""
    position = position_after(wanted.position, line)
    text = board_text(position, picture_of(position, source.colours).colours)
    return Response(text, media_type="application/json")


router = APIRouter()
for _place in ("/room", "/library", "/runs/{run_id}/games", "/lost"):
    router.include_router(_pages, prefix=_place)


@router.get("/lost/{game_id}/picture", include_in_schema=False)
async def picture(source: Source) -> HTMLResponse:
    """The position before a lost moment, for a page that lists some."""
    kind, position = f"of-{source.game.name}", source.position.line[-2]
    style = board_style(source.game, within=kind)
    drawn = drawn_small(position, ())
    return HTMLResponse(
        f'<link rel="stylesheet" href="{style}"><span class="{kind}">{drawn}</span>'
    )


def _reviewing(visit: Visit, source: _Source) -> HTMLResponse:
    """A page that waits for the review, and then shows what its address leads to."""
    moves = source.position.ply - source.start
    return visit.page("reviewing.html", source=source, moves=moves)


def _step(source: _Source, view: ReviewView, at: int, then: str) -> dict[str, Any]:
    """What the templates take for the position after `at` plies and the moves of a line."""
    shown = view.step(at, then)
    position = position_after(source.position.line[shown.at], then)
    return {
        "view": view,
        "step": shown,
        "shown": board_text(position, view.colours_shown, shown.hints),
        "address": f"{source.address}/review",
        "game_address": source.address,
        "from_here": new_game(source.game, moves=" ".join(position.history)),
    }


def _verdict(
    kind: str, said: str, board: str, heading: str, moves: tuple[str, ...], first: int = 0
) -> dict[str, Any]:
    """What the page shows after an answer: words, the board, and a line, of which the board shows
    the `first` moves.
    """
    right = kind == "win"
    shown = template("retry_verdict.html").render(
        kind=kind, right=right, said=said, heading=heading, moves=moves, first=first
    )
    return {"right": right, "said": said, "board": board, "verdict": shown}


def _line_name(wanted: ReviewedMove) -> str:
    """What a line from a best move is called, as in a puzzle."""
    return "Best play" if wanted.exact else "Best found"
