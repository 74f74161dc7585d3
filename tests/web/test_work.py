"""Work that is done for visitors: nobody takes the machine from the rest."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from plyground.search import Cancelled, Control
from plyground.web.engine.work import EACH_MOST, UNKNOWN_MOST, Client, Workers, client
from plyground.web.errors import TooBusyError, TookTooLongError
from tests.until import turn, until
from tests.web.clocks import FastClock

FIRST = asyncio.FIRST_COMPLETED
Test = Callable[[Workers], Coroutine[Any, Any, None]]


def with_workers(threads: int, speed: float = 1.0) -> Callable[[Test], Callable[[], None]]:
    """A test of so many workers, which are closed at its end, and drop what is left to do."""

    def made(test: Test) -> Callable[[], None]:
        async def run() -> None:
            client.set(Client("192.0.2.1", known=True))
            pool = Workers(threads, FastClock(speed))
            try:
                await test(pool)
            finally:
                pool.close()

        return lambda: asyncio.run(run())

    return made


def endless(control: Control) -> str:
    """A search that has something to give when it is told to finish."""

    def told() -> bool:
        control.check()
        return control.finishing

    until(told)
    return "the best so far"


def deaf(control: Control) -> None:
    """A search that does not finish unless it is stopped."""
    until(control.check)


def quick(_control: Control) -> str:
    return "done"


def noted(order: list[str], name: str, _control: Control) -> None:
    order.append(name)


def asked(
    pool: Workers, visitor: str, known: bool = True, work: Callable[..., Any] = endless, **how: Any
) -> asyncio.Task[str]:
    """Someone has work done that has no end."""
    client.set(Client("192.0.2.1", known))
    return asyncio.create_task(pool.run(visitor, work, **how))


@with_workers(2)
async def test_quick_work_never_waits_behind_longer_work(pool: Workers) -> None:
    greedy = [asked(pool, f"greedy {at}", gives_best=True) for at in range(5)]
    for _ in range(20):
        assert await pool.run("modest", quick) == "done"
    assert not any(each.done() for each in greedy)


@with_workers(1)
async def test_ones_own_quick_work_does_not_wait_either(pool: Workers) -> None:
    deep = asked(pool, "somebody", gives_best=True)
    assert await pool.run("somebody", quick) == "done"
    assert not deep.done()


@with_workers(1)
async def test_long_searches_take_turns_and_give_the_best_that_they_have(pool: Workers) -> None:
    left = {asked(pool, f"visitor {at}", gives_best=True) for at in range(4)}
    for _ in range(2):
        done, left = await asyncio.wait(left, return_when=FIRST)
        assert {each.result() for each in done} == {"the best so far"}


@with_workers(1)
async def test_work_that_is_put_aside_begins_again(pool: Workers) -> None:
    turns: list[bool] = []
    first = asked(pool, "first", gives_best=True)
    await turn()
    asked(pool, "second", gives_best=True, on_turn=turns.append)
    asked(pool, "third", gives_best=True)
    assert await first == "the best so far"
    await turn()
    assert turns == [True, False, True]


@with_workers(1)
async def test_what_has_nothing_to_give_is_stopped_with_a_reason(pool: Workers) -> None:
    deep = [asked(pool, f"visitor {at}") for at in range(3)]
    done, left = await asyncio.wait(deep, return_when=FIRST)
    with pytest.raises(TookTooLongError, match="busy with other games"):
        await done.pop()
    assert len(left) == 2


@with_workers(1)
async def test_a_search_that_does_not_finish_is_stopped(pool: Workers) -> None:
    first = asked(pool, "first", work=deaf, gives_best=True)
    await turn()
    others = [asked(pool, f"visitor {at}", gives_best=True) for at in range(2)]
    with pytest.raises(TookTooLongError):
        await first
    assert not all(each.done() for each in others)


@with_workers(1, speed=300.0)
async def test_work_does_not_take_forever(pool: Workers) -> None:
    with pytest.raises(TookTooLongError, match="more than 600 seconds"):
        await asked(pool, "patient")


@with_workers(1)
async def test_many_visitors_of_one_address_are_not_before_another(pool: Workers) -> None:
    order: list[str] = []
    held = threading.Event()
    holding = [asked(pool, f"holds {at}", work=lambda _: held.wait()) for at in range(2)]
    await turn()
    many = [asked(pool, f"{at}", work=lambda _: order.append("many")) for at in range(8)]
    await turn()
    client.set(Client("192.0.2.2", known=True))
    other = asyncio.create_task(pool.run("other", lambda _: order.append("other")))
    await turn()
    held.set()
    await asyncio.gather(*holding, *many, other)
    assert order.index("other") <= 1


@with_workers(2)
async def test_light_work_is_done_while_heavy_work_fills_all_its_threads(pool: Workers) -> None:
    heavy = [asked(pool, f"pupil {at}", work=deaf, heavy=True) for at in range(40)]
    await turn()
    for at in range(40):
        assert await pool.run(f"pupil {at}", quick) == "done"
    assert pool.before("pupil 39") is not None
    assert not any(each.done() for each in heavy)


@with_workers(1)
async def test_pupils_behind_one_address_have_their_heavy_work_in_turn(pool: Workers) -> None:
    order: list[str] = []
    held = threading.Event()
    first = asked(pool, "first", work=lambda _: held.wait(), heavy=True)
    await turn()
    more = [
        asked(pool, name, work=partial(noted, order, name), heavy=True)
        for name in ("greedy", "greedy", "greedy", "modest", "shy")
    ]
    await turn()
    held.set()
    await asyncio.gather(first, *more)
    assert order == ["greedy", "modest", "shy", "greedy", "greedy"]


@with_workers(1)
async def test_who_waits_sees_how_many_come_before(pool: Workers) -> None:
    held = threading.Event()
    client.set(Client("192.0.2.1", known=True))
    assert pool.before("first") is None
    asked(pool, "first", work=lambda _: held.wait(), heavy=True)
    await turn()
    waiting = [asked(pool, f"pupil {at}", work=quick, heavy=True) for at in range(3)]
    await turn()
    assert [pool.before(f"pupil {at}") for at in range(3)] == [0, 1, 2]
    assert pool.before("first") is None, "it is being done"
    held.set()
    await asyncio.gather(*waiting)
    assert pool.before("pupil 2") is None


@with_workers(2)
async def test_a_class_behind_one_address_is_not_refused_for_what_a_neighbour_does(
    pool: Workers,
) -> None:
    for at in range(UNKNOWN_MOST):
        asked(pool, f"new {at}", known=False)
    for _ in range(EACH_MOST):
        asked(pool, "greedy")
    await turn()
    for visitor, known in (("another", False), ("greedy", True)):
        client.set(Client("192.0.2.1", known))
        with pytest.raises(TooBusyError, match="wait until one is done"):
            await pool.run(visitor, quick)
    pupils = [pool.run(f"pupil {at}", quick) for at in range(40) for _ in range(EACH_MOST)]
    assert set(await asyncio.gather(*pupils)) == {"done"}


@with_workers(4)
async def test_interpreted_work_is_done_one_at_a_time(pool: Workers) -> None:
    running: list[int] = []
    most: list[int] = []

    def busy(_control: Control) -> None:
        running.append(1)
        with suppress(AssertionError):
            until(lambda: len(running) > 1, looks=2)  # time for another to come in
        most.append(len(running))
        running.pop()

    await asyncio.gather(*(pool.run(f"visitor {at}", busy, interpreted=True) for at in range(10)))
    assert set(most) == {1}


@with_workers(1)
async def test_who_goes_away_does_not_hold_the_line(pool: Workers) -> None:
    gone = [asked(pool, f"visitor {at}") for at in range(3)]
    await turn()
    for each in gone:
        each.cancel()
    assert await pool.run("patient", quick) == "done"
    assert not await pool.run("patient", lambda control: control.finishing)


@with_workers(2)
async def test_only_the_newest_question_of_a_form_is_answered(pool: Workers) -> None:
    old = [asked(pool, "ann", newest="estimate", heavy=True) for _ in range(3)]
    other = asked(pool, "bob", newest="estimate", work=quick)
    await turn()
    newest = asked(pool, "ann", newest="estimate", heavy=True, work=quick)
    assert await newest == await other == "done"
    assert all(
        isinstance(each, Cancelled) for each in await asyncio.gather(*old, return_exceptions=True)
    )
    assert not pool._newest
