"""The clocks of games: on the server's time, kept over a restart, and never real time here."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from plyground.position import Outcome
from plyground.web.app import create_app
from plyground.web.errors import RefusedError
from plyground.web.services.clocks import (
    LAG_MOST,
    clock_of,
    resumed,
    runs_out,
    shown,
    text_of,
    timed,
)
from plyground.web.services.seating import (
    RoomState,
    claim,
    come_back,
    computer_moves,
    opened,
    play,
    rematch,
    rename,
    resign,
    run_out,
    take_back,
)
from plyground.web.settings import Settings
from plyground.web.store import ClockRecord
from tests.web.clocks import HandClock
from tests.web.conftest import Person
from tests.web.playing import HTML, begin, begin_by_link, part, unasked, wait_until
from tests.web.playing import play as play_on
from tests.web.playing import text_of as words_of
from tests.web.store_processes import Store, a_room
from tests.web.test_seating import HERE, LINK, RANDOM, SIM, by_link, refused, room


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


def at_times(state: RoomState, *made: tuple[float, str]) -> RoomState:
    """The room after moves by whoever has the turn, each at a time."""
    for at, move in made:
        holder = state.seat.holder
        assert holder is not None
        state = timed(state, play(state, holder, state.position.ply, move, at), at)
    return state


def left(state: RoomState, at: float) -> list[float | None]:
    """The seconds that each seat has at a time."""
    found = [shown(state, seat, at) for seat in range(len(state.record.seats))]
    return [None if each is None else each.left for each in found]


def with_clock(state: RoomState, minutes: float = 3, added: float = 2) -> RoomState:
    clock = clock_of(minutes, added, len(state.record.seats))
    return replace(state, record=replace(state.record, clock=clock))


def running(minutes: float = 3, added: float = 2) -> RoomState:
    """A game by link after the first moves, which are free."""
    return at_times(with_clock(by_link(), minutes, added), (0, "5"), (0, "1"))


def test_a_turn_takes_from_its_players_clock_and_each_move_adds() -> None:
    state = with_clock(by_link())
    assert left(state, 1000.0) == [180, 180], "the first move of each is free"
    state = at_times(state, (1000, "5"))
    assert left(state, 1100) == [182, 180]
    assert runs_out(state) is None
    state = at_times(state, (1100, "1"))
    assert runs_out(state) == 1100 + 182
    assert left(state, 1110) == [172, 182]
    state = at_times(state, (1110, "3"))
    assert left(state, 1110.5) == [174, 181.5]
    clocks = [shown(state, seat, 1111.0) for seat in (0, 1)]
    assert [each is not None and each.runs for each in clocks] == [False, True]


def test_a_slow_line_is_allowed_up_to_a_second_of_each_turn() -> None:
    state = running(1, 0)
    slow = replace(state, lag={"ann": 0.4, "bob": 30.0})
    assert runs_out(slow) == 60.4
    assert left(slow, 0.4) == [60, 60]
    assert left(at_times(slow, (10, "3")), 10.0) == [50.4, 60]
    theirs = replace(at_times(slow, (0.1, "3")), lag=slow.lag)
    assert left(theirs, 0.1) == [60, 60]
    assert runs_out(theirs) == 0.1 + 60 + LAG_MOST
    assert left(at_times(theirs, (10.1, "7")), 10.1) == [60, 50 + LAG_MOST]
    over = timed(slow, run_out(slow, 2), 60.4)
    assert left(over, 60.4) == [0, 60]


def test_time_goes_on_whatever_else_happens() -> None:
    state = running()
    state = timed(state, rename(state, "bob", {1: "Robert"}), 50.0)
    assert left(state, 60.0) == [122, 182]


def test_whoever_runs_out_of_time_loses() -> None:
    state = running(1, 0)
    over = timed(state, run_out(state, 2), 60.0)
    assert over.record.ending == Outcome(1, (0,), how="time", by=0)
    assert left(over, 99.0) == [0, 60]
    assert runs_out(over) is None


def test_a_move_taken_back_gives_no_time_back() -> None:
    state = at_times(with_clock(room()), (0, "5"), (0, "1"), (10, "3"))
    state = timed(state, take_back(state, "ann"), 30.0)
    assert left(state, 30.0) == [174, 162]
    assert left(state, 40.0) == [164, 162]


def test_a_computer_has_no_clock_and_a_seat_that_it_takes_over_stops() -> None:
    state = with_clock(room(HERE, RANDOM))
    state = at_times(state, (0, "5"))
    state = timed(state, computer_moves(state, "1", {}, 5.0), 5.0)
    assert left(state, 6.0) == [181, None]
    three = at_times(with_clock(by_link(3), 1, 0), (0, "0-1"), (0, "0-2"), (0, "0-3"))
    given_up = timed(three, run_out(three, 3), 60.0)
    assert left(given_up, 99.0) == [None, 60, 60]
    assert "your time is up" in refused(RefusedError, come_back, given_up, "ann", 0)
    resigned = timed(three, resign(three, "ann"), 20.0)
    again = timed(resigned, come_back(resigned, "ann", 0), 50.0)
    assert left(again, 55.0) == [35, 60, 60]


def test_a_rematch_has_the_same_clock_full() -> None:
    state = at_times(running(), (9, "3"))
    again = rematch(timed(state, resign(state, "ann"), 20.0), "bob", "again", 30.0)
    assert again.record.clock == clock_of(3, 2, 2)


def test_a_turn_that_a_restart_interrupts_begins_again() -> None:
    state = at_times(running(), (10, "3"))
    later = replace(state, record=resumed(state.record, 9000.0))
    assert left(later, 9000.0) == [174, 182]
    new = by_link().record
    assert resumed(new, 9000.0) == new


def test_the_store_keeps_clocks_with_each_move(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'rooms.db'}")
    store.create(a_room(clock=ClockRecord(60.0, 1.0, (60.0, 60.0, 60.0))))
    later = ClockRecord(60.0, 1.0, (58.5, 60.0, 60.0), 200.0)
    store.add_move("r1", 0, "d4", 1, None, 200.0, clock=later)
    found = store.room("r1")
    assert found is not None
    assert found.clock == later
    stopped = replace(found, clock=replace(later, since=None))
    store.put(stopped)
    assert store.room("r1") == stopped
    store.close()


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (600, "10:00"),
        (187.9, "3:07"),
        (10, "0:10"),
        (9.99, "0:09.9"),
        (0.04, "0:00.0"),
        (0, "0:00.0"),
    ],
)
def test_clocks_in_words(seconds: float, text: str) -> None:
    assert text_of(seconds) == text


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"clock": "soon"}, "a clock is minutes and seconds such as 3+2, and not 'soon'"),
        ({"clock": "other", "minutes": "x"}, "and not 'x+0'"),
        ({"clock": "0+5"}, "a clock has up to 180 minutes"),
        ({"clock": "181+0"}, "a clock has up to 180 minutes"),
        ({"clock": "3+999"}, "0 to 180 seconds after a move"),
    ],
)
def test_clocks_that_are_not_accepted(
    reader: TestClient, fields: dict[str, str], message: str
) -> None:
    answer = reader.post("/rooms", data={"game": "tictactoe", "seat1": "here", **fields})
    assert answer.status_code == 422
    assert message in words_of(answer.text)


def clocks_of(page: str) -> list[str]:
    """The clocks that a page shows."""
    return re.findall(r'class="clock[^>]*>([^<]*)<', html.unescape(unasked(page)))


def test_clocks_on_the_page(person: Person, clock: HandClock, tmp_path: Path) -> None:
    ann, bob = person(), person()
    path = begin_by_link(ann, bob, clock="5+0")
    assert clocks_of(ann.get(path).text) == ["5:00", "5:00"]
    clock.ahead += 1000
    assert clocks_of(play_on(ann, path, 0, "5")) == ["5:00", "5:00"]
    clock.ahead += 1000
    play_on(bob, path, 1, "1")
    clock.ahead += 200
    used, _ = clocks_of(play_on(ann, path, 2, "3"))
    assert "1:00" < used <= "1:40"
    # A restart keeps what was used.
    again = create_app(Settings(data=tmp_path), clock)
    with TestClient(again, base_url="http://localhost", cookies=dict(bob.cookies)) as later:
        later.headers.update(HTML)
        assert clocks_of(later.get(path).text)[0] == used
        clock.ahead += 400
        page = wait_until(later, path, 'data-running="no"')
        assert part(page, "status") == "You ran out of time; Player 1 won"
        assert clocks_of(page) == [used, "0:00.0"]


def test_a_clock_of_ones_own_and_none(anyone: Person) -> None:
    client = anyone()
    own = begin(client, clock="other", minutes="0.5", added="1")
    assert clocks_of(client.get(own).text) == ["0:30", "0:30"]
    assert clocks_of(client.get(begin(client)).text) == []
    assert "10 min, and 5 s after each move" in client.get("/?game=tictactoe").text


def test_seats_by_link_are_claimed_before_any_clock_runs() -> None:
    state = opened("r", "ann", SIM.position(), (HERE, LINK, LINK), at=0.0, clock=clock_of(1, 0, 3))
    state = timed(state, claim(state, "bob", 1), 500.0)
    assert left(state, 999.0) == [60, 60, 60]


def test_a_program_sees_its_time(anyone: Person) -> None:
    client = anyone()
    seats = [{"kind": "here"}, {"kind": "computer", "player": "random"}]
    made = {"game": {"name": "tictactoe"}, "seats": seats}
    room_data = client.post("/api/rooms", json={**made, "clock": {"minutes": 3}}).json()
    assert [seat["seconds_left"] for seat in room_data["seats"]] == [180, None]
    refused_clock = client.post("/api/rooms", json={**made, "clock": {"minutes": 0}})
    assert refused_clock.status_code == 422
