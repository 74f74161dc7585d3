"""Matches and series between computer players, experiments, and spreading them over processes."""

from plyground.arena.match import Effort, Match, computers, play_match
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
    names,
    new_seed,
    play_all,
    simulate,
    warm,
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
    "computers",
    "names",
    "new_seed",
    "play_all",
    "play_match",
    "simulate",
    "warm",
    "wilson",
]
