"""The players that use chance: random moves, good and random moves mixed, human-like mistakes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import numpy as np

from plyground.kernel import Chance, Rules, array_at, compiled, local_array
from plyground.kernel.chance import below
from plyground.players.alphabeta import QUICK, STRONG, FullSearch
from plyground.players.compiled import CompiledPlayer
from plyground.players.form import Preset, option
from plyground.players.mistakes import mistaken, plays_inner
from plyground.players.perfect import Strongest
from plyground.players.player import Choice, Player
from plyground.position import Ints, Position
from plyground.position.desk import (
    ANSWER,
    CHANCE,
    DEFAULT_DEPTH,
    DEFAULT_HEURISTIC,
    MEASURE,
    OPTION,
    PLY,
    RESULTS,
    STATE,
    WHOLE,
    measured,
    state_at,
)
from plyground.search import Control, SolvedTable
from plyground.search import results as found
from plyground.search.affordable import affordable_from
from plyground.search.alphabeta import HISTORY, put_thoughts, search, search_for, sizes
from plyground.search.answers import BY_CHANCE, MANNER, NONE, SLIPS, VALUE_WORDS, put_choice
from plyground.search.searching import answer_with


@compiled
def random(rules: Rules, desk: Ints) -> int:
    """Any legal move."""
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    moves = local_array(rules.max_moves, np.int64)
    count = rules.moves(state_at(rules, desk[STATE]), moves)
    put_choice(desk, moves[below(array_at(desk[CHANCE], np.uint64), count)], NONE)
    desk[ANSWER + MANNER] = BY_CHANCE
    return 0


@dataclass(frozen=True)
class Random(CompiledPlayer):
    """Any legal move; all are equally likely."""

    name = "random"
    entry = staticmethod(random)
    search = "alpha-beta"
    label = "Random"
    help = "any legal move"
    unseen = "takes any move, without a search"

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        """As its entry does, in a fifth of the time that it takes to ask one."""
        return Choice(chance.choice(position.moves), manner="chance")


@compiled
def mixed(rules: Rules, desk: Ints) -> int:
    """Option: a percentage. A random move, or NONE for the inner player's."""
    if desk[MEASURE]:
        return measured(desk, 0, 0, 0)
    if plays_inner(desk[OPTION], array_at(desk[CHANCE], np.uint64)):
        desk[ANSWER] = NONE
        return 0
    return random(rules, desk)


@dataclass(frozen=True)
class Mixed(CompiledPlayer):
    """The inner player's move with a chance of `percent`, otherwise any legal move."""

    name = "mixed"
    entry = staticmethod(mixed)
    search = "alpha-beta"
    label = "Mixed"
    presets = (
        Preset(
            "old-numerical",
            "Numerical tic-tac-toe computer (old)",
            {"inner": FullSearch(near=False)},
            "numerical",
        ),
    )
    help = (
        "its inner player's move with a chance of 60 %, otherwise a random move; unless you name "
        "one, the inner player is `perfect` if that takes only a moment, otherwise `full`"
    )
    example = "mixed:60(minimax:depth=5)"

    percent: int = option(
        ...,
        "percent",
        "Strength",
        "how often it plays its inner player's move",
        unit="0 to 100",
        strength=True,
        usual=60,
        bare=True,
    )
    inner: Player = option(Strongest(), "player", "Inner player", "the player whose moves it takes")

    @contextmanager
    def seated(self) -> Iterator[Player]:
        with self.inner.seated() as inner:
            yield replace(self, inner=inner)

    def _choose(self, position: Position, chance: Chance, control: Control) -> Choice:
        """As its entry does, and as quickly as `Random`."""
        player = self.inner if plays_inner(self.percent, chance.state) else Random()
        return player._choose(position, chance, control)


@compiled
def humanlike(rules: Rules, desk: Ints) -> int:
    """Option: a level from 0 to 100."""
    exact = affordable_from(rules, state_at(rules, desk[STATE]))
    depth = rules.max_plies if exact else desk[DEFAULT_DEPTH]
    search_for(desk, depth, desk[DEFAULT_HEURISTIC], HISTORY, STRONG | QUICK, found.ALL, 0)
    if not search(rules, desk):
        return 0
    results = array_at(desk[RESULTS], np.int64)
    scores = local_array(rules.max_moves, np.int64)
    weights = local_array(rules.max_moves, np.int64)
    expected = local_array(rules.max_moves, np.float64)
    count, place, width = results[found.SEARCHED], results[found.MOVES], results[found.WIDTH]
    if count == 0:  # it was told to answer before it had weighed a move
        random(rules, desk)
        desk[ANSWER + 1 + VALUE_WORDS] = 0
        return int(results[found.STATUS])
    for i in range(count):
        scores[i] = results[place + i * width + found.SCORE]
    state = array_at(desk[CHANCE], np.uint64)
    chosen = mistaken(scores, count, desk[OPTION], expected, weights, state)
    slips = scores[chosen] < results[found.BEST]
    results[found.BEST] = scores[chosen]
    left = rules.max_plies - desk[PLY]
    complete = results[found.REACHED] >= left
    status = answer_with(desk, results[place + chosen * width + found.CODE], complete)
    if slips:
        desk[ANSWER + MANNER] = SLIPS
    if desk[WHOLE]:
        put_thoughts(desk, sizes(rules, min(depth, left), 0)[2], complete)
    return status


def knowing(player: Player, table: SolvedTable | None) -> Player:
    """The same player, who looks up in a table what a full search would find."""
    if isinstance(player, Mixed) and isinstance(player.inner, FullSearch):
        return replace(player, inner=replace(player.inner, table=table))
    return player


@dataclass(frozen=True)
class HumanLike(CompiledPlayer):
    """A player of a level from 0 to 100 that makes small mistakes more often than large ones.

    It sees the whole game where a full search takes seconds, else as far as the game's default
    depth.
    """

    name = "humanlike"
    entry = staticmethod(humanlike)
    search = "alpha-beta"
    label = "Humanlike"
    help = (
        "good moves with human-like mistakes, rarely a costly one; at 0 it plays any move, at 100 "
        "only the best"
    )
    example = "humanlike:70"

    level: int = option(
        ...,
        "percent",
        "Level",
        "the higher, the fewer mistakes it makes",
        unit="0 to 100",
        strength=True,
        usual=60,
        bare=True,
        said="level {}",
    )
