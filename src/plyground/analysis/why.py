"""`why`: what a computer says of its move."""

from __future__ import annotations

from plyground.players import Choice
from plyground.position import Wording


def why(choice: Choice, wording: Wording) -> str:
    """Why a computer chose a move, in its own words, and what it expects."""
    value, depth, expected = choice.value, choice.depth, choice.pv[1:2]
    said = "I liked this move best."
    if choice.rule:
        said = f"I followed {choice.rule}"
    elif value is not None and value.verdict == "win":
        said = "I win, whatever you play."
    elif value is not None and value.verdict == "loss":
        said = "I lose if you play well, so I hold out as long as I can."
    elif value is not None and value.verdict == "draw":
        said = "Neither of us can win if both play well, and this keeps it so."
    elif depth:
        said = f"I looked {depth} {'move' if depth == 1 else 'moves'} ahead and liked this best."
    if expected:
        said += f" I expect {wording.spoken(expected[0])} next."
    return said
