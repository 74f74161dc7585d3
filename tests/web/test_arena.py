"""The arena: tournaments set up, watched, stopped and gone on with, their games, and the hall."""

import csv
import html
import io
import json
import re
import sqlite3
import time
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.arena.tournaments import Tournament, TournamentError, hall_of_fame
from plyground.arena.tournaments.journal import Journal
from plyground.web.app import create_app
from plyground.web.pages import arena as pages
from plyground.web.services import arena
from plyground.web.settings import Settings
from plyground.web.store import tournaments

HTML = {"accept": "text/html"}
CUP = {
    "was": "tictactoe", "game": "tictactoe", "kind": "round robin", "with-random": "yes",
    "with-level:1": "yes", "count": "1", "kind-1": "minimax", "depth-1": "2", "rounds": "2",
    "plies": "2", "seed": "7", "title": "My cup",
}  # fmt: skip
LONG = CUP | {"kind-1": "mcts", "playouts-1": "100000", "rounds": "100", "title": "Long"}
del LONG["depth-1"]


@contextmanager
def served(folder: Path) -> Iterator[TestClient]:
    """A server on a folder; a second one on the same folder is the first one started again."""
    with TestClient(
        create_app(Settings(data=folder, warms=False)), base_url="http://localhost"
    ) as client:
        yield client


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as client:
        yield client


def begun(client: TestClient, **fields: str) -> str:
    """The path of a tournament that was started with the form."""
    answer = client.post("/arena", data=fields or CUP, headers=HTML)
    assert answer.status_code == 200, said(answer.text)
    assert re.fullmatch(r"/arena/[\w-]{12}", answer.url.path), said(answer.text)
    return answer.url.path


def done(client: TestClient, **fields: str) -> str:
    """The same, once it is over."""
    path = begun(client, **fields)
    assert "event: end\n" in client.get(f"{path}/events").text
    return path


