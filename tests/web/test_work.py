"""Work that is done for visitors: nobody takes the machine from the rest."""

import asyncio
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from plyground.search import Control
from plyground.web.engine.work import EACH_MOST, UNKNOWN_MOST, Client, Workers, client
from plyground.web.errors import TooBusyError, TookTooLongError
from tests.web.clocks import FastClock


@contextmanager
def workers(threads: int, speed: float = 1.0) -> Iterator[Workers]:
    made = Workers(threads, FastClock(speed))
    try:
        yield made
    finally:
        made.close()


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(work, 60))


def endless(control: Control) -> str:
    """A search that has something to give when it is told to finish."""
    while not control.finishing:
        control.check()
        time.sleep(0.001)
    return "the best so far"


def quick(_control: Control) -> str:
    return "done"


def asked(
    of: Workers, visitor: str, address: str = "192.0.2.1", known: bool = True, **how: Any
) -> asyncio.Task[str]:
    """Someone has work done that has no end."""
    client.set(Client(address, known))
    return asyncio.create_task(of.run(visitor, endless, **how))


def test_quick_work_never_waits_behind_longer_work() -> None:
    async def ask() -> None:
        with workers(2) as pool:
            greedy = [asked(pool, f"greedy {at}", gives_best=True) for at in range(5)]
            for _ in range(20):
                assert await pool.run("modest", quick) == "done"
            assert not any(each.done() for each in greedy)
        await asyncio.gather(*greedy, return_exceptions=True)

    run(ask())


def test_ones_own_quick_work_does_not_wait_either() -> None:
    async def ask() -> None:
        with workers(1) as pool:
            deep = asked(pool, "somebody", gives_best=True)
            assert await pool.run("somebody", quick) == "done"
            assert not deep.done()
        await asyncio.gather(deep, return_exceptions=True)

    run(ask())


def test_long_searches_take_turns_and_give_the_best_that_they_have() -> None:
    async def ask() -> None:
        with workers(1) as pool:
            left = {asked(pool, f"visitor {at}", gives_best=True) for at in range(4)}
            for _ in range(2):
                done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
                assert {each.result() for each in done} == {"the best so far"}
        await asyncio.gather(*left, return_exceptions=True)

    run(ask())


def test_work_that_is_put_aside_begins_again() -> None:
    turns: list[bool] = []

    async def ask() -> None:
        with workers(1) as pool:
            first = asked(pool, "first", gives_best=True)
            await asyncio.sleep(0)
            second = asked(pool, "second", gives_best=True, on_turn=turns.append)
            third = asked(pool, "third", gives_best=True)
            assert await first == "the best so far"
            await asyncio.sleep(0)
        await asyncio.gather(second, third, return_exceptions=True)

    run(ask())
    assert turns == [True, False, True]


def test_what_has_nothing_to_give_is_stopped_with_a_reason() -> None:
    async def ask() -> None:
        with workers(1) as pool:
            deep = [asked(pool, f"visitor {at}") for at in range(3)]
            done, left = await asyncio.wait(deep, return_when=asyncio.FIRST_COMPLETED)
            with pytest.raises(TookTooLongError, match="busy with other games"):
                await done.pop()
            assert len(left) == 2
        await asyncio.gather(*left, return_exceptions=True)

    run(ask())


def test_a_search_that_does_not_finish_is_stopped() -> None:
    def deaf(control: Control) -> None:
        while True:
            control.check()
            time.sleep(0.001)

    async def ask() -> None:
        with workers(1) as pool:
            first = asyncio.create_task(pool.run("first", deaf, gives_best=True))
            await asyncio.sleep(0)
            others = [asked(pool, f"visitor {at}", gives_best=True) for at in range(2)]
            with pytest.raises(TookTooLongError):
                await first
        await asyncio.gather(*others, return_exceptions=True)

    client.set(Client("192.0.2.1", known=True))
    run(ask())


def test_work_does_not_take_forever() -> None:
    async def ask() -> None:
        with (
            workers(1, speed=300.0) as pool,
            pytest.raises(TookTooLongError, match="more than 600 seconds"),
        ):
            await asked(pool, "patient")

    run(ask())


def test_many_visitors_of_one_address_are_not_before_another() -> None:
    order: list[str] = []

    def noted(who: str) -> None:
        order.append(who)

    async def ask() -> None:
        with workers(1) as pool:
            held = threading.Event()
            client.set(Client("192.0.2.1", known=True))
            holding = [
                asyncio.create_task(pool.run(f"holds {at}", lambda _control: held.wait(30)))
                for at in range(2)
            ]
            await asyncio.sleep(0)
            many = [
                asyncio.create_task(pool.run(f"visitor {at}", lambda _control: noted("many")))
                for at in range(8)
            ]
            await asyncio.sleep(0)
            client.set(Client("192.0.2.2", known=True))
            other = asyncio.create_task(pool.run("other", lambda _control: noted("other")))
            await asyncio.sleep(0)
            held.set()
            await asyncio.gather(*holding, *many, other)

    run(ask())
    assert order.index("other") <= 1


def test_a_class_behind_one_address_is_not_refused_for_what_a_neighbour_does() -> None:
    async def ask() -> None:
        with workers(2) as pool:
            nobody = [asked(pool, f"new {at}", known=False) for at in range(UNKNOWN_MOST)]
            greedy = [asked(pool, "greedy") for _ in range(EACH_MOST)]
            await asyncio.sleep(0)
            for visitor, known in (("another", False), ("greedy", True)):
                client.set(Client("192.0.2.1", known))
                with pytest.raises(TooBusyError, match="wait until one is done"):
                    await pool.run(visitor, quick)
            client.set(Client("192.0.2.1", known=True))
            pupils = [pool.run(f"pupil {at}", quick) for at in range(40) for _ in range(EACH_MOST)]
            assert set(await asyncio.gather(*pupils)) == {"done"}
        await asyncio.gather(*nobody, *greedy, return_exceptions=True)

    run(ask())


def test_interpreted_work_is_done_one_at_a_time() -> None:
    running: list[int] = []
    most = 0

    def busy(_control: Control) -> None:
        nonlocal most
        running.append(1)
        most = max(most, len(running))
        time.sleep(0.002)
        running.pop()

    async def ask() -> None:
        with workers(4) as pool:
            client.set(Client("192.0.2.1", known=True))
            await asyncio.gather(
                *(pool.run(f"visitor {at}", busy, interpreted=True) for at in range(10))
            )

    run(ask())
    assert most == 1


def test_who_goes_away_does_not_hold_the_line() -> None:
    async def ask() -> None:
        with workers(1) as pool:
            gone = [asked(pool, f"visitor {at}") for at in range(3)]
            await asyncio.sleep(0.01)
            for each in gone:
                each.cancel()
            assert await pool.run("patient", quick) == "done"
            assert not await pool.run("patient", lambda control: control.finishing)

    run(ask())
