"""The simulation page: what it asks, how it counts, what it tells while it plays, how it ends."""

import asyncio
import csv
import html
import io
import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground import players
from plyground.arena import Schedule
from plyground.web.app import create_app
from plyground.web.engine.events import Hub
from plyground.web.engine.work import Client, Workers
from plyground.web.engine.work import client as client_of
from plyground.web.errors import RefusedError, TooBusyError
from plyground.web.pages.simulate import rounds_wished, sentence
from plyground.web.services import simulations
from plyground.web.services.simulations import (
    ADDRESS_MOST,
    EACH_MOST,
    Simulation,
    Simulations,
    Table,
)
from plyground.web.settings import Settings
from tests.web.clocks import FastClock

TICTACTOE = pg.TicTacToe()
FORM = {"game": "tictactoe", "kind-1": "random", "kind-2": "random", "pause": "0", "rounds": "4"}
HTML = {"accept": "text/html"}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(data=tmp_path)), base_url="http://localhost") as client:
        yield client


def started(client: TestClient, **fields: str) -> str:
    """The path of a simulation that was started with the form."""
    answer = client.post("/simulate", data=FORM | fields, headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.url.path


def heard(client: TestClient, path: str) -> list[tuple[str, int, str]]:
    """Name, number and data of all events, to the end of the simulation."""
    blocks = client.get(f"{path}/events").text.split("\n\n")
    found = []
    for block in blocks:
        if block.startswith("event: "):
            lines = block.split("\n")
            data = "\n".join(line.removeprefix("data: ") for line in lines[2:])
            found.append((lines[0].removeprefix("event: "), int(lines[1].split()[1]), data))
    return found


def results(client: TestClient, path: str) -> dict[str, object]:
    data: dict[str, object] = client.get(f"{path}/results.json").json()
    return data


def words(fragment: str) -> str:
    """The text of a fragment, spaces as they are."""
    return re.sub(r"<[^>]*>", "", fragment)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end, "it does not come"
        time.sleep(0.01)


# What is asked


@pytest.mark.parametrize(
    ("text", "rounds"),
    [
        ("12", 12),
        ("abc", 10),
        ("1001", 10),
        ("1", 1),
        ("50", 50),
        (" 7 ", 7),
        ("51", 10),
        ("0", 10),
        ("-3", 10),
        ("1.5", 10),
        ("", 10),
        ("\uff11\uff12", 10),
        ("9" * 5000, 10),
    ],
)
def test_how_many_rounds_a_text_meant_in_the_old_program(text: str, rounds: int) -> None:
    assert rounds_wished(text, as_before=True) == rounds


def test_how_many_rounds_a_text_means() -> None:
    for text, rounds in (("1", 1), ("51", 51), (" 1000 ", 1000), ("1,000", 1000)):
        assert rounds_wished(text) == rounds
    for text in ("0", "1001", "", "-3", "1.5", "\uff11\uff12", "9" * 5000):
        with pytest.raises(RefusedError, match=r"a simulation has 1 to 1,000 rounds"):
            rounds_wished(text)


@pytest.mark.parametrize(("text", "rounds"), [("12", 12), ("abc", 10), ("1001", 10)])
def test_rounds_are_played_as_asked(client: TestClient, text: str, rounds: int) -> None:
    path = started(client, **{"rounds": text, "as-before": "yes"})
    heard(client, path)
    data = results(client, path)
    assert data["rounds"] == data["played"] == rounds


def test_the_simulation_of_the_old_program_speaks_as_it_did(client: TestClient) -> None:
    page = client.get("/simulate", headers=HTML).text
    query = re.search(r'href="(/simulate[^"]*as-before[^"]*)"', page)
    assert query is not None
    page = client.get(html.unescape(query[1]), headers=HTML).text
    assert "Minimax Player vs Who?" in page
    assert "Enter the number of rounds you wish to see (1 - 50)" in page
    path = started(client, **{"game": "connect4", "rounds": "1", "as-before": "yes"})
    heard(client, path)
    assert "Final Result: " in client.get(path, headers=HTML).text


def test_the_form_begins_as_the_old_program_did(client: TestClient) -> None:
    page = client.get("/simulate", headers=HTML).text
    assert "<h2>Who plays?</h2>" in page
    assert "Rounds, 1 to 1,000" in page
    assert re.search(r'name="rounds"[^>]*value="10"', page)
    assert re.findall(r'name="depth-.".*\n *value="(\d)"', page) == ["5", "7"]
    assert '<option value="once" selected>' in page
    assert re.search(r'name="pause"[^>]*\n *value="0.1"', page)


def test_the_form_has_a_seat_for_each_player(client: TestClient) -> None:
    page = client.get("/simulate?game=sim&players=3&was=sim").text
    assert re.findall(r'<select id="kind-(\d)"', page) == ["1", "2", "3"]
    assert "max^n" in page
    assert '<option value="old-sim' not in page  # which plays for 2 only


def test_another_game_brings_its_own_usual_players(client: TestClient) -> None:
    page = client.get("/simulate?game=tictactoe&was=connect4&kind-2=old-connect4&rounds=7").text
    assert page.count("selected>Random") == 1
    assert "old-connect4" not in page
    assert 'value="7"' in page


def test_what_was_ready_made_plays(client: TestClient) -> None:
    for game in ("connect4", "sim"):
        page = client.get(f"/simulate?game={game}").text
        for link in re.findall(r'href="(/simulate\?game[^"]*)"', page):
            form = client.get(link.replace("&amp;", "&"))
            assert form.status_code == 200
            assert re.search(r'<option value="old-[^>]* selected>', form.text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind-1": "nobody"}, "&#39;nobody&#39; is not a player: give human, minimax, alphabeta"),
        ({"kind-1": "external"}, "would start a program"),
        ({"kind-1": "external(rm -r x)"}, "would start a program"),
        ({"kind-1": "mixed", "percent-1": "60(external(true))"}, "percent takes a whole number"),
        ({"kind-1": "human"}, "a human cannot play here"),
        ({"kind-1": "minimax", "depth-1": "deep"}, "depth takes a whole number"),
        (
            {"kind-1": "minimax", "depth-1": "0"},
            "depth takes a whole number from 1 to 999, and not 0",
        ),
        (
            {"kind-1": "mixed", "percent-1": "101"},
            "percent takes a whole number from 0 to 100, and not 101",
        ),
        ({"kind-1": "mcts", "playouts-1": "0"}, "from 1 to 1,000,000,000, and not 0"),
        ({"kind-1": "old-sim"}, "old-sim plays Sim for 2 players only"),
        ({"kind-2": ""}, "&#39;&#39; is not a player"),
        ({"game": "go"}, "there is no game &#39;go&#39;: give tictactoe, numerical, sim, connect4"),
        ({"game": "/tmp/mine.py"}, "there is no game &#39;/tmp/mine.py&#39;"),
        ({"game": "sim", "vertices": "11"}, "Sim takes 3 to 10 vertices, and not 11"),
        ({"game": "sim", "vertices": "x"}, "Sim takes 3 to 10 vertices, and not &#39;x&#39;"),
        ({"rounds": "1001"}, "a simulation has 1 to 1,000 rounds, and not “1001”"),
        ({"rounds": "abc"}, "a simulation has 1 to 1,000 rounds, and not “abc”"),
        ({"boards": "3"}, "choose 1, 2, 4, 6 or 9 boards"),
        ({"first": "me"}, "first is one of fixed, alternate, once, random"),
        ({"pause": "2.1"}, "a pause between moves is 0 to 2 seconds"),
        ({"pause": "nan"}, "a pause between moves is 0 to 2 seconds"),
    ],
)
def test_what_is_refused_and_what_is_accepted(
    client: TestClient, fields: dict[str, str], message: str
) -> None:
    answer = client.post("/simulate", data=FORM | fields, headers=HTML)
    assert answer.status_code == 422
    assert message in answer.text
    assert 'id="setup"' in answer.text
    plain = client.post("/simulate", data=FORM | fields)
    assert plain.status_code == 422
    assert message.replace("&#39;", "'") in plain.json()["error"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"rounds": "1,000,000,000"}, "rounds"),
        ({"pause": "2.1"}, "pause"),
        ({"boards": "3"}, "boards"),
        ({"first": "me"}, "first"),
        ({"kind-2": "mixed", "percent-2": "101"}, "percent-2"),
    ],
)
def test_a_refusal_is_beside_its_field(
    client: TestClient, fields: dict[str, str], field: str
) -> None:
    page = client.post("/simulate", data=FORM | fields, headers=HTML).text
    (focused,) = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", page)
    assert f'name="{field}"' in focused
    assert f'aria-describedby="{field}-refused' in focused
    assert f'id="{field}-refused"' in page
    assert "1,000,000,000" not in fields.values() or "not “1,000,000,000”" in page


