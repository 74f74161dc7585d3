"""Things that choose a move, and their text form."""

from plyground.players.chance import Mixed, Random
from plyground.players.humanlike import HumanLike
from plyground.players.maxn import MaxN
from plyground.players.old import OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.player import Choice, ForfeitError, Player, PlayerError
from plyground.players.searchers import AlphaBeta, FullSearch, Minimax, affordable
from plyground.players.text import ACCEPTED, parse_player

__all__ = [
    "ACCEPTED",
    "AlphaBeta",
    "Choice",
    "ForfeitError",
    "FullSearch",
    "HumanLike",
    "MaxN",
    "Minimax",
    "Mixed",
    "OldConnect4",
    "OldSim",
    "OldSimRed",
    "OldTicTacToe",
    "Player",
    "PlayerError",
    "Random",
    "affordable",
    "parse_player",
]
