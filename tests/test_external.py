"""External players: programs that play well, or fail in each way that a program can."""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import plyground as pg
from plyground import errors
from plyground.arena import Plan, warm
from plyground.cli import exits
from plyground.cli.app import run
from plyground.players import configured, external, players_file
from tests.computers import FIRST_LEGAL, computer, stopped
from tests.games import SIM, SMALL_CONNECT4
from tests.until import until

DOCS = Path(__file__).parent.parent / "docs" / "player-protocol.md"

posix = pytest.mark.skipif(sys.platform == "win32", reason="processes of POSIX")

START = pg.ConnectFour(4, 4).position()


SIZE = ["--columns", "4", "--rows", "4"]

Write = Callable[..., pg.External]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Makes an external player of the source of a Python program."""
    monkeypatch.setattr(external, "_GRACE", 0.3)

    def write(source: str, seconds: float = 20, name: str = "bot.py") -> pg.External:
        file = tmp_path / name
        file.write_text(source)
        return pg.External((sys.executable, "-S", str(file)), seconds)

    return write


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(external, "_START_SECONDS", 0)


def reason(player: pg.Player, position: pg.Position = START) -> str:
    """Why the player forfeits."""
    with pytest.raises(errors.ForfeitError) as error:
        player.choose(position)
    message = str(error.value)
    assert "\n" not in message
    assert "\x1b" not in message
    found = re.fullmatch(r"the program .+? gave no legal move: (.*)", message)
    assert found is not None
    return found[1].partition(". Hint: ")[0]


class Pipe:
    """A pipe that a program writes to, with its children; it is closed when all have ended."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.opens = f"pipe = os.open({str(path)!r}, os.O_WRONLY)"
        self.read_end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def written(self) -> bytes | None:
        """What has been written since the last look, b"" if the pipe is closed; None if nothing."""
        try:
            return os.read(self.read_end, 1000)
        except BlockingIOError:
            return None


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Pipe]:
    made = Pipe(tmp_path / "pipe")
    yield made
    os.close(made.read_end)


# Programs that play


def test_a_program_plays_a_game(program: Write) -> None:
    position = START
    with program(FIRST_LEGAL).seated() as player:
        while not position.over:
            choice = player.choose(position)
            assert choice == pg.Choice(position.moves[0], seconds=choice.seconds)
            position = position.play(choice.move)


def test_the_request(program: Write, tmp_path: Path) -> None:
    """Word by word, since programs in the shell rely on it."""
    heard = tmp_path / "heard"
    player = program(
        f"import sys; line = sys.stdin.readline(); open({str(heard)!r}, 'w').write(line);"
        'print(\'{"move": "0-2", "mood": "fine"}\', flush=True)',
        seconds=2.5,
    )
    position = pg.Sim(6, 3).position("0-1")
    assert player.choose(position).move == "0-2"
    legal = ", ".join(f'"{move}"' for move in position.moves)
    assert heard.read_text() == (
        '{"game": "sim", "parameters": {"vertices": 6, "players": 3}, "moves": ["0-1"], '
        f'"legal": [{legal}], "player": 2, "seconds": 2.5}}\n'
    )


def test_a_move_may_be_written_as_people_do(program: Write) -> None:
    player = program("""print('{"move": " 2 - 0 "}', flush=True)""")
    assert player.choose(SIM.position()).move == "0-2"


def test_an_answer_without_the_end_of_its_line(program: Write) -> None:
    assert program("""print('{"move": "3"}', end="")""").choose(START).move == "3"


