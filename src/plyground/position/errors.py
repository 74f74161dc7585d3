"""The errors that users see: each says in one line what is wrong and what is accepted."""

from plyground.refusals import CannotError, PlygroundError

__all__ = [
    "CannotError",
    "GameOverError",
    "IllegalMoveError",
    "MoveError",
    "ParameterError",
    "PlygroundError",
    "RulesError",
    "UnknownGameError",
    "UnreadableMoveError",
]


class ParameterError(PlygroundError):
    """Parameters that the game does not support."""


class UnknownGameError(PlygroundError):
    """No game has this name, or the game of this name does not load."""

    name = ""
    """The name that no game has."""


class RulesError(PlygroundError):
    """The rules of a user's own game contradict what the game states."""


class MoveError(PlygroundError):
    """A move that cannot be made."""


class UnreadableMoveError(MoveError):
    """A move text that is not in the game's notation."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position."""


class GameOverError(MoveError):
    """A move in a game that has ended."""
