"""The commands: what they print, and the one line and exit code for whatever is not accepted."""

import io
import os
import shutil
import socket
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

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
from plyground.position import home, shipped

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")
NIM_SOURCE = Path(NIM).read_text()

GAME_COMMANDS = [
    "play", "perft", "show", "simulate", "tree", "analyse", "review", "solve", "score", "puzzle",
    "mine", "uci",
]  # fmt: skip


@pytest.fixture
def output(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """Run a command with the given lines as input; gives exit code, output and error output."""

    def command(line: str, *typed: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{each}\n" for each in typed)))
        capsys.readouterr()
        code = run(line.split())
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return command


def test_version(output) -> None:
    assert output("--version") == (0, f"plyground {__version__}\n", "")


def test_help_names_the_commands_and_the_exit_codes(output) -> None:
    code, out, _ = output("--help")
    assert code == exits.SUCCESS
    for word in ("play", "perft", "show", "games", "info", "Exit codes"):
        assert word in out


@pytest.mark.parametrize("command", [*GAME_COMMANDS, "book build"])
def test_help_shows_the_parameters_of_the_games(output, command: str) -> None:
    shown = " ".join(output(f"{command} --help")[1].split())
    for name in BUILT_IN:
        for each in game_class(name).parameters:
            line = f"{each.meaning}, {each.least} to {each.most} ({each.default})."
            assert f"--{each.name} N {game_class(name).title}: {line}" in shown


def test_help_shows_the_parameters_of_the_game_that_is_named(output) -> None:
    of_file, of_sim = (
        output(f"perft {name} 3 --help")[1].partition("Parameters of games:\n")[2].splitlines()
        for name in (NIM, "sim")
    )
    assert of_file == ["  --heaps N  Nim: heaps of matches, 1 to 9 (4)."]
    assert [line.split()[0] for line in of_sim] == ["--vertices", "--players"]
    assert "Parameters" not in output("perft tictactoe 3 --help")[1]


@pytest.mark.parametrize(
    "command", ["--help", "play --help", "serve --help", "menu --help", "--version"]
)
def test_help_needs_neither_numba_nor_the_web(command: str) -> None:
    script = (
        "import sys; from plyground.cli.app import run; run(sys.argv[1:]);"
        "heavy = {'numba', 'numpy', 'fastapi', 'starlette', 'uvicorn', 'jinja2', 'rich',"
        " 'sqlalchemy', 'alembic', 'segno', 'itsdangerous', 'webview', 'webbrowser',"
        " 'plyground.web'};"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    process = subprocess.run(
        [sys.executable, "-c", script, *command.split()], capture_output=True, text=True, check=True
    )
    assert process.stderr.strip() == "[]"


def test_without_a_command_or_a_terminal_there_is_the_menu(output, monkeypatch) -> None:
    for installed in (True, False):
        monkeypatch.setattr(cli_app, "is_installed", lambda: installed)  # noqa: B023
        code, out, _ = output("", "q")
        assert code == exits.SUCCESS
        assert "Choose a game (1-4), or quit:" in out
        assert (install_command("app") in out) is not installed


def test_at_a_terminal_the_app_is_opened_if_it_is_installed(output, monkeypatch) -> None:
    opened = []
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


def test_without_its_libraries_the_app_says_what_to_install(output, monkeypatch) -> None:
    monkeypatch.setattr(cli_start, "_LIBRARIES", ("no_such_library",))
    for command in ("--no-window", "serve", "serve --port 80"):
        code, out, err = output(command)
        assert (code, out) == (exits.FAILURE, "")
        assert err == f"plyground: the app needs its libraries: {install_command('app')}\n"


def test_what_the_app_cannot_be_started_with(output, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for command, answer in (
            (
                f"serve --host 127.0.0.1 --port {port}",
                f"port {port} is taken: choose another with --p",
            ),
            ("serve --host 203.0.113.9", "this machine has no address '203.0.113.9'"),
            ("serve --name http://a.b", "--name takes a name such as games.example.org"),
            (f"--no-window --database sqlite:///{tmp_path}", "plyground: the database"),
            (
                f"--no-window --database sqlite:///{tmp_path}/mistyped/x.db",
                f"there is no folder {tmp_path}/mistyped: give",
            ),
            (f"serve --data {tmp_path}/mistyped/data", f"there is no folder {tmp_path}/mistyped:"),
            ("--no-window --database nonsense", "is not the URL of a database"),
        ):
            data = "" if "--data " in command else f" --data {tmp_path / 'data'}"
            code, out, err = output(f"{command}{data}")
            assert (code, out) == (exits.USAGE, "")
            assert answer in err
            assert err.count("\n") == 1
    assert not (tmp_path / "mistyped").exists()
    (tmp_path / "file").touch()
    _, _, err = output(f"serve --port 0 --data {tmp_path / 'file'}")
    assert "cannot be used" in err
    assert "choose another with --data" in err


@pytest.mark.slow
def test_perft(output) -> None:
    assert output("perft tictactoe 3")[:2] == (0, "504\n")
    assert output("perft sim 3 --vertices 4")[:2] == (0, "120\n")
    assert output(f"perft {NIM} 2 --heaps 2")[:2] == (0, "5\n")


def test_perft_divide(output) -> None:
    code, out, _ = output("perft connect4 2 --divide --columns=5 --rows=4")
    assert code == exits.SUCCESS
    assert out.splitlines() == [*(f"{column}: 5" for column in range(1, 6)), "total: 25"]


def test_show(output) -> None:
    code, out, _ = output("show connect4 44 53")
    assert code == exits.SUCCESS
    assert "Moves so far: 4 4 5 3. Player 1 to move." in out


def test_show_writes_a_picture(output, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    output("show sim 0-1 2-3")  # compiles, and says so
    expected = (exits.SUCCESS, "", f"Written: {file}\n")
    assert output(f"show sim 0-1 2-3 --svg {file}") == expected
    mistyped = tmp_path / "mistyped" / "board.svg"
    assert output(f"show sim 0-1 2-3 --svg {mistyped}")[0] == exits.FAILURE
    assert not mistyped.parent.exists()
    assert ElementTree.parse(file).getroot().tag.endswith("svg")
    code, out, _ = output("show sim 0-1 2-3 --svg -")
    assert (code, out.rstrip("\n")) == (0, file.read_text().rstrip("\n"))


def test_games_lists_every_game_with_its_parameters(output) -> None:
    _, out, _ = output("games")
    for text in (
        "tictactoe",
        "numerical",
        "--vertices 3 to 10 (default: 6)",
        "--rows 4 to 15 (default: 6)",
    ):
        assert text in out


def test_info(output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    kept = tmp_path / "plyground" / "kernels" / "old" / "code.kernel"
    kept.parent.mkdir(parents=True)
    kept.write_bytes(b"x" * 200_000)
    code, out, _ = output("info")
    assert code == exits.SUCCESS
    assert "0.2 MB in 1 file" in out
    assert "numba" in out
    code, out, _ = output("info --clear-cache")
    assert code == exits.SUCCESS
    assert not kept.exists()
    assert "built books are left" in out


def _problems(out: str) -> list[str]:
    found = [line.partition(" ") for line in out.splitlines()]
    return [text.strip() for name, _, text in found if name == "problem"]


def test_info_of_a_sound_installation(
    output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("CACHE", "DATA"):
        monkeypatch.setenv(f"XDG_{kind}_HOME", str(tmp_path))
    monkeypatch.setattr(shipped, "trusted", lambda kind: True)
    _, out, _ = output("info")
    facts = {line[:16].strip(): line[16:] for line in out.splitlines()}
    games = len(standard_games())
    assert facts["ready modules"] == f"{games} of {games} fit (made of these files)"
    assert facts["modules run"] == "yes"
    assert facts["data"].startswith(f"{tmp_path / 'plyground'}, can be written, ")
    assert "app" in facts["extras"]
    assert "wasmtime" in facts["libraries"]
    assert facts["app"] == "does not run"
    assert facts["problems"] == "none found"
    assert not (tmp_path / "plyground").exists()  # to ask makes no folder


def test_info_says_what_is_wrong_and_what_to_do(
    output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
    found = _problems(out)
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


def test_info_imports_no_compiler(tmp_path: Path) -> None:
    code = (
        "import sys; from plyground.cli.app import run; code = run(['info']); "
        "sys.exit(code or 'numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()


def test_info_of_what_was_solved(output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for name, size in (
        ("tables/a.table", 100_000), ("tables/a.search", 200_000), ("tables/b.search", 200_000),
        ("tables/c.work/positions-000", 300_000), ("books/a.book", 600_000),
    ):  # fmt: skip
        file = tmp_path / "plyground" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x" * size)
    lines = output("info")[1].splitlines()
    tables, books = tmp_path / "plyground" / "tables", tmp_path / "plyground" / "books"
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


REFUSED = [
    ("show", "GAME is missing: give tictactoe, numerical, sim, connect4, an installed game or a ."),
    ("play --seed 3", "GAME is missing: give tictactoe"),
    ("bogus", "there is no command 'bogus': plyground --help lists the commands"),
    ("playy", "there is no command 'playy': did you mean play? plyground --help lists"),
    ("book", "COMMAND is missing: give plyground book build"),
    ("--no-window games", "give them without a command, or the last"),
    ("serve --port 65536", "--port takes at most 65535, and not 65536"),
    ("serve 8000", "plyground serve does not take '8000'; accepted: --host, --port"),
    ("--bogus", "there is no option --bogus; accepted: --version"),
    ("serve --prt 8000", "there is no option --prt: did you mean --port?"),
    (
        "play chess",
        "there is no game 'chess': give tictactoe, numerical, sim, connect4 or the path",
    ),
    ("play conect4", "there is no game 'conect4': did you mean connect4?"),
    ("play connect4 --deph 5", "there is no option --deph; accepted: --columns, --rows, --seed"),
    ("simulate sim random random --round 5", "no option --round: did you mean --rounds?"),
    ("perft connect4 x", "DEPTH takes a whole number, and not 'x'"),
    ("perft connect4 -1", "DEPTH takes 0 or more, and not -1"),
    ("analyse connect4 --threads 1000", "--threads takes at most 256, and not 1000"),
    ("analyse connect4 --time soon", "--time takes a number, and not 'soon'"),
    (
        f"perft connect4 {10**22}",
        "no game of Connect Four lasts longer than 42 plies: give a depth",
    ),
    ("perft tictactoe 10 --divide", "give a depth of at most 9, and not 10"),
    ("tree tictactoe --depth 10", "give a depth of at most 9, and not 10"),
    ("perft connect4 0 --divide", "1 ply or more"),
    ("perft connect4", "DEPTH is missing: give plyground perft [OPTIONS] GAME DEPTH"),
    ("perft sim 3 --vertices 11", "Sim takes 3 to 10 vertices, and not 11"),
    ("perft sim 3 --vertices ten", "--vertices takes a whole number, and not 'ten'"),
    ("perft sim 3 --columns 4", "Sim has no parameter --columns; accepted: --vertices, --players"),
    ("perft tictactoe 3 --rows 4", "accepted: none"),
    ("perft connect4 3 --columns 12 --rows 15", "takes 4 to 9 rows, and not 15"),
    ("perft connect4 3 --depth 4", "there is no option --depth; accepted: --columns, --rows"),
    ("perft connect4 3 --foo", "there is no option --foo; accepted: --columns, --rows, --divide"),
    ("perft tictactoe 3 --foo=1", "there is no option --foo; accepted: --divide"),
    (f"perft {NIM} 3 --heaps many", "--heaps takes a whole number"),
    (f"perft {NIM} 3 --heaps", "--heaps needs a value"),
    ("show tictactoe 1 --svg", "--svg needs a value"),
    ("perft sim 3 --vertices", "--vertices needs a value"),
    ("puzzle --vertices 6", "--vertices needs a GAME, as in: plyground puzzle sim --vertices N"),
    ("games more", "plyground games does not take 'more'; accepted: nothing"),
    ("show sim " + "9" * 5000 + "-1", "give two different dots"),
    ("play tictactoe " + "mixed:1(" * 3000 + "random" + ")" * 3000 + " random", "at most 500"),
    (f"perft {NIM} 3 --heaps=99", "Nim takes 1 to 9 heaps, and not 99"),
    ("perft nowhere.py 3", "nowhere.py does not exist: give the path"),
    ("show connect4 4x", "move 2, x: 'x' is not a move of Connect Four: give a column, 1 to 7"),
    ("show connect4 4444444", "move 7, 4: Column 4 is full: legal are 1, 2, 3, 5, 6, 7"),
    ("show sim 0-1 1-0", "move 2, 1-0: Dots 0 and 1 are already joined"),
    ("show tictactoe 142536", "move 6, 6: the game is over (Player 1 wins: three in a row)"),
    ("show numerical 2@1", "Player 1 writes odd numbers"),
    (
        "play connect4 human",
        "Connect Four is for 2 players: give one for each seat, or none, and not 1",
    ),
    (
        "play connect4 human alien",
        "'alien' is not a player: give human, minimax, alphabeta, maxn, mcts",
    ),
    ("play connect4 human minmax", "'minmax' is not a player: did you mean minimax?"),
    ("play connect4 human minimax:dept=3", "is not a player: did you mean depth?"),
    ("play connect4 human minimax:depth=0", "depth takes a whole number from 1 to 999"),
    ("play connect4 human mixed:101", "percent takes a whole number from 0 to 100"),
    ("play connect4 --seed x random random", "takes a whole number"),
]


@pytest.mark.parametrize(("line", "answer"), REFUSED)
def test_what_is_not_accepted(output, line: str, answer: str) -> None:
    code, out, err = output(line)
    assert (code, out) == (exits.USAGE, "")
    *notices, message = err.splitlines()
    assert all(notice.startswith("Preparing") for notice in notices)
    assert message.startswith("plyground: ")
    assert answer in message


def test_a_file_that_cannot_be_written(output, tmp_path: Path) -> None:
    code, _, err = output(f"show tictactoe 5 --svg {tmp_path / 'no' / 'board.svg'}")
    assert code == exits.FAILURE
    assert "cannot be written: there is no folder" in err.splitlines()[-1]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "line",
    [
        *(f"{command} FILE.py" for command in GAME_COMMANDS if command not in ("perft", "mine")),
        "book build FILE.py",
        "check FILE.py",
        "mine FILE.py -",
        "perft FILE.py 2",
        "experiment FILE.toml",
        "play tictactoe --load FILE.txt",
        "puzzle tictactoe --file FILE.txt",
        "records FILE.txt",
        "review FILE.txt",
        "simulate tictactoe minimax:heuristic=FILE.py random",
        "tree tictactoe --heuristic FILE.py",
        "serve --heuristic FILE.py",
        "serve --game FILE.py",
    ],
)
@pytest.mark.parametrize("folder", [False, True], ids=["nowhere", "a folder"])
def test_a_file_that_cannot_be_read_is_not_accepted(
    output, tmp_path: Path, line: str, folder: bool
) -> None:
    if folder:
        for ending in ("py", "toml", "txt"):
            (tmp_path / f"file.{ending}").mkdir()
    code, out, errors = output(line.replace("FILE", str(tmp_path / "file")))
    assert (code, out) == (exits.USAGE, "")
    assert f"{tmp_path}/file." in errors or "the heuristic file.py" in errors
    assert errors.count("\n") == 1


@pytest.mark.slow
def test_preparing_is_announced_and_a_second_start_compiles_nothing(tmp_path: Path) -> None:
    def start(cache: Path, line: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "plyground", *line.split()],
            env={**os.environ, "XDG_CACHE_HOME": str(cache)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    many, cache = "simulate connect4 random random --rounds 2", tmp_path / "cache"
    game = start(cache, "play connect4 minimax random")
    assert (game.returncode, game.stderr) == (exits.SUCCESS, "")
    assert not [*cache.rglob("*.kernel")], "a game is answered by its module"
    first, second = start(cache, many), start(cache, many)
    assert "Preparing Connect Four for this computer" in first.stderr
    assert second.stderr == ""
    blocked = tmp_path / "file"
    blocked.write_text("")
    uncached = start(blocked, many)
    assert uncached.returncode == exits.SUCCESS
    assert uncached.stderr.count("cannot be written") == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["games", "--help", "perft connect4 1"])
def test_output_that_nobody_reads(command: str) -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        [sys.executable, "-m", "plyground", *command.split()],
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(write)
    assert not [line for line in process.stderr.splitlines() if not line.startswith("Preparing")]


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
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_may_be_closed(closed: str) -> None:
    process = command("play tictactoe", closed=closed)
    assert process.returncode == exits.SUCCESS
    assert b"Traceback" not in process.stderr


@pytest.mark.slow
def test_a_terminal_without_unicode_gets_plain_characters() -> None:
    """
    +---+---+---+
    |   |(x)|   |
    """
    process = command("show tictactoe 2", PYTHONIOENCODING="ascii")
    assert process.stdout.startswith(b"  +---+---+---+\n  |   |(x)|   |\n")


@pytest.mark.slow
def test_input_that_is_not_text_makes_no_move() -> None:
    process = command("play tictactoe human human", before=b"\xff\xfe\n5\n")
    assert process.returncode == exits.SUCCESS
    assert "(x)" in process.stdout.decode()
    assert b"is not a move of Tic-tac-toe" in process.stdout


BROKEN_KERNEL = NIM_SOURCE.replace("return rules.as_int(state[1])", "return state[5]")
BROKEN_CELLS = NIM_SOURCE.replace("as_int((state[0] >> (BITS", "as_int((state[7] >> (BITS")


@pytest.mark.parametrize("source", [BROKEN_KERNEL, BROKEN_CELLS], ids=["kernel", "cells"])
def test_a_mistake_in_a_users_game_is_reported_in_a_line(
    output, tmp_path: Path, source: str
) -> None:
    file = tmp_path / "game.py"
    file.write_text(source)
    code, _, err = output(f"show {file}")
    assert code == exits.FAILURE
    message = err.splitlines()[-1]
    assert message.startswith("plyground: ")
    assert "game.py" in message
    assert "tuple index out of range" in message


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("line", ["games", "play tictactoe random random", "--help"])
def test_output_that_cannot_be_written(line: str) -> None:
    process = command(line, closed=">/dev/full")
    assert process.returncode == exits.FAILURE
    assert b"Traceback" not in process.stderr
    assert process.stderr.splitlines()[-1].startswith(b"plyground: ")


@pytest.mark.slow
def test_a_terminal_that_tells_no_width() -> None:
    process = command("show tictactoe 5", COLUMNS="0")
    assert b"Player 2 to move." in process.stdout


def test_a_game_file_that_exits(output, tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text("import sys; sys.exit(3)")
    code, _, err = output(f"show {file}")
    assert code == exits.FAILURE
    assert "game.py, line 1: " in err
    assert "(help: plyground explain stops-python)" in err


@pytest.mark.slow
@pytest.mark.parametrize("line", ["games", "show tictactoe 5", "--help", "perft tictactoe 1"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
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


INTERRUPTED = (exits.INTERRUPTED, "", "plyground: ended by Ctrl-C\n")


def test_ctrl_c_ends_every_command_with_the_same_word(
    output, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("plyground.games.registry.game_class", interrupted)
    for line in (
        "play tictactoe",
        "puzzle sim",
        "show tictactoe",
        "score tictactoe 5",
        "analyse tictactoe - --json",
    ):
        assert output(line) == INTERRUPTED
    monkeypatch.setattr("typer.main.get_command", interrupted)  # while the commands are read
    assert output("games") == INTERRUPTED
