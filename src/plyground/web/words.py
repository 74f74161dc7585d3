"""What a game says on its page: the words of its face, for the visitor who reads them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from plyground.games.registry import installed_game
from plyground.players import AtLevel, Learned, Mixed, Perfect, PlayerError, called, parse_player
from plyground.position import (
    HUMAN,
    SELF_TAUGHT,
    Called,
    Cast,
    Game,
    IllegalMoveError,
    Level,
    MoveError,
    PlygroundError,
    Position,
    Wording,
    ending_text,
)
from plyground.web.errors import RefusedMoveError
from plyground.web.store import RoomRecord

PROGRESS = {
    "preparing": "Getting the game ready ...",
    "waiting": "Waiting for a turn ...",
    "thinking": "",
}
"""What a computer is doing before it thinks."""


def in_line(before: int) -> str:
    """What people read who wait for their turn: how many pieces of work come before theirs."""
    if not before:
        return "Waiting: you are next ..."
    return f"Waiting: {before} come{'s' * (before == 1)} before you ..."


def game_of(record: RoomRecord) -> Game | None:
    """The game of a room; None if it is no longer installed."""
    try:
        return installed_game(record.game)(**record.parameters)
    except (PlygroundError, TypeError):  # or it has other parameters now
        return None


def cast_of(room: RoomRecord, game: Game | None, visitor: str = "") -> Cast:
    """The players of a room as a visitor reads them; `visitor` is the digest of a token."""
    players = tuple(met(seat.player or HUMAN, game) for seat in room.seats)
    people = [seat for seat in room.seats if seat.kind != "computer"]
    mine = [seat.number for seat in people if seat.holder == visitor]
    names = tuple(seat.name if seat in people else "" for seat in room.seats)
    return Cast(players, mine[0] if len(mine) == 1 < len(players) else None, names)


LAST_WEEK = Called("Last week's you", "Last week's you")
"""What a player is called whom a page has fitted to its reader's slips: see browser/past.js."""


def met(player: str, game: Game | None) -> Called | None:
    """What the player of a seat is called; None for a human."""
    with suppress(PlayerError):
        known = parse_player(player, kept=True)
        if isinstance(known, Mixed) and known.inner == Perfect():
            return LAST_WEEK
    return called(player, game)


def opponent_name(player: str, game: Game) -> str:
    """A player as the reader's opponent: "Pip", "Minimax, depth 3", "people"."""
    level, name = level_of(player, game), met(player, game)
    if level is not None:
        return level.name
    return "people" if player == HUMAN or name is None else name.full


def level_of(text: str, game: Game) -> Level | None:
    """The one of the game's opponents for people that a player text means; None for others."""
    with suppress(PlayerError):
        player = parse_player(text, kept=True)
        if isinstance(player, AtLevel) and player.number <= len(game.levels):
            return game.levels[player.number - 1]
        if player == Learned(plies=SELF_TAUGHT.depth):
            return SELF_TAUGHT
    return None


class Words:
    """The words of a game for those who play it: its own, or those of its old program."""

    def __init__(self, game: Game, as_before: bool = False, cast: Cast = Cast()) -> None:  # noqa: B008
        self._game, self._cast = game, cast
        self._face = game.face.manner(as_before)
        self.own: Wording = self._face.wording
        """What it says to everyone alike."""

    @property
    def hint(self) -> str:
        """What a move looks like, for those who type it."""
        return self._face.hint or self._game.move_hint

    def welcome(self, humans: Sequence[bool]) -> str:
        """What is said at the start: a greeting of the game's own, else its rules in a sentence.

        `humans` says for each seat whether a person has it.
        """
        if self._face is self._game.face and type(self.own).greeting is Wording.greeting:
            return self._game.summary
        return self.own.seated(humans) or self.own.greeting(self._game.title)

    def listed(self, move: str) -> str:
        """A move in a list: as it is written, but in words where that is for programs."""
        return self.own.spoken(move) if "@" in move else move

    def turn(self, position: Position) -> str:
        """Whose turn it is."""
        return self.own.turn(position.turn, self._cast)

    def thinking(self, position: Position) -> str:
        """What the page says while a computer thinks."""
        return self.own.thinking(position.turn, self._cast)

    def played(self, position: Position) -> str:
        """The last move of a position, in a sentence."""
        return self.own.played(position.line[-2].turn, position.history[-1], self._cast)

    def play(self, position: Position, text: str) -> Position:
        """The position after a move that a visitor typed.

        Raises RefusedMoveError, in the game's own words where it has some.
        """
        move = self._game.read_move(text)
        try:
            return position.play(move)
        except MoveError as error:
            cannot = self.own.cannot_join(position.turn)
            own = self.own.refusals(position.state, move) or [cannot]
            raise RefusedMoveError(
                "\n".join(filter(None, own)) or self._why(error, position, move)
            ) from None

    def _why(self, error: MoveError, position: Position, move: str) -> str:
        """Why a move is refused: the board shows which moves are legal."""
        illegal = isinstance(error, IllegalMoveError)
        code = self._game.move_code(move) if illegal else 0
        return f"{(illegal and self._game.refusal(position.state, code)) or error}."

    def cannot_join(self, position: Position) -> str:
        """The refusal of two dots that cannot be joined; empty where no dots are."""
        usual = "Choose two dots that can still be joined." if self._game.board.dots else ""
        return self.own.cannot_join(position.turn) or usual

    def notes(self, position: Position) -> list[str]:
        """Further notes next to the board."""
        return [f"{name}: {text}" for name, text in self.own.notes(position.state)]


def is_cancelled(room: RoomRecord) -> bool:
    """Whether the game of a room was an invitation that its maker cancelled."""
    free = any(seat.kind != "computer" and seat.holder is None for seat in room.seats)
    return free and room.ending is not None and room.ending.how == "aborted"


def ended_text(room: RoomRecord, visitor: str = "") -> str:
    """How the game of a room ended, as a sentence for a visitor; empty if it goes on.

    The game may no longer be installed.
    """
    ending = room.ending
    if ending is None:
        return ""
    try:
        game = installed_game(room.game)(**room.parameters)
        wording = game.face.manner(room.as_before).wording
    except (PlygroundError, TypeError):  # not installed, or with other parameters
        game, wording = None, Wording()
    if ending.how == "aborted":
        return "The invitation was cancelled" if is_cancelled(room) else wording.aborted
    cast = cast_of(room, game, visitor)
    if ending.how == "rules":
        return wording.over(ending, cast)
    return ending_text(ending, [seat.name for seat in room.seats], cast.you)


def ended_words(room: RoomRecord, game: Game, visitor: str = "") -> tuple[str, str]:
    """The same as a headline and a reason, for a game that is installed."""
    ending = room.ending
    if ending is None or ending.how != "rules":
        return ended_text(room, visitor), ""
    wording = game.face.manner(room.as_before).wording
    cast = cast_of(room, game, visitor)
    return wording.headline(ending, cast), wording.reason(ending, cast)
