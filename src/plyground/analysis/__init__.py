"""Knowledge about games and searches: exact values, a search or a game step by step, puzzles."""

from plyground.analysis.analyse import Analysis, analyse
from plyground.analysis.glassbox import (
    MOST_STEPS,
    AnalysisError,
    cost_of_old_program,
    look_inside,
)
from plyground.analysis.grades import GRADES, Grade
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
from plyground.position import Heuristic

__all__ = [
    "GRADES",
    "GREATEST_ESTIMATE",
    "MOST_STEPS",
    "Accuracy",
    "Analysis",
    "AnalysisError",
    "Grade",
    "Heuristic",
    "Node",
    "Reason",
    "Review",
    "ReviewedMove",
    "Step",
    "Trace",
    "analyse",
    "cost_of_old_program",
    "drawing",
    "in_words",
    "look_inside",
    "review",
    "score_text",
]
