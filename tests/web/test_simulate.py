"""The simulation page: what it asks, how it counts, what it tells while it plays, how it ends."""

from __future__ import annotations

import asyncio
import csv
import html
import io
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground import players
from plyground.arena import Plan
from plyground.arena.match import play
from plyground.arena.meeting import Meeting
from plyground.arena.schedule import series as rounds_of
from plyground.web.engine import work
from plyground.web.engine.events import Hub
from plyground.web.engine.work import Client, Workers
from plyground.web.engine.work import client as client_of
from plyground.web.errors import RefusedError, TooBusyError
from plyground.web.pages.simulate import rounds_wished, sentence
from plyground.web.parts import parts_of
from plyground.web.services import simulations
from plyground.web.services.simulations import (
    ADDRESS_MOST,
    EACH_MOST,
    Board,
    Simulation,
    Simulations,
)
from plyground.web.templating import template
from tests.until import turn, until
from tests.web.clocks import FastClock, HandClock
from tests.web.playing import HTML

TICTACTOE = pg.TicTacToe()
FORM = {"game": "tictactoe", "kind-1": "random", "kind-2": "random", "pause": "0", "rounds": "4"}


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def started(client: TestClient, **fields: str) -> str:
    """The path of a simulation that was started with the form."""
    answer = client.post("/simulate", data=FORM | fields, headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.url.path


def heard(client: TestClient, path: str) -> list[tuple[str, int, str]]:
    """Name, number and data of all events, to the end of the simulation."""
    found = []
    for block in client.get(f"{path}/events").text.split("\n\n"):
        if block.startswith("event: "):
            name, number, *data = block.split("\n")
            text = "\n".join(line.removeprefix("data: ") for line in data)
            found.append((name.removeprefix("event: "), int(number.split()[1]), text))
    return found


def results(client: TestClient, path: str) -> Any:
    return client.get(f"{path}/results.json").json()


def played(client: TestClient, **fields: str) -> tuple[str, list[tuple[str, int, str]], Any]:
    """A simulation that was started and has ended: its path, its events and its results."""
    path = started(client, **fields)
    events = heard(client, path)
    return path, events, results(client, path)


def words(fragment: str) -> str:
    """The text of a fragment, spaces as they are."""
    return re.sub(r"<[^>]*>", "", fragment)


# What is asked


@pytest.mark.parametrize(
    ("text", "rounds", "before"),
    [
        ("12", 12, 12),
        ("abc", None, 10),
        ("1001", None, 10),
        ("1000", 1000, 10),
        ("1,000", 1000, 10),
        ("1", 1, 1),
        ("50", 50, 50),
        (" 7 ", 7, 7),
        ("51", 51, 10),
        ("0", None, 10),
        ("-3", None, 10),
        ("1.5", None, 10),
        ("", None, 10),
        ("\uff11\uff12", None, 10),
        ("9" * 5000, None, 10),
    ],
)
def test_how_many_rounds_a_text_means(text: str, rounds: int | None, before: int) -> None:
    """In the old program what was not understood meant 10."""
    assert rounds_wished(text, as_before=True) == before
    if rounds is not None:
        assert rounds_wished(text) == rounds
    else:
        with pytest.raises(RefusedError, match=r"a simulation has 1 to 1,000 rounds"):
            rounds_wished(text)


def test_the_simulation_of_the_old_program_speaks_as_it_did(client: TestClient) -> None:
    page = client.get("/simulate", headers=HTML).text
    query = re.search(r'href="(/simulate[^"]*as-before[^"]*)"', page)
    assert query is not None
    page = client.get(html.unescape(query[1]), headers=HTML).text
    assert "Minimax Player vs Who?" in page
    assert "Enter the number of rounds you wish to see (1 - 50)" in page
    path, _, data = played(client, game="connect4", rounds="abc", **{"as-before": "yes"})
    assert data["rounds"] == data["played"] == 10
    assert "Final Result: " in client.get(path, headers=HTML).text


def test_the_form_begins_as_the_old_program_did(reader: TestClient) -> None:
    page = reader.get("/simulate").text
    assert "<h2>Who plays?</h2>" in page
    assert "Rounds, 1 to 1,000" in page
    assert re.search(r'name="rounds"[^>]*value="10"', page)
    assert re.findall(r'name="depth-.".*\n *value="(\d)"', page) == ["5", "7"]
    assert '<option value="once" selected>' in page
    assert re.search(r'name="pause"[^>]*\n *value="0.1"', page)


def test_the_form_has_a_seat_for_each_player(reader: TestClient) -> None:
    page = reader.get("/simulate?game=sim&players=3&was=sim").text
    assert re.findall(r'<select id="kind-(\d)"', page) == ["1", "2", "3"]
    assert "max^n" in page
    assert '<option value="old-sim' not in page  # which plays for 2 only


def test_another_game_brings_its_own_usual_players(reader: TestClient) -> None:
    page = reader.get("/simulate?game=tictactoe&was=connect4&kind-2=old-connect4&rounds=7").text
    assert page.count("selected>Random") == 1
    assert "old-connect4" not in page
    assert 'value="7"' in page


@pytest.mark.parametrize("game", ["connect4", "sim"])
def test_what_was_ready_made_plays(reader: TestClient, game: str) -> None:
    page = reader.get(f"/simulate?game={game}").text
    for link in re.findall(r'href="(/simulate\?game[^"]*)"', page):
        form = reader.get(html.unescape(link))
        assert form.status_code == 200
        assert re.search(r'<option value="old-[^>]* selected>', form.text)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"kind-1": "nobody"}, "'nobody' is not a player: give human, minimax, alphabeta"),
        ({"kind-1": "external"}, "would start a program"),
        ({"kind-1": "human"}, "a human cannot play here"),
        ({"kind-1": "minimax", "depth-1": "deep"}, "depth takes a whole number"),
        ({"kind-1": "old-sim"}, "old-sim plays Sim for 2 players only"),
        ({"game": "go"}, "there is no game 'go': give tictactoe, numerical, sim, connect4"),
        ({"game": "/tmp/mine.py"}, "there is no game '/tmp/mine.py'"),
        ({"game": "sim", "vertices": "11"}, "Sim takes 3 to 10 vertices, and not 11"),
        ({"rounds": "1001"}, "a simulation has 1 to 1,000 rounds, and not “1001”"),
        ({"boards": "3"}, "choose 1, 2, 4, 6 or 9 boards"),
        ({"first": "me"}, "first is one of fixed, alternate, once, random"),
        ({"pause": "2.1"}, "a pause between moves is 0 to 2 seconds"),
        ({"pause": "nan"}, "a pause between moves is 0 to 2 seconds"),
    ],
)
def test_what_is_refused_and_what_is_accepted(
    reader: TestClient, fields: dict[str, str], message: str
) -> None:
    answer = reader.post("/simulate", data=FORM | fields)
    assert answer.status_code == 422
    assert message in html.unescape(answer.text)
    assert 'id="setup"' in answer.text
    plain = reader.post("/simulate", data=FORM | fields, headers={"accept": "*/*"})
    assert plain.status_code == 422
    assert message in plain.json()["error"]


