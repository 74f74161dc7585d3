"""Minimax and alpha-beta: naive twins, every combination of switches, lines, counts and limits."""

import itertools
import os
import random
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

import plyground as pg
from plyground import errors, rules, search
from plyground.kernel.compiler import COMPILES
from plyground.players.compiled import CompiledPlayer
from plyground.position import Kernels, State, standing
from plyground.search import ORDERS, PLAIN, WIN, Limits, Settings, alphabeta, maxn, plies_to_end
from plyground.search.control import ENOUGH, STOP
from tests.estimates import estimate
from tests.own_game import Few
from tests.reference import heuristics as naive
from tests.reference.search import Rate, Search, nothing
from tests.reference.sim import Sim
from tests.reference.tictactoe import MARKS, TicTacToe
from tests.stopping import stop_at_work
from tests.until import until
from tests.values import Known, each_known
from tests.variants import (
    LARGER,
    VARIANTS,
    Variant,
    affordable_depth,
    case,
    connect4,
    each_of,
    numerical,
    playout,
    random_playout,
    ready,
    sim,
    tictactoe,
    uncompiled,
)

TO_THE_END = 99


class Scrambled(pg.TicTacToe):
    """Tic-tac-toe with estimates that mean nothing, and so find out every mistake."""

    name = "scrambled"
    default_heuristic = "scrambled"

    def heuristics(self) -> rules.Kernels:
        @rules.compiled
        def scrambled(state: rules.State, player: int) -> int:
            return scramble(rules.as_int(state[0]), rules.as_int(state[1]), player)

        return {"scrambled": scrambled}


@rules.compiled
def scramble(own: int, both: int, player: int) -> int:
    return (own * own * 31 + both * 17 + own * player * 7) % 11 - 5


def scrambled_twin(board: str, player: int) -> int:
    """What `Scrambled` says of a board."""
    mover = MARKS[(9 - board.count(".")) % 2]
    own = sum(1 << cell for cell, mark in enumerate(board) if mark == mover)
    both = sum(1 << cell for cell, mark in enumerate(board) if mark != ".")
    return (own * own * 31 + both * 17 + own * player * 7) % 11 - 5


SCRAMBLED = Variant(Scrambled(), TicTacToe())
each_searched = each_of(*VARIANTS, *LARGER, SCRAMBLED)


def rates(variant: Variant) -> dict[str, Rate]:
    """The naive twin of each heuristic that the game has."""
    if isinstance(variant.game, Scrambled):
        return {"scrambled": scrambled_twin, "none": nothing}
    named: dict[str, naive.Heuristic] = {}
    if isinstance(variant.twin, Sim):
        named = naive.SIM
    elif variant.game.name == "connect4":
        named = naive.CONNECT4
    return {"none": nothing} | {name: partial(rate, variant.twin) for name, rate in named.items()}


def boards(variant: Variant, seed: int, every: int = 1) -> Iterator[tuple[pg.Position, str]]:
    """Positions of one long random game in which the game goes on, with the twin's boards."""
    rng = random.Random(seed)
    picks = [rng.randrange(90) for _ in range(56)]
    for position, board in itertools.islice(
        playout(variant, picks, long=True), seed % every, None, every
    ):
        if not position.over:
            yield position, board


def by_text(position: pg.Position, result: search.SearchResult) -> dict[str, int]:
    return {position.game.move_texts[move.code]: move.score for move in result.moves}


# Minimax against the twin


