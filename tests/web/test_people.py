"""What a page says of the people of a room."""

from __future__ import annotations

import plyground as pg
from plyground.web.people import seated, title
from plyground.web.services.seating import NewSeat, RoomState, abort, claim, opened, play, resign
from plyground.web.words import cast_of

HERE, LINK = NewSeat("here"), NewSeat("link")


def who(state: RoomState, visitor: str) -> list[str]:
    """What the seats of a room are called on a visitor's page."""
    cast = cast_of(state.record, state.game, visitor)
    return [seated(state.record, seat, cast, visitor) for seat in range(len(state.record.seats))]


def room(*seats: NewSeat) -> RoomState:
    """A room that Ann has opened."""
    game = pg.TicTacToe() if len(seats) == 2 else pg.Sim(6, len(seats))
    return opened("room", "ann", game.position(), seats, at=100.0)


def test_people_at_one_screen() -> None:
    assert who(room(*[HERE] * 5), "ann") == [f"Player {number}" for number in range(1, 6)]
    named = room(NewSeat("here", name="Ann"), HERE)
    assert who(named, "ann") == who(named, "bob") == ["Ann", "Player 2"]


def test_someone_against_a_computer() -> None:
    state = room(HERE, NewSeat("computer", "minimax:depth=3"))
    assert who(state, "ann") == ["You", "Minimax, depth 3"]
    assert who(state, "bob") == ["Player 1", "Minimax, depth 3"]


def test_people_with_a_link() -> None:
    state = claim(room(HERE, LINK, LINK), "bob", 1, "Bob")
    assert who(state, "ann") == ["You", "Bob", "Free seat"]
    assert who(state, "bob") == ["Player 1", "Bob (you)", "Free seat"]


def titles(state: RoomState, *visitors: str) -> list[str]:
    """What the tabs of visitors are called."""
    return [title(state, cast_of(state.record, state.game, visitor)) for visitor in visitors]


def test_the_title_of_a_tab_says_whose_turn_it_is_in_a_game_by_link() -> None:
    state = room(HERE, LINK)
    assert titles(state, "ann") == ["Tic-tac-toe"], "while a seat is free"
    state = claim(state, "bob", 1, "Bob")
    turn = "Your move · Tic-tac-toe"
    assert titles(state, "ann", "bob", "eve") == [turn, "Tic-tac-toe", "Tic-tac-toe"]
    state = play(state, "ann", 0, "5", 1.0)
    assert titles(state, "ann", "bob") == ["Tic-tac-toe", turn]
    assert titles(room(HERE, HERE), "ann") == ["Tic-tac-toe"]
    assert titles(room(HERE, NewSeat("computer", "random")), "ann") == ["Tic-tac-toe"]


def test_the_title_says_how_a_game_ended() -> None:
    state = resign(claim(room(HERE, LINK), "bob", 1, "Bob"), "ann")
    assert titles(state, "ann", "bob", "eve") == [
        "You lost · Tic-tac-toe",
        "You won · Tic-tac-toe",
        "Bob won · Tic-tac-toe",
    ]
    assert titles(abort(room(HERE, HERE), "ann"), "ann") == ["Game over · Tic-tac-toe"]
    three = claim(claim(room(HERE, LINK, LINK), "bob", 1), "eve", 2)
    edges = ("0-1", "3-4", "2-3", "0-2", "4-5", "3-5", "1-2")
    for ply, edge in enumerate(edges):
        visitor = ("ann", "bob", "eve")[ply % 3]
        three = play(three, visitor, ply, edge, 1.0)
    assert titles(three, "ann", "bob") == ["You lost · Sim", "Player 1 lost · Sim"]
