"""`Frontier`: which questions about positions decide a question about the start, and in what order.

A question is "is the value of this position at least x?". The questions after a position's moves
decide it: yes, if one of them says so, no, if none does. What is asked are the leaves of this
graph, by a search with a limit of positions; a leaf that is too hard for that gets its moves as
leaves. This is proof-number search with a search at each leaf (Wu et al., "Job-level proof-number
search", 2013). As paths join, a node that needs several answers counts the hardest of them and the
number of the others (Ueda et al., "Weak proof-number search", 2008).

Positions that are equal up to symmetry are one: they are known by their canonical states, and so
are the answers, which are limits of values. Limits stay true whatever is asked, so answers to one
question help with the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from plyground.kernel import Rules, compiled, local_array
from plyground.position import Game, Ints, PlainState, Position, State, Uints, as_words
from plyground.position.calls import canonical
from plyground.search.exact import earlier, passed_on

Effort = int
_DECIDED: Effort = 1 << 40  # what the other answer costs where one is known
_DOUBT = 16  # the effort that a move is worse than the one before it, in the game's own order
_ASKED = 8  # the effort that is added where an answer is on its way
_NUMBERS = 5  # that `_followers` writes for each move
NOTHING = -(1 << 40)  # below all values


class Limits(NamedTuple):
    """What is known of the value of a position, for the player to move, and what it cost.

    `tried`: a search was not enough, so its moves were asked about.
    """

    low: int
    high: int
    nodes: int = 0
    tried: bool = False

    def within(self, low: int, high: int) -> Limits:
        """These limits, where others are true as well."""
        return self._replace(low=max(self.low, low), high=min(self.high, high))


Answers = dict[PlainState, Limits]
"""What is known, by the canonical states of positions."""


@compiled
def _followers(rules: Rules, state: State, states: Uints, numbers: Ints) -> int:
    """The moves that matter in an ongoing state whose bounds leave its value open.

    For each, `states` [moves, words] gets the canonical state after it, and `numbers` [moves, 5]
    the move, whether the same player goes on, the limits of its value and its rank, as `bounds`
    gives them. Returns how many there are.
    """
    moves = local_array(rules.max_moves, np.int64)
    me = rules.player(state)
    count: int = rules.candidates(state, moves)
    for i in range(count):
        child = rules.play(state, moves[i])
        low, high, rank = rules.bounds(child)
        numbers[i, 0] = moves[i]
        numbers[i, 1] = rules.player(child) == me
        numbers[i, 2] = low
        numbers[i, 3] = high
        numbers[i, 4] = rank
        image = rules.canonical(child)
        for word in range(len(image)):
            states[i, word] = image[word]
    return count


@compiled
def _bounds(rules: Rules, state: State) -> tuple[int, int]:
    """The limits of a value that the game's own kernel gives."""
    low, high, _ = rules.bounds(state)
    return low, high


def bounds_of(position: Position) -> Limits:
    """The limits of a value that cost nothing."""
    low, high = _bounds(position.game.rules, as_words(position.state))
    return Limits(int(low), int(high))


class Follower(NamedTuple):
    """A move of a position, and what the game's kernels say of it."""

    state: PlainState  # canonical
    code: int
    same: bool  # whether the same player goes on
    low: int
    high: int


def followers(position: Position) -> list[Follower]:
    """The moves of a position that matter, the most promising first, without those that lead to
    equal positions. The bounds of the position leave its value open.
    """
    rules = position.game.rules
    words = len(position.state)
    states = np.empty((rules.max_moves, words), np.uint64)
    numbers = np.empty((rules.max_moves, _NUMBERS), np.int64)
    count = _followers(rules, as_words(position.state), states, numbers)
    order = np.argsort(-numbers[:count, 4], kind="stable")
    found: dict[PlainState, Follower] = {}
    for at in order.tolist():
        code, same, low, high, _ = numbers[at].tolist()
        state = tuple(states[at].tolist())
        found.setdefault(state, Follower(state, code, bool(same), low, high))
    return list(found.values())