def test_seated_runs_the_program_once_and_choose_each_time(program: Write, tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    source = f"open({str(runs)!r}, 'a').write('x')\n" + FIRST_LEGAL
    player = program(source)
    for _ in range(2):
        player.choose(START)
    assert runs.read_text() == "xx"
    with player.seated() as seated:
        assert runs.read_text() == "xx"  # it starts when it has to move
        for _ in range(3):
            seated.choose(START)
        assert seated.text == player.text
    assert runs.read_text() == "xxx"


def test_a_program_learns_of_the_end_by_the_end_of_its_input(
    program: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external, "_GRACE", 20)
    said = tmp_path / "said"
    program(FIRST_LEGAL + f"open({str(said)!r}, 'w').write('goodbye')").choose(START)
    assert said.read_text() == "goodbye"


def test_a_flood_of_complaints_blocks_nothing(program: Write) -> None:
    flood = "import sys\nfor _ in range(30):\n    sys.stderr.write('x' * 100_000 + chr(10))\n"
    assert program(flood + FIRST_LEGAL).choose(START).move == "1"


def test_requests_that_nobody_reads_block_nothing(program: Write) -> None:
    """Its answers come before it is asked, and the pipe of its input fills up."""
    source = 'import time\nfor _ in range(50): print(\'{"move": "1"}\', flush=True)\ntime.sleep(60)'
    with program(source).seated() as player:
        for _ in range(50):
            assert player.choose(SMALL_CONNECT4.position("234" * 3)).move == "1"


# Programs that fail

NO_MOVE = 'its answer is not of the form {"move": "TEXT"}: '
WRITE = "import sys; sys.stdout.write"
FOREVER = "; sys.stdout.flush(); import time; time.sleep(600)"


@posix
@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise ValueError('oh dear')", "it ended with exit code 1 (ValueError: oh dear)"),
        ("", "it ended with exit code 0"),
        ("import sys; sys.exit('\\x1b[31mred\\x07')", "it ended with exit code 1 ( [31mred )"),
        ("import os; os.kill(os.getpid(), 9)", "it was ended by signal 9"),
        ("import os, time; os.close(1); time.sleep(600)", "it closed its output"),
        ("import sys; sys.stdout.buffer.write(bytes([255, 27, 7, 10]))", f"{NO_MOVE}\ufffd"),
        (f"{WRITE}('x' * 70_000){FOREVER}", "its answer has more than 65536 bytes"),
        (f"{WRITE}('x' * 60_000 + '\\n'){FOREVER}", f"{NO_MOVE}{'x' * 300}"[:297] + "..."),
        ("while True: print('x' * 10_000, end='')", "its answer has more than 65536 bytes"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("impatient")
def test_why_a_program_gave_no_move(program: Write, source: str, why: str) -> None:
    assert reason(program(source)) == why


def test_a_program_that_does_not_exist(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):  # a folder is not a program
        with pytest.raises(errors.PlayerError, match=rf"no program {str(path)!r} that can be"):
            pg.External((str(path),)).choose(START)
        with (
            pg.External((str(path),)).seated() as player,
            pytest.raises(errors.PlayerError, match="give its path, or the name"),
        ):
            player.choose(START)


@posix
def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(b"\0 no program")
    broken.chmod(0o755)
    assert reason(pg.External((str(broken),))).startswith("it cannot be started: ")


def test_a_crash_midway(program: Write) -> None:
    source = FIRST_LEGAL + "    if request['moves']: sys.exit(3)\n"
    source = source.replace("    print", "    if not request['moves']: print")
    with program(source).seated() as player:
        assert player.choose(START).move == "1"
        assert reason(player, START.play("1")) == "it ended with exit code 3"


@pytest.mark.usefixtures("impatient")
def test_a_hang(program: Write) -> None:
    player = program("import time; time.sleep(60)", seconds=0.2)
    assert reason(player) == "it did not answer within 0.2 seconds"


def test_a_hang_midway(program: Write) -> None:
    """The first answer may take longer, since the program has to start; later ones not."""
    source = 'import time, sys\nprint(\'{"move": "1"}\', flush=True)\ntime.sleep(60)'
    with program(source, seconds=0.2).seated() as player:
        assert player.choose(START).move == "1"
        assert reason(player) == "it did not answer within 0.2 seconds"  # without time to start


@pytest.mark.parametrize(
    "answer",
    ["hello", "[1]", "4", "null", '{"mov": "4"}', '{"move": 4}', '{"move": null}', "", "[" * 5000],
)
def test_answers_that_are_none(program: Write, answer: str) -> None:
    stated = f"{NO_MOVE}{answer}".strip()
    expected = stated if len(stated) <= 300 else stated[:297] + "..."
    assert reason(program(f"print({answer!r}, flush=True)")) == expected


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("9", "'9' is not a move of Connect Four: give a column, 1 to 4"),
        ("1", "1: Column 1 is full: legal are 2, 3, 4"),
        ("\n", "'\\n' is not a move of Connect Four: give a column, 1 to 4"),
    ],
)
def test_illegal_moves(program: Write, move: str, why: str) -> None:
    answer = json.dumps({"move": move})
    player = program(f"print({answer!r}, flush=True)")
    assert reason(player, SMALL_CONNECT4.position("1111")) == why


