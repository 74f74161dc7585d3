"""`worksheet`: exercises for paper, from real positions, with their answers.

There are three kinds:

    minimax      trees of tic-tac-toe, to fill in from the leaves up
    alphabeta    trees of Connect Four, searched from left to right: which leaves are skipped?
    best-move    positions of three games in which only one move wins

The kind and the seed determine the worksheet. Trees come from random games, positions with one
winning move from the puzzles, whose solutions are proven.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Literal, get_args

from plyground.analysis.glassbox import AnalysisError, look_inside
from plyground.analysis.puzzles import Puzzle, puzzles
from plyground.analysis.reviewed import player_name
from plyground.analysis.trace import Node, Trace
from plyground.analysis.winning import why_it_wins
from plyground.games import registry
from plyground.position import Game, PlainState, Position
from plyground.position.calls import canonical
from plyground.render import Picture
from plyground.render.tree_paper import PaperNode, PaperTree, fits_on_paper

Kind = Literal["minimax", "alphabeta", "best-move"]

KINDS: tuple[Kind, ...] = get_args(Kind)

_HEURISTIC = "line-table"
_FREE = 3  # free cells of tic-tac-toe at the top of a tree
_LEAST_LEAVES = 9
_LEAST_SKIPPED = 3  # leaves that alpha-beta skips
_EACH = 2  # positions of each game with one winning move
_MOST_PLIES = 5  # of a win that people can find on paper


@dataclass(frozen=True)
class TreeExercise:
    """A tree to fill in below a position, and the moves to choose there.

    A search from left to right visits `seen` of its `leaves`.
    """

    position: Position
    tree: PaperTree
    best: tuple[str, ...]
    leaves: int
    seen: int


@dataclass(frozen=True)
class MoveExercise:
    """A position with one winning move, and why it wins, see `why_it_wins`."""

    puzzle: Puzzle
    why: str


@dataclass(frozen=True)
class Worksheet:
    """Exercises of one kind, which have either `trees` or `moves`."""

    kind: Kind
    seed: int
    trees: tuple[TreeExercise, ...] = ()
    moves: tuple[MoveExercise, ...] = ()


def worksheet(kind: str, seed: int) -> Worksheet:
    """The worksheet of that kind and seed. Raises AnalysisError if there is no such kind."""
    rng = random.Random(f"{kind} {seed}")
    match kind:
        case "minimax":
            return Worksheet("minimax", seed, trees=_minimax_trees(rng))
        case "alphabeta":
            return Worksheet("alphabeta", seed, trees=_alphabeta_trees(rng))
        case "best-move":
            return Worksheet("best-move", seed, moves=_winning_moves(rng))
    raise AnalysisError(f"there is no worksheet {kind!r}: give {', '.join(KINDS)}")


# Trees to the end of the game


def _minimax_trees(rng: random.Random) -> tuple[TreeExercise, ...]:
    """Three, the smallest first."""
    return tuple(sorted(islice(_counted_back(rng), 3), key=lambda each: len(each.tree.nodes)))


def _counted_back(rng: random.Random) -> Iterator[TreeExercise]:
    """Trees in which one move is best, and it does not win at once."""
    game = registry.game("tictactoe")
    start = game.max_plies - _FREE
    for position in _positions(game, rng, lambda each: each.ply == start):
        trace = look_inside(position, algorithm="minimax")
        exercise = _minimax_exercise(trace)
        at_once = any(node.ply == 1 and node.end == "over" for node in trace.nodes)
        if len(exercise.best) == 1 and not at_once:
            yield exercise


def _minimax_exercise(trace: Trace) -> TreeExercise:
    """A tree with boards; its values are 1, 0 and -1, without the plies that a win takes."""
    values = [_sign(node.value or 0) for node in trace.nodes]
    best = [node.parent == 0 and values[node.number] == values[0] for node in trace.nodes]
    nodes = tuple(
        PaperNode(
            parent=node.parent,
            move=node.move or "",
            kind=node.kind,
            value=_written(values[node.number]),
            best=best[node.number],
            picture=_board(trace.position_at(node.number)),
        )
        for node in trace.nodes
    )
    leaves = sum(node.kind == "leaf" for node in trace.nodes)
    return _exercise(trace, nodes, leaves, leaves)


def _board(position: Position) -> Picture:
    """The board without a mark at the last move, or at three in a row: pupils look for it."""
    return replace(position.picture(), last=frozenset(), deciding=frozenset())


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


# Trees with a heuristic's values


def _alphabeta_trees(rng: random.Random) -> tuple[TreeExercise, ...]:
    """Two of two plies and one of three."""
    return (
        *islice(_searched(rng, depth=2, columns=(3, 4)), 2),
        *islice(_searched(rng, depth=3, columns=(3,)), 1),
    )


def _searched(rng: random.Random, depth: int, columns: tuple[int, ...]) -> Iterator[TreeExercise]:
    """Trees below positions with a number of open columns."""
    game = registry.game("connect4", columns=5, rows=4)  # where few moves win at once
    for position in _positions(game, rng, lambda each: len(each.codes) in columns):
        exercise = _alphabeta_exercise(position, depth)
        if exercise is not None and fits_on_paper(exercise.tree):
            yield exercise


def _alphabeta_exercise(position: Position, depth: int) -> TreeExercise | None:
    """A tree whose leaves have their values; None if it shows too little."""
    full = look_inside(position, depth=depth, algorithm="minimax", heuristic=_HEURISTIC)
    leaves = [node for node in full.nodes if node.kind == "leaf"]
    best = [node for node in full.nodes if node.parent == 0 and node.value == full.root.value]
    if len(leaves) < _LEAST_LEAVES or len(best) > 1 or any(node.end == "over" for node in leaves):
        return None
    pruned = look_inside(position, depth=depth, heuristic=_HEURISTIC)
    seen = {pruned.position_at(node.number).history: node for node in pruned.nodes}
    found = [seen.get(full.position_at(node.number).history) for node in full.nodes]
    looked_at = sum(node is not None and node.kind == "leaf" for node in found)
    if len(leaves) - looked_at < _LEAST_SKIPPED:
        return None
    nodes = tuple(
        PaperNode(
            parent=node.parent,
            move=node.move or "",
            kind=node.kind,
            value=_bound(node if node.kind == "leaf" else visited),
            given=node.kind == "leaf",
            best=node in best,
            skipped=visited is None,
        )
        for node, visited in zip(full.nodes, found, strict=True)
    )
    return _exercise(full, nodes, len(leaves), looked_at)


def _bound(node: Node | None) -> str:
    """The text that a person writes in a box: a bound where moves were skipped."""
    if node is None:
        return ""
    assert node.value is not None
    sign = ({"max": "≥ ", "min": "≤ "}[node.kind]) if node.pruned else ""
    return sign + _written(node.value)


# What they share


def _exercise(trace: Trace, nodes: tuple[PaperNode, ...], leaves: int, seen: int) -> TreeExercise:
    position = trace.position
    inner = {node.ply: node.player for node in trace.nodes if node.kind != "leaf"}
    movers = tuple(player_name(position.game, inner[ply]) for ply in sorted(inner))
    tree = PaperTree(nodes, movers, f"The tree below the position: {position.game.title}")
    best = tuple(node.move for node in nodes if node.best)
    return TreeExercise(position, tree, best, leaves, seen)


def _written(number: int) -> str:
    return f"{number:+}".replace("-", "\N{MINUS SIGN}") if number else "0"


def _positions(
    game: Game, rng: random.Random, wanted: Callable[[Position], bool]
) -> Iterator[Position]:
    """The first suitable position of each of many games, no two equal up to symmetry."""
    known: set[PlainState] = set()
    while True:
        position = game.position()
        while not position.over and not wanted(position):
            position = position.play_code(rng.choice(position.codes))
        form = canonical(game.rules, position.state)
        if not position.over and form not in known:
            known.add(form)
            yield position


# Positions with one winning move


def _winning_moves(rng: random.Random) -> tuple[MoveExercise, ...]:
    """Exercises of each game, game by game."""
    found: list[MoveExercise] = []
    for name in ("tictactoe", "connect4", "sim"):
        among = [
            MoveExercise(puzzle, why)
            for puzzle in puzzles(registry.game(name))
            if puzzle.keeps == "win"
            and puzzle.level == "easy"
            and (puzzle.plies or 0) <= _MOST_PLIES
            and (why := why_it_wins(puzzle.position, puzzle.solution))
        ]
        found += rng.sample(among, _EACH)
    return tuple(found)
