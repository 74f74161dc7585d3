"""Games that pages play: what the server gives them, what it takes from them, and when it waits."""

from __future__ import annotations

import gzip
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response

import plyground as pg
from plyground.browser.data import page_player
from plyground.players import parse_player
from plyground.position import CannotError, Game
from plyground.web.app import create_app
from plyground.web.engine import modules
from plyground.web.engine.modules import PageEngine
from plyground.web.pages import alone
from plyground.web.pages import room as room_page
from plyground.web.parts import parts_of
from plyground.web.settings import Settings
from tests.until import until
from tests.web.clocks import HandClock
from tests.web.conftest import Person
from tests.web.playing import begin, begin_by_link, play, ply_of, text_of, wait_for

MODULE = b"\0asm\1\0\0\0"
COMPUTER = {"seat1": "computer", "kind-2": "minimax", "depth-2": "3"}


class Factory:
    """What makes modules: it says what it makes, and waits until it may."""

    def __init__(self) -> None:
        self.made: list[Game] = []
        self.working = 0
        self.most = 0
        self.may = threading.Event()

    def make(self, game: Game, *, gives_way: bool) -> bytes:
        assert gives_way
        self.made.append(game)
        self.working += 1
        self.most = max(self.most, self.working)
        self.may.wait()  # the fixture sets it at the end, whatever happens
        self.working -= 1
        if game.name == "numerical":
            raise CannotError("its kernels cannot run in a page")
        return gzip.compress(MODULE)


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Factory]:
    """Modules of tic-tac-toe and Connect Four are there, others are made."""
    there = (pg.TicTacToe(), pg.ConnectFour())
    factory = Factory()
    monkeypatch.setattr(
        modules, "module_at_hand", lambda game: gzip.compress(MODULE) if game in there else None
    )
    monkeypatch.setattr(modules, "why_no_page", lambda _game: "")
    monkeypatch.setattr(modules, "engine_module", factory.make)
    yield factory
    factory.may.set()


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def app(tmp_path: Path, clock: HandClock, factory: Factory) -> FastAPI:
    return create_app(Settings(data=tmp_path, plays_in_pages=True), clock)


def told(client: TestClient, room: str) -> dict[str, Any] | None:
    """What a page gets that owns the game of a room; None for all others."""
    found: dict[str, Any] = client.get(f"{room}/state").json()
    return found if found["owned"] else None


def of_owner(client: TestClient, room: str) -> dict[str, Any]:
    """What a page gets that owns the game of a room."""
    found = told(client, room)
    assert found is not None
    return found


def ready(client: TestClient, room: str) -> dict[str, Any]:
    """What the page gets once it has an engine."""
    until(lambda: client.get(f"{room}/engine").status_code == 200)
    return of_owner(client, room)


def against_computer(client: TestClient, *moves: str) -> str:
    """A room in which the page moves for the computer, after some moves."""
    room = begin(client, **COMPUTER)
    ready(client, room)
    play(client, room, 0, *moves)
    return room


def by_program(client: TestClient) -> str:
    """A room of a program, in which the server has answered its move."""
    seats = [{"kind": "here"}, {"kind": "computer", "player": "minimax:depth=2"}]
    made = client.post("/api/rooms", json={"game": {"name": "tictactoe"}, "seats": seats}).json()
    client.post(f"/api/rooms/{made['id']}/moves", json={"ply": 0, "move": "1"})
    return wait_for(client, f"/room/{made['id']}", 2)


def found(move: str, **more: Any) -> dict[str, Any]:
    """A computer's move as a page has it."""
    figures = {
        "value": {"value": "win", "plies": 3}, "depth": 3, "line": [move],
        "nodes": 42, "leaves": 30, "cutoffs": 2, "table_hits": 1, "seconds": 0.25, **more,
    }  # fmt: skip
    return {"move": move, "found": figures}


def version_of(client: TestClient, room: str) -> int:
    version: int = client.get(f"{room}/state").json()["version"]
    return version


def save(client: TestClient, room: str, ply: int, *moves: Any, **more: Any) -> Response:
    """Save a game as its page does, from the newest version unless `more` says otherwise."""
    made = [each if isinstance(each, dict) else {"move": each} for each in moves]
    data = {"version": version_of(client, room), "ply": ply, "moves": made, **more}
    return client.post(f"{room}/line", json=data)


