"""Matches, runs of many, and what they say: in one process or in many."""

from plyground.arena.bulk import UNSOLVED, Batch, sample, solve_many
from plyground.arena.ending import Comparison
from plyground.arena.makers import BrokenSeriesError, Series, Tournament, simulate, sprt
from plyground.arena.match import Effort, Match, Playing, RunError, computers, play_match
from plyground.arena.meeting import Done, Found, Meeting, Played, Round
from plyground.arena.parallel import ParallelError, WorkerDiedError
from plyground.arena.plan import FIRST, Entrant, Openings, Plan
from plyground.arena.rating import Decision, Rating, RatingError, Ratings
from plyground.arena.run import Run
from plyground.arena.statistics import CountsError, Difference, SequentialTest, difference, wilson
from plyground.arena.table import Line, Table
from plyground.arena.training import Mark, Training
from plyground.arena.warming import new_seed, prepare, warm

__all__ = [
    "FIRST",
    "UNSOLVED",
    "Batch",
    "BrokenSeriesError",
    "Comparison",
    "CountsError",
    "Decision",
    "Difference",
    "Done",
    "Effort",
    "Entrant",
    "Found",
    "Line",
    "Mark",
    "Match",
    "Meeting",
    "Openings",
    "ParallelError",
    "Plan",
    "Played",
    "Playing",
    "Rating",
    "RatingError",
    "Ratings",
    "Round",
    "Run",
    "RunError",
    "SequentialTest",
    "Series",
    "Table",
    "Tournament",
    "Training",
    "WorkerDiedError",
    "computers",
    "difference",
    "new_seed",
    "play_match",
    "prepare",
    "sample",
    "simulate",
    "solve_many",
    "sprt",
    "warm",
    "wilson",
]
