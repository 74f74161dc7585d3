"""Players, which choose moves, and the form that describes each."""

from plyground.players.alphabeta import AlphaBeta, FullSearch, Minimax
from plyground.players.by_rules import ByRules
from plyground.players.chance import HumanLike, Mixed, Random
from plyground.players.external import External, configured, players_file
from plyground.players.form import Option, PlayerError, Preset, option, options_of
from plyground.players.learned import Learned
from plyground.players.levels import AtLevel
from plyground.players.maxn import MaxN
from plyground.players.mcts import MCTS
from plyground.players.old import OldConnect4, OldSim, OldSimRed, OldTicTacToe
from plyground.players.own import Chooses, player
from plyground.players.perfect import Perfect, quick_perfect
from plyground.players.player import Choice, ForfeitError, Player
from plyground.players.rated import Rated
from plyground.players.registry import (
    accepted_players,
    called,
    display_name,
    is_compiled,
    kinds,
    parse_player,
)

__all__ = [
    "MCTS",
    "AlphaBeta",
    "AtLevel",
    "ByRules",
    "Choice",
    "Chooses",
    "External",
    "ForfeitError",
    "FullSearch",
    "HumanLike",
    "Learned",
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
    "Rated",
    "accepted_players",
    "called",
    "configured",
    "display_name",
    "is_compiled",
    "kinds",
    "option",
    "options_of",
    "parse_player",
    "player",
    "players_file",
    "quick_perfect",
]
