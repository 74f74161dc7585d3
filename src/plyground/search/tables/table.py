"""`SolvedTable`: the values of all positions of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np

from plyground.position import (
    Array,
    Game,
    ParameterError,
    Position,
    as_words,
    full_title,
    outcome_of,
    position_of,
    require_ongoing,
    standing,
)
from plyground.search.control import Control
from plyground.search.tables.files import OnPart, TableError, megabytes, read, stamp, write
from plyground.search.tables.values import (
    KINDS,
    UNKNOWN,
    coding,
    kind_counts,
    many_player_value,
    row_of,
    two_player_value,
)
from plyground.search.value import TIES, MoveValue, Value

_KIND = "table"


class SolvedTable(Mapping[Position, Value]):
    """The solved positions of one game, on disk and mapped into memory. Made by `solve_tables`.

    It is a mapping from each position that goes on to its value. Its length, and what it yields,
    count positions that are equal up to symmetry once; it knows the value of all of them. To go
    through it, positions are played one by one, at about 20,000 moves a second.
    """

    def __init__(
        self, path: Path, game: Game, header: Mapping[str, Any], arrays: list[Array]
    ) -> None:
        """For `open`, which makes sure that the arguments belong together."""
        self.path, self.game = path, game
        self.ongoing: tuple[int, ...] = tuple(header["ongoing"])
        """By ply, the ongoing positions first reached there, up to symmetry."""
        self.ended: tuple[int, ...] = tuple(header["ended"])
        """By ply, the ended positions."""
        self.legal_moves: tuple[int, ...] = tuple(header["moves"])
        """By ply, the legal moves in the ongoing positions."""
        self._keys, self._values = arrays
        self._begins = np.cumsum([0, *self.ongoing], dtype=np.int64)
        self._coding = coding(game, header["results"])

    @classmethod
    def open(cls, path: str | Path, game: Game, on_part: OnPart | None = None) -> SolvedTable:
        """The table at `path`. Reading calls `on_part` repeatedly.

        Raises TableError if there is no table, or it is damaged, of another version, or not for
        `game`: for another game, other parameters, or rules that have changed since.
        """
        path = Path(path)
        try:
            header, arrays = read(path, {"kind": _KIND, **stamp(game)}, on_part or Control().check)
        except FileNotFoundError:
            raise TableError(f"{path} does not exist") from None
        return cls(path, game, header, arrays)

    @property
    def size(self) -> int:
        """The bytes on disk."""
        return self.path.stat().st_size

    def kinds(self) -> tuple[tuple[int, ...], ...]:
        """By ply, how many ongoing positions of a game for two are of each of KINDS: a loss, a draw
        or a win for the player to move.
        """
        assert self.game.players <= 2
        return tuple(
            kind_counts(self._values[begin:end]) for begin, end in pairwise(self._begins.tolist())
        )

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Position]:
        """The positions by ply, one of those that are equal up to symmetry."""
        seen = np.zeros(len(self), bool)
        layer = [self.game.position()]
        seen[self._row(layer[0])] = True
        while layer:
            yield from layer
            later = []
            for position in layer:
                for child in map(position.play_code, position.codes):
                    if not child.over and not seen[row := self._row(child)]:
                        seen[row] = True
                        later.append(child)
            layer = later

    def __getitem__(self, position: Position) -> Value:
        """Its value. Raises KeyError for a position of another game, or after the end."""
        if not isinstance(position, Position) or position.game != self.game or position.over:
            raise KeyError(position)
        return self.value(position)

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def rows(self) -> Iterator[dict[str, Any]]:
        """Each position with its value as plain data, by ply: "moves", a text, "player", from 1,
        "value" and "plies".
        """
        for position, value in self.items():
            yield {
                "moves": " ".join(position.history),
                "player": position.turn + 1,
                "value": value.verdict,
                "plies": value.plies,
            }

    def value(self, position: Position | Game) -> Value:
        """The value of a position. Raises GameOverError after the end of the game."""
        position = self._check(position)
        code = self._code(position)
        if self.game.players <= 2:
            kind, plies = two_player_value(code)
            return Value(KINDS[kind], plies)
        forced, results = many_player_value(code, self._coding)
        return self._of_many(position.turn, forced, results)

    def moves(self, position: Position | Game) -> tuple[MoveValue, ...]:
        """The legal moves with their values: quick wins before slow wins, draws, slow losses before
        quick ones.

        Equal moves are in the order of the game. Raises GameOverError after the end of the game.
        """
        position = self._check(position)
        texts, turn = self.game.move_texts, position.turn
        found = (
            MoveValue(texts[code], self._after(turn, position.play_code(code)), code)
            for code in position.codes
        )
        return tuple(sorted(found, key=attrgetter("value"), reverse=True))

    def line(self, position: Position | Game, first: int | None = None) -> tuple[str, ...]:
        """Best play to the end, after the move `first` if given.

        With one or two players, wins are quick and losses slow. With more, every player maximises
        their own outcome, by max^n with the first tie-break. Raises GameOverError after the end of
        the game.
        """
        position = self._check(position)
        texts: list[str] = []
        while not position.over:
            code = self._best(position) if first is None else first
            first = None
            texts.append(self.game.move_texts[code])
            position = position.play_code(code)
        return tuple(texts)

    def _best(self, position: Position) -> int:
        """The first move, in the order of `moves`, that keeps the value."""
        value = self.value(position)
        return next(each.code for each in self.moves(position) if _keeps(value, each.value))

    def _after(self, mover: int, child: Position) -> Value:
        """The value for `mover` of the move that led to `child`."""
        players = self.game.players
        if child.over:
            kinds = [standing(child.result, p) + 1 for p in range(players)]
            if players <= 2:
                return Value(KINDS[kinds[mover]], 1)
            return self._of_many(mover, kinds, [child.result] * len(TIES))
        code = self._code(child)
        if players <= 2:
            kind, plies = two_player_value(code)
            if child.turn != mover:
                kind = len(KINDS) - 1 - kind
            return Value(KINDS[kind], plies + 1)
        return self._of_many(mover, *many_player_value(code, self._coding))

    def _of_many(self, mover: int, forced: Any, results: Any) -> Value:
        kinds = tuple(KINDS[kind] for kind in forced)
        ends = tuple(outcome_of(self.game, result) for result in results)
        return Value(kinds[mover], player=mover, forced=kinds, ends=ends)

    def _code(self, position: Position) -> int:
        code = int(self._values[self._row(position)])
        assert code != UNKNOWN
        return code

    def _row(self, position: Position) -> int:
        rules, state = self.game.rules, as_words(position.state)
        row = row_of(rules, state, position.ply, self._keys, self._begins)
        if row < 0:
            raise TableError(f"{self.path} lacks {position!r}, which the rules do not lead to")
        return row

    def _check(self, given: Position | Game) -> Position:
        position = position_of(given)
        if position.game != self.game:
            raise ParameterError(
                f"this is a table of {full_title(self.game)}, "
                f"and not of {full_title(position.game)}"
            )
        require_ongoing(position)
        return position

    def __repr__(self) -> str:
        return f"<table of {self.game!r}: {sum(self.ongoing):,} positions, {megabytes(self.size)}>"


def write_table(
    path: Path,
    game: Game,
    counts: Mapping[str, Any],
    keys: Any,
    values: Array,
    on_part: OnPart,
) -> None:
    """Write a file for `SolvedTable.open`. `counts` are the items of its header."""
    write(path, {"kind": _KIND, **stamp(game), **counts}, [keys, values], on_part)


def _keeps(value: Value, after: Value) -> bool:
    """Whether a move of value `after` is best play in a position of value `value`."""
    if value.ends:
        return after.ends[0] == value.ends[0]
    return (after.verdict, after.plies) == (value.verdict, value.plies)
