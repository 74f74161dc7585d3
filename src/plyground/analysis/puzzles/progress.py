"""What a person has tried and solved, which puzzle comes next, and the file that keeps it.

The file has a line of JSON for each try, such as

    {"puzzle": "sim-6-2-0f3a77c1", "result": "solved", "day": "2026-11-24"}

Each line is written at once and never changed, so two processes can write without waiting for each
other, and an interruption costs at most one line. Unreadable lines are skipped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from plyground.analysis.puzzles.mining import LEAST_RATING
from plyground.analysis.puzzles.puzzle import Puzzle, game_part
from plyground.position import CannotError, Game, file_stem

TryResult = Literal["solved", "wrong", "hint", "skipped"]

PROGRESS = "puzzles.jsonl"
"""The name of the file, in the folder for what cannot be made again."""

_RESULTS: tuple[TryResult, ...] = get_args(TryResult)
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
    """A person's progress, from their tries in order."""

    def __init__(self, tries: Iterable[Try] = ()) -> None:
        self.tries = tuple(tries)
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
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return Progress()
        except OSError as error:
            raise ProgressError(f"{self.path} cannot be read: {error.strerror}") from None
        tries = map(_try, content.decode("utf-8", "replace").split("\n"))
        return Progress(each for each in tries if each is not None)

    def add(self, made: Try) -> None:
        """Keep a try. Raises ProgressError if it cannot be kept."""
        # The first line end completes a line that was cut off.
        line = f"\n{json.dumps(asdict(made))}\n".encode()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab", buffering=0) as file:
                written = file.write(line)
        except OSError as error:
            raise ProgressError(f"{self.path} cannot be written: {error.strerror}") from None
        if written < len(line):
            raise ProgressError(f"{self.path} cannot be written: the disk is full")


def _try(line: str) -> Try | None:
    """The try in a line; None if there is none."""
    try:
        data = json.loads(line)
        made = Try(data["puzzle"], data["result"], data["day"])
    except (ValueError, RecursionError, TypeError, KeyError):
        return None
    texts = isinstance(made.puzzle, str) and isinstance(made.day, str)
    return made if texts and made.result in _RESULTS else None
