"""`plyground tournament`: what it prints and writes, and what it says of bad input and stops."""

import csv
import json
import re
import sys
from collections import Counter
from pathlib import Path

import polars
import pytest

import plyground as pg
from plyground.arena import Tournament
from plyground.arena.exactness import exactness
from plyground.arena.journal import Journal
from plyground.cli import exits
from plyground.players import external
from plyground.records import read_records
from tests.computers import FIRST_LEGAL, FIRST_LEGAL_SH
from tests.pages import Page
from tests.terminals import Output

CUP = """
title = "Cup"
game = "tictactoe"
players = ["minimax:depth=1", "minimax:depth=3"]
rounds = 3
"""
PLAY = "tournament cup.toml --jobs 1"
QUICKLY = f"{PLAY} --exact 0"

posix = pytest.mark.skipif(sys.platform == "win32", reason="processes of POSIX")


@pytest.fixture
def cup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "cup.toml"
    file.write_text(CUP)
    return file


def test_the_table_and_what_is_said_below_it(cup: Path, output: Output) -> None:
    code, out, errors = output(PLAY)
    assert (code, errors) == (exits.SUCCESS, "")
    lines = out.splitlines()
    assert lines[0] == "Cup: Tic-tac-toe; round robin, 3 rounds, seed 1"
    assert lines[2].split() == [
        "Player", "Elo", "Points", "Matches", "Won", "Drawn", "Lost", "Exact"
    ]  # fmt: skip
    assert re.fullmatch(r" *1 +Minimax, depth 3( +[\d.]+ ± \d+| +more than \d+) .* %", lines[4])
    assert re.fullmatch(r" *3 +Random +0 .* %", lines[6])
    assert "Elo by all matches, with 95 % errors; Random has 0." in out
    assert re.search(r"Exact: of \d+ moves in 18 matches", out)
    assert re.search(r"Different games: \d+ of 18\.", out)
    assert lines[-1] == "Results: cup.results.jsonl"


def test_a_finished_tournament_shows_its_table_again(cup: Path, output: Output) -> None:
    first = output(PLAY)
    kept = Path("cup.results.jsonl").read_bytes()
    assert output(PLAY) == first
    assert Path("cup.results.jsonl").read_bytes() == kept


def test_more_rounds_go_on(cup: Path, output: Output) -> None:
    output(QUICKLY)
    cup.write_text(CUP.replace("rounds = 3", "rounds = 4"))
    code, out, errors = output(QUICKLY)
    assert code == exits.SUCCESS
    assert errors == "note: going on after 18 of 24 matches"
    assert "of 24." in out
    assert "Exact" not in out


