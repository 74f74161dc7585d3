"""Connect Four in the terminal, as "Connect 4 with Minimax" asked and answered."""

from __future__ import annotations

from plyground.cli.dialogues.dialogue import Dialogue, Seats
from plyground.players import Player
from plyground.position import Position


class ConnectFourDialogue(Dialogue):
    """A game as player 1 runs from the start; a new one asks which player to be."""

    def ask_new_game(self) -> Seats | None:
        seats: dict[str, Seats | None] = {
            "1": self.against_computer(0),
            "2": self.against_computer(1),
            "cancel": None,
        }
        return self.terminal.choose(
            f"{self.wording.asks_side} [2, or cancel]: ",
            seats,
            "2",
            "Give 1, 2 or cancel.",
        )

    def prompt(self, position: Position) -> str:
        last = self.game.move_texts[-1]
        return f"Player {position.turn + 1}, choose a column (1-{last}): "

    def before_computer(self, position: Position, player: Player) -> None:
        said = self.wording.thinking(player.called)
        if said:
            self.terminal.say(said)
