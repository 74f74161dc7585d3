"""Things that choose a move, and their text form."""

from plyground.players.computers import FullSearch, Minimax, Mixed, Random, affordable
from plyground.players.mcts import MCTS
from plyground.players.player import Choice, ForfeitError, Player, PlayerError
from plyground.players.text import ACCEPTED, parse_player

__all__ = [
    "ACCEPTED",
    "MCTS",
    "Choice",
    "ForfeitError",
    "FullSearch",
    "Minimax",
    "Mixed",
    "Player",
    "PlayerError",
    "Random",
    "affordable",
    "parse_player",
]
