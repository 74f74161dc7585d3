"""`Game`, what every game states and gets in return; and `Position`, a moment of a game.

A game is one class. It states its parameters, the texts of its moves and its board as data, and its
rules as kernels, see `position.kernels`.
"""

from __future__ import annotations

import operator
import re
import reprlib
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, partial
from types import FunctionType, MappingProxyType
from typing import Any, ClassVar

from plyground.kernel import Rules
from plyground.position import calls, own_heuristic
from plyground.position.errors import (
    CannotError,
    GameOverError,
    IllegalMoveError,
    MoveError,
    ParameterError,
    UnreadableMoveError,
)
from plyground.position.face import Face
from plyground.position.faults import fault_at, fault_in
from plyground.position.guards import guarded, guarded_heuristic
from plyground.position.kernels import NO_HEURISTIC, Kernels, complete, with_callees
from plyground.position.levels import Level, usual_levels
from plyground.position.links import moves_in_link
from plyground.position.loading import find_class
from plyground.position.outcome import DRAW, ONGOING, Outcome
from plyground.position.reasons import NO_REASONS, Reasons
from plyground.position.shipped import shipped_module
from plyground.position.trial import mixed_numbers, require_rules, try_out
from plyground.position.trial_words import shown
from plyground.render.board import Board, Mark, Picture
from plyground.render.colours import DEFAULT
from plyground.render.svg import svg
from plyground.render.text import text

_rules: dict[tuple[type, tuple[tuple[str, int], ...]], Rules] = {}

_rules_rated: dict[tuple[type, tuple[tuple[str, int], ...], own_heuristic.OwnHeuristic], Rules] = {}

_MOVES_NAMED = 12  # an error lists no more legal moves