def test_what_is_written(cup: Path, output: Output) -> None:
    cup.write_text(CUP + "adjudicate = true\n")
    files = "--csv a.csv --parquet a.parquet --chart a.svg --save a.txt --html a.html"
    code, out, _ = output(f"{PLAY} --json {files}")
    assert code == exits.SUCCESS
    data = json.loads(out)
    assert data["played"] == data["expected"] == len(data["matches"]) == 18
    assert [each["place"] for each in data["players"]] == [1, 2, 3]
    assert {each["elo"] for each in data["players"] if each["player"] == "random"} == {0}
    assert {each["exact"] for each in data["players"]} == {None}  # results were proved before
    assert sum(points for row in data["crosstable"] for points, _ in row) == 18

    with open("a.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    table = polars.read_parquet("a.parquet").to_dicts()
    assert len(rows) == len(table) == 18
    for row, other, match in zip(rows, table, data["matches"], strict=True):
        assert row["moves"].split() == other["moves"].split() == match["moves"]
        assert [float(row["points_1"]), other["points_2"]] == match["points"]

    readings = list(read_records(Path("a.txt")))
    assert not [fault for each in readings for fault in each.faults]
    assert len(readings) == 18
    for each, match in zip(readings, data["matches"], strict=True):
        record = each.record
        assert record is not None
        assert [move.text for move in record.moves] == match["moves"]
        assert record.termination == ("adjudicated" if match["ending"]["how"] != "rules" else "")
    assert "adjudicated" in {each.record.termination for each in readings if each.record}
    assert Path("a.svg").read_text().startswith("<svg")


def test_the_report_is_one_file(cup: Path, output: Output) -> None:
    assert output(f"{QUICKLY} --html a.html")[0] == exits.SUCCESS
    text = Path("a.html").read_text()
    page = Page(text)
    page.check_alone()
    assert "depth=" not in text.split("<script")[0]
    assert [len(page.of_class(name, "details")) for name in ("pair", "match")] == [3, 18]
    game, data = pg.TicTacToe(), page.data
    for match in data["matches"]:
        cells = data["starts"][match["game"]][:]
        for (changes, *_), position in zip(
            match["steps"], game.position(match["moves"]).line[1:], strict=True
        ):
            for site, look in zip(changes[::2], changes[1::2], strict=True):
                cells[site] = look
            assert tuple(cells) == tuple(position.cells)


@pytest.mark.slow
def test_three_seats(cup: Path, output: Output) -> None:
    cup.write_text(
        'game = "sim"\nparameters = { vertices = 6, players = 3 }\n'
        'players = ["maxn:depth=1", "mixed:50(maxn:depth=2)"]\nrounds = 2\n'
    )
    code, out, _ = output(f"{PLAY} --html a.html")
    assert code == exits.SUCCESS
    assert "of 6." in out
    assert "Exact" not in out
    assert len(Page(Path("a.html").read_text()).of_class("match", "details")) == 6


# Exact moves


def test_exact_moves_are_those_that_analysis_calls_so(cup: Path) -> None:
    tournament = Tournament.load(cup)
    standings = tournament.play()
    found = exactness(tournament.plan, standings.played, better=True)
    ranks = {"win": 1, "draw": 0, "loss": -1}
    kept: Counter[int] = Counter()
    counted: Counter[int] = Counter()
    slips = []
    for each in standings.played:
        line = pg.TicTacToe().position(each.match.moves).line
        for ply in range(len(each.meeting.opening), len(each.match.moves)):
            values = {one.move: ranks[one.value.verdict] for one in pg.analyse(line[ply]).moves}
            best = max(values.values())
            if len(values) == 1 or best < 0:
                continue
            player = each.seating[line[ply].turn]
            counted[player] += 1
            if values[each.match.moves[ply]] == best:
                kept[player] += 1
            else:
                better = {move for move, value in values.items() if value == best}
                slips.append((each.meeting.number, each.turn, ply, better))
    assert found.matches == 18
    assert {player: share.moves for player, share in found.shares.items()} == counted
    assert {player: share.kept for player, share in found.shares.items()} == kept
    assert slips == [
        (each.played.meeting.number, each.played.turn, each.ply, set(each.better))
        for each in found.slips
    ]


def test_fewer_matches_are_always_the_same_ones(cup: Path) -> None:
    tournament = Tournament.load(cup)
    played = tournament.play().played
    few = exactness(tournament.plan, played, 5)
    assert few.matches == 5
    assert few == exactness(tournament.plan, played, 5)


# Stops


def test_a_torn_line_is_said_and_played_again(cup: Path, output: Output) -> None:
    _, whole, _ = output(PLAY)
    results = Path("cup.results.jsonl")
    results.write_bytes(results.read_bytes()[:-20])
    code, out, errors = output(PLAY)
    assert (code, out) == (exits.SUCCESS, whole)
    assert errors.splitlines() == [
        "note: the last line of cup.results.jsonl was torn: its match is played again",
        "note: going on after 17 of 18 matches",
    ]


def test_a_damaged_line_is_named_and_played_again(cup: Path, output: Output) -> None:
    whole = output(PLAY)[1]
    results = Path("cup.results.jsonl")
    changed = results.read_text().replace('"seed": 1', '"seed": 2', 1)
    results.write_text(changed.replace('"turn": 1', '"turn": 0', 1))
    code, out, errors = output(PLAY)
    assert (code, out) == (exits.SUCCESS, whole)
    assert errors.splitlines() == [
        "note: line 1 of cup.results.jsonl was damaged: the plan says what it said",
        "note: line 3 of cup.results.jsonl was damaged: its match is played again",
        "note: going on after 17 of 18 matches",
    ]


@pytest.mark.parametrize("end", [b"\r\n", b"\r"])
def test_line_ends_of_other_systems_are_no_damage(cup: Path, output: Output, end: bytes) -> None:
    """Nor is the mark that an editor puts before a text; the run goes on in that file."""
    whole = output(PLAY)[1]
    results = Path("cup.results.jsonl")
    kept = results.read_bytes()
    lines = kept.splitlines(keepends=True)
    results.write_bytes(b"\xef\xbb\xbf" + b"".join(lines[:-1]).replace(b"\n", end))
    code, out, errors = output(PLAY)
    assert (code, out) == (exits.SUCCESS, whole)
    assert errors.splitlines() == ["note: going on after 17 of 18 matches"]
    assert results.read_bytes().splitlines()[:-1] == kept.splitlines()[:-1]


def test_a_file_in_use(cup: Path, output: Output) -> None:
    with Journal(Path("cup.results.jsonl"), Tournament.load(cup).plan.identity()):
        code, _, errors = output(PLAY)
    assert code == exits.FAILURE
    assert "is in use: another process plays these matches" in errors


# What is refused


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game = "tictactoe"\nplayers = ["minimal"]', "'minimal' is not a player"),
        ('game = "tictactoe"', "players: takes a list of player texts"),
        ("game = ", "is not valid TOML"),
        ('game = "C:\\games\\nim.py"', "with a backslash in single quotes, or with / in its place"),
        ('game = "C:\\temp\\nim.py"', "is part of another character (line 1): write a path"),
        ("", 'game: is missing: give a text, as in game = "..."'),
        (
            '\ufeffgame = "tictactoe"\nplayers = ["perfect"]\nrounds = 100000000000',
            "a tournament has at most 1,000,000 matches, and these players would have 200,000,",
        ),
    ],
)
def test_files_that_are_refused(cup: Path, output: Output, text: str, said: str) -> None:
    cup.write_text(text, "utf-8")
    code, out, errors = output("tournament cup.toml")
    assert (code, out) == (exits.USAGE, "")
    assert errors.startswith("plyground: cup.toml")
    assert said in errors
    assert "\n" not in errors


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("tournament", "FILE is missing: give a .toml file, or --folder"),
        ("tournament nothing.toml", "nothing.toml cannot be read: No such file"),
        ("tournament cup.toml --rounds 3", "--rounds goes with --folder: cup.toml has a key"),
        ("tournament cup.toml --chart a.gif", "--chart takes a file that ends in .png or .svg"),
        ("tournament cup.toml --html no/a.html", "there is no folder"),
    ],
)
def test_options_that_are_refused(cup: Path, output: Output, command: str, said: str) -> None:
    code, out, errors = output(command)
    assert code in (exits.USAGE, exits.FAILURE)
    assert out == ""
    assert said in errors
    assert not Path("cup.results.jsonl").exists()
    assert cup.read_text() == CUP


