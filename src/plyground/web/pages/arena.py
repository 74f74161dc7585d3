"""The arena: tournaments of computer players, set up, watched and kept; and the hall of fame."""

from __future__ import annotations

import json
import math
import secrets
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from plyground.arena import Rating, new_seed
from plyground.arena.estimate import Estimate, estimate
from plyground.arena.fame import Fame
from plyground.arena.match import RunError
from plyground.arena.plan import KINDS, Entrant, Openings, Plan, as_text, usual_rounds
from plyground.arena.run import Run
from plyground.arena.stating import BoundError, Bounds
from plyground.arena.table import Table
from plyground.arena.tournament_report import as_csv, as_data, points_text, rating_text
from plyground.browser.geometry import swatches
from plyground.players import AtLevel, Player, PlayerError, called, parse_player
from plyground.position import Game, full_title
from plyground.render.board import Mark, Picture
from plyground.render.palette import Palette
from plyground.search import SOLVABLE, Cancelled, Control
from plyground.web.boards import board_style, board_svg
from plyground.web.engine.events import Event
from plyground.web.errors import RefusedError
from plyground.web.games import field, game_from, installed_games, nearest_game, offered
from plyground.web.names import TITLE_MOST, one_line
from plyground.web.numbers import whole
from plyground.web.pages import Asked, AskedForGood, Refusal, Sent, Visit
from plyground.web.pages.arena_games import Shown, contest_of, standings_of
from plyground.web.pages.simulate import BOARDS, boards_wished, pause_wished
from plyground.web.pages.started import computer_in, done, download, filled, whole_in
from plyground.web.players_form import (
    controls,
    entries,
    options_called,
    options_shown,
    people,
)
from plyground.web.services.arena import Board, Contest, time_text
from plyground.web.services.simulations import PAUSE_MOST
from plyground.web.store import TournamentRecord
from plyground.web.templating import template
from plyground.web.words import level_of

router = APIRouter(include_in_schema=False)

BOUNDS = Bounds(what="a tournament", players=16)
"""How much its players may do here, and how many there may be."""

MATCHES_MOST = 5000
"""Games of a tournament here."""

ALGORITHMS_MOST = 6
"""Players besides the game's opponents for people."""

_WAYS = {
    "round robin": ("Everyone meets everyone", "How often everyone meets everyone"),
    "gauntlet": ("Challengers meet all others", "How often a challenger meets each of the others"),
    "swiss": ("Swiss: equals meet equals", "Rounds"),
    "knockout": ("Knockout: losers are out", ""),
}
"""The kinds of tournaments, and what a round of each is."""
_TITLES = {
    "round robin": "everyone meets everyone",
    "gauntlet": "gauntlet",
    "swiss": "Swiss tournament",
    "knockout": "knockout",
}
assert tuple(_WAYS) == KINDS

_USUAL = {"game": "connect4", "kind": "round robin"}
_USUAL_ROUNDS = 4
_EACH_MOST = 20  # openings of a meeting
_SEED_MOST = 999_999_999
# Boxes of the form, before the name of a player
_PLAYS = "with-"
_CHALLENGES = "challenger-"
_DRAWING = 8.0  # seconds in which openings have to be found, before a tournament begins
_BALANCED = 0.38  # of the longest game: moves before a balanced game
_FAMOUS = 20  # players of a game in the hall of fame
_PROPOSED = ("alphabeta:depth=6", "minimax:depth=4", "mcts", "minimax:depth=2", "random", "mcts")
"""The algorithms of a new form."""

RANDOM = "random"


# The list, and the form


@router.get("/arena")
async def listed(visit: Asked) -> HTMLResponse:
    """The visitor's tournaments."""
    mine = await visit.parts.contests.listed(visit.holder)
    return visit.page(
        "arena.html",
        mine=[
            {
                "record": record,
                "state": _state(record, contest),
                "played": played,
                "matches": max(record.matches, played),
            }
            for record, contest, played in mine
        ],
    )


def _state(record: TournamentRecord, contest: Contest | None) -> str:
    """How a tournament of the list is doing, in words."""
    if contest is not None and contest.going:
        return "being played"
    return "finished" if record.is_over else "stopped"


