"""Matches and series between computer players, experiments, and spreading them over processes."""

from plyground.arena.match import Effort, Match, play_match
from plyground.arena.parallel import ParallelError, WorkerDiedError
from plyground.arena.series import (
    FIRST,
    BrokenSeriesError,
    Round,
    Schedule,
    Series,
    SeriesError,
    Tally,
    assemble,
    new_seed,
    play_all,
    simulate,
    wilson,
)

__all__ = [
    "FIRST",
    "BrokenSeriesError",
    "Effort",
    "Match",
    "ParallelError",
    "Round",
    "Schedule",
    "Series",
    "SeriesError",
    "Tally",
    "WorkerDiedError",
    "assemble",
    "new_seed",
    "play_all",
    "play_match",
    "simulate",
    "wilson",
]
