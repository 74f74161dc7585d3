"""Exact values of positions and moves, and the perfect player, against naive minimax."""

from __future__ import annotations

import itertools
import json
import random
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import plyground as pg
from plyground import errors, rules, search
from plyground.kernel.compiler import COMPILES
from plyground.players import Perfect, quick_perfect
from plyground.search import (
    WIN,
    BookBuilder,
    Inquiry,
    Limits,
    MoveValue,
    shared_solver,
    shared_table,
    value_of_bounds,
    value_of_text,
    value_text,
)
from tests.own_game import Few
from tests.plain import plain_value
from tests.reference.search import Search
from tests.stopping import stop_at_work
from tests.values import Known, each_known
from tests.variants import Variant, connect4, numerical, random_playout, sim, tictactoe, uncompiled

# From so many plies before the end of the longest game on, naive minimax is affordable.
LAST = {"tictactoe": 7, "numerical": 5, "sim-6-2": 7, "connect4-4-4": 9}
TWINS = [tictactoe(), numerical(), sim(6, 2), connect4(4, 4)]
POSITIONS = 24 if COMPILES else 6


class Eager(Few):
    """Nim in which who takes a single match moves again."""

    name = "eager"
    title = "Eager"

    def kernels(self) -> rules.Kernels:
        given = super().kernels()
        before = given["play"]

        @rules.compiled
        def play(state: rules.State, move: int) -> rules.State:
            after = before(state, move)
            return (after[0], state[1]) if move % self_heaps == 0 else after

        @rules.compiled
        def result(state: rules.State) -> int:
            return rules.won(rules.as_int(state[1])) if state[0] == 0 else rules.ONGOING

        self_heaps = self.heaps
        return rules.kernels(given["start"], given["player"], given["moves"], play, result)


def some_positions(game: rules.Game, count: int, last: int) -> list[pg.Position]:
    """Positions of random games, at most `last` plies before the end of the longest."""
    rng = random.Random(7)
    found: list[pg.Position] = []
    while len(found) < count:
        line = random_playout(game, rng.randrange(10**6), long=rng.random() < 0.7)
        found += rng.sample(
            near := [each for each in line if not each.over and game.max_plies - each.ply <= last],
            min(2, len(near)),
        )
    return found


def naive_scores(variant: Variant, position: pg.Position) -> dict[str, int]:
    """What naive minimax says of the moves: WIN - n for a win in n plies."""
    board = variant.twin.start()
    for move in position.history:
        board = variant.twin.play(board, move)
    return Search(variant.twin, variant.twin.player(board), pruning=True).root(board, 99, "all")


def as_score(value: pg.Value) -> int:
    """A value that is known, as naive minimax writes it."""
    assert value.exact
    plies = value.plies
    assert plies is not None or value.verdict == "draw"
    return {"win": WIN - (plies or 0), "draw": 0, "loss": (plies or 0) - WIN}[value.verdict]


def by_rules(position: pg.Position) -> int:
    """The score of a position of any game for two, by plain search."""
    value = plain_value(position)
    return value + (WIN - position.game.max_plies - 1) * ((value > 0) - (value < 0))


def check_line(analysis: pg.Analysis) -> None:
    """The principal variation leads to the end that the value states, when it states."""
    me = analysis.position.turn
    end = analysis.position
    for move in analysis.principal_variation:
        end = end.play(move)
    assert end.outcome is not None
    verdict = "draw" if end.outcome.draw else "win" if end.outcome.winner == me else "loss"
    assert verdict == analysis.value.verdict
    if analysis.value.plies is not None:
        assert analysis.value.plies == len(analysis.principal_variation)


# Values


@pytest.mark.slow
@pytest.mark.parametrize("variant", TWINS, ids=str)
def test_values_are_those_of_naive_minimax(variant: Variant) -> None:
    last = LAST[str(variant)] - (0 if COMPILES else 2)
    for position in some_positions(variant.game, POSITIONS, last):
        analysis = pg.analyse(position)
        scores = naive_scores(variant, position)
        found = {each.move: as_score(each.value) for each in analysis.moves}
        assert found == scores
        assert [*found.values()] == sorted(scores.values(), reverse=True)  # the best come first
        assert as_score(analysis.value) == max(scores.values())
        assert analysis.value == analysis.moves[0].value
        assert set(analysis.best) == {
            move for move, score in scores.items() if score == max(scores.values())
        }
        check_line(analysis)


