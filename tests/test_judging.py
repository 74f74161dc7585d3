"""Heuristics against the truth: what is counted, and the experiments on it."""

import csv
import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from xml.etree import ElementTree

import pytest

import plyground as pg
from plyground.arena import Run, RunError
from plyground.arena.judging import Ordered, judge, of_data, order, sample, share
from plyground.arena.plan_file import question, read
from plyground.cli import exits
from plyground.search import Control
from tests.own_game import NIM
from tests.reference.connect4 import Connect4
from tests.reference.heuristics import open_lines
from tests.reference.judging import Rating, counts
from tests.reference.solve import Solver
from tests.terminals import Output
from tests.variants import Variant, connect4, tictactoe

MIDDLE = Path(__file__).parent.parent / "examples" / "heuristics" / "middle.py"
EXPERIMENT = """
title = "The middle"
question = "Is the middle worth so much?"
kind = "heuristic"
game = "tictactoe"
rounds = 8
plies = [1, 5]
heuristics = ["none", "middle.py"]
"""
NIM_RULE = """
def rule(state, player):
    parity, left = 0, state[0]
    for _ in range(3):
        parity ^= as_int(left & FIFTEEN)
        left >>= FOUR
    to_move = as_int(state[1])
    good = 1 if parity else -1
    return SIGN * (good if to_move == player else -good)
"""
NIM_WORDS = """
import numpy as np
from plyground.rules import as_int
FOUR, FIFTEEN = np.uint64(4), np.uint64(15)
"""


def middle(board: str, player: int) -> int:
    worth = dict(zip("123456789", (2, 1, 2, 1, 3, 1, 2, 1, 2), strict=True))
    cells = tictactoe().twin.cells(board)
    return sum(worth[at] if of == player + 1 else -worth[at] for at, of in cells.items() if of)


def check(variant: Variant, heuristic: str, rating: Rating, plies: tuple[int, int]) -> None:
    solver = Solver(variant.twin)
    seen = 0
    for position in sample(variant.game, plies, 6, seed=1):
        board = variant.twin.start()
        for move in position.history:
            board = variant.twin.play(board, move)
        (judged,) = judge(position, [heuristic], Control()).judged
        found = (*vars(judged.results).values(), *vars(judged.lengths).values())
        assert found == counts(solver, board, rating), position
        seen += judged.results.pairs + judged.lengths.pairs
    assert seen > 50


def test_the_twin_counts_the_same_in_tictactoe() -> None:
    check(tictactoe(), str(MIDDLE), middle, (1, 5))


@pytest.mark.slow
def test_the_twin_counts_the_same_in_connect4() -> None:
    variant = connect4(4, 4)
    twin = variant.twin
    assert isinstance(twin, Connect4)
    check(variant, "open-lines", partial(open_lines, twin), (6, 12))


def test_a_perfect_order_a_reversed_one_and_none() -> None:
    worths = [9, 7, 7, 0, 0, -3, -8]
    results, lengths = order(worths, worths)
    assert (results.pairs, lengths.pairs) == (3 * 2 + 3 * 2 + 2 * 2, 2 + 1)
    assert (results.right, lengths.right) == (results.pairs, lengths.pairs)
    results, lengths = order([-worth for worth in worths], worths)
    assert (results.right, lengths.right) == (0, 0)
    results, lengths = order([4] * 7, worths)
    assert (results.right, lengths.right) == (results.pairs / 2, lengths.pairs / 2)


def test_the_interval_counts_positions_and_not_pairs() -> None:
    alike = share([Ordered(10, 10), Ordered(10, 0)] * 20)
    assert (alike.pairs, alike.share) == (400, 0.5)
    assert alike.low is not None
    assert alike.low == pytest.approx(0.35, abs=0.01)  # as for 39 pairs
    spread = share([Ordered(10, 5)] * 40)
    assert spread.low is not None
    assert spread.low > alike.low
    assert share([Ordered(10, 10)] * 5).high == 1
    none = share([Ordered()])
    assert (none.positions, none.pairs, none.share, none.low) == (1, 0, None, None)


def test_positions_are_different_ones_of_each_ply() -> None:
    game = pg.TicTacToe()
    found = sample(game, (0, 4), 12, seed=1)
    plies = [position.ply for position in found]
    assert [plies.count(ply) for ply in range(5)] == [1, 9, 12, 12, 12]
    assert len({position.key for position in found}) == len(found)
    assert not any(position.over for position in found)
    assert found == sample(game, (0, 4), 12, seed=1)
    assert found != sample(game, (0, 4), 12, seed=2)


