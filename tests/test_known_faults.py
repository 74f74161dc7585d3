"""Faults that are known and wait: each has a test that fails until it is mended.

The mark says the fault; take it away with the fault. Those of the app are in the folder `web`. How
a missing ability will be asked for is a proposal: names of commands and options may change.
"""

from __future__ import annotations

import io
import json
import os
import select
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import plyground as pg
from plyground import errors
from plyground.kernel import by_kind
from tests.engine.homes import Page, Question, node
from tests.terminals import Output
from tests.until import until
from tests.waiting import waiting, waits

DATA = Path(__file__).parent / "data" / "known_faults"
NIM = Path(__file__).parent.parent / "examples" / "nim.py"


@pytest.fixture(autouse=True)
def _at_once() -> Iterator[None]:
    """Let ready modules answer, as for users: nothing is compiled."""
    with by_kind():
        yield


# Saying what is not so


def test_a_level_says_what_it_overlooked(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[Game "tictactoe"]\n\n1. 1 2. 5 3. 2 *\n')
    command = f"play tictactoe human level:1 --load {file} --seed 3"
    _, out, _ = output(command, "why", "quit")
    assert "Pip played cell 6" in out  # and loses at once, by cell 3
    assert "overlooked" in out


def test_a_sequential_test_says_which_bound_is_refuted(output: Output) -> None:
    _, out, _ = output("sprt tictactoe perfect random --elo0=-10 --elo1=-2 --seed 1")
    assert "Accepted" in out
    assert "Perfect is weaker" not in out


def test_a_repeated_opening_is_no_new_pair(output: Output) -> None:
    players = "minimax:depth=2,ties=first minimax:depth=3,ties=first"
    found = json.loads(output(f"sprt tictactoe {players} --seed 1 --json")[1])
    assert sum(found["pairs"].values()) <= found["openings"]


@pytest.mark.uncompiled
@pytest.mark.parametrize(
    "game",
    ["repeats", waiting("morris", reason="B4: check passes a game whose positions come again")],
)
def test_check_finds_that_a_game_need_not_end(output: Output, game: str) -> None:
    assert output(f"check {DATA / game}.py --games 2")[0] != 0


@waits("B6: check passes a game that is refused where it is not compiled, as by the app")
@pytest.mark.compiled
@pytest.mark.long
def test_check_judges_as_the_app_does(output: Output) -> None:
    command = ["check", str(DATA / "kalah.py"), "--games", "2"]
    without = subprocess.run(
        [sys.executable, "-m", "plyground", *command],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=False,
        timeout=120,
    )
    assert output(" ".join(command))[0] == without.returncode


def test_all_moves_that_keep_the_result_are_named() -> None:
    made = pg.review(pg.TicTacToe().position("1 4 2 8 3")).moves[-1]
    kept = {
        each.move
        for each in pg.analyse(made.position).moves
        if each.value.verdict == made.before.verdict
    }
    assert len(kept) > 1
    assert set(made.keeping) == kept


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_the_line_of_values_in_a_page_leads_to_the_end() -> None:
    position = pg.ConnectFour().position("7266776371724746656422353125")
    with node() as pages:
        page = Page(position.game, pages)
        asked = Question("values", (position.ply, 0), tuple(map(int, position.state)), 1, 10**9)
        (answer,) = page.answers([asked])
    assert len(answer["moves"]) >= 14
    for code in answer["moves"][:14]:
        position = position.play_code(code)
    assert position.outcome is not None
    assert position.outcome.winner is None


@pytest.mark.uncompiled
def test_solve_is_silent_about_symmetry_without_any(
    output: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    _, out, _ = output(f"solve {NIM} --heaps 2")
    assert "for player 1" in out
    assert "symmetry" not in out


@pytest.mark.parametrize(
    ("players", "pairs", "field", "least", "most"),
    [
        ("perfect random", 1, "superiority", 0.5, 0.95),
        ("perfect perfect", 5, "error", 20, 1000),
    ],
)
def test_few_games_say_little(
    output: Output, players: str, pairs: int, field: str, least: float, most: float
) -> None:
    command = f"sprt tictactoe {players} --pairs {pairs} --seed 2 --json"
    found = json.loads(output(command)[1])["difference"]
    assert least <= found[field] <= most


# Reading what others wrote


def read(text: str) -> tuple[pg.Record | None, str]:
    """The only game of a text, and its faults."""
    (found,) = pg.read_records(io.StringIO(text))
    return found.record, "\n".join(map(str, found.faults))


def moves_of(record: pg.Record | None) -> str:
    return "" if record is None else " ".join(each.text for each in record.moves)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("1. 4 2. 4 3. 3 1 - 0", "4 4 3"),
        ("1. 4 2. 4 3. 3x5 1-0", "4 4"),
    ],
)
def test_a_word_is_a_move_as_a_whole_or_not_at_all(moves: str, expected: str) -> None:
    tags = '[Game "connect4"]\n[Result "1-0"]\n[Termination "resigned"]\n\n'
    record, _ = read(f"{tags}{moves}\n")
    assert moves_of(record) == expected
    assert record is not None
    assert record.result == "1-0"


