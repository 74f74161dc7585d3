"""Max^n: against a naive twin with each tie-break, against minimax, and what else it promises."""

import random
from functools import partial

import pytest

import plyground as pg
from plyground import errors, search
from plyground.kernel.compiler import COMPILES
from plyground.search import MAXN_TIES, PLAIN, WIN, Limits, alphabeta, maxn
from tests.reference import heuristics as naive
from tests.reference import search as twins
from tests.reference.search import Rate
from tests.reference.sim import Sim
from tests.variants import (
    Variant,
    affordable_depth,
    connect4,
    each_of,
    playout,
    random_playout,
    sim,
    tictactoe,
)

MANY = 1500 if COMPILES else 500  # how much work a twin gets

# In none of these do the scores of the players sum to nought.
NAMES = ["mixed-triangles", "safe-edges", "unsafe-for-others", "margin"]


def rate_of(variant: Variant, name: str) -> Rate:
    if isinstance(variant.twin, Sim):
        return partial(naive.SIM[name], variant.twin)
    return twins.nothing


@pytest.mark.slow
@pytest.mark.parametrize("ties", MAXN_TIES)
@each_of(sim(6, 3), sim(5, 5), sim(6, 2))
def test_scores_are_those_of_the_twin(variant: Variant, ties: str) -> None:
    """With every tie-break; and what the ties change is seen to change."""
    rng = random.Random(1)
    differ = 0
    for number in range(8):
        picks = [rng.randrange(90) for _ in range(56)]
        line = [*playout(variant, picks, long=True)][:-1]
        position, board = line[rng.randrange(len(line) // 3, len(line))]
        cost = len(variant.game.board.sites) * variant.game.players
        depth = affordable_depth(position, MANY * 15 // cost, rng)
        name = NAMES[number % len(NAMES)]
        me, rate = position.turn, rate_of(variant, name)
        result = maxn(position, limits=Limits(depth=depth), heuristic=name, ties=ties)
        expected = {
            move: twins.maxn(
                variant.twin, variant.twin.play(board, move), me, depth - 1, rate, ties
            )[me]
            for move in variant.twin.moves(board)
        }
        texts = variant.game.move_texts
        assert {texts[move.code]: move.score for move in result.moves} == expected
        assert result.score == max(expected.values())
        assert [texts[code] for code in result.best] == [
            move for move, score in expected.items() if score == result.score
        ]
        check_lines(variant, position, depth, name, result)
        differ += (
            maxn(
                position,
                limits=Limits(depth=depth),
                heuristic=name,
                ties=MAXN_TIES[MAXN_TIES.index(ties) - 1],
            )
            != result
        )
    assert differ


def check_lines(
    variant: Variant, position: pg.Position, depth: int, name: str, result: search.SearchResult
) -> None:
    """Every move has a line, as long as the depth or to the end, that leads to its score."""
    for move in result.moves:
        assert move.exact
        assert move.line[0] == move.code
        end, board = position, variant.twin.start()
        for code in move.line:
            end = end.play_code(code)
        for text in end.history:
            board = variant.twin.play(board, text)
        if end.over:
            good = twins.standing(variant.twin.result(board), position.turn)
            assert move.score == good * (WIN - len(move.line))
        else:
            assert len(move.line) == depth
            assert move.score == rate_of(variant, name)(board, position.turn)


@pytest.mark.slow
@each_of(tictactoe(), sim(6, 2), connect4(4, 4))
def test_without_a_heuristic_two_players_have_minimax(variant: Variant) -> None:
    """Also where the heuristic gives one what it takes from the other."""
    name = {"sim": "margin", "connect4": "threats"}.get(variant.game.name, "none")
    for seed in range(12):
        position = random.Random(seed).choice(random_playout(variant.game, seed, long=True)[:-1])
        depth = affordable_depth(position, MANY // 10, random.Random(seed))
        for heuristic in ("none", name):
            settings = search.Settings(**{**vars(PLAIN), "heuristic": heuristic})
            expected = alphabeta(position, limits=Limits(depth), settings=settings, all_scores=True)
            for ties in MAXN_TIES:
                result = maxn(position, limits=Limits(depth=depth), heuristic=heuristic, ties=ties)
                assert (result.score, result.best) == (expected.score, expected.best)
                assert [move.score for move in result.moves] == [
                    move.score for move in expected.moves
                ]
                counts = (result.nodes, result.leaves, result.cutoffs, result.table_hits)
                assert counts == (expected.nodes, expected.leaves, 0, 0)
                assert (result.depth, result.complete) == (expected.depth, expected.complete)


def test_the_depth_ends_with_the_game() -> None:
    position = random_playout(pg.Sim(6, 3), 2, long=True)[-3]
    result = maxn(position, limits=Limits(depth=99))
    assert result.depth == 15 - position.ply
    assert result.complete


def test_counts_go_on_in_the_control_and_repeat() -> None:
    control = pg.Control()
    position = pg.Sim(6, 3).position("0-1 1-2 2-3 3-4")
    results = [
        maxn(position, limits=Limits(depth=3), heuristic="margin", control=control)
        for _ in range(2)
    ]
    assert results[0].nodes == results[1].nodes == 11 + 11 * 10 + 11 * 10 * 9
    assert control.nodes == 2 * results[0].nodes
    assert control.depth == 0


def test_what_is_refused() -> None:
    position = pg.Sim(6, 3).position()
    with pytest.raises(pg.PlygroundError, match="a depth is 1 ply or more, and not 0"):
        maxn(position, limits=Limits(depth=0))
    with pytest.raises(errors.ParameterError, match="Sim has no heuristic 'luck'"):
        maxn(position, limits=Limits(depth=1), heuristic="luck")
