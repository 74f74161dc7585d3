"""The commands: what they print, and the one line and exit code for whatever is not accepted."""

import io
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

import plyground as pg
from plyground import __version__
from plyground.browser import shipped as shipped_games
from plyground.browser.modules import standard_games
from plyground.cli import app as cli_app
from plyground.cli import exits, info
from plyground.cli import start as cli_start
from plyground.cli.app import run
from plyground.games import BUILT_IN
from plyground.games.registry import game_class
from plyground.games.sim import Sim
from plyground.installing import install_command
from plyground.kernel import compile_listeners, in_plain_python
from plyground.position import home, shipped
from tests.terminals import Output
from tests.words import assert_answered, questions

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")
NIM_SOURCE = Path(NIM).read_text()
LEARNED = Path(__file__).parent.parent / "src" / "plyground" / "learned" / "tictactoe.weights"

GAME_COMMANDS = [
    "play", "perft", "show", "simulate", "tree", "analyse", "review", "solve", "score", "puzzle",
    "mine", "uci",
]  # fmt: skip


@pytest.fixture(autouse=True)
def _quick() -> Iterator[None]:
    """Nothing here is worth compiling."""
    with in_plain_python():
        yield


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder of golden words: a file of each kind, and folders called as files."""
    folder = tmp_path / "files"
    shutil.copytree(Path(__file__).parent / "data" / "files", folder)
    for example in ("nim.py", "hex.py"):
        shutil.copy(Path(NIM).parent / example, folder)
    content = LEARNED.read_bytes()
    (folder / "mine.weights").write_bytes(content)
    (folder / "bad.weights").write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    for ending in ("py", "toml", "txt"):
        (folder / f"folder.{ending}").mkdir()
    monkeypatch.chdir(folder)
    for kind in ("CONFIG", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path / kind))
    return folder


def test_version(output: Output) -> None:
    assert output("--version") == (0, f"plyground {__version__}\n", "")


def test_help_names_the_commands_and_the_exit_codes(output: Output) -> None:
    code, out, _ = output("--help")
    assert code == exits.SUCCESS
    for word in ("play", "perft", "show", "games", "info", "Exit codes"):
        assert word in out


@pytest.mark.parametrize("command", [*GAME_COMMANDS, "book build"])
def test_help_shows_the_parameters_of_the_games(output: Output, command: str) -> None:
    shown = " ".join(output(f"{command} --help")[1].split())
    for name in BUILT_IN:
        for each in game_class(name).parameters:
            line = f"{each.meaning}, {each.least} to {each.most} ({each.default})."
            assert f"--{each.name} N {game_class(name).title}: {line}" in shown


def test_help_shows_the_parameters_of_the_game_that_is_named(output: Output) -> None:
    of_file, of_sim = (
        output(f"perft {name} 3 --help")[1].partition("Parameters of games:\n")[2].splitlines()
        for name in (NIM, "sim")
    )
    assert of_file == ["  --heaps N  Nim: heaps of matches, 1 to 9 (4)."]
    assert [line.split()[0] for line in of_sim] == ["--vertices", "--players"]
    assert "Parameters" not in output("perft tictactoe 3 --help")[1]


IMPORTED = """
import contextlib, io, json, sys
from plyground.cli.app import run

heavy = {
    "numba", "numpy", "fastapi", "starlette", "uvicorn", "jinja2", "rich", "sqlalchemy", "alembic",
    "segno", "itsdangerous", "webview", "webbrowser", "plyground.web",
}
found = {}
for line in ("--help", "play --help", "serve --help", "menu --help", "--version", "info"):
    with contextlib.redirect_stdout(io.StringIO()):
        run(line.split())
    found[line] = sorted(({"numba"} if line == "info" else heavy) & set(sys.modules))