FRIDAY = """\
[Event "Friday"]
[Game "connect4"]
[White "Ada"]
[Black "Ben"]
[Result "1-0"]
[Termination "{}"]

1. 4 2. 4 3. 3 1-0
"""


@pytest.mark.parametrize("termination", ["Time forfeit", "adjudication", "Ada won by resignation"])
def test_the_result_of_a_foreign_game_is_kept(termination: str) -> None:
    record, _ = read(FRIDAY.format(termination))
    assert record is not None
    assert record.result == "1-0"


def test_white_and_black_are_names() -> None:
    record, _ = read(FRIDAY.format("Time forfeit"))
    assert record is not None
    assert record.names == ("Ada", "Ben")


def test_a_quote_in_a_tag_does_no_harm() -> None:
    tags = '[Game "tictactoe"]\n[Name1 "Smith "The King""]\n[Result "1-0"]\n\n'
    readings = list(pg.read_records(io.StringIO(tags + "1. 1 2. 2 3. 5 4. 3 5. 9 1-0\n")))
    records = [each.record for each in readings if each.record is not None]
    assert [moves_of(each) for each in records] == ["1 2 5 3 9"]
    assert records[0].names[0] == 'Smith "The King"'


@pytest.mark.parametrize("moves", ["5 = 1", "5 ± 1", "5 +- 1", "5+ 1", "5# 1"])
def test_signs_of_annotators_end_no_game(moves: str) -> None:
    record, _ = read(f'[Game "tictactoe"]\n\n{moves} *\n')
    assert moves_of(record) == "5 1"


def test_a_fen_is_not_ignored() -> None:
    _, faults = read('[Game "connect4"]\n[FEN "7/7/7/7/7/3P3 b - - 0 1"]\n\n1. 4 *\n')
    assert "FEN" in faults


