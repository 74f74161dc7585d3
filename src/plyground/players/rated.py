"""The player `elo:N`: an opponent of a rating, anywhere between the weakest and the strongest.

It is one person who grows: from short sight and missed threats to perfect play, on the scale of
strength that `levels` describes. How strong which strength is was measured, for each game and size:
see `strengths`. In a game where nothing was measured it is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from plyground.kernel import Chance
from plyground.players import form
from plyground.players.form import Option, PlayerError, options_of
from plyground.players.levels import chosen_at, step_of
from plyground.players.player import Choice, Player
from plyground.players.strengths import Strengths, strength_at, strengths_of
from plyground.position import Called, Game, Position
from plyground.search import Control

MOST = 5000
"""No game has a higher rating."""


@dataclass(frozen=True)
class Rated(Player):
    """An opponent with a rating in Elo, where `random` has 0. Each game has a scale of its own."""

    name = "elo"
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

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        found = _measured(position.game)
        strength = strength_at(found, self.elo)
        setting = found.settings[int(step_of(strength, chance.state))]
        return chosen_at(setting, position, chance, control)


@dataclass(frozen=True)
class AtStrength(Player):
    """A player of that strength on a scale of settings: what is measured. It has no text form."""

    name = "strength"
    search = "alpha-beta"
    label = "Strength"
    help = "a player of that strength"

    strength: int = form.option(..., "whole", "Strength", "0 is BLIND", usual=0, bare=True)
    settings: tuple[int, ...] = ()

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        setting = self.settings[int(step_of(self.strength, chance.state))]
        return chosen_at(setting, position, chance, control)


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
