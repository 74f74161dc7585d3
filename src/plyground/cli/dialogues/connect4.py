"""Connect Four in the terminal, in the words of "Connect 4 with Minimax"."""

from __future__ import annotations

from plyground.cli.dialogues.dialogue import Command, Dialogue, Seats
from plyground.cli.terminal import NOTICE
from plyground.players import AlphaBeta, Minimax, Player
from plyground.position import Position, UnreadableMoveError


class ConnectFourDialogue(Dialogue):
    """A game as player 1 runs from the start; a new one asks which player to be."""

    def welcome(self) -> None:
        self.terminal.say("Welcome to Connect 4 with Minimax.", NOTICE)

    def ask_new_game(self) -> Seats | None:
        seats: dict[str, Seats | None] = {
            "1": self.against_computer(0),
            "2": self.against_computer(1),
            "cancel": None,
        }
        return self.terminal.choose(
            "Would you like to be Player 1 or Player 2? [2, or cancel]: ",
            seats,
            "2",
            "Give 1, 2 or cancel.",
        )

    def ask_move(self, position: Position) -> str | Command:
        last = self.game.move_texts[-1]
        while True:
            answer = self.ask(f"Player {position.turn + 1}, choose a column (1-{last}): ")
            if isinstance(answer, Command):
                return answer
            try:
                code = self.game.move_code(answer)
            except UnreadableMoveError as error:
                self.terminal.warn(f"{error}.")
                continue
            if code in position.codes:
                return answer
            self.terminal.warn("That column is full.")

    def before_computer(self, position: Position, player: Player) -> None:
        if isinstance(player, AlphaBeta | Minimax):
            self.terminal.say(self.thinking(player))

    def thinking(self, player: Player) -> str:
        return (
            "Minimax thinking..."
            if isinstance(player, AlphaBeta | Minimax)
            else super().thinking(player)
        )

    def computer_played(self, position: Position, move: str) -> None:
        self.say_as(position.turn, f"Player {position.turn + 1} drops into {self.spoken(move)}")

    def spoken(self, move: str) -> str:
        return f"column {move}"

    def announce(self, position: Position) -> None:
        outcome = position.outcome
        assert outcome is not None
        if outcome.winner is None:
            self.terminal.say("DRAW!", NOTICE)
        else:
            self.say_as(outcome.winner, f"Player {outcome.winner + 1} Wins!")
