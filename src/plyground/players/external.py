"""External players: programs of any kind that choose moves, with a line for each request and
answer.

The protocol. The program runs for one match. For each of its moves, it gets one line on its
standard input, a JSON object in ASCII with these keys in this order:

    game        the game's name, such as "connect4"
    parameters  the game's parameters by name, such as {"columns": 7, "rows": 6}
    moves       the moves so far, from the start of the game, as texts
    legal       the moves that are legal now, as texts; at least one
    player      the program's number, counted from 1
    seconds     the time for the answer

It answers with one line on its standard output, a JSON object whose key "move" has one of the legal
texts, and must flush it; other keys are ignored. The n-th line that it writes answers the n-th
request. Its standard error is for people and is not read, but the last line is shown if the program
fails. When its input ends, the match is over and the program must end; otherwise it is ended.

    {"game": "connect4", ..., "moves": ["4"], "legal": ["1", ...], "player": 2, "seconds": 10}
    {"move": "4"}

docs/player-protocol.md has example programs. A program that cannot be started, ends, answers too
late, or answers anything but a legal move forfeits its match: ForfeitError says why.

Users can give such programs names, in their file `players.toml`.

[my-bot]
command = "python3 /home/me/bot.py"         # or a list: ["python3", "/home/me/bot.py"]
seconds = 5                                 # for an answer; may be left out
memory = 200                                # MB that it may take; may be left out
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from plyground.folders import settings_folder, toml_of
from plyground.kernel import Chance
from plyground.players.confine import landlock_version, within
from plyground.players.form import PlayerError, option
from plyground.players.player import Choice, ForfeitError, Player
from plyground.position import Called, Game, IllegalMoveError, Position, UnreadableMoveError, plain
from plyground.search import Control
from plyground.visible import visible

SECONDS = 10
"""The time for an answer, by default."""

_START_SECONDS = 10  # more for the first answer, since the program must start
_GRACE = 1  # seconds between asking a program to end and forcing it
_GLANCE = 0.02  # seconds between two checks for a cancelled wait

_LONGEST_LINE = 1 << 16  # bytes of an answer
_MOST_LINES = 64  # that may wait unread
_LAST_WORDS = 2000  # bytes of standard error that are kept
_LONGEST_REASON = 300  # characters

_KEYS = ("command", "seconds", "memory")  # of a player in the file `players.toml`

_LEAST_MEMORY = 8  # MB, in which a shell starts
_BYTES_OF_MB = 1_000_000
_LARGEST_FILE = 100 * _BYTES_OF_MB  # that a program of which a copy runs can write

_FLUSH = "if it has answered, flush each answer, in Python by print(..., flush=True)"
_ANSWERS_ALONE = "standard output is for answers alone: write all else to standard error"

_MARK = "PLYGROUND_PROGRAM"  # a variable by which what a program has left behind is found

RUNNER = Path(__file__).with_name("pupil.py")
"""The program that lets a Python file with one function play, see there."""


def writes_are_confined() -> bool:
    """Whether this system lets a program of which a copy runs write in its own folder alone."""
    return landlock_version() > 0


@dataclass(frozen=True)
class Copied:
    """A program's file, and what lies beside it for the program, as they were when they were read.

    The program runs as a copy, made each time that it starts, in a folder of its own. It stands for
    the word of the command line that names the file.
    """

    file: Path
    contents: tuple[tuple[str, bytes, int], ...]
    """The files: the name from the folder of `file` on, the content, and the mode."""

    def write(self, folder: Path) -> Path:
        """Make the copies; where that of the file is."""
        for name, content, mode in self.contents:
            made = folder / name
            made.parent.mkdir(parents=True, exist_ok=True)
            made.write_bytes(content)
            made.chmod(mode)
        return folder / self.file.name


@dataclass(frozen=True)
class External(Player):
    """A program that speaks the protocol above: its command line, as separate words.

    Every answer may take `seconds`, the first one a little more. On Linux it
    and each process that it starts may take `memory` MB; other systems set no limit. `alias` is its
    name in the user's configuration, see `configured`. With `copied` a copy of it runs, which can
    write no file of more than 100 MB and, where the system can see to it, nowhere else than in its
    folder. Choosing a move starts the program and ends it again, except within `seated`, where it
    runs from its first move to the end.
    """

    name = "external"
    label = "A program of your own"
    help = (
        "the answers of a program that speaks the protocol for players; `external:NAME` is a "
        "program that you have given a name"
    )
    example = "external(COMMAND LINE)"
    unseen = "is another program, which tells only its move"

    command: tuple[str, ...]
    seconds: float = option(
        SECONDS, "number", "Seconds for a move", "time for an answer", above=True, most=3600
    )
    alias: str = ""
    memory: int | None = option(
        None, "whole", "Memory in MB", "memory that it may take, in MB", least=_LEAST_MEMORY,
        most=1_000_000,
    )  # fmt: skip
    _copied: Copied | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        words = self.command
        if isinstance(words, str) or not words or not words[0] or "\0" in "".join(words):
            raise PlayerError(f"external takes the words of a command line, and not {words!r}")
        super().__post_init__()

    @property
    def text(self) -> str:
        if self.alias:
            return f"external:{self.alias}"
        stated = [] if self.seconds == SECONDS else [f"seconds={plain(self.seconds)}"]
        if self.memory is not None:
            stated.append(f"memory={self.memory}")
        options = f":{','.join(stated)}" if stated else ""
        return f"external{options}({shlex.join(self.command)})"

    def called(self, game: Game | None = None) -> Called:
        # Sentences and tables have no room for folders, or for what runs a pupil's file.
        words = self.command[2:] if self.command[1:2] == (str(RUNNER),) else self.command
        name = self.alias or " ".join(Path(word).name or word for word in words)
        return Called(name, name)

    def check(self, game: Game) -> None:
        super().check(game)
        if self._copied is None and shutil.which(self.command[0]) is None:
            raise PlayerError(
                f"there is no program {self.command[0]!r} that can be started: give its path, or "
                "the name of a program of this machine"
            )

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        with self.seated() as player:
            return player._choose(position, chance, control)

    @contextmanager
    def seated(self) -> Iterator[Player]:
        player = _Seated(self.command, self.seconds, self.alias, self.memory, self._copied)
        try:
            yield player
        finally:
            player.leave()


@dataclass(frozen=True)
class _Seated(External):
    """An external player for the length of a match."""

    running: list[_Program] = field(default_factory=list, compare=False, repr=False)
    """The program, once started; other limits do not change it."""

    def check(self, game: Game) -> None:
        if not self.running:  # a program that runs need not be looked for before each move
            super().check(game)

    def leave(self, patience: float = _GRACE) -> None:
        """End the program; it has `patience` seconds to end by itself."""
        while self.running:
            self.running.pop().end(patience)

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        control.check()
        seconds, start = self.seconds, 0
        request = _request(position, seconds)
        try:
            if not self.running:
                self.running.append(_Program(self.command, self.memory, self._copied))
                start = _START_SECONDS
            answer = self.running[0].ask(request, seconds, control, start)
            return Choice(_legal(position, answer))
        except _FailureError as failure:
            self.leave(0)
            name = self.called().short
            own = self.command[1:2] != (str(RUNNER),)  # what runs a pupil's file answers well
            hint = f". Hint: {failure.hint}" if failure.hint and own else ""
            raise ForfeitError(
                f"the program {_shown(name, 60)} gave no legal move: "
                f"{_shown(str(failure), _LONGEST_REASON)}{hint}"
            ) from None
        except BaseException:  # it may still answer, although nobody is waiting now
            self.leave(0)
            raise


def _request(position: Position, seconds: float) -> bytes:
    data = position.to_json()
    request = {
        "game": data["game"]["name"],
        "parameters": data["game"]["parameters"],
        "moves": data["moves"],
        "legal": data["legal"],
        "player": data["turn"],
        "seconds": seconds,
    }
    return json.dumps(request).encode("ascii") + b"\n"


def _legal(position: Position, answer: bytes) -> str:
    """The move in an answer. Raises _FailureError unless it is legal."""
    try:
        given: Any = json.loads(answer)
    except (ValueError, RecursionError):
        given = None
    move = given.get("move") if isinstance(given, dict) else None
    if not isinstance(move, str):
        said = answer.decode("utf-8", "replace")
        bare = said.strip() in position.moves
        hint = f'write {{"move": "{said.strip()}"}}' if bare else _ANSWERS_ALONE
        raise _FailureError(f'its answer is not of the form {{"move": "TEXT"}}: {said}', hint)
    try:
        played = position.play(move).last_move
    except IllegalMoveError as error:
        raise _FailureError(f"{move}: {error}") from None
    except UnreadableMoveError as error:
        raise _FailureError(str(error)) from None
    assert played is not None
    return played


def _shown(text: str, longest: int) -> str:
    """A program's words, fit for part of a line."""
    words = " ".join(visible(text, " ").split())
    return words if len(words) <= longest else words[: longest - 3] + "..."


