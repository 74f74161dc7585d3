"""Recorded searches in pages: step by step those of Python, in the same words."""

from __future__ import annotations

import gzip
import math
import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser

import plyground as pg
from plyground.analysis import Trace, look_inside, score_text
from plyground.analysis.trace import ALGORITHM_NAMES, Algorithm, about, cut_short, summary
from plyground.browser.data import page_game
from plyground.browser.modules import engine_module
from plyground.browser.scripts import joined
from plyground.web.pages.glassbox import search_data
from tests.browser.recordings import SHOWN, Look, Shown, _recorder, bound, look
from tests.games import NUMERICAL, SIM_3, SMALL_CONNECT4
from tests.reference.spoken import spoken
from tests.variants import label, random_playout

__all__ = ["_recorder", "look"]

pytestmark = [pytest.mark.browser, pytest.mark.compiled]

GAMES = (pg.TicTacToe(), NUMERICAL, pg.Sim(6, 2), SIM_3, SMALL_CONNECT4)
MOST = 30  # nodes of a subtree that is drawn whole, as in tree_scene.js


def signed(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}").replace("inf", "\N{INFINITY}")


def sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def samples(game: pg.Game, count: int) -> Iterator[tuple[pg.Position, int, Algorithm, int]]:
    """Positions, depths, algorithms, and how many steps there may be."""
    rng = random.Random(label(game))
    for number in range(count):
        position = game.position()
        for _ in range(rng.randrange(game.max_plies)):
            if position.over:
                break
            position = position.play(rng.choice(position.moves))
        algorithm = [*ALGORITHM_NAMES][number % 3]
        depth = rng.randint(1, 3 if len(position.moves) < 12 else 2)
        yield position, depth, algorithm, rng.choice((41, 900, 900))


def way_to(trace: Trace, number: int) -> list[int]:
    """A node, and those above it."""
    above = trace.nodes[number].parent
    return [number, *([] if above is None else way_to(trace, above))]


def below(trace: Trace) -> Counter[int]:
    """How many nodes are below each."""
    return Counter(above for node in trace.nodes for above in way_to(trace, node.number)[1:])


def steps_are_those_of_python(shown: Shown) -> None:
    trace = shown.trace
    fields = ("action", "node", "value", "child")
    newest = -1
    for step, found in zip(trace.steps, shown.steps, strict=True):
        newest += step.action == "enter"
        assert tuple(found[each] for each in fields) == tuple(getattr(step, x) for x in fields)
        assert (found["alpha"], found["beta"]) == (bound(step.alpha), bound(step.beta))
        assert found["said"] == sentence(spoken(trace, step))
        alpha, beta = signed(score_text(step.alpha)), signed(score_text(step.beta))
        crossed = f"\N{GREEK SMALL LETTER ALPHA} {alpha} ≥ β {beta}."
        assert found["crossed"] == (crossed if step.action == "cut" else "")
        assert found["newest"] == newest
    said = (shown.page[each] for each in ("about", "summary", "cutShort", "principal", "stopped"))
    assert [*said] == [
        about(trace),
        summary(trace),
        cut_short(trace),
        [*trace.principal],
        trace.stopped_at,
    ]


def nodes_are_those_of_python(shown: Shown) -> None:
    trace, counts = shown.trace, below(shown.trace)
    same = ("number", "parent", "ply", "move", "kind", "player", "end", "reason", "entered", "left")
    for node, found in zip(trace.nodes, shown.nodes, strict=True):
        steps = [step for step in trace.steps if step.node == node.number]
        assert {key: found[key] for key in same} == {key: getattr(node, key) for key in same}
        assert found["value"] == (None if node.value is None else signed(score_text(node.value)))
        assert found["bound"] == {"upper": "≤", "lower": "≥"}.get(node.bound or "", "")
        assert found["children"] == list(node.children)
        assert found["cutMoves"] == list(node.pruned)
        assert found["unreached"] == list(node.unreached)
        assert found["path"] == list(trace.path(node.number))
        legal = trace.position_at(node.number).moves if node.kind != "leaf" else ()
        assert found["moves"] == list(legal)
        assert found["below"] == counts[node.number]
        assert found["windows"] == [
            [step.number, signed(score_text(step.alpha)), signed(score_text(step.beta))]
            for step in steps
            if step.action in ("enter", "raise", "lower")
        ]
        cuts = [step.number for step in steps if step.action == "cut"]
        assert found["cut"] == (cuts[0] if cuts else None)
        if node.value is not None:
            assert trace.steps[found["valued"]].value == node.value


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
    """60 searches of each game."""
    page = browser.new_page()
    for name in ("engine", "recording"):
        page.evaluate(f"globalThis.{name} = {joined(f'browser/{name}.js')}; 0")
    data, module = page_game(game)["engine"], list(gzip.decompress(engine_module(game)))
    page.evaluate(
        """async ([data, module]) => {
          globalThis.own = await engine.openEngine(data, Uint8Array.from(module));
        }""",
        [data, module],
    )
    look = f"""([search, moves]) => {{
      const {{ Recording, rulesOf }} = recording;
      const position = moves.reduce((at, move) => own.play(at, move), own.start());
      return ({SHOWN})(new Recording(search, rulesOf(own, position, search.inside)));
    }}"""
    for position, depth, algorithm, most in samples(game, 60):
        trace = look_inside(
            position,
            depth=depth,
            algorithm=algorithm,
            heuristic=game.default_heuristic,
            most_steps=most,
        )
        search = search_data(position, algorithm, trace.depth)
        search["inside"]["steps"] = most
        codes = [game.move_code(move) for move in position.history]
        shown = Shown(trace, page.evaluate(look, [search, codes]))
        steps_are_those_of_python(shown)
        nodes_are_those_of_python(shown)
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
    shown = look(pg.TicTacToe().position("15"), 9, algorithm, 20_000)
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
