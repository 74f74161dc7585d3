"""Games in the app: who may do what, and what the page says."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

import plyground as pg
from plyground.browser.inside import searches
from plyground.web.errors import StoreError
from plyground.web.pages.room_state import computer_data
from plyground.web.parts import parts_of
from plyground.web.store import Store
from tests.until import soon
from tests.web.clocks import HandClock
from tests.web.conftest import Person
from tests.web.playing import (
    HTML,
    begin,
    begin_by_link,
    part,
    play,
    served,
    state_of,
    text_of,
    wait_for,
    wait_until,
)


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def client(person: Person) -> TestClient:
    """The person who opens rooms."""
    return person()


def against(client: TestClient, kind: str, **fields: str) -> str:
    """Begin a game against a computer of a kind."""
    return begin(client, **{"seat1": "computer", "kind-2": kind, **fields})


def act(client: TestClient, room: str, action: str, status: int = 200, **fields: object) -> str:
    """Do something in a room; the answer, which has this status."""
    answer = client.post(f"{room}/{action}", data=fields)
    assert answer.status_code == status, text_of(answer.text)
    return answer.text


def clock_on(page: str) -> int:
    """The seconds for the move that a page shows."""
    return int(re.search(r'data-clock="(\d+)"', page)[1])  # type: ignore[index]


def test_a_game_from_start_to_end(client: TestClient) -> None:
    room = begin(client)
    page = client.get(room).text
    assert part(page, "status") == "Player 1's turn"
    assert pg.TicTacToe.summary in page
    page = play(client, room, 0, *"14253")
    assert part(page, "status") == "Player 1 won"
    assert part(page, "note") == "Three in a row."
    assert '"deciding": [0, 1, 2]' in html.unescape(page)
    said = act(client, room, "move", 422, ply=5, text="9")
    assert "the game is over" in part(said, "warning")


@pytest.mark.parametrize(
    ("move", "message"), [("5", "Cell 5 is taken"), ("x", "is not a move"), ("<b>", "'<b>'")]
)
def test_refused_moves_change_nothing_and_say_what_is_accepted(
    client: TestClient, move: str, message: str
) -> None:
    room = begin(client, moves="5")
    page = act(client, room, "move", 422, ply=1, text=move)
    assert message in part(page, "warning")
    assert "<b>" not in page
    assert 'data-ply="1"' in page
    act(client, room, "move", 422, ply="x", text="1")


@pytest.mark.parametrize(
    ("action", "status"),
    [
        *((each, 403) for each in ("move", "back", "abort", "resign", "rematch", "rename")),
        *((each, 403) for each in ("player", "strength", "pause", "go-on")),
        *((each, 403) for each in ("replace", "come-back", "left", "cancel")),
        ("withdraw", 409),
        *((each, 422) for each in ("claim", "leave")),
        ("cheat", 404),
    ],
)
def test_who_watches_cannot_play(person: Person, action: str, status: int) -> None:
    owner, other = person(), person()
    room = against(owner, "minimax", **{"depth-2": "3"})
    before = owner.get(f"{room}/table").text
    assert other.get(room).status_code == 200
    act(other, room, action, status, ply=0, text="5", seat=1, strength=3, name0="me")
    assert owner.get(f"{room}/table").text == before


def test_a_game_by_a_link_from_start_to_rematch(person: Person) -> None:
    owner, one, two, late = (person() for _ in range(4))
    room = begin(owner, seat0="link", seat1="link")
    assert part(owner.get(room).text, "status") == "Waiting for players to join"
    assert "Leave seat" in act(one, room, "claim", seat=0, text="Ann <script>")
    page = act(two, room, "claim", seat=1, text="Bob")
    assert part(page, "status") == "Ann <script>'s turn"
    assert part(one.get(room).text, "status") == "Your move"
    assert "<script>" not in page.replace("<script src", "")
    assert "Ann" in page
    assert "Bob (you)" in page
    act(late, room, "claim", 409, seat=0, text="Eve")
    play(one, room, 0, "5")
    said = act(one, room, "move", 409, ply=0, text="1")
    assert "another move came first" in part(said, "warning")
    assert part(act(two, room, "resign"), "status") == "You resigned; Ann <script> won"
    page = act(two, room, "rematch")
    assert "You offered a rematch. Waiting for the answer. Withdraw" in text_of(page)
    assert "Bob offers a rematch. Accept Decline" in text_of(one.get(room).text)
    assert "You declined." in act(one, room, "decline", text="rematch")
    act(two, room, "rematch", 422)
    act(one, room, "rematch")
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
    ann, bob, eve = (person() for _ in range(3))
    room = begin_by_link(ann, bob, game="sim", players="3", vertices="6", seat2="link")
    act(eve, room, "claim", seat=2)
    assert "Take your seat again" in act(bob, room, "resign")
    page = eve.get(f"{room}/table").text
    assert "taken over" in page
    assert "Take your seat again" not in page
    assert "taken over" not in act(bob, room, "come-back", seat=1)
    play(ann, room, 0, "0-1")
    play(bob, room, 1, "0-2")


def test_a_move_is_taken_back(client: TestClient) -> None:
    room = against(client, "random")
    for _ in range(2):
        play(client, room, 0, "5")
        wait_for(client, room, 2)
        assert 'data-ply="0"' in act(client, room, "back")
        act(client, room, "back", 422)


def test_a_page_gets_why_the_computer_moves(client: TestClient) -> None:
    room = against(client, "minimax", **{"depth-2": "3"})
    play(client, room, 0, "5")
    page = wait_for(client, room, 2)
    assert re.search(r"played cell \d", page)
    found = state_of(page)["found"]["1"]
    assert found["depth"] == 3
    assert found["nodes"] > 1
    assert found["line"][0] == state_of(page)["moves"][1]


def test_a_page_gets_the_positions_that_it_lacks(client: TestClient) -> None:
    room = begin(client)
    first = state_of(play(client, room, 0, "1"))
    play(client, room, 1, *"59")
    known = {"x-known": f"1 {first['mark']}"}
    later = state_of(client.get(f"{room}/table", headers=known).text)
    assert later["from"] == 2
    assert [each["move"] for each in later["positions"]] == [4, 8]
    assert later["positions"][-1]["cells"] == [1, 0, 0, 0, 2, 0, 0, 0, 1]
    for other in ("1 0", f"5 {first['mark']}", f"one {first['mark']}", ""):
        whole = state_of(client.get(f"{room}/table", headers={"x-known": other}).text)
        assert (whole["from"], len(whole["positions"])) in ((0, 4), (1, 3))
        assert whole["positions"][-1] == later["positions"][-1]
    sent = {"ply": 3, "text": "2", "mark": later["mark"]}
    now = {"x-known": f"3 {later['mark']}"}
    answer = state_of(client.post(f"{room}/move", data=sent, headers=now).text)
    assert (answer["from"], len(answer["positions"])) == (4, 1)


def test_values_of_moves(client: TestClient) -> None:
    room = begin(client, moves="1 2")
    found = client.get(f"{room}/values?at=2").json()
    assert found["value"] == "win"
    assert found["plies"] == 5
    assert {each["move"] for each in found["moves"] if each["value"] == "win"} == {"4", "5", "7"}
    assert found["height"] == pytest.approx(0.75, abs=0.25)
    assert found["words"] == "win in 3 moves"


def test_no_value_of_a_game_is_said_in_plies(client: TestClient) -> None:
    room = begin(client, game="numerical")
    play(client, room, 0, "5@5", "6@7", "3@3", "2@1")
    found = client.get(f"{room}/values?at=4").json()
    said = [found["words"], *(each["words"] for each in found["moves"])]
    assert [each for each in said if re.search(r"\bpl(y|ies)\b", each)] == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"game": "chess"}, "There is no game called “chess”"),
        ({"game": "examples/nim.py"}, "There is no game called “examples/nim.py”"),
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
def test_what_cannot_be_begun(reader: TestClient, fields: dict[str, str], message: str) -> None:
    given = {"game": "tictactoe", "seat0": "here", "seat1": "here", **fields}
    answer = reader.post("/rooms", data=given)
    assert answer.status_code == 422
    assert message in text_of(answer.text)


OLD = {"as-before": "yes"}


def test_the_old_words_of_numerical_tic_tac_toe(client: TestClient) -> None:
    room = begin(client, game="numerical", **OLD)
    page = play(client, room, 0, "5@5")
    assert part(page, "status") == "### Player 2's turn ###"
    assert "Unused numbers: 1 2 3 4 6 7 8 9" in page
    said = act(client, room, "move", 422, ply=1, text="x@12")
    message = "Position can only be an integer between 1-9!\nNumber can only be"
    assert message in part(said, "warning")


def test_the_old_words_of_connect_four(client: TestClient) -> None:
    room = begin(client, game="connect4", columns="4", rows="4", **OLD)
    assert "Welcome to Connect 4 with Minimax." in client.get(room).text
    assert part(play(client, room, 0, *"1212121"), "status") == "Player 1 Wins!"


def test_the_old_words_stay_when_the_server_starts_again_and_in_a_rematch(
    tmp_path: Path, client: TestClient
) -> None:
    room = begin(client, game="sim", **OLD)
    with served(tmp_path) as later:
        later.headers.update(HTML)
        later.cookies = client.cookies
        page = later.get(room).text
        assert "Welcome to Sim!" in page
        assert part(page, "status") == "It is now Player 1's turn"
        assert part(act(later, room, "abort"), "status") == "Game aborted"
        assert "Game aborted" in later.get("/library").text
        assert "Welcome to Sim!" in later.post(f"{room}/rematch").text


@pytest.mark.parametrize(
    ("game", "typed", "move", "said"),
    [("tictactoe", "23", "6", "cell 6"), ("sim", "02", "0-2", "edge 0-2")],
)
def test_moves_are_typed_as_in_the_terminal(
    client: TestClient, game: str, typed: str, move: str, said: str
) -> None:
    room = begin(client, game=game)
    assert f"Player 1 played {said}" in play(client, room, 0, typed)
    room_data = client.get(room.replace("/room/", "/api/rooms/")).json()
    assert room_data["position"]["moves"] == [move]


SUMS = ("Player 2 won", "A line that sums to 15.")
TRIANGLE = ("Player 2 won", "Player 1 lost: a triangle in their own colour.")


@pytest.mark.parametrize(
    ("game", "moves", "ended", "listed"),
    [
        ("connect4", "1212121", ("Player 1 won", "Four in a row."), "won: four in a row"),
        ("tictactoe", "14253", ("Player 1 won", "Three in a row."), "won: three in a row"),
        ("numerical", ["9@1", "2@2", "1@9", "4@3"], SUMS, "won: a line that sums to 15"),
        ("sim", ["0-1", "3-4", "1-2", "4-5", "0-2"], TRIANGLE, f"won, {TRIANGLE[1][:-1]}"),
    ],
)
def test_all_games_speak_alike(
    client: TestClient, game: str, moves: list[str], ended: tuple[str, str], listed: str
) -> None:
    room = begin(client, game=game)
    page = client.get(room).text
    assert pg.game(game).summary in text_of(page)
    assert part(page, "status") == "Player 1's turn"
    page = play(client, room, 0, *moves)
    assert (part(page, "status"), part(page, "note")) == ended
    assert f"{ended[0][:8]} {listed} · {len(moves)} moves" in client.get("/library").text


def test_who_plays_a_computer_is_spoken_to(person: Person) -> None:
    client, other = person(), person()
    sizes = {"columns": "4", "rows": "4"}
    room = against(client, "mixed", game="connect4", **sizes, **{"percent-2": "0"})
    assert part(client.get(room).text, "status") == "Your move"
    assert part(other.get(room).text, "status") == "Player 1's turn"
    assert "You played column 1" in play(client, room, 0, "1")
    page = wait_for(client, room, 2)
    assert re.search(r"Mixed played column [1-4]", page)
    assert "Mixed, 0 %" in page


def test_foreign_hosts_and_foreign_sites_are_refused(client: TestClient) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    room = begin(client)
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}):
        answer = client.post(f"{room}/move", data={"ply": 0, "text": "5"}, headers=headers)
        assert answer.status_code == 403
    assert 'data-ply="0"' in client.get(room).text


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
        ("mixed", {"percent-2": "40"}, "60", "Mixed, 60 %"),
    ],
)
def test_the_strength_of_every_kind_can_be_set(
    client: TestClient, kind: str, fields: dict[str, str], given: str, text: str
) -> None:
    room = against(client, kind, **fields)
    page = act(client, room, "strength", seat=1, strength=given)
    assert text in page
    assert f'name="strength" value="{given}" min="' in page
    for wrong in ("-1", "x", "9" * 19):
        said = act(client, room, "strength", 422, seat=1, strength=wrong)
        assert f"{kind}: " in part(said, "warning")
    act(client, room, "strength", 422, seat=7, strength=given)


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (StoreError("the disk is full"), "disk is full"),
        (ZeroDivisionError(), "went wrong on the server"),
    ],
)
def test_a_computers_move_that_cannot_be_kept_is_reported_and_made_later(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    room = against(client, "random")
    add_move: Callable[..., None] = Store.add_move
    errors = [error]

    def full(*given: object, **more: object) -> None:
        if more["details"] is not None and errors:
            raise errors.pop()
        add_move(*given, **more)

    monkeypatch.setattr(Store, "add_move", full)
    play(client, room, 0, "5")
    page = wait_until(client, room, 'go-on"')
    assert message in part(page, "warning")
    act(client, room, "go-on")
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
        client.headers.update(HTML)
        room = begin(client, seconds="30")
        rooms = parts_of(app).rooms
        assert client.portal is not None
        found = client.portal.call(rooms.get, room.rpartition("/")[2])

        async def first() -> bytes:
            async with aclosing(rooms.listen(found, "somebody")) as parts:  # type: ignore[type-var]
                return await anext(parts)

        assert client.portal.call(first).startswith(b"retry")
        clock.ahead += 60
        wait_until(client, room, 'data-clock="0"')
        assert 'data-running="yes"' in client.get(f"{room}/table").text
        full.clear()
        clock.ahead += 60
        page = wait_until(client, room, 'data-running="no"')
        assert part(page, "status") == "Player 1 ran out of time; Player 2 won"


def test_a_restart_is_something_new_for_every_page(
    app: FastAPI, client: TestClient, clock: HandClock
) -> None:
    room = begin(client)
    version = state_of(play(client, room, 0, "5"))["version"]
    clock.ahead += 1
    parts_of(app).rooms._rooms.clear()
    assert state_of(play(client, room, 1, "1"))["version"] != version
    assert version < 2**53  # a number that a page's script tells from the next


def test_everyone_at_one_screen_has_a_name(person: Person) -> None:
    client, other = person(), person()
    room = begin(client, game="sim", players="3", vertices="6", seat2="here")
    page = client.get(room).text
    assert "(you)" not in page
    long = "x" * 40
    page = act(client, room, "rename", name0="Ann", name2=long)
    assert part(page, "status") == "Ann's turn"
    assert f"{long}<" in page
    assert "Ann played edge 0-1" in play(client, room, 0, "0-1")
    watched = other.get(room).text
    assert "Ann played edge 0-1" in watched
    assert 'name="name0"' not in watched, "who watches names nobody"


def test_who_watches_knows_it(person: Person) -> None:
    owner, guest, watcher = person(), person(), person()
    room = begin(owner, seat1="link")
    assert "You are watching" not in watcher.get(room).text, "as long as a seat is free"
    act(guest, room, "claim", seat=1)
    page = watcher.get(room).text
    assert f"You are watching. {pg.TicTacToe.summary}" in text_of(page)
    assert state_of(page)["busy"] == ""
    for player in (owner, guest):
        assert "You are watching" not in player.get(room).text
    act(owner, room, "resign")
    assert "You are watching" not in watcher.get(room).text


@pytest.mark.uncompiled
def test_a_computer_plays_on_a_board_of_two_words(client: TestClient) -> None:
    sizes = {"game": "connect4", "columns": "9", "rows": "7"}
    room = against(client, "alphabeta", **sizes, **{"depth-2": "2"})
    assert "Column 9" in client.get(room).text
    play(client, room, 0, "5")
    wait_for(client, room, 2)
    shown = client.get(room.replace("/room/", "/api/rooms/")).json()["position"]
    assert shown["legal"] == list("123456789")
    assert shown["moves"][0] == "5"
    assert shown["moves"][1] in shown["legal"]


def test_a_game_that_is_not_installed_any_more_is_listed_by_its_name(
    client: TestClient, app: FastAPI
) -> None:
    room = begin(client)
    store = parts_of(app).store
    record = store.room(room.rpartition("/")[2])
    assert record is not None
    store.create(replace(record, id="old", game="uninstalled"))
    assert client.get("/").status_code == 200
    assert "uninstalled" in text_of(client.get("/library").text)
    answer = client.get("/room/old")
    assert answer.status_code == 422
    assert "There is no game called “uninstalled” here" in text_of(answer.text)


def test_the_time_for_a_move_is_shown_and_goes_on_while_names_change(
    client: TestClient, clock: HandClock
) -> None:
    room = begin(client, seconds="90")
    page = client.get(room).text
    assert "90 s for each move" in page
    assert 80 <= clock_on(page) <= 90
    clock.ahead += 60
    assert clock_on(act(client, room, "rename", name0="Ann")) <= 30
    assert clock_on(play(client, room, 0, "5")) > 80
    assert "for each move" not in act(client, room, "abort")
    assert "for each move" not in client.get(begin(client)).text


def test_while_a_game_compiles_nothing_is_called_thinking(
    app: FastAPI, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = threading.Event()

    async def ready(_visitor: str, _game: pg.Game, needed: str = "players") -> None:
        if needed != "board":
            await soon(compiled.is_set)

    monkeypatch.setattr(parts_of(app).compiling, "ready", ready)
    room = begin(client, game="connect4", seat0="computer", **{"kind-1": "minimax", "depth-1": "2"})
    page = client.get(f"{room}/table").text
    assert part(page, "status") == "Getting the game ready ..."
    assert "thinking ..." not in text_of(page)
    compiled.set()
    wait_for(client, room, 1)


@pytest.mark.parametrize(
    ("player", "kind", "does"),
    [
        ("external:mine", "external", "is another program, which tells only its move"),
        ("mixed:50(random)", "random", "takes any move, without a search"),
        ("gone:depth=3", "", "is another player"),
        ("level:2", "level", None),
    ],
)
def test_a_page_knows_who_has_chosen_a_move(player: str, kind: str, does: str | None) -> None:
    """Also where it cannot be that player, such as of a game of another version."""
    assert computer_data(player, pg.TicTacToe())["kind"] == kind
    assert searches()["unseen"].get(kind) == does