@each_known()
def test_known_values(known: Known) -> None:
    analysis = pg.analyse(known.position)
    assert (analysis.value.verdict, analysis.value.plies) == (known.verdict, known.plies)
    check_line(analysis)


@uncompiled
@pytest.mark.parametrize("game", [Few(3), Eager(3)], ids=lambda game: game.name)
def test_values_of_a_game_of_ones_own(game: rules.Game) -> None:
    """One that reaches a position at several plies, and one where a player may move twice."""
    solver = pg.Solver(game, 1)
    for position in some_positions(game, 12, 99):
        analysis = pg.analyse(position, solver=solver)
        assert as_score(analysis.value) == by_rules(position)
        for each in analysis.moves:
            child = position.play(each.move)
            if child.over:
                assert each.value.plies == 1
                continue
            score = by_rules(child)
            score = score - (score > 0) + (score < 0)
            assert as_score(each.value) == (score if child.turn == position.turn else -score)
        check_line(analysis)


def test_a_value_in_words_and_as_data() -> None:
    after = pg.TicTacToe().position("5")  # a win in no plies at all is worth 10
    win, loss = value_of_bounds(after, 7, 7), value_of_bounds(after, -9, -9)
    assert (str(win), value_text(win, brief=True)) == ("win in 3 plies", "win in 3")
    assert win == pg.Value("win", 3)
    assert str(loss) == "loss in 1 ply"
    assert value_of_bounds(after, 0, 0).to_json() == {"value": "draw", "plies": 8}
    some = value_of_bounds(after, 0, 7)
    assert str(some) == "unknown (no loss, no win within 2 plies)"
    assert some.to_json() == {
        "value": "unknown",
        "plies": None,
        "at_least": {"value": "draw", "plies": 8},
        "at_most": {"value": "win", "plies": 3},
    }
    assert str(value_of_bounds(after, -10, 10)) == "unknown"
    sure = value_of_bounds(after, 2, 7)
    assert (sure.verdict, sure.plies, sure.exact) == ("win", None, False)
    assert (str(sure), value_text(sure, brief=True)) == ("win in 3 to 8 plies", "win in 3 to 8")
    assert str(value_of_bounds(after, 2, 10)) == "win in 8 plies at most"
    assert str(value_of_bounds(after, -7, -2)) == "loss in 3 to 8 plies"
    assert str(value_of_bounds(after, -10, -2)) == "loss in 8 plies at most"
    assert str(value_of_bounds(after, -8, 0)) == "unknown (no loss within 1 ply, no win)"
    assert str(value_of_bounds(after, -3, 10)) == "unknown (no loss within 6 plies)"
    in_moves = {
        win: "win in 2 moves",
        loss: "loss in 1 move",
        some: "unknown (no loss, no win within 1 move)",
        sure: "win in 2 to 4 moves",
        value_of_bounds(after, 2, 10): "win in 4 moves at most",
        pg.Value("loss", at_least=pg.Value("loss", 3), at_most=pg.Value("loss", 4)): (
            "loss in 2 moves at most"
        ),
    }
    assert {value: value_text(value, moves=True) for value in in_moves} == in_moves
    assert value_text(sure, brief=True, moves=True) == "win in 2 to 4"
    limits = itertools.product((-10, -8, -5, -2, 0, 2, 7), (-7, -2, 0, 3, 7, 8, 10))
    for low, high in ((low, high) for low, high in limits if low <= high):
        words = str(value_of_bounds(after, low, high))
        read = value_of_text(words)
        assert words in ("draw", "unknown") if read is None else str(read) == words
    for words in ("sees 3 plies", "win", "win in 3", "unknown (no idea)", "+12", ""):
        assert value_of_text(words) is None
    for value in (win, loss, some, sure):
        assert pg.Value.from_json(json.loads(json.dumps(value.to_json()))) == value


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (pg.Value("win"), "win"),
        (pg.Value("draw", 9), "draw"),
        (pg.Value("unknown", score=12), "+12"),
        (pg.Value("unknown", score=-3), "-3"),
        (pg.Value("unknown", score=0), "0"),
        (pg.Value("unknown", expectation=0.618), "62 %"),
    ],
)
def test_estimates_and_wins_at_any_time_in_words(value: pg.Value, words: str) -> None:
    assert value_text(value) == value_text(value, brief=True) == words
    assert pg.Value.from_json(value.to_json()) == value


