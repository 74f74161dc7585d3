"""Monte Carlo tree search: UCT, with proven values backed up.

UCT is the method of Kocsis and Szepesvari (Bandit based Monte-Carlo planning, 2006): it plays
random games from the leaves of a tree that grows where moves do well. Proofs follow Winands,
Bjornsson and Saito (Monte-Carlo tree search solver, 2008): certain results of ended games go up the
tree along with the averages.

A playout goes down from the root. At each position it takes the most urgent move for the player to
move: the one with the greatest mean reward plus exploration x sqrt(ln(visits of the position) /
visits of the move). If a position was visited before and has no children yet, the playout makes all
of them and checks whether they end the game. From the first position without a visit it plays a
random game to the end. Each position on the way gets the reward of the player who moved into it: 1
for a win, 0.5 for a draw, 0 for a loss. So each of two or more players maximises their own reward.

A proof says what the player at the root, `me`, gets if all others play together: `me` can force
WON, the others can force LOST. With two players that is the exact value of the game; playouts end
at a proven position, and no player moves to a position that is proven lost for that player. With
more players, the others need not play together, so they choose by their rewards alone, and playouts
continue below proven positions; only `me` takes a proven win and avoids a proven loss if possible.
A proof does not say how many plies it takes.
"""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plyground.kernel import (
    Rules,
    array_at,
    borrowed,
    compiled,
    in_plain_python,
    local_array,
    pulse,
)
from plyground.kernel.chance import below, seed_state
from plyground.kernel.real import log
from plyground.position import (
    DRAW,
    ONGOING,
    Game,
    Ints,
    Position,
    State,
    Uints,
    as_words,
    lost,
    position_of,
    require_ongoing,
    standing,
    won,
)
from plyground.position.desk import (
    ANSWER,
    COUNTERS,
    MEASURE,
    MOVES,
    OPTION,
    STATE,
    TABLE,
    measured,
    state_at,
)
from plyground.position.home import home_of, lent_home
from plyground.search.answers import bits_of
from plyground.search.control import NODES, RUNNING, STOP, Control, LimitError, Limits, limits_of
from plyground.search.value import NO_PLIES, VERDICTS, Value

EXPLORATION = 0.5
"""How much the search explores moves that did not do well so far, by default.

Of 0.2, 0.35, 0.5, 0.7, 1 and 1.4 it did best in Connect Four and Sim, each playing all others.
"""

CAPACITY = 1 << 22
"""The most positions in a tree: each takes 38 bytes, and only as the tree grows."""

REWARD = 1 << 20
"""The points for a win; a draw brings half of them. Whole numbers add up alike in any order."""

ROOT = 0
"""The number of the root."""

_LEAST = 100  # playouts, however little time there is

LOST, DRAWN, WON = -1, 0, 1
"""The values of `proof`, for `me`; and UNPROVEN."""

UNPROVEN = 2
"""The proof of a position without one."""

TREE_WORDS = 5
"""Words of a tree for each position, in all its arrays, and rounded up."""

TREE_BESIDE = 4
"""Further words of such a tree."""

_UNLIMITED = int(np.iinfo(np.int64).max)


class Tree(NamedTuple):
    """All positions of a tree, by their numbers; the root is number 0.

    The children of a position are neighbours, in the order of the game's moves. A tree is empty
    while its `size` is 0; nothing else but the state of its generator needs a value then.
    """

    capacity: int  # how many positions there is room for
    visits: Ints  # [capacity]
    points: Ints  # [capacity], the sum of the rewards of the player who moved here
    first: npt.NDArray[np.int32]  # [capacity], the first child; undefined where there is none
    children: npt.NDArray[np.int32]  # [capacity], how many children were made
    parent: npt.NDArray[np.int32]  # [capacity]
    move: Ints  # [capacity], the code of the move that leads here
    mover: npt.NDArray[np.int8]  # [capacity], the player who makes that move
    proof: npt.NDArray[np.int8]  # [capacity]
    size: Ints  # [1], how many positions there are
    chance: Uints  # [WORDS], the state of a generator


