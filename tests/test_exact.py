"""The exact solver and what games give it, against plain search and naive twins."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from unittest.mock import ANY

import numpy as np
import pytest
from benchmarks import solver_checks

import plyground as pg
from plyground import errors, rules
from plyground.games import connect4_solving
from plyground.kernel import as_tuple, compiled
from plyground.kernel.compiler import COMPILES
from plyground.position.calls import as_words
from plyground.search import LimitError, Solution, Solver, SolverError, exact
from plyground.search.exact import MEMORY
from plyground.search.transposition import SMALL_PAIR_BITS, least_bits, words_of
from plyground.search.transposition import spread as spread_key
from tests.own_game import NIM, Few
from tests.plain import plain_value
from tests.reference import sim_solving
from tests.reference.common import ReferenceGame, State
from tests.reference.connect4 import Connect4
from tests.reference.connect4_solving import (
    class_of,
    loses_at_once,
    most_by_replies,
    open_to_mover,
    wins_at_once,
)
from tests.reference.search import WIN as TWIN_WIN
from tests.reference.search import Search
from tests.reference.sim import Sim
from tests.stopping import stop_at_work
from tests.values import Known, each_known
from tests.variants import (
    Variant,
    case,
    connect4,
    not_compiled,
    numerical,
    playout,
    random_playout,
    ready,
    sim,
    tictactoe,
    uncompiled,
)

Nim = rules.game_class(NIM)

SCALE = 10 if COMPILES else 1  # how much more is tried where it costs little


class GameWithExtraTurns(rules.Game):
    """Take 1 to 3 from a heap; a player who leaves a multiple of 4 plays again; the last one loses,
    and nobody wins who took more 3s than 1s.

    Bits 0 to 7: what is left, 8: whose turn it is, 16 up: 32 and the 1s minus the 3s of the two.
    """

    name = "extra-turns"
    title = "Extra turns"
    summary = "Take 1, 2 or 3; a multiple of 4 that is left gives another turn; the last one loses."
    parameters = (rules.Parameter("heap", 14, 1, 20, "what there is to take"),)
    decided_by = "took the last"
    drawn_by = "too many 3s were taken"

    def __init__(self, heap: int = 14) -> None:
        super().__init__(heap=heap)
        self.max_plies = heap
        self.move_texts = ("1", "2", "3")
        self.move_hint = "1, 2 or 3"
        self.board = rules.Board.grid(1, 1)

    def kernels(self) -> rules.Kernels:
        one, turn, side = np.uint64(1), np.uint64(8), np.uint64(16)
        left_mask, four = np.uint64(255), np.uint64(4)
        at_start = np.uint64(self.values["heap"] | 32 << 16 | 32 << 24)
        byte = np.uint64(8)

        def start() -> Any:
            return (at_start,)

        def player(state: Any) -> int:
            return rules.as_int(state[0] >> turn & one)

        def moves(state: Any, out: Any) -> int:
            for number in range(3):
                out[number] = number
            return min(3, rules.as_int(state[0] & left_mask))

        def play(state: Any, move: int) -> Any:
            place = side + byte * (state[0] >> turn & one)
            word = state[0] - np.uint64(move + 1)
            if move == 0:
                word += one << place
            if move == 2:
                word -= one << place
            if word % four != np.uint64(0):
                word ^= one << turn
            return (word,)

        def result(state: Any) -> int:
            if state[0] & left_mask:
                return rules.ONGOING
            # Nothing left is a multiple of 4: it is the turn of who took the last.
            loser = state[0] >> turn & one
            balance = state[0] >> side + byte * (one - loser) & left_mask
            return rules.DRAW if balance < np.uint64(32) else rules.lost(rules.as_int(loser))

        return rules.kernels(start, player, moves, play, result)

    def marks(self, state: tuple[int, ...]) -> tuple[rules.Mark | None, ...]:
        return (rules.Mark(None, str(state[0] & 255)),)


def most(game: rules.Game) -> int:
    return game.max_plies + 1


def twin_value(twin: ReferenceGame, board: State, longest: int) -> int:
    """The value of a board of a naive game, by naive alpha-beta."""
    search = Search(twin, twin.player(board), pruning=True)
    score = search.score(board, longest, 0)
    return score - (TWIN_WIN - longest - 1) * ((score > 0) - (score < 0))


def solver_of(game: rules.Game, threads: int = 1) -> Solver:
    """A solver with a small table, as that is emptied often, of entries of one word if possible."""
    solver = Solver(game, 4, threads)
    small = solver._home is None and solver._entry_words > 1
    return Solver(game, 64, threads) if small else solver


def value(solution: Solution) -> int:
    assert solution.exact
    return solution.low


def late(game: rules.Game, seed: int, left: int) -> pg.Position:
    """A position of a random game in which it goes on, at most `left` plies before its end."""
    line = random_playout(game, seed, long=True)
    return line[max(0, len(line) - 1 - 1 - seed % left)]


# Values


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "left", "count"),
    [
        case(tictactoe(), 8, 4),
        case(numerical(), 4, 8),
        case(sim(6, 2), 5, 8),
        case(connect4(4, 4), 7, 8),
        case(connect4(5, 4), 6, 8),
        case(connect4(7, 6), 5, 4),
        *(case(connect4(*size), 5, 4) for size in ((8, 7), (8, 8), (9, 7), (10, 6), (12, 9))),
        case(sim(4, 2), 6, 6),
        case(sim(5, 2), 5, 6),
        case(connect4(6, 5), 5, 6),
        case(connect4(4, 7), 5, 6),
    ],
    ids=str,
)
def test_values_are_those_of_the_twin(variant: Variant, left: int, count: int) -> None:
    game, rng = variant.game, random.Random(left)
    solver = solver_of(game)
    for _ in range(count):
        picks = [rng.randrange(90) for _ in range(60)]
        line = list(playout(variant, picks, long=True))[:-1]
        for position, board in line[-left:]:
            if len(position.codes) ** 2 < 200:
                known = twin_value(variant.twin, board, game.max_plies)
                assert value(solver.solve(position)) == known, repr(position)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "left", "count"),
    [
        case(pg.TicTacToe(), 9, 20),
        case(pg.NumericalTicTacToe(), 5, 12),
        case(pg.Sim(), 9, 10),
        case(pg.ConnectFour(4, 4), 12, 15),
        case(pg.ConnectFour(7, 6), 10, 8),
        *not_compiled(
            *((pg.ConnectFour(*size), 9, 4) for size in ((8, 7), (8, 8), (9, 7))),
            *((game, 10, 10) for game in (Nim(), Few(), GameWithExtraTurns())),
        ),
    ],
    ids=repr,
)
def test_values_are_those_of_plain_search(game: rules.Game, left: int, count: int) -> None:
    solver = solver_of(game)
    for seed in range(count * SCALE):
        position = late(game, seed, left if COMPILES else min(left, 5))
        assert value(solver.solve(position)) == plain_value(position), repr(position)


@each_known()
def test_known_values(known: Known) -> None:
    assert value(solver_of(known.game).solve(known.position)) == known.exact


class Theory(Nim):  # type: ignore[misc, valid-type]
    """Nim with bounds of the simplest kind: it is a win, it is a loss, however long it takes; but
    not at the start.
    """

    name = "theory"

    def kernels(self) -> rules.Kernels:
        heaps, most = self.heaps, self.max_plies + 1
        full = np.uint64(sum(h + 1 << 4 * h for h in range(heaps)))

        def bounds(state: Any) -> tuple[int, int, int]:
            if state[0] == full:
                return -most, most, 0
            if state[0] == np.uint64(0):
                return -most, -most, 0
            total = np.uint64(0)
            for h in range(heaps):
                total ^= state[0] >> np.uint64(4 * h) & np.uint64(15)
            return (-most, -1, 1) if total == np.uint64(0) else (1, most, 0)

        return {**super().kernels(), **rules.kernels(bounds)}


@uncompiled
def test_bounds_that_know_no_plies() -> None:
    """Such bounds are true, though no win takes as long as a value of 1 would say."""
    game, plain = Theory(3), Nim(3)
    for moves in ("", "3:1", "3:1 1:1", "2:1 3:2", "3:3"):
        position = game.position(moves)
        known = value(solver_of(plain).solve(plain.position(moves)))
        assert value(solver_of(game).solve(position)) == known == plain_value(position)


# What games give


@pytest.mark.parametrize(
    ("game", "positions", "step"),
    [
        pytest.param(pg.ConnectFour(4, 4), 161_029, 1, marks=pytest.mark.compiled),
        pytest.param(pg.Sim(6), 2_230_702, 50, marks=[pytest.mark.compiled, pytest.mark.long]),
        pytest.param(pg.Sim(4), 263, 1, marks=uncompiled),
    ],
    ids=repr,
)
@pytest.mark.slow
def test_everything_on_all_positions_of_a_small_board(
    game: rules.Game, positions: int, step: int
) -> None:
    layers = solver_checks.sweep(game)
    counts = solver_checks.examine(game, layers)
    assert sum(len(layer.states) for layer in layers) == positions
    assert {name: count for name, count in counts.items() if "wrong" in name and count} == {}
    assert counts["open"] > counts["ongoing"] // 3  # else the checks say little
    assert counts["limited"] > counts["open"] // 20
    assert counts["classes"] < counts["ongoing"] // 4
    for solver in (
        Solver(game, 1),
        solver_checks.smallest(Solver(game, 1)),
        solver_checks.smallest(Solver(game, 1), long=True),
    ):
        solved, wrong = solver_checks.solve_layers(solver, layers, step)
        assert solved > counts["ongoing"] // step * 0.9
        assert wrong == 0


# What Connect Four gives


@compiled
def solving(rules: Any, state: Any, moves: Any) -> tuple[int, int, int, Any]:
    """What the optional kernels say: limits, how many candidates, and the class key."""
    low, high, _ = rules.bounds(state)
    count = rules.candidates(state, moves) if low < high else 0
    return low, high, count, as_tuple(rules.class_key(state))


@pytest.mark.parametrize(
    "variant",
    [
        connect4(7, 6),
        connect4(4, 4),
        *(
            pytest.param(connect4(columns, rows), marks=uncompiled)
            # Those of 8 x 7 are too large to merge more than mirror images.
            for columns, rows in ((6, 6), (8, 5), (8, 7), (9, 7), (5, 14))
        ),
        *(
            pytest.param(connect4(columns, rows), marks=[uncompiled, pytest.mark.long])
            for columns, rows in ((6, 7), (4, 12), (12, 4), (9, 6), (8, 8), (10, 6), (12, 9))
        ),
    ],
    ids=str,
)
@pytest.mark.slow
def test_class_keys_are_those_of_the_twin(variant: Variant) -> None:
    """States have a key in common if and only if the boards are of one class."""
    game, twin, rng = variant.game, variant.twin, random.Random(1)
    assert isinstance(twin, Connect4)
    merges = "class_key" in game.kernels()
    room = np.empty(game.max_moves, np.int64)
    key_of: dict[str, tuple[int, ...]] = {}
    class_with: dict[tuple[int, ...], str] = {}
    alike = held = 0
    few = 80 if twin.columns == 4 else 24
    for _ in range(few if COMPILES else 2):
        picks = [rng.randrange(90) for _ in range(60)]
        for position, board in list(playout(variant, picks, long=True))[:-1]:
            mirrored = "/".join(reversed(board.split("/")))
            expected = class_of(twin, board) if merges else min(board, mirrored)
            low, high, count, key = solving(game.rules, as_words(position.state), room)
            key = tuple(int(word) for word in key)
            alike += key in class_with
            assert key_of.setdefault(expected, key) == key
            assert class_with.setdefault(key, expected) == expected
            if game.class_bits[0] or len(key) == 1:  # else keys are kept whole
                bits = game.class_bits[2 - len(key) :]
                assert all(word >> width == 0 for word, width in zip(key, bits, strict=True))
            # What is seen at once.
            ended = most(game)
            wins, loses = wins_at_once(twin, board), loses_at_once(twin, board)
            assert (low == high == ended - 1) == wins
            left = twin.columns * twin.rows - position.ply
            if left > 1:
                assert (low == high == 2 - ended) == loses
            assert low <= high
            if left > 2 and not wins and not loses:
                reached = most_by_replies(twin, board)
                held += reached < ended
                assert high == min(reached, ended - 3 if open_to_mover(twin, board) else 0)
            if low < high:
                candidates = [game.move_texts[code] for code in room[:count]]
                assert set(candidates) <= set(twin.moves(board))
                for move in candidates:
                    after = twin.play(board, move)
                    assert not wins_at_once(twin, after)
                assert len(set(candidates)) == len(candidates) > 0
    assert alike > 0
    if COMPILES:  # else there are too few games for it
        assert held > 0


@pytest.mark.parametrize("rows", [4, 5, 6, 7])
def test_column_codes_are_all_different(rows: int) -> None:
    """Digits 1 to 3 in base 3, of every length up to the rows, make every number once."""
    numbers = [0]
    codes = list(numbers)
    for row in range(rows):
        numbers = [number + digit * 3**row for number in numbers for digit in (1, 2, 3)]
        codes += numbers
    assert sorted(codes) == list(range(connect4_solving.column_codes(rows)))


# What Sim gives


@compiled
def limits_and_candidates(rules: Any, state: Any, moves: Any) -> tuple[int, int, int]:
    low, high, _ = rules.bounds(state)
    return low, high, rules.candidates(state, moves)


_FEW_EDGES = 10  # that are safe, of both players; the twin tries all sets of them


@pytest.mark.parametrize(
    "variant",
    [
        sim(6, 2),
        *(pytest.param(sim(vertices, 2), marks=uncompiled) for vertices in (3, 4, 5)),
        *(
            pytest.param(sim(vertices, 2), marks=[uncompiled, pytest.mark.long])
            for vertices in (7, 8, 9, 10)
        ),
    ],
    ids=str,
)
@pytest.mark.slow
def test_what_sim_gives_is_what_the_twin_counts(variant: Variant) -> None:
    """Who is said to win, or not to lose, has a store that lasts longer; and who can take all safe
    edges, and has enough of them, is said to.
    """
    game, twin, rng = variant.game, variant.twin, random.Random(1)
    assert isinstance(twin, Sim)
    room = np.empty(game.max_moves, np.int64)
    # A board of less than 6 vertices may be full without a triangle: there it is a win or a draw.
    least = 1 if twin.vertices >= 6 else 0
    outlasted = 0
    for _ in range(20 if twin.vertices < 8 else 4):
        picks = [rng.randrange(90) for _ in range(60)]
        for position, board in playout(variant, picks, long=True):
            if position.over and not (position.outcome and position.outcome.draw):
                continue
            low, high, count = limits_and_candidates(game.rules, as_words(position.state), room)
            assert -most(game) <= low <= high <= most(game)
            if position.over:
                assert low == high == 0
                continue
            mover = position.turn
            safe = sim_solving.safe_edges(twin, board, mover)
            candidates = [game.move_texts[code] for code in room[:count]]
            assert sorted(candidates) == sorted(safe or position.moves)
            assert (low == high) == (not safe)
            if not safe:
                assert low == 1 - most(game)
                continue
            for player, decided in ((mover, low >= least), (1 - mover, high <= -least)):
                mine = sim_solving.safe_edges(twin, board, player)
                theirs = sim_solving.safe_edges(twin, board, 1 - player)
                if len(mine) + len(theirs) <= _FEW_EDGES:
                    outlasts = sim_solving.outlasts(twin, board, player)
                    assert outlasts or not decided, repr(position)
                    outlasted += decided
                taken = sim_solving.edges_of(twin, board, str(player))
                first = player == mover
                shared = (len({*mine} & {*theirs}) + first) // 2 * 2
                own = len({*mine} - {*theirs})
                if own + shared >= len(theirs) + first and not sim_solving.triangle(
                    twin, {*taken, *mine}
                ):
                    assert decided, repr(position)
            assert low in (-most(game), least)
            assert high in (-least, most(game))
    assert outlasted > 3 or twin.vertices == 3


# The table


def spread(rules: Any, key: tuple[int, ...], bits: int) -> tuple[int, int]:
    pair, tag = spread_entry(rules, tuple(np.uint64(word) for word in key), bits)
    return int(pair), int(tag)


@compiled
def spread_entry(rules: Any, key: Any, bits: int) -> tuple[int, np.uint64]:
    return spread_key(rules, key, bits, 1)


@pytest.mark.parametrize(
    ("game", "key_words"),
    [
        (pg.TicTacToe(), 1),
        (pg.ConnectFour(7, 6), 2),
        *not_compiled(
            *((pg.Sim(9, 2), 1), (pg.Sim(10, 2), 2), (pg.ConnectFour(5, 4), 1)),
            *((pg.ConnectFour(8, 7), 1), (pg.ConnectFour(9, 7), 2), (pg.ConnectFour(5, 14), 2)),
        ),
    ],
    ids=repr,
)
def test_place_and_tag_are_the_key(game: pg.Game, key_words: int) -> None:
    rules, rng = game.rules, random.Random(2)
    widths = game.class_bits[2 - key_words :]
    least = least_bits(rules, key_words)
    room = 64 - rules.value_bits - 4
    for bits in (least, least + 1, least + 5, max(least - 6, sum(widths) - 64, 1)):
        keys = {
            tuple(rng.getrandbits(rng.randrange(1, width + 1)) for width in widths)
            for _ in range(300 * SCALE)
        }
        keys |= {tuple((1 << width) - 1 for width in widths), (0,) * key_words}
        near = next(iter(keys))
        keys |= {(*near[:-1], near[-1] ^ 1 << bit) for bit in range(widths[-1])}
        placed = {spread(rules, key, bits) for key in keys}
        assert len(placed) == len(keys)
        assert all(0 <= pair < 1 << bits for pair, _ in placed)
        assert all(tag >> (room if bits >= least else 64) == 0 for _, tag in placed)


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "left", "count"),
    [
        (pg.ConnectFour(4, 4), 12, 40),
        (pg.ConnectFour(7, 6), 16, 40),
    ],
    ids=repr,
)
def test_the_least_table_is_enough(game: rules.Game, left: int, count: int) -> None:
    """Entries push each other out where keys are short; what is read is true all the same."""
    small, large = solver_checks.smallest(solver_of(game)), solver_of(game)
    whole = solver_checks.smallest(solver_of(game), long=True)
    for seed in range(count):
        position = late(game, seed, left)
        known = value(large.solve(position))
        assert value(small.solve(position)) == known, repr(position)
        assert value(whole.solve(position)) == known, repr(position)
    assert whole.memory < small.memory <= large.memory


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "words"),
    [
        (pg.TicTacToe(), 1),
        (pg.ConnectFour(7, 6), 2),
        *not_compiled(
            (pg.ConnectFour(9, 7), 2),
            (pg.Sim(10), 2),
            (pg.Sim(9), 1),
        ),
    ],
    ids=repr,
)
def test_tags_that_are_too_long_for_a_table_have_words_of_their_own(
    game: pg.Game, words: int
) -> None:
    """Any size from 1 MiB will do; threads need entries of one word."""
    small, large = Solver(game, 1, threads=2), Solver(game, 512, threads=2)
    assert small.remembered.shape[1] == words
    assert 1 << 19 < small.memory <= 1 << 20
    assert small.threads == (2 if words == 1 else 1)
    assert large.remembered.shape[1] == 1
    assert large.threads == 2
    for seed in range(40 if COMPILES else 4):
        position = late(game, seed, 22 if COMPILES else 5)
        assert value(small.solve(position)) == value(large.solve(position)), repr(position)
    assert small.remembered[:, -1].any() or not COMPILES


def test_forgetting() -> None:
    game = pg.TicTacToe()
    solver = Solver(game, 1)
    position = game.position("5 1 9")
    first = solver.solve(position)
    again = solver.solve(position)
    assert again.nodes < first.nodes
    solver.forget()
    assert solver.solve(position).nodes == first.nodes
    assert solver.remembered.any()
    solver.forget()
    assert not solver.remembered.any()
    assert solver.solve(position).nodes == first.nodes
    assert first.low == again.low == first.high == again.high == 0


def test_forgetting_what_two_threads_found() -> None:
    game = pg.TicTacToe()
    solver = Solver(game, 1)
    position = game.position("5 1 9")
    with solver._small_lock:  # as while another thread searches with the small table
        first = solver.solve(position)
    assert solver._table.any()
    solver.forget()
    assert not solver.remembered.any()
    assert solver.solve(position).nodes == first.nodes


def test_what_another_solver_remembers() -> None:
    game = pg.TicTacToe()
    one, other, larger = Solver(game, 1), Solver(game, 1), Solver(game, 2)
    found = one.solve(game.position())
    kept = one.remembered.copy()

    def fill(table: np.ndarray) -> None:
        table[:] = kept

    other.recall(fill)
    assert other.solve(game.position()).nodes < found.nodes
    assert other.solve(game.position()).low == found.low
    assert larger.solve(game.position()).nodes == found.nodes
    assert larger.remembered.shape != kept.shape
    with pytest.raises(ValueError, match="read-only"):
        one.remembered[0] = 1
    one.forget()
    assert other.remembered.any()  # its own copy


@pytest.mark.parametrize(
    ("game", "left"),
    [
        (pg.TicTacToe(), 9),
        pytest.param(pg.ConnectFour(7, 6), 14, marks=pytest.mark.slow),
        *not_compiled(
            (pg.NumericalTicTacToe(), 6),
            (pg.ConnectFour(9, 7), 6),
            (pg.Sim(9), 4),
            (pg.Sim(10), 4),
        ),
    ],
    ids=repr,
)
def test_the_whole_table_takes_all_from_the_small_one(game: pg.Game, left: int) -> None:
    """So a position that was solved with the one is known to the other."""
    small, whole = solver_of(game), solver_of(game)
    _, words = words_of(game.rules, as_words(game.position().state), SMALL_PAIR_BITS)
    for seed in range(2 * SCALE if COMPILES else 10):
        position = late(game, seed, left)
        small.forget()
        whole.forget()
        solution = small.solve(position)
        assert whole.solve(position) == replace(solution, seconds=ANY)
        assert not whole._table.any()  # not needed so far
        entries = np.count_nonzero(whole._small.reshape(-1, words)[:, -1])
        assert np.count_nonzero(whole.remembered) == entries
        assert entries > 0 or solution.nodes == 0
        again, known = small.solve(position), whole.solve(position)
        assert value(again) == value(known) == value(solution), repr(position)
        assert known.nodes <= again.nodes, repr(position)


class WideKeys(Nim):  # type: ignore[misc, valid-type]
    """Nim whose keys have 78 bits."""

    name = "wide-keys"
    title = "Wide keys"
    class_bits = (14, 64)

    def kernels(self) -> rules.Kernels:
        up = np.uint64(52)  # three heaps have 12 bits

        def class_key(state: Any) -> Any:
            return state[0], state[0] << up | state[0]

        return {**super().kernels(), **rules.kernels(class_key)}


@uncompiled
def test_a_small_table_that_is_too_small_for_its_tags_is_not_used() -> None:
    game, nim = WideKeys(3), Nim(3)
    wide, narrow = Solver(game), Solver(nim, 1)
    assert wide.shareable
    for seed in range(10):
        position = late(nim, seed, 6)
        known = value(narrow.solve(position))
        assert value(wide.solve(game.position(position.history))) == known
    assert wide._table.any()
    assert not wide._small.any()


@pytest.mark.parametrize("nodes", [1, 2, 5, 30])
def test_the_small_table_may_be_full_at_any_moment(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = pg.TicTacToe()
    known = Solver(game, 1)
    monkeypatch.setattr(exact, "_SMALL_NODES", nodes)
    for seed in range(10 * SCALE):
        solver, position = Solver(game, 1), late(game, seed, 9)
        solution = solver.solve(position)
        assert value(solution) == value(known.solve(position))
        assert solver._small_nodes == max(nodes - solution.nodes, 0)
        limited = solver.solve(game.position(), limits=pg.Limits(nodes=3))
        assert limited.nodes <= 3 + 2 * game.max_moves
        assert limited.low <= 0 <= limited.high


@pytest.mark.parametrize(
    ("game", "least"),
    [
        (pg.TicTacToe(), 4),
        *not_compiled(
            (pg.ConnectFour(), 8),
            (pg.Sim(10), 8),  # its key has 72 bits
            (pg.ConnectFour(9, 7), 16),
            (pg.ConnectFour(5, 14), 128),  # 75 bits
        ),
    ],
    ids=repr,
)
def test_memory_by_default(game: rules.Game, least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver(game)
    assert solver.memory == MEMORY << 20
    assert solver.remembered.shape[1] == 1
    monkeypatch.setattr(exact, "MEMORY", 4)
    enough = Solver(game)
    assert enough.memory == least << 20
    assert enough.remembered.shape[1] == 1
    if enough.memory > 4 << 20:
        assert Solver(game, 4).remembered.shape[1] > 1


@uncompiled
@pytest.mark.parametrize("size", [(7, 10), (11, 6), (12, 9)], ids=str)
def test_keys_of_more_than_75_bits_are_kept_whole(size: tuple[int, int]) -> None:
    """However large the table; and threads cannot share it."""
    game = pg.ConnectFour(*size)
    solver = Solver(game, 512, threads=2)
    assert solver.remembered.shape[1] == 3
    assert solver.threads == 1


# Threads


@pytest.mark.slow
@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "left", "count"),
    [
        (pg.ConnectFour(7, 6), 22, 40),
        (pg.ConnectFour(4, 4), 12, 30),
    ],
    ids=repr,
)
def test_threads_find_the_same(game: rules.Game, left: int, count: int) -> None:
    alone, together = solver_of(game), solver_of(game, 3)
    for seed in range(count):
        position = late(game, seed, left)
        if seed % 4 == 0:
            together.forget()
        solution = together.solve(position)
        assert value(solution) == value(alone.solve(position)), repr(position)


# Limits

# In the module, as 7 x 6 is compiled for slow tests only.
ALONE_AND_TOGETHER = [pytest.param(1, marks=ready), pytest.param(2, marks=pytest.mark.slow)]


def test_limits_are_true() -> None:
    game = pg.TicTacToe()
    for moves in ("", "5", "1 2", "1 9 3"):
        position = game.position(moves)
        known = value(Solver(game, 1).solve(position))
        found = set()
        for nodes in (1, 2, 5, 20, 100, 400, 1_000_000):
            solution = Solver(game, 1).solve(position, limits=pg.Limits(nodes=nodes))
            assert -10 <= solution.low <= known <= solution.high <= 10
            assert solution.nodes <= nodes + 20
            found.add(solution.exact)
        assert found == {True, False}


@pytest.mark.compiled
@pytest.mark.parametrize("threads", ALONE_AND_TOGETHER)
def test_limits_by_positions_and_by_time_of_a_long_search(threads: int) -> None:
    game = pg.ConnectFour()
    solver = solver_of(game, threads)
    solver.solve(game.position("44444"), limits=pg.Limits(nodes=1))  # compiles
    for limits in (pg.Limits(nodes=1000), pg.Limits(nodes=200_000), pg.Limits(seconds=0.2)):
        solution = solver.solve(game.position(), limits=limits)
        assert not solution.exact
        assert solution.low <= 2 <= solution.high  # a win on move 41
        assert solution.most == 43
        if limits.nodes:
            assert solution.nodes <= threads * limits.nodes * 1.5 or threads > 1
    # Nothing half-found stayed in the table.
    for seed in range(10):
        position = late(game, seed, 12)
        assert value(solver.solve(position)) == plain_value(position)


@pytest.mark.compiled
@pytest.mark.parametrize("threads", ALONE_AND_TOGETHER)
def test_stopping_from_another_thread(threads: int) -> None:
    game = pg.ConnectFour()
    solver, control = solver_of(game, threads), pg.Control()
    solver.solve(late(game, 1, 3))
    stop_at_work(control, 10_000)
    with pytest.raises(pg.Cancelled):
        solver.solve(game.position(), control=control)
    for seed in range(10):
        position = late(game, seed, 12)
        assert value(solver.solve(position)) == plain_value(position)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_prepared_is_compiled(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Preparing calls what it is to compile: else the time for a search would go into that."""
    called = []

    plain = exact.solve

    def solve(*arguments: Any) -> Any:
        called.append(arguments)
        return plain(*arguments)

    monkeypatch.setattr(exact, "solve", solve)
    Solver(pg.TicTacToe(), 1, threads).prepare()
    assert called


