"""What a game says on its page: its own words, and for a game without them these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
        self._own: Wording = game.face.wording

    @property
    def busy(self) -> str:
        """To somebody who plays while the computer is thinking."""
        return self._own.busy

    @property
    def faults(self) -> Mapping[str, str]:
        """What to say to a "seat", to who is "first", or to a "percent", that is not accepted."""
        return self._own.faults

    @property
    def asks_side(self) -> str:
        """The question which of two players somebody wants to be, if the game asks it."""
        return self._own.asks_side

    @property
    def asks_rivals(self) -> str:
        """The question which computers play each other."""
        return self._own.asks_rivals or "Who plays?"

    @property
    def hint(self) -> str:
        """What a move looks like, for those who type it."""
        return self._game.face.hint or self._game.move_hint

    def welcome(self, humans: Sequence[bool]) -> str:
        """At the start; `humans` says of each seat whether a person has it."""
        return self._own.seated(humans) or self._own.greeting() or f"Welcome to {self._game.title}!"

    def turn(self, position: Position) -> str:
        """Whose turn it is."""
        player = position.turn
        return self._own.turn(player) or f"It is now Player {player + 1}'s turn"

    def thinking(self, called: str) -> str:
        """While a computer is at work; `called` is its name at play, if it has one."""
        return self._own.thinking(called) or "The computer is thinking ..."

    def played(self, position: Position) -> str:
        """What the computer did by the last move of a position."""
        assert position.parent is not None
        assert position.last_move is not None
        player, move = position.parent.turn, position.last_move
        return self._own.played(player, move) or f"The computer, Player {player + 1}, played {move}"

    def subject(self, outcome: Outcome) -> int | None:
        """The player whom the end of a game is told of; None for nobody."""
        return self._own.subject(outcome)

    def play(self, position: Position, text: str) -> Position:
        """The position after a move as somebody typed it.

        Raises RefusedMoveError, in the game's own words where it has some.
        """
        move = self._game.read_move(text)
        try:
            return position.play(move)
        except MoveError as error:
            cannot = self._own.cannot_join(position.turn)
            own = self._own.refusals(position.state, move) or [cannot]
            raise RefusedMoveError("\n".join(filter(None, own)) or f"{error}.") from None

    def cannot_join(self, position: Position) -> str:
        """After two dots that cannot be joined."""
        return self._own.cannot_join(position.turn) or "These two cannot be joined."

    def notes(self, position: Position) -> list[str]:
        """What else belongs beside the board."""
        return [f"{name}: {text}" for name, text in self._own.notes(position.state)]


def words_of(game: Game) -> Words:
    """The words of a game."""
    return Words(game)


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
