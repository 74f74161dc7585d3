"""`Record`: a finished or unfinished game as plain data.

Results are points by seat, such as `1-0`, `1/2-1/2` and `0-1`. The winner gets a point; where the
rules name a loser, everybody else gets a point. With three players `1-0-1` says that player 2 lost,
`0-1-0` that player 2 won. `*` is the result of an unfinished game.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

from plyground.players import Choice
from plyground.position import (
    DRAW,
    ONGOING,
    Game,
    How,
    Outcome,
    ParameterError,
    Position,
    ending_text,
    lost,
    standing,
    won,
)
from plyground.records.notation import GAME, PARAMETERS, REASON, RESULT, START, TERMINATION
from plyground.search import value_text

UNFINISHED = "*"
"""The result of an unfinished game."""

TERMINATIONS: tuple[How, ...] = (
    "resigned", "time", "forfeited", "left", "agreed", "adjudicated", "aborted"
)  # fmt: skip
"""How a game ends before its rules do: the values of the tag Termination."""

_BY_NOBODY = ("", "adjudicated")

_POINTS = {"0": 0.0, "1/2": 0.5, "1": 1.0}
_RESULT = re.compile(r"(?:0|1/2|1)(?:-(?:0|1/2|1)){0,99}")
_WORDS = {1: "1", 0: "1/2", -1: "0"}  # by the meaning of the end for a player, see `standing`


@dataclass(frozen=True)
class RecordedMove:
    """A move with its value, time, comment and variations.

    `text` is the move in the game's notation, spelled like `Game.move_texts`. `value` is the value
    of the move to its player, with plies that include the move, in the words of `value_text`; other
    words are kept unchanged. `seconds` is the time that it took. Each of the `variations` is a line
    that could replace this move. `signs` are those of annotators, with spaces between: "!? $14".
    """

    text: str
    comment: str = ""
    value: str = ""
    seconds: float | None = None
    variations: tuple[tuple[RecordedMove, ...], ...] = ()
    signs: str = ""

    @classmethod
    def of(cls, choice: Choice) -> RecordedMove:
        """A computer's move, with its value and its time."""
        value = "" if choice.value is None else value_text(choice.value)
        return cls(choice.move, value=value, seconds=round(choice.seconds, 6))

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RecordedMove:
        """The move that data of `to_json` describes."""
        variations = tuple(tuple(map(cls.from_json, line)) for line in data["variations"])
        return cls(
            data["move"], data["comment"], data["value"], data["seconds"], variations, data["signs"]
        )

    def to_json(self) -> dict[str, Any]:
        """The move as data."""
        return {
            "move": self.text,
            "comment": self.comment,
            "value": self.value,
            "seconds": self.seconds,
            "variations": [[move.to_json() for move in line] for line in self.variations],
            "signs": self.signs,
        }


@dataclass(frozen=True)
class TagForm:
    """How a file keeps a field of a record: in the tag `name`, which `says` explains.

    There is a tag `by_seat` for each player, with the number of the seat at its end. A `fact` is a
    text that is shown under its name; other fields are shown in special places.
    """

    name: str
    says: str
    by_seat: bool = False
    fact: bool = False

    def names(self, game: Game) -> list[str]:
        """The tags of a record of `game` for this field."""
        seats = range(1, game.players + 1)
        return [f"{self.name}{seat}" for seat in seats] if self.by_seat else [self.name]


def _in_tag(form: TagForm, default: str | tuple[str, ...] = "") -> Any:
    """A field that a file keeps in tags. Reader, writer and all tables of records follow it."""
    return field(default=default, metadata={TagForm: form})