@router.get("/arena/new")
async def form(visit: Asked) -> HTMLResponse:
    """The form, filled in as the query says."""
    return _form(visit, *filled(visit, _USUAL))


@router.get("/arena/estimate")
async def estimated(visit: Asked) -> HTMLResponse:
    """How many games the form asks for, and how long they may take."""
    sent = _USUAL | dict(visit.request.query_params)
    said = ""
    with Refusal() as refused:
        plan = plan_from(sent)
        matches = await _matches(visit, plan)
        guessed = await visit.run(partial(estimate, plan), heavy=True, interpreted=True)
        said = _amount(matches, guessed)
    return visit.page("arena_estimate.html", said=said, refused=refused.words)


def _amount(matches: int, guessed: Estimate) -> str:
    games = "1 game" if matches == 1 else f"{matches:,} games"
    seconds = time_text(matches * guessed.seconds)
    return f"{games}, {'more than' if guessed.at_least else 'about'} {seconds} of computing"


@router.post("/arena")
async def begin(visit: AskedForGood, sent: Sent) -> Response:
    """Begin a tournament, and go to its page."""
    sent = _USUAL | sent
    with Refusal() as refused:
        plan = plan_from(sent)
        boards = boards_wished({"boards": sent.get("boards", "4")})
        record = TournamentRecord(
            id=secrets.token_urlsafe(9),
            owner=visit.holder,
            created=time.time(),
            title=plan.title,
            matches=await _matches(visit, plan),
            boards=boards,
            is_over=False,
        )
        await visit.parts.contests.create(record, plan)
        return RedirectResponse(f"/arena/{record.id}", 303, dict(visit.response.headers))
    refused.said_to(visit.request)
    return _form(visit, sent, refused)


async def _matches(visit: Visit, plan: Plan) -> int:
    """How many matches a plan has. Raises RefusedError if they are too many, or not found soon."""

    def count(control: Control) -> int:
        own = Control()
        timer = threading.Timer(_DRAWING, own.stop)
        timer.daemon = True
        timer.start()
        try:
            tournament = Run(plan, control=own)
            tournament.draw_openings()
            return tournament.expected
        except Cancelled:
            control.check()
            raise RefusedError(
                "moves that leave it a draw are hard to find here: take more moves, fewer rounds, "
                "or any random moves",
                "openings",
            ) from None
        finally:
            timer.cancel()

    try:
        matches = await visit.run(count, heavy=True, interpreted=True)
    except RunError as error:  # no opening is as stated
        raise RefusedError(str(error), "plies") from None
    if matches > MATCHES_MOST:
        raise RefusedError(
            f"a tournament here has at most {MATCHES_MOST:,} games, and this one would have "
            f"{matches:,}: choose fewer rounds or players",
            "rounds",
        )
    return matches


def plan_from(sent: Mapping[str, str]) -> Plan:
    """The plan of a form. Raises PlygroundError."""
    game = game_from(sent)
    kind = sent["kind"]
    if kind not in KINDS:
        raise RefusedError("choose who meets whom", "kind")
    asked = _asked(sent, game)
    entrants = _entrants(asked, game)
    keys = list(asked)
    challengers = [at for at, key in enumerate(keys) if f"challenger-{key}" in sent]
    if kind == "gauntlet" and not challengers:
        raise RefusedError("choose who challenges the others", "challengers")
    seed = whole_in(sent, "seed", 0, _SEED_MOST, "a seed is") if sent.get("seed") else None
    balanced = sent.get("openings") == "balanced"
    if balanced and game.players != SOLVABLE:
        raise RefusedError(f"openings of games for {SOLVABLE} can be balanced", "openings")
    try:
        return Plan(
            games=(game,),
            entrants=entrants,
            kind=kind,
            rounds=_rounds(sent, kind, len(entrants)),
            openings=Openings(
                plies=_plies(sent, game, balanced),
                balanced=balanced,
                each=_each(sent, kind),
            ),
            challengers=tuple(challengers) if kind == "gauntlet" else (),
            adjudicate="adjudicate" in sent and game.players == SOLVABLE,
            seed=new_seed(None) % (_SEED_MOST + 1) if seed is None else seed,
            title=_title(sent, game),
        )
    except RunError as error:
        raise RefusedError(str(error), "players") from None


