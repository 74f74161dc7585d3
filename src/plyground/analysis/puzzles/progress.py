"""What a person has tried and solved, which puzzle comes next, and the file that keeps it.

The file has a line of JSON for each try, such as

    {"puzzle": "sim-6-2-0f3a77c1", "result": "solved", "day": "2026-11-24", "sum": 3094157313}

Each line is written at once and never changed, so two processes can write without waiting for each
other, and an interruption costs at most one line. A line that is not as it was written is named and
left out. Lines from before there were sums get theirs with the first try after them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from plyground.analysis.puzzles.mining import LEAST_RATING
from plyground.analysis.puzzles.puzzle import Puzzle, game_part
from plyground.position import CannotError, Game, file_stem
from plyground.sums import sealed, unsealed, write_whole

TryResult = Literal["solved", "wrong", "hint", "skipped"]

PROGRESS = "puzzles.jsonl"
"""The name of the file, in the folder for what cannot be made again."""

_RESULTS: tuple[TryResult, ...] = get_args(TryResult)
_NAMES = "puzzle", "result", "day"
_STEP = 0.5  # plies by which a person's level rises with a solved puzzle, or falls


class ProgressError(CannotError):
    """Progress cannot be kept."""


@dataclass(frozen=True)
class Try:
    """An attempt at a puzzle, named by its id, on a day such as 2026-11-24."""

    puzzle: str
    result: TryResult
    day: str


class Progress:
    """A person's progress, from their tries in order. `spoilt` are the numbers of lines in their
    file that were left out.
    """

    def __init__(self, tries: Iterable[Try] = (), spoilt: Sequence[int] = ()) -> None:
        self.tries, self.spoilt = tuple(tries), tuple(spoilt)
        self.solved = {each.puzzle: each.day for each in self.tries if each.result == "solved"}
        """The days on which puzzles were solved, by their ids."""
        self.wrong = {each.puzzle for each in self.tries if each.result == "wrong"}
        """The puzzles with at least one wrong answer."""

    def skill(self, game: Game) -> float:
        """The rating of the puzzles of a game that suit the person.

        It begins with the easiest. A puzzle solved at the first try without help raises it, any
        other puzzle lowers it.
        """
        skill = float(LEAST_RATING)
        counted: set[str] = set()
        for each in self.tries:
            if each.puzzle in counted or game_part(each.puzzle) != file_stem(game):
                continue
            counted.add(each.puzzle)  # only the first try counts
            rise = _STEP if each.result == "solved" else -_STEP
            skill = max(skill + rise, LEAST_RATING)
        return skill

    def next(self, among: Sequence[Puzzle], but: Collection[str] = ()) -> Puzzle | None:
        """An unsolved puzzle near the person's level; None if all are solved.

        Its id is not in `but`.
        """
        skills = {game: self.skill(game) for game in dict.fromkeys(each.game for each in among)}
        left = [each for each in among if each.id not in self.solved and each.id not in but]
        return min(
            left,
            key=lambda each: (
                abs(each.rating - skills[each.game]),
                each.rating,
                hashlib.sha256(each.id.encode()).digest(),  # so games and plies alternate
            ),
            default=None,
        )


class ProgressFile:
    """The file that keeps a person's tries. It need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Progress:
        """The progress in the file. Raises ProgressError if the file exists and cannot be read."""
        tries: list[Try] = []
        spoilt = []
        for number, line in enumerate(self._lines(), 1):
            try:
                tries += [_try(line)] if line else []
            except ValueError:
                spoilt.append(number)
        return Progress(tries, spoilt)

    def said(self, progress: Progress) -> str:
        """The lines that were left out, in words; empty if there are none."""
        if not progress.spoilt:
            return ""
        many = "lines" if len(progress.spoilt) > 1 else "line"
        numbers = ", ".join(map(str, progress.spoilt))
        return f"{self.path}, {many} {numbers}: damaged, and left out"

    def add(self, made: Try) -> None:
        """Keep a try. Raises ProgressError if it cannot be kept."""
        # The first line end completes a line that was cut off.
        line = f"\n{sealed(asdict(made))}\n".encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._seal()
            with self.path.open("ab", buffering=0) as file:
                written = file.write(line)
        except OSError as error:
            raise ProgressError(f"{self.path} cannot be written: {error.strerror}") from None
        if written < len(line):
            raise ProgressError(f"{self.path} cannot be written: the disk is full")

    def _lines(self) -> list[bytes]:
        try:
            return self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise ProgressError(f"{self.path} cannot be read: {error.strerror}") from None

    def _seal(self) -> None:
        """Give sums to lines from before there were any. Raises OSError."""
        lines, old = self._lines(), False
        for at, line in enumerate(lines):
            if line and b'"sum"' not in line:
                with suppress(ValueError):
                    lines[at], old = sealed(asdict(_try(line))).encode(), True
        if old:
            write_whole(self.path, b"\n".join(lines))


def _try(line: bytes) -> Try:
    """The try in a line. Raises ValueError if there is none."""
    data = unsealed(line, _NAMES)
    made = Try(data.get("puzzle", ""), data.get("result", ""), data.get("day", ""))
    texts = isinstance(made.puzzle, str) and isinstance(made.day, str)
    if not data.keys() >= {*_NAMES} or not texts or made.result not in _RESULTS:
        raise ValueError("it holds no try")
    return made
