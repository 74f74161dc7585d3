"""`Puzzle`: a position with one single move that keeps the win, or the draw; and its answers.

How well a puzzle hides is its rating: how many plies a search has to look ahead until it always
takes the solution. As long as neither the solution is seen to win nor every other move to lose, the
search may take another move; from then on it cannot any more, however deep it looks. So it is the
least of

    the plies that the solution takes to win, if it wins
    the most plies that any other move takes to lose, if all others lose

both with best play, the move itself counted. Who plays needs to see as many moves of their own as
that has, of every two plies one: that is the level.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from plyground.position import CannotError, Game, MoveError, Position, file_stem
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