@dataclass(frozen=True)
class SampledMove:
    """A move of the searched position, and the results of its playouts.

    `mean` is the average reward of the player to move, 0 to 1, and 0 without a visit. `proof` is 1
    for a proven win, 0 for a draw, -1 for a loss, and None where nothing is proven.
    """

    code: int
    visits: int
    mean: float
    proof: int | None

    @property
    def expectation(self) -> float | None:
        """The expected reward, 0 to 1: the proven one, else the mean; None without a visit."""
        if self.proof is not None:
            return (1 + self.proof) / 2
        return self.mean if self.visits else None


@dataclass(frozen=True)
class Sampling:
    """The result of a Monte Carlo tree search.

    `best` is one of `moves`, which are in the position's order; `proof` is the proof of the
    position, see SampledMove. `pv` are the codes of the expected moves, the best one first. The
    search made `playouts`, visited `nodes` positions for them, and keeps `tree` positions.
    """

    best: SampledMove
    moves: tuple[SampledMove, ...]
    proof: int | None
    pv: tuple[int, ...]
    playouts: int
    nodes: int
    tree: int

    @property
    def value(self) -> Value | None:
        """The value of the position: proven, else estimated by playouts; None without playouts."""
        if self.proof is not None:
            return Value(VERDICTS[self.proof])
        expectation = self.best.expectation
        return None if expectation is None else Value("unknown", expectation=expectation)


