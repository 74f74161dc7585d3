"""The human-like player: how often it makes mistakes, by their cost, and that only chance decides.

Seeds are fixed: a count is the same on every run, and lies where all but one of a million do.
"""

import math
import random
import statistics
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import plyground as pg
from plyground import search
from plyground.kernel import in_python
from plyground.players import mistakes
from plyground.players.mistakes import TEMPERATURE, WHOLE
from plyground.position.kernels import HEURISTIC_MOST
from plyground.search import WIN, Limits, Settings, alphabeta
from tests.games import CONNECT4, SIM, TICTACTOE
from tests.variants import Variant, connect4, numerical, random_playout, sim, tictactoe

# x x .
# o o .    3 wins, 6 draws, and all others lose
# . . .
WINNABLE = pg.TicTacToe().position("1425")
# Not affordable: three columns look better than the others.
OPEN = pg.ConnectFour().position("44")

GAMES = [tictactoe(), numerical(), sim(6, 2), sim(6, 3), connect4(7, 6)]

LEVELS = (0, 35, 70, 100)

proven_wins = st.integers(WIN - 60, WIN)
scores = st.lists(
    st.one_of(
        proven_wins,
        proven_wins.map(lambda score: -score),
        st.integers(-HEURISTIC_MOST, HEURISTIC_MOST),
        st.just(0),
    ),
    min_size=1,
    max_size=40,
)


def expected_results(scores: Sequence[int]) -> list[float]:
    """The expected results of scores, as the compiled function writes them."""
    out = np.empty(len(scores), np.float64)
    mistakes.expected_results(np.array(scores, np.int64), len(scores), out)
    return [float(each) for each in out]


def weights_of(level: int, results: Sequence[float]) -> list[float]:
    """The weights of results, as the compiled function writes them, relative to the best."""
    out = np.empty(len(results), np.int64)
    mistakes.mistake_weights(np.array(results, np.float64), len(results), level, out)
    return [int(each) / WHOLE for each in out]


def scored(position: pg.Position) -> dict[str, int]:
    """The score of each move, as the player sees it."""
    game = position.game
    limits = Limits(game.max_plies if search.affordable(position) else game.default_depth)
    settings = Settings(heuristic=game.default_heuristic)
    found = alphabeta(position, limits=limits, settings=settings, all_scores=True).moves
    return {game.move_texts[move.code]: move.score for move in found}


def is_worth(choice: pg.Choice, position: pg.Position, score: int) -> bool:
    """Whether a choice has the value of a score, an estimate unless the whole game was seen."""
    whole = (choice.depth or 0) >= position.game.max_plies - position.ply
    return choice.value == search.value_of_score(score, complete=whole)


def drawn(level: int, scores: dict[str, int], seed: int) -> str:
    """The move that a player of a level draws by a seed, from the scores of all."""
    count, moves = len(scores), [*scores]
    room = np.empty(count, np.float64), np.empty(count, np.int64)
    given = np.array([*scores.values()], np.int64)
    return moves[mistakes.mistaken(given, count, level, *room, pg.Chance(seed).state)]


def likely(count: int, times: int, chance: float) -> bool:
    """Whether so many of so many is what chance gives, except one time in a million."""
    return abs(count - times * chance) <= 5 * math.sqrt(times * chance * (1 - chance)) + 1


# What a score promises


def test_results_in_order() -> None:
    """A quick win, a slow one, estimates, a slow loss, a quick one."""
    results = expected_results([WIN - 1, WIN - 9, 50, 3, -7, -(WIN - 9), -(WIN - 1)])
    assert all(better > worse for better, worse in pairwise(results))
    assert results[0] < 1
    assert results[1] >= 0.9
    assert all(0.25 <= result <= 0.75 for result in results[2:5])
    assert results[5] <= 0.1
    assert results[6] > 0


@given(scores)
def test_a_better_score_never_promises_less(scores: list[int]) -> None:
    results = expected_results(scores)
    assert len(results) == len(scores)
    for (score, result), (higher, more) in pairwise(
        sorted(zip(scores, results, strict=True), key=lambda each: each[0])
    ):
        assert 0 <= result <= more <= 1
        if score == higher:
            assert result == more


@given(scores)
def test_results_are_those_of_the_formula(scores: list[int]) -> None:
    """With the mean and the deviation of Python's own statistics, and the system's library."""
    estimates = [score for score in scores if not search.proven(score)]
    middle = statistics.mean(estimates or [0])
    spread = statistics.pstdev(estimates or [0]) or 1
    expected = []
    for score in scores:
        near = math.exp(-0.01 * search.plies_to_end(score)) / 10
        won, estimated = 0.9 + near, 0.5 + 0.25 * math.tanh((score - middle) / spread / 2)
        expected.append((won if score > 0 else 1 - won) if search.proven(score) else estimated)
    assert expected_results(scores) == pytest.approx(expected, abs=1e-12)


@pytest.mark.compiled
@given(scores, st.integers(0, 100))
def test_compiled_and_uncompiled_are_equal_in_every_bit(scores: list[int], level: int) -> None:
    results, weights = np.empty(len(scores)), np.empty(len(scores), np.int64)
    in_python(mistakes.expected_results)(np.array(scores), len(scores), results)
    assert results.tolist() == expected_results(scores)
    in_python(mistakes.mistake_weights)(results, len(scores), level, weights)
    assert [int(each) / WHOLE for each in weights] == weights_of(level, results.tolist())


# Weights

RESULTS = [0.9, 0.9, 0.85, 0.6, 0.5, 0.1]
COSTS = [0.9 - result for result in RESULTS]


