"""Things that choose a move, and the form that each states of itself."""

from plyground.players.chance import HumanLike, Mixed, Random
from plyground.players.external import External, configured, players_file
from plyground.players.form import Option, PlayerError, Preset, option, options_of
from plyground.players.old import OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.player import Choice, ForfeitError, Player
from plyground.players.registry import accepted_players, kinds, parse_player
from plyground.players.searchers import (
    MCTS,
    AlphaBeta,
    FullSearch,
    MaxN,
    Minimax,
    Perfect,
    affordable,
    quick_perfect,
)

__all__ = [
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
    "Option",
    "Perfect",
    "Player",
    "PlayerError",
    "Preset",
    "Random",
    "accepted_players",
    "affordable",
    "configured",
    "kinds",
    "option",
    "options_of",
    "parse_player",
    "players_file",
    "quick_perfect",
]
