"""`Face`: what a game says and proposes to people, stated once, beside its rules.

The terminal and the app show it. All games speak in one manner, that of `Wording`; a game adds how
its moves are spoken of, and, if it has an old program, how that one spoke: `Before`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from plyground.position.levels import Level
from plyground.position.outcome import Outcome

_PAIR = 2  # players, of whom nobody has to be numbered

HUMAN = "human"
"""The text of a player for a person."""

Mode = Literal["human", "computer", "humans", "computers"]
"""Who plays: a human who begins against computers, a computer that begins, only one of both."""


@dataclass(frozen=True)
class Called:
    """The name of a computer player: short, such as "Minimax", and with its settings.

    `before` is its name in its old program, if it had one there.
    """

    short: str
    full: str
    before: str = ""


@dataclass(frozen=True)
class Cast:
    """Who plays, seat by seat: what a computer is called, None for a person.

    `you` is the only seat of the reader, `names` are what people call themselves; "" for no name.
    """

    players: tuple[Called | None, ...] = ()
    you: int | None = None
    names: tuple[str, ...] = ()

    def computer(self, player: int) -> Called | None:
        """What a computer is called; None for a person."""
        return self.players[player] if player < len(self.players) else None

    def name(self, player: int) -> str:
        """What a sentence calls a player: "You", "Ann", "Minimax" or, for others, "Player 2".

        Of three or more players, computers with the same name are numbered: "Juno 1", "Juno 2".
        """
        if player == self.you:
            return "You"
        if player < len(self.names) and self.names[player]:
            return self.names[player]
        called = self.computer(player)
        if called is None:
            return f"Player {player + 1}"
        alike = [at for at, each in enumerate(self.players) if each and each.short == called.short]
        if len(alike) == 1:
            return called.short
        if len(self.players) > _PAIR:
            return f"{called.short} {alike.index(player) + 1}"
        return f"Player {player + 1}"


class Wording:
    """What a game says, in the manner of all games; a game overrides what it says otherwise.

    Players are counted from 0; moves are texts in the game's notation.
    """

    labels: ClassVar[Mapping[str, str]] = {}
    """What is before a parameter of the game or an option of a player, by its name, where a general
    label will not do.
    """
    busy: ClassVar[str] = "Please wait: the computer is still thinking."
    """To a person who plays while the computer is thinking."""
    aborted: ClassVar[str] = "Game aborted."
    """After a game that was given up before its end."""
    modes: ClassVar[Mapping[Mode, str]] = {
        "human": "You against the computer",
        "computer": "The computer against you",
        "humans": "People here",
        "computers": "Computers only",
    }
    """The ways to sit down, the usual one first."""
    asks_mode: ClassVar[str] = "Who plays?"
    """The question for one of them."""
    asks_count: ClassVar[str] = ""
    """The question how many people play, if that is asked first."""
    asks_side: ClassVar[str] = ""
    """The question which of two players a person wants to be, if that is asked instead."""
    begins_at_once: ClassVar[bool] = False
    """Whether a game runs from the start, and a question over it begins a new one."""
    window: ClassVar[str] = "As in the old programs"
    """The title over the questions before a game."""
    rivals_window: ClassVar[str] = "Watch computers play"
    """The title over those before computers play each other."""
    enter: ClassVar[str] = "Start"
    """The button that begins that."""
    asks_rivals: ClassVar[str] = "Who plays?"
    """The question which computers play each other."""
    asks_rounds: ClassVar[str] = "Rounds, 1 to {most}"
    """The question how many rounds of that to see."""
    rounds_hint: ClassVar[str] = "The result of 100 rounds is surer than that of 10."
    """What is said below it."""
    rounds_taken: ClassVar[tuple[int, int] | None] = None
    """The most rounds that it takes, and how many anything else means; None if that is refused."""
    rivals: ClassVar[Mapping[str, str]] = {}
    """Who can play against the old program's computer, each with its text, the usual one last."""
    sides: ClassVar[tuple[str, ...]] = ()
    """What the two of them are called beside the score."""
    final: ClassVar[str] = "Final result: "
    """What precedes the score after the last round."""
    faults: ClassVar[Mapping[str, str]] = {}
    """What to say when a "seat", the "first" player or a "percent" is not accepted."""

    def people(self, mode: Mode, players: int) -> tuple[bool, ...]:
        """For each player whether it is a person; one against computers is the first or last."""
        alone = {"human": 0, "computer": players - 1}.get(mode)
        return tuple(mode == "humans" or at == alone for at in range(players))

    def rounds(self, text: str) -> int:
        """How many rounds a text asks for, where anything is taken."""
        assert self.rounds_taken is not None
        most, usual = self.rounds_taken
        wished = int(text) if re.fullmatch(r"\s*[0-9]{1,9}\s*", text) else 0
        return wished if 1 <= wished <= most else usual

    def symbols(self, cast: Cast) -> tuple[str, ...]:
        """The players' symbols, where they depend on who plays; else none."""
        return ()

    def greeting(self, title: str) -> str:
        """At the start of a game of this title."""
        return f"Welcome to {title}."

    def seated(self, humans: Sequence[bool]) -> str:
        """The seats, if they are announced: for each player whether it is a person."""
        return ""

    def turn(self, player: int, cast: Cast) -> str:
        """Whose turn it is."""
        return "Your move" if player == cast.you else f"{cast.name(player)}'s turn"

    def thinking(self, player: int, cast: Cast) -> str:
        """While a computer is at work."""
        called = cast.computer(player)
        if called is None:
            return "The computer is thinking …"
        if cast.name(player) != called.short:
            settings = f" ({called.full})" if len(cast.players) == _PAIR else ""
            return f"{cast.name(player)}{settings} is thinking …"
        return f"{called.full}{',' * (called.full != called.short)} is thinking …"

    def played(self, player: int, move: str, cast: Cast) -> str:
        """What a player did."""
        return f"{cast.name(player)} played {self.spoken(move)}"

    def spoken(self, move: str) -> str:
        """A move within a sentence."""
        return move

    def over(self, outcome: Outcome, cast: Cast) -> str:
        """How the rules ended the game, and why: "Minimax won: three in a row."."""
        why = f": {outcome.reason_to(cast.you)}" if outcome.reason else ""
        player = self.subject(outcome)
        if player is None:
            return f"Draw{why}."
        won = player == outcome.winner
        said = f"{cast.name(player)} {'won' if won else 'lost'}"
        if won and cast.you in outcome.losers:
            said += ", you lost"
        elif won and outcome.by_loss and outcome.loser is not None and why:  # it is the loser's
            said += f", {cast.name(outcome.loser)} lost"
        return f"{said}{why}."

    def headline(self, outcome: Outcome, cast: Cast) -> str:
        """How the rules ended the game, in a few words: "You beat Moss", "Moss won"."""
        player = self.subject(outcome)
        if player is None:
            return "Draw"
        if player != outcome.winner:
            return f"{cast.name(player)} lost"
        if player == cast.you and len(outcome.losers) == 1 and outcome.loser is not None:
            return f"You beat {cast.name(outcome.loser)}"
        return f"{cast.name(player)} won"

    def reason(self, outcome: Outcome, cast: Cast) -> str:
        """Why they did, as a sentence below that: "Three in a row."."""
        why, loser = outcome.reason_to(cast.you), outcome.loser
        if not why:
            return ""
        if outcome.by_loss and loser is not None:  # it is about the loser
            return f"{cast.name(loser)} lost: {why}."
        return f"{capital(why)}."

    def subject(self, outcome: Outcome) -> int | None:
        """The player whom `over` speaks of; None for nobody."""
        return outcome.winner if outcome.winner is not None else outcome.loser

    def refusals(self, state: tuple[int, ...], move: str) -> list[str]:
        """What is wrong with a move that was typed; nothing where the rules' answer will do."""
        return []

    def cannot_join(self, player: int) -> str:
        """After two dots that cannot be joined; nothing where the rules' answer will do."""
        return ""

    def notes(self, state: tuple[int, ...]) -> list[tuple[str, str]]:
        """What else belongs beside the board, each with what it is."""
        return []


