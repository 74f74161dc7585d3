"""The games of a run: a list of them, and each to step through and to keep."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from fastapi.responses import HTMLResponse

from plyground.arena.headline import half_text, names_of
from plyground.arena.meeting import Played
from plyground.arena.table import Table
from plyground.arena.tournament_report import as_record, as_records, score_text
from plyground.browser.run_page import face_of
from plyground.position import Cast
from plyground.records import Record, record_text
from plyground.web.engine.warm import Part
from plyground.web.errors import NotFoundError
from plyground.web.pages import Asked, Visit
from plyground.web.pages.library import Then, record_file, step_of, viewed
from plyground.web.services.doing import Doing

router = APIRouter(include_in_schema=False)

PAGE = 50
"""Games on a page of the list."""

_PAGES_MOST = 10_000


async def run_of(visit: Asked, run_id: str) -> Doing:
    """The run of an address."""
    doing = await visit.parts.runs.open(run_id)
    if doing is None:
        raise HTTPException(404, "There is no such run, or it was deleted.")
    return doing


Shown = Annotated[Doing, Depends(run_of)]


async def table_of(doing: Doing) -> Table:
    """The table as it is now, once the results are read. Raises NotFoundError if there is none."""
    await doing.ready()
    await asyncio.to_thread(doing.look)
    if doing.table is None:
        raise NotFoundError(doing.problem or "this run has no games")
    return doing.table


@router.get("/runs/{run_id}/games")
async def games(
    visit: Asked,
    doing: Shown,
    of: Annotated[list[int] | None, Query()] = None,
    page: Annotated[int, Query(ge=1, le=_PAGES_MOST)] = 1,
) -> HTMLResponse:
    """The games of a run: all, or those in which the entrants of these numbers, from 1, met."""
    table = await table_of(doing)
    names, chosen = names_of(table), [number - 1 for number in of or ()]
    if len(set(chosen)) < len(chosen) or not set(chosen) <= set(range(len(names))):
        raise NotFoundError("there are no such players")
    met = [each for each in table.played if set(chosen) <= set(each.seating)]
    said = f"{len(met):,} game{'' if len(met) == 1 else 's'}."
    if len(chosen) == 2:
        points, matches = table.crosstable[chosen[0]][chosen[1]]
        said = f"{names[chosen[0]]} has {half_text(points)} of {matches:,} points."
    query = {"of": of} if of else {}
    return visit.page(
        "run_games.html",
        doing=doing,
        here=f"/runs/{doing.id}",
        heading=" against ".join(names[each] for each in chosen) or "All games",
        said=said if met else "They have not met yet." if chosen else "None has ended yet.",
        games=[row_of(table, each) for each in met[PAGE * (page - 1) : PAGE * page]],
        first=PAGE * (page - 1) + 1,
        number=page,
        pages=max(1, -(-len(met) // PAGE)),
        list=f"/runs/{doing.id}/games?{urlencode(query, doseq=True)}{'&' if query else ''}",
    )


def row_of(table: Table, played: Played) -> dict[str, Any]:
    """What a list says of a game."""
    match, names, plan = played.match, names_of(table), table.plan
    game = plan.games[played.meeting.game]
    cast = Cast(names=tuple(names[player] for player in played.seating))
    outcome = match.outcome
    won = [player for player in played.seating if played.standing(player) > 0]
    return {
        "id": game_id(played),
        "seats": [
            (names[player], face_of(plan.entrants[player].player, game))
            for player in played.seating
        ],
        "score": score_text(played),
        "won": names[won[0]] if len(won) == 1 else "",
        "result": "draw" if outcome.draw else "",
        "said": game.face.wording.over(outcome, cast)
        if outcome.how == "rules"
        else outcome.reason or outcome.how,
        "plies": len(match.moves),
        "opening": " ".join(played.meeting.opening),
    }


def game_id(played: Played) -> str:
    """A match in an address."""
    return f"{played.meeting.number}-{played.turn}"


def _day(doing: Doing) -> str:
    return datetime.fromtimestamp(doing.record.created, UTC).date().isoformat()


@router.get("/runs/{run_id}/games.txt")
async def records(doing: Shown) -> Response:
    """All games as text, with the time of every move."""
    table = await table_of(doing)

    def written() -> str:
        return "\n".join(record_text(each) for each in as_records(table, _day(doing)))

    text = await asyncio.to_thread(written)
    return record_file(text, f"plyground-{doing.id}")


async def record_of(
    visit: Visit, run_id: str, match_id: str, part: Part = "board"
) -> tuple[str, Record]:
    """The address of a match, and its record, once its game can be shown. Raises NotFoundError."""
    doing = await run_of(visit, run_id)
    table = await table_of(doing)
    found = next((each for each in table.played if game_id(each) == match_id), None)
    if found is None:
        raise NotFoundError("there is no such game in this run")
    await visit.ready(table.plan.games[found.meeting.game], part)
    record = await asyncio.to_thread(as_record, table, found, _day(doing))
    return f"/runs/{run_id}/games/{match_id}", record


@router.get("/runs/{run_id}/games/{match_id}")
async def game(
    visit: Asked, run_id: str, match_id: str, at: int | None = None, then: Then = ""
) -> HTMLResponse:
    """A game of a run, to step through."""
    address, record = await record_of(visit, run_id, match_id)
    return visit.page(
        "saved_game.html",
        address=address,
        tournament=f"/runs/{run_id}",
        owner=False,
        **viewed(record, at, then),
    )


@router.get("/runs/{run_id}/games/{match_id}/step")
async def step(
    visit: Asked, run_id: str, match_id: str, at: int | None = None, then: Then = ""
) -> HTMLResponse:
    """The part of that page about one position."""
    _, record = await record_of(visit, run_id, match_id)
    return visit.page("step.html", **step_of(record, at, then))


@router.get("/runs/{run_id}/games/{match_id}/record")
async def text(visit: Asked, run_id: str, match_id: str) -> Response:
    """A game of a run as a file."""
    _, record = await record_of(visit, run_id, match_id)
    return record_file(record_text(record), f"plyground-{record.game.name}")


@router.post("/runs/{run_id}/games/{match_id}/keep")
async def keep(visit: Asked, run_id: str, match_id: str) -> Response:
    """Put a game of a run into the visitor's library."""
    _, record = await record_of(visit, run_id, match_id)
    source = f"tournament {run_id} {match_id}"
    saved = await visit.parts.saved_games.keep(visit.visitor, record, source)
    return visit.go_to(f"/library/{saved}")
