"""Watch: what computers can be set to do, one form for all of it, and what a visitor has had done.

The form opens with two faces. With more players it is a tournament; or many games answer a
question. Its fields are those of `run_form`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from plyground.arena import Plan, Run, RunError
from plyground.arena.conclusions import FEWEST
from plyground.arena.estimate import estimate
from plyground.arena.fame import Fame
from plyground.arena.kinds import KINDS
from plyground.arena.plan import SERIES
from plyground.arena.plan_file import as_text, question, shipped
from plyground.arena.report import counted
from plyground.arena.tournament_report import rating_text
from plyground.browser.run_page import face_of
from plyground.players import AtLevel, PlayerError, called, parse_player
from plyground.position import Game, ReadyMade, full_title, ladder
from plyground.search import SOLVABLE, Cancelled, Control
from plyground.web.errors import RefusedError
from plyground.web.games import installed_games, nearest_game, offered
from plyground.web.pages import Asked, AskedForGood, Refusal, Sent, Visit
from plyground.web.pages.fields import download, filled
from plyground.web.players_form import controls, entries, options_shown, people, rivals
from plyground.web.run_form import (
    ASKS,
    BEGINS,
    BOUNDS,
    CHALLENGES,
    PLAYS,
    QUESTIONS,
    RANDOM,
    ROUNDS_MOST,
    ROUNDS_OF_TOURNAMENTS,
    TOURNAMENTS,
    USUAL,
    USUAL_ROUNDS,
    WATCHED,
    boards_of,
    count_of,
    heuristics_of,
    kinds_of,
    pause_of,
    plan_from,
    usual_at,
    usual_plies,
)
from plyground.web.services.doing import PAUSE_MOST, USUAL_PAUSE, limited, time_text
from plyground.web.services.runs import Listed
from plyground.web.store import RunRecord
from plyground.web.words import level_of

router = APIRouter(include_in_schema=False)

MATCHES_MOST = 5000
"""Games of a tournament here."""

_DRAWING = 8.0  # seconds in which openings have to be found, before a tournament begins
_LONGEST, _FIELDS_MOST = 100, 200  # characters and fields that are kept to change it
_FAMOUS = 20  # players of a game in the hall of fame

_SIX = ("level:1", "level:2", "level:3", "level:4", "level:5", "level:6")
_DEPTHS = "Is depth 6 better than depth 5?"
READY_TO_START: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    (
        "A tournament of six",
        "60 games of Connect Four",
        {"game": "connect4", "kind": "round robin", "count": "0", "title": "A tournament of six"}
        | {f"with-{each}": "on" for each in _SIX},
    ),
    (
        _DEPTHS,
        "40 games of Connect Four",
        {"game": "connect4", "kind": SERIES, "count": "2", "title": _DEPTHS, "question": _DEPTHS}
        | {"kind-1": "alphabeta", "depth-1": "6", "kind-2": "alphabeta", "depth-2": "5"},
    ),
    (
        "What do depth and pruning change: the time, the positions visited, the result?",
        "2,100 games of Sim: the table of its old program",
        {"experiment": "depth-pruning"},
    ),
)
"""What runs at a tap: what it is called, how much it is, and the fields of the form."""


# The page


@router.get("/watch")
async def form(visit: Asked) -> HTMLResponse:
    """The form, filled in as the query says, and the visitor's runs."""
    return await _page(visit, *filled(visit, USUAL))


@router.post("/watch")
async def begin(visit: AskedForGood, sent: Sent) -> Response:
    """Begin a run, and go to its page."""
    sent = USUAL | dict(visit.request.query_params) | sent
    with Refusal() as refused:
        plan = plan_from(sent)
        kept = [each for each in sent.items() if 0 < len(each[1]) < _LONGEST][:_FIELDS_MOST]
        record = RunRecord(
            id="",
            owner=visit.holder,
            created=0.0,
            title=plan.title,
            matches=await _matches(visit, plan),
            boards=boards_of(plan, sent),
            pause=pause_of(plan, sent),
            as_before="as-before" in sent,
            faces="\n".join(each.player.text for each in plan.entrants[:2]),
            fields=urlencode(kept),
        )
        run_id = await visit.parts.runs.create(record, plan)
        path = f"/runs/{run_id}{'/show' if 'show' in sent else ''}"
        return RedirectResponse(path, 303, dict(visit.response.headers))
    refused.said_to(visit.request)
    return await _page(visit, sent, refused)


