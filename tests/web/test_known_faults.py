"""Known faults of the app that wait to be mended, as far as requests show them.

Each has a test that says what is right, and that fails until the fault is mended; the mark goes
with it. The mark's reason begins with a short key of the fault.
"""

from __future__ import annotations

import errno
import html
import json
import os
import re
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import NullPool, create_engine, text

import plyground as pg
from plyground.web.app import create_app
from plyground.web.settings import Settings
from tests import until as waiting
from tests.waiting import waits
from tests.web.conftest import Person
from tests.web.playing import begin, play, save, take_in, text_of
from tests.web.test_holding import postgresql
from tests.web.test_own import NIM, Host, host, until

__all__ = ["host", "postgresql"]


def served(data: Path, address: str = "127.0.0.1", **settings: Any) -> TestClient:
    """A server on a folder, asked by a person who reads pages: at the computer that serves."""
    app = create_app(Settings(data=data, warms=False, **settings))
    client = TestClient(
        app, base_url="http://localhost", follow_redirects=False, client=(address, 50000)
    )
    client.headers["accept"] = "text/html"
    return client


# What people keep


@pytest.mark.slow
@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.1"])
def test_imports_of_a_visitor_have_a_limit(tmp_path: Path, address: str) -> None:
    """The person at the computer that serves has none."""
    games = (f'[Game "tictactoe"]\n\n{{{number}}} *\n\n' for number in range(2001))
    with served(tmp_path, address) as client:
        limit = "up to 2,000 games or 5 MB in all" in text_of(client.get("/library").text)
        answer = take_in(client, "".join(games))
        said = text_of(answer.text)
        if address == "127.0.0.1":
            assert (limit, answer.status_code) == (False, 200)
            assert "2001 games imported" in said
        else:
            assert (limit, answer.status_code) == (True, 409)
            assert "yours has 0, and these are 2,001: import fewer" in said


# Damage


def damaged(file: Path, statement: str) -> None:
    """Change a database as a bad disk does, while no server uses it."""
    with sqlite3.connect(file) as database:
        assert database.execute(statement).rowcount == 1


@pytest.mark.parametrize("part", ["room", "saved game"])
def test_a_damaged_game_is_refused_in_words_and_the_others_are_there(
    tmp_path: Path, part: str
) -> None:
    addresses = []
    with served(tmp_path) as client:
        for move in "57":
            room = begin(client)
            play(client, room, 0, move)
            addresses.append(room if part == "room" else save(client, room))
        cookies = client.cookies
    damaged(
        tmp_path / "plyground.db",
        "UPDATE moves SET move = '6' WHERE move = '7'"
        if part == "room"
        else "UPDATE games SET text = replace(text, '1. 7', '1. 6') WHERE text LIKE '%1. 7%'",
    )
    with served(tmp_path) as client:
        client.cookies = cookies
        whole, bad = (client.get(each).status_code for each in addresses)
        assert (whole, bad) == (200, 422)


@pytest.mark.long
def test_a_damaged_room_is_refused_in_words_with_postgresql(
    tmp_path: Path, postgresql: str
) -> None:
    addresses = []
    with served(tmp_path, database=postgresql) as client:
        for move in "57":
            addresses.append(begin(client))
            play(client, addresses[-1], 0, move)
        cookies = client.cookies
    with create_engine(postgresql, poolclass=NullPool).begin() as connection:
        connection.execute(text("UPDATE moves SET move = '6' WHERE move = '7'"))
    with served(tmp_path, database=postgresql) as client:
        client.cookies = cookies
        assert [client.get(each).status_code for each in addresses] == [200, 422]


def full(*_args: object, **_more: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.compiled
def test_a_full_disk_is_a_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(Settings(data=tmp_path, warms=False))
    with TestClient(
        app, base_url="http://localhost", follow_redirects=False, raise_server_exceptions=False
    ) as client:
        monkeypatch.setattr(os, "replace", full)
        answer = client.post("/learning", data={"game": "tictactoe", "name": "ada"})
        monkeypatch.undo()
    assert answer.status_code != 500
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []


# Learners


def left_behind(data: Path, name: str, owner: str = "another") -> None:
    """A visitor's training that has ended."""
    folder = data / "learned"
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "game": "tictactoe", "parameters": {}, "owner": owner, "seconds": 60.0, "state": "stopped",
        "problem": "", "curve": [], "marks": [],
    }  # fmt: skip
    (folder / f"{name}.json").write_text(json.dumps(kept))


def test_the_host_may_delete_what_learned(tmp_path: Path) -> None:
    left_behind(tmp_path, "ada")
    with served(tmp_path) as client:
        assert client.post("/learning/ada/delete").status_code == 303
        assert client.get("/learning/ada").status_code == 404


