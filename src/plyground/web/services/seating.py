"""The rules of a room, as values: the seats, the turn, and the rights of each visitor.

    state = opened(game, seats, ...)
    state = play(state, visitor, ply=0, text="5", at=now)

A visitor is the digest of their token. A state never changes: an action returns another state, or
raises an error with a status. Nothing here waits, reads the time, or stores anything.

A visitor may move for a seat of kind "here" of a room of their own, or one of kind "link" that they
have claimed. If one of two players resigns or runs out of time, the other one has won; if one has
left, the other may end the game as a win or a draw. With more players a computer takes over the
seat, so that the others can go on. `offers` has what people ask of one another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from zlib import crc32

from plyground.games.registry import installed_game, lasting_name
from plyground.players import Choice, PlayerError, parse_player
from plyground.position import Game, How, Outcome, PlygroundError, Position
from plyground.position.colours import check_colours
from plyground.search import Value
from plyground.web.errors import ConflictError, ForbiddenError, RefusedError
from plyground.web.names import NAME_MOST, one_line
from plyground.web.store import (
    ClockRecord,
    MoveRecord,
    RoomRecord,
    SeatKind,
    SeatRecord,
    Status,
)
from plyground.web.words import Words, cast_of, ended_text

SUBSTITUTE = "mixed:70"
"""The computer that takes the seat of a person who leaves a game of more than two."""

WATCHING = "you are watching: only the players can move"
"""To a visitor without a seat who tries to move."""

TOO_LATE = "another move came first, so yours was not made: this is the position now"
"""To a visitor who makes a move in a position that has changed."""

CHANGED = "this game has changed meanwhile: this is the position now"
"""To a page that saves a game which it has not seen."""

NOTHING_TO_TAKE_BACK = "You have no move to take back."

LEFT_IN_TURN, LEFT = 60.0, 120.0
"""Seconds for which one of two players is away, in their turn or at any time, until the other one,
who was there meanwhile, may end the game.
"""


@dataclass(frozen=True)
class NewSeat:
    """A seat of a new room: `player` is the text of a computer player."""

    kind: SeatKind
    player: str | None = None
    name: str = ""
    colour: str | None = None


@dataclass(frozen=True)
class PageMove:
    """A move that a page has made, with what its computer found."""

    move: str
    choice: Choice | None = None


@dataclass(frozen=True)
class RoomState:
    """A room: its record, and what lasts only while it is in memory.

    `present` are the visitors who are there, `since` when visitors came or left, and `lag` how many
    seconds their answers take. `paused` says that someone stopped the computer, `trouble` why it
    could not move.
    """

    record: RoomRecord
    position: Position
    present: frozenset[str] = frozenset()
    since: Mapping[str, float] = field(default_factory=dict)
    lag: Mapping[str, float] = field(default_factory=dict)
    paused: bool = False
    trouble: str = ""
    before: tuple[SeatRecord, ...] = ()
    """The seats as they were when others were invited to a game at one screen."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def running(self) -> bool:
        """Whether players can move."""
        return self.record.status == "running"

    @property
    def seat(self) -> SeatRecord:
        """The seat whose turn it is."""
        return self.record.seats[self.position.turn]

    @property
    def thinks(self) -> bool:
        """Whether a computer should find its move now."""
        waits = self.paused or self.trouble
        return self.running and self.seat.kind == "computer" and not waits

    @property
    def unattended(self) -> bool:
        """Whether only computers play."""
        return all(seat.kind == "computer" for seat in self.record.seats)

    @property
    def local(self) -> bool:
        """Whether all people of the game are at one screen."""
        return all(seat.kind != "link" for seat in self.record.seats)

    @property
    def alone(self) -> bool:
        """Whether a page may own the game: all people are the one who made it, or at that person's
        screen, and no time runs, which the server keeps. The seat of a person whom a computer has
        replaced may be taken again.
        """
        record = self.record
        timed = record.clock is not None or record.seconds_per_move is not None
        return self.local and not timed and not any(seat.left for seat in record.seats)

    @property
    def opponents(self) -> dict[str, int]:
        """Of two people by link the seat of the other one, by the visitor; else empty."""
        if self.local or self.game.players != 2:
            return {}
        one, two = (seat.holder for seat in self.record.seats)
        return {} if not one or not two or one == two else {one: 1, two: 0}

    @property
    def colours(self) -> tuple[str | None, ...]:
        """The colours chosen for the seats; None for the game's own."""
        return tuple(seat.colour for seat in self.record.seats)

    def seats_of(self, visitor: str) -> list[int]:
        """The seats that a visitor moves for."""
        return [
            seat.number
            for seat in self.record.seats
            if seat.kind != "computer" and seat.holder == visitor
        ]

    def check_part(self, visitor: str) -> None:
        """Raise ForbiddenError for a visitor who only watches."""
        if self.record.owner != visitor and not self.seats_of(visitor):
            raise ForbiddenError("you are watching: only the players can do this")


