"""Games in the app: who may do what, and what the page says."""

from __future__ import annotations

import asyncio
import html
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI, Request
from fastapi.testclient import TestClient

import plyground as pg
from plyground.web.app import create_app
from plyground.web.errors import StoreError
from plyground.web.parts import parts_of
from plyground.web.services.rooms import Rooms
from plyground.web.settings import Settings
from plyground.web.store import Store
from tests.web.clocks import HandClock
from tests.web.conftest import Person
from tests.web.playing import begin, play, text_of, wait_for


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def part(page: str, name: str) -> str:
    """The text of the element with an id."""
    found = re.search(rf'id="{name}"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert found is not None
    return html.unescape(found[1])


def wait_until(client: TestClient, room: str, text: str) -> str:
    """The table as soon as this is in it."""
    for _ in range(200):
        page = client.get(f"{room}/table").text
        if text in page:
            return page
        time.sleep(0.05)
    raise AssertionError(f"{text} did not come")


def test_a_game_from_start_to_end(person: Person) -> None:
    client = person()
    room = begin(client)
    page = client.get(room).text
    assert part(page, "status") == "Player 1's turn"
    assert pg.TicTacToe.summary in page
    for ply, move in enumerate("1425"):
        page = play(client, room, ply, move)
    page = play(client, room, 4, "3")
    assert part(page, "status") == "Player 1 won"
    assert part(page, "note") == "Three in a row."
    assert '"deciding": [0, 1, 2]' in html.unescape(page)
    answer = client.post(f"{room}/move", data={"ply": 5, "text": "9"})
    assert answer.status_code == 422
    assert "the game is over" in part(answer.text, "warning")


def test_refused_moves_change_nothing_and_say_what_is_accepted(person: Person) -> None:
    client = person()
    room = begin(client)
    play(client, room, 0, "5")
    for move, message in (("5", "Cell 5 is taken"), ("x", "is not a move"), ("<b>", "'<b>'")):
        answer = client.post(f"{room}/move", data={"ply": 1, "text": move})
        assert answer.status_code == 422
        assert message in part(answer.text, "warning")
        assert "<b>" not in answer.text
        assert 'data-ply="1"' in answer.text
    assert client.post(f"{room}/move", data={"ply": "x", "text": "1"}).status_code == 422


@pytest.mark.parametrize(
    ("action", "fields", "status"),
    [
        ("move", {"ply": "0", "text": "5"}, 403),
        ("back", {}, 403),
        ("abort", {}, 403),
        ("resign", {}, 403),
        ("rematch", {}, 403),
        ("rename", {"name0": "me"}, 403),
        ("player", {"seat": "1", "text": "random"}, 403),
        ("strength", {"seat": "1", "strength": "3"}, 403),
        ("pause", {}, 403),
        ("go-on", {}, 403),
        ("replace", {"seat": "0"}, 403),
        ("come-back", {"seat": "0"}, 403),
        ("claim", {"seat": "0", "text": "me"}, 422),
        ("leave", {}, 422),
        ("cheat", {}, 404),
    ],
)
def test_who_watches_cannot_play(
    person: Person, action: str, fields: dict[str, str], status: int
) -> None:
    owner, other = person(), person()
    room = begin(owner, seat1="computer", **{"kind-2": "minimax", "depth-2": "3"})
    before = owner.get(f"{room}/table").text
    assert other.get(room).status_code == 200
    assert other.post(f"{room}/{action}", data=fields).status_code == status
    assert owner.get(f"{room}/table").text == before


def test_a_game_by_a_link_from_start_to_rematch(person: Person) -> None:
    owner, one, two, late = (person() for _ in range(4))
    room = begin(owner, seat0="link", seat1="link")
    assert part(owner.get(room).text, "status") == "Waiting for players to join"
    page = one.post(f"{room}/claim", data={"seat": 0, "text": "Ann <script>"}).text
    assert "Leave seat" in page
    page = two.post(f"{room}/claim", data={"seat": 1, "text": "Bob"}).text
    assert part(page, "status") == "Ann <script>'s turn"
    assert part(one.get(room).text, "status") == "Your move"
    assert "<script>" not in page.replace("<script src", "")
    assert "Ann" in page
    assert late.post(f"{room}/claim", data={"seat": 0, "text": "Eve"}).status_code == 409
    play(one, room, 0, "5")
    answer = one.post(f"{room}/move", data={"ply": 0, "text": "1"})
    assert answer.status_code == 409
    assert "another move came first" in part(answer.text, "warning")
    page = two.post(f"{room}/resign").text
    assert part(page, "status") == "You resigned; Ann <script> won"
    page = two.post(f"{room}/rematch").text
    assert "You offered a rematch. Waiting for the answer. Withdraw" in text_of(page)
    assert "Bob offers a rematch. Accept Decline" in text_of(one.get(room).text)
    page = one.post(f"{room}/decline", data={"text": "rematch"}).text
    assert "You declined." in page
    assert two.post(f"{room}/rematch").status_code == 422
    one.post(f"{room}/rematch")
    again = two.post(f"{room}/rematch").headers["location"]
    assert one.post(f"{room}/rematch").headers["location"] == again
    assert "The rematch is on." in one.get(room).text
    play(two, again, 0, "1")  # who was second begins


def test_a_seat_goes_to_one_of_many_who_claim_it_at_once(person: Person) -> None:
    room = begin(person(), seat1="link")
    people = [person() for _ in range(6)]
    for client in people:
        client.get(room)  # for its cookie

    def claim(client: TestClient) -> int:
        return client.post(f"{room}/claim", data={"seat": 1, "text": "me"}).status_code

    with ThreadPoolExecutor() as threads:
        assert sorted(threads.map(claim, people)) == [200, *[409] * 5]


def test_people_who_leave_a_game_of_three_are_offered_their_seats(person: Person) -> None:
    people = [person() for _ in range(3)]
    room = begin(
        people[0], game="sim", vertices="4", players="3", seat0="here", seat1="link", seat2="link"
    )
    for seat in (1, 2):
        people[seat].post(f"{room}/claim", data={"seat": seat, "text": f"Guest {seat}"})
    assert "Take your seat again" in people[1].post(f"{room}/resign").text
    page = people[2].get(f"{room}/table").text
    assert "taken over" in page
    assert "Take your seat again" not in page
    page = people[1].post(f"{room}/come-back", data={"seat": 1}).text
    assert "taken over" not in page
    play(people[0], room, 0, "0-1")
    play(people[1], room, 1, "0-2")


def test_a_move_is_taken_back(person: Person) -> None:
    client = person()
    room = begin(client, seat1="computer", **{"kind-2": "random"})
    play(client, room, 0, "5")
    wait_for(client, room, 2)
    page = client.post(f"{room}/back").text
    assert 'data-ply="0"' in page
    assert client.post(f"{room}/back").status_code == 422
    play(client, room, 0, "5")
    wait_for(client, room, 2)


def test_the_computer_moves_and_says_why(person: Person) -> None:
    client = person()
    room = begin(client, seat1="computer", **{"kind-2": "minimax", "depth-2": "3"})
    play(client, room, 0, "5")
    page = wait_for(client, room, 2)
    assert re.search(r"played cell \d", page)
    assert re.search(r"3 moves ahead · \d+ positions", page)


def test_positions_of_before_are_shown(person: Person) -> None:
    client = person()
    room = begin(client)
    for ply, move in enumerate("159"):
        play(client, room, ply, move)
    page = client.get(f"{room}/table?at=1").text
    assert 'data-at="1"' in page
    assert 'data-live="no"' in page
    assert part(page, "status") == "After move 1 of 3"


def test_values_of_moves(person: Person) -> None:
    client = person()
    room = begin(client, moves="1 2")
    found = client.get(f"{room}/values?at=2").json()
    assert found["value"] == "win"
    assert found["plies"] == 5
    assert {each["move"] for each in found["moves"] if each["value"] == "win"} == {"4", "5", "7"}
    assert found["height"] == pytest.approx(0.75, abs=0.25)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"game": "chess"}, "There is no game called “chess”"),
        ({"game": "examples/nim.py"}, "There is no game called “examples/nim.py”"),
        ({"game": "sim", "vertices": "99"}, "3 to 10 vertices"),
        ({"game": "sim", "vertices": "x"}, "3 to 10 vertices, and not 'x'"),
        ({"moves": "5 5"}, "Cell 5 is taken"),
        ({"moves": "1 4 2 5 3"}, "the game would be over at the start"),
        ({"seat1": "computer", "kind-2": "minimax", "depth-2": "0"}, "depth"),
        ({"seat1": "nobody"}, "a seat is one of"),
        ({"first": "7"}, "begins"),
        ({"seconds": "never"}, "seconds"),
        ({"colour0": "red;x"}, "write a colour like"),
    ],
)
def test_what_cannot_be_begun(person: Person, fields: dict[str, str], message: str) -> None:
    given = {"game": "tictactoe", "seat0": "here", "seat1": "here", **fields}
    answer = person().post("/rooms", data=given)
    assert answer.status_code == 422
    assert message in text_of(answer.text)


