"""`Dialogue`: what a game says and asks in the terminal, as its face has it or in general words."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from plyground.cli.terminal import NOTICE, QUIET, WARNING, Terminal, player_style
from plyground.games.registry import game_names
from plyground.players import AlphaBeta, Mixed, Player, parse_player
from plyground.position import (
    HUMAN,
    Cast,
    Game,
    IllegalMoveError,
    MoveError,
    Parameter,
    ParameterError,
    Position,
)
from plyground.position.faults import similar

Seats = tuple[Player | None, ...]  # who plays, None for a human

Word = Literal["undo", "hint", "why", "depth", "new", "skip", "save", "load", "help", "quit"]
"""The words that can be typed in place of a move."""

_FOLLOWED: dict[Word, str] = {"depth": "N", "save": "FILE", "load": "FILE"}
"""The words that something follows, and what."""


@dataclass(frozen=True)
class Command:
    """What was typed in place of a move; `text` is what was typed after the word."""

    word: Word
    text: str = ""


_TO_END = ("q", "exit", "bye", "end", "resign", "stop")  # typed where quit is meant

_IN_A_GAME: dict[Word, str] = {
    "undo": "take your last move back",
    "hint": "see a good move",
    "why": "see why the computer made its last move",
    "depth": "let the computer look N moves ahead from now on",
    "new": "begin a new game",
    "save": "add this game to the end of FILE",
    "load": "continue the last game in FILE; FILE:3 continues game 3",
    "help": "read this again",
    "quit": "stop playing",
}


class Dialogue:
    """The words of a game's play. `commands` are what can be typed in place of a move."""

    def __init__(
        self,
        terminal: Terminal,
        game: Game,
        commands: Mapping[Word, str] = _IN_A_GAME,
        as_before: bool = False,
    ) -> None:
        """With `as_before` it speaks, and proposes players, as the game's old program did."""
        self.terminal = terminal
        self.commands = commands
        self.cast = Cast()
        self.colours: tuple[str, ...] = ()
        self._as_before = as_before
        self.take(game)

    def take(self, game: Game) -> None:
        """Go on with another game."""
        if len(self.colours) != game.players:
            self.colours = game.colours
        self.game = game
        self.face = game.face.manner(self._as_before)
        self.talk = self.face.talk
        self.wording = self.talk.wording or self.face.wording

    def seat(self, seats: Seats) -> None:
        """Note who plays from now on."""
        people = [at for at, player in enumerate(seats) if player is None]
        you = people[0] if len(people) == 1 and len(seats) > 1 else None
        self.cast = Cast(
            tuple(None if player is None else player.called(self.game) for player in seats), you
        )

    # Before the game

    def welcome(self) -> None:
        """Greet."""
        self.terminal.say(self.wording.greeting(self.game.title), NOTICE)
        if not self._as_before:
            self.terminal.say(self.game.summary)

    def ask_parameters(self) -> None:
        """Ask for the game's parameters and take them."""
        while True:
            try:
                values = (
                    self._ask_together()
                    if self.talk.asks_parameters
                    else {each.name: self._ask_parameter(each) for each in self.game.parameters}
                )
                self.take(type(self.game)(**values))
                return
            except ParameterError as error:
                self.terminal.warn(f"{error}.")

    def _ask_together(self) -> dict[str, int]:
        """The parameters that one question asks for."""
        names = self.talk.parameters
        usual = " ".join(str(self.game.values[name]) for name in names)
        answer = self.terminal.ask(f"{self.talk.asks_parameters} [{usual}]: ") or usual
        numbers = re.fullmatch(r"\D+".join([r"(\d{1,2})"] * len(names)), answer)
        if numbers is None:
            raise ParameterError(f"{self.talk.takes_parameters}, such as {usual}")
        return dict(zip(names, map(int, numbers.groups()), strict=True))

    def _ask_parameter(self, parameter: Parameter) -> int:
        least, most = parameter.least, parameter.most
        return self.terminal.choose(
            f"{parameter.meaning.capitalize()} ({least}-{most}) [{parameter.default}]: ",
            {str(number): number for number in range(least, most + 1)},
            str(parameter.default),
            f"Give a number from {least} to {most}, or press Enter for {parameter.default}.",
        )

    def default_seats(self) -> Seats:
        """Who plays when nobody was named: the user first, unless the game asks."""
        asks = self.talk.asks_parameters or self.talk.asks_seats
        return self.ask_seats() if asks else self._against_computer(0)

    def ask_seats(self) -> Seats:
        """Ask who plays."""
        return self._ask_numbers() if self.talk.asks_seats else self._ask_mode()

    def ask_new_game(self) -> Seats | None:
        """Ask who plays a new game begun in the middle of another; None to go on with that."""
        if not self.wording.asks_side or self.talk.asks_seats:
            return self.ask_seats()
        seats: dict[str, Seats | None] = {
            "1": self._against_computer(0),
            "2": self._against_computer(1),
            "cancel": None,
        }
        return self.terminal.choose(
            f"{self.wording.asks_side} [2, or cancel]: ", seats, "2", "Give 1, 2 or cancel."
        )

    def _against_computer(self, human: int) -> Seats:
        """The user at one seat, and the computer at all others."""
        computer = self.computer()
        return tuple(None if seat == human else computer for seat in range(self.game.players))

    def computer(self) -> Player:
        """The computer that plays the game when no other was named."""
        texts = self.face.usual_seats(self.game.players)
        players = (parse_player(text) for text in texts if text != HUMAN)
        return next((player for player in players if player is not None), AlphaBeta())

    def _ask_mode(self) -> Seats:
        """Ask which of human and computer plays where."""
        computer = self.computer()
        answers: dict[str, Seats] = {}
        for number, (mode, label) in enumerate(self.wording.modes.items(), 1):
            self.terminal.say(f"  {number}  {label}")
            people = self.wording.people(mode, self.game.players)
            seats = tuple(None if person else computer for person in people)
            answers[str(number)] = answers[label.lower()] = seats
        refusal = f"Give a number from 1 to {len(self.wording.modes)}, or press Enter for 1."
        return self.terminal.choose("Who plays? [1]: ", answers, "1", refusal)

    def _ask_numbers(self) -> Seats:
        """Ask how many people play, how well a computer plays, and which player a person is."""
        faults = self.wording.faults
        how_many, how_well, which = self.talk.asks_seats
        if self._ask_number(how_many, 1, 2, faults["seat"]) == 2:
            return None, None
        computer = self.computer()
        assert isinstance(computer, Mixed)
        computer = replace(computer, percent=self._ask_number(how_well, 0, 100, faults["percent"]))
        human = self._ask_number(which, 1, 2, faults["first"])
        self.terminal.say(self.wording.seated((human == 1, human == 2)), NOTICE)
        return (None, computer) if human == 1 else (computer, None)

    def _ask_number(self, prompt: str, least: int, most: int, refusal: str) -> int:
        while True:
            answer = self.terminal.ask(prompt)
            if re.fullmatch(r"[+-]?[0-9]{1,9}", answer) and least <= int(answer) <= most:
                return int(answer)
            self.terminal.warn(refusal)

    def searched(self, moves: int) -> None:
        """Say that all moves of the game were searched, as its old program did before it began."""
        self.terminal.say(self.talk.solving.format(done=moves, total=moves, percent=100))
        self.terminal.say(self.talk.solved)

    # During the game

    def show_turn(self, position: Position) -> None:
        """Show what there is to see before a move, and say whose turn it is."""
        self.show(position)
        for name, text in self.wording.notes(position.state):
            self.terminal.say(f"{name}:\n{text}" if self._as_before else f"{name}: {text}")
        if self.talk.free:
            self.terminal.say(f"{self.talk.free}: {' '.join(position.moves)}")
        player = position.turn
        self.say_as(player, self.wording.turn(player, self.cast))

    def show(self, position: Position) -> None:
        """Show the board, below an empty line."""
        self.terminal.say()
        self.terminal.show(position, self.colours, self.wording.symbols(self.cast))

    def ask_move(self, position: Position) -> str | Command:
        """Ask until a legal move, or a command, is given."""
        own = [each.format(player=position.turn + 1) for each in self.talk.asks_move]
        while True:
            parts: list[str] = []
            for prompt in own or [f"Your move ({self.game.move_hint}): "]:
                answer = self.ask(prompt)
                if isinstance(answer, Command):
                    return answer
                parts.append(answer)
            if not any(parts) and not self._as_before:  # Enter alone: the question comes again
                continue
            typed = self.talk.move.format(*parts)
            move = self.game.read_move(typed)
            try:
                position.play(move)
                return move
            except MoveError as error:
                self._refuse(position, typed, error)

    def _refuse(self, position: Position, typed: str, error: MoveError) -> None:
        """Say why what was typed is not played."""
        illegal = isinstance(error, IllegalMoveError)
        meant = "" if illegal or self._as_before else self._like(typed.lower())
        if meant:
            self.terminal.warn(f"{typed!r} is not a move{meant}")
            return
        own_words = self.talk.illegal if illegal else self.talk.unreadable.format(typed=typed)
        message = f"{error}."
        own = self.wording.refusals(position.state, typed)
        for warning in own or [own_words or message[:1].upper() + message[1:]]:
            self.terminal.warn(warning)
        again = self.wording.cannot_join(position.turn)
        if again:
            self.say_as(position.turn, again)

    def _like(self, typed: str) -> str:
        """A question that offers the command most like what was typed, if any is like it."""
        return ": did you mean quit?" if typed in _TO_END else similar(typed, self.commands)

    def ask_stopped(self) -> Command | None:
        """Ask what to do after the computer was stopped; None to let it think again."""
        while True:
            answer = self.ask("Stopped. Press Enter to let it think again, or type help: ")
            if isinstance(answer, Command):
                return answer
            if not answer:
                return None
            guess = self._like(answer.lower()) or ": press Enter, or type help"
            self.terminal.warn(f"{answer!r} is not a command{guess}")

    def ask(self, prompt: str) -> str | Command:
        """Ask for a line; a command in it is returned as such."""
        answer = self.terminal.ask(prompt)
        first, _, rest = answer.partition(" ")
        word = next((each for each in self.commands if each == first.lower()), None)
        if word is None or (rest and word not in _FOLLOWED):
            return answer
        return Command(word, rest.strip())

    def before_computer(self, position: Position) -> None:
        """What is shown and said when the computer begins to think."""
        if self.talk.every_turn:
            self.show_turn(position)
        self.terminal.say(self.thinking(position))

    def thinking(self, position: Position) -> str:
        """What is shown while the computer thinks."""
        return self.wording.thinking(position.turn, self.cast)

    def computer_played(self, position: Position, move: str) -> None:
        """Announce the computer's move."""
        self.say_as(position.turn, self.wording.played(position.turn, move, self.cast))

    def watched(self, position: Position) -> None:
        """Show the board to those who watch computers play each other."""
        if not self.talk.every_turn:
            self.show(position)

    def announce(self, position: Position) -> None:
        """Say how the game ended."""
        outcome = position.outcome
        assert outcome is not None
        said, subject = self.wording.over(outcome, self.cast), self.wording.subject(outcome)
        if subject is None:
            self.terminal.say(said, NOTICE)
        else:
            self.say_as(subject, said)

    def point_to_review(self, position: Position) -> None:
        """Name the command that shows where a game that has ended was decided."""
        self._point("review", position, "shows where it was decided")

    def point_to_learned(self, position: Position, file: str) -> None:
        """Name the command that shows why what was learned chose its move in a position."""
        given = f" --file {shlex.quote(file)}" if file else ""
        self._point(f"learned{given}", position, "shows which patterns speak for it")

    def _point(self, command: str, position: Position, does: str) -> None:
        """Name a command about a position of a game that commands know."""
        game, moves = self.game, position.history
        if self._as_before or game.name not in game_names():
            return
        parameters = "".join(
            f" --{each.name} {value}"
            for each, value in zip(game.parameters, game.values.values(), strict=True)
            if value != each.default
        )
        line = ("" if max(map(len, moves), default=1) == 1 else " ").join(moves)
        said = f"plyground {command} {game.name} {line}".rstrip() + parameters
        self.terminal.say(f"`{said}` {does}.", QUIET)

    def aborted(self) -> None:
        """What is said when the user quits in the middle of the game."""
        if self.talk.tells_of_quitting:
            self.terminal.say(self.wording.aborted, WARNING)

    def help(self) -> None:
        """Say the rules, what a move looks like, and the commands."""
        self.terminal.say(self.game.summary)
        self.terminal.say(f"A move is {self.move_help()}. Instead of a move you can type")
        typed = [f"{word} {_FOLLOWED.get(word, '')}".rstrip() for word in self.commands]
        width = max(map(len, typed)) + 2
        for command, meaning in zip(typed, self.commands.values(), strict=True):
            self.terminal.entry(f"  {command:{width}}", meaning)

    def move_help(self) -> str:
        """What a move is typed like."""
        return self.talk.hint or self.face.hint or self.game.move_hint

    def say_as(self, player: int, line: str) -> None:
        """Print a line in a player's colour."""
        self.terminal.say(line, player_style(self.colours[player]))
