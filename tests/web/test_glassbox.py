"""The glass box page: which search it is of, and what the server says of that."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground.analysis import Trace, look_inside
from plyground.web.boards import board_svg
from plyground.web.pages import glassbox
from plyground.web.pages.glassbox import listed
from tests.reference.spoken import spoken

EVIL = "<script>alert(1)</script>"
FIRST = "/glassbox?game=tictactoe&moves=15264&algorithm=alphabeta&depth=3"


def search_in(page: str) -> dict[str, Any]:
    """What a page says of its search."""
    found = re.search(r'<script type="application/json" id="search">(.*?)</script>', page)
    assert found, page
    search: dict[str, Any] = json.loads(found[1])
    return search


def steps(client: TestClient, query: str) -> Any:
    answer = client.get(f"/glassbox/steps?{query}")
    assert answer.status_code == 200
    return answer.json()


def test_the_page_without_a_search_is_a_form(reader: TestClient) -> None:
    page = reader.get("/glassbox")
    assert page.status_code == 200
    assert 'id="search"' not in page.text
    for title in ("Tic-tac-toe", "Numerical tic-tac-toe", "Sim", "Connect Four"):
        assert f">{title}</option>" in page.text
    assert 'aria-current="page">Look inside' in page.text


@pytest.mark.parametrize(
    ("moves", "depth", "algorithm"),
    [
        ("15264", 3, "minimax"),
        ("15264", 3, "alphabeta"),
        ("15264", 3, "shallow"),
        ("152", 4, "alphabeta"),
    ],
)
def test_the_server_lists_the_positions_of_the_search(
    reader: TestClient, moves: str, depth: int, algorithm: str
) -> None:
    query = f"moves={moves}&algorithm={algorithm}&depth={depth}"
    trace = look_inside(pg.TicTacToe().position(moves), depth=depth, algorithm=algorithm)
    found = steps(reader, query)
    assert found == listed(trace)
    assert len(found["visited"]) == len(trace.nodes)
    for node, (turn, known, *worth) in zip(trace.nodes, found["visited"], strict=True):
        assert turn == node.player
        if node.kind == "leaf":
            assert found["reasons"][known] == (node.reason if node.end == "over" else "")
            assert worth == [node.value]
        else:
            codes = trace.position_at(node.number).codes
            assert (known, worth) == ([*codes], [])


def test_boards(reader: TestClient) -> None:
    trace = look_inside(pg.TicTacToe().position("15264"), depth=2)
    for node in trace.nodes:
        moves = " ".join((*trace.position.history, *trace.path(node.number)))
        board = reader.get("/glassbox/board", params={"game": "tictactoe", "moves": moves})
        assert board.text == board_svg(trace.position_at(node.number).picture())
        assert "style=" not in board.text  # which the policy of the pages would not let through
    answer = reader.get("/glassbox/board?moves=11", headers={"accept": "*/*"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("move 2, 1: Cell 1 is taken")


def test_the_same_search_is_made_once_for_all(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A class looks at one example at the same time."""
    searches: list[int] = []

    def counted(*args: Any, **how: Any) -> Trace:
        searches.append(1)
        return look_inside(*args, **how)

    glassbox._answer.cache_clear()
    monkeypatch.setattr("plyground.web.pages.glassbox.look_inside", counted)
    for _ in range(3):
        client.cookies.clear()
        assert client.get(FIRST.replace("?", "/steps?")).status_code == 200
    assert len(searches) == 1


