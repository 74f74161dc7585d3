"""Experiments in the browser: what they find, what is refused, who may do what."""

import asyncio
import csv
import html
import io
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from plyground.arena.experiment import Run, load, read, shipped
from plyground.arena.stating import Bounds, Stated
from plyground.games import registry
from plyground.players import parse_player
from plyground.web.app import create_app
from plyground.web.engine.events import Hub
from plyground.web.engine.work import Client, Workers
from plyground.web.engine.work import client as client_of
from plyground.web.errors import TooBusyError
from plyground.web.services import experiments
from plyground.web.services.experiments import AT_ONCE, EACH_MOST, Experimenting, Experiments
from plyground.web.settings import Settings
from tests.web.clocks import FastClock

HTML = {"accept": "text/html"}
OWN = {
    "game": "tictactoe", "kind": "series", "count": "3", "rounds": "4",
    "kind-1": "minimax", "depth-1": "1", "kind-2": "minimax", "depth-2": "2", "kind-3": "random",
}  # fmt: skip

SLOW = {"kind-1": "mcts", "playouts-1": "100000", "rounds": "1000"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(Settings(data=tmp_path, warms=False))
    with TestClient(app, base_url="http://localhost") as client:
        yield client


def done(client: TestClient, **fields: str) -> str:
    """The path of an experiment that was started with the form, and has ended."""
    answer = client.post("/experiments", data=fields or OWN, headers=HTML)
    assert answer.status_code == 200, answer.text
    path = answer.url.path
    assert "event: end" in client.get(f"{path}/events").text
    return path


def said(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_the_list_asks_the_questions(client: TestClient) -> None:
    page = said(client.get("/experiments").text)
    for name in shipped():
        assert load(name).question in page
        assert said(client.get(f"/experiments/{name}").text).count(load(name).title) >= 1
        text = client.get(f"/experiments/{name}.toml").text
        assert read(text, name, Path()).rows == load(name).rows


def test_the_authors_seven_rows_are_beside_ours(client: TestClient) -> None:
    """The experiment of the second Sim program, with few games."""
    path = done(client, experiment="depth-pruning", rounds="1", seed="5")
    page = client.get(path).text
    for text in (
        "depth 7, pruning",
        "97 to 100 of 100",
        "261 s",
        "1 round each against Random, seed 5",
    ):
        assert text in said(page)
    rows = list(csv.DictReader(io.StringIO(client.get(f"{path}/results.csv").text)))
    assert [row["played"] for row in rows] == ["1"] * 7
    found = client.get(f"{path}/results.json").json()
    assert (found["seed"], found["complete"], len(found["rows"])) == (5, True, 7)
    here = Run(load("depth-pruning"), 1, 5)
    for _ in here.steps():
        pass
    assert [row["wins"] for row in found["rows"]] == [each.tallies[0].wins for each in here.series]


def test_an_own_experiment_is_its_file(client: TestClient) -> None:
    path = done(client, **OWN, title='My "first"', question="Does depth help?")
    text = client.get(f"{path}/experiment.toml").text
    data = tomllib.loads(text)
    assert data["title"] == 'My "first"'
    assert [row["depth"] for row in data["rows"]] == [1, 2]
    assert data["rows"][0]["players"] == ["minimax:depth=1", "random"]
    page = client.get(path).text
    assert "Does depth help?" in page
    assert "Minimax, depth 2" in page
    assert "minimax:depth" not in page
    assert page.count("<polyline") == 1  # both are on one line by depth
    chart = client.get(f"{path}/chart.svg").text
    assert chart.startswith("<svg")
    assert "var(" not in chart
    again = re.search(r'href="(/experiments/new\?[^"]*)"', page)
    assert again
    assert 'value="My &#34;first&#34;"' in client.get(html.unescape(again[1])).text


def test_the_form_gives_the_same_file_without_running(client: TestClient) -> None:
    text = client.get("/experiments/new.toml", params=OWN).text
    assert read(text, "mine", Path()).rounds == 4
    refused = client.get("/experiments/new.toml", params=OWN | {"rounds": "0"}, headers=HTML)
    assert refused.status_code == 422


@pytest.mark.parametrize("kind", ["grid", "search"])
def test_other_ways(client: TestClient, kind: str) -> None:
    path = done(client, **OWN | {"kind": kind, "from": "2", "to": "3"})
    page = said(client.get(path).text)
    assert ("Points" if kind == "grid" else "Positions visited") in page
    assert "Minimax, depth 1" in page


def test_heuristics_against_the_truth(client: TestClient) -> None:
    path = done(client, game="sim", kind="heuristic", rounds="2",
                **{"heuristic-margin": "yes", "from": "9", "to": "10"})  # fmt: skip
    page = said(client.get(path).text)
    assert "A coin would have 50" in page
    assert "margin" in page


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rounds": "1000000000"}, "a whole number from 1 to 1,000, and not “1000000000”"),
        ({"rounds": "10^9"}, "a whole number from 1 to 1,000, and not “10^9”"),
        ({"rounds": "0"}, "a whole number from 1 to 1,000"),
        ({"rounds": ""}, "a whole number from 1 to 1,000"),
        ({"seed": "-1"}, "a seed is a whole number from 0"),
        ({"depth-1": "13"}, "a depth is at most 12 in an experiment here, and not 13"),
        ({"depth-1": "0"}, "depth takes a whole number from 1 to 999"),
        ({"kind-1": "mcts", "playouts-1": "1000000000"}, "the number of playouts is at most 100"),
        ({"kind-1": "external(true)"}, "would start a program"),
        ({"kind-1": "alphabeta:heuristic=/etc/passwd.py"}, "heuristic"),
        ({"kind-1": "human"}, "a human cannot play here"),
        ({"depth-2": "1"}, "Minimax, depth 1 is there more than once"),
        ({"game": "sim", "players": "3"}, "takes a game for 2 players"),
        ({"game": "/tmp/mine.py"}, "there is no game"),
        ({"kind": "duel"}, "choose what is compared"),
        ({"kind": "heuristic"}, "Tic-tac-toe has no heuristics: choose another game"),
        ({"kind": "heuristic", "game": "sim"}, "choose a heuristic or more"),
        ({"kind": "search", "from": "3", "to": "2"}, "the plies go up"),
        ({"kind": "search", "to": "9"}, "a whole number from 0 to 8"),
        ({"first": "me"}, "first: takes one of"),
        ({"experiment": "depth-pruning", "rounds": "1001"}, "a whole number from 1 to 1,000"),
    ],
)
def test_what_is_refused_and_what_is_accepted(
    client: TestClient, fields: dict[str, str], message: str
) -> None:
    answer = client.post("/experiments", data=OWN | fields, headers=HTML)
    assert answer.status_code == 422
    assert message in said(answer.text)
    plain = client.post("/experiments", data=OWN | fields)
    assert plain.status_code == 422
    assert message in plain.json()["error"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"rounds": "1000000000"}, "rounds"),
        ({"seed": "-1"}, "seed"),
        ({"depth-1": "13"}, "depth-1"),
        ({"depth-2": "0"}, "depth-2"),
        ({"kind-2": "mcts", "playouts-2": "1000000000"}, "playouts-2"),
        ({"depth-2": "1"}, "kind-2"),
        ({"kind-1": "human"}, "kind-1"),
        ({"game": "sim", "players": "3"}, "players"),
        ({"kind": "heuristic", "game": "sim"}, "heuristics"),
        ({"kind": "search", "to": "9"}, "to"),
        ({"experiment": "depth-pruning", "rounds": "1001"}, "rounds"),
    ],
)
def test_a_refusal_is_beside_its_field(
    client: TestClient, fields: dict[str, str], field: str
) -> None:
    page = client.post("/experiments", data=OWN | fields, headers=HTML).text
    (focused,) = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", page)
    assert f'aria-describedby="{field}-refused' in focused
    assert 'aria-invalid="true"' in focused
    assert f'id="{field}-refused"' in page
    if field != "heuristics":
        assert f'name="{field}"' in focused
    assert re.search(r'id="problem" role="alert"></p>', page)


