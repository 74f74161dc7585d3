"""What an experiment found, in one sentence, and when there is too little of it."""

from pathlib import Path

import pytest

from plyground.arena import Run, conclusions
from plyground.arena.conclusions import FEWEST, sentence, warning
from plyground.arena.plan_file import read
from plyground.arena.report import Data

PLAYERS = 'players = ["minimax:depth=1", "minimax:depth=2"]'
ROWS = """
[[rows]]
label = "depth 1"
players = ["minimax:depth=1", "random"]

[[rows]]
label = "depth 2"
players = ["minimax:depth=2", "random"]
"""


def run(kind: str, rounds: int, rest: str, game: str = "tictactoe") -> Run:
    text = f'title = "t"\nquestion = "q?"\nkind = "{kind}"\ngame = "{game}"\nrounds = {rounds}\n'
    return Run(read(text + rest, "mine", Path()))


def won(*wins: int, of: int = 100) -> Data:
    return [
        {
            "label": f"depth {n}",
            "players": f"minimax:depth={n} against random",
            "wins": each,
            "draws": 0,
            "losses": of - each,
            "played": of,
            "independent": of,
        }
        for n, each in enumerate(wins, 1)
    ]


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        ((80, 95), "“depth 2” won most, 95 of 100 games, and “depth 1” least, 80 of 100."),
        (
            (80, 85),
            "No clear difference: “depth 2” won 85 of 100 games, “depth 1” 80 of 100, "
            "which may be chance.",
        ),
        ((90, 90), "All are level: each won 90 of 100 games."),
        (
            (90, 90, 10),
            "“depth 1” and “depth 2” won most, 90 of 100 games, and “depth 3” least, 10 of 100.",
        ),
        ((90,), "“minimax:depth=1” is better than “random”: it won 90 and lost 10 of 100 games."),
        ((10,), "“minimax:depth=1” is worse than “random”: it won 10 and lost 90 of 100 games."),
        (
            (54,),
            "No clear difference: against “random”, “minimax:depth=1” won 54 and lost 46 of 100 "
            "games, which may be chance.",
        ),
    ],
)
def test_series(wins: tuple[int, ...], said: str) -> None:
    assert conclusions._of_series(won(*wins), str) == said


def test_series_of_depths_say_what_the_work_was() -> None:
    doing = run("series", 1, "".join(
        f'[[rows]]\nlabel = "{line} {depth}"\nplayers = ["minimax:depth={depth}", "random"]\n'
        f'depth = {depth}\nline = "{line}"\n'
        for line, depths in (("no pruning", (1, 3)), ("pruning", (1, 3, 5)))
        for depth in depths
    ))  # fmt: skip
    figures = [(10, 1.0), (3000, 20.0), (10, 1.0), (250, 2.5), (2600, 11.0)]
    found = [
        {"played": 1, "nodes_per_move": nodes, "seconds_per_100": seconds}
        for nodes, seconds in figures
    ]
    assert conclusions.work(doing, found) == (
        "At depth 3, “no pruning” visited 12 times as many positions as “pruning” and took 8 times "
        "as long; with “pruning”, depth 5 visited 260 times as many as depth 1 and took 11 times "
        "as long."
    )
    assert conclusions.work(doing, [each | {"played": 0} for each in found]) == ""
    assert conclusions.work(run("series", 1, ROWS), found[:2]) == "", "no depths, no comparison"


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((90, 10), "a is the strongest, with 90 of 100 points; b has 10 of 100."),
        ((52, 48), "a has 52 of 100 points and b 48 of 100, which may be chance."),
        ((50, 50), "a and b are level, with 50 of 100 points."),
    ],
)
def test_grid(points: tuple[int, int], said: str) -> None:
    found = [
        {"player": name, "points": each, "played": 100, "independent": 100}
        for name, each in zip("ab", points, strict=True)
    ]
    assert conclusions._of_grid(found, str) == said


def test_search() -> None:
    found = [
        {"player": "a", "nodes": 1000, "same_score": 5, "compared": 5},
        {"player": "b", "nodes": 3210, "same_score": 5, "compared": 5},
    ]
    assert conclusions._of_search(found, str) == (
        "a visited the fewest positions, 1,000; b visited 3.21 times as many. "
        "All found the same scores."
    )
    found[1]["same_score"] = 4
    assert conclusions._of_search(found, str).endswith(". Their scores differ.")


def test_heuristics() -> None:
    found = [
        {"heuristic": name, "pairs_of": "results", "ply": None, "pairs": 90,
         "share": share, "low": share - 0.05, "high": share + 0.05}
        for name, share in (("margin", 0.63), ("lines", 0.5))
    ]  # fmt: skip
    assert conclusions._of_heuristics(found, str) == (
        "margin puts 63 of 100 pairs of moves in the right order, lines only 50."
    )
    assert "a coin would put 50" in conclusions._of_heuristics(found[:1], str)


def test_nothing_is_said_of_what_is_not_done() -> None:
    doing = run("series", 3, ROWS)
    assert sentence(doing, []) == ""


def test_a_warning_where_there_is_too_little() -> None:
    assert warning(run("series", 4, ROWS)) == (
        "4 games for each player say little: chance alone moves a share of wins by up to "
        "35 in 100 either way. Play 20 or more."
    )
    assert warning(run("series", FEWEST["series"], ROWS)) == ""
    assert warning(run("grid", 1, PLAYERS)).startswith("1 game for each player says little")
    assert warning(run("search", 9, PLAYERS)).startswith("9 positions say little")
    of_each = warning(run("heuristic", 4, 'heuristics = ["margin"]\nplies = [9, 10]', "sim"))
    assert of_each.startswith("4 positions of each ply say little")
