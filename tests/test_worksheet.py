"""Worksheets are solved here a second time, on the naive games, and by the rules on the paper."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from plyground.analysis.puzzles import puzzles
from plyground.analysis.winning import why_it_wins
from plyground.analysis.worksheet import TreeExercise, worksheet
from plyground.cli import exits
from plyground.cli.app import run
from plyground.games import registry
from plyground.render.tree_paper import tree_paper
from plyground.web.worksheet_file import worksheet_file
from tests.reference.common import ReferenceGame, State
from tests.reference.connect4 import Connect4
from tests.reference.heuristics import line_table
from tests.reference.search import standing
from tests.reference.sim import Sim
from tests.reference.tictactoe import TicTacToe

SEEDS = (1, 2)


def played(game: ReferenceGame, moves: tuple[str, ...]) -> State:
    """The board after some moves."""
    board = game.start()
    for move in moves:
        board = game.play(board, move)
    return board


def written(number: int) -> str:
    return f"{number:+}".replace("-", "\N{MINUS SIGN}") if number else "0"


def filled_in(exercise: TreeExercise) -> dict[tuple[str, ...], str]:
    """The answers of a tree: by the moves that lead to a box, its text."""
    paths: list[tuple[str, ...]] = []
    for node in exercise.tree.nodes:
        paths.append(() if node.parent is None else (*paths[node.parent], node.move))
    nodes = zip(paths, exercise.tree.nodes, strict=True)
    return {path: "left out" if node.skipped else node.value for path, node in nodes}


# Minimax


@pytest.mark.parametrize("seed", SEEDS)
def test_trees_to_the_end_are_filled_in_rightly(seed: int) -> None:
    game = TicTacToe()
    for exercise in worksheet("minimax", seed).trees:
        expected: dict[tuple[str, ...], int] = {}

        def fill(board: State, path: tuple[str, ...], expected: dict) -> int:
            moves = game.moves(board)
            below = [fill(game.play(board, move), (*path, move), expected) for move in moves]
            choose = max if game.player(board) == 0 else min
            expected[path] = choose(below) if below else standing(game.result(board), 0)
            return expected[path]

        fill(played(game, exercise.position.history), (), expected)
        assert filled_in(exercise) == {path: written(each) for path, each in expected.items()}
        assert exercise.best == tuple(
            path[0]
            for path in sorted(expected)
            if len(path) == 1 and expected[path] == expected[()]
        )
        assert len(exercise.best) == 1


# Alpha-beta, as the paper tells people to do it


def search(
    game: Connect4,
    board: State,
    depth: int,
    me: int,
    path: tuple[str, ...],
    box: dict[tuple[str, ...], int],
    said: dict[tuple[str, ...], str],
) -> int:
    """Fill in a box from left to right, and return its number."""
    if depth == 0:
        said[path] = written(line_table(game, board, me))
        return line_table(game, board, me)
    greatest = game.player(board) == me
    for move in game.moves(board):
        above = box.get(path[:-1]) if path else None
        if path in box and above is not None:
            stop = box[path] >= above if greatest else box[path] <= above
            if stop:
                said[path] = ("≥ " if greatest else "≤ ") + written(box[path])
                leave_out(game, game.play(board, move), depth - 1, (*path, move), said)
                continue
        number = search(game, game.play(board, move), depth - 1, me, (*path, move), box, said)
        before = box.get(path, number)
        box[path] = max(before, number) if greatest else min(before, number)
    said.setdefault(path, written(box[path]))
    return box.pop(path) if path else box[path]


def leave_out(game: Connect4, board: State, depth: int, path: tuple[str, ...], said: dict) -> None:
    said[path] = "left out"
    for move in game.moves(board) if depth else []:
        leave_out(game, game.play(board, move), depth - 1, (*path, move), said)


@pytest.mark.uncompiled
@pytest.mark.parametrize("seed", SEEDS)
def test_alphabeta_by_the_rules_on_the_paper_gives_the_answers(seed: int) -> None:
    game = Connect4(5, 4)
    sheet = worksheet("alphabeta", seed)
    assert [len(each.tree.movers) for each in sheet.trees] == [2, 2, 3]
    for exercise in sheet.trees:
        board = played(game, exercise.position.history)
        said: dict[tuple[str, ...], str] = {}
        depth, me = len(exercise.tree.movers), game.player(board)
        value = search(game, board, depth, me, (), {}, said)
        assert filled_in(exercise) == said
        leaves = [each for path, each in said.items() if len(path) == depth]
        assert (exercise.leaves, exercise.seen) == (
            len(leaves), sum(each != "left out" for each in leaves)
        )  # fmt: skip
        assert [said[move,] for move in exercise.best] == [written(value)]


# Positions with one winning move


@pytest.mark.compiled
@pytest.mark.parametrize("seed", SEEDS)
def test_one_move_wins_and_no_other(seed: int) -> None:
    exercises = worksheet("best-move", seed).moves
    names = [each.puzzle.game.name for each in exercises]
    assert names == ["tictactoe"] * 2 + ["connect4"] * 2 + ["sim"] * 2
    for exercise in exercises:
        assert exercise.puzzle.keeps == "win"
        assert exercise.puzzle in puzzles(exercise.puzzle.game)  # which are proven elsewhere


# Why a move wins


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["tictactoe", "connect4", "sim"])
def test_every_easy_win_has_a_reason_that_holds(name: str) -> None:
    """Of the puzzles that a worksheet chooses from."""
    game: ReferenceGame = {"tictactoe": TicTacToe(), "connect4": Connect4(), "sim": Sim(6, 2)}[name]
    easy = [
        puzzle
        for puzzle in puzzles(registry.game(name))
        if puzzle.keeps == "win" and puzzle.level == "easy" and (puzzle.plies or 0) <= 5
    ]
    for puzzle in easy:
        why = why_it_wins(puzzle.position, puzzle.solution)
        assert why is not None
        board = game.play(played(game, puzzle.moves), puzzle.solution)
        (safety_holds if name == "sim" else threats_hold)(game, board, why)


def named(text: str) -> list[str]:
    """The moves in a sentence."""
    return re.findall(r"(?:cell|column|edge) (\d(?:-\d)?)", text)


def threats_hold(game: ReferenceGame, board: State, why: str) -> None:
    """Whether the words prove the win, after the move to which they belong."""
    they = game.player(board)
    replies = {
        reply: winning(game, game.play(board, reply), 1 - they) for reply in game.moves(board)
    }
    sentence, _, more = why.partition(". ")
    if "can now only play" in sentence:
        [only] = named(sentence)
        assert list(replies) == [only]
        assert only in replies[only]
        return
    threats = named(sentence)
    for threat in threats:
        assert all(threat in wins for reply, wins in replies.items() if reply != threat)
    if "cannot stop" in sentence:
        assert len(threats) > 1
        assert ("stop both" in sentence) == (len(threats) == 2)
        return
    [threat] = threats
    assert ("has to play there" in sentence) != (threat in replies[threat])
    if "has to play there" in sentence:
        move, rest = re.split(r"(?<= and) ", more, maxsplit=1)
        board = game.play(game.play(board, threat), named(move)[0])
        threats_hold(game, board, rest)
    else:
        assert re.fullmatch(r"If (\w+) plays there, (\w+) wins on top of it\.", more)


def winning(game: ReferenceGame, board: State, me: int) -> list[str]:
    return [
        move
        for move in game.moves(board)
        if (result := game.result(game.play(board, move))).kind != "ongoing"
        and standing(result, me) > 0
    ]


def safety_holds(game: ReferenceGame, board: State, why: str) -> None:
    first, *others = why.split(". ")
    replies = safe(game, board)
    assert named(first) == replies
    met: list[str] = []
    for sentence in others:
        *after, answer = named(sentence)
        for reply in after or replies:
            later = game.play(board, reply)
            assert answer in safe(game, later)
            assert not safe(game, game.play(later, answer))
            met.append(reply)
    assert sorted(met) == sorted(replies)


def safe(game: ReferenceGame, board: State) -> list[str]:
    """The moves that do not end the game, in the order in which the game lists them."""
    return [
        move for move in game.moves(board) if game.result(game.play(board, move)).kind == "ongoing"
    ]


def test_three_threats_cannot_all_be_stopped() -> None:
    position = registry.game("tictactoe").position("1438")
    assert why_it_wins(position, "5") == (
        "x now threatens to win with cell 2, cell 7 or cell 9, and o cannot stop them all."
    )


@pytest.mark.parametrize("move", ["2", "4"])
def test_a_move_that_does_not_win_has_no_reason(move: str) -> None:
    assert why_it_wins(registry.game("tictactoe").position("1"), move) is None


# Pages


@pytest.mark.uncompiled
def test_the_exercises_do_not_tell_the_answers() -> None:
    for kind in ("minimax", "alphabeta"):
        for exercise in worksheet(kind, 1).trees:
            nodes = exercise.tree.nodes
            shown = re.findall(
                r"<text[^>]*>([^<]*)</text>", tree_paper(exercise.tree, answers=False)
            )
            moves = [node.move for node in nodes[1:]]
            given = [node.value for node in nodes if node.given]
            labels = [*exercise.tree.movers, *("MAX", "MIN", "MAX")[: len(exercise.tree.movers)]]
            assert sorted(shown) == sorted([*moves, *given, *labels])


def test_the_page_does_not_tell_the_answers() -> None:
    page = worksheet_file(worksheet("best-move", 1), answers=False)
    assert "ply-hint" not in page
    assert "wins:" not in page


@pytest.mark.parametrize(
    "kind", ["minimax", pytest.param("alphabeta", marks=pytest.mark.uncompiled), "best-move"]
)
def test_a_seed_makes_the_same_sheet_again(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["worksheet", kind]) == exits.SUCCESS
    sheet, answers = re.findall("Written: (.*)", capsys.readouterr().err)
    assert answers == sheet.replace(".html", "-answers.html")
    seed = re.findall(r"\d+", sheet)[0]
    text = (tmp_path / sheet).read_text()
    assert f"plyground worksheet {kind} --seed {seed}" in text
    assert run(["worksheet", kind, "--seed", seed, "--output", "again.html"]) == exits.SUCCESS
    assert (tmp_path / "again.html").read_text() == text
    assert (tmp_path / "again-answers.html").read_text() == (tmp_path / answers).read_text() != text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("worksheet chess", "give minimax, alphabeta, best-move"),
        ("worksheet minimax --output -", "give --output the name"),
    ],
)
def test_what_is_no_worksheet(line: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(line.split()) == exits.USAGE
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