def test_what_was_sent_stays_in_the_form_but_is_never_part_of_the_page(client: TestClient) -> None:
    evil = '"><script>alert(1)</script>'
    answer = client.post("/simulate", data=FORM | {"rounds": evil, "kind-1": evil}, headers=HTML)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;" in answer.text
    path = started(client, **{"depth-1": evil, "colour": evil})
    assert "<script>alert" not in client.get(path).text


# What is played


def test_it_plays_what_the_command_line_plays_and_counts_it(client: TestClient) -> None:
    path = started(client, **{"kind-1": "minimax", "depth-1": "2", "rounds": "6"})
    events = heard(client, path)
    data = results(client, path)
    seed = data["seed"]
    assert isinstance(seed, int)
    series = pg.simulate(TICTACTOE, (pg.Minimax(2), pg.Random()), rounds=6, seed=seed)
    matches = data["matches"]
    assert isinstance(matches, list)
    assert [tuple(each["moves"]) for each in matches] == [
        each.match.moves for each in series.rounds
    ]
    first, second = series.tallies
    assert first.points + second.points == 6
    final = f"Final result: Minimax, depth 2: {first.points:.1f}    Random: {second.points:.1f}"
    assert final in words([data for name, _, data in events if name == "score"][-1])
    page = client.get(path).text
    assert final in words(page)
    assert f"{first.nodes:,}" in page
    counted = r"\s*".join(
        f'<td class="figure">{each}</td>' for each in (first.wins, first.draws, first.losses)
    )
    assert re.search(counted, page)


