"""Puzzles: positions in which only one move keeps the win, or the draw."""

from plyground.analysis.puzzles.mining import Mined, mine, prove
from plyground.analysis.puzzles.progress import (
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
    hints,
    mined_text,
    puzzles,
    read_puzzles,
)

__all__ = [
    "LEVELS",
    "Answer",
    "Level",
    "Mined",
    "Progress",
    "ProgressError",
    "ProgressFile",
    "Puzzle",
    "PuzzleError",
    "PuzzleWarning",
    "Try",
    "TryResult",
    "all_puzzles",
    "check_answer",
    "daily",
    "hints",
    "mine",
    "mined_text",
    "prove",
    "puzzles",
    "read_puzzles",
]
