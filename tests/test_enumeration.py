"""Enumeration: known figures, the naive twins, and a game that reaches positions by many ways."""

import tomllib
from collections.abc import Iterable
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
from tests.variants import Variant, connect4, numerical, sim, tictactoe, uncompiled

DATA = Path(__file__).parent / "data" / "positions.toml"
KNOWN: dict[str, dict[str, Any]] = tomllib.loads(DATA.read_text())
NIM = Path(__file__).parent.parent / "examples" / "nim.py"


def known_game(name: str) -> rules.Game:
    return pg.game(KNOWN[name]["game"], **KNOWN[name]["parameters"])


def positions(layers: Iterable[Layer]) -> int:
    return sum(layer.ongoing + layer.ended for layer in layers)


def ongoing(layers: Iterable[Layer]) -> int:
    return sum(layer.ongoing for layer in layers)


def games(layers: Iterable[Layer]) -> int:
    return sum(layer.games for layer in layers)


# Known figures


@pytest.mark.parametrize(
    "name",
    [
        "tictactoe",
        *(
            pytest.param(name, marks=[pytest.mark.compiled, pytest.mark.slow])
            for name in ("numerical", "connect4_4x4", "connect4_5x4")
        ),
    ],
)
def test_all_positions(name: str) -> None:
    layers = list(search.layers(known_game(name)))
    assert positions(layers) == KNOWN[name]["reachable"]
    if "games" in KNOWN[name]:
        assert games(layers) == KNOWN[name]["games"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["tictactoe", pytest.param("numerical", marks=pytest.mark.compiled)]
)
def test_all_positions_up_to_symmetry(name: str) -> None:
    layers = list(search.layers(known_game(name), canonical=True))
    assert positions(layers) == KNOWN[name]["canonical"]
    assert games(layers) == KNOWN[name]["games"]
    moves = sum(layer.moves for layer in layers)
    assert moves == KNOWN[name].get("not_ended_canonical_moves", moves)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("sim_3_vertices_2_players", marks=uncompiled),
        pytest.param("sim_4_vertices_2_players", marks=uncompiled),
        pytest.param("sim_5_vertices_2_players", marks=uncompiled),
        pytest.param("sim_6_vertices_2_players", marks=pytest.mark.compiled),
    ],
)
def test_positions_of_sim_up_to_symmetry(name: str) -> None:
    layers = search.layers(known_game(name), canonical=True)
    assert ongoing(layers) == KNOWN[name]["not_ended_canonical"]


@pytest.mark.slow
@pytest.mark.compiled
def test_positions_and_games_of_sim() -> None:
    layers = list(search.layers(pg.Sim()))
    assert ongoing(layers) == KNOWN["sim_6_vertices_2_players"]["not_ended"] == 1_350_022
    assert games(layers) == KNOWN["sim_6_vertices_2_players"]["games"] == 109_132_115_040


@pytest.mark.slow
@pytest.mark.compiled
def test_positions_of_connect4_by_plies() -> None:
    known = KNOWN["connect4_7x6"]["positions_after"]
    layers = islice(search.layers(pg.ConnectFour()), len(known))
    assert [positions([layer]) for layer in layers] == known


@pytest.mark.slow
@pytest.mark.compiled
def test_all_positions_of_small_connect4() -> None:
    assert positions(search.layers(pg.ConnectFour(4, 4))) == 161_029
    assert positions(search.layers(pg.ConnectFour(5, 4))) == 3_945_711


# The naive twins


@pytest.mark.parametrize(
    ("variant", "plies"),
    [
        (tictactoe(), 10),
        (numerical(), 4),
        (sim(6, 2), 5),
        (sim(6, 3), 4),
        (sim(9, 2), 3),
        pytest.param(sim(10, 5), 3, marks=[pytest.mark.compiled, pytest.mark.long]),
        (connect4(7, 6), 5),
        (connect4(8, 7), 5),
        pytest.param(connect4(9, 7), 4, marks=uncompiled),
        pytest.param(sim(4, 2), 7, marks=uncompiled),
        pytest.param(sim(4, 5), 7, marks=uncompiled),
        pytest.param(sim(5, 2), 11, marks=uncompiled),
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
        (connect4(8, 7), 5),
        pytest.param(connect4(9, 7), 4, marks=uncompiled),
        pytest.param(sim(3, 2), 4, marks=uncompiled),
        pytest.param(sim(4, 2), 7, marks=uncompiled),
        pytest.param(sim(4, 5), 7, marks=uncompiled),
        pytest.param(sim(5, 2), 11, marks=uncompiled),
        pytest.param(sim(5, 3), 6, marks=uncompiled),
        (sim(6, 3), 4),
    ],
    ids=str,
)
def test_layers_up_to_symmetry_as_the_twin_counts_them(variant: Variant, plies: int) -> None:
    layers = islice(search.layers(variant.game, canonical=True), plies)
    twin_counts = [
        count_up_to_symmetry(variant.twin, layer)
        for layer in islice(twin_layers(variant.twin), plies)
    ]
    assert [positions([layer]) for layer in layers] == twin_counts


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


@pytest.mark.parametrize("heaps", [pytest.param(3, marks=uncompiled), 4])
def test_layers_of_nim(heaps: int) -> None:
    layers = list(search.layers(rules.game_class(str(NIM))(heaps=heaps)))
    assert [layer.ongoing + layer.ended for layer in layers] == nim_by_distance(heaps)
    assert [layer.ply for layer in layers] == list(range(len(layers)))


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
