"""What a game or a search comes to: looking inside a search step by step, and puzzles."""

from plyground.analysis.drawing import drawing
from plyground.analysis.glassbox import (
    GREATEST_ESTIMATE,
    MOST_STEPS,
    AnalysisError,
    Heuristic,
    Node,
    Step,
    Trace,
    look_inside,
    old_tictactoe_cost,
)
from plyground.analysis.guessing import Question, question
from plyground.analysis.words import in_words, score_text

__all__ = [
    "GREATEST_ESTIMATE",
    "MOST_STEPS",
    "AnalysisError",
    "Heuristic",
    "Node",
    "Question",
    "Step",
    "Trace",
    "drawing",
    "in_words",
    "look_inside",
    "old_tictactoe_cost",
    "question",
    "score_text",
]