def test_rounds_side_by_side_are_those_of_one_board(client: TestClient) -> None:
    path = started(client, **{"kind-1": "minimax", "depth-1": "2", "rounds": "7", "boards": "4"})
    page = client.get(path).text
    assert page.count('class="one"') == 4
    events = heard(client, path)
    assert {re.search(r'id="board-(\d)"', data)[1]  # type: ignore[index]
            for name, _, data in events if name == "board"} == {"0", "1", "2", "3"}  # fmt: skip
    data = results(client, path)
    seed, matches = data["seed"], data["matches"]
    assert isinstance(seed, int)
    assert isinstance(matches, list)
    series = pg.simulate(TICTACTOE, (pg.Minimax(2), pg.Random()), rounds=7, seed=seed)
    assert [tuple(each["moves"]) for each in matches] == [
        each.match.moves for each in series.rounds
    ]
    assert f"{series.tallies[0].nodes:,}" in client.get(path).text


def test_no_more_boards_than_rounds(client: TestClient) -> None:
    assert client.get(started(client, rounds="2", boards="9")).text.count('class="one"') == 2


def test_lists_and_graphs_say_who_plays_whom(client: TestClient) -> None:
    path = started(client, **{"kind-1": "minimax", "depth-1": "3"})
    heard(client, path)
    listed = words(client.get("/simulate", headers=HTML).text)
    assert "Tic-tac-toe: Minimax, depth 3 against Random" in listed
    assert "4 of 4 rounds, ended" in listed
    page = client.get(path).text
    assert re.search(r">Minimax, depth 3</text>", page)
    assert re.search(r"<td>3</td>", page)  # not of its last search, which sees the end


