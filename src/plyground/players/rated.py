"""The player `elo:N`: an opponent of a rating, anywhere between the weakest and the strongest.

It is one person who grows: from short sight and missed threats to perfect play, on the scale of
strength that `levels` describes. How strong which strength is was measured, for each game and size:
see `strengths`. In a game where nothing was measured it is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from plyground.kernel import Rules, array_at, compiled
from plyground.players import form
from plyground.players.form import Option, PlayerError, options_of
from plyground.players.levels import STEP, PerfectAtLast, choose_at, roomiest, step_of
from plyground.players.strengths import Strengths, strength_for, strengths_of
from plyground.position import Called, Game, Ints, Position
from plyground.position.desk import CHANCE, MEASURE, OPTION

MOST = 5000
"""No game has a higher rating."""


@compiled
def _by_settings(rules: Rules, desk: Ints, strength: int, first: int, count: int) -> int:
    """The move of a strength, by a number of settings that begin at a word of the desk."""
    if not desk[MEASURE]:
        step = step_of(strength, array_at(desk[CHANCE], np.uint64))
        return choose_at(desk[first + step], rules, desk)
    low = desk[first + strength // STEP]
    high = desk[first + min(strength // STEP + 1, count - 1)]
    return choose_at(roomiest(low, high), rules, desk)


@compiled
def elo(rules: Rules, desk: Ints) -> int:
    """Option: a rating; then how many settings there are, how many ratings, the settings, and the
    ratings, each with its strength.
    """
    first, count = OPTION + 3, desk[OPTION + 1]
    strength = strength_for(desk[OPTION], desk, first + count, desk[OPTION + 2])
    return _by_settings(rules, desk, strength, first, count)


@dataclass(frozen=True)
class Rated(PerfectAtLast):
    """An opponent with a rating in Elo, where `random` has 0. Each game has a scale of its own."""

    name = "elo"
    entry = staticmethod(elo)
    search = "alpha-beta"
    label = "Rated opponent"
    help = (
        "an opponent of that strength, from one who sees next to nothing to perfect play; `random` "
        "has 0 Elo, and each game has a scale of its own"
    )
    example = "elo:250"

    elo: int = form.option(
        ...,
        "whole",
        "Elo",
        "its rating; a game's weakest and strongest levels say which there are",
        least=0,
        most=MOST,
        strength=True,
        usual=250,
        bare=True,
        said="{} Elo",
    )

    def called(self, game: Game | None = None) -> Called:
        """Its rating is its name."""
        return Called("Opponent", f"Opponent, {self.elo:,} Elo")

    @classmethod
    def options_in(cls, game: Game) -> tuple[Option, ...]:
        """Its option, from the game's weakest to its strongest."""
        found = strengths_of(game)
        if found is None:
            return options_of(cls)
        return tuple(replace(each, least=found.least, most=found.most) for each in options_of(cls))

    @classmethod
    def given(cls, game: Game) -> tuple[int, ...]:
        """How many settings there are, and how many ratings; these, and their strengths."""
        found = strengths_of(game)
        if found is None:
            return (0, 0)
        knots = [number for pair in found.curve for number in pair]
        return (len(found.settings), len(found.curve), *found.settings, *knots)

    def check(self, game: Game) -> None:
        found = _measured(game)
        if not found.least <= self.elo <= found.most:
            raise PlayerError(
                f"{game.title} has opponents from {found.least:,} to {found.most:,} Elo, and not "
                f"{self.elo:,}"
            )

    def suits(self, game: Game) -> bool:
        return strengths_of(game) is not None


@compiled
def at_strength(rules: Rules, desk: Ints) -> int:
    """Option: a strength; then how many settings there are, and the settings."""
    return _by_settings(rules, desk, desk[OPTION], OPTION + 2, desk[OPTION + 1])


@dataclass(frozen=True)
class AtStrength(PerfectAtLast):
    """A player of that strength on a scale of settings: what is measured. It has no text form."""

    name = "strength"
    entry = staticmethod(at_strength)
    search = "alpha-beta"
    label = "Strength"
    help = "a player of that strength"

    strength: int = form.option(..., "whole", "Strength", "0 is BLIND", usual=0, bare=True)
    settings: tuple[int, ...] = ()

    def _arguments(self, position: Position) -> list[int]:
        return [*super()._arguments(position), len(self.settings), *self.settings]


def _measured(game: Game) -> Strengths:
    found = strengths_of(game)
    if found is None:
        size = "".join(f" --{name} {value}" for name, value in game.values.items())
        own = game._own_file
        raise PlayerError(
            f"nobody has measured Elo in {game.title} of this size: plyground calibrate "
            f"{game.name if own is None else own}{size} does"
        )
    return found