OLD = {"as-before": "yes"}


def test_the_old_words_of_numerical_tic_tac_toe(person: Person) -> None:
    client = person()
    room = begin(client, game="numerical", **OLD)
    page = play(client, room, 0, "5@5")
    assert part(page, "status") == "### Player 2's turn ###"
    assert "Unused numbers: 1 2 3 4 6 7 8 9" in page
    answer = client.post(f"{room}/move", data={"ply": 1, "text": "x@12"})
    assert answer.status_code == 422
    message = "Position can only be an integer between 1-9!\nNumber can only be"
    assert message in part(answer.text, "warning")


def test_moves_are_typed_as_in_the_terminal(person: Person) -> None:
    client = person()
    for game, typed, move, said in (
        ("tictactoe", "23", "6", "cell 6"),
        ("sim", "02", "0-2", "edge 0-2"),
    ):
        room = begin(client, game=game)
        assert f"Player 1 played {said}" in play(client, room, 0, typed)
        room_data = client.get(f"/api/rooms/{room.removeprefix('/room/')}").json()
        assert room_data["position"]["moves"] == [move]


def test_the_old_words_of_connect_four(person: Person) -> None:
    client = person()
    room = begin(client, game="connect4", columns="4", rows="4", **OLD)
    assert "Welcome to Connect 4 with Minimax." in client.get(room).text
    assert part(play(client, room, 0, *"1212121"), "status") == "Player 1 Wins!"