@pytest.mark.slow
@each_searched
def test_plain_minimax_is_that_of_the_twin(variant: Variant) -> None:
    """Scores and counts, every few plies of long games, with each heuristic in turn."""
    rng = random.Random(1)
    names = itertools.cycle(rates(variant).items())
    most = 4000 // len(variant.game.board.sites) // variant.game.players
    for seed in range(3 if COMPILES else 1):
        for position, board in boards(variant, seed, every=4):
            depth = affordable_depth(position, most, rng)
            name, rate = next(names)
            quick, slow = rng.choice([True, False]), rng.choice([True, False])
            twin = Search(variant.twin, position.turn, rate, quick, slow)
            settings = replace(PLAIN, heuristic=name, quick_wins=quick, slow_losses=slow)
            result = alphabeta(position, limits=Limits(depth), settings=settings, all_scores=True)
            expected = twin.root(board, depth, "all")
            assert by_text(position, result) == expected
            assert tuple(by_text(position, result)) == position.moves
            best = max(expected.values())
            assert result.score == best
            assert result.best == tuple(
                code
                for code, move in zip(position.codes, position.moves, strict=True)
                if expected[move] == best
            )
            counts = (result.nodes, result.leaves, result.cutoffs, result.table_hits)
            assert counts == (twin.nodes, twin.leaves, 0, 0)
            assert result.depth == min(depth, variant.game.max_plies - position.ply)


@pytest.mark.parametrize(
    ("variant", "moves"),
    [
        case(tictactoe(), "15"),
        case(tictactoe(), "12"),
        case(numerical(), "5@5 2@1 7@3 4@9"),
        case(sim(6, 2), "0-1 1-2 2-3 3-4 4-5 0-5 0-2 1-3 2-4 3-5"),
        case(sim(6, 3), "0-1 1-2 2-3 3-4 4-5 0-5 0-2 1-3 2-4 3-5"),
    ],
    ids=str,
)
def test_scores_to_the_end_of_the_game(variant: Variant, moves: str) -> None:
    position, board = variant.game.position(moves), variant.twin.start()
    for move in position.history:
        board = variant.twin.play(board, move)
    expected = Search(variant.twin, position.turn).root(board, TO_THE_END, "all")
    for settings in (PLAIN, Settings(), Settings(deepening=True)):
        result = alphabeta(position, limits=None, settings=settings, all_scores=True)
        assert by_text(position, result) == expected
        assert result.complete
        assert result.depth == variant.game.max_plies - position.ply


# Every combination of switches

COMBINATIONS = [
    (
        Settings(pruning, order, table, deepening, "none", ties, quick, slow),
        all_scores,
    )
    for pruning, order, table, deepening, ties, quick, slow, all_scores in itertools.product(
        (True, False), ORDERS, *[(True, False)] * 6
    )
]


def check_combination(
    position: pg.Position,
    depth: int,
    settings: Settings,
    all_scores: bool,
    plain: search.SearchResult,
) -> None:
    """A search says what plain minimax with the same heuristic says of a position."""
    result = alphabeta(position, limits=Limits(depth), settings=settings, all_scores=all_scores)
    expected = {move.code: move.score for move in plain.moves}
    assert result.score == plain.score
    if settings.ties_equal or all_scores:
        assert result.best == plain.best
    else:
        assert len(result.best) == 1
        assert result.best[0] in plain.best
        if settings.order == "generated" and not settings.deepening:
            assert result.best == plain.best[:1]
    if all_scores:
        assert {move.code: move.score for move in result.moves} == expected
        assert all(move.exact for move in result.moves)
    elif result.depth == plain.depth:
        for move in result.moves:
            known = expected[move.code]
            assert known == move.score if move.exact else known <= move.score
    assert result.complete == plain.complete
    assert result.leaves <= result.nodes
    if not settings.pruning:
        assert result.cutoffs == 0
    if not settings.table:
        assert result.table_hits == 0
    check_line(position, depth, settings, result)