print(json.dumps(found))
"""


def test_help_needs_neither_numba_nor_the_web() -> None:
    """Nor does info need the compiler."""
    process = subprocess.run(
        [sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True
    )
    assert process.stdout.replace('"', "'") == (
        "{'--help': [], 'play --help': [], 'serve --help': [], 'menu --help': [], "
        "'--version': [], 'info': []}\n"
    )


def test_without_a_command_or_a_terminal_there_is_the_menu(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    for installed in (True, False):
        monkeypatch.setattr(cli_app, "is_installed", lambda: installed)  # noqa: B023
        code, out, _ = output("", "q")
        assert code == exits.SUCCESS
        assert "Choose a game (1-4), or quit:" in out
        assert (install_command("app") in out) is not installed


def test_at_a_terminal_the_app_is_opened_if_it_is_installed(
    output: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[object, ...]] = []
    monkeypatch.setattr(cli_app, "open_app", lambda *given: opened.append(given) or 0)
    assert output("--no-window")[0] == exits.SUCCESS
    assert output("--data folder --database sqlite://")[0] == exits.SUCCESS
    assert opened == [
        (False, None, None, None, None),
        (True, Path("folder"), "sqlite://", None, None),
    ]

    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(io, "StringIO", Keyboard)
    assert output("")[0] == exits.SUCCESS
    assert opened[2:] == [(True, None, None, None, None)]
    assert "Choose a game" in output("menu", "q")[1]
    monkeypatch.setattr(cli_app, "is_installed", lambda: False)
    assert install_command("app") in output("", "q")[1]
    assert len(opened) == 3


@pytest.mark.parametrize("command", ["--no-window", "serve", "serve --port 80"])
def test_without_its_libraries_the_app_says_what_to_install(
    output: Output, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(cli_start, "_LIBRARIES", ("no_such_library",))
    said = f"plyground: the app needs its libraries: {install_command('app')}"
    assert output(command) == (exits.FAILURE, "", said)


def test_a_port_that_is_taken(output: Output, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = output(f"serve --host 127.0.0.1 --port {port} --data {tmp_path}")
    assert (code, out) == (exits.USAGE, "")
    assert err.startswith(f"plyground: port {port} is taken: choose another with --p")


@pytest.mark.parametrize(
    "question",
    [
        # Counting compiles what a file says.
        pytest.param(each, marks=[pytest.mark.slow] if " perft nim.py" in each else [])
        for each in questions("answers.txt")
    ],
)
def test_what_is_answered(
    output: Output, files: Path, question: str, pytestconfig: pytest.Config
) -> None:
    """Behind < are the lines typed. Times are left out, and where the folder is."""
    line, _, typed = question.removeprefix("plyground ").partition(" < ")
    code, out, err = output(line, *filter(None, typed.split(", ")))
    answer = [f"exit code {code}", *out.splitlines(), *err.splitlines()]
    answer = [re.sub(r" in [\d.]+ m?s(?=[ .])", "", each) for each in answer]
    answer = [each.replace(str(files), "FOLDER") for each in answer]
    assert_answered("answers.txt", question, answer, pytestconfig)


def test_show_writes_a_picture(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    expected = (exits.SUCCESS, "", f"Written: {file}")
    assert output(f"show sim 0-1 2-3 --svg {file}") == expected
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    code, out, _ = output("show sim 0-1 2-3 --svg -")
    assert (code, out.rstrip("\n")) == (0, file.read_text().rstrip("\n"))


def test_games_lists_every_game_with_its_parameters(output: Output) -> None:
    _, out, _ = output("games")
    for text in (
        "tictactoe",
        "numerical",
        "--vertices 3 to 10 (default: 6)",
        "--rows 4 to 15 (default: 6)",
    ):
        assert text in out


# What is wrong with an installation


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of what Plyground keeps, which is not there yet."""
    for kind in ("CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path))
    return tmp_path / "plyground"


def keep(folder: Path, name: str, size: int) -> None:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"x" * size)


def test_info(output: Output, kept: Path) -> None:
    keep(kept, "kernels/old/code.kernel", 200_000)
    code, out, _ = output("info")
    assert code == exits.SUCCESS
    assert "0.2 MB in 1 file" in out
    assert "numba" in out
    code, out, _ = output("info --clear-cache")
    assert code == exits.SUCCESS
    assert not (kept / "kernels/old/code.kernel").exists()
    assert "built books are left" in out


def test_info_of_a_sound_installation(
    output: Output, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shipped, "trusted", lambda kind: True)
    _, out, _ = output("info")
    facts = {line[:16].strip(): line[16:] for line in out.splitlines()}
    games = len(standard_games())
    assert facts["ready modules"] == f"{games} of {games} fit (made of these files)"
    assert facts["modules run"] == "yes"
    assert facts["data"].startswith(f"{kept}, can be written, ")
    assert "app" in facts["extras"]
    assert "wasmtime" in facts["libraries"]
    assert facts["app"] == "does not run"
    assert facts["problems"] == "none found"
    assert not kept.exists()  # to ask makes no folder