@dataclass(eq=False)
class Node:
    """A question about a position. Without `links` it is a leaf."""

    state: PlainState
    x: int
    before: Node | None
    code: int
    start: Position | None = None
    yes: Effort = 1
    no: Effort = 1
    links: list[Link] | None = None
    others: int = NOTHING
    """The highest value that its moves without a link can have."""
    parents: list[Node] = field(default_factory=list)

    @property
    def decided(self) -> bool:
        """Whether the answer is known."""
        return self.yes == 0 or self.no == 0

    @property
    def position(self) -> Position:
        """The position, by one of the ways that lead to it."""
        if self.before is None:
            assert self.start is not None
            return self.start
        return self.before.position.play_code(self.code)


def before(limits: Limits, same: bool) -> tuple[int, int]:
    """The limits of a move's value from those after it, where the `same` player goes on or not."""
    low, high = earlier(limits.low), earlier(limits.high)
    return (low, high) if same else (-high, -low)


class Link(NamedTuple):
    """A move from a question to the next one."""

    to: Node
    same: bool  # whether the same player goes on, so that yes means yes
    doubt: Effort

    @property
    def yes(self) -> Effort:
        """What it costs to show by this move that the answer before it is yes."""
        return self.to.yes if self.same else self.to.no

    @property
    def no(self) -> Effort:
        """What it costs to show that this move does not make it yes."""
        return self.to.no if self.same else self.to.yes


