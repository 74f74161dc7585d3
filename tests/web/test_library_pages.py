"""The library: what is saved of a game, who may see and delete it, and what an import says."""

from __future__ import annotations

import io
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

import plyground as pg
from plyground.position import Outcome
from plyground.records import Record, RecordedMove, read_records
from plyground.render.svg import svg
from plyground.web.services import saved as saved_module
from plyground.web.store import MoveRecord
from tests.foreign import KINDS
from tests.web.conftest import Person
from tests.web.playing import (
    begin,
    begin_by_link,
    play,
    save,
    saved_games,
    served,
    take_in,
    text_of,
    wait_for,
)

ONE = '[Game "tictactoe"]\n[Name1 "Ann"]\n[Date "2026-11-20"]\n\n1. 5 2. 1 3. 9 *\n'
OTHER = '[Game "numerical"]\n[Name2 "Bob"]\n\n1. 7@5 2. 2@1 *\n'


def record(client: TestClient, address: str) -> Record:
    text = client.get(f"{address}/record").text
    reading = next(read_records(io.StringIO(text)))
    assert reading.record is not None
    assert reading.faults == ()
    return reading.record


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("mcts:playouts=50", r"\d+ %"),
        ("minimax:depth=2", r"0|[+-]\d+"),
        ("perfect", "draw"),
        ("random", ""),
    ],
)
def test_a_computer_s_move_is_recorded_as_in_the_terminal(text: str, value: str) -> None:
    """The terminal records a choice, the app what the database keeps of it."""
    player = pg.parse_player(text)
    assert player is not None
    choice = player.choose(pg.TicTacToe().position("5"), chance=pg.Chance(1))
    kept = json.loads(json.dumps(choice.to_json()))
    move = RecordedMove.of(choice)
    assert saved_module._recorded(MoveRecord(1, choice.move, 1, 0.0, kept), None) == move
    assert re.fullmatch(value, move.value)


def test_a_game_is_saved_as_it_was_played(anyone: Person) -> None:
    ann = anyone()
    room = begin(ann, name0="Ann")
    play(ann, room, 0, "5", "1")
    address = save(ann, room)
    assert record(ann, address).result == "*"
    play(ann, room, 2, "3", "2", "7")
    assert save(ann, room) == address, "the same game, further on"
    assert saved_games(ann) == [address]
    found = record(ann, address)
    assert [move.text for move in found.moves] == ["5", "1", "3", "2", "7"]
    assert (found.result, found.reason) == ("1-0", "three in a row")
    assert (found.players, found.names) == (("human", "human"), ("Ann", ""))
    assert all(move.seconds is not None for move in found.moves)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", found.date)
    page = ann.get(address).text
    assert "Ann" in page
    assert "three in a row" in page


def test_what_a_computer_said_is_saved(anyone: Person) -> None:
    ann = anyone()
    room = begin(
        ann, seat1="computer", **{"kind-2": "minimax", "depth-2": "9"}, moves="5 1 9", first="0"
    )
    wait_for(ann, room, 4)
    found = record(ann, save(ann, room))
    assert found.start == ("5", "1", "9")
    assert found.players[1].startswith("minimax:depth=9")
    assert found.moves[0].value == "draw"
    assert found.moves[0].seconds is not None
    assert record(ann, room) == found, "the download of the room is the same game"


def test_games_that_ended_otherwise(anyone: Person) -> None:
    ann, bob = anyone(), anyone()
    room = begin_by_link(ann, bob, "5")
    bob.post(f"{room}/rename", data={"name1": "Bob; Player 2 wins!"})
    bob.post(f"{room}/resign")
    found = record(bob, save(bob, room))
    assert found.result == "1-0"
    assert found.outcome() == Outcome.given_up(1, 2, "resigned")
    assert found.ending == "1-0, Bob; Player 2 wins! resigned; Player 1 won"
    assert saved_games(bob) != []
    assert saved_games(ann) == []
    room = begin(ann)
    play(ann, room, 0, "5")
    ann.post(f"{room}/abort")
    found = record(ann, save(ann, room))
    assert (found.result, found.termination, found.reason) == ("*", "aborted", "")
    room = begin(ann)
    assert record(ann, save(ann, room)).moves == ()


