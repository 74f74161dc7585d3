"""Algorithms, each written once for all games: they take the rules as their first argument."""

from plyground.search.control import Cancelled, Control
from plyground.search.enumeration import Layer, layers
from plyground.search.mcts import EXPLORATION, SampledMove, Sampling, mcts
from plyground.search.minimax import WIN, RootMove, root_moves
from plyground.search.perft import divide, perft

__all__ = [
    "EXPLORATION",
    "WIN",
    "Cancelled",
    "Control",
    "Layer",
    "RootMove",
    "SampledMove",
    "Sampling",
    "divide",
    "layers",
    "mcts",
    "perft",
    "root_moves",
]
