"""The glass box: against naive twins, the old program's own walk, and the compiled search."""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from typing import Any

import pytest
from benchmarks.baseline import old_tictactoe

import plyground as pg
from plyground import errors, rules
from plyground.analysis import (
    GREATEST_ESTIMATE,
    AnalysisError,
    Node,
    Step,
    Trace,
    cost_of_old_program,
    in_words,
    look_inside,
    score_text,
)
from plyground.search import PLAIN, WIN, Limits, Settings, alphabeta
from tests.games import SIM_3, TICTACTOE
from tests.reference.common import ReferenceGame, State
from tests.variants import (
    Variant,
    chosen,
    connect4,
    numerical,
    random_playout,
    sim,
    tictactoe,
    uncompiled,
)

ALGORITHMS = ("minimax", "alphabeta", "shallow")
MOST_SEQUENCES = 500  # that a search of these tests is to visit
OLD_WIN = 10  # what the old program counts for a win at once

GAMES = [tictactoe(), numerical(), sim(6, 2), sim(6, 3), connect4(4, 4)]

every_game = pytest.mark.parametrize("variant", GAMES, ids=str)
every_algorithm = pytest.mark.parametrize("algorithm", ALGORITHMS)


def estimate(cells: Sequence[int], player: int) -> int:
    """A heuristic without sense, so that values differ as wildly as they may."""
    mixed = 7 * player
    for site in range(len(cells)):
        mixed = (31 * mixed + cells[site]) % 1009
    return mixed % 21 - 10


@dataclass
class Twin:
    """A recursive search of a naive game, in the way of a textbook.

    `visited` are the paths of the positions in order, `values` what the search returned there.
    """

    game: ReferenceGame
    me: int
    algorithm: str
    start: pg.Position
    backwards: bool = False
    visited: list[tuple[str, ...]] = field(default_factory=list)
    windows: list[tuple[float, float]] = field(default_factory=list)
    values: dict[tuple[str, ...], int] = field(default_factory=dict)

    def search(
        self,
        board: State,
        depth: int,
        alpha: float = -math.inf,
        beta: float = math.inf,
        path: tuple[str, ...] = (),
    ) -> int:
        self.visited.append(path)
        self.windows.append((alpha, beta))
        self.values[path] = value = self.value(board, depth, alpha, beta, path)
        return value

    def value(
        self, board: State, depth: int, alpha: float, beta: float, path: tuple[str, ...]
    ) -> int:
        result = self.game.result(board)
        if result.kind == "draw":
            return 0
        if result.kind != "ongoing":
            good = (result.player == self.me) == (result.kind == "won")
            return (1 if good else -1) * (WIN - len(path))
        if depth == 0:
            reached = reduce(pg.Position.play, path, self.start)
            return estimate(reached.cells, self.me)
        best: int | None = None
        mine = self.game.player(board) == self.me
        for move in self.game.moves(board)[:: -1 if self.backwards else 1]:
            window = {
                "minimax": (-math.inf, math.inf),
                "alphabeta": (alpha, beta),
                "shallow": (alpha, math.inf) if mine else (-math.inf, beta),
            }[self.algorithm]
            score = self.search(self.game.play(board, move), depth - 1, *window, (*path, move))
            if mine:
                best = score if best is None else max(best, score)
                alpha = max(alpha, best)
            else:
                best = score if best is None else min(best, score)
                beta = min(beta, best)
            if alpha >= beta:
                break
        assert best is not None
        return best


