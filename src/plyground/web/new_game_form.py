"""The form of a new game: what its fields mean, and what they show when it is drawn.

For each seat, counted from 0, it has the fields seat0 (who plays), name0 and colour0, and those of
`players_form` for a computer. "with" is the button that began the game: "friend" seats people at
this screen, "link" leaves all seats but the visitor's own to people with the link, and "computers"
gives all of them to computers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from plyground.players import called
from plyground.position import HUMAN, Called, Cast, Face, Game, PlygroundError, Wording
from plyground.web.errors import RefusedError
from plyground.web.games import field
from plyground.web.numbers import decimal, whole
from plyground.web.players_form import (
    Controls,
    controls,
    options_called,
    percent_in_words,
    player_text_from_form,
)
from plyground.web.services.clocks import clock_of
from plyground.web.services.seating import NewSeat
from plyground.web.store import ClockRecord, RoomRecord, SeatKind

ANY = "any"
"""The field "first" if chance says who begins."""

TURNS = "turns"
"""The same if whoever did not begin the last game begins this one."""

USUAL_CLOCKS = ("1+0", "3+2", "5+0", "10+5")
"""The usual clocks: minutes for the game, and seconds after each move."""

MATCH, WEEK = "match", "week"
"""The buttons of opponents who follow the visitor's results, or slips: the field "week" has the
player who does.
"""

_KINDS: dict[str, SeatKind] = {"here": "here", "link": "link", "computer": "computer"}
_SECONDS_MOST = 24 * 3600
_COLOUR = re.compile("#[0-9a-fA-F]{6}")


@dataclass(frozen=True)
class ShownSeat:
    """What the form shows of a seat: the fields sent, or what is usual."""

    number: int
    kind: str
    name: str
    colour: str
    shown: Controls
    """The controls of its computer."""
    called: Called | None
    """What its computer is called; None for what is not a player."""


def is_as_before(fields: Mapping[str, str], game: Game) -> bool:
    """Whether the game plays as in its old program."""
    return bool(field(fields, "as-before")) and game.face.before is not None


def manner_of(as_before: bool) -> dict[str, str]:
    """Its part of the form's address."""
    return {"as-before": "yes"} if as_before else {}


# What is sent


def seats_from(fields: Mapping[str, str], game: Game, wording: Wording) -> list[NewSeat]:
    """The seats of a new game. Raises RefusedError or PlayerError."""
    kinds = [field(fields, f"seat{at}") or "here" for at in range(game.players)]
    own = next((at for at, kind in enumerate(kinds) if kind == "here"), 0)
    button = field(fields, "with")
    if button == "link":
        kinds = ["here" if at == own else "link" for at in range(game.players)]
    elif button == "friend":
        kinds = ["here"] * game.players
    elif button in (MATCH, WEEK):
        kinds = ["here" if at == own else "computer" for at in range(game.players)]
    elif button == "computers":
        kinds = ["computer"] * game.players
    return [_seat(fields, at, kind, wording) for at, kind in enumerate(kinds)]


def _seat(fields: Mapping[str, str], at: int, kind: str, wording: Wording) -> NewSeat:
    if kind not in _KINDS:
        usual = f"a seat is one of here, link and computer, and not {kind!r}"
        raise RefusedError(wording.faults.get("seat", usual))
    colour = field(fields, f"colour{at}")
    if colour and not _COLOUR.fullmatch(colour):
        raise RefusedError(f"write a colour like #1a85e0, and not {colour!r}")
    player = None
    if kind == "computer":
        options = options_called(field(fields, f"kind-{at + 1}"))
        with percent_in_words(wording, options):
            player = player_text_from_form(fields, at + 1)
    return NewSeat(_KINDS[kind], player, field(fields, f"name{at}"), colour or None)


def begins(fields: Mapping[str, str], game: Game, rooms: Sequence[RoomRecord], visitor: str) -> str:
    """The field "first" as it was sent, or for TURNS the seat whose turn it is to begin.

    `rooms` are the visitor's games, the newest first.
    """
    text = field(fields, "first")
    if text != TURNS:
        return text
    seats = range(game.players)
    own = next((at for at in seats if (field(fields, f"seat{at}") or "here") == "here"), 0)
    last = next((room for room in rooms if room.game == game.name), None)
    began = last is not None and last.seats[0].holder == visitor
    return str((own + 1) % game.players if began else own)