def opened(
    room: str,
    owner: str,
    start: Position,
    seats: Sequence[NewSeat],
    *,
    at: float,
    first: int = 0,
    seconds_per_move: float | None = None,
    clock: ClockRecord | None = None,
    shows_values: bool = False,
    as_before: bool = False,
) -> RoomState:
    """A new room of this id, at a time, for a game that begins from a position.

    `first` is the seat that begins; the others follow in order. Raises RefusedError or PlayerError
    for input that is not accepted.
    """
    game = start.game
    if len(seats) != game.players:
        raise RefusedError(
            f"{game.title} is for {game.players} players: give {game.players} seats, "
            f"and not {len(seats)}"
        )
    colours = [seat.colour or game.colours[number] for number, seat in enumerate(seats)]
    check_colours(game, colours)
    if start.over:
        raise RefusedError(f"the game would be over at the start: {start.outcome}")
    in_order = [seats[(first + number) % game.players] for number in range(game.players)]
    record = RoomRecord(
        id=room,
        game=lasting_name(game),
        parameters=dict(game.values),
        start=start.history,
        created=at,
        touched=at,
        status="waiting" if any(seat.kind == "link" for seat in seats) else "running",
        ending=None,
        seconds_per_move=seconds_per_move,
        successor=None,
        owner=owner,
        shows_values=shows_values,
        as_before=as_before,
        seats=tuple(_new_seat(number, seat, game, owner) for number, seat in enumerate(in_order)),
        moves=(),
        clock=clock,
    )
    return RoomState(record, start)


def rematch(state: RoomState, visitor: str, room: str, at: float) -> RoomState:
    """A new room of this id with the same people, the next one beginning.

    Players who resigned or went away get their seats back. A game whose rules have changed
    meanwhile has the new ones. Raises RefusedError or ForbiddenError, and what `installed_game` and
    the game raise for what is gone.
    """
    state.check_part(visitor)
    old = state.record
    if old.status != "ended":
        raise RefusedError("the game is not over yet")
    position = state.position.line[len(old.start)]
    newest = installed_game(position.game.name)
    if type(position.game) is not newest:
        position = newest(**old.parameters).position(list(old.start))
    order = [_taken_again(old, seat) for seat in (*old.seats[1:], old.seats[0])]
    usual = position.game.colours
    if all(seat.colour in (None, usual[seat.number]) for seat in old.seats):
        order = [replace(seat, colour=None) for seat in order]  # red stays the first; others move
    record = replace(
        old,
        id=room,
        game=lasting_name(position.game),
        created=at,
        touched=at,
        status=_status(order),
        ending=None,
        successor=None,
        offer=None,
        seats=tuple(replace(seat, number=number) for number, seat in enumerate(order)),
        moves=(),
        clock=_set_again(old.clock),
    )
    return RoomState(record, position)


def computer_text(text: str, game: Game) -> str:
    """A computer player's text, checked: programs cannot be started from here.

    Raises PlayerError.
    """
    player = parse_player(text)
    if player is None:
        raise PlayerError("a human is not a computer player")
    player.check(game)
    return player.text


# What people do. Each raises RefusedError, ForbiddenError, ConflictError or PlayerError if refused


