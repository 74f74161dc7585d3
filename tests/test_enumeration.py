"""Enumeration: known figures, the naive twins, and a game that reaches positions by many ways."""

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import plyground as pg
from plyground import rules, search
from plyground.search import Layer
from tests.reference.common import count_up_to_symmetry
from tests.reference.common import layers as twin_layers
from tests.values import FIGURES
from tests.variants import Variant, connect4, not_compiled, numerical, sim, tictactoe, uncompiled

NIM = Path(__file__).parent.parent / "examples" / "nim.py"


def positions(layer: Layer) -> int:
    return layer.ongoing + layer.ended


# Known figures

COMPILED, SLOW, LONG = (getattr(pytest.mark, name) for name in ("compiled", "slow", "long"))


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("tictactoe", False),
        ("tictactoe", True),
        pytest.param("numerical", False, marks=[COMPILED, LONG]),
        pytest.param("numerical", True, marks=[COMPILED, SLOW]),
        pytest.param("connect4_4x4", False, marks=[COMPILED, SLOW]),
        *(
            pytest.param(f"sim_{vertices}_vertices_2_players", True, marks=uncompiled)
            for vertices in (3, 4, 5)
        ),
        pytest.param("sim_6_vertices_2_players", True, marks=COMPILED),
        pytest.param("sim_6_vertices_2_players", False, marks=[COMPILED, SLOW]),
    ],
)
def test_known_figures(name: str, canonical: bool) -> None:
    known = FIGURES[name]
    layers = [*search.layers(pg.game(known["game"], **known["parameters"]), canonical=canonical)]
    of = {
        "games": sum(layer.games for layer in layers),
        "canonical" if canonical else "reachable": sum(map(positions, layers)),
        "not_ended_canonical" if canonical else "not_ended": sum(each.ongoing for each in layers),
    }
    if canonical:
        of["not_ended_canonical_moves"] = sum(layer.moves for layer in layers)
    shared = of.keys() & known.keys()
    assert shared
    assert {figure: of[figure] for figure in shared} == {figure: known[figure] for figure in shared}


@SLOW
@COMPILED
def test_positions_of_connect4_by_plies() -> None:
    known = FIGURES["connect4_7x6"]["positions_after"][:9]
    assert [*map(positions, islice(search.layers(pg.ConnectFour()), len(known)))] == known


# The naive twins


@pytest.mark.parametrize(
    ("variant", "plies"),
    [
        (tictactoe(), 10),
        (numerical(), 4),
        (sim(6, 2), 4),
        (sim(6, 3), 4),
        (connect4(7, 6), 5),
        *not_compiled(
            *((sim(9, 2), 2), (sim(10, 5), 2), (connect4(8, 7), 3), (connect4(9, 7), 3)),
            *((sim(4, 2), 7), (sim(4, 5), 7)),
        ),
    ],
    ids=str,
)
@pytest.mark.slow
def test_layers_as_the_twin_counts_them(variant: Variant, plies: int) -> None:
    twin = variant.twin
    expected = []
    for ply, layer in enumerate(islice(twin_layers(twin), plies)):
        moves = [len(twin.moves(board)) for board in layer]
        ended = [ways for board, ways in layer.items() if twin.result(board).kind != "ongoing"]
        expected.append(Layer(ply, len(layer) - len(ended), len(ended), sum(moves), sum(ended)))
    assert list(islice(search.layers(variant.game), plies)) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "plies"),
    [
        (tictactoe(), 10),
        (numerical(), 4),
        (connect4(7, 6), 6),
        (sim(6, 3), 4),
        *not_compiled(
            *((connect4(8, 7), 3), (connect4(9, 7), 3), (sim(3, 2), 4), (sim(4, 2), 7)),
            *((sim(4, 5), 7), (sim(5, 3), 5)),
        ),
    ],
    ids=str,
)
def test_layers_up_to_symmetry_as_the_twin_counts_them(variant: Variant, plies: int) -> None:
    layers = islice(search.layers(variant.game, canonical=True), plies)
    twin_counts = [
        count_up_to_symmetry(variant.twin, layer)
        for layer in islice(twin_layers(variant.twin), plies)
    ]
    assert [*map(positions, layers)] == twin_counts


# Nim: the same heaps after different numbers of moves


def nim_by_distance(heaps: int) -> list[int]:
    """How many positions of Nim need so many moves at least, by search in plain Python."""
    level = {(tuple(range(1, heaps + 1)), 0)}
    seen: set[Any] = set()
    counts = []
    while level:
        seen |= level
        counts.append(len(level))
        level = {
            ((*left[:heap], left[heap] - n, *left[heap + 1 :]), 1 - turn)
            for left, turn in level
            for heap in range(heaps)
            for n in range(1, left[heap] + 1)
        } - seen
    return counts


@uncompiled
@pytest.mark.parametrize("heaps", [3, 4])
def test_layers_of_nim(heaps: int) -> None:
    layers = list(search.layers(rules.game_class(str(NIM))(heaps=heaps)))
    assert [layer.ongoing + layer.ended for layer in layers] == nim_by_distance(heaps)
    assert [layer.ply for layer in layers] == list(range(len(layers)))


@uncompiled
def test_games_of_nim_are_not_counted() -> None:
    """Positions come up again later, so that a count of the ways to reach them would be short."""
    layers = list(search.layers(rules.game_class(str(NIM))()))
    assert layers[1].games == 0
    assert layers[-1].games is None


class Heap(rules.Game):
    """Three matches for one player, who takes any number of them at a time."""

    name = "heap"
    title = "Heap"
    summary = "Take matches until none is left."
    players = 1
    max_plies = 3
    move_texts = ("1", "2", "3")
    move_hint = "matches"
    board = rules.Board.grid(1, 1)

    def kernels(self) -> rules.Kernels:
        def start() -> Any:
            return (np.uint64(3),)

        def player(state: Any) -> int:
            return 0

        def moves(state: Any, out: Any) -> int:
            for n in range(rules.as_int(state[0])):
                out[n] = n
            return rules.as_int(state[0])

        def play(state: Any, move: int) -> Any:
            return (state[0] - np.uint64(move + 1),)

        def result(state: Any) -> int:
            return rules.won(0) if state[0] == 0 else rules.ONGOING

        return rules.kernels(start, player, moves, play, result)

    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        return (rules.Mark(None, str(state[0])) if state[0] else None,)


@uncompiled
def test_games_are_not_counted_where_the_last_layer_leads_back_to_itself() -> None:
    """Two matches, one or none are left after one move, and one or none of the two after another.

    There are four games, 3, 2 1, 1 2 and 1 1 1, and all end in the same position.
    """
    assert [layer.games for layer in search.layers(Heap())] == [0, None]
