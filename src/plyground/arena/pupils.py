"""A class's programs: what a folder holds, as players, and whether each of them can play.

A Python file with a function `choose(game)` is run by `plyground/players/pupil.py`. Any other
Python file that reads its input, and any file that the system can start, speaks the protocol for
players. Files whose names begin with a dot or an underscore, and all others, do not play.

All files are read before the first program starts. Each program runs as a copy in a folder of its
own, with copies of what lies in the class's folder and is not a program.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.arena.match import Playing, RunError
from plyground.arena.plan import Entrant
from plyground.kernel.trees import syntax_tree
from plyground.players import External, Player, Random
from plyground.players.external import RUNNER, Copied
from plyground.players.pupil import FUNCTION
from plyground.position import Game
from plyground.search import Control

SECONDS = 2.0
"""The time for a move, unless the user states another."""

MEMORY = 500
"""The memory of a program in MB, unless the user states another."""

_TRIED = 3  # moves that a program makes in each seat
_WRITTEN = (
    ".jsonl",
    ".html",
    ".csv",
    ".parquet",
    ".svg",
    ".png",
    ".toml",
)  # by a tournament, or for it
_STARTED_ON_WINDOWS = (".exe", ".bat", ".cmd")
_BESIDE_MOST = 20_000_000  # bytes in a folder that are no programs, which each match copies


@dataclass(frozen=True)
class Pupil:
    """A program of a folder. `fault` says why it cannot play."""

    entrant: Entrant
    file: Path
    content: bytes
    """The file as it was when it was read."""
    fault: str = ""


class Originals:
    """The files of a class's folder as they were before its programs ran."""

    def __init__(self, folder: Path, programs: Iterable[Path]) -> None:
        """Raises RunError where they cannot be read, or are too many to be copied."""
        self._folder = folder
        self._programs = [each.name for each in programs]
        self._contents: dict[str, tuple[bytes, int]] = {}
        room = _BESIDE_MOST
        try:
            for file in _files(folder):
                program = file.parent == folder and file.name in self._programs
                room -= 0 if program else file.stat().st_size
                if room < 0:
                    raise RunError(
                        f"{folder} has more than {_BESIDE_MOST // 1_000_000} MB in files that are "
                        "not programs, and each program gets a copy of them: move some elsewhere"
                    )
                name = file.relative_to(folder).as_posix()
                self._contents[name] = file.read_bytes(), file.stat().st_mode & 0o777
        except OSError as error:
            raise RunError(f"{error.filename} cannot be read: {error.strerror}") from None

    def content(self, file: Path) -> bytes:
        """What a program's file holds."""
        return self._contents[file.name][0]

    def copied(self, file: Path) -> Copied:
        """What a program is copied from: its own file, and those that are no programs."""
        return Copied(
            file.absolute(),
            tuple(
                (name, content, mode | 0o600)
                for name, (content, mode) in self._contents.items()
                if name == file.name or name not in self._programs
            ),
        )

    def changed(self) -> list[str]:
        """The files that are gone or different now."""
        return [
            name for name, (content, _) in self._contents.items() if self._read(name) != content
        ]

    def put_back(self) -> list[str]:
        """Write what is gone or different as it was, and name it.

        What a file has become is kept beside it, since its author may have saved it just now.
        """
        changed = self.changed()
        for name in changed:
            file = self._folder / name
            content, mode = self._contents[name]
            with suppress(OSError):  # `changed` goes on to name it
                if file.exists():
                    file.replace(_free(file))
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
                file.chmod(mode)
        return changed

    def _read(self, name: str) -> bytes | None:
        try:
            return (self._folder / name).read_bytes()
        except OSError:
            return None


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder and below it, without hidden ones and what a tournament writes."""
    for each in sorted(folder.iterdir()):
        if each.name.startswith((".", "__pycache__", _CHANGED)):
            continue
        if each.is_dir() and not each.is_symlink():
            yield from _files(each)
        elif each.is_file() and not each.name.endswith((".results.jsonl", ".html")):
            yield each


_CHANGED = "_changed-"  # begins the name of what a file had become


def _free(file: Path) -> Path:
    """A name for what a file has become that no file has."""
    names = (file.with_name(f"{_CHANGED}{number}-{file.name}") for number in range(1, 10_000))
    return next(each for each in names if not each.exists())


def pupils(
    folder: Path,
    seconds: float = SECONDS,
    memory: int | None = MEMORY,
    taken: Collection[str] = (),
) -> tuple[list[Pupil], Originals]:
    """The programs of a folder, by name, and its files. Raises RunError without any.

    A file is called as without its ending, unless that name is among those `taken`, or another's.
    """
    try:
        files = sorted(folder.iterdir(), key=lambda each: each.name.casefold())
    except OSError as error:
        raise RunError(f"{folder} cannot be read: {error.strerror}") from None
    found = [(file, command) for file in files if (command := _command(file))]
    if not found:
        raise RunError(
            f"{folder} holds no programs: give a folder with Python files that have a function "
            f"{FUNCTION}(game), or programs that speak the protocol for players"
        )
    originals = Originals(folder, [file for file, _ in found])
    stems = [file.stem.casefold() for file, _ in found]
    others = [each.casefold() for each in taken]
    made = []
    for file, command in found:
        stem = file.stem.casefold()
        name = file.name if stem in others or stems.count(stem) > 1 else file.stem
        player = External(command, seconds, memory=memory, _copied=originals.copied(file))
        made.append(Pupil(Entrant(name, player), file, originals.content(file)))
    return made, originals


def plays(file: Path) -> bool:
    """Whether a file would be started."""
    return _command(file) is not None


def ignored(folder: Path) -> list[Path]:
    """The files of a folder that a pupil may have meant as a program, and that are none.

    Among them are `lena.py.txt`, which some systems make and show as `lena.py`. What a tournament
    writes is left out, as are files that begin with `_` or `.`.
    """
    return [
        each
        for each in sorted(folder.iterdir())
        if each.is_file() and each.name[0] not in "._" and not plays(each)
        and not each.name.endswith(_WRITTEN)
    ]  # fmt: skip


def stamp(made: Sequence[Pupil]) -> str:
    """What stands for the content of their files: another program is another tournament."""
    digest = hashlib.blake2b(digest_size=8)
    for each in made:
        digest.update(f"{each.file.name} {len(each.content)} ".encode() + each.content)
    return digest.hexdigest()


def checked(
    made: Sequence[Pupil],
    originals: Originals,
    games: Sequence[Game],
    control: Control | None = None,
    on_checked: Callable[[], None] = lambda: None,
    on_changed: Callable[[str], None] = lambda _said: None,
) -> list[Pupil]:
    """The same pupils, with the faults that come up when each plays a few moves in every seat.

    One after the other, so that a file that changes meanwhile shows who changed it: it is put back,
    and a program that changes it again does not play. `on_changed` is called with a sentence where
    it stays as it was put back, `on_checked` after each program. Raises Cancelled when `control`
    says stop.
    """
    control = control or Control()

    def fault_of(each: Pupil) -> str:
        faults = (_fault(game, each.entrant.player, control) for game in games)
        return next(filter(None, faults), "")

    tried = []
    for each in made:
        fault = fault_of(each)
        if changed := originals.put_back():
            names = ", ".join(changed)
            fault = fault_of(each)
            if originals.put_back():
                fault = (
                    f"the program {each.file.name} changed {names} in the folder, twice; "
                    f"that is put back, and what it became is kept as {_CHANGED}..."
                )
            else:
                on_changed(
                    f"{names} changed while {each.file.name} was tried, and not when it was tried "
                    f"again; that is put back, and what it became is kept as {_CHANGED}..."
                )
        tried.append(replace(each, fault=fault))
        on_checked()
    return tried


def _command(file: Path) -> tuple[str, ...] | None:
    """What starts a file; None for one that is not a program."""
    if file.name[0] in "._" or not file.is_file():
        return None
    whole = str(file.absolute())
    if file.suffix == ".py":
        if _speaks(file):
            return sys.executable, whole
        return sys.executable, str(RUNNER), whole
    if sys.platform == "win32":
        return (whole,) if file.suffix.lower() in _STARTED_ON_WINDOWS else None
    return (whole,) if os.access(file, os.X_OK) else None


def _speaks(file: Path) -> bool:
    """Whether a Python file speaks the protocol itself: it reads input and has no function."""
    text = file.read_text(encoding="utf-8", errors="replace")
    try:
        names = {getattr(each, "name", "") for each in syntax_tree(text).body}
    except (SyntaxError, ValueError):
        return False
    return FUNCTION not in names and ("stdin" in text or "input(" in text)


def _fault(game: Game, player: Player, control: Control) -> str:
    """Why a player forfeits one of a few moves in each seat; "" if it does not."""
    for seat in range(game.players):
        seated = [player if each == seat else Random() for each in range(game.players)]
        playing, moved = Playing(game, seated, seed=seat), 0
        with playing:
            while not playing.over and moved < _TRIED:
                moved += playing.position.turn == seat
                playing.move(control)
        if playing.over and playing.match.forfeit:
            return playing.match.forfeit
    return ""
