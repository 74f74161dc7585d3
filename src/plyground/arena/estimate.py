"""How long a tournament will take, guessed from a game of each player against itself."""

from __future__ import annotations

import threading
import time
from contextlib import nullcontext
from dataclasses import dataclass

from plyground.arena.match import PROVED_BY
from plyground.arena.openings import enough_plies
from plyground.arena.plan import SERIES, Plan
from plyground.arena.umpire import Umpire
from plyground.arena.warming import is_long, rehearse, warm
from plyground.kernel import Chance, natively
from plyground.players import ForfeitError, Player
from plyground.position import Game, Position
from plyground.search import Cancelled, Control

_GAMES = 8  # by chance, for their length
_BUDGET = 0.5  # seconds for a player's game; what is left of it is guessed
_LONGEST = 2.0  # seconds that a move is given


@dataclass(frozen=True)
class Estimate:
    """A guess at the seconds of one match, and its moves; with `at_least` it may be much more."""

    seconds: float
    plies: float
    at_least: bool


def estimate(plan: Plan, control: Control) -> Estimate:
    """What a match of a plan takes on one processor. Raises Cancelled after a stop."""
    total, at_least, moves = 0.0, False, 0.0
    native = is_long(plan.games, plan.most_matches or None)
    with natively() if native else nullcontext():
        for game in plan.games:
            players = [each.player for each in plan.entrants]
            if native:
                warm(game, *players)
                rehearse(game, players, control)
            begun = enough_plies(game) if plan.openings.plies is None else plan.openings.plies
            if plan.kind == SERIES:
                begun = 0
            games = [_by_chance(game, Chance(plan.seed, number)) for number in range(_GAMES)]
            plies = max(1.0, sum(len(each) - begun for each in games) / _GAMES)
            moves += plies / len(plan.games)
            opening = next((each[:begun] for each in games if len(each) > begun), ())
            umpire = Umpire(game, PROVED_BY) if plan.adjudicate else None
            for player in dict.fromkeys(players):
                found = _timed(player, umpire, game.position(opening), plies, control)
                total += found[0] * players.count(player)
                at_least |= found[1]
    return Estimate(total / (len(plan.games) * len(plan.entrants)), moves, at_least)


def _by_chance(game: Game, chance: Chance) -> tuple[str, ...]:
    position = game.position()
    while not position.over:
        position = position.play_code(chance.choice(position.codes))
    return position.history


def _timed(
    player: Player, umpire: Umpire | None, position: Position, plies: float, control: Control
) -> tuple[float, bool]:
    """The seconds of a game that has about so many plies left; whether a move was cut off."""
    chance, made = Chance(0), 0
    begun = time.perf_counter()
    while not position.over and time.perf_counter() - begun < _BUDGET:
        if umpire and umpire.proved(position, control) is not None:
            return time.perf_counter() - begun, False
        control.check()
        own = Control()
        timer = threading.Timer(_LONGEST, own.stop)
        timer.daemon = True
        timer.start()
        try:
            position = position.play(player.choose(position, chance=chance, control=own).move)
        except (Cancelled, ForfeitError):
            return _LONGEST * plies, True
        finally:
            timer.cancel()
        made += 1
    spent = time.perf_counter() - begun
    return spent if position.over else spent / made * max(plies, made), False
