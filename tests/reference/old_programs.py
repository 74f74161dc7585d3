"""Two computers of the old programs in plain Python, written from their descriptions.

The others are in `benchmarks/baseline`, move by move; these depend on more than a position, or
leave more to chance.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

Line = tuple[int, int]

WON, LOST, NEVER = 1000, -1000, 10**6


class Red:
    """Red of the second Sim program through a game on six dots, with the list of free lines that
    its searches use.

    A line that is tried leaves the list and is put back at its end. Whoever looks at all lines so
    leaves the list as it was; a cut-off, or a found win, leaves it in another order.
    """

    def __init__(self, depth: int) -> None:
        self.depth = depth
        self.free = list(combinations(range(6), 2))
        self.drawn: tuple[set[Line], set[Line]] = (set(), set())  # red's, blue's

    def draw(self, line: Line, who: int) -> None:
        """A move of the game."""
        self.free.remove(line)
        self.drawn[who].add(line)

    def choose(self) -> Line:
        """The first line with the best score."""
        best, chosen = -NEVER, self.free[0]
        for line in list(self.free):
            score = self._tried(line, self.depth, 0, 0, best, NEVER)
            if score > best:
                best, chosen = score, line
            if score == WON:
                break
        return chosen

    def _tried(self, line: Line, depth: int, ply: int, who: int, low: int, high: int) -> int:
        self.free.remove(line)
        if self._closes(line, who):
            score = LOST + ply + 1 if who == 0 else WON
        else:
            self.drawn[who].add(line)
            score = self._score(depth - 1, ply + 1, 1 - who, low, high)
            self.drawn[who].remove(line)
        self.free.append(line)
        return score

    def _score(self, depth: int, ply: int, who: int, low: int, high: int) -> int:
        if not self.free:
            return 0
        if depth == 0:
            safe = sum(-10 if self._closes(line, who) else 1 for line in self.free)
            return safe if who == 0 else -safe
        for line in list(self.free):
            score = self._tried(line, depth, ply, who, low, high)
            low, high = (max(low, score), high) if who == 0 else (low, min(high, score))
            if low >= high:
                break
        return low if who == 0 else high

    def _closes(self, line: Line, who: int) -> bool:
        a, b = line
        mine = self.drawn[who]
        return any(
            {(min(a, c), max(a, c)), (min(b, c), max(b, c))} <= mine
            for c in range(6)
            if c not in line
        )


ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
LINES = (*ROWS, *zip(*ROWS, strict=True), (0, 4, 8), (2, 4, 6))

Cells = tuple[int, ...]


def numerical_moves(cells: Cells) -> Iterator[tuple[str, Cells]]:
    """The moves of numerical tic-tac-toe, and what they lead to; 0 is an empty cell."""
    turn = sum(map(bool, cells)) % 2
    for place, cell in enumerate(cells):
        for number in range(1 + turn, 10, 2):
            if not cell and number not in cells:
                yield f"{number}@{place + 1}", (*cells[:place], number, *cells[place + 1 :])


def numerical_best(cells: Cells) -> set[str]:
    """All moves with the best result, quick or slow."""
    results = {move: -_numerical_result(after) for move, after in numerical_moves(cells)}
    return {move for move, result in results.items() if result == max(results.values())}


@cache
def _numerical_result(cells: Cells) -> int:
    """1 for a win of the player to move, 0 for a draw, -1 for a loss."""
    for line in LINES:
        numbers = [cells[each] for each in line]
        if all(numbers) and sum(numbers) == 15:
            return -1
    if all(cells):
        return 0
    return max(-_numerical_result(after) for _, after in numerical_moves(cells))
