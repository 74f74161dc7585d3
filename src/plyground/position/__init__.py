"""What all games share: `Game`, `Position`, `Outcome`, and the errors that people meet."""

from plyground.position.entries import Words
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
from plyground.position.game import Game, Kernels, Parameter, kernels
from plyground.position.outcome import DRAW, ONGOING, Outcome, lost, standing, won
from plyground.position.position import Position

__all__ = [
    "DRAW",
    "ONGOING",
    "CannotError",
    "Game",
    "GameOverError",
    "IllegalMoveError",
    "Kernels",
    "MoveError",
    "Outcome",
    "Parameter",
    "ParameterError",
    "PlygroundError",
    "Position",
    "RulesError",
    "UnknownGameError",
    "UnreadableMoveError",
    "Words",
    "kernels",
    "lost",
    "standing",
    "won",
]
