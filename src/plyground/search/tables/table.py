"""`SolvedTable`: what is known of every position of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from plyground.kernel import Rules, compiled
from plyground.position import (
    DRAW,
    Game,
    GameOverError,
    Outcome,
    ParameterError,
    Position,
    standing,
)
from plyground.position.entries import Words, words
from plyground.search.tables.files import TableError, megabytes, read, stamp, write
from plyground.search.tables.values import (
    KINDS,
    TIES,
    UNKNOWN,
    Kind,
    coding,
    many_player_value,
    row_of,
    two_player_value,
)

_KIND = "table"


@dataclass(frozen=True)
class SolvedValue:
    """What best play makes of a position.

    `kind` is what the player to move can force against all others. With one or two players
    `remoteness` is the plies to the end, if wins are hurried and losses and draws put off. With
    more it is None; then `forced` is what each player can force, by player, and `maxn` the outcome
    by max^n for each tie-break: `values` says what they mean.
    """

    kind: Kind
    remoteness: int | None
    forced: tuple[Kind, ...] = ()
    maxn: Mapping[str, Outcome] = field(default_factory=dict)

    @property
    def verdict(self) -> Kind:
        """The kind, by the name that it has where it may be unknown."""
        return self.kind

    @property
    def exact(self) -> bool:
        """Whether everything is known of it: always."""
        return True

    def to_json(self) -> dict[str, Any]:
        """The value as data: "value" and "remoteness"; "forced" and "maxn" for more players."""
        data: dict[str, Any] = {"value": self.kind, "remoteness": self.remoteness}
        if self.forced:
            data["forced"] = list(self.forced)
            data["maxn"] = {tie: str(outcome) for tie, outcome in self.maxn.items()}
        return data

    def __str__(self) -> str:
        if not self.maxn:
            plies = self.remoteness
            return f"{self.kind} in {plies} {'ply' if plies == 1 else 'plies'}"
        ends = {tie: outcome.verdict for tie, outcome in self.maxn.items()}
        if len(set(ends.values())) == 1:
            told = next(iter(ends.values()))
        else:
            told = ", ".join(f"{end} ({tie})" for tie, end in ends.items())
        return f"{self.kind}; by max^n: {told}"


@dataclass(frozen=True)
class SolvedMove:
    """A legal move, and what best play makes of it: `value` is for the player who moves.

    Its remoteness counts the move.
    """

    code: int
    move: str
    value: SolvedValue


@compiled
def _look_up(
    rules: Rules,
    state: Words,
    ply: int,
    keys: npt.NDArray[np.uint64],
    begins: npt.NDArray[np.int64],
) -> int:
    return row_of(rules, state, ply, keys, begins)


class SolvedTable:
    """The solved positions of one game, on disk and mapped into memory. Made by `solve_tables`."""

    def __init__(
        self, path: Path, game: Game, header: Mapping[str, Any], arrays: list[npt.NDArray[Any]]
    ) -> None:
        """For `open`, which sees to it that the arguments belong together."""
        self.path, self.game = path, game
        self.ongoing: tuple[int, ...] = tuple(header["ongoing"])
        """By ply, the positions first reached there that go on, up to symmetry."""
        self.ended: tuple[int, ...] = tuple(header["ended"])
        """By ply, those that have ended."""
        self.legal_moves: tuple[int, ...] = tuple(header["moves"])
        """By ply, the legal moves in those that go on."""
        self._keys, self._values = arrays
        self._begins = np.cumsum([0, *self.ongoing], dtype=np.int64)
        self._coding = coding(game, header["results"])

    @classmethod
    def open(cls, path: str | Path, game: Game) -> SolvedTable:
        """The table at `path`.

        Raises TableError if there is none, or it is damaged, of another version, or for a game
        other than `game`: another one, with other parameters, or by rules that have changed.
        """
        path = Path(path)
        try:
            header, arrays = read(path, {"kind": _KIND, **stamp(game)})
        except FileNotFoundError:
            raise TableError(f"{path} does not exist") from None
        return cls(path, game, header, arrays)

    @property
    def size(self) -> int:
        """Bytes on disk."""
        return self.path.stat().st_size

    def value(self, position: Position) -> SolvedValue:
        """The value of a position. Raises GameOverError after the end of the game."""
        self._check(position)
        code = self._code(position)
        if self.game.players <= 2:
            kind, plies = two_player_value(code)
            return SolvedValue(KINDS[kind], plies)
        forced, results = many_player_value(code, self._coding)
        return self._of_many(position.turn, forced, results)

    def moves(self, position: Position) -> tuple[SolvedMove, ...]:
        """The legal moves with their values: quick and slow wins, draws, slow and quick losses.

        Equal ones are in the order of the game. Raises GameOverError after the end of the game.
        """
        self._check(position)
        found = []
        for code in position.codes:
            value = self._after(position.turn, position.play_code(code))
            found.append(SolvedMove(code, self.game.move_texts[code], value))
        return tuple(sorted(found, key=_worse))

    def line(self, position: Position, first: int | None = None) -> tuple[str, ...]:
        """How the game goes on with best play, after the move `first` if that is given.

        With one or two players wins are hurried and losses put off. With more everyone looks after
        themselves, by max^n with the first tie-break. Raises GameOverError after the end of the
        game.
        """
        self._check(position)
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

    def _after(self, mover: int, child: Position) -> SolvedValue:
        """The value for `mover` of the move that has led to `child`."""
        players = self.game.players
        if child.over:
            kinds = [standing(child.result, p) + 1 for p in range(players)]
            if players <= 2:
                return SolvedValue(KINDS[kinds[mover]], 1)
            return self._of_many(mover, kinds, [child.result] * len(TIES))
        code = self._code(child)
        if players <= 2:
            kind, plies = two_player_value(code)
            if child.turn != mover:
                kind = len(KINDS) - 1 - kind
            return SolvedValue(KINDS[kind], plies + 1)
        return self._of_many(mover, *many_player_value(code, self._coding))

    def _of_many(self, mover: int, forced: Any, results: Any) -> SolvedValue:
        kinds = tuple(KINDS[kind] for kind in forced)
        outcomes = [_outcome(self.game, result) for result in results]
        return SolvedValue(kinds[mover], None, kinds, dict(zip(TIES, outcomes, strict=True)))

    def _code(self, position: Position) -> int:
        rules, state = self.game.rules, words(position.state)
        row = _look_up(rules, state, position.ply, self._keys, self._begins)
        if row < 0:
            raise TableError(f"{self.path} lacks {position!r}, which the rules do not lead to")
        code = int(self._values[row])
        assert code != UNKNOWN
        return code

    def _check(self, position: Position) -> None:
        if position.game != self.game:
            raise ParameterError(f"this is a table of {self.game!r}, and not of {position.game!r}")
        if position.over:
            raise GameOverError(f"the game is over ({position.outcome}): no move can follow")

    def __repr__(self) -> str:
        return f"<table of {self.game!r}: {sum(self.ongoing):,} positions, {megabytes(self.size)}>"


def write_table(
    path: Path, game: Game, counts: Mapping[str, Any], keys: Any, values: npt.NDArray[Any]
) -> None:
    """Write what `SolvedTable.open` reads. `counts` are the items of its header."""
    write(path, {"kind": _KIND, **stamp(game), **counts}, [keys, values])


def _outcome(game: Game, result: int) -> Outcome:
    reason = game.drawn_by if result == DRAW else game.decided_by
    return Outcome.from_result(result, game.players, reason, frozenset())


def _keeps(value: SolvedValue, after: SolvedValue) -> bool:
    """Whether a move of value `after` is one of best play in a position of a value."""
    if value.maxn:
        return after.maxn[TIES[0]] == value.maxn[TIES[0]]
    return after.kind == value.kind and after.remoteness == value.remoteness


def _worse(move: SolvedMove) -> tuple[int, int]:
    """What moves are sorted by, the best first."""
    kind, plies = KINDS.index(move.value.kind), move.value.remoteness or 0
    return -kind, plies if move.value.kind == "win" else -plies