@pytest.mark.compiled
@pytest.mark.parametrize("address", ["127.0.0.1", "192.0.2.1"])
def test_a_visitor_may_have_ten_learners(tmp_path: Path, address: str) -> None:
    """The person at the computer that serves may have more."""
    asked = {"game": "tictactoe"}
    with served(tmp_path, address) as client:
        assert client.post("/learning", data=asked | {"name": "ada"}).status_code == 303
        client.post("/learning/ada/stop")
        cookies = client.cookies
    folder = tmp_path / "learned"
    for number in range(2, 11):
        (folder / f"ada-{number}.json").write_bytes((folder / "ada.json").read_bytes())
    with served(tmp_path, address) as client:
        client.cookies = cookies
        said = "You may have 10 learners" in text_of(client.get("/learning").text)
        more = client.post("/learning", data=asked | {"name": "one-more"})
        if address == "127.0.0.1":
            assert (said, more.status_code) == (False, 303)
        else:
            assert (said, more.status_code) == (True, 409)
            assert "you have 10 learners, the most there are" in text_of(more.text)


@pytest.mark.compiled
def test_another_visitor_waits_in_turn_to_have_something_learned(app: FastAPI) -> None:
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        for name in ("ada", "bob"):
            client.cookies.clear()
            answer = client.post("/learning", data={"game": "tictactoe", "name": name})
            assert answer.status_code == 303, f"{name}: {text_of(answer.text)}"


# The old programs


def test_the_old_numerical_game_shows_its_search(person: Person) -> None:
    client = person()
    given = {"as-before": "yes", "kind-2": "mixed", "percent-2": "60"}
    room = begin(client, game="numerical", seat1="computer", **given)
    assert "Doing game-tree search: " in text_of(client.get(room).text)
    waiting.until(lambda: "3516986/3516986 (100%) Done." in text_of(client.get(room).text))


def test_the_old_connect_four_runs_from_the_start(person: Person) -> None:
    page = person().get("/?game=connect4&as-before=yes").text
    assert "Welcome to Connect 4 with Minimax." in text_of(page)
    assert "data-opens" not in page  # the board is not below a sheet


def test_new_game_asks_over_the_game(person: Person) -> None:
    client = person()
    given = {"as-before": "yes", "kind-2": "old-connect4", "depth-2": "3"}
    room = begin(client, game="connect4", seat1="computer", **given)
    assert "Would you like to be Player 1 or Player 2?" in text_of(client.get(room).text)


def simulation(client: TestClient) -> str:
    """The page of a simulation of the old program, which goes on."""
    given = {"game": "connect4", "was": "connect4", "as-before": "yes", "rounds": "50"}
    given |= {"pause": "2", "kind-1": "old-connect4", "depth-1": "3", "kind-2": "random"}
    path = client.post("/watch", data=given).headers["location"]
    page = client.get(path).text
    client.post(f"{path}/stop")
    return page


@pytest.mark.compiled
def test_the_depth_of_red_can_be_changed_while_a_simulation_runs(person: Person) -> None:
    fields = re.findall(r"<(?:input|select)[^>]*>", simulation(person()))
    shown = [each for each in fields if 'type="hidden"' not in each]
    assert any(re.search(r' name="depth(-1)?"', each) for each in shown)


def test_the_welcome_to_sim_is_there_from_the_start(person: Person) -> None:
    assert "Welcome to Sim!" in text_of(person().get("/?game=sim&as-before=yes").text)


@pytest.mark.parametrize(
    ("address", "label"),
    [
        ("/?game=sim&as-before=yes", "Choose number of vertices:"),
        ("/?game=sim&as-before=yes", "Choose game mode:"),
        ("/?game=sim&as-before=yes", "Choose number of players:"),
        ("/?game=connect4&as-before=yes", "Minimax Depth:"),
        ("/?game=connect4&as-before=yes", "Player Select Screen"),
        ("/?game=numerical&as-before=yes", "Enter player count:"),
        ("/?game=numerical&as-before=yes", "Enter desired difficulty setting (0-100, higher"),
        ("/watch?as-before=yes", "Minimax Depth:"),
        ("/watch?as-before=yes", "ENTER"),
        ("/watch?as-before=yes", "Simulation Player Select Screen"),
        ("/watch?as-before=yes", "(Anything out of range will default to 10)"),
    ],
)
def test_old_labels(person: Person, address: str, label: str) -> None:
    assert label in text_of(person().get(address).text)


# What is explained


def test_a_chapter_explains_zugzwang(person: Person) -> None:
    client = person()
    index = client.get("/learn").text
    chapters = set(re.findall(r'href="(/learn/(?:chapters|rules)/[\w-]+)', index))
    assert len(chapters) > 10
    assert any("zugzwang" in client.get(each).text.lower() for each in chapters)