@router.get("/watch/estimate")
async def estimated(visit: Asked) -> Response:
    """How many games the form asks for, and how long they may take; nothing if the form has asked
    again meanwhile.
    """
    sent = USUAL | dict(visit.request.query_params)
    said = ""
    try:
        with Refusal() as refused:
            plan = plan_from(sent)
            said = await _amount(visit, plan, pause_of(plan, sent))
    except Cancelled:
        return Response(status_code=204)
    return HTMLResponse(refused.words if refused.words else said)


async def _amount(visit: Visit, plan: Plan, pause: float | None) -> str:
    if plan.rounds is None:
        return "Games without an end."
    matches = await _matches(visit, plan, "estimate")
    if not plan.is_tournament and plan.kind != SERIES:
        return f"{matches:,} pieces of work."
    guessed = await visit.run(
        partial(estimate, plan), heavy=True, interpreted=True, newest="estimate"
    )
    each = guessed.seconds + (0 if pause is None else pause * guessed.plies + 2)
    halves = ", each begins half of them" if plan.first == "alternate" and matches > 1 else ""
    halves = halves if plan.kind == SERIES and len(plan.teams[0]) == 2 else ""
    about = "More than" if guessed.at_least else "About"
    return f"{counted(matches, 'game')}{halves}. {about} {time_text(matches * each)}."


@router.get("/watch/plan.toml")
async def plan_toml(visit: Asked) -> Response:
    """The file that the form states, or that of a question that is ready."""
    sent = USUAL | dict(visit.request.query_params)
    with Refusal() as refused:
        name = sent["experiment"] if sent.get("experiment") in shipped() else "plan"
        return download(as_text(plan_from(sent)), name, "toml", "application/toml")
    return await _page(visit, sent, refused)


async def _matches(visit: Visit, plan: Plan, newest: str = "") -> int:
    """How many matches a plan has; 0 without an end. Raises RefusedError if they are too many, or
    not found soon. See `Workers.run` for the `newest`.
    """
    if not plan.is_tournament:
        return plan.most_matches

    late: list[bool] = []

    def count(control: Control) -> int:
        try:
            with limited(control, _DRAWING, lambda: late.append(True)):
                run = Run(plan, control=control)
                run.draw_openings()
                return run.expected
        except Cancelled:
            if not late:
                raise
            raise RefusedError(
                "moves that leave it a draw are hard to find here: take more moves, fewer rounds, "
                "or any random moves",
                "openings",
            ) from None

    try:
        matches = await visit.run(count, heavy=True, interpreted=True, newest=newest)
    except RunError as error:  # no opening is as stated
        raise RefusedError(str(error), "plies") from None
    if matches > MATCHES_MOST:
        raise RefusedError(
            f"a tournament here has at most {MATCHES_MOST:,} games, and this one would have "
            f"{matches:,}: choose fewer rounds or players",
            "rounds",
        )
    return matches


# What the page shows


