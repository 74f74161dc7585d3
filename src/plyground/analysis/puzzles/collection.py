"""The puzzles that come with games, as text, and the one of the day.

A file begins with a line that names the game, as in

    plyground puzzles 1: connect4 columns=7 rows=6

Then each line is a puzzle: the moves that lead to it, the solution, what it keeps and in how many
plies, and the rating. Empty lines, and those that begin with #, mean nothing.

    4 4 5 3 2 6 | 3 | win in 9 | 5
"""

from __future__ import annotations

import datetime
import functools
import hashlib
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from plyground.analysis.puzzles.puzzle import Keeps, Puzzle, PuzzleError
from plyground.games import registry
from plyground.position import Game, PlygroundError, UnknownGameError, file_stem, full_title

_FIRST = "plyground puzzles 1: "
_FOLDER = "puzzles"
_LARGEST = 10_000_000  # bytes: who gives a larger file means another one


class PuzzleWarning(UserWarning):
    """Puzzles that come with a game cannot be used."""


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with its package, the easiest first; none of most games."""
    if not isinstance(game, Game):
        raise PuzzleError(f"puzzles are those of a game, as ConnectFour() is one, and not {game!r}")
    folder = registry.folder_of(type(game), _FOLDER)
    path = None if folder is None else folder / f"{file_stem(game)}.txt"
    if path is None or not path.exists():
        return ()
    return tuple(each for each in _read(path) if each.game == game)


@functools.cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles that come with games, game by game.

    A package's file that cannot be read is left out, which a PuzzleWarning tells.
    """
    order = {name: place for place, name in enumerate(registry.game_names())}
    files = [read for path in _files() if (read := _read_or_warn(path))]
    files.sort(key=lambda each: order.get(each[0].game.name, len(order)))
    return tuple(puzzle for each in files for puzzle in each)


def _files() -> list[Path]:
    """The files of puzzles that come with games, folder by folder."""
    folders: dict[Path, None] = {}
    for name in registry.game_names():
        with suppress(UnknownGameError):  # the list of games says why one does not load
            folder = registry.folder_of(registry.game_class(name), _FOLDER)
            if folder is not None:
                folders[folder] = None
    return [path for folder in folders for path in sorted(folder.glob("*.txt"))]


def _read_or_warn(path: Path) -> tuple[Puzzle, ...]:
    try:
        return _read(path)
    except PuzzleError as error:
        warnings.warn(f"{error}: these puzzles are left out", PuzzleWarning, stacklevel=2)
        return ()


def daily(day: datetime.date, among: Sequence[Puzzle] | None = None) -> Puzzle:
    """The puzzle of a day, the same for everybody; after as many days as puzzles all had theirs.

    It is one of all that come with the package, or of those given, in any order. Raises PuzzleError
    if these are none.
    """
    given = all_puzzles() if among is None else among
    if not given:
        raise PuzzleError("there is no puzzle of the day without puzzles")
    shuffled = sorted(given, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())
    return shuffled[day.toordinal() % len(shuffled)]


def read_puzzles(path: Path, game: Game | None = None) -> tuple[Puzzle, ...]:
    """The puzzles in a file. Raises PuzzleError, naming the line, if it is not as it should be.

    What the lines claim is not proven here. A `game` is given if the file is to be one of that, or
    if it is one that has no name, but a file of its own.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        raise PuzzleError(f"{path} cannot be read: {error.strerror or error}") from None
    if len(content) > _LARGEST:
        raise PuzzleError(f"{path} is no file of puzzles: it is too large")
    lines = content.decode("utf-8-sig", "replace").splitlines()
    found = _game(path, lines[0] if lines else "", game)
    read: list[Puzzle] = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip() or line.startswith("#"):
            continue
        read.append(_puzzle(line, found, len(read) + 1, f"{path}, line {number}"))
    return tuple(read)


def mined_text(game: Game, mined: Sequence[Puzzle], remark: str) -> str:
    """Puzzles of a game as a file, with a remark on how they were made."""
    lines = [_headline(game), f"# {remark}"]
    for each in mined:
        keeps = each.keeps if each.plies is None else f"{each.keeps} in {each.plies}"
        lines.append(f"{' '.join(each.moves)} | {each.solution} | {keeps} | {each.rating}")
    return "\n".join(lines) + "\n"


@functools.cache
def _read(path: Path) -> tuple[Puzzle, ...]:
    return read_puzzles(path)


def _headline(game: Game) -> str:
    stated = [f"{name}={value}" for name, value in game.values.items()]
    return _FIRST + " ".join([game.name, *stated])


def _game(path: Path, line: str, game: Game | None) -> Game:
    """The game that the first line of a file names."""
    if not line.startswith(_FIRST):
        raise PuzzleError(f"{path} is no file of puzzles: its first line begins {_FIRST.strip()!r}")
    if game is not None:
        if line.strip() != _headline(game):
            raise PuzzleError(f"{path} has puzzles of another game, and not of {full_title(game)}")
        return game
    name, *stated = line[len(_FIRST) :].split() or [""]
    pairs = [each.partition("=") for each in stated]
    try:
        return registry.game(name, **{key: int(value) for key, _, value in pairs})
    except (PlygroundError, ValueError) as error:
        raise PuzzleError(f"{path}, line 1: {error}") from None


def _puzzle(line: str, game: Game, number: int, where: str) -> Puzzle:
    """The puzzle that a line is."""
    parts = [part.strip() for part in line.split("|")]
    if len(parts) != 4:
        raise PuzzleError(f"{where}: give moves | solution | win or draw in N | rating")
    kept = re.fullmatch(r"(win in|draw in|draw)(?: (\d{1,4}))?", parts[2])
    if kept is None or (kept[2] is None) != (kept[1] == "draw"):
        raise PuzzleError(f"{where}: what it keeps is win in N or draw in N, and not {parts[2]!r}")
    if not re.fullmatch(r"\d{1,4}", parts[3]):
        raise PuzzleError(f"{where}: the rating is a number of plies, and not {parts[3]!r}")
    try:
        moves = tuple(game.move_texts[game.move_code(text)] for text in parts[0].split())
        solution = game.move_texts[game.move_code(parts[1])]
    except PlygroundError as error:
        raise PuzzleError(f"{where}: {error}") from None
    keeps: Keeps = "win" if kept[1] == "win in" else "draw"
    plies = int(kept[2]) if kept[2] else None
    return Puzzle(game, moves, solution, keeps, plies, int(parts[3]), number)
