"""The four games: against their naive twins, by hand-made boards, and their keys and symmetries."""

import functools
import operator
import random
import tomllib
from collections import Counter
from itertools import accumulate, combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings

import plyground as pg
from plyground import errors, rules, search
from plyground.games import BUILT_IN
from plyground.kernel.compiler import COMPILES
from plyground.position import calls
from tests.reference.common import Result, divide
from tests.variants import (
    LARGER,
    VARIANTS,
    Variant,
    case,
    choices,
    connect4,
    each_of,
    every_variant,
    numerical,
    playout,
    random_playout,
    ready,
    sim,
    tictactoe,
    uncompiled,
)

PERFT = {
    path.stem: tomllib.loads(path.read_text())
    for path in (Path(__file__).parent / "data" / "perft").glob("*.toml")
}
MOST_COUNTED = 300_000_000 if COMPILES else 20_000  # sequences
MOST_COUNTED_BY_TWIN = 100_000

ONLY_HERE = {"connect4_8x8", "connect4_9x7", "connect4_10x6", "connect4_12x9"}
"""Boards that are counted by their modules, as nothing else would compile them."""
CONNECT4_SIZES = [
    (c, r) for c in range(4, 17) for r in range(4, 17) if c <= 12 and r <= 15 and c * (r + 1) <= 128
]
SIM_SIZES = [(vertices, players) for vertices in range(3, 11) for players in range(2, 6)]

State = tuple[int, ...]


def twin_result(variant: Variant, position: pg.Position) -> Result:
    """The state of a game, in the words of the twin."""
    outcome = position.outcome
    if outcome is None:
        return Result("ongoing")
    places = frozenset(variant.place(site) for site in outcome.sites)
    if outcome.draw:
        return Result("draw", None, places)
    if variant.game.name == "sim":
        return Result("lost", outcome.loser, places)
    return Result("won", outcome.winner, places)


def check_against_twin(variant: Variant, picks: list[int], long: bool) -> None:
    for position, board in playout(variant, picks, long):
        assert set(position.moves) == set(variant.twin.moves(board))
        assert len(set(position.moves)) == len(position.moves)
        assert position.turn == variant.twin.player(board)
        assert twin_result(variant, position) == variant.twin.result(board)
        held = dict(
            zip(map(variant.place, range(len(position.cells))), position.cells, strict=True)
        )
        assert held == variant.twin.cells(board)


def canonical(game: rules.Game, state: State) -> State:
    return calls.canonical(game.rules, state)


def key(game: rules.Game, state: State) -> State:
    return calls.key(game.rules, state)


def all_states(game: rules.Game) -> list[State]:
    """Every state that can come up, ended ones included."""
    states = [game.position().state]
    seen = set(states)
    for state in states:
        _, _, codes = calls.look(game.rules, state)
        for code in codes:
            child = calls.play(game.rules, state, code)
            if child not in seen:
                seen.add(child)
                states.append(child)
    return states


# The rules, by the twins


def test_every_built_in_game_has_a_twin() -> None:
    named = {variant.game.name for variant in VARIANTS}
    assert named >= set(BUILT_IN), "add a twin under tests/reference, a line to tests/variants.py"


@every_variant
@pytest.mark.parametrize("long", [False, True], ids=["any", "long"])
def test_games_go_as_with_the_twin(variant: Variant, long: bool) -> None:
    @given(picks=choices)
    @settings(max_examples=10)
    def check(picks: list[int]) -> None:
        check_against_twin(variant, picks, long)

    check()


@uncompiled
@pytest.mark.parametrize("size", SIM_SIZES, ids=str)
def test_every_size_of_sim_goes_as_its_twin(size: tuple[int, int]) -> None:
    picks = [random.Random(str(size)).randrange(90) for _ in range(56)]
    check_against_twin(sim(*size), picks, long=True)


