"""Sim in the terminal, as its old programs asked and answered."""

from __future__ import annotations

import re

from plyground.cli.dialogues.dialogue import Dialogue, Seats
from plyground.cli.terminal import WARNING
from plyground.position import IllegalMoveError, MoveError, ParameterError, Position


class SimDialogue(Dialogue):
    """Asks for players and vertices, then for the mode; a turn asks for two vertices."""

    asks_parameters = True

    def ask_parameters(self) -> None:
        while True:
            answer = self.terminal.ask("How many players and how many vertices? [2 6]: ") or "2 6"
            numbers = re.fullmatch(r"(\d{1,2})\D+(\d{1,2})", answer)
            try:
                if numbers is None:
                    raise ParameterError("Give two numbers, as in 2 6")
                self.game = type(self.game)(players=int(numbers[1]), vertices=int(numbers[2]))
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
        self.say_turn(position)

    def prompt(self, position: Position) -> str:
        return "Which two vertices would you like to connect? "

    def refuse(self, position: Position, answer: str, error: MoveError) -> None:
        illegal = isinstance(error, IllegalMoveError)
        self.terminal.warn("Error: vertices already connected" if illegal else f"{error}.")
        self.say_as(position.turn, self.wording.cannot_join(position.turn))

    def aborted(self) -> None:
        self.terminal.say(self.wording.aborted, WARNING)
