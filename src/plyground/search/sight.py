"""Sight: which ends of a game a search overlooks, so that it plays as people do.

A person does not lose by a random move but because of something that was on the board and was not
seen. So a search can overlook: a line that ends the game, such as four in a row, stays unseen with
a chance that grows with the effort of seeing it, and everything else is searched as usual.

    effort = plies to the end of the line, and 1 more if it is the other's
    a line stays unseen with the chance 1 - (1 - misses / 100) ^ effort

So a win of your own in one move is the easiest to see, a threat to win in one is harder, and what
is far away is hard. The idea is that of van Opheusden and others, "Expertise increases planning
depth in human gameplay" (Nature, 2023), who explain how people play four in a row: a best-first
search that is the deeper, the better they play, in which features of the board, which are pieces in
a line at one place, are dropped at random before the search begins. Their players drop all features
alike; here the distance counts, because a game's rules say nothing of a line before it is complete.

As there, one draw decides for a line in the whole search of a move: a line that is seen from afar
is seen from near, it is seen or not wherever in the search it appears, and a player who overlooks
one of two threats may see the other. A line is known by the sites that the kernel `deciding` names,
and by whether it is good for the player who looks; where a game names no sites, all ends that are
good are one line, and so are all others.

A move that would end the game by an overlooked line counts as much as the position before it: it
looks as if it did nothing.
"""

from __future__ import annotations

import numpy as np

from plyground.kernel import Rules, as_int, compiled, mix64
from plyground.position import Ints, State
from plyground.position.kernels import SITES_MOST

ROOM = SITES_MOST
"""How many numbers of room it takes to look at a line."""

DRAWS = 1 << 62
"""How many different draws can decide for a move."""

_WHOLE = 1 << 32  # a chance of 1
_LOW = np.uint64(_WHOLE - 1)


@compiled
def unseen(line: np.uint64, good: bool, plies: int, misses: int) -> bool:
    """Whether a line is overlooked that ends the game in so many plies: for the player who looks if
    it is `good`, else against that player. `line` is 64 random bits that belong to the line.
    """
    seen = _WHOLE
    for _ in range(plies if good else plies + 1):
        seen = seen * (100 - misses) // 100
    return as_int(line & _LOW) >= seen


@compiled
def line_of(rules: Rules, state: State, good: bool, draw: np.uint64, sites: Ints) -> np.uint64:
    """The random bits of the line that ended the game in `state`, the same wherever it appears.

    `draw` is that of the move; `sites` is room for SITES_MOST numbers.
    """
    line = np.uint64(good)
    for i in range(rules.deciding(state, sites)):
        line ^= mix64(np.uint64(sites[i] + 2))
    return mix64(mix64(line) ^ draw)
