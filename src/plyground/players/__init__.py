"""Things that choose a move, and their text form."""

from plyground.players.computers import FullSearch, Minimax, Mixed, Random, affordable
from plyground.players.configured import configured, players_file
from plyground.players.external import External
from plyground.players.mcts import MCTS
from plyground.players.player import Choice, ForfeitError, Player, PlayerError
from plyground.players.text import ACCEPTED, parse_player

__all__ = [
    "ACCEPTED",
    "MCTS",
    "Choice",
    "External",
    "ForfeitError",
    "FullSearch",
    "Minimax",
    "Mixed",
    "Player",
    "PlayerError",
    "Random",
    "affordable",
    "configured",
    "parse_player",
    "players_file",
]