@pytest.mark.parametrize(
    ("field", "given"),
    [
        ("rounds", "1,000,000,000"),
        ("pause", "2.1"),
        ("boards", "3"),
        ("first", "me"),
        ("percent-2", "101"),
    ],
)
def test_a_refusal_is_beside_its_field(reader: TestClient, field: str, given: str) -> None:
    mixed = {"kind-2": "mixed", "percent-2": "60", field: given}
    page = reader.post("/simulate", data=FORM | mixed).text
    (focused,) = re.findall(r"<(?:input|select)[^>]* autofocus[^>]*>", page)
    assert f'name="{field}"' in focused
    assert f'aria-describedby="{field}-refused' in focused
    assert f'id="{field}-refused"' in page
    assert field != "rounds" or f"not “{given}”" in page


def test_what_was_sent_stays_in_the_form_but_is_never_part_of_the_page(client: TestClient) -> None:
    evil = '"><script>alert(1)</script>'
    answer = client.post("/simulate", data=FORM | {"rounds": evil, "kind-1": evil}, headers=HTML)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert "&lt;script&gt;" in answer.text
    path = started(client, **{"depth-1": evil, "colour": evil})
    assert "<script>alert" not in client.get(path).text


# What is played


@pytest.mark.parametrize("boards", [1, 4])
def test_it_plays_what_the_command_line_plays_and_counts_it(
    client: TestClient, boards: int
) -> None:
    """Rounds side by side are those of one board."""
    sent = {"kind-1": "minimax", "depth-1": "3", "rounds": "6", "boards": str(boards)}
    path, events, data = played(client, **sent)
    begun = {re.search(r'id="board-(\d)"', data)[1]  # type: ignore[index]
             for name, _, data in events if name == "board"}  # fmt: skip
    assert begun == {"0", "1", "2", "3"} if boards > 1 else {"0"}
    seed = data["seed"]
    series = pg.simulate(TICTACTOE, (pg.Minimax(3), pg.Random()), rounds=6, seed=seed)
    assert [tuple(each["moves"]) for each in data["matches"]] == [
        each.match.moves for each in series.played
    ]
    first, second = series.lines
    assert first.points + second.points == 6
    final = f"Final result: Minimax, depth 3: {first.points:.1f}    Random: {second.points:.1f}"
    assert final in words([data for name, _, data in events if name == "score"][-1])
    page = client.get(path).text
    assert page.count('class="one"') == boards
    assert final in words(page)
    assert f"{first.nodes:,}" in page
    counted = r"\s*".join(
        f'<td class="figure">{each}</td>' for each in (first.wins, first.draws, first.losses)
    )
    assert re.search(counted, page)
    assert re.search(r">Minimax, depth 3</text>", page), "the graph says who plays whom"
    assert re.search(r"<td>3</td>", page), "not the depth of its last search, which sees the end"
    listed = words(client.get("/simulate", headers=HTML).text)
    assert "Tic-tac-toe: Minimax, depth 3 against Random" in listed
    assert "6 of 6 rounds, ended" in listed


