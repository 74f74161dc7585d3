"""A recorded search in words: scores, windows, and every step as a sentence."""

from __future__ import annotations

import math

from plyground.analysis.glassbox import GREATEST_ESTIMATE, Algorithm, Node, Step, Trace
from plyground.search import WIN

ALGORITHM_NAMES: dict[Algorithm, str] = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "shallow": "alpha-beta with shallow cut-offs",
}


def score_text(score: float) -> str:
    """A score or a bound: "win in 3" (plies from the root), "loss in 2", "+5", "0", "-inf"."""
    if math.isinf(score):
        return f"{score:+}"
    if abs(score) > GREATEST_ESTIMATE:
        return f"{'win' if score > 0 else 'loss'} in {WIN - abs(score)}"
    return f"{score:+}" if score else "0"


def plies_text(plies: int) -> str:
    """A number of plies."""
    return f"{plies} ply" if plies == 1 else f"{plies} plies"


def about(trace: Trace) -> str:
    """What was searched, and how."""
    game, moves = trace.position.game, trace.position.history
    after = f"after {' '.join(moves)}" if moves else "at the start"
    order = ", moves from last to first" if trace.order == "reversed" else ""
    return (
        f"{game.title} {after}: {ALGORITHM_NAMES[trace.algorithm]}, "
        f"{plies_text(trace.depth)} deep{order}"
    )


def summary(trace: Trace) -> str:
    """What the search found."""
    visited = f"{trace.visited:,} position{'' if trace.visited == 1 else 's'} visited."
    best = " ".join(trace.principal_variation)
    if trace.root.end == "over":
        return f"The game is over, there is nothing to search. {trace.root.reason}."
    if trace.value is None:
        found = "The search did not come to an end."
    elif best:
        found = f"The position is worth {score_text(trace.value)}, by {best}."
    else:
        found = f"The position is worth {score_text(trace.value)}."
    return f"Player {trace.player + 1} maximises. {found} {visited}"


def cut_short(trace: Trace) -> str:
    """Where and when the recording was cut short; empty if it was not."""
    if trace.stopped_at is None:
        return ""
    where = " ".join(trace.path(trace.stopped_at))
    place = f"at {where}" if where else "at the root"
    return (
        f"Cut short after {trace.most_steps:,} step{'' if trace.most_steps == 1 else 's'}, "
        f"{place}: what is not finished has no value."
    )


def in_words(trace: Trace, step: Step) -> str:
    """A step as a sentence without a full stop, about scores for the player who maximises."""
    node = trace.nodes[step.node]
    at = node.move or "the root"
    me = f"player {trace.player + 1}"
    value = score_text(step.value) if step.value is not None else ""
    move = trace.nodes[step.child].move if step.child is not None else None
    match step.action:
        case "enter":
            said = f"enter {at}: {_turn(trace, node)}window {_window(step)}"
        case "evaluate":
            said = f"evaluate {at}: {value} ({_reason(node)})"
        case "raise":
            said = f"raise alpha of {at} to {value}: with {move}, {me} gets that at least"
        case "lower":
            said = (
                f"lower beta of {at} to {value}: with {move}, player {node.player + 1} "
                f"holds {me} to that at most"
            )
        case "cut":
            said = _cut(trace, step, node, at)
        case "return":
            done = node.parent is None
            said = f"the root is worth {value}: done" if done else f"return from {at} with {value}"
    return said


def _turn(trace: Trace, node: Node) -> str:
    if node.end == "over":
        return ""
    who = "max" if node.player == trace.player else "min"
    return f"player {node.player + 1} to move ({who}), "


def _reason(node: Node) -> str:
    return node.reason[:1].lower() + node.reason[1:] if node.end == "over" else node.reason


def _cut(trace: Trace, step: Step, node: Node, at: str) -> str:
    me = f"player {trace.player + 1}"
    others = "the others" if trace.position.game.players > 2 else f"player {2 - trace.player}"
    alpha, beta = score_text(step.alpha), score_text(step.beta)
    if node.kind == "max":
        why = f"{me} gets {alpha} at least here, and {others} can hold {me} to {beta} elsewhere"
    else:
        why = f"{me} gets {beta} at most here, and can have {alpha} elsewhere"
    return f"cut off at {at}: {' '.join(step.moves)} need not be looked at, because {why}"


def _window(step: Step) -> str:
    return f"{score_text(step.alpha)}..{score_text(step.beta)}"