def test_the_old_words_stay_when_the_server_starts_again_and_in_a_rematch(
    tmp_path: Path, person: Person
) -> None:
    client = person()
    room = begin(client, game="sim", **OLD)
    again = create_app(Settings(data=tmp_path, warms=False))
    with TestClient(again, base_url="http://localhost", cookies=dict(client.cookies)) as later:
        later.headers["accept"] = "text/html"
        page = later.get(room).text
        assert "Welcome to Sim!" in page
        assert part(page, "status") == "It is now Player 1's turn"
        assert part(later.post(f"{room}/abort").text, "status") == "Game aborted"
        assert "Game aborted" in later.get("/library").text
        rematch = later.post(f"{room}/rematch", follow_redirects=False).headers["location"]
        assert "Welcome to Sim!" in later.get(rematch).text


def test_all_games_speak_alike(person: Person) -> None:
    line_won = "Player 2 won: a line that sums to 15."
    sim_won = "Player 2 won, Player 1 lost: a triangle in their own colour."
    client = person()
    line_ended = "Player 2 won A line that sums to 15."
    sim_ended = "Player 2 won Player 1 lost: a triangle in their own colour."
    four, three = "Player 1 won Four in a row.", "Player 1 won Three in a row."
    for game, moves, said, ended in (
        ("connect4", "1212121", "Player 1 won: four in a row.", four),
        ("tictactoe", "14253", "Player 1 won: three in a row.", three),
        ("numerical", ["9@1", "2@2", "1@9", "4@3"], line_won, line_ended),
        ("sim", ["0-1", "3-4", "1-2", "4-5", "0-2"], sim_won, sim_ended),
    ):
        room = begin(client, game=game)
        page = client.get(room).text
        assert pg.game(game).summary in text_of(page)
        assert part(page, "status") == "Player 1's turn"
        page = play(client, room, 0, *moves)
        assert f"{part(page, 'status')} {part(page, 'note')}" == ended
        assert said in client.get("/library").text


