"""Questions about a recorded search: right answers, three different choices, no giving away."""

import math

import pytest

import plyground as pg
from plyground.analysis import Trace, question
from plyground.analysis.trace import score_text
from tests.games import NUMERICAL, SIM_3, SMALL_CONNECT4
from tests.variants import label, random_playout

ALGORITHMS = ("minimax", "alphabeta", "shallow")


def recorded(algorithm: str, moves: str = "15264", depth: int = 4) -> Trace:
    return pg.look_inside(pg.TicTacToe().position(moves), depth=depth, algorithm=algorithm)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_leaf_is_asked_about(algorithm: str) -> None:
    trace = recorded(algorithm)
    for step in trace.steps:
        if step.action == "evaluate":
            asked = question(trace, step.number)
            assert asked is not None
            assert asked.kind == "value"
            assert step.value is not None
            assert asked.choices[asked.answer] == score_text(step.value)
            assert asked.text == "What will this position be worth to player 2?"


@pytest.mark.parametrize("game", [NUMERICAL, SIM_3, SMALL_CONNECT4], ids=label)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_choices_are_three_or_yes_and_no(game: pg.Game, algorithm: str) -> None:
    line = random_playout(game, seed=3, long=True)
    position, heuristic = line[max(0, len(line) - 5)], game.default_heuristic
    trace = pg.look_inside(
        position, depth=3, algorithm=algorithm, heuristic=heuristic, most_steps=500
    )
    answers = set()
    for step in trace.steps:
        asked = question(trace, step.number)
        if asked is None:
            continue
        assert len(set(asked.choices)) == (3 if asked.kind == "value" else 2)
        assert asked.reason
        answers.add((asked.kind, asked.answer))
    assert any(kind == "value" for kind, _ in answers)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_cuts_are_asked_about_before_they_are_made_and_where_they_are_not(algorithm: str) -> None:
    trace = recorded(algorithm, "15", 9)
    said = {"yes": 0, "no": 0}
    for step in trace.steps:
        asked = question(trace, step.number)
        if step.action == "cut":
            assert asked is not None
        if asked is None or asked.kind != "cut":
            continue
        before = trace.steps[step.number - 1]
        assert math.isfinite(before.alpha)
        assert math.isfinite(before.beta)
        assert asked.choices[asked.answer] == ("yes" if step.action == "cut" else "no")
        assert (before.alpha >= before.beta) == (step.action == "cut")
        said[asked.choices[asked.answer]] += 1
    assert min(said.values()) > 0 or algorithm == "minimax"
    assert sum(said.values()) == 0 or algorithm != "minimax"


def test_a_value_that_is_the_only_one_is_not_asked_about() -> None:
    trace = recorded("alphabeta")
    for step in trace.steps:
        node = trace.nodes[step.node]
        if step.action == "return" and len(node.children) == 1:
            assert question(trace, step.number) is None


def test_the_reason_for_a_value_names_what_it_was_chosen_from() -> None:
    trace = pg.look_inside(pg.TicTacToe().position("15264"), depth=3)
    asked = question(trace, 20)
    assert asked is not None
    assert asked.reason == (
        "player 1 (min) takes the least of 7 loss in 2, 8 win in 3, 9 win in 3: loss in 2"
    )


def test_the_reason_for_no_cut_names_the_window() -> None:
    trace = recorded("alphabeta", "15", 9)
    reasons = [asked.reason for step in trace.steps if (asked := question(trace, step.number))]
    assert any(
        reason.startswith("nothing is cut off: alpha ") and reason.endswith("may still matter")
        for reason in reasons
    )
