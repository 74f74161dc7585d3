"""Another try at a poor move: what is asked, and what is said of an answer."""

from __future__ import annotations

from plyground.analysis.review_words import SAID
from plyground.analysis.reviewed import GRADE_WORDS, ReviewedMove, player_name, what_comes
from plyground.position.face import capital
from plyground.search import reach_text


def task(move: ReviewedMove) -> str:
    """What is to be found in place of a move."""
    slow = move.grade == "inaccuracy" and move.before.verdict == "win"
    does = SAID["wins sooner"] if slow else SAID[f"does {move.before.verdict}"]
    return SAID["task"].format(name=player_name(move.position.game, move.player), does=does)


def is_right(wanted: ReviewedMove, text: str) -> bool:
    """Whether an answer is good enough, as far as the review of the move to improve says."""
    return text in wanted.best or (wanted.grade != "inaccuracy" and text in wanted.keeping)


def praise(wanted: ReviewedMove, text: str) -> str:
    """What is said of a move that is good enough."""
    if text not in wanted.best:
        does = SAID[f"does {wanted.before.verdict}"]
    elif not wanted.exact:
        does = f"is best as far as a search of {reach_text(wanted.depth or 0)} shows"
    else:
        does = SAID["is one of the best" if len(wanted.best) > 1 else "is best"]
    return SAID["right"].format(move=_spoken(wanted, text), does=does)


def judged(made: ReviewedMove, you: int | None) -> str:
    """The grade of a move, and what it leads to."""
    move = capital(_spoken(made, made.move))
    what = what_comes(made, you)
    return SAID["wrong"].format(move=move, grade=GRADE_WORDS[made.grade], what=what)


def why_not(made: ReviewedMove) -> str:
    """What is wrong with a move; the better move stays hidden."""
    said = judged(made, made.player)
    if made.reason is not None and made.reason.name != "missed":
        said += f" You {made.reason.text}."
    return said


def solution(wanted: ReviewedMove) -> str:
    """The best moves."""
    moves = " or ".join(_spoken(wanted, each) for each in wanted.best)
    return SAID["solution"].format(moves=moves)


def _spoken(move: ReviewedMove, text: str) -> str:
    return move.position.game.face.wording.spoken(text)
