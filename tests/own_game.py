"""A user's own game with heuristics, in which a position is reached at several plies."""

from pathlib import Path

import numpy as np

from plyground import rules

NIM = str(Path(__file__).parent.parent / "examples" / "nim.py")


class Few(rules.game_class(NIM)):
    """Nim whose heuristics count matches: the fewer the better, or who knows."""

    name = "few"
    title = "Few"
    default_heuristic = "odd"

    def heuristics(self) -> rules.Kernels:
        heaps = self.heaps

        @rules.compiled
        def matches(state: rules.State) -> int:
            total = 0
            for h in range(heaps):
                total += rules.as_int(state[0] >> np.uint64(4 * h) & np.uint64(15))
            return total

        @rules.compiled
        def few(state: rules.State, player: int) -> int:
            return -matches(state)

        @rules.compiled
        def odd(state: rules.State, player: int) -> int:
            """5 matches are better than 1, 2, 3 and 4, and so on."""
            return matches(state) * (7 + player) % 5 * 10 + matches(state)

        return {"few": few, "odd": odd}
