"""Work that is done for visitors: nobody takes the machine from the rest."""

from __future__ import annotations

import asyncio
import time

import pytest

from plyground.search import Control
from plyground.web.engine import work
from plyground.web.engine.work import TookTooLongError, Workers, client_address


def endless(control: Control) -> None:
    while True:
        control.check()
        time.sleep(0.01)


def told(_control: Control) -> str:
    return "done"


def test_work_that_has_had_its_share_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SHARE", 0.1)
    monkeypatch.setattr(work, "_GLANCE", 0.02)

    async def ask() -> None:
        workers = Workers(2)
        greedy = [asyncio.create_task(workers.run(f"greedy {at}", endless)) for at in range(2)]
        await asyncio.sleep(0.3)
        assert not any(each.done() for each in greedy)  # nobody waited
        assert await workers.run("modest", told) == "done"
        done, going = await asyncio.wait(greedy, return_when=asyncio.FIRST_COMPLETED)
        with pytest.raises(TookTooLongError, match="others are waiting"):
            await next(iter(done))
        assert len(going) == 1  # one was enough
        workers.close()
        await asyncio.gather(*going, return_exceptions=True)

    asyncio.run(ask())


def test_work_does_not_take_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "LONGEST", 0.1)
    monkeypatch.setattr(work, "_GLANCE", 0.02)
    with pytest.raises(TookTooLongError, match="ask for less"):
        asyncio.run(Workers(1).run("patient", endless))


def test_many_visitors_from_one_address_do_not_stand_before_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(work, "SHARE", 0.1)
    monkeypatch.setattr(work, "_GLANCE", 0.02)

    async def ask() -> None:
        workers = Workers(1)
        client_address.set("192.0.2.1")
        many = [asyncio.create_task(workers.run(f"visitor {at}", endless)) for at in range(8)]
        await asyncio.sleep(0)
        client_address.set("192.0.2.2")
        assert await workers.run("other", told) == "done"
        assert sum(each.done() for each in many) <= 2
        workers.close()
        await asyncio.gather(*many, return_exceptions=True)

    asyncio.run(asyncio.wait_for(ask(), 20))