def first_from(fields: Mapping[str, str], game: Game, wording: Wording) -> int:
    """The seat that begins, or a random one for ANY. Raises RefusedError."""
    text = field(fields, "first") or "0"
    if text == ANY:
        return random.randrange(game.players)
    number = whole(text)
    if number is None or number >= game.players:
        usual = f"player 1 to {game.players} begins, or any, and not {text!r}"
        raise RefusedError(wording.faults.get("first", usual))
    return number


def seconds_from(fields: Mapping[str, str]) -> float | None:
    """The seconds for a move; None without a limit. Raises RefusedError."""
    text = field(fields, "seconds")
    if not text:
        return None
    seconds = decimal(text)
    if seconds is None or not 1 <= seconds <= _SECONDS_MOST:
        raise RefusedError(f"the time for a move is 1 to {_SECONDS_MOST} seconds, and not {text!r}")
    return seconds


def clock_from(fields: Mapping[str, str], players: int) -> ClockRecord | None:
    """The clocks: a text such as "3+2", or "other" with the times in fields of their own."""
    text = field(fields, "clock")
    if not text:
        return None
    if text == "other":
        text = f"{field(fields, 'minutes')}+{field(fields, 'added') or '0'}"
    before, _, after = text.partition("+")
    minutes, added = decimal(before), decimal(after)
    if minutes is None or added is None:
        raise RefusedError(f"a clock is minutes and seconds such as 3+2, and not {text!r}")
    return clock_of(minutes, added, players)


# What is shown


def shown_seats(
    given: Mapping[str, str], game: Game, number: int, face: Face, rival: str | None
) -> list[ShownSeat]:
    """What the form shows of each seat; `number` may be one that no game has.

    One person plays against all others. `rival` is the text of the usual opponent, empty for that
    of the face; None if all are seated as by the face, which is that of an old program.
    """
    return [_shown(given, game, at, face, rival) for at in range(number)]


def _shown(
    given: Mapping[str, str], game: Game, at: int, face: Face, rival: str | None
) -> ShownSeat:
    usual = face.usual_seats(game.players)
    own = usual[at] if at < len(usual) else HUMAN
    computers = [text for text in (own, *usual) if text != HUMAN]
    alone = "computer" if at and rival is not None else "here"
    shown = controls(game, given, at + 1, rival or computers[0])
    return ShownSeat(
        number=at,
        kind=given.get(f"seat{at}", alone if own == HUMAN else "computer"),
        name=given.get(f"name{at}", ""),
        colour=given.get(f"colour{at}") or game.colours[at],
        shown=shown,
        called=_called(shown, at, game),
    )


def _called(shown: Controls, at: int, game: Game) -> Called | None:
    fields = {f"{name}-{at + 1}": value for name, value in shown.values.items()}
    fields |= {f"kind-{at + 1}": shown.kind, f"opponent-{at + 1}": shown.opponent}
    try:
        return called(player_text_from_form(fields, at + 1), game)
    except PlygroundError:  # a value that is refused when the game is to begin
        return None


@dataclass(frozen=True)
class Setting:
    """A game that the form describes and nobody has begun: its seats in the order of the turns."""

    seats: tuple[ShownSeat, ...]
    by_chance: bool
    """Whether chance says who begins."""

    @property
    def colours(self) -> tuple[str | None, ...]:
        """The colour of each player, None for the game's own."""
        return tuple(seat.colour if _COLOUR.fullmatch(seat.colour) else None for seat in self.seats)

    def colours_in(self, game: Game) -> tuple[str, ...]:
        """The colours on the board of a game, those of nobody's players too."""
        own = game.colours
        chosen = tuple(mine or own[at] for at, mine in enumerate(self.colours))
        return (*chosen, *own[len(chosen) :])

    @property
    def cast(self) -> Cast:
        """The players as the visitor reads them."""
        here = [at for at, seat in enumerate(self.seats) if seat.kind == "here"]
        return Cast(
            tuple(seat.called if seat.kind == "computer" else None for seat in self.seats),
            here[0] if len(here) == 1 < len(self.seats) else None,
            tuple(seat.name if seat.kind != "computer" else "" for seat in self.seats),
        )

    def can_begin(self, turn: int) -> bool:
        """Whether the visitor may make the first move, which is that of player `turn`."""
        waits = self.by_chance or any(seat.kind == "link" for seat in self.seats)
        return not waits and self.seats[turn].kind == "here"
