"""The form of a new game: what it offers, and what it keeps of what it refuses."""

from __future__ import annotations

import asyncio
import html
import re

import pytest
from fastapi.testclient import TestClient

import plyground as pg
from plyground import errors
from plyground.position import HUMAN
from plyground.render.faces import face
from plyground.web.engine.compiling import Compiling
from plyground.web.games import installed_games, nearest_game, offered, sizes
from plyground.web.pages import home

_INPUT = re.compile(r'<input [^>]*?name="([^"]+)"[^>]*?\svalue="([^"]*)"')
_SELECT = re.compile(r'<select [^>]*?name="([^"]+)".*?</select>', re.DOTALL)
_CHOSEN = re.compile(r'<option value="([^"]+)"[^>]* selected>')


def fields(page: str) -> dict[str, str]:
    """The fields of the form, as a browser sends them."""
    form = page[page.index('<form id="new-game"') :]
    form = re.sub(r'<input type="radio"(?![^>]* checked)[^>]*>', "", form[: form.index("</form>")])
    chosen = {found[1]: _CHOSEN.search(found[0]) for found in _SELECT.finditer(form)}
    return {
        **{name: html.unescape(value) for name, value in _INPUT.findall(form)},
        **{name: option[1] for name, option in chosen.items() if option is not None},
    }


def warning(page: str) -> str:
    found = re.search(
        r'<p class="[^"]*warning[^"]*" role="alert"(?: data-refused)?>([^<]*)</p>', page
    )
    assert found is not None
    return html.unescape(found[1])


SIM = {"game": "sim", "vertices": "7", "players": "3", "name1": "Ann", "seat1": "here"}
CONNECT_FOUR = {"game": "connect4", "columns": "8", "rows": "15", "kind-1": "mcts", "name1": "Ann"}


@pytest.mark.parametrize(
    ("given", "changed", "message"),
    [
        (SIM, {"vertices": "99"}, "Sim takes 3 to 10 vertices, and not 99"),
        (SIM, {"vertices": "six"}, "Sim takes 3 to 10 vertices, and not 'six'"),
        (SIM, {"players": "9"}, "Sim takes 2 to 5 players, and not 9"),
        (
            CONNECT_FOUR,
            {"columns": "12"},
            "Connect Four with 12 columns takes 4 to 9 rows, and not 15",
        ),
    ],
)
@pytest.mark.parametrize("path", ["/", "/new", "/rooms"])
def test_a_refused_size_leaves_the_form_as_it_was(
    reader: TestClient, path: str, given: dict[str, str], changed: dict[str, str], message: str
) -> None:
    before = fields(reader.get("/", params=given).text)
    assert before.items() >= given.items()
    sent = before | changed
    answer = reader.post(path, data=sent) if path == "/rooms" else reader.get(path, params=sent)
    assert answer.status_code == (200 if path == "/new" else 422)
    assert warning(answer.text) == message
    # The usual size, whose players take the place of those of none, has opponents by rating too.
    found = {name: value for name, value in fields(answer.text).items() if name[:4] != "elo-"}
    assert found == before | changed


@pytest.mark.parametrize("path", ["/", "/new"])
def test_an_unknown_game_is_reported_and_no_other_is_begun(reader: TestClient, path: str) -> None:
    answer = reader.get(path, params={"game": "chess"})
    assert "There is no game called “chess” here" in warning(answer.text)
    assert all(game.title in answer.text for game in installed_games())
    assert 'name="game"' not in answer.text


def test_only_sizes_that_exist_are_offered(reader: TestClient) -> None:
    for columns in range(4, 13):
        _, rows = offered({"game": "connect4", "columns": str(columns)})
        for number in range(rows.least, rows.most + 1):
            pg.ConnectFour(columns, number)
        if rows.most < 15:
            with pytest.raises(errors.ParameterError):
                pg.ConnectFour(columns, rows.most + 1)
    page = reader.get("/?game=connect4&columns=10").text
    assert re.search(r'name="rows"[^>]* min="4" max="11"', page)
    assert "4 to 11 with 10 columns" in page
    for kind in (pg.ConnectFour, pg.Sim):
        listed = [each for group in sizes(kind()) for each in group.choices]
        assert len(listed) >= 8
        for _, values in listed:
            kind(**{**kind().values, **values})
    boards = {
        tuple(values.values()) for values in dict(sizes(pg.ConnectFour())[0].choices).values()
    }
    assert boards >= {(7, 6), (9, 7), (8, 8), (10, 6), (12, 9)}
    assert "x (rows" not in page
    page = reader.get("/watch?game=connect4&columns=12").text
    rows_offered = page[page.index('name="rows"') :].split("</select>")[0]
    assert re.findall(r">\s*(\d+)</option>", rows_offered) == ["4", "5", "6", "7", "8", "9"]


