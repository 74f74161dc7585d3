"""Reviews of finished games, and another try at what went wrong in them."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plyground.analysis import Review, ReviewedMove, review
from plyground.analysis.reviewed import in_short
from plyground.browser.geometry import shown
from plyground.games.registry import game
from plyground.position import Position
from plyground.search import Cancelled, Control, Limits
from plyground.web.engine import work
from plyground.web.engine.work import Client, client
from plyground.web.parts import parts_of
from plyground.web.services import reviews as reviews_module
from plyground.web.visitors import digest
from tests.until import soon, turn
from tests.web.conftest import Person
from tests.web.playing import HTML, begin, begin_by_link, play, save, saved_games, served, take_in
from tests.web.test_runs import FullWorkers

LOST = ("4", "1", "3", "2", "7", "9", "5")  # x wins: o made two mistakes, x one


def make_review(client: TestClient, address: str) -> str:
    """Have a game reviewed, and read its page."""
    waiting = client.get(f"{address}/review")
    assert waiting.status_code == 200
    assert "Reviewing the game" in waiting.text
    return made_review(client, address)


def made_review(client: TestClient, address: str) -> str:
    """The page of a review as soon as it is made."""
    answer = client.get(f"{address}/review/step?at=1")  # it waits for the review
    assert answer.status_code == 200, answer.text
    return unescape(client.get(f"{address}/review").text)


def finished(client: TestClient, moves: tuple[str, ...] = LOST, **fields: str) -> str:
    room = begin(client, **fields)
    play(client, room, 0, *moves)
    return room


def expected(moves: tuple[str, ...] = LOST) -> Review:
    return review(game("tictactoe").position(moves))


def turning_point() -> ReviewedMove:
    found = expected().turning_point
    assert found is not None
    return found


@pytest.fixture
def ann(person: Person) -> TestClient:
    return person()


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A visitor at a server of the whole module."""
    with served(tmp_path_factory.mktemp("data")) as client:
        client.headers.update(HTML)
        client.follow_redirects = False
        yield client


@pytest.fixture(scope="module")
def room(visitor: TestClient) -> str:
    """Their finished game, which has been reviewed."""
    room = finished(visitor)
    assert f'href="{room}/review"' in visitor.get(room).text
    assert "Reviewing the game" in visitor.get(f"{room}/retry").text, "it waits in its place"
    make_review(visitor, room)
    return room


def test_a_finished_game_is_reviewed(visitor: TestClient, room: str) -> None:
    def step(query: str) -> str:
        return unescape(visitor.get(f"{room}/review/step?{query}").text)

    page, found, poor = made_review(visitor, room), expected(), turning_point()
    assert found.verdict() in page
    assert found.summary in page
    assert len(re.findall(r'class="ply-point[^"]*"', page)) == len(LOST) + 1
    for move in found.moves:
        assert re.search(rf'<li class="{move.grade}"><a href="\?at={move.ply}"', page)
        assert in_short(move) in page
    for each in found.accuracy:
        assert each.percent is None or f"{each.percent:.0f} % in" in page
    assert f'data-at="{poor.ply}"' in page, "it begins at the turning point"
    there = step(f"at={poor.ply}")
    assert f"Better: {' or '.join(f'cell {each}' for each in poor.best)}." in there
    number = expected().to_retry(poor.player).index(poor) + 1
    again = f"/retry?player={poor.player + 1}&n={number}"
    assert f'{again}">Try move {poor.ply} again' in there
    assert "Play on from here" in step("at=1")
    assert "Try move" not in step("at=7")
    hints = set(re.findall(r'data-hint="(\d+)"', there))
    assert hints == {str(int(move) - 1) for move in poor.best}
    assert "The line that proves it" in there
    line = " ".join(poor.line[:2])
    in_line = step(f"at={poor.ply - 1}&then={line}")
    assert f"Not played: {line}, in place of move {poor.ply}." in in_line
    assert "ply-hint" not in in_line
    assert "The start." in step("at=0")