def test_endless_lines_are_not_kept(program: Write) -> None:
    with program('while True: print(\'{"move": "1"}\')').seated() as player:
        said = ""
        for _ in range(100_000):
            try:
                player.choose(START)
            except errors.ForfeitError as error:
                said = str(error)
                break
    assert "it writes more lines than it is asked for" in said


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("import time; time.sleep(60)", external._FLUSH),
        ("print('Ready.', flush=True)", external._ANSWERS_ALONE),
        ("print('x' * 70_000, flush=True)", external._ANSWERS_ALONE),
        ("for _ in range(500): print('thinking')", external._ANSWERS_ALONE),
        ("print(4, flush=True)", 'write {"move": "4"}'),
        ("raise ValueError", ""),
        ('print(\'{"move": "9"}\', flush=True)', ""),
    ],
)
@pytest.mark.usefixtures("impatient")
def test_a_program_that_fails_gets_a_hint_at_the_cure(
    program: Write, source: str, hint: str
) -> None:
    with pytest.raises(errors.ForfeitError) as error:
        program(source, seconds=2).choose(START)
    assert str(error.value).partition(". Hint: ")[2] == hint


def test_the_program_is_named(program: Write) -> None:
    player = pg.External((sys.executable, "-c", ""), alias="my-bot")
    with pytest.raises(
        errors.ForfeitError, match=r"^the program my-bot gave no legal move: it ended"
    ):
        player.choose(START)


# Nothing is left behind


