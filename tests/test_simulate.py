"""`plyground simulate`: what it prints and writes, and what it refuses before it plays."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pexpect
import pytest

import plyground as pg
from plyground.arena import wilson
from plyground.arena.report import duration
from plyground.cli import batch, exits
from plyground.cli.app import run
from plyground.cli.exits import UserError
from plyground.installing import install_command
from tests.terminals import Output

COMMAND = "simulate tictactoe minimax:depth=2 random --rounds 12 --seed 3"


def series(rounds: int = 12) -> pg.Series:
    return pg.simulate(pg.TicTacToe(), (pg.Minimax(2), pg.Random()), rounds=rounds, seed=3)


def test_the_table(output: Output) -> None:
    code, out, err = output(COMMAND)
    good, bad = series().lines
    assert (code, err) == (exits.SUCCESS, "")
    rows = {line.split("  ")[0].strip(): line for line in out.splitlines()}
    assert "Tic-tac-toe: 12 rounds, seed 3, first: alternate" in rows
    assert rows["Points"].split() == ["Points", str(good.points), str(bad.points)]
    assert rows["Wins"].split()[1] == str(good.wins)
    assert f"{good.nodes_per_move:,.0f}" in rows["Positions per move"]
    for heading in ("Minimax, depth 2", "Random", "median", "95th percentile", "Lengths of games"):
        assert heading in out
    assert "forfeit" not in out


def test_json_is_one_object_and_nothing_else(output: Output) -> None:
    code, out, _ = output(f"{COMMAND} --json")
    assert code == exits.SUCCESS
    found, expected = json.loads(out), series()
    good, bad = expected.lines
    assert (found["wins"], found["draws"], found["losses"]) == (good.wins, good.draws, good.losses)
    assert (found["game"], found["parameters"], found["seed"]) == ("tictactoe", {}, 3)
    assert (found["rounds"], found["played"], found["first"]) == (12, 12, "alternate")
    assert [seat["player"] for seat in found["seats"]] == ["minimax:depth=2", "random"]
    assert [seat["lost"] for seat in found["seats"]] == [good.losses, bad.losses]
    assert [seat["nodes"] for seat in found["seats"]] == [good.nodes, 0]
    assert all(seat["seconds"] > 0 for seat in found["seats"])
    for match, each in zip(found["matches"], expected.played, strict=True):
        assert match["moves"] == list(each.match.moves)
        assert match["standings"] == [each.standing(0), each.standing(1)]


def test_a_game_that_comes_again_makes_nothing_surer(output: Output) -> None:
    _, out, _ = output("simulate tictactoe old-tictactoe old-tictactoe --rounds 20 --json")
    (seat, _) = json.loads(out)["seats"]
    assert seat["drawn"] == 20
    assert seat["intervals"]["drawn"] == list(wilson(1, 1))


def test_csv_has_a_line_for_each_round(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "rounds.csv"
    code, out, _ = output(f"{COMMAND} --csv {file}")
    assert code == exits.SUCCESS
    assert "Points" in out
    rows = list(csv.DictReader(io.StringIO(file.read_text())))
    expected = series()
    assert [row["moves"].split() for row in rows] == [
        list(each.match.moves) for each in expected.played
    ]
    assert sum(float(row["points_1"]) for row in rows) == expected.lines[0].points
    assert [row["seat_1"] for row in rows[:2]] == ["minimax:depth=2", "random"]
    times = ("seconds_1", "seconds_2")
    printed = list(csv.DictReader(io.StringIO(output(f"{COMMAND} --csv -")[1])))
    for row in (*rows, *printed):
        for time in times:
            del row[time]
    assert printed == rows


@pytest.mark.slow
def test_the_chart(output: Output, tmp_path: Path) -> None:
    png, svg = tmp_path / "chart.png", tmp_path / "chart.SVG"
    assert output(f"{COMMAND} --chart {png}")[0] == exits.SUCCESS
    assert png.read_bytes().startswith(b"\x89PNG")
    assert output(f"{COMMAND} --chart {svg}")[0] == exits.SUCCESS
    root = ElementTree.parse(svg).getroot()
    texts = {element.text for element in root.iter() if element.text}
    assert {"Wins", "Draws", "Losses", "Minimax, depth 2", "Random"} <= texts
    assert "12 rounds, seed 3, first: alternate" in texts


def test_parameters_and_more_players(output: Output) -> None:
    line = "simulate sim --vertices 6 --players 3 random minimax:depth=1 random --rounds 5 --json"
    found = json.loads(output(line)[1])
    assert found["parameters"] == {"vertices": 6, "players": 3}
    assert [seat["player"] for seat in found["seats"]] == ["random", "minimax:depth=1", "random"]
    assert sum(seat["lost"] for seat in found["seats"]) + found["draws"] == 5


def test_show_plays_every_board_and_tells_the_score(output: Output) -> None:
    code, out, _ = output("simulate tictactoe random random --rounds 2 --seed 1 --show")
    played = pg.simulate(pg.TicTacToe(), (pg.Random(), pg.Random()), rounds=2, seed=1)
    assert code == exits.SUCCESS
    boards = sum(len(each.match.moves) + 1 for each in played.played)
    assert out.count("┌") == boards
    assert "Round 1 of 2   player 1: Random #1, player 2: Random #2" in out
    assert "Round 2 of 2   player 1: Random #2, player 2: Random #1" in out
    first, second = played.lines
    assert f"Final result: Random #1: {first.points}    Random #2: {second.points}" in out


REFUSED = [
    ("simulate", "GAME is missing: give tictactoe"),
    ("simulate tictactoe", "Tic-tac-toe is for 2 players: give one for each seat, and not 0"),
    ("simulate chess random random", "there is no game 'chess'"),
    ("simulate tictactoe random", "for 2 players: give one for each seat, and not 1"),
    ("simulate tictactoe random random random", "for 2 players: give one for each seat, and not 3"),
    ("simulate tictactoe random human", "a human cannot play here: give a computer player"),
    ("simulate tictactoe random alien", "'alien' is not a player: give human, minimax"),
    ("simulate tictactoe random random --rounds 0", "1"),
    ("simulate tictactoe random random --rounds many", "takes a whole number"),
    ("simulate tictactoe random random --jobs 0", "1"),
    ("simulate tictactoe random random --seed x", "takes a whole number"),
    ("simulate tictactoe random random --first last", "one of fixed, alternate, once, random"),
    ("simulate tictactoe random random --show --jobs 2", "leave out --jobs"),
    ("simulate tictactoe random random --chart board.gif", "ends in .png or .svg, and not"),
    ("simulate tictactoe random random --rows 3", "has no parameter --rows"),
]


@pytest.mark.parametrize(("line", "answer"), REFUSED)
def test_what_is_not_accepted(output: Output, line: str, answer: str) -> None:
    code, out, err = output(line)
    assert (code, out) == (exits.USAGE, "")
    assert len(err.splitlines()) == 1
    assert err.startswith("plyground: ")
    assert answer in err


def test_charts_need_their_libraries(output: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "altair", None)
    code, out, err = output(f"{COMMAND} --chart chart.png")
    assert (code, out) == (exits.FAILURE, "")
    assert err == f"plyground: charts need the library altair: {install_command('charts')}"


@pytest.mark.parametrize(("rounds", "counted"), [(1, "1 of 1 round"), (3, "3 of 3 rounds")])
def test_a_player_that_forfeits_every_round(
    capsys: pytest.CaptureFixture[str], rounds: int, counted: str
) -> None:
    bot = f"external({sys.executable} -c pass)"
    code = run(["simulate", "tictactoe", bot, "random", "--rounds", str(rounds)])
    said = capsys.readouterr()
    assert code == exits.FAILURE
    assert "by forfeit" in said.out
    last = said.err.splitlines()[-1]
    assert f" forfeited {counted}: the program " in last
    assert last.endswith(" gave no legal move: it ended with exit code 0")


def test_a_file_is_written_whole_or_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file.csv"
    file.write_text("before")
    file.chmod(0o640)
    output = batch.OutputFile(file)
    assert file.read_text() == "before"

    def full(path: Path, content: bytes) -> int:
        with path.open("wb") as beside:
            beside.write(content[:3])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        with pytest.raises(UserError, match="No space left on device"):
            output.write("after")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]
    output.write("after")
    assert file.read_text() == "after"
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    target, link = tmp_path / "target.csv", tmp_path / "link.csv"
    target.write_text("before")
    link.symlink_to(target)
    batch.OutputFile(link).write("after")
    assert link.is_symlink()
    assert target.read_text() == "after"
    if Path(os.devnull).is_char_device():
        batch.OutputFile(Path(os.devnull)).write("nothing")
        assert Path(os.devnull).is_char_device()


@pytest.mark.slow
@pytest.mark.compiled
def test_in_a_terminal_there_is_a_bar_with_the_score_and_ctrl_c_ends_all_processes() -> None:
    line = "-m plyground simulate tictactoe random random --rounds 500000 --jobs 2"
    wide = {**os.environ, "COLUMNS": "120"}
    child = pexpect.spawn(
        sys.executable, line.split(), encoding="utf-8", dimensions=(40, 120), env=wide
    )
    points = r"points [\d,]+\.\d : [\d,]+\.\d \(Random #1 : Random #2\)"
    child.expect(rf"[1-9][\d,]* of 500,000 rounds, about \d+ \w+ left, {points}", timeout=60)
    child.sendintr()
    child.expect("Points", timeout=60)
    child.expect(r"plyground: ended by Ctrl-C; [\d,]+ of 500,000 rounds were played", timeout=60)
    child.expect(pexpect.EOF, timeout=60)
    assert "Traceback" not in str(child.before)
    child.close()
    assert child.exitstatus == exits.INTERRUPTED


@pytest.mark.slow
@pytest.mark.compiled
def test_in_a_terminal_the_boards_play_themselves() -> None:
    line = "-m plyground simulate tictactoe random random --rounds 1 --show"
    child = pexpect.spawn(sys.executable, line.split(), encoding="utf-8", dimensions=(40, 120))
    child.expect("Round 1 of 1   player 1: Random #1", timeout=60)
    child.expect(r"Round 1: .*?Random #1: \d\.\d", timeout=60)
    child.expect("Final result: ", timeout=60)
    child.expect(pexpect.EOF, timeout=60)
    child.close()
    assert child.exitstatus == exits.SUCCESS


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "0 ms"),
        (2e-6, "< 0.01 ms"),
        (0.00032612, "0.326 ms"),
        (0.25, "250 ms"),
        (1.234, "1.23 s"),
        (664.2, "664 s"),
    ],
)
def test_times_in_words(seconds: float, text: str) -> None:
    assert duration(seconds) == text


SIMULATE = [sys.executable, "-m", "plyground", "simulate", "tictactoe", "random", "random"]
SIMULATE += ["--rounds", "3"]
QUICK = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
"""Those who start three rounds wait for no compiled code."""


@pytest.mark.slow
def test_files_are_written_when_nobody_reads_the_table(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    line = [*SIMULATE, "--csv", str(file)]
    pipe = subprocess.PIPE
    with subprocess.Popen(line, env=QUICK, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate()
    assert len(file.read_text().splitlines()) == 4
    assert b"Traceback" not in errors


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_an_output_that_is_full_is_reported(form: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*SIMULATE, *form], env=QUICK, check=False, stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == exits.FAILURE
    assert done.stderr.decode().startswith("plyground: the output cannot be written")