def check_line(
    position: pg.Position, depth: int, settings: Settings, result: search.SearchResult
) -> None:
    """The lines of the first and the last best move are legal; they end where the score comes from.

    A table may cut a line short; where it does not, the same holds.
    """
    me = position.turn
    assert result.pv == result.line(result.best[0])
    for code in {result.best[0], result.best[-1]}:
        line = result.line(code)
        assert line[0] == code
        assert len(line) <= depth
        end = position
        for each in line:
            end = end.play_code(each)  # raises if it is illegal
        if end.over:
            quick, slow = settings.quick_wins, settings.slow_losses
            good = standing(end.result, me)
            plies = len(line) if (quick if good > 0 else slow) else 0
            assert result.score == good * (WIN - plies)
        elif len(line) == result.depth:
            assert result.score == estimate(end, me, settings.heuristic)
        else:
            assert settings.table


def check_combinations(variant: Variant, positions: int, each: int, most: int) -> None:
    """Go through all combinations in turn, `each` of them for each of so many positions."""
    rng = random.Random(2)
    shuffled = itertools.cycle(rng.sample(COMBINATIONS, len(COMBINATIONS)))
    names = itertools.cycle(rates(variant))
    for seed in range(positions):
        line = random_playout(variant.game, seed, long=seed % 4 > 0)[:-1]
        position = rng.choice(line)
        depth = affordable_depth(position, most, rng)
        plain: dict[tuple[bool, bool], search.SearchResult] = {}
        name = next(names)
        for settings, all_scores in itertools.islice(shuffled, each):
            wins = settings.quick_wins, settings.slow_losses
            if wins not in plain:
                flat = replace(PLAIN, heuristic=name, quick_wins=wins[0], slow_losses=wins[1])
                plain[wins] = alphabeta(
                    position, limits=Limits(depth), settings=flat, all_scores=True
                )
            chosen = replace(settings, heuristic=name)
            check_combination(position, depth, chosen, all_scores, plain[wins])


@pytest.mark.compiled
@each_searched
@pytest.mark.slow
def test_every_combination_of_switches_says_what_plain_minimax_says(variant: Variant) -> None:
    """On 86 positions of each game; each of 512 combinations of switches, once a game."""
    check_combinations(variant, positions=86, each=6, most=1000)


@pytest.mark.slow
@uncompiled
@each_searched
def test_combinations_of_switches_say_what_plain_minimax_says(variant: Variant) -> None:
    check_combinations(variant, 12 if len(variant.game.board.sites) < 40 else 3, each=6, most=60)


@uncompiled
@pytest.mark.parametrize("heuristic", Few(4).heuristic_names)
def test_a_table_in_a_game_where_positions_come_back_at_other_depths(heuristic: str) -> None:
    """What was found at one depth says nothing of another, unless it is proven."""
    rng = random.Random(5)
    shuffled = itertools.cycle(rng.sample(COMBINATIONS, len(COMBINATIONS)))
    for depth in range(1, 4):
        for seed in range(6):
            position = random_playout(Few(4), seed)[rng.randrange(3)]
            for settings, all_scores in itertools.islice(shuffled, 4):
                plain = replace(settings, pruning=False, order="generated", table=False)
                plain = replace(plain, heuristic=heuristic, deepening=False)
                expected = alphabeta(
                    position, limits=Limits(depth), settings=plain, all_scores=True
                )
                remembering = replace(settings, heuristic=heuristic, table=True)
                result = alphabeta(
                    position, limits=Limits(depth), settings=remembering, all_scores=all_scores
                )
                assert result.score == expected.score
                assert set(result.best) <= set(expected.best)
                if settings.ties_equal or all_scores:
                    assert result.best == expected.best
                if all_scores:
                    assert {move.code: move.score for move in result.moves} == {
                        move.code: move.score for move in expected.moves
                    }