def test_info_says_what_is_wrong_and_what_to_do(
    output: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plyground").write_text("a file in the place of a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(shutil, "disk_usage", lambda place: SimpleNamespace(free=3_000_000))
    monkeypatch.setattr(home, "runs_here", lambda: False)
    monkeypatch.setattr(shipped, "trusted", lambda kind: kind is not Sim)
    monkeypatch.setattr(shipped_games, "fits", lambda game: False)
    rows = {"tictactoe": None, "numerical": {"sha256": {"wasm.gz": "", "json.gz": ""}}}
    row_of = shipped.row_of
    monkeypatch.setattr(
        shipped, "row_of", lambda game: rows[game.name] if game.name in rows else row_of(game)
    )
    monkeypatch.setattr(
        info, "version", lambda name: _missing(name) if name in ("numba", "segno") else "9"
    )
    sims = sum(isinstance(game, Sim) for game in standard_games())
    code, out, _ = output("info")
    assert code == exits.SUCCESS
    found = [
        line.removeprefix("problem").strip() for line in out.splitlines() if "problem " in line
    ]
    for each, said in zip(
        (
            "numba is missing: ",
            "The library wasmtime does not load, ",
            "1 of the 22 ready modules is missing, ",
            "1 of the 22 ready modules is damaged, ",
            f"{sims} of the 22 ready modules are of another version, ",
            f"The cache folder {tmp_path / 'plyground'} cannot be written (Not a directory), ",
            "Only 3 MB are free for the data folder ",
            "The app is not installed, and only the terminal plays: ",
        ),
        found,
        strict=True,
    ):
        assert said.startswith(each)
    assert sum("make modules" in said for said in found) == 3
    assert sum("pip install" in said for said in found) == 3


def _missing(name: str) -> str:
    raise PackageNotFoundError(name)


def test_info_of_what_was_solved(output: Output, kept: Path) -> None:
    keep(kept, "tables/a.table", 100_000)
    keep(kept, "tables/a.search", 200_000)
    keep(kept, "tables/b.search", 200_000)
    keep(kept, "tables/c.work/positions-000", 300_000)
    keep(kept, "books/a.book", 600_000)
    lines = output("info")[1].splitlines()
    tables, books = kept / "tables", kept / "books"
    assert lines[-5:-1] == [
        f"tables          0.1 MB in 1 file, in {tables}",
        f"kept searches   0.4 MB in 2 files, in {tables}",
        f"unfinished      0.3 MB in 1 file of tables, in {tables}",
        f"built books     0.6 MB in 1 file, in {books}",
    ]
    code, out, _ = output("info --clear-tables")
    assert (code, out) == (0, "Tables, kept searches and built books were removed.\n")
    assert not tables.exists()
    assert not books.exists()
    assert output("info --clear-tables")[0] == exits.SUCCESS


# What is not accepted


@pytest.mark.parametrize(
    ("golden", "question"),
    [
        *(("refused.txt", each) for each in questions("refused.txt")),
        *(
            pytest.param(
                "refused_files.txt",
                each,
                marks=pytest.mark.skipif(sys.platform == "win32", reason="the system's words"),
            )
            for each in questions("refused_files.txt")
        ),
    ],
)
def test_what_is_refused(
    output: Output, files: Path, golden: str, question: str, pytestconfig: pytest.Config
) -> None:
    """In a sentence, with an exit code, and without a trace in the folder."""
    before = sorted(files.iterdir())
    code, out, err = output(question.removeprefix("plyground "))
    assert out == ""
    answer = err.replace(f"{files}/", "").splitlines()
    assert_answered(golden, question, [f"exit code {code}", *answer], pytestconfig)
    assert sorted(files.iterdir()) == before


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show sim " + "9" * 5000 + "-1", "give two different dots"),
        (
            "play tictactoe " + "mixed:1(" * 3000 + "random" + ")" * 3000 + " random",
            "at most 500",
        ),
    ],
    ids=["move", "player"],
)
def test_what_is_far_too_long_is_refused(output: Output, line: str, said: str) -> None:
    code, out, err = output(line)
    assert (code, out, err.count("\n")) == (exits.USAGE, "", 0)
    assert said in err


def test_preparing_is_announced(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def compiling(_game: pg.Game, _players: Sequence[pg.Player]) -> None:
        compile_listeners[-1]("moves")

    monkeypatch.setattr("plyground.cli.runs.ready", compiling)
    assert run(["simulate", "tictactoe", "random", "random", "--rounds", "2"]) == exits.SUCCESS
    said = capsys.readouterr().err
    assert said.count("Preparing Tic-tac-toe for this computer, a few seconds ...\n") == 1


@pytest.mark.long
def test_preparing_is_announced_and_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    def start(cache: Path, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "plyground", *line.split()],
            env={**os.environ, "XDG_CACHE_HOME": str(cache)},
            capture_output=True,
            text=True,
            check=False,
        )

    many, cache = "simulate tictactoe random random --rounds 2", tmp_path / "cache"
    game = start(cache, "play tictactoe minimax random")
    assert (game.returncode, game.stderr) == (exits.SUCCESS, "")
    assert not [*cache.rglob("*.kernel")], "a game is answered by its module"
    first, second = start(cache, many), start(cache, many)
    assert "Preparing Tic-tac-toe for this computer" in first.stderr
    assert second.stderr == ""
    blocked = tmp_path / "file"
    blocked.write_text("")
    uncached = start(blocked, many)
    assert uncached.returncode == exits.SUCCESS
    assert uncached.stderr.count("cannot be written") == 1