@pytest.mark.slow
@uncompiled
@pytest.mark.parametrize("size", CONNECT4_SIZES, ids=str)
def test_every_size_of_connect4_goes_as_its_twin(size: tuple[int, int]) -> None:
    rng = random.Random(str(size))
    picks = [rng.randrange(90) for _ in range(64)]
    check_against_twin(connect4(*size), picks, long=True)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=ready if name in ONLY_HERE else ()) for name in sorted(PERFT)],
)
def test_perft(name: str) -> None:
    table = PERFT[name]
    game = pg.game(table["game"], **table["parameters"])
    for depth, count in enumerate(table["counts"]):
        if count <= MOST_COUNTED:
            assert pg.perft(game, depth) == count, by_first_move(game, depth, count)


def by_first_move(game: rules.Game, depth: int, count: int) -> str:
    """What to look at when perft is wrong: the count for each first move, and what it should be."""
    found = pg.divide(game, depth) if depth else {}
    twin = next((variant.twin for variant in VARIANTS if variant.game == game), None)
    if twin is None or count > MOST_COUNTED_BY_TWIN:
        return f"perft({depth}): {found}; not counted by the twin"
    right = divide(twin, twin.start(), depth) if depth else {}
    wrong = {move for move in found | right if found.get(move) != right.get(move)}
    return f"perft({depth}): {found}, and the twin counts {right}; they differ in {wrong}"


