"""Numerical tic-tac-toe in the terminal, in the words and with the warnings of its old program."""

from __future__ import annotations

import re

from plyground.cli.dialogues.dialogue import Command, Dialogue, Seats
from plyground.cli.terminal import NOTICE
from plyground.players import Mixed
from plyground.position import Position


class NumericalDialogue(Dialogue):
    """Asks for the number of players, which one to be, and the difficulty; then for moves."""

    solving = "Doing game-tree search: {done}/{total} ({percent}%)"
    solved = "Done."

    def default_seats(self) -> Seats:
        return self.ask_seats()

    def ask_seats(self) -> Seats:
        faults = self.wording.faults
        count = self._ask_number("Enter player count: ", 1, 2, faults["seat"])
        if count == 2:
            return None, None
        human = self._ask_number(
            "Enter which player you will play as (Player 1 will go first): ",
            1,
            2,
            faults["first"],
        )
        self.terminal.say(self.wording.seated((human == 1, human == 2)), NOTICE)
        percent = self._ask_number(
            "Enter desired difficulty setting (0-100, higher is harder): ",
            0,
            100,
            faults["percent"],
        )
        return tuple(None if seat == human - 1 else Mixed(percent) for seat in range(2))

    def before_human(self, position: Position) -> None:
        self._show_turn(position)

    def before_computer(self, position: Position, player: object) -> None:
        self._show_turn(position)

    def ask_move(self, position: Position) -> str | Command:
        while True:
            cell = self.ask("Input the position: ")
            if isinstance(cell, Command):
                return cell
            number = self.ask("Input the number: ")
            if isinstance(number, Command):
                return number
            warnings = self.wording.refusals(position.state, f"{number}@{cell}")
            if not warnings:
                return f"{int(number)}@{int(cell)}"
            for warning in warnings:
                self.terminal.warn(warning)

    def watched(self, position: Position) -> None:
        """Nothing: every turn shows the board."""

    def move_help(self) -> str:
        return "a position, 1 to 9, row by row, and then a number"

    def _ask_number(self, prompt: str, least: int, most: int, refusal: str) -> int:
        while True:
            answer = _number(self.terminal.ask(prompt))
            if answer is not None and least <= answer <= most:
                return answer
            self.terminal.warn(refusal)

    def _show_turn(self, position: Position) -> None:
        self.terminal.say()
        self.terminal.show(position)
        for name, text in self.wording.notes(position.state):
            self.terminal.say(f"{name}:")
            self.terminal.say(text)
        self.say_turn(position)


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None