@pytest.mark.slow
@pytest.mark.compiled
@each_of(sim(6, 2), connect4(7, 6))
def test_deep_searches_with_a_full_table(variant: Variant) -> None:
    """So deep that entries of the table are overwritten again and again."""
    name = list(rates(variant))[-1]
    for seed in range(3):
        position = random_playout(variant.game, seed, long=True)[4 + seed]
        depth = 8 if isinstance(variant.twin, Sim) else 10
        reference = Settings(order="generated", table=False, heuristic=name)
        expected = alphabeta(position, limits=Limits(depth), settings=reference)
        for order, deepening in itertools.product(ORDERS, (True, False)):
            settings = Settings(order=order, deepening=deepening, heuristic=name)
            result = alphabeta(position, limits=Limits(depth), settings=settings)
            assert (result.score, result.best) == (expected.score, expected.best)
            assert result.table_hits > 0
            check_line(position, depth, settings, result)


# Counts


@pytest.mark.slow
@pytest.mark.parametrize("order", ["generated", "reversed", "history"])
@each_searched
def test_counts_are_those_of_a_naive_alpha_beta(variant: Variant, order: str) -> None:
    """Positions, leaves and cut-offs, and the scores of all root moves, bounds included."""
    rng = random.Random(3)
    most = 8_000 // len(variant.game.board.sites) // variant.game.players
    names = list(rates(variant).items())
    for seed in range(2 if COMPILES else 1):
        for position, board in boards(variant, seed, every=5):
            depth = affordable_depth(position, most, rng)
            name, rate = rng.choice(names)
            scope = rng.choice(["all", "equal", "first"])
            quick, slow = rng.choice([True, False]), rng.choice([True, False])
            first = {}
            if order == "reversed":
                texts = enumerate(variant.game.move_texts)
                players = range(variant.game.players)
                first = {(player, move): code for code, move in texts for player in players}
            twin = Search(
                variant.twin, position.turn, rate, quick, slow, True, first, order == "history"
            )
            settings = Settings(True, order, False, False, name, scope == "equal", quick, slow)
            result = alphabeta(
                position, limits=Limits(depth), settings=settings, all_scores=scope == "all"
            )
            assert by_text(position, result) == twin.root(board, depth, scope)
            counts = (result.nodes, result.leaves, result.cutoffs, result.table_hits)
            assert counts == (twin.nodes, twin.leaves, twin.cutoffs, 0)


def test_the_table_and_pruning_save_positions_where_moves_transpose() -> None:
    position = pg.TicTacToe().position("5")
    plain, pruned, remembered, both = (
        alphabeta(position, limits=None, settings=Settings(pruning, "generated", table))
        for pruning, table in [(False, False), (True, False), (False, True), (True, True)]
    )
    assert both.nodes < pruned.nodes < plain.nodes
    assert both.nodes < remembered.nodes < plain.nodes
    assert pruned.cutoffs > 0
    assert pruned.table_hits == plain.table_hits == plain.cutoffs == remembered.cutoffs == 0
    assert remembered.table_hits > 0


# Scores


@ready
def test_the_score_says_in_how_many_plies_a_game_is_won() -> None:
    """Player 1 makes three in row 1 with both ends open: x wins whatever o does."""
    position = pg.ConnectFour().position("4455")
    for settings in (PLAIN, Settings(), Settings(deepening=True)):
        result = alphabeta(position, limits=Limits(5), settings=settings)
        assert plies_to_end(result.score) == 3
        assert result.score > 0
        assert len(result.pv) == 3
        assert {position.game.move_texts[code] for code in result.best} == {"3", "6"}


def test_complete_says_that_more_depth_changes_nothing() -> None:
    position = pg.TicTacToe().position("15")
    assert not alphabeta(position, limits=Limits(6)).complete
    assert alphabeta(position, limits=Limits(7)).complete
    assert alphabeta(position, limits=Limits(8)).depth == 7
    won = pg.TicTacToe().position("1425")
    assert alphabeta(won, limits=Limits(1)).complete
    assert not alphabeta(pg.TicTacToe().position("142"), limits=Limits(1)).complete


