"""What each command prints on terminals of 60, 80 and 120 columns, in colour and without, with
Unicode and without: no line is wider than the terminal, and no word or number is broken.

A word is broken where the terminal of any width shows one that a pipe of any length does not.
"""

import io
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pexpect
import pytest

from plyground.cli import exits, output, tables
from plyground.cli.app import _unraisable, run
from plyground.cli.batch import interruptible, progress
from plyground.cli.terminal import Terminal, note, notices
from plyground.cli.working import row
from plyground.kernel import by_kind, compile_listeners
from plyground.search import Control
from plyground.web.launch import addresses
from tests.until import until
from tests.words import questions

GAME = """[Game "tictactoe"]
[Player1 "human"]
[Player2 "alphabeta:depth=9,order=history,ties=first"]

1 2 5 9 3 6 7 1-0
"""

CUP = """title = "A cup of seven players whose names take room"
game = "tictactoe"
players = ["minimax:depth=1", "alphabeta:depth=2,order=history,ties=first", "mixed:60(random)"]
"""

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
COLOUR = re.compile(r"\x1b\[[0-9;]*(3[0-9]|38;)[0-9;]*m")


class Screen(io.TextIOWrapper):
    """A terminal that can be read."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)

    def isatty(self) -> bool:
        return True

    def text(self) -> str:
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)


Shown = Callable[..., str]


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Shown]:
    """What a command prints on a terminal of so many columns."""
    monkeypatch.chdir(tmp_path)
    Path("games.txt").write_text(GAME)
    Path("cup.toml").write_text(CUP)
    for kind in ("DATA", "CONFIG"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORTERM", raising=False)
    # Which ports other programs use does not matter.
    monkeypatch.setattr(addresses, "listen", lambda *_given: io.BytesIO())

    def printed(
        line: str, columns: int, colour: bool = True, encoding: str = "utf-8", typed: str = ""
    ) -> str:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("NO_COLOR", "" if colour else "1")
        screen = Screen(encoding)
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        monkeypatch.setattr(sys, "stdout", screen)
        output.prepare()
        assert run(line.removeprefix("plyground ").split()) == exits.SUCCESS
        return screen.text()

    with by_kind():
        yield printed


def plain(printed: str) -> list[str]:
    return [line.rstrip() for line in ESCAPES.sub("", printed).splitlines()]


def words(lines: list[str]) -> set[str]:
    """The words, without figures and their units, which a clock may decide.

    Where the options of a player are divided, a line may end.
    """
    found = (word for line in lines for word in re.split(r"\s+|(?<=,)(?=[a-z])", line))
    return {word for word in found if re.fullmatch(r"\D{3,}", word) and not set(word) <= set("─┼")}


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize("line", questions("widths.txt"))
def test_lines_fit_and_words_stay_whole(shown: Shown, line: str) -> None:
    """And all can be said without Unicode."""
    whole = words(plain(shown(line, 400)))
    for columns in (60, 80, 120):
        lines = plain(shown(line, columns))
        for each in lines:
            assert len(each) <= columns or len(each.split()) == 1, each  # as a path is
            for number in re.findall(r"\d+(?:,\d+)+", each):
                assert re.fullmatch(r"\d{1,3}(,\d{3})+", number), each
        assert words(lines) <= whole
    without = "".join(plain(shown(line, 120, encoding="ascii")))
    assert without.count("?") == "".join(lines).count("?")


@pytest.mark.compiled
@pytest.mark.parametrize("line", ["show connect4 4453", "show sim 0-1 2-3", "review tictactoe 1 2"])
def test_colour_is_for_terminals_that_want_it(shown: Shown, line: str) -> None:
    assert COLOUR.search(shown(line, 80))
    assert not COLOUR.search(shown(line, 80, colour=False))


def test_headings_are_for_terminals(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    assert plain(shown("players", 80))[0] == "Players"
    assert "Puzzles solved" in plain(shown("puzzle --progress", 80))[1]
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stdout", pipe)
    assert run(["puzzle", "--progress"]) == exits.SUCCESS
    assert pipe.getvalue().splitlines()[0] == "Tic-tac-toe\t0 of 25\t0 of 21\t0 of 4\t"


@pytest.mark.compiled
@pytest.mark.parametrize("columns", [60, 80, 120])
def test_answers_to_lines_fit_a_terminal(shown: Shown, columns: int) -> None:
    lines = plain(shown("analyse tictactoe -", columns, typed="1 2\n"))
    assert lines[0] == "Moves 1 2"
    assert max(map(len, lines)) <= columns


def test_a_question_leaves_room_for_the_answer(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("builtins.input", lambda prompt: asked.append(prompt) or "")
    shown("info", 40)  # on a terminal of so many columns
    question = "Which number would you like to write, and where, as in 7@2? "
    Terminal().ask(question)
    assert max(map(len, asked)) <= 40 - 8
    assert asked[-1].endswith("? ")


def test_ctrl_c_in_the_compiler_is_heard() -> None:
    def lost() -> None:
        _unraisable(SimpleNamespace(exc_type=KeyboardInterrupt))
        until(lambda: False)

    with pytest.raises(KeyboardInterrupt):
        lost()


def errors_shown(
    monkeypatch: pytest.MonkeyPatch, term: str = "xterm-256color", encoding: str = "utf-8"
) -> Screen:
    """Standard error from now on: a terminal of 60 columns."""
    screen = Screen(encoding)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLUMNS", "60")
    return screen


def drawn(screen: Screen) -> list[str]:
    """The rows that a terminal has shown, one after the other."""
    return re.split(r"[\r\n]+", ESCAPES.sub("", screen.text()))


def test_notes_break_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = errors_shown(monkeypatch)
    with notices("Nim"):
        note("unbroken " * 20)
        warnings.showwarning("unbroken " * 20, UserWarning, "", 1)
    lines = drawn(errors)
    assert len(lines) > 6
    assert max(map(len, lines)) <= 60
    assert set(" ".join(lines).split()) == {"note:", "UserWarning:", "unbroken"}


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_row_leaves_room_for_what_a_terminal_writes_at_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    errors = errors_shown(monkeypatch, encoding=encoding)
    output.prepare()
    with progress(1_000, "rounds") as step:
        step("points " * 20)
        until(lambda: "points" in errors.text())
    assert 40 < max(map(len, drawn(errors))) <= 60 - len("^C")
    assert "?" not in "".join(drawn(errors))


def test_a_bar_gives_way_to_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = errors_shown(monkeypatch)
    with progress(12_345, "rounds") as step:
        for _ in range(3):
            drawings = len(drawn(errors))
            until(lambda: len(drawn(errors)) > drawings)  # noqa: B023
            step("points 3.0 : 0.0 (Minimax, depth 7 : Monte Carlo tree search)")
    rows = [each for each in drawn(errors) if "left" in each]
    assert rows
    for each in rows:
        assert re.search(r"\d of 12,345 rounds, about \d+ (s|min|h) left, ", each)


def test_the_row_of_work_that_nobody_waits_for_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = errors_shown(monkeypatch)
    ended = threading.Event()

    def work() -> None:
        with row(lambda: "Solving ...", "Solving ..."):
            ended.wait()

    def press() -> None:
        until(lambda: "Solving ..." in errors.text())
        _unraisable(SimpleNamespace(exc_type=KeyboardInterrupt))

    threading.Thread(target=press).start()
    with pytest.raises(KeyboardInterrupt):
        interruptible(work, Control(), 0)
    try:
        assert "Solving ..." in errors.text()
        assert errors.text().endswith("\x1b[?25h\r\x1b[1A\x1b[2K")  # and the cursor is back
    finally:
        ended.set()


def test_where_no_line_can_be_changed_each_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = errors_shown(monkeypatch, "dumb")
    with notices("Nim"), progress(20, "games") as step:
        compiling = threading.Thread(target=compile_listeners[-1], args=["moves"])
        compiling.start()
        compiling.join()
        step("1 found")
    assert errors.text().splitlines() == [
        "Working: 20 games ...",
        "Preparing Nim for this computer, a few seconds ...",
    ]


def test_no_library_ends_the_output_with_an_escape_code() -> None:
    pytest.importorskip("colorama")
    program = (
        "import sys, colorama; colorama.init(); colorama.deinit(); "
        "from plyground.cli import main; sys.argv[1:] = ['--version']; main()"
    )
    child = pexpect.spawn(sys.executable, ["-c", program], encoding="utf-8")
    child.expect(pexpect.EOF, timeout=None)
    assert "plyground" in child.before
    assert "\x1b" not in child.before


HEADS = ["", "wins", "positions a move"]
ROWS = [["depth 1, pruning", "99 (94.6 to 99.8 %)", "10"], ["none", "0 (0 to 4 %)", "47,705,672"]]


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (
            None,
            """
                                   wins   positions a move
 ─────────────────────────────────────────────────────────
 depth 1, pruning   99 (94.6 to 99.8 %)                 10
 none                      0 (0 to 4 %)         47,705,672
""",
        ),
        (
            50,
            """
                                  wins   positions
                                            a move
 ─────────────────────────────────────────────────
 depth 1, pruning  99 (94.6 to 99.8 %)          10
 none                     0 (0 to 4 %)  47,705,672
""",
        ),
        (
            30,
            """
depth 1, pruning
  wins              99 (94.6
                    to 99.8 %)
  positions a move  10
none
  wins              0 (0 to 4
                    %)
  positions a move  47,705,672
""",
        ),
    ],
)
def test_a_table_gives_way(columns: int | None, expected: str) -> None:
    lines = tables.lines(HEADS, ROWS, columns, figures=True)
    assert "\n".join(line.plain.rstrip() for line in lines) == expected
