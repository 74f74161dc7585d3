"""Runs that visitors start and watch: from the form to the files, stopped, gone on with, kept."""

from __future__ import annotations

import asyncio
import csv
import html
import io
import re
import sqlite3
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from httpx2 import Response

import plyground as pg
from plyground import players
from plyground.arena import Plan, Run, RunError, Tournament
from plyground.arena.fame import hall_of_fame
from plyground.arena.journal import Journal
from plyground.arena.plan_file import question, read, shipped
from plyground.render.faces import face
from plyground.web.engine import work
from plyground.web.engine.events import Hub
from plyground.web.engine.work import Client, Workers
from plyground.web.engine.work import client as client_of
from plyground.web.errors import RefusedError, TooBusyError
from plyground.web.pages import watch as form_page
from plyground.web.pages.before import new_place
from plyground.web.pages.runs import score, sentence
from plyground.web.parts import parts_of
from plyground.web.run_form import rounds_wished
from plyground.web.services import runs
from plyground.web.services.doing import Doing, Shown
from plyground.web.services.runs import AT_ONCE, EACH_MOST, Runs
from plyground.web.store import RunRecord
from plyground.web.store import runs as stored
from tests.until import turn, until
from tests.web.clocks import FastClock
from tests.web.playing import HTML, served, text_of

EVIL = '"><script>alert(1)</script>'
GAME = pg.TicTacToe()


@dataclass(frozen=True)
class Kind:
    """A kind of run: the fields of its form, and those with which it goes on until a stop."""

    name: str
    form: dict[str, str]
    endless: dict[str, str]

    def __str__(self) -> str:
        return self.name


TWO = Kind(
    "two",
    {"game": "tictactoe", "kind-1": "random", "kind-2": "random", "pause": "0", "rounds": "4"},
    {"endless": "on"},
)
CUP = Kind(
    "cup",
    {
        "was": "tictactoe", "game": "tictactoe", "kind": "round robin", "with-random": "yes",
        "with-level:1": "yes", "count": "1", "kind-1": "minimax", "depth-1": "2", "rounds": "2",
        "plies": "2", "seed": "7", "title": "My cup",
    },
    {"kind-1": "mcts", "playouts-1": "20000", "rounds": "500"},
)  # fmt: skip
ASKED = Kind(
    "asked",
    {
        "game": "tictactoe", "kind": "series", "count": "3", "rounds": "4",
        "kind-1": "minimax", "depth-1": "1", "kind-2": "minimax", "depth-2": "2",
        "kind-3": "random",
    },
    {"kind-1": "mcts", "playouts-1": "20000", "rounds": "1000"},
)  # fmt: skip

EIGHT = {f"kind-{seat}": "minimax" for seat in range(1, 9)} | {
    f"depth-{seat}": str(seat) for seat in range(1, 9)
}

every_kind = pytest.mark.parametrize("kind", [TWO, CUP, ASKED], ids=str)


def send(client: TestClient, of: Kind, accept: str = "text/html", /, **more: str) -> Response:
    """Start one with the form and more fields, where "-" leaves a field out."""
    fields = {name: text for name, text in {**of.form, **more}.items() if text != "-"}
    return client.post("/watch", data=fields, headers={"accept": accept}, follow_redirects=True)


def started(client: TestClient, of: Kind, /, **more: str) -> str:
    """The path of one that has been started."""
    answer = send(client, of, **more)
    assert answer.status_code == 200, text_of(answer.text)
    assert re.fullmatch(r"/runs/[\w-]{12}(/show)?", answer.url.path)
    return answer.url.path


def heard(client: TestClient, path: str) -> list[tuple[str, int, str]]:
    """Name, number and data of all events, to the end of the run."""
    found = []
    for block in client.get(f"{path}/events").text.split("\n\n"):
        if block.startswith("event: "):
            name, number, *data = block.split("\n")
            text = "\n".join(line.removeprefix("data: ") for line in data)
            found.append((name.removeprefix("event: "), int(number.split()[1]), text))
    return found


def ended(client: TestClient, of: Kind, /, **more: str) -> str:
    """The path of one that is over."""
    path = started(client, of, **more)
    assert heard(client, path)[-1][0] == "end"
    return path


def results(client: TestClient, path: str) -> Any:
    return client.get(f"{path}/results.json").json()


def untimed(data: Any) -> Any:
    """Results without times, which files keep to a millionth of a second."""
    if isinstance(data, dict):
        return {key: untimed(each) for key, each in data.items() if "seconds" not in key}
    return [untimed(each) for each in data] if isinstance(data, list) else data


def doing_of(client: TestClient, path: str) -> Doing:
    found = all_of(client).get(path.split("/")[2])
    assert found is not None
    return found


def all_of(client: TestClient) -> Runs:
    return parts_of(client.app).runs  # type: ignore[arg-type]


def stop(client: TestClient, path: str) -> None:
    client.post(f"{path}/stop")
    assert heard(client, path)[-1][0] == "end"


def go_on(client: TestClient, path: str) -> None:
    """Go on until more has been done."""
    before = doing_of(client, path).done
    client.post(f"{path}/go-on", headers=HTML)
    until(lambda: doing_of(client, path).done > before)


def linked(pattern: str, page: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(f'href="({pattern})"', page)]


# The form


@pytest.mark.parametrize(
    ("text", "rounds", "before"),
    [
        ("12", 12, 12), ("abc", None, 10), ("1001", None, 10), ("1000", 1000, 10),
        ("1,000", 1000, 10), ("1", 1, 1), ("50", 50, 50), (" 7 ", 7, 7), ("51", 51, 10),
        ("0", None, 10), ("-3", None, 10), ("1.5", None, 10), ("", None, 10),
        ("\uff11\uff12", None, 10), ("9" * 5000, None, 10),
    ],
)  # fmt: skip
def test_how_many_rounds_a_text_means(text: str, rounds: int | None, before: int) -> None:
    """In the old program what was not understood meant 10."""
    assert pg.ConnectFour().face.manner(True).wording.rounds(text) == before
    if rounds is not None:
        assert rounds_wished(text) == rounds
    else:
        with pytest.raises(RefusedError, match=r"a run has 1 to 1,000 rounds"):
            rounds_wished(text)