def _rounds(sent: Mapping[str, str], kind: str, players: int) -> int:
    if kind == "knockout":
        return 1
    if not sent.get("rounds"):
        return usual_rounds(players) if kind == "swiss" else _USUAL_ROUNDS
    return whole_in(sent, "rounds", 1, BOUNDS.rounds, "the rounds are")


def _each(sent: Mapping[str, str], kind: str) -> int:
    """The openings of a meeting, in a tournament whose rounds wait for each other."""
    if kind not in ("swiss", "knockout") or not sent.get("each"):
        return 1
    return whole_in(sent, "each", 1, _EACH_MOST, "the openings of a meeting are")


def _plies(sent: Mapping[str, str], game: Game, balanced: bool) -> int | None:
    """The moves before each game: None for as many as make openings different.

    After few moves it takes the solver long to prove a draw.
    """
    if sent.get("plies"):
        return whole_in(sent, "plies", 0, game.max_plies - 1, "a number of moves is")
    return int(_BALANCED * game.max_plies) if balanced else None


def _title(sent: Mapping[str, str], game: Game) -> str:
    text = one_line(field(sent, "title"), TITLE_MOST, "a title", "title")
    return text or f"{game.title}: {_TITLES[sent['kind']]}"


def _asked(sent: Mapping[str, str], game: Game) -> dict[str, Player]:
    """The players of a form, by what fields call them. Raises RefusedError."""
    found: dict[str, Player] = {}
    for value in [*(each.value for each in people(game)), RANDOM]:
        if f"with-{value}" in sent or (
            sent["kind"] == "gauntlet" and f"challenger-{value}" in sent
        ):
            player = parse_player(value)
            assert player is not None
            found[value] = player
    for seat in range(1, _count(sent) + 1):
        player = computer_in(sent, seat)
        try:
            BOUNDS.check_player(player)
            player.check(game)
        except BoundError as error:
            about = "kind" if error.about == "players" else error.about
            raise RefusedError(str(error), f"{about}-{seat}") from None
        except PlayerError as error:
            raise RefusedError(str(error), f"kind-{seat}") from None
        found[str(seat)] = player
    return found


def _entrants(asked: Mapping[str, Player], game: Game) -> tuple[Entrant, ...]:
    """The players under their names. Raises RefusedError."""
    names: set[str] = set()
    for key, player in asked.items():
        name = player.called(game).full
        if name in names:
            raise RefusedError(
                f"{name} is there more than once: choose players that differ",
                f"kind-{key}" if key.isdecimal() else "players",
            )
        names.add(name)
    if not game.players <= len(asked) <= BOUNDS.players:
        raise RefusedError(
            f"choose {game.players} to {BOUNDS.players} players, and not {len(asked)}", "players"
        )
    return tuple(Entrant(each.called(game).full, each) for each in asked.values())


def _count(sent: Mapping[str, str]) -> int:
    """How many algorithms the form has."""
    number = whole(sent.get("count", ""))
    return number if number is not None and number <= ALGORITHMS_MOST else 1


def _ticked(sent: Mapping[str, str], what: str) -> set[str]:
    """The players that are ticked in a list of boxes."""
    return {name.removeprefix(what) for name in sent if name.startswith(what)}