def said(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def until(check: Callable[[], bool]) -> None:
    for _ in range(1000):
        if check():
            return
        time.sleep(0.02)
    raise AssertionError("it does not happen")


def played(client: TestClient, path: str) -> int:
    return int(client.get(f"{path}/results.json").json().get("played", 0))


def test_a_tournament_from_the_form_to_a_game(client: TestClient) -> None:
    path = done(client)
    page = client.get(path).text
    assert "All 12 games played" in said(page)
    assert "minimax:depth" not in page
    assert "Minimax, depth 2" in page
    assert "Go on" in page  # hidden by the style, as it is finished
    found = client.get(f"{path}/results.json").json()
    assert (found["played"], found["title"], found["seed"]) == (12, "My cup", 7)
    rows = list(csv.DictReader(io.StringIO(client.get(f"{path}/results.csv").text)))
    assert [row["moves"].split() for row in rows] == [each["moves"] for each in found["matches"]]
    assert {each["name"] for each in found["players"]} == {"Random", "Pip", "Minimax, depth 2"}

    cell = re.search(rf'href="({path}/between/\d/\d)"', page)
    assert cell
    between = client.get(cell[1]).text
    games = re.findall(rf'href="({path}/games/[\d-]+)"', between)
    assert len(games) == 4
    game = client.get(games[0]).text
    assert "level:" not in game
    assert "Round 1" in said(game)
    assert client.get(f"{games[0]}/record").text.startswith("[Game")
    assert "data-part" in client.get(f"{games[0]}/step?at=3").text
    assert "review" in client.get(f"{games[0]}/review").url.path
    kept = client.post(f"{games[0]}/keep", headers=HTML)
    assert kept.url.path.startswith("/library/")
    assert "1 game" in said(client.get("/library").text)


def test_the_file_gives_the_same_games_elsewhere(client: TestClient, tmp_path: Path) -> None:
    path = done(client)
    text = client.get(f"{path}/tournament.toml").text
    assert tomllib.loads(text)["title"] == "My cup"
    file = tmp_path / "cup.toml"
    file.write_text(text)
    again = Tournament.load(file)
    again.play()
    here = [each["moves"] for each in client.get(f"{path}/results.json").json()["matches"]]
    assert here == [list(each.match.moves) for each in again.standings.played]


def test_any_title_outlives_a_restart(tmp_path: Path) -> None:
    title = 'The "cup" \\ 🏆 é'
    with served(tmp_path) as client:
        path = done(client, **CUP | {"title": title})
    with served(tmp_path) as client:
        page = client.get(path).text
        assert "All 12 games played" in said(page)
        assert title in html.unescape(page)
        assert tomllib.loads(client.get(f"{path}/tournament.toml").text)["title"] == title


@pytest.mark.parametrize("kind", ["swiss", "knockout", "gauntlet"])
def test_other_kinds(client: TestClient, kind: str) -> None:
    path = done(client, **CUP | {"kind": kind, "challenger-1": "yes", "each": "2"})
    found = client.get(f"{path}/results.json").json()
    assert found["kind"] == kind
    assert found["played"] >= 8
    assert found["challengers"] == ([2] if kind == "gauntlet" else [])


def test_three_at_a_table(client: TestClient) -> None:
    fields = CUP | {"was": "sim", "game": "sim", "players": "3", "rounds": "1", "boards": "9"}
    del fields["plies"]
    path = done(client, **fields)
    page = client.get(path).text
    assert "All 3 games played" in said(page)
    cell = re.search(rf'href="({path}/between/\d/\d)"', page)
    assert cell
    assert len(re.findall(r"/games/", client.get(cell[1]).text)) == 3


def test_stopped_and_gone_on_with_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path = begun(client, **LONG)
        until(lambda: played(client, path) >= 3)
        assert "being played" in said(client.get("/arena").text)
        client.post(f"{path}/stop")
        until(lambda: "Stopped after" in client.get(path).text)
        before = client.get(f"{path}/results.json").json()
        cookies = client.cookies
    with served(tmp_path) as client:
        client.cookies = cookies
        listed = said(client.get("/arena").text)
        assert f"{before['played']} of 600 games, stopped" in listed
        after = client.get(f"{path}/results.json").json()
        assert after["matches"] == before["matches"]
        assert after["crosstable"] == before["crosstable"]
        client.post(f"{path}/go-on", headers=HTML)
        until(lambda: played(client, path) > before["played"])
        page = client.get(path).text
        assert "data-ended" not in page
        client.post(f"{path}/stop")
        until(lambda: "data-ended" in client.get(path).text)
        again = client.get(f"{path}/results.json").json()["matches"]
        known = {(each["match"], each["turn"]): each for each in again}
        for each in before["matches"]:
            assert known[each["match"], each["turn"]] == each
        assert client.post(f"{path}/delete", headers=HTML).url.path == "/arena"
        assert client.get(path, headers=HTML).status_code == 404
        assert not list((tmp_path / "arena").iterdir())


def test_a_server_that_dies_loses_nothing(tmp_path: Path) -> None:
    """The row says only whose it is; what was played is in the file."""
    with served(tmp_path) as client:
        path = done(client)
        cookies = client.cookies
    with sqlite3.connect(tmp_path / "plyground.db") as database:
        database.execute("UPDATE tournaments SET is_over = 0")
    with served(tmp_path) as client:
        client.cookies = cookies
        assert "12 of 12 games" in said(client.get("/arena").text)
        assert "All 12 games played" in said(client.get(path).text)


def test_only_the_owner_changes_it(client: TestClient) -> None:
    path = begun(client, **LONG)
    mine = client.cookies
    client.cookies = {}
    assert client.get(path).status_code == 200
    for button in ("stop", "go-on", "delete", "pause"):
        assert client.post(f"{path}/{button}").status_code == 403
    client.cookies = mine
    refused = client.post("/arena", data=CUP, headers=HTML)
    assert refused.status_code == 429
    assert "still going on" in refused.text
    assert client.post(f"{path}/delete").status_code == 409
    client.post(f"{path}/stop")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"count": "0", "with-level:1": ""}, "choose 2 to 16 players"),
        ({"kind-1": "random"}, "Random is there more than once"),
        ({"depth-1": "40"}, "at most 12 in a tournament here"),
        ({"kind-1": "python3 -c 1"}, "player"),
        ({"kind": "gauntlet"}, "who challenges"),
        ({"kind": "league"}, "who meets whom"),
        ({"rounds": "0"}, "1 to 1,000"),
        ({"rounds": "1000"}, "at most 5,000 games"),
        ({"plies": "9"}, "0 to 8"),
        ({"seed": "x"}, "a seed is"),
        ({"boards": "5"}, "boards"),
        ({"game": "go"}, "go"),
    ],
)
def test_what_is_refused(client: TestClient, changed: dict[str, str], words: str) -> None:
    fields = {name: value for name, value in (CUP | changed).items() if value}
    answer = client.post("/arena", data=fields, headers=HTML)
    assert answer.status_code in (404, 422), said(answer.text)
    assert words.casefold() in said(answer.text).casefold()
    assert client.post("/arena", data=fields).status_code in (404, 422)
    assert "You have none yet" in client.get("/arena").text


