"""The first page: the board that a first move makes a game of, and the game to go on with."""

from __future__ import annotations

import html
import json
import re

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

import plyground as pg
from plyground.position import ladder
from plyground.web.games import installed_games
from plyground.web.parts import parts_of
from tests.web.conftest import Person
from tests.web.playing import begin, play, text_of

SCRIPT = {"hx-request": "true"}


@pytest.fixture
def client(person: Person) -> TestClient:
    return person()


def board(page: str) -> dict[str, str]:
    """What the table says, by the names of its data."""
    table = re.search(r'<div id="table"[^>]*>', page)
    assert table is not None
    return {
        name: html.unescape(text)
        for name, text in re.findall(r'data-([a-z-]+)="([^"]*)"', table[0])
    }


def moves(page: str) -> list[str]:
    """The legal moves that the board of a page knows."""
    shown = re.search(r'data-shown="([^"]*)"', page)
    geometry = re.search(r'id="geometry">(.*?)</script>', page)
    assert shown is not None
    assert geometry is not None
    known = json.loads(geometry[1])["moves"]
    return [known[code]["text"] for code in json.loads(html.unescape(shown[1]))["legal"]]


def rooms(app: FastAPI) -> int:
    with parts_of(app).database.reading() as connection:
        return int(connection.exec_driver_sql("select count(*) from rooms").scalar_one())


@pytest.mark.parametrize("game", ["tictactoe", "numerical", "sim", "connect4"])
def test_the_first_move_makes_the_room(client: TestClient, app: FastAPI, game: str) -> None:
    client.get(f"/picture?game={game}")  # which waits for its rules
    page = client.get(f"/?game={game}").text
    assert (board(page)["my-turn"], board(page)["running"]) == ("yes", "yes")
    assert rooms(app) == 0  # nobody has played yet
    kind = next(each for each in installed_games() if each.name == game)
    assert moves(page) == list(kind().position().moves)
    move = moves(page)[-1]
    sent = {"game": game, "seat0": "here", "seat1": "here", "move": move}
    answer = client.post("/rooms", data=sent, headers=SCRIPT)
    room = answer.headers["hx-redirect"]
    assert rooms(app) == 1
    assert re.search(r'data-ply="1"', client.get(room).text)


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"move": "10"}, "cell"),
        ({"move": "5", "moves": "5"}, "taken"),
        ({"move": "5", "seat0": "nobody"}, "a seat is one of"),
    ],
)
def test_a_refused_first_move_makes_no_room(
    client: TestClient, app: FastAPI, sent: dict[str, str], words: str
) -> None:
    answer = client.post("/rooms", data={"game": "tictactoe", "seat1": "here", **sent})
    assert answer.status_code == 422
    assert words in text_of(answer.text)
    assert rooms(app) == 0


@pytest.mark.parametrize(
    ("query", "begins"),
    [
        ("seat0=computer&seat1=here", "Juno's turn"),
        ("seat0=here&seat1=link", "turn"),
        ("first=any", "Chance decides who begins."),
        ("first=1", "turn"),
        ("moves=5+1+9+2+3", "turn"),
    ],
)
def test_the_first_move_waits_for_a_button_where_it_is_not_the_visitors(
    reader: TestClient, query: str, begins: str
) -> None:
    page = reader.get(f"/?game=tictactoe&{query}").text
    assert board(page)["my-turn"] == "no"
    assert begins in text_of(page)
    assert '<button type="submit" class="main">Play</button>' in page


def test_the_first_move_is_the_visitors_whichever_seat_it_is(reader: TestClient) -> None:
    page = reader.get("/?game=tictactoe&moves=1+2+3+4+5+6+7").text
    assert "The game would be over at the start." in text_of(page)
    page = reader.get("/?game=tictactoe&first=1&seat0=computer&seat1=here").text
    assert board(page)["my-turn"] == "yes"


@pytest.mark.parametrize(
    ("button", "kinds"),
    [
        ("link", ["here", "link", "link"]),
        ("friend", ["here"] * 3),
        ("computers", ["computer"] * 3),
    ],
)
def test_one_button_seats_everyone(
    client: TestClient, app: FastAPI, button: str, kinds: list[str]
) -> None:
    seats = {f"seat{at}": "here" if at == 0 else "computer" for at in range(3)}
    people = {f"opponent-{at}": "level:1" for at in (1, 2, 3)}
    sent = {"game": "sim", "players": "3", "with": button, **seats, **people}
    room = client.post("/rooms", data=sent).headers["location"]
    record = parts_of(app).store.room(room.removeprefix("/room/"))
    assert record is not None
    assert [seat.kind for seat in record.seats] == kinds


