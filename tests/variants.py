"""Games, each with its naive twin: three whose searches the tests compile, and eight others.

Compiling is what takes the suite its time, so tests share these three. Of other games, most come
with modules, the same kernels as WebAssembly: tests marked `ready` ask these. Those that have none
come up only in tests marked `uncompiled`, where a new game costs nothing.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import strategies as st

import plyground as pg
from plyground.position.shipped import row_of
from tests.reference.common import ReferenceGame, State
from tests.reference.connect4 import Connect4
from tests.reference.numerical import Numerical
from tests.reference.sim import Sim
from tests.reference.tictactoe import TicTacToe

uncompiled = pytest.mark.uncompiled
ready = pytest.mark.ready


@dataclass(frozen=True)
class Variant:
    """A game and its twin. They share the texts of moves; places are called as the twin does."""

    game: pg.Game
    twin: ReferenceGame

    def __str__(self) -> str:
        return label(self.game)

    def place(self, site: int) -> str:
        """What the twin calls a site of the board."""
        return self.twin.place(self.game.board.sites[site])


def label(game: pg.Game) -> str:
    """A game with its parameters in short, such as "sim-6-2"."""
    return "-".join([game.name, *map(str, game.values.values())])


def tictactoe() -> Variant:
    return Variant(pg.TicTacToe(), TicTacToe())


def numerical() -> Variant:
    return Variant(pg.NumericalTicTacToe(), Numerical())


def sim(vertices: int, players: int) -> Variant:
    return Variant(pg.Sim(vertices, players), Sim(vertices, players))


def connect4(columns: int, rows: int) -> Variant:
    return Variant(pg.ConnectFour(columns, rows), Connect4(columns, rows))


VARIANTS = [tictactoe(), numerical(), sim(6, 2), sim(6, 3), connect4(7, 6), connect4(4, 4)]
LARGER = [
    sim(9, 2),  # its key is a number in base 3
    sim(10, 5),  # its key has three words
    connect4(5, 4),
    connect4(8, 7),  # needs all 64 bits of a word
    connect4(9, 7),  # needs two words for a board
]
COMPILED = {pg.TicTacToe(), pg.Sim(6, 3), pg.ConnectFour(4, 4)}


def marks_of(game: pg.Game) -> list[pytest.MarkDecorator]:
    """How tests of a game are run."""
    if game in COMPILED:
        return []
    return [ready if row_of(game) else uncompiled]


def case(what: Variant | pg.Game, *values: Any) -> Any:
    """A row of a table about a game or a variant, marked by how that is run."""
    return pytest.param(
        what, *values, marks=marks_of(what.game if isinstance(what, Variant) else what)
    )


def not_compiled(*rows: tuple[Any, ...]) -> list[Any]:
    """Rows of a table that take what no module answers, of games that the tests do not compile."""
    return [pytest.param(*row, marks=uncompiled) for row in rows]


def each_of(*variants: Variant) -> pytest.MarkDecorator:
    """A test for each of some variants."""
    return pytest.mark.parametrize("variant", [*map(case, variants)], ids=str)


every_variant = each_of(*VARIANTS, *LARGER)

# What to play at each ply: the so many-th of the legal moves, counted round and round. A game of
# more plies begins again with the first.
choices = st.lists(st.integers(0, 89), min_size=56, max_size=56)


def chosen(position: pg.Position, pick: int, long: bool) -> str:
    """The move that `pick` means; with `long`, one that ends the game only if there is no other."""
    moves = position.moves
    if long:
        moves = tuple(move for move in moves if not position.play(move).over) or moves
    return moves[pick % len(moves)]


def playout(
    variant: Variant, picks: list[int], long: bool = False
) -> Iterator[tuple[pg.Position, State]]:
    """Play a game to its end and yield every position, with the twin's board."""
    position, board = variant.game.position(), variant.twin.start()
    yield position, board
    while not position.over:
        move = chosen(position, picks[position.ply % len(picks)], long)
        position, board = position.play(move), variant.twin.play(board, move)
        yield position, board


def random_playout(game: pg.Game, seed: int, long: bool = False) -> list[pg.Position]:
    """The positions of a game of random moves."""
    rng = random.Random(seed)
    position = game.position()
    while not position.over:
        position = position.play(chosen(position, rng.randrange(1000), long))
    return position.line


def affordable_depth(position: pg.Position, most: int, rng: random.Random) -> int:
    """How deep a search may go to see about `most` move sequences."""
    depth, sequences = 0, 1
    while not position.over and (depth == 0 or sequences * len(position.codes) <= most):
        sequences *= len(position.codes)
        position = position.play_code(rng.choice(position.codes))
        depth += 1
    return depth
