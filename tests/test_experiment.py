"""`plyground experiment`: the included files, a user's own files, and their answers."""

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground import errors
from plyground.arena import Run, RunError, conclusions, lessons
from plyground.arena.plan_file import ASKED, as_text, question, read, shipped
from plyground.arena.training import exam_of
from plyground.cli import exits
from plyground.search import Control
from plyground.search.learning import Learner
from plyground.search.learning.patterns import design
from tests.computers import stopped
from tests.terminals import Output

SERIES = """
title = "Depth"
question = "What does depth change?"
kind = "series"
game = "tictactoe"
rounds = 6
first = "random"
author = "So the author measured."

[[rows]]
label = "depth 1"
players = ["minimax:depth=1", "random"]
depth = 1
author = { seconds = 2.5, wins = [50, 60] }

[[rows]]
label = "depth 2"
players = ["minimax:depth=2", "random"]
depth = 2
"""
GRID = """
title = "Everyone"
question = "Who is best?"
kind = "grid"
game = "tictactoe"
rounds = 4
players = ["minimax:depth=2", "minimax:depth=1", "random"]
"""
SEARCH = """
title = "Search"
question = "Which visits less?"
kind = "search"
game = "tictactoe"
rounds = 10
plies = [2, 4]
players = ["minimax:depth=9", "minimax:depth=8", "minimax:depth=1"]
"""
LEARNING = """
title = "Learning"
question = "Does exploring help?"
kind = "learning"
game = "tictactoe"
rounds = 40
[[learners]]
label = "never"
exploring = 0
[[learners]]
label = "always"
exploring = 100
[[learners]]
label = "alone"
symmetry = false
step = 1.5
trace = 0
"""


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        return path

    return write


def test_the_list(output: Output) -> None:
    code, out, _ = output("experiment")
    assert code == exits.SUCCESS
    for name in ("depth-pruning", "move-order", "connect4-depth"):
        assert f"{name}\n" in out
    assert set(shipped()) == {
        "connect4-depth", "connect4-heuristics", "depth-pruning", "exploring", "learning",
        "move-order", "sim-heuristics",
    }  # fmt: skip


@pytest.mark.parametrize("name", shipped())
def test_the_included_files(name: str) -> None:
    plan = question(name)
    assert plan.title
    assert plan.question.endswith("?")
    assert len([*plan.names, *plan.heuristics]) >= 2
    assert read(as_text(plan), name, Path()) == plan


def test_the_authors_table() -> None:
    rows = question("depth-pruning").rows
    assert [(row.depth, row.line) for row in rows] == [
        (1, "no pruning"), (3, "no pruning"), (5, "no pruning"),
        (1, "pruning"), (3, "pruning"), (5, "pruning"), (7, "pruning"),
    ]  # fmt: skip
    assert [row.author.seconds for row in rows] == [0.057, 5.7, 664, 0.068, 1.37, 20.7, 261]
    assert [row.author.wins for row in rows] == [
        (88, 96), (85, 97), (94, 99), (89, 93), (95, 97), (99, 100), (97, 100),
    ]  # fmt: skip


# Series


def test_rows_are_series(output: Output, file: Callable[[str], Path]) -> None:
    path = file(SERIES)
    code, out, _ = output(f"experiment {path} --seed 5 --json")
    assert code == exits.SUCCESS
    found = json.loads(out)
    assert (found["title"], found["rounds"], found["complete"]) == ("Depth", 6, True)
    for row, depth in zip(found["rows"], (1, 2), strict=True):
        series = pg.simulate(
            pg.TicTacToe(), (pg.Minimax(depth), pg.Random()), rounds=6, seed=5, first="random"
        )
        tally = series.lines[0]
        assert (row["wins"], row["draws"], row["nodes"]) == (tally.wins, tally.draws, tally.nodes)
    assert found["rows"][0]["author_seconds_per_100"] == 2.5
    assert found["rows"][1]["author_seconds_per_100"] is None


def test_a_series_as_a_table(output: Output, file: Callable[[str], Path]) -> None:
    code, out, _ = output(f"experiment {file(SERIES)} --seed 5")
    assert code == exits.SUCCESS
    for text in ("What does depth change?", "6 rounds each, seed 5", "So the author measured."):
        assert text in out
    (first,) = (line for line in out.splitlines() if line.startswith(" depth 1"))
    (second,) = (line for line in out.splitlines() if line.startswith(" depth 2"))
    assert "50 to 60" in first
    assert "2.5 s" in first
    assert "50 to 60" not in second


