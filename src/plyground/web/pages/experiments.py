"""Experiments: those that come with Plyground, a visitor's own, and what they find."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, takewhile
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from plyground.arena import answers
from plyground.arena.conclusions import FEWEST
from plyground.arena.experiment import KINDS, Experiment, ExperimentError, Run, load, read, shipped
from plyground.arena.report import csv_text
from plyground.arena.stating import QUESTIONS, BoundError, Bounds, Stated
from plyground.players import Player, display_name
from plyground.position import NO_HEURISTIC, Game
from plyground.search import SOLVABLE
from plyground.web.boards import graph_style
from plyground.web.engine.events import Event
from plyground.web.errors import RefusedError
from plyground.web.games import field, game_from, installed_games, nearest_game, offered
from plyground.web.names import TITLE_MOST, one_line
from plyground.web.numbers import whole
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
    whole_in,
)
from plyground.web.players_form import (
    controls,
    entries,
    options_shown,
    people,
)
from plyground.web.services.experiments import Experimenting
from plyground.web.templating import template

router = APIRouter(include_in_schema=False)

BOUNDS = Bounds(rounds=ROUNDS_MOST)
"""How much an experiment may do here."""

_USUAL = {"game": "connect4", "kind": "series"}
_USUAL_ROUNDS = {"series": "40", "grid": "10", "search": "50", "heuristic": "20"}
_USUAL_COUNT = 4  # players
_LONGEST = 100  # characters of a field
_FIELDS_MOST = 200  # that are kept to run it again
_SEED_MOST = 999_999_999

_WAYS = {
    "series": ("Each player against one opponent", "games of each player"),
    "grid": ("Everyone against everyone", "games of each pair"),
    "search": ("All search the same positions", "random positions"),
    "heuristic": ("Heuristics against the truth", "random positions of each ply"),
    "learning": ("Learners that teach themselves the game", "games of each learner"),
}
"""The kinds of experiments, and what a round of each is."""
assert tuple(_WAYS) == KINDS

_STATED = {kind: _WAYS[kind] for kind in QUESTIONS}  # by a form

_PROPOSED = (
    "minimax:depth=1",
    "minimax:depth=2",
    "minimax:depth=3",
    "minimax:depth=4",
    "minimax:depth=5",
    "minimax:depth=6",
    "mcts",
    "random",
)
"""The players of a new form."""


# The list, and one that comes with Plyground


@router.get("/experiments")
async def listed(visit: Asked) -> HTMLResponse:
    """All experiments: those to run, and the visitor's own that are kept."""
    return visit.page(
        "experiments.html",
        experiments=[load(name) for name in shipped()],
        ways=_WAYS,
        mine=visit.parts.experiments.of(visit.visitor),
    )


@dataclass(frozen=True)
class Shown:
    """What a page says of an experiment before it is run: lines that name who takes part."""

    experiment: Experiment
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    same: tuple[str, ...] = ()
    """What the rows have in common."""


def _shown(experiment: Experiment) -> Shown:
    game = experiment.game
    if experiment.rows:
        return _shown_rows(experiment)
    if experiment.learners:
        return Shown(experiment, ("learner",), tuple((way.label,) for way in experiment.learners))
    names = [display_name(text, game) for text in experiment.players] or experiment.heuristics
    what = "heuristic" if experiment.heuristics else "player"
    return Shown(experiment, (what,), tuple((name,) for name in names))


def _shown_rows(experiment: Experiment) -> Shown:
    """The rows of a series, where what all of them have in common is said once."""
    labels = [row.label for row in experiment.rows]
    heads, columns, same = ["compared"], [labels], []
    for seat, texts in enumerate(zip(*(row.players for row in experiment.rows), strict=True)):
        names = [display_name(text, experiment.game) for text in texts]
        parts = [name.split(", ") for name in names]
        shared = [each[0] for each in takewhile(_all_equal, zip(*parts, strict=False))]
        if shared:
            same.append(f"Player {seat + 1}: {', '.join(shared)}")
        rest = [", ".join(each[len(shared) :]) for each in parts]
        if not all(label.startswith(each) for label, each in zip(labels, rest, strict=True)):
            heads.append(f"player {seat + 1}")
            columns.append(rest)
    return Shown(experiment, tuple(heads), tuple(zip(*columns, strict=True)), tuple(same))


def _all_equal(values: tuple[str, ...]) -> bool:
    return len(set(values)) == 1


async def _built_in(name: str) -> Experiment:
    if name not in shipped():
        raise HTTPException(404, "There is no experiment of this name.")
    return load(name)