def claim(state: RoomState, visitor: str, seat: int, name: str = "") -> RoomState:
    """Take a seat. The game starts when the last seat is taken."""
    place = _seat(state, seat)
    if place.kind != "link":
        raise RefusedError(f"seat {seat + 1} is not for players with the link")
    if state.record.status == "ended" and place.holder is None:
        raise RefusedError(ended_text(state.record))
    if place.holder not in (None, visitor):
        raise ConflictError(
            "someone else was quicker: this seat is taken; choose another one, or watch"
        )
    state = _with_seat(state, seat, holder=visitor, name=_named(name))
    if state.record.status != "waiting":
        return state
    return changed(state, status=_status(state.record.seats))


def leave(state: RoomState, visitor: str) -> RoomState:
    """Leave the seats, as long as the game has not begun."""
    if state.record.status != "waiting":
        raise RefusedError("the game has begun: resign if you want to stop")
    for seat in state.record.seats:
        if seat.kind == "link" and seat.holder == visitor:
            state = _with_seat(state, seat.number, holder=None)
    return state


def invite(state: RoomState, visitor: str) -> RoomState:
    """Let others go on with a game at one screen by link: the first person there stays, and the
    seats of the others become free; if there are none, that of the next computer.
    """
    record, seats = state.record, list(state.record.seats)
    if record.owner != visitor or not state.local:
        raise ForbiddenError("only the person who made a game at one screen can invite others")
    check_running(state)
    people = [each.number for each in seats if each.kind == "here"]
    if not people:
        raise RefusedError("nobody plays at this screen: begin a game by link instead")
    free = people[1:] or [(people[0] + 1) % len(seats)]
    for number in free:
        seats[number] = replace(seats[number], kind="link", player=None, holder=None, left=False)
    state = replace(_ready(state), before=record.seats)
    return changed(state, seats=tuple(seats), status="waiting")


def take_over(state: RoomState, visitor: str) -> RoomState:
    """The game at one screen as this visitor's, with all that its maker had: it goes on on another
    device.
    """
    before = state.record.owner
    seats = tuple(
        replace(each, holder=visitor) if each.holder == before else each
        for each in state.record.seats
    )
    return changed(state, owner=visitor, seats=seats)


def cancel(state: RoomState, visitor: str) -> RoomState:
    """Withdraw the invitation to a game that has not begun. One that had begun at one screen goes
    on there.
    """
    record = state.record
    if record.owner != visitor:
        raise ForbiddenError("only the person who made the game can cancel it")
    if record.status != "waiting":
        raise RefusedError("the game has begun: resign if you want to stop")
    if not record.moves:
        return ended(state, Outcome(how="aborted"))
    seats = state.before or _at_one_screen(record, visitor)
    return changed(replace(state, before=()), seats=seats, status="running")


def rename(state: RoomState, visitor: str, names: Mapping[int, str]) -> RoomState:
    """Take other names, by seat."""
    for seat, name in names.items():
        if _seat(state, seat).holder != visitor:
            raise ForbiddenError("this is not your seat")
        state = _with_seat(state, seat, name=_named(name))
    return state


def mark(moves: Sequence[str]) -> str:
    """What tells these moves from others of as many plies."""
    return f"{crc32(' '.join(moves).encode()):08x}"


def play(
    state: RoomState, visitor: str, ply: int, text: str, at: float, seen: str = ""
) -> RoomState:
    """Make a typed move in the position after `ply` plies; `at` is the time, and `seen` the mark of
    the moves before it, as far as they are known.

    A move that has been made is accepted and changes nothing: a page whose answer was lost sends
    its move again.
    """
    if seen and seen != mark(state.position.history[:ply]):
        raise ConflictError(TOO_LATE)
    if _is_made(state, visitor, ply, text):
        return state
    check_running(state)
    if not state.seats_of(visitor):
        raise ForbiddenError(WATCHING)
    cast = cast_of(state.record, state.game, visitor)
    words = Words(state.game, state.record.as_before, cast)
    if ply != state.position.ply:
        raise ConflictError(TOO_LATE)
    if state.seat.kind == "computer":
        raise RefusedError(words.own.busy)
    if state.seat.holder != visitor:
        raise ForbiddenError(words.turn(state.position))
    return _moved(state, words.play(state.position, text), at, None)


