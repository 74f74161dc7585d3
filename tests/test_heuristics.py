"""Heuristics: what each says, against a naive reading of its description; and users' own."""

import random
from collections.abc import Iterator

import pytest

import plyground as pg
from plyground import errors, search
from plyground.kernel.compiler import COMPILES
from plyground.position.kernels import HEURISTIC_MOST, NO_HEURISTIC
from tests.estimates import estimate
from tests.own_game import Few
from tests.reference import heuristics as naive
from tests.reference.common import State
from tests.reference.connect4 import Connect4
from tests.reference.sim import Sim
from tests.variants import LARGER, VARIANTS, Variant, connect4, each_of, playout, sim, uncompiled

RATED = [each for each in (*VARIANTS, *LARGER) if each.game.heuristics()]
POSITIONS = 100 if COMPILES else 40


def twins(variant: Variant) -> dict[str, naive.Heuristic]:
    return naive.SIM if isinstance(variant.twin, Sim) else naive.CONNECT4


def boards(variant: Variant, most: int) -> Iterator[tuple[pg.Position, State]]:
    """The positions of random games, long ones, in which the game goes on, up to so many."""
    rng = random.Random(0)
    while True:
        picks = [rng.randrange(90) for _ in range(56)]
        for position, board in playout(variant, picks, long=True):
            if not position.over:
                most -= 1
                yield position, board
            if most == 0:
                return


def check(variant: Variant, most: int) -> None:
    assert variant.game.heuristic_names == (NO_HEURISTIC, *twins(variant))
    for position, board in boards(variant, most):
        for player in range(variant.game.players):
            for name, twin in twins(variant).items():
                found = estimate(position, player, name)
                assert found == twin(variant.twin, board, player), (name, position, player)
                assert abs(found) <= HEURISTIC_MOST
            assert estimate(position, player, NO_HEURISTIC) == 0