BuiltIn = Annotated[Experiment, Depends(_built_in)]


# A visitor's own. It comes first, because its address would be a name too


@router.get("/experiments/new")
async def form(visit: Asked) -> HTMLResponse:
    """The form of a new experiment, filled in as the query says."""
    return _form(visit, *filled(visit, _USUAL))


@router.get("/experiments/new.toml")
async def form_toml(visit: Asked) -> Response:
    """The file that the form states."""
    sent = _USUAL | dict(visit.request.query_params)
    with Refusal() as refused:
        return download(_own(sent).text, "experiment", "toml", "application/toml")
    return _form(visit, sent, refused)


@router.get("/experiments/{name}.toml")
async def built_in_toml(experiment: BuiltIn) -> Response:
    """The file of an experiment that comes with Plyground."""
    return download(experiment.text, experiment.source, "toml", "application/toml")


@router.get("/experiments/{name}")
async def built_in(visit: Asked, experiment: BuiltIn) -> HTMLResponse:
    """An experiment that comes with Plyground, and the form that runs it."""
    return _page_of(visit, experiment, {}, Refusal())


def _page_of(
    visit: Visit, experiment: Experiment, sent: Mapping[str, str], refused: Refusal
) -> HTMLResponse:
    return visit.page(
        "experiment.html",
        refused.status,
        shown=_shown(experiment),
        experiment=experiment,
        way=_WAYS[experiment.kind],
        rounds=sent.get("rounds", str(experiment.rounds)),
        rounds_most=BOUNDS.rounds_of(experiment.kind),
        fewest=FEWEST[experiment.kind],
        seed=sent.get("seed", ""),
        refused=refused,
        running=_running(visit),
    )


def _running(visit: Visit) -> Experimenting | None:
    """The visitor's own experiment that is going on."""
    mine = visit.parts.experiments.of(visit.visitor)
    return next((each for each in mine if not each.ended), None)


@router.post("/experiments")
async def begin(visit: Asked, sent: Sent) -> Response:
    """Start an experiment, and go to its page."""
    name = sent.pop("experiment", "")
    known = load(name) if name in shipped() else None
    sent = {"experiment": name, **sent} if known else _USUAL | sent
    with Refusal() as refused:
        doing = _begun(visit, known or _own(sent), sent)
        return RedirectResponse(f"/experiments/runs/{doing.id}", 303, dict(visit.response.headers))
    refused.said_to(visit.request)
    return _page_of(visit, known, sent, refused) if known else _form(visit, sent, refused)


def _begun(visit: Visit, experiment: Experiment, sent: Mapping[str, str]) -> Experimenting:
    """Start an experiment. Raises PlygroundError."""
    rounds = _rounds(sent, experiment.kind, experiment.rounds)
    seed = whole_in(sent, "seed", 0, _SEED_MOST, "a seed is") if sent.get("seed") else None
    try:
        BOUNDS.check(experiment, rounds)
    except BoundError as error:
        raise RefusedError(str(error), "rounds" if error.about == "rounds" else "") from None
    fields = islice(sent.items(), _FIELDS_MOST)
    settings = {
        name: value
        for name, value in fields
        if name != "seed" and len(name) < _LONGEST and 0 < len(value) < _LONGEST
    }
    doing = Experimenting(
        Run(experiment, rounds, seed), visit.visitor, settings, visit.parts.experiments.clock
    )
    visit.parts.experiments.begin(doing)
    return doing


def _rounds(sent: Mapping[str, str], kind: str, usual: int) -> int:
    if "rounds" not in sent:
        return usual
    return whole_in(sent, "rounds", 1, BOUNDS.rounds_of(kind), "the rounds are")