def test_the_form_opens_with_two_faces_and_grows(reader: TestClient) -> None:
    page = reader.get("/watch").text
    assert re.findall(r'<select id="kind-(\d)"', page) == ["1", "2"]
    assert re.findall(r"selected>(\w+)</option>", page)[:2] == ["Moss", "Juno"]
    assert re.search(r'name="rounds"[^>]*value="10"', page)
    grown = reader.get("/watch?kind=round+robin&was=connect4&was-kind=watch").text
    assert grown.count('" checked>') == 6
    assert re.findall(r'<select id="kind-(\d)"', reader.get("/watch?game=sim&players=3").text) == [
        "1", "2", "3",
    ]  # fmt: skip
    other = reader.get("/watch?game=tictactoe&was=connect4&kind-2=old-connect4&rounds=7").text
    assert "old-connect4" not in other
    assert 'value="7"' in other


@pytest.mark.parametrize("game", ["connect4", "sim"])
def test_what_is_ready_made_plays(reader: TestClient, game: str) -> None:
    page = reader.get(f"/watch?game={game}").text
    found = linked(r"/watch\?game[^\"]*", page)
    assert found
    for link in found:
        form = reader.get(link)
        assert form.status_code == 200
        assert re.search(r'<option value="old-[^>]* selected>', form.text)


@pytest.mark.parametrize(("words", "amount", "fields"), form_page.READY_TO_START)
def test_what_runs_at_a_tap(
    client: TestClient, words: str, amount: str, fields: Mapping[str, str]
) -> None:
    watch = client.get("/watch").text
    form = re.search(rf"<form [^>]*>(?:(?!</form>).)*{re.escape(words)}", watch)
    assert form is not None
    sent = re.findall(r'name="([^"]*)" value="([^"]*)"', form[0])
    assert {html.unescape(name): html.unescape(value) for name, value in sent} == fields
    path = client.post("/watch", data=dict(fields), headers=HTML).url.path
    assert words in text_of(client.get(path).text)
    asked = doing_of(client, path)
    assert asked.expected == int(amount.split(maxsplit=1)[0].replace(",", ""))
    client.post(f"{path}/stop")


@pytest.mark.parametrize(
    ("kind", "changed", "message", "field"),
    [
        (TWO, {"kind-1": "nobody"}, "'nobody' is not a player: give human, minimax", ""),
        (TWO, {"kind-1": "external(rm -r x)"}, "would start a program", ""),
        (TWO, {"kind-1": "human"}, "a human cannot play here", "kind-1"),
        (TWO, {"kind-1": "minimax", "depth-1": "deep"}, "depth takes a whole number", "depth-1"),
        (TWO, {"kind-2": "mixed", "percent-2": "101"}, "0 to 100, and not 101", "percent-2"),
        (TWO, {"kind-1": "old-sim"}, "old-sim plays Sim for 2 players only", ""),
        (TWO, {"game": "go"}, "there is no game 'go': give tictactoe, numerical, sim", ""),
        (TWO, {"game": "/tmp/mine.py"}, "there is no game '/tmp/mine.py'", ""),
        (TWO, {"game": "sim", "vertices": "11"}, "Sim takes 3 to 10 vertices, and not 11", ""),
        (TWO, {"rounds": "1,000,000,000"}, "and not “1,000,000,000”", "rounds"),
        (TWO, {"boards": "3"}, "choose 1, 2, 4, 6 or 9 boards", "boards"),
        (TWO, {"first": "me"}, "first is one of fixed, alternate, once, random", "first"),
        (TWO, {"pause": "2.1"}, "a pause between moves is 0 to 2 seconds", "pause"),
        (TWO, {"pause": "nan"}, "a pause between moves is 0 to 2 seconds", "pause"),
        (TWO, {"kind": "duel"}, "choose who meets whom", ""),
        (ASKED, {"rounds": "10^9"}, "from 1 to 1,000, and not “10^9”", "rounds"),
        (ASKED, {"rounds": ""}, "a whole number from 1 to 1,000", "rounds"),
        (ASKED, {"seed": "-1"}, "a seed is a whole number from 0", "seed"),
        (ASKED, {"depth-1": "13"}, "a depth is at most 12", "depth-1"),
        (ASKED, {"kind-2": "mcts", "playouts-2": "1000000000"}, "playouts is at", "playouts-2"),
        (ASKED, {"kind-1": "alphabeta:heuristic=/etc/passwd.py"}, "heuristic", ""),
        (ASKED, {"depth-2": "1"}, "Minimax, depth 1 is there more than once", "kind-2"),
        (ASKED, {"game": "sim", "players": "3"}, "takes a game for 2 players", "players"),
        (ASKED, {"kind": "heuristic"}, "Tic-tac-toe has no heuristics", ""),
        (ASKED, {"kind": "heuristic", "game": "sim"}, "choose a heuristic or more", "heuristics"),
        (ASKED, {"kind": "search", "from": "3", "to": "2"}, "the plies go up", ""),
        (ASKED, {"kind": "search", "to": "9"}, "a whole number from 0 to 8", "to"),
        (ASKED, {"experiment": "depth-pruning", "rounds": "477"}, "from 1 to 476", "rounds"),
        (ASKED, {"kind": "grid", "count": "8", "rounds": "1000", **EIGHT}, "10,000", "rounds"),
        (CUP, {"count": "0", "with-level:1": "-"}, "choose 2 to 16 players", ""),
        (CUP, {"kind-1": "random"}, "Random is there more than once", "kind-1"),
        (CUP, {"kind-1": "python3 -c 1"}, "player", ""),
        (CUP, {"kind": "gauntlet"}, "who challenges", ""),
        (CUP, {"rounds": "1000"}, "at most 5,000 games", "rounds"),
        (CUP, {"plies": "9"}, "0 to 8", "plies"),
        (CUP, {"seed": "x"}, "a seed is", "seed"),
    ],
    ids=lambda value: str(value)[:20],
)  # fmt: skip
def test_what_is_refused_is_said_beside_its_field(
    reader: TestClient, kind: Kind, changed: dict[str, str], message: str, field: str
) -> None:
    answer = send(reader, kind, **changed)
    assert answer.status_code == 422
    assert message.casefold() in text_of(answer.text).casefold()
    plain = send(reader, kind, "*/*", **changed)
    assert plain.status_code == 422
    assert message.casefold() in plain.json()["error"].casefold()
    if field:
        (focused,) = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", answer.text)
        assert f'aria-describedby="{field}-refused' in focused
        assert f'id="{field}-refused"' in answer.text
        assert re.search(r'id="problem" role="alert"></p>', answer.text)
        assert field == "heuristics" or f'name="{field}"' in focused