def take_back(state: RoomState, visitor: str) -> RoomState:
    """Undo until it is a person's turn again, computers' moves included."""
    record = state.record
    if not state.local or record.owner != visitor:
        raise ForbiddenError(
            "ask the other players: only at one screen moves are simply taken back"
        )
    first, back = len(record.start), state.position.parent
    while back is not None and back.ply > first and record.seats[back.turn].kind == "computer":
        back = back.parent
    if back is None or back.ply < first:
        raise RefusedError(NOTHING_TO_TAKE_BACK)
    return taken_back(state, back)


def set_player(state: RoomState, visitor: str, seat: int, player: str) -> RoomState:
    """Give the seat of a computer another computer player, by its text."""
    if state.record.owner != visitor:
        raise ForbiddenError("only the person who made the game can change its computers")
    if _seat(state, seat).kind != "computer":
        raise RefusedError(f"seat {seat + 1} does not belong to a computer")
    text = computer_text(player, state.game)
    return _ready(_with_seat(state, seat, player=text))


def pause(state: RoomState, visitor: str) -> RoomState:
    """Stop the computer's thinking."""
    state.check_part(visitor)
    if not state.thinks:
        raise RefusedError("the computer is not thinking")
    return replace(state, paused=True)


def go_on(state: RoomState, visitor: str) -> RoomState:
    """Let the computer think again."""
    state.check_part(visitor)
    return _ready(state)


def abort(state: RoomState, visitor: str) -> RoomState:
    """End a game at one screen before its end."""
    if state.record.owner != visitor or not state.local:
        raise ForbiddenError("resign to end a game by link")
    check_running(state)
    return ended(state, Outcome(how="aborted"))


def resign(state: RoomState, visitor: str) -> RoomState:
    """Give up the visitor's seats. Of two players the other has won; of more a computer goes on."""
    check_running(state)
    seats = state.seats_of(visitor)
    if not seats:
        raise ForbiddenError("you are watching: only a player can resign")
    for seat in seats:
        if state.running:  # the first seat may have ended it
            state = _give_up(state, seat, "resigned")
    return state


def substitute(state: RoomState, visitor: str, seat: int) -> RoomState:
    """Let a computer take over for a person who has left."""
    state.check_part(visitor)
    place = _seat(state, seat)
    if state.opponents or place.kind != "link" or place.holder is None or not state.running:
        raise RefusedError(f"seat {seat + 1} needs no substitute")
    if place.holder in state.present:
        raise RefusedError(f"{place.name or f'Player {seat + 1}'} is still in the game")
    return _give_up(state, seat, "left")


def left_seat(state: RoomState, visitor: str, at: float) -> int | None:
    """The seat of the one who has left a game of two, if the visitor may end it for that."""
    seat = state.opponents.get(visitor)
    if seat is None or not state.running:
        return None
    other = state.record.seats[seat].holder or ""
    if visitor not in state.present or other in state.present:
        return None
    # Of two who were away, the one who is back first waits like any other.
    since = max(state.since.get(visitor, at), state.since.get(other, at))
    needed = LEFT_IN_TURN if state.position.turn == seat else LEFT
    return seat if at - since >= needed else None


def end_left(state: RoomState, visitor: str, result: str, at: float) -> RoomState:
    """End a game that the other one has left, as a "win" or a "draw"."""
    check_running(state)
    if not state.seats_of(visitor):
        raise ForbiddenError("you are watching: only a player can do this")
    if result not in ("win", "draw"):
        raise RefusedError(f"such a game ends as a win or a draw, and not as {result!r}")
    seat = left_seat(state, visitor, at)
    if seat is None:
        raise RefusedError(
            "you can end the game when the other one has been away for a minute in their turn, or "
            "for two minutes at any time"
        )
    if result == "draw":
        return ended(state, Outcome(how="left", by=seat))
    return ended(state, Outcome.given_up(seat, state.game.players, "left"))


def come_back(state: RoomState, visitor: str, seat: int) -> RoomState:
    """Take a seat back from the computer that has taken it over."""
    place = _seat(state, seat)
    if not place.left or place.holder != visitor:
        raise ForbiddenError("no computer has taken over your seat there")
    check_running(state)
    clock = state.record.clock
    if clock is not None and not clock.left[seat]:
        raise RefusedError("your time is up: the computer plays on")
    seats = list(state.record.seats)
    seats[seat] = _taken_again(state.record, place)
    return _ready(changed(state, seats=tuple(seats), offer=None))


