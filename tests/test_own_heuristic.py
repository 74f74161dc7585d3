"""A heuristic of the user's own: a function in a file, taken wherever a heuristic is named."""

import pickle
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import plyground as pg
from plyground.analysis import look_inside
from plyground.cli.app import run
from plyground.players import PlayerError
from plyground.position import ParameterError, own_heuristic, rated_by
from plyground.position.faults import GameFileError
from plyground.search import MAXN_TIES, Limits, maxn
from tests.variants import random_playout, uncompiled

MIDDLE = Path(__file__).parent.parent / "examples" / "heuristics" / "middle.py"
WORTH = (2, 1, 2, 1, 3, 1, 2, 1, 2)

Write = Callable[[str], str]


@pytest.fixture
def file(tmp_path: Path) -> Write:
    def write(text: str) -> str:
        path = tmp_path / "mine.py"
        path.write_text(text)
        return str(path)

    return write


def middle(position: pg.Position, player: int) -> int:
    return sum(
        worth if mark.player == player else -worth
        for worth, mark in zip(WORTH, position.marks, strict=True)
        if mark is not None
    )


def test_it_rates_as_it_says() -> None:
    game = pg.TicTacToe()
    before = game.rules.type_name
    for seed in range(4):
        for position in random_playout(game, seed)[:-1]:
            for player in (0, 1):
                assert position.estimate(str(MIDDLE), player) == middle(position, player)
    assert game.rules.type_name == before
    rules, number = rated_by(game, str(MIDDLE))
    assert rules.type_name != before
    assert (number, game.heuristic_names) == (1, ("none",))


@uncompiled
def test_players_search_by_it() -> None:
    position = pg.TicTacToe().position("1")
    player = pg.Minimax(depth=1, heuristic=str(MIDDLE))
    choice = player.choose(position)
    assert choice.move == "5"
    assert choice.value is not None
    assert choice.value.score == 3 - 2
    assert pickle.loads(pickle.dumps(player)) == player
    assert pg.AlphaBeta(depth=1, heuristic=str(MIDDLE)).choose(position).move == "5"
    found = maxn(position, limits=Limits(depth=1), heuristic=str(MIDDLE), ties=MAXN_TIES[0])
    assert position.game.move_texts[found.best[0]] == "5"
    assert look_inside(position, depth=1, heuristic=str(MIDDLE)).nodes[0].value == 3 - 2


def test_it_is_part_of_a_players_text() -> None:
    text = f"mixed:50(minimax:depth=1,heuristic={MIDDLE})"
    player = pg.parse_player(text, programs=True)
    assert player is not None
    assert player.text == text
    assert "heuristic middle.py)" in str(player.called())


def test_a_text_from_elsewhere_runs_no_file() -> None:
    with pytest.raises(PlayerError, match=r"^minimax: '.*middle\.py' would run a file"):
        pg.parse_player(f"minimax:heuristic={MIDDLE}")
    with pytest.raises(PlayerError, match="would run a file"):
        pg.parse_player(f"minimax:heuristic={MIDDLE}", kept=True)


def test_a_command_takes_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tree", "tictactoe", "1", "--depth", "1", "--heuristic", str(MIDDLE)]) == 0
    assert "5: +1" in capsys.readouterr().out
    assert run(["tree", "tictactoe", "--depth", "1", "--heuristic", "nowhere.py"]) != 0
    assert "nowhere.py cannot be read" in capsys.readouterr().err


def test_a_game_that_it_is_not_for() -> None:
    with pytest.raises(ParameterError, match=r"middle.py is for the game tictactoe, and not for"):
        pg.NumericalTicTacToe().position().estimate(str(MIDDLE), 0)


WITH_HELPER = """
import numpy as np
from plyground import rules

PLACES = [0, 4, 8]


def _taken(state, place):
    return rules.as_int(state[1] >> np.uint64(place) & np.uint64(1))


def diagonal(state, player):
    count = 0
    for place in PLACES:
        count += _taken(state, place)
    return count if player == 0 else -count
"""


def test_helpers_lists_and_words(file: Write) -> None:
    """A function of the state's words, with a helper and a list: the cells that are taken."""
    path = file(WITH_HELPER)
    position = pg.TicTacToe().position("1 5 6")
    assert [position.estimate(path, player) for player in (0, 1)] == [2, -2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("return 5 // cells[4]", "mine.py, line 2: this divides by zero"),
        ("while True: pass", "mine.py, line 2: a does not end"),
        ("return cells.count(1)", "mine.py, line 2: this is no list and has no count"),
    ],
)
def test_a_fault_while_it_runs_has_its_line(file: Write, line: str, said: str) -> None:
    path = file(f"def a(cells, player):\n    {line}\n")
    with pytest.raises(GameFileError) as raised:
        pg.TicTacToe().position().estimate(path, 0)
    assert str(raised.value).startswith(said)