def test_the_value_of_a_score() -> None:
    assert search.value_of_score(WIN - 5) == pg.Value("win", 5)
    assert search.value_of_score(4 - WIN) == pg.Value("loss", 4)
    assert search.value_of_score(WIN) == pg.Value("win")  # which nobody asked how soon
    assert search.value_of_score(0) == pg.Value("unknown", score=0)
    assert search.value_of_score(0, complete=True) == pg.Value("draw")


def test_a_value_of_more_players_in_words() -> None:
    ends = [
        pg.Outcome.from_result(int(rules.lost(player)), 3, "why", frozenset()) for player in (1, 2)
    ]
    value = pg.Value("draw", player=1, forced=("draw",) * 3, ends=(ends[0], ends[1]))
    assert value.standings == (-1, 1)
    assert str(value) == (
        "draw against all others; each for itself: Player 2 loses or Player 3 loses, "
        "depending on ties"
    )
    assert value_text(value, brief=True) == "draw (loses)"
    assert str(replace(value, ends=(ends[1],) * 2)) == (
        "draw against all others; each for itself: Player 3 loses"
    )
    assert pg.Value.from_json(json.loads(json.dumps(value.to_json()))) == value


@pytest.mark.parametrize("seconds", [None, 1e-9])
def test_limits_leave_values_unknown_and_never_wrong(seconds: float | None) -> None:
    variant = connect4(4, 4)
    for position in some_positions(variant.game, 4, 7):
        scores = naive_scores(variant, position)
        for nodes in (1, 3, 30, 300):
            solver = pg.Solver(variant.game, 1)
            limits = Limits(seconds=seconds, nodes=None if seconds else nodes)
            analysis = pg.analyse(position, solver=solver, limits=limits)
            values = {each.move: each.value for each in analysis.moves}
            for move, score in scores.items():
                assert_allows(values[move], score)
            assert_allows(analysis.value, max(scores.values()))
            unknown = [each.value.verdict == "unknown" for each in analysis.moves]
            assert unknown == sorted(unknown)
            if not analysis.value.exact:
                assert analysis.principal_variation == ()
                assert analysis.best == ()
            assert seconds or analysis.nodes <= nodes + 50


def assert_allows(value: pg.Value, score: int) -> None:
    """A score of naive minimax is within the limits of a value."""
    if value.exact:
        assert as_score(value) == score
        return
    assert value.at_least is None or as_score(value.at_least) <= score
    assert value.at_most is None or as_score(value.at_most) >= score


def test_a_stop_from_another_thread_ends_it() -> None:
    control = pg.Control()
    control.stop()
    with pytest.raises(pg.Cancelled):
        pg.analyse(pg.TicTacToe().position(), control=control)


@pytest.mark.compiled
def test_a_long_analysis_is_stopped_and_leaves_the_solver_free() -> None:
    game, control = pg.ConnectFour(), pg.Control()
    stop_at_work(control)
    with pytest.raises(pg.Cancelled):
        pg.analyse(game.position(), solver=pg.Solver(game), control=control)
    assert str(pg.analyse(pg.ConnectFour().position("121212")).value) == "win in 1 ply"


def test_who_waits_for_the_shared_solver_can_be_stopped() -> None:
    game, control = pg.TicTacToe(), pg.Control()
    with shared_solver(game):
        control.stop()
        with pytest.raises(pg.Cancelled):
            pg.analyse(game.position(), control=control)
    assert pg.analyse(game.position()).value.verdict == "draw"


def test_threads_share_a_solver() -> None:
    positions = some_positions(pg.TicTacToe(), 8, 7)
    expected = [pg.analyse(position).moves for position in positions]
    found: dict[int, tuple[MoveValue, ...]] = {}

    def work(number: int) -> None:
        found[number] = pg.analyse(positions[number]).moves

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] for number in range(8)] == expected