def test_who_plays_a_computer_is_spoken_to(person: Person) -> None:
    client, other = person(), person()
    mixed = {"kind-2": "mixed", "percent-2": "0"}
    room = begin(client, game="connect4", columns="4", rows="4", seat1="computer", **mixed)
    assert part(client.get(room).text, "status") == "Your move"
    assert part(other.get(room).text, "status") == "Player 1's turn"
    assert "You played column 1" in play(client, room, 0, "1")
    for _ in range(100):
        if 'data-ply="2"' in (page := client.get(room).text):
            break
        time.sleep(0.1)
    assert re.search(r"Mixed played column [1-4]", page)
    assert "Mixed, 0 %" in page


def test_foreign_hosts_and_foreign_sites_are_refused(person: Person) -> None:
    client = person()
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    room = begin(client)
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        answer = client.post(f"{room}/move", data={"ply": 0, "text": "5"}, headers=headers)
        assert answer.status_code == 403
    assert 'data-ply="0"' in client.get(room).text


def test_a_room_that_is_not_there(person: Person) -> None:
    answer = person().get("/room/nothing")
    assert answer.status_code == 404
    assert "this game does not exist" in answer.text


def test_a_restart_keeps_the_game_and_the_seats(person: Person, tmp_path: Path) -> None:
    client = person()
    room = begin(client)
    play(client, room, 0, "5")
    again = create_app(Settings(data=tmp_path, warms=False))
    with TestClient(again, base_url="http://localhost", cookies=dict(client.cookies)) as later:
        later.headers["accept"] = "text/html"
        page = later.get(room).text
        assert 'data-ply="1"' in page
        play(later, room, 1, "1")


def test_strength_is_set_by_a_number(person: Person) -> None:
    client = person()
    room = begin(client, seat1="computer", **{"kind-2": "minimax", "depth-2": "6"})
    page = client.post(f"{room}/strength", data={"seat": 1, "strength": 3}).text
    assert "Minimax, depth 3" in page
    assert client.post(f"{room}/strength", data={"seat": 1, "strength": 0}).status_code == 422
    assert client.post(f"{room}/strength", data={"seat": 7, "strength": 3}).status_code == 422


