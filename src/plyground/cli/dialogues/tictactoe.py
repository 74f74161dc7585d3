"""Tic-tac-toe in the terminal: the human is x, the computer o; moves are coordinates or cells."""

from __future__ import annotations

import re

from plyground.cli.dialogues.dialogue import Command, Dialogue
from plyground.position import Position


class TicTacToeDialogue(Dialogue):
    """Asks for a coordinate pair until it is valid, and takes a cell's number too."""

    def ask_move(self, position: Position) -> str | Command:
        while True:
            answer = self.ask("Row and column (1-3, as in 2 3), or a cell (1-9): ")
            if isinstance(answer, Command):
                return answer
            move = _cell(answer)
            if move is None:
                self.terminal.warn(f"{answer!r} is not accepted: give {self.move_help()}.")
            elif self.accepts(position, move):
                return move

    def move_help(self) -> str:
        return "two numbers from 1 to 3, row and column, or one from 1 to 9, cells row by row"


def _cell(answer: str) -> str | None:
    """The cell that a coordinate pair or a number names."""
    if pair := re.fullmatch(r"\(?\s*([1-3])[\s,;]*([1-3])\s*\)?", answer):
        return str(3 * (int(pair[1]) - 1) + int(pair[2]))
    return answer if re.fullmatch(r"[1-9]", answer) else None