def _form(visit: Visit, sent: Mapping[str, str], refused: Refusal) -> HTMLResponse:
    game = nearest_game(sent)
    kind = sent["kind"] if sent["kind"] in KINDS else "round robin"
    if sent.get("was", game.name) != game.name:  # another game: back to its defaults
        names = ("kind", "count", "rounds", "title", "boards", "was")
        sent = {
            name: value
            for name, value in sent.items()
            if name in names or name.startswith((_PLAYS, _CHALLENGES))
        }
    elif sent.get("was-kind", kind) != kind:
        sent = {name: value for name, value in sent.items() if name not in ("rounds", "each")}
    count = _count(sent)
    listed = [each for each in entries(game) if not each.game]
    persons = people(game)
    fresh = "was" not in sent and not _ticked(sent, _PLAYS)
    ticked = (
        {RANDOM, *(each.value for each in persons[::2][:4])} if fresh else _ticked(sent, _PLAYS)
    )
    challengers = _ticked(sent, _CHALLENGES)
    return visit.page(
        "arena_form.html",
        refused.status,
        games=installed_games(),
        game=game,
        parameters=offered({"game": game.name} | {k: str(v) for k, v in game.values.items()}),
        ways=_WAYS,
        kind=kind,
        persons=persons,
        ticked=ticked,
        challengers=challengers or {"1" if count else persons[-1].value if persons else RANDOM},
        count=count,
        count_most=ALGORITHMS_MOST,
        seats=[
            (seat, controls(game, sent, seat, _PROPOSED[seat - 1])) for seat in range(1, count + 1)
        ],
        entries=listed,
        options=options_shown(listed),
        rounds=sent.get("rounds", "" if kind == "swiss" else str(_USUAL_ROUNDS)),
        rounds_most=BOUNDS.rounds,
        each=sent.get("each", "1"),
        each_most=_EACH_MOST,
        openings=sent.get("openings", "random"),
        plies=sent.get("plies", ""),
        solvable=game.players == SOLVABLE,
        adjudicate="adjudicate" in sent,
        seed=sent.get("seed", ""),
        title=sent.get("title", ""),
        boards=sent.get("boards", "4"),
        numbers_of_boards=BOARDS,
        refused=refused,
    )


# One tournament


async def _of_visitor(visit: Asked, contest_id: str) -> Contest:
    contest = await contest_of(visit, contest_id)
    if contest.owner != visit.holder:
        raise HTTPException(403, "Only the person who set a tournament up can change it.")
    return contest


Own = Annotated[Contest, Depends(_of_visitor)]


@router.get("/arena/fame")
async def fame(visit: Asked) -> HTMLResponse:
    """The hall of fame: all players of all tournaments on this machine, game by game."""
    found = await visit.run(visit.parts.contests.fame, heavy=True, interpreted=True)
    return visit.page("arena_fame.html", halls=[_hall(each) for each in found])


def _hall(found: Fame) -> dict[str, Any]:
    game = found.game
    shown = found.ratings[:_FAMOUS]
    scale = _Scale(shown)
    rows = []
    for rating in shown:
        name = called(rating.player, game)
        rows.append(
            {
                "name": rating.player if name is None else name.full,
                "person": level_of(rating.player, game) is not None,
                "elo": rating_text(rating),
                "bar": scale.bar(rating),
                "matches": rating.matches,
                "tournaments": found.tournaments.get(rating.player, 0),
            }
        )
    return {
        "title": full_title(game),
        "rows": rows,
        "matches": found.matches,
        "anchored": any(each.player == RANDOM for each in found.ratings),
        "more": len(found.ratings) - len(shown),
    }


@router.get("/arena/{contest_id}")
async def watch(visit: Asked, contest: Shown) -> HTMLResponse:
    """The page of a tournament as it is now; later changes come as events."""
    await run_in_threadpool(contest.look)
    own = contest.owner == visit.holder
    again = "" if contest.plan is None else f"/arena/new?{urlencode(_fields(contest.plan))}"
    return visit.page(
        "arena_contest.html", own=own, again=again, pause_most=PAUSE_MOST, **_seen(contest)
    )


@router.get("/arena/{contest_id}/events")
async def happenings(visit: Asked, contest: Shown) -> StreamingResponse:
    """All events, from the present state to the end."""
    await run_in_threadpool(contest.look)
    now = events(contest, table=True, boards=True)
    return visit.parts.hub.stream(visit.parts.hub.listen(contest.channel, now))


@router.post("/arena/{contest_id}/stop")
async def stop(visit: Asked, contest: Own) -> Response:
    """End it for now, and keep what has been played."""
    contest.stop()
    return done(visit, f"/arena/{contest.id}")


@router.post("/arena/{contest_id}/pause")
async def pause(visit: Asked, contest: Own, sent: Sent) -> Response:
    """Go on slower or faster."""
    contest.set_pause(pause_wished(sent))
    return done(visit, f"/arena/{contest.id}")


