"""What all games share: `Game`, `Position`, `Outcome`, and the errors that people meet."""

from plyground.position.calls import Array, Ints, Key, PlainState, State, Uints, as_words
from plyground.position.errors import (
    CannotError,
    GameOverError,
    IllegalMoveError,
    MoveError,
    ParameterError,
    PlygroundError,
    RulesError,
    UnknownGameError,
    UnreadableMoveError,
)
from plyground.position.face import HUMAN, Face, GlassBox, ReadyMade, Talk, Wording
from plyground.position.game import Game, Parameter, Position, outcome_of, require_ongoing
from plyground.position.kernels import (
    CELL_KINDS_MOST,
    HEURISTIC_MOST,
    NO_HEURISTIC,
    SITES_MOST,
    Kernels,
    kernels,
)
from plyground.position.outcome import DRAW, ONGOING, How, Outcome, ending_text, lost, standing, won
from plyground.position.texts import file_stem, full_title, plain

__all__ = [
    "CELL_KINDS_MOST",
    "DRAW",
    "HEURISTIC_MOST",
    "HUMAN",
    "NO_HEURISTIC",
    "ONGOING",
    "SITES_MOST",
    "Array",
    "CannotError",
    "Face",
    "Game",
    "GameOverError",
    "GlassBox",
    "How",
    "IllegalMoveError",
    "Ints",
    "Kernels",
    "Key",
    "MoveError",
    "Outcome",
    "Parameter",
    "ParameterError",
    "PlainState",
    "PlygroundError",
    "Position",
    "ReadyMade",
    "RulesError",
    "State",
    "Talk",
    "Uints",
    "UnknownGameError",
    "UnreadableMoveError",
    "Wording",
    "as_words",
    "ending_text",
    "file_stem",
    "full_title",
    "kernels",
    "lost",
    "outcome_of",
    "plain",
    "require_ongoing",
    "standing",
    "won",
]
