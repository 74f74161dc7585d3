"""Monte Carlo tree search that is guided by what was learned, in place of random games.

It is UCT with a predictor, PUCT (Rosin, Multi-armed bandits with episode context, 2011), in the
form of Silver and others (Mastering the game of Go without human knowledge, 2017). A playout goes
down the tree of `search.mcts` to a position without children and makes them. What was learned rates
each of them for the player who moves there: tanh of the sum, from 0 for a loss to 1 for a win, and
the result where the game has ended. What the best of them brings goes up the tree as the reward of
each player. The ratings also say where to go: the share of a move is the softmax of the ratings of
all moves of its position, and a playout takes the move with the greatest

    mean reward + EXPLORATION x share x sqrt(visits of the position) / (1 + visits of the move)

where the rating of the move counts as one visit. Proofs are those of `search.mcts`. The first of
equal moves is taken, so there is no chance in it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from plyground.kernel import Rules, compiled, local_array, pulse
from plyground.kernel.real import exp, tanh
from plyground.position import (
    ONGOING,
    Game,
    Ints,
    Position,
    State,
    as_words,
    position_of,
    require_ongoing,
)
from plyground.search.control import NODES, RUNNING, STOP, Control, Limits
from plyground.search.learning.choosing import descend
from plyground.search.learning.learner import Rater
from plyground.search.learning.patterns import Patterns, Shorts
from plyground.search.learning.temporal import (
    Floats,
    Reals,
    begin,
    first_weight,
    place_of,
    rated,
    total,
)
from plyground.search.mcts import (
    CAPACITY,
    DRAWN,
    LOST,
    REWARD,
    ROOT,
    UNPROVEN,
    WON,
    Sampling,
    Tree,
    budget,
    grow,
    meaning,
    new_tree,
    plant,
    prove,
    proven_result,
    reward,
    room_for,
    sampling,
    settled,
)

EXPLORATION = 1.0
"""How much the search explores moves that did not do well so far.

