"""How games stood after each ply: what is found, in whose words, and in nobody's way."""

from __future__ import annotations

import asyncio
import re
import threading
from itertools import count
from types import SimpleNamespace

import pytest

import plyground as pg
from plyground.search import Cancelled, Control
from plyground.web.engine.work import Workers
from plyground.web.services import courses as module
from plyground.web.services.courses import Courses, Stood, course_text, stood
from tests.until import until
from tests.web.conftest import Person
from tests.web.playing import begin, play


def found(position: pg.Position) -> list[Stood]:
    """The course of a game, looked at until all is known."""
    courses, line = Courses(Workers(1)), position.line

    async def search() -> None:
        while courses.missing(line):
            assert await courses.go_on(line)

    asyncio.run(search())
    return [stood(each, courses.known(each)) for each in line]


def test_a_game_of_two_is_seen_from_the_first_player() -> None:
    given = found(pg.TicTacToe().position("1 2 5 9 4 3"))
    assert [each.text for each in given[:3]] == [
        "At the start: a draw",
        "After move 1: a draw",
        "After move 2: player 1 wins in 3 moves",
    ]
    early, late = given[2].heights[0], given[6].heights[0]
    assert early is not None
    assert late is not None
    assert 0 < early < late  # one that is sooner is higher
    assert given[2].heights == (early, -early)
    assert given[0].heights == (0.0, 0.0)
    lost = found(pg.TicTacToe().position("1 5 2 3 4 7"))
    assert lost[-1].text.startswith("After move 6: Player 2 wins: ")
    assert lost[-1].heights == (-1.0, 1.0)


def test_in_words_it_says_where_the_game_turned() -> None:
    given = found(pg.TicTacToe().position("1 2 5 9"))
    assert course_text(given) == "At the start: a draw. After move 2: player 1 wins in 3 moves."


@pytest.mark.uncompiled
def test_between_more_players_it_is_what_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    game = pg.Sim(4, 3)
    position = game.position("0-1 2-3 0-2")
    monkeypatch.setattr(module, "kept_table", lambda _: None)
    assert not asyncio.run(Courses(Workers(1)).go_on(position.line))
    monkeypatch.undo()
    pg.analyse(position)
    given = found(position)
    assert re.fullmatch(r"At the start: player 1, to move, can .*", given[0].text)
    assert all(len(each.heights) == 3 and None not in each.heights for each in given)
    over = stood(pg.Sim(3, 3).position("0-1 0-2 1-2"), None)
    assert (over.heights, over.text) == (
        (0.0, 0.0, 0.0),
        "After move 3: Draw: all dots are joined and there is no triangle",
    )


def test_what_takes_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS", 0.0)
    (only,) = found(pg.TicTacToe().position())
    assert (only.heights, only.text) == ((None, None), "At the start: not known")


@pytest.mark.anyio
async def test_spare_work_gives_way_to_any_other() -> None:
    workers, at_work, asked = Workers(1), threading.Event(), threading.Event()

    def endless(control: Control) -> None:
        at_work.set()
        while True:
            control.check()
            asked.wait(0.01)

    spare = asyncio.create_task(workers.spare(endless))
    await asyncio.to_thread(at_work.wait)
    assert not await workers.spare(endless)
    assert await workers.run("somebody", lambda _: "done") == "done"
    assert not await spare


@pytest.mark.anyio
async def test_spare_work_waits_until_nobody_works() -> None:
    workers, go_on, at_work = Workers(2), threading.Event(), threading.Event()

    def busy(_: Control) -> None:
        at_work.set()
        go_on.wait()

    running = asyncio.create_task(workers.run("somebody", busy))
    await asyncio.to_thread(at_work.wait)
    assert not await workers.spare(lambda _: None)
    go_on.set()
    await running
    assert await workers.spare(lambda _: None)


def test_the_time_that_was_spent_counts_when_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    # On this clock each look takes a quarter of a second.
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=count(0, 0.25).__next__))

    def value(_position: pg.Position, seconds: float, _control: Control) -> None:
        asked.append(seconds)
        if len(asked) == 1:
            raise Cancelled

    monkeypatch.setattr(module, "_value", value)
    found(pg.TicTacToe().position())
    assert asked == [module.SECONDS, module.SECONDS - 0.25]


def test_the_part_of_the_page(anyone: Person) -> None:
    client = anyone()
    room = begin(client)
    play(client, room, 0, *"1259")

    def known() -> str:
        found = client.get(f"{room}/course?at=1").text
        return found if 'data-missing="0"' in found else ""

    page = until(known)
    assert 'role="slider"' in page
    assert 'aria-valuenow="1" aria-valuetext="After move 1: a draw"' in page
    assert re.findall(r'data-ply="(\d)"', page) == ["0", "1", "2", "3", "4"]
    assert "After move 2: player 1 wins in 3 moves" in page
