"""The rules of rooms, on values: who may sit, move, take back, resign and come back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest

import plyground as pg
from plyground.players import PlayerError
from plyground.position import Outcome
from plyground.web.errors import ForbiddenError, RefusedMoveError, RoomError
from plyground.web.services import seating
from plyground.web.services.seating import (
    SUBSTITUTE,
    Abort,
    Action,
    Claim,
    ComeBack,
    ComputerMoves,
    GoOn,
    Leave,
    NewSeat,
    Pause,
    Play,
    Rename,
    Replace,
    Resign,
    RoomState,
    RunOut,
    SetPlayer,
    Succeed,
    TakeBack,
    apply,
    opened,
    rematch,
)
from plyground.web.store import ConflictError, MoveRecord
from plyground.web.words import ended_text

HERE, LINK, RANDOM = NewSeat("here"), NewSeat("link"), NewSeat("computer", "random")
SIM = pg.Sim(4, 3)


def room(*seats: NewSeat, game: pg.Game | None = None, start: str = "", **more: Any) -> RoomState:
    """A room that Ann has opened."""
    position = (game or pg.TicTacToe()).position(start)
    return opened("room", "ann", position, seats or (HERE, HERE), at=100.0, **more)


def after(state: RoomState, *actions: tuple[str, Action]) -> RoomState:
    """The room when visitors have done all this."""
    for visitor, action in actions:
        state = apply(state, visitor, action)
    return state


def moved(state: RoomState, moves: Sequence[str]) -> RoomState:
    """The room after moves by whoever has the turn."""
    for move in moves:
        holder = state.seat.holder
        assert holder is not None
        state = apply(state, holder, Play(state.position.ply, move, 200.0))
    return state


def by_link(players: int = 2) -> RoomState:
    """A running game of Ann, here, and of others by a link."""
    game = pg.TicTacToe() if players == 2 else pg.Sim(4, players)
    state = room(HERE, *(LINK,) * (players - 1), game=game)
    names = ("ann", "bob", "eve", "kim", "joe")[1:players]
    return after(state, *((name, Claim(at, name.title())) for at, name in enumerate(names, 1)))


def with_computer() -> RoomState:
    """Ann begins against a computer."""
    return room(HERE, RANDOM)


def refused(state: RoomState, visitor: str, action: Action, error: type[Exception]) -> str:
    """What is said to somebody who may not do this."""
    with pytest.raises(error) as caught:
        apply(state, visitor, action)
    assert type(caught.value) is error
    return str(caught.value)


def test_every_action_has_its_rules() -> None:
    assert set(seating._RULES) == set(get_args(Action))


# A new room


def test_a_room_is_opened() -> None:
    state = room(HERE, RANDOM, start="5", seconds_per_move=3.0)
    record = state.record
    assert (record.game, record.start, record.owner) == ("tictactoe", ("5",), "ann")
    assert (record.created, record.touched, record.seconds_per_move) == (100.0, 100.0, 3.0)
    assert [seat.holder for seat in record.seats] == ["ann", None]
    assert (state.running, state.local, state.unattended) == (True, True, False)
    assert state.thinks
    assert state.seat.player == "random"
    assert room(RANDOM, RANDOM).unattended


def test_whoever_begins_has_the_first_seat() -> None:
    seats = NewSeat("here", name="Ann"), NewSeat("here", name="Bob"), NewSeat("here", name="Eve")
    state = room(*seats, game=SIM, first=1)
    assert [seat.name for seat in state.record.seats] == ["Bob", "Eve", "Ann"]
    assert [seat.number for seat in state.record.seats] == [0, 1, 2]


@pytest.mark.parametrize(
    ("seats", "start", "told"),
    [
        ((HERE,), "", "is for 2 players"),
        ((HERE, HERE), "14253", "the game would be over at the start"),
        ((HERE, NewSeat("computer", "minimax:depth=0")), "", "depth"),
        ((HERE, NewSeat("computer", "human")), "", "a human is no computer player"),
        ((HERE, NewSeat("computer", "external(touch /tmp/x)")), "", "would start a program"),
        ((NewSeat("here", colour="#ff0000"), HERE), "", "too near to red"),
    ],
)
def test_what_cannot_be_opened(seats: tuple[NewSeat, ...], start: str, told: str) -> None:
    with pytest.raises((RoomError, PlayerError), match=told):
        room(*seats, start=start)


# Seats


def test_the_game_runs_when_every_seat_by_link_is_taken() -> None:
    state = room(LINK, LINK)
    assert state.record.status == "waiting"
    assert "begins when every seat" in refused(state, "bob", Play(0, "5", 1.0), RoomError)
    state = apply(state, "bob", Claim(0, "  Bob\n\t<b>  "))
    assert state.record.seats[0].name == "Bob<b>"
    assert not state.running
    state = apply(state, "eve", Claim(1, "x" * 100))
    assert state.running
    assert len(state.record.seats[1].name) == 40
    assert not state.local


def test_a_seat_is_taken_once_but_may_be_claimed_again() -> None:
    state = apply(room(HERE, LINK), "bob", Claim(1, "Bob"))
    assert "quicker: this seat is taken" in refused(state, "eve", Claim(1, "Eve"), ConflictError)
    assert apply(state, "bob", Claim(1, "Robert")).record.seats[1].name == "Robert"
    assert "seat 1 is not for people with a link" in refused(state, "bob", Claim(0), RoomError)
    for seat in (-1, 2, 10**30):
        assert "there are seats 1 to 2" in refused(state, "bob", Claim(seat), RoomError)
    assert "not for people" in refused(with_computer(), "bob", Claim(1), RoomError)


def test_people_may_stand_up_until_the_game_begins() -> None:
    state = apply(room(LINK, LINK), "bob", Claim(0, "Bob"))
    assert apply(state, "bob", Leave()).record.seats[0].holder is None
    assert apply(state, "eve", Leave()) == state
    state = apply(state, "eve", Claim(1))
    assert "the game has begun" in refused(state, "bob", Leave(), RoomError)


def test_only_its_holder_renames_a_seat() -> None:
    state = apply(by_link(), "bob", Rename(1, "Robert"))
    assert state.record.seats[1].name == "Robert"
    assert "not your seat" in refused(state, "ann", Rename(1, "x"), ForbiddenError)
    refused(state, "bob", Rename(9, "x"), RoomError)


# Moves


def test_a_move_is_made_by_whoever_has_the_turn() -> None:
    state = apply(by_link(), "ann", Play(0, "5", 150.0))
    assert state.record.moves == (MoveRecord(0, "5", 0, 150.0, None),)
    assert (state.position.history, state.record.touched) == (("5",), 150.0)
    assert apply(state, "bob", Play(1, "1", 120.0)).record.touched == 150.0
    for visitor in ("ann", "eve"):
        told = refused(state, visitor, Play(1, "1", 1.0), ForbiddenError)
        assert told == "It is now Player 2's turn"
    for ply in (0, 2):
        told = refused(state, "ann", Play(ply, "1", 1.0), ConflictError)
        assert "somebody else was quicker" in told, "even from a second window of one's own"


def test_nobody_moves_for_a_computer() -> None:
    state = moved(with_computer(), "5")
    told = refused(state, "ann", Play(1, "1", 1.0), RoomError)
    assert told == "Please wait for the computer to finish its move!"
    details = {"nodes": 3}
    state = apply(state, "", ComputerMoves("1", details, 160.0))
    assert state.record.moves[1] == MoveRecord(1, "1", 1, 160.0, details)


@pytest.mark.parametrize(
    ("game", "before", "move", "told"),
    [
        (pg.TicTacToe(), ["5"], "5", "Cell 5 is taken"),
        (pg.TicTacToe(), ["5"], "x", "'x' is not a move"),
        (pg.NumericalTicTacToe(), ["5@5"], "2@5", "Position is occupied!"),
        (pg.NumericalTicTacToe(), ["5@5"], "x@12", "Position can only be an integer between 1-9!"),
        (pg.NumericalTicTacToe(), ["5@5"], "3@1", "Player 2 can only input even integers!"),
        # A click on a cell that is taken sends the cell alone.
        (pg.NumericalTicTacToe(), ["7@5"], "5", "Position is occupied!"),
        (pg.NumericalTicTacToe(), ["7@5"], "6", "give number@position"),
        (pg.ConnectFour(4, 4), ["1"] * 4, "1", "That column is full."),
        (pg.Sim(), ["0-1"], "0-1", "Player 2, please choose a valid pair of vertices!"),
    ],
)
def test_moves_are_refused_in_the_words_of_the_game(
    game: pg.Game, before: list[str], move: str, told: str
) -> None:
    state = moved(room(game=game), before)
    assert told in refused(state, "ann", Play(len(before), move, 1.0), RefusedMoveError)


def test_the_rules_end_a_game() -> None:
    state = moved(room(), "14253")
    assert state.record.status == "ended"
    assert state.record.ending == Outcome(0, (1,), "three in a row")
    assert ended_text(state.record) == "Player 1 wins!"
    told = refused(state, "ann", Play(5, "9", 1.0), RoomError)
    assert told == "the game is over: Player 1 wins!"


# Taking back


def test_what_is_taken_back_includes_the_computers_move() -> None:
    state = apply(moved(with_computer(), "5"), "", ComputerMoves("1", {}, 1.0))
    back = apply(state, "ann", TakeBack())
    assert (back.position.ply, back.record.moves, back.paused) == (0, (), False)
    told = refused(back, "ann", TakeBack(), RoomError)
    assert told == "There is no move of yours to take back."


def test_a_computer_that_begins_waits_after_its_move_was_taken_back() -> None:
    state = apply(room(RANDOM, HERE), "", ComputerMoves("5", {}, 1.0))
    back = apply(state, "ann", TakeBack())
    assert back.position.ply == 0
    assert (back.paused, back.thinks) == (True, False)
    assert apply(back, "ann", GoOn()).thinks


def test_a_game_that_is_over_goes_on_when_a_move_is_taken_back() -> None:
    state = apply(moved(room(start="9"), "15372"), "ann", TakeBack())
    assert (state.running, state.record.ending) == (True, None)
    assert [move.move for move in state.record.moves] == ["1", "5", "3", "7"]
    state = apply(state, "ann", Abort())
    assert state.record.ending == Outcome(how="aborted")
    assert apply(state, "ann", TakeBack()).running


def test_the_moves_of_the_start_are_not_taken_back() -> None:
    assert refused(room(start="5"), "ann", TakeBack(), RoomError)


def test_moves_of_a_game_by_a_link_stay() -> None:
    state = moved(by_link(), "5")
    for visitor in ("ann", "bob", "eve"):
        assert "at one screen" in refused(state, visitor, TakeBack(), ForbiddenError)


# The computer


def test_its_strength_is_set_by_the_rooms_maker_at_any_time() -> None:
    state = replace(with_computer(), paused=True, trouble="lost")
    state = apply(state, "ann", SetPlayer(1, "minimax:depth=3"))
    assert state.record.seats[1].player == "minimax:depth=3"
    assert (state.paused, state.trouble) == (False, "")
    for text in ("minimax:depth=0", "external(touch /tmp/x)", "human"):
        with pytest.raises(pg.PlygroundError):
            apply(state, "ann", SetPlayer(1, text))
    assert "who made the game" in refused(state, "bob", SetPlayer(1, "random"), ForbiddenError)
    assert "not a computer's" in refused(state, "ann", SetPlayer(0, "random"), RoomError)


def test_it_is_stopped_and_goes_on() -> None:
    state = moved(with_computer(), "5")
    assert state.thinks
    stopped = apply(state, "ann", Pause())
    assert not stopped.thinks
    assert "not thinking" in refused(stopped, "ann", Pause(), RoomError)
    assert apply(stopped, "ann", GoOn()) == state
    assert apply(replace(state, trouble="full"), "ann", GoOn()) == state
    for action in (Pause(), GoOn()):
        assert "only watches" in refused(state, "bob", action, ForbiddenError)


# How people end a game


def test_of_two_who_resigns_has_lost() -> None:
    state = apply(by_link(), "bob", Resign())
    assert state.record.ending == Outcome(0, (1,), how="resigned", by=1)
    assert ended_text(state.record) == "Bob resigned; Player 1 wins!"
    assert "only watches" in refused(by_link(), "eve", Resign(), ForbiddenError)
    assert "the game is over: Bob resigned" in refused(state, "ann", Resign(), RoomError)


def test_who_has_both_seats_resigns_once() -> None:
    state = apply(room(), "ann", Resign())
    assert ended_text(state.record) == "Player 1 resigned; Player 2 wins!"


def test_a_game_at_one_screen_is_ended_by_its_owner() -> None:
    assert ended_text(apply(room(), "ann", Abort()).record) == "Game aborted"
    refused(room(), "bob", Abort(), ForbiddenError)
    assert "resigns" in refused(by_link(), "ann", Abort(), ForbiddenError)
    refused(apply(room(), "ann", Abort()), "ann", Abort(), RoomError)


def test_who_runs_out_of_time_has_lost() -> None:
    state = moved(by_link(), "5")
    assert apply(state, "", RunOut(0)) == state, "the move was made in time"
    state = apply(state, "", RunOut(1))
    assert state.record.ending == Outcome(0, (1,), how="time", by=1)
    assert ended_text(state.record) == "Bob ran out of time; Player 1 wins!"
    assert apply(state, "", RunOut(1)) == state


def test_of_more_than_two_a_computer_goes_on_until_the_last_person_leaves() -> None:
    state = apply(by_link(3), "bob", Resign())
    assert state.running
    seat = state.record.seats[1]
    assert (seat.kind, seat.player, seat.left, seat.name) == ("computer", SUBSTITUTE, True, "Bob")
    state = after(state, ("ann", Resign()), ("eve", Resign()))
    assert state.record.ending == Outcome(None, (2,), how="resigned", by=2)
    assert ended_text(state.record) == "Eve resigned"


def test_who_is_away_may_be_replaced() -> None:
    state = replace(by_link(3), present=frozenset({"ann", "bob"}))
    assert "Bob is still there" in refused(state, "ann", Replace(1), RoomError)
    assert "seat 1 needs nobody" in refused(state, "bob", Replace(0), RoomError)
    assert "only watches" in refused(state, "joe", Replace(2), ForbiddenError)
    assert apply(state, "bob", Replace(2)).record.seats[2].left
    gone = replace(by_link(), present=frozenset({"ann"}))
    assert apply(gone, "ann", Replace(1)).record.ending == Outcome(0, (1,), how="left", by=1)


def test_who_was_taken_over_may_come_back() -> None:
    state = after(by_link(3), ("bob", Resign()), ("ann", Resign()))
    assert "nobody sits in" in refused(state, "eve", ComeBack(1), ForbiddenError)
    state = after(replace(state, paused=True), ("bob", ComeBack(1)), ("ann", ComeBack(0)))
    assert [seat.kind for seat in state.record.seats] == ["here", "link", "link"]
    assert state.record.seats == by_link(3).record.seats
    assert not state.paused
    over = after(state, ("bob", Resign()), ("ann", Resign()), ("eve", Resign()))
    assert "the game is over" in refused(over, "bob", ComeBack(1), RoomError)


# Once more


def test_in_a_rematch_the_next_one_begins() -> None:
    state = moved(by_link(), "14253")
    again = rematch(state, "bob", "again", 300.0)
    assert [seat.holder for seat in again.record.seats] == ["bob", "ann"]
    assert [seat.number for seat in again.record.seats] == [0, 1]
    assert (again.running, again.record.moves, again.record.ending) == (True, (), None)
    assert (again.record.id, again.record.created) == ("again", 300.0)
    assert apply(state, "bob", Succeed("again")).record.successor == "again"


def test_a_rematch_gives_their_seats_back_to_those_who_had_left() -> None:
    state = after(by_link(3), ("ann", Resign()), ("bob", Resign()), ("eve", Resign()))
    again = rematch(state, "eve", "again", 1.0)
    assert [(seat.holder, seat.kind) for seat in again.record.seats] == [
        ("bob", "link"),
        ("eve", "link"),
        ("ann", "here"),
    ]
    assert not any(seat.left for seat in again.record.seats)


def test_a_rematch_begins_where_the_game_did() -> None:
    again = rematch(moved(room(start="9"), "15372"), "ann", "again", 1.0)
    assert again.position.history == ("9",)


def test_a_rematch_is_for_those_who_played_when_the_game_is_over() -> None:
    with pytest.raises(RoomError, match="not over yet"):
        rematch(by_link(), "ann", "again", 1.0)
    with pytest.raises(RoomError, match="not over yet"):
        rematch(room(LINK, LINK), "ann", "again", 1.0)
    with pytest.raises(ForbiddenError, match=re.escape("only watches")):
        rematch(moved(by_link(), "14253"), "eve", "again", 1.0)