@pytest.mark.slow
@posix
@pytest.mark.parametrize("stubborn", [False, True])
def test_a_program_and_its_children_are_ended(program: Write, pipe: Pipe, stubborn: bool) -> None:
    source = f"""
import os, signal, time
if {stubborn}: signal.signal(signal.SIGTERM, signal.SIG_IGN)
{pipe.opens}
if os.fork() == 0: time.sleep(600)
os.write(pipe, str(os.getpid()).encode())
{FIRST_LEGAL}
time.sleep(600)
"""
    with program(source).seated() as player:
        assert player.choose(START).move == "1"
        running = int(pipe.written() or b"")
        assert pipe.written() is None
    until(lambda: pipe.written() == b"")
    with pytest.raises(ProcessLookupError):  # not even as a zombie
        os.kill(running, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere its children are not found")
def test_a_child_that_leaves_its_session_and_its_environment_is_ended(
    program: Write, pipe: Pipe
) -> None:
    child = "import signal; signal.alarm(900); signal.pause()"
    source = f"""
import os, subprocess, sys
{pipe.opens}
null = subprocess.DEVNULL
subprocess.Popen([sys.executable, "-S", "-c", {child!r}], env={{}}, pass_fds=[pipe],
                 start_new_session=True, stdin=null, stdout=null, stderr=null)
{FIRST_LEGAL}
"""
    with program(source).seated() as player:
        assert player.choose(START).move == "1"
        assert pipe.written() is None
    until(lambda: pipe.written() == b"")


@pytest.mark.slow
@posix
def test_children_of_a_program_that_ended_are_ended(program: Write, pipe: Pipe) -> None:
    source = f"""
import os, time
{pipe.opens}
if os.fork() == 0: time.sleep(600)
os._exit(2)
"""
    assert reason(program(source)) == "it ended with exit code 2"
    until(lambda: pipe.written() == b"")


def test_no_threads_are_left(program: Write) -> None:
    before = threading.active_count()
    program(FIRST_LEGAL).choose(START)
    assert "exit code 5" in reason(program("import sys; sys.exit(5)"))
    assert threading.active_count() == before


def test_waiting_is_cancelled(program: Write, tmp_path: Path) -> None:
    started = tmp_path / "started"
    player = program(f"import time; open({str(started)!r}, 'w'); time.sleep(600)", seconds=600)
    with pytest.raises(pg.Cancelled):
        player.choose(START, control=stopped_when(started.exists))


def stopped_when(condition: Callable[[], bool]) -> pg.Control:
    """A control that says stop once a condition is true."""
    control = pg.Control()

    def stop() -> None:
        until(condition)
        control.stop()

    threading.Thread(target=stop).start()
    return control


def test_after_a_cancelled_wait_no_late_answer_is_taken(program: Write, tmp_path: Path) -> None:
    """The program starts again, and the old one's answer is never read."""
    started = tmp_path / "started"
    source = f"""
import os, sys, time
sys.stdin.readline()
again = os.path.exists({str(started)!r})
open({str(started)!r}, "w").close()
if not again: time.sleep(600)
print('{{"move": "2"}}', flush=True)
"""
    with program(source).seated() as player:
        with pytest.raises(pg.Cancelled):
            player.choose(START, control=stopped_when(started.exists))
        assert player.choose(START).move == "2"


def test_a_stopped_control_starts_nothing(program: Write, tmp_path: Path) -> None:
    started = tmp_path / "started"
    with pytest.raises(pg.Cancelled):
        program(f"open({str(started)!r}, 'w')").choose(START, control=stopped())
    assert not started.exists()


# Texts


def test_no_shell_reads_the_command_line(program: Write, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    file = program(
        f"import sys; open({str(heard)!r}, 'w').write(repr(sys.argv[1:]))\n" + FIRST_LEGAL
    ).command[-1]
    line = shlex.join([sys.executable, file])
    player = pg.parse_player(f"external({line} $HOME | touch '*' > x; y)", programs=True)
    assert player is not None
    assert player.choose(START).move == "1"
    assert heard.read_text() == repr(["$HOME", "|", "touch", "*", ">", "x;", "y"])


@pytest.mark.parametrize(
    "text",
    [
        "external(bot)",
        "external:seconds=5(bot)",
        "external:my-bot",
        "external",
        "external()",
        " external(bot) ",
        "external:nonsense=1(bot)",
        "mixed:50(external(bot))",
        "mixed:50(mixed:50( external:my-bot ))",
    ],
)
def test_texts_from_anywhere_start_nothing(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Not even the user's configuration is looked at."""
    folder = tmp_path / "plyground"
    folder.mkdir()
    (folder / "players.toml").write_text("[my-bot]\ncommand = 'bot'\n")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(errors.PlayerError) as error:
        pg.parse_player(text)
    assert str(error.value).endswith(
        " would start a program: only a command line may name one, not a file, a page or a link"
    )


# Ways in: only what the user typed starts a program, and what another one wrote does not


@pytest.fixture
def marker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Write
) -> tuple[Path, list[str]]:
    """A file that a program makes when it is started, and all texts that would start it.

    The program can play, and the user's configuration knows it by the name of "my-bot".
    """
    made = tmp_path / "started"
    player = program(f"open({str(made)!r}, 'w').close()\n" + FIRST_LEGAL)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "plyground").mkdir()
    players_file().write_text(f"[my-bot]\ncommand = {json.dumps(player.command)}\n")
    texts = [player.text, f"external:seconds=5({shlex.join(player.command)})", "external:my-bot"]
    texts += [f"mixed:50({text})" for text in texts]
    texts.append(f"mixed:100(mixed:100({texts[0]}))")
    return made, texts


def test_reading_a_text_and_making_a_schedule_start_nothing(
    marker: tuple[Path, list[str]],
) -> None:
    """Not even where programs are welcome: they start when it is their turn."""
    made, texts = marker
    for text in texts:
        player = computer(text, programs=True)
        player.check(START.game)
        Plan.of_series(START.game, [(player, pg.Random())], 1, 0, "fixed")
        warm(START.game, player)
        assert player.text
    assert not made.exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "rest",
    [
        'kind = "series"\n[[rows]]\nlabel = "l"\nplayers = [{text}, "random"]',
        'kind = "grid"\nplayers = ["random", {text}]',
        'kind = "search"\nplayers = ["random", {text}]',
    ],
)
def test_experiments_start_nothing(
    marker: tuple[Path, list[str]],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    rest: str,
) -> None:
    made, texts = marker
    file, out = tmp_path / "mine.toml", tmp_path / "rows.csv"
    for text in texts[::3]:
        whole = f'title = "t"\nquestion = "q"\ngame = "connect4"\n{rest}'
        file.write_text(whole.format(text=json.dumps(text)))
        capsys.readouterr()
        assert run(["experiment", str(file), "--csv", str(out)]) == exits.USAGE
        captured = capsys.readouterr()
        assert captured.out == ""
        (line,) = captured.err.splitlines()
        assert line.startswith(f"plyground: {file}: ")
        assert "would start a program" in line
    assert not out.exists()
    assert not made.exists()