def reports(
    app: FastAPI, client: TestClient, room: str, workers: FullWorkers | None = None
) -> tuple[list[dict[str, Any]], bytes]:
    """What a tab hears of the progress of a review, and the last event."""

    async def listen() -> tuple[list[dict[str, Any]], bytes]:
        parts, told = parts_of(app), []
        position = (await parts.rooms.get(room.removeprefix("/room/"))).state.position
        async for part in parts.reviews.listen("ann", position, 0):
            if part.startswith((b"event: done", b"event: failed")):
                break
            if b"progress" in part:
                told.append(json.loads(part.split(b"data: ")[1]))
                if workers is not None and told[-1]["waits"]:
                    workers.free.set()
        return told, part

    assert client.portal is not None
    return client.portal.call(listen)


def test_the_progress_is_shown(app: FastAPI, ann: TestClient) -> None:
    room, of = finished(ann), len(LOST)
    told, last = reports(app, ann, room)
    assert told[0] == {"done": 0, "of": of, "waits": ""}
    assert told[-1] == {"done": of, "of": of, "waits": ""}
    assert [each["done"] for each in told] == sorted(each["done"] for each in told)
    assert last.startswith(b"event: done")
    assert expected().verdict() in unescape(ann.get(f"{room}/review").text)
    assert reports(app, ann, room) == ([], b"event: done\ndata: \n\n"), "it is kept"


def test_a_review_says_that_it_waits(
    app: FastAPI, ann: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "NOTICE", 0.0)
    room, workers = finished(ann), FullWorkers()
    workers.asked = 4  # nobody is refused
    monkeypatch.setattr(parts_of(app).reviews, "_workers", workers)
    told = [each["waits"] for each in reports(app, ann, room, workers)[0]]
    workers.close()
    assert "Waiting: you are next ..." in told
    assert not told[-1]


def test_a_saved_game_is_reviewed_from_where_it_began(ann: TestClient) -> None:
    take_in(ann, '[Game "tictactoe"]\n[Start "4 1"]\n\n3. 3 4. 2 5. 7 6. 9 7. 5 1-0\n')
    (address,) = saved_games(ann)
    page = make_review(ann, address)
    steps = {int(at) for at in re.findall(r'<a href="\?at=(\d+)" data-at="\1"', page)}
    assert min(steps) == 2
    assert 3 in steps
    assert "The game began later." in ann.get(f"{address}/review/step?at=1").text


def test_more_than_two_players(ann: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "SECONDS", 0.5)
    sim = {"game": "sim", "players": "3", "vertices": "6", "seat2": "here"}
    room = finished(ann, ("0-1", "0-2", "0-3", "1-2"), **sim)
    ann.post(f"{room}/abort")
    assert make_review(ann, room).count('scope="row"') == 3


def test_another_try_at_a_lost_moment_needs_no_game(visitor: TestClient) -> None:
    lost = {"moves": "8 5 7 2", "ply": "4"}
    page = unescape(visitor.get("/lost/tictactoe/retry", params=lost).text)
    assert "You are o. Find a move that keeps the draw." in page
    assert "Move 4: you played cell 2, a mistake." in page
    assert 'href="/lost/tictactoe/review' not in page
    for move, right in (("1", False), ("9", True)):
        answer = visitor.get("/lost/tictactoe/retry/try", params={**lost, "move": move}).json()
        assert answer["right"] == right
    drawn = visitor.get("/lost/tictactoe/picture", params=lost).text
    assert drawn.count("ply-taken") == 3, "the position before it"


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("none/retry?moves=1&ply=1", 422),
        ("tictactoe/retry?moves=1+1&ply=2", 422),
        ("tictactoe/retry", 422),
        ("tictactoe/picture", 422),
        ("connect4/retry?columns=99&moves=1&ply=1", 422),
    ],
)
def test_what_is_no_lost_moment_is_refused(visitor: TestClient, address: str, status: int) -> None:
    assert visitor.get(f"/lost/{address}").status_code == status


PARTS = ["review", "review/step?at=1", "review/events", "retry", "retry/try?move=1",
         "retry/answer", "retry/board"]  # fmt: skip


def test_a_game_by_a_link_is_reviewed_when_it_is_over(person: Person) -> None:
    ann, bob, eve = person(), person(), person()
    room = begin_by_link(ann, bob, "5")
    assert re.search(r'<button[^>]* id="review"[^>]* hidden>', ann.get(room).text)
    address, theirs = save(ann, room), save(bob, room)
    for who, place in ((ann, room), (bob, room), (eve, room), (ann, address), (bob, theirs)):
        for part in PARTS:
            answer = who.get(f"{place}/{part}")
            assert answer.status_code == 403, part
            assert "over" in answer.text
    # Nor as a user's own game with the same moves.
    copy, other = finished(ann, ("5",)), finished(ann, ("1",))
    assert ann.get(f"{copy}/review").status_code == 403
    assert ann.get(f"{other}/review").status_code == 200
    ann.post(f"{room}/resign")
    for who, place in ((ann, room), (bob, room), (eve, room), (ann, address), (ann, copy)):
        assert who.get(f"{place}/review").status_code == 200


