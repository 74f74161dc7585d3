"""Every error and warning that Plyground raises. Each says what is wrong and what is accepted.

`PlygroundError` is the base of all errors, and a ValueError. Only `Cancelled` is not one of them:
it says that a search was stopped.
"""

from plyground.analysis import AnalysisError
from plyground.analysis.puzzles import ProgressError, PuzzleError, PuzzleWarning
from plyground.arena import CountsError, RatingError
from plyground.arena.bounds import BoundError
from plyground.arena.makers import BrokenSeriesError
from plyground.arena.match import RunError
from plyground.arena.parallel import ClusterError, ClusterWarning, ParallelError, WorkerDiedError
from plyground.arena.training import BrokenTrainingError
from plyground.kernel import CacheWarning, CompileError
from plyground.players import ForfeitError, PlayerError
from plyground.players.strengths import StrengthsError
from plyground.position import (
    CannotError,
    GameOverError,
    IllegalMoveError,
    MoveError,
    ParameterError,
    PlygroundError,
    RulesError,
    UnknownGameError,
    UnreadableMoveError,
)
from plyground.position.faults import GameFileError
from plyground.position.home import HomeError
from plyground.records import RecordError
from plyground.render.charts import ChartsMissingError
from plyground.search import (
    BookError,
    BookWarning,
    Cancelled,
    LimitError,
    SolverError,
    TableError,
    TooLargeError,
)
from plyground.search.exact import SolverMemoryError
from plyground.search.learning import WeightsError

SeriesError = TournamentError = ExperimentError = RunError
"""What the error was called before."""

__all__ = [
    "AnalysisError",
    "BookError",
    "BookWarning",
    "BoundError",
    "BrokenSeriesError",
    "BrokenTrainingError",
    "CacheWarning",
    "Cancelled",
    "CannotError",
    "ChartsMissingError",
    "ClusterError",
    "ClusterWarning",
    "CompileError",
    "CountsError",
    "ForfeitError",
    "GameFileError",
    "GameOverError",
    "HomeError",
    "IllegalMoveError",
    "LimitError",
    "MoveError",
    "ParallelError",
    "ParameterError",
    "PlayerError",
    "PlygroundError",
    "ProgressError",
    "PuzzleError",
    "PuzzleWarning",
    "RatingError",
    "RecordError",
    "RulesError",
    "RunError",
    "SeriesError",
    "SolverError",
    "SolverMemoryError",
    "StrengthsError",
    "TableError",
    "TooLargeError",
    "TournamentError",
    "UnknownGameError",
    "UnreadableMoveError",
    "WeightsError",
    "WorkerDiedError",
]
