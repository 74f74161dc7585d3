"""`Game`: what every game gives, and what it gets for it.

A game is one class. It states its parameters, its moves' texts and its board as data, and makes
its rules as kernels: small pure functions, compiled, over a state that is a tuple of np.uint64.

    kernel                          meaning
    start() -> state                the empty board
    player(state) -> int            who is to move, from 0
    moves(state, out) -> int        writes the codes of the legal moves to `out`, returns how many;
                                    asked only while the game goes on
    play(state, move) -> state      after a legal move
    result(state) -> int            ONGOING, DRAW, won(player) or lost(player), see `outcome`
    key(state) -> words             one word, or a tuple of words, that no other reachable state
                                    has; without one, the state itself is its key
    canonical(state) -> state       the representative of all states that are equal up to the
                                    game's symmetries; without one, the game has none

Moves are codes from 0 to max_moves - 1. A position never repeats within a game.

These make exact solving stronger, and may be left out. A value is seen by the player to move, with
W = max_plies + 1: W - n for a win that takes n plies, n - W for a loss, 0 for a draw.

    bounds(state) -> low, high, rank  proven limits of the value, from -W to W, and how good the
                                    position looks for the player who moved there, for the order
                                    of moves; without it, only ended positions have limits
    candidates(state, out) -> int   writes moves of which one is best, the most promising first,
                                    returns how many, 1 or more; asked only where `bounds` leaves
                                    the value open; without it, all legal moves
    class_key(state) -> words       a word, or a tuple of words, that only states have in common
                                    whose values and plies left are equal; without it, the key of
                                    the canonical state. Of one word, or of two whose bits
                                    `class_bits` states, a table entry takes 8 bytes

A game may also have heuristics, kernels `heuristic(state, player) -> int` that estimate a position
in which the game goes on: the higher, the better for `player`, whoever is to move. They stay
between -HEURISTIC_MOST and HEURISTIC_MOST.
"""

from __future__ import annotations

import operator
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType, MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from plyground.kernel import Rules, compiled
from plyground.position.errors import (
    MoveError,
    ParameterError,
    PlygroundError,
    RulesError,
    UnreadableMoveError,
)
from plyground.position.loading import find_class
from plyground.position.outcome import ONGOING, standing
from plyground.render.board import Board, Mark
from plyground.render.colours import DEFAULT

if TYPE_CHECKING:
    from plyground.position.position import Position

Kernels = Mapping[str, Callable[..., Any]]

HEURISTIC_MOST = 500_000
"""No heuristic is further from 0: proven wins and losses score more, see `search`."""

NO_HEURISTIC = "none"
"""The heuristic that every game has: 0 everywhere."""

_REQUIRED = ("start", "player", "moves", "play", "result")

_rules: dict[tuple[type, tuple[tuple[str, int], ...]], Rules] = {}


@compiled
def _no_heuristic(_state: Any, _player: int, _which: int) -> int:
    return 0


def _chain(heuristics: Iterable[Callable[..., Any]]) -> Callable[..., Any]:
    """One kernel (state, player, which) for all heuristics, which are counted from 1."""
    chain: Callable[..., Any] = _no_heuristic
    for number, heuristic in enumerate(heuristics, 1):
        chain = _either(number, heuristic, chain)
    return chain


def _either(
    number: int, heuristic: Callable[..., Any], others: Callable[..., Any]
) -> Callable[..., Any]:
    @compiled
    def either(state: Any, player: int, which: int) -> int:
        if which == number:
            return heuristic(state, player)  # type: ignore[no-any-return]
        return others(state, player, which)  # type: ignore[no-any-return]

    return either


@compiled
def _state_itself(state: Any) -> Any:
    return state


def _complete(given: dict[str, Callable[..., Any]], max_plies: int) -> None:
    """Add what exact solving uses where a game does not give it."""
    player, result, key = given["player"], given["result"], given["key"]
    canonical = given["canonical"]
    most = max_plies + 1

    @compiled
    def bounds(state: Any) -> tuple[int, int, int]:
        ended = result(state)
        if ended == ONGOING:
            return -most, most, 0
        value = most * standing(ended, player(state))
        return value, value, 0

    @compiled
    def class_key(state: Any) -> Any:
        return key(canonical(state))

    given.setdefault("bounds", bounds)
    given.setdefault("candidates", given["moves"])
    given.setdefault("class_key", class_key)


def kernels(*functions: Callable[..., Any]) -> Kernels:
    """The functions under their own names, compiled where they are not yet.

    Functions of the same scope that they call are compiled too; others have to be made by
    `compiled`.
    """
    done: dict[FunctionType, Callable[..., Any]] = {}
    return {function.__name__: _with_callees(function, done) for function in functions}


