"""The page of one run, as it is now and as it goes on; its files; and the show."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, HTTPException, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse

from plyground.arena import Table, answers, new_seed, report, tournament_report
from plyground.arena.exactness import NOTHING
from plyground.arena.headline import half_text, headline, how_text, names_of
from plyground.arena.plan import SERIES, Plan
from plyground.arena.plan_file import as_text
from plyground.arena.report import counted, csv_text
from plyground.browser.geometry import swatches
from plyground.browser.run_page import Parts, answer_part, face_of, run_page, scrolled
from plyground.players import display_name, parse_player
from plyground.players.form import strength_of
from plyground.position import Cast, Game, Position, Wording
from plyground.render.board import Mark, Picture
from plyground.render.line_charts import Line, lines
from plyground.render.palette import Palette
from plyground.web.boards import board_style, board_svg, graph_style
from plyground.web.engine.events import Event
from plyground.web.errors import NotFoundError, RefusedError
from plyground.web.pages import Asked, Sent, Visit
from plyground.web.pages.fields import download
from plyground.web.pages.run_games import Shown, row_of, table_of
from plyground.web.players_form import with_strength
from plyground.web.run_form import pause_wished
from plyground.web.services.doing import PAUSE_MOST, Board, Doing
from plyground.web.templating import template

router = APIRouter(include_in_schema=False)

_GAMES = 6  # of the list on the page
_POINTS_MOST = 400  # of a line of the chart


async def _of_visitor(visit: Asked, doing: Shown) -> Doing:
    if doing.owner != visit.holder and not visit.at_server:
        raise HTTPException(403, "Only the person who started a run can change it.")
    return doing


Own = Annotated[Doing, Depends(_of_visitor)]


def _done(visit: Visit, doing: Doing) -> Response:
    """The answer to a button: empty for a script, which gets events; else the page."""
    if visit.of_script:
        return Response(status_code=204)
    return RedirectResponse(f"/runs/{doing.id}", 303)


@router.get("/runs/{run_id}")
async def watch(visit: Asked, doing: Shown) -> HTMLResponse:
    """The page of a run as it is now; later changes come as events."""
    doing.watch()
    await run_in_threadpool(doing.look)
    return visit.page(
        "run.html",
        own=doing.owner == visit.holder or visit.at_server,
        change=f"/watch?{doing.record.fields}",
        pause_most=PAUSE_MOST,
        invitation=visit.invitation(f"/runs/{doing.id}"),
        **_seen(doing),
    )


@router.get("/runs/{run_id}/show")
async def show(visit: Asked, doing: Shown) -> HTMLResponse:
    """The same for a screen in a hall: large, in words, with an invitation to play."""
    doing.watch()
    await run_in_threadpool(doing.look)
    plan = await _plan_of(doing)
    game = plan.games[0]
    return visit.page(
        "show.html",
        own=doing.owner == visit.holder,
        play=f"/?{urlencode({'game': game.name, **game.values})}",
        invitation=visit.invitation("/"),
        **_seen(doing),
    )


@router.get("/runs/{run_id}/events")
async def happenings(visit: Asked, doing: Shown) -> StreamingResponse:
    """All events, from the present state to the end."""
    doing.watch()
    await run_in_threadpool(doing.look)
    now = events(doing, figures=True, boards=True)
    return visit.parts.hub.stream(visit.parts.hub.listen(doing.channel, now))


@router.post("/runs/{run_id}/stop")
async def stop(visit: Asked, doing: Own) -> Response:
    """End it for now, and keep what has been done."""
    doing.stop()
    return _done(visit, doing)


@router.post("/runs/{run_id}/pause")
async def pause(visit: Asked, doing: Own, sent: Sent) -> Response:
    """Go on slower or faster."""
    doing.set_pause(pause_wished(sent))
    return _done(visit, doing)


@router.post("/runs/{run_id}/depth")
async def depth(visit: Asked, doing: Own, sent: Sent) -> Response:
    """Let the first player look more or less far ahead from its next game on."""
    plan = await _plan_of(doing)
    option = strength_of(doing.players[0]) if plan.kind == SERIES else None
    if option is None or doing.ended:
        raise RefusedError("nobody here has a depth that can be changed now")
    player = parse_player(with_strength(doing.players[0].text, sent.get("depth", "")))
    assert player is not None
    doing.change(0, player)
    return _done(visit, doing)


@router.post("/runs/{run_id}/go-on")
async def go_on(visit: Asked, doing: Own) -> Response:
    """Do what is left."""
    await visit.parts.runs.go_on(doing)
    return visit.go_to(f"/runs/{doing.id}")


@router.post("/runs/{run_id}/again")
async def again(visit: Asked, doing: Own, sent: Sent) -> Response:
    """Begin another run such as this one. A show that begins again takes the place of the last."""
    plan = replace(await _plan_of(doing), seed=new_seed(None))
    record = replace(doing.record, owner=visit.holder, is_over=False, said="", kept=False)
    run_id = await visit.parts.runs.create(record, plan)
    if "show" in sent and not doing.record.kept:
        await visit.parts.runs.delete(doing)
    return visit.go_to(f"/runs/{run_id}{'/show' if 'show' in sent else ''}")


@router.post("/runs/{run_id}/keep")
async def keep(visit: Asked, doing: Own, sent: Sent) -> Response:
    """Keep it for good, or no longer."""
    await visit.parts.runs.keep(doing, sent.get("keep") == "yes")
    return visit.go_to(f"/runs/{doing.id}")


@router.post("/runs/{run_id}/delete")
async def delete(visit: Asked, doing: Own) -> Response:
    """Forget it."""
    await visit.parts.runs.delete(doing)
    return visit.go_to("/watch?deleted=run")


# Files


@router.get("/runs/{run_id}/results.json")
async def results_json(doing: Shown) -> Response:
    """Everything, as the command of its kind writes it with `--json`."""
    plan = await _plan_of(doing)

    def written() -> str:
        run = doing.run
        if plan.asks and run is not None:
            return json.dumps(answers.as_object(run, answers.rows(run)))
        table = doing.table or Table(plan, (), ())
        if plan.kind == SERIES:
            return json.dumps(report.as_data(table))
        return json.dumps(tournament_report.as_data(table, doing.expected))

    await _looked(doing)
    return download(await run_in_threadpool(written), _name(doing), "json", "application/json")


@router.get("/runs/{run_id}/results.csv")
async def results_csv(doing: Shown) -> Response:
    """The same as `--csv` writes it."""
    plan = await _plan_of(doing)

    def written() -> str:
        if plan.asks and doing.run is not None:
            return csv_text(answers.rows(doing.run))
        table = doing.table or Table(plan, (), ())
        if plan.kind == SERIES:
            return report.as_csv(table)
        return tournament_report.as_csv(table)

    await _looked(doing)
    return download(await run_in_threadpool(written), _name(doing), "csv", "text/csv")


@router.get("/runs/{run_id}/chart.svg")
async def chart_svg(doing: Shown) -> Response:
    """The chart of an answer as a picture of its own."""
    plan, run = await _plan_of(doing), doing.run
    if not plan.asks or run is None:
        raise NotFoundError("this run has no chart of its own")

    def drawn() -> str:
        named = partial(display_name, game=plan.games[0])
        return answers.chart_of(run, answers.rows(run), named)

    return download(await run_in_threadpool(drawn), _name(doing), "svg", "image/svg+xml")


@router.get("/runs/{run_id}/plan.toml")
async def plan_toml(doing: Shown) -> Response:
    """The file that states it."""
    return download(as_text(await _plan_of(doing)), _name(doing), "toml", "application/toml")


@router.get("/runs/{run_id}/file")
async def file(doing: Shown) -> Response:
    """All of it as one file of HTML, to keep or to pass on."""
    table = await table_of(doing)
    expected = doing.expected or doing.done
    make = partial(run_page, table, expected, NOTHING, answer=doing.answer)
    page = await run_in_threadpool(make)
    return download(page, _name(doing), "html", "text/html")


async def _looked(doing: Doing) -> None:
    await doing.ready()
    await run_in_threadpool(doing.look)


async def _plan_of(doing: Doing) -> Plan:
    await doing.ready()
    if doing.plan is None:
        raise NotFoundError(doing.problem or "this run cannot be read")
    return doing.plan


def _name(doing: Doing) -> str:
    seed = "" if doing.plan is None else f"-{doing.plan.seed}"
    return f"{doing.record.title}{seed}".lower()


# What the page shows


def events(doing: Doing, figures: bool, boards: bool) -> Iterator[Event]:
    """The events of a tab after a change."""
    if boards and doing.plan is not None and not doing.plan.asks:
        for each in doing.boards:
            fragment = template("run_board.html").render(board=_board(doing, each))
            yield Event("board", fragment, doing.version)
    yield Event("sentence", html.escape(sentence(doing)), doing.version)
    if figures:
        seen = _seen(doing)
        for name in ("progress", "score", "headline"):
            yield Event(name, template(f"run_{name}.html").render(**seen), doing.version)
        for name, part in seen["parts"].items():
            yield Event(name, part, doing.version)
    if doing.ended and doing.state != "reading":
        yield Event("problem", doing.problem, doing.version)
        yield Event("end", doing.state, doing.version, last=True)


def _seen(doing: Doing) -> dict[str, Any]:
    """What the templates show."""
    plan, table = doing.plan, doing.table
    said = doing.headline
    game = None if plan is None else plan.games[0]
    matches = plan is not None and not plan.asks
    faces = "" if plan is None else "".join(
        face_of(doing.players[player], plan.games[0]) for player in said.named
    )  # fmt: skip
    return {
        "doing": doing,
        "plan": plan,
        "game": game,
        "here": f"/runs/{doing.id}",
        "words": said.words,
        "faces": faces,
        "how": _how(doing),
        "amount": answers.amount(plan) if plan is not None and plan.asks else "",
        "steps": answers.steps(plan.asks) if plan is not None and plan.asks else "games",
        "answer": doing.answer,
        "board_style": "" if game is None else board_style(game, _colours(doing)),
        "graph_style": graph_style(),
        "boards": [_board(doing, each) for each in _boards(doing)] if matches else [],
        "parts": {} if plan is None else _parts(doing, plan, table),
        "sentence": sentence(doing),
        "score": score(doing),
        "wording": None if game is None else _wording(doing, game),
        "depth": _depth(doing),
    }


def _boards(doing: Doing) -> list[Board]:
    """The boards that there is something to see on, or will be."""
    return doing.boards if doing.going or any(each.shown for each in doing.boards) else []


def _how(doing: Doing) -> str:
    plan = doing.plan
    if plan is None or plan.asks:
        return ""
    return how_text(plan, doing.done, doing.expected, doing.state == "finished")


def _parts(doing: Doing, plan: Plan, table: Table | None) -> dict[str, str]:
    """The parts of the page by their places."""
    if plan.asks:
        return {"answer": "" if doing.answer is None else answer_part(doing.answer, plan)}
    table = table or Table(plan, (), ())

    def link(one: int, other: int) -> str:
        return f"/runs/{doing.id}/games?of={one + 1}&of={other + 1}"

    parts = Parts(table, link=link)
    made = {"ranking": parts.ranking(), "figures": parts.figures()}
    if len(plan.entrants) > 2:
        made["crosstable"] = scrolled("Who beat whom", parts.crosstable())
    if plan.kind == SERIES:
        made["chart"] = _chart(doing, table)
    latest = [row_of(table, each) for each in table.played[-_GAMES:][::-1]]
    made["games"] = template("run_latest.html").render(games=latest, here=f"/runs/{doing.id}")
    return made


def _colours(doing: Doing) -> tuple[str, ...]:
    """The colours of the players of a series, whoever begins: those of an old program if one of
    them is of it.
    """
    assert doing.plan is not None
    colours = doing.plan.games[0].colours
    if doing.plan.kind != SERIES:
        return colours
    players = [each.player for each in doing.plan.entrants]
    seat = next((at for at, player in enumerate(players) if player.colours), None)
    if seat is not None and (own := players[seat].colours):
        return own if seat == 0 else own[::-1]
    return colours


def _short_names(doing: Doing) -> tuple[str, ...]:
    """The names of the players of a series in its score: of the old programs if they had any."""
    assert doing.plan is not None
    players = [each.player for each in doing.plan.entrants]
    if len(players) == 2 and players[0].before:
        return players[0].before, "Opponent"
    return names_of(Table(doing.plan, (), ()))


def _board(doing: Doing, board: Board) -> dict[str, Any]:
    """What the template of a board shows."""
    plan, shown = doing.plan, board.shown
    waiting = "Getting ready …" if doing.state in ("waiting", "running") else "No game"
    made: dict[str, Any] = {"at": board.at, "seats": (), "said": waiting, "waits": doing.waits}
    if plan is None:
        return made | {"svg": ""}
    game, colours = plan.games[0], _colours(doing)
    if shown is None:  # perhaps nothing is compiled yet
        empty: tuple[Mark | None, ...] = (None,) * len(game.board.sites)
        bare = Picture(game.board, empty, colours, game.symbols, title=game.title)
        return made | {"svg": board_svg(bare)}
    marks = swatches(game, Palette(colours, variables=True))
    names = names_of(Table(plan, (), ()))
    kept = plan.kind == SERIES  # each player keeps its colour, whoever begins
    seats = [
        (names[player], marks[player if kept else seat], seat == shown.position.turn)
        for seat, player in enumerate(shown.seating)
    ]
    said = board.result if shown.position.over else ""
    return made | {"svg": board_svg(_picture(doing, board)), "seats": seats, "said": said}


def _picture(doing: Doing, board: Board) -> Picture:
    """The board as it is shown. In a series each player keeps its colour and its shape or dashes,
    whoever begins; texts, such as x and o, are those of the seats.
    """
    assert board.shown is not None
    assert doing.plan is not None
    position, seating = board.shown.position, board.shown.seating
    picture = position.picture()
    if doing.plan.kind != SERIES:
        return picture
    marks = tuple(
        replace(mark, player=seating[mark.player])
        if mark is not None and mark.player is not None
        else mark
        for mark in picture.marks
    )
    symbols = position.game.symbols
    turned = tuple(symbols[seating.index(player)] for player in range(len(seating)))
    return replace(picture, marks=marks, colours=_colours(doing), symbols=turned)


def _wording(doing: Doing, game: Game) -> Wording:
    return game.face.manner(doing.record.as_before).wording


def score(doing: Doing) -> list[tuple[str, str, str]]:
    """All players' points in a series, in the words of "Connect 4 with Minimax": the text, the
    colour, and a depth beside it.
    """
    if doing.plan is None or doing.plan.kind != SERIES or doing.plan.asks:
        return []
    table = doing.table or Table(doing.plan, (), ())
    palette = Palette(_colours(doing), variables=True)
    found = []
    for line, name in zip(table.lines, _short_names(doing), strict=True):
        own = doing.players[line.player].limits.depth or doing.depths.get(line.player)
        depth = f"depth {own}" if own else ""
        found.append((f"{name}: {line.points:.1f}", palette.player(line.player), depth))
    return found


def _depth(doing: Doing) -> dict[str, Any] | None:
    """The depth of red that can be changed while an old simulation goes on."""
    if doing.plan is None or not doing.record.as_before or not doing.going:
        return None
    option = strength_of(doing.players[0])
    if option is None:
        return None
    return {"option": option, "value": getattr(doing.players[0], option.field)}


def sentence(doing: Doing) -> str:
    """What is happening, in words: on the only board, or how the players are doing on several."""
    if doing.plan is None or doing.plan.asks:
        return ""
    if doing.state == "failed":
        return f"The run failed in game {doing.done + 1:,}."
    board = doing.boards[0]
    if doing.ended or len(doing.boards) > 1 or not doing.watched:
        table = doing.table or Table(doing.plan, (), ())
        after = f"Stopped after {counted(doing.done, 'game')}. "
        stopped = after if doing.state == "stopped" else ""
        return f"{stopped}{headline(table, doing.state == 'finished').words}."
    if board.shown is None:
        return "The computers are getting ready."
    return _on_board(doing, board, board.shown.position)


def _on_board(doing: Doing, board: Board, position: Position) -> str:
    assert doing.plan is not None
    assert board.shown is not None
    names = names_of(Table(doing.plan, (), ()))
    cast = Cast(names=tuple(names[player] for player in board.shown.seating))
    wording = _wording(doing, position.game)
    if position.outcome is not None:
        return wording.over(position.outcome, cast)
    if not position.history:
        return f"Game {board.number + 1:,} begins. {cast.name(position.turn)} moves first."
    said = wording.played(position.line[-2].turn, position.history[-1], cast)
    return said if said.endswith(".") else f"{said}."


def _chart(doing: Doing, table: Table) -> str:
    """A chart of all players' points after each game of a series, thinned out beyond what it can
    show.
    """
    palette, names = Palette(_colours(doing), variables=True), names_of(table)
    points = [0.0] * len(names)
    history = [(0, tuple(points))]
    every = max(1, len(table.played) // _POINTS_MOST)
    for number, each in enumerate(table.played, 1):
        for player in each.seating:
            points[player] += each.half_points(player) / 2
        if number % every == 0 or number == len(table.played):
            history.append((number, tuple(points)))
    drawn = [
        Line(name, tuple((float(count), of[player]) for count, of in history))
        for player, name in enumerate(names)
    ]
    said = "; ".join(f"{name}: {half_text(each)} points" for name, each in
                     zip(names, points, strict=True))  # fmt: skip
    far = float(doing.expected) if doing.expected else None
    return lines("Points after each game", said, "games", drawn, palette, far)
