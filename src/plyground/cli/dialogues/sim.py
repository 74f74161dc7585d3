"""Sim in the terminal, in the words of its old programs."""

from __future__ import annotations

import re

from plyground.cli.dialogues.dialogue import Command, Dialogue, Seats
from plyground.cli.terminal import NOTICE, WARNING
from plyground.games.sim import Sim
from plyground.position import IllegalMoveError, ParameterError, Position, UnreadableMoveError


class SimDialogue(Dialogue):
    """Asks for players and vertices, then for the mode; a turn asks for two vertices."""

    asks_parameters = True

    def welcome(self) -> None:
        self.terminal.say("Welcome to Sim!", NOTICE)

    def ask_parameters(self) -> None:
        while True:
            answer = self.terminal.ask("How many players and how many vertices? [2 6]: ") or "2 6"
            numbers = re.fullmatch(r"(\d{1,2})\D+(\d{1,2})", answer)
            try:
                if numbers is None:
                    raise ParameterError("Give two numbers, as in 2 6")
                self.game = Sim(players=int(numbers[1]), vertices=int(numbers[2]))
                return
            except ParameterError as error:
                self.terminal.warn(f"{error}.")

    def default_seats(self) -> Seats:
        return self.ask_seats()

    def ask_seats(self) -> Seats:
        return self.ask_mode("CPU vs Human")

    def before_human(self, position: Position) -> None:
        self.terminal.say()
        self.terminal.show(position)
        self.terminal.say(f"Free edges: {' '.join(position.moves)}")
        self.say_as(position.turn, f"It is now Player {position.turn + 1}'s turn")

    def ask_move(self, position: Position) -> str | Command:
        while True:
            answer = self.ask("Which two vertices would you like to connect? ")
            if isinstance(answer, Command):
                return answer
            pair = re.fullmatch(r"(\d+)[\s,;-]+(\d+)|(\d)(\d)", answer)
            try:
                move = "-".join(filter(None, pair.groups())) if pair else answer
                position.play(move)
                return move
            except UnreadableMoveError as error:
                self.terminal.warn(f"{error}.")
            except IllegalMoveError:
                self.terminal.warn("Error: vertices already connected")
            player = position.turn
            self.say_as(player, f"Player {player + 1}, please choose a valid pair of vertices!")

    def computer_played(self, position: Position, move: str) -> None:
        self.say_as(position.turn, f"The computer, Player {position.turn + 1}, connects {move}")

    def announce(self, position: Position) -> None:
        outcome = position.outcome
        assert outcome is not None
        if outcome.loser is None:
            self.terminal.say("Draw!", NOTICE)
        else:
            self.say_as(outcome.loser, f"Player {outcome.loser + 1} lost!")

    def aborted(self) -> None:
        self.terminal.say("Game aborted", WARNING)

    def move_help(self) -> str:
        return f"{self.game.move_hint}, or 0 2"
