"""The review of a finished game, and another try at the positions where it went wrong.

A game is reviewed in a room or in a library: `/room/ID/review` and `/library/ID/review` are the
same page. While people play on from a position by a link it is not reviewed for those who play or
watch there.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from plyground.analysis import Review, ReviewedMove, Worth
from plyground.analysis.review_graph import graph
from plyground.analysis.reviewed import (
    GRADE_SIGNS,
    GRADE_WORDS,
    accuracy_text,
    in_words,
    line_heading,
    player_name,
    standing_text,
    what_follows,
    worth_text,
)
from plyground.position import Game, MoveError, PlygroundError, Position
from plyground.render.svg import svg
from plyground.web.boards import board_data, hints_of, picture_of, position_after
from plyground.web.engine.events import stream
from plyground.web.pages import rendered
from plyground.web.pages.library import Then, from_here, opened
from plyground.web.parts import Visitor, parts_of
from plyground.web.services.reviews import Reviews
from plyground.web.services.rooms import ForbiddenError, RefusedMoveError
from plyground.web.services.saved import called
from plyground.web.words import words_of

_pages = APIRouter(include_in_schema=False)

_MOVES_SHOWN = 12  # of a line that is told, not shown

Number = Annotated[int, Query(ge=1, le=1000)]


class ReviewError(PlygroundError):
    """Something that cannot be reviewed."""


@dataclass(frozen=True)
class _Source:
    """A game that is to be reviewed, and where it comes from."""

    address: str  # of its page
    position: Position  # the last one
    start: int  # plies before the game began
    who: tuple[str, ...]
    colours: tuple[str | None, ...]
    ended: str = ""  # the end of a game that the rules did not end

    @property
    def game(self) -> Game:
        return self.position.game


@_pages.get("/{game_id}/review")
async def page(
    request: Request,
    game_id: str,
    visitor: Visitor,
    response: Response,
    at: int | None = None,
    then: Then = "",
) -> HTMLResponse:
    """The review; or, as long as there is none, a page that waits for it."""
    source = await _source(request, visitor, game_id)
    review = _reviews(request).known(source.position, source.start)
    if review is None:
        values: dict[str, Any] = {"moves": source.position.ply - source.start}
        return rendered("reviewing.html", response, source=source, **values)
    if at is None:
        turned = review.turning_point
        at = turned.ply if turned is not None else source.position.ply
    return rendered(
        "review.html",
        response,
        source=source,
        review=review,
        summary=review.summary,
        standing=standing_text(source.position, source.ended),
        graph=graph(review, _colours(source)),
        moves=[_entry(move) for move in review.moves],
        accuracy=[
            {
                "player": each.player + 1,
                "name": _called(source, each.player),
                "text": accuracy_text(each),
                "retries": len(_to_retry(review, each.player)),
            }
            for each in review.accuracy
        ],
        how=_how(review),
        **_step(source, review, at, then),
    )


@_pages.get("/{game_id}/review/step")
async def step(
    request: Request,
    game_id: str,
    visitor: Visitor,
    response: Response,
    at: int = 0,
    then: Then = "",
) -> HTMLResponse:
    """The part of the page that is of one position."""
    source = await _source(request, visitor, game_id)
    review = await _reviews(request).get(visitor, source.position, source.start)
    return rendered("review_step.html", response, **_step(source, review, at, then))


@_pages.get("/{game_id}/review/events")
async def events(request: Request, game_id: str, visitor: Visitor) -> StreamingResponse:
    """How far the review is. Who stops to listen stops it."""
    source = await _source(request, visitor, game_id)
    return stream(_reviews(request).listen(request, visitor, source.position, source.start))


@_pages.get("/{game_id}/retry")
async def retry(
    request: Request,
    game_id: str,
    visitor: Visitor,
    response: Response,
    player: Number = 1,
    n: Number = 1,
) -> Response:
    """A position before a mistake, to be played better; after the last one, what came of it."""
    source = await _source(request, visitor, game_id)
    review = _reviews(request).known(source.position, source.start)
    if review is None:
        return RedirectResponse(f"{source.address}/review", 303)
    wanted = _to_retry(review, player - 1)
    move = wanted[n - 1] if n <= len(wanted) else None
    values: dict[str, Any] = {}
    if move is not None:
        position, name = move.position, player_name(source.game, move.player)
        values = {
            "board": svg(picture_of(position, source.colours)),
            "data": json.dumps(board_data(position)),
            "told": f"Move {move.ply}: {name} played {move.move}, {GRADE_WORDS[move.grade]}.",
            "task": _task(move, name),
            "hint": words_of(source.game).hint(source.game),
            "invalid": words_of(source.game).no_edge(position),
        }
    return rendered(
        "retry.html",
        response,
        source=source,
        name=_called(source, player - 1),
        player=player,
        n=n,
        of=len(wanted),
        move=move,
        **values,
    )


@_pages.get("/{game_id}/retry/try")
async def try_move(
    request: Request,
    game_id: str,
    visitor: Visitor,
    move: Annotated[str, Query(max_length=40)],
    player: Number = 1,
    n: Number = 1,
) -> dict[str, Any]:
    """Whether a move is good enough, and why not."""
    source = await _source(request, visitor, game_id)
    wanted = await _wanted(request, visitor, source, player, n)
    child = _played(wanted.position, move)
    text = child.last_move or ""
    right = text in wanted.best or (wanted.grade != "inaccuracy" and text in wanted.keeping)
    said = f"Right: {text} {_praise(wanted, text)}."
    if not right:
        tried = await _reviews(request).get(visitor, child, wanted.position.ply)
        made = tried.moves[0]
        right = made.grade in ("best", "good")
        if not right:
            said = _why_not(made)
    board = svg(picture_of(child, source.colours)) if right else ""
    return {"right": right, "said": said, "board": board}


@_pages.get("/{game_id}/retry/answer")
async def answer(
    request: Request, game_id: str, visitor: Visitor, player: Number = 1, n: Number = 1
) -> dict[str, Any]:
    """The best moves, marked on the board, and the line that proves it."""
    source = await _source(request, visitor, game_id)
    wanted = await _wanted(request, visitor, source, player, n)
    said = f"Best: {' or '.join(wanted.best)}."
    if len(wanted.line) > 1:
        said += f" {line_heading(wanted)}: {' '.join(wanted.line[:_MOVES_SHOWN])}"
    picture = picture_of(wanted.position, source.colours)
    hints = hints_of(wanted.position, wanted.best)
    return {"said": said, "board": svg(replace(picture, hints=hints))}


router = APIRouter()
for _place in ("/room", "/library"):
    router.include_router(_pages, prefix=_place)


# What is reviewed


def _reviews(request: Request) -> Reviews:
    reviews = parts_of(request).reviews
    return reviews


async def _source(request: Request, visitor: str, game_id: str) -> _Source:
    """The game of an address. Raises PlygroundError if it may not be reviewed."""
    rooms = parts_of(request).rooms
    if request.url.path.startswith("/room/"):
        room = await rooms.get(game_id)
        if not room.local and room.record.status not in ("ended", "aborted"):
            raise ForbiddenError("a game by a link is reviewed when it is over")
        source = _Source(
            f"/room/{game_id}",
            room.position,
            len(room.record.start),
            tuple(seat.name or seat.player or "" for seat in room.record.seats),
            tuple(seat.colour for seat in room.record.seats),
            room.record.reason if room.record.status in ("ended", "aborted") else "",
        )
    else:
        record = (await opened(request, visitor, game_id)).record
        position = await asyncio.to_thread(record.position)
        who = tuple("" if each in ("?", "human") else each for each in called(record))
        source = _Source(f"/library/{game_id}", position, len(record.start), who, (), record.ending)
    if source.position.ply == source.start:
        raise ReviewError("no move was made: there is nothing to review")
    if await rooms.is_being_played(visitor, source.position):
        raise ForbiddenError(
            "people play on from this position by a link, and you are there: "
            "it can be reviewed when that game is over"
        )
    return source


def _colours(source: _Source) -> tuple[str, ...]:
    own = source.game.colours
    chosen = tuple(mine or own[at] for at, mine in enumerate(source.colours))
    return (*chosen, *own[len(chosen) :])


def _called(source: _Source, player: int) -> str:
    """A player's name in this game, and who it was."""
    name = player_name(source.game, min(player, source.game.players - 1))
    who = source.who[player] if player < len(source.who) else ""
    return f"{name} ({who})" if who else name


