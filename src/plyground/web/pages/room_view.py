"""What the templates of a game's page show."""

from __future__ import annotations

import math
from typing import Any
from urllib.parse import quote

from plyground.browser.geometry import swatches
from plyground.position import HUMAN, Game
from plyground.render.palette import Palette
from plyground.search import SOLVABLE
from plyground.web.boards import as_script, in_one_file, new_game, picture_of
from plyground.web.pages import Visit
from plyground.web.pages.next_game import climb, met_again
from plyground.web.pages.room_state import Known, room_state, words_of
from plyground.web.people import away, missing, offered, rival, seated, title
from plyground.web.players_form import strength
from plyground.web.services import offers, seating
from plyground.web.services.rooms import Room
from plyground.web.sharing import Invitation
from plyground.web.store import RoomRecord
from plyground.web.words import PROGRESS, Words, cast_of, ended_words


def _invitation(visit: Visit, room: Room) -> Invitation | None:
    """The link for others, if seats are free and the visitor is not one who came by it."""
    state, holder = room.state, visit.holder
    part = state.record.owner == holder or state.seats_of(holder)
    if state.record.status != "waiting" or not part:
        return None
    return visit.invitation(f"/room/{room.id}")


def _colour_of_words(state: seating.RoomState, words: Words) -> str:
    """The classes of whom the sentence is about: as in the old programs, it has their colour."""
    if not state.record.as_before:
        return ""
    outcome = state.position.outcome
    about = None if outcome is None else words.own.subject(outcome)
    found = [f"about{about}"] if about is not None else []
    return " ".join([*found, *([f"turn{state.position.turn}"] if state.running else [])])


def _opponent(record: RoomRecord, game: Game) -> str:
    """The text of the computer of a game, or of the usual one of its old program."""
    players = [seat.player for seat in record.seats]
    usual = game.face.manner(record.as_before).usual_seats(game.players)
    return next((text for text in (*players, *usual) if text and text != HUMAN), "")


async def view_of(
    visit: Visit,
    room: Room,
    owned: bool,
    trouble: str = "",
    known: Known | None = None,
    **more: Any,
) -> dict[str, Any]:
    """What the templates show, all of one moment: moves with another version would be taken for
    newer ones. `owned` says for which of two pages, see `owns`, `trouble` why something was
    refused; a page has the `known` positions. `more` is for its script alone.
    """
    state, holder = room.state, visit.holder
    record, position, game = state.record, state.position, state.game
    words, cast = words_of(visit, room), cast_of(record, game, holder)
    mine, owner = state.seats_of(holder), record.owner == holder
    seconds_left = visit.parts.rooms.seconds_left(room)
    picture = picture_of(position, state.colours)
    manner = {"as-before": "yes"} if record.as_before else {}
    outcome = position.outcome
    offer_kinds = offers.can_offer(state, holder)
    left = visit.parts.rooms.left_seat(room, visit.visitor)
    alone_here = record.people == {holder}
    rivals = [rival(record, seat.number, game) for seat in record.seats]
    winner = None if outcome is None else outcome.winner
    lost = winner is not None and mine and winner not in mine
    given = await room_state(visit, room, owned, trouble, known)
    return {
        "now_as_data": as_script(given),
        "given": as_script({**({"state": given} if owned else {}), **more}),
        "state": state,
        "record": record,
        "game": game,
        "finished": record.status == "ended",
        "by_link": not state.local,
        "many": len(record.seats) > SOLVABLE,
        "met": list(dict.fromkeys(filter(None, rivals))),
        "mine": mine,
        "owner": owner,
        "holder": holder,
        "swatches": swatches(game, Palette(picture.colours, variables=True)),
        "strengths": [seat.player and strength(seat.player, game) for seat in record.seats],
        "rivals": rivals,
        "opponent": _opponent(record, game),
        "who": [seated(record, seat.number, cast, holder) for seat in record.seats],
        "invitation": _invitation(visit, room),
        "words": words,
        "welcome": words.welcome([seat.kind != "computer" for seat in record.seats]),
        "ended": ended_words(record, game, holder),
        "now": _colour_of_words(state, words),
        "clocks": visit.parts.rooms.clocks(room),
        "title": title(state, cast),
        "stranger": not visit.known,
        "watching": not mine and not owner and state.running,
        "offered": record.offer and offered(record.offer, cast),
        "asked": offers.is_asked(state, holder),
        "wants_rematch": offers.can_want_rematch(state, holder),
        "away": away(state, holder),
        "left": left is not None,
        "missing": missing(state, cast, holder, left is not None),
        "can_offer": offer_kinds,
        "warning": trouble or state.trouble,
        "owned": owned,
        "is_thinking": visit.parts.rooms.is_thinking(room),
        "seconds_left": None if seconds_left is None else math.ceil(seconds_left),
        "notes": words.notes(position),
        "lost_where": "Where was it lost?" if lost else "Review",
        "thinking": words.thinking(position),
        "search": "" if room.search is None or record.moves else room.search.text,
        "searches": room.searches,
        "waiting": room.thinking and PROGRESS[room.thinking.state],
        "new_game": new_game(game, **manner),
        "from_here": new_game(game, moves=" ".join(position.history), **manner),
        "colours": [
            name.capitalize() if seat.colour in (None, game.colours[seat.number]) else ""
            for seat, name in zip(
                record.seats, game.player_names or [""] * game.players, strict=True
            )
        ],
        "alone": in_one_file(game) if "cells" in game.rules.kernels else "",
        "as_file": in_one_file(game, download="yes", moves=" ".join(position.history)),
        "link": None if state.local else visit.invitation(f"/room/{room.id}"),
        "met_again": met_again(state, mine),
        "climb": await climb(visit, state, mine),
        "history": quote(" ".join(position.history)),
        "can_take_back": owner and bool(record.moves) if state.local else "back" in offer_kinds,
        "can_end": owner and state.local and state.running and not record.as_before,
        "can_invite": owner and bool(mine) and state.local and state.running,
        "can_delete": alone_here or (holder in record.people and not state.running),
        "alone_here": alone_here,
        "can_resign": bool(mine) and not state.local and state.running,
    }