def test_the_review_of_a_game_that_was_resigned_says_so(person: Person) -> None:
    ann, bob = person(), person()
    room = begin_by_link(ann, bob, "5")
    bob.post(f"{room}/resign")
    address = save(ann, room)
    for place in (room, address):
        page = made_review(ann, place)
        assert "The game ended before a rule decided it: " in page
        assert "Bob resigned" in page
        # Whoever had one seat of a room is addressed; of a saved game, nobody knows.
        assert ("Move 1: you (x) played cell 5" in page) == (place == room)
        assert ("You (x)" in page) == (place == room)
        assert "The game is not over" not in page


def test_who_watches_a_game_cannot_review_it(app: FastAPI, person: Person) -> None:
    eve, rooms = person(), parts_of(app).rooms
    room = begin_by_link(person(), person(), "5")
    address = save(eve, room)
    assert eve.get(f"{address}/review").status_code == 200  # she is not there
    asked: Any = SimpleNamespace(cookies=dict(eve.cookies))
    token = parts_of(app).visitors.known(asked)
    rooms._rooms[room.removeprefix("/room/")].presence.come(digest(token), "", 0.0)
    assert eve.get(f"{address}/review").status_code == 403


@pytest.mark.parametrize("part", PARTS)
def test_what_is_not_there(visitor: TestClient, part: str) -> None:
    for place in ("/room/none", "/library/none", "/library/%00", "/room/" + "a" * 500):
        assert visitor.get(f"{place}/{part}").status_code == 404
    answer = visitor.get(f"{begin(visitor)}/{part}")
    assert answer.status_code == 422
    assert "nothing to review" in answer.text


@pytest.mark.parametrize(
    "query",
    ["player=0", "player=x", "n=0", "n=99999999", "player=9&n=1&move=1", "n=1000&move=1",
     "move=4", "move=nonsense", f"move={'1' * 50}", "move=%00", "move=", "player=1"],
)  # fmt: skip
def test_odd_questions_are_refused(visitor: TestClient, room: str, query: str) -> None:
    answer = visitor.get(f"{room}/retry/try?{query}", headers={"accept": "application/json"})
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}


@pytest.mark.parametrize("query", ["at=x", "then=x", "then=4&at=3", f"then={'1' * 3000}"])
def test_odd_steps_are_refused(visitor: TestClient, room: str, query: str) -> None:
    assert visitor.get(f"{room}/review/step?{query}").status_code == 422


def tried(client: TestClient, room: str, move: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"{room}/retry/try", params={"move": move, **query})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


POOR = ("mistake", "blunder")


@pytest.mark.parametrize("player", [0, 1])
def test_mistakes_are_tried_again(visitor: TestClient, room: str, player: int) -> None:
    """Every move that keeps the result is right, and no other; the wrong ones say why."""
    wanted = [each for each in expected().moves if each.player == player and each.grade in POOR]
    assert wanted
    for n, each in enumerate(wanted, 1):
        query = {"player": player + 1, "n": n}
        page = unescape(visitor.get(f"{room}/retry", params=query).text)
        assert f"Position {n} of {len(wanted)}" in page
        assert f"Move {each.ply}: " in page
        for move in each.position.moves:
            reply = tried(visitor, room, move, **query)
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
            after = visitor.get(f"{room}/retry/board", params={**query, "line": line}).json()
            position = each.position.game.position((*each.position.history, *line.split()))
            assert after["cells"] == shown(position)["cells"]
        answer = visitor.get(f"{room}/retry/answer", params=query).json()
        assert " or ".join(f"cell {move}" for move in each.best) in answer["said"]
        assert json.loads(answer["board"])["hints"]
    done = visitor.get(f"{room}/retry?player={player + 1}&n={len(wanted) + 1}").text
    assert "You have tried them all." in done