@cache
def traces(
    variant: Variant, algorithm: str, order: str = "generated"
) -> list[tuple[Trace, State, int]]:
    """Searches from positions of a long random game, the last ones among them, each as deep as it
    can bear; with the twin's board, and the depth.
    """
    rng = random.Random(str(variant))
    line = [(variant.game.position(), variant.twin.start())]
    while not line[-1][0].over:
        position, board = line[-1]
        move = chosen(position, rng.randrange(1000), long=True)
        line.append((position.play(move), variant.twin.play(board, move)))
    found = []
    for position, board in [*line[:: max(1, len(line) // 4)], *line[-4:]]:
        depths = (d for d in (4, 3, 2) if max(1, len(position.codes)) ** d <= MOST_SEQUENCES)
        depth = next(depths, 1)
        trace = look_inside(
            position, depth=depth, algorithm=algorithm, heuristic=estimate, order=order
        )
        found.append((trace, board, depth))
    return found


# Values, windows and counts


@every_game
@every_algorithm
@pytest.mark.parametrize("order", ["generated", "reversed"])
def test_the_search_is_that_of_the_twin(variant: Variant, algorithm: str, order: str) -> None:
    """Every position in its order, with its window and its value."""
    for trace, board, depth in traces(variant, algorithm, order):
        start = trace.position
        twin = Twin(variant.twin, start.turn, algorithm, start, order == "reversed")
        twin.search(board, depth)
        assert [trace.path(node.number) for node in trace.nodes] == twin.visited
        assert [(node.alpha, node.beta) for node in trace.nodes] == twin.windows
        assert {trace.path(node.number): node.value for node in trace.nodes} == twin.values


@every_game
@pytest.mark.parametrize("algorithm", ["alphabeta", "shallow"])
def test_values_keep_their_contract_with_the_window(variant: Variant, algorithm: str) -> None:
    """At every node, against plain minimax from there."""
    for trace, board, depth in traces(variant, algorithm):
        start = trace.position
        whole = Twin(variant.twin, start.turn, "minimax", start)
        whole.search(board, depth)
        for node in trace.nodes:
            true = whole.values[trace.path(node.number)]
            assert node.value is not None
            bound = (
                "upper"
                if node.value <= node.alpha
                else "lower"
                if node.value >= node.beta
                else "exact"
            )
            holds = {"exact": true == node.value, "upper": true <= node.value,
                     "lower": true >= node.value}  # fmt: skip
            assert holds[bound]
            assert holds[str(node.bound)]
        assert trace.value == whole.values[()]
        assert (trace.root.bound, trace.root.number) == ("exact", 0)
        for number in trace.principal:
            assert trace.nodes[number].value == whole.values[trace.path(number)] == trace.value


@every_game
@every_algorithm
def test_children_and_what_was_cut_off_are_the_legal_moves(
    variant: Variant, algorithm: str
) -> None:
    for trace, _, depth in traces(variant, algorithm):
        for node in trace.nodes:
            there = trace.position_at(node.number)
            searched = tuple(trace.nodes[child].move for child in node.children)
            if node.kind == "leaf":
                assert searched == node.pruned == ()
                assert (node.end, node.ply == depth) in (
                    ("depth", True),
                    ("over", node.ply == depth),
                )
                assert there.over == (node.end == "over")
            else:
                assert searched + node.pruned == there.moves
                assert (node.kind == "max") == (there.turn == trace.position.turn)
            assert node.unreached == ()
            assert node.player == there.turn
            assert all(trace.nodes[child].parent == node.number for child in node.children)
            assert algorithm != "minimax" or not node.pruned


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "depth"),
    [(tictactoe(), 4), (numerical(), 2), (sim(6, 2), 3), (sim(6, 3), 3), (connect4(4, 4), 5)],
    ids=str,
)
def test_it_visits_and_finds_what_the_compiled_search_does(variant: Variant, depth: int) -> None:
    game = variant.game
    for position in random_playout(game, seed=depth, long=True)[:-1:5]:
        for algorithm, settings in (
            ("minimax", PLAIN),
            ("alphabeta", Settings(order="generated", table=False, ties_equal=False)),
        ):
            name = game.heuristic_names[-1]
            trace = look_inside(
                position, depth=depth, algorithm=algorithm, heuristic=name, most_steps=1_000_000
            )
            result = alphabeta(
                position, limits=Limits(depth), settings=replace(settings, heuristic=name)
            )
            assert trace.value == result.score
            actions = Counter(step.action for step in trace.steps)
            if result.score < WIN - 1:  # found at once, the compiled search ends at the root
                assert trace.visited == result.nodes
                assert actions["evaluate"] == result.leaves
                assert actions["cut"] == result.cutoffs


# The steps


@every_game
@every_algorithm
def test_steps_tell_the_search(variant: Variant, algorithm: str) -> None:
    """Following the steps alone gives every node's window and value."""
    for trace, _, _ in traces(variant, algorithm):
        check_steps(trace)
        assert [step.node for step in trace.steps if step.action == "return"][-1] == 0


def check_steps(trace: Trace) -> None:
    bounds: dict[int, tuple[float, float]] = {}
    path: list[int] = []
    finished: dict[int, int] = {}
    for number, step in enumerate(trace.steps):
        assert step.number == number
        node = trace.nodes[step.node]
        if step.action == "enter":
            assert node.number == len(bounds)
            assert node.parent == (path[-1] if path else None)
            assert node.entered == number
            bounds[step.node] = (node.alpha, node.beta)
            path.append(step.node)
        assert path[-1] == step.node
        alpha, beta = bounds[step.node]
        if step.action == "raise":
            assert node.kind == "max"
            assert step.child is not None
            assert step.value == step.alpha == finished[step.child] > alpha
        if step.action == "lower":
            assert node.kind == "min"
            assert step.child is not None
            assert step.value == step.beta == finished[step.child] < beta
        if step.action in ("raise", "lower"):
            bounds[step.node] = (step.alpha, step.beta)
        assert bounds[step.node] == (step.alpha, step.beta)
        if step.action == "evaluate":
            assert node.kind == "leaf"
            assert node.value in (None, step.value)
        if step.action == "cut":
            assert step.alpha >= step.beta
            assert step.moves == node.pruned != ()
        if step.action == "return":
            assert step.value is not None
            assert (node.left, node.value) == (number, step.value)
            finished[path.pop()] = step.value
    assert len(bounds) == len(trace.nodes)
    assert finished == {n.number: n.value for n in trace.nodes if n.value is not None}


# The old tic-tac-toe program

Walked = tuple[str, tuple[str, ...], float, float, float | None]


@pytest.mark.slow
@pytest.mark.parametrize(
    "moves", ["12", "15", "159", "1526", "1593", "15264", "15394", "152643", "1524678"]
)
def test_shallow_is_the_walk_of_the_old_program(moves: str) -> None:
    """Step by step, with both bounds and its own costs; its computer is the player to move."""
    position = TICTACTOE.position(moves)
    trace = look_inside(position, algorithm="shallow", most_steps=1_000_000)
    walk: list[old_tictactoe.Step] = []
    root = old_tictactoe.search(old_board(position), walk)
    assert walked(trace) == [
        (
            step.kind,
            old_path(step.state),
            step.alpha,
            step.beta,
            None if step.kind == "down" else step.state.cost,
        )
        for step in walk
    ]
    assert trace.visited == sum(step.kind == "down" for step in walk) - 1
    assert trace.value is not None
    assert cost_of_old_program(trace.value, OLD_WIN) == root.cost
    row, column = old_tictactoe.choose(old_board(position))
    assert trace.principal_variation[0] == str(3 * row + column + 1)


def walked(trace: Trace) -> list[Walked]:
    """The steps as the old program tells them, which gives a state its cost in a single step."""
    found: list[Walked] = []
    for step in trace.steps:
        node = trace.nodes[step.node]
        kind = {"enter": "down", "evaluate": "end", "cut": "cut", "return": "done"}.get(step.action)
        worded = step.action == "return" and (node.kind == "leaf" or node.pruned)
        if kind is not None and not worded:
            assert node.value is not None
            alpha, beta, cost = (
                cost_of_old_program(each, OLD_WIN) for each in (step.alpha, step.beta, node.value)
            )
            path = trace.path(node.number)
            found.append((kind, path, alpha, beta, None if kind == "down" else cost))
    return found


def old_board(position: pg.Position) -> old_tictactoe.Board:
    board = old_tictactoe.new_board()
    for site, mark in enumerate(position.marks):
        if mark is not None:
            board[site // 3][site % 3] = "o" if mark.player == position.turn else "x"
    return board


def old_path(state: old_tictactoe.State) -> tuple[str, ...]:
    moves: list[str] = []
    while state.parent is not None and state.move is not None:
        moves.append(str(3 * state.move[0] + state.move[1] + 1))
        state = state.parent
    return tuple(reversed(moves))


# Cut short


@every_algorithm
@pytest.mark.parametrize("game", [TICTACTOE, SIM_3], ids=str)
def test_a_run_that_is_cut_short_is_the_beginning_of_the_whole(
    game: pg.Game, algorithm: str
) -> None:
    def run(**given: Any) -> Trace:
        return look_inside(
            game.position(), depth=2, algorithm=algorithm, heuristic=estimate, **given
        )

    whole = run()
    total = len(whole.steps)
    for most in {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, total // 2, total - 1}:
        part = run(most_steps=most)
        assert part.truncated
        assert part.steps == whole.steps[:most]
        check_steps(part)
        assert (part.value, part.principal, part.principal_variation) == (None, (), ())
        assert part.stopped_at is not None
        assert part.nodes[part.stopped_at].left is None
        for node in part.nodes:
            same = whole.nodes[node.number]
            assert (node.value is None) == (node.left is None) == (node.bound is None)
            assert node.value in (None, same.value)
            assert node.children == same.children[: len(node.children)]
            assert node.pruned in ((), same.pruned)
            searched = tuple(part.nodes[child].move for child in node.children)
            if node.kind != "leaf":
                moves = part.position_at(node.number).moves
                assert searched + node.pruned + node.unreached == moves
    exact = run(most_steps=total)
    assert (exact.truncated, exact.stopped_at, exact.steps) == (False, None, whole.steps)


# Data


@every_algorithm
@pytest.mark.parametrize("most_steps", [25, 20_000])
def test_json_round_trip(algorithm: str, most_steps: int) -> None:
    position = SIM_3.position("0-1 2-3")
    trace = look_inside(
        position, depth=2, algorithm=algorithm, heuristic=estimate, most_steps=most_steps
    )
    data = json.loads(json.dumps(trace.to_json(), allow_nan=False))
    assert data == trace.to_json()
    nodes = [restored(node) for node in data["nodes"]]
    assert [node.pop("bound") for node in nodes] == [node.bound for node in trace.nodes]
    assert tuple(Node(**node) for node in nodes) == trace.nodes
    assert tuple(Step(**restored(step)) for step in data["steps"]) == trace.steps
    assert data["moves"] == list(position.history)
    assert data["game"]["parameters"] == dict(position.game.values)
    assert data["principal_variation"] == list(trace.principal_variation)
    stopped = (data["truncated"], data["stopped_at"], data["value"])
    assert stopped == (trace.truncated, trace.stopped_at, trace.value)


def restored(data: dict) -> dict:
    """Lists as tuples, and the bounds that JSON cannot say."""
    data = {name: tuple(v) if isinstance(v, list) else v for name, v in data.items()}
    data["alpha"] = -math.inf if data["alpha"] is None else data["alpha"]
    data["beta"] = math.inf if data["beta"] is None else data["beta"]
    return data


def test_a_finished_game_is_one_leaf() -> None:
    trace = look_inside(TICTACTOE.position("12457"), depth=3)
    assert [step.action for step in trace.steps] == ["enter", "evaluate", "return"]
    assert (trace.visited, trace.value, trace.root.end) == (0, -WIN, "over")
    assert trace.root.reason == "Player 1 wins: three in a row"
    assert trace.principal_variation == ()


def test_a_depth_beyond_the_end_of_the_game_is_the_whole_game() -> None:
    position = TICTACTOE.position("15264")
    assert look_inside(position, depth=99) == look_inside(position)
    assert look_inside(position).depth == 9


@uncompiled
def test_a_search_may_be_deeper_than_python_may_recurse(tmp_path) -> None:
    """A game of one move at each ply."""
    file = tmp_path / "long.py"
    file.write_text(LONG_GAME)
    trace = look_inside(rules.game_class(str(file))().position(), most_steps=100_000)
    assert (len(trace.nodes), trace.value) == (3001, 0)
    assert len(trace.principal_variation) == 3000
    assert "first 399 plies: 399 of the 3,000 positions visited" in str(trace)
    assert "<svg" in trace._repr_svg_()


LONG_GAME = """
import numpy as np
from plyground import errors, rules

class Long(rules.Game):
    name = "long"
    title = "Long"
    summary = "Nothing happens, 3000 times."
    max_plies = 3000
    move_texts = ("a",)
    move_hint = "a"
    board = rules.Board.grid(1, 1)

    def __init__(self):
        super().__init__()

    def kernels(self):
        def start():
            return (np.uint64(0),)
        def player(state):
            return rules.as_int(state[0]) % 2
        def moves(state, out):
            out[0] = 0
            return 1
        def play(state, move):
            return (state[0] + np.uint64(1),)
        def result(state):
            return rules.DRAW if state[0] == np.uint64(3000) else rules.ONGOING
        return rules.kernels(start, player, moves, play, result)

    def marks(self, state):
        return (None,)
"""


# What is not accepted


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"depth": 0}, "a depth is 1 ply or more, and not 0"),
        ({"depth": -3}, "a depth is 1 ply or more, and not -3"),
        ({"most_steps": 0}, "at least 1 step is recorded, and not 0"),
        ({"algorithm": "deep"}, "no algorithm 'deep': give minimax, alphabeta, shallow"),
        ({"order": "best"}, "no order 'best': give generated, reversed"),
    ],
)
def test_what_is_not_accepted(options: dict, answer: str) -> None:
    with pytest.raises(AnalysisError, match=answer):
        look_inside(TICTACTOE.position(), **options)