def test_the_answer_comes_first_in_one_sentence(client: TestClient) -> None:
    page = client.get(done(client, **OWN | {"count": "2", "rounds": "40", "kind-2": "random"})).text
    assert re.search(r"<strong>“Minimax, depth 1” won \d+ of 40 games\.</strong>", page)
    assert page.index("<strong>") < page.index("<table>")
    assert "say little" not in page
    few = client.get(done(client)).text
    assert "4 games for each player say little: chance alone moves a share of wins" in few


def test_what_was_sent_is_never_part_of_the_page(client: TestClient) -> None:
    evil = '"><script>alert(1)</script>'
    sent = OWN | {"title": evil, "question": evil, "kind-1": evil, "rounds": evil}
    answer = client.post("/experiments", data=sent, headers=HTML)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    path = done(client, **OWN | {"title": evil, "question": evil})
    assert "<script>alert" not in client.get(path).text
    assert "<script>alert" not in client.get(f"{path}/events").text


def test_only_the_owner_stops_it(client: TestClient) -> None:
    client.get("/experiments")
    answer = client.post("/experiments", data=OWN | SLOW, headers=HTML)
    path = answer.url.path
    second = client.post("/experiments", data=OWN, headers=HTML)
    assert second.status_code == 429
    assert "your last experiment is still going on: stop it first, or wait" in said(second.text)
    assert path in second.text
    mine = dict(client.cookies)
    client.cookies.clear()
    assert client.post(f"{path}/stop").status_code == 403
    assert "/stop" not in client.get(path).text
    client.cookies.clear()
    client.cookies.update(mine)
    assert client.post(f"{path}/stop", headers={"hx-request": "true"}).status_code == 204
    assert "event: end" in client.get(f"{path}/events").text
    assert "Stopped after" in said(client.get(path).text)
    assert client.get(f"{path}/results.json").json()["complete"] is False