def test_weights_at_the_ends_of_the_scale() -> None:
    assert weights_of(0, RESULTS) == [1] * 6
    assert weights_of(100, RESULTS) == [1, 1, 0, 0, 0, 0]


@pytest.mark.parametrize("level", [1, 20, 50, 80, 99])
def test_weights_are_those_of_the_formula(level: int) -> None:
    temperature = TEMPERATURE * (100 - level) / level
    weights = weights_of(level, RESULTS)
    assert weights == pytest.approx([math.exp(-cost / temperature) for cost in COSTS])
    assert weights[0] == weights[1] == 1


@given(scores)
def test_a_higher_level_makes_fewer_mistakes_and_rarely_dear_ones(scores: list[int]) -> None:
    results = expected_results(scores)
    best, errors = max(results), []
    for level in range(101):
        weights = weights_of(level, results)
        assert max(weights) == 1
        by_result = sorted(zip(results, weights, strict=True))
        assert all(lesser <= greater for (_, lesser), (_, greater) in pairwise(by_result))
        wrong = sum(w for w, result in zip(weights, results, strict=True) if result < best)
        errors.append(wrong / sum(weights))
    assert all(less <= more + 1e-12 for more, less in pairwise(errors))
    assert errors[-1] == 0


# Moves

TIMES = 1500


@pytest.mark.parametrize("level", [0, 5, 20, 50, 90])
@pytest.mark.parametrize("position", [WINNABLE, OPEN], ids=["seen to the end", "estimated"])
def test_moves_are_as_frequent_as_their_weights(level: int, position: pg.Position) -> None:
    scores = scored(position)
    weights = weights_of(level, expected_results([*scores.values()]))
    found = Counter(drawn(level, scores, seed) for seed in range(TIMES))
    assert sum(found.values()) == TIMES
    for move, weight in zip(scores, weights, strict=True):
        assert likely(found[move], TIMES, weight / sum(weights))
    for seed in range(10):
        chosen = pg.HumanLike(level).choose(position, chance=pg.Chance(seed))
        assert chosen.move == drawn(level, scores, seed)


@pytest.mark.compiled
@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_at_the_top_it_plays_best_moves_only(variant: Variant) -> None:
    for seed in range(2):
        for position in random_playout(variant.game, seed, long=True)[1:-1:2]:
            scores = scored(position)
            for number in range(3):
                choice = pg.HumanLike(100).choose(position, chance=pg.Chance(number))
                assert scores[choice.move] == max(scores.values())
                assert is_worth(choice, position, scores[choice.move])


@pytest.mark.compiled
@pytest.mark.slow
def test_low_levels_lose_more() -> None:
    """Against others who look ahead a little, and who make no mistakes."""
    for game, other, rounds in [
        (TICTACTOE, pg.FullSearch(), 40),
        (SIM, pg.Minimax(2), 20),
    ]:
        points = []
        for level in LEVELS:
            series = pg.simulate(game, (pg.HumanLike(level), other), rounds=rounds, seed=1)
            points.append(series.lines[0].points / rounds)
            if level == 100 and game.name == "tictactoe":
                assert series.lines[0].losses == 0
        assert points[0] + 0.25 < points[-1]
        assert all(less < more + 0.12 for less, more in pairwise(points))  # up to chance


# Nothing but chance decides


def test_only_the_seed_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not what was searched before, not the chance of others, and not how long it takes."""
    player = pg.HumanLike(15)
    expected = [player.choose(WINNABLE, chance=pg.Chance(seed)).move for seed in range(40)]
    assert len({*expected}) > 1
    used = pg.Control()
    monkeypatch.setattr("time.perf_counter", iter(range(0, 10**9, 1000)).__next__)
    for seed, move in enumerate(expected):
        random.seed(seed)
        pg.AlphaBeta().choose(
            TICTACTOE.position("1"[: seed % 2]), chance=pg.Chance(5), control=used
        )
        assert player.choose(WINNABLE, chance=pg.Chance(seed), control=used).move == move
        assert pg.HumanLike(15).choose(WINNABLE, chance=pg.Chance(seed)).move == move


def test_the_way_to_a_position_does_not_matter() -> None:
    other = TICTACTOE.position("2415")
    assert other.state == WINNABLE.state
    for seed in range(40):
        moves = [
            pg.HumanLike(15).choose(position, chance=pg.Chance(seed)).move
            for position in (WINNABLE, other)
        ]
        assert moves[0] == moves[1]


# What it says of its moves


def test_a_choice_says_what_the_move_is_worth_and_not_the_best_one() -> None:
    scores, seen = scored(WINNABLE), set()
    for seed in range(60):
        choice = pg.HumanLike(0).choose(WINNABLE, chance=pg.Chance(seed))
        assert choice.value == search.value_of_score(scores[choice.move], complete=True)
        line = WINNABLE.game.position([*WINNABLE.history, *choice.pv])  # legal moves, that is
        assert line.history[4] == choice.move
        assert choice.nodes > 0
        seen.add(choice.move)
    assert seen == {*WINNABLE.moves}


def test_an_estimate_beside_a_win_is_an_estimate() -> None:
    """Column 1 wins at once; column 4 only keeps the other player from that."""
    position = CONNECT4.position("141414")
    for seed in range(60):
        choice = pg.HumanLike(0).choose(position, chance=pg.Chance(seed))
        if choice.move == "4":
            break
    assert choice.move == "4"
    assert choice.value is not None
    assert choice.value.verdict == "unknown"
