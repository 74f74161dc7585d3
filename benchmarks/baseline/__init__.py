"""How the old student programs searched, written again in plain Python from their description.

They are the slow, independent twin of the computer players whose names begin with `old-`. Hence no
tricks: nested lists, nested loops, recursion, nothing remembered. Nothing here imports Plyground.
Where a program's description leaves something open, the reading chosen stands at the top of its
file.
"""

from dataclasses import dataclass


@dataclass
class Visited:
    """Counts visited positions: each one reached by a move of a search, as often as it is reached.

    The position that is searched does not count itself.
    """

    positions: int = 0