async def _page(visit: Visit, sent: Mapping[str, str], refused: Refusal) -> HTMLResponse:
    game, kind = nearest_game(sent), sent.get("kind", WATCHED)
    wording = game.face.manner("as-before" in sent).wording
    kind = kind if kind in (WATCHED, *TOURNAMENTS, *ASKS) else WATCHED
    sent = _still_meant(sent, game, kind)
    if refused.field == "kind" and kind == WATCHED:
        refused.field = ""  # which this form does not show
    ready = question(sent["experiment"]) if sent.get("experiment") in shipped() else None
    others = await visit.parts.runs.others(visit.holder) if visit.at_server else []
    return visit.page(
        "watch.html",
        refused.status,
        refused=refused,
        games=installed_games(),
        game=game,
        parameters=offered({"game": game.name} | {k: str(v) for k, v in game.values.items()}),
        kind=kind,
        tournaments=TOURNAMENTS,
        questions={name: QUESTIONS[name] for name in ASKS},
        way=(TOURNAMENTS | QUESTIONS).get(kind, ("", "")),
        begins=BEGINS,
        solvable=game.players == SOLVABLE,
        fewest=FEWEST.get(ready.asks if ready else kind, 0),
        value=_values(game, kind, sent, ready),
        pause_most=PAUSE_MOST,
        as_before="as-before" in sent,
        wording=wording,
        rounds_most=f"{(wording.rounds_taken or (ROUNDS_MOST,))[0]:,}",
        asks_usual=ASKS.get(kind, ""),
        ready_to_start=READY_TO_START,
        ready_made=[(each.title, _query(game, each)) for each in game.face.ready_made],
        experiments=[question(name) for name in shipped()],
        mine=[_row(each) for each in await visit.parts.runs.listed(visit.holder)],
        others=[_row(each) for each in others],
        **_choices(game, kind, sent),
        **_ready(ready),
    )


def _still_meant(sent: Mapping[str, str], game: Game, kind: str) -> Mapping[str, str]:
    """The fields without those that another game or kind has made meaningless."""
    if sent.get("was", game.name) != game.name:
        kept = ("kind", "count", "rounds", "pause", "endless", "boards", "title", "question")
        return {
            name: text
            for name, text in sent.items()
            if name in kept or name.startswith((PLAYS, CHALLENGES))
        }
    if sent.get("was-kind", kind) != kind:
        again = ("rounds", "each", "question", "count", "pause", "boards")
        return {name: text for name, text in sent.items() if name not in again}
    return sent


def _values(
    game: Game, kind: str, sent: Mapping[str, str], ready: Plan | None
) -> defaultdict[str, str]:
    """What is in the fields that hold words and numbers."""
    usual = ready.rounds if ready else USUAL_ROUNDS.get(kind, ROUNDS_OF_TOURNAMENTS)
    least, most = usual_plies(game, kind)
    return defaultdict(str, sent) | {
        "rounds": sent.get("rounds", str(usual or "")),
        "first": sent.get("first", "once" if "as-before" in sent else "alternate"),
        "pause": sent.get("pause", str(USUAL_PAUSE)),
        "boards": sent.get("boards", "1" if kind == WATCHED else "4"),
        "from": sent.get("from") or str(least),
        "to": sent.get("to") or str(most),
    }


def _choices(game: Game, kind: str, sent: Mapping[str, str]) -> dict[str, Any]:
    """Who can play, or what else can be compared, and what of it is chosen."""
    count, persons = count_of(sent, kind), people(game)
    seats = range(1, (game.players if kind == WATCHED else count) + 1)
    faced = [entry for entry, _ in rivals(game)]
    known = {each.value for each in faced}
    listed = [*faced, *(each for each in entries(game) if each.value not in known)]
    ticked = {name.removeprefix(PLAYS) for name in sent if name.startswith(PLAYS)}
    if sent.get("was-kind", kind) not in TOURNAMENTS or "was" not in sent:
        ticked = ticked or {RANDOM, *(AtLevel(each.number).text for each in ladder(game.levels))}
    challengers = {name.removeprefix(CHALLENGES) for name in sent if name.startswith(CHALLENGES)}
    heuristics = heuristics_of(game)
    return {
        "faces": {entry.value: level.name for entry, level in rivals(game)},
        "count": count,
        "challenged": kind in KINDS and KINDS[kind].challenged,
        "seats": [
            (seat, controls(game, sent, seat, usual_at(game, kind, seat, count))) for seat in seats
        ],
        "entries": [each for each in listed if kind in (WATCHED, *ASKS) or each not in faced],
        "options": options_shown(listed),
        "persons": persons,
        "ticked": ticked,
        "challengers": challengers or {persons[-1].value if persons else RANDOM},
        "heuristics": heuristics,
        "chosen": [name for name in heuristics if f"heuristic-{name}" in sent] or heuristics,
    }


