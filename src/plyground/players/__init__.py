"""Things that choose a move, and their text form."""

from plyground.players.chance import Mixed, Random
from plyground.players.configured import configured, players_file
from plyground.players.external import External
from plyground.players.humanlike import HumanLike
from plyground.players.maxn import MaxN
from plyground.players.mcts import MCTS
from plyground.players.old import OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.perfect import Perfect, quick_perfect
from plyground.players.player import Choice, ForfeitError, Player, PlayerError
from plyground.players.searchers import AlphaBeta, FullSearch, Minimax, affordable
from plyground.players.text import ACCEPTED, parse_player

__all__ = [
    "ACCEPTED",
    "MCTS",
    "AlphaBeta",
    "Choice",
    "External",
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
    "Perfect",
    "Player",
    "PlayerError",
    "Random",
    "affordable",
    "configured",
    "parse_player",
    "players_file",
    "quick_perfect",
]