@every_variant
def test_divide(variant: Variant) -> None:
    """From half-way through a game, where moves are fewer and ends nearer."""
    line = list(playout(variant, list(range(56))))
    position, board = line[len(line) // 2]
    assert pg.divide(position, 2) == divide(variant.twin, board, 2)


# The rules, by hand

ENDINGS = {
    # x x x
    # o o .
    # . . .
    "row": (tictactoe(), "14253", rules.won(0), "1 2 3"),
    # x o .
    # x o .
    # x . .
    "column": (tictactoe(), "12457", rules.won(0), "1 4 7"),
    # x x o
    # x o .
    # o . .
    "diagonal": (tictactoe(), "132547", rules.won(1), "3 5 7"),
    # o o x
    # o o x
    # x x x
    "two lines at once": (tictactoe(), "316274859", rules.won(0), "3 6 7 8 9"),
    # x o x
    # x o o
    # o x x
    "full board": (tictactoe(), "123587469", rules.DRAW, ""),
    # 7 2 6
    # . 1 .
    # . . .
    "numbers of both players": (numerical(), "7@1 2@2 1@5 6@3", rules.won(1), "1 2 3"),
    # 4 . .
    # 2 . .
    # 9 3 1
    "a column of numbers": (numerical(), "1@9 4@1 3@8 2@4 9@7", rules.won(0), "1 4 7"),
    # 2 . 9
    # . 1 .
    # 5 . 4
    "numbers of one player": (numerical(), "9@3 2@1 1@5 4@9 5@7", rules.won(0), "3 5 7"),
    # . 1 .
    # 4 5 6
    # . 9 .
    "two sums at once": (numerical(), "1@2 4@4 9@8 6@6 5@5", rules.won(0), "2 4 5 6 8"),
    # 9 6 .    is 15, but no line
    # . . .
    # . . .
    "two numbers": (numerical(), "9@1 6@2", rules.ONGOING, ""),
    # 3 7 2    lines of 12, 14, 19, 12, 14, 19, 12 and 8
    # 4 1 9
    # 5 6 8
    "full of numbers": (numerical(), "7@2 2@3 1@5 4@4 5@7 8@9 9@6 6@8 3@1", rules.DRAW, ""),
    # o o o . o o o
    # x x x x x x x
    "seven in a row": (
        connect4(7, 6),
        "1122335566774",
        rules.won(0),
        "1,1 2,1 3,1 4,1 5,1 6,1 7,1",
    ),
    # . o . . . . .
    # x o . . . . .
    # x o . . . . .
    # x o x . . . .
    "four above one another": (connect4(7, 6), "12121232", rules.won(1), "2,1 2,2 2,3 2,4"),
    # . . . x . . .
    # . . x x . . .
    # o x o o . . .
    # x o o x . . .
    "rising": (connect4(7, 6), "12234334414", rules.won(0), "1,1 2,2 3,3 4,4"),
    # x . . . . . .
    # x x . . . . .
    # o o x o . . .
    # x o o x . . .
    "falling": (connect4(7, 6), "43321221141", rules.won(0), "1,4 2,3 3,2 4,1"),
    # . . . x . . .
    # . . x x . . .
    # . x o x . . o
    # x o o x . o o
    "a column and a diagonal": (
        connect4(7, 6),
        "1223433747464",
        rules.won(0),
        "4,1 4,2 4,3 4,4 1,1 2,2 3,3",
    ),
    # x . . . .    a line does not go on from the top of a column at the foot of the next
    # x . . . .
    # x . o . .
    # o x o . .
    "over the top": (connect4(5, 4), "2113131", rules.ONGOING, ""),
    # the four columns on the right
    "letters": (connect4(12, 4), "99aabbc", rules.won(0), "9,1 10,1 11,1 12,1"),
    # two triangles of player 1 by the edge 0-1, with 2 and with 3
    "two triangles at once": (
        sim(6, 2),
        "0-2 2-4 1-2 3-5 0-3 4-5 1-3 0-4 0-1",
        rules.lost(0),
        "0-1 0-2 1-2 0-3 1-3",
    ),
    # the one triangle has edges of both players
    "a mixed triangle": (sim(3, 2), "0-1 0-2 1-2", rules.DRAW, ""),
    # players 1, 2, 3 in turn; the triangle 0 1 2 is player 3's
    "the third player loses": (
        sim(6, 3),
        "0-3 0-4 0-1 1-4 1-5 0-2 2-5 2-3 1-2",
        rules.lost(2),
        "0-1 0-2 1-2",
    ),
    # each of the five has three edges that do not meet
    "five players": (
        sim(6, 5),
        "0-5 1-5 2-5 3-5 4-5 1-4 0-2 1-3 2-4 0-3 2-3 3-4 0-4 0-1 1-2",
        rules.DRAW,
        "",
    ),
}


@pytest.mark.parametrize(
    ("variant", "moves", "result", "places"),
    [case(*ending) for ending in ENDINGS.values()],
    ids=ENDINGS,
)
def test_endings(variant: Variant, moves: str, result: int, places: str) -> None:
    position, board = variant.game.position(moves), variant.twin.start()
    for move in position.history:
        board = variant.twin.play(board, move)
    assert position.result == result
    assert twin_result(variant, position) == variant.twin.result(board)
    assert variant.twin.result(board).sites == set(places.split())


@pytest.mark.parametrize(
    ("game", "moves", "move", "message"),
    [
        (pg.TicTacToe(), "5", "5", "Cell 5 is taken: legal are 1, 2, 3, 4, 6, 7, 8, 9"),
        (pg.NumericalTicTacToe(), "7@2", "2@2", "Cell 2 is taken: legal are 2@1, "),
        (pg.NumericalTicTacToe(), "", "2@2", "Player 1 writes odd numbers: legal are"),
        (pg.NumericalTicTacToe(), "7@2", "1@1", "Player 2 writes even numbers: legal"),
        (pg.NumericalTicTacToe(), "7@2 2@1", "7@3", "7 is already used: legal are 1@3, "),
        (pg.Sim(), "0-1", "1-0", "Dots 0 and 1 are already joined: legal are 0-2, "),
        (pg.ConnectFour(), "444444", "4", "Column 4 is full: legal are 1, 2, 3, 5, 6, 7"),
    ],
    ids=str,
)
def test_refusals(game: rules.Game, moves: str, move: str, message: str) -> None:
    position = game.position(moves)
    with pytest.raises(pg.IllegalMoveError) as error:
        position.play(move)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("game", "text", "move"),
    [
        (pg.TicTacToe(), " 5 ", "5"),
        (pg.NumericalTicTacToe(), "7 @ 2", "7@2"),
        (pg.Sim(), "3-1", "1-3"),
        (pg.Sim(), " 3 - 1", "1-3"),
        (pg.ConnectFour(12, 4), "C", "c"),
    ],
    ids=str,
)
def test_ways_to_write_a_move(game: rules.Game, text: str, move: str) -> None:
    assert game.move_texts[game.move_code(text)] == move


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (pg.TicTacToe(), "0"),
        (pg.TicTacToe(), "10"),
        (pg.NumericalTicTacToe(), "2"),
        (pg.NumericalTicTacToe(), "0@1"),
        (pg.NumericalTicTacToe(), "1@10"),
        (pg.Sim(), "1-1"),
        (pg.Sim(), "5-6"),
        (pg.Sim(), "01"),
        (pg.ConnectFour(), "8"),
        (pg.ConnectFour(), ""),
    ],
    ids=str,
)
def test_texts_that_are_no_move(game: rules.Game, text: str) -> None:
    with pytest.raises(errors.UnreadableMoveError) as error:
        game.move_code(text)
    assert str(error.value) == f"{text!r} is not a move of {game.title}: give {game.move_hint}"


