"""`foresee`: about how many positions a question about a game's start will cost.

If the answer is yes, one good move is enough where the player to move is the one it is good for,
and all moves count elsewhere; the same for no, with the players exchanged. So both guesses grow
layers of questions, by the first move in the game's own order or by all, until a short search
answers most of some that are drawn by chance, as guessed. Their cost times the size of their layer
is the forecast. It is rough: the order of moves is not always right, and later questions profit
from the answers before them.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from plyground.position import Game, PlainState, Position
from plyground.search.asking import Question, answered
from plyground.search.control import Control
from plyground.search.exact import Solver, passed_on
from plyground.search.frontier import bounds_of, followers

_TRIAL = 200_000  # positions for a look at the start, in which the table is made
_WIDE = 300  # questions of a layer, before some are asked
_MOST = 5_000  # questions of a layer; then their searches may be longer
_DRAWN = 6  # questions that are asked of a layer
_ENOUGH = 4  # of them answered, for a forecast
_NODES = 30_000  # positions that a search may visit for each, at first
_NODES_MOST = 1_000_000  # and at last
_LONGER = 4


@dataclass(frozen=True)
class Foresight:
    """About what a question will cost: so many questions after so many plies, so many positions,
    and the seconds of one thread. If not `sure`, it costs more than that.
    """

    questions: int
    plies: int
    nodes: int
    seconds: float
    sure: bool = True


@dataclass(frozen=True)
class _Asked:
    position: Position
    x: int
    yes: bool  # the answer that is guessed


def foresee(solver: Solver, x: int, control: Control, seconds: float = math.inf) -> Foresight:
    """What it will cost to say whether the value of the start is at least `x`.

    The forecast itself takes about so many seconds at most. Raises Cancelled when `control` says
    stop.
    """
    begun = time.perf_counter()
    start = solver.game.position()
    first = answered(solver, Question(start, x, _TRIAL), control)
    if first.low >= x or first.high < x:
        return Foresight(1, 0, first.nodes, first.seconds)
    speed = first.nodes / first.seconds
    guesses = [
        _guess(solver, x, yes, control, begun + share * seconds, speed)
        for yes, share in ((True, 0.5), (False, 1.0))
    ]
    return min(guesses, key=lambda guess: (not guess.sure, guess.nodes))


def _guess(
    solver: Solver, x: int, yes: bool, control: Control, until: float, speed: float
) -> Foresight:
    """The forecast if this is the answer, by the positions that are searched in a second.

    Without an answer of most questions, it is too low.
    """
    chance = random.Random(0)
    layer, plies, limit = _first(solver.game, x, yes), 0, _NODES
    while True:
        following = _next(layer)
        if following and (plies == 0 or len(layer) < _WIDE):
            layer, plies = following, plies + 1
            continue
        drawn = chance.sample(layer, min(_DRAWN, len(layer)))
        answers = [
            answered(solver, Question(asked.position, asked.x, limit), control) for asked in drawn
        ]
        as_guessed = sum(
            answer.low >= asked.x if asked.yes else answer.high < asked.x
            for asked, answer in zip(drawn, answers, strict=True)
        )
        sure = as_guessed >= min(_ENOUGH, len(drawn))
        if sure or limit >= _NODES_MOST or time.perf_counter() >= until:
            each = len(layer) / max(len(drawn), 1)
            nodes = each * sum(answer.nodes for answer in answers)
            return Foresight(len(layer), plies, round(nodes), nodes / speed, sure)
        if following and len(following) <= _MOST:
            layer, plies = following, plies + 1
        else:
            limit *= _LONGER


def _first(game: Game, x: int, yes: bool) -> list[_Asked]:
    start = game.position()
    low, high, *_ = bounds_of(start)
    return [_Asked(start, x, yes)] if low < x <= high else []


def _next(layer: Sequence[_Asked]) -> list[_Asked]:
    """The questions a ply later that are still open."""
    found: dict[tuple[PlainState, int], _Asked] = {}
    for asked in layer:
        for follower in followers(asked.position):
            x = passed_on(asked.x, follower.same)
            yes = asked.yes == follower.same
            decided = follower.low >= x or follower.high < x
            if decided and (follower.low >= x) == yes and asked.yes:
                break  # this move is enough
            if decided:
                continue
            child = asked.position.play_code(follower.code)
            found.setdefault((follower.state, x), _Asked(child, x, yes))
            if asked.yes:
                break
    return list(found.values())