def test_the_show_says_in_words_what_happens(client: TestClient) -> None:
    path = started(client, show="yes", rounds="2", **{"kind-1": "perfect"})
    assert path.endswith("/show")
    path = path.removesuffix("/show")
    *_, last = (words(data) for name, _, data in heard(client, path) if name == "sentence")
    how = r"(, Perfect wins by .+ points?| nobody is ahead)"
    assert re.fullmatch(rf"After 2 rounds{how}\.", last.strip())
    page = client.get(f"{path}/show").text
    assert 'data-play="/?game=tictactoe"' in page
    assert "Play too!" in page
    assert 'name="show" value="yes"' in page  # its owner's screen plays it again
    assert "End the show" in page
    assert 'data-ended="finished"' in page
    client.cookies.clear()
    page = client.get(f"{path}/show").text
    assert 'name="show"' not in page
    assert "End the show" not in page  # they did not start it
    assert client.get("/simulate/nothing/show", headers=HTML).status_code == 404


@pytest.mark.slow
def test_events_come_in_order_and_end(client: TestClient) -> None:
    events = heard(client, started(client, rounds="5", pause="0.01"))
    numbers = [number for _, number, _ in events]
    assert numbers == sorted(numbers)
    assert [name for name, _, _ in events][-1] == "end"
    assert [name for name, _, _ in events].count("end") == 1
    points = [
        sum(float(each) for each in re.findall(r"Random #.: (\d+\.\d)", words(data)))
        for name, _, data in events
        if name == "score"
    ]
    assert points == sorted(points)
    assert set(points) == {0, 1, 2, 3, 4, 5}
    assert events[-1][2] == "finished"


def test_every_move_is_shown_where_there_is_a_pause(client: TestClient) -> None:
    path = started(client, rounds="1", pause="0.01")
    boards = [data for name, _, data in heard(client, path) if name == "board"]
    (match,) = results(client, path)["matches"]  # type: ignore[misc]
    plies = [board.count("ply-taken") for board in boards]
    assert plies == sorted(plies)
    assert set(plies) == set(range(len(match["moves"]) + 1))


def test_who_comes_late_sees_the_end(client: TestClient) -> None:
    path = started(client)
    first = heard(client, path)
    again = heard(client, path)
    assert [name for name, _, _ in again] == [
        "board",
        "figures",
        "sentence",
        "score",
        "chart",
        "problem",
        "end",
    ]
    assert again[0][2] == [data for name, _, data in first if name == "board"][-1]


def test_stopping_keeps_what_is_done(client: TestClient) -> None:
    path = started(client, endless="on")
    until(lambda: results(client, path)["played"] >= 3)  # type: ignore[operator]
    assert client.post(f"{path}/stop", headers={"hx-request": "true"}).status_code == 204
    assert heard(client, path)[-1][2] == "stopped"
    data = results(client, path)
    played = data["played"]
    assert isinstance(played, int)
    assert played >= 3
    assert data["rounds"] == played
    seats = data["seats"]
    assert isinstance(seats, list)
    page = client.get(path).text
    assert f"Stopped after {played} rounds" in page
    assert f"Random #1: {seats[0]['points']:.1f}    Random #2: {seats[1]['points']:.1f}" in words(
        page
    )
    assert results(client, path) == data


def test_stopping_in_the_middle_of_the_first_round(client: TestClient) -> None:
    path = started(client, pause="2")
    answer = client.post(f"{path}/stop", headers=HTML)
    assert answer.url.path == path
    assert heard(client, path)[-1][2] == "stopped"
    data = results(client, path)
    assert (data["rounds"], data["played"]) == (4, 0)
    assert "Stopped after 0 rounds" in client.get(path).text
    assert len(client.get(f"{path}/results.csv").text.splitlines()) == 1