def test_the_form_gives_its_file_and_an_estimate(reader: TestClient) -> None:
    for kind, said in ((TWO, "4 games"), (CUP, "12 games"), (ASKED, "8 games")):
        text = reader.get("/watch/plan.toml", params=kind.form).text
        assert read(text, "mine", Path()).rounds == int(kind.form["rounds"])
        estimate = reader.get("/watch/estimate", params=kind.form).text
        assert re.match(rf"{said}.* About \d+ s", estimate), estimate
    refused = reader.get("/watch/plan.toml", params=ASKED.form | {"rounds": "0"})
    assert refused.status_code == 422
    refused = reader.get("/watch/estimate", params=CUP.form | {"rounds": "none"})
    assert refused.status_code == 200
    assert "1 to 1,000" in refused.text


def test_openings_that_take_too_long_to_find(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(form_page, "_DRAWING", 0.0)
    answer = send(client, CUP, openings="balanced", rounds="9")
    assert answer.status_code == 422
    assert "hard to find" in answer.text
    assert "Earlier runs" not in client.get("/watch").text


@pytest.mark.parametrize("name", shipped())
def test_questions_that_are_ready(reader: TestClient, name: str) -> None:
    plan = question(name)
    page = text_of(reader.get(f"/watch?experiment={name}").text)
    assert plan.question in page
    assert plan.title in page
    assert plan.question in text_of(reader.get("/watch").text)
    text = reader.get(f"/watch/plan.toml?experiment={name}").text
    assert read(text, name, Path()).rows == plan.rows


OLD = [
    ("simulate", "game=sim", False, "/watch?game=sim"),
    ("simulate/x1", "", False, "/runs/x1"),
    ("simulate/x1/show", "", False, "/runs/x1/show"),
    ("simulate", "", True, "/watch"),
    ("simulate/x1/stop", "", True, "/runs/x1/stop"),
    ("arena", "", False, "/watch"),
    ("arena", "", True, "/watch?kind=round+robin"),
    ("arena/new", "game=sim", False, "/watch?kind=round+robin&game=sim"),
    ("arena/estimate", "game=sim", False, "/watch/estimate?kind=round+robin&game=sim"),
    ("arena/fame", "", False, "/watch/fame"),
    ("arena/x1/events", "", False, "/runs/x1/events"),
    ("arena/x1/between/2/3", "page=2", False, "/runs/x1/games?of=2&of=3&page=2"),
    ("arena/x1/games/4-0/review", "at=3", False, "/runs/x1/games/4-0/review?at=3"),
    ("arena/x1/tournament.toml", "", False, "/runs/x1/plan.toml"),
    ("arena/x1/go-on", "", True, "/runs/x1/go-on"),
    ("experiments", "", False, "/watch"),
    ("experiments", "", True, "/watch?kind=series"),
    ("experiments/new", "kind=grid", False, "/watch?kind=series&kind=grid"),
    ("experiments/new.toml", "", False, "/watch/plan.toml?kind=series"),
    ("experiments/move-order", "", False, "/watch?experiment=move-order"),
    ("experiments/move-order.toml", "", False, "/watch/plan.toml?experiment=move-order"),
    ("experiments/runs/x1", "", False, "/runs/x1"),
    ("experiments/runs/x1/chart.svg", "", False, "/runs/x1/chart.svg"),
    ("experiments/runs/x1/experiment.toml", "", False, "/runs/x1/plan.toml"),
    ("experiments/nothing", "", False, None),
]


def test_old_addresses_lead_on_with_all_that_was_sent(client: TestClient) -> None:
    for path, query, sent, to in OLD:
        assert new_place(path, query, sent) == to, path
    form = {name: text for name, text in ASKED.form.items() if name != "kind"}
    path = client.post("/experiments", data=form, headers=HTML).url.path
    assert results(client, path)["kind"] == "series"
    form = {name: text for name, text in CUP.form.items() if name != "kind"}
    assert results(client, client.post("/arena", data=form).url.path)["kind"] == "round robin"
    assert client.get("/experiments/nothing", headers=HTML).status_code == 404


# From the form to the files


@pytest.mark.parametrize("boards", [1, 4])
def test_two_play_what_the_command_line_plays(client: TestClient, boards: int) -> None:
    """Rounds side by side are those of one board."""
    sent = {"kind-1": "minimax", "depth-1": "3", "rounds": "6", "boards": str(boards)}
    path = ended(client, TWO, **sent)
    data = results(client, path)
    series = pg.simulate(GAME, (pg.Minimax(3), pg.Random()), rounds=6, seed=data["seed"])
    assert [tuple(each["moves"]) for each in data["matches"]] == [
        each.match.moves for each in series.played
    ]
    first, second = series.lines
    assert [each["points"] for each in data["seats"]] == [first.points, second.points]
    page = client.get(path).text
    assert page.count('class="one"') == boards
    for words in ("Minimax, depth 3", "All 6 games played", f"{first.nodes:,}"):
        assert words in text_of(page)
    assert re.search(r">Minimax, depth 3</text>", page), "the graph says who plays whom"
    rows = list(csv.DictReader(io.StringIO(client.get(f"{path}/results.csv").text)))
    assert [row["moves"].split() for row in rows] == [each["moves"] for each in data["matches"]]
    listed = text_of(client.get("/watch").text)
    assert "Minimax and Random" in listed
    assert results(client, ended(client, TWO, rounds="2", boards="9"))["played"] == 2


def test_a_cup_from_the_form_to_a_game(client: TestClient) -> None:
    path = ended(client, CUP)
    page = client.get(path).text
    assert "All 12 games played" in text_of(page)
    assert re.search(r"<h1[^>]*>.*Minimax, depth 2 (won|and)", page, re.DOTALL)
    found = results(client, path)
    assert (found["played"], found["title"], found["seed"]) == (12, "My cup", 7)
    rows = list(csv.DictReader(io.StringIO(client.get(f"{path}/results.csv").text)))
    assert [row["moves"].split() for row in rows] == [each["moves"] for each in found["matches"]]
    assert {each["name"] for each in found["players"]} == {"Random", "Pip", "Minimax, depth 2"}
    assert client.get(f"{path}/games.txt").text.count("[Game ") == 12
    assert "Who beat whom" in client.get(f"{path}/file").text

    (*_, cell) = linked(rf"{path}/games\?of=\d&amp;of=\d", page)
    games = linked(rf"{path}/games/[\d-]+", client.get(cell).text)
    assert len(games) == 4
    assert len(linked(rf"{path}/games/[\d-]+", client.get(f"{path}/games").text)) == 12
    assert "level:" not in client.get(games[0]).text
    assert client.get(f"{games[0]}/record").text.startswith("[Game")
    assert "data-part" in client.get(f"{games[0]}/step?at=3").text
    assert "review" in client.get(f"{games[0]}/review").url.path
    kept = client.post(f"{games[0]}/keep", headers=HTML)
    assert kept.url.path.startswith("/library/")
    for address in ("games?of=1&of=1", "games?of=9", "games/99-0", "games/0-9", "games/x"):
        assert client.get(f"{path}/{address}").status_code == 404, address

    (again,) = linked(r"/watch\?[^\"]*title[^\"]*", page)
    form = client.get(again).text
    assert 'value="My cup"' in form
    assert re.search(r'name="with-level:1" value="yes" checked', form)
    assert not re.search(r'name="with-level:2" value="yes" checked', form)
    assert re.search(r'id="depth-1"[^>]*value="2"', form)


def test_the_file_gives_the_same_games_elsewhere(client: TestClient, tmp_path: Path) -> None:
    path = ended(client, CUP)
    file = tmp_path / "cup.toml"
    file.write_text(client.get(f"{path}/plan.toml").text)
    again = Tournament.load(file)
    again.play()
    here = [each["moves"] for each in results(client, path)["matches"]]
    assert here == [list(each.match.moves) for each in again.table.played]
    path = ended(client, TWO)
    file.write_text(client.get(f"{path}/plan.toml").text)
    two = Run(question(str(file)))
    here = [each["moves"] for each in results(client, path)["matches"]]
    assert here == [list(each.match.moves) for each in two.play().played]
    file.write_text(f"{file.read_text()}endless = true\n")
    with pytest.raises(RunError, match="without an end is for the app"):
        question(str(file))


@pytest.mark.parametrize("kind", ["swiss", "knockout", "gauntlet"])
def test_other_kinds_of_cups(client: TestClient, kind: str) -> None:
    path = ended(client, CUP, kind=kind, each="2", **{"challenger-1": "yes"})
    found = results(client, path)
    assert (found["kind"], found["challengers"]) == (kind, [2] if kind == "gauntlet" else [])
    assert found["played"] >= 8


def test_a_swiss_cup_has_its_usual_rounds(client: TestClient) -> None:
    path = ended(client, CUP, kind="swiss", rounds="")
    assert results(client, path)["rounds"] == 2


def test_the_file_of_a_question_has_its_answer(client: TestClient) -> None:
    path = ended(client, ASKED, question="Does depth help?")
    file = text_of(client.get(f"{path}/file").text)
    assert "Does depth help?" in file
    assert "Minimax, depth 2" in file
    assert "Positions a move" in file
    assert "Who beat whom" not in file


def test_the_list_has_the_faces_of_who_plays(client: TestClient) -> None:
    game = pg.ConnectFour(4, 4)
    given = {"kind-1": "level:1", "kind-2": "level:2", "columns": "4", "rows": "4", "rounds": "1"}
    ended(client, TWO, **{"was": "connect4", "game": "connect4", **given})
    row = re.search(r'<a class="card runrow".*?</a>', client.get("/watch").text, re.DOTALL)
    assert row is not None
    for text in "level:1", "level:2":
        player = pg.parse_player(text)
        assert player is not None
        assert face(player.called(game).short) in row[0]


def test_three_at_a_table(client: TestClient) -> None:
    path = ended(client, CUP, was="sim", game="sim", players="3", rounds="1", boards="9", plies="-")
    assert "All 3 games played" in text_of(client.get(path).text)
    assert len(linked(rf"{path}/games/[\d-]+", client.get(f"{path}/games?of=1&of=2").text)) == 3


def test_a_question_is_its_file(client: TestClient) -> None:
    path = ended(client, ASKED, title='My "first"', question="Does depth help?")
    data = tomllib.loads(client.get(f"{path}/plan.toml").text)
    assert data["title"] == 'My "first"'
    assert [row["depth"] for row in data["rows"]] == [1, 2]
    assert data["rows"][0]["players"] == ["minimax:depth=1", "random"]
    page = client.get(path).text
    assert page.index("Does depth help?") < page.index("<strong") < page.index("<table>")
    assert "Minimax, depth 2" in page
    assert "minimax:depth" not in page
    assert "4 games for each player say little" in text_of(page)
    assert page.count("<polyline") == 1  # both are on one line by depth
    chart = client.get(f"{path}/chart.svg").text
    assert chart.startswith("<svg")
    assert "var(" not in chart
    (again,) = linked(r"/watch\?[^\"]*title[^\"]*", page)
    assert 'value="My &#34;first&#34;"' in client.get(again).text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"kind": "grid"}, ("Points", "Minimax, depth 1")),
        ({"kind": "search", "from": "2", "to": "3"}, ("Positions visited", "Minimax, depth 1")),
        (
            {"kind": "heuristic", "game": "sim", "rounds": "2", "heuristic-margin": "yes",
             "from": "9", "to": "10"},
            ("A coin would have 50", "margin"),
        ),
    ],
    ids=lambda value: value["kind"] if isinstance(value, dict) else "",
)  # fmt: skip
def test_other_questions_are_there_after_a_restart(
    tmp_path: Path, fields: dict[str, str], words: tuple[str, ...]
) -> None:
    with served(tmp_path) as client:
        path, cookies = ended(client, ASKED, **fields), client.cookies
        before = untimed(results(client, path))
    with served(tmp_path) as client:
        client.cookies = cookies
        assert path in client.get("/watch").text
        page = text_of(client.get(path).text)
        assert all(each in page for each in words)
        assert untimed(results(client, path)) == before


