"""What all games share: `Game`, `Position`, `Outcome`, and the errors that people meet."""

from plyground.position.calls import State
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
from plyground.position.face import HUMAN, Face, GlassBox, ReadyMade, Wording
from plyground.position.game import Game, Parameter, Position
from plyground.position.kernels import (
    CELL_KINDS_MOST,
    HEURISTIC_MOST,
    NO_HEURISTIC,
    SITES_MOST,
    Kernels,
    kernels,
)
from plyground.position.outcome import DRAW, ONGOING, How, Outcome, ending_text, lost, standing, won

__all__ = [
    "CELL_KINDS_MOST",
    "DRAW",
    "HEURISTIC_MOST",
    "HUMAN",
    "NO_HEURISTIC",
    "ONGOING",
    "SITES_MOST",
    "CannotError",
    "Face",
    "Game",
    "GameOverError",
    "GlassBox",
    "How",
    "IllegalMoveError",
    "Kernels",
    "MoveError",
    "Outcome",
    "Parameter",
    "ParameterError",
    "PlygroundError",
    "Position",
    "ReadyMade",
    "RulesError",
    "State",
    "UnknownGameError",
    "UnreadableMoveError",
    "Wording",
    "ending_text",
    "kernels",
    "lost",
    "standing",
    "won",
]
