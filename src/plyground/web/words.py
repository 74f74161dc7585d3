"""What a game says on its page: its own words, and for a game without them these."""

from __future__ import annotations

from collections.abc import Sequence

from plyground.games.registry import installed_game
from plyground.position import (
    Game,
    MoveError,
    Outcome,
    PlygroundError,
    Position,
    Wording,
    ending_text,
)
from plyground.web.errors import RefusedMoveError
from plyground.web.store import RoomRecord

PROGRESS = {
    "preparing": "Getting the game ready ...",
    "waiting": "Waiting for another game ...",
    "thinking": "",
}
"""What a computer is doing where it does not think yet."""


class Words:
    """The words of a game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.own: Wording = game.face.wording
        """Those that are the game's own, or that nobody says otherwise."""

    @property
    def hint(self) -> str:
        """What a move looks like, for those who type it."""
        return self._game.face.hint or self._game.move_hint

    def welcome(self, humans: Sequence[bool]) -> str:
        """At the start; `humans` says of each seat whether a person has it."""
        return self.own.seated(humans) or self.own.greeting() or f"Welcome to {self._game.title}!"

    def turn(self, position: Position) -> str:
        """Whose turn it is."""
        player = position.turn
        return self.own.turn(player) or f"It is now Player {player + 1}'s turn"

    def thinking(self, called: str) -> str:
        """While a computer is at work; `called` is its name at play, if it has one."""
        return self.own.thinking(called) or "The computer is thinking ..."

    def played(self, position: Position) -> str:
        """What the computer did by the last move of a position."""
        player, move = position.line[-2].turn, position.history[-1]
        return self.own.played(player, move) or f"The computer, Player {player + 1}, played {move}"

    def play(self, position: Position, text: str) -> Position:
        """The position after a move as somebody typed it.

        Raises RefusedMoveError, in the game's own words where it has some.
        """
        move = self._game.read_move(text)
        try:
            return position.play(move)
        except MoveError as error:
            cannot = self.own.cannot_join(position.turn)
            own = self.own.refusals(position.state, move) or [cannot]
            raise RefusedMoveError("\n".join(filter(None, own)) or f"{error}.") from None

    def cannot_join(self, position: Position) -> str:
        """After two dots that cannot be joined."""
        return self.own.cannot_join(position.turn) or "These two cannot be joined."

    def notes(self, position: Position) -> list[str]:
        """What else belongs beside the board."""
        return [f"{name}: {text}" for name, text in self.own.notes(position.state)]


def ended_text(room: RoomRecord) -> str:
    """How the game of a room ended, as a sentence; empty if it goes on.

    The game need not be installed any more.
    """
    ending = room.ending
    if ending is None:
        return ""
    try:
        wording = installed_game(room.game)(**room.parameters).face.wording
    except (PlygroundError, TypeError):  # not installed, or with other parameters
        wording = Wording()
    if ending.how == "aborted":
        return wording.aborted
    if ending.how == "rules":
        return wording.over(ending) or _over(ending)
    return ending_text(ending, [seat.name for seat in room.seats])


def _over(outcome: Outcome) -> str:
    if outcome.winner is not None:
        return f"Player {outcome.winner + 1} wins!"
    if outcome.loser is not None:
        return f"Player {outcome.loser + 1} lost!"
    return "Draw!"
