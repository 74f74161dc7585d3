"""`Puzzle`: a position with one single move that keeps the win, or the draw; and its answers.

How well a puzzle hides is its rating: how many plies a search has to look ahead until it always
takes the solution. As long as neither the solution is seen to win nor every other move to lose, the
search may take another move; from then on it cannot any more, however deep it looks. So it is the
least of

    the plies that the solution takes to win, if it wins
    the most plies that any other move takes to lose, if all others lose

both with best play, the move itself counted. Who plays needs to see as many moves of their own as
that has, of every two plies one: that is the level.

Files of puzzles, such as those that come with games, begin with a line that names the game, as in

    plyground puzzles 1: connect4 columns=7 rows=6

Then each line is a puzzle: the moves that lead to it, the solution, what it keeps and in how many
plies, and the rating. Empty lines, and those that begin with #, mean nothing.

    4 4 5 3 2 6 | 3 | win in 9 | 5
"""

from __future__ import annotations

import datetime
import hashlib
import random
import re
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from plyground.games import registry
from plyground.position import (
    CannotError,
    Game,
    MoveError,
    PlygroundError,
    Position,
    UnknownGameError,
    file_stem,
    full_title,
)
from plyground.search import Control, Inquiry, Value, plies_text, shared_solver, value_of_bounds

Keeps = Literal["win", "draw"]
Level = Literal["easy", "medium", "hard"]

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
"""The levels, the easiest first: those of two moves of one's own, of three, and of more."""

_FEWEST = 2  # moves of one's own that the easiest level takes
_ID_DIGITS = 8


class PuzzleError(CannotError):
    """Puzzles that there are not, or that cannot be read."""


@dataclass(frozen=True)
class Puzzle:
    """A position, by the moves that lead to it, and the one move that keeps what it is worth.

    `plies` is how many the win takes, or until the draw is reached, the solution counted; None for
    a draw of a game whose draws differ in length. The rating is explained at the top of this file.
    `number` is its place among the puzzles that it came with, from 1.
    """

    game: Game
    moves: tuple[str, ...]
    solution: str
    keeps: Keeps
    plies: int | None
    rating: int
    number: int = 1

    @cached_property
    def id(self) -> str:
        """What names it for good: it depends on the game and the moves alone."""
        digest = hashlib.sha256(" ".join(self.moves).encode()).hexdigest()
        return f"{file_stem(self.game)}-{digest[:_ID_DIGITS]}"

    @property
    def own_moves(self) -> int:
        """How many moves of one's own are to be looked ahead."""
        return (self.rating + 1) // 2

    @property
    def level(self) -> Level:
        """The rating in a word."""
        return LEVELS[min(max(self.own_moves - _FEWEST, 0), len(LEVELS) - 1)]

    @cached_property
    def position(self) -> Position:
        """The position to be solved. Raises PuzzleError if it cannot be, or poses no choice."""
        try:
            position = self.game.position(self.moves)
        except MoveError as error:
            raise PuzzleError(f"puzzle {self.number} is none: {error}") from None
        if self.solution not in position.moves or len(position.moves) < 2:
            raise PuzzleError(
                f"puzzle {self.number} is none: {self.solution} has to be one of several moves "
                "that can be made there"
            )
        return position

    @property
    def task(self) -> str:
        """What is asked, in words."""
        what = "wins" if self.keeps == "win" else "keeps the draw"
        return f"Player {self.position.turn + 1} to move: find the one move that {what}."

    def to_json(self, solution: bool = False) -> dict[str, Any]:
        """The puzzle as data for `json.dumps`, with its solution only if that is asked for."""
        data: dict[str, Any] = {
            "id": self.id,
            "number": self.number,
            "game": self.game.to_json(),
            "moves": list(self.moves),
            "player": self.position.turn + 1,
            "keeps": self.keeps,
            "plies": self.plies,
            "rating": self.rating,
            "level": self.level,
        }
        return data | {"solution": self.solution} if solution else data


def game_part(puzzle_id: str) -> str:
    """What of a puzzle's id names the game with its parameters, in the way of `file_stem`."""
    return puzzle_id.rpartition("-")[0]


@dataclass(frozen=True)
class Answer:
    """What becomes of a move that was given as the answer.

    `value` is what the move is worth to the player who makes it, itself counted. `line` begins with
    the move and goes on with best play of both to the end: it proves what is said.
    """

    puzzle: Puzzle
    move: str
    value: Value
    line: tuple[str, ...]

    @property
    def right(self) -> bool:
        """Whether it is the solution."""
        return self.move == self.puzzle.solution

    @property
    def words(self) -> str:
        """Whether it is right, and why."""
        return f"{'Right' if self.right else 'No'}: {self.reason}"

    @property
    def reason(self) -> str:
        """Why it is right or wrong, in words."""
        me = self.puzzle.position.turn
        plies = (self.value.plies or 0) - 1
        if self.right and self.puzzle.keeps == "win":
            return f"{self.move} wins in {plies_text(plies + 1)}."
        if self.right:
            return f"{self.move} keeps the draw, and every other move loses."
        if self.value.verdict == "loss":
            if plies == 0:
                return f"{self.move} loses at once."
            return f"after {self.move} Player {2 - me} wins in {plies_text(plies)}."
        return f"after {self.move} it is a draw with best play."

    def to_json(self) -> dict[str, Any]:
        """The answer as data for `json.dumps`."""
        return {
            "puzzle": self.puzzle.id,
            "move": self.move,
            "right": self.right,
            **self.value.to_json(),
            "line": list(self.line),
            "words": self.words,
        }


def check_answer(puzzle: Puzzle, move: str, *, control: Control | None = None) -> Answer:
    """Whether a move is the solution, and why not if it is another, by the exact solver.

    Raises MoveError if the move cannot be made, Cancelled when `control` says stop.
    """
    position = puzzle.position
    child = position.play(move)
    code, text = child.last_code, child.last_move
    assert code is not None
    assert text is not None
    with shared_solver(puzzle.game, control) as solver:
        inquiry = Inquiry(solver, control=control)
        low, high = inquiry.bounds_after(position, code)
        line = inquiry.line(position, low, code)
    return Answer(puzzle, text, value_of_bounds(position, low, high), line)


def hints(puzzle: Puzzle) -> tuple[str, ...]:
    """What helps a little, and what helps more."""
    if puzzle.keeps == "win":
        first = f"The win takes {plies_text(puzzle.plies or 0)}."
    else:
        first = f"Every other move loses within {plies_text(puzzle.rating)}."
    rng = random.Random(puzzle.id)
    others = [move for move in puzzle.position.moves if move != puzzle.solution]
    pair = [puzzle.solution, rng.choice(others)]
    rng.shuffle(pair)
    return first, f"It is {pair[0]} or {pair[1]}."


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


@cache
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


_read = cache(read_puzzles)


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
