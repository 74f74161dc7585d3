"""`Puzzle`: a position in which only one move keeps the win, or the draw; and its answers.

The rating of a puzzle says how hard it is: how many plies a search must look ahead until it always
takes the solution. Before the search sees that the solution wins, or that every other move loses,
it may take another move; from then on it cannot, however deep it looks. So the rating is the least
of

    the plies that the solution takes to win, if it wins
    the most plies that any other move takes to lose, if all others lose

both with best play, including the move itself. Half of these plies are the solver's own moves:
their number gives the level.

Files of puzzles, such as those that come with games, begin with a line that names the game:

    plyground puzzles 1: connect4 columns=7 rows=6

Then each line is a puzzle: the moves that lead to it, the solution, the result that it keeps and in
how many plies, the rating, and the motif, which may be left out. Empty lines and lines that begin
with # have no meaning.

    4 4 5 3 2 6 | 3 | win in 9 | 5 | quiet move
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

from plyground.analysis.puzzles.motifs import MOTIFS, Motif
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
    require_game,
)
from plyground.search import Control, Inquiry, Value, moves_text, shared_solver, value_of_bounds

Keeps = Literal["win", "draw"]
Level = Literal["easy", "medium", "hard"]

LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")
"""The levels, the easiest first: the solver plays two moves, three, or more."""

_FEWEST = 2  # the solver's own moves at the easiest level
_ID_DIGITS = 8
_PARTS = 4  # of a line without a motif


class PuzzleError(CannotError):
    """Puzzles do not exist, or cannot be read."""


@dataclass(frozen=True)
class Puzzle:
    """A position, by the moves that lead to it, and the one move that keeps its value.

    `plies` is the number of plies to the win or the draw, including the solution; None for a draw
    of a game whose draws differ in length. The top of this file explains the rating. `number` is
    its place in its file, from 1. `motif` is None where the file does not say.
    """

    game: Game
    moves: tuple[str, ...]
    solution: str
    keeps: Keeps
    plies: int | None
    rating: int
    number: int = 1
    motif: Motif | None = None

    @cached_property
    def id(self) -> str:
        """Its permanent name: it depends only on the game and the moves."""
        digest = hashlib.sha256(" ".join(self.moves).encode()).hexdigest()
        return f"{file_stem(self.game)}-{digest[:_ID_DIGITS]}"

    @property
    def own_moves(self) -> int:
        """How many own moves the solver must look ahead."""
        return (self.rating + 1) // 2

    @property
    def level(self) -> Level:
        """The rating in a word."""
        return LEVELS[min(max(self.own_moves - _FEWEST, 0), len(LEVELS) - 1)]

    @cached_property
    def position(self) -> Position:
        """The position to solve. Raises PuzzleError if it is impossible or leaves no choice."""
        try:
            position = self.game.position(self.moves)
        except MoveError as error:
            raise PuzzleError(f"puzzle {self.number} is not a puzzle: {error}") from None
        if self.solution not in position.moves or len(position.moves) < 2:
            raise PuzzleError(
                f"puzzle {self.number} is not a puzzle: {self.solution} must be one of several "
                "legal moves"
            )
        return position

    @property
    def task(self) -> str:
        """The task, in words."""
        what = "wins" if self.keeps == "win" else "keeps the draw"
        return f"Player {self.position.turn + 1} to move: find the one move that {what}."

    def to_json(self, solution: bool = False) -> dict[str, Any]:
        """The puzzle as data for `json.dumps`, with its solution only on request."""
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
            "motif": self.motif,
        }
        return data | {"solution": self.solution} if solution else data


def game_part(puzzle_id: str) -> str:
    """The part of a puzzle's id that names the game and its parameters, as `file_stem` does."""
    return puzzle_id.rpartition("-")[0]


@dataclass(frozen=True)
class Answer:
    """The verdict on a move that was given as the answer.

    `value` is the value of the move to its player, with plies that include the move. `line` is the
    move and best play of both players to the end: it proves the verdict.
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
        move = self.puzzle.game.face.wording.spoken(self.move)
        plies = (self.value.plies or 0) - 1
        if self.right and self.puzzle.keeps == "win":
            return f"{move} wins in {moves_text(plies + 1)}."
        if self.right:
            return f"{move} keeps the draw, and every other move loses."
        if self.value.verdict == "loss":
            if plies == 0:
                return f"{move} loses at once."
            return f"after {move}, Player {2 - me} wins in {moves_text(plies)}."
        return f"after {move}, the game is a draw with best play."

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
    """Whether a move is the solution, and why not if it is not, by the exact solver.

    Raises MoveError if the move is impossible, Cancelled when `control` says stop.
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
    """A small hint and a larger one."""
    if puzzle.keeps == "win":
        first = f"The win takes {moves_text(puzzle.plies or 0)}."
    else:
        first = f"Every other move loses within {moves_text(puzzle.rating)}."
    one, other = in_doubt(puzzle)
    return first, f"It is {one} or {other}."


def in_doubt(puzzle: Puzzle) -> tuple[str, str]:
    """The solution and another move, in an order that does not tell which."""
    rng = random.Random(puzzle.id)
    others = [move for move in puzzle.position.moves if move != puzzle.solution]
    pair = [puzzle.solution, rng.choice(others)]
    rng.shuffle(pair)
    return pair[0], pair[1]


