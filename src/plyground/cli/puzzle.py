"""`plyground puzzle` and `plyground mine`: puzzles to solve in the terminal, and making more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from plyground.analysis.puzzles import (
    LEVELS,
    PROGRESS,
    Progress,
    ProgressError,
    ProgressFile,
    Puzzle,
    PuzzleError,
    Try,
    TryResult,
    all_puzzles,
    check_answer,
    hints,
    mined_text,
    puzzles,
    rating_of,
    read_puzzles,
)
from plyground.analysis.puzzles import daily as of_day
from plyground.analysis.puzzles import mine as mined
from plyground.cli.batch import interruptible, progress
from plyground.cli.dialogue import Command, Dialogue, Word
from plyground.cli.exits import FAILURE, INTERRUPTED, UserError
from plyground.cli.output import STANDARD_OUTPUT, OutputFile, say, unreadable
from plyground.cli.session import Quit
from plyground.cli.terminal import NOTICE, QUIET, EndOfInput, Terminal, note, notices
from plyground.folders import data_folder
from plyground.position import Game, full_title
from plyground.records import today
from plyground.search import Control

_COMMANDS: dict[Word, str] = {
    "hint": "get some help; again, more help",
    "skip": "leave this puzzle",
    "help": "read this again",
    "quit": "stop",
}
_LINE = 12  # moves of a line that are shown


def puzzle(
    game: Game | None,
    number: int | None,
    rating: str | None,
    daily: bool,
    progress: bool,
    as_json: bool,
    solution: bool,
    file: Path | None,
) -> None:
    """Pose puzzles, or print one or what was solved."""
    if rating is not None and rating not in LEVELS:
        raise UserError(f"--rating takes {', '.join(LEVELS)}, and not {rating!r}")
    if sum((number is not None, rating is not None, daily)) > 1:
        raise UserError("give one of --number, --rating and --daily")
    if game is None and (number is not None or file is not None):
        raise UserError("--number and --file need a GAME, as in: plyground puzzle connect4")
    if progress and (number is not None or rating is not None or daily):
        raise UserError("--progress counts all puzzles: leave out --number, --rating and --daily")
    if solution and not as_json:
        raise UserError("--solution needs --json; to get help with a puzzle here, type hint")
    among = _among(game, file)
    if progress:
        _tell_progress(among, as_json)
        return
    chosen = _named(among, number, rating, daily)
    if as_json:
        _print_one(chosen, solution)
    else:
        _pose(chosen, len(among), once=number is not None or daily)


def _pose(puzzles: Sequence[Puzzle], total: int, once: bool) -> None:
    """Pose the first of the puzzles, or those near the person's level until they quit."""
    session = _Session()
    try:
        if once:
            session.pose(puzzles[0], total)
        else:
            session.pose_some(puzzles, total)
    except (EndOfInput, Quit):
        session.terminal.say("Goodbye.")


class _Session:
    """Puzzles that are posed one after the other."""

    def __init__(self) -> None:
        self.terminal = Terminal()
        self._file: ProgressFile | None = _progress_file()
        self._kept = Progress()

    def progress(self) -> Progress:
        """What was solved; if it cannot be kept, as far as this session goes."""
        if self._file is not None:
            try:
                before, self._kept = self._kept, self._file.read()
                if self._kept.spoilt != before.spoilt:
                    note(self._file.said(self._kept))
            except ProgressError as error:
                self._keep_nothing(error)
        return self._kept

    def pose_some(self, puzzles: Sequence[Puzzle], total: int) -> None:
        """Pose those not yet solved, near the person's level. Raises Quit or EndOfInput."""
        skipped: set[str] = set()
        while (puzzle := self.progress().next(puzzles, skipped)) is not None:
            if not self.pose(puzzle, total):
                skipped.add(puzzle.id)
            self.terminal.say()
        if skipped:
            self.terminal.say("You have skipped the rest.")
        else:
            self.terminal.say(f"You have solved all {len(puzzles)} puzzles.", NOTICE)
            self.terminal.say("Give --number N to see one again.", QUIET)

    def pose(self, puzzle: Puzzle, total: int) -> bool:
        """Pose a puzzle until it is solved (True) or skipped. Raises Quit or EndOfInput."""
        terminal = self.terminal
        with notices(puzzle.game.title):
            dialogue = Dialogue(terminal, puzzle.game, _COMMANDS)
            position = puzzle.position
            of = f" of {total}" if puzzle.number <= total else ""
            terminal.say(f"{puzzle.game.title}, puzzle {puzzle.number}{of}, {puzzle.level}", NOTICE)
            dialogue.show_turn(position)
            terminal.say(puzzle.task, NOTICE)
            terminal.say("(Or type hint, skip, help or quit.)", QUIET)
            given = 0
            while True:
                answer = dialogue.ask_move(position)
                match answer:
                    case Command(word="quit"):
                        raise Quit
                    case Command(word="skip"):
                        self._keep(puzzle, "skipped")
                        return False
                    case Command(word="hint"):
                        self._keep(puzzle, "hint")
                        terminal.say(hints(puzzle)[min(given, len(hints(puzzle)) - 1)])
                        given += 1
                    case str():
                        if self._judge(puzzle, answer):
                            return True
                    case _:
                        dialogue.help()

    def _judge(self, puzzle: Puzzle, move: str) -> bool:
        """Say whether a move is the solution, and what becomes of it."""
        control = Control()
        found = self.terminal.wait(
            lambda: check_answer(puzzle, move, control=control), control, "Checking your move ..."
        )
        self._keep(puzzle, "solved" if found.right else "wrong")
        (self.terminal.say if found.right else self.terminal.warn)(found.words)
        if len(found.line) > 1:
            more = " ..." if len(found.line) > _LINE else ""
            self.terminal.say(f"Best play: {' '.join(found.line[:_LINE])}{more}", QUIET)
        return found.right

    def _keep(self, puzzle: Puzzle, result: TryResult) -> None:
        made = Try(puzzle.id, result, today().isoformat())
        self._kept = Progress([*self._kept.tries, made])
        if self._file is not None:
            try:
                self._file.add(made)
            except ProgressError as error:
                self._keep_nothing(error)

    def _keep_nothing(self, error: ProgressError) -> None:
        note(f"{error}; what you solve will not be kept")
        self._file = None


