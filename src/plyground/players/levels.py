"""The player `level:N`: one of the opponents that a game proposes to people.

Its model: it plays the best move of what it sees. It sees less far than it could, and it overlooks
lines, the more easily the harder they are to see; `search.sight` says how, and why people do so.
It never plays a random move in between, so that a person can recognise why it lost: there was a
line that it did not see. The highest level plays perfectly where a game can afford that.

Each game lists its levels, see `position.levels`, with two numbers for each: how far it looks, and
how much it overlooks. Both grow finer together: a person who looks further also overlooks less. The
numbers were chosen by `benchmarks/levels.py`, so that a level scores 0.6 or more against the one
below it. A fresh draw decides for each move what is overlooked, so a threat that was overlooked
once may be seen at the next move.

Compiled code gets a level as one number, its setting: (depth x 2 + judges) x 100 + misses.

The levels are marks on one scale of strength, which has no gaps: strength 0 sees next to nothing,
1,000 is level 1, 2,000 is level 2 and so on. In between, a draw decides for each move which of the
two it sees as much as; the nearer one the more often. The player `elo:N` has a strength on this
scale, see `strengths`.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyground.kernel import Rules, compiled
from plyground.kernel.chance import below
from plyground.players import form
from plyground.players.alphabeta import QUICK, STRONG
from plyground.players.compiled import CompiledPlayer
from plyground.players.form import PlayerError
from plyground.players.perfect import Perfect
from plyground.players.player import Player
from plyground.position import LEVELS_MOST, PERFECT, Called, Game, Ints, Level, Uints
from plyground.position.desk import (
    ANSWER,
    DEFAULT_HEURISTIC,
    MEASURE,
    OPTION,
    SEARCH_MISSES,
    measured,
)
from plyground.search import results as found
from plyground.search.alphabeta import HISTORY, OVERLOOK, search, search_for
from plyground.search.answers import MANNER, NONE, OVERLOOKS
from plyground.search.searching import answer_and_think

_NO_HEURISTIC = 0  # its number in every game
_HUNDRED = 100  # misses are less

STEP = 1000
"""The strength from one level to the next."""

BLIND = (1 * 2 + 0) * _HUNDRED + 99
"""The setting of strength 0: it sees a ply, judges nothing, and overlooks nearly everything."""


@compiled
def depth_of(setting: int) -> int:
    """How many plies a level looks ahead; PERFECT if it plays perfectly."""
    return setting // _HUNDRED // 2


@compiled
def judges(setting: int) -> bool:
    """Whether a level has a heuristic."""
    return setting // _HUNDRED % 2 > 0


@compiled
def misses_of(setting: int) -> int:
    """How much a level overlooks, in percent."""
    return setting % _HUNDRED


@compiled
def step_of(strength: int, chance: Uints) -> int:
    """Which setting a strength plays a move with: 0 for BLIND, else the number of a level.

    Without a draw where it is one of them. `chance` is the state of a generator.
    """
    step, part = strength // STEP, strength % STEP
    if part and below(chance, STEP) < part:
        step += 1
    return step


@compiled
def roomiest(one: int, other: int) -> int:
    """A setting whose search takes as much room as that of either."""
    depth = max(depth_of(one), depth_of(other))
    return 2 * depth * _HUNDRED + max(misses_of(one), misses_of(other))


def setting_of(level: Level) -> int:
    """The setting of a level."""
    return _HUNDRED * (2 * level.depth + level.judges) + level.misses


class PerfectAtLast(CompiledPlayer):
    """A player that leaves its moves to `perfect` where it is as strong."""

    def _other(self) -> Player:
        return Perfect()


@compiled
def choose_at(setting: int, rules: Rules, desk: Ints) -> int:
    """The move of a setting, or NONE for perfect play."""
    depth, misses = depth_of(setting), misses_of(setting)
    if depth == PERFECT:
        desk[ANSWER] = NONE
        return 0 if not desk[MEASURE] else measured(desk, 0, 0, 0)
    switches = STRONG | QUICK
    if misses:
        switches |= OVERLOOK
    heuristic = desk[DEFAULT_HEURISTIC] if judges(setting) else _NO_HEURISTIC
    search_for(desk, depth, heuristic, HISTORY, switches, found.EQUAL, 0)
    desk[SEARCH_MISSES] = misses
    if not search(rules, desk):
        return 0
    status: int = answer_and_think(rules, desk)
    if misses:
        desk[ANSWER + MANNER] = OVERLOOKS
    return status


@compiled
def level(rules: Rules, desk: Ints) -> int:
    """Option: a level; then the settings of all levels."""
    return choose_at(desk[OPTION + desk[OPTION]], rules, desk)


@dataclass(frozen=True)
class AtLevel(PerfectAtLast):
    """One of the opponents that a game proposes, the weakest is level 1.

    It plays the best move of what it sees; it does not look far, and overlooks lines as people do.
    """

    name = "level"
    entry = staticmethod(level)
    search = "alpha-beta"
    label = "Opponent"
    help = (
        "one of the game's opponents for people: the best move of what it sees; the lower the "
        "level, the less far it looks and the more it overlooks"
    )
    example = "level:3"

    number: int = form.option(
        ...,
        "whole",
        "Level",
        "1 is the weakest; how many there are depends on the game",
        least=1,
        most=LEVELS_MOST,
        strength=True,
        usual=2,
        bare=True,
        said="level {}",
    )

    @classmethod
    def given(cls, game: Game) -> tuple[int, ...]:
        return tuple(map(setting_of, game.levels))

    def called(self, game: Game | None = None) -> Called:
        """A person has one name, and no settings."""
        if game is None or self.number > len(game.levels):
            return super().called(game)
        name = game.levels[self.number - 1].name
        return Called(name, name)

    def check(self, game: Game) -> None:
        most = len(game.levels)
        if self.number > most:
            raise PlayerError(f"{game.title} has the levels 1 to {most}, and not {self.number}")