def test_no_more_boards_than_rounds(client: TestClient) -> None:
    assert client.get(started(client, rounds="2", boards="9")).text.count('class="one"') == 2


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


def test_events_come_in_order_and_end(client: TestClient) -> None:
    _, events, _ = played(client, rounds="5", pause="0.01")
    numbers = [number for _, number, _ in events]
    assert numbers == sorted(numbers)
    ends = [(name, data) for name, _, data in events if name == "end"]
    assert ends == [("end", "finished")]
    assert events[-1][0] == "end"
    points = [
        sum(float(each) for each in re.findall(r"Random #.: (\d+\.\d)", words(data)))
        for name, _, data in events
        if name == "score"
    ]
    assert points == sorted(points)
    assert set(points) == {0, 1, 2, 3, 4, 5}


def test_every_move_is_shown_where_there_is_a_pause(client: TestClient) -> None:
    _, events, data = played(client, rounds="1", pause="0.01")
    (match,) = data["matches"]
    plies = [data.count("ply-taken") for name, _, data in events if name == "board"]
    assert plies == sorted(plies)
    assert set(plies) == set(range(len(match["moves"]) + 1))


def test_who_comes_late_sees_the_end(client: TestClient) -> None:
    path, first, _ = played(client)
    again = heard(client, path)
    kinds = ["board", "figures", "sentence", "score", "chart", "problem", "end"]
    assert [name for name, _, _ in again] == kinds
    assert again[0][2] == [data for name, _, data in first if name == "board"][-1]