@dataclass(frozen=True)
class Talk:
    """What a game asks in a terminal, where the general questions will not do.

    `asks_move` are questions for the parts of a move, which may name {player}, and `move` puts the
    parts together. All else is for old programs, which asked and said other things.

    `asks_parameters` is one question for all `parameters`, in this order, and `takes_parameters`
    says what it takes. `asks_seats` are three questions: how many people play, how well the
    computer plays, in percent, and which player the only person is.

    `wording` is the terminal's own, where it differs. `hint` says what is typed for a move. `free`
    is a heading for the legal moves, which are then listed. `unreadable`, which may name what was
    {typed}, and `illegal` refuse a move. With `every_turn` the board is shown before a computer's
    move, too. `tells_of_quitting` has the wording's `aborted` said. `pauses` are the seconds that a
    computer's first move takes at least, and its others. `solving` says how many moves of the whole
    game are {done} of the {total}, or {percent}, while it is searched before a game, and `solved`
    that this is over.
    """

    wording: Wording | None = None
    asks_move: tuple[str, ...] = ()
    move: str = "{}"
    asks_parameters: str = ""
    parameters: tuple[str, ...] = ()
    takes_parameters: str = ""
    asks_seats: tuple[str, ...] = ()
    hint: str = ""
    free: str = ""
    unreadable: str = ""
    illegal: str = ""
    every_turn: bool = False
    tells_of_quitting: bool = False
    pauses: tuple[float, float] = (0.0, 0.0)
    solving: str = ""
    solved: str = ""