def test_the_authors_seven_rows_are_beside_ours(client: TestClient) -> None:
    """The experiment of the second Sim program: three runs a row, and its four lines."""
    path = ended(client, ASKED, experiment="depth-pruning", rounds="2", seed="5")
    page = text_of(client.get(path).text)
    for text in (
        "depth 7, pruning", "97 to 100 of 100", "261 s", "3 runs of 2 rounds each", "Seed 5",
        "Time taken: ", "Average time per game: ", "Total red wins: ", "Total blue wins: ",
    ):  # fmt: skip
        assert text in page
    found = results(client, path)
    assert (found["seed"], found["complete"], found["runs"]) == (5, True, 3)
    assert [row["played"] for row in found["rows"]] == [6] * 7
    assert all(0 <= row["wins_lowest"] <= row["wins_highest"] <= 2 for row in found["rows"])


# While it goes on


def test_events_come_in_order_and_every_move_is_shown(client: TestClient) -> None:
    path = started(client, TWO, rounds="2", pause="0.01")
    events = heard(client, path)
    numbers = [number for _, number, _ in events]
    assert numbers == sorted(numbers)
    assert [(name, data) for name, _, data in events if name == "end"] == [("end", "finished")]
    moves = [each["moves"] for each in results(client, path)["matches"]]
    plies = [data.count("ply-taken") for name, _, data in events if name == "board"]
    assert set(plies) >= set(range(len(moves[1]) + 1))
    again = heard(client, path)  # who comes late sees the end
    assert [again[0][0], again[-1][0]] == ["board", "end"]
    assert again[0][2] == [data for name, _, data in events if name == "board"][-1]