class Frontier:
    """The questions that decide whether the value of a game's start is at least `x`."""

    def __init__(self, game: Game, x: int, answers: Answers) -> None:
        """`answers` has what is known; what is found is added to it."""
        self.answers = answers
        self.fresh: list[PlainState] = []
        """What was added to the answers and is decided; whoever uses the list empties it."""
        start = game.position()
        self._most = game.max_plies + 1
        self.root = Node(canonical(game.rules, start.state), x, None, 0, start)
        self._nodes = {(self.root.state, x): self.root}
        self._asked: set[Node] = set()
        known, bounds = answers.get(self.root.state), bounds_of(start)
        if known is not None:
            bounds = known.within(bounds.low, bounds.high)
        self._learn(self.root, bounds)

    @property
    def decided(self) -> bool:
        """Whether the question is answered."""
        return self.root.decided

    @property
    def found(self) -> Limits:
        """What the answers say of the start, once they decide the question."""
        return self.answers[self.root.state]

    @property
    def leaves(self) -> int:
        """How many questions are still open, in the graph as it is."""
        return sum(node.links is None for node in self._open())

    def next(self) -> Node | None:
        """The most promising leaf that nobody is asked about. None if there is none.

        The caller asks about it and then calls `note`, or `drop`.
        """
        while not self.root.decided:
            leaf = self._leaf(self.root, set())
            if leaf is None:
                return None
            known = self.answers.get(leaf.state)
            if known is None or not known.tried:
                self._asked.add(leaf)
                self._changed(leaf, leaf.yes + _ASKED, leaf.no + _ASKED)
                return leaf
            self._expand(leaf)
        return None

    def note(self, node: Node, low: int, high: int, nodes: int) -> None:
        """The limits that a search has found for a leaf by visiting so many positions."""
        self._asked.discard(node)
        known = self.answers.get(node.state, Limits(-self._most, self._most))
        found = Limits(known.low, known.high, known.nodes + nodes).within(low, high)
        decided = node.decided
        if decided or found.low >= node.x or found.high < node.x:
            self._learn(node, found)
        else:
            self.answers[node.state] = found._replace(tried=True)
            self._expand(node)

    def drop(self, node: Node) -> None:
        """Nobody is asked about a leaf any more."""
        if node in self._asked:
            self._asked.discard(node)
            if not node.decided:
                self._changed(node, node.yes - _ASKED, node.no - _ASKED)

    def matters(self, node: Node) -> bool:
        """Whether the answer of a node can still decide something."""
        seen, line = {node}, [node]
        while line:
            each = line.pop()
            if each.decided:
                continue
            if each is self.root:
                return True
            for parent in each.parents:
                if parent not in seen:
                    seen.add(parent)
                    line.append(parent)
        return False

    def _open(self) -> Iterator[Node]:
        """The nodes that are not decided and still matter."""
        seen, line = {self.root}, [self.root]
        while line:
            node = line.pop()
            if node.decided:
                continue
            yield node
            for link in node.links or ():
                if link.to not in seen:
                    seen.add(link.to)
                    line.append(link.to)

    def _leaf(self, node: Node, seen: set[Node]) -> Node | None:
        """The most promising leaf after a node, of those that nobody is asked about."""
        if node.decided or node in seen:
            return None
        seen.add(node)
        if node.links is None:
            return None if node in self._asked else node
        for link in sorted(node.links, key=lambda link: link.yes + link.doubt):
            leaf = self._leaf(link.to, seen)
            if leaf is not None:
                return leaf
        return None

    def _expand(self, node: Node) -> None:
        """Make questions of the moves of a leaf."""
        node.links = []
        for follower in followers(node.position):
            x = passed_on(node.x, follower.same)
            known = self.answers.get(follower.state, Limits(follower.low, follower.high))
            known = known.within(follower.low, follower.high)
            answer = True if known.low >= x else False if known.high < x else None
            if answer is None:
                child = self._nodes.get((follower.state, x))
                if child is None:
                    child = Node(follower.state, x, node, follower.code)
                    self._nodes[follower.state, x] = child
                child.parents.append(node)
                doubt = _DOUBT * len(node.links)
                node.links.append(Link(child, follower.same, doubt))
                continue
            low, high = before(known, follower.same)
            if answer == follower.same:
                self._decide(node, max(low, node.x), self._most)
                return
            node.others = max(node.others, high)
        self._count(node)

    def _learn(self, node: Node, found: Limits) -> None:
        """Keep the limits of a node, and decide it if they do."""
        self.answers[node.state] = found
        self.fresh.append(node.state)
        if node.decided:
            return
        if found.low >= node.x:
            self._changed(node, 0, _DECIDED)
        elif found.high < node.x:
            self._changed(node, _DECIDED, 0)

    def _decide(self, node: Node, low: int, high: int) -> None:
        """Decide a node by the limits that its moves give it.

        They can say more than was asked, and so answer the next question about the start too. They
        can also say less than the answer does: -1 is a loss, which no later position reaches so
        late, and "at least -1" there is "at most 0" here. So callers take the answer in as well.
        """
        node.links = []  # they are of no use any more
        known = self.answers.get(node.state, Limits(-self._most, self._most))
        self._learn(node, known.within(low, high))

    def _count(self, node: Node) -> None:
        """The efforts of a node from those of its moves."""
        assert node.links is not None
        left = [link for link in node.links if link.no > 0]
        if any(link.yes == 0 for link in left):
            lows = [self._before(link)[0] for link in left if link.yes == 0]
            self._decide(node, max([node.x, *lows]), self._most)
        elif not left:
            highs = [self._before(link)[1] for link in node.links]
            self._decide(node, -self._most, min(node.x - 1, max([node.others, *highs])))
        else:
            yes = min(link.yes + link.doubt for link in left)
            no = max(link.no for link in left) + len(left) - 1
            self._changed(node, yes, no)

    def _before(self, link: Link) -> tuple[int, int]:
        """The limits of a decided move's value."""
        return before(self.answers[link.to.state], link.same)

    def _changed(self, node: Node, yes: Effort, no: Effort) -> None:
        """Set the efforts of a node, and count those of the nodes before it again."""
        if (node.yes, node.no) == (yes, no):
            return
        node.yes, node.no = yes, no
        for parent in node.parents:
            if not parent.decided:
                self._count(parent)