def _with_callees(
    function: Callable[..., Any], done: dict[FunctionType, Callable[..., Any]]
) -> Callable[..., Any]:
    if not isinstance(function, FunctionType):
        return function
    if function not in done:
        done[function] = compiled(function)
        for cell in function.__closure__ or ():
            cell.cell_contents = _with_callees(cell.cell_contents, done)
    return done[function]


@dataclass(frozen=True)
class Parameter:
    """A number that a game is made with, and the range that it supports."""

    name: str
    default: int
    least: int
    most: int
    meaning: str


class Game(ABC):
    """The rules of one game with its parameters. Immutable; equal if class and parameters are."""

    name: ClassVar[str]
    """What the command line calls it."""
    title: ClassVar[str]
    """What people call it."""
    summary: ClassVar[str]
    """The rules in a sentence or two."""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    colours: ClassVar[tuple[str, ...]] = DEFAULT
    """One CSS colour for each player."""
    symbols: ClassVar[tuple[str, ...]] = ("X", "O", "*", "+", "#")
    """One character for each player, for boards drawn as text."""
    player_names: ClassVar[tuple[str, ...]] = ()
    """What people call the players, as in "red"; none where they are counted."""
    remarks: ClassVar[Mapping[str, str]] = {}
    """A review's reasons in the game's own words, by their names: see `analysis.reasons`."""
    decided_by: ClassVar[str] = "by the rules"
    """Why a game that is won or lost has ended, as in "four in a row"."""
    drawn_by: ClassVar[str] = "the board is full"
    """Why a drawn game has ended."""
    draws_are_longest: ClassVar[bool] = False
    """Whether a drawn game always takes max_plies plies."""

    players: int = 2
    max_plies: int
    """No game is longer."""
    default_depth: int = 4
    """How many plies the computer looks ahead unless told otherwise."""
    default_heuristic: str = NO_HEURISTIC
    """How the computer estimates positions unless told otherwise."""
    class_bits: tuple[int, int] = (0, 64)
    """How many bits the words of a class key have: the first of two, and the second or only one."""
    move_texts: tuple[str, ...]
    """The text of each move, by its code."""
    move_hint: str
    """What a move text is, as in "a column, 1 to 7"."""
    board: Board

    def __init__(self, **values: int) -> None:
        """Check the parameters against their ranges and keep each as an attribute.

        Raises ParameterError if one is unknown, not a whole number, or out of its range.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in values:
            if name not in known:
                accepted = f"its parameters are {', '.join(known)}" if known else "it has none"
                raise ParameterError(f"{self.title} has no parameter {name}: {accepted}")
        chosen: dict[str, int] = {}
        for name, parameter in known.items():
            least, most = parameter.least, parameter.most
            value = values.get(name, parameter.default)
            try:
                chosen[name] = operator.index(value)
            except TypeError:
                chosen[name] = least - 1
            if not least <= chosen[name] <= most or isinstance(value, bool):
                raise ParameterError(
                    f"{self.title} takes {least} to {most} {name}, and not {value!r}"
                )
            setattr(self, name, chosen[name])
        self.values: Mapping[str, int] = MappingProxyType(chosen)

    def __setattr__(self, name: str, value: object) -> None:
        """Set an attribute once, while the game is made: its rules are compiled for its values."""
        if name in vars(self):
            raise AttributeError(f"a game cannot be changed: make another {type(self).__name__}")
        super().__setattr__(name, value)

    @abstractmethod
    def kernels(self) -> Kernels:
        """The rules, compiled, under the names that the table above gives: see `kernels`."""

    def heuristics(self) -> Kernels:
        """Kernels (state, player) -> int that estimate positions, by their names.

        An estimate is from the player's point of view, HEURISTIC_MOST at most either way.
        """
        return {}

    @abstractmethod
    def marks(self, state: tuple[int, ...]) -> tuple[Mark | None, ...]:
        """What lies on each site of the board."""

    def deciding(self, state: tuple[int, ...]) -> frozenset[int]:
        """The sites of the line or triangle that ended the game, if there is one."""
        return frozenset()

    def refusal(self, state: tuple[int, ...], code: int) -> str:
        """Why a move is illegal, in the game's own words; empty if there is nothing to add."""
        return ""

    def normalise(self, text: str) -> str:
        """A move text as people write it, in the one form in which it is looked up."""
        return text.strip().lower()

    @property
    def max_moves(self) -> int:
        """How many move codes there are, and so the most moves that can be legal at once."""
        return len(self.move_texts)

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {self.normalise(text): code for code, text in enumerate(self.move_texts)}

    def move_code(self, text: str) -> int:
        """The code of a move text. Raises UnreadableMoveError if it is none."""
        code = self._codes.get(self.normalise(text))
        if code is None:
            raise UnreadableMoveError(
                f"{text!r} is not a move of {self.title}: give {self.move_hint}"
            )
        return code

    def split_moves(self, texts: str | Iterable[str]) -> list[str]:
        """The single move texts in one or several words.

        Moves are separated by spaces or commas; where every move is one character, they may be
        joined, as in "4453".
        """
        words = [texts] if isinstance(texts, str) else list(texts)
        for word in words:
            if not isinstance(word, str):
                raise UnreadableMoveError(f"{word!r} is not a text: give {self.move_hint}")
        joined = " ".join(words).replace(",", " ")
        if all(len(text) == 1 for text in self.move_texts):
            return [character for character in joined if not character.isspace()]
        return joined.split()

    def exact_score(self, value: int, ply: int) -> int:
        """How people write the exact value of a position after so many plies.

        Without a convention of the game's own: in how many plies the player to move wins, less
        than 0 for a loss, 0 for a draw. The value is W - n for a win that takes n plies, n - W for
        a loss, where W = max_plies + 1.
        """
        most = self.max_plies + 1
        return most - value if value > 0 else -most - value if value else 0

    def position_text(self, line: str) -> str:
        """What of a line of a file names the moves of a position."""
        return line

    @cached_property
    def _heuristics(self) -> Kernels:
        """The heuristics, compiled where they are not yet."""
        given = self.heuristics()
        if not isinstance(given, Mapping) or not all(
            isinstance(name, str) and re.fullmatch(r"[\w-]+", name) and name != NO_HEURISTIC
            for name in given
        ):
            raise PlygroundError(
                f"{self.title}: heuristics() returns kernels by their names, which are words such "
                f"as my-rating, and not {NO_HEURISTIC}"
            )
        done: dict[FunctionType, Callable[..., Any]] = {}
        return {name: _with_callees(function, done) for name, function in given.items()}

    @cached_property
    def heuristic_names(self) -> tuple[str, ...]:
        """The names of the heuristics, NO_HEURISTIC first, in the order of their numbers."""
        return (NO_HEURISTIC, *self._heuristics)

    def heuristic_number(self, name: str) -> int:
        """What the kernel `heuristic` of the rules takes for `which`.

        Raises ParameterError if the game has no heuristic of that name.
        """
        if name not in self.heuristic_names:
            raise ParameterError(
                f"{self.title} has no heuristic {name!r}: give {', '.join(self.heuristic_names)}"
            )
        return self.heuristic_names.index(name)

    @cached_property
    def rules(self) -> Rules:
        """The kernels as compiled code takes them, the same object for equal games."""
        which = (type(self), tuple(self.values.items()))
        if which not in _rules:
            own = self.kernels()
            if not isinstance(own, Mapping):
                raise RulesError(f"{self.title}: kernels() returns pg.kernels(...), and not {own}")
            given = {"key": _state_itself, "canonical": _state_itself, **own}
            missing = [name for name in _REQUIRED if name not in given]
            if missing:
                raise TypeError(f"{self.title} gives no kernel named {', '.join(missing)}")
            given["heuristic"] = _chain(self._heuristics.values())
            _complete(given, self.max_plies)
            constants = {
                "players": self.players,
                "max_moves": self.max_moves,
                "max_plies": self.max_plies,
                "class_high_bits": self.class_bits[0],
                "class_low_bits": self.class_bits[1],
                "value_bits": (2 * self.max_plies + 3).bit_length(),
                "move_bits": self.max_moves.bit_length(),
            }
            _rules[which] = Rules(self.name, self.values, given, constants)
        return _rules[which]

    def position(self, moves: str | Iterable[str] = "") -> Position:
        """The position after `moves` from the start.

        Raises MoveError, naming the move, if one is unreadable, illegal, or after the end.
        """
        from plyground.position.position import Position

        position = Position.start(self)
        for number, text in enumerate(self.split_moves(moves), 1):
            try:
                position = position.play(text)
            except MoveError as error:
                raise type(error)(f"move {number}, {text}: {error}") from None
        return position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(self) is type(other) and self.values == other.values

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.values.items())))

    def __repr__(self) -> str:
        stated = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{type(self).__name__}({stated})"

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        module = type(self).__module__
        file = getattr(sys.modules[module], "__game_file__", None)
        return _restore, (module, type(self).__qualname__, file, dict(self.values))


def _restore(module: str, qualname: str, file: str | None, values: dict[str, int]) -> Game:
    game = find_class(module, qualname, file)(**values)
    assert isinstance(game, Game)
    return game
