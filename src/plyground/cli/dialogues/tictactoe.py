"""Tic-tac-toe in the terminal: the human is x, the computer o; moves are coordinates or cells."""

from __future__ import annotations

from plyground.cli.dialogues.dialogue import Dialogue
from plyground.position import MoveError, Position, UnreadableMoveError


class TicTacToeDialogue(Dialogue):
    """Asks for a coordinate pair until it is valid, and takes a cell's number too."""

    def prompt(self, position: Position) -> str:
        return "Row and column (1-3, as in 2 3), or a cell (1-9): "

    def refuse(self, position: Position, answer: str, error: MoveError) -> None:
        if isinstance(error, UnreadableMoveError):
            self.terminal.warn(f"{answer!r} is not accepted: give {self.move_help()}.")
        else:
            super().refuse(position, answer, error)
