"""The games of a tournament: those between two, and each of them to step through and to keep."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from fastapi.responses import HTMLResponse

from plyground.arena.meeting import Played
from plyground.arena.table import Table
from plyground.arena.tournament_report import as_record, points_text, score_text
from plyground.position import Cast
from plyground.records import Record, record_text
from plyground.web.engine.warm import Part
from plyground.web.errors import NotFoundError
from plyground.web.pages import Asked, Visit
from plyground.web.pages.library import Then, record_file, step_of, viewed
from plyground.web.services.arena import Contest

router = APIRouter(include_in_schema=False)

PAGE = 50
"""Games on a page of the list."""

_PAGES_MOST = 10_000


async def contest_of(visit: Asked, contest_id: str) -> Contest:
    """The tournament of an address."""
    contest = await visit.parts.contests.open(contest_id)
    if contest is None:
        raise HTTPException(404, "There is no such tournament, or it was deleted.")
    return contest


Shown = Annotated[Contest, Depends(contest_of)]


async def standings_of(contest: Contest) -> Table:
    """The table as it is now, once the results are read. Raises NotFoundError if there is none."""
    await contest.ready()
    await asyncio.to_thread(contest.look)
    if contest.seen is None:
        raise NotFoundError(contest.problem or "this tournament has no results yet")
    return contest.seen


@router.get("/arena/{contest_id}/between/{one}/{other}")
async def between(
    visit: Asked,
    contest: Shown,
    one: int,
    other: int,
    page: Annotated[int, Query(ge=1, le=_PAGES_MOST)] = 1,
) -> HTMLResponse:
    """The games of a tournament in which two entrants met, by their numbers from 1."""
    standings = await standings_of(contest)
    names = standings.plan.names
    if one == other or not (1 <= one <= len(names) and 1 <= other <= len(names)):
        raise NotFoundError("there are no two such players")
    pair = {one - 1, other - 1}
    met = [each for each in standings.played if pair <= set(each.seating)]
    pages = max(1, -(-len(met) // PAGE))
    points, matches = standings.crosstable[one - 1][other - 1]
    listed = met[PAGE * (page - 1) : PAGE * page]
    return visit.page(
        "arena_between.html",
        contest=contest,
        plan=standings.plan,
        names=(names[one - 1], names[other - 1]),
        points=points_text(points),
        matches=matches,
        games=[_row(standings, each, one - 1) for each in listed],
        first=PAGE * (page - 1) + 1,
        number=page,
        pages=pages,
        here=f"/arena/{contest.id}/between/{one}/{other}",
    )


def _row(standings: Table, played: Played, one: int) -> dict[str, Any]:
    """What the list says of a game, as seen by one of its players."""
    match, names = played.match, standings.plan.names
    game = standings.plan.games[played.meeting.game]
    cast = Cast(names=tuple(names[player] for player in played.seating))
    return {
        "id": game_id(played),
        "seats": [names[player] for player in played.seating],
        "score": score_text(played),
        "result": ("loss", "draw", "win")[played.half_points(one)],
        "said": game.face.wording.over(match.outcome, cast)
        if match.outcome.how == "rules"
        else match.outcome.reason or match.outcome.how,
        "plies": len(match.moves),
        "opening": " ".join(played.meeting.opening),
    }


def game_id(played: Played) -> str:
    """A match in an address."""
    return f"{played.meeting.number}-{played.turn}"


async def record_of(
    visit: Visit, contest_id: str, match_id: str, part: Part = "board"
) -> tuple[str, Record]:
    """The address of a match, and its record, once its game can be shown. Raises NotFoundError."""
    contest = await contest_of(visit, contest_id)
    standings = await standings_of(contest)
    found = next((each for each in standings.played if game_id(each) == match_id), None)
    if found is None:
        raise NotFoundError("there is no such game in this tournament")
    await visit.ready(standings.plan.games[found.meeting.game], part)
    day = datetime.fromtimestamp(contest.record.created, UTC).date().isoformat()
    record = await asyncio.to_thread(as_record, standings, found, day)
    return f"/arena/{contest_id}/games/{match_id}", record


@router.get("/arena/{contest_id}/games/{match_id}")
async def game(
    visit: Asked, contest_id: str, match_id: str, at: int | None = None, then: Then = ""
) -> HTMLResponse:
    """A game of a tournament, to step through."""
    address, record = await record_of(visit, contest_id, match_id)
    return visit.page(
        "saved_game.html",
        address=address,
        tournament=f"/arena/{contest_id}",
        owner=False,
        **viewed(record, at, then),
    )


@router.get("/arena/{contest_id}/games/{match_id}/step")
async def step(
    visit: Asked, contest_id: str, match_id: str, at: int | None = None, then: Then = ""
) -> HTMLResponse:
    """The part of that page about one position."""
    _, record = await record_of(visit, contest_id, match_id)
    return visit.page("step.html", **step_of(record, at, then))


@router.get("/arena/{contest_id}/games/{match_id}/record")
async def text(visit: Asked, contest_id: str, match_id: str) -> Response:
    """A game of a tournament as a file."""
    _, record = await record_of(visit, contest_id, match_id)
    return record_file(record_text(record), f"plyground-{record.game.name}")


@router.post("/arena/{contest_id}/games/{match_id}/keep")
async def keep(visit: Asked, contest_id: str, match_id: str) -> Response:
    """Put a game of a tournament into the visitor's library."""
    _, record = await record_of(visit, contest_id, match_id)
    source = f"tournament {contest_id} {match_id}"
    saved = await visit.parts.saved_games.keep(visit.visitor, record, source)
    return visit.go_to(f"/library/{saved}")