class _FailureError(Exception):
    """Why a program gave no legal move, and a hint at the cure where there may be one."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.hint = hint


class _Program:
    """A running program. Threads handle its streams, so that nothing it does can block others."""

    def __init__(self, command: Sequence[str], memory: int | None, copied: Copied | None) -> None:
        """Start it. Raises _FailureError if that is impossible."""
        self._mark = secrets.token_hex(16)
        self._folder: Path | None = None
        own_group: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            own_group = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
        environment = {**os.environ, _MARK: self._mark}
        try:
            if copied is not None:
                self._folder = Path(tempfile.mkdtemp(prefix="plyground-"))
                made = str(copied.write(self._folder))
                command = [made if word == str(copied.file) else word for word in command]
                environment |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(self._folder))
            confined = copied is not None and writes_are_confined()
            self._process = subprocess.Popen(
                within(
                    command,
                    memory=None if memory is None else memory * _BYTES_OF_MB,
                    file=None if copied is None else _LARGEST_FILE,
                    folder=str(self._folder) if confined else None,
                ),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=self._folder,
                env=environment,
                **own_group,
            )
        except OSError as error:
            self._remove_folder()
            raise _FailureError(f"it cannot be started: {error.strerror or error}") from None
        self._requests: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()  # None ends its input
        self._answers: queue.SimpleQueue[bytes | str] = queue.SimpleQueue()  # a text: why no more
        self._last_words = b""
        streams = self._process.stdin, self._process.stdout, self._process.stderr
        carriers = self._write, self._read, self._listen
        self._threads = [
            threading.Thread(target=carry, args=(stream,), daemon=True)
            for carry, stream in zip(carriers, streams, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, request: bytes, seconds: float, control: Control, start: float = 0) -> bytes:
        """The answer to a request, in `seconds` and those for its start.

        Raises _FailureError without an answer in time, or Cancelled.
        """
        self._requests.put(request)
        latest = time.monotonic() + seconds + start
        ended = False
        while True:
            control.check()
            if not ended and self._gone(0):  # although a child of it may keep its output open
                ended = True
                latest = min(latest, time.monotonic() + _GRACE)
            left = latest - time.monotonic()
            if left <= 0 and ended:
                raise _FailureError(self._epitaph())
            if left <= 0:
                more = f" and {plain(start)} for its start" if start else ""
                raise _FailureError(
                    f"it did not answer within {plain(seconds)} seconds{more}", _FLUSH
                )
            with contextlib.suppress(queue.Empty):
                answer = self._answers.get(timeout=min(left, _GLANCE))
                if isinstance(answer, bytes):
                    return answer
                raise _FailureError(answer or self._epitaph(), answer and _ANSWERS_ALONE)

    def end(self, patience: float) -> None:
        """End it and its children; it has `patience` seconds to end by itself."""
        children = _descendants(self._process.pid)
        self._requests.put(None)
        self._gone(patience)
        children += _descendants(self._process.pid)
        self._end_group()
        self._process.wait()
        for child in children:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(child, signal.SIGKILL)
            os.close(child)
        latest = time.monotonic() + _GRACE
        while (left := _marked(self._mark)) and time.monotonic() < latest:
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        for thread in self._threads:
            thread.join(_GRACE)  # longer only if a stream lives on in what is not found
        self._remove_folder()

    def _remove_folder(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _end_group(self) -> None:
        if sys.platform == "win32":
            self._process.terminate()
        else:
            for message in (signal.SIGTERM, signal.SIGKILL):
                latest = time.monotonic() + _GRACE
                try:
                    os.killpg(self._process.pid, message)
                    while time.monotonic() < latest:
                        self._process.poll()  # otherwise it would stay in its group as a zombie
                        os.killpg(self._process.pid, 0)
                        time.sleep(_GLANCE / 4)
                except (ProcessLookupError, PermissionError):
                    return  # nobody is left

    def _gone(self, patience: float) -> bool:
        """Whether the program ends by itself in this time."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _epitaph(self) -> str:
        """What happened to a program whose output has ended."""
        if not self._gone(_GRACE):
            return "it closed its output"
        self._threads[-1].join(_GRACE)
        code = self._process.returncode
        how = f"it ended with exit code {code}" if code >= 0 else f"it was ended by signal {-code}"
        lines = self._last_words.decode("utf-8", "replace").split("\n")
        words = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{how} ({words})" if words else how

    def _write(self, stream: IO[bytes]) -> None:
        """Write requests to standard input."""
        with contextlib.suppress(OSError), stream:
            while (request := self._requests.get()) is not None:
                while request:
                    request = request[stream.write(request) :]

    def _read(self, stream: IO[bytes]) -> None:
        """Read lines from standard output, up to one that is too long, or one too many."""
        pending = b""
        with contextlib.suppress(OSError), stream:
            while chunk := stream.read(_LONGEST_LINE):
                *lines, pending = (pending + chunk).split(b"\n")
                for line in lines:
                    self._answers.put(line)
                if max(map(len, (*lines, pending))) > _LONGEST_LINE:
                    self._answers.put(f"its answer has more than {_LONGEST_LINE} bytes")
                    return
                if self._answers.qsize() > _MOST_LINES:
                    self._answers.put("it writes more lines than it is asked for")
                    return
            if pending:
                self._answers.put(pending)
        self._answers.put("")

    def _listen(self, stream: IO[bytes]) -> None:
        """Keep the end of standard error."""
        with contextlib.suppress(OSError), stream:
            while chunk := stream.read(_LONGEST_LINE):
                self._last_words = (self._last_words + chunk)[-_LAST_WORDS:]


