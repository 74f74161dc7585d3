"""What a page says of the people of a room, to the visitor who reads it."""

from __future__ import annotations

from plyground.players.rated import Rated
from plyground.position import HUMAN, Cast, Game, Level, Outcome
from plyground.web.services.seating import RoomState
from plyground.web.store import OfferRecord, RoomRecord
from plyground.web.words import level_of

_BRIEF = 20  # characters
_PAIR = 2  # players, of whom nobody has to be numbered


def seated(room: RoomRecord, seat: int, cast: Cast, visitor: str) -> str:
    """Who has a seat: "Ann (you)", "You", "Minimax, depth 3", "Free seat", "Player 3"."""
    place, computer = room.seats[seat], cast.computer(seat)
    if computer is not None:
        if (place.player or "").startswith(f"{Rated.name}:"):
            return computer.short  # figures are for those who look for them
        several = len(room.seats) > _PAIR and computer.full == computer.short
        return cast.name(seat) if several else computer.full
    if place.holder is None:
        return "Free seat"
    by_link = any(each.kind == "link" for each in room.seats)
    own = place.holder == visitor and (by_link or seat == cast.you)
    if not place.name:
        return "You" if own else f"Player {seat + 1}"
    return f"{place.name} (you)" if own else place.name


def rival(room: RoomRecord, seat: int, game: Game) -> Level | None:
    """The one of the game's opponents for people who has a seat; None for anyone else."""
    return level_of(room.seats[seat].player or HUMAN, game)


def against(room: RoomRecord, cast: Cast, visitor: str) -> str:
    """Whom a visitor plays, for a list of games: "against Pip". Empty for people at one screen."""
    others = [seat for seat in room.seats if seat.holder != visitor]
    names = [_brief(cast.name(seat.number)) for seat in others]
    if len(others) == len(room.seats):
        return " against ".join(names)
    if len(others) > 1:
        return f"against {len(others)} others"
    free = any(each.kind != "computer" and each.holder is None for each in others)
    return "by link" if free else "".join(f"against {name}" for name in names)


def title(state: RoomState, cast: Cast) -> str:
    """The title of a room's tab: the game, after the reader's turn or how the game ended."""
    first = ""
    if state.record.ending is not None:
        first = _short(state.record.ending, cast)
    elif state.running and not state.local and state.position.turn == cast.you:
        first = "Your move"
    return " · ".join(filter(None, (first, state.game.title)))


def _short(ending: Outcome, cast: Cast) -> str:
    """How a game ended, in two words."""
    if ending.draw:
        return "Draw"
    if cast.you in ending.losers:
        return "You lost"
    if ending.winner is not None:
        return f"{cast.name(ending.winner)} won"
    return "Game over" if ending.loser is None else f"{cast.name(ending.loser)} lost"


def offered(offer: OfferRecord, cast: Cast) -> str:
    """What a person has offered the others, and whether it was declined, in a short sentence."""
    back = offer.kind == "back"
    if offer.declined is not None:
        name = _brief(cast.name(offer.declined))
        what = {"back": " to take back the move", "draw": " the draw", "rematch": ""}
        return f"{name} declined{what[offer.kind]}."
    if offer.by == cast.you:
        said = "You asked to take back your last move" if back else f"You offered a {offer.kind}"
        return f"{said}. Waiting for the answer."
    name = _brief(cast.name(offer.by))
    return f"{name} asks to take back a move." if back else f"{name} offers a {offer.kind}."


def away(state: RoomState, visitor: str) -> set[int]:
    """The seats of other people by link who are not there now."""
    if state.local or state.record.status == "waiting":
        return set()
    return {
        seat.number
        for seat in state.record.seats
        if seat.kind != "computer" and seat.holder not in (None, visitor, *state.present)
    }


def missing(state: RoomState, cast: Cast, visitor: str, for_long: bool) -> str:
    """That the other one of two is away, and for how long that has to be borne; else empty."""
    other = state.opponents.get(visitor)
    if other not in away(state, visitor) or not state.running:
        return ""
    name = _brief(cast.name(other))
    if for_long:
        return f"{name} has left"
    return f"{name} is away. If that lasts, you can end the game."


def _brief(name: str) -> str:
    """A name, cut off if it would hide what is said of it."""
    return name if len(name) <= _BRIEF else f"{name[: _BRIEF - 1]}…"