def test_the_perfect_game_of_connect_four_gives_reasons(person: Person) -> None:
    client = person()
    steps = [client.get(f"/perfect/connect4-7-6/step?at={at}").text for at in (1, 3, 21, 35)]
    assert all("plays column" in each for each in steps)
    assert any("threat" in each.lower() for each in steps)


# Computers against computers


def test_a_simulation_begins_with_faces(person: Person) -> None:
    page = person().get("/watch").text
    chosen = re.findall(r'<option value="([^"]*)"[^>]* selected>(\w+)', page)
    names = {level.name for level in pg.game("connect4").levels}
    assert [name in names for _, name in chosen if name not in ("Connect",)][:2] == [True, True]


def test_watch_shows_two_opponents(person: Person) -> None:
    page = html.unescape(person().get("/?game=connect4").text)
    watch = re.search(r'href="/watch\?([^"]*)"', page)
    assert watch is not None
    players = [value for name, value in parse_qsl(watch[1]) if name.startswith("kind-")]
    assert len(players) == len(set(players)) == 2


CUP = {
    "was": "tictactoe", "game": "tictactoe", "kind": "round robin", "with-random": "yes",
    "with-level:1": "yes", "count": "0", "rounds": "2", "plies": "2", "seed": "7",
}  # fmt: skip


def tournament(client: TestClient) -> str:
    """The path of a tournament that has ended."""
    client.get("/watch")  # for the cookie
    answer = client.post("/watch", data=CUP)
    assert answer.status_code == 303, text_of(answer.text)
    path = str(answer.headers["location"])
    assert "event: end" in client.get(f"{path}/events").text
    return path


@pytest.mark.compiled
def test_a_damaged_line_takes_one_game_from_the_hall_of_fame(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        tournament(client)
        games = re.search(r"from (\d+) games", text_of(client.get("/watch/fame").text))
        assert games is not None
    (file,) = tmp_path.glob("runs/*.jsonl")
    lines = file.read_text().splitlines(keepends=True)
    lines[2] = lines[2].replace('"', "!", 1)
    file.write_text("".join(lines))
    with served(tmp_path) as client:
        page = text_of(client.get("/watch/fame").text)
    assert f"from {int(games[1]) - 1} games" in page


@pytest.mark.compiled
def test_the_result_of_a_tournament_is_passed_on(person: Person) -> None:
    client = person()
    page = client.get(tournament(client)).text
    words = re.findall(r"<(?:button|a)[^>]*>([^<]*)<", page)
    assert {"Share", "Pass it on", "Copy the link"} & {each.strip() for each in words}


@pytest.mark.compiled
def test_the_winner_of_a_tournament_is_named(person: Person) -> None:
    client = person()
    before_table = client.get(tournament(client)).text.split("<table")[0]
    assert re.search(r"\b(won|wins|winner|first)\b", text_of(before_table))


RED = {
    "game": "sim", "was": "sim", "kind": "series", "count": "2", "rounds": "4",
    "kind-1": "old-sim-red", "depth-1": "1", "kind-2": "random",
}  # fmt: skip


@pytest.mark.long
@pytest.mark.compiled
def test_an_experiment_ends_in_the_four_lines_of_the_old_one(person: Person) -> None:
    client = person()
    client.get("/watch")  # for its cookie
    answer = client.post("/watch", data=RED)
    assert answer.status_code == 303, text_of(answer.text)
    path = answer.headers["location"]
    assert "event: end" in client.get(f"{path}/events").text
    page = text_of(client.get(path).text)
    for line in (
        "Time taken: ",
        "Average time per game: ",
        "Total red wins: ",
        "Total blue wins: ",
    ):
        assert line in page


# Your own games


@pytest.mark.slow
@waits("H3: a fault shows a line of an example, and not the author's with a mark")
def test_a_fault_shows_the_line_with_a_mark(host: Host) -> None:
    line = "ONE, BITS, HEAP = np.uint64(1), np.uint64(4), np.uint64(15)"
    assert line in NIM
    host.write(NIM.replace(line, line.replace("HEAP =", "HEAP")))
    with host.app() as client:
        until(client, "The file has a fault")
        page = html.unescape(client.get("/own/list").text)
    fault = re.search(r'<div class="fault".*?</div>', page, re.DOTALL)
    assert fault is not None
    assert line.replace("HEAP =", "HEAP") in fault[0]
    assert re.search(r"^ *\^+ *$", fault[0], re.MULTILINE)


@waits("app 16: a game of your own has no door in the browser")
def test_a_game_file_can_be_given_to_the_app(person: Person) -> None:
    page = person().get("/own").raise_for_status().text
    assert 'type="file"' in page


# One language


@waits("app 33: browsers of other languages get English")
def test_a_browser_of_another_language_gets_its_own(person: Person) -> None:
    page = person().get("/", headers={"accept-language": "de"}).text
    assert '<html lang="de"' in page