def days(among: Sequence[Puzzle] | None = None) -> list[Puzzle]:
    """The puzzles in the order of their days: see `daily`."""
    given = all_puzzles() if among is None else among
    return sorted(given, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest())


_FIRST = "plyground puzzles 1: "
_FOLDER = "puzzles"
_LARGEST = 10_000_000  # bytes: a larger file is surely the wrong one


class PuzzleWarning(UserWarning):
    """The puzzles of a game cannot be used."""


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game's package, the easiest first; most games have none."""
    require_game(game)
    folder = registry.folder_of(type(game), _FOLDER)
    path = None if folder is None else folder / f"{file_stem(game)}.txt"
    if path is None or not path.exists():
        return ()
    return tuple(each for each in _read(path) if each.game == game)


@cache
def all_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles that come with games, game by game.

    A file that cannot be read is left out; a PuzzleWarning says so.
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
    """The puzzle of a day, the same for everybody; after as many days as puzzles, all have had a
    day.

    It is one of the puzzles that come with games, or of those in `among`, in any order. Raises
    PuzzleError if there are none.
    """
    shuffled = days(among)
    if not shuffled:
        raise PuzzleError("there is no puzzle of the day without puzzles")
    return shuffled[day.toordinal() % len(shuffled)]


def read_puzzles(path: Path, game: Game | None = None) -> tuple[Puzzle, ...]:
    """The puzzles in a file. Raises PuzzleError, naming the line, if something is wrong in it.

    The claims of the lines are not proven here. Give `game` if the puzzles must be for that game,
    or if the game has no name because it is in a file.
    """
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        raise PuzzleError(f"{path} cannot be read: {error.strerror or error}") from error
    if len(content) > _LARGEST:
        raise PuzzleError(f"{path} is not a file of puzzles: it is too large")
    lines = content.decode("utf-8-sig", "replace").splitlines()
    found = _game(path, lines[0] if lines else "", game)
    read: list[Puzzle] = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip() or line.startswith("#"):
            continue
        read.append(_puzzle(line, found, len(read) + 1, f"{path}, line {number}"))
    return tuple(read)


def mined_text(game: Game, mined: Sequence[Puzzle], remark: str) -> str:
    """The text of a file of puzzles, with a remark on their origin."""
    lines = [_headline(game), f"# {remark}"]
    for each in mined:
        keeps = each.keeps if each.plies is None else f"{each.keeps} in {each.plies}"
        motif = f" | {each.motif}" if each.motif else ""
        lines.append(f"{' '.join(each.moves)} | {each.solution} | {keeps} | {each.rating}{motif}")
    return "\n".join(lines) + "\n"


_read = cache(read_puzzles)


def _headline(game: Game) -> str:
    stated = [f"{name}={value}" for name, value in game.values.items()]
    return _FIRST + " ".join([game.name, *stated])


def _game(path: Path, line: str, game: Game | None) -> Game:
    """The game that the first line of a file names."""
    if not line.startswith(_FIRST):
        raise PuzzleError(
            f"{path} is not a file of puzzles: its first line must begin {_FIRST.strip()!r}"
        )
    if game is not None:
        if line.strip() != _headline(game):
            raise PuzzleError(f"{path} has puzzles for another game, not for {full_title(game)}")
        return game
    name, *stated = line[len(_FIRST) :].split() or [""]
    pairs = [each.partition("=") for each in stated]
    try:
        return registry.game(name, **{key: int(value) for key, _, value in pairs})
    except (PlygroundError, ValueError) as error:
        raise PuzzleError(f"{path}, line 1: {error}") from None


def _puzzle(line: str, game: Game, number: int, where: str) -> Puzzle:
    """The puzzle in a line."""
    parts = [part.strip() for part in line.split("|")]
    if len(parts) not in (_PARTS, _PARTS + 1):
        raise PuzzleError(f"{where}: give moves | solution | win or draw in N | rating | motif")
    kept = re.fullmatch(r"(win in|draw in|draw)(?: (\d{1,4}))?", parts[2])
    if kept is None or (kept[2] is None) != (kept[1] == "draw"):
        raise PuzzleError(f"{where}: the result is win in N or draw in N, and not {parts[2]!r}")
    if not re.fullmatch(r"\d{1,4}", parts[3]):
        raise PuzzleError(f"{where}: the rating is a number of plies, and not {parts[3]!r}")
    motif = next((each for each in MOTIFS if parts[_PARTS:] == [each]), None)
    if len(parts) > _PARTS and motif is None:
        raise PuzzleError(f"{where}: a motif is one of {', '.join(MOTIFS)}")
    try:
        moves = tuple(game.move_texts[game.move_code(text)] for text in parts[0].split())
        solution = game.move_texts[game.move_code(parts[1])]
    except PlygroundError as error:
        raise PuzzleError(f"{where}: {error}") from None
    keeps: Keeps = "win" if kept[1] == "win in" else "draw"
    plies = int(kept[2]) if kept[2] else None
    return Puzzle(game, moves, solution, keeps, plies, int(parts[3]), number, motif)