def _ready(plan: Plan | None) -> dict[str, Any]:
    """What the form says of a question that is ready, if one is chosen."""
    return {
        "ready": plan,
        "takes_part": _takes_part(plan) if plan else (),
        "ready_way": QUESTIONS[plan.asks] if plan else (),
        "ready_most": BOUNDS.rounds_for(plan) if plan else 0,
    }


def _query(game: Game, ready_made: ReadyMade) -> str:
    """The query that fills in the form with what the game has ready-made."""
    fields = {"game": game.name, **kinds_of(game, list(ready_made.players))}
    fields["first"] = ready_made.first
    if ready_made.pause is not None:
        fields["pause"] = f"{ready_made.pause:g}"
    if ready_made.as_before:
        fields["as-before"] = "yes"
    return urlencode(fields)


def _row(listed: Listed) -> dict[str, Any]:
    """What the list says of a run."""
    record = listed.record
    said = record.said
    done = f"{listed.done:,}" + (f" of {record.matches:,}" if record.matches else "")
    if listed.going:
        said = f"going on, {done}"
    elif listed.is_gone:
        said = "its games are gone from the disk"
    elif not record.is_over:
        said = "; ".join(filter(None, (said, f"stopped after {done}")))
    game = _game_of(record)
    return {
        "id": record.id,
        "title": record.title,
        "said": said,
        "game": game.title,
        "kept": record.kept,
        "when": _when(record.created),
        "faces": [_face(text, game) for text in record.faces.split("\n") if text][:2],
    }


def _game_of(record: RunRecord) -> Game:
    """The game that a run was begun with, as far as its fields say."""
    fields = dict(parse_qsl(record.fields))
    if fields.get("experiment") in shipped():
        return question(fields["experiment"]).games[0]
    return nearest_game(fields)


def _when(created: float) -> str:
    """A time of the past, short, as the clock of this computer has it."""
    now = datetime.now().astimezone()
    at = datetime.fromtimestamp(created, now.tzinfo)
    if at.date() == now.date():
        return f"today, {at:%H:%M}"
    if at.date() == (now - timedelta(days=1)).date():
        return f"yesterday, {at:%H:%M}"
    return f"{at.day} {at:%b %Y}" if at.year != now.year else f"{at.day} {at:%b}"


def _face(text: str, game: Game) -> str:
    try:
        player = parse_player(text, kept=True)
    except PlayerError:
        player = None
    return "" if player is None else face_of(player, game)


def _takes_part(plan: Plan) -> list[tuple[str, ...]]:
    """The players of a question, or what else it compares, a line for each."""
    names = [each.player.called(plan.games[0]).full for each in plan.entrants]
    if plan.rows:
        pairs = zip(plan.rows, plan.teams, strict=True)
        return [(row.label, *(names[one] for one in team)) for row, team in pairs]
    return [(name,) for name in dict.fromkeys((*names, *plan.heuristics, *plan.names))]


# The hall of fame


@router.get("/watch/fame")
async def fame(visit: Asked) -> HTMLResponse:
    """The hall of fame: all players of all tournaments on this machine, game by game."""
    found = await visit.run(visit.parts.runs.fame, heavy=True, interpreted=True)
    return visit.page("fame.html", halls=[_hall(each) for each in found])


def _hall(found: Fame) -> dict[str, Any]:
    game = found.game
    rows = []
    for rating in found.ratings[:_FAMOUS]:
        name = called(rating.player, game)
        rows.append(
            {
                "name": rating.player if name is None else name.full,
                "person": level_of(rating.player, game) is not None,
                "elo": rating_text(rating),
                "matches": rating.matches,
                "tournaments": found.tournaments.get(rating.player, 0),
            }
        )
    return {
        "title": full_title(game),
        "rows": rows,
        "matches": found.matches,
        "anchored": any(each.player == RANDOM for each in found.ratings),
        "more": len(found.ratings) - len(rows),
    }
