"""Known faults of commands that wait to be mended.

Each has a test that says what is right, and that fails until the fault is mended; the mark goes
with it. The mark's reason begins with a short key of the fault.
"""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import plyground as pg
from plyground.cli import exits
from tests.terminals import Output, Play
from tests.waiting import waits

ONE_GAME = '[Game "tictactoe"]\n\n1. 5 1 *\n\n'


# Records


@pytest.mark.parametrize(
    "unit",
    [
        pytest.param('[Game "x"]\n', id="the same tag"),
        pytest.param('[Game "tictactoe"]\n\n1. 5 1 *\n\n', id="games"),
        pytest.param('[Game "tictactoe"]\n\n*\n\n', id="empty games"),
        pytest.param("(1. 1) ", id="variations"),
    ],
)
def test_a_record_is_read_in_few_steps(unit: str) -> None:
    """In calls for each character: 10 of them are about two seconds a megabyte."""
    text = unit * (4000 // len(unit))
    if unit.startswith("("):
        text = f'[Game "tictactoe"]\n\n1. 5 {text}*\n'
    list(pg.read_records(io.StringIO(ONE_GAME)))  # finds the game
    calls = 0

    def count(_frame: object, event: str, _arg: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        read = list(pg.read_records(io.StringIO(text)))
    finally:
        sys.setprofile(None)
    assert read
    assert calls <= 10 * len(text)


# Tournaments

CUP = """
title = "Cup"
game = "tictactoe"
players = ["minimax:depth=1", "random"]
rounds = 3
"""


@pytest.mark.compiled
def test_a_line_of_results_that_changed_is_named_and_played_again(
    output: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cup.toml").write_text(CUP)
    command = "tournament cup.toml --jobs 1"
    good = output(command)
    file = tmp_path / "cup.results.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    assert len(lines) == 7
    lines[2] = lines[2].replace('"', "!", 1)
    file.write_text("".join(lines))
    code, out, errors = output(command)
    assert (code, out.split("\n")[0]) == (exits.SUCCESS, good[1].split("\n")[0])
    assert "line 3" in errors
    assert len(file.read_text().splitlines()) == 7


FATAL = """
while read -r request; do
    tries=$(cat {folder}/tries 2>/dev/null || echo 0)
    case "$request" in *'"moves": []'*)
        if [ "$tries" -lt 3 ]; then
            echo $((tries + 1)) >{folder}/tries
            kill -9 $PPID
        fi
    esac
    legal=${{request#*'"legal": ["'}}
    printf '{{"move": "%s"}}\n' "${{legal%%'"'*}}"
done
"""


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_match_whose_process_was_killed_is_played_again(tmp_path: Path) -> None:
    """The program stands for whatever kills processes, such as a system short of memory."""
    (tmp_path / "fatal.sh").write_text(FATAL.format(folder=tmp_path))
    (tmp_path / "cup.toml").write_text(
        'game = "tictactoe"\nrounds = 1\nopenings = {plies = 0}\n'
        f'players = ["external(sh {tmp_path}/fatal.sh)", "random"]\n'
    )
    command = "tournament cup.toml --jobs 2 --programs --exact 0"
    ended = plyground(command, tmp_path)
    assert (tmp_path / "tries").read_text() == "3\n", ended.stderr
    assert "forfeited" not in ended.stdout
    assert "Different games: " in ended.stdout, ended.stderr


def plyground(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that may crash, in a process."""
    return subprocess.run(
        [sys.executable, "-m", "plyground", *command.split()],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


# Training

KILLED = """
import os, sys
from plyground.cli import main
replace = os.replace

def killed(*names, **more):
    replace(*names, **more)
    if str(names[1]).endswith("{file}"):
        os._exit(9)

os.replace = killed
sys.argv[1:] = "train tictactoe --games 40 --seed 1 -o cut.weights".split()
main()
"""


@pytest.mark.long
@pytest.mark.compiled
@pytest.mark.parametrize("file", ["cut.weights.new", "cut.weights.state", "cut.weights"])
def test_a_training_that_was_killed_goes_on(tmp_path: Path, file: str) -> None:
    """As soon as it had put that file in its place."""
    ended = subprocess.run(
        [sys.executable, "-c", KILLED.format(file=file)],
        cwd=tmp_path,
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 9, ended.stderr
    again = plyground("train tictactoe --games 40 --seed 1 -o cut.weights", tmp_path)
    assert again.returncode == exits.SUCCESS, again.stderr
    assert not (tmp_path / "cut.weights.new").exists()


# Puzzles


def test_a_line_of_progress_that_changed_is_named(
    play: Play, output: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    easy = pg.puzzles(pg.TicTacToe())
    for number in (1, 2):
        play(f"puzzle tictactoe --number {number}", easy[number - 1].solution)
    (file,) = tmp_path.rglob("*.jsonl")
    file.write_text(file.read_text().replace(easy[0].id, easy[2].id))
    code, out, errors = output("puzzle tictactoe --progress")
    assert code == exits.SUCCESS
    assert "line " in out + errors
    assert re.search(r"\b1 of 25", out)


# Your own games

CHAIN = """
import numpy as np
from plyground import rules

calls = [0]


class Chain(rules.Game):
    name, title, summary = "chain", "Chain", "Choose a link; then go down, link by link."
    parameters = (rules.Parameter("links", 20, 4, 99, "links"),)
    decided_by = "the last link"

    def __init__(self, links=20):
        super().__init__(links=links)
        self.max_plies = links + 1
        self.move_texts = tuple(str(link) for link in range(links))
        self.move_hint = "a link"
        self.board = rules.Board.grid(1, 1)
        self.cell_marks = (None, rules.Mark(0, "x"))

    def kernels(self):
        links = self.links

        def start():
            return np.uint64(links), np.uint64(0)

        def player(state):
            return rules.as_int(state[1])

        def moves(state, out):
            calls[0] += 1
            link = rules.as_int(state[0])
            for number in range(links):
                out[number] = number if link == links else link - 1
            return links if link == links else 1

        def play(state, move):
            return np.uint64(move), state[1] ^ np.uint64(1)

        def result(state):
            return rules.won(1 - player(state)) if state[0] == 0 else rules.ONGOING

        def cells(state, out):
            out[0] = 1

        return rules.kernels(start, player, moves, play, result, cells)


if __name__ == "__main__":
    import sys
    from pathlib import Path

    import plyground as pg

    def values(progress):
        if progress.stage == "positions":
            calls[0] = 0

    for links in (20, 40):
        folder = Path(sys.argv[1], str(links))
        pg.solve_tables(Chain(links), folder=folder, threads=1, on_progress=values)
        print(calls[0], sum(each.stat().st_size for each in folder.rglob("*.*")))
"""


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[int, int]]:
    """For 20 and for 40 links: how often moves were asked for to find values, and what is kept.

    A link that is chosen at once leads to those that were chosen before it. A game of n links has
    2 n positions.
    """
    folder = tmp_path_factory.mktemp("chain")
    (folder / "chain.py").write_text(CHAIN)
    ended = subprocess.run(
        [sys.executable, "chain.py", str(folder / "tables")],
        cwd=folder,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    numbers = list(map(int, ended.stdout.split()))
    return [(numbers[0], numbers[1]), (numbers[2], numbers[3])]


@waits("H1: values are looked for again and again where games reach a position late")
def test_solving_looks_at_each_position_a_few_times(solved: list[tuple[int, int]]) -> None:
    (few, _), (many, _) = solved
    assert 0 < many <= 3 * few


@waits("H2: what solving leaves has many bytes for each position")
def test_solving_leaves_few_bytes_for_each_position(solved: list[tuple[int, int]]) -> None:
    (_, small), (_, large) = solved
    assert 0 < large - small <= 8 * 40