# Outside programs


PROGRAMS = """
game = "tictactoe"
kind = "gauntlet"
challengers = ["random"]
openings = { plies = 0 }
players = [
    "external:seconds=100(python3 first.py)", "external:seconds=100(sh first.sh)",
    "external:seconds=0.3(sleep 60)", "external:seconds=100(sh illegal.sh)",
    "external:seconds=100,memory=60(python3 hog.py)",
]
"""


@posix
def test_programs_of_all_kinds_finish_and_each_fault_is_named(
    cup: Path, output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "_START_SECONDS", 0)
    monkeypatch.setattr(external, "_GRACE", 0.3)
    cup.write_text(PROGRAMS.replace("python3", sys.executable))
    Path("first.py").write_text(FIRST_LEGAL)
    Path("first.sh").write_text(FIRST_LEGAL_SH)
    Path("illegal.sh").write_text("""while read -r line; do echo '{"move": "12"}'; done""")
    Path("hog.py").write_text("x = input(); kept = [bytearray(9_000_000) for _ in range(999)]")
    code, out, _ = output(f"{PLAY} --programs")
    assert code == exits.SUCCESS
    out = " ".join(out.split())
    late = "sleep 60 forfeited 2 matches: the program sleep 60 gave no legal move: it did not"
    assert late in out
    assert re.search(r"illegal\.sh forfeited 2 matches: .* '?12'?", out)
    if sys.platform == "linux":
        assert "hog.py forfeited 2 matches:" in out
        assert "(MemoryError)" in out
    assert "first.py forfeited" not in out
    assert "first.sh forfeited" not in out
    assert "Not repeatable: " in out


@posix
def test_programs_start_only_where_a_person_says_so(cup: Path, output: Output) -> None:
    started = Path("started")
    cup.write_text(
        'game = "tictactoe"\n'
        'players = ["external(touch started)", "mixed:50(external(sh -c \'touch started\'))"]'
    )
    code, out, errors = output(PLAY)
    assert (code, out) == (exits.USAGE, "")
    assert errors == (
        "plyground: cup.toml would start touch started and sh -c 'touch started' on this "
        "computer; a program can do whatever you can: if you trust what the file names, add "
        "--programs"
    )
    assert not started.exists()
    assert output(f"{QUICKLY} --programs")[0] == exits.SUCCESS
    assert started.exists()