def test_what_cannot_be_analysed() -> None:
    with pytest.raises(errors.GameOverError, match=r"Player 1 wins: three in a row"):
        pg.analyse(pg.TicTacToe().position("12457"))
    with pytest.raises(errors.SolverError, match="another game"):
        pg.analyse(pg.TicTacToe().position(), solver=pg.Solver(pg.ConnectFour(4, 4), 1))
    with pytest.raises(pg.PlygroundError, match="depth"):
        pg.analyse(pg.TicTacToe().position(), limits=Limits(3))


@uncompiled
def test_more_players_are_answered_by_a_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plyground.search.tables.solve.tables_folder", lambda: tmp_path)
    monkeypatch.setattr("plyground.search.inquiry._tables", {})
    game, chance = pg.Sim(4, 3), pg.Chance(3)
    for seed in range(5):
        for position in random_playout(game, seed)[:-1]:
            table = shared_table(game)
            analysis = pg.analyse(position)
            assert analysis.value == table.value(position)
            assert [each.move for each in analysis.moves] == [
                each.move for each in table.moves(position)
            ]
            data = analysis.to_json()
            assert data["forced"][position.turn] == data["value"] == analysis.moves[0].value.verdict
            assert len(data["ends"]) == 2
            assert data["plies"] is None
            end = game.position([*position.history, *analysis.principal_variation])
            assert end.outcome is not None
            assert end.outcome.to_json() == data["ends"][0]
            # The perfect player takes a move that forces as much as possible.
            assert Perfect().choose(position, chance=chance).move in analysis.best
    assert [each.name for each in tmp_path.iterdir()] == [table.path.name]


def test_a_book_answers_without_a_search(tmp_path: Path) -> None:
    game = pg.ConnectFour(4, 4)
    plies = 3 if COMPILES else 1
    book = BookBuilder(tmp_path / "a.book", pg.Solver(game, 8), plies).build()
    knowing, plain = pg.Solver(game, 8, book=book), pg.Solver(game, 8)
    for moves in ("", "1", "12", "123", "1231")[: plies + 2]:
        position = game.position(moves)
        solution = knowing.solve(position)
        assert (solution.low, solution.high) == (plain.solve(position).low,) * 2
        assert (solution.nodes == 0) == (position.ply <= plies)
        found, expected = pg.analyse(position, solver=knowing), pg.analyse(position, solver=plain)
        assert found.value == expected.value
        assert {(each.move, str(each.value)) for each in found.moves} == {
            (each.move, str(each.value)) for each in expected.moves
        }
        if position.ply < plies:  # all is known, and best play as far as the book goes
            assert found.nodes == 0
            assert len(found.principal_variation) == plies - position.ply
            assert found.principal_variation[0] in expected.best
        else:
            assert found.nodes > 0
            check_line(found)


def test_a_window_proves_a_side_and_no_more() -> None:
    game = pg.TicTacToe()
    solver = pg.Solver(game, 1)
    for moves, value in (("", 0), ("12", 5), ("15", 0), ("127", -6)):
        for edge in range(-10, 10):
            solution = solver.solve(game.position(moves), window=(edge, edge + 1))
            assert solution.low <= value <= solution.high
            assert (solution.low > edge) == (value > edge)
            assert (solution.high <= edge) == (value <= edge)


@pytest.mark.compiled
def test_seconds_are_of_the_search_whatever_the_threads() -> None:
    game = pg.TicTacToe()
    for threads in (1, 3):
        solution = pg.Solver(game, 1, threads).solve(game.position())
        assert solution.seconds > 0
        assert solution.seconds * 1e9 > solution.nodes  # no position in a nanosecond


# The conventions of scores


@pytest.mark.parametrize(("columns", "rows"), [(4, 4), (5, 5), (7, 6), (4, 5)])
def test_scores_in_connect_four_are_counters(columns: int, rows: int) -> None:
    game = pg.ConnectFour(columns, rows)
    cells = columns * rows
    for ply in range(cells):
        assert game.exact_score(0, ply) == 0
        for plies in range(1, cells - ply + 1):
            last = ply + plies  # the number of the move that wins
            own = (cells + 1) // 2 if last % 2 else cells // 2
            left = own - (last - 1) // 2
            value = cells + 1 - plies if plies % 2 else plies - cells - 1
            assert game.exact_score(value, ply) == (left if plies % 2 else -left)


