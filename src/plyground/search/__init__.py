"""Algorithms, each written once for all games: they take the rules as their first argument."""

from plyground.search.control import Cancelled, Control
from plyground.search.enumeration import Layer, layers
from plyground.search.minimax import WIN, RootMove, root_moves
from plyground.search.perft import divide, perft

__all__ = [
    "WIN",
    "Cancelled",
    "Control",
    "Layer",
    "RootMove",
    "divide",
    "layers",
    "perft",
    "root_moves",
]
