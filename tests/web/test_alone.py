"""Games as one file, and the texts that open them."""

from __future__ import annotations

import gzip
import json
import re
from urllib.parse import unquote

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

import plyground as pg
from plyground.browser.pages import is_page
from plyground.web.pages import alone
from plyground.web.parts import parts_of
from tests.web.conftest import Person
from tests.web.playing import begin, play

FILE = "/alone?game=connect4&columns=7&rows=6"
CHALLENGE = "ply1/c/connect4/7-6/33/0/minimax%3Adepth%3D5/win/0abcdef"
GAME = "ply1/p/tictactoe/-/k3f2a/0/4/0abcdef"


def test_a_game_as_one_file_to_open_and_to_keep(reader: TestClient) -> None:
    opened = reader.get("/alone?game=tictactoe")
    assert is_page(opened.content)
    assert 'aria-label="All games"' in opened.text
    assert opened.headers["content-security-policy"] == "frame-ancestors 'none'"
    assert "script-src" in opened.text  # its own policy
    kept = reader.get("/alone?game=tictactoe&download=yes")
    assert kept.headers["content-disposition"] == 'attachment; filename="tictactoe.html"'
    assert 'aria-label="All games"' not in kept.text


def test_a_file_opens_after_some_moves(reader: TestClient) -> None:
    plain = reader.get("/alone?game=tictactoe&download=yes").text
    given = reader.get("/alone?game=tictactoe&download=yes&moves=5+1+9").text
    (opens,) = re.findall(r'<html lang="en" data-opens="([^"]*)"', given)
    start = {"seats": ["here", "here"], "moves": [4, 0, 8]}
    assert json.loads(unquote(opens)) == {"game": "tictactoe", "start": start}
    assert given.replace(f' data-opens="{opens}"', "") == plain
    refused = reader.get("/alone?game=tictactoe&moves=10")
    assert refused.status_code in (400, 422)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        (CHALLENGE, f"{FILE}#{CHALLENGE}"),
        (f"Look!\n> {CHALLENGE}\nYours, A.", f"{FILE}#{CHALLENGE}"),
        (f"{CHALLENGE[:20]}\n{CHALLENGE[20:]}", f"{FILE}#{CHALLENGE}"),
        (GAME, f"/alone?game=tictactoe#{GAME}"),
    ],
)
def test_a_text_opens_the_file_of_its_game(reader: TestClient, text: str, address: str) -> None:
    answer = reader.get("/message", params={"text": text})
    assert (answer.status_code, answer.headers["location"]) == (303, address)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Hello!", "This is not a game or a challenge"),
        ("ply1/c/chess/-/1/0/perfect/win/0abcdef", "chess"),
        ("ply1/c/connect4/7-6-5/33/0/perfect/win/0abcdef", "another version of Connect Four"),
        ("ply1/c/connect4/99-6/33/0/perfect/win/0abcdef", "columns"),
        ("ply1/c/connect4/x-6/33/0/perfect/win/0abcdef", "columns"),
        ("x" * 10_001, "too long for a game"),
    ],
)
def test_other_texts_are_refused(reader: TestClient, text: str, said: str) -> None:
    answer = reader.get("/message", params={"text": text})
    assert answer.status_code >= 400
    assert said in answer.text
    assert "The text" in answer.text  # to try again
    assert "Traceback" not in answer.text


def test_without_a_text_it_is_asked_for(reader: TestClient) -> None:
    answer = reader.get("/message")
    assert answer.status_code == 200
    assert "<textarea" in answer.text


def test_a_file_that_has_to_be_made_is_waited_for(
    app: FastAPI, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted: list[pg.Game] = []

    class Making:
        why = ""

        def want(self, game: pg.Game, _then: object, *, last: bool) -> None:
            wanted.append(game)

        def refusal(self, _game: pg.Game) -> str:
            return self.why

    client = person()
    monkeypatch.setattr(parts_of(app), "modules", Making())
    monkeypatch.setattr(alone, "module_at_hand", lambda _game: None)
    answer = client.get("/alone?game=tictactoe")
    assert (answer.status_code, answer.headers["refresh"]) == (202, "5")
    assert "Getting the game ready" in answer.text
    assert wanted == [pg.TicTacToe()]
    monkeypatch.setattr(Making, "why", "it uses sin")
    refused = client.get("/alone?game=tictactoe")
    assert refused.status_code >= 400
    assert "it uses sin" in refused.text
    monkeypatch.setattr(alone, "module_at_hand", lambda _game: gzip.compress(b"\0asm\1\0\0\0"))
    monkeypatch.setattr(alone, "_file", lambda _game, _home, _moves: "the file")
    assert client.get("/alone?game=tictactoe").text == "the file"


def test_the_sheet_of_a_game_leads_there(anyone: Person) -> None:
    client = anyone()
    room = begin(client, game="tictactoe", seat0="here", seat1="here")
    play(client, room, 0, "5", "1")
    page = client.get(f"{room}/sheets").text
    assert "/alone?game=tictactoe#challenge=5%201" in page
    assert "/alone?game=tictactoe#send=5%201" in page
    assert "/alone?game=tictactoe&amp;download=yes&amp;moves=5+1" in page


def test_three_players_have_no_challenges(anyone: Person) -> None:
    client = anyone()
    room = begin(client, game="sim", players="3", seat0="here", seat1="here", seat2="here")
    assert "#challenge=" not in client.get(f"/room/{room}").text