def test_the_last_game_can_be_gone_on_with(client: TestClient) -> None:
    assert "Go on" not in text_of(client.get("/").text)
    assert client.get("/go-on").text == ""
    room = begin(client, game="tictactoe", seat1="here", name0="Ann", name1="Bob")
    play(client, room, 0, "5")
    page = client.get("/").text
    card = re.search(rf'<a class="go-on" href="{room}">.*?</a>', page, re.DOTALL)
    assert card is not None
    assert text_of(card[0]).endswith("Tic-tac-toe Bob's turn Go on")
    assert "<svg" in card[0]
    assert card[0] in client.get("/go-on").text
    library = client.get("/library").text
    assert f'href="{room}" aria-label="Go on: Tic-tac-toe' in library
    play(client, room, 1, "1", "3", "2", "7")
    page = client.get("/").text
    assert f'class="go-on" href="{room}"' not in page
    assert f'href="{room}" aria-label="Open: Tic-tac-toe' in client.get("/library").text
    assert "Ann won: three in a row · 5 moves" in text_of(client.get("/library").text)
    begin(client, game="numerical", seat1="computer", **{"opponent-2": "level:4"})
    page = client.get("/").text
    assert re.search('aria-current="true"[^<]*<span class="picture".*?Numerical', page, re.DOTALL)
    assert re.search('value="level:4"[^>]* checked>', page)  # whom the visitor played


@pytest.mark.parametrize(
    ("game", "names", "dots"),
    [
        (pg.ConnectFour(), ["Pip", "Moss", "Juno", "Vera", "Oracle"], [1, 2, 3, 4, 5]),
        (pg.ConnectFour(9, 7), ["Pip", "Moss", "Juno", "Vera", "Oracle"], [1, 2, 3, 4, 5]),
        (pg.Sim(), ["Pip", "Moss", "Juno", "Vera", "Oracle"], [1, 2, 3, 4, 5]),
        (pg.TicTacToe(), ["Pip", "Juno", "Vera", "Oracle"], [1, 2, 4, 5]),
        (pg.Sim(6, 3), ["Pip", "Juno", "Vera"], [1, 3, 5]),
    ],
)
def test_opponents_are_few_and_in_order(
    reader: TestClient, game: pg.Game, names: list[str], dots: list[int]
) -> None:
    page = reader.get("/", params={"game": game.name, **game.values}).text
    assert re.findall(r'<label class="pick">.*?<b>(\w+)</b>', page) == names
    rungs = ladder(game.levels)
    assert [rung.level.name for rung in rungs] == names
    assert [rung.dots for rung in rungs] == dots
    assert all(game.levels[rung.number - 1] is rung.level for rung in rungs)
    for level in game.levels:
        assert f'data-name="{level.name}"' in page
        assert len(level.sees) <= 48, "one line beside a face"
    assert all(f'name="opponent-{seat}"' in page for seat in range(1, game.players + 1))


def test_whoever_did_not_begin_begins_by_turns(client: TestClient) -> None:
    fields = {"game": "tictactoe", "seat1": "computer", "opponent-2": "level:1", "first": "turns"}
    for mine in (0, 1, 0):
        room = begin(client, **fields)
        page = client.get(room).text
        seats = re.findall(r'<li class="seat-card[^"]*">.*?<h2 title="(\w+)', page, re.DOTALL)
        assert seats[mine] == "You"


def test_only_what_is_there_is_linked(reader: TestClient) -> None:
    page = reader.get("/?game=connect4").text
    links = re.search(r'<nav class="links".*?</nav>', page, re.DOTALL)
    assert links is not None
    found = dict(re.findall(r'<a href="([^"]+)">([^<]+)</a>', links[0]))
    assert [*found.values()] == [
        "Rules", "120 puzzles", "The best game", "Look inside an example",
        "Computers against each other",
    ]  # fmt: skip
    for address in found:
        answer = reader.get(html.unescape(address), follow_redirects=True)
        assert answer.status_code == 200, address
    page = reader.get("/?game=sim&vertices=6&players=3").text
    assert "puzzles</a>" not in page
    assert "Look inside an example" not in page


def test_another_size_changes_the_address(anyone: Person) -> None:
    client = anyone()
    client.get("/picture?game=sim&players=3")  # which waits for its rules
    answer = client.get("/new?game=sim&vertices=6&players=3&seat1=here", headers=SCRIPT)
    assert answer.headers["x-address"] == "/?game=sim&vertices=6&players=3"
    assert len(moves(answer.text)) == 15
