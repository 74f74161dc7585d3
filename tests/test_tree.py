"""Trees as text and SVG, `plyground tree`, and files that are written whole or not at all."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

import plyground as pg
from plyground.analysis import drawing, look_inside
from plyground.cli import exits
from plyground.cli.exits import UserError
from plyground.cli.output import OutputFile
from plyground.render.tree import Tree, TreeNode, plies, shown, spans, text
from plyground.render.tree_svg import _Drawing, tree_svg
from tests.terminals import Output
from tests.variants import Variant, every_variant

NAMESPACE = "{http://www.w3.org/2000/svg}"


def leaf(parent: int, move: str, value: str = "0", **rest) -> TreeNode:
    rest = {"reason": "the depth is used up", **rest}
    return TreeNode(parent, move, "leaf", 0, value, "exact", "−∞", "+∞", **rest)


SMALL = Tree(
    nodes=(
        TreeNode(None, "", "max", 0, "+3", "exact", "−∞", "+∞", principal=True),
        TreeNode(0, "a", "min", 1, "+3", "exact", "−∞", "+∞", principal=True),
        leaf(1, "b", "+3", principal=True),
        leaf(1, "c", "win in 2", over=True, reason="a & b < c"),
        TreeNode(0, "b", "min", 1, "−1", "upper", "+3", "+∞", pruned=("c",)),
        leaf(4, "a", "−1"),
    ),
    colours=("#d63d3d", "#f5c531"),
    player=0,
    title="A small tree",
    description="It is worth +3.",
)

CUT_SHORT = Tree(
    nodes=(
        TreeNode(None, "", "max", 0, "", "exact", "−∞", "+∞", unreached=("y", "z")),
        TreeNode(0, "x", "min", 1, "", "exact", "−∞", "+∞"),
    ),
    colours=("red", "blue"),
    player=0,
    title="T",
    remark="Cut short.",
)


def random_tree(seed: int) -> Tree:
    """A tree of any shape, with moves of any length, and moves cut off here and there."""
    rng = random.Random(seed)
    nodes = [TreeNode(None, "", "max", 0, "0", "exact", "−∞", "+∞")]

    def grow(parent: int, depth: int) -> None:
        for _ in range(rng.randrange(5) if depth else 0):
            number = len(nodes)
            move = "m" * rng.randrange(1, 12)
            pruned = tuple("abcdef"[: rng.randrange(6)]) if rng.random() < 0.3 else ()
            bound = rng.choice(("exact", "upper", "lower"))
            nodes.append(
                TreeNode(parent, move, "min", 1, "win in 12", bound, "0", "+∞", pruned=pruned)
            )
            grow(number, depth - 1)

    grow(0, 5)
    return Tree(tuple(nodes), ("red", "blue"), 0, "Random")


# Text


def test_a_tree_as_text() -> None:
    assert text(SMALL).splitlines() == [
        "A small tree",
        "It is worth +3.",
        "* marks the principal variation.",
        "",
        "* max +3  −∞..+∞",
        "├── * a: min +3  −∞..+∞",
        "│   ├── * b: +3  the depth is used up",
        "│   └── c: win in 2  a & b < c",
        "└── b: min <= −1  +3..+∞",
        "    ├── a: −1  the depth is used up",
        "    └── cut off: c",
    ]


def test_what_was_not_finished_as_text() -> None:
    assert text(CUT_SHORT).splitlines() == [
        "T",
        "",
        "Cut short.",
        "* marks the principal variation.",
        "",
        "max not finished  −∞..+∞",
        "├── x: min not finished  −∞..+∞",
        "└── not reached: y z",
    ]


def test_spans_tell_what_a_terminal_may_colour() -> None:
    tones = {span.text: span.tone for line in spans(SMALL) for span in line}
    assert tones["* a: min +3"] == "principal"
    assert tones["cut off: c"] == "cut"
    assert tones["c: win in 2"] == ""
    assert "\n".join("".join(span.text for span in line) for line in spans(SMALL)) == text(SMALL)


def test_a_large_tree_is_shown_down_to_a_ply() -> None:
    lines = text(SMALL, most=5).splitlines()
    assert lines[5:8] == [
        "* max +3  −∞..+∞",
        "├── * a: min +3  −∞..+∞",
        "│   └── ... 2 more below",
    ]
    assert lines[2] == (
        "The tree is too large to show in full. "
        "This is its first ply: 2 of the 5 positions visited."
    )
    assert shown(SMALL, 6) is SMALL


@pytest.mark.parametrize("seed", range(20))
def test_what_is_shown_of_a_tree(seed: int) -> None:
    tree = random_tree(seed)
    small = shown(tree, 20)
    assert len(small.nodes) + sum(node.below for node in small.nodes) == len(tree.nodes)
    first = sum(ply <= 1 for ply in plies(tree))
    assert len(small.nodes) <= max(20, first)
    for node in small.nodes:
        assert node.parent is None or small.nodes[node.parent].below == 0


# SVG


def elements(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [each for each in root.iter() if name in (each.get("class") or "").split()]


def words(element: ElementTree.Element) -> list[str]:
    return [each.text or "" for each in element.iter(f"{NAMESPACE}text")]


def test_a_tree_as_svg() -> None:
    root = ElementTree.fromstring(tree_svg(SMALL))
    nodes = elements(root, "ply-node")
    assert [node.get("data-node") for node in nodes] == [str(n) for n in range(6)]
    assert [words(node)[0] for node in nodes] == [
        "+3",
        "+3",
        "+3",
        "win in 2",
        "≤ −1",
        "−1",
    ]
    assert words(nodes[4])[1] == "+3 .. +∞"
    assert Counter(kind for node in nodes for kind in (node.get("class") or "").split()) == {
        "ply-node": 6,
        "ply-max": 1,
        "ply-min": 2,
        "ply-leaf": 3,
        "ply-principal": 3,
    }
    (pruned,) = elements(root, "ply-pruned")
    assert words(pruned) == ["c"]
    branches = elements(root, "ply-branch")
    assert sorted(words(branch)[0] for branch in branches) == ["a", "a", "b", "b", "c"]
    assert len(elements(root, "ply-principal")) == 3 + 2


def test_the_picture_is_told_to_those_who_cannot_see_it() -> None:
    root = ElementTree.fromstring(tree_svg(replace(SMALL, remark="Not whole.")))
    assert (root.get("role"), root[0].text) == ("img", "A small tree")
    assert root[1].text == "It is worth +3. Not whole."
    ids = {each.get("id") for each in root.iter()}
    assert {root.get("aria-labelledby"), root.get("aria-describedby")} <= ids


def test_what_was_not_finished_is_a_question() -> None:
    root = ElementTree.fromstring(tree_svg(CUT_SHORT))
    assert [words(node)[0] for node in elements(root, "ply-node")] == ["?", "?"]
    assert "Cut short." in words(root)


def test_moves_cut_off_are_named_or_counted() -> None:
    node = replace(SMALL.nodes[4], pruned=("a1", "b1", "c1"))
    tree = replace(SMALL, nodes=(*SMALL.nodes[:4], node, SMALL.nodes[5]))
    (pruned,) = elements(ElementTree.fromstring(tree_svg(tree)), "ply-pruned")
    assert words(pruned) == ["a1 b1 c1"]
    tree = replace(tree, nodes=(*tree.nodes[:4], replace(node, pruned=("a1",) * 9), tree.nodes[5]))
    (pruned,) = elements(ElementTree.fromstring(tree_svg(tree)), "ply-pruned")
    assert words(pruned) == ["9 moves"]


def test_a_large_tree_is_drawn_down_to_a_ply() -> None:
    root = ElementTree.fromstring(tree_svg(SMALL, most=5))
    assert len(elements(root, "ply-node")) == 3
    assert "2 more below" in words(root)
    assert any("2 of the 5 positions" in line for line in words(root))


@pytest.mark.parametrize("seed", range(30))
def test_nothing_overlaps(seed: int) -> None:
    """Blocks of one ply keep apart, parents are above the middle, and all lies in the picture."""
    drawn = _Drawing(random_tree(seed))
    for one, other in combinations(drawn.blocks, 2):
        if one.ply == other.ply:
            assert abs(one.x - other.x) >= one.half + other.half + 13.9
    for block in drawn.blocks:
        assert block.x - block.half >= 0
        assert block.x + block.half <= drawn.width
        if block.below:
            assert block.x == pytest.approx((block.below[0].x + block.below[-1].x) / 2)
        xs = [child.x for child in block.below]
        assert xs == sorted(xs)


@every_variant
def test_searches_of_every_game_are_drawn(variant: Variant) -> None:
    trace = look_inside(variant.game.position(), depth=2, most_steps=150)
    root = ElementTree.fromstring(trace._repr_svg_())
    assert len(elements(root, "ply-node")) == len(trace.nodes)
    assert drawing(trace).title.splitlines()[0] in str(trace)
    boards = [each for each in root.iter(f"{NAMESPACE}svg") if each is not root]
    assert len(boards) == (len(trace.nodes) if len(trace.nodes) <= 60 else 0)
    marked = [node for node in drawing(trace).nodes if node.principal]
    assert len(marked) == len(trace.principal)


# The command


def test_the_tree_is_printed(output: Output) -> None:
    code, out, _ = output("tree tictactoe 15264 --depth 3")
    assert code == exits.SUCCESS
    assert out.splitlines()[:6] == [
        "Tic-tac-toe after 1 5 2 6 4: alpha-beta, 3 plies deep",
        "O maximises. Value: loss in 2. Best play: 3 7. 12 positions visited.",
        "* marks the principal variation.",
        "",
        "* max loss in 2  −∞..+∞",
        "├── * 3: min loss in 2  −∞..+∞",
    ]
    assert output("tree tictactoe 15264 --depth 3 --text")[1] == out
    assert output("tree tictactoe 15264")[1] == out


def test_algorithms_and_orders(output: Output) -> None:
    assert "minimax, 2 plies deep" in output("tree sim 0-1 --depth 2 --algorithm minimax")[1]
    shallow = output("tree tictactoe 15 --depth 3 --algorithm shallow")[1]
    assert "shallow cut-offs" in shallow
    moves = re.findall(
        r"^[├└]── (?:\* )?(\d)", output("tree tictactoe 15 --order reversed")[1], re.M
    )
    assert moves == list("9876432")


def test_a_large_tree_says_that_it_is_not_whole(output: Output) -> None:
    out = output("tree connect4 --depth 4 --algorithm minimax")[1]
    assert "too large" in out.splitlines()[2]
    assert "too large to show in full. These are its first 3 plies: 399 of the" in out
    assert len(out.splitlines()) < 1000


def test_steps_in_words(output: Output) -> None:
    code, out, _ = output("tree tictactoe 15264 --depth 3 --steps")
    assert code == exits.SUCCESS
    lines = out.splitlines()
    assert lines[1] == " 1  enter the root: o to move (max), window −∞..+∞"
    assert lines[2] == " 2    enter 3: x to move (min), window −∞..+∞"
    assert "need no search, because" in out
    assert lines[-1].endswith("12 positions visited.")


def test_a_search_that_is_cut_short(output: Output) -> None:
    for form in ("", "--steps"):
        code, out, err = output(f"tree tictactoe 15 --depth 4 --most-steps 40 {form}")
        assert code == exits.SUCCESS  # a limit that came first is no failure
        assert "The search did not finish. " in out
        why = next(line for line in out.splitlines()[:3] if line.startswith("Cut short"))
        assert why.startswith("Cut short after 40 steps, at 2 3 ")
        assert why.endswith(": what is not finished has no value.")
        assert err.splitlines()[-1] == (
            "note: the search was stopped after 40 steps, before its end: "
            "give a smaller --depth or more --most-steps"
        )


def test_json(output: Output) -> None:
    code, out, _ = output("tree connect4 44 --columns 4 --rows 4 --depth 2 --json")
    assert code == exits.SUCCESS
    position = pg.ConnectFour(4, 4).position("44")
    assert json.loads(out) == look_inside(position, depth=2, heuristic="threats").to_json()


def test_a_picture(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "tree.svg"
    assert output(f"tree sim 0-1 2-3 --depth 2 --svg {file}")[:2] == (exits.SUCCESS, "")
    assert ElementTree.parse(file).getroot().tag == f"{NAMESPACE}svg"
    code, out, _ = output("tree sim 0-1 2-3 --depth 2 --svg -")
    assert (code, out.rstrip("\n")) == (0, file.read_text().rstrip("\n"))


def test_a_finished_game(output: Output) -> None:
    code, out, _ = output("tree tictactoe 15263 --depth 3")
    assert code == exits.SUCCESS
    assert "The game is over, there is nothing to search. X wins: three in a row." in out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("tree", "GAME is missing: give tictactoe"),
        ("tree tictactoe --depth 0", "takes 1 or more"),
        ("tree tictactoe --depth x", "takes a whole number"),
        ("tree tictactoe --most-steps 0", "takes 1 or more"),
        ("tree tictactoe --algorithm deep", "give minimax, alphabeta, shallow"),
        ("tree tictactoe --order best", "give generated, reversed"),
        ("tree tictactoe --json --steps", "give one of --text, --steps, --json, --svg FILE"),
        ("tree tictactoe --text --svg -", "give one of --text, --steps, --json, --svg FILE"),
        ("tree tictactoe 11", "Cell 1 is taken"),
        ("tree tictactoe --svg", "--svg needs a value"),
        ("tree tictactoe --rows 4", "accepted: none"),
    ],
)
def test_what_is_not_accepted(output: Output, line: str, answer: str) -> None:
    code, out, err = output(line)
    assert (code, out) == (exits.USAGE, "")
    message = err.splitlines()[-1]
    assert message.startswith("plyground: ")
    assert answer in message


@pytest.mark.slow
def test_a_terminal_without_unicode() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "plyground", "tree", "tictactoe", "15264"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=True,
    )
    assert b"+-- * 3: min loss in 2" in process.stdout
    assert b"?" not in process.stdout


# Files


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    OutputFile(file).write("old")
    file.chmod(0o640)
    OutputFile(file).write("new")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o640)
    assert list(tmp_path.iterdir()) == [file]


def test_a_file_behind_a_link_is_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "a.txt")
    OutputFile(tmp_path / "link").write("text")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "a.txt").read_text() == "text"


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    """What cannot be encoded fails midway; the file that was there stays."""
    file = tmp_path / "a.txt"
    OutputFile(file).write("old")
    with pytest.raises(UnicodeEncodeError):
        OutputFile(file).write("new \udc80")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("where", ["no/a.txt", ".", "x" * 300])
def test_a_file_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    with pytest.raises(UserError, match="cannot be written") as caught:
        OutputFile(tmp_path / where).write("text")
    assert caught.value.code == exits.FAILURE
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_protected_file_stays(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    OutputFile(file).write("old")
    file.chmod(0o444)
    with pytest.raises(UserError, match="it may not be changed"):
        OutputFile(file).write("new")
    assert file.read_text() == "old"


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
def test_a_device_is_written_to_and_stays() -> None:
    OutputFile(Path("/dev/null")).write("text")
    assert not Path("/dev/null").is_file()