def _own(sent: Mapping[str, str]) -> Experiment:
    """The experiment of the form: its file, read as any other. Raises PlygroundError."""
    game = game_from(sent)
    kind = sent["kind"]
    if kind not in _STATED:
        raise RefusedError("choose what is compared", "kind")
    if game.players != SOLVABLE:
        raise RefusedError(
            f"an experiment here takes a game for {SOLVABLE} players",
            "players" if "players" in game.values else "game",
        )
    rounds = _rounds(sent, kind, int(_USUAL_ROUNDS[kind]))
    heuristics = tuple(name for name in _heuristics(game) if f"heuristic-{name}" in sent)
    players: list[Player] = []
    if kind == "heuristic":
        if not heuristics:
            none = f"{game.title} has no heuristics: choose another game"
            if _heuristics(game):
                raise RefusedError("choose a heuristic or more", "heuristics")
            raise RefusedError(none, "game")
    else:
        players = [_player(sent, seat) for seat in range(1, _count(sent) + 1)]
    opponent = players.pop() if kind == "series" else None
    for at, player in enumerate(players):
        if player in players[:at]:
            name = player.called(game).full
            raise RefusedError(
                f"{name} is there more than once: choose players that differ", f"kind-{at + 1}"
            )
    stated = Stated(
        title=_words(sent, "title", f"{game.title}: my experiment"),
        question=_words(sent, "question", QUESTIONS[kind]),
        kind=kind,
        game=game,
        rounds=rounds,
        first=sent.get("first", "alternate"),
        players=tuple(players),
        opponent=opponent,
        plies=_plies(sent, game, kind),
        heuristics=heuristics,
    )
    try:
        return read(stated.text, "your experiment", Path())
    except ExperimentError as error:
        raise RefusedError(str(error)) from None


def _heuristics(game: Game) -> list[str]:
    """The names of a game's heuristics, without the one that tells nothing apart."""
    return [name for name in game.heuristic_names if name != NO_HEURISTIC]


def _player(sent: Mapping[str, str], seat: int) -> Player:
    player = computer_in(sent, seat)
    try:
        BOUNDS.check_player(player)
    except BoundError as error:
        about = "kind" if error.about == "players" else error.about
        raise RefusedError(str(error), f"{about}-{seat}") from None
    return player


def _count(sent: Mapping[str, str]) -> int:
    """How many players there are, the opponent of all among them."""
    number = whole(sent.get("count", ""))
    return number if number is not None and 2 <= number <= BOUNDS.players else _USUAL_COUNT


def _words(sent: Mapping[str, str], name: str, usual: str) -> str:
    """A text of one line."""
    return one_line(field(sent, name), TITLE_MOST, f"a {name}", name) or usual


def _usual_plies(game: Game, kind: str) -> tuple[int, int]:
    """Positions that can be searched in a moment; exact values take the solver longer."""
    if kind == "heuristic":
        return int(0.29 * game.max_plies), int(0.67 * game.max_plies)
    return 0, game.max_plies // 2


def _plies(sent: Mapping[str, str], game: Game, kind: str) -> tuple[int, int]:
    usual = _usual_plies(game, kind)
    if kind not in ("search", "heuristic"):
        return usual
    least, most = (
        whole_in(sent, name, 0, game.max_plies - 1, "a number of plies is")
        if sent.get(name)
        else number
        for name, number in zip(("from", "to"), usual, strict=True)
    )
    if least > most:
        raise RefusedError(f"the plies go up: from {most} to {least}, and not from {least}", "from")
    return least, most


def _form(visit: Visit, sent: Mapping[str, str], refused: Refusal) -> HTMLResponse:
    game = nearest_game(sent)
    kind = sent["kind"] if sent["kind"] in _STATED else "series"
    if sent.get("was", game.name) != game.name:  # another game: back to its defaults
        kept = ("kind", "count", "rounds", "title", "question")
        sent = {name: sent[name] for name in kept if name in sent}
    elif sent.get("was-kind", kind) != kind:
        sent = {name: value for name, value in sent.items() if name not in ("rounds", "question")}
    count = _count(sent)
    seats = range(1, count + 1)
    usual = [*_PROPOSED[: count - 1], "random" if kind == "series" else _PROPOSED[count - 1]]
    least, most = _usual_plies(game, kind)
    listed = [*people(game), *(each for each in entries(game) if not each.game)]
    chosen = [name for name in _heuristics(game) if f"heuristic-{name}" in sent]
    return visit.page(
        "experiment_form.html",
        refused.status,
        games=installed_games(),
        game=game,
        parameters=offered({"game": game.name} | {k: str(v) for k, v in game.values.items()}),
        ways=_STATED,
        kind=kind,
        count=count,
        count_most=BOUNDS.players,
        seats=[(seat, controls(game, sent, seat, usual[seat - 1])) for seat in seats],
        entries=listed,
        options=options_shown(listed),
        heuristics=_heuristics(game),
        chosen=chosen or _heuristics(game),
        begins=BEGINS,
        first=sent.get("first", "alternate"),
        rounds=sent.get("rounds", _USUAL_ROUNDS[kind]),
        rounds_most=BOUNDS.rounds,
        fewest=FEWEST[kind],
        seed=sent.get("seed", ""),
        least=sent.get("from") or least,
        most=sent.get("to") or most,
        title=sent.get("title", ""),
        question=sent.get("question", ""),
        usual_title=f"{game.title}: my experiment",
        usual_question=QUESTIONS[kind],
        refused=refused,
        running=_running(visit),
    )