def test_what_no_author_measured_has_no_column(output: Output, file: Callable[[str], Path]) -> None:
    text = SERIES.replace("author = { seconds = 2.5, wins = [50, 60] }", "")
    assert "its author's" not in output(f"experiment {file(text)}")[1]


# Grid and search


def test_a_grid(output: Output, file: Callable[[str], Path]) -> None:
    path = file(GRID)
    found = json.loads(output(f"experiment {path} --seed 5 --json")[1])["rows"]
    pairs = {(row["player"], row["opponent"]): row for row in found}
    assert len(pairs) == len(found) == 6
    for (player, opponent), row in pairs.items():
        other = pairs[opponent, player]
        assert (row["wins"], row["draws"]) == (other["losses"], other["draws"])
        assert row["played"] == 4
    _, out, _ = output(f"experiment {path} --seed 5")
    row = pairs["minimax:depth=2", "random"]
    points = row["points"] + pairs["minimax:depth=2", "minimax:depth=1"]["points"]
    (line,) = (line for line in out.splitlines() if line.startswith(" 1  minimax:depth=2"))
    record = f"{row['wins']}-{row['draws']}-{row['losses']}"
    rating = f"{row['rating']:.0f}"
    assert f"  {record}  " in line
    assert line.split(f"{points:.1f}")[-1].split()[-3] in (rating, "more")
    last = pairs["random", "minimax:depth=2"]
    assert (last["rating"], last["rating_is"]) == (0, "")
    assert row["rating"] > 0


def test_players_who_never_change_seats_have_no_rating(
    output: Output, file: Callable[[str], Path]
) -> None:
    path = file(GRID.replace("rounds", 'first = "fixed"\nrounds'))
    found = json.loads(output(f"experiment {path} --seed 5 --json")[1])["rows"]
    rated = {row["player"]: (row["rating"], row["rating_is"]) for row in found}
    assert rated.pop("random") == (0, "")
    assert set(rated.values()) == {(None, "unknown")}


def test_a_search(output: Output, file: Callable[[str], Path]) -> None:
    """Depth 8 and 9 see the end of every position searched; depth 1 does not."""
    path = file(SEARCH)
    found = json.loads(output(f"experiment {path} --seed 5 --json")[1])["rows"]
    assert [row["positions"] for row in found] == [10, 10, 10]
    assert [row["compared"] for row in found] == [10, 10, 10]
    assert [row["same_score"] for row in found[:2]] == [10, 10]
    assert found[2]["same_score"] < 10
    assert found[0]["nodes"] == found[1]["nodes"] > found[2]["nodes"] > 0
    _, out, _ = output(f"experiment {path} --seed 5")
    assert "The scores differ" in out
    same = SEARCH.replace(', "minimax:depth=1"', "")
    assert "All found the same score" in output(f"experiment {file(same)} --seed 5")[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "jobs"), [(SERIES, 1), (GRID, 2), (SEARCH, 1)], ids=["series", "grid", "search"]
)
def test_jobs_files_and_charts(
    output: Output, file: Callable[[str], Path], tmp_path: Path, text: str, jobs: int
) -> None:
    path, table, chart = file(text), tmp_path / "rows.csv", tmp_path / "chart.png"
    code, _, err = output(
        f"experiment {path} --seed 5 --rounds 8 --jobs {jobs} --csv {table} --chart {chart}"
    )
    assert code == exits.SUCCESS
    assert sorted(err.splitlines()) == [f"Written: {chart}", f"Written: {table}"]
    assert chart.read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    alone = json.loads(output(f"experiment {path} --seed 5 --rounds 8 --json")[1])["rows"]
    assert len(rows) == len(alone)
    for row, other in zip(rows, alone, strict=True):
        assert row["nodes"] == str(other["nodes"])
        assert row.get("wins") == (str(other["wins"]) if "wins" in other else None)


def test_a_stopped_experiment_tells_how_far_it_is() -> None:
    doing = Run(read(GRID + "seed = 1", "grid", Path()))
    control = pg.Control()
    steps = doing.steps(control=control)
    for _ in range(5):
        next(steps)
    control.stop()
    assert list(steps) == []
    assert (doing.played, doing.expected) == (5, 12)
    assert [len(series.played) for series in doing.table.rows()] == [2, 2, 1]


def test_positions_of_a_search_go_on(file: Callable[[str], Path]) -> None:
    text = SEARCH.replace("[2, 4]", "[8, 8]").replace("rounds = 10", "rounds = 30")
    doing = Run(read(text + "seed = 1", "x", Path()))
    assert sum(1 for _ in doing.steps()) == 90  # a search of a finished game would have failed


