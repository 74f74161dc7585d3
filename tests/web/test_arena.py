"""The arena: tournaments set up, watched, stopped and gone on with, their games, and the hall."""

from __future__ import annotations

import csv
import html
import io
import re
import sqlite3
import tomllib
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.arena import RunError, Tournament
from plyground.arena.fame import hall_of_fame
from plyground.arena.journal import Journal
from plyground.web.pages import arena as pages
from plyground.web.services import arena
from plyground.web.services.arena import Contest
from plyground.web.store import tournaments
from tests.until import until
from tests.web.playing import HTML, served, text_of
from tests.web.test_runs import ARENA, ended, send, started


def contest(client: TestClient, path: str) -> Contest:
    found = client.app.state.parts.contests.get(path.rpartition("/")[2])  # type: ignore[attr-defined]
    assert isinstance(found, Contest)
    return found


def stop(client: TestClient, path: str) -> None:
    client.post(f"{path}/stop")
    assert "event: end\n" in client.get(f"{path}/events").text


def go_on(client: TestClient, path: str) -> None:
    """Go on until more has been played."""
    before = contest(client, path).played
    client.post(f"{path}/go-on", headers=HTML)
    until(lambda: contest(client, path).played > before)


def linked(pattern: str, page: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(f'href="({pattern})"', page)]


def test_a_tournament_from_the_form_to_a_game(client: TestClient) -> None:
    path = ended(client, ARENA)
    page = client.get(path).text
    assert "All 12 games played" in text_of(page)
    assert "minimax:depth" not in page
    assert "Minimax, depth 2" in page
    assert "Go on" in page  # hidden by the style, as it is finished
    found = client.get(f"{path}/results.json").json()
    assert (found["played"], found["title"], found["seed"]) == (12, "My cup", 7)
    rows = list(csv.DictReader(io.StringIO(client.get(f"{path}/results.csv").text)))
    assert [row["moves"].split() for row in rows] == [each["moves"] for each in found["matches"]]
    assert {each["name"] for each in found["players"]} == {"Random", "Pip", "Minimax, depth 2"}

    between = client.get(linked(rf"{path}/between/\d/\d", page)[0]).text
    games = linked(rf"{path}/games/[\d-]+", between)
    assert len(games) == 4
    game = client.get(games[0]).text
    assert "level:" not in game
    assert "Round 1" in text_of(game)
    assert client.get(f"{games[0]}/record").text.startswith("[Game")
    assert "data-part" in client.get(f"{games[0]}/step?at=3").text
    assert "review" in client.get(f"{games[0]}/review").url.path
    kept = client.post(f"{games[0]}/keep", headers=HTML)
    assert kept.url.path.startswith("/library/")
    assert "1 game" in text_of(client.get("/library").text)

    for address in ("between/1/1", "between/1/9", "games/99-0", "games/0-9", "games/x",
                    "games/00-0"):  # fmt: skip
        assert client.get(f"{path}/{address}").status_code == 404, address

    (again,) = linked(r"/arena/new\?[^\"]*", page)
    form = client.get(again).text
    assert 'value="My cup"' in form
    assert re.search(r'name="with-level:1" value="yes" checked', form)
    assert not re.search(r'name="with-level:2" value="yes" checked', form)
    assert re.search(r'id="depth-1"[^>]*value="2"', form)


def test_the_file_gives_the_same_games_elsewhere(client: TestClient, tmp_path: Path) -> None:
    path = ended(client, ARENA)
    file = tmp_path / "cup.toml"
    file.write_text(client.get(f"{path}/tournament.toml").text)
    assert tomllib.loads(file.read_text())["title"] == "My cup"
    again = Tournament.load(file)
    again.play()
    here = [each["moves"] for each in client.get(f"{path}/results.json").json()["matches"]]
    assert here == [list(each.match.moves) for each in again.table.played]


@pytest.mark.parametrize("kind", ["swiss", "knockout", "gauntlet"])
def test_other_kinds(client: TestClient, kind: str) -> None:
    path = ended(client, ARENA, kind=kind, each="2", **{"challenger-1": "yes"})
    found = client.get(f"{path}/results.json").json()
    assert found["kind"] == kind
    assert found["played"] >= 8
    assert found["challengers"] == ([2] if kind == "gauntlet" else [])


def test_three_at_a_table(client: TestClient) -> None:
    path = ended(client, ARENA, was="sim", game="sim", players="3", rounds="1", boards="9",
                 plies="-")  # fmt: skip
    page = client.get(path).text
    assert "All 3 games played" in text_of(page)
    between = client.get(linked(rf"{path}/between/\d/\d", page)[0]).text
    assert len(linked(rf"{path}/games/[\d-]+", between)) == 3


def test_stopped_and_gone_on_with_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path = started(client, ARENA, **ARENA.endless)
        until(lambda: contest(client, path).played >= 3)
        assert "being played" in text_of(client.get("/arena").text)
        assert client.post(f"{path}/delete").status_code == 409
        stop(client, path)
        before = client.get(f"{path}/results.json").json()
        cookies = client.cookies
    with served(tmp_path) as client:
        client.cookies = cookies
        listed = text_of(client.get("/arena").text)
        assert f"{before['played']} of 3,000 games, stopped" in listed
        after = client.get(f"{path}/results.json").json()
        assert after["matches"] == before["matches"]
        assert after["crosstable"] == before["crosstable"]
        go_on(client, path)
        assert "data-ended" not in client.get(path).text
        stop(client, path)
        assert "data-ended" in client.get(path).text
        again = client.get(f"{path}/results.json").json()["matches"]
        known = {(each["match"], each["turn"]): each for each in again}
        assert [known[each["match"], each["turn"]] for each in before["matches"]] == (
            before["matches"]
        )
        assert "The tournament is deleted." in client.post(f"{path}/delete", headers=HTML).text
        assert client.get(path, headers=HTML).status_code == 404
        assert not list((tmp_path / "arena").iterdir())