# One that is being done


async def _doing(visit: Asked, run_id: str) -> Experimenting:
    return found(visit.parts.experiments, run_id, "experiment")


Doing = Annotated[Experimenting, Depends(_doing)]


async def _of_visitor(visit: Asked, doing: Doing) -> Experimenting:
    require_owner(visit, doing, "an experiment can stop it")
    return doing


Own = Annotated[Experimenting, Depends(_of_visitor)]


@router.get("/experiments/runs/{run_id}")
async def watch(visit: Asked, doing: Doing) -> HTMLResponse:
    """The page of an experiment as it is now; later changes come as events."""
    await run_in_threadpool(doing.look)
    own = doing.owner == visit.visitor
    settings = doing.settings
    again = f"/experiments/new?{urlencode(settings)}" if "experiment" not in settings else ""
    built_in = settings.get("experiment", "")
    return visit.page(
        "experiment_run.html",
        own=own,
        again=again or f"/experiments/{built_in}",
        graph_style=graph_style(),
        **_seen(doing),
    )


@router.get("/experiments/runs/{run_id}/events")
async def happenings(visit: Asked, doing: Doing) -> StreamingResponse:
    """All events, from the present state to the end."""
    await run_in_threadpool(doing.look)
    return visit.parts.hub.stream(visit.parts.hub.listen(doing.channel, events(doing)))


@router.post("/experiments/runs/{run_id}/stop")
async def stop(visit: Asked, doing: Own) -> Response:
    """End it, and keep what has been done."""
    doing.stop()
    return done(visit, f"/experiments/runs/{doing.id}")


@router.get("/experiments/runs/{run_id}/results.json")
async def results_json(doing: Doing) -> Response:
    """The answer, as `plyground experiment --json` writes it."""

    def written() -> str:
        return json.dumps(answers.as_object(doing.run, answers.rows(doing.run)))

    return download(await run_in_threadpool(written), _run_name(doing), "json", "application/json")


@router.get("/experiments/runs/{run_id}/results.csv")
async def results_csv(doing: Doing) -> Response:
    """The answer, as `plyground experiment --csv` writes it."""

    def written() -> str:
        return csv_text(answers.rows(doing.run))

    return download(await run_in_threadpool(written), _run_name(doing), "csv", "text/csv")


@router.get("/experiments/runs/{run_id}/chart.svg")
async def chart(doing: Doing) -> Response:
    """The chart as a picture of its own."""
    game = doing.run.experiment.game

    def drawn() -> str:
        found = answers.rows(doing.run)
        return answers.chart_of(doing.run, found, lambda text: display_name(text, game))

    return download(await run_in_threadpool(drawn), _run_name(doing), "svg", "image/svg+xml")


@router.get("/experiments/runs/{run_id}/experiment.toml")
async def run_toml(doing: Doing) -> Response:
    """The file that states it."""
    return download(doing.run.experiment.text, _name(doing), "toml", "application/toml")


def _name(doing: Experimenting) -> str:
    return doing.settings.get("experiment") or f"experiment-{doing.run.experiment.game.name}"


def _run_name(doing: Experimenting) -> str:
    return f"{_name(doing)}-{doing.run.seed}"


def events(doing: Experimenting) -> Iterator[Event]:
    """The events of a tab after a change."""
    seen = _seen(doing)
    for name in ("sentence", "progress", "answer"):
        fragment = template(f"experiment_{name}.html").render(**seen)
        yield Event(name, fragment, doing.version)
    if doing.ended:
        yield Event("problem", doing.problem, doing.version)
        yield Event("end", doing.state, doing.version, last=True)


def _against(experiment: Experiment) -> str:
    """Whom all players of a series meet, in words; empty if it is not the same one."""
    opponents = {row.players[-1] for row in experiment.rows}
    if len(opponents) != 1:
        return ""
    return f" against {display_name(opponents.pop(), experiment.game)}"


def _seen(doing: Experimenting) -> dict[str, Any]:
    """What the templates show."""
    experiment = doing.run.experiment
    return {
        "doing": doing,
        "experiment": experiment,
        "steps": answers.steps(experiment.kind),
        "amount": answers.amount(experiment.kind, doing.run.rounds) + _against(experiment),
        "answer": doing.answer,
        "file": f"{_name(doing)}.toml",
    }
