"""The names that `import plyground as pg` makes available as `pg.NAME`, for play and analysis.

`plyground.rules` has the names for authors of games, and `plyground.errors` all errors. Less common
players, searches and results are in `plyground.players`, `plyground.search`, `plyground.analysis`,
`plyground.arena` and `plyground.records`.
"""

# A function with the name of its module is imported from the module: otherwise the reference would
# describe the module.
from plyground.analysis import Analysis, Review, Trace, look_inside
from plyground.analysis.analyse import analyse
from plyground.analysis.puzzles import Puzzle, check_answer, puzzles
from plyground.analysis.review import review
from plyground.arena import Comparison, Difference, Match, Played
from plyground.arena.bulk import Batch, sample, solve_many
from plyground.arena.makers import Series, Tournament, simulate, sprt
from plyground.arena.training import train
from plyground.arena.warming import warm
from plyground.browser.notebook import show_boards
from plyground.browser.pages import page
from plyground.games.connect4 import ConnectFour
from plyground.games.numerical import NumericalTicTacToe
from plyground.games.registry import game, game_names
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
from plyground.kernel import Chance
from plyground.players import (
    MCTS,
    AlphaBeta,
    Choice,
    External,
    FullSearch,
    HumanLike,
    MaxN,
    Minimax,
    Mixed,
    Perfect,
    Player,
    Random,
    parse_player,
)
from plyground.players.own import player  # there is a module of this name, too
from plyground.position import (
    Game,
    IllegalMoveError,
    MoveError,
    Outcome,
    PlygroundError,
    Position,
)
from plyground.records import Record, read_records, write_records
from plyground.render.svg import svg
from plyground.search import (
    Cancelled,
    Control,
    Limits,
    MoveValue,
    Solution,
    SolvedTable,
    Solver,
    Value,
    layers,
    solve_tables,
    value_text,
)
from plyground.search.alphabeta import alphabeta
from plyground.search.maxn import maxn
from plyground.search.mcts import mcts
from plyground.search.perft import divide, perft

__all__ = [
    "MCTS",
    "AlphaBeta",
    "Analysis",
    "Batch",
    "Cancelled",
    "Chance",
    "Choice",
    "Comparison",
    "ConnectFour",
    "Control",
    "Difference",
    "External",
    "FullSearch",
    "Game",
    "HumanLike",
    "IllegalMoveError",
    "Limits",
    "Match",
    "MaxN",
    "Minimax",
    "Mixed",
    "MoveError",
    "MoveValue",
    "NumericalTicTacToe",
    "Outcome",
    "Perfect",
    "Played",
    "Player",
    "PlygroundError",
    "Position",
    "Puzzle",
    "Random",
    "Record",
    "Review",
    "Series",
    "Sim",
    "Solution",
    "SolvedTable",
    "Solver",
    "TicTacToe",
    "Tournament",
    "Trace",
    "Value",
    "alphabeta",
    "analyse",
    "check_answer",
    "divide",
    "game",
    "game_names",
    "layers",
    "look_inside",
    "maxn",
    "mcts",
    "page",
    "parse_player",
    "perft",
    "player",
    "puzzles",
    "read_records",
    "review",
    "sample",
    "simulate",
    "solve_many",
    "solve_tables",
    "sprt",
    "svg",
    "train",
    "value_text",
    "warm",
    "write_records",
]

show_boards()