# Experiments


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "middle.py").write_text(MIDDLE.read_text())
    path = tmp_path / "mine.toml"
    path.write_text(EXPERIMENT)
    return path


@pytest.mark.uncompiled
def test_a_heuristic_beside_the_file(output: Output, path: Path) -> None:
    code, out, _ = output(f"experiment {path} --seed 3 --json")
    assert code == exits.SUCCESS
    found = json.loads(out)
    assert (found["kind"], found["complete"]) == ("heuristic", True)
    overall = {
        (row["heuristic"], row["pairs_of"]): row for row in found["rows"] if row["ply"] is None
    }
    none, middle = (overall[name, "results"] for name in ("none", "middle.py"))
    assert none["share"] == 0.5
    assert middle["share"] > 0.6
    assert none["pairs"] == middle["pairs"]
    assert output(f"experiment {path} --seed 3 --jobs 2 --json")[1] == out


def test_its_table_and_its_files(output: Output, path: Path, tmp_path: Path) -> None:
    table, chart = tmp_path / "rows.csv", tmp_path / "chart.svg"
    code, out, _ = output(f"experiment {path} --seed 3 --csv {table} --chart {chart}")
    assert code == exits.SUCCESS
    assert "8 positions of each ply at most, seed 3" in out
    assert re.search(r"^ all +50 \(\d+ to \d+\) +\d+ \(\d+ to \d+\)", out, re.MULTILINE)
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 * 2 * (5 + 1)
    picture = ElementTree.fromstring(chart.read_text())
    texts = ["".join(text.itertext()) for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    for text in ("The middle", "none", "middle.py", "50.0 %", "win", "draw", "loss"):
        assert text in texts
    assert "-0" not in texts


@pytest.mark.uncompiled
@pytest.mark.parametrize(("sign", "right"), [("1", 1.0), ("-1", 0.0)])
def test_the_rule_of_nim_is_perfect(tmp_path: Path, sign: str, right: float) -> None:
    (tmp_path / "rule.py").write_text(NIM_WORDS + f"SIGN = {sign}\n" + NIM_RULE)
    text = EXPERIMENT.replace('"tictactoe"', json.dumps(NIM)).replace(
        '["none", "middle.py"]', '["rule.py"]'
    ).replace("[1, 5]", "[0, 2]")  # fmt: skip
    plan = read(text + "parameters = { heaps = 3 }", "nim", tmp_path)
    doing = Run(replace(plan, rounds=5, seed=1))
    doing.prepare()
    assert sum(1 for _ in doing.steps()) == doing.expected
    counted = share([of_data(each.found).judged[0].results for each in doing.found])
    assert counted.share == right
    assert counted.pairs > 20


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("middle.py", "best"), "heuristics: there is no 'best' and no .py file: give none"),
        (('"none", ', '"middle.py", '), "takes 1 name or more, each once"),
        (("[1, 5]", "[1, 9]"), "plies: takes at most 8"),
        (('heuristics = ["none", "middle.py"]', ""), "takes a list of names of heuristics"),
        (('"tictactoe"', '"sim"\nparameters = { players = 3 }'), "in games for 2 players, not 3"),
    ],
)
def test_what_a_file_must_not_state(path: Path, change: tuple[str, str], words: str) -> None:
    with pytest.raises(RunError, match=re.escape(words)):
        read(EXPERIMENT.replace(*change), "mine.toml", path.parent)


def test_a_fault_in_the_heuristic_names_its_line(output: Output, path: Path) -> None:
    (path.parent / "middle.py").write_text("def middle(cells, player):\n    return celsl[0]\n")
    code, out, err = output(f"experiment {path}")
    assert (code, out) == (exits.FAILURE, "")
    assert "middle.py, line 2: celsl is not defined: did you mean cells?" in err


@pytest.mark.parametrize("name", ["connect4-heuristics", "sim-heuristics"])
def test_those_that_come_with_the_package(name: str) -> None:
    doing = Run(replace(question(name), rounds=1, seed=1))
    doing.prepare()
    next(doing.steps())
    assert len(of_data(doing.found[0].found).judged) == 3


@pytest.mark.uncompiled
def test_players_of_an_experiment_use_it_too(output: Output, path: Path) -> None:
    path.write_text(
        'title = "Middle"\nquestion = "Does it win?"\nkind = "grid"\ngame = "tictactoe"\n'
        'rounds = 2\nplayers = ["minimax:depth=1,heuristic=middle.py", "random"]\n'
    )
    code, out, _ = output(f"experiment {path} --json")
    assert code == exits.SUCCESS
    assert "middle.py" in json.loads(out)["rows"][0]["player"]