def _descendants(pid: int) -> list[int]:
    """Descriptors of all processes below this one, on Linux: also of those that have left its group
    and its environment. What lost its parent before is found by the mark alone.
    """
    if sys.platform != "linux":
        return []
    below: dict[int, list[int]] = {}
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):  # gone
                said = Path(entry.path, "stat").read_text(errors="replace").rpartition(")")[2]
                below.setdefault(int(said.split()[1]), []).append(int(entry.name))
    found, pids = [], below.get(pid, [])
    while pids:
        child = pids.pop()
        pids += below.get(child, [])
        with contextlib.suppress(OSError):
            found.append(os.pidfd_open(child))
    return found


def _marked(mark: str) -> list[int]:
    """The processes that have a program's mark among their variables, on Linux.

    A child that leaves the program's group keeps it, unless it starts something without it.
    """
    if sys.platform != "linux":
        return []
    found, variable = [], f"{_MARK}={mark}".encode()
    for entry in os.scandir("/proc"):
        if entry.name.isdecimal():
            with contextlib.suppress(OSError):  # gone, or another user's
                if variable in Path(entry.path, "environ").read_bytes():
                    found.append(int(entry.name))
    return found


def players_file() -> Path:
    """The file in which a user names players."""
    return settings_folder() / "players.toml"