def test_review_takes_records_of_a_game_file(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text('[Game "nim"]\n[Parameters "heaps=2"]\n\n1. 1:1 2. 2:2 0-1\n')
    code, _, said = output(f"review {file} --game {NIM}")
    assert code == 0, said


def test_score_drops_nothing(output: Output) -> None:
    code, out, _ = output("score connect4 -", "61 46")
    assert code != 0 or out.partition("\t")[0].replace(" ", "") == "6146"


def test_results_may_have_line_ends_of_windows(
    output: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cup.toml").write_text('game = "tictactoe"\nplayers = ["random", "minimax:depth=1"]\n')
    assert output("tournament cup.toml --jobs 1 --exact 0")[0] == 0
    results = Path("cup.results.jsonl")
    results.write_bytes(results.read_bytes().replace(b"\n", b"\r\n"))
    code, _, said = output("tournament cup.toml --jobs 1 --exact 0")
    assert code == 0, said


def test_backslashes_in_toml_have_a_cure(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text('game = "C:\\Users\\ada\\nim.py"\nplayers = ["random", "minimax"]\n')
    code, _, said = output(f"tournament {file} --jobs 1")
    assert code != 0
    assert "backslash" in said.partition("TOML")[2]


KAGGLE = json.dumps(
    {
        "name": "connectx",
        "configuration": {"columns": 7, "rows": 6, "inarow": 4},
        "steps": [
            [{"action": 0, "status": "ACTIVE"}, {"action": 0, "status": "INACTIVE"}],
            [{"action": 3, "status": "INACTIVE"}, {"action": 0, "status": "ACTIVE"}],
            [{"action": 0, "status": "ACTIVE"}, {"action": 2, "status": "INACTIVE"}],
        ],
    }
)
OPENSPIEL = """\
game: connect_four

# Apply action "x3"
action: 3

# Apply action "o2"
action: 2
"""


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ("4 3", "--game connect4", "4 3"),
        ('[Variant "cfour"]\n\n4 3 *', "", "4 3"),
        ('[Game "tictactoe"]\n\nb2 *', "", "5"),
        ('[Game "connect4"]\n\nd c *', "", "4 3"),
        ('[Game "connect4"]\n\nP@d1 P@c1 *', "", "4 3"),
        ("game,moves\nconnect4,4 3\n", "", "4 3"),
        (KAGGLE, "", "4 3"),
        (OPENSPIEL, "", "4 3"),
    ],
    ids=["no-game", "variant", "cell", "column", "drop", "csv", "kaggle", "openspiel"],
)
def test_files_of_other_programs_are_read(
    output: Output, tmp_path: Path, text: str, options: str, expected: str
) -> None:
    file = tmp_path / "games"
    file.write_text(text)
    _, out, _ = output(f"records {file} --json {options}")
    games = [json.loads(line) for line in out.splitlines()]
    assert [" ".join(each["move"] for each in game["moves"]) for game in games] == [expected]


def test_a_drawn_board_is_a_position(output: Output, tmp_path: Path) -> None:
    board = output("show tictactoe 51")[1].partition("Moves so far")[0]
    assert board.count("x") == 1
    file = tmp_path / "board.txt"
    file.write_text(board)
    code, out, said = output(f"show tictactoe {file}")
    assert code == 0, said
    assert out.startswith(board)
    assert "unknown" in said  # its moves


def test_a_link_to_a_solver_is_a_position(output: Output) -> None:
    expected = output("show connect4 4453")
    assert output("show connect4 https://connect4.gamesolver.org/?pos=4453") == expected


def test_a_stated_score_is_compared(output: Output) -> None:
    line = "2252576253462244111563365343671351441"
    assert output("score connect4 -", f"{line} -1")[0] == 0
    assert output("score connect4 -", f"{line} 5")[0] != 0


def test_a_table_of_finished_games_is_rated(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    file.write_text("Ada,Ben,1-0\nBen,Ada,1/2-1/2\n")
    code, out, said = output(f"rate {file}")
    assert code == 0, said
    assert "Ada" in out


# Talking to programs


@pytest.mark.parametrize("words", ["mate 1", "searchmoves 5 1 depth 1", "depth 1 later 3"])
def test_go_ignores_unknown_words(output: Output, words: str) -> None:
    _, out, _ = output("uci tictactoe", "position startpos", f"go {words}", "stop")
    assert out.count("bestmove") == 1


def test_no_move_of_the_position_before_a_refused_one(output: Output) -> None:
    nearly_full = "position startpos moves 1 2 3 5 4 7 8 9"
    refused = "position startpos moves x9"
    _, out, _ = output("uci tictactoe", nearly_full, refused, "go depth 1", "stop")
    assert "info string" in out
    assert "bestmove P@c2" not in out  # the only cell left there


def test_the_end_of_input_lets_a_search_end(output: Output) -> None:
    _, out, _ = output("uci connect4", "position startpos", "go depth 9")
    assert "bestmove" in out
    assert "info depth 9" in out


ANSWERS = """
import json, sys
for number, line in enumerate(sys.stdin):
    print(json.dumps({"move": json.loads(line)["legal"][0]}), flush=number == 0)
"""


@pytest.mark.parametrize(
    ("program", "hint"),
    [
        (ANSWERS, "flush"),
        ("print('Hello!', flush=True)" + ANSWERS, "standard error"),
    ],
    ids=["unflushed", "banner"],
)
def test_a_program_that_fails_gets_a_hint(tmp_path: Path, program: str, hint: str) -> None:
    file = tmp_path / "bot.py"
    file.write_text(program)
    player, position = (
        pg.External((sys.executable, "-ES", str(file)), 0.3),
        pg.TicTacToe().position(),
    )
    with player.seated() as seated, pytest.raises(errors.ForfeitError) as error:
        list(map(seated.choose, [position, position]))
    assert hint in str(error.value)


CHILD = """
import os, subprocess, sys
alive = os.open({path!r}, os.O_WRONLY)
subprocess.Popen(
    [sys.executable, "-S", "-c", "import signal; signal.alarm(900); signal.pause()"],
    start_new_session=True, pass_fds=[alive], stdin=subprocess.DEVNULL,
    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere its children are not found")
def test_a_child_in_a_session_of_its_own_is_ended(tmp_path: Path) -> None:
    pipe, file = tmp_path / "alive", tmp_path / "bot.py"
    os.mkfifo(pipe)
    reads = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    file.write_text(CHILD.format(path=str(pipe)) + ANSWERS)
    try:
        with pg.External((sys.executable, "-S", str(file)), 20).seated() as player:
            player.choose(pg.TicTacToe().position())
            with pytest.raises(BlockingIOError):  # it can still be written
                os.read(reads, 1)
        until(lambda: select.select([reads], [], [], 0)[0])
        assert os.read(reads, 1) == b""
    finally:
        os.close(reads)


class Over:
    """A timer whose time is over as it starts, as on a busy computer."""

    daemon = True

    def __init__(
        self, seconds: float, function: Callable[..., None], args: tuple[Any, ...]
    ) -> None:
        self._ends = partial(function, *args)

    def start(self) -> None:
        self._ends()

    def cancel(self) -> None:
        """It has run already."""

    join = cancel


FORK = "1 4 2 8"
"""Cell 3 wins at once, and 5 and 9 win later."""


def test_a_win_in_one_needs_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    position, player = pg.TicTacToe().position(FORK), pg.AlphaBeta(seconds=0.01)
    monkeypatch.setattr(threading, "Timer", Over)
    chosen = {player.choose(position, chance=pg.Chance(seed)).move for seed in range(20)}
    assert chosen == {"3"}


@pytest.mark.parametrize(
    ("game", "moves", "bad"),
    [
        (pg.TicTacToe(), FORK, {"5", "9"}),
        (pg.Sim(), "1-2 3-5 0-5 2-3 0-1", {"2-5"}),
    ],
    ids=["win", "loss"],
)
def test_full_search_sees_the_next_move(game: pg.Game, moves: str, bad: set[str]) -> None:
    player, position = pg.FullSearch(), game.position(moves)
    chosen = {player.choose(position, chance=pg.Chance(seed)).move for seed in range(20)}
    assert not chosen & bad


Agent = Callable[[Any, Any], int]


@pytest.fixture
def agent(output: Output, tmp_path: Path) -> Agent:
    """The player for Kaggle's ConnectX, as its file has it."""
    file = tmp_path / "submission.py"
    assert output(f"agent {file}")[0] == 0
    names: dict[str, Any] = {}
    exec(compile(file.read_text(), str(file), "exec"), names)
    found: Agent = names["agent"]
    return found


def board(*columns: int) -> list[int]:
    """Kaggle's board after counters in these columns, from 0."""
    cells = [0] * 42
    for ply, column in enumerate(columns):
        cells[max(cell for cell in range(column, 42, 7) if not cells[cell])] = ply % 2 + 1
    return cells


def test_the_agent_knows_how_many_in_a_row_win(agent: Agent) -> None:
    observation = SimpleNamespace(board=board(6, 3, 5, 3), mark=1)
    configuration = SimpleNamespace(columns=7, rows=6, inarow=3, actTimeout=0.1)
    assert agent(observation, configuration) == 4


def test_the_agent_plays_by_an_old_configuration(agent: Agent) -> None:
    configuration = SimpleNamespace(columns=7, rows=6, inarow=4, timeout=0.1)
    try:
        column = agent(SimpleNamespace(board=board(), mark=1), configuration)
    except AttributeError as error:
        raise AssertionError(str(error)) from error
    assert column in range(7)


def test_gymnasium_gets_pictures() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("plyground.interop.gymnasium")
    environment = gymnasium.make("plyground/tictactoe-v0")
    assert "rgb_array" in environment.metadata["render_modes"]