# Parameters


def test_sizes_of_connect4() -> None:
    accepted = []
    for columns in range(20):
        for rows in range(20):
            try:
                accepted.append(pg.ConnectFour(columns, rows).values)
            except errors.ParameterError:
                continue
    assert accepted == [{"columns": columns, "rows": rows} for columns, rows in CONNECT4_SIZES]


def test_sizes_of_sim() -> None:
    accepted = []
    for vertices in range(13):
        for players in range(8):
            try:
                accepted.append(pg.Sim(vertices, players).values)
            except errors.ParameterError:
                continue
    assert accepted == [
        {"vertices": vertices, "players": players} for vertices, players in SIM_SIZES
    ]


@pytest.mark.parametrize(
    ("game", "values", "message"),
    [
        (pg.Sim, (2, 2), "Sim takes 3 to 10 vertices, and not 2"),
        (pg.Sim, (6, 6), "Sim takes 2 to 5 players, and not 6"),
        (pg.Sim, ("6", 2), "Sim takes 3 to 10 vertices, and not '6'"),
        (pg.Sim, (6, True), "Sim takes 2 to 5 players, and not True"),
        (pg.ConnectFour, (3, 6), "Connect Four takes 4 to 12 columns, and not 3"),
        (pg.ConnectFour, (7, 3), "Connect Four takes 4 to 15 rows, and not 3"),
        (pg.ConnectFour, (9, 14), "Connect Four with 9 columns takes 4 to 13 rows, and not 14"),
    ],
)
def test_parameters_out_of_range(game: type[rules.Game], values: tuple[Any], message: str) -> None:
    with pytest.raises(errors.ParameterError) as error:
        game(*values)
    assert str(error.value) == message


def test_defaults() -> None:
    assert pg.Sim() == pg.Sim(vertices=6, players=2)
    assert pg.ConnectFour() == pg.ConnectFour(columns=7, rows=6)


class Sized(pg.TicTacToe):
    """A game that leaves its parameters to `Game`, as most do."""

    parameters = (rules.Parameter("size", 3, 1, 5, "cells"),)

    def __init__(self, **values: int) -> None:
        rules.Game.__init__(self, **values)


def test_parameters_that_a_game_does_not_have() -> None:
    with pytest.raises(
        errors.ParameterError, match=r"has no parameter width: its parameters are size$"
    ):
        Sized(width=3)


def test_games_are_values() -> None:
    assert pg.Sim(6, 2) == pg.Sim()
    assert hash(pg.Sim(6, 2)) == hash(pg.Sim())
    assert pg.Sim(6, 3) != pg.Sim()
    assert pg.Sim(6, 2) != pg.TicTacToe()
    assert repr(pg.Sim(9, 2)) == "Sim(vertices=9, players=2)"
    assert pg.Sim(6, 2).rules is pg.Sim().rules


# Keys


@pytest.mark.parametrize(
    ("game", "count"),
    [
        pytest.param(pg.TicTacToe(), 5_478, id="tictactoe"),
        pytest.param(pg.Sim(4), None, id="sim-4-2", marks=uncompiled),
        pytest.param(pg.Sim(4, 5), None, id="sim-4-5", marks=uncompiled),
        pytest.param(pg.Sim(5), None, id="sim-5-2", marks=uncompiled),
        pytest.param(
            pg.ConnectFour(4, 4),
            161_029,
            id="connect4-4-4",
            marks=[pytest.mark.compiled, pytest.mark.long],
        ),
    ],
)
def test_no_two_states_share_a_key(game: rules.Game, count: int | None) -> None:
    states = all_states(game)
    assert len({key(game, state) for state in states}) == len(states)
    assert count in (None, len(states))