@pytest.mark.slow
def test_answers_at_a_prompt_start_nothing(
    marker: tuple[Path, list[str]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made, texts = marker
    for text in texts[::3]:
        for arguments in (
            [],
            ["play", "numerical"],
            ["play", "sim"],
            ["play", "connect4"],
            ["play", "tictactoe", "human", "random"],
        ):
            monkeypatch.setattr(sys, "stdin", io.StringIO(f"{text}\n" * 5))
            assert run(arguments) == exits.SUCCESS
    capsys.readouterr()
    assert not made.exists()


@pytest.mark.parametrize("text", ["EXTERNAL(bot)", "external (bot)", "external:(bot", "(external)"])
def test_texts_that_name_no_external_player(text: str) -> None:
    for programs in (False, True):
        with pytest.raises(errors.PlayerError, match=r"is not a player|would start a program"):
            pg.parse_player(text, programs=programs)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("external()", "external takes the words of a command line, and not ()"),
        ("external('')", "external takes the words of a command line, and not ('',)"),
        (
            "external(bot 'x)",
            '"external(bot \'x)" is not a player: its command line cannot be read '
            "(No closing quotation)",
        ),
        (
            "external:seconds=0(bot)",
            "external: seconds takes a number more than 0 and at most 3,600, such as 5 or 0.5, "
            "and not 0",
        ),
        (
            "external:seconds=x(bot)",
            "external: seconds takes a number more than 0 and at most 3,600, such as 5 or 0.5, "
            "and not 'x'",
        ),
        (
            "external:depth=3(bot)",
            "'external:depth=3(bot)' is not a player: "
            "give external[:seconds=SECONDS,memory=N](COMMAND LINE), external:NAME",
        ),
        (
            "external",
            "'external' is not a player: "
            "give external[:seconds=SECONDS,memory=N](COMMAND LINE), external:NAME",
        ),
    ],
)
def test_texts_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(errors.PlayerError) as error:
        pg.parse_player(text, programs=True)
    assert str(error.value) == message


# The user's configuration


@pytest.fixture
def players_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = players_file()
    assert file == tmp_path / "plyground" / "players.toml"
    file.parent.mkdir()
    return file


