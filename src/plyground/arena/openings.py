"""Openings for matches: positions after a few random moves, no two of them equal by symmetry."""

from __future__ import annotations

from collections.abc import Iterator

from plyground.kernel import Chance
from plyground.position import Game, Position
from plyground.position.calls import canonical, key

_IN_VAIN = 500  # openings drawn one after the other that are known: there are hardly any others
_TRIED = 200
_DIFFERENT = 0.9  # of those tried
_MOST = 1 / 3  # of the longest game


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


def enough_plies(game: Game) -> int:
    """How many random moves give openings enough for thousands of matches, where a game has them.

    It is an even number, so that the first player is to move.
    """
    plies = 2
    while plies + 2 <= _MOST * game.max_plies and _share_of_different(game, plies) < _DIFFERENT:
        plies += 2
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
