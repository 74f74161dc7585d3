"""Learning a game by playing it: see `temporal` for the method, `patterns` for what it looks at."""

from plyground.search.learning.exam import Question, questions, right_by_chance
from plyground.search.learning.guided import guided
from plyground.search.learning.learner import (
    EXPLORING,
    OPENINGS,
    STEP,
    TRACE,
    Learner,
    Rated,
    Rater,
)
from plyground.search.learning.weights import (
    Packed,
    Weights,
    WeightsError,
    mark_of,
    shipped,
    shipped_mark,
)

__all__ = [
    "EXPLORING",
    "OPENINGS",
    "STEP",
    "TRACE",
    "Learner",
    "Packed",
    "Question",
    "Rated",
    "Rater",
    "Weights",
    "WeightsError",
    "guided",
    "mark_of",
    "questions",
    "right_by_chance",
    "shipped",
    "shipped_mark",
]
