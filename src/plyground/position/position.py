"""`Position`: a game, a state, and the moves that led there. Immutable; playing makes a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from plyground.position import entries
from plyground.position.errors import (
    GameOverError,
    IllegalMoveError,
    ParameterError,
    UnreadableMoveError,
)
from plyground.position.game import Game
from plyground.position.outcome import DRAW, ONGOING, Outcome
from plyground.render.board import Picture
from plyground.render.svg import svg
from plyground.render.text import text

_MOVES_NAMED = 12  # an error that lists legal moves lists no more than these


class Position:
    """A position of a game, with its history. Equal if the game and the moves are.

    Moves are texts in the game's notation (`moves`, `play`), or, for code that searches, ints
    (`codes`, `play_code`). A position keeps its parent, so undo costs nothing.
    """

    __slots__ = ("_code", "_codes", "_game", "_parent", "_ply", "_result", "_state", "_turn")

    def __init__(
        self, game: Game, state: tuple[int, ...], parent: Position | None, code: int | None
    ) -> None:
        """For `start` and `play_code`, which see to it that the arguments belong together."""
        self._game = game
        self._state = state
        self._parent = parent
        self._code = code
        self._ply: int = parent._ply + 1 if parent is not None else 0
        self._turn, self._result, self._codes = entries.look(game.rules, state)

    @classmethod
    def start(cls, game: Game) -> Position:
        """The position at the start of `game`."""
        return cls(game, entries.start(game.rules), None, None)

    @property
    def game(self) -> Game:
        """The game, with its parameters."""
        return self._game

    @property
    def state(self) -> tuple[int, ...]:
        """The words that the game's kernels work on."""
        return self._state

    @property
    def parent(self) -> Position | None:
        """The position before the last move; None at the start."""
        return self._parent

    @property
    def ply(self) -> int:
        """How many moves were made."""
        return self._ply

    @property
    def turn(self) -> int:
        """The player to move, from 0; after the end, the one whose turn it would be."""
        return self._turn

    @property
    def codes(self) -> tuple[int, ...]:
        """The legal moves as codes, in the order of the game's kernel."""
        return self._codes

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as texts; none after the end."""
        return tuple(self._game.move_texts[code] for code in self._codes)

    @property
    def last_code(self) -> int | None:
        """The code of the move that led here; None at the start."""
        return self._code

    @property
    def last_move(self) -> str | None:
        """The text of the move that led here; None at the start."""
        return None if self._code is None else self._game.move_texts[self._code]

    @property
    def line(self) -> list[Position]:
        """All positions from the start to this one."""
        return list(self._back())[::-1]

    @property
    def history(self) -> tuple[str, ...]:
        """The texts of the moves that led here."""
        moves = [position.last_move for position in self._back()]
        return tuple(move for move in reversed(moves) if move is not None)

    @property
    def result(self) -> int:
        """The result code that the game's kernel gives, see `outcome` for its meaning."""
        return self._result

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._result != ONGOING

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        if self._result == ONGOING:
            return None
        game = self._game
        if self._result == DRAW:
            return Outcome(None, None, game.drawn_by)
        sites = game.deciding(self._state)
        return Outcome.from_result(self._result, game.players, game.decided_by, sites)

    @property
    def key(self) -> tuple[int, ...]:
        """The words that tell this state from every other reachable one of the game."""
        return entries.key(self._game.rules, self._state)

    def estimate(self, heuristic: str, player: int) -> int:
        """What a heuristic of the game says of this position for `player`, greater for better.

        Raises ParameterError if the game lacks it, GameOverError after the end.
        """
        which = self._game.heuristic_number(heuristic)
        if self.over:
            raise GameOverError(f"the game is over ({self.outcome}): nothing is to be estimated")
        return entries.estimate(self._game.rules, self._state, player, which)

    def play(self, move: str) -> Position:
        """The position after a move, given as text.

        Raises UnreadableMoveError, IllegalMoveError or GameOverError; this position stays as it
        is in any case.
        """
        if not isinstance(move, str):
            raise UnreadableMoveError(f"a move is a text such as {self._game.move_texts[0]!r}")
        code = self._game.move_code(move)
        if not self.over and code not in self._codes:
            raise IllegalMoveError(self._refusal(code))
        return self.play_code(code)

    def play_code(self, code: int) -> Position:
        """The position after a move, given as code. Raises IllegalMoveError or GameOverError."""
        if self.over:
            raise GameOverError(f"the game is over ({self.outcome}): no move can follow")
        if code not in self._codes:
            raise IllegalMoveError(f"move code {code} is not among the legal {self._codes}")
        state = entries.play(self._game.rules, self._state, code)
        return Position(self._game, state, self, code)

    def picture(self, colours: tuple[str, ...] | None = None) -> Picture:
        """This position ready to draw, in the game's colours or those given, one for each player.

        Raises ParameterError if there are too few.
        """
        game = self._game
        if colours is not None and len(colours) < game.players:
            raise ParameterError(
                f"{game.title} takes {game.players} colours, one for each player, "
                f"and not {len(colours)}"
            )
        marks = game.marks(self._state)
        last: frozenset[int] = frozenset()
        if self._parent is not None:
            before = game.marks(self._parent._state)
            last = frozenset(site for site, mark in enumerate(marks) if mark != before[site])
        outcome = self.outcome
        return Picture(
            board=game.board,
            marks=marks,
            colours=colours or game.colours,
            symbols=game.symbols,
            last=last,
            deciding=outcome.sites if outcome else frozenset(),
            title=game.title,
            description=self.describe(),
        )

    def describe(self) -> str:
        """The position in words: what was played, and whose turn it is or how it ended."""
        played = f"Moves so far: {' '.join(self.history)}. " if self._ply else "No moves yet. "
        outcome = self.outcome
        return played + (f"{outcome}." if outcome else f"Player {self._turn + 1} to move.")

    def _refusal(self, code: int) -> str:
        game = self._game
        named = ", ".join(self.moves[:_MOVES_NAMED])
        if len(self._codes) > _MOVES_NAMED:
            named += f" and {len(self._codes) - _MOVES_NAMED} more"
        why = game.refusal(self._state, code) or f"{game.move_texts[code]} is not legal here"
        return f"{why.rstrip('.!')}: legal are {named}"

    def _back(self) -> Iterator[Position]:
        position: Position | None = self
        while position is not None:
            yield position
            position = position._parent

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._ply == other._ply
            and self._state == other._state
            and self._game == other._game
            and self.history == other.history
        )

    def __hash__(self) -> int:
        return hash((self._game, self._ply, self._state))

    def __repr__(self) -> str:
        return f"{self._game!r}.position({' '.join(self.history)!r})"

    def __str__(self) -> str:
        return text(self.picture())

    def _repr_svg_(self) -> str:
        return svg(self.picture())

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Position:
        return self

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        codes = tuple(position._code for position in self.line[1:])
        return _restore, (self._game, codes)


def _restore(game: Game, codes: tuple[int, ...]) -> Position:
    position = Position.start(game)
    for code in codes:
        position = position.play_code(code)
    return position
