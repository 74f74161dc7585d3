"""Monte Carlo tree search: proofs against full minimax, exact counts, limits, and the player."""

import threading
from dataclasses import replace
from typing import Any

import pytest

import plyground as pg
from plyground import errors
from plyground.kernel.compiler import COMPILES
from plyground.search import PLAIN, WIN, Cancelled, Control, SampledMove, Sampling, alphabeta, mcts
from plyground.search.control import CANCELLED, ENOUGH, NODES, RUNNING, STOP
from tests.stopping import stop_at_work
from tests.until import until
from tests.variants import Variant, every_variant, random_playout, ready

PLAYOUTS = 20_000 if COMPILES else 150


def exact_values(position: pg.Position) -> dict[int, int]:
    """The value of every move, 1, 0 or -1, by plain minimax to the end."""
    flat = replace(PLAIN, quick_wins=False, slow_losses=False)
    moves = alphabeta(position, settings=flat, all_scores=True).moves
    return {move.code: move.score // WIN for move in moves}


SEEDS = range(12) if COMPILES else range(2)
LATE = 7 if COMPILES else 4  # plies before the end of the game

SMALL = pg.ConnectFour(4, 4)
# x o x
# x . o    o to move; both moves, and the one left after each, end in a draw
# o x .
DRAWN = pg.TicTacToe().position("1746328")
# x x .
# o o .    3 wins at once
# . . .
WINNABLE = pg.TicTacToe().position("1425")


def by_text(position: pg.Position, moves: tuple[SampledMove, ...]) -> dict[str, SampledMove]:
    return {position.game.move_texts[move.code]: move for move in moves}


def sampled(position: pg.Position, playouts: int, **options: Any) -> Sampling:
    return mcts(position, limits=pg.Limits(playouts=playouts), **options)


# Proofs


@pytest.mark.slow
@every_variant
def test_proofs_are_those_of_full_minimax(variant: Variant) -> None:
    """With more than two players too: minimax takes the others together against the first."""
    proven = unproven = 0
    for seed in SEEDS:
        for position in random_playout(variant.game, seed, long=True)[-1 - LATE : -1 : 2]:
            exact = exact_values(position)
            found = sampled(position, PLAYOUTS, seed=seed)
            assert tuple(move.code for move in found.moves) == position.codes
            for move in found.moves:
                assert move.proof in (None, exact[move.code])
                proven += move.proof is not None
                unproven += move.proof is None
            assert found.proof in (None, max(exact.values()))
            if found.proof is not None:
                assert found.best.proof == found.proof
            if COMPILES:  # a forced win is always found so late
                assert (found.proof == 1) == (max(exact.values()) == 1)
                assert exact[found.best.code] == max(exact.values())
    assert 4 * proven > unproven or not COMPILES


def test_a_win_at_once_needs_no_playout() -> None:
    """The five moves are looked at as soon as the root is made."""
    found = sampled(WINNABLE, 1000)
    assert by_text(WINNABLE, (found.best,)) == {"3": SampledMove(2, 0, 0.0, 1)}
    assert (found.proof, found.playouts, found.nodes, found.tree) == (1, 0, 5, 6)
    assert found.pv == (2,)
    assert found.best.expectation == 1


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_a_threat_is_blocked(seed: int) -> None:
    """Player 1 has three in column 4: all other columns are proven to lose."""
    position = SMALL.position("41424")
    found = sampled(position, 200, seed=seed)
    moves = by_text(position, found.moves)
    assert by_text(position, (found.best,)).keys() == {"4"}
    assert {text for text, move in moves.items() if move.proof == -1} == set("123")
    assert moves["4"].visits > sum(move.visits for text, move in moves.items() if text != "4")


def test_if_all_is_lost_the_most_visited_move_is_played() -> None:
    """
    x o .    o has lost.
    . . .
    x . .
    """
    position = pg.TicTacToe().position("127")
    found = sampled(position, 5000)
    assert found.proof == -1
    assert found.playouts < 5000
    assert found.best.visits == max(move.visits for move in found.moves)
    assert found.best.expectation == 0


def test_a_draw_is_proven() -> None:
    found = sampled(DRAWN, 1000)
    assert found.proof == 0
    assert [move.proof for move in found.moves] == [0, 0]
    assert [move.expectation for move in found.moves] == [0.5, 0.5]


# Playouts


def test_counts_are_exact() -> None:
    """Two moves left, a and b, in either order.

    Making the root looks at a and b. Playouts 1 and 2 go to each of them and play the move that is
    left. The third goes to the one it likes, say a, and looks at what is left there: a draw is
    proven. The fourth prefers b, which has fewer visits, and now everything is proven.
    """
    for playouts, nodes, tree in ((1, 4, 3), (2, 6, 3), (3, 8, 4), (4, 10, 5), (99, 10, 5)):
        control = Control()
        control.counters[NODES] = 7
        found = sampled(DRAWN, playouts, control=control)
        assert (found.playouts, found.nodes, found.tree) == (min(playouts, 4), nodes, tree)
        assert control.nodes == 7 + nodes
        assert sum(move.visits for move in found.moves) == min(playouts, 4)
        assert all(move.mean in (0, 0.5) for move in found.moves)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "nodes", "tree", "visits"),
    [
        (pg.TicTacToe(), 2904, 613, 115),
        (SMALL, 4861, 449, 109),
        (pg.Sim(6, 3), 4823, 1136, 44),
    ],
    ids=str,
)
def test_signature(game: pg.Game, nodes: int, tree: int, visits: int) -> None:
    """What a fixed search visits. Change it only on purpose, and say so in the commit."""
    found = sampled(game.position(), 300, seed=1)
    assert (found.nodes, found.tree, found.best.visits) == (nodes, tree, visits)