def depart(state: RoomState, visitor: str, nobody: str) -> RoomState:
    """The room without a visitor: `nobody` has their place, without a name."""
    record = state.record
    seats = tuple(
        replace(each, holder=nobody, name="") if each.holder == visitor else each
        for each in record.seats
    )
    owner = nobody if record.owner == visitor else record.owner
    return changed(state, seats=seats, owner=owner)


# What happens by itself


def computer_moves(state: RoomState, move: str, details: dict[str, Any], at: float) -> RoomState:
    """The computer's move with its details, at a time."""
    return _moved(state, state.position.play(move), at, details)


def page_has(
    state: RoomState, visitor: str, ply: int, moves: Sequence[PageMove], waits: bool, at: float
) -> RoomState:
    """The game as the page that owns it has it: the first `ply` plies as they are, and then these
    moves; `waits` says that a computer to move has been stopped. Values that cannot be are left
    out.

    Raises RefusedError or ForbiddenError, and MoveError for an illegal move.
    """
    record = state.record
    if record.owner != visitor or not state.alone:
        raise ForbiddenError("this game is not yours: only the browser that began it can change it")
    if not len(record.start) <= ply <= state.position.ply:
        raise RefusedError(f"the game has no position after {ply} plies from where it could go on")
    if ply < state.position.ply:
        state = taken_back(state, state.position.line[ply])
    for made in moves:
        check_running(state)
        after, choice = state.position.play(made.move), made.choice
        if choice is None or state.seat.kind != "computer":
            state = _moved(state, after, at, None)
            continue
        expected = state.position
        for move in choice.pv:
            expected = expected.play(move)
        if choice.value is not None and not _can_be(choice.value, state.position):
            choice = replace(choice, value=None)
        state = _moved(state, after, at, choice.to_json(), by_page=True)
    return replace(state, paused=waits and state.running and state.seat.kind == "computer")