def test_deepening_ends_when_the_score_is_proven() -> None:
    """
    x x .    3 wins at once: nothing else is searched, unless all scores or all wins are wanted.
    o o .
    . . .
    """
    position = pg.TicTacToe().position("1425")
    deepening = Settings(deepening=True)
    assert alphabeta(position, limits=None, settings=deepening).depth == 1
    assert alphabeta(position, limits=None, settings=deepening, all_scores=True).depth == 5
    assert (
        alphabeta(position, limits=None, settings=replace(deepening, quick_wins=False)).depth == 5
    )
    first = replace(deepening, quick_wins=False, ties_equal=False)
    assert alphabeta(position, limits=None, settings=first).depth == 1


# Known values


@each_known(pg.TicTacToe(), pg.NumericalTicTacToe(), pg.Sim(3), pg.Sim(4), pg.ConnectFour())
def test_known_values(known: Known) -> None:
    flat = Settings(quick_wins=False, slow_losses=False, ties_equal=False)
    result = alphabeta(known.position, limits=Limits(known.plies), settings=flat)
    assert result.score == WIN * known.sign


# Limits


@each_searched
def test_a_limit_of_positions_gives_what_the_depth_reached_shows(variant: Variant) -> None:
    """Or what is known of the next depth, which begins with a best move of the one before."""
    rng = random.Random(4)
    for seed in range(12 if COMPILES else 4):
        position = rng.choice(random_playout(variant.game, seed, long=True)[:-1])
        limit = rng.randrange(1, 2000 if COMPILES else 200)
        result = alphabeta(position, limits=Limits(nodes=limit))
        again = alphabeta(position, limits=Limits(nodes=limit))
        assert replace(result, seconds=0) == replace(again, seconds=0)
        assert result.nodes < limit + variant.game.max_moves
        seen = alphabeta(position, limits=Limits(result.depth))
        if (result.score, result.best) == (seen.score, seen.best):
            continue
        next_depth = Limits(result.depth + 1)
        exact = alphabeta(position, limits=next_depth, all_scores=True)
        scores = {move.code: move.score for move in exact.moves}
        looked_at = [move.code for move in result.moves]
        assert looked_at[0] in seen.best
        assert result.score == max(scores[code] for code in looked_at)
        assert {*result.best} == {code for code in looked_at if scores[code] == result.score}


@ready
def test_a_limit_before_the_first_depth_was_seen_whole() -> None:
    """The first depth is quick and always seen; a search told to end at once looks at it alone."""
    position = pg.ConnectFour().position("4455")
    result = alphabeta(position, limits=Limits(nodes=1))
    assert (result.depth, result.nodes, result.complete) == (1, 7, False)
    control = pg.Control()
    with control.deadline(1e-9):
        until(lambda: control.enough)
        result = alphabeta(position, limits=Limits(3), control=control)
    assert 0 < len(result.best) < len(position.codes)
    assert result.pv[0] in result.best


def test_a_limit_in_the_midst_of_a_depth_proves_no_loss() -> None:
    """
    . . x    At depth 2 the first moves lose, and the limit comes before 6, which does not.
    . . .
    o . x
    """
    position = pg.TicTacToe().position("379")
    full = alphabeta(position)
    for limit in range(1, full.nodes):
        result = alphabeta(position, limits=Limits(nodes=limit))
        if result.complete:
            assert result.score == full.score
            assert set(result.best) <= set(full.best)


@ready
@pytest.mark.parametrize("seconds", [1e-6, 0.01, 0.2])
def test_a_limit_of_time_gives_a_legal_move(seconds: float) -> None:
    position = pg.ConnectFour().position()
    result = alphabeta(
        position, limits=Limits(seconds=seconds), settings=Settings(heuristic="threats")
    )
    assert set(result.best) <= set(position.codes)
    assert result.depth < position.game.max_plies
    assert not result.complete


@ready
def test_limits_together_end_a_search_by_the_first_of_them() -> None:
    position = pg.ConnectFour().position()
    assert alphabeta(position, limits=Limits(2, 60, 10**9)).depth == 2
    assert alphabeta(position, limits=Limits(42, 60, 500)).nodes < 500 + 7
    control = pg.Control()
    alphabeta(position, limits=Limits(nodes=50), control=control)
    assert alphabeta(position, limits=Limits(2), settings=PLAIN, control=control).nodes == 7 + 49


