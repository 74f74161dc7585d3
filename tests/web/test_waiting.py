"""What simulations and reviews say while they wait for a processor that others use."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI

import plyground as pg
from plyground.arena import Schedule
from plyground.players import parse_player
from plyground.render.svg import svg
from plyground.search import Control
from plyground.web.engine import work
from plyground.web.engine.work import Workers
from plyground.web.errors import TooBusyError
from plyground.web.services import simulations
from plyground.web.services.simulations import Simulation
from plyground.web.templating import template
from tests.web.conftest import Person
from tests.web.playing import begin, play

WAITS = "Waiting for other games"


class FullWorkers(Workers):
    """Workers that first refuse, and then put work aside, until someone lets them go on."""

    def __init__(self) -> None:
        super().__init__(1)
        self.free = asyncio.Event()
        self.asked = 0

    async def run(  # type: ignore[override]
        self,
        visitor: str,
        work: Callable[[Control], Any],
        control: Control | None = None,
        *,
        on_turn: Callable[[bool], None],
        **_how: Any,
    ) -> Any:
        self.asked += 1
        if self.asked == 2:
            raise TooBusyError("there is much to do")
        if self.asked == 3:
            on_turn(True)
            on_turn(False)
            await self.free.wait()
        on_turn(True)
        return work(control or Control())


def heading(simulation: Simulation) -> str:
    return template("simulation_board.html").render(
        simulation=simulation,
        table=simulation.tables[0],
        turn="",
        board=svg(simulation.picture(simulation.tables[0])),
    )


def test_a_simulation_says_that_it_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "NOTICE", 0.0)
    monkeypatch.setattr(simulations, "_LATER", 0.0)
    player = parse_player("random")
    assert player is not None
    schedule = Schedule(pg.TicTacToe(), [player, player], 1, 7, "fixed")
    told: list[bool] = []

    async def run() -> None:
        workers = FullWorkers()
        simulation = Simulation(schedule, "ann", 0.0, False, {})
        playing = asyncio.create_task(
            simulation.run(workers, lambda each, *_: told.append(each.waiting))
        )
        while not simulation.waiting or workers.asked < 3:
            await asyncio.sleep(0)
        assert WAITS in heading(simulation)
        workers.free.set()
        await playing
        assert simulation.state == "finished"
        assert WAITS not in heading(simulation)
        workers.close()

    asyncio.run(run())
    assert True in told, "the page hears of it"
    assert not told[-1]


def test_a_review_says_that_it_waits(
    app: FastAPI, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "NOTICE", 0.0)
    client = person()
    room = begin(client)
    play(client, room, 0, *"14253")

    async def listen() -> list[dict[str, Any]]:
        workers, reviews = FullWorkers(), app.state.parts.reviews
        workers.asked = 2  # nobody is refused
        monkeypatch.setattr(reviews, "_workers", workers)
        position = (await app.state.parts.rooms.get(room.removeprefix("/room/"))).state.position
        reports = []
        async for each in reviews.listen(Listening(), "ann", position, 0):
            if each.startswith((b"event: done", b"event: failed")):
                break
            if b"progress" in each:
                reports.append(json.loads(each.split(b"data: ")[1]))
                if reports[-1]["waits"]:
                    workers.free.set()
        workers.close()
        return reports

    assert client.portal is not None
    told = [each["waits"] for each in client.portal.call(listen)]
    assert True in told
    assert not told[-1]


class Listening:
    """A tab that stays open."""

    async def is_disconnected(self) -> bool:
        return False