def mine(game: Game, file: Path, count: int, games: int, first_ply: int, seed: int) -> None:
    """Simulate games, and keep positions with one single move that keeps the value."""
    output = OutputFile(file)
    control = Control()

    def work() -> list[Puzzle]:
        with progress(games, "games") as step:
            return mined(
                game, count, games, seed, first_ply, control,
                lambda _game, found: step(f"{found} found"),
            )  # fmt: skip

    with notices(game.title):
        found, _ = interruptible(work, control)
    if found is None:
        raise UserError("ended by Ctrl-C; nothing was written", INTERRUPTED)
    if not found:
        raise UserError(f"there is no puzzle in {games} games: give more --games", FAILURE)
    how = f"--count {count} --games {games} --first-ply {first_ply} --seed {seed}"
    if file != STANDARD_OUTPUT:
        note("1 puzzle found" if len(found) == 1 else f"{len(found)} puzzles found")
    output.write(mined_text(game, found, f"plyground mine {how}"))


def _among(game: Game | None, file: Path | None) -> Sequence[Puzzle]:
    """The puzzles to choose from. Raises UserError if there are none."""
    if game is None:
        return all_puzzles()
    if file is not None:
        try:
            found = read_puzzles(file, game)
        except PuzzleError as error:
            if isinstance(error.__cause__, OSError):
                raise unreadable(file, error.__cause__, "a file of puzzles") from None
            raise
        if not found:
            raise UserError(f"{file} has no puzzles", FAILURE)
        return found
    found = puzzles(game)
    if not found:
        there = dict.fromkeys(full_title(each.game) for each in all_puzzles())
        raise UserError(
            f"Plyground has no puzzles for {full_title(game)}, only for {', '.join(there)}: "
            "make some with plyground mine",
            FAILURE,
        )
    return found


def _named(
    among: Sequence[Puzzle], number: int | None, rating: str | None, daily: bool
) -> Sequence[Puzzle]:
    """Those of the puzzles that the options mean. Raises UserError if they mean none."""
    if number is not None:
        if number > len(among):
            raise UserError(f"give a puzzle from 1 to {len(among)}, and not {number}")
        return [among[number - 1]]
    if daily:
        return [of_day(today(), among)]
    if rating is not None:
        found = [each for each in among if each.level == rating]
        if not found:
            there = dict.fromkeys(each.level for each in among)
            raise UserError(f"there are no {rating} puzzles here, only {', '.join(there)}", FAILURE)
        return found
    return among


def _progress_file() -> ProgressFile:
    """The file that keeps what was solved."""
    return ProgressFile(data_folder() / PROGRESS)


def _progress() -> Progress:
    """What was solved; what is damaged is named. Raises ProgressError."""
    file = _progress_file()
    kept = file.read()
    if kept.spoilt:
        note(file.said(kept))
    return kept


def _print_one(chosen: Sequence[Puzzle], solution: bool) -> None:
    """The one puzzle that is meant, or the next, as data."""
    found = chosen[0] if len(chosen) == 1 else _progress().next(chosen) or chosen[0]
    with notices(found.game.title):
        say(json.dumps(found.to_json(solution)))


def _tell_progress(among: Sequence[Puzzle], as_json: bool) -> None:
    """How many puzzles are solved, of each game and level, and the rating over all games."""
    kept = _progress()
    rating = rating_of(kept.tries)
    counts, rows = [], []
    for game in dict.fromkeys(each.game for each in among):
        of_game = [each for each in among if each.game == game]
        levels = {
            level: {"solved": sum(found), "puzzles": len(found)}
            for level in LEVELS
            if (found := [each.id in kept.solved for each in of_game if each.level == level])
        }
        solved = sum(each["solved"] for each in levels.values())
        counts.append(
            {
                "game": game.to_json(),
                "solved": solved,
                "puzzles": len(of_game),
                "levels": levels,
            }
        )
        shares = {level: f"{each['solved']} of {each['puzzles']}" for level, each in levels.items()}
        by_level = (shares.get(level, "") for level in LEVELS)
        rows.append((full_title(game), f"{solved} of {len(of_game)}", *by_level))
    if as_json:
        say(json.dumps({"games": counts, "rating": rating.to_json()}))
    else:
        terminal = Terminal()
        terminal.listing(("Puzzles solved", "all", *LEVELS), rows)
        if rating.counted:
            many = "" if rating.counted == 1 else "s"
            terminal.say(f"Rating: {rating.points:,.0f}, from {rating.counted} puzzle{many}.")
