"""A class's programs: what a folder holds, as players, and whether each of them can play.

A Python file with a function `choose(game)` is run by `plyground/players/pupil.py`. Any other
Python file that reads its input, and any file that the system can start, speaks the protocol for
players. Files whose names begin with a dot or an underscore, and all others, are left alone.
"""

from __future__ import annotations

import ast
import hashlib
import os
import sys
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from plyground.arena.match import Playing
from plyground.arena.tournaments.errors import TournamentError
from plyground.arena.tournaments.plan import Entrant
from plyground.players import External, Player, Random
from plyground.players.external import RUNNER
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


@dataclass(frozen=True)
class Pupil:
    """A program of a folder. `fault` says why it cannot play."""

    entrant: Entrant
    file: Path
    fault: str = ""


def pupils(
    folder: Path,
    seconds: float = SECONDS,
    memory: int | None = MEMORY,
    taken: Collection[str] = (),
) -> list[Pupil]:
    """The programs of a folder, by name. Raises TournamentError without any.

    A file is called as without its ending, unless that name is among those `taken`, or another's.
    """
    try:
        files = sorted(folder.iterdir(), key=lambda each: each.name.casefold())
    except OSError as error:
        raise TournamentError(f"{folder} cannot be read: {error.strerror}") from None
    found = [(file, command) for file in files if (command := _command(file))]
    if not found:
        raise TournamentError(
            f"{folder} holds no programs: give a folder with Python files that have a function "
            f"{FUNCTION}(game), or programs that speak the protocol for players"
        )
    stems = [file.stem.casefold() for file, _ in found]
    others = [each.casefold() for each in taken]
    made = []
    for file, command in found:
        stem = file.stem.casefold()
        name = file.name if stem in others or stems.count(stem) > 1 else file.stem
        player = External(command, seconds, memory=memory)
        made.append(Pupil(Entrant(name, player), file))
    return made


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
        content = each.file.read_bytes()
        digest.update(f"{each.file.name} {len(content)} ".encode() + content)
    return digest.hexdigest()


def checked(
    made: Sequence[Pupil],
    games: Sequence[Game],
    jobs: int = 1,
    control: Control | None = None,
    on_checked: Callable[[], None] = lambda: None,
) -> list[Pupil]:
    """The same pupils, with the faults that come up when each plays a few moves in every seat.

    `on_checked` is called after each of them. Raises Cancelled when `control` says stop.
    """
    control = control or Control()

    def check(each: Pupil) -> Pupil:
        faults = (_fault(game, each.entrant.player, control) for game in games)
        fault = next(filter(None, faults), "")
        on_checked()
        return replace(each, fault=fault)

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(check, made))


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
        names = {getattr(each, "name", "") for each in ast.parse(text).body}
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
