"""The names that `import plyground as pg` gives as `pg.NAME`: those to play and to analyse with.

Those who write games find what they need in `plyground.rules`. All errors are in
`plyground.errors`; less common players, searches and results in `plyground.players`,
`plyground.search`, `plyground.analysis`, `plyground.arena` and `plyground.records`.
"""

from plyground.analysis import Analysis, Review, Trace, analyse, look_inside, review
from plyground.analysis.puzzles import Puzzle, check_answer, puzzles
from plyground.arena import Series, simulate
from plyground.games.connect4 import ConnectFour
from plyground.games.numerical import NumericalTicTacToe
from plyground.games.registry import game, game_names
from plyground.games.sim import Sim
from plyground.games.tictactoe import TicTacToe
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
    Solver,
    Value,
    alphabeta,
    divide,
    layers,
    maxn,
    mcts,
    perft,
    plies_to_end,
    proven,
    solve_tables,
    value_text,
)

__all__ = [
    "MCTS",
    "AlphaBeta",
    "Analysis",
    "Cancelled",
    "Choice",
    "ConnectFour",
    "Control",
    "External",
    "FullSearch",
    "Game",
    "HumanLike",
    "IllegalMoveError",
    "Limits",
    "MaxN",
    "Minimax",
    "Mixed",
    "MoveError",
    "NumericalTicTacToe",
    "Outcome",
    "Perfect",
    "Player",
    "PlygroundError",
    "Position",
    "Puzzle",
    "Random",
    "Record",
    "Review",
    "Series",
    "Sim",
    "Solver",
    "TicTacToe",
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
    "parse_player",
    "perft",
    "plies_to_end",
    "proven",
    "puzzles",
    "read_records",
    "review",
    "simulate",
    "solve_tables",
    "svg",
    "value_text",
    "write_records",
]
