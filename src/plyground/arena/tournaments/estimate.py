"""How long a tournament will take, guessed from a few moves of each player."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from plyground.arena.openings import enough_plies
from plyground.arena.series import warm
from plyground.arena.tournaments.plan import Plan
from plyground.kernel import Chance
from plyground.players import ForfeitError, Player
from plyground.position import Game, Position
from plyground.search import Cancelled, Control

_GAMES = 8  # by chance, for their length
_PLACES = (0.1, 0.4)  # of a game, where a move is timed
_LONGEST = 0.4  # seconds that a move is given


@dataclass(frozen=True)
class Estimate:
    """A guess at the seconds of one match; with `at_least` it may be much more."""

    seconds: float
    at_least: bool


def estimate(plan: Plan, control: Control) -> Estimate:
    """What a match of a plan takes on one processor. Raises Cancelled after a stop."""
    total, at_least = 0.0, False
    for game in plan.games:
        warm(game, [each.player for each in plan.entrants])
        games = [_by_chance(game, Chance(plan.seed, number)) for number in range(_GAMES)]
        plies = sum(len(moves) for moves in games) / _GAMES
        begun = enough_plies(game) if plan.openings.plies is None else plan.openings.plies
        for entrant in plan.entrants:
            for number, share in enumerate(_PLACES):
                control.check()
                moves = games[number]
                at = min(len(moves) - 1, begun + int(share * len(moves)))
                seconds = _timed(entrant.player, game.position(moves[:at]), control)
                at_least |= seconds >= _LONGEST
                total += seconds * max(1.0, plies - begun)
    return Estimate(total / (len(plan.games) * len(plan.entrants) * len(_PLACES)), at_least)


def _by_chance(game: Game, chance: Chance) -> tuple[str, ...]:
    position = game.position()
    while not position.over:
        position = position.play_code(chance.choice(position.codes))
    return position.history


def _timed(player: Player, position: Position, control: Control) -> float:
    """The seconds of a move, or those that it is given."""
    own = Control()
    timer = threading.Timer(_LONGEST, own.stop)
    timer.daemon = True
    begun = time.perf_counter()
    timer.start()
    try:
        player.choose(position, chance=Chance(0), control=own)
    except (Cancelled, ForfeitError):
        control.check()
        return _LONGEST
    finally:
        timer.cancel()
    return time.perf_counter() - begun