@compiled
def reward(result: int, player: int) -> int:
    """The points that the `result` of an ended game brings a player."""
    return (1 + standing(result, player)) * (REWARD // 2)


@compiled
def proven_result(proof: int, me: int) -> int:
    """The result of best play by two players from a proven position."""
    if proof == DRAWN:
        return DRAW
    return won(me) if proof == WON else lost(me)


@compiled
def _random_game(
    rules: Rules,
    state: State,
    chance: Uints,
    counters: Ints,
) -> int:
    """The result of a game of random moves from `state`."""
    out = local_array(rules.max_moves, np.int64)
    result: int = rules.result(state)
    plies = 0
    while result == ONGOING:
        plies += 1
        rules.check_ply(plies)
        count = rules.moves(state, out)
        state = rules.play(state, out[below(chance, count)])
        counters[NODES] += 1
        result = rules.result(state)
    return result


@compiled
def grow(
    rules: Rules,
    tree: Tree,
    node: int,
    state: State,
    me: int,
    counters: Ints,
) -> bool:
    """Make the children of the ongoing `node`; False if there is no room for them."""
    out = local_array(rules.max_moves, np.int64)
    count = rules.moves(state, out)
    size = tree.size[0]
    if size + count > tree.capacity:
        return False
    player = rules.player(state)
    for i in range(count):
        child = size + i
        result = rules.result(rules.play(state, out[i]))
        counters[NODES] += 1
        tree.visits[child] = 0
        tree.points[child] = 0
        tree.children[child] = 0
        tree.parent[child] = node
        tree.move[child] = out[i]
        tree.mover[child] = player
        tree.proof[child] = UNPROVEN if result == ONGOING else standing(result, me)
    tree.first[node] = size
    tree.children[node] = count
    tree.size[0] = size + count
    return True


@compiled
def prove(tree: Tree, node: int, me: int) -> None:
    """Draw conclusions from the proofs of the children of `node`, as far up as possible."""
    while tree.proof[node] == UNPROVEN:
        first = tree.first[node]
        sign = 1 if tree.mover[first] == me else -1
        best = LOST
        undecided = False
        for child in range(first, first + tree.children[node]):
            proof = tree.proof[child]
            if proof == UNPROVEN:
                undecided = True
            else:
                best = max(best, sign * proof)
        if undecided and best != WON:
            return
        tree.proof[node] = sign * best
        if node == ROOT:
            return
        node = tree.parent[node]


@compiled
def plant(rules: Rules, tree: Tree, root: State, counters: Ints) -> None:
    """Begin a tree: the ongoing root and its children, for which there is always room."""
    tree.size[0] = 1
    tree.visits[ROOT] = 0
    tree.children[ROOT] = 0
    tree.proof[ROOT] = UNPROVEN
    number: Any = np.int64(ROOT)  # a constant would be compiled again
    me = rules.player(root)
    grow(rules, tree, number, root, me, counters)
    prove(tree, number, me)


@compiled
def settled(tree: Tree, two: bool) -> bool:
    """Whether more playouts would change nothing."""
    proof = tree.proof[ROOT]
    return bool(proof == WON or (two and proof != UNPROVEN))


@compiled
def meaning(tree: Tree, node: int, me: int, two: bool) -> int:
    """What a proof of a child of `node` times this means for the player to move at `node`.

    It is 0 where the player does not choose by proofs.
    """
    if tree.proof[node] == LOST:  # no choice leaves it
        return 0
    return 1 if tree.mover[tree.first[node]] == me else (-1 if two else 0)


@compiled
def _most_urgent(tree: Tree, node: int, sign: int, exploration: float) -> int:
    """The child to go to: a proven win, else one never tried, else the one with the highest bound.

    `sign` is explained at `meaning`.
    """
    first, count = tree.first[node], tree.children[node]
    breadth = exploration * math.sqrt(log(tree.visits[node] + 1.0))
    chosen = -1
    highest = -math.inf
    turn = below(tree.chance, count)  # so that equal moves are equally likely
    for i in range(count):
        child: int = first + (turn + i if turn + i < count else turn + i - count)
        proof = tree.proof[child]
        visits = tree.visits[child]
        if proof != UNPROVEN and sign * proof == WON:
            return child
        if proof != UNPROVEN and sign * proof == LOST:
            urgency = -1.0
        elif visits == 0:
            urgency = math.inf
        else:
            urgency = mean_of(tree, child) + breadth / math.sqrt(visits)
        if urgency > highest:
            chosen, highest = child, urgency
    return chosen


@compiled
def sample(
    rules: Rules,
    tree: Tree,
    root: State,
    playouts: int,
    exploration: float,
    counters: Ints,
) -> int:
    """Make a number of playouts from `root`; fewer if stopped, or if more would change nothing.

    If its time is over as it begins it still makes `_LEAST`: no move is made unseen.
    Returns how many were made. `counters` are those of a Control; NODES counts the moves played,
    each leading to a position: down the tree, to new children, and in random games.
    """
    me = rules.player(root)
    two = rules.players == 2
    if tree.size[0] == 0:
        plant(rules, tree, root, counters)
    made = 0
    while made < playouts and not settled(tree, two):
        if made >= _LEAST and counters[STOP] != RUNNING:
            break
        pulse()
        # Step 1. Down to a position that is decided, has no visit, or has no room for children.
        node = ROOT
        state = root
        while True:
            if tree.proof[node] != UNPROVEN and (two or tree.children[node] == 0):
                break
            if tree.children[node] == 0:
                if tree.visits[node] == 0 or not grow(rules, tree, node, state, me, counters):
                    break
                prove(tree, node, me)
                continue
            node = _most_urgent(tree, node, meaning(tree, node, me, two), exploration)
            state = rules.play(state, tree.move[node])
            counters[NODES] += 1
        # Step 2. How the game ends from there.
        proof = tree.proof[node]
        if proof == UNPROVEN or not two:
            result = _random_game(rules, state, tree.chance, counters)
        else:
            result = proven_result(proof, me)
        # Step 3. Back up to the root.
        while node != ROOT:
            tree.visits[node] += 1
            tree.points[node] += reward(result, tree.mover[node])
            node = tree.parent[node]
        tree.visits[ROOT] += 1
        made += 1
    return made


@compiled
def children_of(tree: Tree, node: int) -> tuple[int, int]:
    """The first child of `node`, and how many it has: the first is 0 where there are none."""
    count: Any = np.int64(tree.children[node])
    first: Any = np.int64(tree.first[node] if count else ROOT)
    return first, count


@compiled
def proof_of(tree: Tree, node: int) -> int:
    """The proof of `node` for the player at the root: 1, 0, -1, or UNPROVEN."""
    return int(tree.proof[node])


@compiled
def mean_of(tree: Tree, node: int) -> float:
    """The average reward, from 0 to 1, of the player who moved to `node`; 0 without a visit."""
    mean: float = tree.points[node] / REWARD / max(1, tree.visits[node])
    return mean


@compiled
def preferred(tree: Tree, node: int, sign: int) -> int:
    """The child of `node` to play in the end; `sign` is explained at `meaning`.

    The one with the best proof, where no proof counts as a draw; of these the most visited, then
    the one with the most points, then the first.
    """
    first, count = children_of(tree, node)
    best = first
    best_proof = best_visits = best_points = -2
    for child in range(first, first + count):
        proof = proof_of(tree, child)
        proof = 0 if proof == UNPROVEN else sign * proof
        visits, points = tree.visits[child], tree.points[child]
        better = proof > best_proof
        if proof == best_proof:
            better = visits > best_visits or (visits == best_visits and points > best_points)
        if better:
            best, best_proof, best_visits, best_points = child, proof, visits, points
    return best


@compiled
def principal_variation(rules: Rules, tree: Tree, root: State, out: Ints) -> int:
    """Write the moves to play in the end, as far as they were tried or are proven; how many.

    `out` has room for `rules.max_plies` moves.
    """
    me = rules.player(root)
    state = root
    node: Any = np.int64(ROOT)
    count = 0
    while children_of(tree, node)[1] > 0:
        sign = 1 if rules.player(state) == me else (-1 if rules.players == 2 else 0)
        node = preferred(tree, node, sign)
        if count and tree.visits[node] == 0 and proof_of(tree, node) == UNPROVEN:
            break
        rules.check_ply(count + 1)
        out[count] = tree.move[node]
        state = rules.play(state, tree.move[node])
        count += 1
    return count


@compiled
def tree_at(address: int, capacity: int) -> Tree:
    """An empty tree in lent memory, the arrays one after the other, the widest first."""
    points = address + 8 * capacity
    move = points + 8 * capacity
    first = move + 8 * capacity
    children = first + 4 * capacity
    parent = children + 4 * capacity
    mover = parent + 4 * capacity
    proof = mover + capacity
    after = proof + capacity + 7 & -8
    tree = Tree(
        capacity=capacity,
        visits=array_at(address, np.int64),
        points=array_at(points, np.int64),
        first=array_at(first, np.int32),
        children=array_at(children, np.int32),
        parent=array_at(parent, np.int32),
        move=array_at(move, np.int64),
        mover=array_at(mover, np.int8),
        proof=array_at(proof, np.int8),
        size=array_at(after, np.int64),
        chance=array_at(after + 8, np.uint64),
    )
    return tree


@compiled
def sample_games(rules: Rules, desk: Ints) -> int:
    """By random games. Arguments after the usual ones: a seed, playouts, the positions that the
    tree has room for, exploration, a number with a fraction. Answers: how many games were played,
    and the length of the line that is best, which is in `moves`. The tree is in `table`.
    """
    capacity = desk[OPTION + 2]
    if desk[MEASURE]:
        return measured(desk, 0, capacity * TREE_WORDS + TREE_BESIDE, 0)
    state = state_at(rules, desk[STATE])
    tree = tree_at(desk[TABLE], capacity)
    seed_state(tree.chance, np.uint64(desk[OPTION]), 0, 0)
    exploration = array_at(borrowed(desk), np.float64)[OPTION + 3]
    counters = array_at(desk[COUNTERS], np.int64)
    desk[ANSWER] = sample(rules, tree, state, desk[OPTION + 1], exploration, counters)
    line = array_at(desk[MOVES], np.int64)
    desk[ANSWER + 1] = principal_variation(rules, tree, state, line)
    return 0


def mcts(
    position: Position | Game,
    *,
    limits: Limits | None = None,
    exploration: float = EXPLORATION,
    seed: int = 0,
    control: Control | None = None,
    capacity: int = CAPACITY,
) -> Sampling:
    """Search `position` for the playouts or the seconds of `limits`, whichever ends first.

    The best move is a proven win; if there is none, a move that is not a proven loss; if there is
    none either, any move. Among these it is the most visited, among equals the one with the higher
    mean, then the first. The search ends early if more playouts would change nothing: at a proven
    win, and with two players at any proof. Limited by playouts, the same seed always gives the same
    result. A tree that has reached its `capacity` stays in use and grows no more.

    Raises LimitError without a limit of playouts or seconds, or with one of depth or positions,
    Cancelled when `control` says stop, GameOverError after the end of the game.
    """
    position = position_of(position)
    require_ongoing(position)
    most, seconds = budget(limits)
    control = control or Control()
    if home_of(position.game.rules, "sample_games") is not None:
        capacity = min(capacity, CAPACITY)  # a module has addresses for 4 GiB
    room = room_for(position, most, capacity)
    signed = (seed + (1 << 63)) % (1 << 64) - (1 << 63)
    given = (position.ply, NO_PLIES, NO_PLIES, signed, most, room, bits_of(exploration))
    before, limited = control.nodes, control.deadline(seconds)
    with lent_home(position.game.rules, "sample_games", sample_games) as home:
        home.work("sample_games", given, position.state, control.counters, None, limited)
        made, length = home.answers(2)
        tree = _tree_of(home.array("table", TREE_WORDS * room + TREE_BESIDE), room)
        line = tuple(home.array("moves", length).tolist())
        with in_plain_python():
            found = sampling(position, tree, made, control.nodes - before, line)
    control.check()
    return found


def _tree_of(words: Ints, capacity: int) -> Tree:
    """A tree in so many words: see `tree_at`."""
    whole = words.view(np.uint8)
    parts: list[npt.NDArray[Any]] = []
    at = 0
    for kind in (np.int64,) * 3 + (np.int32,) * 3 + (np.int8,) * 2:
        size = np.dtype(kind).itemsize * capacity
        parts.append(whole[at : at + size].view(kind))
        at += size
    visits, points, move, first, children, parent, mover, proof = parts
    after = (at + 7 & -8) >> 3
    return Tree(
        capacity=capacity, visits=visits, points=points, first=first, children=children,
        parent=parent, move=move, mover=mover, proof=proof, size=words[after : after + 1],
        chance=words[after + 1 : after + 2].view(np.uint64),
    )  # fmt: skip


def budget(limits: Limits | None) -> tuple[int, float | None]:
    """The most playouts of a search, and its seconds if they are limited.

    Raises LimitError without a limit of either, or with one of depth or positions.
    """
    limits = limits_of(limits)
    if limits.playouts is None and limits.seconds is None:
        raise LimitError("a Monte Carlo tree search needs a limit: playouts, seconds, or both")
    if limits.depth is not None or limits.nodes is not None:
        raise LimitError("a Monte Carlo tree search is limited by playouts or seconds only")
    most = _UNLIMITED if limits.playouts is None else operator.index(limits.playouts)
    return most, limits.seconds


def room_for(position: Position, playouts: int, capacity: int) -> int:
    """How many positions a tree has room for: as many as the playouts can make, up to `capacity`.

    There is always room for the moves of the root.
    """
    return max(1 + len(position.codes), min(capacity, 1 + position.game.max_moves * (1 + playouts)))


def new_tree(capacity: int, seed: int) -> Tree:
    """An empty tree."""
    tree = _tree_of(np.zeros(TREE_WORDS * capacity + TREE_BESIDE, np.int64), capacity)
    seed_state(tree.chance, np.uint64(seed % (1 << 64)), 0, 0)
    return tree


def sampling(
    position: Position,
    tree: Tree,
    playouts: int,
    nodes: int,
    line: tuple[int, ...] | None = None,
) -> Sampling:
    """The result of a search from `position` whose tree this is; with its best line, if known."""
    game = position.game
    first, count = children_of(tree, ROOT)
    moves = tuple(_sampled(tree, child) for child in range(first, first + count))
    best = preferred(tree, ROOT, 1)
    if line is None:
        out = np.empty(game.max_plies, np.int64)
        length = principal_variation(game.rules, tree, as_words(position.state), out)
        line = tuple(out[:length].tolist())
    return Sampling(
        best=moves[best - first],
        moves=moves,
        proof=_proven(tree, ROOT),
        pv=line,
        playouts=playouts,
        nodes=nodes,
        tree=int(tree.size[0]),
    )


def _proven(tree: Tree, node: int) -> int | None:
    proof = int(proof_of(tree, node))
    return None if proof == UNPROVEN else proof


def _sampled(tree: Tree, node: int) -> SampledMove:
    visits, move = int(tree.visits[node]), int(tree.move[node])
    return SampledMove(move, visits, float(mean_of(tree, node)), _proven(tree, node))