def test_a_move_may_be_typed_as_in_a_game(visitor: TestClient, room: str) -> None:
    said = [tried(visitor, room, move, player=2)["said"] for move in ("(3, 1)", "7")]
    assert said[0] == said[1]


def test_inaccuracies_are_tried_again(ann: TestClient) -> None:
    """A move has to be quicker, or hold out longer, than what was played."""
    moves = ("5", "8", "1", "6", "4", "2", "3", "7", "9")  # x takes its time
    room = finished(ann, moves)
    make_review(ann, room)
    own = expected(moves).moves[::2]
    assert not {*POOR} & {move.grade for move in own}
    wanted = [move for move in own if move.grade == "inaccuracy"]
    assert len(wanted) == 2
    for n, each in enumerate(wanted, 1):
        reply = tried(ann, room, each.move, n=n)
        assert not reply["right"]
        assert f"{each.move} is an inaccuracy" in reply["said"]
        assert tried(ann, room, each.best[0], n=n)["right"]
    assert "Position 2 of 2" in ann.get(f"{room}/retry?n=2").text
    assert "There is no move to retry" in ann.get(f"{room}/retry?ply=99").text
    for n, each in enumerate(wanted, 1):
        page = unescape(ann.get(f"{room}/review?at={each.ply}").text)
        assert f'/retry?player=1&n={n}">Try move {each.ply} again' in page


def test_an_inaccuracy_among_graver_moves_is_not_left_out(ann: TestClient) -> None:
    room = finished(ann, ("3", "2", "5", "1", "8", "9", "6", "7", "4"))
    page = make_review(ann, room)
    assert "1 mistake, 1 inaccuracy" in page
    assert "Retry 2" in page
    assert "Position 2 of 2" in ann.get(f"{room}/retry?n=2").text


def test_one_move_is_tried_again_by_its_number(visitor: TestClient, room: str) -> None:
    """The position comes without its answer."""
    poor = turning_point()
    page = unescape(visitor.get(f"{room}/retry?ply={poor.ply}").text)
    (drawn,) = re.findall(r'<div id="board" data-shown="(.*?)">', page)
    assert not json.loads(drawn)["hints"]
    assert "Find a move that keeps" in page
    assert "Best: " not in page
    assert not tried(visitor, room, poor.move, ply=poor.ply)["right"]
    assert tried(visitor, room, poor.best[0], ply=poor.ply)["right"]
    answer = visitor.get(f"{room}/retry/answer?ply={poor.ply}").json()
    assert " or ".join(f"cell {move}" for move in poor.best) in answer["said"]
    assert visitor.get(f"{room}/retry/answer?ply=99").status_code == 422


def test_a_name_with_a_script_stays_a_text(ann: TestClient) -> None:
    room = finished(ann, name0="<script>alert(1)</script>")
    make_review(ann, room)
    for part in ("/review", "/retry?player=1", "/retry?player=2", ""):
        assert "<script>alert" not in ann.get(f"{room}{part}").text
    assert "&lt;script&gt;" in ann.get(f"{room}/review").text


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Control]]:
    """Reviews that go on until they are stopped."""
    begun: list[Control] = []

    def endless(position: Any, limits: Limits, control: Control, **_more: Any) -> None:
        begun.append(control)
        while True:
            control.check()

    monkeypatch.setattr(reviews_module, "review", endless)
    yield begun
    for control in begun:
        control.stop()


def is_stopped(control: Control) -> bool:
    try:
        control.check()
    except Cancelled:
        return True
    return False


def test_a_game_can_be_stepped_through_while_it_is_reviewed(
    ann: TestClient, slow: list[Control]
) -> None:
    room = finished(ann)
    for at, places in ((None, 7), (3, 3), (0, 0)):
        page = ann.get(f"{room}/review" + ("" if at is None else f"?at={at}")).text
        assert "Reviewing the game: 0 of 7 moves" in page
        (drawn,) = re.findall(r'data-part="board"[^>]*data-shown="(.*?)"', page)
        there = shown(game("tictactoe").position(LOST[:places]))
        assert json.loads(unescape(drawn))["cells"] == there["cells"]
        assert page.count("<li ") == len(LOST)
        assert "Try move" not in page
        assert "Retry" not in page
    assert slow == [], "the page alone begins nothing"