def test_a_player_that_forfeits_every_round(
    output: Output, file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose(*_: object) -> pg.Choice:
        raise errors.ForfeitError("no move came to it")

    monkeypatch.setattr(pg.Random, "_choose", choose)
    code, out, err = output(f"experiment {file(GRID)}")
    assert code == exits.FAILURE
    assert "Who is best?" in out
    assert err == "plyground: Random forfeited 4 of 4 rounds: no move came to it"


# What is refused


@pytest.mark.parametrize(
    ("text", "old", "new", "message"),
    [
        (SERIES, SERIES, "kind = ", "x.toml is not valid TOML"),
        (SERIES, '"series"', '"duel"', "x.toml: kind: takes one of series, grid, search"),
        (SERIES, '"series"', '"serie"', "kind: there is no 'serie': did you mean series"),
        (SERIES, 'title = "Depth"', "", "x.toml: title: is missing: give a text"),
        (SERIES, '"tictactoe"', '"chess"', "x.toml: game: there is no game 'chess'"),
        (SERIES, '"tictactoe"', '"no.py"', "x.toml: game: no.py does not exist"),
        (SERIES, "rounds = 6", "rounds = 0", "x.toml: rounds: takes a whole number, 1"),
        (SERIES, "rounds = 6", "rounds = true", "x.toml: rounds: takes a whole number"),
        (SERIES, "rounds = 6", "round = 6", "round: is not a key here: did you mean rounds"),
        (SERIES, "kind =", "knd =", "x.toml: knd: is not a key here: did you mean kind"),
        (SERIES, '"random"\n', '"last"\n', "x.toml: first: takes one of fixed, alternate"),
        (SERIES, "depth = 2\n", "colour = 1", r"rows\[2\].colour: is not a key here; accepted: l"),
        (SERIES, 'label = "depth 1"', "", r"x.toml: rows\[1\].label: is missing: give a text"),
        (SERIES, '["minimax:depth=2", "random"]', '["random"]',
         r"rows\[2\].players: takes 2 player texts, one for each seat of Tic-tac-toe"),
        (SERIES, '["minimax:depth=2", "random"]', '"random"',
         r"rows\[2\].players: takes a list of player texts"),
        (SERIES, "[50, 60]", "[60, 50]", r"rows\[1\].author.wins: takes the least and"),
        (SERIES, "2.5", "-1", r"rows\[1\].author.seconds: takes a number above 0"),
        (SERIES, "wins =", "won =", r"rows\[1\].author.won: is not a key here"),
        (SERIES, SERIES[SERIES.index("[[") :], "", r"x.toml: rows: takes one table or more"),
        (SERIES, "depth = 1\n", "depth = 1.5\n", r"rows\[1\].depth: takes a whole number"),
        (GRID, '"random"', '"minimax:depth=2"', "players: names a player twice"),
        (GRID, '"minimax:depth=2", "minimax:depth=1", ', "", "takes 2 player texts or m"),
        (GRID, "rounds = 4", "parameters = { vertices = 6 }",
         "parameters.vertices: is not a key here; accepted: none"),
        (GRID, '"tictactoe"', '"sim"\nparameters = { vertices = 60 }',
         "x.toml: parameters: Sim takes 3 to 10 vertices, and not 60"),
        (GRID, "rounds = 4", "parameters = 6", "x.toml: parameters: takes a table"),
        (GRID, '"tictactoe"', '"sim"\nparameters = { players = 3 }',
         "x.toml: game: a grid takes a game for 2 players, not 3"),
        (SEARCH, "[2, 4]", "[2, 9]", "x.toml: plies: takes at most 8 here"),
        (SEARCH, "[2, 4]", "4", "x.toml: plies: takes the least and the most"),
        (SEARCH, "rounds = 10", 'first = "once"', "x.toml: first: is not a key here"),
        (LEARNING, "exploring = 0", "exploring = 101", "exploring: takes a number from 0 to 100"),
        (LEARNING, "exploring = 0", "exploring = true", "exploring: takes a number from 0 to 100"),
        (LEARNING, "step = 1.5", "step = 0", "step: takes a number above 0"),
        (LEARNING, "symmetry = false", "symmetry = 0", "symmetry: takes true or false"),
        (LEARNING, '"always"', '"never"', "learners: names a learner twice"),
        (LEARNING, "trace = 0", "traces = 0", "traces"),
        (LEARNING, "[[learners]]", "[[rows]]", "rows"),
    ],
)  # fmt: skip
def test_files_that_state_no_experiment(text: str, old: str, new: str, message: str) -> None:
    with pytest.raises(RunError, match=message) as error:
        read(text.replace(old, new), "x.toml", Path(), kinds=ASKED)
    assert "\n" not in str(error.value)


def test_what_is_not_accepted(output: Output, file: Callable[[str], Path], tmp_path: Path) -> None:
    path = file(GRID)
    for line, answer in [
        ("experiment nonsense", "there is no experiment 'nonsense': give connect4-depth, connect4"),
        (f"experiment {tmp_path}/none.toml", "none.toml cannot be read: No such file"),
        (f"experiment {tmp_path / 'no.toml'} --rounds 0", "1"),
        (f"experiment {path} --jobs 0", "1"),
        (f"experiment {path} --chart x.gif", "ends in .png or .svg"),
    ]:
        code, out, err = output(line)
        assert (code, out) == (exits.USAGE, "")
        assert answer in err
        assert len(err.splitlines()) == 1
    for player in ("alien", "human"):
        path = file(GRID.replace('"random"', f'"{player}"'))
        code, _, err = output(f"experiment {path}")
        assert code == exits.USAGE
        assert err.startswith(f"plyground: {path}: ")
        assert "\n" not in err


@pytest.mark.uncompiled
def test_a_game_beside_the_file(output: Output, tmp_path: Path) -> None:
    nim = Path(__file__).parent.parent / "examples" / "nim.py"
    (tmp_path / "nim.py").write_text(nim.read_text())
    path = tmp_path / "nim.toml"
    path.write_text(
        GRID.replace('"tictactoe"', '"nim.py"').replace("rounds = 4", "rounds = 1")
        + "parameters = { heaps = 2 }"
    )
    code, out, err = output(f"experiment {path} --json")
    assert (code, err) == (exits.SUCCESS, "")
    assert json.loads(out)["parameters"] == {"heaps": 2}


# Learning


@pytest.mark.slow
@pytest.mark.compiled
def test_learners_are_compared(
    output: Output,
    file: Callable[[str], Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The curves are those of learners that are taught one by one."""
    game = pg.TicTacToe()
    asked, patterns = exam_of(game, Control())[:50], design(game, 5)
    monkeypatch.setattr(lessons, "exam_of", lambda _game, _control: asked)
    monkeypatch.setattr(lessons, "design", lambda _game, _seed: patterns)
    chart, csv_file = tmp_path / "chart.svg", tmp_path / "rows.csv"
    line = f"experiment {file(LEARNING)} --seed 5 --csv {csv_file} --chart {chart}"
    code, table, _ = output(line)
    assert code == exits.SUCCESS
    found = list(csv.DictReader(io.StringIO(csv_file.read_text())))
    ways: list[tuple[str, dict[str, Any]]] = [
        ("never", {"exploring": 0}),
        ("always", {"exploring": 1}),
        ("alone", {"patterns": patterns.without_symmetry(), "step": 1.5, "trace": 0}),
    ]
    for label, given in ways:
        rows = [(int(row["games"]), row["right"]) for row in found if row["learner"] == label]
        assert [games for games, _ in rows] == list(range(2, 41, 2))
        learner = Learner(game, 5, **{"patterns": patterns, **given})
        learner.train(40)
        assert float(rows[-1][1]) == round(1 - learner.rater().mistakes(asked), 4)
    drawn = chart.read_text()
    assert drawn.count("<polyline") == 3
    assert "Right moves, in %" in drawn
    assert "games   never   always   alone" in table
    assert "40 games each, seed 5" in table


@pytest.mark.compiled
def test_a_learner_is_stopped(file: Callable[[str], Path]) -> None:
    plan = read(LEARNING, "x", Path())
    run = Run(replace(plan, rounds=10**9))
    assert list(run.steps(1, control=stopped())) == []
    assert run.found == []
    assert conclusions.warning(Run(replace(plan, rounds=99))).startswith("99 games teach")


OF_THE_SECOND_PROGRAM = """
title = "Red against blue"
question = "What does depth change?"
kind = "series"
game = "sim"
rounds = 4
runs = 3
first = "random"

[[rows]]
label = "depth 1, pruning"
players = ["old-sim-red:depth=1", "random"]
"""


@pytest.mark.compiled
def test_a_row_of_the_second_program_is_three_runs_of_four_lines(
    output: Output, tmp_path: Path
) -> None:
    file = tmp_path / "row.toml"
    file.write_text(OF_THE_SECOND_PROGRAM)
    code, out, _ = output(f"experiment {file} --seed 1")
    assert code == exits.SUCCESS
    run = (
        r"Time taken: [\d.]+ seconds\s+Average time per game: [\d.]+ seconds\s+"
        r"Total red wins: \d+\s+Total blue wins: \d+"
    )
    assert len(re.findall(run, out)) == 3
