"""Puzzles: positions in which only one move keeps the win, or the draw."""

from plyground.analysis.puzzles.mining import Mined, mine, prove
from plyground.analysis.puzzles.motifs import MOTIFS, Motif, motif_of
from plyground.analysis.puzzles.progress import (
    PROGRESS,
    Progress,
    ProgressError,
    ProgressFile,
    Try,
    TryResult,
)
from plyground.analysis.puzzles.puzzle import (
    LEVELS,
    Answer,
    Level,
    Puzzle,
    PuzzleError,
    PuzzleWarning,
    all_puzzles,
    check_answer,
    daily,
    days,
    hints,
    in_doubt,
    mined_text,
    puzzles,
    read_puzzles,
)
from plyground.analysis.puzzles.rating import Rating, points, rating_of

__all__ = [
    "LEVELS",
    "MOTIFS",
    "PROGRESS",
    "Answer",
    "Level",
    "Mined",
    "Motif",
    "Progress",
    "ProgressError",
    "ProgressFile",
    "Puzzle",
    "PuzzleError",
    "PuzzleWarning",
    "Rating",
    "Try",
    "TryResult",
    "all_puzzles",
    "check_answer",
    "daily",
    "days",
    "hints",
    "in_doubt",
    "mine",
    "mined_text",
    "motif_of",
    "points",
    "prove",
    "puzzles",
    "rating_of",
    "read_puzzles",
]
