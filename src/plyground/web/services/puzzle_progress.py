"""The puzzles to choose from, the next one, and those that a visitor has solved."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from plyground.analysis.puzzles import (
    LEVELS,
    MOTIFS,
    Level,
    Motif,
    Progress,
    Puzzle,
    Try,
    TryResult,
    all_puzzles,
    daily,
)
from plyground.analysis.puzzles.puzzle import game_part
from plyground.position import Game
from plyground.records import today
from plyground.web.errors import NotFoundError
from plyground.web.store import KeepsTries

_WEEK = 7  # days whose puzzles are listed


@dataclass(frozen=True)
class Choice:
    """A selection of puzzles: a game, by the first part of their ids, a level, and a motif.

    Empty texts mean any.
    """

    game: str = ""
    level: str = ""
    motif: str = ""

    @property
    def among(self) -> Sequence[Puzzle]:
        """These puzzles, the easiest of each game first."""
        return [
            each
            for each in all_puzzles()
            if self.game in ("", game_part(each.id))
            and self.level in ("", each.level)
            and self.motif in ("", each.motif)
        ]

    def check(self) -> None:
        """Raises NotFoundError if there are none."""
        if not self.among:
            raise NotFoundError("there are no puzzles of this game, level and motif")


@dataclass(frozen=True)
class Cell:
    """How many puzzles of a game and level there are, and how many of them are solved."""

    choice: Choice
    solved: int
    puzzles: int


@dataclass(frozen=True)
class Row:
    """A game in the overview: its name, all its puzzles, and those of each level."""

    title: str
    all: Cell
    levels: dict[Level, Cell]


@dataclass(frozen=True)
class Day:
    """A day, its puzzle, and whether the visitor has solved that."""

    date: datetime.date
    puzzle: Puzzle
    solved: bool


async def progress_of(tries: KeepsTries, holder: str) -> Progress:
    """The progress of a visitor, by the digest of their token."""
    return Progress(await asyncio.to_thread(tries.of, holder))


async def add_try(tries: KeepsTries, holder: str, puzzle: Puzzle, result: TryResult) -> None:
    """Keep a try. A repetition on the same day says nothing new and is not kept."""
    made = Try(puzzle.id, result, today().isoformat())
    if made not in (await progress_of(tries, holder)).tries:
        await tries.soon(tries.add, holder, made)


def puzzle_of(puzzle_id: str) -> Puzzle:
    """The puzzle of this id. Raises NotFoundError."""
    for each in all_puzzles():
        if each.id == puzzle_id:
            return each
    raise NotFoundError("this puzzle does not exist")


@lru_cache(maxsize=1024)
def puzzle_of_day(day: datetime.date) -> Puzzle:
    """The puzzle of a day."""
    return daily(day)


def puzzle_of_today() -> Puzzle:
    """The puzzle of this day."""
    return puzzle_of_day(today())


def following(progress: Progress, among: Sequence[Puzzle], puzzle_id: str = "") -> Puzzle:
    """The puzzle that comes after one: not solved yet, and near the visitor's level.

    Skipped puzzles wait until no others are left, and then come in turn. When all are solved, they
    begin again with the one solved longest ago.
    """
    skipped = {each.puzzle for each in progress.tries if each.result == "skipped"}
    found = progress.next(among, skipped | {puzzle_id})
    if found is not None:
        return found
    at = next((place for place, each in enumerate(among) if each.id == puzzle_id), -1)
    turn = [*among[at + 1 :], *among[: at + 1]]
    left = [each for each in turn if each.id not in progress.solved]
    return left[0] if left else min(turn, key=lambda each: progress.solved[each.id])


def overview(progress: Progress) -> list[Row]:
    """The solved puzzles, game by game."""
    rows = []
    for name, game in {game_part(each.id): each.game for each in all_puzzles()}.items():
        levels = {level: _cell(progress, Choice(name, level)) for level in LEVELS}
        rows.append(Row(title_of(game), _cell(progress, Choice(name)), levels))
    return rows


def motifs(progress: Progress) -> list[tuple[Motif, Cell]]:
    """The solved puzzles, motif by motif."""
    return [(each, _cell(progress, Choice(motif=each))) for each in MOTIFS]


def _cell(progress: Progress, choice: Choice) -> Cell:
    among = choice.among
    return Cell(choice, sum(each.id in progress.solved for each in among), len(among))


def count_of(game: Game) -> int:
    """How many puzzles of a game there are."""
    return sum(each.game == game for each in all_puzzles())


def title_of(game: Game) -> str:
    """The title of a game among those with puzzles, with the parameters that distinguish it."""
    return title_among(game, [each.game for each in all_puzzles()])


def title_among(game: Game, games: Sequence[Game]) -> str:
    """The title of a game among others, with the parameters that distinguish it."""
    likes = [each.values for each in games if each.name == game.name]
    telling = [
        f"{game.values[each.name]} {each.meaning.split()[0].lower()}"
        for each in game.parameters
        if any(like[each.name] != game.values[each.name] for like in likes)
    ]
    return ", ".join([game.title, *telling])


def week(progress: Progress) -> list[Day]:
    """Today and the days before, today last."""
    days = [today() - datetime.timedelta(days=back) for back in reversed(range(_WEEK))]
    return [Day(day, puzzle_of_day(day), puzzle_of_day(day).id in progress.solved) for day in days]


def streak(progress: Progress) -> int:
    """On how many days in a row, up to today or yesterday, the puzzle of the day was solved."""
    solved = {(each.puzzle, each.day) for each in progress.tries if each.result == "solved"}

    def done(day: datetime.date) -> bool:
        return (puzzle_of_day(day).id, day.isoformat()) in solved

    day, one = today(), datetime.timedelta(days=1)
    if not done(day):
        day -= one
    count = 0
    while done(day):
        count += 1
        day -= one
    return count