@dataclass(frozen=True)
class Record:
    """A saved game.

    `players` are texts such as "human" and "minimax:depth=5", and `names` the names of people, both
    by seat and empty if unknown. `start` are the moves to the position that the game began with;
    `moves` come after them. `comment` is the comment before the first move. `tags` are further
    tags, by name and value. `result` is explained above, and `reason` says why the game ended.
    `termination` is one of TERMINATIONS. It is empty if the rules ended the game, if the game is
    unfinished, and in old records, which have a reason instead.
    """

    game: Game
    moves: tuple[RecordedMove, ...] = ()
    players: tuple[str, ...] = _in_tag(
        TagForm("Player", "who played at each seat, as [player texts](players.md)", by_seat=True),
        (),
    )
    names: tuple[str, ...] = _in_tag(TagForm("Name", "their names", by_seat=True), ())
    date: str = _in_tag(TagForm("Date", "the day, such as `2026-11-21`", fact=True))
    seed: str = _in_tag(TagForm("Seed", "the seed that repeats every random choice", fact=True))
    generator: str = _in_tag(TagForm("Generator", "what makes the random choices of the seed"))
    result: str = _in_tag(TagForm(RESULT, "how the game ended"), UNFINISHED)
    reason: str = _in_tag(TagForm(REASON, "why the game ended"))
    termination: str = _in_tag(
        TagForm(
            TERMINATION,
            "what ended it before its rules did: `resigned`, `time`, `forfeited`, `left`, "
            "`agreed`, `adjudicated` or `aborted`",
        )
    )
    start: tuple[str, ...] = _in_tag(
        TagForm(START, "the moves that led to the position in which the game began"), ()
    )
    comment: str = ""
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for name, form in tag_forms().items():
            if form.by_seat:  # the only way in a frozen dataclass
                texts = tuple(getattr(self, name)) or ("",) * self.game.players
                object.__setattr__(self, name, texts)
        pairs = self.tags.items() if isinstance(self.tags, Mapping) else self.tags
        object.__setattr__(self, "tags", tuple((name, value) for name, value in pairs))

    @classmethod
    def of(
        cls,
        position: Position,
        *,
        moves: Sequence[RecordedMove] | None = None,
        start: int = 0,
        ending: Outcome | None = None,
        **others: Any,
    ) -> Record:
        """The record of the game that led to a position.

        The game began after the first `start` plies. `moves` are the moves since then with their
        comments; without `moves`, moves have no comments. `ending` says how people ended a game
        that the rules have not ended. `others` are fields of the record that a position does not
        know, such as `players` and `date`.
        """
        outcome, history = position.outcome or ending, position.history
        return cls(
            game=position.game,
            moves=tuple(map(RecordedMove, history[start:]) if moves is None else moves),
            result=UNFINISHED if outcome is None else _points(outcome, position.game.players),
            reason=outcome.reason if outcome else "",
            termination=outcome.how if outcome and outcome.how in TERMINATIONS else "",
            start=history[:start],
            **others,
        )

    @property
    def plies(self) -> int:
        """The number of moves, including those of `start`."""
        return len(self.start) + len(self.moves)

    @property
    def ending(self) -> str:
        """How the game ended, and why: "1-0, four in a row"; empty for an unfinished game."""
        result = "" if self.result == UNFINISHED else self.result
        why = ending_text(self._ended(), self.names) if self.termination else self.reason
        return ", ".join(filter(None, (result, why)))

    def outcome(self) -> Outcome | None:
        """How the game ended, by its moves or else by its tags; None if it is unfinished.

        Raises MoveError if a move is illegal.
        """
        ruled = self.position().outcome
        if ruled is not None or (not self.termination and self.result == UNFINISHED):
            return ruled
        return self._ended()

    def _ended(self) -> Outcome:
        """How people ended the game, by the tags."""
        outcome = outcome_of_result(self.result)
        losers = outcome.losers
        return replace(
            outcome,
            reason=self.reason,
            how=termination_of(self.termination) or "unknown",
            by=losers[0] if len(losers) == 1 and self.termination not in _BY_NOBODY else None,
        )

    @property
    def facts(self) -> list[tuple[str, str]]:
        """Further facts about the game: tags and their values."""
        shown = [(name, form) for name, form in tag_forms().items() if form.fact]
        stated = [(form.name, getattr(self, name)) for name, form in shown]
        return [*((name, value) for name, value in stated if value), *self.tags]

    def position(self) -> Position:
        """The position at the end, with its history. Raises MoveError if a move is illegal."""
        texts = (*self.start, *(move.text for move in self.moves))
        position = Position.start(self.game).follow([self.game.move_code(text) for text in texts])
        for text in texts[position.ply :]:  # one that is not legal says why
            position = position.play(text)
        return position

    @classmethod
    def from_json(cls, data: Mapping[str, Any], game: Game) -> Record:
        """The record of a game of `game` that data of `to_json` describes.

        The data names its game, which `pg.game(data["game"], **data["parameters"])` makes unless it
        comes from a file. Raises ParameterError if it names another game.
        """
        stated = data["game"], data["parameters"]
        if stated != (game.name, dict(game.values)):
            raise ParameterError(f"this is a record of {stated}, and not of {game!r}")
        kept: dict[str, Any] = {
            name: data[name] if isinstance(data[name], str) else tuple(data[name])
            for name in tag_forms()
        }
        moves = tuple(map(RecordedMove.from_json, data["moves"]))
        return cls(game, moves, comment=data["comment"], tags=tuple(data["tags"].items()), **kept)

    def to_json(self) -> dict[str, Any]:
        """The record as data."""
        found = points(self.result)
        return {
            "game": self.game.name,
            "parameters": dict(self.game.values),
            **{name: _plain_data(getattr(self, name)) for name in tag_forms()},
            "points": None if found is None else list(found),
            "comment": self.comment,
            "tags": dict(self.tags),
            "moves": [move.to_json() for move in self.moves],
        }


