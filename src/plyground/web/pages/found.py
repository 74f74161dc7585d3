"""What a computer found for its move, as pages and server tell it each other."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from plyground.players import Choice
from plyground.players.recipes import recipe_of
from plyground.position import Game
from plyground.search import Value
from plyground.search.answers import Manner

Number = Annotated[int, Field(ge=0, le=2**53)]
Text = Annotated[str, Field(max_length=40)]

PLIES_MOST = 1000
"""Plies of a game that pages send."""


class Model(BaseModel):
    """Data of a page that has nothing else in it."""

    model_config = ConfigDict(extra="forbid")


class FoundLimit(Model):
    """A proven limit of a value."""

    value: Literal["win", "draw", "loss"]
    plies: Annotated[int, Field(ge=0, le=10_000)] | None


class FoundValue(Model):
    """A value as a page reports it."""

    value: Literal["win", "draw", "loss", "unknown"]
    plies: Annotated[int, Field(ge=0, le=10_000)] | None
    at_least: FoundLimit | None = None
    at_most: FoundLimit | None = None
    score: Annotated[int, Field(ge=-(2**53), le=2**53)] | None = None
    expectation: Annotated[float, Field(ge=0, le=1)] | None = None


class Found(Model):
    """What a computer of a page found for its move, in figures that nobody can check."""

    value: FoundValue | None
    depth: Annotated[int, Field(ge=0, le=10_000)] | None
    line: Annotated[list[Text], Field(max_length=PLIES_MOST)]
    nodes: Number
    leaves: Number
    cutoffs: Number
    table_hits: Number
    seconds: Annotated[float, Field(ge=0, le=1e6)]
    rule: Annotated[int, Field(ge=0, le=100)] = 0
    manner: Manner = "sees"
    drawn: Annotated[str, Field(pattern=r"^\d{0,20}$")] = ""

    def choice(self, game: Game, move: str) -> Choice:
        """A move and these figures as a player of the game gives them."""
        recipe, rule = recipe_of(game), ""
        if recipe is not None and 0 < self.rule <= len(recipe.rules):
            rule = recipe.spoken(self.rule)
        value = None if self.value is None else Value.from_json(self.value.model_dump())
        return Choice(
            move=move,
            value=value,
            depth=self.depth,
            pv=tuple(self.line),
            nodes=self.nodes,
            leaves=self.leaves,
            cutoffs=self.cutoffs,
            table_hits=self.table_hits,
            seconds=self.seconds,
            rule=rule,
            manner=self.manner,
            drawn=int(self.drawn) if self.drawn else None,
        )


def value_data(value: Value | None) -> dict[str, Any] | None:
    """A value as pages and server tell it each other: see `FoundValue`."""
    known = FoundValue.model_fields
    if value is None:
        return None
    return {name: each for name, each in value.to_json().items() if name in known}


def found_data(choice: Choice, game: Game) -> dict[str, Any]:
    """What a computer found, as a page reports it: see `Found`."""
    recipe = recipe_of(game)
    rules = [] if recipe is None else [recipe.spoken(n + 1) for n in range(len(recipe.rules))]
    return {
        "value": value_data(choice.value),
        "depth": choice.depth,
        "line": list(choice.pv),
        "nodes": choice.nodes,
        "leaves": choice.leaves,
        "cutoffs": choice.cutoffs,
        "table_hits": choice.table_hits,
        "seconds": choice.seconds,
        "rule": rules.index(choice.rule) + 1 if choice.rule in rules else 0,
        "manner": choice.manner,
        "drawn": "" if choice.drawn is None else str(choice.drawn),
    }
