"""Who is at a game by link: beats and their answers, lines that go silent, and games left alone."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

from plyground.records import read_records
from plyground.web.parts import parts_of
from plyground.web.services.presence import BEAT, SILENCE, Presence
from plyground.web.services.seating import LEFT, LEFT_IN_TURN
from tests.web.clocks import HandClock
from tests.web.conftest import Person
from tests.web.playing import begin, begin_by_link, play, save, text_of, wait_until
from tests.web.test_review_pages import make_review


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def test_a_tab_whose_answers_stay_out_is_gone_until_it_is_heard() -> None:
    presence = Presence()
    presence.come("ann", "a", 0.0)
    presence.come("bob", "b", 0.0)
    for at in (BEAT, 2 * BEAT):
        number = presence.beat(at)
        presence.answer("ann", "a", number, at + 0.1)
    assert presence.look((), SILENCE) == {"ann", "bob"}
    assert presence.look((), 2 * BEAT) == {"ann"}
    assert presence.since["bob"] == 2 * BEAT
    presence.answer("bob", "b", 1, 30.0)
    presence.answer("ann", "a", 2, 30.0)
    assert presence.look((), 30.0) == {"ann", "bob"}
    assert presence.since == {"ann": SILENCE, "bob": 30.0}


def test_one_tab_that_answers_is_enough_and_one_that_ends_is_gone_at_once() -> None:
    presence = Presence()
    held, other = presence.come("ann", "a", 0.0), presence.come("ann", "b", 0.0)
    presence.answer("ann", "b", presence.beat(20.0), 20.2)
    assert presence.look((), 20.2) == {"ann"}
    presence.go(other)
    assert presence.look((), 20.2) == set()
    presence.act("ann", 20.3)  # a move from the other tab
    assert presence.look((), 20.3) == {"ann"}
    presence.go(held)
    assert not presence.tabs


def test_whoever_reloads_a_page_was_not_away() -> None:
    presence = Presence()
    tab = presence.come("ann", "a", 0.0)
    presence.look((), 0.0)
    for pause, since in ((SILENCE, 0.0), (SILENCE + 1, 109.0 + 1)):
        presence.go(tab)
        presence.look((), 100.0)
        tab = presence.come("ann", "b", 100.0 + pause)
        presence.look((), 100.0 + pause)
        assert presence.since == {"ann": since}


def test_whoever_never_came_is_missed_from_the_first_look_on() -> None:
    presence = Presence()
    assert presence.look(["bob"], 7.0) == set()
    assert presence.look(["bob"], 9.0) == set()
    assert presence.since == {"bob": 7.0}


def test_a_program_counts_for_a_while_after_each_request() -> None:
    presence = Presence()
    presence.ask("bot", 0.0)
    assert presence.look((), 29.0) == {"bot"}
    assert presence.look((), 31.0) == set()


def test_how_long_answers_take_is_a_mean_of_those_to_beats_that_are_known() -> None:
    presence = Presence()
    presence.come("ann", "a", 0.0)
    first = presence.beat(10.0)
    presence.answer("ann", "a", first, 10.5)
    assert presence.lag == {"ann": 0.5}
    presence.answer("ann", "a", presence.beat(20.0), 20.1)
    assert presence.lag["ann"] == pytest.approx(0.38)
    for at in (30.0, 40.0, 50.0):
        presence.beat(at)
    presence.answer("ann", "a", first, 60.0)  # of long ago
    presence.answer("ann", "a", 999, 60.0)
    assert presence.lag["ann"] == pytest.approx(0.38)


# In the app


class Tab:
    """A tab of a person that listens, until it is closed."""

    def __init__(self, client: TestClient, room: str, name: str) -> None:
        self.client, self.path, self.name = client, room, name
        parts = parts_of(client.app)  # type: ignore[arg-type]
        self.rooms = parts.rooms
        asked: Any = SimpleNamespace(cookies=dict(client.cookies))
        self.stream = self._call(self._open, parts.visitors.known(asked))

    def _call(self, *work: Any) -> Any:
        assert self.client.portal is not None
        return self.client.portal.call(*work)

    async def _open(self, token: str) -> AsyncIterator[bytes]:
        room = await self.rooms.get(self.path.rpartition("/")[2])
        stream = self.rooms.listen(room, token, self.name)
        assert (await anext(stream)).startswith(b"retry")
        return stream

    def beat(self) -> int:
        """The number of the next beat."""

        async def wait() -> int:
            async for part in self.stream:
                if part.startswith(b"event: beat"):
                    return int(part.split(b"data: ")[1])
            raise AssertionError("the stream has ended")

        return int(self._call(wait))

    def answer(self) -> None:
        given = {"tab": self.name, "beat": self.beat()}
        assert self.client.post(f"{self.path}/beat", data=given).status_code == 204

    def close(self) -> None:
        self._call(self.stream.aclose)


@contextmanager
def two(person: Person, clock: HandClock) -> Iterator[tuple[str, Tab, Tab]]:
    """A game of Ann and Bob by link, each with a tab."""
    ann, bob = person(), person()
    room = begin_by_link(ann, bob, name0="Ann")
    tabs = Tab(ann, room, "a"), Tab(bob, room, "b")
    yield room, *tabs
    for each in tabs:
        each.close()


def pass_time(clock: HandClock, seconds: float, *tabs: Tab) -> None:
    """Let time pass, beat by beat; these tabs answer."""
    end = clock.now() + seconds
    while clock.now() < end:
        clock.ahead += BEAT
        for each in tabs:
            each.answer()


def test_the_other_one_sees_who_is_away_and_who_is_back(person: Person, clock: HandClock) -> None:
    with two(person, clock) as (room, ann, bob):
        pass_time(clock, 3 * BEAT, ann, bob)
        assert "away" not in ann.client.get(f"{room}/table").text
        pass_time(clock, 3 * BEAT, ann)  # of Bob nothing is heard for 15 seconds
        page = text_of(wait_until(ann.client, room, "(away)"))
        assert "Bob is away. If that lasts, you can end the game." in page
        bob.answer()
        assert "away" not in ann.client.get(f"{room}/table").text


def test_a_move_is_a_sign_of_life(person: Person, clock: HandClock) -> None:
    with two(person, clock) as (room, ann, bob):
        pass_time(clock, 3 * BEAT, bob)
        wait_until(bob.client, room, "Ann is away.")
        play(ann.client, room, 0, "5")
        assert "away" not in bob.client.get(f"{room}/table").text


def test_the_one_who_stays_ends_the_game(person: Person, clock: HandClock) -> None:
    with two(person, clock) as (room, ann, _):
        play(ann.client, room, 0, "5")
        early = ann.client.post(f"{room}/left", data={"text": "win"})
        assert early.status_code == 422
        assert "you can end the game when the other one has been away" in text_of(early.text)
        pass_time(clock, SILENCE + BEAT + LEFT_IN_TURN, ann)
        page = text_of(wait_until(ann.client, room, "data-wait"))
        assert "Bob has left Wait, or end the game? Wait End it" in page
        page = ann.client.post(f"{room}/left", data={"text": "win"}).text
        assert "Bob left; you won" in text_of(page)
        record = ann.client.get(f"{room}/record").text
        assert '[Termination "left"]' in record
        assert '[Result "1-0"]' in record


def test_a_draw_of_a_game_that_was_left_is_a_draw_everywhere(
    person: Person, clock: HandClock
) -> None:
    with two(person, clock) as (room, ann, bob):
        for ply, (tab, move) in enumerate(zip((ann, bob, ann, bob), "5172", strict=True)):
            play(tab.client, room, ply, move)
        pass_time(clock, SILENCE + BEAT + LEFT, ann)
        wait_until(ann.client, room, "data-wait")
        api = f"/api/rooms/{room.rpartition('/')[2]}"
        seats = ann.client.get(api).json()
        assert [seat["away"] for seat in seats["seats"]] == [False, True]
        assert seats["may_end"] is True
        assert bob.client.get(api).json()["may_end"] is False
        pass_time(clock, 30 + BEAT + LEFT, ann)  # since his program's request
        ended = ann.client.post(f"{api}/left", json={"result": "draw"}).json()["ending"]
        assert (ended["how"], ended["by"], ended["winner"]) == ("left", 2, None)
        assert "Bob left; a draw" in text_of(ann.client.get(room).text)
        (read,) = read_records(io.StringIO(ann.client.get(f"{room}/record").text))
        record = read.record
        assert record is not None
        assert (record.result, record.termination) == ("1/2-1/2", "left")
        assert record.ending == "1/2-1/2, A player left; a draw"
        outcome = record.outcome()
        assert outcome is not None
        assert outcome.draw
        assert "Bob left; a draw" in text_of(make_review(ann.client, room))
        saved = ann.client.get(save(ann.client, room)).text
        assert "A player left; a draw" in text_of(saved)


def test_games_at_one_screen_have_no_beats(person: Person, clock: HandClock) -> None:
    client = person()
    tab = Tab(client, begin(client), "a")
    (room,) = tab.rooms._rooms.values()
    assert room.beats is None
    tab.close()
