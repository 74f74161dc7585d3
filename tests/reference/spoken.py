"""`spoken`: a step of a recorded search as a sentence, from the phrases that spoken.js of a page
puts together in the same way. `in_words` of trace says it to those who have written a search.
"""

from __future__ import annotations

from plyground.analysis.trace import Node, Step, Trace, called, ending, score_text
from plyground.browser.inside import NAMED, SAID
from plyground.search import Value, value_of_score


def spoken(trace: Trace, step: Step) -> str:
    """A step as a sentence without its full stop. Values are for the player who maximises."""
    node = trace.nodes[step.node]
    me, name = called(trace, trace.player), called(trace, node.player)
    child = _move(trace, step.child) if step.child is not None else ""
    match step.action:
        case "enter" if node.parent is None and not node.end:
            said = _said("start 1" if trace.depth == 1 else "start", name=name, n=trace.depth)
        case "enter" if node.parent is None:
            said = _seen(trace, node, name)
        case "enter":
            said = _said("enter", way=_way(trace, node), seen=_seen(trace, node, name))
        case "evaluate" if node.end == "over" and not step.value:
            said = SAID["evaluate nobody"]
        case "evaluate":
            said = _said("evaluate", result=_result(step.value, me))
        case "raise" | "lower":
            said = _said("best", name=name, move=child, result=_result(step.value, me))
        case "cut":
            said = _cut(trace, step, node, me)
        case "return":
            said = _returned(trace, step, node, me)
    return said


def _said(phrase: str, **given: object) -> str:
    return SAID[phrase].format(**given)


def _returned(trace: Trace, step: Step, node: Node, me: str) -> str:
    result = _result(step.value, me)
    if node.parent is None:
        if node.best is None:
            return _said("done", result=result)
        return _said("done best", move=_move(trace, node.best), result=result)
    move, worth = _move(trace, node.number), _worth(step.value)
    return _said(f"return {node.bound}", move=move, me=me, result=result, worth=worth)


def _cut(trace: Trace, step: Step, node: Node, me: str) -> str:
    spared = [trace.position.game.face.wording.spoken(move) for move in step.moves]
    moves = " and ".join(spared) if len(spared) <= NAMED else _said("many", n=len(spared))
    here, there = (step.alpha, step.beta) if node.kind == "max" else (step.beta, step.alpha)
    two = trace.position.game.players == 2
    others = called(trace, 1 - trace.player) if two else SAID["others"]
    why = _said(f"cut {node.kind}", me=me, others=others, here=_worth(here), there=_worth(there))
    return _said("cut", moves=moves, why=why)


def _move(trace: Trace, number: int) -> str:
    """The move that leads to a node, as people say it."""
    return trace.position.game.face.wording.spoken(trace.nodes[number].move or "")


def _way(trace: Trace, node: Node) -> str:
    """Who plays what on the way to a node."""
    moves = []
    while node.parent is not None:
        before = trace.nodes[node.parent]
        moves.append(
            _said("plays", name=called(trace, before.player), move=_move(trace, node.number))
        )
        node = before
    *first, last = reversed(moves)
    return f"{', '.join(first)} and {last}" if first else last


def _seen(trace: Trace, node: Node, name: str) -> str:
    """What is there at the end of the way."""
    if node.end == "depth":
        return SAID["farthest"]
    if node.end and not node.value:
        return _said("nobody", reason=node.reason.partition(": ")[2])
    if not node.end:
        return _said("turn", name=name)
    return ending(trace, node)


def _result(score: float | None, me: str) -> str:
    """What a value means for a player: "x wins in 3", or "it is worth +5 to x"."""
    value = _value(score)
    phrase = f"{value.verdict} in" if value.plies else value.verdict
    return _said(phrase, me=me, n=value.plies, worth=_worth(score))


def _worth(score: float | None) -> str:
    """A value as a noun: "a win in 3", "+5"."""
    assert score is not None
    known = _value(score).verdict != "unknown"
    return _said("known", score=score_text(score)) if known else score_text(score)


def _value(score: float | None) -> Value:
    assert score is not None
    return value_of_score(int(score))
