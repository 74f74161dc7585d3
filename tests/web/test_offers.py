"""Offers between the people of a game by link: what may be asked, and what the answers do."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from plyground.position import Outcome
from plyground.web.errors import ConflictError, ForbiddenError, RefusedError
from plyground.web.parts import parts_of
from plyground.web.people import offered
from plyground.web.services.offers import (
    accept,
    can_offer,
    decline,
    is_asked,
    offer,
    offer_rematch,
    withdraw,
)
from plyground.web.services.seating import (
    RoomState,
    claim,
    computer_moves,
    copied,
    rematch,
    resign,
)
from plyground.web.store import OfferRecord
from plyground.web.words import cast_of, ended_text
from tests.web.conftest import Person
from tests.web.playing import begin_by_link, play, ply_of, text_of
from tests.web.test_seating import HERE, LINK, RANDOM, after, by_link, moved, refused, room


def said(state: RoomState, visitor: str) -> str:
    """What a visitor reads of the offer in a room."""
    assert state.record.offer is not None
    return offered(state.record.offer, cast_of(state.record, state.game, visitor))


def test_a_move_is_taken_back_when_the_other_agrees() -> None:
    state = offer(moved(by_link(), "5"), "ann", "back")
    assert state.position.history == ("5",), "nothing happens before the answer"
    assert said(state, "ann") == "You asked to take back your last move. Waiting for the answer."
    assert said(state, "bob") == "Player 1 asks to take back a move."
    assert can_offer(state, "bob") == []
    state = accept(state, "bob", "back")
    assert (state.position.ply, state.record.moves, state.record.offer) == (0, (), None)


def test_with_it_goes_the_answer_of_the_other() -> None:
    state = after(moved(by_link(), "51"), ("ann", offer, "back"), ("bob", accept, "back"))
    assert state.position.ply == 0
    state = after(moved(by_link(), "513"), ("bob", offer, "back"), ("ann", accept, "back"))
    assert state.position.history == ("5",)


def test_a_draw_is_agreed() -> None:
    state = offer(moved(by_link(), "5"), "bob", "draw")
    assert said(state, "ann") == "Bob offers a draw."
    state = accept(state, "ann", "draw")
    assert (state.running, state.record.offer) == (False, None)
    assert state.record.ending == Outcome(how="agreed")
    assert state.record.ending.draw
    assert ended_text(state.record) == "Draw, as agreed"


@pytest.mark.parametrize("kind", ["back", "draw"])
def test_what_was_declined_is_asked_again_after_the_next_move(kind: str) -> None:
    state = after(moved(by_link(), "5"), ("ann", offer, kind), ("bob", decline, kind))
    what = {"back": "to take back the move.", "draw": "the draw."}[kind]
    assert said(state, "ann") == f"Bob declined {what}"
    assert said(state, "bob") == f"You declined {what}"
    assert "declined: you can ask again" in refused(RefusedError, offer, state, "ann", kind)
    refused(ConflictError, accept, state, "bob", kind)
    assert (kind in can_offer(state, "ann"), "draw" in can_offer(state, "bob")) == (False, True)
    state = moved(state, "1")
    assert state.record.offer is None
    assert offer(state, "ann", kind).record.offer is not None


def test_an_offer_is_withdrawn_by_its_maker_or_by_the_next_move() -> None:
    state = offer(moved(by_link(), "5"), "ann", "draw")
    refused(ConflictError, withdraw, state, "bob")
    assert withdraw(state, "ann").record.offer is None
    after_move = moved(state, "1")
    assert after_move.record.offer is None
    assert "this offer is gone" in refused(ConflictError, accept, after_move, "bob", "draw")
    assert resign(state, "ann").record.offer is None


def test_only_the_offer_that_was_seen_is_accepted() -> None:
    state = offer(moved(by_link(), "5"), "ann", "draw")
    assert "this offer is gone" in refused(ConflictError, accept, state, "bob", "back")
    assert "this offer is gone" in refused(ConflictError, decline, state, "ann", "draw")
    assert "an offer already" in refused(ConflictError, offer, state, "bob", "draw")


def test_of_three_all_others_have_to_agree() -> None:
    state = moved(by_link(3), ["0-1", "0-2"])
    state = after(state, ("ann", offer, "back"), ("eve", accept, "back"))
    assert state.position.ply == 2
    assert state.record.offer == OfferRecord("back", 0, (0, 2))
    assert accept(state, "bob", "back").position.ply == 0
    assert decline(state, "bob", "back").record.offer == OfferRecord("back", 0, (0, 2), 1)
    assert resign(state, "bob").record.offer is None, "a computer is not asked"


def at_the_end(*present: str, players: int = 2) -> RoomState:
    """A game that is over, and who is still there."""
    state = after(by_link(players), ("ann", offer, "draw"))
    for each in ("bob", "eve")[: players - 1]:
        state = accept(state, each, "draw")
    return replace(state, present=frozenset(present))


def rematch_offered(state: RoomState, visitor: str) -> RoomState:
    """The room when a visitor has asked for a rematch and waits."""
    waits = offer_rematch(state, visitor)
    assert waits is not None
    return waits


def test_a_rematch_needs_both() -> None:
    state = rematch_offered(at_the_end("ann", "bob"), "bob")
    assert said(state, "bob") == "You offered a rematch. Waiting for the answer."
    assert said(state, "ann") == "Bob offers a rematch."
    assert [is_asked(state, who) for who in ("ann", "bob", "eve")] == [True, False, False]
    assert offer_rematch(state, "bob") == state, "once is enough"
    assert offer_rematch(state, "ann") is None, "both want it"
    assert rematch(state, "ann", "again", 1.0).record.offer is None
    refused(RefusedError, accept, state, "ann", "rematch")
    assert withdraw(state, "bob").record.offer is None


def test_a_rematch_that_was_declined_may_be_offered_by_the_other_one() -> None:
    state = rematch_offered(at_the_end("ann", "bob"), "bob")
    state = decline(state, "ann", "rematch")
    assert said(state, "bob") == "Player 1 declined."
    with pytest.raises(RefusedError, match="was declined"):
        offer_rematch(state, "bob")
    assert said(rematch_offered(state, "ann"), "bob") == "Player 1 offers a rematch."


def test_a_rematch_waits_for_someone_and_for_all_who_are_there() -> None:
    alone = rematch_offered(at_the_end("ann"), "ann")
    assert offer_rematch(alone, "bob") is None, "Bob is back"
    three = rematch_offered(at_the_end("ann", "bob", "eve", players=3), "ann")
    assert offer_rematch(rematch_offered(three, "bob"), "eve") is None
    gone = replace(three, present=frozenset({"ann", "bob"}))
    assert offer_rematch(gone, "bob") is None, "Eve finds her seat there"


def test_a_copy_of_a_game_has_no_offer() -> None:
    state = offer(moved(by_link(), "5"), "ann", "back")
    assert copied(state, "ann", "copy", 1.0).record.offer is None


def test_at_one_screen_nobody_is_asked_for_a_rematch() -> None:
    state = resign(room(), "ann")
    assert offer_rematch(state, "ann") is None
    with pytest.raises(ForbiddenError, match="you are watching"):
        offer_rematch(state, "eve")


def test_a_computer_agrees_to_everything() -> None:
    state = after(by_link(3), ("eve", resign))
    state = computer_moves(moved(state, ["0-1", "0-2"]), "0-3", {}, 1.0)
    state = after(state, ("bob", offer, "back"), ("ann", accept, "back"))
    assert state.position.history == ("0-1",)


@pytest.mark.parametrize(
    ("state", "visitor", "kind", "error", "message"),
    [
        (room(), "ann", "back", RefusedError, "only people who play by link"),
        (room(HERE, RANDOM), "ann", "draw", RefusedError, "only people who play by link"),
        (by_link(), "ann", "back", RefusedError, "You have no move to take back."),
        (moved(by_link(), "5"), "bob", "back", RefusedError, "You have no move to take back."),
        (by_link(), "eve", "draw", ForbiddenError, "you are watching"),
        (by_link(), "ann", "money", RefusedError, "an offer is one of back, draw, and not 'money'"),
        (room(HERE, LINK), "ann", "draw", RefusedError, "the game begins when"),
        (resign(by_link(), "bob"), "ann", "draw", RefusedError, "the game is over"),
    ],
)
def test_what_cannot_be_offered(
    state: RoomState, visitor: str, kind: str, error: type[Exception], message: str
) -> None:
    assert message in refused(error, offer, state, visitor, kind)
    assert kind not in can_offer(state, visitor)


@pytest.mark.parametrize(
    ("action", "given"), [(accept, ["draw"]), (decline, ["draw"]), (withdraw, [])]
)
def test_who_watches_cannot_answer(action: Callable[..., RoomState], given: list[str]) -> None:
    state = offer(moved(by_link(), "5"), "ann", "draw")
    assert "you are watching" in refused(ForbiddenError, action, state, "eve", *given)


def test_an_offer_on_the_pages_of_two_people(app: FastAPI, person: Person) -> None:
    ann, bob, watcher = person(), person(), person()
    path = begin_by_link(ann, bob, name0="Ann")

    def asked(client: TestClient, action: str, kind: str) -> str:
        return client.post(f"{path}/{action}", data={"text": kind}).text

    assert re.search(r'value="draw"><button type="submit">', bob.get(path).text)
    play(ann, path, 0, "5")
    page = asked(ann, "offer", "back")
    assert "Withdraw" in page
    assert re.search(r'value="draw"><button type="submit" disabled>', page)
    assert "Ann asks to take back a move. Accept Decline" in text_of(bob.get(path).text)
    seen = text_of(watcher.get(path).text)
    assert "Ann asks to take back a move." in seen
    assert "Accept" not in seen
    parts_of(app).rooms._rooms.clear()  # as after a restart
    assert watcher.post(f"{path}/accept", data={"text": "back"}).status_code == 403
    assert ply_of(asked(bob, "accept", "back")) == 0
    asked(bob, "offer", "draw")
    assert "Draw, as agreed" in asked(ann, "accept", "draw")
    record = ann.get(f"{path}/record").text
    assert "1/2-1/2" in record
    assert '[Termination "agreed"]' in record


def test_a_long_name_does_not_hide_what_is_offered() -> None:
    state = claim(room(HERE, LINK), "bob", 1, "Bartholomew the Unreasonably Long-named")
    assert said(offer(state, "bob", "draw"), "ann") == "Bartholomew the Unr… offers a draw."
