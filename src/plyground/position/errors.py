"""The errors that people meet: each says in one line what is wrong and what is accepted."""


class PlygroundError(ValueError):
    """Any error of this package that is the user's to mend."""


class CannotError(PlygroundError):
    """What was asked for is understood and could not be carried out: here, now, or at all."""


class ParameterError(PlygroundError):
    """A game was asked for with parameters that it does not support."""


class UnknownGameError(PlygroundError):
    """No game has this name."""


class RulesError(PlygroundError):
    """The rules of a game of one's own contradict what the game says of itself."""


class MoveError(PlygroundError):
    """A move that cannot be made."""


class UnreadableMoveError(MoveError):
    """A move text that is not in the game's notation."""


class IllegalMoveError(MoveError):
    """A move that the rules forbid in this position."""


class GameOverError(MoveError):
    """A move in a game that has ended."""