# What is shown


def _entry(move: ReviewedMove) -> dict[str, Any]:
    """A move of the list."""
    name = player_name(move.position.game, move.player)
    sign = GRADE_SIGNS[move.grade] or ("\N{CHECK MARK}" if move.grade == "good" else "")
    return {
        "ply": move.ply,
        "move": move.move,
        "grade": move.grade,
        "sign": sign,
        "words": f"{name}, {move.grade}, {worth_text(move.after)}",
    }


def _how(review: Review) -> str:
    """What the grades rest on."""
    searched = sum(not move.exact for move in review.moves)
    if searched:
        return f"{searched} of {len(review.moves)} moves were searched ahead; the others are exact."
    return "All grades are exact: the game was solved from each position."


def _step(source: _Source, review: Review, at: int, then: str) -> dict[str, Any]:
    """What is shown of the position after `at` plies, and after the moves of a line from there."""
    line = source.position.line
    at = max(0, min(at, len(line) - 1))
    position = position_after(line[at], then)
    # A line begins before the move that it is about.
    number = at + 1 if then else at
    move = next((each for each in review.moves if each.ply == number), None)
    picture = picture_of(position, source.colours)
    words = []
    if then:
        words.append(f"Not played: {' '.join(position.history[at:])}, in place of move {number}.")
        if position.over:
            words.append(standing_text(position))
    elif move is None:
        words.append("The start." if at == source.start else "The game began later.")
    else:
        words.append(in_words(move))
        if move.grade != "best":
            picture = replace(picture, hints=hints_of(move.position, move.best))
            marked = f"Better, and marked on the board: {' or '.join(move.best)}."
            words.append(marked)
    return {
        "position": position,
        "at": at,
        "last": len(line) - 1,
        "then": then,
        "svg": svg(picture),
        "words": words,
        "grade": "" if then or move is None else move.grade,
        "lines": [] if move is None else _lines(move),
        "review_at": f"{source.address}/review",
        "from_here": from_here(position),
    }


