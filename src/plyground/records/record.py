"""`Record`: a game that was played, or is being played, as plain data.

Results are written as points by seat, as in `1-0`, `1/2-1/2` and `0-1`: a point for who won, and
for everybody but the one who lost. With three players `1-0-1` says that player 2 lost, `0-1-0` that
player 2 won. `*` stands for a game that goes on, or that was left.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from plyground.position import DRAW, ONGOING, Game, Position, lost, standing, won

UNFINISHED = "*"
"""The result of a game that goes on, or that was left."""

_POINTS = {"0": 0.0, "1/2": 0.5, "1": 1.0}
_RESULT = re.compile(r"(?:0|1/2|1)(?:-(?:0|1/2|1)){0,99}")
_WORDS = {1: "1", 0: "1/2", -1: "0"}  # by what the end means for a player, see `standing`


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move and what is told of it.

    `text` is in the game's own notation, spelled as `Game.move_texts` has it. `value` says what the
    move is worth to who makes it, itself counted, as in "win 5", "draw", "loss 12"; other words are
    kept as they are. `seconds` is the time that it took. Each of the `variations` is a line that
    could have been played in place of this move.
    """

    text: str
    comment: str = ""
    value: str = ""
    seconds: float | None = None
    variations: tuple[tuple[RecordedMove, ...], ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The move as data."""
        return {
            "move": self.text,
            "comment": self.comment,
            "value": self.value,
            "seconds": self.seconds,
            "variations": [[move.to_json() for move in line] for line in self.variations],
        }


@dataclass(frozen=True)
class Record:
    """A saved game.

    `players` are texts such as "human" and "minimax:depth=5", and `names` what people are called,
    both by seat and empty where nothing is known. `start` are the moves of the position that the
    game began with; `moves` come after them. `comment` was made before the first move. `tags` are
    further tags, by name and value. `result` is as above, and `reason` says why the game ended.
    """

    game: Game
    moves: tuple[RecordedMove, ...] = ()
    players: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    seed: str = ""
    date: str = ""
    result: str = UNFINISHED
    reason: str = ""
    start: tuple[str, ...] = ()
    comment: str = ""
    tags: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        for name in ("players", "names"):
            if not getattr(self, name):  # a frozen dataclass has no other way
                object.__setattr__(self, name, ("",) * self.game.players)

    @classmethod
    def of(
        cls,
        position: Position,
        *,
        moves: Sequence[RecordedMove] | None = None,
        start: int = 0,
        players: Sequence[str] = (),
        names: Sequence[str] = (),
        seed: str = "",
        date: str = "",
        result: str = "",
        reason: str = "",
        comment: str = "",
        tags: Sequence[tuple[str, str]] = (),
    ) -> Record:
        """The record of the game that led to a position.

        The game began after the first `start` plies. `moves` are those played since then, with
        what is told of them; without `moves` they stand alone. Result and reason are those of the
        rules, unless the game ended in another way, as when somebody gave up.
        """
        outcome, history = position.outcome, position.history
        return cls(
            game=position.game,
            moves=tuple(map(RecordedMove, history[start:]) if moves is None else moves),
            players=tuple(players),
            names=tuple(names),
            seed=seed,
            date=date,
            result=result or result_text(position.result, position.game.players),
            reason=reason or (outcome.reason if outcome else ""),
            start=history[:start],
            comment=comment,
            tags=tuple(tags),
        )

    @property
    def plies(self) -> int:
        """How many moves were made, those of `start` included."""
        return len(self.start) + len(self.moves)

    @property
    def ending(self) -> str:
        """How the game ended, and why, as in "1-0, gave up"; empty if it goes on."""
        result = "" if self.result == UNFINISHED else self.result
        return ", ".join(filter(None, (result, self.reason)))

    def position(self) -> Position:
        """The position at the end, with its history. Raises MoveError if a move is illegal."""
        position = Position.start(self.game)
        for text in (*self.start, *(move.text for move in self.moves)):
            position = position.play(text)
        return position

    def to_json(self) -> dict[str, Any]:
        """The record as data."""
        found = points(self.result)
        return {
            "game": self.game.name,
            "parameters": dict(self.game.values),
            "players": list(self.players),
            "names": list(self.names),
            "seed": self.seed,
            "date": self.date,
            "result": self.result,
            "points": None if found is None else list(found),
            "reason": self.reason,
            "start": list(self.start),
            "comment": self.comment,
            "tags": dict(self.tags),
            "moves": [move.to_json() for move in self.moves],
        }


def result_text(result: int, players: int) -> str:
    """How a result code of plyground.position.outcome is written for so many players."""
    if result == ONGOING:
        return UNFINISHED
    return "-".join(_WORDS[int(standing(result, player))] for player in range(players))


def results(players: int) -> tuple[str, ...]:
    """The texts of all results that a game for so many players can have."""
    seats = range(players)
    codes = [ONGOING, DRAW, *(won(seat) for seat in seats), *(lost(seat) for seat in seats)]
    return tuple(dict.fromkeys(result_text(int(code), players) for code in codes))


def points(result: str) -> tuple[float, ...] | None:
    """The points of each seat that a result stands for; None if it is unfinished or no result."""
    if not _RESULT.fullmatch(result):
        return None
    return tuple(_POINTS[each] for each in result.split("-"))


def today() -> datetime.date:
    """The date here."""
    return datetime.datetime.now().astimezone().date()
