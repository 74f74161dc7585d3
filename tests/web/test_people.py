"""What a page says of the people of a room."""

from __future__ import annotations

from plyground.web.people import seated, title
from plyground.web.services.seating import NewSeat, RoomState, abort, claim, resign
from plyground.web.words import cast_of
from tests.web.test_seating import HERE, LINK, RANDOM, SIM, by_link, moved, room


def who(state: RoomState, visitor: str) -> list[str]:
    """What the seats of a room are called on a visitor's page."""
    cast = cast_of(state.record, state.game, visitor)
    return [seated(state.record, seat, cast, visitor) for seat in range(len(state.record.seats))]


def test_people_at_one_screen() -> None:
    assert who(room(*[HERE] * 3, game=SIM), "ann") == ["Player 1", "Player 2", "Player 3"]
    named = room(NewSeat("here", name="Ann"), HERE)
    assert who(named, "ann") == who(named, "bob") == ["Ann", "Player 2"]


def test_someone_against_a_computer() -> None:
    state = room(HERE, NewSeat("computer", "minimax:depth=3"))
    assert who(state, "ann") == ["You", "Minimax, depth 3"]
    assert who(state, "bob") == ["Player 1", "Minimax, depth 3"]


def test_people_with_a_link() -> None:
    state = claim(room(HERE, LINK, LINK, game=SIM), "bob", 1, "Bob")
    assert who(state, "ann") == ["You", "Bob", "Free seat"]
    assert who(state, "bob") == ["Player 1", "Bob (you)", "Free seat"]


def titles(state: RoomState, *visitors: str) -> list[str]:
    """What the tabs of visitors are called."""
    return [title(state, cast_of(state.record, state.game, visitor)) for visitor in visitors]


def test_the_title_of_a_tab_says_whose_turn_it_is_in_a_game_by_link() -> None:
    turn, other = "Your move · Tic-tac-toe", "Tic-tac-toe"
    assert titles(by_link(), "ann", "bob", "eve") == [turn, other, other]
    assert titles(moved(by_link(), "5"), "ann", "bob") == [other, turn]
    assert titles(room(HERE, LINK), "ann") == [other], "while a seat is free"
    assert titles(room(), "ann") == titles(room(HERE, RANDOM), "ann") == [other]


def test_the_title_says_how_a_game_ended() -> None:
    assert titles(resign(by_link(), "ann"), "ann", "bob", "eve") == [
        "You lost · Tic-tac-toe",
        "You won · Tic-tac-toe",
        "Bob won · Tic-tac-toe",
    ]
    assert titles(abort(room(), "ann"), "ann") == ["Game over · Tic-tac-toe"]
    three = moved(by_link(3), ("0-1", "3-4", "2-3", "0-2", "4-5", "3-5", "1-2"))
    assert titles(three, "ann", "bob") == ["You lost · Sim", "Player 1 lost · Sim"]