def saved(client: TestClient, room: str, ply: int, *moves: Any) -> int:
    """The plies of a game that its page has saved."""
    assert save(client, room, ply, *moves).status_code == 204
    return ply_of(client.get(f"{room}/table").text)


def send(client: TestClient, room: str, ply: int, move: str, **more: Any) -> Response:
    """Report a computer's move as a page does."""
    return save(client, room, ply, found(move, **more))


def test_a_page_gets_what_it_plays_with(person: Person) -> None:
    client = person()
    room = begin(client, **COMPUTER)
    known = ready(client, room)
    assert (known["owned"], known["running"], known["stopped"]) == (True, True, False)
    assert known["seats"][0] == "here"
    player = known["seats"][1]["player"]
    assert (player["name"], player["options"]["depth"]) == ("minimax", 3)
    assert known["seats"][1]["called"]["full"] == "Minimax, depth 3"
    given = client.get(f"{room}/engine").json()
    assert given["key"] == known["key"]
    data = client.get(given["data"])
    assert "immutable" in data.headers["cache-control"]
    assert data.json()["engine"]["moveTexts"] == list("123456789")
    assert data.json()["game"]["name"] == "tictactoe"
    answer = client.get(given["module"])
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content == MODULE
    plain = client.get(given["module"], headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == MODULE
    policy = client.get(room).headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert "worker-src 'self' blob:;" in policy


def test_an_older_page_gets_no_other_engine(person: Person) -> None:
    client = person()
    room = begin(client)
    ready(client, room)
    given = client.get(f"{room}/engine").json()
    for name in ("data", "module"):
        answer = client.get(given[name].replace(given["key"], "0123456789abcdef"))
        assert answer.status_code == 404
        assert "reload" in text_of(answer.text)


def test_the_computer_waits_for_the_page_and_its_figures_are_kept(
    person: Person, app: FastAPI
) -> None:
    client = person()
    room = against_computer(client)
    play(client, room, 0, "1")
    by_program(client)  # a move of the server would be there by now
    assert ply_of(client.get(f"{room}/table").text) == 1
    answer = send(client, room, 1, "5", line=["5", "2"])
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["x-version"] == str(version_of(client, room))
    known = of_owner(client, room)["found"]["1"]
    assert (known["line"], known["nodes"]) == (["5", "2"], 42)
    state = parts_of(app).store.room(room.rpartition("/")[2])
    assert state is not None
    assert [move.by_page for move in state.moves] == [False, True]
    details = state.moves[1].details
    assert details is not None
    assert (details["nodes"], details["principal_variation"]) == (42, ["5", "2"])
    assert "[%value" in client.get(f"{room}/record").text


def test_a_game_is_kept_as_its_page_has_it(person: Person, app: FastAPI) -> None:
    client = person()
    room = against_computer(client)
    assert saved(client, room, 0, "1", found("5"), "9", found("3")) == 4
    assert saved(client, room, 2, "7") == 3  # two moves taken back, and another one
    record = parts_of(app).store.room(room.rpartition("/")[2])
    assert record is not None
    assert [move.move for move in record.moves] == ["1", "5", "7"]
    assert [move.details is None for move in record.moves] == [True, False, True]
    assert saved(client, room, 0) == 0
    assert saved(client, room, 0, "1", found("2"), "5", found("3"), "9") == 5
    assert "You beat Minimax" in text_of(client.get(room).text)
    assert save(client, room, 5, "4").status_code == 422  # the game is over
    assert saved(client, room, 4) == 4
    assert "Your move" in text_of(client.get(room).text)


def test_of_two_pages_the_first_to_save_counts(person: Person) -> None:
    client = person()
    room = against_computer(client)
    version = version_of(client, room)
    assert save(client, room, 0, "1", version=version).status_code == 204
    answer = save(client, room, 0, "2", version=version)
    assert answer.status_code == 409
    assert answer.json()["moves"] == ["1"]
    assert "changed meanwhile" in answer.json()["refused"]


def test_a_page_has_the_version_of_its_moves(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another tab moves while the page is made."""
    client = person()
    room = against_computer(client)
    usual = room_page.whole_board

    def late(*given: Any) -> Any:
        assert save(client, room, 0, "1").status_code == 204
        return usual(*given)

    monkeypatch.setattr(room_page, "whole_board", late)
    page = client.get(room).text
    found = re.search(r'id="given">(.*?)</script>', page)
    assert found is not None
    given = json.loads(found[1])
    assert given["state"]["moves"] == []
    assert save(client, room, 0, "2", version=given["state"]["version"]).status_code == 409


def test_a_copy_is_made_once(person: Person) -> None:
    client, other = person(), person()
    room = against_computer(client)
    save(client, room, 0, "1", found("5"), "2")
    copy = "A-copy_123456789"
    data = {"id": copy, "ply": 2, "moves": [{"move": "3"}, found("2")]}
    for _ in range(2):
        assert client.post(f"{room}/copy", json=data).status_code == 204
    assert of_owner(client, f"/room/{copy}")["moves"] == ["1", "5", "3", "2"]
    assert ply_of(client.get(f"{room}/table").text) == 3
    assert save(client, f"/room/{copy}", 4, "7").status_code == 204
    assert other.get(f"/room/{copy}").status_code == 200
    assert other.post(f"{room}/copy", json=data).status_code == 409  # it is not theirs
    mine = {**data, "id": "Another-copy_123"}
    assert other.post(f"{room}/copy", json=mine).status_code == 204
    assert of_owner(other, "/room/Another-copy_123")["owned"]
    for wrong in ("", "short", "with/a/slash/000", "x" * 17):
        assert client.post(f"{room}/copy", json={**data, "id": wrong}).status_code == 422
    assert client.post(f"{room}/copy", json={**mine, "id": "1" * 16, "ply": 9}).status_code == 422


def test_a_copy_has_the_moves_of_its_page_whatever_became_of_the_game(
    person: Person, app: FastAPI
) -> None:
    client = person()
    room = against_computer(client)
    save(client, room, 0, "1", found("5"), "2")
    copy = {"id": "3" * 16, "ply": 3, "begins": ["1", "5", "3"], "moves": [found("4")]}
    assert client.post(f"{room}/copy", json=copy).status_code == 204
    record = parts_of(app).store.room("3" * 16)
    assert record is not None
    assert [move.move for move in record.moves] == ["1", "5", "3", "4"]
    assert [move.details is None for move in record.moves] == [True, False, True, False]
    wrong = {**copy, "id": "4" * 16, "ply": 2}
    assert client.post(f"{room}/copy", json=wrong).status_code == 422


def test_a_copy_goes_on_with_its_page_and_is_no_other_game(person: Person) -> None:
    client = person()
    room = begin(client)
    ready(client, room)
    save(client, room, 0, "1")
    copy = f"/room/{'5' * 16}"

    def keep(*moves: str) -> int:
        data = {"id": "5" * 16, "ply": 0, "moves": [{"move": each} for each in moves]}
        return client.post(f"{room}/copy", json=data).status_code

    assert [keep("2"), keep("2", "3"), keep("2"), keep("4"), keep("2", "4")] == [204] * 3 + [
        409
    ] * 2
    assert of_owner(client, copy)["moves"] == ["2", "3"]
    client.post(f"{copy}/invite")
    assert [keep("2", "3"), keep("2", "3", "4")] == [204, 409]


@pytest.mark.parametrize("sent", [b"{", b"[]", b'{"version": "x"}', b"\xff"])
def test_what_is_damaged_is_refused_in_a_plain_sentence(person: Person, sent: bytes) -> None:
    client = person()
    room = against_computer(client)
    said = "The server cannot read what this page has sent: reload the page."
    for action in ("line", "copy"):
        headers = {"content-type": "application/json", "hx-request": "true"}
        answer = client.post(f"{room}/{action}", content=sent, headers=headers)
        assert answer.status_code in (400, 422)
        assert said in text_of(answer.text)
    assert ply_of(client.get(f"{room}/table").text) == 0


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ({"value": "draw", "plies": 5}, False),
        ({"value": "draw", "plies": 8}, True),
        ({"value": "draw", "plies": None}, True),
        ({"value": "win", "plies": 9}, False),
        ({"value": "loss", "plies": 0}, False),
        ({"value": "loss", "plies": 8}, True),
        ({"value": "unknown", "plies": 1}, False),
        ({"value": "unknown", "plies": None, "score": 3}, True),
    ],
    ids=str,
)
def test_a_value_that_cannot_be_is_left_out(
    person: Person, app: FastAPI, value: dict[str, Any], kept: bool
) -> None:
    client = person()
    room = against_computer(client, "1")
    assert send(client, room, 1, "5", value=value).status_code == 204
    record = parts_of(app).store.room(room.rpartition("/")[2])
    assert record is not None
    details = record.moves[-1].details
    assert details is not None
    assert (details["value"] is not None) is kept
    assert details["nodes"] == 42


def test_a_save_of_a_game_that_is_gone_or_too_big_is_refused_in_words(person: Person) -> None:
    client = person()
    room = against_computer(client)
    headers = {"hx-request": "true"}
    big = client.post(f"{room}/line", content=b" " * 10_000_000, headers=headers)
    assert (big.status_code, "at most 1,000,000 bytes" in text_of(big.text)) == (413, True)
    client.post("/library/delete", data={"room": room.rpartition("/")[2]})
    save = {"version": 1, "ply": 0, "moves": [{"move": "1"}]}
    gone = client.post(f"{room}/line", json=save, headers=headers)
    assert (gone.status_code, "this game does not exist" in text_of(gone.text)) == (404, True)


def test_a_copy_of_a_game_that_was_ended_goes_on(person: Person) -> None:
    client = person()
    room = against_computer(client, "1")
    client.post(f"{room}/abort")
    assert save(client, room, 1, found("5")).status_code == 422
    data = {"id": "0" * 16, "ply": 1, "moves": [found("5")]}
    assert client.post(f"{room}/copy", json=data).status_code == 204
    assert "Your move" in text_of(client.get(f"/room/{'0' * 16}").text)


def test_a_game_with_a_clock_is_the_servers(person: Person) -> None:
    client = person()
    ready(client, begin(client))
    room = begin(client, clock="3+2", **COMPUTER)
    assert told(client, room) is None
    play(client, room, 0, "1")
    wait_for(client, room, 2)


@pytest.mark.parametrize(
    ("ply", "move", "more", "status", "words"),
    [
        (1, "1", {}, 422, "Cell 1 is taken"),
        (1, "x", {}, 422, "is not a move"),
        (2, "5", {}, 422, "no position after 2 plies"),
        (1, "5", {"line": ["5", "5"]}, 422, "Cell 5 is taken"),
        (1, "5", {"line": ["5"] * 2000}, 422, ""),
        (1, "5", {"nodes": -1}, 422, ""),
        (1, "5", {"seconds": "x"}, 422, ""),
        (1, "5", {"value": {"value": "splendid", "plies": 1}}, 422, ""),
        (1, "5", {"value": {"value": "win", "plies": 10**9}}, 422, ""),
        (1, "5", {"other": 1}, 422, ""),
    ],
    ids=lambda value: str(value)[:20],
)
def test_the_rules_decide_on_what_a_page_sends(
    person: Person, ply: int, move: str, more: dict[str, Any], status: int, words: str
) -> None:
    client = person()
    room = against_computer(client, "1")
    answer = send(client, room, ply, move, **more)
    assert answer.status_code == status
    assert words.lower() in text_of(answer.text).lower()
    assert ply_of(client.get(f"{room}/table").text) == 1


@pytest.mark.parametrize(
    ("number", "kept"),
    [(4, 4), (0, 0), (6, 0)],
)
def test_a_page_reports_the_rule_of_a_move(
    person: Person, factory: Factory, number: int, kept: int
) -> None:
    factory.may.set()
    client = person()
    room = begin(client, game="sim", seat1="computer", **{"kind-2": "rules"})
    assert ready(client, room)["seats"][1]["player"] == {"name": "rules", "options": {}}
    play(client, room, 0, "0-1")
    assert send(client, room, 1, "1-2", rule=number).status_code == 204
    assert of_owner(client, room)["found"]["1"]["rule"] == kept


def test_nobody_else_moves_for_a_computer(person: Person) -> None:
    owner, other = person(), person()
    room = against_computer(owner)
    play(owner, room, 0, "1")
    assert send(other, room, 1, "5").status_code == 403
    assert other.post(f"{room}/think-in", data={"home": "server"}).status_code == 403
    for waits in True, False:
        save(owner, room, 1, waits=waits)
        assert of_owner(owner, room)["stopped"] is waits
    assert send(owner, room, 1, "5").status_code == 204
    shared = begin(owner, seat1="link")
    assert told(owner, shared) is None
    other.post(f"{shared}/claim", data={"seat": 1, "text": "Bob"})
    assert owner.get(f"{shared}/engine").status_code == 404
    play(owner, shared, 0, "1")
    assert send(owner, shared, 1, "5").status_code == 403
    copy = {"id": "2" * 16, "ply": 1, "moves": [{"move": "5"}]}
    assert other.post(f"{shared}/copy", json=copy).status_code == 403
    assert owner.post(f"{shared}/copy", json=copy).status_code == 204
    assert of_owner(owner, f"/room/{'2' * 16}")["seats"] == ["here", "here"]


def test_a_game_at_one_screen_goes_on_by_link(person: Person) -> None:
    client, friend = person(), person()
    room = against_computer(client)
    save(client, room, 0, "1", found("5"))
    assert "Go on by link" in client.get(room).text
    assert friend.post(f"{room}/invite").status_code == 403
    page = client.post(f"{room}/invite").text
    assert "Waiting for players to join" in page
    assert told(client, room) is None
    assert save(client, room, 2, "2").status_code == 403  # it is the server's now
    page = friend.post(f"{room}/claim", data={"seat": 1, "text": "Bob"}).text
    assert ply_of(page) == 2
    play(client, room, 2, "2")
    assert ply_of(play(friend, room, 3, "3")) == 4
    assert "Go on by link" not in client.get(room).text
    assert client.post(f"{room}/invite").status_code == 403


def test_an_invitation_that_is_withdrawn_leaves_the_game_at_one_screen(person: Person) -> None:
    client, friend = person(), person()
    room = begin(client)
    ready(client, room)
    assert client.post(f"{room}/invite").status_code == 200
    assert client.post(f"{room}/cancel").headers["location"] == "/"  # nobody had moved
    room = begin(client)
    save(client, room, 0, "1", "2")
    client.post(f"{room}/invite")
    client.post(f"{room}/cancel")
    assert of_owner(client, room)["running"]
    assert save(client, room, 2, "3").status_code == 204
    against = against_computer(client, "1")
    client.post(f"{against}/invite")
    client.post(f"{against}/cancel")
    assert of_owner(client, against)["seats"][1] is not None
    assert friend.post(f"{room}/claim", data={"seat": 1}).status_code == 422
    client.post(f"{room}/abort")
    assert client.post(f"{room}/invite").status_code == 422


def test_of_three_at_one_screen_the_first_stays(person: Person) -> None:
    client = person()
    room = begin(client, game="sim", players="3", seat2="computer", **{"kind-3": "random"})
    page = client.post(f"{room}/invite").text
    assert page.count("Waiting for players") == 1
    record = parts_of(client.app).rooms._rooms[room.rpartition("/")[2]].state.record  # type: ignore[arg-type]
    assert [seat.kind for seat in record.seats] == ["here", "link", "computer"]


def test_a_room_by_link_is_played_by_the_server(person: Person) -> None:
    owner = person()
    ready(owner, begin(owner))
    room = begin(owner, seat0="link", **COMPUTER)
    owner.post(f"{room}/claim", data={"seat": 0, "text": "Ann"})
    play(owner, room, 0, "1")
    wait_for(owner, room, 2)


def test_the_server_thinks_where_the_page_cannot(person: Person) -> None:
    client = person()
    room = against_computer(client, "1")
    client.post(f"{room}/think-in", data={"home": "server"})
    wait_for(client, room, 2)
    assert told(client, room) is None
    assert client.post(f"{room}/think-in", data={"home": "page"}).status_code == 204
    assert told(client, room) is not None


def test_programs_without_a_page_get_the_computers_moves(person: Person) -> None:
    client = person()
    room = against_computer(client)
    by_program(client)
    client.post(f"/api/rooms/{room.rpartition('/')[2]}/moves", json={"ply": 0, "move": "1"})
    wait_for(client, room, 2)


@pytest.mark.slow
def test_the_server_thinks_until_the_engine_is_made(person: Person, factory: Factory) -> None:
    client = person()
    small, sim = {"game": "connect4", "columns": "4", "rows": "4"}, {"game": "sim"}
    rooms = [begin(client, **game, **COMPUTER) for game in (small, sim, sim)]
    for room, move in zip(rooms, ("1", "0-1", "0-1"), strict=True):
        assert client.get(f"{room}/engine").status_code == 202
        assert told(client, room) is None
        play(client, room, 0, move)
        wait_for(client, room, 2)
    factory.may.set()
    for room in rooms:
        assert ready(client, room)["seats"][1]["player"]["name"] == "minimax"
    assert factory.made == [pg.ConnectFour(4, 4), pg.Sim()]
    assert factory.most == 1
    play(client, rooms[0], 2, "1")
    by_program(client)
    assert ply_of(client.get(f"{rooms[0]}/table").text) == 3  # now the page thinks


def test_a_game_that_no_page_can_play_is_played_by_the_server(
    person: Person, factory: Factory
) -> None:
    factory.may.set()
    client = person()
    room = begin(client, game="numerical", **COMPUTER)
    play(client, room, 0, "5@5")
    wait_for(client, room, 2)
    assert told(client, room) is None
    until(lambda: factory.made == [pg.NumericalTicTacToe()])


@pytest.mark.parametrize(
    ("text", "game", "plays"),
    [
        ("random", pg.TicTacToe(), True),
        ("minimax:depth=3", pg.TicTacToe(), True),
        ("perfect", pg.TicTacToe(), True),
        ("mixed:60", pg.TicTacToe(), True),
        ("mixed:60(mcts)", pg.TicTacToe(), True),
        ("alphabeta:depth=5,heuristic=lines", pg.TicTacToe(), False),  # which has no heuristic
        ("maxn", pg.Sim(6, 3), True),
        ("perfect", pg.Sim(6, 3), False),  # it needs a table
    ],
)
def test_players_that_a_page_has(text: str, game: Game, plays: bool) -> None:
    player = parse_player(text)
    assert player is not None
    assert (page_player(player, game) is not None) is plays


def test_a_player_in_another_is_given_with_its_options() -> None:
    player = page_player(parse_player("mixed:60(minimax:depth=2)"), pg.TicTacToe())
    assert player == {
        "name": "mixed",
        "options": {
            "percent": 60,
            "inner": {
                "name": "minimax",
                "options": {"depth": 2, "heuristic": None, "ties": "random"},
            },
        },
    }


def test_values_stay_withheld(person: Person) -> None:
    owner, guest = person(), person()
    live = begin_by_link(owner, guest, "147")
    room = begin(owner, moves="147")
    assert owner.get(f"{room}/values/allowed").status_code == 403
    assert person().get(f"{room}/values/allowed").status_code == 204
    guest.post(f"{live}/resign")
    assert owner.get(f"{room}/values/allowed").status_code == 204


def test_new_sizes_are_made_one_at_a_time_and_nobody_else_waits(
    app: FastAPI, person: Person, factory: Factory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alone, "module_at_hand", lambda _game: None)
    monkeypatch.setattr(modules, "_engine", lambda _game, module: PageEngine("", module, {}))
    strangers = [pg.ConnectFour(columns, 9) for columns in range(5, 9)]
    robot, ann = person(), person()
    assert ann.get("/library").status_code == 200  # she has a cookie from now on

    def ask(client: TestClient, game: Game) -> None:
        answer = client.get("/alone", params={"game": game.name, **game.values})
        assert answer.status_code == 202

    for game in strangers:
        robot.cookies.clear()
        ask(robot, game)
        assert ann.get("/library").status_code == 200
    own = pg.ConnectFour(4, 15)
    ask(ann, own)
    factory.may.set()
    until(lambda: len(factory.made) > len(strangers))
    assert factory.most == 1
    assert factory.made == [strangers[0], own, *strangers[1:]]
