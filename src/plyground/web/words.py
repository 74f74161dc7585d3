"""What each game says on its page, in the words of the program that it comes from.

A game of one's own speaks as `Words` does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from plyground.games.numerical import NumericalTicTacToe
from plyground.position import Game, Outcome, Position, ending_text
from plyground.web.store import RoomRecord

BUSY = "Please wait for the computer to finish its move!"


class Words:
    """The words of any game; games with words of their own override these."""

    faults: ClassVar[Mapping[str, str]] = {}
    """What to say to a "seat", to who is "first", or to a "percent", that is not accepted."""

    def welcome(self, game: Game, seats: Sequence[str]) -> str:
        """At the start, before the first move; `seats` are the kinds of the seats."""
        return f"Welcome to {game.title}!"

    def turn(self, position: Position) -> str:
        """Whose turn it is."""
        return f"It is now Player {position.turn + 1}'s turn"

    def thinking(self, player: str) -> str:
        """While a computer, given by its player text, is at work."""
        return "The computer is thinking ..."

    def played(self, position: Position) -> str:
        """What the computer did by the last move of a position."""
        assert position.parent is not None
        return f"The computer, Player {position.parent.turn + 1}, played {position.last_move}"

    def over(self, outcome: Outcome) -> str:
        """How the rules ended the game."""
        if outcome.winner is not None:
            return f"Player {outcome.winner + 1} wins!"
        if outcome.loser is not None:
            return f"Player {outcome.loser + 1} lost!"
        return "Draw!"

    def told_of(self, outcome: Outcome) -> int | None:
        """The player whom the end of a game is told of; None for nobody."""
        return outcome.winner if outcome.winner is not None else outcome.loser

    def move(self, text: str, position: Position) -> str:
        """A move as it was typed, in the game's notation."""
        return text

    def refusals(self, text: str, position: Position) -> list[str]:
        """What is wrong with a move that was typed, where the game has words of its own for it."""
        return []

    def no_edge(self, position: Position) -> str:
        """After two dots that cannot be joined."""
        return "These two cannot be joined."

    def hint(self, game: Game) -> str:
        """What a move looks like, for those who type it."""
        return game.move_hint

    def notes(self, position: Position) -> list[str]:
        """What else belongs beside the board."""
        return []


class SimWords(Words):
    """The old Sim's."""

    def over(self, outcome: Outcome) -> str:
        return "Draw!" if outcome.loser is None else f"Player {outcome.loser + 1} lost!"

    def told_of(self, outcome: Outcome) -> int | None:
        return outcome.loser

    def refusals(self, text: str, position: Position) -> list[str]:
        return [self.no_edge(position)]

    def no_edge(self, position: Position) -> str:
        return f"Player {position.turn + 1}, please choose a valid pair of vertices!"

    def move(self, text: str, position: Position) -> str:
        pair = re.fullmatch(r"\s*(\d+)[\s,;-]+(\d+)\s*", text)
        return f"{pair[1]}-{pair[2]}" if pair else text


class ConnectFourWords(Words):
    """Those of "Connect 4 with Minimax"."""

    def welcome(self, game: Game, seats: Sequence[str]) -> str:
        return "Welcome to Connect 4 with Minimax."

    def thinking(self, player: str) -> str:
        kind = player.partition(":")[0]
        return "Minimax thinking..." if kind in _MINIMAX else super().thinking(player)

    def over(self, outcome: Outcome) -> str:
        return "DRAW!" if outcome.winner is None else f"Player {outcome.winner + 1} Wins!"

    def played(self, position: Position) -> str:
        assert position.parent is not None
        return f"Player {position.parent.turn + 1} drops into column {position.last_move}"

    def refusals(self, text: str, position: Position) -> list[str]:
        known = position.game.normalise(text) in position.game.move_texts
        return ["That column is full."] if known else []


_MINIMAX = {"minimax", "alphabeta", "old-connect4"}


class NumericalWords(Words):
    """The old numerical tic-tac-toe's."""

    faults: ClassVar = {
        "seat": "Player count must be 1 or 2!",
        "first": "You must input 1 or 2!",
        "percent": "Difficulty must be between 0-100!",
    }

    def welcome(self, game: Game, seats: Sequence[str]) -> str:
        if list(seats).count("computer") != 1:
            return super().welcome(game, seats)
        if seats[0] == "computer":
            return "!!! Computer is player 1 - You are player 2 !!!"
        return "!!! You are player 1 - Computer is player 2 !!!"

    def turn(self, position: Position) -> str:
        return f"### Player {position.turn + 1}'s turn ###"

    def played(self, position: Position) -> str:
        number, _, cell = (position.last_move or "").partition("@")
        return f"The computer played the number {number} at position {cell}"

    def move(self, text: str, position: Position) -> str:
        pair = re.fullmatch(r"\s*(\S*)\s*@\s*(\S*)\s*", text)
        return f"{pair[1]}@{pair[2]}" if pair else text

    def refusals(self, text: str, position: Position) -> list[str]:
        game = position.game
        assert isinstance(game, NumericalTicTacToe)
        number, at, cell = text.partition("@")
        if not at:  # a cell alone, as when one that is taken is clicked
            return game.faults(position.state, text, position.moves[0].partition("@")[0])
        return game.faults(position.state, cell, number)

    def notes(self, position: Position) -> list[str]:
        game = position.game
        assert isinstance(game, NumericalTicTacToe)
        used = game.numbers(position.state)
        return [f"Unused numbers: {' '.join(str(n) for n in range(1, 10) if n not in used)}"]

    def hint(self, game: Game) -> str:
        return "number@position, as in 7@2"


class TicTacToeWords(Words):
    """Takes a pair of coordinates too, as its old program did."""

    def move(self, text: str, position: Position) -> str:
        pair = re.fullmatch(r"\(?\s*([1-3])[\s,;]+([1-3])\s*\)?", text)
        return str(3 * (int(pair[1]) - 1) + int(pair[2])) if pair else text

    def hint(self, game: Game) -> str:
        return "a cell, 1 to 9, or row and column, as in 2 3"


_WORDS: dict[str, type[Words]] = {
    "connect4": ConnectFourWords,
    "numerical": NumericalWords,
    "sim": SimWords,
    "tictactoe": TicTacToeWords,
}


def words_of(game: Game) -> Words:
    """The words of a game."""
    return _WORDS.get(game.name, Words)()


def ended_text(room: RoomRecord) -> str:
    """How the game of a room ended, as a sentence; empty if it goes on."""
    if room.ending is None:
        return ""
    if room.ending.how == "rules":
        return _WORDS.get(room.game, Words)().over(room.ending)
    return ending_text(room.ending, [seat.name for seat in room.seats])