@dataclass(frozen=True)
class Parameter:
    """A number that a game takes, and the range that it supports."""

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
    goal: ClassVar[str] = ""
    """What to play for, in a few words, for example "Get four in a row"."""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    colours: ClassVar[tuple[str, ...]] = DEFAULT
    """One CSS colour for each player."""
    symbols: ClassVar[tuple[str, ...]] = ("X", "O", "*", "+", "#")
    """One character for each player, for boards drawn as text."""
    player_names: ClassVar[tuple[str, ...]] = ()
    """The players' names, such as "red"; none where players are numbered."""
    remarks: ClassVar[Mapping[str, str]] = {}
    """The reasons of a review in the game's own words, by their names: see `analysis.reasons`."""
    decided_by: ClassVar[str] = "by the rules"
    """Why a game that is won or lost has ended, for example "four in a row"."""
    drawn_by: ClassVar[str] = "the board is full"
    """Why a drawn game has ended."""
    score_unit: ClassVar[str] = "plies"
    """What `exact_score` counts."""
    draws_are_longest: ClassVar[bool] = False
    """Whether a drawn game always takes max_plies plies."""

    players: int = 2
    max_plies: int
    """No game is longer."""
    default_depth: int = 4
    """How many plies the computer looks ahead by default."""
    default_heuristic: str = NO_HEURISTIC
    """The name of the heuristic that the computer uses by default."""
    class_bits: tuple[int, int] = (0, 64)
    """The bits in each word of a class key: in the first of two words, and in the second or only
    one.
    """
    move_texts: tuple[str, ...]
    """The text of each move, by its code."""
    move_hint: str
    """What a move text is, for example "a column, 1 to 7"."""
    board: Board
    cell_marks: tuple[Mark | None, ...] = ()
    """How each number that the kernel `cells` writes looks. The first entry is for 0 and is None.
    Without this tuple, 1 is the plain mark of player 0, 2 that of player 1, and so on.
    """

    def __init__(self, **values: int) -> None:
        """Check the parameters against their ranges and keep each as an attribute.

        Raises ParameterError if one is unknown, not a whole number, or out of its range.
        """
        known = {parameter.name: parameter for parameter in self.parameters}
        for name in values:
            if name not in known:
                accepted = f"its parameters are {', '.join(known)}" if known else "it has none"
                if self._own_file and type(self).__init__ is not Game.__init__:
                    kind = type(self)  # whose own __init__ gives a wrong name
                    raise fault_at(
                        kind, "__init__", "unknown-parameter",
                        kind=kind.__name__, name=name, accepted=accepted,
                    )  # fmt: skip
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
            made = type(self).__name__
            raise AttributeError(
                f"a game cannot be changed: make another {made}", name=name, obj=self
            )
        super().__setattr__(name, value)

    @abstractmethod
    def kernels(self) -> Kernels:
        """The rules, compiled, under the names that the table in `position.kernels` gives."""

    def heuristics(self) -> Kernels:
        """Kernels (state, player) -> int that estimate positions, by their names.

        An estimate is from the player's point of view, HEURISTIC_MOST at most either way.
        """
        return {}

    def marks(self, state: tuple[int, ...]) -> tuple[Mark | None, ...]:
        """The mark on each site of the board, for a game whose rules have no kernel `cells`."""
        raise CannotError(f"{self.title} cannot be drawn: its rules have no kernel cells")

    def refusal(self, state: tuple[int, ...], code: int) -> str:
        """Why a move is illegal, in the game's own words; empty if there is nothing to add."""
        return ""

    @property
    def reasons(self) -> Reasons:
        """What the game says for or against a move, in its own terms."""
        return NO_REASONS

    def cells_in(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """What each site of the board holds in a state: see `Position.cells`."""
        if "cells" not in self.rules.kernels:
            raise CannotError(f"the rules of {self.title} have no kernel cells")
        return calls.cells(self.rules, state, len(self.board.sites), len(self.looks))

    def site_text(self, site: int) -> str:
        """What a site of the board is called within a sentence."""
        one_each = len(self.move_texts) == len(self.board.sites)
        return self.face.wording.spoken(self.move_texts[site]) if one_each else f"cell {site + 1}"

    @cached_property
    def face(self) -> Face:
        """The game's words, hints and proposals for people."""
        return Face()

    @property
    def levels(self) -> tuple[Level, ...]:
        """The opponents for a person, the weakest first: level 1, level 2, and so on."""
        return self.face.levels or usual_levels(self.players, self.default_depth)

    def normalise(self, text: str) -> str:
        """A move text as people write it, in the one form that the game looks up."""
        return text.strip().lower()

    def read_move(self, text: str) -> str:
        """The move text for a single move as a player types it, where the typing is clear.

        It may accept more than the notation, in which several moves may be written side by side.
        """
        return text

    @property
    def stem(self) -> str:
        """The beginning of the name of a file about the game with its parameters."""
        return "-".join([re.sub(r"[^\w-]", "_", self.name), *map(str, self.values.values())])

    @property
    def max_moves(self) -> int:
        """How many move codes there are, and so the most moves that can be legal at once."""
        return len(self.move_texts)

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {self.normalise(text): code for code, text in enumerate(self.move_texts)}

    def move_code(self, text: str) -> int:
        """The code of a move text. Raises UnreadableMoveError if `text` is not a move text."""
        code = self._codes.get(self.normalise(text))
        if code is None:
            raise UnreadableMoveError(
                f"{text!r} is not a move of {self.title}: give {self.move_hint}"
            )
        return code

    @cached_property
    def joins_moves(self) -> bool:
        """Whether moves can be written without spaces: each is one character."""
        return all(len(text) == 1 for text in self.move_texts)

    def split_moves(self, texts: str | Iterable[str]) -> list[str]:
        """The single move texts in one or several words.

        Spaces or commas separate moves; where every move is one character, moves may be joined, for
        example "4453". A link to a solver or to Plyground stands for the moves in it. Raises
        TypeError for what is not texts, such as a number.
        """
        if not isinstance(texts, Iterable):
            example = self.face.example or self.move_texts[0]
            raise TypeError(
                f"write the moves as a text, such as {example!r}, not {reprlib.repr(texts)}"
            )
        words = [texts] if isinstance(texts, str) else list(texts)
        for word in words:
            if not isinstance(word, str):
                raise UnreadableMoveError(f"{word!r} is not a text: give {self.move_hint}")
        words = [moves_in_link(word) if "://" in word else word for word in words]
        joined = " ".join(words).replace(",", " ")
        if self.joins_moves:
            return [character for character in joined if not character.isspace()]
        return joined.split()

    def exact_score(self, value: int, ply: int) -> int:
        """The exact value of a position after `ply` plies, as people write it.

        A game may have its own convention. Without one: in how many plies the player to move wins,
        negative for a loss, 0 for a draw. `value` is W - n for a win that takes n plies, n - W for
        a loss, where W = max_plies + 1.
        """
        most = self.max_plies + 1
        return most - value if value > 0 else -most - value if value else 0

    def stated_score(self, line: str) -> tuple[str, int | None]:
        """The moves in a line of a file, and the score that it states for the position, if any."""
        return line, None

    @cached_property
    def _heuristics(self) -> Kernels:
        """The heuristics, all compiled."""
        given = self.heuristics()
        if not isinstance(given, Mapping) or not all(
            isinstance(name, str) and re.fullmatch(r"[\w-]+", name) and name != NO_HEURISTIC
            for name in given
        ):
            raise fault_in(
                type(self).heuristics, "heuristic-names", value=shown(given), taken=NO_HEURISTIC
            )
        done: dict[FunctionType, Callable[..., Any]] = {}
        return {name: with_callees(function, done) for name, function in given.items()}

    @cached_property
    def heuristic_names(self) -> tuple[str, ...]:
        """The names of the heuristics, NO_HEURISTIC first, in the order of their numbers."""
        return (NO_HEURISTIC, *self._heuristics)

    def heuristic_number(self, name: str) -> int:
        """The number of a heuristic, which the kernel `heuristic` of the rules takes as `which`.

        Raises ParameterError if the game has no heuristic of that name.
        """
        if name not in self.heuristic_names:
            raise ParameterError(
                f"{self.title} has no heuristic {name!r}: give {', '.join(self.heuristic_names)}"
            )
        return self.heuristic_names.index(name)

    @property
    def _own_file(self) -> str | None:
        """The file that its class was loaded from; None for a game of a package."""
        return getattr(sys.modules[type(self).__module__], "__game_file__", None)

    @cached_property
    def rules(self) -> Rules:
        """The kernels as compiled code takes them, the same object for equal games."""
        if "values" not in vars(self):
            raise fault_at(type(self), "__init__", "missing-super")
        which = (type(self), tuple(self.values.items()))
        if which not in _rules:
            own = self.kernels()
            require_rules(self, own)
            heuristics = list(self._heuristics.values())
            if self._own_file:
                try_out(self, dict(own))
                own = guarded(self, own)
                heuristics = [
                    guarded_heuristic(name, each, each) for name, each in self._heuristics.items()
                ]
            given = complete(own, heuristics, self.max_plies)
            constants = {
                "players": self.players,
                "max_moves": self.max_moves,
                "max_plies": self.max_plies,
                "draws_are_longest": int(self.draws_are_longest),
                "class_high_bits": self.class_bits[0],
                "class_low_bits": self.class_bits[1],
                "value_bits": (2 * self.max_plies + 3).bit_length(),
            }
            made = Rules(self.name, self.values, given, constants)
            made.runs_in_python = type(self).__module__.startswith("plyground.games.")
            made.shipped = partial(shipped_module, self)
            _rules[which] = made
        return _rules[which]

    @cached_property
    def looks(self) -> tuple[Mark | None, ...]:
        """How each number that the kernel `cells` writes looks: `cell_marks`, or plain marks."""
        return self.cell_marks or (None, *map(Mark, range(self.players)))

    def position(self, moves: str | Iterable[str] = "") -> Position:
        """The position after `moves` from the start.

        Raises MoveError, naming the move, if one is unreadable, illegal, or after the end, and
        TypeError for moves that are not texts, such as a number.
        """
        texts, codes = self.split_moves(moves), list[int]()
        with suppress(UnreadableMoveError):
            codes.extend(self.move_code(text) for text in texts)
        position = Position.start(self).follow(codes)
        for number, move in enumerate(texts[position.ply :], position.ply + 1):
            try:
                position = position.play(move)
            except MoveError as error:
                raise type(error)(f"move {number}, {move}: {error}") from None
        return position

    def to_json(self) -> dict[str, Any]:
        """The game as data: "name", "title" and "parameters"."""
        return {"name": self.name, "title": self.title, "parameters": dict(self.values)}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and type(self) is type(other) and self.values == other.values

    def __hash__(self) -> int:
        return hash((type(self), tuple(self.values.items())))

    def __repr__(self) -> str:
        stated = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{type(self).__name__}({stated})"

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        kind = type(self)
        return _restore, (kind.__module__, kind.__qualname__, self._own_file, dict(self.values))


def _restore(module: str, qualname: str, file: str | None, values: dict[str, int]) -> Game:
    game: Game = find_class(module, qualname, file)(**values)
    return game


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A position of a game, with its history. Equal if the game and the moves are.

    Moves are texts in the game's notation (`moves`, `play`) or, for code that searches, ints
    (`codes`, `play_code`). A position keeps its `parent`, which takes a move back.
    """

    # Stated here, because dataclass(slots=True) makes another class, in which nothing is frozen.
    __slots__ = ("codes", "game", "last_code", "parent", "ply", "result", "state", "turn")

    game: Game
    """The game, with its parameters."""
    state: tuple[int, ...]
    """The words that the game's kernels work on."""
    parent: Position | None
    """The position before the last move; None at the start."""
    last_code: int | None
    """The code of the move that led here; None at the start."""
    ply: int
    """The number of moves made."""
    turn: int
    """The player to move, from 0; after the end, the one whose turn it would be."""
    result: int
    """The result code of the game's kernel, see `outcome` for its meaning."""
    codes: tuple[int, ...]
    """The legal moves as codes, in the order of the game's kernel."""

    @staticmethod
    def start(game: Game) -> Position:
        """The position at the start of `game`."""
        state = calls.start(game.rules)
        mixed = calls.mixed_words(game.rules, state) if game._own_file else []
        if mixed:
            raise mixed_numbers(game.rules.kernels, mixed)
        return Position(game, state, None, None, 0, *calls.look(game.rules, state))

    @staticmethod
    def from_json(data: Mapping[str, Any], game: Game) -> Position:
        """The position of `game` that data of `to_json` describes; its moves are enough.

        The data names its game, which `pg.game(data["game"]["name"], **data["game"]["parameters"])`
        makes unless it comes from a file.

        Raises MoveError if they are not moves, ParameterError if the data names another game.
        """
        stated = data.get("game", game.to_json())
        if stated != game.to_json():
            raise ParameterError(f"this is a position of {stated}, and not of {game!r}")
        return game.position(data["moves"])

    @property
    def moves(self) -> tuple[str, ...]:
        """The legal moves as texts; none after the end."""
        return tuple(self.game.move_texts[code] for code in self.codes)

    @property
    def last_move(self) -> str | None:
        """The text of the move that led here; None at the start."""
        return None if self.last_code is None else self.game.move_texts[self.last_code]

    @property
    def line(self) -> list[Position]:
        """All positions from the start to this one."""
        found = [self]
        while (parent := found[-1].parent) is not None:
            found.append(parent)
        return found[::-1]

    @property
    def history(self) -> tuple[str, ...]:
        """The texts of the moves that led here."""
        return tuple(each.last_move for each in self.line if each.last_move is not None)

    def to_json(self) -> dict[str, Any]:
        """The position as data for `json.dumps`; players are numbered from 1."""
        return {
            "game": self.game.to_json(),
            "moves": list(self.history),
            "legal": list(self.moves),
            "turn": None if self.over else self.turn + 1,
            "over": self.over,
            "outcome": None if self.outcome is None else self.outcome.to_json(),
        }

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result != ONGOING

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before its end."""
        if not self.over:
            return None
        game, sites = self.game, frozenset[int]()
        if self.result != DRAW:
            sites = calls.deciding(game.rules, self.state, len(game.board.sites))
        return outcome_of(game, self.result, sites)

    @property
    def cells(self) -> tuple[int, ...]:
        """The number that each site of the board holds: 0 for nothing, see `Game.cell_marks`.

        Raises CannotError for a game whose rules have no kernel `cells`.
        """
        return self.game.cells_in(self.state)

    @property
    def marks(self) -> tuple[Mark | None, ...]:
        """The mark on each site of the board, None for nothing."""
        game = self.game
        if "cells" not in game.rules.kernels:
            return game.marks(self.state)
        return tuple(game.looks[number] for number in self.cells)

    @property
    def key(self) -> tuple[int, ...]:
        """The words that no other reachable state of the game has."""
        return calls.key(self.game.rules, self.state)

    def estimate(self, heuristic: own_heuristic.Heuristic, player: int) -> int:
        """The estimate of this position for `player` by a heuristic; higher is better.

        A heuristic is the name of one of the game's, a Python file with a function, or a function
        (cells, player). Raises GameOverError after the end, and as `rated_by` does.
        """
        rules, which = rated_by(self.game, heuristic)
        require_ongoing(self, "there is nothing to estimate")
        return calls.estimate(rules, self.state, player, which)

    def is_legal(self, move: str) -> bool:
        """Whether `play` accepts a move, given as text: none after the end."""
        try:
            self.play(move)
        except MoveError:
            return False
        return True

    def play(self, move: str) -> Position:
        """The position after a move, given as text. This position stays as it is.

        Raises UnreadableMoveError, IllegalMoveError or GameOverError.
        """
        if not isinstance(move, str):
            raise UnreadableMoveError(f"a move is a text such as {self.game.move_texts[0]!r}")
        code = self.game.move_code(move)
        if not self.over and code not in self.codes:
            raise IllegalMoveError(self._refusal(code))
        return self.play_code(code)

    def play_code(self, code: int) -> Position:
        """The position after a move, given as a code. Raises IllegalMoveError or GameOverError."""
        require_ongoing(self)
        code = operator.index(code)
        if code not in self.codes:
            raise IllegalMoveError(f"move code {code} is not among the legal {self.codes}")
        rules = self.game.rules
        state, looked = calls.after(rules, self.state, code)
        after = Position(self.game, state, self, code, self.ply + 1, *looked)
        after._check_length()
        return after

    def follow(self, codes: Sequence[int]) -> Position:
        """The position after moves, given as codes, as far as they are legal.

        Many moves take little longer than one.
        """
        found = self
        for code, (state, looked) in zip(
            codes, calls.follow(self.game.rules, self.state, codes), strict=False
        ):
            found = Position(self.game, state, found, code, found.ply + 1, *looked)
            found._check_length()
        return found

    def _check_length(self) -> None:
        """Raise GameFileError where a game goes on beyond its stated end."""
        most = self.game.max_plies
        if self.ply >= most and not self.over:
            raise fault_in(self.game.rules.kernels["result"], "too-long", plies=most)

    def picture(self, colours: tuple[str, ...] | None = None) -> Picture:
        """This position ready to draw, in the game's colours or in `colours`, one for each player.

        Raises ParameterError if there are too few.
        """
        game, marks, outcome = self.game, self.marks, self.outcome
        if colours is not None and len(colours) < game.players:
            raise ParameterError(
                f"{game.title} takes {game.players} colours, one for each player, "
                f"and not {len(colours)}"
            )
        before = marks if self.parent is None else self.parent.marks
        return Picture(
            board=game.board,
            marks=marks,
            colours=colours or game.colours,
            symbols=game.symbols,
            last=frozenset(site for site, mark in enumerate(marks) if mark != before[site]),
            deciding=outcome.sites if outcome else frozenset(),
            title=game.title,
            description=self.describe(),
        )

    def describe(self) -> str:
        """The position in words: the moves so far, and whose turn it is or how the game ended."""
        played = f"Moves so far: {' '.join(self.history)}. " if self.ply else "No moves yet. "
        outcome = self.outcome
        return played + (f"{outcome}." if outcome else f"Player {self.turn + 1} to move.")

    def _refusal(self, code: int) -> str:
        game = self.game
        named = ", ".join(self.moves[:_MOVES_NAMED])
        if len(self.codes) > _MOVES_NAMED:
            named += f" and {len(self.codes) - _MOVES_NAMED} more"
        why = game.refusal(self.state, code) or f"{game.move_texts[code]} is not legal here"
        return f"{why.rstrip('.!')}: legal are {named}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.ply == other.ply
            and self.state == other.state
            and self.game == other.game
            and self.history == other.history
        )

    def __hash__(self) -> int:
        return hash((self.game, self.ply, self.state))

    def __repr__(self) -> str:
        return f"{self.game!r}.position({' '.join(self.history)!r})"

    def __str__(self) -> str:
        return text(self.picture())

    def _repr_svg_(self) -> str:
        return svg(self.picture())

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, _memo: dict[int, Any]) -> Position:
        return self

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        codes = tuple(position.last_code for position in self.line[1:])
        return _replayed, (self.game, codes)


def outcome_of(game: Game, result: int, sites: frozenset[int] = frozenset()) -> Outcome:
    """The outcome for a result code other than ONGOING, decided at these sites."""
    reason = game.drawn_by if result == DRAW else game.decided_by
    return Outcome.from_result(result, game.players, reason, sites)


def require_ongoing(position: Position, so: str = "no move can follow") -> None:
    """Raise GameOverError if the game has ended; `so` says what follows from that."""
    if position.over:
        raise GameOverError(f"the game is over ({position.outcome}): {so}")


def rated_by(game: Game, heuristic: own_heuristic.Heuristic) -> tuple[Rules, int]:
    """The rules that have a heuristic, and what their kernel `heuristic` takes for `which`.

    Besides the game's own, which its `rules` have, these are the user's: see `own_heuristic`.
    Raises ParameterError if there is none of that name for this game, or what is given is none,
    GameFileError for what is wrong in a user's file or function.
    """
    own = None if heuristic in game.heuristic_names else own_heuristic.named(heuristic)
    if own is None:
        return game.rules, game.heuristic_number(str(heuristic))
    number = len(game.heuristic_names)
    which = (type(game), tuple(game.values.items()), own)
    if which not in _rules_rated:
        _rules_rated[which] = own_heuristic.bound(own, game, number)
    return _rules_rated[which], number


def _replayed(game: Game, codes: tuple[int, ...]) -> Position:
    position = Position.start(game)
    for code in codes:
        position = position.play_code(code)
    return position