# Streams


def command(
    line: str, *, before: bytes = b"", closed: str = "", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """A command as a process of its own; `closed` is the shell's way to close a stream."""
    return subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m plyground {line} {closed}'],
        input=before,
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "closed",
    [
        *(pytest.param(each, marks=pytest.mark.long) for each in ("<&-", ">&-")),
        *("2>&-", "<&- >&- 2>&-"),
    ],
)
def test_streams_may_be_closed(closed: str) -> None:
    process = command("play tictactoe", closed=closed)
    assert process.returncode == exits.SUCCESS
    assert b"Traceback" not in process.stderr


@pytest.mark.slow
def test_a_terminal_without_unicode_that_tells_no_width() -> None:
    """It gets plain characters.

    +---+---+---+
    |   |(x)|   |
    """
    process = command("show tictactoe 2", PYTHONIOENCODING="ascii", COLUMNS="0")
    assert process.stdout.startswith(b"  +---+---+---+\n  |   |(x)|   |\n")
    assert b"Player 2 to move." in process.stdout


@pytest.mark.slow
def test_input_that_is_not_text_makes_no_move() -> None:
    process = command("play tictactoe human human", before=b"\xff\xfe\n5\n")
    assert process.returncode == exits.SUCCESS
    assert "(x)" in process.stdout.decode()
    assert b"is not a move of Tic-tac-toe" in process.stdout


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("line", ["games", "play tictactoe random random", "--help"])
def test_output_that_cannot_be_written(line: str) -> None:
    process = command(line, closed=">/dev/full")
    assert process.returncode == exits.FAILURE
    assert b"Traceback" not in process.stderr
    assert process.stderr.splitlines()[-1].startswith(b"plyground: ")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "unbuffered"),
    [
        pytest.param("games", "", marks=pytest.mark.long),
        ("games", "1"),
        ("--help", ""),
        pytest.param("show tictactoe 5", "1", marks=pytest.mark.long),
        ("perft sim 1", ""),
    ],
)
def test_that_who_reads_has_gone_is_no_failure(line: str, unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    process = subprocess.run(
        [sys.executable, "-m", "plyground", *line.split()],
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered, "NUMBA_DISABLE_JIT": "1"},
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (process.returncode, process.stderr) == (exits.SUCCESS, b"")


# Games of users


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("return rules.as_int(state[1])", "return state[5]"),
        ("as_int((state[0] >> (BITS", "as_int((state[7] >> (BITS"),
    ],
    ids=["kernel", "cells"],
)
def test_a_mistake_in_a_users_game_is_reported_in_a_line(
    output: Output, tmp_path: Path, right: str, wrong: str
) -> None:
    file = tmp_path / "game.py"
    file.write_text(NIM_SOURCE.replace(right, wrong))
    code, _, err = output(f"show {file}")
    assert code == exits.FAILURE
    message = err.splitlines()[-1]
    assert message.startswith("plyground: ")
    assert "game.py" in message
    assert "tuple index out of range" in message


def test_a_game_file_that_exits(output: Output, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text("import sys; sys.exit(3)")
    code, _, err = output(f"show {file}")
    assert code == exits.FAILURE
    assert "game.py, line 1: " in err
    assert "(help: plyground explain stops-python)" in err


def interrupted(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("line", "at"),
    [
        *(
            (line, "plyground.games.registry.game_class")
            for line in (
                "play tictactoe",
                "puzzle sim",
                "show tictactoe",
                "score tictactoe 5",
                "analyse tictactoe - --json",
            )
        ),
        ("games", "typer.main.get_command"),  # while the commands are read
    ],
)
def test_ctrl_c_ends_every_command_with_the_same_word(
    output: Output, monkeypatch: pytest.MonkeyPatch, line: str, at: str
) -> None:
    monkeypatch.setattr(at, interrupted)
    assert output(line) == (exits.INTERRUPTED, "", "plyground: ended by Ctrl-C")