def test_elsewhere_a_score_is_the_plies_left() -> None:
    game = pg.TicTacToe()
    assert [game.exact_score(value, 3) for value in (7, 0, -6)] == [3, 0, -4]


# The player


@pytest.mark.slow
@pytest.mark.parametrize("variant", TWINS, ids=str)
def test_perfect_play_never_loses_value(variant: Variant) -> None:
    """It plays each of the best moves, and no other; `mixed` does the same."""
    last = LAST[str(variant)] - (0 if COMPILES else 2)
    for position in some_positions(variant.game, POSITIONS // 3, last):
        scores = naive_scores(variant, position)
        best = {move for move, score in scores.items() if score == max(scores.values())}
        for player in (pg.Perfect(), pg.Mixed(100)):
            choices = [player.choose(position, chance=pg.Chance(seed)) for seed in range(6)]
            assert {choice.move for choice in choices} <= best
            for choice in choices:
                assert choice.value is not None
                assert as_score(choice.value) == max(scores.values())
            assert all(choice.pv[0] == choice.move for choice in choices)
            if max(scores.values()):
                plies = WIN - abs(max(scores.values()))
                assert {len(choice.pv) for choice in choices} == {plies}


def test_each_of_the_best_moves_is_played() -> None:
    position = pg.TicTacToe().position("15")
    moves = {pg.Perfect().choose(position, chance=pg.Chance(seed)).move for seed in range(60)}
    assert moves == set(pg.analyse(position).best)


def test_perfect_plays_win_in_the_plies_that_it_says() -> None:
    position = pg.ConnectFour(4, 4).position("1213") if not COMPILES else pg.Sim(6).position()
    plies = pg.analyse(position).value.plies
    chance = pg.Chance(5)
    ply = position.ply
    while not position.over:
        position = position.play(pg.Perfect().choose(position, chance=chance).move)
    assert position.ply - ply == plies


def test_perfect_is_a_player_as_others() -> None:
    assert pg.parse_player("perfect") == pg.Perfect()
    assert pg.parse_player("mixed:50(perfect)") == pg.Mixed(50, pg.Perfect())
    assert pg.Perfect().text == "perfect"


@pytest.mark.slow
def test_a_quick_answer_is_perfect_or_none() -> None:
    chance, control = pg.Chance(1), pg.Control()
    choice = quick_perfect(pg.TicTacToe().position("12"), chance, control)
    assert choice is not None
    assert choice.value == pg.Value("win", 5)
    assert quick_perfect(pg.Sim(6, 3).position(), chance, control) is None
    if COMPILES:
        game = pg.ConnectFour()
        assert quick_perfect(game.position("532617333"), chance, control) is None
        known = quick_perfect(game.position("44"), chance, control)  # by the book
        assert known is not None
        assert known.nodes == 0


def test_a_line_with_a_first_move_of_ones_own() -> None:
    position = pg.TicTacToe().position("12")
    with shared_solver(position.game) as solver:
        for code in (3, 4, 6):
            line = Inquiry(solver).line(position, 5, code)
            assert line[0] == position.game.move_texts[code]
            assert len(line) == 5


# Order and numbers


def test_values_have_an_order_and_a_number() -> None:
    ordered = [
        pg.Value("unknown", score=-3), pg.Value("unknown", score=4),
        pg.Value("loss", 2), pg.Value("loss", 8), pg.Value("draw"),
        pg.Value("win"), pg.Value("win", 7), pg.Value("win", 1),
    ]  # fmt: skip
    assert sorted([*ordered[4:], *ordered[:4]]) == ordered
    assert max(ordered) == pg.Value("win", 1)
    signed = [None, None, -998, -992, 0, None, 993, 999]
    assert [each.signed for each in ordered] == signed


@pytest.mark.parametrize(("given", "words"), [(("nonsense",), "a verdict is"),
                                              (("win", -3), "0 plies or more")])  # fmt: skip
def test_what_is_not_a_value(given: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pg.Value(*given)


def test_a_solution_and_the_best_move_by_its_value() -> None:
    position = pg.TicTacToe().position("15264")
    solution = pg.Solver(position.game, 1).solve(position)
    assert solution.value == pg.analyse(position).value
    table = pg.solve_tables(position.game)
    assert max(table.moves(position), key=lambda each: each.value) == table.moves(position)[0]
