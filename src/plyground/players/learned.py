"""The player that has learned a game by playing against itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from plyground.kernel import Chance
from plyground.kernel.real import tanh
from plyground.players import form
from plyground.players.form import PlayerError
from plyground.players.player import Choice, Player
from plyground.position import SELF_TAUGHT, Called, Game, Position, full_title
from plyground.search import Control, Limits, Value
from plyground.search.learning import Rater, Weights, WeightsError, guided, mark_of, shipped
from plyground.search.learning.kept import SIGN, kept_path
from plyground.search.learning.weights import Packed

PLIES = 1
"""How far it looks without an option."""

T = TypeVar("T")

_KEPT = 4  # files, the most recently used ones
_PLIES_MOST = 30
_PLAYOUTS_MOST = 10**9


@dataclass(frozen=True)
class Learned(Player):
    """What was learned of a game, with a search on top: of `plies`, or of `playouts`.

    `file` was written by `plyground train`, or is @NAME for what is kept in the user's data under a
    name, as by the app; without one it is what comes with the game, if anything
    does.

    With 1 ply, as without a search, it rates the positions after its moves. A search of more plies
    is alpha-beta with two players, and max^n with more. With playouts it is a Monte Carlo tree
    search, with ratings in place of random games: see `search.learning.guided`. The first of equal
    moves is its choice.
    """

    name = "learned"
    label = "Learned"
    help = "what it has learned by playing against itself; learned:FILE what plyground train wrote"
    example = "learned:plies=3"
    unseen = "rates positions by what it has learned, and not by a heuristic"

    file: str = form.option(
        "",
        "file",
        "File",
        "what it has learned, written by plyground train",
        bare=True,
        said="{}",
    )
    plies: int | None = form.option(
        None,
        "whole",
        "Plies",
        "plies it looks ahead",
        least=1,
        most=_PLIES_MOST,
        strength=True,
        usual=PLIES,
        said="{}-ply",
    )
    playouts: int | None = form.option(
        None,
        "whole",
        "Playouts for a move",
        "positions that it looks into for a move, where its ratings promise most",
        least=1,
        most=_PLAYOUTS_MOST,
        said="{} playouts",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.plies is not None and self.playouts is not None:
            raise PlayerError(
                f"{self.name}: it searches by plies or by playouts, and not by both: give one of "
                "them"
            )

    def called(self, game: Game | None = None) -> Called:
        """Whoever plays as `SELF_TAUGHT` has that name; what is kept under a name has its own."""
        if self == type(self)(plies=SELF_TAUGHT.depth):
            return Called(SELF_TAUGHT.name, f"{SELF_TAUGHT.name}, self-taught")
        known = super().called(game)
        return Called(self.file[1:], known.full) if self.kept else known

    @property
    def kept(self) -> bool:
        """Whether its file is what is kept under a name."""
        return self.file.startswith(SIGN)

    @property
    def uses_chance(self) -> bool:
        return False

    def check(self, game: Game) -> None:
        """Raise PlayerError if a file that was given cannot be read, or is about another game."""
        super().check(game)
        if self.file or shipped(game) is None:  # what comes with a game fits it
            self._found(game, _fits)

    def limited(self, limits: Limits) -> Player:
        """A number of playouts replaces its plies."""
        freed = self if limits.playouts is None else replace(self, plies=None)
        return super(Learned, freed).limited(limits)

    def weights(self, game: Game) -> Weights:
        """What it plays by in a game. Raises PlayerError as `check` does."""
        return self._found(game, _read)

    def _found(self, game: Game, read: Callable[[Path, int, Game], T]) -> T:
        path = self._path(game)
        if path is None:
            raise PlayerError(
                f"{self.name}: nothing that was learned comes with {full_title(game)}: give the "
                "file of a training, which plyground train writes"
            )
        try:
            changed = path.stat().st_mtime_ns if path.exists() else 0
            return read(path, changed, game)
        except WeightsError as error:
            raise PlayerError(f"{self.name}: {error}") from None

    def mark(self, game: Game) -> str:
        """What tells the weights that it plays by from others; empty without any."""
        path = self._path(game)
        return "" if path is None else mark_of(path)

    def _path(self, game: Game) -> Path | None:
        if not self.kept:
            return Path(self.file) if self.file else shipped(game)
        try:
            return kept_path(self.file[1:])
        except ValueError as error:
            raise PlayerError(f"{self.name}: {error}") from None

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        if self.playouts is not None:
            return self._by_playouts(position, self.playouts, control)
        plies = self.plies or PLIES
        best = Rater.of(self.weights(position.game)).choose(position, plies, control)[0]
        certain = best.certain
        value = Value("unknown", expectation=(1 + tanh(best.score)) / 2)
        if certain is not None:
            value = Value("win" if certain > 0 else "loss")
        return Choice(position.game.move_texts[best.code], value=value, depth=plies)

    def _by_playouts(self, position: Position, playouts: int, control: Control) -> Choice:
        rater = Rater.of(self.weights(position.game))
        found = guided(position, rater, limits=Limits(playouts=playouts), control=control)
        texts = position.game.move_texts
        return Choice(
            texts[found.best.code],
            value=found.value,
            pv=tuple(texts[code] for code in found.pv),
            leaves=found.playouts,
        )


@lru_cache(1000)
def _fits(path: Path, changed: int, game: Game) -> None:  # noqa: ARG001  (again if changed)
    """Raise WeightsError unless a file is for a game: what it holds takes 40 MB."""
    Packed.load(path, game)


@lru_cache(_KEPT)
def _read(path: Path, changed: int, game: Game) -> Weights:  # noqa: ARG001  (read again if changed)
    return Weights.load(path, game)