def test_a_search_is_cut_short(reader: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plyground.web.pages.glassbox.STEPS_MOST", 50)
    glassbox._answer.cache_clear()
    found = steps(reader, "moves=15&algorithm=minimax&depth=7")
    glassbox._answer.cache_clear()
    trace = look_inside(pg.TicTacToe().position("15"), depth=7, algorithm="minimax", most_steps=50)
    assert found == listed(trace)
    assert trace.nodes[0].unreached


@pytest.mark.slow
def test_parameters_and_defaults_come_from_the_link(reader: TestClient) -> None:
    page = reader.get("/glassbox?game=sim&vertices=6&players=2&moves=0-1+0-2&depth=1").text
    game = pg.Sim(6, 2)
    search = search_in(page)
    assert search["title"] == game.title
    assert search["history"] == ["0-1", "0-2"]
    assert [each["text"] for each in search["moves"]] == [*game.move_texts]
    assert re.search(r'name="vertices"[^>]*value="6"', page)
    assert search["inside"]["heuristic"] == "margin"
    search = search_in(reader.get("/glassbox?moves=15264").text)
    assert (search["title"], search["algorithm"], search["depth"]) == (
        "Tic-tac-toe",
        "alphabeta",
        3,
    )
    assert search["history"] == [*"15264"]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("moves=11", "move 2, 1: Cell 1 is taken: legal are 2, 3, 4, 5, 6, 7, 8, 9"),
        ("moves=1x", "move 2, x: 'x' is not a move of Tic-tac-toe: give a cell, 1 to 9"),
        ("moves=1425369", "move 6, 6: the game is over"),
        ("depth=0", "Tic-tac-toe takes a depth of 1 to 9 plies, and not 0"),
        ("depth=10", "Tic-tac-toe takes a depth of 1 to 9 plies, and not 10"),
        ("depth=two", "depth takes a whole number, and not 'two'"),
        ("depth=", "depth takes a whole number, and not ''"),
        ("algorithm=magic", "there is no algorithm 'magic': give minimax, alphabeta, shallow"),
        ("game=chess", "there is no game 'chess': give tictactoe, numerical, sim, connect4"),
        ("game=/etc/game.py", "there is no game '/etc/game.py': give "),
        ("vertices=6", "Tic-tac-toe has no parameter vertices: it has none"),
        ("self=6", "Tic-tac-toe has no parameter self: it has none"),
        ("game=sim&vertices=99", "Sim takes 3 to 10 vertices, and not 99"),
        ("game=sim&columns=5", "Sim has no parameter columns: its parameters are vertices"),
        ("game=connect4&columns=x", "columns takes a whole number, and not 'x'"),
    ],
)
def test_bad_input_is_reported_on_the_page_and_kept(
    reader: TestClient, query: str, message: str
) -> None:
    page = reader.get(f"/glassbox?{query}")
    assert page.status_code == 422
    text = unescape(page.text)
    assert message in text
    assert 'id="search"' not in text
    for key, value in (pair.split("=") for pair in query.split("&")):
        if key in ("moves", "depth"):
            assert re.search(rf'name="{key}"[^>]*value="{re.escape(value)}"', text)
    answer = reader.get(f"/glassbox/steps?{query}", headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert message in answer.json()["error"]


@pytest.mark.parametrize("key", ["game", "moves", "algorithm", "depth", EVIL])
def test_texts_are_escaped(reader: TestClient, key: str) -> None:
    page = reader.get("/glassbox", params={key: EVIL})
    assert page.status_code == 422
    assert EVIL not in page.text


def test_a_search_in_words() -> None:
    trace = look_inside(pg.TicTacToe().position("15264"), depth=3)
    said = [spoken(trace, step) for step in trace.steps]
    assert said[:4] == [
        "o is to move, and looks 3 moves ahead",
        "if o plays cell 3, x is to move",
        "if o plays cell 3 and x plays cell 7, x wins: three in a row",
        "that way o loses in 2",
    ]
    assert said[10:13] == [
        "the best for o so far is cell 7: o wins in 3",
        "cell 9 can be skipped: o has a win in 3 here, and x can hold o to a loss in 2 elsewhere",
        "so after cell 8, o gets at least a win in 3",
    ]
    assert said[-1] == "the search is done: cell 3 is best, and o loses in 2"
    rated = look_inside(pg.ConnectFour().position("4453"), depth=2)
    assert spoken(rated, rated.steps[2]).endswith(", the search looks no further")
    over = look_inside(pg.TicTacToe().position("1526473"))
    assert [spoken(over, step) for step in over.steps] == [
        "x wins: three in a row",
        "that way o loses",
        "the search is done: o loses",
    ]
    drawn = look_inside(pg.TicTacToe().position("51932846"))
    assert "that way nobody wins" in [spoken(drawn, step) for step in drawn.steps]
