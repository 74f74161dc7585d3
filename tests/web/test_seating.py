"""The rules of rooms, on values: who may sit, move, take back, resign and come back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

import plyground as pg
from plyground.position import Outcome, PlygroundError
from plyground.web.errors import ConflictError, ForbiddenError, RefusedError, RefusedMoveError
from plyground.web.services.seating import (
    SUBSTITUTE,
    NewSeat,
    RoomState,
    abort,
    cancel,
    claim,
    come_back,
    computer_moves,
    end_left,
    go_on,
    leave,
    left_seat,
    opened,
    pause,
    play,
    rematch,
    rename,
    resign,
    run_out,
    set_player,
    substitute,
    succeed,
    take_back,
)
from plyground.web.store import MoveRecord
from plyground.web.words import ended_text

HERE, LINK, RANDOM = NewSeat("here"), NewSeat("link"), NewSeat("computer", "random")
SIM = pg.Sim(6, 3)


def room(*seats: NewSeat, game: pg.Game | None = None, start: str = "", **more: Any) -> RoomState:
    """A room that Ann has opened."""
    position = (game or pg.TicTacToe()).position(start)
    return opened("room", "ann", position, seats or (HERE, HERE), at=100.0, **more)


def after(state: RoomState, *actions: tuple[Any, ...]) -> RoomState:
    """The room when visitors have done all this: each a visitor, an action and what it takes."""
    for visitor, action, *given in actions:
        state = action(state, visitor, *given)
    return state


def moved(state: RoomState, moves: Sequence[str]) -> RoomState:
    """The room after moves by whoever has the turn."""
    for move in moves:
        holder = state.seat.holder
        assert holder is not None
        state = play(state, holder, state.position.ply, move, 200.0)
    return state


def by_link(players: int = 2) -> RoomState:
    """A running game of Ann, here, and of others by a link."""
    state = room(HERE, *(LINK,) * (players - 1), game=pg.TicTacToe() if players == 2 else SIM)
    names = ("bob", "eve")[: players - 1]
    return after(state, *((name, claim, at, name.title()) for at, name in enumerate(names, 1)))


def with_computer() -> RoomState:
    """Ann begins against a computer."""
    return room(HERE, RANDOM)


def refused(error: type[Exception], action: Callable[..., RoomState], *given: Any) -> str:
    """The answer to a visitor who may not do this."""
    with pytest.raises(error) as caught:
        action(*given)
    assert type(caught.value) is error
    return str(caught.value)


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
    ("seats", "message"),
    [
        ((HERE,), "is for 2 players"),
        ((HERE, NewSeat("computer", "human")), "a human is not a computer player"),
        ((HERE, NewSeat("computer", "external(touch /tmp/x)")), "would start a program"),
        ((NewSeat("here", colour="#ff0000"), HERE), "too close to red"),
    ],
)
def test_what_cannot_be_opened(seats: tuple[NewSeat, ...], message: str) -> None:
    with pytest.raises(PlygroundError, match=message):
        room(*seats)


# Seats


def test_the_game_runs_when_every_seat_by_link_is_taken() -> None:
    state = room(LINK, LINK)
    assert state.record.status == "waiting"
    assert "begins when every seat" in refused(RefusedError, play, state, "bob", 0, "5", 1.0)
    state = claim(state, "bob", 0, "  Bob\n\t<b>  ")
    assert state.record.seats[0].name == "Bob<b>"
    assert not state.running
    assert "at most 40 characters, and not 41" in refused(
        RefusedError, claim, state, "eve", 1, "x" * 41
    )
    state = claim(state, "eve", 1, "x" * 40)
    assert state.running
    assert state.record.seats[1].name == "x" * 40
    assert not state.local


def test_a_seat_is_taken_once_but_may_be_claimed_again() -> None:
    state = claim(room(HERE, LINK), "bob", 1, "Bob")
    assert "quicker: this seat is taken" in refused(ConflictError, claim, state, "eve", 1, "Eve")
    assert claim(state, "bob", 1, "Robert").record.seats[1].name == "Robert"
    assert "seat 1 is not for players with the link" in refused(
        RefusedError, claim, state, "bob", 0
    )
    for seat in (-1, 2, 10**30):
        assert "there are seats 1 to 2" in refused(RefusedError, claim, state, "bob", seat)
    assert "not for players" in refused(RefusedError, claim, with_computer(), "bob", 1)


def test_people_may_stand_up_until_the_game_begins() -> None:
    state = claim(room(LINK, LINK), "bob", 0, "Bob")
    assert leave(state, "bob").record.seats[0].holder is None
    assert leave(state, "eve") == state
    state = claim(state, "eve", 1)
    assert "the game has begun" in refused(RefusedError, leave, state, "bob")


def test_only_its_holder_renames_a_seat() -> None:
    state = rename(by_link(), "bob", {1: "Robert"})
    assert state.record.seats[1].name == "Robert"
    assert "not your seat" in refused(ForbiddenError, rename, state, "ann", {1: "x"})
    refused(RefusedError, rename, state, "bob", {9: "x"})


# Moves


def test_a_move_is_made_by_whoever_has_the_turn() -> None:
    state = play(by_link(), "ann", 0, "5", 150.0)
    assert state.record.moves == (MoveRecord(0, "5", 0, 150.0, None),)
    assert (state.position.history, state.record.touched) == (("5",), 150.0)
    assert play(state, "bob", 1, "1", 120.0).record.touched == 150.0
    for visitor, message in (
        ("ann", "Bob's turn"),
        ("eve", "you are watching: only the players can move"),
    ):
        assert refused(ForbiddenError, play, state, visitor, 1, "1", 1.0) == message
    for ply in (0, 2):
        message = refused(ConflictError, play, state, "ann", ply, "1", 1.0)
        assert "another move came first" in message, "even from the player's own second window"


def test_an_invitation_can_be_cancelled() -> None:
    state = room(HERE, LINK)
    assert refused(ForbiddenError, cancel, state, "bob")
    state = cancel(state, "ann")
    assert ended_text(state.record) == "The invitation was cancelled"
    assert refused(RefusedError, claim, state, "bob", 1) == "The invitation was cancelled"
    assert refused(RefusedError, cancel, by_link(), "ann")


def test_a_move_that_is_sent_again_counts_once() -> None:
    """Also in another spelling."""
    state = play(by_link(), "ann", 0, "5", 150.0)
    assert play(state, "ann", 0, "2,2", 160.0) is state
    assert refused(ConflictError, play, state, "bob", 0, "5", 160.0)
    assert refused(ConflictError, play, state, "ann", 0, "?", 160.0)


def test_nobody_moves_for_a_computer() -> None:
    state = moved(with_computer(), "5")
    message = refused(RefusedError, play, state, "ann", 1, "1", 1.0)
    assert message == "Please wait: the computer is still thinking."
    assert "another move came first" in refused(ConflictError, play, state, "ann", 0, "1", 1.0)
    details = {"nodes": 3}
    state = computer_moves(state, "1", details, 160.0)
    assert state.record.moves[1] == MoveRecord(1, "1", 1, 160.0, details)


@pytest.mark.parametrize("as_before", [False, True])
@pytest.mark.parametrize(
    ("game", "before", "move", "message", "message_before"),
    [
        (pg.NumericalTicTacToe(), "5@5", "2@5", "Cell 5 is taken.", "Position is occupied!"),
        (
            pg.NumericalTicTacToe(),
            "5@5",
            "3@1",
            "Player 2 writes even numbers.",
            "Player 2 can only input even integers!",
        ),
        # A click on a cell that is taken sends the cell alone.
        (pg.NumericalTicTacToe(), "7@5", "5", "Cell 5 is taken.", "Position is occupied!"),
        (pg.NumericalTicTacToe(), "7@5", "6", "give number@cell", "give number@cell"),
        (
            pg.Sim(),
            "0-1",
            "0-1",
            "Dots 0 and 1 are already joined.",
            "Player 2, please choose a valid pair of vertices!",
        ),
    ],
)
def test_moves_are_refused_in_the_words_of_the_game(
    game: pg.Game, before: str, move: str, message: str, message_before: str, as_before: bool
) -> None:
    moves = game.split_moves(before)
    state = moved(room(game=game, as_before=as_before), moves)
    said = refused(RefusedMoveError, play, state, "ann", len(moves), move, 1.0)
    assert (message_before if as_before else message) in said


def test_the_rules_end_a_game() -> None:
    state = moved(room(), "14253")
    assert state.record.status == "ended"
    assert state.record.ending == Outcome(0, (1,), "three in a row")
    assert ended_text(state.record) == "Player 1 won: three in a row."
    message = refused(RefusedError, play, state, "ann", 5, "9", 1.0)
    assert message == "the game is over (Player 1 won: three in a row)"
    assert play(state, "ann", 4, "3", 300.0) is state, "sent again"


# Taking back


def test_what_is_taken_back_includes_the_computers_move() -> None:
    state = computer_moves(moved(with_computer(), "5"), "1", {}, 1.0)
    back = take_back(state, "ann")
    assert (back.position.ply, back.record.moves, back.paused) == (0, (), False)
    for begun in (back, room(start="5")):
        message = refused(RefusedError, take_back, begun, "ann")
        assert message == "You have no move to take back."


def test_a_computer_that_begins_waits_after_its_move_was_taken_back() -> None:
    state = computer_moves(room(RANDOM, HERE), "5", {}, 1.0)
    back = take_back(state, "ann")
    assert back.position.ply == 0
    assert (back.paused, back.thinks) == (True, False)
    assert go_on(back, "ann").thinks


def test_a_game_that_is_over_goes_on_when_a_move_is_taken_back() -> None:
    state = take_back(moved(room(start="9"), "15372"), "ann")
    assert (state.running, state.record.ending) == (True, None)
    assert [move.move for move in state.record.moves] == ["1", "5", "3", "7"]
    state = abort(state, "ann")
    assert state.record.ending == Outcome(how="aborted")
    assert take_back(state, "ann").running


def test_moves_of_a_game_by_a_link_stay() -> None:
    state = moved(by_link(), "5")
    for visitor in ("ann", "bob", "eve"):
        assert "ask the other players" in refused(ForbiddenError, take_back, state, visitor)


# The computer


def test_its_strength_is_set_by_the_rooms_maker_at_any_time() -> None:
    state = replace(with_computer(), paused=True, trouble="lost")
    state = set_player(state, "ann", 1, "minimax:depth=3")
    assert state.record.seats[1].player == "minimax:depth=3"
    assert (state.paused, state.trouble) == (False, "")
    for text in ("minimax:depth=0", "external(touch /tmp/x)", "human"):
        with pytest.raises(pg.PlygroundError):
            set_player(state, "ann", 1, text)
    assert "only the person who made the game" in refused(
        ForbiddenError, set_player, state, "bob", 1, "random"
    )
    assert "does not belong to a computer" in refused(
        RefusedError, set_player, state, "ann", 0, "random"
    )


def test_it_is_stopped_and_goes_on() -> None:
    state = moved(with_computer(), "5")
    assert state.thinks
    stopped = pause(state, "ann")
    assert not stopped.thinks
    assert "not thinking" in refused(RefusedError, pause, stopped, "ann")
    assert go_on(stopped, "ann") == state
    assert go_on(replace(state, trouble="full"), "ann") == state
    for action in (pause, go_on):
        assert "you are watching" in refused(ForbiddenError, action, state, "bob")


# How people end a game


def test_of_two_who_resigns_has_lost() -> None:
    state = resign(by_link(), "bob")
    assert state.record.ending == Outcome(0, (1,), how="resigned", by=1)
    assert ended_text(state.record) == "Bob resigned; Player 1 won"
    assert "you are watching" in refused(ForbiddenError, resign, by_link(), "eve")
    assert "the game is over (Bob resigned" in refused(RefusedError, resign, state, "ann")
    both = resign(room(), "ann")
    assert ended_text(both.record) == "Player 1 resigned; Player 2 won"


def test_a_game_at_one_screen_is_ended_by_its_owner() -> None:
    assert ended_text(abort(room(), "ann").record) == "Game aborted."
    refused(ForbiddenError, abort, room(), "bob")
    assert "resign to end" in refused(ForbiddenError, abort, by_link(), "ann")
    refused(RefusedError, abort, abort(room(), "ann"), "ann")


def test_who_runs_out_of_time_has_lost() -> None:
    state = moved(by_link(), "5")
    assert run_out(state, 0) == state, "the move was made in time"
    state = run_out(state, 1)
    assert state.record.ending == Outcome(0, (1,), how="time", by=1)
    assert ended_text(state.record) == "Bob ran out of time; Player 1 won"
    assert run_out(state, 1) == state


def test_of_more_than_two_a_computer_goes_on_until_the_last_person_leaves() -> None:
    state = resign(by_link(3), "bob")
    assert state.running
    seat = state.record.seats[1]
    assert (seat.kind, seat.player, seat.left, seat.name) == ("computer", SUBSTITUTE, True, "Bob")
    state = after(state, ("ann", resign), ("eve", resign))
    assert state.record.ending == Outcome(None, (2,), how="resigned", by=2)
    assert ended_text(state.record) == "Eve resigned"


def test_who_is_away_may_be_replaced() -> None:
    state = replace(by_link(3), present=frozenset({"ann", "bob"}))
    assert "Bob is still in the game" in refused(RefusedError, substitute, state, "ann", 1)
    assert "seat 1 needs no substitute" in refused(RefusedError, substitute, state, "bob", 0)
    assert "you are watching" in refused(ForbiddenError, substitute, state, "joe", 2)
    assert substitute(state, "bob", 2).record.seats[2].left
    two = replace(by_link(), present=frozenset({"ann"}))
    assert "seat 2 needs no substitute" in refused(RefusedError, substitute, two, "ann", 1)


def without_bob(**since: float) -> RoomState:
    """A game of two that Bob has left."""
    return replace(by_link(), present=frozenset({"ann"}), since=since)


@pytest.mark.parametrize(("moves", "seconds"), [("", 120), ("5", 60)])
def test_a_game_that_the_other_one_has_left_may_be_ended(moves: str, seconds: int) -> None:
    state = moved(without_bob(ann=100.0, bob=500.0), moves)
    soon, late = 500.0 + seconds - 1, 500.0 + seconds
    assert left_seat(state, "ann", soon) is None
    assert "for a minute in their turn" in refused(
        RefusedError, end_left, state, "ann", "win", soon
    )
    assert left_seat(state, "ann", late) == 1
    won = end_left(state, "ann", "win", late).record
    assert won.ending == Outcome(0, (1,), how="left", by=1)
    assert [ended_text(won, who) for who in ("ann", "bob", "")] == [
        "Bob left; you won", "You left; Player 1 won", "Bob left; Player 1 won"
    ]  # fmt: skip
    drawn = end_left(state, "ann", "draw", late).record
    assert drawn.ending == Outcome(how="left", by=1)
    assert drawn.ending.draw
    assert [ended_text(drawn, who) for who in ("ann", "bob")] == [
        "Bob left; a draw", "You left; a draw"
    ]  # fmt: skip


def test_of_two_who_left_the_one_who_is_back_waits_too() -> None:
    state = without_bob(ann=9000.0, bob=500.0)
    assert left_seat(state, "ann", 9119.0) is None
    assert left_seat(state, "ann", 9120.0) == 1


def test_a_game_that_nobody_has_left_is_not_ended() -> None:
    there = replace(by_link(), present=frozenset({"ann", "bob"}), since={"ann": 0.0, "bob": 0.0})
    away = replace(there, present=frozenset())
    for state in (there, away, resign(there, "bob"), by_link(3), with_computer(), room()):
        assert left_seat(state, "ann", 1e6) is None
    gone = without_bob(ann=0.0, bob=0.0)
    assert "you are watching" in refused(ForbiddenError, end_left, gone, "eve", "win", 1e6)
    assert "as a win or a draw" in refused(RefusedError, end_left, gone, "ann", "loss", 1e6)
    assert left_seat(gone, "bob", 1e6) is None


def test_who_was_taken_over_may_come_back() -> None:
    state = after(by_link(3), ("bob", resign), ("ann", resign))
    assert "no computer has taken over" in refused(ForbiddenError, come_back, state, "eve", 1)
    state = after(replace(state, paused=True), ("bob", come_back, 1), ("ann", come_back, 0))
    assert [seat.kind for seat in state.record.seats] == ["here", "link", "link"]
    assert state.record.seats == by_link(3).record.seats
    assert not state.paused
    over = after(state, ("bob", resign), ("ann", resign), ("eve", resign))
    assert "the game is over" in refused(RefusedError, come_back, over, "bob", 1)


# Once more


def test_in_a_rematch_the_next_one_begins() -> None:
    again = rematch(moved(by_link(), "14253"), "bob", "again", 300.0)
    assert [(seat.number, seat.holder, seat.name) for seat in again.record.seats] == [
        (0, "bob", "Bob"),
        (1, "ann", ""),
    ]
    assert (again.running, again.record.moves, again.record.ending) == (True, (), None)
    assert (again.record.id, again.record.created) == ("again", 300.0)
    assert succeed(again, "next").record.successor == "next"
    from_start = rematch(moved(room(start="9"), "15372"), "ann", "again", 1.0)
    assert from_start.position.history == ("9",), "it begins where the game did"


def test_a_rematch_gives_their_seats_back_to_those_who_had_left() -> None:
    state = after(by_link(3), ("ann", resign), ("bob", resign), ("eve", resign))
    again = rematch(state, "eve", "again", 1.0)
    assert [(seat.holder, seat.kind) for seat in again.record.seats] == [
        ("bob", "link"),
        ("eve", "link"),
        ("ann", "here"),
    ]
    assert not any(seat.left for seat in again.record.seats)


@pytest.mark.parametrize(
    ("state", "visitor", "error", "message"),
    [
        (by_link(), "ann", RefusedError, "not over yet"),
        (room(LINK, LINK), "ann", RefusedError, "not over yet"),
        (moved(by_link(), "14253"), "eve", ForbiddenError, "you are watching"),
    ],
)
def test_a_rematch_is_for_those_who_played_when_the_game_is_over(
    state: RoomState, visitor: str, error: type[Exception], message: str
) -> None:
    assert message in refused(error, rematch, state, visitor, "again", 1.0)