def test_any_title_outlives_a_server_that_dies(tmp_path: Path) -> None:
    """The row says only whose it is; what was played is in the file."""
    title = 'The "cup" \\ 🏆 é'
    with served(tmp_path) as client:
        path = ended(client, ARENA, title=title)
        cookies = client.cookies
    with sqlite3.connect(tmp_path / "plyground.db") as database:
        database.execute("UPDATE tournaments SET is_over = 0")
    with served(tmp_path) as client:
        client.cookies = cookies
        assert "12 of 12 games" in text_of(client.get("/arena").text)
        page = text_of(client.get(path).text)
        assert "All 12 games played" in page
        assert title in page
        assert tomllib.loads(client.get(f"{path}/tournament.toml").text)["title"] == title


def test_openings_that_take_too_long_to_find(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_DRAWING", 0.0)
    answer = send(client, ARENA, openings="balanced", rounds="9")
    assert answer.status_code == 422
    assert "hard to find" in answer.text
    assert "You have none yet" in client.get("/arena").text


def test_an_estimate_before_the_start(reader: TestClient) -> None:
    said = reader.get("/arena/estimate", params=ARENA.form).text
    assert re.match(r"12 games, about \d+ s of computing", said)
    refused = reader.get("/arena/estimate", params=ARENA.form | {"rounds": "none"})
    assert refused.status_code == 200
    assert "1 to 1,000" in refused.text


def test_the_hall_of_fame_rates_all_tournaments_together(
    client: TestClient, tmp_path: Path
) -> None:
    assert "Nobody has played yet" in client.get("/arena/fame").text
    ended(client, ARENA)
    ended(client, ARENA, seed="8")
    page = text_of(client.get("/arena/fame").text)
    assert "Tic-tac-toe" in page
    assert "from 24 games" in page
    files = list((tmp_path / "arena").glob("*.jsonl"))
    (fame,) = hall_of_fame(files)
    assert fame.tournaments == {"random": 2, "level:1": 2, "minimax:depth=2": 2}
    assert fame.game == pg.TicTacToe()
    for file in files:
        file.write_text(file.read_text().replace('"turn": 1', '"turn": 0'))
    (fame,) = hall_of_fame(files)
    assert fame.matches == 12
    for file in files:
        file.write_text(file.read_text().replace('"games"', '"game"'))
    assert hall_of_fame(files) == ()


def test_damaged_results_are_played_again(tmp_path: Path) -> None:
    with served(tmp_path) as client:
        path, cookies = ended(client, ARENA), client.cookies
    (file,) = (tmp_path / "arena").glob("*.jsonl")
    file.write_text(file.read_text().replace('"round": 1', '"round": 0'))
    with served(tmp_path) as client:
        client.cookies.update(cookies)
        page = text_of(client.get(path).text)
        assert "Some of its games were damaged on the disk" in page
        assert 0 < len(client.get(f"{path}/results.json").json()["matches"]) < 12
        go_on(client, path)
        assert "event: end" in client.get(f"{path}/events").text
        assert len(client.get(f"{path}/results.json").json()["matches"]) == 12
        assert "damaged" not in client.get(path).text


def test_a_full_disk_stops_it_and_loses_nothing(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = started(client, ARENA, **ARENA.endless)
    until(lambda: contest(client, path).played >= 2)

    def full(*_args: object) -> None:
        raise RunError("it cannot be written: the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        assert "event: end\n" in client.get(f"{path}/events").text
    assert "the disk is full" in text_of(client.get(path).text)
    go_on(client, path)
    stop(client, path)
    assert "the disk is full" not in text_of(client.get(path).text)


def test_no_room_for_more(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "TOURNAMENTS_MOST", 1)
    ended(client, ARENA)
    for _and_none_goes_on in range(2):
        refused = send(client, ARENA)
        assert refused.status_code == 409
        assert "delete one" in refused.text


@pytest.mark.slow
def test_its_time_is_limited_and_given_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On this clock each look takes a second: as many moves are made on every computer.
    monkeypatch.setattr(arena, "time", SimpleNamespace(monotonic=count().__next__))
    monkeypatch.setattr(arena, "TIME_MOST", 150)
    path = ended(client, ARENA, rounds="100")
    assert "press “Go on”" in text_of(client.get(path).text)
    before = contest(client, path).played
    assert before > 0
    client.post(f"{path}/go-on", headers=HTML)
    assert "event: end" in client.get(f"{path}/events").text
    assert "press “Go on”" in text_of(client.get(path).text)
    assert before < contest(client, path).played < 3 * before


def test_a_pause_lets_people_watch(client: TestClient) -> None:
    path = started(client, ARENA, rounds="100")
    client.post(f"{path}/pause", data={"pause": "2"})
    assert 'value="2.0"' in client.get(path).text
    assert client.post(f"{path}/pause", data={"pause": "99"}).status_code == 422
    stop(client, path)