def test_a_pause_can_be_changed_on_the_way(client: TestClient) -> None:
    path = started(client, TWO, pause="2", rounds="2")
    assert 'value="2.0"' in client.get(path).text
    quick = client.post(f"{path}/pause", data={"pause": "0"}, headers={"hx-request": "true"})
    assert quick.status_code == 204
    assert heard(client, path)[-1][2] == "finished"
    assert client.post(f"{path}/pause", data={"pause": "soon"}).status_code == 422


def test_the_old_simulation_speaks_as_it_did(client: TestClient) -> None:
    page = client.get("/watch?as-before=yes", headers=HTML).text
    assert "Minimax Player vs Who?" in page
    assert "Enter the number of rounds you wish to see (1 - 50)" in page
    old = {"game": "connect4", "as-before": "yes", "rounds": "abc", "first": "once"}
    path = started(client, TWO, **old, **{"kind-1": "old-connect4", "depth-1": "6"})
    until(lambda: doing_of(client, path).done > 0)
    assert client.post(f"{path}/depth", data={"depth": "2"}).status_code == 200
    heard(client, path)
    assert results(client, path)["played"] == 10
    assert "Final Result: " in client.get(path, headers=HTML).text
    assert "(depth 2)" in text_of(client.get(path).text)
    assert client.post(f"{path}/depth", data={"depth": "3"}).status_code == 422
    (note,) = re.findall(r'\{"from": (\d+), "entrant": 0, "player": "old-connect4:depth=2"',
                         doing_of(client, path).results.read_text())  # fmt: skip
    assert 0 < int(note) <= 10


@every_kind
def test_others_may_watch_and_nothing_else(client: TestClient, kind: Kind) -> None:
    client.get("/watch")
    path = started(client, kind, **kind.endless)
    mine = dict(client.cookies)
    for button in ("stop", "go-on", "delete", "pause", "again", "keep", "depth"):
        client.cookies.clear()
        refused = client.post(f"{path}/{button}", data={"pause": "1"})
        assert refused.status_code == 403
        assert refused.json() == {"error": "Only the person who started a run can change it."}
    client.cookies.clear()
    page = client.get(path)
    assert page.status_code == 200
    assert "/stop" not in page.text
    client.cookies.clear()
    assert path not in client.get("/watch").text
    client.cookies.clear()
    client.cookies.update(mine)
    assert "/stop" in client.get(path).text
    assert client.post(f"{path}/stop", headers={"hx-request": "true"}).status_code == 204
    assert heard(client, path)[-1][2] == "stopped"
    assert "Stopped after" in text_of(client.get(path).text)


