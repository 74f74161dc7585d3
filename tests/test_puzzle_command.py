"""`plyground puzzle` and `plyground mine`, and the file that keeps what was solved."""

import datetime
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import pytest

import plyground as pg
from plyground.analysis.puzzles import (
    Progress,
    ProgressError,
    ProgressFile,
    Puzzle,
    Try,
    all_puzzles,
    daily,
    puzzles,
)
from plyground.cli import exits
from plyground.cli.app import run
from tests.terminals import complaints

Command = Callable[..., tuple[int, str, str]]

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")
EASY = puzzles(pg.TicTacToe())
MADE = Try("tictactoe-00000000", "solved", "2026-11-24")


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Command:
    """Run a command with lines typed; its folder for data is a new one."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def run_it(line: str, *typed: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        capsys.readouterr()
        code = run(line.split())
        said = capsys.readouterr()
        return code, said.out, complaints(said.err)

    return run_it


def kept(tmp_path: Path) -> Progress:
    return ProgressFile(tmp_path / "plyground" / "puzzles.jsonl").read()


def wrong_move(puzzle: Puzzle) -> str:
    return next(each for each in puzzle.position.moves if each != puzzle.solution)


def test_one_puzzle_solved(command: Command, tmp_path: Path) -> None:
    puzzle = EASY[2]
    wrong = wrong_move(puzzle)
    taken = puzzle.moves[0]
    code, out, errors = command(
        "puzzle tictactoe --number 3",
        "what?", taken, "", wrong, "HINT", "hint", "hint", "help", "undo", puzzle.solution, "more",
    )  # fmt: skip
    assert (code, errors) == (exits.SUCCESS, "")
    assert "Tic-tac-toe, puzzle 3 of 25, easy" in out
    assert f"Player {puzzle.position.turn + 1} to move: find the one move that wins." in out
    assert "'what?' is not a move of Tic-tac-toe" in out
    assert f"Cell {taken} is taken: legal are " in out
    assert "'undo' is not a move of Tic-tac-toe" in out
    assert f"No: after cell {wrong}" in out
    assert f"Best play: {wrong} " in out
    assert out.count("The win takes 2 moves.") == 1
    assert out.count("It is ") == 2
    assert "skip  leave this puzzle" in out
    assert f"Right: {puzzle.game.face.wording.spoken(puzzle.solution)} wins in 2 moves." in out
    assert "Goodbye" not in out
    results = [each.result for each in kept(tmp_path).tries]
    assert results == ["wrong", "hint", "hint", "hint", "solved"]
    assert set(kept(tmp_path).solved) == {puzzle.id}


def test_puzzles_until_one_quits(command: Command, tmp_path: Path) -> None:
    first = Progress().next(EASY)
    assert first is not None
    second = Progress([Try(first.id, "solved", "2026-11-24")]).next(EASY)
    assert second is not None
    code, out, _ = command("puzzle tictactoe", first.solution, "skip", "quit")
    assert code == exits.SUCCESS
    assert f"puzzle {first.number} of 25" in out
    assert f"puzzle {second.number} of 25" in out
    assert out.count("Tic-tac-toe, puzzle") == 3
    assert out.endswith("Goodbye.\n")
    assert [each.result for each in kept(tmp_path).tries] == ["solved", "skipped"]
    code, out, _ = command("puzzle tictactoe")  # the input has ended
    assert code == exits.SUCCESS
    assert f"puzzle {first.number} of 25" not in out
    assert out.endswith("Goodbye.\n")


def test_all_puzzles_of_a_level(command: Command, tmp_path: Path) -> None:
    medium = [each for each in EASY if each.level == "medium"]
    file = ProgressFile(tmp_path / "plyground" / "puzzles.jsonl")
    for each in medium[1:]:
        file.add(Try(each.id, "solved", "2026-11-24"))
    line = "puzzle tictactoe --rating medium"
    _, out, _ = command(line, "skip")
    assert "You have skipped the rest." in out
    _, out, _ = command(line, medium[0].solution)
    assert "You have solved all 4 puzzles." in out
    code, out, _ = command(line)
    assert code == exits.SUCCESS
    assert "You have solved all 4 puzzles." in out
    _, out, _ = command("puzzle --progress")
    assert "Tic-tac-toe\t4 of 25\t0 of 21\t4 of 4\t\n" in out
    assert "Sim (vertices 6, players 2)\t0 of 100\t" in out
    assert re.search(r"\nRating: 1,\d{3}, from 4 puzzles\.\n", out)
    _, out, _ = command("puzzle tictactoe --progress --json")
    data = json.loads(out)
    assert data["rating"]["puzzles"] == 4
    (game,) = data["games"]
    assert game["levels"]["medium"] == {"solved": 4, "puzzles": 4}
    assert (game["solved"], game["puzzles"]) == (4, 25)


def test_the_puzzle_as_data(command: Command) -> None:
    puzzle = EASY[9]
    code, out, _ = command("puzzle tictactoe --number 10 --json")
    data = json.loads(out)
    assert code == exits.SUCCESS
    assert "solution" not in data
    assert data["id"] == puzzle.id
    assert data["moves"] == list(puzzle.moves)
    assert (data["keeps"], data["plies"], data["rating"]) == ("win", 3, 3)
    _, out, _ = command("puzzle tictactoe --number 10 --json --solution")
    assert json.loads(out) == data | {"solution": puzzle.solution}
    _, out, _ = command("puzzle tictactoe --json")
    first = Progress().next(EASY)
    assert first is not None
    assert json.loads(out)["id"] == first.id


def test_the_puzzle_of_the_day(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    day = next(
        day
        for n in range(len(all_puzzles()))
        if daily(day := datetime.date(2026, 11, 24) + datetime.timedelta(n)).game == pg.TicTacToe()
    )
    monkeypatch.setattr("plyground.cli.puzzle.today", lambda: day)
    puzzle = daily(day)
    _, out, _ = command("puzzle --daily --json --solution")
    assert json.loads(out) == puzzle.to_json(solution=True)
    _, out, _ = command("puzzle --daily", puzzle.solution)
    assert "Right: " in out
    _, out, _ = command("puzzle tictactoe --daily --json")
    assert json.loads(out)["id"] == daily(day, EASY).id


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("puzzle chess", "there is no game 'chess'"),
        (
            "puzzle sim --vertices 5",
            "no puzzles for Sim (vertices 5, players 2), only for Tic-tac-toe",
        ),
        ("puzzle sim --players 3", "Plyground has no puzzles for Sim"),
        ("puzzle tictactoe --rating hard", "there are no hard puzzles here, only easy, medium"),
        ("puzzle tictactoe --rating tough", "--rating takes easy, medium, hard"),
        ("puzzle tictactoe --number 26", "give a puzzle from 1 to 25, and not 26"),
        ("puzzle tictactoe --number 0", "--number"),
        ("puzzle --number 1", "need a GAME"),
        ("puzzle --vertices 7", "--vertices needs a GAME"),
        ("puzzle tictactoe --number 1 --daily", "give one of --number, --rating and --daily"),
        ("puzzle --progress --daily", "--progress counts all puzzles"),
        ("puzzle tictactoe --solution", "--solution needs --json"),
        ("puzzle --file a.txt", "need a GAME"),
        ("puzzle tictactoe --file /nowhere/a.txt", "cannot be read"),
        ("puzzle tictactoe --depth 3", "there is no option --depth"),
        ("mine tictactoe", "FILE"),
        ("mine tictactoe /nowhere/a.txt", "cannot be written"),
        ("mine sim - --players 3 --games 1", "cannot be solved by search"),
        ("mine tictactoe - --games 1 --first-ply 9", "there is no puzzle in 1 games"),
        ("mine tictactoe - --count 0", "--count"),
    ],
)
def test_what_is_not_accepted(command: Command, line: str, message: str) -> None:
    code, out, errors = command(line)
    assert code in (exits.USAGE, exits.FAILURE)
    assert message in errors
    assert errors.count("\n") == 1
    assert out == ""


@pytest.mark.slow
@pytest.mark.compiled
def test_mining_and_solving_what_was_mined(command: Command, tmp_path: Path) -> None:
    line = "mine tictactoe - --count 3 --games 60 --seed 5"
    code, out, _ = command(line)
    assert code == exits.SUCCESS
    assert command(line)[1] == out
    assert out.startswith("plyground puzzles 1: tictactoe\n# plyground mine --count 3 --games 60")
    assert len(out.splitlines()) == 5
    file = tmp_path / "mine.txt"
    code, nothing, errors = command(line.replace("-", str(file), 1))
    assert (nothing, errors) == ("", f"note: 3 puzzles found\nWritten: {file}\n")
    assert file.read_text() == out
    _, out, _ = command(f"puzzle tictactoe --file {file} --number 1 --json --solution")
    solution = json.loads(out)["solution"]
    _, out, _ = command(f"puzzle tictactoe --file {file} --number 1", solution)
    assert "puzzle 1 of 3" in out
    assert "Right: " in out
    assert command(f"puzzle sim --file {file}")[0] == exits.FAILURE
    file.write_text("plyground puzzles 1: tictactoe\n")
    assert "has no puzzles" in command(f"puzzle tictactoe --file {file}")[2]


@pytest.mark.slow
@pytest.mark.uncompiled
def test_a_game_of_ones_own(command: Command, tmp_path: Path) -> None:
    file = tmp_path / "nim.txt"
    code, _, errors = command(f"mine {NIM} {file} --games 30 --count 4")
    assert code == exits.SUCCESS, errors
    _, out, _ = command(f"puzzle {NIM} --file {file} --number 1 --json --solution")
    data = json.loads(out)
    _, out, _ = command(f"puzzle {NIM} --file {file} --number 1", data["solution"])
    assert "Right: " in out


def test_progress_survives_damage(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "plyground" / "puzzles.jsonl"
    file = ProgressFile(path)
    assert file.read().tries == ()
    file.add(MADE)
    good = path.read_bytes()
    lines = (
        b"\xff\xfe\x00 no text", b"{", b"[" * 100_000, b"[1, 2]", b"null", b'"solved"', b"{}",
        b'{"puzzle": 3, "result": "solved", "day": "x"}',
        b'{"puzzle": "a-1", "result": "eaten", "day": "x"}',
        b'{"puzzle": "a-1", "result": ["solved"], "day": "x"}',
        b'{"puzzle": "a-1", "result": "solved"}',
    )  # fmt: skip
    path.write_bytes(b"\n".join(lines) + good + good[: len(good) // 2])  # the last write was cut
    file.add(MADE)
    assert file.read().tries == (MADE, MADE)
    code, out, errors = command("puzzle --progress")
    left_out = ", ".join(map(str, [*range(1, len(lines) + 1), len(lines) + 3]))
    assert (code, errors) == (
        exits.SUCCESS,
        f"note: {path}, lines {left_out}: damaged, and left out\n",
    )
    assert "Tic-tac-toe\t0 of 25\t" in out


def test_lines_from_before_there_were_sums_get_theirs(tmp_path: Path) -> None:
    file = ProgressFile(tmp_path / "puzzles.jsonl")
    file.path.write_text(f"{json.dumps(asdict(MADE))}\n{{\n")
    assert file.read().tries == (MADE,)
    file.add(MADE)
    assert file.path.read_text().count('"sum"') == 2
    kept = file.read()
    assert (kept.tries, kept.spoilt) == ((MADE, MADE), (2,))


def test_progress_that_cannot_be_kept(command: Command, tmp_path: Path) -> None:
    (tmp_path / "plyground").write_text("a file, and no folder")
    file = ProgressFile(tmp_path / "plyground" / "puzzles.jsonl")
    with pytest.raises(ProgressError, match="cannot be written"):
        file.add(MADE)
    code, out, errors = command("puzzle tictactoe --number 3", EASY[2].solution)
    assert code == exits.SUCCESS
    assert "Right: " in out
    assert errors.count("what you solve will not be kept") == 1


def test_progress_is_known_in_a_session_that_cannot_keep_it(
    command: Command, tmp_path: Path
) -> None:
    (tmp_path / "plyground" / "puzzles.jsonl").mkdir(parents=True)
    first = Progress().next(EASY)
    assert first is not None
    code, out, errors = command("puzzle tictactoe", first.solution, "quit")
    assert code == exits.SUCCESS
    assert errors.count("what you solve will not be kept") == 1
    assert out.count(f"puzzle {first.number} of 25") == 1
    code, out, errors = command("puzzle --progress")
    assert (code, out) == (exits.FAILURE, "")
    assert "cannot be read" in errors


_WRITER = """
import sys
from pathlib import Path
from plyground.analysis.puzzles import ProgressFile, Try
file = ProgressFile(Path(sys.argv[1]))
for number in range(300):
    file.add(Try(f"{sys.argv[2]}-{number}", "solved", "2026-11-24"))
"""


@pytest.mark.slow
def test_two_processes_keep_progress_at_once(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    processes = [
        subprocess.Popen([sys.executable, "-c", _WRITER, str(path), name]) for name in ("a", "b")
    ]
    assert [process.wait(timeout=120) for process in processes] == [0, 0]
    solved = ProgressFile(path).read().solved
    assert solved.keys() == {f"{name}-{number}" for name in ("a", "b") for number in range(300)}
