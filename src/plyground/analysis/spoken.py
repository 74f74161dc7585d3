"""`spoken`: a step of a recorded search, for people who have never written one.

`in_words` of trace says it to those who have.
"""

from __future__ import annotations

from plyground.analysis.trace import Node, Step, Trace, score_text
from plyground.search import Value, value_of_score


def spoken(trace: Trace, step: Step) -> str:
    """A step as a sentence without its full stop. Values are for the player who maximises."""
    node = trace.nodes[step.node]
    me, them = _name(trace, trace.player), _name(trace, node.player)
    child = _move(trace, step.child) if step.child is not None else ""
    match step.action:
        case "enter" if node.parent is None and not node.end:
            moves = "1 move" if trace.depth == 1 else f"{trace.depth} moves"
            said = f"{them} is to move, and looks {moves} ahead"
        case "enter" if node.parent is None:
            said = _seen(trace, node, them)
        case "enter":
            said = f"if {_way(trace, node)}, {_seen(trace, node, them)}"
        case "evaluate" if node.end == "over" and not step.value:
            said = "that way nobody wins"
        case "evaluate":
            said = f"that way {_result(step.value, me)}"
        case "raise" | "lower":
            said = f"the best for {them} so far is {child}: {_result(step.value, me)}"
        case "cut":
            said = _cut(trace, step, node)
        case "return":
            said = _returned(trace, step, node)
    return said


def _returned(trace: Trace, step: Step, node: Node) -> str:
    me = _name(trace, trace.player)
    if node.parent is None:
        best = "" if node.best is None else f"{_move(trace, node.best)} is best, and "
        return f"the search is done: {best}{_result(step.value, me)}"
    after = f"so after {_move(trace, node.number)}"
    bound = {"upper": "at most", "lower": "at least"}.get(node.bound or "")
    if bound:
        return f"{after}, {me} gets {bound} {_worth(step.value)}"
    return f"{after}, {_result(step.value, me)}"


def _cut(trace: Trace, step: Step, node: Node) -> str:
    me, two = _name(trace, trace.player), trace.position.game.players == 2
    spared = [trace.position.game.face.wording.spoken(move) for move in step.moves]
    moves = " and ".join(spared) if len(spared) < 4 else f"{len(spared)} moves"
    need = "needs" if len(spared) == 1 else "need"
    here, elsewhere = (step.alpha, step.beta) if node.kind == "max" else (step.beta, step.alpha)
    if node.kind == "max":
        others = _name(trace, 1 - trace.player) if two else "the others"
        why = f"{me} has {_worth(here)} here, and {others} can hold {me} to {_worth(elsewhere)}"
    else:
        why = f"{me} gets at most {_worth(here)} here, and has {_worth(elsewhere)}"
    return f"{moves} {need} no look: {why} elsewhere"


def _name(trace: Trace, player: int) -> str:
    names = trace.position.game.player_names
    return names[player] if names else f"player {player + 1}"


def _move(trace: Trace, number: int) -> str:
    """The move that leads to a node, as people say it."""
    return trace.position.game.face.wording.spoken(trace.nodes[number].move or "")


def _way(trace: Trace, node: Node) -> str:
    """Who plays what on the way to a node."""
    moves = []
    while node.parent is not None:
        before = trace.nodes[node.parent]
        moves.append(f"{_name(trace, before.player)} plays {_move(trace, node.number)}")
        node = before
    *first, last = reversed(moves)
    return f"{', '.join(first)} and {last}" if first else last


def _seen(trace: Trace, node: Node, them: str) -> str:
    """What is there at the end of the way."""
    if node.end == "depth":
        return "the search looks no farther"
    if node.end and not node.value:
        return f"nobody wins: {node.reason.partition(': ')[2]}"
    if not node.end:
        return f"{them} is to move"
    said = node.reason[:1].lower() + node.reason[1:]
    for player in range(trace.position.game.players):
        said = said.replace(f"player {player + 1}", _name(trace, player))
    return said


def _result(score: float | None, me: str) -> str:
    """What a value means for a player: "x wins in 3", or "it is worth +5 to x"."""
    verb = {"win": "wins", "loss": "loses"}.get(_value(score).verdict)
    if verb is None:
        return f"it is worth {_worth(score)} to {me}"
    return f"{me} {verb} in {_value(score).plies}" if _value(score).plies else f"{me} {verb}"


def _worth(score: float | None) -> str:
    """A value as a noun: "a win in 3", "+5"."""
    assert score is not None
    known = _value(score).verdict != "unknown"
    return f"a {score_text(score)}" if known else score_text(score)


def _value(score: float | None) -> Value:
    assert score is not None
    return value_of_score(int(score))