@pytest.mark.slow
def test_rewards_belong_to_whoever_moved() -> None:
    """Sim for three: 0-2 closes a triangle of player 1, who then loses while the others win."""
    position = pg.Sim(6, 3).position("0-1 3-4 2-5 1-2 3-5 4-1 5-0 0-3 2-3")
    assert position.turn == 0
    lost = position.play("0-2")
    assert lost.outcome is not None
    assert lost.outcome.loser == 0
    found = by_text(position, sampled(position, 400, exploration=100).moves)
    assert (found["0-2"].proof, found["0-2"].mean) == (-1, 0)
    before = pg.Sim(6, 3).position("0-1 3-4 2-5 1-2 3-5 4-1 5-0 0-3")
    assert before.turn == 2
    means = [move.mean for move in sampled(before, 400, exploration=100).moves]
    assert all(0 <= mean <= 1 for mean in means)
    assert max(means) > 0.5


@pytest.mark.slow
@every_variant
def test_the_last_move_is_rewarded_exactly(variant: Variant) -> None:
    """What a move that ends the game brings, whoever makes it, and a draw is half a point."""
    for seed in range(3):
        position = random_playout(variant.game, seed, long=True)[-2]
        found = sampled(position, 50, seed=seed)
        for move in found.moves:
            played = position.play_code(move.code)
            if played.over and (move.visits or move.proof == 1):
                outcome = played.outcome
                assert outcome is not None
                good = outcome.winner == position.turn
                worth = 0.5 if outcome.draw else float(good)
                assert move.expectation == worth
                assert move.mean == (worth if move.visits else 0)


def test_playouts_of_three_players_go_on_below_what_is_proven() -> None:
    """One edge is left, and nothing else can happen: every playout counts."""
    position = random_playout(pg.Sim(6, 3), 0, long=True)[-2]
    assert len(position.codes) == 1
    found = sampled(position, 10)
    assert found.moves[0].visits == (0 if found.proof == 1 else 10)
    assert found.nodes == 1 + found.moves[0].visits


def test_the_same_seed_finds_the_same() -> None:
    position = SMALL.position("3")
    assert sampled(position, 150, seed=3) == sampled(position, 150, seed=3)
    different = {sampled(position, 150, seed=seed).moves for seed in (0, 1, 2, -1, 2**64 - 2)}
    assert len(different) == 5


def test_the_root_averages_what_its_moves_got() -> None:
    position = pg.Sim(6, 3).position("0-1")
    found = sampled(position, 120)
    assert sum(move.visits for move in found.moves) == found.playouts == 120
    assert found.pv[0] == found.best.code
    for code in found.pv:
        position = position.play_code(code)


# Limits


def test_a_full_tree_is_used_on() -> None:
    """There is always room for the moves of the root."""
    position = SMALL.position()
    small = sampled(position, 200, capacity=1)
    assert (small.tree, small.playouts, small.proof) == (5, 200, None)
    assert sum(move.visits for move in small.moves) == 200
    assert len(small.pv) == 1
    assert sampled(position, 200, capacity=20).tree <= 20


