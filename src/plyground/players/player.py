"""`Player`, which chooses moves; and `Choice`, its move and the reasons."""

from __future__ import annotations

import reprlib
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import Field, dataclass, field, replace
from typing import Any, ClassVar, Literal

from plyground.kernel import Chance
from plyground.players.form import (
    Option,
    PlayerError,
    Preset,
    check_options,
    display_name,
    inner_option,
    options_of,
    spelled,
)
from plyground.position import (
    Called,
    Game,
    ParameterError,
    PlygroundError,
    Position,
    position_of,
    rated_by,
    require_ongoing,
)
from plyground.search import Control, Limits, Value
from plyground.search.answers import Manner

Search = Literal["alpha-beta", "own", "exact"]
"""The search that a player uses: alpha-beta, which players share, its own, or the exact solver. A
player without a search counts as alpha-beta, which is compiled first.
"""


class ForfeitError(PlygroundError):
    """A player gave no legal move in time, and so loses its match."""


@dataclass(frozen=True)
class Choice:
    """A player's move, and the reasons for it.

    `value` is the value of the move to the player, with plies that include the move; None if
    nothing was computed. An estimate comes from a limited `depth`. `pv`, the principal variation,
    are the moves that the player expects, its own first. `nodes` counts the positions visited,
    `leaves` those that were rated, `cutoffs` those left early, `table_hits` those that the table
    answered. `rule` is, in words, the rule that decided, of a player that follows rules. `manner`
    says how it saw what it chose from: see `search.answers.MANNERS`. `thoughts` are the moves that
    it weighed with their values as it saw them, if a Control asks for the `whole`. `drawn` is the
    state of its generator before the choice: with it the player makes the same choice again.
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
    rule: str = ""
    manner: Manner = "sees"
    thoughts: tuple[tuple[str, Value | None], ...] = ()
    drawn: int | None = field(default=None, compare=False)

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
            **({"rule": self.rule} if self.rule else {}),
            **({"manner": self.manner} if self.manner != "sees" else {}),
            **({} if self.drawn is None else {"drawn": str(self.drawn)}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Choice:
        """The choice from such data."""
        given = dict(data)
        value, line = given.pop("value"), given.pop("principal_variation")
        drawn = given.pop("drawn", None)
        return cls(
            value=None if value is None else Value.from_json(value),
            pv=tuple(line),
            drawn=None if drawn is None else int(drawn),
            **given,
        )


class Player(ABC):
    """Chooses moves. Players are values: players with the same settings are equal, and have a text
    form. A class that states no name and no label has those of the class.

    A class is a frozen dataclass that states its form: the names below, and its options as fields,
    see `plyground.players.form`. Texts, controls, help and tables are made from it.
    """

    name: ClassVar[str]
    """The beginning of its text, such as "minimax"."""

    label: ClassVar[str]
    """Its name in a list of players, such as "Minimax"."""

    help: ClassVar[str] = ""
    """How it plays, as half a sentence."""

    example: ClassVar[str] = ""
    """An example text with options; without one, its name."""

    search: ClassVar[Search] = "own"
    """The search to compile before it plays."""

    unseen: ClassVar[str] = ""
    """What it does instead of a search that the glass box can show; empty if it does search so."""

    before: ClassVar[str] = ""
    """Its name in its old program, if it had one."""

    colours: ClassVar[tuple[str, str] | None] = None
    """The colours of the player and its opponent, if its old program has them."""

    heuristics: ClassVar[tuple[str, ...]] = ()
    """The heuristics that it uses whatever its options say, by their names."""

    presets: ClassVar[tuple[Preset, ...]] = ()
    """Further entries for a list of players: this player with options set."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for attribute, usual in (("name", cls.__name__.lower()), ("label", cls.__name__)):
            if not hasattr(cls, attribute):
                setattr(cls, attribute, usual)
        for field_name, stated in vars(cls).items():
            if isinstance(stated, Field) and hasattr(Player, field_name):
                raise PlayerError(
                    f"{cls.__name__}: every player has {field_name!r}, so no option can be called "
                    "so: give it another name"
                )

    def __post_init__(self) -> None:
        check_options(self)

    @property
    def text(self) -> str:
        """The text of this player on command lines, such as "minimax:depth=5"."""
        return spelled(self)

    def called(self, game: Game | None = None) -> Called:
        """What people call it: "Minimax" and, with its settings, "Minimax, depth 5".

        Settings that it leaves open are those that are usual in `game`.
        """
        return Called(self.label, display_name(self, game), self.before)

    @property
    def uses_chance(self) -> bool:
        """Whether it may choose different moves in the same position."""
        return True

    @abstractmethod
    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        """The move and the reasons for it; `choose` adds the nodes and the seconds."""

    @classmethod
    def options_in(cls, game: Game) -> tuple[Option, ...]:  # noqa: ARG003
        """Its options, with the ranges that they have in a game."""
        return options_of(cls)

    @classmethod
    def given(cls, game: Game) -> tuple[int, ...]:
        """What its entry in a page gets of a game, after the player's options: its heuristics."""
        return tuple(game.heuristic_number(name) for name in cls.heuristics)

    def check(self, game: Game) -> None:
        """Raise PlayerError, saying what is accepted, if this player cannot play `game`."""
        for each in options_of(type(self)):
            value = getattr(self, each.field)
            if each.kind == "player":
                value.check(game)
            elif each.kind == "heuristic" and value is not None:
                try:
                    rated_by(game, value)
                except ParameterError as error:
                    raise PlayerError(str(error)) from None

    def suits(self, game: Game) -> bool:
        """Whether to offer it for a game: it can play it, and no other player plays the same."""
        try:
            self.check(game)
        except PlayerError:
            return False
        return True

    @property
    def limits(self) -> Limits:
        """The limits that this player has set."""
        inner = inner_option(type(self))
        if inner is not None:
            own: Player = getattr(self, inner.field)
            return own.limits
        known = [each.field for each in options_of(type(self)) if each.limit]
        return Limits(**{name: getattr(self, name) for name in known})

    def limited(self, limits: Limits) -> Player:
        """This player with other limits, as far as it has such options, within their ranges."""
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
        """The player for the length of one match; programs that it starts end with the match."""
        yield self

    def choose(
        self,
        position: Position | Game,
        *,
        limits: Limits | None = None,
        chance: Chance | None = None,
        control: Control | None = None,
    ) -> Choice:
        """Choose a move in `position`, or at the start of a game.

        `limits` replace the player's own, where it has such options. `chance` makes its random
        choices; another thread can watch and stop it by `control`.

        Raises GameOverError after the end, Cancelled when stopped, PlayerError if this player
        cannot play the game, ForfeitError if it fails to give a legal move.
        """
        position = position_of(position)
        require_ongoing(position)
        if chance is not None and not isinstance(chance, Chance):
            raise TypeError(
                f"chance is a pg.Chance, such as pg.Chance(seed=1), and not {reprlib.repr(chance)}"
            )
        self.check(position.game)
        control = control or Control()
        begun = time.perf_counter()
        nodes = control.nodes
        player = self if limits is None else self.limited(limits)
        chance = chance or Chance()
        drawn = int(chance.state[0])
        choice = player._choose(position, chance, control)
        seconds = time.perf_counter() - begun
        if not isinstance(choice, Choice):
            raise PlayerError(
                f"{type(self).__name__}._choose returned {choice!r}: return a Choice, such as "
                f"Choice({position.moves[0]!r})"
            )
        nodes = control.nodes - nodes
        return replace(choice, nodes=nodes, seconds=seconds, drawn=drawn)

    def __str__(self) -> str:
        return self.text