def configured(name: str) -> External:
    """The external player that the user calls `name`.

    Raises PlayerError, naming the file and the key, if there is none or its entry is wrong.
    """
    file = players_file()
    entries = _entries(file)
    if name not in entries:
        known = f"it has {', '.join(entries)}" if entries else "it has none yet"
        raise PlayerError(f"{file} has no player {name}: {known}")
    entry = entries[name]
    if not isinstance(entry, dict):
        raise PlayerError(f"{file}: {name} has to be a table, [{name}] with a line command = ...")
    for key in entry:
        if key not in _KEYS:
            raise PlayerError(f"{file}: {name}.{key} is not a key: give {', '.join(_KEYS)}")
    command = _words(entry.get("command"))
    if not command:
        raise PlayerError(
            f"{file}: {name}.command has to be a command line, as a text or a list of texts"
        )
    seconds = entry.get("seconds", SECONDS)
    if not isinstance(seconds, int | float) or isinstance(seconds, bool):
        raise PlayerError(f"{file}: {name}.seconds has to be a number, and not {seconds!r}")
    memory = entry.get("memory")
    if type(memory) is not int and memory is not None:
        raise PlayerError(f"{file}: {name}.memory has to be a whole number, and not {memory!r}")
    try:
        return External(command, seconds, name, memory)
    except PlayerError as error:
        raise PlayerError(f"{file}: {name}: {error}") from None


def _entries(file: Path) -> dict[str, Any]:
    try:
        return toml_of(file.read_text("utf-8-sig"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise PlayerError(f"{file} cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # no TOML, or no UTF-8
        raise PlayerError(f"{file} is not valid TOML: {error}") from None


def _words(command: object) -> tuple[str, ...]:
    """A command line as words; none for anything else."""
    if isinstance(command, str):
        try:
            return tuple(shlex.split(command))
        except ValueError:
            return ()
    if isinstance(command, list) and all(isinstance(word, str) for word in command):
        return tuple(command)
    return ()