def test_who_sits_at_the_server_may_stop_and_delete_all(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        client.get("/watch")
        path = started(client, TWO, **TWO.endless)
        host = TestClient(client.app, "http://localhost", client=("127.0.0.1", 5000))
        host.portal = client.portal
        assert "Runs of others" in host.get("/watch").text
        through = {"x-forwarded-for": "192.0.2.7"}
        assert host.post(f"{path}/stop", headers=through).status_code == 403
        assert host.post(f"{path}/stop").status_code == 200
        heard(client, path)
        assert host.post(f"{path}/delete", headers=HTML).status_code == 200
        assert client.get(path).status_code == 404


@every_kind
def test_what_was_sent_is_never_part_of_the_page(client: TestClient, kind: Kind) -> None:
    refused = send(client, kind, rounds=EVIL, title=EVIL, **{"kind-1": EVIL})
    assert refused.status_code == 422
    assert "<script>alert" not in refused.text
    assert "&lt;script&gt;" in refused.text
    path = ended(client, kind, title=EVIL, question=EVIL, colour=EVIL)
    for page in ("/watch", path, f"{path}/events"):
        text = client.get(page).text
        assert "<script>alert" not in text
        assert not re.search(r"\sstyle=|<style|\son\w+=", text)
        assert not re.search(r'<script(?![^>]* src="/(?:static|scripts)/)', text)


def test_one_that_is_not_there(reader: TestClient) -> None:
    for below in ("", "/events", "/results.json", "/results.csv", "/plan.toml", "/show", "/games"):
        answer = reader.get(f"/runs/nothing{below}")
        assert answer.status_code == 404
        assert "There is no such run, or it was deleted." in text_of(answer.text)


def test_the_show_says_in_words_what_happens_and_begins_again(client: TestClient) -> None:
    path = started(client, TWO, show="yes", rounds="2", **{"kind-1": "perfect"})
    assert path.endswith("/show")
    path = path.removesuffix("/show")
    *_, last = (text for name, _, text in heard(client, path) if name == "sentence")
    assert re.fullmatch(r"(Perfect won|Perfect and Random are level): .+ of 2\.", last)
    page = client.get(f"{path}/show").text
    for text in ('data-play="/?game=tictactoe"', "Play too!", "End the show",
                 'data-ended="finished"', 'name="show" value="yes"'):  # fmt: skip
        assert text in page
    again = client.post(f"{path}/again", data={"show": "yes"}, headers=HTML).url.path
    assert again.endswith("/show")
    assert again != f"{path}/show"
    assert client.get(path).status_code == 404, "the new one takes the place of the old one"
    client.cookies.clear()
    page = client.get(again).text
    assert 'name="show"' not in page
    assert "End the show" not in page  # they did not start it


# Stopped, gone on with, kept


def test_stopped_and_gone_on_with_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path = started(client, CUP, **CUP.endless)
        until(lambda: doing_of(client, path).done >= 3)
        assert "going on" in text_of(client.get("/watch").text)
        assert client.post(f"{path}/delete").status_code == 409
        stop(client, path)
        before = untimed(results(client, path))
        cookies = client.cookies
    with served(tmp_path) as client:
        client.cookies = cookies
        assert f"stopped after {before['played']} of 3,000" in text_of(client.get("/watch").text)
        assert untimed(results(client, path)) == before
        go_on(client, path)
        assert "data-ended" not in client.get(path).text
        stop(client, path)
        again = {(each["match"], each["turn"]): each for each in results(client, path)["matches"]}
        assert [again[each["match"], each["turn"]] for each in before["matches"]] == (
            before["matches"]
        )
        assert "The run is deleted." in client.post(f"{path}/delete", headers=HTML).text
        assert client.get(path, headers=HTML).status_code == 404
        assert not list((tmp_path / "runs").iterdir())


def test_tournaments_of_before_are_there(tmp_path: Path) -> None:
    """They were in another folder, and their rows said less."""
    title = 'The "cup" \\ 🏆 é'
    with served(tmp_path) as client:
        path, cookies = ended(client, CUP, title=title), client.cookies
    (tmp_path / "runs").rename(tmp_path / "arena")
    with sqlite3.connect(tmp_path / "plyground.db") as database:
        database.execute("UPDATE tournaments SET is_over = 0, said = '', faces = '', kept = 1")
        database.execute("UPDATE alembic_version SET version_num = '0013'")
        for table in ("rooms", "games", "puzzle_tries", "studies", "tournaments", "forgotten"):
            database.execute(f"ALTER TABLE {table} DROP COLUMN sum")
    with served(tmp_path) as client:
        client.cookies = cookies
        assert "12 of 12" in text_of(client.get("/watch").text)
        page = text_of(client.get(path.replace("runs", "arena"), follow_redirects=True).text)
        assert "All 12 games played" in page
        assert title in page


def test_damaged_results_are_played_again(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path, cookies = ended(client, CUP), client.cookies
    (file,) = (tmp_path / "runs").glob("*.jsonl")
    file.write_text(file.read_text().replace('"round": 1', '"round": 0'))
    with served(tmp_path) as client:
        client.cookies.update(cookies)
        assert "Some of its games were damaged on the disk" in text_of(client.get(path).text)
        assert 0 < len(results(client, path)["matches"]) < 12
        go_on(client, path)
        assert heard(client, path)[-1][0] == "end"
        assert len(results(client, path)["matches"]) == 12
        assert "damaged" not in client.get(path).text


def test_what_is_gone_is_said(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path, cookies = ended(client, CUP), client.cookies
    (results_file,), (plan,) = ((tmp_path / "runs").glob(f"*.{end}") for end in ("jsonl", "toml"))
    results_file.unlink()
    with served(tmp_path) as client:
        client.cookies.update(cookies)
        until(lambda: "its games are gone from the disk" in text_of(client.get("/watch").text))
        assert "Some of its games are gone from the disk" in text_of(client.get(path).text)
        go_on(client, path)
        assert heard(client, path)[-1][0] == "end"
        assert "All 12 games played" in text_of(client.get(path).text)
    plan.write_bytes(b"\xff" + plan.read_bytes())
    for said in ("the file of the run is damaged", "the file of the run is gone from the disk"):
        with served(tmp_path) as client:
            client.cookies.update(cookies)
            page = client.get(path).text
            assert said in text_of(page)
            assert "/go-on" not in page
        plan.unlink(missing_ok=True)
    assert not plan.exists()


def test_a_full_disk_stops_it_and_loses_nothing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = started(client, CUP, **CUP.endless)
    until(lambda: doing_of(client, path).done >= 2)

    def full(*_args: object) -> None:
        raise RunError("it cannot be written: the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        assert heard(client, path)[-1][0] == "end"
    assert "the disk is full" in text_of(client.get(path).text)
    go_on(client, path)
    stop(client, path)
    assert "the disk is full" not in text_of(client.get(path).text)


def test_those_that_nobody_keeps_go(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "RUNS_MOST", 2)
    monkeypatch.setattr(stored, "KEPT_MOST", 1)
    paths = [ended(client, TWO, rounds="1")]
    client.post(f"{paths[0]}/keep", data={"keep": "yes"})
    paths += [ended(client, TWO, rounds="1") for _ in range(4)]
    found = [client.get(path).status_code for path in paths]
    assert found == [200, 404, 404, 200, 200]
    assert client.post(f"{paths[3]}/keep", data={"keep": "yes"}).status_code == 409
    client.post(f"{paths[0]}/keep", data={"keep": "no"})
    assert client.post(f"{paths[3]}/keep", data={"keep": "yes"}).status_code == 200


def test_the_hall_of_fame_rates_all_tournaments_together(
    client: TestClient, tmp_path: Path
) -> None:
    assert "Nobody has played yet" in client.get("/watch/fame").text
    for seed in ("7", "8"):
        ended(client, CUP, seed=seed)
    files = list((tmp_path / "runs").glob("*.jsonl"))
    ended(client, TWO)  # is none
    page = text_of(client.get("/watch/fame").text)
    assert "Tic-tac-toe" in page
    assert "from 24 games" in page
    (fame,) = hall_of_fame(files)
    assert fame.tournaments == {"random": 2, "level:1": 2, "minimax:depth=2": 2}
    assert fame.game == GAME
    for file in files:
        file.write_text(file.read_text().replace('"turn": 1', '"turn": 0'))
    (fame,) = hall_of_fame(files)
    assert fame.matches == 12
    for file in files:
        file.write_text(file.read_text().replace('"games"', '"game"'))
    assert hall_of_fame(files) == ()


# The service by itself


@dataclass(frozen=True)
class Slow(pg.Random):
    """Thinks until it is stopped."""

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        while position.ply:
            control.check()
        return super()._choose(position, chance, control)


@dataclass(frozen=True)
class Broken(pg.Random):
    """Has a fault."""

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        if position.ply:
            raise RuntimeError("a fault")
        return super()._choose(position, chance, control)


def alone(
    folder: Path, *seated: pg.Player, game: pg.Game = GAME, pause: float | None = None,
    rounds: int | None = 3, first: str = "fixed",
) -> Doing:  # fmt: skip
    """A run that nobody looks after."""
    plan = Plan.of_series(game, [seated], rounds, 1, first)
    record = RunRecord("one", "somebody", 0.0, "One", rounds or 0, 1, pause=pause)
    doing = Doing(record, folder, FastClock())
    doing.begin(plan)
    return doing


def played(doing: Doing, workers: Workers | None = None) -> list[str]:
    """Play it; its states as the page heard of them."""
    heard: list[str] = []

    async def tell(doing: Doing) -> None:
        heard.append(doing.state)

    async def play() -> None:
        await doing.play(workers or Workers(1), asyncio.Semaphore(1), lambda _: False, tell)

    asyncio.run(play())
    doing.look()
    return heard


def test_a_move_has_its_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.web.services.doing.STEP_MOST", 0.05)
    doing = alone(tmp_path, pg.Random(), Slow())
    assert played(doing)[-1] == "failed"
    assert "a move took more than 0.05 seconds: run it with smaller depths" in doing.problem
    assert doing.done == 0  # nothing of the game that was not finished


def test_a_fault_ends_it_and_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    doing = alone(tmp_path, pg.Random(), Broken())
    assert played(doing)[-1] == "failed"
    assert "something went wrong on the server" in doing.problem
    assert sentence(doing) == "The run failed in game 1."
    assert "a fault" in caplog.text


def test_its_time_is_limited_and_given_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On this clock each look takes a second: as many moves are made on every computer.
    monkeypatch.setattr(
        "plyground.web.services.doing.time", SimpleNamespace(monotonic=count().__next__)
    )
    monkeypatch.setattr("plyground.web.services.doing.TIME_MOST", 150)
    path = ended(client, CUP, rounds="100")
    assert "press “Go on”" in text_of(client.get(path).text)
    before = doing_of(client, path).done
    assert before > 0
    client.post(f"{path}/go-on", headers=HTML)
    assert heard(client, path)[-1][0] == "end"
    assert before < doing_of(client, path).done < 3 * before


def test_the_time_that_is_left_is_said_in_words(tmp_path: Path) -> None:
    doing = alone(tmp_path, pg.Random(), pg.Random(), rounds=10)
    played(doing)
    doing.state, doing.spent, doing.before = "running", 0.5, 0
    doing.record = RunRecord("one", "somebody", 0.0, "One", 1000, 1)
    assert doing.left == ""
    doing.spent = 2.0
    assert doing.left == "about 4 min left"


@pytest.mark.anyio
async def test_how_many_may_go_on() -> None:
    """Those without a cookie are one visitor for each address; a visitor starts few in a row."""
    clock, workers = FastClock(), Workers(1)
    service = Runs(None, Path(), Hub(), workers, lambda *_: (), clock)  # type: ignore[arg-type]

    def asked(number: int, known: bool, address: str = "192.0.2.1") -> bool:
        client_of.set(Client(address, known))
        doing = Doing(RunRecord(str(len(service._all)), f"visitor {number}", 0.0, "", 0, 1),
                      Path(), clock)  # fmt: skip
        doing.begin()
        try:
            service._require_room(doing)
        except TooBusyError:
            return False
        service._all[doing.id] = doing
        return True

    begun = [asked(number, known=False) for number in range(30)]
    assert begun == [True] * EACH_MOST + [False] * (30 - EACH_MOST)
    assert [asked(99, known=True) for _ in range(EACH_MOST + 1)] == [True] * EACH_MOST + [False]
    of_a_class = [asked(number, known=True) for number in range(90)]
    assert sum(of_a_class) == runs.ADDRESS_MOST - 2 * EACH_MOST
    assert asked(1, known=True, address="192.0.2.2")
    first, second, *_ = (each for each in service._all.values() if each.owner == "visitor 99")
    assert service._ahead(second)
    assert not service._ahead(first)
    for _ in range(AT_ONCE):
        service._allowance.take("ann")
    with pytest.raises(TooBusyError, match="you have started 20 runs in a short time"):
        service._allowance.take("ann")
    workers.close()


@pytest.mark.anyio
async def test_a_run_waits_while_nobody_looks_and_the_latest_change_counts(tmp_path: Path) -> None:
    doing = alone(tmp_path, pg.Random(), pg.Random(), rounds=None)
    states: list[str] = []

    async def tell(doing: Doing) -> None:
        states.append(doing.state)
        if doing.state == "resting":
            doing.change(0, pg.Minimax(1))
            doing.watch()
        elif "resting" in states and doing.done > 40:
            doing.stop()

    doing.clock = FastClock(speed=2000)
    await doing.play(Workers(1), asyncio.Semaphore(1), lambda _: False, tell)
    assert "resting" in states
    assert doing.state == "stopped"
    assert doing.players[0] == pg.Minimax(1)


class FullWorkers(Workers):
    """Workers that first refuse, and then put work aside, until someone lets them go on."""

    def __init__(self) -> None:
        super().__init__(1)
        self.free = asyncio.Event()
        self.asked = 0

    async def run(  # type: ignore[override]
        self,
        visitor: str,
        work: Callable[[pg.Control], Any],
        control: pg.Control | None = None,
        *,
        on_turn: Callable[[bool], None],
        **_how: Any,
    ) -> Any:
        self.asked += 1
        if self.asked <= 3:
            raise TooBusyError("there is much to do")
        if self.asked == 5:
            on_turn(True)
            on_turn(False)
            await self.free.wait()
        on_turn(True)
        return work(control or pg.Control())


@pytest.mark.anyio
async def test_it_waits_while_the_workers_have_too_much_to_do_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "NOTICE", 0.0)
    doing, told = alone(tmp_path, pg.Random(), pg.Random(), pause=0.1), list[str]()

    async def tell(doing: Doing) -> None:
        told.append(doing.waits)

    workers = FullWorkers()
    playing = asyncio.create_task(doing.play(workers, asyncio.Semaphore(1), lambda _: False, tell))
    while not doing.waits or workers.asked < 5:
        await turn()
    assert "Waiting: you are next" in doing.waits
    workers.free.set()
    await playing
    workers.close()
    assert (doing.state, doing.done) == ("finished", 3)
    assert any(told), "the page hears of it"
    assert not told[-1]


def test_each_player_keeps_its_colour_and_its_shape_whoever_begins(tmp_path: Path) -> None:
    from plyground.web.pages.runs import _colours, _picture

    game = pg.ConnectFour()
    doing = alone(tmp_path, players.OldConnect4(1), pg.Random(), game=game)
    (board,) = doing.boards
    red, yellow = game.colours
    for seating, expected in (((0, 1), [0, 1]), ((1, 0), [1, 0])):
        board.shown = Shown(seating, game.position("44"))
        picture = _picture(doing, board)
        assert picture.colours == (red, yellow)
        assert [mark.player for mark in picture.marks if mark] == expected
    assert [text for text, _, _ in score(doing)] == ["Minimax: 0.0", "Opponent: 0.0"]
    assert players.OldSimRed.colours is not None
    first, second = players.OldSimRed.colours
    sim = pg.Sim()
    for seated, colours in (
        ((players.OldSimRed(1), pg.Random()), (first, second)),
        ((pg.Random(), players.OldSimRed(1)), (second, first)),
        ((pg.Random(), pg.Random()), sim.colours),
    ):
        assert _colours(alone(tmp_path, *seated, game=sim))[:2] == colours[:2]


def test_sentences_of_one_board(tmp_path: Path) -> None:
    doing = alone(tmp_path, pg.Perfect(), pg.Random(), pause=0.1)
    doing.state = "running"
    (board,) = doing.boards
    said = []
    for moves in ("", "5", "5 1 2 3 8"):
        board.shown = Shown((0, 1), GAME.position(moves))
        said.append(sentence(doing))
    assert said == [
        "Game 1 begins. Perfect moves first.",
        "Perfect played cell 5.",
        "Perfect won: three in a row.",
    ]
    board.shown = Shown((1, 0), GAME.position("5"))
    assert sentence(doing) == "Random played cell 5."


def test_pauses_before_a_game(tmp_path: Path) -> None:
    for pause, seconds in ((0.1, 2), (1.0, 1.5)):
        assert alone(tmp_path, pg.Random(), pg.Random(), pause=pause)._before_game == seconds
