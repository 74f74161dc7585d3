"""Matches, series and experiments between computer players, in one process or in many."""

from plyground.arena.match import Effort, Match, Playing, computers, play_match
from plyground.arena.parallel import ParallelError, WorkerDiedError
from plyground.arena.rating import Decision, Rating, RatingError, Ratings
from plyground.arena.report import as_csv, as_data, as_records, round_text
from plyground.arena.sequential import Comparison, compare
from plyground.arena.series import (
    FIRST,
    BrokenSeriesError,
    Round,
    Schedule,
    Series,
    SeriesError,
    Tally,
    assemble,
    is_long,
    new_seed,
    play_all,
    prepare,
    simulate,
    warm,
)
from plyground.arena.statistics import CountsError, Difference, SequentialTest, difference, wilson
from plyground.arena.training import Mark, Training

__all__ = [
    "FIRST",
    "BrokenSeriesError",
    "Comparison",
    "CountsError",
    "Decision",
    "Difference",
    "Effort",
    "Mark",
    "Match",
    "ParallelError",
    "Playing",
    "Rating",
    "RatingError",
    "Ratings",
    "Round",
    "Schedule",
    "SequentialTest",
    "Series",
    "SeriesError",
    "Tally",
    "Training",
    "WorkerDiedError",
    "as_csv",
    "as_data",
    "as_records",
    "assemble",
    "compare",
    "computers",
    "difference",
    "is_long",
    "new_seed",
    "play_all",
    "play_match",
    "prepare",
    "round_text",
    "simulate",
    "warm",
    "wilson",
]
