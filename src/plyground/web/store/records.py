"""The values that the store takes and gives. They know nothing of a database."""

from dataclasses import dataclass
from typing import Any, Literal

from plyground.position import Outcome

SeatKind = Literal["here", "link", "computer"]
"""Who plays: someone at the owner's device, someone who was sent the link, or a computer."""

Status = Literal["waiting", "running", "ended"]

OfferKind = Literal["back", "draw", "rematch"]


@dataclass(frozen=True)
class SeatRecord:
    """A seat and who has it.

    `holder` is the digest of the visitor's token, `player` the text of a computer player; `left`
    says that the person with this seat has gone away.
    """

    number: int
    kind: SeatKind
    player: str | None
    name: str
    colour: str | None
    holder: str | None
    left: bool


@dataclass(frozen=True)
class MoveRecord:
    """A move made in a room: `at` is its time in seconds, `details` what a computer reported.

    `by_page` says that a page found this computer's move and reported it, with its details: it is
    legal, but nobody else has seen that computer think.
    """

    ply: int
    move: str
    seat: int
    at: float
    details: dict[str, Any] | None
    by_page: bool = False


@dataclass(frozen=True)
class OfferRecord:
    """What a person offers the others: to take back moves, a draw, or a rematch. The next move ends
    it.

    `by` is the seat that it comes from, and whose move is to be taken back. `agreed` are the seats
    that want it, `declined` is the first that does not.
    """

    kind: OfferKind
    by: int
    agreed: tuple[int, ...]
    declined: int | None = None


@dataclass(frozen=True)
class ClockRecord:
    """The clocks of a room's people: `seconds` for the game, and `added` seconds after each move.

    `left` are the seconds of each seat when the present turn began, which was at `since`; it is
    None while no clock runs.
    """

    seconds: float
    added: float
    left: tuple[float, ...]
    since: float | None = None


@dataclass(frozen=True)
class RoomRecord:
    """A room, its seats by number and its moves by ply.

    `start` are the moves of the position that the game starts from; `moves` come after it, so that
    the ply of the first is `len(start)`. `owner` is the digest of the token of the visitor who made
    the room,
    `successor` the room of the rematch, `touched` the time in seconds when anything last happened.
    `ending` says how the game ended, without the sites that decided it. `shows_values` says that
    people who play by a link may see what moves are worth while the game goes on. `as_before` says
    that the game speaks as its old program did. `offer` is what a person offers the others.
    """

    id: str
    game: str
    parameters: dict[str, int]
    start: tuple[str, ...]
    created: float
    touched: float
    status: Status
    ending: Outcome | None
    seconds_per_move: float | None
    successor: str | None
    owner: str
    shows_values: bool
    as_before: bool
    seats: tuple[SeatRecord, ...]
    moves: tuple[MoveRecord, ...]
    offer: OfferRecord | None = None
    clock: ClockRecord | None = None

    @property
    def people(self) -> frozenset[str]:
        """Those who made the room, or have a seat in it."""
        holders = (seat.holder for seat in self.seats if seat.holder is not None)
        return frozenset((self.owner, *holders))

    @property
    def hides_values(self) -> bool:
        """Whether the values of moves are hidden from everyone, because people are still playing by
        link. A player whom a computer has replaced may come back, and counts as one of them.
        """
        people = [seat for seat in self.seats if seat.kind != "computer" or seat.left]
        by_link = any(seat.kind == "link" or seat.holder != self.owner for seat in people)
        return self.status != "ended" and not self.shows_values and len(people) > 1 and by_link


@dataclass(frozen=True)
class SavedGameRecord:
    """A game in a visitor's library: `text` in the form of docs/records.md, and what a list shows
    of it.

    `owner` is the digest of the visitor's token, `saved` the time in seconds; `players` has the
    names or player texts of all seats, in one line.
    """

    id: str
    owner: str
    saved: float
    game: str
    players: str
    result: str
    plies: int
    date: str
    text: str


@dataclass(frozen=True)
class RunRecord:
    """A run of a visitor; its plan and its results are in files of its id.

    `owner` is the digest of the visitor's token, `created` the time in seconds. `matches` is how
    many there will be, as far as it is known, and 0 without an end. `said` is what came of them in
    a few words, `faces` are the players whose faces stand for it, a line each; `fields` is the
    query that fills its form in. One that is not over, and is not going on, was stopped. The app
    forgets those that are not `kept` when there are too many.

    How it is watched: on so many `boards`, with a `pause` between moves, None for as fast as it
    goes; and in the words of an old program where it is shown `as_before`.
    """

    id: str
    owner: str
    created: float
    title: str
    matches: int
    boards: int
    is_over: bool = False
    pause: float | None = None
    as_before: bool = False
    said: str = ""
    faces: str = ""
    fields: str = ""
    kept: bool = False