def test_downloads_can_be_read(client: TestClient) -> None:
    path = started(client, **{"kind-1": "mixed", "percent-1": "30", "rounds": "3"})
    heard(client, path)
    answer = client.get(f"{path}/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert re.fullmatch(
        r'attachment; filename="simulation-tictactoe-\d+\.csv"',
        answer.headers["content-disposition"],
    )
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["round"] for row in rows] == ["1", "2", "3"]
    assert {row["seat_1"] for row in rows} == {"mixed:30", "random"}
    data = json.loads(client.get(f"{path}/results.json").text)
    assert [" ".join(each["moves"]) for each in data["matches"]] == [row["moves"] for row in rows]
    assert all(TICTACTOE.position(each["moves"]).over for each in data["matches"])


def test_the_speed_can_be_changed_on_the_way(client: TestClient) -> None:
    path = started(client, pause="2", rounds="2")
    quick = client.post(f"{path}/pause", data={"pause": "0"}, headers={"hx-request": "true"})
    assert quick.status_code == 204
    assert heard(client, path)[-1][2] == "finished"
    assert client.post(f"{path}/pause", data={"pause": "soon"}).status_code == 422


def test_once_more_and_a_change_begin_where_this_one_did(client: TestClient) -> None:
    page = client.get(started(client, **{"kind-1": "humanlike", "level-1": "35"})).text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page))
    assert fields == FORM | {"kind-1": "humanlike", "level-1": "35"}
    link = re.search(r'href="(/simulate\?[^"]*)"', page)
    assert link
    form = client.get(link[1].replace("&amp;", "&")).text
    assert "selected>Humanlike" in form
    assert ">35</output>" in form


# Who may do what, and how long


def test_two_of_a_visitor_may_run(client: TestClient) -> None:
    client.get("/simulate")
    paths = [started(client, endless="on") for _ in range(2)]
    answer = client.post("/simulate", data=FORM, headers=HTML)
    assert answer.status_code == 429
    assert "2 of your simulations are running: stop one of them first" in answer.text
    assert all(path in answer.text for path in paths)
    client.post(f"{paths[0]}/stop")
    heard(client, paths[0])
    started(client)


def test_others_may_watch_and_nothing_else(client: TestClient) -> None:
    path = started(client, endless="on")
    client.cookies.clear()
    page = client.get(path)
    assert page.status_code == 200
    assert "/stop" not in page.text
    for post in ("stop", "pause"):
        answer = client.post(f"{path}/{post}", data={"pause": "1"})
        assert answer.status_code == 403
        assert answer.json() == {"error": "Only the person who started a simulation can change it."}
    client.cookies.clear()
    assert path not in client.get("/simulate").text


def test_one_that_is_not_there(client: TestClient) -> None:
    for path in ("", "/events", "/results.json", "/results.csv"):
        answer = client.get(f"/simulate/nothing{path}", headers=HTML)
        assert answer.status_code == 404
        assert "This simulation has been removed" in answer.text


def test_what_nobody_watches_is_stopped_and_forgotten(client: TestClient) -> None:
    path = started(client, endless="on")
    id_ = path.rsplit("/", 1)[1]
    all_: Simulations = client.app.state.parts.simulations  # type: ignore[attr-defined]
    simulation = all_.get(id_)
    assert simulation
    now = time.time()
    all_.sweep(now + 500)
    assert not simulation.ended
    portal = client.portal
    assert portal
    portal.call(all_.sweep, now + 700)
    until(lambda: simulation.ended)
    assert simulation.state == "stopped"
    all_.sweep(time.time() + 3000)
    assert all_.get(id_)
    all_.sweep(time.time() + 3700)
    assert client.get(path).status_code == 404


def test_no_more_are_kept_than_there_is_room_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_: Simulations = client.app.state.parts.simulations  # type: ignore[attr-defined]
    monkeypatch.setattr(all_, "_most", replace(all_._most, kept=3))
    paths = []
    for _ in range(5):
        paths.append(started(client, rounds="1"))
        heard(client, paths[-1])
    assert [client.get(path).status_code for path in paths] == [404, 404, 200, 200, 200]


def test_pages_have_no_script_and_no_style_of_their_own(client: TestClient) -> None:
    path = started(client)
    heard(client, path)
    for page in (client.get("/simulate").text, client.get(path).text):
        assert not re.search(r"\sstyle=|<style|\son\w+=", page)
        assert all('src="/static/' in script for script in re.findall(r"<script[^>]*>", page))