def test_stopped_before_it_begins() -> None:
    control = pg.Control()
    control.stop()
    with pytest.raises(pg.Cancelled):
        Solver(pg.TicTacToe(), 1).solve(pg.TicTacToe().position(), control=control)


# What is refused


SMALL = pg.TicTacToe()
REFUSED: dict[str, tuple[Callable[[], Any], type[Exception]]] = {
    "Sim for 3 players cannot be solved by search": (lambda: Solver(pg.Sim(6, 3)), SolverError),
    "a table of the solver takes 1 MiB or more, and not 0": (lambda: Solver(SMALL, 0), SolverError),
    "takes 1 MiB or more, and not -64": (lambda: Solver(SMALL, -64), SolverError),
    "a solver has 1 thread or more, and not 0": (lambda: Solver(SMALL, 1, 0), SolverError),
    "a table of 1000000000 MiB does not fit into the memory of this computer": (
        lambda: Solver(SMALL, 10**9),
        exact.SolverMemoryError,
    ),
    "memory is a whole number of MiB, and not 1.5": (
        lambda: Solver(SMALL, 1.5),  # type: ignore[arg-type]
        SolverError,
    ),
    "the exact solver takes no depth: give seconds or nodes": (
        lambda: Solver(SMALL, 1).solve(SMALL.position(), limits=pg.Limits(depth=3)),
        LimitError,
    ),
    "the game is over (player 1 wins": (
        lambda: Solver(SMALL, 1).solve(SMALL.position("1 4 2 5 3")),
        errors.GameOverError,
    ),
    "this solver is for Tic-tac-toe, and not for Connect Four (columns 4, rows 4)": (
        lambda: Solver(SMALL, 1).solve(pg.ConnectFour(4, 4).position()),
        SolverError,
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_refusals(message: str) -> None:
    make, error = REFUSED[message]
    with pytest.raises(error) as raised:
        make()
    assert message.lower() in str(raised.value).lower()


def test_a_solver_says_what_it_is() -> None:
    assert repr(Solver(pg.TicTacToe(), 2, 2)) == "<solver of TicTacToe(): 2 MiB, 2 threads>"
