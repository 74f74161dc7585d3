"""What a game or a search comes to: a search step by step, a game move by move, and puzzles."""

from plyground.analysis.glassbox import (
    MOST_STEPS,
    AnalysisError,
    Heuristic,
    look_inside,
    old_tictactoe_cost,
)
from plyground.analysis.grades import GRADES, Grade, Worth
from plyground.analysis.guessing import Question, question
from plyground.analysis.reasons import Reason
from plyground.analysis.review import review
from plyground.analysis.reviewed import Accuracy, Review, ReviewedMove
from plyground.analysis.trace import (
    GREATEST_ESTIMATE,
    Node,
    Step,
    Trace,
    drawing,
    in_words,
    score_text,
)

__all__ = [
    "GRADES",
    "GREATEST_ESTIMATE",
    "MOST_STEPS",
    "Accuracy",
    "AnalysisError",
    "Grade",
    "Heuristic",
    "Node",
    "Question",
    "Reason",
    "Review",
    "ReviewedMove",
    "Step",
    "Trace",
    "Worth",
    "drawing",
    "in_words",
    "look_inside",
    "old_tictactoe_cost",
    "question",
    "review",
    "score_text",
]