def test_players_have_names(players_toml: Path, program: Write) -> None:
    command = program(FIRST_LEGAL).command
    players_toml.write_text(
        f"[one]\ncommand = {json.dumps(shlex.join(command))}\n"
        f"[Two_2]\ncommand = {json.dumps(command)}\nseconds = 2.5\n"
    )
    assert configured("one") == pg.External(command, 10, "one")
    player = pg.parse_player("mixed:100(external:Two_2)", programs=True)
    assert player == pg.Mixed(100, pg.External(command, 2.5, "Two_2"))
    assert player.text == "mixed:100(external:Two_2)"
    assert player.choose(START, chance=pg.Chance(1)).move == "1"


NO_COMMAND = "{file}: bot.command has to be a command line, as a text or a list of texts"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "{file} has no player bot: it has none yet"),
        ("[x]\ncommand = 'x'\n[y]", "{file} has no player bot: it has x, y"),
        ("bot = 'x'", "{file}: bot has to be a table, [bot] with a line command = ..."),
        ("[bot]", NO_COMMAND),
        ("[bot]\ncommand = 5", NO_COMMAND),
        ("[bot]\ncommand = ['x', 5]", NO_COMMAND),
        (
            "[bot]\ncommand = 'it''s'\n",
            "{file} is not valid TOML: ",
        ),
        ('[bot]\ncommand = "it\'s"', NO_COMMAND),
        (
            "[bot]\ncommand = ['']",
            "{file}: bot: external takes the words of a command line, and not ('',)",
        ),
        (
            "[bot]\ncommand = 'x'\nseconds = '5'",
            "{file}: bot.seconds has to be a number, and not '5'",
        ),
        (
            "[bot]\ncommand = 'x'\nmemory = 1.5",
            "{file}: bot.memory has to be a whole number, and not 1.5",
        ),
        (
            "[bot]\ncommand = 'x'\nseconds = 0",
            "{file}: bot: external: seconds takes a number more than 0 and at most 3,600, "
            "such as 5 or 0.5, and not 0",
        ),
        (
            "[bot]\ncommand = 'x'\nsecond = 5",
            "{file}: bot.second is not a key: give command, seconds, memory",
        ),
        ("[bot", "{file} is not valid TOML: "),
        (
            '[bot]\ncommand = "C:\\games\\bot.exe"',
            "{file} is not valid TOML: Unescaped '\\' in a string (at line 2, column 16); write a "
            "path with a backslash in single quotes, or with / in its place",
        ),
    ],
)
def test_a_configuration_that_is_no_good(
    players_toml: Path, content: str | None, message: str
) -> None:
    if content is not None:
        players_toml.write_text(content)
    with pytest.raises(errors.PlayerError) as error:
        pg.parse_player("external:bot", programs=True)
    assert str(error.value).startswith(message.format(file=players_toml))
    assert "\n" not in str(error.value)


def test_a_configuration_that_cannot_be_read(players_toml: Path) -> None:
    players_toml.mkdir()
    with pytest.raises(errors.PlayerError, match="cannot be read"):
        configured("bot")
    players_toml.rmdir()
    players_toml.write_bytes(b"\xff\xff")
    with pytest.raises(errors.PlayerError, match="is not valid TOML"):
        configured("bot")


# In the terminal


def play(capsys: pytest.CaptureFixture[str], *players: pg.External | str) -> str:
    texts = [player if isinstance(player, str) else player.text for player in players]
    assert run(["play", "connect4", *SIZE, *texts]) == exits.SUCCESS
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.out