@pytest.mark.parametrize("score", [GREATEST_ESTIMATE + 1, -GREATEST_ESTIMATE - 1])
def test_a_heuristic_must_not_look_like_a_win(score: int) -> None:
    def wild(cells: Sequence[int], player: int) -> int:
        return score

    with pytest.raises(errors.GameFileError, match="between -500000 and 500000"):
        look_inside(TICTACTOE.position(), depth=1, heuristic=wild)


def test_the_greatest_estimate_is_taken() -> None:
    def greatest(cells: Sequence[int], player: int) -> int:
        return GREATEST_ESTIMATE

    trace = look_inside(TICTACTOE.position(), depth=1, heuristic=greatest)
    assert trace.heuristic == "greatest"
    assert score_text(trace.value or 0) == f"+{GREATEST_ESTIMATE}"


# In words


def test_scores_in_words() -> None:
    said = {WIN - 3: "win in 3", 2 - WIN: "loss in 2", 0: "0", 5: "+5", -4: "−4",
            math.inf: "+∞", -math.inf: "−∞"}  # fmt: skip
    assert {score: score_text(score) for score in said} == said


def test_a_search_in_words() -> None:
    """
    x x .
    x o o      o must stop two lines at once
    . . .
    """
    trace = look_inside(TICTACTOE.position("15264"), depth=3)
    sentences = [in_words(trace, step) for step in trace.steps]
    assert sentences[:7] == [
        "enter the root: o to move (max), window −∞..+∞",
        "enter 3: x to move (min), window −∞..+∞",
        "enter 7: window −∞..+∞",
        "evaluate 7: loss in 2 (x wins: three in a row)",
        "return from 7 with loss in 2",
        "lower beta of 3 to loss in 2: with 7, x holds o to at most that",
        "enter 8: o to move (max), window −∞..loss in 2",
    ]
    cuts = [text for text in sentences if text.startswith("cut off")]
    assert cuts[0] == (
        "cut off at 8: move 9 needs no search, because o gets at least win in 3 here, "
        "and x can hold o to loss in 2 elsewhere"
    )
    assert cuts[-1] == (
        "cut off at 9: moves 7 8 need no search, because o gets at most loss in 2 here, "
        "and can have loss in 2 elsewhere"
    )
    assert sentences[-1] == "the root is worth loss in 2: done"
    assert "raise alpha of the root to loss in 2: with 3, o gets at least that" in sentences


def test_more_than_two_players_in_words() -> None:
    trace = look_inside(SIM_3.position(), depth=3, heuristic=estimate)
    cuts = [in_words(trace, step) for step in trace.steps if step.action == "cut"]
    assert any("player 1 gets at most" in text and " here, " in text for text in cuts)
    sentences = [in_words(trace, step) for step in trace.steps]
    assert any("player 3 to move (min)" in text for text in sentences)
