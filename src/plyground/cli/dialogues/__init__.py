"""The words of each game in the terminal, those of the programs that came before it included."""

from __future__ import annotations

from plyground.cli.dialogues.connect4 import ConnectFourDialogue
from plyground.cli.dialogues.dialogue import Dialogue
from plyground.cli.dialogues.numerical import NumericalDialogue
from plyground.cli.dialogues.sim import SimDialogue
from plyground.cli.dialogues.tictactoe import TicTacToeDialogue
from plyground.cli.terminal import Terminal
from plyground.position import Game

_DIALOGUES: dict[str, type[Dialogue]] = {
    "connect4": ConnectFourDialogue,
    "numerical": NumericalDialogue,
    "sim": SimDialogue,
    "tictactoe": TicTacToeDialogue,
}


def dialogue_for(terminal: Terminal, game: Game) -> Dialogue:
    """The dialogue for a game: its own, or the one that serves any game."""
    return dialogue_class(game)(terminal, game)


def dialogue_class(game: Game) -> type[Dialogue]:
    """The dialogue's class, for what a game says without asking anything."""
    return _DIALOGUES.get(game.name, Dialogue)
