"""A search that overlooks lines, written as plainly as `search.sight` describes it."""

import numpy as np

from plyground.kernel import in_python, mix64
from plyground.position import Position, as_words, rated_by
from plyground.search.value import WIN


def unseen(position: Position, me: int, plies: int, misses: int, draw: int) -> bool:
    """Whether `me` overlooks the line that has ended the game in `position`, so many plies away."""
    assert position.outcome is not None
    good = position.outcome.standing(me) > 0
    effort = plies if good else plies + 1
    return share_of_line(position, good, draw) >= (1 - misses / 100) ** effort


def share_of_line(position: Position, good: bool, draw: int) -> float:
    """The number from 0 to 1 that the draw of a move gives to a line."""
    sites = position.picture().deciding
    line = int(good)
    for site in sites:
        line ^= int(in_python(mix64)(np.uint64(site + 2)))
    mixed = int(in_python(mix64)(np.uint64(line)))
    return int(in_python(mix64)(np.uint64(mixed ^ draw))) % 2**32 / 2**32


def scores(
    position: Position, depth: int, heuristic: str, misses: int, draw: int
) -> dict[str, int]:
    """The score of each move to the player to move, as far as that player sees."""
    me = position.turn

    def estimate(here: Position) -> int:
        rules, number = rated_by(here.game, heuristic)
        return int(rules.heuristic(as_words(here.state), me, number))

    def after(here: Position, move: str, ply: int) -> int:
        there = here.play(move)
        if there.outcome is not None:
            standing = there.outcome.standing(me)
            if standing and unseen(there, me, ply, misses, draw):
                return estimate(here)
            return standing * (WIN - ply)
        if ply == depth:
            return estimate(there)
        best = max if there.turn == me else min
        return best(after(there, reply, ply + 1) for reply in there.moves)

    return {move: after(position, move, 1) for move in position.moves}