@pytest.mark.slow
@each_of(*RATED)
def test_heuristics_are_those_of_the_twins(variant: Variant) -> None:
    """For every player, whoever is to move. The twins need long for boards of many dots."""
    cost = len(variant.game.board.sites) ** 2 * variant.game.players
    check(variant, POSITIONS if cost < 4000 else POSITIONS // 5)


@pytest.mark.slow
@uncompiled
@pytest.mark.parametrize(
    "variant",
    [*(sim(n, k) for n in (3, 5, 7) for k in (2, 3, 4, 5)), sim(8, 2), connect4(12, 4)],
    ids=str,
)
def test_heuristics_on_boards_of_other_sizes(variant: Variant) -> None:
    check(variant, 30)


@each_of(*(variant for variant in RATED if isinstance(variant.twin, Sim)))
def test_triangles_count_where_the_game_has_ended(variant: Variant) -> None:
    """No search asks, but -2 and +1 for a finished triangle are part of the description."""
    for seed in range(5):
        rng = random.Random(seed)
        *_, (position, board) = playout(variant, [rng.randrange(90) for _ in range(56)])
        for player in range(variant.game.players):
            for name in ("mixed-triangles", "own-triangles"):
                assert estimate(position, player, name) == twins(variant)[name](
                    variant.twin, board, player
                )


# By hand


def test_mixed_triangles_by_hand() -> None:
    """0-1 is player 1's, 2-3 player 2's. Eight edges touch one of 2 and 3: a mixed triple each."""
    position = pg.Sim().position("0-1 2-3")
    assert estimate(position, 0, "mixed-triangles") == 8 * 10
    assert estimate(position, 1, "mixed-triangles") == 8 * 10
    assert estimate(position, 0, "own-triangles") == 0


def test_safe_edges_by_hand() -> None:
    """Player 1 has 0-1 and 1-2, player 2 has 3-4 and 4-5: of eleven free edges 0-2 is bad."""
    position = pg.Sim().position("0-1 3-4 1-2 4-5")
    assert estimate(position, 0, "safe-edges") == 10 - 10
    assert estimate(position, 1, "safe-edges") == -(10 - 10)
    assert estimate(position, 0, "unsafe-for-others") == 9 + 10 - 10
    assert estimate(position, 1, "unsafe-for-others") == -(9 + 10 - 10)
    assert estimate(position, 0, "margin") == 0
    assert estimate(position.play("0-3"), 0, "safe-edges") == -(9 - 10)


@pytest.mark.parametrize("column", range(1, 8))
def test_the_line_table_is_the_printed_one(column: int) -> None:
    """The counters of a column filled in turn are worth what the table says, from the bottom."""
    printed = ["3457543", "4 6 8 10 8 6 4", "5 8 11 13 11 8 5"]
    rows = [[*map(int, row.split() if " " in row else row)] for row in printed]
    rows += rows[::-1]
    position, total = pg.ConnectFour().position(), 0
    for row in range(6):
        total += rows[row][column - 1] * (-1) ** row
        position = position.play(str(column))
        assert estimate(position, 0, "line-table") == total
        assert estimate(position, 1, "line-table") == -total


def test_threats_by_hand() -> None:
    """
    . o o o . . .    Each threatens two cells, x in row 1, where threats are good for x, and o in
    . x x x . . .    row 2, which is good for o if x did not threaten the cells below.
    """
    position = pg.ConnectFour().position("223344")
    lines = naive.open_lines(Connect4(), "/xo/xo/xo///", 0)
    assert estimate(position, 0, "open-lines") == lines
    assert estimate(position, 0, "threats") == lines + 2 * 40
    assert estimate(position, 1, "threats") == -(lines + 2 * 40)


# Names


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        (pg.TicTacToe(), "none"),
        (
            pg.Sim(),
            "none, mixed-triangles, own-triangles, safe-edges, unsafe-for-others, margin",
        ),
        (pg.ConnectFour(), "none, line-table, open-lines, threats"),
    ],
    ids=str,
)
def test_heuristics_that_the_game_lacks(game: pg.Game, choices: str) -> None:
    """Refused by the game, by searches and by players, in one line that lists the choices."""
    message = f"{game.title} has no heuristic 'luck': give {choices}"
    position = game.position()
    for attempt in (
        lambda: game.heuristic_number("luck"),
        lambda: pg.alphabeta(
            position, limits=pg.Limits(1), settings=search.Settings(heuristic="luck")
        ),
        lambda: pg.maxn(position, limits=pg.Limits(depth=1), heuristic="luck"),
        *(
            lambda name=name: pg.parse_player(f"{name}:heuristic=luck").choose(position)
            for name in ("minimax", "alphabeta", "maxn")
        ),
        lambda: pg.parse_player("mixed:50(alphabeta:heuristic=luck)").choose(position),
    ):
        with pytest.raises(pg.PlygroundError) as error:
            attempt()
        assert str(error.value) == message


# Users' own


@uncompiled
def test_a_game_of_the_users_own_with_its_own_heuristics() -> None:
    """Of 1, 2 and 3 matches, few takes all 3; odd is the default."""
    position = Few(3).position()
    assert Few(3).heuristic_names == ("none", "few", "odd")
    choice = pg.parse_player("alphabeta:depth=1,heuristic=few").choose(position)
    assert (choice.move, choice.value) == ("3:3", pg.Value("unknown", score=-3))
    scores = {left: left * 7 % 5 * 10 + left for left in (3, 4, 5)}
    best = max(scores, key=scores.__getitem__)
    for text in ("alphabeta:depth=1,heuristic=odd", "alphabeta:depth=1", "minimax:depth=1"):
        choice = pg.parse_player(text).choose(position)
        assert 6 - int(choice.move[2]) == best
        assert choice.value == pg.Value("unknown", score=scores[best])
    with pytest.raises(
        errors.PlayerError, match="Few has no heuristic 'fast': give none, few, odd"
    ):
        pg.parse_player("alphabeta:heuristic=fast").choose(position)
