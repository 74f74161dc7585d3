"""Algorithms, each written once for all games: each takes the rules as its first argument."""

from plyground.search.affordable import affordable
from plyground.search.alphabeta import ORDERS, PLAIN, Settings, alphabeta
from plyground.search.book import (
    Book,
    BookError,
    BookWarning,
    book_plies,
    built_book_path,
    find_book,
    shipped_book,
    start_value,
)
from plyground.search.book_building import BookBuilder, BookProgress
from plyground.search.control import Cancelled, Control, LimitError, Limits, processors
from plyground.search.enumeration import Layer, layers
from plyground.search.exact import MEMORY, SOLVABLE, Solution, Solver, SolverError
from plyground.search.inquiry import Bounds, Inquiry, kept_table, shared_solver, shared_table
from plyground.search.maxn import TIES as MAXN_TIES
from plyground.search.maxn import maxn
from plyground.search.mcts import EXPLORATION, SampledMove, Sampling, mcts
from plyground.search.perft import divide, perft
from plyground.search.results import RootMove, SearchResult
from plyground.search.sight import DRAWS
from plyground.search.start import StartProgress, known_start, solve_start, start_path
from plyground.search.tables import (
    KINDS,
    SolvedTable,
    TableError,
    TooLargeError,
    solve_tables,
    tables_folder,
)
from plyground.search.tables import Progress as TableProgress
from plyground.search.value import (
    PROVEN,
    WIN,
    MoveValue,
    Value,
    Verdict,
    moves_text,
    own_moves,
    plies_text,
    plies_to_end,
    proven,
    reach_text,
    value_of_bounds,
    value_of_score,
    value_of_text,
    value_text,
)

__all__ = [
    "DRAWS",
    "EXPLORATION",
    "KINDS",
    "MAXN_TIES",
    "MEMORY",
    "ORDERS",
    "PLAIN",
    "PROVEN",
    "SOLVABLE",
    "WIN",
    "Book",
    "BookBuilder",
    "BookError",
    "BookProgress",
    "BookWarning",
    "Bounds",
    "Cancelled",
    "Control",
    "Inquiry",
    "Layer",
    "LimitError",
    "Limits",
    "MoveValue",
    "RootMove",
    "SampledMove",
    "Sampling",
    "SearchResult",
    "Settings",
    "Solution",
    "SolvedTable",
    "Solver",
    "SolverError",
    "StartProgress",
    "TableError",
    "TableProgress",
    "TooLargeError",
    "Value",
    "Verdict",
    "affordable",
    "alphabeta",
    "book_plies",
    "built_book_path",
    "divide",
    "find_book",
    "kept_table",
    "known_start",
    "layers",
    "maxn",
    "mcts",
    "moves_text",
    "own_moves",
    "perft",
    "plies_text",
    "plies_to_end",
    "processors",
    "proven",
    "reach_text",
    "shared_solver",
    "shared_table",
    "shipped_book",
    "solve_start",
    "solve_tables",
    "start_path",
    "start_value",
    "tables_folder",
    "value_of_bounds",
    "value_of_score",
    "value_of_text",
    "value_text",
]