def test_a_file_that_was_changed_is_loaded_again(file: Write) -> None:
    position = pg.TicTacToe().position()
    assert position.estimate(file("def same(cells, player):\n    return 1\n"), 0) == 1
    assert position.estimate(file("def same(cells, player):\n    return 2\n"), 0) == 2


BODY = "def rating(cells, player):\n    score = 0\n    {}\n"


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [
        (BODY.format("score += 1"), "missing-return", 1),
        (BODY.format("return score / 2"), "not-whole", 3),
        (BODY.format("return cells[0] == 1"), "not-whole", 3),
        (BODY.format("return 10**6"), "heuristic-range", 3),
        (BODY.format("return cells[9]"), "no-such-place", 3),
        (BODY.format("return scor"), "not-defined", 3),
        (BODY.format("print(score)"), "only-numbers", 3),
        (BODY.format("return score +"), "syntax", 3),
        ("def rating(board):\n    return 0\n", "kernel-arguments", 1),
        ("WORTH = 3\n", "one-heuristic", None),
        ("def a(cells, player): return 0\ndef b(cells, player): return 0\n", "one-heuristic", None),
    ],
)
def test_faults_are_reported_with_their_line(
    file: Write, text: str, name: str, line: int | None
) -> None:
    with pytest.raises(GameFileError) as caught:
        pg.TicTacToe().position().estimate(file(text), 0)
    assert (caught.value.name, caught.value.line) == (name, line)
    assert str(caught.value).startswith("mine.py")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def a(cells, player):\n    return 0\n", "has to say for which game it is"),
        ('game = "chess"\ndef a(cells, player):\n    return 0\n', "has to say for which game"),
        (
            'game = "connect4"\ndef threats(cells, player):\n    return 0\n',
            "Connect Four has a heuristic threats: rename",
        ),
        ('game = "tictactoe"\ndef a(cells, player):\n    return cells\n', "not a whole number"),
    ],
)
def test_what_the_app_does_not_offer(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    file: Write,
    text: str,
    words: str,
) -> None:
    pytest.importorskip("fastapi")
    monkeypatch.setattr(own_heuristic, "_offered", {})
    assert run(["serve", "--heuristic", file(text), "--data", str(tmp_path / "data")]) != 0
    error = capsys.readouterr().err
    assert words in error
    assert len(error.splitlines()) == 1


# Functions

EDGES = [3, 2, 3]


def _worth(site: int) -> int:
    return EDGES[site % 3]


def edges(cells: Sequence[int], player: int) -> int:
    """What the player's marks are worth, by a list and a function of this module."""
    score = 0
    for site in range(len(cells)):
        if cells[site] == player + 1:
            score += _worth(site)
    return score


def words(state: Sequence[int], player: int) -> int:
    return len(state) + player


def test_a_function_is_a_heuristic_wherever_one_is_taken() -> None:
    position = pg.TicTacToe().position("12")
    assert (position.estimate(edges, 0), position.estimate(edges, 1)) == (3, 2)
    assert position.estimate(words, 1) == len(position.state) + 1
    player = pg.AlphaBeta(depth=1, heuristic=edges, ties="first")
    assert player.text == "alphabeta:depth=1,heuristic=edges,ties=first"
    assert player.called().full == "Alpha-beta, depth 1, heuristic edges, ties first"
    assert player.choose(position).move == "3"
    trace = look_inside(position, depth=1, heuristic=edges)
    assert (trace.heuristic, trace.value) == ("edges", 6)
    assert pg.simulate(pg.TicTacToe(), [player, "random"], rounds=2, seed=1, jobs=2).complete


def test_a_function_made_in_another_one_and_one_that_fails() -> None:
    scale = 5
    position = pg.TicTacToe().position("12")
    assert position.estimate(lambda cells, player: scale * cells[0], 0) == 5

    def wrong(cells: Sequence[int], player: int) -> int:
        return cells[99]

    with pytest.raises(GameFileError, match=r"test_own_heuristic\.py"):
        pg.Minimax(depth=1, heuristic=wrong).choose(position)
