"""Puzzles in the terminal: the board, what is asked, answers and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from plyground.analysis.puzzles import (
    Progress,
    ProgressError,
    ProgressFile,
    Puzzle,
    Try,
    TryResult,
    check_answer,
    hints,
)
from plyground.cli.dialogue import Command, Dialogue, Word
from plyground.cli.session import Quit
from plyground.cli.terminal import NOTICE, QUIET, EndOfInput, Terminal, note, notices
from plyground.records import today
from plyground.search import Control

_COMMANDS: dict[Word, str] = {
    "hint": "get some help; again, more help",
    "skip": "leave this puzzle",
    "help": "read this again",
    "quit": "stop",
}
_LINE = 12  # moves of a line that are shown


def solve_one(puzzle: Puzzle, total: int, path: Path) -> None:
    """Pose one puzzle, of so many; `path` is the file that keeps what was solved."""
    session = _Session(path)
    try:
        session.pose(puzzle, total)
    except (EndOfInput, Quit):
        session.terminal.say("Goodbye.")


def solve_some(puzzles: Sequence[Puzzle], total: int, path: Path) -> None:
    """Pose puzzles, those not yet solved and near the person's level, until they quit."""
    session = _Session(path)
    skipped: set[str] = set()
    try:
        while (puzzle := session.progress().next(puzzles, skipped)) is not None:
            if not session.pose(puzzle, total):
                skipped.add(puzzle.id)
            session.terminal.say()
        if skipped:
            session.terminal.say("Those that are left you have skipped.")
        else:
            session.terminal.say(f"You have solved all {len(puzzles)} of them.", NOTICE)
            session.terminal.say("Give --number N to see one again.", QUIET)
    except (EndOfInput, Quit):
        session.terminal.say("Goodbye.")


class _Session:
    """Puzzles that are posed one after the other."""

    def __init__(self, path: Path) -> None:
        self.terminal = Terminal()
        self._file: ProgressFile | None = ProgressFile(path)
        self._kept = Progress()

    def progress(self) -> Progress:
        """What was solved; if it cannot be kept, as far as this session goes."""
        if self._file is not None:
            try:
                self._kept = self._file.read()
            except ProgressError as error:
                self._keep_nothing(error)
        return self._kept

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
            lambda: check_answer(puzzle, move, control), control, "Looking what follows ..."
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
        note(f"{error}; what you solve is not kept")
        self._file = None