@router.post("/arena/{contest_id}/go-on")
async def go_on(visit: Asked, contest: Own) -> Response:
    """Play what is left."""
    await visit.parts.contests.go_on(contest)
    return visit.go_to(f"/arena/{contest.id}")


@router.post("/arena/{contest_id}/delete")
async def delete(visit: Asked, contest: Own) -> Response:
    """Forget it."""
    await visit.parts.contests.delete(contest)
    return visit.go_to("/arena?deleted=tournament")


@router.get("/arena/{contest_id}/results.json")
async def results_json(contest: Shown) -> Response:
    """Everything, as one JSON object."""
    standings = await standings_of(contest)
    text = await run_in_threadpool(lambda: json.dumps(as_data(standings, contest.expected)))
    return download(text, _name(contest), "json", "application/json")


@router.get("/arena/{contest_id}/results.csv")
async def results_csv(contest: Shown) -> Response:
    """A line for each game."""
    text = await run_in_threadpool(as_csv, await standings_of(contest))
    return download(text, _name(contest), "csv", "text/csv")


@router.get("/arena/{contest_id}/tournament.toml")
async def plan_toml(contest: Shown) -> Response:
    """The file that states it."""
    await contest.ready()
    if contest.plan is None:
        raise HTTPException(404, contest.problem or "This tournament cannot be read.")
    return download(as_text(contest.plan), _name(contest), "toml", "application/toml")


def _name(contest: Contest) -> str:
    return f"tournament-{contest.record.title}".lower()


def _fields(plan: Plan) -> dict[str, str]:
    """The fields of the form for another tournament such as this one."""
    game = plan.games[0]
    fields = {"was": game.name, "game": game.name} | {k: str(v) for k, v in game.values.items()}
    fields |= {"kind": plan.kind, "rounds": str(plan.rounds), "each": str(plan.openings.each)}
    fields |= {"title": plan.title}
    persons = {each.value for each in people(game)}
    seat = 0
    for number, entrant in enumerate(plan.entrants):
        key = entrant.player.text
        if key in persons or key == RANDOM:
            fields[f"with-{key}"] = "yes"
        else:
            seat += 1
            key = str(seat)
            shown = controls(game, {}, seat, entrant.player.text)
            fields[f"kind-{key}"] = shown.kind
            for option in options_called(shown.kind):
                fields[f"{option.name}-{key}"] = shown.values[option.name]
        if number in plan.challengers:
            fields[f"challenger-{key}"] = "yes"
    fields["count"] = str(seat)
    if plan.openings.balanced:
        fields["openings"] = "balanced"
    if plan.openings.plies is not None:
        fields["plies"] = str(plan.openings.plies)
    if plan.adjudicate:
        fields["adjudicate"] = "yes"
    return fields


# What the page shows


def events(contest: Contest, table: bool, boards: bool) -> Iterator[Event]:
    """The events of a tab after a change."""
    if boards:
        for each in contest.tables:
            if each.shown is not None:
                fragment = template("arena_board.html").render(board=_board(contest, each))
                yield Event("board", fragment, contest.version)
    if table:
        seen = _seen(contest)
        for name in ("progress", "table", "crosstable", "notes"):
            fragment = template(f"arena_{name}.html").render(**seen)
            yield Event(name, fragment, contest.version)
    if contest.ended and contest.state != "reading":
        yield Event("problem", contest.problem, contest.version)
        yield Event("end", contest.state, contest.version, last=True)


def _seen(contest: Contest) -> dict[str, Any]:
    """What the templates show."""
    plan, standings = contest.plan, contest.seen
    empty: dict[str, Any] = {"rows": [], "cross": [], "notes": []}
    game = None if plan is None else plan.games[0]
    return {
        "contest": contest,
        "plan": plan,
        "way": "" if plan is None else _WAYS[plan.kind][0],
        "anchored": plan is not None and any(e.player.text == RANDOM for e in plan.entrants),
        "board_style": "" if game is None else board_style(game),
        "boards": [_board(contest, each) for each in contest.tables if each.shown or contest.going],
        **(empty if standings is None else _figures(standings)),
    }


