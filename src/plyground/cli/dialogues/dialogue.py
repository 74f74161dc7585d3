"""`Dialogue`: what a game says and asks in the terminal. This one serves any game."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from plyground.cli.terminal import NOTICE, Terminal, player_style
from plyground.players import AlphaBeta, Player, parse_player
from plyground.position import (
    HUMAN,
    Game,
    MoveError,
    Parameter,
    ParameterError,
    Position,
    Wording,
)

Seats = tuple[Player | None, ...]  # who plays, None for a human


class Word(enum.Enum):
    """The words that can be typed in place of a move."""

    UNDO = "undo"
    HINT = "hint"
    WHY = "why"
    NEW = "new"
    SKIP = "skip"
    SAVE = "save"
    LOAD = "load"
    HELP = "help"
    QUIT = "quit"


_WITH_FILE = (Word.SAVE, Word.LOAD)


@dataclass(frozen=True)
class Command:
    """What was typed in place of a move; `file` is what stands after `save` and `load`."""

    word: Word
    file: str = ""


_IN_A_GAME = {
    Word.UNDO: "take your last move back",
    Word.HINT: "see a good move",
    Word.WHY: "see what the computer's last move rests on",
    Word.NEW: "begin a new game",
    Word.SAVE: "write the game behind those in a file",
    Word.LOAD: "go on from the last game of a file, or from game 3 by FILE:3",
    Word.HELP: "read this again",
    Word.QUIT: "stop playing",
}


class Dialogue:
    """The words of a game's play; games with words of their own override these."""

    asks_parameters = False
    """Whether a game that is started without any options asks for them, as the menu does."""
    solving = "Solving: {done:,} of {total:,} moves ({percent}%)"
    """What is said while all positions of the game are solved."""
    solved = ""
    """What is said then."""
    commands: Mapping[Word, str] = _IN_A_GAME
    """What can be typed in place of a move, and what it does."""

    def __init__(self, terminal: Terminal, game: Game) -> None:
        self.terminal = terminal
        self.game = game

    @property
    def wording(self) -> Wording:
        """The game's own words."""
        return self.game.face.wording

    # Before the game

    def welcome(self) -> None:
        """Greet."""
        said = self.wording.greeting() or f"{self.game.title}: {self.game.summary}"
        self.terminal.say(said, NOTICE)

    def ask_parameters(self) -> None:
        """Ask for the game's parameters and take them."""
        while True:
            values = {each.name: self._ask_parameter(each) for each in self.game.parameters}
            try:
                self.game = type(self.game)(**values)
                return
            except ParameterError as error:
                self.terminal.warn(f"{error}.")

    def _ask_parameter(self, parameter: Parameter) -> int:
        least, most = parameter.least, parameter.most
        return self.terminal.choose(
            f"{parameter.meaning.capitalize()} ({least}-{most}) [{parameter.default}]: ",
            {str(number): number for number in range(least, most + 1)},
            str(parameter.default),
            f"Give a number from {least} to {most}.",
        )

    def default_seats(self) -> Seats:
        """Who plays when nobody was named: the user first, against the computer."""
        return self.against_computer(0)

    def ask_seats(self) -> Seats:
        """Ask who plays."""
        return self.ask_mode("Human vs CPU")

    def ask_new_game(self) -> Seats | None:
        """Ask who plays a new game begun in the middle of another; None to go on with that."""
        return self.ask_seats()

    def against_computer(self, human: int) -> Seats:
        """The user at one seat, and the computer at all others."""
        computer = self.computer()
        return tuple(None if seat == human else computer for seat in range(self.game.players))

    def computer(self) -> Player:
        """The computer that plays the game when no other was named."""
        texts = self.game.face.usual_seats(self.game.players)
        players = (parse_player(text) for text in texts if text != HUMAN)
        return next((player for player in players if player is not None), AlphaBeta())

    def ask_mode(self, default: str) -> Seats:
        """Ask which of human and computer plays where."""
        players = self.game.players
        modes: dict[str, Seats] = {
            "CPU vs Human": self.against_computer(players - 1),
            "Human vs CPU": self.against_computer(0),
            "Multiple Humans": (None,) * players,
            "CPU vs CPU": (self.computer(),) * players,
        }
        for number, mode in enumerate(modes, 1):
            self.terminal.say(f"  {number}  {mode}")
        numbered = {str(number): seats for number, seats in enumerate(modes.values(), 1)}
        named = {mode.lower(): seats for mode, seats in modes.items()}
        preselected = str(list(modes).index(default) + 1)
        return self.terminal.choose(
            f"Who plays? [{preselected}]: ",
            numbered | named,
            preselected,
            "Give a number from 1 to 4.",
        )

    # During the game

    def before_human(self, position: Position) -> None:
        """Show a human what there is to see before their move."""
        self.terminal.say()
        self.terminal.show(position)
        self.say_turn(position)

    def say_turn(self, position: Position) -> None:
        """Say whose turn it is."""
        player = position.turn
        self.say_as(player, self.wording.turn(player) or f"Player {player + 1}'s turn")

    def ask_move(self, position: Position) -> str | Command:
        """Ask until a legal move, or a command, is given."""
        while True:
            answer = self.ask(self.prompt(position))
            if isinstance(answer, Command):
                return answer
            move = self.game.read_move(answer)
            try:
                position.play(move)
                return move
            except MoveError as error:
                self.refuse(position, answer, error)

    def prompt(self, position: Position) -> str:
        """What asks for a move."""
        return f"Your move ({self.game.move_hint}), or help: "

    def refuse(self, position: Position, answer: str, error: MoveError) -> None:
        """Say why what was typed is not played."""
        message = f"{error}."
        own = self.wording.refusals(position.state, answer)
        for warning in own or [message[:1].upper() + message[1:]]:
            self.terminal.warn(warning)

    def ask(self, prompt: str) -> str | Command:
        """Ask for a line; a command in it is returned as such."""
        answer = self.terminal.ask(prompt)
        first, _, rest = answer.partition(" ")
        word = next((each for each in self.commands if each.value == first.lower()), None)
        if word is None or (rest and word not in _WITH_FILE):
            return answer
        return Command(word, rest.strip())

    def before_computer(self, position: Position, player: Player) -> None:
        """What is said when the computer begins to think."""

    def thinking(self, player: Player) -> str:
        """What is shown while the computer thinks, on a terminal that can show it."""
        return self.wording.thinking(player.called) or "The computer is thinking ..."

    def computer_played(self, position: Position, move: str) -> None:
        """Announce the computer's move."""
        said = self.wording.played(position.turn, move) or f"The computer played {move}"
        self.say_as(position.turn, said)

    def watched(self, position: Position) -> None:
        """Show the board to those who watch computers play each other."""
        self.terminal.say()
        self.terminal.show(position)

    def finished(self, position: Position) -> None:
        """Show the last board and say how the game ended."""
        self.terminal.say()
        self.terminal.show(position)
        self.announce(position)

    def announce(self, position: Position) -> None:
        """Say how the game ended."""
        outcome = position.outcome
        assert outcome is not None
        own, subject = self.wording.over(outcome), self.wording.subject(outcome)
        if own and subject is not None:
            self.say_as(subject, own)
        else:
            self.terminal.say(own or str(outcome), NOTICE)

    def aborted(self) -> None:
        """What is said when the user quits in the middle of the game."""

    def help(self) -> None:
        """Say the rules, what a move looks like, and the commands."""
        self.terminal.say(self.game.summary)
        self.terminal.say(f"A move is {self.move_help()}. Instead of a move you can type")
        typed = [
            f"{word.value} FILE" if word in _WITH_FILE else word.value for word in self.commands
        ]
        width = max(map(len, typed)) + 2
        for command, meaning in zip(typed, self.commands.values(), strict=True):
            self.terminal.say(f"  {command:{width}}{meaning}")

    def move_help(self) -> str:
        """What a move is typed like."""
        return self.game.face.hint or self.game.move_hint

    def say_as(self, player: int, line: str) -> None:
        """Print a line in a player's colour."""
        self.terminal.say(line, player_style(self.game.colours[player]))
