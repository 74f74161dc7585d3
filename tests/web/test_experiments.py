"""Experiments in the browser: what they find, and how long they may take."""

from __future__ import annotations

import asyncio
import csv
import html
import io
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

from plyground.arena.experiment import Run, load, read, shipped
from plyground.arena.stating import BoundError, Bounds, Stated
from plyground.games import registry
from plyground.players import Player, parse_player
from plyground.web.engine.events import Hub
from plyground.web.engine.work import Client, Workers
from plyground.web.engine.work import client as client_of
from plyground.web.errors import TooBusyError
from plyground.web.services import experiments, tended
from plyground.web.services.experiments import AT_ONCE, Experimenting, Experiments
from tests.web.clocks import FastClock
from tests.web.playing import text_of
from tests.web.test_runs import EXPERIMENTS, ended


@pytest.mark.parametrize("name", shipped())
def test_the_list_asks_the_questions(reader: TestClient, name: str) -> None:
    assert load(name).question in text_of(reader.get("/experiments").text)
    assert load(name).title in text_of(reader.get(f"/experiments/{name}").text)
    text = reader.get(f"/experiments/{name}.toml").text
    assert read(text, name, Path()).rows == load(name).rows


def test_the_authors_seven_rows_are_beside_ours(client: TestClient) -> None:
    """The experiment of the second Sim program, with few games."""
    path = ended(client, EXPERIMENTS, experiment="depth-pruning", rounds="1", seed="5")
    page = text_of(client.get(path).text)
    for text in (
        "depth 7, pruning",
        "97 to 100 of 100",
        "261 s",
        "1 round each against Random, seed 5",
    ):
        assert text in page
    rows = list(csv.DictReader(io.StringIO(client.get(f"{path}/results.csv").text)))
    assert [row["played"] for row in rows] == ["1"] * 7
    found = client.get(f"{path}/results.json").json()
    assert (found["seed"], found["complete"], len(found["rows"])) == (5, True, 7)
    here = Run(load("depth-pruning"), 1, 5)
    for _ in here.steps():
        pass
    assert [row["wins"] for row in found["rows"]] == [each.lines[0].wins for each in here.series]


def test_an_own_experiment_is_its_file(client: TestClient) -> None:
    path = ended(client, EXPERIMENTS, title='My "first"', question="Does depth help?")
    data = tomllib.loads(client.get(f"{path}/experiment.toml").text)
    assert data["title"] == 'My "first"'
    assert [row["depth"] for row in data["rows"]] == [1, 2]
    assert data["rows"][0]["players"] == ["minimax:depth=1", "random"]
    page = client.get(path).text
    assert "Does depth help?" in page
    assert "Minimax, depth 2" in page
    assert "minimax:depth" not in page
    assert "4 games for each player say little: chance alone moves a share of wins" in (
        text_of(page)
    )
    assert page.count("<polyline") == 1  # both are on one line by depth
    chart = client.get(f"{path}/chart.svg").text
    assert chart.startswith("<svg")
    assert "var(" not in chart
    (again,) = re.findall(r'href="(/experiments/new\?[^"]*)"', page)
    assert 'value="My &#34;first&#34;"' in client.get(html.unescape(again)).text


def test_the_form_gives_the_same_file_without_running(reader: TestClient) -> None:
    text = reader.get("/experiments/new.toml", params=EXPERIMENTS.form).text
    assert read(text, "mine", Path()).rounds == 4
    refused = reader.get("/experiments/new.toml", params=EXPERIMENTS.form | {"rounds": "0"})
    assert refused.status_code == 422


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
def test_other_ways(client: TestClient, fields: dict[str, str], words: tuple[str, ...]) -> None:
    page = text_of(client.get(ended(client, EXPERIMENTS, **fields)).text)
    assert all(each in page for each in words)


def test_the_answer_comes_first_in_one_sentence(client: TestClient) -> None:
    path = ended(client, EXPERIMENTS, count="2", rounds="40", **{"kind-2": "random"})
    page = client.get(path).text
    assert re.search(r"<strong>“Minimax, depth 1” won \d+ of 40 games\.</strong>", page)
    assert page.index("<strong>") < page.index("<table>")
    assert "say little" not in page


# The service by itself


def player(text: str) -> Player:
    found = parse_player(text)
    assert found is not None
    return found


def made(rounds: int = 2) -> Experimenting:
    client_of.set(Client("192.0.2.1", known=True))
    game = registry.game_class("tictactoe")()
    opponent = player("random")
    stated = Stated("t", "q?", "series", game, rounds, players=(player("mixed:50"),),
                    opponent=opponent)  # fmt: skip
    return Experimenting(Run(read(stated.text, "mine", Path()), seed=1), "ann", {}, FastClock())


def test_one_visitor_cannot_start_many_one_after_another() -> None:
    async def ask() -> str:
        workers, clock = Workers(1), FastClock()
        service = Experiments(Hub(), workers, lambda _: (), clock)
        for _ in range(AT_ONCE):
            doing = made()
            service.begin(doing)
            doing._end("finished")
        with pytest.raises(TooBusyError) as refused:
            service.begin(made())
        await service.close()
        workers.close()
        return str(refused.value)

    assert asyncio.run(ask()) == (
        f"you have started {AT_ONCE} experiments in a short time: try again later"
    )


def test_its_time_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []

    def timer(seconds: float, act: Callable[[], None]) -> SimpleNamespace:
        """One that rings at once in the third piece of work."""
        limits.append(seconds)
        start = act if len(limits) == 3 else lambda: None
        return SimpleNamespace(start=start, cancel=lambda: None)

    monkeypatch.setattr(tended, "threading", SimpleNamespace(Timer=timer))
    monkeypatch.setattr(experiments, "_SLICE", 0.0)

    async def do(doing: Experimenting) -> None:
        async def tell(_: Experimenting) -> None:
            return None

        workers = Workers(1)
        await doing.do(workers, asyncio.Semaphore(1), tell)
        workers.close()

    doing = made(rounds=1000)
    asyncio.run(do(doing))
    assert doing.state == "failed"
    assert "gets 10 minutes of computing" in doing.problem
    assert 1 <= doing.run.done < 10
    assert 600 == limits[0] > limits[1] > limits[2]


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
    players = tuple(player(f"minimax:depth={depth}") for depth in range(1, 9))
    stated = Stated("t", "q?", "grid", game, 1000, players=players)
    with pytest.raises(BoundError, match="at most 10,000 matches, searches or positions"):
        Bounds().check(read(stated.text, "mine", Path()), 1000)
