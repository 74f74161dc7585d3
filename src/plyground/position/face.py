"""`Face`: what a game says and proposes to people, stated once, beside its rules.

The terminal and the app show it. Both have general sentences for a game that leaves one out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from plyground.position.outcome import Outcome

HUMAN = "human"
"""The text of a player for a person."""


class Wording:
    """What a game says in words of its own. An empty text leaves a sentence to what shows it.

    Players are counted from 0; moves are texts in the game's notation.
    """

    busy: ClassVar[str] = "Please wait for the computer to finish its move!"
    """To somebody who plays while the computer is thinking."""
    aborted: ClassVar[str] = "Game aborted"
    """After a game that was given up before its end."""
    asks_side: ClassVar[str] = ""
    """The question which of two players somebody wants to be."""
    asks_rivals: ClassVar[str] = ""
    """The question which computers play each other."""
    faults: ClassVar[Mapping[str, str]] = {}
    """What to say to a "seat", to who is "first", or to a "percent", that is not accepted."""

    def greeting(self) -> str:
        """At the start."""
        return ""

    def seated(self, humans: Sequence[bool]) -> str:
        """Who plays where: for each player whether it is a person."""
        return ""

    def turn(self, player: int) -> str:
        """Whose turn it is."""
        return ""

    def thinking(self, called: str) -> str:
        """While a computer is at work, given its name at play, as in "Minimax", or none."""
        return ""

    def played(self, player: int, move: str) -> str:
        """What a computer did."""
        return ""

    def spoken(self, move: str) -> str:
        """A move within a sentence."""
        return move

    def over(self, outcome: Outcome) -> str:
        """How the rules ended the game."""
        return ""

    def subject(self, outcome: Outcome) -> int | None:
        """The player whom `over` speaks of; None for nobody."""
        return outcome.winner if outcome.winner is not None else outcome.loser

    def refusals(self, state: tuple[int, ...], move: str) -> list[str]:
        """What is wrong with a move that was typed; nothing where the rules' answer will do."""
        return []

    def cannot_join(self, player: int) -> str:
        """After two dots that cannot be joined, to the player to move."""
        return ""

    def notes(self, state: tuple[int, ...]) -> list[tuple[str, str]]:
        """What else belongs beside the board, each with what it is."""
        return []


@dataclass(frozen=True)
class Talk:
    """How a game is talked of in a terminal, where its old program asked and said other things.

    `asks_parameters` is one question for all `parameters`, in this order, and `takes_parameters`
    says what it takes. `asks_seats` are three questions: how many people play, which player one of
    them is, and how well the computer plays, in percent. With `computer_begins` the first of modes
    is the computer against a human. `asks_move` are questions for the parts of a move, which may
    name {player}, and `move` puts the parts together.

    `hint` says what is typed for a move. `free` is a heading for the legal moves, which are then
    listed. `unreadable`, which may name what was {typed}, and `illegal` refuse a move. With
    `every_turn` the board is shown before a computer's move, too. `tells_of_quitting` has the
    wording's `aborted` said. `solving` says how many moves of a table are {done} of the {total}, or
    {percent}, and `solved` that it is there.
    """

    asks_parameters: str = ""
    parameters: tuple[str, ...] = ()
    takes_parameters: str = ""
    asks_seats: tuple[str, ...] = ()
    computer_begins: bool = False
    asks_move: tuple[str, ...] = ()
    move: str = "{}"
    hint: str = ""
    free: str = ""
    unreadable: str = ""
    illegal: str = ""
    every_turn: bool = False
    tells_of_quitting: bool = False
    solving: str = "Solving: {done:,} of {total:,} moves ({percent}%)"
    solved: str = ""


@dataclass(frozen=True)
class ReadyMade:
    """A simulation to begin by one click: the texts of its players, who begins, and a pause.

    `first` is one of the orders of `plyground simulate`, `pause` the seconds between moves, None
    for the usual ones.
    """

    title: str
    players: tuple[str, ...]
    first: str = "alternate"
    pause: float | None = None


@dataclass(frozen=True)
class GlassBox:
    """A search that is worth a look inside."""

    title: str
    description: str
    moves: str
    algorithm: str
    depth: int


@dataclass(frozen=True)
class Face:
    """What a game shows of itself, besides its rules and its board. All of it may be left out.

    `wording` can be exchanged as a whole, and `talk` is what the terminal asks. `hint` says what
    can be typed for a move, if that is more than the game's `move_hint`. `example` are moves that
    lead to a position in play, for pictures. `seats` are the usual players, each by its text.
    `simulation` is the usual one, `ready_made` are others. `glass_boxes` are searches worth a look.
    `old_win` is what the game's old program, which searched with shallow cut-offs, counts for a win
    on the board: each ply before costs 1.
    """

    wording: Wording = field(default_factory=Wording)
    talk: Talk = Talk()
    hint: str = ""
    example: str = ""
    seats: tuple[str, ...] = ()
    simulation: ReadyMade | None = None
    ready_made: tuple[ReadyMade, ...] = ()
    glass_boxes: tuple[GlassBox, ...] = ()
    old_win: int | None = None

    def usual_seats(self, players: int) -> tuple[str, ...]:
        """The usual players, one for each seat: without others people, and one computer."""
        return self.seats or (HUMAN, "minimax", *(HUMAN,) * players)[:players]

    def usual_simulation(self, players: int) -> ReadyMade:
        """The usual simulation: without another, a search against chance."""
        searcher = "minimax" if players == 2 else "maxn"
        rivals = (searcher, *("random",) * (players - 1))
        return self.simulation or ReadyMade("", rivals)