def test_a_computer_that_took_over_is_announced(anyone: Person) -> None:
    ann = anyone()
    people = [anyone() for _ in range(2)]
    room = begin(ann, game="sim", players="3", vertices="6", seat1="link", seat2="link")
    for seat, each in enumerate(people, 1):
        each.post(f"{room}/claim", data={"seat": str(seat), "text": f"P{seat}"})
    people[0].post(f"{room}/resign")
    assert record(ann, save(ann, room)).comment == "A computer took over for player 2."


def test_who_may_see_and_delete_a_game(anyone: Person) -> None:
    ann, bob = anyone(), anyone()
    take_in(ann, ONE)
    (address,) = saved_games(ann)
    assert len(address.rpartition("/")[2]) >= 22, "nobody guesses it"
    assert saved_games(bob) == []
    page = bob.get(address)
    assert page.status_code == 200
    assert "Delete" not in page.text
    assert "Delete" in ann.get(address).text
    game_id = address.rpartition("/")[2]
    answer = bob.post("/library/delete", data={"id": game_id})
    assert answer.status_code == 403
    assert "only the person who saved a game can delete it" in answer.text
    assert saved_games(ann) == [address]
    assert ann.post("/library/delete", data={"id": game_id}).status_code == 303
    assert saved_games(ann) == []
    assert ann.get(address).status_code == 404
    assert ann.get(f"{address}/step").status_code == 404
    assert ann.get(f"{address}/record").status_code == 404
    assert ann.post("/library/delete", data={}).status_code == 303


def test_two_people_save_the_same_game(anyone: Person) -> None:
    ann, bob = anyone(), anyone()
    room = begin(ann)
    one, other = save(ann, room), save(bob, room)
    assert one != other
    bob.post("/library/delete", data={"id": other.rpartition("/")[2]})
    assert saved_games(ann) == [one]


def test_games_are_searched_and_paged(anyone: Person, monkeypatch: Any) -> None:
    from plyground.web.pages import library

    monkeypatch.setattr(library, "PAGE", 2)
    ann = anyone()
    assert "You have no saved games" in ann.get("/library").text
    take_in(ann, "\n".join([ONE, OTHER, ONE.replace("Ann", "Eve"), ONE.replace("Ann", "Joe")]))
    assert len(saved_games(ann)) == 2
    assert "page 1 of 2" in ann.get("/library").text
    assert len(saved_games(ann, page=2)) == 2
    assert not set(saved_games(ann)) & set(saved_games(ann, page=2))
    assert saved_games(ann, page=3) == []
    assert len(saved_games(ann, words="EVE")) == 1
    assert len(saved_games(ann, game="numerical")) == 1
    assert saved_games(ann, words="'%\"") == []
    assert "No game matches your search." in ann.get("/library?words=nobody").text
    export = ann.get("/library/export?words=eve")
    assert export.text == ONE.replace("Ann", "Eve").replace("9 *", "9 *") or "Eve" in export.text
    assert export.text.count("[Game ") == 1
    assert "attachment" in export.headers["content-disposition"]
    for query in ("page=0", "page=x", "page=99999999999999999999", f"words={'a' * 300}"):
        assert ann.get(f"/library?{query}").status_code == 422


def test_an_export_can_be_imported(anyone: Person) -> None:
    ann, bob = anyone(), anyone()
    take_in(ann, f"{ONE}\n{OTHER}")
    text = ann.get("/library/export").text
    assert text.count("[Game ") == 2
    answer = take_in(ann, text)
    assert "0 games imported; 2 already in your library" in answer.text
    assert len(saved_games(ann)) == 2
    assert "2 games imported" in take_in(bob, text).text
    assert bob.get("/library/export").text == text


def test_every_readable_game_is_kept_and_every_fault_reported(anyone: Person) -> None:
    ann = anyone()
    text = f'{ONE}\n[Game "chess"]\n\n1. e4 *\n\n[Game "tictactoe"]\n\n1. 5 2. 5 *\n\n{OTHER}'
    answer = take_in(ann, text)
    assert answer.status_code == 200
    page = unescape(answer.text)
    assert "3 games imported" in page
    assert re.search(r"line 7, column 1: .*chess", page)
    assert re.search(r"line 13, column 9: .*5.*taken", page)
    assert len(saved_games(ann)) == 3