def test_proofs_hold_when_the_tree_is_full() -> None:
    for seed in SEEDS:
        position = random_playout(pg.TicTacToe(), seed, long=True)[2]
        exact = exact_values(position)
        for move in sampled(position, 500, seed=seed, capacity=30).moves:
            assert move.proof in (None, exact[move.code])


def test_no_limit_is_refused() -> None:
    with pytest.raises(errors.LimitError, match="needs a limit: playouts, seconds, or both"):
        mcts(DRAWN)


def test_the_end_of_the_game() -> None:
    with pytest.raises(errors.GameOverError, match="the game is over"):
        sampled(pg.TicTacToe().position("12457"), 10)


def test_time_ends_a_search_with_an_answer() -> None:
    control = Control()
    position = SMALL.position()

    def played() -> Sampling | None:  # none where the machine was busy
        found = mcts(position, limits=pg.Limits(seconds=0.1), control=control)
        return found if found.playouts else None

    found = until(played)
    assert sum(move.visits for move in found.moves) == found.playouts
    assert control.counters[STOP] == RUNNING
    assert mcts(position, limits=pg.Limits(playouts=20, seconds=60)).playouts == 20


def test_a_search_that_is_stopped_before_it_begins() -> None:
    control = Control()
    control.stop()
    with pytest.raises(Cancelled):
        sampled(DRAWN, 100, control=control)


def test_a_search_is_stopped_from_another_thread() -> None:
    control = Control()
    stop_at_work(control)
    with pytest.raises(Cancelled):
        mcts(SMALL.position(), limits=pg.Limits(seconds=600), control=control)
    assert control.counters[STOP] == CANCELLED


def test_that_time_is_over_does_not_undo_a_stop() -> None:
    control = Control()
    with control.deadline(0.001):
        until(lambda: control.counters[STOP] == ENOUGH)
        control.check()
        control.stop()
    with pytest.raises(Cancelled):
        control.check()
    others = threading.active_count()
    with control.deadline(0.001):
        until(lambda: threading.active_count() == others)
        assert control.counters[STOP] == CANCELLED


# The player


def test_a_choice_says_what_was_found() -> None:
    choice = pg.MCTS(200).choose(SMALL.position(), chance=pg.Chance(1))
    assert choice.leaves == 200
    assert choice.nodes > 200
    assert choice.pv[0] == choice.move
    assert choice.value is not None
    assert choice.value.verdict == "unknown"
    assert choice.value.expectation is not None
    assert 0 < choice.value.expectation < 1


def test_a_choice_says_what_is_proven() -> None:
    won = pg.MCTS(200).choose(WINNABLE)
    assert (won.move, won.value) == ("3", pg.Value("win"))
    drawn = pg.MCTS(200).choose(DRAWN)
    assert drawn.value == pg.Value("draw")
    lost = pg.MCTS(5000).choose(pg.TicTacToe().position("127"))
    assert lost.value == pg.Value("loss")


def test_without_a_limit_there_are_2000_playouts() -> None:
    position = SMALL.position()
    assert pg.MCTS().choose(position, chance=pg.Chance(5)).leaves == 2000


def test_a_player_with_little_time_plays() -> None:
    position = pg.Sim(6, 3).position()
    assert pg.MCTS(seconds=0.001).choose(position).move in position.moves


@ready
@pytest.mark.compiled
def test_it_beats_chance() -> None:
    """99 of 100 in Connect Four with 1000 playouts a move, each going first half the time."""
    won = 0
    for seed in range(100):
        chance = pg.Chance(seed)
        position = pg.ConnectFour().position()
        while not position.over:
            sampling = position.turn == seed % 2
            player = pg.MCTS(1000) if sampling else pg.Random()
            position = position.play(player.choose(position, chance=chance).move)
        assert position.outcome is not None
        won += position.outcome.winner == seed % 2
    assert won >= 99


def test_limits_that_are_no_numbers_are_refused() -> None:
    for make in (
        lambda: pg.MCTS(seconds=float("nan")),
        lambda: pg.MCTS(seconds=float("inf")),
        lambda: pg.MCTS(exploration=float("nan")),
    ):
        with pytest.raises(errors.PlayerError, match="and not"):
            make()