def test_one_that_is_not_there(client: TestClient) -> None:
    for path in ("runs/nothing", "runs/nothing/events", "runs/nothing/results.csv"):
        answer = client.get(f"/experiments/{path}", headers=HTML)
        assert answer.status_code == 404
        assert "until the server restarts" in answer.text
    assert client.get("/experiments/nothing", headers=HTML).status_code == 404


def test_pages_have_no_script_and_no_style_of_their_own(client: TestClient) -> None:
    for path in ("/experiments", "/experiments/new", "/experiments/move-order", done(client)):
        page = client.get(path).text
        assert not re.search(r"\sstyle=|<style|\son\w+=", page)


# The service by itself


def made(number: int = 0, rounds: int = 2) -> Experimenting:
    client_of.set(Client("192.0.2.1", known=True))
    game = registry.game_class("tictactoe")()
    random, other = parse_player("random"), parse_player("mixed:50")
    assert random
    assert other
    stated = Stated("t", "q?", "series", game, rounds, players=(other,), opponent=random)
    run = Run(read(stated.text, "mine", Path()), seed=1)
    return Experimenting(run, f"visitor {number}", {}, FastClock())


def test_one_visitor_cannot_start_two_hundred() -> None:
    async def ask() -> list[str]:
        clock = FastClock()
        workers = Workers(1)
        all_ = Experiments(Hub(), workers, lambda _: (), clock)
        refusals = []
        for _ in range(200):
            doing = made()
            try:
                all_.begin(doing)
            except TooBusyError as error:
                refusals.append(str(error))
            else:
                doing._end("finished")
        await all_.close()
        workers.close()
        return refusals

    refusals = asyncio.run(ask())
    assert len(refusals) == 200 - AT_ONCE
    assert refusals[0] == (
        f"you have started {AT_ONCE} experiments in a short time: try again later"
    )
    assert EACH_MOST == 1


def test_its_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(experiments, "TIME_MOST", 0.2)

    async def ask(doing: Experimenting) -> None:
        async def tell(_: Experimenting) -> None:
            return None

        workers = Workers(1)
        await doing.do(workers, asyncio.Semaphore(1), tell)
        workers.close()

    doing = made(rounds=1000)
    asyncio.run(ask(doing))
    if doing.state != "finished":  # on a very quick computer
        assert doing.state == "failed"
        assert "minutes of computing" in doing.problem
        assert 0 <= doing.run.done < 1000


def test_the_time_that_is_left_is_said_in_words() -> None:
    doing = made(rounds=1000)
    doing.total, doing.state = 1000, "running"
    assert doing.left == ""
    steps = doing.run.steps()
    for _ in range(10):
        next(steps)
    doing.spent = 2.0
    assert doing.left == "about 4 min left"
    doing.spent = 100.0
    assert doing.left == "more than the 10 minutes of computing that it gets"


def test_many_steps_are_refused() -> None:
    game = registry.game_class("tictactoe")()
    players = tuple(filter(None, (parse_player(f"minimax:depth={n}") for n in range(1, 9))))
    stated = Stated("t", "q?", "grid", game, 1000, players=players)
    with pytest.raises(Exception, match="at most 10,000 matches, searches or positions"):
        Bounds().check(read(stated.text, "mine", Path()), 1000)
