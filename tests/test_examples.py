"""The larger examples beside their rules said plainly."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import plyground as pg

pytestmark = pytest.mark.uncompiled

GOMOKU = str(Path(__file__).parents[1] / "examples" / "gomoku.py")
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def lines_through(marked: set[tuple[int, int]], length: int) -> set[tuple[int, int]]:
    """The cells of all lines of that length among the marked cells."""
    found: set[tuple[int, int]] = set()
    for (x, y), (dx, dy) in product(marked, WAYS):
        line = {(x + n * dx, y + n * dy) for n in range(length)}
        if line <= marked:
            found |= line
    return found


@pytest.mark.parametrize(("size", "length"), [(4, 4), (5, 5), (6, 5), (9, 5)])
def test_gomoku_ends_with_a_line_or_a_full_board(size: int, length: int) -> None:
    game = pg.game(GOMOKU, size=size)
    won = 0
    for seed in range(12):
        chance, position = pg.Chance(seed), game.position()
        marked: tuple[set[tuple[int, int]], ...] = (set(), set())
        while not position.over:
            mover, move = position.turn, chance.choice(position.moves)
            marked[mover].add(("abcdefghi".index(move[0]), int(move[1]) - 1))
            position = position.play(move)
            line = lines_through(marked[mover], length)
            full = len(marked[0] | marked[1]) == size * size
            assert position.over == (bool(line) or full)
            assert position.picture().deciding == {size * y + x for x, y in line}
            won += bool(line)
    assert won