def _lines(move: ReviewedMove) -> list[dict[str, Any]]:
    """The lines that show why a move was poor, move by move."""
    found = []
    for heading, line in (
        (line_heading(move), move.line),
        ("What the move allows", move.refutation),
    ):
        if len(line) > 1:
            moves = [
                {"move": text, "at": move.ply - 1, "then": " ".join(line[:number])}
                for number, text in enumerate(line, 1)
            ]
            found.append({"heading": heading, "moves": moves})
    return found


# Another try


def _to_retry(review: Review, player: int) -> list[ReviewedMove]:
    """The mistakes of a player; the inaccuracies if there are none."""
    own = [move for move in review.moves if move.player == player]
    grave = [move for move in own if move.grade in ("mistake", "blunder")]
    return grave or [move for move in own if move.grade == "inaccuracy"]


async def _wanted(
    request: Request, visitor: str, source: _Source, player: int, n: int
) -> ReviewedMove:
    """The move that is to be done better. Raises ReviewError."""
    review = await _reviews(request).get(visitor, source.position, source.start)
    found = _to_retry(review, player - 1)
    if n > len(found):
        raise ReviewError(f"player {player} has {len(found)} positions to try again, and not {n}")
    return found[n - 1]


def _played(position: Position, text: str) -> Position:
    """The position after a move as a person types it, refused in the words of the game."""
    words = words_of(position.game)
    move = words.move(text, position)
    try:
        return position.play(move)
    except MoveError as error:
        raise RefusedMoveError("\n".join(words.refusals(move, position)) or f"{error}.") from None


def _task(move: ReviewedMove, name: str) -> str:
    return f"You are {name}. Find a move that {_keeps(move.before)}."


def _praise(wanted: ReviewedMove, text: str) -> str:
    if text in wanted.best and not wanted.exact:
        return f"is best, as far as {wanted.depth} plies show"
    if text in wanted.best:
        return "is a best move" if len(wanted.best) > 1 else "is the best move"
    return _keeps(wanted.before)


def _keeps(worth: Worth) -> str:
    """What a move does that keeps what a position is worth."""
    return {
        "win": "keeps the win",
        "draw": "keeps the draw",
        "loss": "holds out longer",
        "unknown": "gives nothing away",
    }[worth.verdict]


def _why_not(made: ReviewedMove) -> str:
    """What is wrong with a move, and what the others can do after it; not what is better."""
    said = f"{made.move} is {GRADE_WORDS[made.grade]}: {what_follows(made)}."
    if made.reason is not None and made.reason.name != "missed":
        name = player_name(made.position.game, made.player)
        said += f" {name[:1].upper()}{name[1:]} {made.reason.text}."
    if len(made.refutation) > 1:
        said += f" As in: {' '.join(made.refutation[:_MOVES_SHOWN])}."
    return f"{said} Try another move."