@dataclass(frozen=True)
class Before:
    """How a game's old program spoke, what it asked, and who played: shown on request."""

    wording: Wording
    talk: Talk = Talk()
    seats: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReadyMade:
    """A simulation to begin by one click: the texts of its players, who begins, and a pause.

    `first` is one of the orders of `plyground simulate`, `pause` the seconds between moves, None
    for the usual ones. `as_before` says that it is shown as in the game's old program.
    """

    title: str
    players: tuple[str, ...]
    first: str = "alternate"
    pause: float | None = None
    as_before: bool = False


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

    `wording` is how it speaks, `talk` what the terminal asks, and `before` how the game's old
    program did both. `hint` says what can be typed for a move, if that is more than the game's
    `move_hint`. `example` are moves that lead to a position in play, for pictures. `seats` are the
    usual players, each by its text. `sizes` are usual boards, each by the values of the game's
    parameters, where these have too many to list. `levels` are the opponents of a person, the
    weakest first. `simulation` is the usual one, `ready_made` are others. `glass_boxes` are
    searches worth a look. `old_win` is what the game's old program, which searched with shallow
    cut-offs, counts for a win on the board: each ply before costs 1.
    """

    wording: Wording = field(default_factory=Wording)
    talk: Talk = Talk()
    before: Before | None = None
    hint: str = ""
    example: str = ""
    seats: tuple[str, ...] = ()
    sizes: tuple[tuple[int, ...], ...] = ()
    levels: tuple[Level, ...] = ()
    simulation: ReadyMade | None = None
    ready_made: tuple[ReadyMade, ...] = ()
    glass_boxes: tuple[GlassBox, ...] = ()
    old_win: int | None = None

    def manner(self, as_before: bool) -> Face:
        """This face, or the same as the game's old program showed it, if there was one."""
        old = self.before
        if not as_before or old is None:
            return self
        return replace(self, wording=old.wording, talk=old.talk, seats=old.seats or self.seats)

    def usual_seats(self, players: int) -> tuple[str, ...]:
        """The usual players, one for each seat: without others people, and a weak opponent."""
        weak = "level:1" if len(self.levels) == 1 else "level:2"
        return self.seats or (HUMAN, weak, *(HUMAN,) * players)[:players]

    def usual_simulation(self, players: int) -> ReadyMade:
        """The usual simulation: without another, a search against chance."""
        searcher = "minimax" if players == 2 else "maxn"
        rivals = (searcher, *("random",) * (players - 1))
        return self.simulation or ReadyMade("", rivals)


def capital(text: str) -> str:
    """A text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