With it and TEMPERATURE, of values from 0.1 to 4 and from 0.05 to 0.4, the search made fewest
mistakes in 1,500 positions of Connect Four, with 400 and with 1600 playouts.
"""

TEMPERATURE = 0.2
"""How much better a rating makes a move e times as likely at first."""


class Guide(NamedTuple):
    """What was learned, what it says of the positions of a tree, and arrays to work in.

    Arrays of rows have two: of the root, and of the position that gets children.
    """

    patterns: Patterns
    weights: Floats
    share: Reals  # [capacity], how likely the move to a position is at first
    rating: Ints  # [capacity], of a position, in points of the player who moved there
    cells: Ints  # [sites of the board]
    shown: Ints  # [2 x sites]
    seen: Shorts  # [2 x views x slots], what the slots show to each view
    spare: Shorts  # [slots]


@compiled
def _points(summed: float) -> int:
    """A sum of what was learned, squashed, in points."""
    return int(REWARD * (0.5 + 0.5 * tanh(summed)))


@compiled
def _points_after(rules: Rules, guide: Guide, child: State, player: int) -> int:
    """What a child of the position in the second row brings a player, by its rating or result."""
    result = rules.result(child)
    if result != ONGOING:
        return reward(result, player)
    patterns, seen = guide.patterns, guide.seen
    shown, half = guide.shown[patterns.sites :], len(seen) // 2
    return _points(
        rated(rules, patterns, guide.weights, child, player, guide.cells, shown, seen, half,
              guide.spare)
    )  # fmt: skip


@compiled
def _see(rules: Rules, guide: Guide, state: State) -> None:
    """Write what a position shows in the second row."""
    row: Any = np.int64(0)
    descend(rules, guide.patterns, state, row, guide.cells, guide.shown, guide.seen)


@compiled
def _rate_children(
    rules: Rules, tree: Tree, guide: Guide, node: int, state: State, rewards: Ints
) -> None:
    """Rate the children of `node`, just made, and write what the best of them brings each player.

    What `state`, the position of `node`, shows is in the second row.
    """
    first, count = tree.first[node], tree.children[node]
    mover = rules.player(state)
    best = first
    for child in range(first, first + count):
        after = rules.play(state, tree.move[child])
        guide.rating[child] = _points_after(rules, guide, after, mover)
        if guide.rating[child] > guide.rating[best]:
            best = child
    highest, together = guide.rating[best], 0.0
    for child in range(first, first + count):
        guide.share[child] = exp((guide.rating[child] - highest) / (TEMPERATURE * REWARD))
        together += guide.share[child]
    for child in range(first, first + count):
        guide.share[child] /= together
    after = rules.play(state, tree.move[best])
    for player in range(rules.players):
        rewards[player] = _points_after(rules, guide, after, player)


@compiled
def _rate_alone(rules: Rules, guide: Guide, state: State, rewards: Ints) -> None:
    """Write what the ongoing position in the second row brings each player by its own rating."""
    patterns = guide.patterns
    mover = rules.player(state)
    offset = len(guide.seen) // 2 + (mover * patterns.slots if patterns.turned else 0)
    for player in range(rules.players):
        output, sign = place_of(patterns, player, mover)
        begins = first_weight(patterns, mover, output)
        rewards[player] = _points(
            sign * total(guide.weights, guide.seen, offset, patterns.slots, begins)
        )


@compiled
def _most_urgent(tree: Tree, guide: Guide, node: int, sign: int, two: bool) -> int:
    """The child to go to: a proven win, else the one with the greatest sum stated above.

    A proven loss comes last, and with two players a proven draw brings half a win. `sign` is
    explained at `mcts.meaning`.
    """
    first, count = tree.first[node], tree.children[node]
    breadth = EXPLORATION * math.sqrt(tree.visits[node])
    chosen = -1
    highest = -math.inf
    for child in range(first, first + count):
        proof = tree.proof[child]
        visits = tree.visits[child]
        if proof != UNPROVEN and sign * proof == WON:
            return int(child)
        urgency = (guide.rating[child] + tree.points[child]) / REWARD / (1 + visits)
        if proof == DRAWN and two:
            urgency = 0.5
        urgency += breadth * guide.share[child] / (1 + visits)
        if proof != UNPROVEN and sign * proof == LOST:
            urgency = -1.0
        if urgency > highest:
            chosen, highest = child, urgency
    return chosen


@compiled
def _follow_up(
    rules: Rules, tree: Tree, guide: Guide, node: int, state: State, me: int, counters: Ints,
    rewards: Ints,
) -> None:  # fmt: skip
    """Write what the position at the end of a playout brings each player, and make its children."""
    proof = tree.proof[node]
    if proof == UNPROVEN:
        _see(rules, guide, state)
        if grow(rules, tree, node, state, me, counters):
            _rate_children(rules, tree, guide, node, state, rewards)
            prove(tree, node, me)
        else:
            _rate_alone(rules, guide, state, rewards)
        return
    result = proven_result(proof, me) if rules.players == 2 else rules.result(state)
    for player in range(rules.players):
        rewards[player] = reward(result, player)


@compiled
def look_into(
    rules: Rules, tree: Tree, guide: Guide, root: State, playouts: int, counters: Ints
) -> int:
    """Make a number of playouts from `root`; fewer if stopped, or if more would change nothing.

    Returns how many were made. `counters` are those of a Control; NODES counts the moves played,
    each leading to a position: down the tree, and to new children.
    """
    me = rules.player(root)
    two = rules.players == 2
    rewards = local_array(rules.players, np.int64)
    if tree.size[0] == 0:
        zero: Any = np.int64(0)  # a constant would be compiled again
        plant(rules, tree, root, counters)
        begin(rules, guide.patterns, root, guide.cells, guide.shown, guide.seen, zero)
        _see(rules, guide, root)
        _rate_children(rules, tree, guide, zero, root, rewards)
    made = 0
    while made < playouts and counters[STOP] == RUNNING and not settled(tree, two):
        pulse()
        # Step 1. Down to a position that is decided or has no children.
        node = ROOT
        state = root
        while tree.children[node] > 0 and (tree.proof[node] == UNPROVEN or not two):
            node = _most_urgent(tree, guide, node, meaning(tree, node, me, two), two)
            state = rules.play(state, tree.move[node])
            counters[NODES] += 1
        # Step 2. What it brings each player.
        _follow_up(rules, tree, guide, node, state, me, counters, rewards)
        # Step 3. Back up to the root.
        while node != ROOT:
            tree.visits[node] += 1
            tree.points[node] += rewards[tree.mover[node]]
            node = tree.parent[node]
        tree.visits[ROOT] += 1
        made += 1
    return made


def guided(
    position: Position | Game,
    rater: Rater,
    *,
    limits: Limits | None = None,
    control: Control | None = None,
    capacity: int = CAPACITY,
) -> Sampling:
    """Search `position` as `search.mcts` does, guided by what was learned.

    The first playout is made in any case. Limited by playouts, the result is always the same.

    Raises LimitError without a limit of playouts or seconds, or with one of depth or positions,
    Cancelled when `control` says stop, GameOverError after the end of the game.
    """
    position = position_of(position)
    require_ongoing(position)
    most, seconds = budget(limits)
    control = control or Control()
    rules, state = position.game.rules, as_words(position.state)
    tree = new_tree(room_for(position, most, capacity), 0)
    guide = _guide(rater, tree.capacity)
    before = control.nodes
    made = look_into(rules, tree, guide, state, 1, control.counters)  # compiles, untimed
    with control.deadline(seconds):
        made += look_into(rules, tree, guide, state, most - made, control.counters)
    found = sampling(position, tree, int(made), control.nodes - before)
    control.check()  # no sooner, so that even a search that is stopped at once compiles all of it
    return found


def _guide(rater: Rater, capacity: int) -> Guide:
    patterns = rater.patterns
    width = patterns.slots * (patterns.players if patterns.turned else 1)
    return Guide(
        patterns=patterns,
        weights=rater.weights,
        share=np.empty(capacity, np.float64),
        rating=np.empty(capacity, np.int64),
        cells=np.zeros(patterns.sites, np.int64),
        shown=np.zeros(2 * patterns.sites, np.int64),
        seen=np.zeros(2 * width, np.int32),
        spare=np.zeros(patterns.slots, np.int32),
    )