# A simulation by itself


@dataclass(frozen=True)
class Slow(pg.Random):
    """Thinks until it is stopped."""

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        while position.ply:
            control.check()
            time.sleep(0.005)
        return super()._choose(position, chance, control)


@dataclass(frozen=True)
class Broken(pg.Random):
    """Has a fault."""

    def _choose(self, position: pg.Position, chance: pg.Chance, control: pg.Control) -> pg.Choice:
        if position.ply:
            raise RuntimeError("a fault")
        return super()._choose(position, chance, control)


def alone(
    game: pg.Game, *players: pg.Player, first: str = "fixed", endless: bool = False
) -> Simulation:
    schedule = Schedule(game, players, 3, 1, first)
    return Simulation(schedule, "somebody", 0, endless, {}, FastClock())


def run(simulation: Simulation, workers: Workers | None = None) -> list[str]:
    """Play it; what the page said."""
    heard: list[str] = []
    asyncio.run(simulation.run(workers or Workers(1), lambda _, what, table: heard.append(what)))
    return heard


def test_a_move_has_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "MOVE_MOST", 0.05)
    simulation = alone(TICTACTOE, pg.Random(), Slow())
    assert run(simulation)[-1] == "end"
    assert simulation.state == "failed"
    assert "a move took more than 0.05 seconds: choose a smaller depth" in simulation.problem
    assert simulation.totals[0].seconds == 0  # nothing of the round that was not finished


def asked_by(number: int, address: str, known: bool) -> Simulation:
    client_of.set(Client(address, known))
    schedule = Schedule(TICTACTOE, (pg.Random(), pg.Random()), 3, 1, "fixed")
    return Simulation(schedule, f"visitor {number}", 0, True, {}, FastClock())


def test_simulations_are_limited_by_visitor_and_by_address() -> None:
    """Those without a cookie are one visitor for each address."""

    async def ask() -> None:
        clock = FastClock()
        workers = Workers(1, clock)
        all_ = Simulations(Hub(), workers, lambda *_: (), clock)

        def begin(number: int, address: str, known: bool) -> bool:
            try:
                all_.begin(asked_by(number, address, known))
            except TooBusyError:
                return False
            return True

        begun = [begin(number, "192.0.2.1", known=False) for number in range(30)]
        assert begun == [True] * EACH_MOST + [False] * (30 - EACH_MOST)
        assert [begin(99, "192.0.2.1", known=True) for _ in range(3)] == [True, True, False]
        of_a_class = [begin(number, "192.0.2.1", known=True) for number in range(90)]
        assert sum(of_a_class) == ADDRESS_MOST - 2 * EACH_MOST
        assert begin(1, "192.0.2.2", known=True)
        await all_.close()
        workers.close()

    asyncio.run(ask())


def test_one_visitor_cannot_start_two_hundred(client: TestClient) -> None:
    client.get("/simulate")
    answers = [client.post("/simulate", data=FORM | {"endless": "on"}) for _ in range(200)]
    refused = [each for each in answers if each.status_code == 429]
    assert len(refused) == 200 - EACH_MOST
    assert {each.json()["error"] for each in refused} == {
        f"{EACH_MOST} of your simulations are running: stop one of them first"
    }


def test_a_fault_ends_it_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    simulation = alone(TICTACTOE, pg.Random(), Broken())
    assert run(simulation)[-1] == "end"
    assert (simulation.state, simulation.done) == ("failed", 0)
    assert "something went wrong on the server" in simulation.problem
    assert sentence(simulation, simulation.tables[0]) == "The simulation failed in round 1."
    assert "a fault" in caplog.text


def test_it_waits_while_the_workers_have_too_much_to_do() -> None:
    class Full(Workers):
        refused = 0

        async def run(self, *work: Any, **how: Any) -> Any:
            if self.refused < 3:
                self.refused += 1
                raise TooBusyError("later")
            return await super().run(*work, **how)

    simulation = alone(TICTACTOE, pg.Random(), pg.Random())
    run(simulation, Full(1))
    assert (simulation.state, simulation.done) == ("finished", 3)