def shared(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of moves with which both games begin."""
    both = enumerate(zip(one, other, strict=False))
    return next((at for at, (mine, theirs) in both if mine != theirs), min(len(one), len(other)))


def copied(state: RoomState, visitor: str, room: str, at: float) -> RoomState:
    """A room of this id with the same game at one screen, of this visitor; it goes on unless the
    rules have ended it.

    Raises ForbiddenError for a game by link of others.
    """
    if not state.local and state.record.owner != visitor:
        raise ForbiddenError("only the one who began a game by link can have a copy of it")
    over = state.position.outcome is not None
    before = state.before or _at_one_screen(state.record, visitor)
    record = replace(
        state.record,
        id=room,
        owner=visitor,
        created=at,
        touched=at,
        successor=None,
        offer=None,
        status="ended" if over else "running",
        ending=state.record.ending if over else None,
        clock=None,
        seconds_per_move=None,
        seats=_at_one_screen(state.record, visitor) if state.local else before,
    )
    return RoomState(record, state.position)


def run_out(state: RoomState, ply: int) -> RoomState:
    """End the time of the player to move after `ply` plies."""
    if not state.running or state.position.ply != ply:
        return state
    return _give_up(state, state.position.turn, "time")


def succeed(state: RoomState, room: str) -> RoomState:
    """Note the room of the rematch."""
    return changed(state, successor=room, offer=None)


# Parts of them


def taken_back(state: RoomState, position: Position) -> RoomState:
    """The room in an earlier position of its game."""
    record = state.record
    moves = tuple(move for move in record.moves if move.ply < position.ply)
    state = changed(_ready(state), status="running", ending=None, moves=moves, offer=None)
    # A computer that begins waits until someone asks for its move.
    return replace(state, position=position, paused=record.seats[position.turn].kind == "computer")


def ended(state: RoomState, ending: Outcome) -> RoomState:
    """The room when its game is over."""
    return changed(state, status="ended", ending=ending, offer=None)


def changed(state: RoomState, **changes: Any) -> RoomState:
    """The room with other values in its record."""
    return replace(state, record=replace(state.record, **changes))


def check_running(state: RoomState) -> None:
    """Raise RefusedError if players cannot move."""
    if state.record.status == "waiting":
        raise RefusedError("the game begins when every seat is taken")
    if not state.running:
        raise RefusedError(f"the game is over ({ended_text(state.record).removesuffix('.')})")


def _is_made(state: RoomState, visitor: str, ply: int, text: str) -> bool:
    """Whether a visitor has made this move after `ply` plies."""
    made = next((move for move in state.record.moves if move.ply == ply), None)
    if made is None or state.record.seats[made.seat].holder != visitor:
        return False
    try:
        return state.game.read_move(text) == made.move
    except PlygroundError:
        return False


def _moved(
    state: RoomState,
    after: Position,
    at: float,
    details: dict[str, Any] | None,
    by_page: bool = False,
) -> RoomState:
    before = state.position
    made = MoveRecord(before.ply, after.history[-1], before.turn, at, details, by_page)
    record = state.record
    moves, touched = (*record.moves, made), max(record.touched, at)
    state = changed(state, moves=moves, touched=touched, offer=None)
    state = replace(state, position=after, trouble="")
    if after.outcome is None:
        return state
    # The sites that decided the game can be found again.
    return ended(state, replace(after.outcome, sites=frozenset()))


def _give_up(state: RoomState, seat: int, how: How) -> RoomState:
    """A person's seat is given up: the game ends, or a computer takes the seat over."""
    people = [each for each in state.record.seats if each.kind != "computer"]
    if state.game.players == 2 or len(people) == 1:
        return ended(state, Outcome.given_up(seat, state.game.players, how))
    state = changed(state, offer=None)
    return _with_seat(state, seat, kind="computer", player=SUBSTITUTE, left=True)


def _ready(state: RoomState) -> RoomState:
    """The computer thinks when it is its turn."""
    return replace(state, paused=False, trouble="")


def _with_seat(state: RoomState, number: int, **changes: Any) -> RoomState:
    seats = list(state.record.seats)
    seats[number] = replace(_seat(state, number), **changes)
    return changed(state, seats=tuple(seats))


def _seat(state: RoomState, number: int) -> SeatRecord:
    seats = state.record.seats
    if not 0 <= number < len(seats):
        raise RefusedError(f"there are seats 1 to {len(seats)}, and not {number + 1}")
    return seats[number]


def _new_seat(number: int, seat: NewSeat, game: Game, owner: str) -> SeatRecord:
    here, computer = seat.kind == "here", seat.kind == "computer"
    return SeatRecord(
        number,
        seat.kind,
        player=computer_text(seat.player or "", game) if computer else None,
        name=_named(seat.name) if here else "",
        colour=seat.colour,
        holder=owner if here else None,
        left=False,
    )


def _at_one_screen(room: RoomRecord, visitor: str) -> tuple[SeatRecord, ...]:
    """The seats when all people play at this visitor's screen."""
    return tuple(
        each if each.kind == "computer" else replace(each, kind="here", holder=visitor)
        for each in room.seats
    )


def _taken_again(room: RoomRecord, seat: SeatRecord) -> SeatRecord:
    """A seat whose person has come back, if a computer had taken it over."""
    if not seat.left:
        return seat
    kind: SeatKind = "here" if seat.holder == room.owner else "link"
    return replace(seat, kind=kind, player=None, left=False)


def _set_again(clock: ClockRecord | None) -> ClockRecord | None:
    """The clocks at the start of a game."""
    return clock and replace(clock, left=(clock.seconds,) * len(clock.left), since=None)


def _status(seats: Sequence[SeatRecord]) -> Status:
    waits = any(seat.kind == "link" and not seat.holder for seat in seats)
    return "waiting" if waits else "running"


def _can_be(value: Value, position: Position) -> bool:
    """Whether a position may have a value, as far as one sees that without a search."""
    game, plies = position.game, value.plies
    longest = game.max_plies - position.ply
    if plies is None or value.verdict == "unknown":
        return plies is None
    if value.verdict == "draw":
        return game.draws_are_longest and plies == longest
    return 0 < plies <= longest


def _named(name: str) -> str:
    return one_line(name, NAME_MOST, "a name")
