"""What a game or a search comes to: every move graded, a search looked into step by step."""

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
from plyground.analysis.grades import GRADES, Grade, Worth
from plyground.analysis.guessing import Question, question
from plyground.analysis.reasons import Reason
from plyground.analysis.review import Accuracy, Review, ReviewedMove, review
from plyground.analysis.words import in_words, score_text

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