def test_whoever_opens_a_review_that_is_made_sees_what_is_known(
    app: FastAPI, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the review of the first, and it goes on for whoever leaves and comes back soon."""
    ann, bob = person(), person()
    begun: list[Control] = []
    go_on = threading.Event()

    def in_steps(position: Position, **given: Any) -> Review:
        begun.append(given["control"])

        def tell(so_far: Review) -> None:
            given["on_progress"](so_far)
            if len(so_far.moves) == 4:
                go_on.wait()

        return review(position, on_progress=tell)

    monkeypatch.setattr(reviews_module, "review", in_steps)
    reviews, room = parts_of(app).reviews, finished(ann)
    position = game("tictactoe").position(LOST)
    known = expected()

    async def waiting(visitor: str) -> asyncio.Task[Review]:
        task = asyncio.create_task(reviews.get(visitor, position, 0))
        await soon(lambda: len(reviews.so_far(position, 0).moves) == 4)
        return task

    async def leave(task: asyncio.Task[Review]) -> None:
        task.cancel()
        await asyncio.wait({task})

    assert ann.portal is not None
    first = ann.portal.call(waiting, "ann")
    for who in (ann, bob):
        page = unescape(who.get(f"{room}/review").text)
        assert "Reviewing the game: 4 of 7 moves" in page
        assert [in_short(move) in page for move in known.moves[3:]] == [True] * 4
        assert 'aria-current="step"' in page
        assert known.turning_point is not None
        assert f'data-part="board" data-at="{known.turning_point.ply}"' in page
    ann.portal.call(leave, first)
    second = ann.portal.call(waiting, "bob")
    go_on.set()
    made = unescape(bob.get(f"{room}/review?wait=yes").text)
    assert second.result().verdict() in made
    assert len(begun) == 1


def test_without_scripts_the_page_asks_again_and_waits(ann: TestClient) -> None:
    room = finished(ann)
    page = unescape(ann.get(f"{room}/review?at=3").text)
    (again,) = re.findall(r'<noscript><meta http-equiv="refresh" content="1; url=(.*?)">', page)
    whole = unescape(ann.get(f"{room}/review{again}").text)
    assert expected().verdict() in whole
    assert 'data-part="board" data-at="3"' in whole
    assert "refresh" not in whole


def test_who_leaves_stops_the_review_unless_another_waits(
    app: FastAPI, ann: TestClient, slow: list[Control], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviews_module, "LINGER", 0.0)
    reviews = parts_of(app).reviews
    position = game("tictactoe").position(LOST)

    async def leave() -> None:
        one = asyncio.create_task(reviews.get("ann", position, 0))
        other = asyncio.create_task(reviews.get("bob", position, 0))
        await soon(lambda: slow)
        one.cancel()
        await asyncio.wait({one})
        for _ in range(5):
            await turn()
        assert len(slow) == 1, "one review for both"
        assert not is_stopped(slow[0])
        other.cancel()
        await soon(lambda: is_stopped(slow[0]))
        again = asyncio.create_task(reviews.get("ann", position, 0))
        await soon(lambda: len(slow) == 2)
        again.cancel()

    ann.portal.call(leave)  # type: ignore[union-attr]


def test_a_visitor_with_too_much_to_do_hears_so(
    app: FastAPI, ann: TestClient, slow: list[Control]
) -> None:
    reviews = parts_of(app).reviews
    start = game("tictactoe")

    async def ask() -> list[str]:
        client.set(Client("192.0.2.1", known=True))
        tasks = [
            asyncio.create_task(reviews.get("ann", start.position([move]), 0))
            for move in start.position().moves[:6]
        ]
        await soon(lambda: sum(task.done() for task in tasks) >= 2 and slow)
        refused = [str(task.exception()) for task in tasks if task.done()]
        for task in tasks:
            task.cancel()
        return refused

    said = ann.portal.call(ask)  # type: ignore[union-attr]
    assert len(said) == 2
    assert all("you have many requests running" in each for each in said)


def test_reviews_are_forgotten(ann: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews_module, "KEPT", 1)
    one, other = finished(ann), finished(ann, ("5", "1", "2", "8", "3", "7", "4", "6", "9"))
    make_review(ann, one)
    make_review(ann, other)
    assert "Reviewing the game" in ann.get(f"{one}/review").text
    assert "Reviewing the game" not in ann.get(f"{other}/review").text
