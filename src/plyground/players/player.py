"""`Player`: something that chooses a move; and `Choice`, what it chose and why."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from plyground.players.form import (
    PlayerError,
    Preset,
    check_options,
    inner_option,
    options_of,
    spelled,
)
from plyground.position import Game, ParameterError, PlygroundError, Position, require_ongoing
from plyground.search import Control, Limits, Value

Search = Literal["alpha-beta", "own", "exact"]
"""The search that a player rests on: alpha-beta, which others share, one of its own, or the exact
solver. One that rests on none goes with alpha-beta, which is compiled first."""


class ForfeitError(PlygroundError):
    """A player gave no legal move in time, and so loses the match that it plays."""


@dataclass(frozen=True)
class Choice:
    """A move chosen, and what it rests on.

    `value` is what the move is worth to the player, itself counted; None where nothing was
    computed. An estimate of it is the view to a limited `depth`. `pv`, the principal variation, are
    the moves that the player expects, its own first. `nodes` are the positions visited, `leaves`
    those of them that were rated, `cutoffs` the positions left early, `table_hits` those answered
    by what was remembered.
    """

    move: str
    value: Value | None = None
    depth: int | None = None
    pv: tuple[str, ...] = ()
    nodes: int = 0
    leaves: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The choice as data for `json.dumps`."""
        return {
            "move": self.move,
            "value": self.value and self.value.to_json(),
            "depth": self.depth,
            "principal_variation": list(self.pv),
            "nodes": self.nodes,
            "leaves": self.leaves,
            "cutoffs": self.cutoffs,
            "table_hits": self.table_hits,
            "seconds": round(self.seconds, 6),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choice:
        """The choice that such data stands for."""
        given = dict(data)
        value, line = given.pop("value"), given.pop("principal_variation")
        return cls(value=None if value is None else Value.from_json(value), pv=tuple(line), **given)


class Player(ABC):
    """Chooses moves. Players are values: equal if they would play alike, and have a text form.

    A class is a frozen dataclass that states its form: the names below, and its options as fields,
    see `plyground.players.form`. Texts, pages, helps and tables are made from it.
    """

    name: ClassVar[str]
    """With what its text begins, such as "minimax"."""

    label: ClassVar[str]
    """What people read in a list of players, such as "Minimax"."""

    help: ClassVar[str]
    """What it plays, as half a sentence."""

    example: ClassVar[str] = ""
    """A text that shows its options at work; without one, its name."""

    search: ClassVar[Search] = "own"
    """What has to be compiled before it plays."""

    called: ClassVar[str] = ""
    """What it is called at play where the old programs have a name for it."""

    colours: ClassVar[tuple[str, str] | None] = None
    """The colours of the player and its opponent, where they belong to its old program."""

    presets: ClassVar[tuple[Preset, ...]] = ()
    """Further entries for a list of players: this one with options set."""

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def text(self) -> str:
        """The form in which command lines name this player, such as "minimax:depth=5"."""
        return spelled(self)

    @property
    def uses_chance(self) -> bool:
        """Whether it may choose different moves in the same position."""
        return True

    @abstractmethod
    def _choose(self, position: Position, rng: random.Random, control: Control) -> Choice:
        """The move chosen and what is known of it; `choose` adds the nodes and the seconds."""

    def check(self, game: Game) -> None:
        """Raise PlayerError, saying what is accepted, if this player cannot play `game`."""
        for each in options_of(type(self)):
            value = getattr(self, each.field)
            if each.kind == "player":
                value.check(game)
            elif each.kind == "heuristic" and value is not None:
                try:
                    game.heuristic_number(value)
                except ParameterError as error:
                    raise PlayerError(str(error)) from None

    def suits(self, game: Game) -> bool:
        """Whether it is worth offering for a game: it can play it, and no other plays the same."""
        try:
            self.check(game)
        except PlayerError:
            return False
        return True

    @property
    def limits(self) -> Limits:
        """The limits that this player has of its own."""
        inner = inner_option(type(self))
        if inner is not None:
            own: Player = getattr(self, inner.field)
            return own.limits
        known = [each.field for each in options_of(type(self)) if each.limit]
        return Limits(**{name: getattr(self, name) for name in known})

    def limited(self, limits: Limits) -> Player:
        """This player with other limits, as far as it has such; they are kept to its ranges."""
        given: dict[str, Any] = {}
        for each in options_of(type(self)):
            limit = getattr(limits, each.field) if each.limit else None
            if each.kind == "player":
                given[each.field] = getattr(self, each.field).limited(limits)
            elif limit is not None:
                given[each.field] = min(max(limit, each.least), each.most)
        player: Any = self
        return replace(player, **given) if given else self

    @contextmanager
    def seated(self) -> Iterator[Player]:
        """The player for the length of one match; what it starts for that is ended after it."""
        yield self

    def choose(
        self,
        position: Position,
        *,
        limits: Limits | None = None,
        rng: random.Random | None = None,
        control: Control | None = None,
    ) -> Choice:
        """Choose a move in `position`.

        `limits` stand in place of the player's own, where it has such. `rng` decides where the
        player leaves it to chance; `control` lets another thread watch and stop it.

        Raises GameOverError after the end, Cancelled when stopped, PlayerError if this player
        cannot play the game, ForfeitError if it fails to give a legal move.
        """
        require_ongoing(position)
        self.check(position.game)
        control = control or Control()
        begun = time.perf_counter()
        nodes = control.nodes
        player = self if limits is None else self.limited(limits)
        choice = player._choose(position, rng or random.Random(), control)
        seconds = time.perf_counter() - begun
        return replace(choice, nodes=control.nodes - nodes, seconds=seconds)

    def __str__(self) -> str:
        return self.text
