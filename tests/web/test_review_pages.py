"""Reviews of finished games, and another try at what went wrong in them."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterator
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plyground.analysis import review
from plyground.browser.geometry import shown
from plyground.games.registry import game
from plyground.search import Cancelled, Control, Limits
from plyground.web.engine.work import Client, client
from plyground.web.services import reviews as reviews_module
from plyground.web.services.reviews import Reviews
from plyground.web.visitors import digest
from tests.web.conftest import Person
from tests.web.playing import begin, play, save, saved_games, take_in

LOST = ("4", "1", "3", "2", "7", "9", "5")  # x wins: o made two mistakes, x one


def make_review(app: FastAPI, client: TestClient, address: str) -> str:
    """Have a game reviewed, and read its page."""
    waiting = client.get(f"{address}/review")
    assert waiting.status_code == 200
    assert "Reviewing the game" in waiting.text
    answer = client.get(f"{address}/review/step?at=1")  # it waits for the review
    assert answer.status_code == 200, answer.text
    return unescape(client.get(f"{address}/review").text)


def finished(client: TestClient, moves: tuple[str, ...] = LOST, **fields: str) -> str:
    room = begin(client, **fields)
    play(client, room, 0, *moves)
    return room


def test_a_finished_game_is_reviewed(app: FastAPI, person: Person) -> None:
    ann = person()
    room = finished(ann)
    assert f'href="{room}/review"' in ann.get(room).text
    page = make_review(app, ann, room)
    expected = review(game("tictactoe").position(LOST))
    assert expected.turning_point is not None
    assert expected.headline in page
    assert len(re.findall(r'class="ply-point[^"]*"', page)) == len(LOST) + 1
    for move in expected.moves:
        assert re.search(rf'<li class="{move.grade}"><a href="\?at={move.ply}"', page)
    for each in expected.accuracy:
        assert each.percent is None or f"{each.percent:.0f} % in" in page
    assert f'data-at="{expected.turning_point.ply}"' in page, "it begins at the turning point"
    poor = expected.turning_point
    step = unescape(ann.get(f"{room}/review/step?at={poor.ply}").text)
    assert f"Better, and marked on the board: {' or '.join(poor.best)}." in step
    hints = set(re.findall(r'data-hint="(\d+)"', step))
    assert hints == {str(int(move) - 1) for move in poor.best}
    assert "The line that proves it" in step
    line = " ".join(poor.line[:2])
    in_line = unescape(ann.get(f"{room}/review/step?at={poor.ply - 1}&then={line}").text)
    assert f"Not played: {line}, in place of move {poor.ply}." in in_line
    assert "ply-hint" not in in_line
    assert "The start." in ann.get(f"{room}/review/step?at=0").text


def test_the_progress_is_shown(app: FastAPI, person: Person) -> None:
    ann = person()
    room = finished(ann)

    class Listening:
        async def is_disconnected(self) -> bool:
            return False

    async def listen() -> list[bytes]:
        reviews: Reviews = app.state.parts.reviews
        position = (await app.state.parts.rooms.get(room.removeprefix("/room/"))).state.position
        parts = []
        async for part in reviews.listen(Listening(), "ann", position, 0):  # type: ignore[arg-type]
            parts.append(part)
            if part.startswith((b"event: done", b"event: failed")):
                break
        return parts

    parts = ann.portal.call(listen)  # type: ignore[union-attr]
    reports = [json.loads(part.split(b"data: ")[1]) for part in parts if b"progress" in part]
    assert reports[0] == {"done": 0, "of": len(LOST), "waits": False}
    assert reports[-1] == {"done": len(LOST), "of": len(LOST), "waits": False}
    assert [each["done"] for each in reports] == sorted(each["done"] for each in reports)
    assert parts[-1].startswith(b"event: done")
    assert expected_headline() in unescape(ann.get(f"{room}/review").text)
    assert ann.portal.call(listen) == [b"event: done\ndata: \n\n"], "it is kept"  # type: ignore[union-attr]


def expected_headline() -> str:
    return review(game("tictactoe").position(LOST)).headline


def test_a_saved_game_is_reviewed_from_where_it_began(app: FastAPI, person: Person) -> None:
    ann = person()
    take_in(ann, '[Game "tictactoe"]\n[Start "4 1"]\n\n3. 3 4. 2 5. 7 6. 9 7. 5 1-0\n')
    (address,) = saved_games(ann)
    page = make_review(app, ann, address)
    assert '<a href="?at=2" data-at="2"' in page
    assert '<a href="?at=3" data-at="3"' in page
    assert '<a href="?at=1" data-at="1"' not in page
    assert "The game began later." in ann.get(f"{address}/review/step?at=1").text


@pytest.mark.slow
def test_more_than_two_players(
    app: FastAPI, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews_module, "SECONDS", 0.5)
    ann = person()
    sim = {"game": "sim", "players": "3", "vertices": "6", "seat2": "here"}
    room = finished(ann, ("0-1", "0-2", "0-3", "1-2"), **sim)
    ann.post(f"{room}/abort")
    page = make_review(app, ann, room)
    assert page.count('scope="row"') == 3


def test_a_game_by_a_link_is_reviewed_when_it_is_over(app: FastAPI, person: Person) -> None:
    ann, bob, eve = person(), person(), person()
    room = begin(ann, seat1="link")
    bob.post(f"{room}/claim", data={"seat": "1", "text": "Bob"})
    play(ann, room, 0, "5")
    assert "Review" not in ann.get(room).text
    address = save(ann, room)
    theirs = save(bob, room)
    for who, place in ((ann, room), (bob, room), (eve, room), (ann, address), (bob, theirs)):
        for part in ("review", "review/step?at=1", "review/events", "retry", "retry/try?move=1",
                     "retry/answer", "retry/board"):  # fmt: skip
            answer = who.get(f"{place}/{part}")
            assert answer.status_code == 403, part
            assert "over" in answer.text
    # Nor as a user's own game with the same moves.
    copy = begin(ann)
    play(ann, copy, 0, "5")
    assert ann.get(f"{copy}/review").status_code == 403
    other = begin(ann)
    play(ann, other, 0, "1")
    assert ann.get(f"{other}/review").status_code == 200
    ann.post(f"{room}/resign")
    for who, place in ((ann, room), (bob, room), (eve, room), (ann, address), (ann, copy)):
        assert who.get(f"{place}/review").status_code == 200


def test_the_review_of_a_game_that_was_resigned_says_so(app: FastAPI, person: Person) -> None:
    ann, bob = person(), person()
    room = begin(ann, seat1="link")
    bob.post(f"{room}/claim", data={"seat": "1", "text": "Bob"})
    play(ann, room, 0, "5")
    bob.post(f"{room}/resign")
    address = save(ann, room)
    for place in (room, address):
        ann.get(f"{place}/review/step?at=1")  # it waits for the review
        page = unescape(ann.get(f"{place}/review").text)
        assert "The game ended before a rule decided it: " in page
        assert "Bob resigned" in page
        # Whoever had one seat of a room is addressed; of a saved game, nobody knows.
        assert ("Move 1: you (x) played cell 5" in page) == (place == room)
        assert ("You (x)" in page) == (place == room)
        assert "The game is not over" not in page


def test_who_watches_a_game_cannot_review_it(app: FastAPI, person: Person) -> None:
    ann, bob, eve = person(), person(), person()
    room = begin(ann, seat1="link")
    bob.post(f"{room}/claim", data={"seat": "1", "text": "Bob"})
    play(ann, room, 0, "5")
    address = save(eve, room)
    assert eve.get(f"{address}/review").status_code == 200  # she is not there
    asked = SimpleNamespace(cookies=dict(eve.cookies))
    token = app.state.parts.visitors.known(asked)
    app.state.parts.rooms._rooms[room.removeprefix("/room/")].presence.come(digest(token), "", 0.0)
    assert eve.get(f"{address}/review").status_code == 403


@pytest.mark.slow
@pytest.mark.parametrize(
    "part",
    [
        "review",
        "review/step",
        "review/events",
        "retry",
        "retry/try?move=1",
        "retry/answer",
        "retry/board",
    ],
)
def test_what_is_not_there(person: Person, part: str) -> None:
    ann = person()
    for place in ("/room/none", "/library/none", "/library/%00", "/room/" + "a" * 500):
        assert ann.get(f"{place}/{part}").status_code == 404
    empty = begin(ann)
    answer = ann.get(f"{empty}/{part}")
    assert answer.status_code == 422
    assert "nothing to review" in answer.text


@pytest.mark.parametrize(
    "query",
    ["player=0", "player=x", "n=0", "n=99999999", "player=9&n=1&move=1", "n=1000&move=1",
     "move=4", "move=nonsense", f"move={'1' * 50}", "move=%00", "move=", "player=1"],
)  # fmt: skip
def test_odd_questions_are_refused(app: FastAPI, person: Person, query: str) -> None:
    ann = person()
    room = finished(ann)
    make_review(app, ann, room)
    answer = ann.get(f"{room}/retry/try?{query}", headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}
    for odd in ("at=x", "then=x", "then=4&at=3", f"then={'1' * 3000}"):
        assert ann.get(f"{room}/review/step?{odd}").status_code == 422


def tried(client: TestClient, room: str, move: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"{room}/retry/try", params={"move": move, **query})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_mistakes_are_tried_again(app: FastAPI, person: Person) -> None:
    """Every move that keeps the result is right, and no other; the wrong ones say why."""
    ann = person()
    room = finished(ann)
    assert "Reviewing the game" in ann.get(f"{room}/retry").text, "it waits in its place"
    make_review(app, ann, room)
    reviewed = review(game("tictactoe").position(LOST))
    for player in (0, 1):
        wanted = [
            move
            for move in reviewed.moves
            if move.player == player and move.grade in ("mistake", "blunder")
        ]
        page = unescape(ann.get(f"{room}/retry?player={player + 1}").text)
        if not wanted:
            assert "There is no move to retry" in page
        for n, each in enumerate(wanted, 1):
            page = unescape(ann.get(f"{room}/retry?player={player + 1}&n={n}").text)
            assert f"Position {n} of {len(wanted)}" in page
            assert f"Move {each.ply}: " in page
            for move in each.position.moves:
                reply = tried(ann, room, move, player=player + 1, n=n)
                assert reply["right"] == (move in each.keeping)
                marked = json.loads(reply["board"])["hints"]
                if reply["right"]:
                    assert not marked
                    continue
                # The wrong move is marked, and a line of moves for the board shows why.
                assert [site for site, _ in marked] == [int(move) - 1]
                assert re.search("can force a win|loses at once|it is a draw", reply["said"])
                assert "Try again." in reply["verdict"]
                (line,) = re.findall('data-line="(.*?)"', reply["verdict"])
                assert line.split()[0] == move
                query = {"player": player + 1, "n": n, "line": line}
                after = ann.get(f"{room}/retry/board", params=query).json()
                position = each.position.game.position((*each.position.history, *line.split()))
                assert after["cells"] == shown(position)["cells"]
            query = {"player": player + 1, "n": n}
            answer = ann.get(f"{room}/retry/answer", params=query).json()
            assert " or ".join(f"cell {move}" for move in each.best) in answer["said"]
            assert json.loads(answer["board"])["hints"]
        done = ann.get(f"{room}/retry?player={player + 1}&n={len(wanted) + 1}").text
        assert "You have tried them all." in done or not wanted
    assert any(move.grade in ("mistake", "blunder") for move in reviewed.moves)


def test_a_move_may_be_typed_as_in_a_game(app: FastAPI, person: Person) -> None:
    ann = person()
    room = finished(ann)
    make_review(app, ann, room)
    assert tried(ann, room, "(3, 1)", player=2)["said"] == tried(ann, room, "7", player=2)["said"]


def test_inaccuracies_are_tried_again(app: FastAPI, person: Person) -> None:
    """A move has to be quicker, or hold out longer, than what was played."""
    ann = person()
    moves = ("5", "8", "1", "6", "4", "2", "3", "7", "9")  # x takes its time
    room = finished(ann, moves)
    make_review(app, ann, room)
    reviewed = review(game("tictactoe").position(moves))
    assert not {"mistake", "blunder"} & {move.grade for move in reviewed.moves[::2]}
    wanted = [move for move in reviewed.moves[::2] if move.grade == "inaccuracy"]
    assert len(wanted) == 2
    for n, each in enumerate(wanted, 1):
        reply = tried(ann, room, each.move, n=n)
        assert not reply["right"]
        assert f"{each.move} is an inaccuracy" in reply["said"]
        assert tried(ann, room, each.best[0], n=n)["right"]
    assert "Position 2 of 2" in ann.get(f"{room}/retry?n=2").text
    assert "Retry inaccuracies" in ann.get(f"{room}/review").text
    # One among graver moves is not left out.
    both = finished(ann, ("3", "2", "5", "1", "8", "9", "6", "7", "4"))
    page = make_review(app, ann, both)
    assert "1 mistake, 1 inaccuracy" in page
    assert "Retry 2" in page
    assert "Position 2 of 2" in ann.get(f"{both}/retry?n=2").text


def test_one_move_is_tried_again_by_its_number(app: FastAPI, person: Person) -> None:
    """The position comes without its answer."""
    ann = person()
    room = finished(ann)
    make_review(app, ann, room)
    poor = review(game("tictactoe").position(LOST)).turning_point
    assert poor is not None
    page = unescape(ann.get(f"{room}/retry?ply={poor.ply}").text)
    (drawn,) = re.findall(r'<div id="board" data-shown="(.*?)">', page)
    assert not json.loads(drawn)["hints"]
    assert "Find a move that keeps" in page
    assert "Best: " not in page
    assert not tried(ann, room, poor.move, ply=poor.ply)["right"]
    assert tried(ann, room, poor.best[0], ply=poor.ply)["right"]
    answer = ann.get(f"{room}/retry/answer?ply={poor.ply}").json()
    assert " or ".join(f"cell {move}" for move in poor.best) in answer["said"]
    assert "There is no move to retry" in ann.get(f"{room}/retry?ply=99").text
    assert ann.get(f"{room}/retry/answer?ply=99").status_code == 422


def test_a_name_with_a_script_stays_a_text(app: FastAPI, person: Person) -> None:
    ann = person()
    evil = "<script>alert(1)</script>"
    room = finished(ann, name0=evil)
    make_review(app, ann, room)
    for address in (f"{room}/review", f"{room}/retry?player=1", f"{room}/retry?player=2", room):
        page = ann.get(address).text
        assert "<script>alert" not in page
    assert "&lt;script&gt;" in ann.get(f"{room}/review").text


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Control]]:
    """Reviews that go on until they are stopped."""
    begun: list[Control] = []

    def endless(position: Any, limits: Limits, control: Control, **_more: Any) -> None:
        begun.append(control)
        while True:
            time.sleep(0.01)
            control.check()

    monkeypatch.setattr(reviews_module, "review", endless)
    yield begun
    for control in begun:
        control.stop()


def test_who_leaves_stops_the_review_unless_another_waits(
    app: FastAPI, person: Person, slow: list[Control]
) -> None:
    ann = person()
    reviews: Reviews = app.state.parts.reviews
    position = game("tictactoe").position(LOST)

    async def leave() -> None:
        one = asyncio.create_task(reviews.get("ann", position, 0))
        other = asyncio.create_task(reviews.get("bob", position, 0))
        while not slow:
            await asyncio.sleep(0.01)
        one.cancel()
        await asyncio.sleep(0.1)
        assert len(slow) == 1, "one review for both"
        slow[0].check()
        other.cancel()
        await asyncio.sleep(0.1)
        with pytest.raises(Cancelled):
            slow[0].check()
        again = asyncio.create_task(reviews.get("ann", position, 0))
        while len(slow) == 1:
            await asyncio.sleep(0.01)
        again.cancel()

    ann.portal.call(leave)  # type: ignore[union-attr]


@pytest.mark.slow
def test_a_visitor_with_too_much_to_do_hears_so(
    app: FastAPI, person: Person, slow: list[Control]
) -> None:
    ann = person()
    reviews: Reviews = app.state.parts.reviews
    start = game("tictactoe")

    async def ask() -> list[str]:
        client.set(Client("192.0.2.1", known=True))
        tasks = [
            asyncio.create_task(reviews.get("ann", start.position([move]), 0))
            for move in start.position().moves[:6]
        ]
        done, waiting = await asyncio.wait(tasks, timeout=2)
        for task in waiting:
            task.cancel()
        return [str(task.exception()) for task in done]

    said = ann.portal.call(ask)  # type: ignore[union-attr]
    assert len(said) == 2
    assert all("you have many requests running" in each for each in said)


def test_reviews_are_forgotten(
    app: FastAPI, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews_module, "KEPT", 1)
    ann = person()
    one, other = finished(ann), finished(ann, ("5", "1", "2", "8", "3", "7", "4", "6", "9"))
    make_review(app, ann, one)
    make_review(app, ann, other)
    assert "Reviewing the game" in ann.get(f"{one}/review").text
    assert "Reviewing the game" not in ann.get(f"{other}/review").text