def _board(contest: Contest, table: Board) -> dict[str, Any]:
    """What the template of a board shows."""
    shown, plan = table.shown, contest.plan
    waiting = "Getting ready …" if contest.state == "waiting" else "No game"
    if plan is None:
        return {"at": table.at, "svg": "", "seats": (), "said": waiting}
    game = plan.games[0]
    if shown is None:  # perhaps nothing is compiled yet
        empty: tuple[Mark | None, ...] = (None,) * len(game.board.sites)
        bare = Picture(game.board, empty, game.colours, game.symbols, title=game.title)
        return {"at": table.at, "svg": board_svg(bare), "seats": (), "said": waiting}
    marks = swatches(game, Palette(game.colours, variables=True))
    names = [plan.names[player] for player in shown.seating]
    return {
        "at": table.at,
        "svg": board_svg(shown.position.picture()),
        "seats": list(zip(names, marks, strict=True)),
        "said": "",
    }


class _Scale:
    """Where ratings lie on a line, from 0 to 100."""

    def __init__(self, ratings: Iterable[Rating]) -> None:
        ends = [
            end
            for each in ratings
            for end in (each.elo, *((each.elo - each.error, each.elo + each.error)
                                    if math.isfinite(each.error) else ()))
        ]  # fmt: skip
        self._low, self._high = min(ends, default=0.0), max(ends, default=1.0)

    def bar(self, rating: Rating | None) -> tuple[str, str, str] | None:
        """The least, the most likely and the greatest rating; None for one that nothing joins."""
        if rating is None or rating.bound is None:
            return None
        if math.isfinite(rating.error):
            low, high = rating.elo - rating.error, rating.elo + rating.error
        else:
            low = rating.elo if rating.bound > 0 else self._low
            high = self._high if rating.bound > 0 else rating.elo
        return self._at(low), self._at(rating.elo), self._at(high)

    def _at(self, elo: float) -> str:
        width = max(self._high - self._low, 1.0)
        return f"{4 + 92 * (elo - self._low) / width:.1f}"


def _figures(standings: Table) -> dict[str, Any]:
    """The table, the crosstable and the notes below them."""
    plan, rated = standings.plan, standings.rated
    scale = _Scale(rated.values())
    persons = [isinstance(each.player, AtLevel) for each in plan.entrants]
    rows = [
        {
            "place": line.place,
            "player": line.player,
            "name": line.name,
            "person": persons[line.player],
            "points": points_text(line.points),
            "matches": line.matches,
            "wins": line.wins,
            "draws": line.draws,
            "losses": line.losses,
            "elo": rating_text(rated.get(line.name)),
            "bar": scale.bar(rated.get(line.name)),
        }
        for line in standings.ranking
    ]
    cross = [
        {
            "place": line.place,
            "player": line.player,
            "name": line.name,
            "cells": [_cell(standings, line.player, other.player) for other in standings.ranking],
        }
        for line in standings.ranking
    ]
    return {
        "rows": rows,
        "cross": cross,
        "notes": _notes(standings),
    }


def _cell(standings: Table, one: int, other: int) -> dict[str, Any] | None:
    """A cell of the crosstable; None where a player would meet itself."""
    if one == other:
        return None
    points, matches = standings.crosstable[one][other]
    share = 2 * points - matches
    return {
        "other": other,
        "name": standings.plan.names[other],
        "points": points_text(points),
        "matches": matches,
        "kind": "win" if share > 0 else "loss" if share < 0 else "draw",
    }


def _notes(standings: Table) -> list[str]:
    """What has to be known of the table."""
    plan, found = standings.plan, []
    played, different = len(standings.played), standings.different
    if played and different < played:
        found.append(f"{different:,} of {played:,} games differ in their moves.")
    for name, why, times in standings.forfeits:
        often = "once" if times == 1 else f"{times} times"
        found.append(f"{name} forfeited {often}: {why}.")
    if plan.not_repeatable:
        names = ", ".join(plan.not_repeatable)
        found.append(f"Limited by time, and so not repeatable: {names}.")
    return found