@functools.cache
def tag_forms() -> Mapping[str, TagForm]:
    """The fields of a record that tags keep, by name, in the order of a file."""
    kept = (each for each in fields(Record) if TagForm in each.metadata)
    return {each.name: each.metadata[TagForm] for each in kept}


def own_tags(game: Game) -> list[str]:
    """The known tags of a record of `game`, in the order of a file."""
    return [GAME, PARAMETERS, *(tag for form in tag_forms().values() for tag in form.names(game))]


def _plain_data(value: str | tuple[str, ...]) -> str | list[str]:
    return value if isinstance(value, str) else list(value)


@functools.lru_cache(1000)
def result_text(result: int, players: int) -> str:
    """The text of a result code of `position.outcome` for a number of players."""
    if result == ONGOING:
        return UNFINISHED
    return "-".join(_WORDS[int(standing(result, player))] for player in range(players))


def termination_of(text: str) -> How | Literal[""]:
    """The meaning of the text of a tag Termination; empty for words of other programs."""
    said = text.strip().lower()
    return next((each for each in TERMINATIONS if each == said), "")


def _points(outcome: Outcome, players: int) -> str:
    """The result for an outcome."""
    if outcome.winner is None and not outcome.losers and not outcome.draw:
        return UNFINISHED
    return "-".join(_WORDS[outcome.standing(player)] for player in range(players))


@functools.cache
def results(players: int) -> tuple[str, ...]:
    """The texts of all possible results of a game for a number of players."""
    seats = range(players)
    codes = [ONGOING, DRAW, *(won(seat) for seat in seats), *(lost(seat) for seat in seats)]
    return tuple(dict.fromkeys(result_text(int(code), players) for code in codes))


def outcome_of_result(result: str) -> Outcome:
    """How a game ended, by its result alone."""
    found = points(result) or ()
    winners = [seat for seat, each in enumerate(found) if each == 1]
    losers = tuple(seat for seat, each in enumerate(found) if each == 0)
    return Outcome(winners[0] if len(winners) == 1 else None, losers, "", how="unknown")


def points(result: str) -> tuple[float, ...] | None:
    """The points of each seat in a result; None for `*` and for texts that are not results."""
    if not _RESULT.fullmatch(result):
        return None
    return tuple(_POINTS[each] for each in result.split("-"))


def today() -> datetime.date:
    """The local date."""
    return datetime.datetime.now().astimezone().date()