def test_what_is_pasted_is_read_too(anyone: Person) -> None:
    ann = anyone()
    assert "1 game imported" in ann.post("/library/import", data={"text": ONE}).text
    both = anyone().post(
        "/library/import", data={"text": OTHER}, files={"file": ("x", ONE.encode("utf-16"))}
    )
    assert both.status_code == 200
    assert "2 games imported" in both.text, "each in its own encoding"


def test_the_game_is_asked_where_a_text_names_none(anyone: Person) -> None:
    ann = anyone()
    asked = ann.post("/library/import", data={"text": "1. 5 2. 1 3. 7\n"})
    assert "Which game is this?" in text_of(asked.text)
    assert re.findall(r'name="game" value="(\w+)"', asked.text) == ["tictactoe", "connect4"]
    kept = unescape(re.findall(r'name="text" value="([^"]*)"', asked.text)[0])
    done = ann.post("/library/import", data={"text": kept, "game": "connect4"})
    assert "1 game imported" in done.text
    assert "Connect Four" in done.text
    none = ann.post("/library/import", data={"text": "1. e4 e5\n"})
    assert "legal in none" in text_of(none.text)
    other = ann.post("/library/import", data={"text": kept, "game": "chess"})
    assert "there is no game" in text_of(other.text)


@pytest.mark.parametrize("name", ["time", "table", "replay", "playthrough", "lines"])
def test_games_of_others_are_imported_and_reviewed(anyone: Person, name: str) -> None:
    kind, ann = KINDS[name], anyone()
    given = {"game": kind.game} if kind.game else {}
    answer = ann.post("/library/import", data=given, files={"file": ("f", kind.text.encode())})
    assert "1 game imported" in answer.text
    (address,) = set(re.findall(r"/library/[\w-]{20,}", ann.get("/library").text))
    assert [each.text for each in record(ann, address).moves] == kind.moves.split()
    assert ann.get(f"{address}/review").status_code == 200


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\xff\xfe" * 100, b"[" * 5000, b"{" * 5000, b"1. k9", b"(" * 300, b"\xff\xfe[\x00G",
     b'[Game "../../etc/passwd"]\n\n*', b'[Game "sim"]\n[Parameters "vertices=99999"]\n\n*'],
)  # fmt: skip
def test_what_is_not_a_game_is_refused(anyone: Person, content: bytes) -> None:
    ann = anyone()
    answer = take_in(ann, content)
    assert answer.status_code == 422
    assert "0 games imported" in answer.text
    assert saved_games(ann) == []


def test_imports_have_limits(anyone: Person, monkeypatch: Any) -> None:
    ann = anyone()
    assert take_in(ann, b" " * 1_000_001).status_code == 413
    broken = {"content-type": "multipart/form-data; boundary=x"}
    assert ann.post("/library/import", content=b"--x\r\nbad", headers=broken).status_code < 500
    monkeypatch.setattr(saved_module, "FAULTS_MOST", 2)
    page = take_in(ann, '[Game "x"]\n\n*\n\n' * 5).text
    assert "and 3 more" in page
    monkeypatch.setattr(saved_module, "BOARDS_MOST", 1)
    page = take_in(ann, f"{ONE}\n{OTHER}").text
    assert "1 game imported" in page
    assert "an import has at most 1 different boards" in page


def test_a_name_with_a_script_stays_a_text(anyone: Person) -> None:
    ann = anyone()
    evil = "<script>alert(1)</script>\"'>"
    text = (
        ONE.replace("Ann", evil.replace('"', '\\"'))
        + f'\n[Game "tictactoe"]\n[Site "{evil[:25]}"]\n\n1. 5 {{[%value {evil[:25]}] {evil}}} *\n'
    )
    assert "2 games imported" in take_in(ann, text).text
    pages = ["/library", *saved_games(ann), *(f"{each}/step?at=1" for each in saved_games(ann))]
    for address in pages:
        page = ann.get(address).text
        assert "<script>alert" not in page
    assert any("&lt;script&gt;" in ann.get(each).text for each in pages)


def test_a_saved_game_is_stepped_through_with_all_that_it_has(anyone: Person) -> None:
    ann = anyone()
    text = (
        '[Game "tictactoe"]\n[Start "5"]\n[Opening "centre"]\n\n{before it} 2. 1 {[%value loss 4]'
        "[%time 0.25] hm} (2. 2 {worse} 3. 1 (3. 3) 4. 9) 3. 9 *\n"
    )
    take_in(ann, text)
    (address,) = saved_games(ann)
    page = ann.get(address).text
    for part in ("before it", "loss 4", "hm", "worse", "centre", "Play on from here"):
        assert part in page
    assert 'data-at="1" data-then="2 1 9"' in page
    assert 'data-at="1" data-then="2 3"' in page
    assert "Time: 0.25 s." in ann.get(f"{address}/step?at=2").text
    shown = ann.get(f"{address}/step?at=1&then=2 1").text
    assert "Not played: 2 1 after move 1." in shown
    assert "moves=5+2+1" in shown
    assert "The start." in ann.get(f"{address}/step?at=-5").text
    assert ann.get(f"{address}/step?at=99").text == ann.get(f"{address}/step").text
    for odd in ("then=5", "then=x", "at=x", f"then={'1' * 3000}"):
        assert ann.get(f"{address}/step?{odd}").status_code == 422


def test_saved_games_outlive_the_server(tmp_path: Path) -> None:
    with served(tmp_path) as ann:
        take_in(ann, ONE)
        saved, cookies = saved_games(ann), ann.cookies
    with served(tmp_path) as ann:
        ann.cookies = cookies
        assert saved_games(ann) == saved
        assert len(saved) == 1


def test_a_game_in_the_list_shows_its_board_as_it_is_now(anyone: Person) -> None:
    client = anyone()
    room = begin(client, seat1="here", moves="1 2")
    play(client, room, 2, "5")
    row = next(
        each
        for each in re.findall(r"<li>.*?</li>", client.get("/library").text, re.DOTALL)
        if room in each
    )
    assert "3 moves" in row
    assert 'class="picture of-tictactoe"' in row
    taken = pg.TicTacToe().position("1 2 5").picture()
    assert svg(taken, size=64, variables=True) in row


def test_an_export_is_sent_in_parts(app: FastAPI) -> None:
    parts: list[int] = []

    async def measured(scope: Scope, receive: Receive, send: Send) -> None:
        async def noted(message: Message) -> None:
            parts.append(len(message.get("body", b"")))
            await send(message)

        await app(scope, receive, noted)

    comment = "{" + "Abc. " * 40_000 + "}"
    with TestClient(measured, base_url="http://localhost", follow_redirects=False) as client:
        for opening in range(1, 5):
            take_in(client, f'[Game "tictactoe"]\n\n1. {opening} {comment} *\n')
        parts.clear()
        export = client.get("/library/export", headers={"accept-encoding": "identity"}).text
    assert export.count("Abc.") == 160_000
    assert export.endswith(" *\n")
    assert len([*read_records(io.StringIO(export))]) == 4
    assert max(parts) < len(export) / 2


def test_values_of_moves_are_said_in_moves(anyone: Person) -> None:
    ann = anyone()
    values = ("win in 5 plies", "loss in 1 ply", "win in 3 to 8 plies", "win in 3 to 4 plies",
              "sees 3 plies", "+12")  # fmt: skip
    moves = " ".join(f"{n}. {n} {{[%value {text}]}}" for n, text in enumerate(values, 1))
    take_in(ann, f'[Game "tictactoe"]\n\n{moves} *\n')
    [path] = saved_games(ann)
    page = text_of(ann.get(path).text)
    for text in ("win in 3 moves", "loss in 1 move", "win in 2 to 4 moves",
                 "win in 2 moves at most", "+12", "sees 3 plies"):  # fmt: skip
        assert text in page
    assert "Value: win in 3 moves." in text_of(ann.get(f"{path}/step?at=1").text)