@every_variant
def test_no_two_states_met_in_play_share_a_key(variant: Variant) -> None:
    met = {}
    for seed in range(40):
        for position in random_playout(variant.game, seed):
            assert met.setdefault(position.key, position.state) == position.state
    assert len(met) > 100


@uncompiled
@pytest.mark.parametrize("size", SIM_SIZES, ids=str)
def test_no_two_states_of_sim_with_few_edges_share_a_key(size: tuple[int, int]) -> None:
    """Up to two edges, of any players: bits of the key that overlap would show here."""
    game = pg.Sim(*size)
    single = [
        tuple(1 << edge if p == owner else 0 for p in range(game.players))
        for edge in range(game.max_moves)
        for owner in range(game.players)
    ]
    some = random.Random(0).sample(single, min(len(single), 40))
    pairs = [
        tuple(a | b for a, b in zip(first, second, strict=True))
        for first, second in combinations(some, 2)
        if not union(first) & union(second)
    ]
    states = single + pairs
    assert len({key(game, state) for state in states}) == len(states)


@ready
@pytest.mark.parametrize("variant", [sim(9, 2), sim(10, 2)], ids=str)
@pytest.mark.parametrize("long", [False, True], ids=["any", "long"])
def test_keys_of_large_sims_for_two_are_numbers_in_base_3(variant: Variant, long: bool) -> None:
    """A digit for each edge: 0 free, 1 the player to move, 2 the other player; a word of 40."""
    for seed in range(5):
        for position in random_playout(variant.game, seed, long):
            mine, others = (
                sum(3**edge for edge in range(variant.game.max_moves) if word >> edge & 1)
                for word in position.state
            )
            number = mine + 2 * others
            words = divmod(number, 3**40)
            assert position.key == (words if variant.game.max_moves > 40 else words[1:])
            assert words[0].bit_length() <= variant.game.class_bits[0]


def union(state: State) -> int:
    return functools.reduce(operator.or_, state)


# Canonical states


@every_variant
def test_all_images_have_the_same_canonical_state(variant: Variant) -> None:
    """A symmetry says what becomes of each move, so an image is the game of the other moves."""
    symmetries = variant.twin.symmetries(random.Random(0))

    @given(picks=choices)
    @settings(max_examples=5, phases=[Phase.generate])  # to shrink a failure takes minutes
    def check(picks: list[int]) -> None:
        line = [position for position, _ in playout(variant, picks)]
        forms = [canonical(variant.game, position.state) for position in line]
        for symmetry in random.Random(picks[0]).sample(symmetries, min(8, len(symmetries))):
            image = variant.game.position(symmetry[move] for move in line[-1].history)
            assert image.result == line[-1].result
            assert [canonical(variant.game, other.state) for other in image.line] == forms

    check()


@each_of(*(variant for variant in (*VARIANTS, *LARGER) if variant.game.name != "sim"))
def test_canonical_state_is_an_image(variant: Variant) -> None:
    moves = random_playout(variant.game, 3)[-1].history
    symmetries = variant.twin.symmetries(random.Random(0))
    lines = [variant.game.position(symmetry[m] for m in moves).line for symmetry in symmetries]
    for images in zip(*lines, strict=True):
        states = {image.state for image in images}
        assert canonical(variant.game, images[0].state) in states


@each_of(*(variant for variant in (*VARIANTS, *LARGER) if variant.game.name == "sim"))
def test_canonical_sim_is_a_relabelling(variant: Variant) -> None:
    check_relabelled(variant.game)


@uncompiled
@pytest.mark.parametrize("size", SIM_SIZES, ids=str)
def test_canonical_sim_of_every_size_is_a_relabelling(size: tuple[int, int]) -> None:
    check_relabelled(pg.Sim(*size))


def check_relabelled(game: pg.Sim) -> None:
    for position in random_playout(game, 5, long=True):
        image = canonical(game, position.state)
        assert relabelled(owners(game, position.state), owners(game, image), [])


