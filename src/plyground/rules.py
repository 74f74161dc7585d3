"""The names that a game's file needs: `from plyground import rules`.

A game is one class derived from `Game`, whose rules are `kernels`; `position.kernels` explains each
of them.
"""

from plyground.games.registry import game_class
from plyground.kernel import (
    as_int,
    compiled,
    local_array,
    lowest_bit,
    popcount,
    trailing_zeros,
    write_bits,
)
from plyground.position import (
    DRAW,
    ONGOING,
    Before,
    Called,
    Cast,
    Face,
    Game,
    Kernels,
    Level,
    Parameter,
    State,
    Talk,
    Wording,
    lost,
    won,
)
from plyground.position.face import GlassBox, ReadyMade
from plyground.position.kernels import kernels
from plyground.position.reasons import Reasons
from plyground.render.board import Board, Cell, Edge, Label, Mark, Picture

__all__ = [
    "DRAW",
    "ONGOING",
    "Before",
    "Board",
    "Called",
    "Cast",
    "Cell",
    "Edge",
    "Face",
    "Game",
    "GlassBox",
    "Kernels",
    "Label",
    "Level",
    "Mark",
    "Parameter",
    "Picture",
    "ReadyMade",
    "Reasons",
    "State",
    "Talk",
    "Wording",
    "as_int",
    "compiled",
    "game_class",
    "kernels",
    "local_array",
    "lost",
    "lowest_bit",
    "popcount",
    "trailing_zeros",
    "won",
    "write_bits",
]
