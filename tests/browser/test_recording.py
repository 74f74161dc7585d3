"""Recorded searches in pages: step by step those of Python, in the same words."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import pairwise

import pytest
from playwright.sync_api import Browser

import plyground as pg
from plyground.analysis import score_text
from plyground.analysis.trace import ALGORITHM_NAMES, Algorithm
from tests.browser.recordings import (
    GAMES,
    Look,
    _recorder,
    below,
    look,
    nodes_are_those_of_python,
    recording_document,
    samples,
    searches_are_those_of_python,
    signed,
    steps_are_those_of_python,
    way_to,
)
from tests.games import NUMERICAL, SIM_3, SMALL_CONNECT4
from tests.variants import label, random_playout

__all__ = ["_recorder", "look"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

MOST = 30  # nodes of a subtree that is drawn whole, as in tree_scene.js


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_steps_and_nodes_of_the_server_s_list_are_those_of_python(
    look: Look, game: pg.Game
) -> None:
    for position, depth, algorithm, most in samples(game, 15):
        shown = look(position, depth, algorithm, most)
        steps_are_those_of_python(shown)
        nodes_are_those_of_python(shown)


@pytest.mark.parametrize("game", GAMES, ids=label)
def test_steps_and_nodes_of_a_page_s_engine_are_those_of_python(
    browser: Browser, game: pg.Game
) -> None:
    page = browser.new_page()
    page.set_content(recording_document(game))
    searches_are_those_of_python(page.evaluate, game, 15)
    page.close()


def test_the_way_to_the_next_cut_off(look: Look) -> None:
    shown = look(pg.TicTacToe().position("15264"), 3)
    cuts = [step.number for step in shown.trace.steps if step.action == "cut"]
    asked = [0, cuts[0] - 1, *cuts]
    assert [shown.page["cuts"][step] for step in asked] == [cuts[0], cuts[0], *cuts[1:], None]


@pytest.mark.parametrize(("algorithm", "costs"), [("shallow", True), ("alphabeta", False)])
def test_the_old_program_s_costs_are_shown_for_its_own_search_alone(
    look: Look, algorithm: Algorithm, costs: bool
) -> None:
    shown = look(pg.TicTacToe().position("15264"), 3, algorithm)
    assert (shown.nodes[0]["cost"] == "-8") is costs  # depth 2 less 10


def test_a_game_that_is_over_has_one_position(look: Look) -> None:
    shown = look(pg.TicTacToe().position("14253"), 2)
    assert shown.page["summary"].startswith("The game is over, there is nothing to search.")
    assert [step["action"] for step in shown.steps] == ["enter", "evaluate", "return"]
    assert len(shown.nodes) == 1


# The drawn tree


def test_the_drawn_tree_shows_what_is_near(look: Look) -> None:
    shown = look(pg.TicTacToe().position("15"), 5)
    trace = shown.trace
    assert len(trace.nodes) > 10 * MOST
    scenes = {int(number): scene for number, scene in shown.page["scenes"].items()}
    assert len(scenes) == 12
    for step in (step for step in shown.steps if step["scene"] in scenes):
        near = {part["node"] for part in scenes[step["scene"]]["parts"]}
        assert {*way_to(trace, step["node"])} <= near
    counts = below(trace)
    for scene in scenes.values():
        parts = {part["node"]: part for part in scene["parts"]}
        assert [*parts] == sorted(parts)
        assert len(parts) <= MOST + 5 * 8
        for number, part in parts.items():
            node = trace.nodes[number]
            hidden = not parts.keys() & {*node.children}
            assert part["folded"] == (counts[number] if hidden else 0)
            assert (part["line"] == "") is (number == 0)
        cuts = {cut["node"]: cut["text"] for cut in scene["cuts"]}
        for number, part in parts.items():
            pruned = trace.nodes[number].pruned
            assert (number in cuts) is (bool(pruned) and not part["folded"])
            if number in cuts:
                assert cuts[number] == " ".join(pruned)
        boxes = sorted(
            (part["y"], part["x"], part["half"]) for part in [*parts.values(), *scene["cuts"]]
        )
        for (y, x, half), (other, farther, its) in pairwise(boxes):
            assert y != other or x + half <= farther - its


# Words


def test_a_search_is_in_words_without_signs(look: Look) -> None:
    """Two games of two players, and one of three."""
    for position in (pg.TicTacToe().position("15264"), pg.ConnectFour(), pg.Sim(5, 3)):
        at = position if isinstance(position, pg.Position) else position.position()
        said = [step["said"] for step in look(at, 3).steps]
        assert not [each for each in said if re.search(r"\b(root|max|min|alpha|window)\b|∞", each)]
    assert said[0] == "Player 1 is to move, and looks 3 moves ahead."


# Questions


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_every_leaf_is_asked_about(look: Look, algorithm: Algorithm) -> None:
    for step in look(pg.TicTacToe().position("15264"), 4, algorithm).steps:
        if step["action"] == "evaluate":
            asked = step["question"]
            assert asked["kind"] == "value"
            assert asked["choices"][asked["answer"]] == signed(score_text(step["value"]))
            assert asked["text"] == "What will this position be worth to o?"
            assert asked["reason"] == step["said"]


@pytest.mark.parametrize("game", [NUMERICAL, SIM_3, SMALL_CONNECT4], ids=label)
@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_choices_are_three_or_yes_and_no(look: Look, game: pg.Game, algorithm: Algorithm) -> None:
    line = random_playout(game, seed=3, long=True)
    shown = look(line[max(0, len(line) - 5)], 3, algorithm, 500)
    answers = Counter[tuple[str, int]]()
    for asked in filter(None, (step["question"] for step in shown.steps)):
        assert len({*asked["choices"]}) == (3 if asked["kind"] == "value" else 2)
        assert asked["reason"]
        answers[asked["kind"], asked["answer"]] += 1
    assert any(kind == "value" for kind, _ in answers)


def test_the_right_value_is_in_every_place(look: Look) -> None:
    """It is not always the greatest or the middle one."""
    shown = look(SMALL_CONNECT4.position(), 4)
    answers = Counter(
        step["question"]["answer"]
        for step in shown.steps
        if step["question"] and step["question"]["kind"] == "value"
    )
    assert min(answers[place] for place in range(3)) > 0.1 * answers.total()


@pytest.mark.parametrize("algorithm", ALGORITHM_NAMES)
def test_cuts_are_asked_about_before_they_are_made_and_where_they_are_not(
    look: Look, algorithm: Algorithm
) -> None:
    shown = look(pg.TicTacToe().position("152"), 9, algorithm, 20_000)
    said = {"yes": 0, "no": 0}
    for before, step in pairwise(shown.steps):
        asked = step["question"]
        if step["action"] == "cut":
            assert asked is not None
        if asked is None or asked["kind"] != "cut":
            continue
        alpha, beta = float(before["alpha"]), float(before["beta"])
        assert math.isfinite(alpha)
        assert math.isfinite(beta)
        answer = asked["choices"][asked["answer"]]
        assert answer == ("yes" if step["action"] == "cut" else "no")
        assert (alpha >= beta) == (step["action"] == "cut")
        if answer == "no":
            assert re.match(r"Nothing is cut off: alpha .* may still matter\.$", asked["reason"])
        said[answer] += 1
    assert min(said.values()) > 0 or algorithm == "minimax"
    assert sum(said.values()) == 0 or algorithm != "minimax"


def test_a_value_that_is_the_only_one_is_not_asked_about(look: Look) -> None:
    shown = look(pg.TicTacToe().position("15264"), 4)
    for step in shown.steps:
        if step["action"] == "return" and len(shown.nodes[step["node"]]["children"]) == 1:
            assert step["question"] is None


def test_the_reason_for_a_value_names_what_it_was_chosen_from(look: Look) -> None:
    shown = look(pg.TicTacToe().position("15264"), 3)
    assert shown.steps[20]["question"]["reason"] == (
        "X (min) takes the least of 7 loss in 2, 8 win in 3, 9 win in 3: loss in 2."
    )
