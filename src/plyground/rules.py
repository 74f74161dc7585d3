"""What the file of a game uses: `from plyground import rules`.

A game is one class, made from `Game`, whose rules are `kernels`; see `position.kernels` for what
each of them means.
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
    Face,
    Game,
    Kernels,
    Parameter,
    State,
    Talk,
    Wording,
    kernels,
    lost,
    won,
)
from plyground.position.face import GlassBox, ReadyMade
from plyground.render.board import Board, Cell, Edge, Label, Mark, Picture

__all__ = [
    "DRAW",
    "ONGOING",
    "Board",
    "Cell",
    "Edge",
    "Face",
    "Game",
    "GlassBox",
    "Kernels",
    "Label",
    "Mark",
    "Parameter",
    "Picture",
    "ReadyMade",
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
