"""Openings for matches: after a few random moves or from records, no two equal by symmetry."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from plyground.arena.plan import Plan
from plyground.arena.umpire import Umpire
from plyground.kernel import Chance
from plyground.position import Game, Position
from plyground.position.calls import canonical, key
from plyground.records import read_records
from plyground.search import Control

_IN_VAIN = 500  # openings drawn one after the other that are known: there are hardly any others
_TRIED = 200
_DIFFERENT = 0.9  # of those tried
_MOST = 1 / 3  # of the longest game
_POSITIONS = 1_000_000  # for the proof of a balanced opening: about a second


def random_openings(game: Game, plies: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Openings of `plies` random moves, after which the game goes on; the seed sets their order.

    No two lead to positions that are equal by transposition or by the game's symmetries. It ends
    when hardly any others are left.
    """
    known = set()
    number = in_vain = 0
    while in_vain < _IN_VAIN:
        position = _drawn(game, plies, Chance(seed, number))
        number += 1
        in_vain += 1
        if position is None:
            continue
        found = key(game.rules, canonical(game.rules, position.state))
        if found not in known:
            known.add(found)
            in_vain = 0
            yield position.history


def random_positions(plan: Plan) -> Iterator[tuple[str, ...]]:
    """The moves to positions in which the game goes on, each reached by random moves of its own."""
    (game,) = plan.games
    for number in range(plan.rounds or 0):
        rng = random.Random(f"{plan.seed} {number} position")
        plies = rng.randint(*plan.plies)
        position = game.position()
        while position.ply < plies:
            after = position.play_code(rng.choice(position.codes))
            if after.over:  # as far as this one can go
                break
            position = after
        yield position.history


def random_opening(game: Game, plies: int, chance: Chance) -> tuple[str, ...]:
    """The moves of one opening of `plies` random moves, after which the game goes on.

    Empty if the game is over by then in nearly all cases.
    """
    drawn = (_drawn(game, plies, chance) for _ in range(_TRIED))
    return next((position.history for position in drawn if position is not None), ())


def balanced_openings(
    game: Game, plies: int, seed: int, control: Control | None = None
) -> Iterator[tuple[str, ...]]:
    """The random openings after which the exact solver proves a draw by few positions.

    Another thread can end it by `control`, which raises Cancelled.
    """
    umpire = Umpire(game, _POSITIONS)
    in_vain = 0
    for opening in random_openings(game, plies, seed):
        proved = umpire.proved(game.position(opening), control)
        in_vain += 1
        if proved is not None and proved.draw:
            in_vain = 0
            yield opening
        elif in_vain == _IN_VAIN:
            return


def recorded(game: Game, file: Path, plies: int | None) -> Iterator[tuple[str, ...]]:
    """The first `plies` moves of the games of a file, or all of them; those of other games, those
    that are shorter, and those that end the game are left out.
    """
    known = set()
    for reading in read_records(file):
        record = reading.record
        if record is None or record.game != game:
            continue
        moves = (*record.start, *(move.text for move in record.moves))
        if plies is not None and len(moves) < plies:
            continue
        position = game.position(moves[:plies])
        if position.over:
            continue
        found = key(game.rules, canonical(game.rules, position.state))
        if found not in known:
            known.add(found)
            yield position.history


def enough_plies(game: Game) -> int:
    """How many random moves give openings enough for thousands of matches, where a game has them.

    It is a multiple of the players, so that the first one is to move.
    """
    step = plies = game.players
    while plies + step <= _MOST * game.max_plies and _share_of_different(game, plies) < _DIFFERENT:
        plies += step
    return plies


def _share_of_different(game: Game, plies: int) -> float:
    drawn = [_drawn(game, plies, Chance(0, number)) for number in range(_TRIED)]
    keys = [key(game.rules, canonical(game.rules, each.state)) for each in drawn if each]
    return len(set(keys)) / _TRIED


def _drawn(game: Game, plies: int, chance: Chance) -> Position | None:
    """The position after random moves; None if the game ends on the way."""
    position = game.position()
    while position.ply < plies and not position.over:
        position = position.play_code(chance.choice(position.codes))
    return None if position.over else position