def test_stopping_keeps_what_is_done(client: TestClient) -> None:
    path = started(client, endless="on")
    until(lambda: results(client, path)["played"] >= 3)
    assert client.post(f"{path}/stop", headers={"hx-request": "true"}).status_code == 204
    assert heard(client, path)[-1][2] == "stopped"
    data = results(client, path)
    assert data["played"] >= 3
    assert data["rounds"] == data["played"]
    page = client.get(path).text
    assert f"Stopped after {data['played']} rounds" in page
    one, two = (each["points"] for each in data["seats"])
    assert f"Random #1: {one:.1f}    Random #2: {two:.1f}" in words(page)
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
    path, _, data = played(client, **{"kind-1": "mixed", "percent-1": "30", "rounds": "3"})
    answer = client.get(f"{path}/results.csv")
    assert answer.headers["content-type"].startswith("text/csv")
    assert re.fullmatch(
        r'attachment; filename="simulation-tictactoe-\d+\.csv"',
        answer.headers["content-disposition"],
    )
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["round"] for row in rows] == ["1", "2", "3"]
    assert {row["seat_1"] for row in rows} == {"mixed:30", "random"}
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
    form = client.get(html.unescape(link[1])).text
    assert "selected>Humanlike" in form
    assert ">35</output>" in form


# Who may do what, and how long


def test_two_of_a_visitor_may_run(client: TestClient) -> None:
    client.get("/simulate")
    paths = [started(client, endless="on") for _ in range(2)]
    for _ in range(3):
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


@pytest.mark.parametrize("part", ["", "/events", "/results.json", "/results.csv", "/show"])
def test_one_that_is_not_there(reader: TestClient, part: str) -> None:
    answer = reader.get(f"/simulate/nothing{part}")
    assert answer.status_code == 404
    assert "This simulation has been removed" in answer.text


def all_of(client: TestClient) -> Simulations:
    """The simulations of a server."""
    return parts_of(client.app).simulations  # type: ignore[arg-type]


def test_what_nobody_watches_is_stopped_and_forgotten(client: TestClient) -> None:
    path = started(client, endless="on")
    simulation = all_of(client).get(path.rsplit("/", 1)[1])
    assert simulation
    now, portal = time.time(), client.portal
    assert portal
    portal.call(all_of(client).sweep, now + 500)
    assert not simulation.ended
    portal.call(all_of(client).sweep, now + 700)
    until(lambda: simulation.ended)
    assert simulation.state == "stopped"
    all_of(client).sweep(time.time() + 3000)
    assert client.get(path).status_code == 200
    all_of(client).sweep(time.time() + 3700)
    assert client.get(path).status_code == 404


def test_no_more_are_kept_than_there_is_room_for(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_of(client), "_most", replace(all_of(client)._most, kept=3))
    paths = [played(client, rounds="1")[0] for _ in range(5)]
    assert [client.get(path).status_code for path in paths] == [404, 404, 200, 200, 200]


def test_pages_have_no_script_and_no_style_of_their_own(client: TestClient) -> None:
    path, _, _ = played(client)
    for page in (client.get("/simulate").text, client.get(path).text):
        assert not re.search(r"\sstyle=|<style|\son\w+=", page)
        assert not re.search(r'<script(?![^>]* src="/(?:static|scripts)/)', page)


# A simulation by itself


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
    game: pg.Game, *players: pg.Player, first: str = "fixed", endless: bool = False
) -> Simulation:
    plan = Plan.of_series(game, [players], None if endless else 3, 1, first)
    return Simulation(plan, "somebody", 0, {}, FastClock())


def round_of(simulation: Simulation, number: int) -> Meeting:
    (meeting,) = next(islice(rounds_of(simulation.plan), number, None)).meetings
    return meeting


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


@pytest.mark.anyio
async def test_simulations_are_limited_by_visitor_and_by_address() -> None:
    """Those without a cookie are one visitor for each address."""
    clock = FastClock()
    workers = Workers(1, clock)
    all_ = Simulations(Hub(), workers, lambda *_: (), clock)

    def begin(number: int, known: bool, address: str = "192.0.2.1") -> bool:
        client_of.set(Client(address, known))
        asked = alone(TICTACTOE, pg.Random(), pg.Random(), endless=True)
        asked.owner = f"visitor {number}"
        try:
            all_.begin(asked)
        except TooBusyError:
            return False
        return True

    begun = [begin(number, known=False) for number in range(30)]
    assert begun == [True] * EACH_MOST + [False] * (30 - EACH_MOST)
    assert [begin(99, known=True) for _ in range(3)] == [True, True, False]
    of_a_class = [begin(number, known=True) for number in range(90)]
    assert sum(of_a_class) == ADDRESS_MOST - 2 * EACH_MOST
    assert begin(1, known=True, address="192.0.2.2")
    await all_.close()
    workers.close()


