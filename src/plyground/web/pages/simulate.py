"""The simulation page: computers play round after round while people watch."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from plyground.arena import FIRST, Plan, computers, new_seed
from plyground.arena.report import as_csv, as_data
from plyground.position import Cast, Game, ReadyMade, Wording
from plyground.render.line_charts import Line, lines
from plyground.render.palette import Palette
from plyground.web.boards import board_style, board_svg
from plyground.web.engine.events import Event
from plyground.web.errors import RefusedError
from plyground.web.games import game_from, installed_games, nearest_game, offered
from plyground.web.numbers import decimal, whole
from plyground.web.pages import Asked, Refusal, Sent, Visit
from plyground.web.pages.started import (
    BEGINS,
    ROUNDS_MOST,
    computer_in,
    done,
    download,
    filled,
    found,
    require_owner,
    shown,
)
from plyground.web.players_form import (
    controls,
    entries,
    options_called,
    options_shown,
    people,
)
from plyground.web.services.simulations import PAUSE_MOST, USUAL_PAUSE, Board, Simulation
from plyground.web.templating import template

router = APIRouter(include_in_schema=False)

_USUAL = {"game": "connect4"}
USUAL_ROUNDS = 10
BOARDS = (1, 2, 4, 6, 9)
"""How many rounds can be watched side by side."""

_ROUNDS_MOST_BEFORE = 50  # in "Connect 4 with Minimax"

_LONGEST = 100  # characters of a field that is kept to run it again


# The form


@router.get("/simulate")
async def form(visit: Asked) -> HTMLResponse:
    """The form, filled in as the query says."""
    return _form(visit, *filled(visit, _USUAL))


@router.post("/simulate")
async def begin(visit: Asked, sent: Sent) -> Response:
    """Start a simulation, and go to its page."""
    sent = _USUAL | sent
    with Refusal() as refused:
        simulation = _begun(visit, sent)
        path = f"/simulate/{simulation.id}{'/show' if 'show' in sent else ''}"
        return RedirectResponse(path, 303, dict(visit.response.headers))
    refused.said_to(visit.request)
    return _form(visit, sent, refused)


def _begun(visit: Visit, sent: Mapping[str, str]) -> Simulation:
    """Start the simulation of a form. Raises PlygroundError."""
    game = game_from(sent)
    first = sent.get("first", _usual(game).first)
    if first not in FIRST:
        raise RefusedError(f"first is one of {', '.join(FIRST)}", "first")
    team = computers(game, [computer_in(sent, seat) for seat in range(1, game.players + 1)])
    rounds = rounds_wished(sent.get("rounds", ""), "as-before" in sent or "endless" in sent)
    plan = Plan.of_series(
        game, [team], None if "endless" in sent else rounds, new_seed(None), first
    )
    simulation = Simulation(
        plan,
        visit.visitor,
        pause_wished(sent),
        _settings(game, sent),
        boards=boards_wished(sent),
    )
    visit.parts.simulations.begin(simulation)
    return simulation


def _settings(game: Game, sent: Mapping[str, str]) -> dict[str, str]:
    """The fields of the form, to run it again."""
    seats = range(1, game.players + 1)
    names = ["kind", *(option.name for option in options_shown())]
    known = [
        "game",
        *game.values,
        *(f"{name}-{seat}" for seat in seats for name in names),
        *("rounds", "endless", "first", "pause", "boards", "as-before"),
    ]
    return {name: sent[name] for name in known if len(sent.get(name, "")) in range(1, _LONGEST)}


def rounds_wished(text: str, as_before: bool = False) -> int:
    """How many rounds a text asks for: 1 to 1,000. Raises RefusedError for anything else.

    In the old program it was 1 to 50, and anything else meant 10.
    """
    wished = whole(text.replace(",", "")) or 0
    if as_before:
        return wished if 1 <= wished <= _ROUNDS_MOST_BEFORE else USUAL_ROUNDS
    if not 1 <= wished <= ROUNDS_MOST:
        raise RefusedError(
            f"a simulation has 1 to {ROUNDS_MOST:,} rounds, and not “{shown(text)}”; "
            "or choose Endless",
            "rounds",
        )
    return wished


def boards_wished(form: Mapping[str, str]) -> int:
    """How many boards a form asks for. Raises RefusedError."""
    text = form.get("boards", "1")
    if whole(text) not in BOARDS:
        raise RefusedError(
            f"choose {', '.join(map(str, BOARDS[:-1]))} or {BOARDS[-1]} boards", "boards"
        )
    return int(text)


def pause_wished(form: Mapping[str, str]) -> float:
    """The seconds between moves that a form asks for. Raises RefusedError."""
    text = form.get("pause", str(USUAL_PAUSE)).strip()
    seconds = decimal(text)
    if seconds is None or seconds > PAUSE_MOST:
        raise RefusedError(
            f"a pause between moves is 0 to {PAUSE_MOST:g} seconds, such as {USUAL_PAUSE}, "
            f"and not {text!r}",
            "pause",
        )
    return seconds


def _usual(game: Game) -> ReadyMade:
    return game.face.usual_simulation(game.players)


def _wording(game: Game, fields: Mapping[str, str]) -> Wording:
    """How the game speaks: on request as its old program did."""
    return game.face.manner("as-before" in fields).wording


def _query(game: Game, ready_made: ReadyMade) -> str:
    """The query that fills in the form with a ready-made simulation."""
    fields = {"game": game.name}
    for seat, text in enumerate(ready_made.players, 1):
        shown = controls(game, {}, seat, text)
        fields[f"kind-{seat}"] = shown.opponent or shown.kind
        for option in options_called(fields[f"kind-{seat}"]):
            fields[f"{option.name}-{seat}"] = shown.values[option.name]
    fields["first"] = ready_made.first
    if ready_made.pause is not None:
        fields["pause"] = f"{ready_made.pause:g}"
    if ready_made.as_before:
        fields["as-before"] = "yes"
    return urlencode(fields)


_DEPTHS = "Is depth 6 better than depth 5?"
_SIX = ("level:1", "level:2", "level:3", "level:4", "level:5", "level:6")
READY_TO_START: tuple[tuple[str, str, Mapping[str, str]], ...] = (
    (
        "/arena",
        "A tournament of six",
        {"game": "connect4", "kind": "round robin", "count": "0", "title": "A tournament of six"}
        | {f"with-{each}": "on" for each in _SIX},
    ),
    (
        "/experiments",
        _DEPTHS,
        {"game": "connect4", "kind": "series", "count": "2", "title": _DEPTHS}
        | {"question": "How often does the player win who looks one move further?"}
        | {"kind-1": "alphabeta", "depth-1": "6", "kind-2": "alphabeta", "depth-2": "5"},
    ),
)
"""What runs at a tap: where it is sent, what it is called, and the fields of that form."""


def _form(visit: Visit, sent: Mapping[str, str], refused: Refusal) -> HTMLResponse:
    game = nearest_game(sent)
    if sent.get("was", game.name) != game.name:  # another game: back to its defaults
        sent = {
            name: sent[name] for name in ("rounds", "pause", "endless", "boards") if name in sent
        }
    seats = range(1, game.players + 1)
    shown = [controls(game, sent, seat, _usual(game).players[seat - 1]) for seat in seats]
    return visit.page(
        "simulate.html",
        refused.status,
        games=installed_games(),
        game=game,
        parameters=offered({"game": game.name} | {k: str(v) for k, v in game.values.items()}),
        seats=list(zip(seats, shown, strict=True)),
        entries=[*people(game), *entries(game)],
        options=options_shown(entries(game)),
        begins=BEGINS,
        first=sent.get("first", _usual(game).first),
        rounds=sent.get("rounds", str(USUAL_ROUNDS)),
        rounds_most=f"{_ROUNDS_MOST_BEFORE if 'as-before' in sent else ROUNDS_MOST:,}",
        rounds_usual=USUAL_ROUNDS,
        pause=sent.get("pause", str(USUAL_PAUSE)),
        pause_most=PAUSE_MOST,
        endless="endless" in sent,
        boards=sent.get("boards", "1"),
        numbers_of_boards=BOARDS,
        ready_to_start=READY_TO_START,
        ready_made=[(each.title, _query(game, each)) for each in game.face.ready_made],
        as_before="as-before" in sent,
        wording=_wording(game, sent),
        mine=visit.parts.simulations.of(visit.visitor),
        refused=refused,
    )


# Watching one


async def _simulation(visit: Asked, simulation_id: str) -> Simulation:
    return found(visit.parts.simulations, simulation_id, "simulation")


Shown = Annotated[Simulation, Depends(_simulation)]


async def _own(visit: Asked, simulation: Shown) -> Simulation:
    require_owner(visit, simulation, "a simulation can change it")
    return simulation


Own = Annotated[Simulation, Depends(_own)]


@router.get("/simulate/{simulation_id}")
async def watch(visit: Asked, simulation: Shown) -> HTMLResponse:
    """The page of a simulation as it is now; later changes come as events."""
    simulation.watched()
    own = simulation.owner == visit.visitor
    return visit.page("simulation.html", own=own, pause_most=PAUSE_MOST, **_seen(simulation))


@router.get("/simulate/{simulation_id}/show")
async def show(visit: Asked, simulation: Shown) -> HTMLResponse:
    """The same for a screen in a hall: large, in words, with an invitation to play."""
    simulation.watched()
    game = simulation.game
    play = f"/?{urlencode({'game': game.name, **game.values})}"
    return visit.page(
        "show.html",
        own=simulation.owner == visit.visitor,
        play=play,
        invitation=visit.invitation("/"),
        **_seen(simulation),
    )


@router.get("/simulate/{simulation_id}/events")
async def happenings(visit: Asked, simulation: Shown) -> StreamingResponse:
    """All events, from the present state to the end."""
    simulation.watched()
    now = events(simulation, "now")
    return visit.parts.hub.stream(visit.parts.hub.listen(simulation.channel, now))


@router.post("/simulate/{simulation_id}/stop")
async def stop(visit: Asked, simulation: Own) -> Response:
    """End it, and keep the rounds played."""
    simulation.stop()
    return done(visit, f"/simulate/{simulation.id}")


@router.post("/simulate/{simulation_id}/pause")
async def pause(visit: Asked, simulation: Own, sent: Sent) -> Response:
    """Go on slower or faster."""
    simulation.set_pause(pause_wished(sent))
    return done(visit, f"/simulate/{simulation.id}")


@router.get("/simulate/{simulation_id}/results.json")
async def results_json(simulation: Shown) -> Response:
    """The rounds played, as `plyground simulate --json` writes them."""
    series = simulation.series
    text = await run_in_threadpool(lambda: json.dumps(as_data(series)))
    return download(text, _name(simulation), "json", "application/json")


@router.get("/simulate/{simulation_id}/results.csv")
async def results_csv(simulation: Shown) -> Response:
    """The rounds played, as `plyground simulate --csv` writes them."""
    text = await run_in_threadpool(as_csv, simulation.series)
    return download(text, _name(simulation), "csv", "text/csv")


def _name(simulation: Simulation) -> str:
    return f"simulation-{simulation.game.name}-{simulation.plan.seed}"


# What the page shows


def events(simulation: Simulation, what: str, table: Board | None = None) -> Iterator[Event]:
    """The events of a tab after a move or a round at a table, or the end of the simulation.

    Or the whole present state for "now", taken once the tab listens, so that it misses nothing.
    """
    for each in simulation.tables if table is None else [table]:
        fragment = template("simulation_board.html").render(**_seen_at(simulation, each))
        yield Event("board", fragment, simulation.version)
    names = ["figures", "sentence"]
    if what != "move":
        names += ["score", "chart"]
    seen = _seen(simulation, table)
    for name in names:
        fragment = template(f"simulation_{name}.html").render(**seen)
        yield Event(name, fragment, simulation.version)
    if what == "end" or (what == "now" and simulation.ended):
        yield Event("problem", simulation.problem, simulation.version)
        yield Event("end", simulation.state, simulation.version, last=True)


def _seen(simulation: Simulation, latest: Board | None = None) -> dict[str, Any]:
    """What the templates show; `latest` is the table where something has just happened."""
    totals = simulation.totals
    palette = Palette(tuple(each.colour for each in totals), variables=True)
    alone = len(simulation.tables) == 1 and not simulation.ended
    return {
        "simulation": simulation,
        "totals": totals,
        "game": simulation.game,
        "boards": [_seen_at(simulation, each) for each in simulation.tables],
        "board_style": board_style(simulation.game, palette.players),
        "fills": [palette.player(player) for player in range(len(palette.players))],
        "chart": _chart(simulation, palette),
        "sentence": sentence(simulation, latest or simulation.tables[0]),
        "begins": simulation.seating(simulation.tables[0])[0] if alone else None,
    }


def sentence(simulation: Simulation, table: Board) -> str:
    """What is happening, in words: at the only table, or how the players are doing at several."""
    position, wording = table.position, simulation.wording
    if simulation.state == "failed":
        return f"The simulation failed in round {simulation.done + 1:,}."
    if simulation.ended or len(simulation.tables) > 1:
        return _leader(simulation)
    if position is None:
        return "The computers are getting ready."
    names = tuple(simulation.totals[player].full for player in simulation.seating(table))
    cast = Cast(names=names)
    if position.outcome is not None:
        return wording.over(position.outcome, cast)
    if not position.history:
        first = cast.name(position.turn)
        return f"Round {table.number + 1:,} begins. {first} moves first."
    said = wording.played(position.line[-2].turn, position.history[-1], cast)
    return said if said.endswith(".") else f"{said}."


def _leader(simulation: Simulation) -> str:
    """Who is ahead, or was when it ended, in words."""
    stopped = simulation.state == "stopped"
    first, second, *_ = sorted(simulation.totals, key=lambda each: -each.points)
    if not simulation.done:
        playing = "stopped in the first round" if stopped else "the first round is being played"
        return f"{simulation.against}: {playing}."
    rounds = "1 round" if simulation.done == 1 else f"{simulation.done:,} rounds"
    lead = first.points - second.points
    points = "1 point" if lead == 1 else f"{lead:g} points"
    if stopped:
        ahead = f"{first.full} {points} ahead" if lead else "nobody ahead"
        return f"Stopped after {rounds}, with {ahead}."
    if not lead:
        return f"After {rounds} nobody {'is ahead' if simulation.ended else 'leads'}."
    return f"After {rounds}, {first.full} {'wins' if simulation.ended else 'leads'} by {points}."


def _seen_at(simulation: Simulation, table: Board) -> dict[str, Any]:
    """What the template of a board shows."""
    position, turn = table.position, ""
    if position is not None and not position.over and not simulation.ended:
        turn = simulation.totals[simulation.seating(table)[position.turn]].name
    return {
        "simulation": simulation,
        "table": table,
        "board": board_svg(simulation.picture(table)),
        "turn": turn,
    }


def _chart(simulation: Simulation, palette: Palette) -> str:
    """A chart of all players' points after each round."""
    history = [(0, (0.0,) * len(simulation.totals)), *simulation.history.points]
    latest = tuple(each.points for each in simulation.totals)
    if history[-1][0] != simulation.done:
        history.append((simulation.done, latest))
    drawn = [
        Line(each.full, tuple((float(rounds), points[player]) for rounds, points in history))
        for player, each in enumerate(simulation.totals)
    ]
    far = None if simulation.plan.rounds is None else float(simulation.plan.rounds)
    said = "; ".join(f"{each.full}: {each.points:.1f} points" for each in simulation.totals)
    return lines("Points after each round", said, "rounds", drawn, palette, far)