def owners(game: pg.Sim, state: State) -> list[list[int | None]]:
    """Who owns the edge between each two vertices."""
    table: list[list[int | None]] = [[None] * game.vertices for _ in range(game.vertices)]
    for (a, b), owner in zip(
        game.edges, calls.cells(game.rules, state, len(game.edges), 1 + game.players), strict=True
    ):
        table[a][b] = table[b][a] = owner - 1 if owner else None
    return table


def relabelled(
    first: list[list[int | None]], second: list[list[int | None]], labels: list[int]
) -> bool:
    """Whether the vertices of `first` can be called so that it becomes `second`.

    `labels` are the names of those that have one, from vertex 0 on.
    """
    vertex = len(labels)
    return vertex == len(first) or any(
        Counter(first[vertex]) == Counter(second[label])
        and all(first[vertex][a] == second[label][new] for a, new in enumerate(labels))
        and relabelled(first, second, [*labels, label])
        for label in range(len(first))
        if label not in labels
    )


def rings(*sizes: int) -> list[tuple[int, int]]:
    """Rings of so many vertices, one after the other."""
    firsts = accumulate(sizes, initial=0)
    return [(a + i, a + (i + 1) % n) for a, n in zip(firsts, sizes, strict=False) for i in range(n)]


RUNGS = [(a, a + 5) for a in range(5)]
STARS = [(a, (a + 1) % 5) for a in range(5)] + [(5 + a, 5 + (a + 2) % 5) for a in range(5)]
REGULAR_GRAPHS = {  # on 10 vertices, which all have as many neighbours
    "nothing": [],
    "rungs": RUNGS,
    "ring": rings(10),
    "two rings": rings(5, 5),
    "two rings of other sizes": rings(6, 4),
    "a ring and a triangle": rings(7, 3),
    "three rings": rings(3, 4, 3),
    "ring with diagonals": rings(10) + RUNGS,
    "prism": rings(5, 5) + RUNGS,
    "Petersen": STARS + RUNGS,
    "bipartite": [(a, b) for a in range(5) for b in range(5, 10)],
}


@ready
def test_canonical_sim_of_regular_graphs() -> None:
    """Where only the whole graph tells two dots apart, not their neighbours.

    Each graph is drawn by one player alone, and then every second edge of it by the other. Such
    states do not come up in play, but parts of them do.
    """
    game = pg.Sim(10)
    rng = random.Random(0)
    forms = set()
    for graph in REGULAR_GRAPHS.values():
        for others in ([], graph[::2]):
            images = set()
            for _ in range(20):
                new = rng.sample(range(10), 10)
                words = [0, 0]
                for a, b in graph:
                    edge = min(new[a], new[b]), max(new[a], new[b])
                    words[(a, b) in others] |= 1 << game.edges.index(edge)
                images.add(canonical(game, tuple(words)))
            assert len(images) == 1
            forms |= images
    assert len(forms) == 2 * len(REGULAR_GRAPHS) - 1  # half of nothing is nothing


@pytest.mark.compiled
@pytest.mark.long
def test_canonical_states_of_a_whole_connect4() -> None:
    """Each pair of mirror images is one; 4 columns of 4 rows and a row above, 5 bits each."""

    def mirrored(word: int) -> int:
        columns = [word >> 5 * c & 31 for c in range(4)]
        return sum(column << 5 * c for c, column in enumerate(reversed(columns)))

    game = pg.ConnectFour(4, 4)
    classes = {}
    for state in all_states(game):
        image = tuple(map(mirrored, state))
        classes.setdefault(frozenset((state, image)), set()).add(canonical(game, state))
    assert all(len(forms) == 1 for forms in classes.values())
    assert all(forms <= images for images, forms in classes.items())
    assert len(classes) == sum(
        layer.ongoing + layer.ended for layer in search.layers(game, canonical=True)
    )


@pytest.mark.parametrize(
    ("columns", "hint", "asks"),
    [(9, "a column, 1 to 9", "(1-9)"), (12, "a column, 1 to 9 or a to c", "(1-9, a-c)")],
)
def test_columns_beyond_the_ninth_are_letters(columns: int, hint: str, asks: str) -> None:
    game = pg.ConnectFour(columns=columns)
    assert game.move_hint == hint
    assert asks in game.face.talk.asks_move[0]