def test_a_fault_ends_it_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    simulation = alone(TICTACTOE, pg.Random(), Broken())
    assert run(simulation)[-1] == "end"
    assert (simulation.state, simulation.done) == ("failed", 0)
    assert "something went wrong on the server" in simulation.problem
    assert sentence(simulation, simulation.tables[0]) == "The simulation failed in round 1."
    assert "a fault" in caplog.text


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
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work, "NOTICE", 0.0)
    simulation, told = alone(TICTACTOE, pg.Random(), pg.Random()), []
    shown = {"simulation": simulation, "turn": "", "board": ""}

    def waits() -> bool:
        page = template("simulation_board.html").render(table=simulation.tables[0], **shown)
        return "Waiting: you are next" in page

    workers = FullWorkers()
    playing = asyncio.create_task(simulation.run(workers, lambda each, *_: told.append(each.waits)))
    while not simulation.waits or workers.asked < 5:
        await turn()
    assert waits()
    workers.free.set()
    await playing
    workers.close()
    assert (simulation.state, simulation.done) == ("finished", 3)
    assert not waits()
    assert any(told), "the page hears of it"
    assert not told[-1]


def test_each_player_keeps_its_colour_and_its_shape_whoever_begins() -> None:
    game = pg.ConnectFour()
    simulation = alone(game, players.OldConnect4(1), pg.Random(), first="once")
    (table,) = simulation.tables
    table.position = game.position("44")
    red, yellow = game.colours
    assert simulation.picture(table).colours == (red, yellow)
    assert [mark.player for mark in simulation.picture(table).marks if mark] == [0, 1]
    table.meeting = round_of(simulation, 1)
    assert simulation.picture(table).colours == (red, yellow)
    assert [mark.player for mark in simulation.picture(table).marks if mark] == [1, 0]
    assert simulation.scores == ["Minimax: 0.0", "Opponent: 0.0"]


def test_sentences_and_marks_of_a_show() -> None:
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
    table.meeting = round_of(simulation, 1)
    table.position = TICTACTOE.position("5")
    assert sentence(simulation, table) == "Random played cell 5."
    picture = simulation.picture(table)
    (mark,) = [mark for mark in picture.marks if mark]
    assert (mark.player, mark.text) == (1, TICTACTOE.symbols[0]), "that of the seat"
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
    for seconds, least, most in ((0.1, 2, 2), (1.0, 1.5, 1.5), (0.0, 0, 0.1)):
        simulation.pause = seconds
        assert least <= simulation._before_game <= most


def test_a_long_history_is_thinned_out() -> None:
    history = simulations._History()
    for rounds in range(1, 5001):
        history.add(rounds, (rounds / 2, rounds / 2))
    assert len(history.points) <= 400
    steps = {later - sooner for (sooner, _), (later, _) in pairwise(history.points)}
    assert steps == {history.every}
    assert all(points[0] == rounds / 2 for rounds, points in history.points)


@pytest.mark.anyio
async def test_an_endless_one_keeps_the_latest_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "ROUNDS_KEPT", 5)
    simulation = alone(TICTACTOE, pg.Random(), pg.Random(), endless=True)

    def tell(simulation: Simulation, _what: str, _table: Board | None) -> None:
        if simulation.done == 8:
            simulation.stop()

    await simulation.run(Workers(1), tell)
    assert simulation.done == 8
    assert sum(each.points for each in simulation.totals) == 8
    series = simulation.series
    assert [each.meeting.number for each in series.played] == [3, 4, 5, 6, 7]
    fresh = play(round_of(simulation, 7).item(simulation.plan, 0), pg.Control())
    assert series.played[-1].match == fresh
