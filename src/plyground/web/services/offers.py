"""What the people of a game by link offer one another: to take back a move, a draw, or a rematch.

At one screen nobody has to ask. An offer is for all other people of the game, and comes about when
the last of them accepts it; the first who declines ends it. Whoever was declined cannot offer the
same again before the next move. The next move ends every offer. A rematch needs those who are
there, and at least one other person: nobody has to wait for people who have gone. Like those of
`seating`, these are rules on values: each returns another state, or raises an error with a status.
"""

from __future__ import annotations

from dataclasses import replace

from plyground.position import Outcome, Position
from plyground.web.errors import ConflictError, ForbiddenError, RefusedError
from plyground.web.services.seating import (
    NOTHING_TO_TAKE_BACK,
    RoomState,
    changed,
    check_running,
    ended,
    taken_back,
)
from plyground.web.store import OfferKind, OfferRecord

_KINDS: dict[str, OfferKind] = {"back": "back", "draw": "draw"}


def offer(state: RoomState, visitor: str, kind: str) -> RoomState:
    """Ask the others to let the visitor's last move be taken back, or offer them a draw."""
    check_running(state)
    mine = _seats(state, visitor)
    if kind not in _KINDS:
        raise RefusedError(f"an offer is one of {', '.join(_KINDS)}, and not {kind!r}")
    if state.local:
        raise RefusedError("only people who play by link make offers")
    made = state.record.offer
    if made is not None and made.declined is None:
        raise ConflictError("there is an offer already: it needs an answer first")
    if made is not None and made.by in mine and made.kind == kind:
        raise RefusedError("this was declined: you can ask again after the next move")
    by = mine[0]
    if kind == "back":
        by = _own_last(state, mine).turn
    return _settled(state, OfferRecord(_KINDS[kind], by, tuple(mine)))


def accept(state: RoomState, visitor: str, kind: str) -> RoomState:
    """Agree to an offer of another person during the game."""
    if kind not in _KINDS:
        raise RefusedError(f"an offer is one of {', '.join(_KINDS)}, and not {kind!r}")
    made = _open(state, visitor, kind)
    agreed = sorted({*made.agreed, *state.seats_of(visitor)})
    return _settled(state, replace(made, agreed=tuple(agreed)))


def decline(state: RoomState, visitor: str, kind: str) -> RoomState:
    """Turn down an offer of another person."""
    made = _open(state, visitor, kind)
    return changed(state, offer=replace(made, declined=state.seats_of(visitor)[0]))


def withdraw(state: RoomState, visitor: str) -> RoomState:
    """Take back the visitor's own offer."""
    made = state.record.offer
    if made is None or made.by not in _seats(state, visitor) or made.declined is not None:
        raise ConflictError("you have no offer that waits for an answer")
    return changed(state, offer=None)


def offer_rematch(state: RoomState, visitor: str) -> RoomState | None:
    """The room with the visitor's wish for a rematch; None if nobody has to be asked any more."""
    state.check_part(visitor)
    seats = [seat for seat in state.record.seats if seat.kind != "computer"]
    people = {seat.holder: seat.number for seat in seats}
    if state.record.status != "ended" or len(people) <= 1:
        return None
    if visitor not in people:
        raise ForbiddenError("you have no seat: only the players can have a rematch")
    made = state.record.offer
    if made is not None and made.declined is not None and made.by == people[visitor]:
        raise RefusedError("this was declined")
    if made is None or made.declined is not None:
        made = OfferRecord("rematch", people[visitor], ())
    agreed = {*made.agreed, *state.seats_of(visitor)}
    willing = {seat.holder for seat in seats if seat.number in agreed}
    if len(willing) > 1 and not (people.keys() & state.present) - willing:
        return None
    return changed(state, offer=replace(made, agreed=tuple(sorted(agreed))))


def can_want_rematch(state: RoomState, visitor: str) -> bool:
    """Whether a visitor may ask for a rematch that nobody has offered."""
    made = state.record.offer
    if made is not None and (made.declined is None or made.by in state.seats_of(visitor)):
        return False
    return bool(state.seats_of(visitor)) or (state.local and state.record.owner == visitor)


def is_asked(state: RoomState, visitor: str) -> bool:
    """Whether an offer of another person waits for the visitor's answer."""
    made, mine = state.record.offer, state.seats_of(visitor)
    if made is None or made.declined is not None or not mine:
        return False
    return made.by not in mine and mine[0] not in made.agreed


def can_offer(state: RoomState, visitor: str) -> list[OfferKind]:
    """What a visitor may offer now."""
    found: list[OfferKind] = []
    for kind in _KINDS.values():
        try:
            offer(state, visitor, kind)
        except (RefusedError, ForbiddenError, ConflictError):
            continue
        found.append(kind)
    return found


def _seats(state: RoomState, visitor: str) -> list[int]:
    """The visitor's seats. Raises ForbiddenError without one."""
    mine = state.seats_of(visitor)
    if not mine:
        raise ForbiddenError("you are watching: only the players can do this")
    return mine


def _open(state: RoomState, visitor: str, kind: str) -> OfferRecord:
    """An offer of another person that waits for the visitor's answer."""
    mine, made = _seats(state, visitor), state.record.offer
    if made is None or made.kind != kind or made.declined is not None or made.by in mine:
        raise ConflictError("this offer is gone: the game goes on")
    return made


def _settled(state: RoomState, made: OfferRecord) -> RoomState:
    """The room with an offer, or what comes of it when all people agree."""
    people = {seat.number for seat in state.record.seats if seat.kind != "computer"}
    if not people <= set(made.agreed):
        return changed(state, offer=made)
    if made.kind == "draw":
        return ended(state, Outcome(how="agreed"))
    return taken_back(state, _own_last(state, [made.by]))


def _own_last(state: RoomState, seats: list[int]) -> Position:
    """The position before the last move of one of these seats. Raises RefusedError."""
    back = state.position.parent
    while back is not None and back.turn not in seats:
        back = back.parent
    if back is None or back.ply < len(state.record.start):
        raise RefusedError(NOTHING_TO_TAKE_BACK)
    return back