def test_limits_that_no_search_reaches() -> None:
    position = pg.TicTacToe().position("1425")
    free = alphabeta(position, settings=Settings(deepening=True))
    limits = Limits(10**30, int(threading.TIMEOUT_MAX), 10**30)
    for _ in range(2):
        assert replace(alphabeta(position, limits=limits), seconds=0) == replace(free, seconds=0)


@ready
@pytest.mark.parametrize("find", [pg.alphabeta, maxn])
@pytest.mark.parametrize("limits", [None, Limits(playouts=5)], ids=str)
def test_a_search_that_nothing_ends_is_refused(
    find: Callable[..., search.SearchResult], limits: Limits | None
) -> None:
    with pytest.raises(errors.LimitError) as raised:
        find(pg.ConnectFour(), limits=limits)
    assert str(raised.value) == (
        "a search of Connect Four (columns 7, rows 6) to its end can take hours: give limits, "
        "such as Limits(depth=5) or Limits(seconds=1)"
    )
    assert find(pg.TicTacToe(), limits=limits).complete


TIME = f"a time is more than 0 and at most {int(threading.TIMEOUT_MAX)} seconds"


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"depth": 0}, "a depth is 1 ply or more, and not 0"),
        ({"depth": -3}, "a depth is 1 ply or more, and not -3"),
        ({"seconds": 0}, f"{TIME}, and not 0"),
        ({"seconds": -1.5}, f"{TIME}, and not -1.5"),
        ({"seconds": float("nan")}, f"{TIME}, and not nan"),
        ({"seconds": float("inf")}, f"{TIME}, and not inf"),
        ({"seconds": 1e10}, f"{TIME}, and not 1e+10"),
        ({"nodes": 0}, "a number of positions is 1 or more, and not 0"),
    ],
    ids=str,
)
def test_limits_that_no_search_can_keep(limits: dict[str, float], message: str) -> None:
    with pytest.raises(pg.PlygroundError) as error:
        Limits(**limits)
    assert str(error.value) == message


# Watching and stopping


def long_search(control: pg.Control) -> None:
    game, settings = pg.ConnectFour(4, 4), replace(PLAIN, deepening=True)
    alphabeta(game, limits=Limits(game.max_plies), settings=settings, control=control)


def test_a_long_search_is_stopped_from_another_thread() -> None:
    control = pg.Control()
    stop_at_work(control)
    with pytest.raises(pg.Cancelled):
        long_search(control)
    assert control.depth == 0


@pytest.mark.slow
@pytest.mark.parametrize("limits", [Limits(2), Limits(seconds=5), Limits(nodes=5)], ids=str)
def test_a_search_that_is_stopped_before_it_begins(limits: Limits) -> None:
    control = pg.Control()
    control.stop()
    with pytest.raises(pg.Cancelled):
        alphabeta(pg.Sim(6, 3).position(), limits=limits, control=control)
    with pytest.raises(pg.Cancelled):
        maxn(pg.Sim(6, 3).position(), limits=Limits(depth=3), control=control)
    with pytest.raises(pg.Cancelled):
        control.check()
    assert control.nodes <= 31  # a look at the next move, twice


def test_counts_and_depth_can_be_read_while_a_search_runs() -> None:
    control = pg.Control()
    seen: list[tuple[int, int]] = []

    def watch() -> None:
        until(lambda: control.depth >= 2 and control.nodes >= 100)
        seen.append((control.nodes, control.depth))
        control.stop()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    with pytest.raises(pg.Cancelled):
        long_search(control)
    watcher.join()
    nodes, depth = seen[0]
    assert 100 <= nodes <= control.nodes
    assert 2 <= depth < 16