def test_openings_that_take_too_long_to_find(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_DRAWING", 0.0)
    fields = CUP | {"openings": "balanced", "plies": "2", "rounds": "9"}
    answer = client.post("/arena", data=fields, headers=HTML)
    assert answer.status_code == 422
    assert "hard to find" in answer.text


def test_an_estimate_before_the_start(client: TestClient) -> None:
    assert re.match(
        r"12 games, about \d+ s of computing", client.get("/arena/estimate", params=CUP).text
    )
    refused = client.get("/arena/estimate", params=CUP | {"rounds": "none"})
    assert refused.status_code == 200
    assert "1 to 1,000" in refused.text


def test_another_like_it(client: TestClient) -> None:
    page = client.get(done(client)).text
    again = re.search(r'href="(/arena/new\?[^"]*)"', page)
    assert again
    form = client.get(html.unescape(again[1])).text
    assert 'value="My cup"' in form
    assert re.search(r'name="with-level:1" value="yes" checked', form)
    assert not re.search(r'name="with-level:2" value="yes" checked', form)
    assert re.search(r'id="depth-1"[^>]*value="2"', form)


def test_the_hall_of_fame_rates_all_tournaments_together(
    client: TestClient, tmp_path: Path
) -> None:
    assert "Nobody has played yet" in client.get("/arena/fame").text
    done(client)
    done(client, **CUP | {"seed": "8"})
    page = said(client.get("/arena/fame").text)
    assert "Tic-tac-toe" in page
    assert "from 24 games" in page
    (fame,) = hall_of_fame((tmp_path / "arena").glob("*.jsonl"))
    assert fame.tournaments == {"random": 2, "level:1": 2, "minimax:depth=2": 2}
    assert fame.game == pg.TicTacToe()
    for file in (tmp_path / "arena").glob("*.jsonl"):
        file.write_text(file.read_text().replace('"turn": 1', '"turn": 0'))
    assert hall_of_fame((tmp_path / "arena").glob("*.jsonl")) == ()


def test_a_results_file_that_was_changed_is_not_believed(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path = done(client)
        cookies = client.cookies
    (file,) = (tmp_path / "arena").glob("*.jsonl")
    file.write_text(file.read_text().replace('"round": 1', '"round": 0'))
    with served(tmp_path) as client:
        client.cookies = cookies
        page = said(client.get(path).text)
        assert "was changed" in page
        assert str(tmp_path) not in page
        assert client.get(f"{path}/results.json").status_code == 404


def test_a_full_disk_stops_it_and_loses_nothing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begun(client, **LONG)
    until(lambda: played(client, path) >= 2)
    append = Journal.append

    def full(*_args: object) -> None:
        raise TournamentError("it cannot be written: the disk is full")

    monkeypatch.setattr(Journal, "append", full)
    until(lambda: "the disk is full" in said(client.get(path).text))
    before = played(client, path)
    monkeypatch.setattr(Journal, "append", append)
    client.post(f"{path}/go-on", headers=HTML)
    until(lambda: played(client, path) > before)
    client.post(f"{path}/stop")
    until(lambda: "data-ended" in client.get(path).text)
    assert "the disk is full" not in said(client.get(path).text)


def test_no_room_for_more(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "TOURNAMENTS_MOST", 1)
    done(client)
    refused = client.post("/arena", data=CUP, headers=HTML)
    assert refused.status_code == 409
    assert "delete one" in refused.text
    assert client.post("/arena", data=CUP, headers=HTML).status_code == 409  # and none goes on


@pytest.mark.slow
def test_its_time_is_limited_and_given_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On this clock each look takes a second: as many moves are made on every computer.
    monkeypatch.setattr(arena, "time", SimpleNamespace(monotonic=count().__next__))
    monkeypatch.setattr(arena, "TIME_MOST", 150)
    path = done(client, **LONG | {"playouts-1": "100"})
    assert "press “Go on”" in said(client.get(path).text)
    before = played(client, path)
    assert before > 0
    client.post(f"{path}/go-on", headers=HTML)
    assert "event: end" in client.get(f"{path}/events").text
    assert "press “Go on”" in said(client.get(path).text)
    assert before < played(client, path) < 3 * before


def test_a_pause_lets_people_watch(client: TestClient) -> None:
    path = begun(client, **LONG | {"kind-1": "minimax", "depth-1": "1"})
    client.post(f"{path}/pause", data={"pause": "2"})
    assert 'value="2.0"' in client.get(path).text
    assert client.post(f"{path}/pause", data={"pause": "99"}).status_code == 422
    client.post(f"{path}/stop")
    until(lambda: "data-ended" in client.get(path).text)


def test_games_that_are_not_there(client: TestClient) -> None:
    path = done(client)
    for address in (
        "between/1/1",
        "between/1/9",
        "games/99-0",
        "games/0-9",
        "games/x",
        "games/00-0",
    ):
        assert client.get(f"{path}/{address}").status_code == 404, address
    assert client.get("/arena/none").status_code == 404
    assert json.loads(client.get(f"{path}/results.json").text)