def test_a_forfeit_ends_a_game_with_its_message(
    program: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    said = play(capsys, program(FIRST_LEGAL), program("x", name="x.py"))
    assert f"{Path(sys.executable).name} -S bot.py played column 1" in said
    last = said.splitlines()[-1]
    assert last.startswith("Player 2 forfeits: the program ")
    assert last.endswith("(NameError: name 'x' is not defined).")


# The examples of the documentation


def example(block: str) -> str:
    (code,) = re.findall(rf"```{block}\n(.*?)```", DOCS.read_text(), re.DOTALL)
    return str(code)


def test_the_example_in_python(program: Write) -> None:
    with program(example('python title="bot.py"')).seated() as player:
        moves = {player.choose(START).move for _ in range(20)}
    assert len(moves) > 1


@posix
def test_the_example_in_the_shell(tmp_path: Path) -> None:
    file = tmp_path / "bot.sh"
    file.write_text(example('sh title="first.sh"'))
    position = SMALL_CONNECT4.position("1111")
    assert pg.External(("sh", str(file))).choose(position).move == "2"


def test_the_example_in_perl(tmp_path: Path) -> None:
    perl = shutil.which("perl")
    if perl is None or subprocess.run([perl, "-MJSON::PP", "-e1"], check=False).returncode:
        pytest.skip("Perl, or its JSON::PP, is not installed")
    file = tmp_path / "bot.pl"
    file.write_text(example('perl title="bot.pl"'))
    assert len(file.read_text().splitlines()) == 10
    with pg.External((perl, str(file))).seated() as player:
        moves = {player.choose(START).move for _ in range(40)}
    assert len(moves) > 1


@pytest.mark.skipif(sys.platform != "linux", reason="a limit that Linux keeps")
def test_a_program_within_its_memory(program: Write) -> None:
    greedy = "kept = [bytearray(10_000_000) for _ in range(1000)]\n" + FIRST_LEGAL
    player = program(greedy)
    assert reason(replace(player, memory=100)) == "it ended with exit code 1 (MemoryError)"
    assert replace(program(FIRST_LEGAL), memory=100).choose(START).move == "1"


# Pupils' files: one function in Python


def pupil(tmp_path: Path, source: str, seconds: float = 20) -> pg.External:
    file = tmp_path / "anna.py"
    file.write_text(source)
    return pg.External((sys.executable, str(external.RUNNER), str(file)), seconds)


def test_a_function_plays(tmp_path: Path) -> None:
    """Whatever it prints and reads; its module lives for one match."""
    (tmp_path / "beside.py").write_text("said = 'twice'")
    player = pupil(
        tmp_path,
        "import os, sys\nimport beside\nprint('hello')\ncalls = []\n"
        "def choose(game):\n"
        "    print('thinking', file=sys.__stdout__); os.write(1, b'more')\n"
        "    calls.append(sys.stdin.read() == '')\n"
        "    return int(game['legal'][len(calls)]) if beside.said else None\n",
    )
    assert player.called().full == "anna.py"
    assert pg.parse_player(player.text, programs=True) == player
    with player.seated() as seated:
        assert [seated.choose(START).move for _ in range(2)] == ["2", "3"]


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def choose(game):\n    return 1 / 0", "line 2: ZeroDivisionError: division by zero"),
        ("def choose(game):\n    return (", "line 2: SyntaxError: '(' was never closed"),
        ("import no_such_module", "line 1: ModuleNotFoundError: No module named 'no_such_module'"),
        ("def move(game):\n    pass", "it has no function choose(game)"),
        ("def choose(game):\n    pass", "choose returned no move"),
        ("def choose(game):\n    return [].pop()", "line 2: IndexError: pop from empty list"),
        ("def choose(game):\n    return choose(game)", "line 2: RecursionError: "),
    ],
)
def test_a_fault_of_a_function_has_its_line(tmp_path: Path, source: str, why: str) -> None:
    assert reason(pupil(tmp_path, source)).startswith(f"it ended with exit code 1 ({why}")


def test_the_example_of_a_configuration(players_toml: Path) -> None:
    players_toml.write_text(example("toml"))
    assert configured("my-bot") == pg.External(("python3", "/home/me/bot.py"), 5, "my-bot", 200)