# Compiled code


COUNT = """
import importlib
import pkgutil
import plyground as pg
from plyground import search
from plyground.kernel import always_natively, compile_listeners

always_natively()
compiled = []
compile_listeners.append(compiled.append)
game = pg.TicTacToe()
print(pg.alphabeta(game.position(), settings=search.Settings(deepening=True)).nodes)
print(pg.maxn(game.position("159")).nodes)
print(len(compiled))
for module in pkgutil.iter_modules(search.__path__, "plyground.search."):
    for name, function in vars(importlib.import_module(module.name)).items():
        code = getattr(getattr(function, "py_func", None), "__code__", None)
        if code is not None and name in code.co_names:  # it calls itself
            for signature in function.dispatcher.nopython_signatures:
                print(module.name, any("Literal" in type(each).__name__ for each in signature.args))
"""


@pytest.mark.compiled
@pytest.mark.long
def test_a_search_loaded_from_disk_counts_the_same(tmp_path: Path) -> None:
    """Nor is a recursive function compiled for the value of a number: such a twin once crashed."""

    def run() -> list[str]:
        process = subprocess.run(
            [sys.executable, "-W", "error", "-c", COUNT],
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        )
        return process.stdout.splitlines()

    first, second = run(), run()
    nodes = [
        alphabeta(pg.TicTacToe().position(), limits=None, settings=Settings(deepening=True)).nodes,
        maxn(pg.TicTacToe().position("159"), limits=Limits(depth=9)).nodes,
    ]
    assert first[:2] == second[:2] == [str(count) for count in nodes]
    assert int(first[2]) > 10
    assert second[2] == "0"
    assert set(first[3:]) == {"plyground.search.alphabeta False", "plyground.search.maxn False"}


def test_a_finished_game_is_not_searched() -> None:
    over = pg.TicTacToe().position("14253")
    for find in (pg.alphabeta, lambda position: maxn(position, limits=Limits(depth=3))):
        with pytest.raises(errors.GameOverError, match="the game is over"):
            find(over)


@uncompiled
def test_settings_and_estimates_out_of_range_are_refused() -> None:
    with pytest.raises(
        errors.ParameterError, match="an order is generated, reversed, shuffled, hist"
    ):
        search.Settings(order="best")
    game = Loud()
    assert game.heuristic_names == ("none", "loud", "quiet")  # not compiled by the game itself
    assert game.position().estimate("quiet", 1) == 500_000
    pg.alphabeta(game.position(), limits=Limits(1), settings=search.Settings(heuristic="quiet"))
    with pytest.raises(errors.ParameterError, match="'loud' of Tic-tac-toe gives more than 500000"):
        pg.alphabeta(game.position(), limits=Limits(1), settings=search.Settings(heuristic="loud"))


class Loud(pg.TicTacToe):
    """A game whose heuristics are plain functions."""

    def heuristics(self) -> Kernels:
        def loud(_state: State, player: int) -> int:
            return 500_001 if player == 0 else -500_001

        def quiet(_state: State, _player: int) -> int:
            return 500_000

        return {"loud": loud, "quiet": quiet}


# Players whose time is over as they begin


@pytest.mark.parametrize(
    "text",
    ["minimax:depth=9", "full", "humanlike:100", "maxn:depth=9", "mcts:seconds=9", "level:3"],
)
def test_without_any_time_the_next_move_is_looked_at(text: str) -> None:
    """As a page ends a deep search.

    x x .
    o o .
    . . .
    """
    player = pg.parse_player(text)
    assert isinstance(player, CompiledPlayer)
    for seed in range(5):
        control = pg.Control()
        control.counters[STOP] = ENOUGH
        position, chance = pg.TicTacToe().position("1 4 2 5"), pg.Chance(seed)
        choice = player._asked(position, chance, control, pg.Limits())
        assert choice is not None
        assert choice.move == "3"
        assert not choice.depth