def test_the_nearest_game_keeps_what_exists() -> None:
    assert nearest_game({"game": "connect4", "columns": "12", "rows": "10"}) == pg.ConnectFour(
        12, 6
    )
    assert nearest_game({"game": "sim", "vertices": "99", "players": "3"}) == pg.Sim(6, 3)
    assert nearest_game({"game": "connect4", "columns": "9" * 5000}) == pg.ConnectFour()


def test_the_form_of_the_old_program(reader: TestClient) -> None:
    page = reader.get("/?game=connect4").text
    assert "As in the old programs" in page
    assert "as-before" not in fields(page)
    link = re.search(r'href="([^"]*as-before=yes[^"]*)"[^>]*>As in the old programs', page)
    assert link is not None
    old = reader.get(html.unescape(link[1])).text
    assert "Would you like to be Player 1 or Player 2?" in old
    assert fields(old)["as-before"] == "yes"
    assert fields(old)["kind-2"] == "old-connect4"
    assert (fields(old)["seat0"], fields(old)["seat1"]) == ("here", "computer")
    assert all("as-before=yes" in each for each in re.findall(r'href="([^"]*seat0=[^"]*)"', old))


@pytest.mark.parametrize(
    ("game", "computer"),
    [
        ("connect4", "old-connect4"),
        ("sim", "old-sim"),
        ("tictactoe", "old-tictactoe"),
        ("numerical", "old-numerical"),
    ],
)
def test_the_old_programs_computer_is_proposed(
    reader: TestClient, game: str, computer: str
) -> None:
    shown = fields(reader.get(f"/?game={game}&as-before=yes").text)
    seat = next(at for at in (0, 1) if shown[f"seat{at}"] == "computer")
    assert shown[f"kind-{seat + 1}"] == computer


@pytest.mark.parametrize(
    "game", [pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(), pg.ConnectFour()]
)
def test_the_form_proposes_that_you_begin_against_a_quick_computer(
    reader: TestClient, game: pg.Game
) -> None:
    shown = fields(reader.get(f"/?game={game.name}").text)
    assert (shown["seat0"], shown["seat1"]) == ("here", "computer")
    assert shown["opponent-2"] == "level:2"
    assert game.face.usual_seats(game.players) == (HUMAN, "level:2")


def test_opponents_are_people_with_faces(reader: TestClient) -> None:
    page = reader.get("/?game=sim&seat1=computer").text
    for each in pg.Sim().levels:
        assert face(each.name) in page
        assert html.escape(each.sees) in page
        beaten = html.escape(each.beaten[0].lower() + each.beaten[1:])
        assert f"<strong>To beat {each.name}:</strong> {beaten}" in page
    answer = reader.post("/rooms", data={**fields(page), "opponent-2": "level:3"})
    room = reader.get(answer.headers["location"]).text
    juno = pg.Sim().levels[2]
    assert f'<h2 title="{juno.name}">{juno.name}</h2>' in room
    assert face(juno.name) in room
    assert html.escape(juno.sees) in room
    assert f"<h3>To beat {juno.name}</h3>" in room
    assert "Opponent, level" not in room


@pytest.mark.parametrize("game", [pg.Sim(), pg.Sim(8)])
def test_the_form_proposes_the_depth_that_is_usual_in_the_game(
    reader: TestClient, game: pg.Sim
) -> None:
    shown = fields(reader.get("/", params={"game": "sim", **game.values}).text)
    assert shown["kind-2"] == "minimax"
    assert int(shown["depth-2"]) == game.default_depth


def test_numerical_is_refused_in_its_old_words(reader: TestClient) -> None:
    sent = {"game": "numerical", "seat0": "here", "seat1": "nobody"}
    assert warning(reader.post("/rooms", data=sent).text).startswith("a seat is one of")
    old = reader.post("/rooms", data=sent | {"as-before": "yes"}).text
    assert warning(old) == "Player count must be 1 or 2!"


def test_the_first_page_does_not_wait_for_its_pictures(
    reader: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that have to be compiled for a picture are asked for by the page that is there."""

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as nothing:
        nothing.setattr(Compiling, "is_ready", lambda *_: False)
        nothing.setattr(Compiling, "ready", never)
        nothing.setattr(home, "shipped_data", lambda _game: None)
        home._picture.cache_clear()
        nothing.setattr(pg.Position, "picture", None)
        page = reader.get("/").text
    assert re.search(r"<p [^>]* data-preparing>Getting the game ready", page)
    assert 'data-later="/picture?game=numerical"' in page
    home._picture.cache_clear()
    picture = reader.get("/picture?game=numerical")
    assert picture.text.startswith("<svg")
    assert picture.text in reader.get("/").text
    assert reader.get("/picture?game=chess").status_code == 404