def test_each_player_keeps_its_colour_and_its_shape_whoever_begins() -> None:
    game = pg.ConnectFour()
    simulation = alone(game, players.OldConnect4(1), pg.Random(), first="once")
    (table,) = simulation.tables
    table.position = game.position("44")
    red, yellow = game.colours
    assert simulation.picture(table).colours == (red, yellow)
    assert [mark.player for mark in simulation.picture(table).marks if mark] == [0, 1]
    table.number = 1
    assert simulation.picture(table).colours == (red, yellow)
    assert [mark.player for mark in simulation.picture(table).marks if mark] == [1, 0]
    assert simulation.scores == ["Minimax: 0.0", "Opponent: 0.0"]


def test_sentences_of_a_show() -> None:
    simulation = alone(TICTACTOE, pg.Perfect(), pg.Random(), first="once")
    (table,) = simulation.tables
    said = []
    for moves in ("", "5", "5 1 2 3 8"):
        table.position = TICTACTOE.position(moves)
        said.append(sentence(simulation, table))
    assert said == [
        "Round 1 begins. Perfect moves first.",
        "Perfect played cell 5.",
        "Perfect won: three in a row.",
    ]
    table.number = 1
    table.position = TICTACTOE.position("5")
    assert sentence(simulation, table) == "Random played cell 5."


def test_texts_of_marks_are_those_of_the_seats() -> None:
    simulation = alone(TICTACTOE, pg.Perfect(), pg.Random(), first="once")
    (table,) = simulation.tables
    table.position = TICTACTOE.position("5")
    table.number = 1
    picture = simulation.picture(table)
    (mark,) = [mark for mark in picture.marks if mark]
    assert (mark.player, mark.text) == (1, TICTACTOE.symbols[0])
    assert picture.symbols[1] == TICTACTOE.symbols[0]


def test_the_red_of_the_second_sim_program_is_red_against_blue() -> None:
    assert players.OldSimRed.colours is not None
    red, blue = players.OldSimRed.colours
    sim = pg.Sim()
    one = alone(sim, players.OldSimRed(1), pg.Random())
    other = alone(sim, pg.Random(), players.OldSimRed(1))
    assert [each.colour for each in one.totals] == [red, blue]
    assert [each.colour for each in other.totals] == [blue, red]
    plain = alone(sim, pg.Random(), pg.Random())
    assert tuple(each.colour for each in plain.totals) == sim.colours[:2]


def test_pauses_before_a_game() -> None:
    simulation = alone(TICTACTOE, pg.Random(), pg.Random())
    pauses = []
    for seconds in (0.1, 1.0, 0.0):
        simulation.pause = seconds
        pauses.append(simulation._before_game)
    assert pauses[0] == 2
    assert pauses[1] == 1.5
    assert pauses[2] < 0.1


def test_a_long_history_is_thinned_out() -> None:
    history = simulations._History()
    for rounds in range(1, 5001):
        history.add(rounds, (rounds / 2, rounds / 2))
    assert len(history.points) <= 400
    steps = {later - sooner for (sooner, _), (later, _) in pairwise(history.points)}
    assert steps == {history.every}
    assert all(points[0] == rounds / 2 for rounds, points in history.points)


def test_an_endless_one_keeps_the_latest_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "ROUNDS_KEPT", 5)
    simulation = alone(TICTACTOE, pg.Random(), pg.Random(), endless=True)

    async def some_rounds() -> None:
        def tell(simulation: Simulation, _what: str, _table: Table | None) -> None:
            if simulation.done == 8:
                simulation.stop()

        await simulation.run(Workers(1), tell)

    asyncio.run(some_rounds())
    assert simulation.done == 8
    assert sum(each.points for each in simulation.totals) == 8
    series = simulation.series
    assert [each.number for each in series.rounds] == [3, 4, 5, 6, 7]
    assert series.complete
    fresh = replace(simulation.schedule, rounds=8)
    assert series.rounds[-1] == fresh.play(7)