@pytest.mark.parametrize(
    ("kind", "fields", "given", "text"),
    [
        ("mcts", {"playouts-2": "10"}, "20", "Monte Carlo tree search, 20 playouts"),
        (
            "mcts",
            {"playouts-2": "", "seconds-2": "0.1"},
            "0.2",
            "Monte Carlo tree search, 0.2 s for a move",
        ),
        ("minimax", {"depth-2": ""}, "2", "Minimax, depth 2"),
        ("humanlike", {"level-2": "40"}, "60", "Humanlike, level 60"),
    ],
)
def test_the_strength_of_every_kind_can_be_set(
    person: Person, kind: str, fields: dict[str, str], given: str, text: str
) -> None:
    client = person()
    room = begin(client, seat1="computer", **{"kind-2": kind, **fields})
    page = client.post(f"{room}/strength", data={"seat": 1, "strength": given}).text
    assert text in page
    for wrong in ("-1", "x", "9" * 19):
        answer = client.post(f"{room}/strength", data={"seat": 1, "strength": wrong})
        assert answer.status_code == 422
        assert f"{kind}: " in part(answer.text, "warning")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (StoreError("the disk is full"), "disk is full"),
        (ZeroDivisionError(), "went wrong on the server"),
    ],
)
def test_a_computers_move_that_cannot_be_kept_is_reported_and_made_later(
    person: Person, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    client = person()
    room = begin(client, seat1="computer", **{"kind-2": "random"})
    add_move = Store.add_move
    errors = [error]

    def full(*given: object, **more: object) -> None:
        if more["details"] is not None and errors:
            raise errors.pop()
        add_move(*given, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(Store, "add_move", full)
    play(client, room, 0, "5")
    page = wait_until(client, room, 'go-on"')
    assert message in part(page, "warning")
    client.post(f"{room}/go-on")
    wait_for(client, room, 2)


def test_a_disk_that_is_full_ends_neither_streams_nor_clocks_nor_the_server(
    app: FastAPI, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = threading.Event()
    full.set()

    def failing(method: Callable[..., Any]) -> Callable[..., Any]:
        def instead(*given: Any, **more: Any) -> Any:
            if full.is_set():
                raise StoreError("the disk is full")
            return method(*given, **more)

        return instead

    for name in ("expire", "touch", "put"):
        monkeypatch.setattr(Store, name, failing(getattr(Store, name)))
    with TestClient(app, base_url="http://localhost", follow_redirects=False) as client:
        client.headers["accept"] = "text/html"
        room = begin(client, seconds="30")
        rooms: Rooms = app.state.parts.rooms
        assert client.portal is not None
        found = client.portal.call(rooms.get, room.rpartition("/")[2])

        async def first() -> bytes:
            async with aclosing(
                rooms.listen(found, "somebody", Request({"type": "http"}))
            ) as parts:  # type: ignore[type-var]
                return await anext(parts)

        assert client.portal.call(first).startswith(b"retry")
        clock.ahead += 60
        wait_until(client, room, 'data-clock="0"')
        assert 'data-running="yes"' in client.get(f"{room}/table").text
        full.clear()
        clock.ahead += 60
        page = wait_until(client, room, 'data-running="no"')
        assert part(page, "status") == "Player 1 ran out of time; Player 2 won"


def test_a_restart_is_something_new_for_every_page(person: Person, clock: HandClock) -> None:
    client = person()
    room = begin(client)
    version = re.search(r'data-version="(\d+)"', play(client, room, 0, "5"))
    assert version is not None
    rooms: Rooms = client.app.state.parts.rooms  # type: ignore[attr-defined]
    clock.ahead += 1
    rooms._rooms.clear()
    assert f'data-version="{version[1]}"' not in play(client, room, 1, "1")
    assert int(version[1]) < 2**53  # a number that a page's script tells from the next


def test_people_see_which_seat_is_theirs(person: Person) -> None:
    owner, guest = person(), person()
    room = begin(owner, name0="Ann", seat1="link")
    page = guest.post(f"{room}/claim", data={"seat": 1, "text": "Bob"}).text
    assert "Bob (you)" in page
    assert "Ann (you)" not in page
    assert "Ann (you)" in owner.get(room).text
    assert "Bob (you)" not in owner.get(room).text


def test_everyone_at_one_screen_has_a_name(person: Person) -> None:
    client, other = person(), person()
    room = begin(client, game="sim", players="3", vertices="6", seat2="here")
    page = client.get(room).text
    assert "(you)" not in page
    long = "x" * 50
    page = client.post(f"{room}/rename", data={"name0": "Ann", "name2": long}).text
    assert part(page, "status") == "Ann's turn"
    assert f"{long[:40]}<" in page
    assert f"{long[:41]}" not in page
    assert "Ann played edge 0-1" in play(client, room, 0, "0-1")
    watched = other.get(room).text
    assert "Ann played edge 0-1" in watched
    assert 'name="name0"' not in watched, "who watches names nobody"


def test_who_watches_knows_it(person: Person) -> None:
    owner, guest, watcher = person(), person(), person()
    room = begin(owner, seat1="link")
    assert "You are watching" not in watcher.get(room).text, "as long as a seat is free"
    guest.post(f"{room}/claim", data={"seat": 1, "text": "Bob"})
    page = watcher.get(room).text
    assert f"You are watching. {pg.TicTacToe.summary}" in text_of(page)
    assert 'data-busy=""' in page
    for player in (owner, guest):
        assert "You are watching" not in player.get(room).text
    owner.post(f"{room}/resign")
    assert "You are watching" not in watcher.get(room).text


def test_names_are_kept_in_a_rematch_and_said_at_the_end(person: Person) -> None:
    client = person()
    room = begin(client, name0="Ann", name1="Bob")
    assert part(play(client, room, 0, *"14253"), "status") == "Ann won"
    again = client.post(f"{room}/rematch").headers["location"]
    assert part(client.get(again).text, "status") == "Bob's turn"


def test_the_strength_of_a_mixed_player_is_no_depth(person: Person) -> None:
    client = person()
    answer = client.post(
        "/api/rooms",
        json={
            "game": {"name": "tictactoe"},
            "seats": [
                {"kind": "here"},
                {"kind": "computer", "player": "mixed:60(minimax:depth=4)"},
            ],
        },
    )
    page = client.get(f"/room/{answer.json()['id']}").text
    assert re.search(r'>Strength <input type="number" name="strength" value="60" min="0"', page)


def test_a_computer_plays_on_a_board_of_two_words(person: Person) -> None:
    client = person()
    game = {"name": "connect4", "parameters": {"columns": 9, "rows": 7}}
    seats = [{"kind": "here"}, {"kind": "computer", "player": "alphabeta:depth=7"}]
    made = client.post("/api/rooms", json={"game": game, "seats": seats}).json()
    room = f"/room/{made['id']}"
    assert "Column 9" in client.get(room).text
    play(client, room, 0, "5")
    assert wait_for(client, room, 2)
    shown = client.get(f"/api/rooms/{made['id']}").json()["position"]
    assert shown["legal"] == list("123456789")
    assert shown["moves"][0] == "5"
    assert shown["moves"][1] in shown["legal"]


def test_a_game_that_is_not_installed_any_more_is_listed_by_its_name(
    person: Person, app: FastAPI
) -> None:
    client = person()
    room = begin(client)
    store: Store = app.state.parts.store
    record = store.room(room.rpartition("/")[2])
    assert record is not None
    store.create(replace(record, id="old", game="uninstalled"))
    assert client.get("/").status_code == 200
    assert "uninstalled" in text_of(client.get("/library").text)
    answer = client.get("/room/old")
    assert answer.status_code == 422
    assert "There is no game called “uninstalled” here" in text_of(answer.text)


def test_the_time_for_a_move_is_shown(person: Person) -> None:
    client = person()
    room = begin(client, seconds="90")
    page = client.get(room).text
    assert "90 s for each move" in page
    left = re.search(r'data-clock="(\d+)"', page)
    assert left is not None
    assert 80 <= int(left[1]) <= 90
    page = client.post(f"{room}/abort").text
    assert "for each move" not in page
    assert "for each move" not in client.get(begin(client)).text


def test_the_time_for_a_move_goes_on_while_names_change(person: Person, clock: HandClock) -> None:
    client = person()
    room = begin(client, seconds="90")
    clock.ahead += 60
    page = client.post(f"{room}/rename", data={"name0": "Ann"}).text
    left = re.search(r'data-clock="(\d+)"', page)
    assert left is not None
    assert int(left[1]) <= 30
    page = play(client, room, 0, "5")
    assert int(re.search(r'data-clock="(\d+)"', page)[1]) > 80  # type: ignore[index]


def test_while_a_game_compiles_nothing_is_called_thinking(
    app: FastAPI, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()

    async def ready(_visitor: str, _game: pg.Game, needed: str = "players") -> None:
        while needed != "board" and not compiled.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(parts_of(app).compiling, "ready", ready)
    one = person()
    room = begin(one, game="connect4", seat0="computer", **{"kind-1": "minimax", "depth-1": "2"})
    page = one.get(f"{room}/table").text
    assert part(page, "status") == "Getting the game ready ..."
    assert "thinking ..." not in text_of(page)
    compiled.set()
    wait_for(one, room, 1)


def test_why_leads_into_a_search_such_as_the_computers(person: Person) -> None:
    client = person()
    room = begin(client, seat1="computer", **{"kind-2": "minimax", "depth-2": "4"})
    search = r'href="(/glassbox\?[^"]*)">Look inside</a>'
    assert re.search(search, client.get(room).text) is None
    play(client, room, 0, "5")
    page = wait_for(client, room, 2)
    found = re.search(search, page)
    assert found is not None
    shown = client.get(html.unescape(found[1]))
    assert shown.status_code == 200
    assert "Tic-tac-toe after 5: minimax, 3 plies deep" in shown.text


def test_why_says_what_a_computer_does_instead_of_a_search(person: Person) -> None:
    client = person()
    room = begin(client, seat1="computer", **{"kind-2": "random"})
    play(client, room, 0, "5")
    page = text_of(wait_for(client, room, 2))
    other = "The search shown is another one: this computer takes any move, without a search."
    assert other in page
